-- What the requests to each step of a chain came to, for what was spent: a chain's lane is of no provider. All of it is
-- computed from the run. Runs from before have no chains.
CREATE TABLE chain_steps (
    run          INTEGER NOT NULL REFERENCES overview (key) ON DELETE CASCADE,
    lane         INTEGER NOT NULL, -- index among the lanes that ran, from 0
    step         INTEGER NOT NULL, -- which of the chain's steps, from 0
    provider     TEXT    NOT NULL,
    label        TEXT    NOT NULL,
    model        TEXT    NOT NULL,
    simulated    INTEGER NOT NULL CHECK (simulated IN (0, 1)),
    requests     INTEGER NOT NULL,
    cost_usd     REAL,             -- of the requests whose cost is known; NULL where none is
    cost_unknown INTEGER NOT NULL, -- requests whose cost nobody knows
    in_tokens    INTEGER,          -- as the server counts
    out_tokens   INTEGER,          -- as the server counts, otherwise by o200k_base
    PRIMARY KEY (run, lane, step)
) STRICT, WITHOUT ROWID;
