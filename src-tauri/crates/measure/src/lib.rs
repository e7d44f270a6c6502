//! Turns the arrival times of one stream into the numbers people compare.
