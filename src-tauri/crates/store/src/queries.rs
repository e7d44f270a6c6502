//! Questions over many runs: points of requests, what is compared, what was spent, how fast somebody was.

pub(crate) mod compare_source;
pub(crate) mod pace;
pub(crate) mod playbacks;
pub(crate) mod points;
pub(crate) mod spend;
