//! One observation of a watched number.

/// One observation of a watched number: what one turn of a watch measured of one contender.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Turn {
    /// Its number in the watch, from 0; turns that were missed leave a gap.
    pub number: u64,
    /// The local day, counted from 1970-01-01.
    pub day: i64,
    /// The local hour of the week: 0 for Monday from 0:00 to 1:00, up to 167.
    pub hour_of_week: u8,
    /// The natural logarithm of the median of its requests.
    pub value: f64,
}
