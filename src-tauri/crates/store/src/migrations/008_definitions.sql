-- What the numbers of a run were computed under: 1000 times the version of the definitions and how many metrics there
-- were. What is less than today's is computed anew in the background, newest first.
ALTER TABLE overview ADD COLUMN computed INTEGER NOT NULL DEFAULT 0;
-- Why a run keeps older definitions, in a sentence; NULL of one that has today's, or is still to be computed.
ALTER TABLE overview ADD COLUMN kept_because TEXT;
CREATE INDEX overview_computed ON overview (computed);
CREATE INDEX overview_kept_because ON overview (def_version) WHERE kept_because IS NOT NULL;

-- What a run's lanes and requests were under older definitions: JSON merge patches (RFC 7396) that make what was computed
-- next into what it was then.
CREATE TABLE earlier (
    run_id      TEXT    NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    def_version INTEGER NOT NULL,
    lane        INTEGER NOT NULL,
    round       INTEGER NOT NULL, -- as in samples; -1 for the lane without its requests
    patch       TEXT    NOT NULL,
    PRIMARY KEY (run_id, def_version, lane, round)
) STRICT, WITHOUT ROWID;
