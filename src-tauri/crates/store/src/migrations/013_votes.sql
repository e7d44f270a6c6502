-- What the person says of one answer; the request's own row stays as it is.
CREATE TABLE votes (
    run_id TEXT    NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    lane   INTEGER NOT NULL,
    round  INTEGER NOT NULL, -- the place of the request within its lane, as in `recordings`
    vote   TEXT    CHECK (vote IN ('good', 'bad')), -- NULL where there is only a note
    note   TEXT    NOT NULL DEFAULT '',
    PRIMARY KEY (run_id, lane, round)
) STRICT, WITHOUT ROWID;

CREATE INDEX votes_by_vote ON votes (vote, run_id);
