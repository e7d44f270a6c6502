//! A difference of two contenders in one number, and the forms that Student's distribution gives it.

use measure::{ALPHA, Interval, student};
use serde::Serialize;

use crate::prompt_strata::SideScatter;
use crate::request::small;

/// What a difference rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// Runs in which both took part.
    SharedRuns,
    /// Different runs.
    Runs,
    /// The rounds of one race. How much runs differ is unknown.
    Rounds,
    /// One run each, or rounds of one race in which never both took part. How much runs differ is unknown.
    OneRunEach,
}

impl Basis {
    /// Whether the interval includes the scatter between runs.
    pub fn knows_runs(self) -> bool {
        matches!(self, Self::SharedRuns | Self::Runs)
    }
}

/// The parts of a difference to compute: an interval takes longer than a verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DifferenceDetail {
    /// The p-value.
    Verdict,
    /// The p-value and the interval.
    Interval,
}

/// The difference a − b.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Difference {
    /// The estimate.
    pub estimate: f64,
    /// The 95 % confidence interval, for this difference alone; absent with too few observations.
    pub interval: Option<Interval>,
    /// The two-sided p-value of no difference.
    pub p: f64,
    /// Number of runs, rounds or parts behind it, on the side with fewer.
    pub n: u32,
    /// What it rests on.
    pub basis: Basis,
    /// Whether both were asked the same, as often, in what it rests on: otherwise it is one between prompts as well.
    pub like_for_like: bool,
    /// Whether it could be tested. Of too few runs, rounds or waves nothing is known but the estimate.
    pub is_tested: bool,
}

impl Difference {
    /// Itself, without a verdict if it is one of one run each whose medians are not both known.
    pub(crate) fn if_known(self, are_known: bool) -> Self {
        match self.basis {
            Basis::OneRunEach if !are_known => {
                Self { interval: None, p: 1.0, is_tested: false, ..self }
            }
            _ => self,
        }
    }
}

pub(crate) fn by_student(
    (estimate, error, df): (f64, f64, f64),
    (n, basis): (usize, Basis),
    wanted: DifferenceDetail,
) -> Difference {
    // A difference below rounding error is no difference.
    let t = if error > 0.0 {
        estimate / error
    } else if estimate == 0.0 {
        0.0
    } else {
        f64::INFINITY
    };
    let interval = (wanted == DifferenceDetail::Interval).then(|| {
        let reach = if error > 0.0 { student::critical(ALPHA, df) * error } else { 0.0 };
        Interval { low: estimate - reach, high: estimate + reach }
    });
    let p = student::p_value(t, df);
    let n = small(n);
    Difference { estimate, interval, p, n, basis, like_for_like: true, is_tested: true }
}

/// A difference of which nothing is known but its estimate.
pub(crate) fn unknown(estimate: f64, (n, basis): (usize, Basis)) -> Difference {
    let (n, interval) = (small(n), None);
    Difference { estimate, interval, p: 1.0, n, basis, like_for_like: true, is_tested: false }
}

/// The difference of two means whose variances are estimated with so many degrees of freedom each: F. E. Satterthwaite (1946).
pub(crate) fn by_variances(
    estimate: f64,
    variances: &[(f64, f64)],
    told: (usize, Basis),
    wanted: DifferenceDetail,
) -> Difference {
    let variance: f64 = variances.iter().map(|(variance, _)| variance).sum();
    let by_freedom: f64 =
        variances.iter().map(|(variance, freedom)| variance * variance / freedom).sum();
    let fewest = variances.iter().map(|(_, freedom)| *freedom).fold(f64::INFINITY, f64::min);
    let df = if by_freedom > 0.0 { variance * variance / by_freedom } else { fewest };
    by_student((estimate, variance.sqrt(), df), told, wanted)
}

/// The difference of two sides of several runs each: the less sure of Welch's test, which knows either side's scatter by its own runs
/// alone, and Student's, which takes one scatter for both. Two runs that happen to be alike would be certain by the first, and a side that
/// scatters less by the other.
pub(crate) fn of_sides(
    estimate: f64,
    sides: [SideScatter; 2],
    told: (usize, Basis),
    wanted: DifferenceDetail,
) -> Difference {
    let own = sides.map(|side| (side.variance * side.share, side.df));
    let welch = by_variances(estimate, &own, told, wanted);
    let df: f64 = sides.iter().map(|side| side.df).sum();
    let variance = sides.iter().map(|side| side.variance * side.df).sum::<f64>() / df;
    let share: f64 = sides.iter().map(|side| side.share).sum();
    let student = by_student((estimate, (variance * share).sqrt(), df), told, wanted);
    let wider = |one: Interval, other: Interval| Interval {
        low: one.low.min(other.low),
        high: one.high.max(other.high),
    };
    let interval = welch.interval.zip(student.interval).map(|(one, other)| wider(one, other));
    Difference { interval, p: welch.p.max(student.p), ..welch }
}
