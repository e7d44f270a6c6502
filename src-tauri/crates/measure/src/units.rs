//! Unit conversions.

/// Nanoseconds as milliseconds.
pub fn ms(ns: u64) -> f64 {
    float(ns) / 1e6
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts and nanoseconds of one request stay far below 2^52"
)]
pub(crate) fn float(number: u64) -> f64 {
    number as f64
}
