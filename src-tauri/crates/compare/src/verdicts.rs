//! Which of two contenders is better, decided in one place: cards, frontier, break-evens, rankings and predictions all
//! rely on it, so that no two sentences of one answer contradict each other.
//!
//! - **Better** means significantly better: in each metric the chance of *any* false verdict among all pairs of the
//!   answer is at most 5 %, as it is among the lanes of a race ([`crate::significance`]).
//! - **Alike** means shown to be alike: the 95 % interval of the ratio lies within ±2 % (D. J. Schuirmann 1987, two
//!   one-sided tests). What keeps other pairs from either is told apart as well ([`Standing`]).
//! - A prediction from several metrics is better for a contender only if that is better in one that it rests on, so that
//!   predictions add few false verdicts among equals: one is faster only if it is better in a time or a speed, whatever their
//!   prices. The level is that at which a race tests a pair of its lanes. For a prompt of another length it has to hold wherever in
//!   their intervals the slopes of both lie ([`crate::prompt_slope`]).
//!
//! - What several runs of different prompts show is compared prompt by prompt ([`crate::prompt_strata`]). Where that is not
//!   possible, contenders that were asked prompts of other lengths differ in nothing that a prompt's length decides: who waits
//!   for 4,000 tokens is not slower than who waits for 10.
//!
//! - Contenders known by the rounds of one race alone are compared as that race compares its lanes ([`crate::one_race`]).
//!
//! Of runs, times, rates and costs are compared by their ratio, and numbers that can be 0 by their difference.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use measure::{
    ALPHA, Better, Interval, Metric, PairOfRounds, Phrase, TIE, level_of_pair, waits_for_the_prompt,
};
use serde::Serialize;

use crate::contender::ContenderSummary;
use crate::difference::{Basis, Difference, DifferenceDetail};
use crate::evidence::{Evidence, Middles};
use crate::group::{Group, ranked_speed};
use crate::like_for_like::{are_as_long, are_asked_as_much};
use crate::mean_cost::cost_difference;
use crate::metric_summary::better;
use crate::one_race::of_one_race;
use crate::significance::{PairTest, told_apart, told_apart_alone};
use crate::standing::Standing;
use crate::wording::{conditions as say, contenders as whom, open};

/// Two contenders in one metric.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, specta::Type)]
pub struct PairComparison {
    /// The first contender.
    pub a: u32,
    /// The second contender.
    pub b: u32,
    /// The metric.
    pub metric: Metric,
    /// How the first compares with the second.
    pub standing: Standing,
    /// Estimate of the first's value ÷ the second's, over the runs or rounds they share; absent if one can be 0.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratio: Option<f64>,
    /// 95 % confidence interval of that ratio, for this pair and metric alone; absent with too few observations.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ci: Option<Interval>,
    /// Number of runs, rounds or parts of a run behind it, for the contender with fewer.
    pub n: u32,
    /// What it rests on.
    pub basis: Basis,
}

impl PairComparison {
    /// Whether it has a verdict that rests on one run of each.
    pub(crate) fn is_of_one_run_each(&self) -> bool {
        self.basis == Basis::OneRunEach
            && (self.standing.is_decided() || self.standing == Standing::Alike)
    }
}

/// The verdicts of one answer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Verdicts {
    pub(crate) evidence: BTreeMap<u32, Evidence>,
    pairs: HashMap<(u32, u32, Metric), PairComparison>,
    /// Pairs in a metric that only predictions rest on.
    unseen: HashMap<(u32, u32, Metric), PairComparison>,
    /// Pairs that were asked prompts of different lengths, lower place first.
    pub(crate) other_prompts: BTreeSet<(u32, u32)>,
    /// Contenders whose predictions for prompts of other lengths rest on a slope, with how many of its standard errors reach to
    /// the ends of its interval: half of the level is the test's, and a quarter that of either slope.
    pub(crate) slope_errors: BTreeMap<u32, f64>,
    /// The speed by which contenders are ranked.
    pub(crate) ranked_speed: Metric,
    /// The level of one pair, for predictions.
    pub(crate) level: f64,
}

