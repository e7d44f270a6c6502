//! Makes a current file look like one of an older version, for tests.

/// Moves the numbers of requests back to where files before the tenth migration have them.
pub(crate) const SAMPLES_BACK: &str =
    "UPDATE samples SET document = (SELECT sample FROM recordings r WHERE r.run_id = samples.run_id
        AND r.lane = samples.lane AND r.round = samples.round);
     UPDATE recordings SET sample = NULL;";

/// Moves the numbers of lanes back to where files before the eleventh migration have them.
pub(crate) const LANE_NUMBERS_BACK: &str =
    "UPDATE lanes SET numbers = (SELECT numbers FROM lane_numbers n WHERE n.run_id = lanes.run_id AND n.lane = lanes.lane);
     DELETE FROM lane_numbers;";
