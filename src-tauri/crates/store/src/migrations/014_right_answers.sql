-- What the checks of each answer came to, for comparisons over many runs. All of it is computed from the run.
ALTER TABLE numbers ADD COLUMN verdict TEXT;  -- 'right', 'wrong' or 'unknown'; NULL where nothing was checked
ALTER TABLE numbers ADD COLUMN set_row INTEGER; -- the row of a set that it answered, from 0; NULL without a set
ALTER TABLE numbers ADD COLUMN took_ms REAL;  -- from sending to its end, however it ended; NULL where either is unknown

-- The runs with checked answers that are there already are told anew.
UPDATE overview SET computed = 0
WHERE run_id IN (SELECT run_id FROM lane_numbers WHERE numbers LIKE '%"unknown_answers"%');