/// The metrics in which pairs are compared: the basis of cards, frontier and predictions.
pub(crate) const MEASURED: [Metric; 5] =
    [Metric::TtftMs, Metric::NeutralTps, Metric::DecodeTps, Metric::LatencyMs, Metric::CostUsd];

/// The metrics of which one must be better where a predicted time is. Latency is none: it is of the answers' own lengths.
pub(crate) const TIMES: [Metric; 4] =
    [Metric::TtftMs, Metric::TtfatMs, Metric::NeutralTps, Metric::DecodeTps];

impl Verdicts {
    /// The verdicts over these contenders, in the measured metrics and the question's.
    pub(crate) fn of(groups: &[&Group<'_>], asked_for: Metric) -> Self {
        let evidence: BTreeMap<u32, Evidence> =
            groups.iter().map(|group| (group.contender.place, group.evidence())).collect();
        let also = (!MEASURED.contains(&asked_for) && asked_for.definition().is_ranked())
            .then_some(asked_for);
        let mut pairs = HashMap::new();
        for metric in MEASURED.into_iter().chain(also) {
            let settled = in_metric(groups, &evidence, metric);
            pairs.extend(settled.into_iter().map(|pair| ((pair.a, pair.b, metric), pair)));
        }
        let unseen =
            TIMES.into_iter().filter(|metric| !MEASURED.contains(metric) && Some(*metric) != also);
        let unseen = unseen.flat_map(|metric| {
            let settled = in_metric(groups, &evidence, metric).into_iter();
            settled.map(move |pair| ((pair.a, pair.b, metric), pair))
        });
        let unseen = unseen.collect();
        let contenders = || groups.iter().map(|group| &group.contender);
        let other_prompts = contenders().enumerate().flat_map(|(index, one)| {
            let others = contenders().skip(index + 1);
            let apart = others.filter(move |other| !are_asked_as_much(one, other));
            apart.map(|other| (one.place.min(other.place), one.place.max(other.place)))
        });
        let (other_prompts, level) = (other_prompts.collect(), level_of_pair(groups.len(), ALPHA));
        let errors = |one: &ContenderSummary| {
            Some((one.place, one.latency?.prompts.errors_at(level / 4.0)?))
        };
        let slope_errors = contenders().filter_map(errors).collect();
        let ranked_speed = ranked_speed(&contenders().collect::<Vec<_>>());
        Self { evidence, pairs, unseen, other_prompts, slope_errors, ranked_speed, level }
    }

    /// Every pair, metric by metric.
    pub(crate) fn pairs(&self) -> Vec<PairComparison> {
        let mut pairs: Vec<PairComparison> = self.pairs.values().copied().collect();
        let order = |metric| Metric::ALL.iter().position(|each| *each == metric);
        pairs.sort_by_key(|pair| (pair.a, pair.b, order(pair.metric)));
        pairs
    }

    /// How one contender compares with another in a measured metric.
    pub(crate) fn standing(&self, one: u32, other: u32, metric: Metric) -> Standing {
        match self.compared(one, other, metric) {
            Some(pair) if pair.a == one => pair.standing,
            Some(pair) => pair.standing.reversed(),
            None => Standing::Untested,
        }
    }

    /// A pair in a metric, whichever of the two is its first.
    fn compared(&self, one: u32, other: u32, metric: Metric) -> Option<&PairComparison> {
        let found =
            |key: (u32, u32, Metric)| self.pairs.get(&key).or_else(|| self.unseen.get(&key));
        found((one, other, metric)).or_else(|| found((other, one, metric)))
    }

    /// Estimate of one contender's value ÷ the other's, over the runs or rounds they share; `None` if they are not compared in
    /// it, or it can be 0.
    pub(crate) fn ratio(&self, one: u32, other: u32, metric: Metric) -> Option<f64> {
        let found = |a, b| self.pairs.get(&(a, b, metric)).and_then(|pair| pair.ratio);
        found(one, other).or_else(|| found(other, one).map(f64::recip))
    }

    /// Whether a pair differs, or is alike, in what one run of each shows: how much runs differ is unknown.
    pub(crate) fn is_of_one_run_each(&self, one: u32, other: u32) -> bool {
        let mut compared =
            MEASURED.into_iter().filter_map(|metric| self.compared(one, other, metric));
        compared.any(PairComparison::is_of_one_run_each)
    }

    /// The sentence that says so where any pair is.
    pub(crate) fn one_run_each(&self) -> Option<Phrase> {
        let any = self.pairs.values().any(PairComparison::is_of_one_run_each);
        any.then(whom::one_run_each)
    }

    /// That pairs differ otherwise side by side than by their medians; `None` if none does.
    pub(crate) fn contradictions(&self) -> Option<Phrase> {
        let contradicted =
            self.pairs.values().filter(|pair| pair.standing == Standing::Contradicted);
        let pairs: BTreeSet<(u32, u32)> = contradicted.map(|pair| (pair.a, pair.b)).collect();
        (!pairs.is_empty()).then(|| open::contradictions(pairs.len().into()))
    }

    /// What most of the verdicts rest on, in one sentence; absent without a pair.
    pub(crate) fn basis(&self) -> Option<Phrase> {
        let of = |basis: Basis| self.pairs.values().filter(|pair| pair.basis == basis).count();
        let [shared, runs, rounds, one] =
            [Basis::SharedRuns, Basis::Runs, Basis::Rounds, Basis::OneRunEach].map(of);
        match (shared + runs, rounds + one) {
            (0, 0) => None,
            (_, 0) => Some(say::run_by_run()),
            (0, _) => Some(say::one_run_each()),
            _ => Some(say::some_one_run_each()),
        }
    }
}

/// Every pair in one metric. A verdict is kept only if it is significant among all of them.
fn in_metric(
    groups: &[&Group<'_>],
    evidence: &BTreeMap<u32, Evidence>,
    metric: Metric,
) -> Vec<PairComparison> {
    let contenders = || groups.iter().map(|group| &group.contender);
    let pairs = contenders().enumerate().flat_map(|(index, one)| {
        let others = contenders().skip(index + 1);
        others.filter_map(move |other| pair((one, other), evidence, metric))
    });
    let tested: Vec<(PairComparison, f64)> = pairs.collect();
    let (number, _) = number(&evidence.values().collect::<Vec<_>>(), metric);
    let p_values: Vec<PairTest> = tested.iter().map(|(pair, p)| ((pair.a, pair.b), *p)).collect();
    let itself = |middles: &Middles| middles.value(metric);
    let apart = if metric.adds_up() && evidence.values().any(Evidence::is_chain) {
        // Beside means no ranks are pooled: every pair has its share of the level (S. Holm).
        told_apart_alone(&p_values)
    } else {
        told_apart(evidence, (&number, &itself), &p_values)
    };
    let settled = tested.into_iter().map(|(pair, _)| {
        let is_significant = apart.contains(&(pair.a, pair.b));
        PairComparison { standing: pair.standing.if_significant(is_significant), ..pair }
    });
    settled.collect()
}

/// The compared form of a metric: its logarithm, so that differences are ratios, or itself if it can be 0. Also whether
/// it is the logarithm.
fn number(of: &[&Evidence], metric: Metric) -> (impl Fn(&Middles) -> Option<f64> + use<>, bool) {
    let middles = of.iter().flat_map(|one| {
        one.runs.iter().map(|run| &run.middles).chain(one.parts.iter().map(|p| &p.middles))
    });
    let is_positive = middles.filter_map(|middles| middles.value(metric)).all(|value| value > 0.0);
    let number = move |middles: &Middles| {
        let value = middles.value(metric)?;
        Some(if is_positive { value.ln() } else { value })
    };
    (number, is_positive)
}

/// A pair in one metric, with the p-value of no difference as if it were the only pair.
fn pair(
    (one, other): (&ContenderSummary, &ContenderSummary),
    evidence: &BTreeMap<u32, Evidence>,
    metric: Metric,
) -> Option<(PairComparison, f64)> {
    let (a, b) = (evidence.get(&one.place)?, evidence.get(&other.place)?);
    let of_runs = || of_runs((one, a), (other, b), metric);
    let (difference, ratio, alike) = of_rounds(a, b, metric).or_else(of_runs)?;
    let (difference, ratio, alike) = match cost_difference((a, b), metric, difference) {
        Some(cost) => (cost.difference, cost.ratio.map(|ratio| (ratio, None)), cost.alike),
        None => (difference, ratio, alike),
    };
    let (shown_a, shown_b) = (one.middle(metric)?, other.middle(metric)?);
    let is_of_another_length = metric.grows_with_the_answer() && !are_as_long(one, other);
    let is_of_other_prompts =
        waits_for_the_prompt(metric) && !difference.like_for_like && !are_asked_as_much(one, other);
    // One's speed may be of reasoning that the other's leaves out.
    let is_of_another_text = matches!(metric, Metric::NeutralTps | Metric::DecodeTps)
        && one.text_of_speeds.and(other.text_of_speeds).is_mixed();
    // The shown and the paired difference must have the same sign.
    let agrees =
        (difference.estimate < 0.0) == (shown_a < shown_b) && shown_a.total_cmp(&shown_b).is_ne();
    let is_apart = difference.interval.is_some_and(|ci| !ci.contains(0.0));
    let is_better = (difference.estimate < 0.0) == (better(metric) == Better::Lower);
    let standing = match (alike, is_apart, agrees) {
        _ if is_of_another_length || is_of_other_prompts || is_of_another_text => {
            Standing::Incomparable
        }
        _ if !difference.is_tested => Standing::Untested,
        (true, ..) => Standing::Alike,
        (false, false, _) => Standing::Unsettled,
        (false, true, false) => Standing::Contradicted,
        (false, true, true) if is_better => Standing::Better,
        (false, true, true) => Standing::Worse,
    };
    let comparison = PairComparison {
        a: one.place,
        b: other.place,
        metric,
        standing,
        ratio: ratio.map(|(ratio, _)| ratio),
        ci: ratio.and_then(|(_, ci)| ci),
        n: difference.n,
        basis: difference.basis,
    };
    Some((comparison, difference.p))
}

/// A difference, the ratio with its interval where it is known, and whether the two are alike.
type Compared = (Difference, Option<(f64, Option<Interval>)>, bool);

/// Two contenders known by the rounds of one race alone, compared as that race compares its lanes; `None` for others.
fn of_rounds(a: &Evidence, b: &Evidence, metric: Metric) -> Option<Compared> {
    let found = of_one_race(a, b, metric)?;
    let PairOfRounds { ratio, ratio_ci, .. } = found.pair;
    Some((found.difference(), ratio.map(|ratio| (ratio, ratio_ci)), found.pair.is_alike()))
}

/// Two others, run by run.
fn of_runs(
    (one, a): (&ContenderSummary, &Evidence),
    (other, b): (&ContenderSummary, &Evidence),
    metric: Metric,
) -> Option<Compared> {
    let (number, positive) = number(&[a, b], metric);
    // Of a number whose own median has no interval, no difference is known either.
    let knows =
        |one: &ContenderSummary| one.summary(metric).is_none_or(|own| own.spread.ci.is_some());
    let difference = Difference::of(a, b, &number, DifferenceDetail::Interval)?
        .if_known(knows(one) && knows(other));
    let margin = if positive {
        TIE.ln_1p()
    } else {
        let size = |one: &ContenderSummary| one.middle(metric).map(f64::abs);
        TIE * size(one).zip(size(other)).map_or(0.0, |(a, b)| a.min(b))
    };
    let is_alike = difference.interval.is_some_and(|ci| ci.low >= -margin && ci.high <= margin);
    let as_ratio = |ci: Interval| Interval { low: ci.low.exp(), high: ci.high.exp() };
    let ratio = positive.then(|| (difference.estimate.exp(), difference.interval.map(as_ratio)));
    Some((difference, ratio, is_alike))
}

#[cfg(test)]
#[path = "verdicts_tests.rs"]
mod tests;
