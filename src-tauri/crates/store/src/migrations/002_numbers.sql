-- What lists, searches and charts need of each run, under a short key of its own. All of it is computed from the run.
CREATE TABLE overview (
    key           INTEGER PRIMARY KEY, -- sorts by time: when it was made, in milliseconds since 1970, or the next that is free
    run_id        TEXT    NOT NULL UNIQUE REFERENCES runs (id) ON DELETE CASCADE,
    deleted       INTEGER NOT NULL CHECK (deleted IN (0, 1)), -- as the run's row says
    state         TEXT    NOT NULL, -- as the run's row says
    kind          TEXT    NOT NULL, -- race, sweep
    started_at    TEXT    NOT NULL, -- RFC 3339, UTC
    started_s     REAL    NOT NULL, -- the same in seconds since 1970
    simulated     INTEGER NOT NULL CHECK (simulated IN (0, 1)), -- whether any lane was
    def_version   INTEGER NOT NULL, -- of the definitions its numbers were computed under
    prompt_hash   TEXT    NOT NULL, -- the first 16 hexadecimal digits of SHA-256 over all that was asked
    prompt_tokens INTEGER,          -- o200k_base; NULL where requests were asked different things
    providers     TEXT    NOT NULL, -- ids and names, a line for each, in lower case
    models        TEXT    NOT NULL, -- likewise
    statuses      TEXT    NOT NULL, -- how its lanes ended, a line for each
    ttft_least_ms REAL,             -- of its lanes' medians, like the next three
    ttft_most_ms  REAL,
    tps_least     REAL,
    tps_most      REAL,
    requests      INTEGER NOT NULL DEFAULT 0,
    cost_usd      REAL,             -- of the requests whose cost is known; NULL where none is
    cost_unknown  INTEGER NOT NULL DEFAULT 0, -- requests whose cost nobody knows
    in_tokens     INTEGER,          -- of the requests whose tokens were counted
    out_tokens    INTEGER           -- likewise
) STRICT;

CREATE INDEX overview_kept ON overview (deleted);
CREATE INDEX overview_since ON overview (started_s);

CREATE TRIGGER overview_follows AFTER UPDATE OF deleted_at, state ON runs BEGIN
    UPDATE overview SET deleted = new.deleted_at IS NOT NULL, state = new.state WHERE run_id = new.id;
END;

-- Who ran in which lane, and under what conditions where a lane has its own.
CREATE TABLE entrants (
    run         INTEGER NOT NULL REFERENCES overview (key) ON DELETE CASCADE,
    lane        INTEGER NOT NULL, -- its place among the lanes that ran, from 0
    provider    TEXT    NOT NULL,
    label       TEXT    NOT NULL,
    model       TEXT    NOT NULL,
    simulated   INTEGER NOT NULL CHECK (simulated IN (0, 1)),
    max_tokens  INTEGER,
    temperature REAL,
    PRIMARY KEY (run, lane)
) STRICT, WITHOUT ROWID;

-- The numbers of one request, as its sample has them; NULL is unknown. A chart over a million of them parses no JSON.
CREATE TABLE numbers (
    run                  INTEGER NOT NULL REFERENCES overview (key) ON DELETE CASCADE,
    lane                 INTEGER NOT NULL,
    round                INTEGER NOT NULL, -- as in samples
    measured             INTEGER NOT NULL CHECK (measured IN (0, 1)), -- 0: sent beside those that a level is about
    unbilled             INTEGER NOT NULL CHECK (unbilled IN (0, 1)), -- 1: turned away, or never seen, so free
    status               TEXT    NOT NULL,
    concurrency          INTEGER,          -- of its level
    rate                 REAL,             -- of its level, in requests per second
    token_source         TEXT,
    ttft_ms              REAL,
    ttft_perceived_ms    REAL,
    ttfat_ms             REAL,
    ttfs_ms              REAL,
    thinking_time_ms     REAL,
    latency_ms           REAL,
    latency_perceived_ms REAL,
    connect_time_ms      REAL,
    decode_tps           REAL,
    answer_tps           REAL,
    reasoning_tps        REAL,
    e2e_tps              REAL,
    tpot_ms              REAL,
    max_gap_ms           REAL,
    cost_usd             REAL,
    in_tokens            INTEGER, -- as the server counts
    cached_read_tokens   INTEGER, -- as the server counts
    out_tokens           INTEGER, -- as the server counts, else o200k_base
    answer_tokens        INTEGER, -- as the server counts
    reasoning_tokens     INTEGER, -- as the server counts
    PRIMARY KEY (run, lane, round)
) STRICT, WITHOUT ROWID;
