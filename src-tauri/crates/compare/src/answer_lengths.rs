//! The answer lengths of charts and break-evens.

/// Shortest answer length, in tokens.
pub(crate) const SHORTEST: f64 = 16.0;
/// Longest answer length, in tokens.
pub(crate) const LONGEST: f64 = 8_192.0;
/// Number of lengths per doubling.
const PER_DOUBLING: u32 = 4;

/// Lengths from the shortest to the longest, evenly spaced on a log scale.
pub(crate) fn lengths() -> impl Iterator<Item = f64> {
    let doublings = (LONGEST / SHORTEST).log2();
    let steps = doublings * f64::from(PER_DOUBLING);
    (0..).map(f64::from).take_while(move |step| *step <= steps).map(|step| {
        let length = SHORTEST * (step / f64::from(PER_DOUBLING)).exp2();
        length.round()
    })
}
