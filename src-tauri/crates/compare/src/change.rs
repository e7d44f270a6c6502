//! Comparison of two runs, or of several on either side: which numbers changed by more than runs differ anyway.
//!
//! Runs of the same contender differ among themselves, by the hour and the route, and by more than their requests
//! scatter. So a change is judged by the scatter *between* runs: of those on either side, and of the other runs with
//! the same requests. T. Kalibera and R. Jones (2013), "Rigorous benchmarking in reasonable time". Where that scatter
//! is unknown, two runs may be found to differ, but not a contender to have changed. Nor where a single run differs:
//! runs have heavy tails, and Student's test takes an unusual run among equal ones for a change in up to a fifth of
//! histories. A change is one of whole sides, by ranks, which need no assumption about that scatter.

mod runs;

use std::collections::BTreeSet;

use measure::{ALPHA, Better, Interval, Metric, Phrase, Surface, TIE};
use serde::Serialize;

pub use self::runs::RunName;
use self::runs::{RunPrompts, Sides, gathered, ids};
use crate::contender::ContenderSummary;
use crate::dependence::Dependence;
use crate::difference::{Basis, DifferenceDetail};
use crate::difference_of_runs::{ChangeOfRuns, changed};
use crate::evidence::{Evidence, Middles};
use crate::group::Group;
use crate::metric_summary::{MetricSummary, amount, better, value};
use crate::request::{MeasuredRequest, float};
use crate::wording::change as say;

/// How a number changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum ChangeVerdict {
    /// Better by more than runs differ, with 95 % confidence over all verdicts of the comparison together, and as a whole:
    /// also by the exact rank-sum test of the runs of either side, which takes four of each.
    Better,
    /// Worse, likewise.
    Worse,
    /// The runs differ by more than their requests or other runs scatter, but these may be unusual runs: how much runs
    /// differ anyway is unknown, or there are too few on either side to show a change.
    Differs,
    /// Shown to be within 2 % of each other, with 95 % confidence.
    Alike,
    /// Not significant, which does not prove that nothing changed.
    Unsettled,
}

/// One number of one contender before and after.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Change {
    /// Which contender.
    pub place: u32,
    /// Which number.
    pub metric: Metric,
    /// Before.
    pub before: MetricSummary,
    /// After.
    pub after: MetricSummary,
    /// 95 % confidence interval of after − before, for this number alone; absent with too few requests.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Interval>,
    /// What it rests on; absent with too few requests.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub basis: Option<Basis>,
    /// The verdict.
    pub verdict: ChangeVerdict,
}

/// The chart.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Changes {
    /// Runs to choose from, oldest first: the newest 500 and the two that are compared.
    pub runs: Vec<RunName>,
    /// The earlier run, or several joined by `+`; absent if there are fewer than two runs.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The later run, or several joined by `+`.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// Whether the two sides had different prompts, or the same ones in other shares; then every number also compares workloads,
    /// and no change is called better or worse.
    pub uneven: bool,
    /// Each number of each contender that is in both runs.
    pub changes: Vec<Change>,
    /// The result in one sentence.
    pub sentence: Phrase,
}

/// The evidence of one contender's runs: its requests, and the middle of each run.
fn side<'a>(group: &Group<'a>, runs: &[&RunPrompts<'_>]) -> (Vec<&'a MeasuredRequest>, Evidence) {
    let ids: BTreeSet<&str> = runs.iter().map(|run| run.name.id.as_str()).collect();
    let own: Vec<&MeasuredRequest> =
        group.good().filter(|request| ids.contains(request.run.as_str())).collect();
    let evidence = Evidence::of(&own, group.contender.counted);
    (own, evidence)
}

