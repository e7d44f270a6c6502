-- What stands for each lane in every number, by the metrics' ids: {"ttft_ms": 301.2}. Without a row it is still in `lanes`: a
-- table without rowids keeps about 1,000 bytes of a row in place, and each lane beyond that takes a page of its own. The rows
-- that are there already move when their runs are told anew.
CREATE TABLE lane_numbers (
    run_id  TEXT    NOT NULL,
    lane    INTEGER NOT NULL,
    numbers TEXT    NOT NULL,
    PRIMARY KEY (run_id, lane),
    FOREIGN KEY (run_id, lane) REFERENCES lanes (run_id, lane) ON DELETE CASCADE
) STRICT;
