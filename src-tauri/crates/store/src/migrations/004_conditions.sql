-- What else every chart says of the runs it shows. All of it is computed from the run; NULL is unknown.
ALTER TABLE overview ADD COLUMN machine TEXT;       -- it was measured on
ALTER TABLE overview ADD COLUMN ttft_error_ms REAL; -- how far a TTFT may be off by that machine's doing, the most of all levels
ALTER TABLE overview ADD COLUMN cold INTEGER CHECK (cold IN (0, 1)); -- whether each request made a connection of its own; NULL for a race
