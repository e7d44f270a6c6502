-- The Base64 of the images and documents of plans, once for all runs that share it. Runs from before have none.
CREATE TABLE attachments (
    hash TEXT NOT NULL PRIMARY KEY, -- 64 hexadecimal digits of SHA-256 over the characters of `data`
    data TEXT NOT NULL
) STRICT;

-- Which runs have them: in the run's document stands `sha256:` and the hash.
CREATE TABLE attached (
    run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    hash   TEXT NOT NULL REFERENCES attachments (hash),
    PRIMARY KEY (run_id, hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX attached_hash ON attached (hash);

-- They go with the last run that has them.
CREATE TRIGGER attached_leaves_nothing AFTER DELETE ON attached BEGIN
    DELETE FROM attachments WHERE hash = old.hash AND NOT EXISTS (SELECT 1 FROM attached WHERE hash = old.hash);
END;

-- What else separates contenders: a fingerprint of what a lane's request carries beside its prompts and its settings, turns
-- left out, and of what it has of its own. NULL for a plain prompt.
ALTER TABLE entrants ADD COLUMN request TEXT;
