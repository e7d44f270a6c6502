//! Hedging: what sending each request to two contenders and keeping the first would have gained, from the existing
//! samples.
//!
//! The request goes to both, and the one with the first token is kept to its end; if one fails, the other is kept. Both
//! are charged in full, which is the upper bound: the loser is stopped early, and not every provider bills a stopped
//! request.

use std::collections::HashMap;

use measure::{MEDIAN_FROM, format, is_tie, percentile};
use serde::Serialize;

use crate::contender::{ContenderSummary, Group};
use crate::request::{MeasuredRequest, Outcome, float, small};

/// Maximum number of requests of each side that are paired with all of the other's.
const MOST: usize = 300;
/// Minimum number of samples for a p95.
const TAIL: usize = 20;
/// Minimum number of common rounds; below it all pairs are used.
const LEAST_ROUNDS: usize = MEDIAN_FROM as usize;

/// The outcome of one strategy. Times are in milliseconds; failed requests count in `failed` and in no time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, specta::Type)]
pub struct HedgeOutcome {
    /// Share of the requests that failed, 0 to 1.
    pub failed: f64,
    /// Median time to first token; absent below five samples.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttft_p50_ms: Option<f64>,
    /// p95 TTFT; absent below twenty samples.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttft_p95_ms: Option<f64>,
    /// Median latency; absent below five samples.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_p50_ms: Option<f64>,
    /// p95 latency; absent below twenty samples.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_p95_ms: Option<f64>,
    /// Mean cost of a request, in dollars; absent if a cost is unknown.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usd: Option<f64>,
}

/// Two contenders, alone and together.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Hedge {
    /// The contender with the better tail alone.
    pub one: u32,
    /// The other.
    pub other: u32,
    /// Whether requests are paired by common rounds. Otherwise each request of one is paired with each of the other,
    /// which assumes that nothing slows both at once.
    pub paired: bool,
    /// Number of common rounds, or of requests of the side that has fewer.
    pub n: u32,
    /// The first contender alone.
    pub one_alone: HedgeOutcome,
    /// The other contender alone.
    pub other_alone: HedgeOutcome,
    /// Both, keeping the first.
    pub together: HedgeOutcome,
    /// How much sooner the first token arrives than with the first contender alone: at p95 or, if that is absent, at
    /// the median.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sooner_ms: Option<f64>,
    /// Whether there is a gain: more than 2 % sooner, or fewer failures.
    pub buys: bool,
    /// The result in one sentence.
    pub sentence: String,
}

/// Two requests that are treated as one hedged request.
type Pair<'a> = (&'a MeasuredRequest, &'a MeasuredRequest);

/// Computes the hedge of two contenders; `None` if they never ran under the same load, have too few requests, or one of
/// them never produced text.
pub(crate) fn hedge(a: &Group<'_>, b: &Group<'_>) -> Option<Hedge> {
    if a.contender.load != b.contender.load {
        return None;
    }
    // A contender without any text can never be first.
    if a.contender.ttft_ms.is_none() || b.contender.ttft_ms.is_none() {
        return None;
    }
    let rounds = rounds_together(a, b);
    let paired = rounds.len() >= LEAST_ROUNDS;
    let (pairs, n) = if paired {
        let n = rounds.len();
        (rounds, n)
    } else {
        (all_pairs(a, b), a.points.len().min(b.points.len()))
    };
    if n < LEAST_ROUNDS {
        return None;
    }
    let alone_a = outcome_of(pairs.iter().map(|(a, _)| attempt(a)), n);
    let alone_b = outcome_of(pairs.iter().map(|(_, b)| attempt(b)), n);
    let together = outcome_of(pairs.iter().map(first), n);
    let tail = |outcome_of: &HedgeOutcome| {
        outcome_of.ttft_p95_ms.or(outcome_of.ttft_p50_ms).unwrap_or(f64::INFINITY)
    };
    let a_leads = tail(&alone_a) <= tail(&alone_b);
    let (one, other) = if a_leads { (a, b) } else { (b, a) };
    let (one_alone, other_alone) = if a_leads { (alone_a, alone_b) } else { (alone_b, alone_a) };
    let sooner = |of: fn(&HedgeOutcome) -> Option<f64>| Some(of(&one_alone)? - of(&together)?);
    let sooner_ms = sooner(|o| o.ttft_p95_ms).or_else(|| sooner(|o| o.ttft_p50_ms));
    let mut hedge = Hedge {
        one: one.contender.place,
        other: other.contender.place,
        paired,
        n: small(n),
        one_alone,
        other_alone,
        together,
        sooner_ms,
        buys: false,
        sentence: String::new(),
    };
    let alone = tail(&hedge.one_alone);
    hedge.buys = sooner_ms.is_some_and(|ms| is_bought(alone, alone - ms))
        || hedge.together.failed < hedge.one_alone.failed;
    hedge.sentence = sentence(&hedge, &one.contender, &other.contender);
    Some(hedge)
}