/// Every change of one contender, with its p-value.
fn of_contender(group: &Group<'_>, sides: &Sides<'_>, metric: Metric) -> Vec<(Change, f64)> {
    let (was, before) = side(group, &sides.before);
    let (is, after) = side(group, &sides.after);
    let (_, others) = side(group, &sides.others);
    let counted = group.contender.counted;
    let one = |metric: Metric| {
        let summary = |requests: &[&MeasuredRequest]| {
            let values = requests.iter().filter_map(|request| {
                Some((request.run.as_str(), value(metric, request, counted)?))
            });
            let all = MetricSummary::of_dependent(values.collect(), Dependence::of(requests))?;
            Some(all.of_metric(metric))
        };
        let (from, to) = (summary(&was)?, summary(&is)?);
        let positive = from.spread.min > 0.0 && to.spread.min > 0.0;
        let number = |middles: &Middles| {
            let value = middles.value(metric)?;
            Some(if positive { value.ln() } else { value })
        };
        let found = changed((&before, &after, &others), &number, DifferenceDetail::Interval);
        // Another workload changes a number as well.
        let found =
            found.map(|found| ChangeOfRuns { lasts: found.lasts && !sides.is_uneven(), ..found });
        let margin =
            if positive { TIE.ln_1p() } else { TIE * from.middle.abs().min(to.middle.abs()) };
        let in_unit = |end: f64| if positive { from.middle * end.exp_m1() } else { end };
        let difference = found
            .and_then(|found| found.difference.interval)
            .map(|ci| Interval { low: in_unit(ci.low), high: in_unit(ci.high) });
        let verdict = found.map_or(ChangeVerdict::Unsettled, |found| {
            verdict(&found, margin, (from.middle, to.middle), better(metric))
        });
        let (p, basis) =
            found.map_or((1.0, None), |found| (found.difference.p, Some(found.difference.basis)));
        let place = group.contender.place;
        Some((Change { place, metric, before: from, after: to, difference, basis, verdict }, p))
    };
    numbers(metric).filter_map(one).collect()
}

/// The verdict on one change alone.
fn verdict(
    found: &ChangeOfRuns,
    margin: f64,
    (before, after): (f64, f64),
    better: Better,
) -> ChangeVerdict {
    // The shown and the tested difference must have the same sign.
    let ChangeOfRuns { difference: found, lasts } = found;
    let agrees = (found.estimate < 0.0) == (after < before);
    match found.interval {
        Some(ci) if ci.low >= -margin && ci.high <= margin => ChangeVerdict::Alike,
        Some(ci) if agrees && !ci.contains(0.0) => {
            let is_better = (found.estimate < 0.0) == (better == Better::Lower);
            match (*lasts, is_better) {
                (false, _) => ChangeVerdict::Differs,
                (true, true) => ChangeVerdict::Better,
                (true, false) => ChangeVerdict::Worse,
            }
        }
        _ => ChangeVerdict::Unsettled,
    }
}

/// Keeps a verdict only if it is significant among all of them: S. Holm (1979).
fn settle(changes: &mut [(&ContenderSummary, Change, f64)]) {
    let mut order: Vec<usize> = (0..changes.len()).collect();
    let p = |changes: &[(&ContenderSummary, Change, f64)], at: usize| {
        changes.get(at).map_or(1.0, |(.., p)| *p)
    };
    order.sort_by(|a, b| p(changes, *a).total_cmp(&p(changes, *b)));
    let (mut left, mut rejects) = (order.len(), true);
    for at in order {
        rejects = rejects && p(changes, at) <= ALPHA / float(left);
        left = left.saturating_sub(1);
        if let Some((_, change, _)) = changes.get_mut(at)
            && !rejects
            && change.verdict != ChangeVerdict::Alike
        {
            change.verdict = ChangeVerdict::Unsettled;
        }
    }
}

/// Maximum number of runs to choose from; older ones are found by a search of the history.
const MOST_LISTED: usize = 500;

/// The compared metrics: the ranked ones of the short table, and the one in question.
pub(crate) fn numbers(metric: Metric) -> impl Iterator<Item = Metric> {
    let mut shown = Metric::shown_on(Surface::Lanes);
    shown.retain(|one| one.definition().is_ranked());
    let is_among = shown.contains(&metric);
    shown.into_iter().chain((!is_among).then_some(metric))
}

