//! Slow changes: whether a number drifts, or moved by little, over days. Looked for once after each local day.
//!
//! A day is one observation. Over the last days a line ([`measure::TheilSen`]) and a step ([`measure::change_point`]) are sought; both allow
//! for days that are alike. The search is repeated every day, so each is held to a level at which a month of them has a false alarm in
//! less than one of ten. A change of less than [`LEAST`] is not told, however sure it is.

use measure::{StepOrDrift, TheilSen, change_point, step_or_drift};

use crate::float::days_between;

/// Days that are looked back on, and from how many days on: the pattern of a week must be known before a part of two is judged.
const WINDOWS: [(usize, usize); 3] = [(9, 21), (14, 14), (28, 28)];
/// The level of each test.
const ALPHA_OF_A_DAY: f64 = 0.001;
/// The least change that is told, on the logarithmic scale.
const LEAST: f64 = 0.03;

/// A slow change, as it was noticed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SlowChange {
    /// The local day after which it was noticed.
    pub at_day: i64,
    /// The first day of those that show it.
    pub from_day: i64,
    /// A step, a drift, or not to be told apart.
    pub kind: StepOrDrift,
    /// The change over the days looked back on: new ÷ old.
    pub ratio: f64,
    /// The chance of one so clear without a change, of this test alone.
    pub p: f64,
}

/// The slow change of these days, each its number and its value (a natural logarithm), of which `known` were measured before.
pub(crate) fn slow_change(days: &[(i64, f64)], known: usize) -> Option<SlowChange> {
    (WINDOWS.into_iter())
        .filter(|(_, from)| known >= *from)
        .filter_map(|(length, _)| change_in(days.get(days.len().checked_sub(length)?..)?))
        .min_by(|a, b| a.p.total_cmp(&b.p))
        .filter(|found| found.p <= ALPHA_OF_A_DAY)
}

fn change_in(days: &[(i64, f64)]) -> Option<SlowChange> {
    let (first, last) = (days.first()?.0, days.last()?.0);
    let numbered: Vec<(f64, f64)> =
        days.iter().map(|(day, value)| (days_between(first, *day), *value)).collect();
    let values: Vec<f64> = days.iter().map(|(_, value)| *value).collect();
    let line = TheilSen::of(&numbered)?;
    let step = change_point(&values)?;
    let kind = step_or_drift(&numbered);
    let (before, after) = values.split_at_checked(step.at)?;
    let (from_day, moved) = match kind {
        StepOrDrift::Step => (days.get(step.at)?.0, middle(after)? - middle(before)?),
        StepOrDrift::Drift | StepOrDrift::Unsettled => {
            (first, line.slope * days_between(first, last))
        }
    };
    let p = (2.0 * line.p.min(step.p)).min(1.0);
    (moved.abs() >= LEAST).then(|| SlowChange {
        at_day: last,
        from_day,
        kind,
        ratio: moved.exp(),
        p,
    })
}

fn middle(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    measure::percentile(&sorted, 0.5)
}
