//! A step of a time or a speed among requests in their order: a change point ([`crate::change_point`]), where it is one that matters.
//!
//! The same rule holds within a level of a sweep and over the rounds of a race; what counts as too likely by chance is theirs.

use crate::change_point::{change_point, closest_split};
use crate::percentile::{finite_sorted, percentile};

/// The least ratio of a step.
const RATIO: f64 = 1.5;
/// The least size of a step of a time, in milliseconds.
pub const LEAST_STEP_MS: f64 = 20.0;
/// The most values that are looked at: of more, medians of as many in a row.
const MOST_VALUES: usize = 200;

/// A step that is clear and matters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClearStep {
    /// Number of requests before it.
    pub at: usize,
    /// Their median.
    pub before: f64,
    /// That of the others.
    pub after: f64,
    /// The chance of so clear a step in requests without one.
    pub p: f64,
}

impl ClearStep {
    /// That of requests with these values, if it is of at least this size and its chance is at most `level`. At least `together` of them in
    /// a row are one value, because they shared what made them wait.
    pub fn of(all: &[f64], together: usize, least_size: f64, level: f64) -> Option<Self> {
        let each = all.len().div_ceil(MOST_VALUES).max(together).max(1);
        let of = |part: &[f64]| percentile(&finite_sorted(part.iter().copied()), 0.5);
        let values: Vec<f64> = all.chunks(each).filter_map(of).collect();
        // Whether it matters comes first: chance takes thousands of permutations.
        let at = closest_split(&values)?.0 * each;
        let (before, after) = all.split_at_checked(at)?;
        let (before, after) = (of(before)?, of(after)?);
        let (least, most) = (before.min(after), before.max(after));
        if most < RATIO * least || most - least < least_size {
            return None;
        }
        let p = change_point(&values)?.p;
        (p <= level).then_some(Self { at, before, after, p })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(all: &[f64], together: usize, level: f64) -> Option<ClearStep> {
        ClearStep::of(all, together, LEAST_STEP_MS, level)
    }

    #[test]
    fn a_step_is_told_by_the_medians_of_its_sides_where_it_matters() {
        let series = |after: f64| -> Vec<f64> {
            (0..12_u32).map(|at| f64::from(at % 3) + if at < 9 { 100.0 } else { after }).collect()
        };
        let mut late = series(300.0);
        late[11] = 3_000.0;
        let found = of(&late, 1, 0.05).expect("it is clear");
        assert_eq!(
            (found.at, found.before, found.after),
            (9, 101.0, 301.0),
            "one late value moves none"
        );
        assert_eq!(of(&late, 1, 1e-6), None, "twelve values are too few for this level");
        assert_eq!(of(&series(110.0), 1, 0.05), None, "10 ms, however sure");
        assert!(ClearStep::of(&series(160.0), 1, 0.0, 0.05).is_some(), "any size, by half");
        assert_eq!(of(&series(140.0), 1, 0.05), None, "less than by half");
        assert_eq!(of(&late, 4, 0.05), None, "three values where four waited together");
        assert_eq!(of(&[], 1, 0.05), None, "of nothing");
    }
}
