//! Counts as numbers to calculate with.

/// A count, of which there are far fewer than 2^32; more count as that many.
pub(crate) fn float(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// The days from one to another, of which there are far fewer than 2^31.
pub(crate) fn days_between(first: i64, last: i64) -> f64 {
    f64::from(i32::try_from(last.saturating_sub(first)).unwrap_or(i32::MAX))
}
