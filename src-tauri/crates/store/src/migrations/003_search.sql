-- What the person says of a run; the run's own row stays as it is.
CREATE TABLE marks (
    run_id  TEXT    PRIMARY KEY NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    starred INTEGER NOT NULL DEFAULT 0 CHECK (starred IN (0, 1)),
    hidden  INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)), -- out of the list, unless it is asked for
    note    TEXT    NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

CREATE TABLE tags (
    run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    tag    TEXT NOT NULL, -- lower case, no white space
    PRIMARY KEY (run_id, tag)
) STRICT, WITHOUT ROWID;

CREATE INDEX tags_by_name ON tags (tag, run_id);

-- The words of each run, under the key of its overview. It holds no text, only where each word is.
CREATE VIRTUAL TABLE texts USING fts5 (
    prompt, system, answers, contenders, note, tags,
    content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TRIGGER overview_leaves_no_words AFTER DELETE ON overview BEGIN
    DELETE FROM texts WHERE rowid = old.key;
END;
