-- What the requests to a run's judge came to, for what was spent. All of it is computed from the run.
CREATE TABLE judges (
    run          INTEGER NOT NULL PRIMARY KEY REFERENCES overview (key) ON DELETE CASCADE,
    provider     TEXT    NOT NULL,
    label        TEXT    NOT NULL,
    model        TEXT    NOT NULL,
    simulated    INTEGER NOT NULL CHECK (simulated IN (0, 1)),
    requests     INTEGER NOT NULL,
    cost_usd     REAL,             -- of the requests whose cost is known; NULL where none is
    cost_unknown INTEGER NOT NULL, -- requests whose cost nobody knows
    in_tokens    INTEGER,          -- as the server counts
    out_tokens   INTEGER           -- as the server counts
) STRICT, WITHOUT ROWID;
