-- One row per run. It is written before the run's first byte is sent.
CREATE TABLE runs (
    id         TEXT    PRIMARY KEY NOT NULL, -- sorts by time
    started_at TEXT    NOT NULL,             -- RFC 3339, UTC
    state      TEXT    NOT NULL CHECK (state IN ('running', 'finished', 'stopped', 'interrupted')),
    simulated  INTEGER NOT NULL CHECK (simulated IN (0, 1)),
    prompt     TEXT    NOT NULL,             -- its beginning, for the list
    document   TEXT    NOT NULL,             -- JSON: the run, its lanes without their samples
    deleted_at INTEGER                       -- seconds since 1970, UTC; NULL while the run is kept
) STRICT;

-- The list shows the newest first and skips what is deleted; it never touches a row it does not show. What is to be
-- removed for good is found by the same index.
CREATE INDEX runs_newest ON runs (deleted_at, id DESC);
CREATE INDEX runs_unfinished ON runs (id) WHERE state = 'running';

-- What the list says of each lane. NULL is unknown.
CREATE TABLE lanes (
    run_id     TEXT    NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    lane       INTEGER NOT NULL, -- its place among the lanes that ran, from 0
    place      INTEGER NOT NULL, -- its place in the plan, from 0
    label      TEXT    NOT NULL,
    model      TEXT    NOT NULL,
    simulated  INTEGER NOT NULL CHECK (simulated IN (0, 1)),
    status     TEXT,
    ttft_ms    REAL,
    decode_tps REAL,
    cost_usd   REAL,
    PRIMARY KEY (run_id, lane)
) STRICT, WITHOUT ROWID;

-- One request of one lane.
CREATE TABLE samples (
    run_id    TEXT    NOT NULL,
    lane      INTEGER NOT NULL,
    round     INTEGER NOT NULL, -- measured rounds, from 0
    document  TEXT    NOT NULL, -- JSON: the sample without its texts
    text      TEXT,             -- NULL where it is the recording's answer followed by its tool calls
    reasoning TEXT,             -- NULL where it is the recording's
    PRIMARY KEY (run_id, lane, round),
    FOREIGN KEY (run_id, lane) REFERENCES lanes (run_id, lane) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- The raw log of one request, from which its numbers can be computed again.
CREATE TABLE recordings (
    run_id    TEXT    NOT NULL,
    lane      INTEGER NOT NULL,
    round     INTEGER NOT NULL,
    reasoning TEXT    NOT NULL,
    answer    TEXT    NOT NULL,
    tool      TEXT    NOT NULL,
    usage     TEXT    NOT NULL, -- JSON: what the server sent, word for word
    log       BLOB    NOT NULL, -- the timeline; its layout is described beside its codec, in log.rs
    PRIMARY KEY (run_id, lane, round),
    FOREIGN KEY (run_id, lane, round) REFERENCES samples (run_id, lane, round) ON DELETE CASCADE
) STRICT;

-- What had arrived of a run that is under way; gone once the run is over.
CREATE TABLE checkpoints (
    run_id    TEXT    NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    lane      INTEGER NOT NULL,
    round     INTEGER NOT NULL,
    reasoning TEXT    NOT NULL, -- to append
    answer    TEXT    NOT NULL, -- to append, or to put in its place where the log holds a rewrite
    tool      TEXT    NOT NULL, -- to append
    usage     TEXT    NOT NULL, -- JSON list, to append
    log       BLOB    NOT NULL, -- the timeline with the new marks alone
    sample    TEXT              -- JSON: the whole sample, in the checkpoint after its request ended
) STRICT;

CREATE INDEX checkpoints_of_run ON checkpoints (run_id);

-- Endpoints of the person's own. No key is kept here: keys live in the keyring of the system.
CREATE TABLE endpoints (
    id         TEXT    PRIMARY KEY NOT NULL,
    label      TEXT    NOT NULL,
    dialect    TEXT    NOT NULL,
    base_url   TEXT    NOT NULL, -- checked: no credentials, no query
    key        TEXT    NOT NULL -- whether it wants one: none, optional, required
) STRICT;

-- Addresses the person set in place of the catalogue's.
CREATE TABLE addresses (
    provider TEXT PRIMARY KEY NOT NULL,
    base_url TEXT NOT NULL
) STRICT;

CREATE TABLE settings (
    name  TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL -- JSON
) STRICT;
