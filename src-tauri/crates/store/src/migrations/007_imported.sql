-- Whether a run was measured elsewhere and taken in here: what it cost was not spent here.
ALTER TABLE overview ADD COLUMN imported INTEGER NOT NULL DEFAULT 0 CHECK (imported IN (0, 1));