/// Every pair of contenders, largest gain first.
pub(crate) fn hedges(groups: &[&Group<'_>]) -> Vec<Hedge> {
    let pairs = groups
        .iter()
        .enumerate()
        .flat_map(|(index, a)| groups.iter().skip(index + 1).filter_map(move |b| hedge(a, b)));
    let mut hedges: Vec<Hedge> = pairs.collect();
    let gain = |hedge: &Hedge| hedge.sooner_ms.unwrap_or(f64::NEG_INFINITY);
    hedges.sort_by(|a, b| gain(b).total_cmp(&gain(a)));
    hedges
}

/// Pairs of requests that were sent at the same start gun.
fn rounds_together<'a>(a: &Group<'a>, b: &Group<'a>) -> Vec<Pair<'a>> {
    let of_b: HashMap<(&str, u32), &MeasuredRequest> = b
        .points
        .iter()
        .filter(|point| point.raced)
        .map(|point| ((point.run.as_str(), point.round), *point))
        .collect();
    a.points
        .iter()
        .filter(|point| point.raced)
        .filter_map(|point| Some((*point, *of_b.get(&(point.run.as_str(), point.round))?)))
        .collect()
}

/// Whether the time together is shorter than the time alone by more than a tie.
fn is_bought(alone: f64, together: f64) -> bool {
    together < alone && !is_tie(alone, together)
}

fn all_pairs<'a>(a: &Group<'a>, b: &Group<'a>) -> Vec<Pair<'a>> {
    let spaced = |points: &[&'a MeasuredRequest]| {
        points.iter().copied().step_by(points.len().div_ceil(MOST).max(1)).collect::<Vec<_>>()
    };
    let of_b = spaced(&b.points);
    spaced(&a.points).iter().flat_map(|a| of_b.iter().map(|b| (*a, *b))).collect()
}

/// The outcome of one request: TTFT and latency unless it failed, and its cost if known.
#[derive(Clone, Copy)]
struct Attempt {
    times: Option<(f64, Option<f64>)>,
    usd: Option<f64>,
    failed: bool,
}

fn attempt(point: &MeasuredRequest) -> Attempt {
    let failed = point.outcome == Outcome::Failed;
    let times = point.ttft_ms.filter(|_| !failed).map(|ttft| (ttft, point.latency_ms));
    // A refused request has no cost.
    let usd = point.cost_usd.or(failed.then_some(0.0));
    Attempt { times, usd, failed }
}

/// The one with the first token is kept. One that ended without text cannot be first.
fn first((a, b): &Pair<'_>) -> Attempt {
    let (a, b) = (attempt(a), attempt(b));
    let times = match (a.times, b.times) {
        (Some(x), Some(y)) => Some(if x.0 <= y.0 { x } else { y }),
        (x, y) => x.or(y),
    };
    Attempt { times, usd: a.usd.zip(b.usd).map(|(a, b)| a + b), failed: a.failed && b.failed }
}

/// Summarises outcomes. `n` is the number of independent requests behind them, because the pairs are not independent
/// samples.
fn outcome_of(all: impl Iterator<Item = Attempt>, n: usize) -> HedgeOutcome {
    let all: Vec<Attempt> = all.collect();
    let sorted = |of: fn(&Attempt) -> Option<f64>| {
        let mut values: Vec<f64> = all.iter().filter_map(of).collect();
        values.sort_by(f64::total_cmp);
        values
    };
    let ttft = sorted(|attempt| attempt.times.map(|(ttft, _)| ttft));
    let latency = sorted(|attempt| attempt.times.and_then(|(_, latency)| latency));
    let at = |values: &[f64], p: f64, least: usize| {
        (n.min(values.len()) >= least).then(|| percentile(values, p)).flatten()
    };
    let usd: Option<Vec<f64>> = all.iter().map(|attempt| attempt.usd).collect();
    let failed = all.iter().filter(|attempt| attempt.failed).count();
    HedgeOutcome {
        failed: float(failed) / float(all.len().max(1)),
        ttft_p50_ms: at(&ttft, 0.5, LEAST_ROUNDS),
        ttft_p95_ms: at(&ttft, 0.95, TAIL),
        latency_p50_ms: at(&latency, 0.5, LEAST_ROUNDS),
        latency_p95_ms: at(&latency, 0.95, TAIL),
        usd: usd
            .filter(|usd| !usd.is_empty())
            .map(|usd| usd.iter().sum::<f64>() / float(usd.len())),
    }
}

fn sentence(hedge: &Hedge, one: &ContenderSummary, other: &ContenderSummary) -> String {
    let basis = if hedge.paired {
        format!("In {} together", format::several(hedge.n as usize, "round"))
    } else {
        "With every combination of their requests".to_owned()
    };
    let at =
        |of: fn(&HedgeOutcome) -> Option<f64>| Some((of(&hedge.one_alone)?, of(&hedge.together)?));
    let (what, times) = match at(|o| o.ttft_p95_ms) {
        Some(times) => ("p95", Some(times)),
        None => ("median", at(|o| o.ttft_p50_ms)),
    };
    let Some((alone, together)) = times else {
        return format!("{basis}, there are too few first tokens to tell.");
    };
    let bought = if is_bought(alone, together) {
        format!(
            "{} beside {} changes the {what} TTFT from {} to {}",
            other.name,
            one.name,
            format::seconds(alone),
            format::seconds(together)
        )
    } else {
        format!("{} beside {} does not reduce the {what} TTFT", other.name, one.name)
    };
    let cost = hedge.one_alone.usd.zip(hedge.together.usd).filter(|(alone, _)| *alone > 0.0);
    let paid = match cost {
        Some((alone, both)) => format!(
            ", at a cost of at most {} instead of {} a request ({})",
            format::dollars(both),
            format::dollars(alone),
            format::times(both / alone)
        ),
        None => "; the cost is unknown".to_owned(),
    };
    let failed = if hedge.one_alone.failed > 0.0 {
        format!(
            ". {} of requests fail instead of {}",
            format::percent(hedge.together.failed),
            format::percent(hedge.one_alone.failed)
        )
    } else {
        String::new()
    };
    format!("{basis}, {bought}{paid}{failed}.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{gathered, is, rounds};

    fn raced(provider: &str, run: &str, ttft: &[f64], usd: f64) -> Vec<MeasuredRequest> {
        rounds(provider, ttft, |point, ms| {
            point.run = run.to_owned();
            point.ttft_ms = Some(ms);
            point.latency_ms = Some(ms + 1_000.0);
            point.cost_usd = Some(usd);
        })
    }

    fn of(points: &[MeasuredRequest]) -> Option<Hedge> {
        let groups = gathered(points);
        hedge(groups.first()?, groups.get(1)?)
    }

    #[test]
    fn whoever_speaks_first_in_a_round_is_kept_and_both_are_paid() {
        let a = raced("a", "1", &[100.0, 900.0, 100.0, 900.0, 100.0], 0.001);
        let b = raced("b", "1", &[500.0, 200.0, 500.0, 200.0, 500.0], 0.003);
        let answer = of(&[a, b].concat()).expect("five rounds");
        assert!(answer.paired && answer.n == 5, "they were raced together");
        assert_eq!((answer.one, answer.other), (0, 1), "a has the better median");
        assert_eq!(answer.together.ttft_p50_ms, Some(100.0), "of 100, 200, 100, 200 and 100");
        assert_eq!(answer.together.latency_p50_ms, Some(1_100.0), "of the one that was kept");
        assert_eq!(answer.together.ttft_p95_ms, None, "five rounds carry no p95");
        assert!(answer.together.usd.is_some_and(|usd| is(usd, 0.004)), "both in full");
        assert_eq!(
            (answer.sooner_ms, answer.buys),
            (Some(0.0), false),
            "at the median nothing is bought"
        );
    }

    #[test]
    fn a_tail_of_one_is_covered_by_the_other() {
        let slow_now_and_then = |index: u32| if index.is_multiple_of(10) { 3_000.0 } else { 100.0 };
        let a: Vec<f64> = (0..40).map(slow_now_and_then).collect();
        let a = raced("a", "1", &a, 0.001);
        let b = raced("b", "1", &[300.0; 40], 0.001);
        let answer = of(&[a, b].concat()).expect("forty rounds");
        assert_eq!((answer.one, answer.other), (1, 0), "b's p95 is the better one");
        assert_eq!(answer.together.ttft_p95_ms, Some(300.0), "each 3,000 is a 300");
        assert_eq!(answer.together.ttft_p50_ms, Some(100.0), "and the others are 100");
        let swapped = raced("c", "1", &[3_200.0; 40], 0.001);
        let answer = of(&[raced("b", "1", &[300.0; 40], 0.001), swapped].concat()).expect("forty");
        assert!(
            answer
                .sentence
                .starts_with("In 40 rounds together, c beside b does not reduce the p95"),
            "{}",
            answer.sentence
        );
    }

    #[test]
    fn where_one_fails_the_other_answers() {
        let mut a = raced("a", "1", &[100.0; 10], 0.001);
        a[0].outcome = Outcome::Failed;
        a[0].cost_usd = None;
        let answer = of(&[a, raced("b", "1", &[300.0; 10], 0.001)].concat()).expect("ten rounds");
        assert!(answer.buys, "fewer failures are worth something");
        assert!(is(answer.one_alone.failed, 0.1) && is(answer.together.failed, 0.0), "one of ten");
        assert!(answer.together.usd.is_some_and(|usd| is(usd, 0.0019)), "nothing for the failure");
        assert!(
            answer.sentence.ends_with("0 % of requests fail instead of 10 %."),
            "{}",
            answer.sentence
        );
    }

    #[test]
    fn those_who_were_never_raced_together_are_paired_each_with_each() {
        let a = raced("a", "1", &[100.0, 200.0, 300.0, 400.0, 500.0], 0.001);
        let b = raced("b", "2", &[150.0, 250.0, 350.0, 450.0, 550.0], 0.001);
        let answer = of(&[a, b].concat()).expect("five of each");
        assert!(!answer.paired, "another run");
        // Of the 25 pairs the first is 100 in 5, 150 in 4, 200 in 4, 250 in 3, 300 in 3, then 350, 400, 450 and 500.
        assert_eq!(answer.together.ttft_p50_ms, Some(200.0), "the thirteenth of 25");
        assert_eq!(
            answer.together.ttft_p95_ms, None,
            "25 pairs of five requests are five requests"
        );
        assert!(answer.sentence.starts_with("With every combination of their"), "it says so");
    }

    #[test]
    fn too_few_or_another_load_are_no_basis() {
        let few = [raced("a", "1", &[1.0; 4], 0.1), raced("b", "1", &[1.0; 4], 0.1)].concat();
        assert_eq!(of(&few), None, "four rounds");
        let mut loaded = raced("b", "1", &[1.0; 9], 0.1);
        for point in &mut loaded {
            point.load = crate::LoadLevel::InFlight(8);
        }
        assert_eq!(of(&[raced("a", "1", &[1.0; 9], 0.1), loaded].concat()), None, "eight at once");
    }

    #[test]
    fn the_pair_that_buys_most_comes_first() {
        let all = [
            raced("a", "1", &[900.0; 5], 0.1),
            raced("b", "1", &[900.0, 100.0, 900.0, 100.0, 900.0], 0.1),
            raced("c", "1", &[900.0, 900.0, 100.0, 900.0, 100.0], 0.1),
        ]
        .concat();
        let groups = gathered(&all);
        let hedges = hedges(&groups.iter().collect::<Vec<_>>());
        assert_eq!(hedges.len(), 3, "three pairs");
        let first = hedges.first().expect("there are three");
        assert_eq!((first.one, first.other), (1, 2), "b and c cover four rounds of five");
    }
}
