//! A step of time to first token among requests in their order: a change point ([`crate::change_point`]), where it is one that matters.
//!
//! The same rule holds within a level of a sweep and over the rounds of a race; what counts as too likely by chance is theirs.

use crate::change_point::{change_point, closest_split};
use crate::percentile::{finite_sorted, percentile};

/// The least ratio of a step, and its least size in milliseconds.
const RATIO: f64 = 1.5;
const LEAST_MS: f64 = 20.0;
/// The most values that are looked at: of more, medians of as many in a row.
const MOST_VALUES: usize = 200;

/// A step of time to first token that is clear and matters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClearStep {
    /// Number of requests before it.
    pub at: usize,
    /// Their median, in milliseconds.
    pub before_ms: f64,
    /// That of the others, in milliseconds.
    pub after_ms: f64,
    /// The chance of so clear a step in requests without one.
    pub p: f64,
}

impl ClearStep {
    /// That of requests with these times to first token, in milliseconds, if its chance is at most `level`. At least `together` of them in
    /// a row are one value, because they shared what made them wait.
    pub fn of(ttft_ms: &[f64], together: usize, level: f64) -> Option<Self> {
        let each = ttft_ms.len().div_ceil(MOST_VALUES).max(together).max(1);
        let of = |part: &[f64]| percentile(&finite_sorted(part.iter().copied()), 0.5);
        let values: Vec<f64> = ttft_ms.chunks(each).filter_map(of).collect();
        // Whether it matters comes first: chance takes thousands of permutations.
        let at = closest_split(&values)?.0 * each;
        let (before, after) = ttft_ms.split_at_checked(at)?;
        let (before_ms, after_ms) = (of(before)?, of(after)?);
        let (least, most) = (before_ms.min(after_ms), before_ms.max(after_ms));
        if most < RATIO * least || most - least < LEAST_MS {
            return None;
        }
        let p = change_point(&values)?.p;
        (p <= level).then_some(Self { at, before_ms, after_ms, p })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_told_by_the_medians_of_its_sides_where_it_matters() {
        let series = |after: f64| -> Vec<f64> {
            (0..12_u32).map(|at| f64::from(at % 3) + if at < 9 { 100.0 } else { after }).collect()
        };
        let mut late = series(300.0);
        late[11] = 3_000.0;
        let found = ClearStep::of(&late, 1, 0.05).expect("it is clear");
        assert_eq!(
            (found.at, found.before_ms, found.after_ms),
            (9, 101.0, 301.0),
            "one late value moves none"
        );
        assert_eq!(ClearStep::of(&late, 1, 1e-6), None, "twelve values are too few for this level");
        assert_eq!(ClearStep::of(&series(110.0), 1, 0.05), None, "10 ms, however sure");
        assert_eq!(ClearStep::of(&series(140.0), 1, 0.05), None, "less than by half");
        assert_eq!(ClearStep::of(&late, 4, 0.05), None, "three values where four waited together");
        assert_eq!(ClearStep::of(&[], 1, 0.05), None, "of nothing");
    }
}