/// Compares two runs, or several on either side, joined by `+`. By default `after` is the newest run, and `before` is the
/// newest earlier one with the same prompts or, if there is none, the oldest.
pub(crate) fn changes(
    groups: &[&Group<'_>],
    metric: Metric,
    before: Option<&str>,
    after: Option<&str>,
) -> Changes {
    let runs = gathered(groups);
    let sides = Sides::of(&runs, before, after);
    let mut all: Vec<(&ContenderSummary, Change, f64)> = Vec::new();
    if let Some(sides) = &sides {
        for group in groups {
            let own = of_contender(group, sides, metric);
            all.extend(own.into_iter().map(|(change, p)| (&group.contender, change, p)));
        }
    }
    settle(&mut all);
    let uneven = sides.as_ref().is_some_and(Sides::is_uneven);
    let also = (uneven && !all.is_empty()).then(say::uneven);
    let sentence = match &sides {
        None if runs.is_empty() => say::no_run(),
        None => say::one_run(),
        Some(sides) if all.is_empty() => sides.nobody(groups),
        Some(_) => sentence(&all, uneven),
    };
    let failures = sides.as_ref().filter(|_| !all.is_empty());
    let failures = failures.and_then(|sides| sides.failures(groups));
    let sentence = Phrase::sentences(std::iter::once(sentence).chain(also).chain(failures));
    let (before, after) =
        sides.as_ref().map(|sides| (ids(&sides.before), ids(&sides.after))).unzip();
    let is_asked = |run: &RunName| {
        let chosen = [&before, &after].into_iter().flatten();
        chosen.flat_map(|ids| ids.split('+')).any(|id| id == run.id)
    };
    let older = runs.len().saturating_sub(MOST_LISTED);
    let listed = runs.iter().enumerate().map(|(place, run)| (place, &run.name));
    let listed = listed.filter(|(place, run)| *place >= older || is_asked(run));
    Changes {
        runs: listed.map(|(_, run)| run.clone()).collect(),
        before,
        after,
        uneven,
        changes: all.into_iter().map(|(_, change, _)| change).collect(),
        sentence,
    }
}

fn sentence(all: &[(&ContenderSummary, Change, f64)], is_uneven: bool) -> Phrase {
    let of = |verdict| all.iter().filter(move |(_, change, _)| change.verdict == verdict);
    let moved = |(one, change, _): &(&ContenderSummary, Change, f64)| {
        let amount = |of: &MetricSummary| amount(change.metric, of.middle);
        let (before, after) = (amount(&change.before), amount(&change.after));
        say::moved(one.name.clone(), change.metric, before, after)
    };
    let all_of = |verdict| of(verdict).map(moved).collect::<Vec<Phrase>>();
    let kinds = [
        (all_of(ChangeVerdict::Better), say::better as fn(Vec<Phrase>) -> Phrase),
        (all_of(ChangeVerdict::Worse), say::worse),
        (all_of(ChangeVerdict::Differs), say::differ),
    ];
    let kinds = kinds.into_iter().filter(|(changes, _)| !changes.is_empty());
    let mut parts: Vec<Phrase> = kinds.map(|(changes, said)| said(changes)).collect();
    let knows_runs = all.iter().any(|(_, change, _)| change.basis.is_some_and(Basis::knows_runs));
    let may_be_unusual = of(ChangeVerdict::Differs)
        .any(|(_, change, _)| change.basis.is_some_and(Basis::knows_runs));
    if parts.is_empty() {
        let few = all.iter().all(|(_, change, _)| change.difference.is_none());
        parts.push(if few { say::few() } else { say::not_significant() });
    }
    if !knows_runs {
        parts.push(say::unknown_usual());
    } else if may_be_unusual && !is_uneven {
        parts.push(say::unusual());
    }
    Phrase::sentences(parts)
}

#[cfg(test)]
#[path = "change_tests.rs"]
mod tests;
