//! How the score of one contender compares with that of another.
//!
//! `log(score ÷ other score)` is a sum over the figures, each known run by run, or round by round of one race. A tail
//! is one of them if each run has one. An error rate, or a tail that is not known by run, has its own interval: then
//! one contender is better only if it still is with its own figure at the bad end and the other's at the good end. Few
//! requests have no such ends, so they settle nothing.
//!
//! A share of right answers has an interval of its own as well.
//!
//! A cost that follows from the price alone is exact: scores of nothing else are compared as they are, and two contenders whose
//! prices differ do differ, whether or not what they were measured at does.

use std::cmp::Ordering;

use measure::Metric;

use super::figure::Figure;
use super::use_case::RankTerm;
use crate::contender::ContenderSummary;
use crate::estimation::{estimate, in_part};
use crate::predicted_cost::has_exact_cost;
use crate::predicted_standing::RestsOn;
use crate::standing::Standing;
use crate::verdicts::Verdicts;
use crate::workload::Workload;

/// At which end of its interval a figure is taken.
#[derive(Clone, Copy)]
enum End {
    Good,
    Bad,
}

/// Whether the intervals of their shares of right answers have nothing in common.
fn have_apart_rights(one: &ContenderSummary, other: &ContenderSummary) -> bool {
    let within = |one: &ContenderSummary| one.right?.interval;
    within(one)
        .zip(within(other))
        .is_some_and(|(one, other)| one.low > other.high || other.low > one.high)
}

/// What a right answer takes if an answer takes this much; `None` if none is right.
fn per_right(answer: Option<f64>, share: Option<f64>) -> Option<f64> {
    Some(answer? / share.filter(|share| *share > 0.0)?)
}

pub(super) fn standing(
    (one, other): (&ContenderSummary, &ContenderSummary),
    (own_score, score): (f64, f64),
    (terms, workload): (&[RankTerm], &Workload),
    verdicts: &Verdicts,
) -> Standing {
    let by_run = one.knows_tails_by_run && other.knows_tails_by_run;
    let sum: f64 = terms.iter().map(|term| term.weight).sum();
    let is_exact =
        |term: &&RankTerm| term.figure.is_exact() && has_exact_cost(one) && has_exact_cost(other);
    let exact: Vec<&RankTerm> = terms.iter().filter(is_exact).collect();
    if exact.len() == terms.len() {
        return match own_score.total_cmp(&score) {
            Ordering::Greater => Standing::Better,
            Ordering::Less => Standing::Worse,
            Ordering::Equal => Standing::Alike,
        };
    }
    let (of_one, of_other) = (estimate(one, workload), estimate(other, workload));
    let costs_differ = exact.iter().any(|term| {
        let utility = |of, own| term.figure.of(of, own).map(|usd| term.figure.utility(usd));
        utility(one, &of_one) != utility(other, &of_other)
    });
    let rests_on: Vec<Metric> =
        terms.iter().flat_map(|term| term.figure.rests_on()).copied().collect();
    let rights_differ = terms.iter().any(|term| {
        let takes_rights =
            matches!(term.figure, Figure::Right | Figure::TimePerRight | Figure::CostPerRight);
        takes_rights && have_apart_rights(one, other)
    });
    let rests_on =
        if costs_differ || rights_differ { RestsOn::Itself } else { RestsOn::Any(&rests_on) };
    let with = |end_of_one: End, end_of_other: End| {
        let shown = ((score, own_score), rests_on);
        verdicts.predicted((one.place, other.place), shown, &|place, middles| {
            let is_one = place == one.place;
            let (of, end) = if is_one { (one, end_of_one) } else { (other, end_of_other) };
            let within = in_part(of, middles)?;
            let estimate = estimate(&within, workload);
            let mut log = 0.0;
            for term in terms {
                let value = match term.figure {
                    Figure::Ttfat => middles.ttfat_ms,
                    Figure::Speed => middles.value(of.ranked_speed),
                    Figure::TtfatTail if by_run => middles.ttfat_tail_ms,
                    figure @ (Figure::TtfatTail | Figure::ErrorRate) => {
                        let (low, high) = figure.ends(of)?;
                        match end {
                            End::Good => low,
                            End::Bad => high,
                        }
                    }
                    figure @ (Figure::Right | Figure::TimePerRight | Figure::CostPerRight) => {
                        let within = of.right?.interval?;
                        let share = Some(match end {
                            End::Good => within.high,
                            End::Bad => within.low,
                        });
                        match figure {
                            Figure::TimePerRight => per_right(middles.latency_ms, share),
                            Figure::CostPerRight => per_right(middles.cost_usd, share),
                            _ => share,
                        }
                    }
                    figure => figure.of(&within, &estimate),
                }?;
                log -= term.weight / sum * term.figure.utility(value).max(1e-12).ln();
            }
            Some(log)
        })
    };
    match (with(End::Bad, End::Good), with(End::Good, End::Bad)) {
        (Standing::Better, _) => Standing::Better,
        (_, Standing::Worse) => Standing::Worse,
        (one, other) if one == other => one,
        (Standing::Untested, _) | (_, Standing::Untested) => Standing::Untested,
        _ => Standing::Unsettled,
    }
}
