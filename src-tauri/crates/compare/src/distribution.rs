//! Every sample of a number, and the share of samples at or below each.

use measure::{
    ALIKE_PROMPTS, Amount, Better, MEDIAN_FROM, Metric, Phrase, UncertaintyBudget,
    waits_for_the_prompt,
};
use serde::Serialize;

use crate::contender::ContenderSummary;
use crate::dependence::Dependence;
use crate::doubts::doubtful;
use crate::failures::failures_undrawn;
use crate::group::Group;
use crate::metric_summary::{MetricSummary, amount, better};
use crate::number_budgets::budget;
use crate::request::float;
use crate::wording::samples as say;

/// One contender's samples of a number.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Strip {
    /// Which contender.
    pub place: u32,
    /// Its sorted samples: the value, and the share of samples at or below it, 0 to 1. This is the empirical
    /// distribution function. Above 1,000 samples it is thinned evenly, keeping minimum and maximum, because no chart
    /// is wide enough for more.
    pub samples: Vec<(f64, f64)>,
    /// Their summary.
    pub summary: MetricSummary,
    /// How uncertain their typical value is; absent if nothing of it is known.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uncertainty: Option<UncertaintyBudget>,
}

/// The chart.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Distribution {
    /// Which number.
    pub metric: Metric,
    /// Contenders with samples of it.
    pub strips: Vec<Strip>,
    /// The result in one sentence.
    pub sentence: Phrase,
}

/// Computes the chart of one number.
pub(crate) fn distribution(groups: &[&Group<'_>], metric: Metric) -> Distribution {
    let strips: Vec<(&ContenderSummary, Strip)> = groups
        .iter()
        .filter_map(|group| {
            let of_runs = group.values_of_runs(metric);
            let mut values: Vec<f64> = of_runs.iter().map(|(_, value)| *value).collect();
            values.sort_by(f64::total_cmp);
            let summary = MetricSummary::of_dependent(of_runs, Dependence::of(&group.points))?;
            let n = float(values.len());
            let at = |rank: usize| Some((*values.get(rank)?, float(rank + 1) / n));
            let samples = ranks(values.len()).filter_map(at).collect();
            let one = &group.contender;
            let is_pooled = waits_for_the_prompt(metric) && !one.at_prompt_lengths.is_empty();
            let own =
                || budget(metric, &summary.spread, &group.good().collect::<Vec<_>>(), one.counted);
            let uncertainty = if is_pooled { None } else { own() };
            let strip = Strip { place: one.place, samples, summary, uncertainty };
            Some((&group.contender, strip))
        })
        .collect();
    let (said, spoken_of) = sentence(&strips, metric);
    let doubts = spoken_of.filter(|_| metric.is_timed()).map(|one| doubtful(&[one]));
    let drawn: Vec<&ContenderSummary> = strips.iter().map(|(one, _)| *one).collect();
    let failures = failures_undrawn(&drawn);
    let rest = doubts.into_iter().flatten().chain(failures);
    let sentence = Phrase::sentences([said].into_iter().chain(rest));
    Distribution { metric, strips: strips.into_iter().map(|(_, strip)| strip).collect(), sentence }
}

/// Maximum number of samples per contender.
const MOST_DRAWN: usize = 1_000;

/// Indices of the samples to draw: all, or evenly spaced from the first to the last.
fn ranks(all: usize) -> impl Iterator<Item = usize> {
    let drawn = all.min(MOST_DRAWN);
    (0..drawn).map(move |place| if all <= drawn { place } else { place * (all - 1) / (drawn - 1) })
}

/// A tail within this factor of the median counts as steady.
const STEADY: f64 = 1.1;

/// What the samples of a contender scatter from: their middle or, where a longer prompt makes them worse and prompts are of very
/// different lengths, the middle of those of the longest, because no request need be near that of all.
fn middle(one: &ContenderSummary, summary: &MetricSummary, metric: Metric) -> f64 {
    one.at_ends(metric).map_or(summary.middle, |[_, (_, longest)]| longest)
}

/// Names the contender with the longest tail in these requests, by the ratio of tail to median. One of several equal ones always has the
/// longest, so the sentence claims nothing beyond the requests, and says that nothing was tested. The worst of many is further away than the
/// worst of few, so that tails are compared where there are any, and otherwise the worst of as many samples.
/// Also returns of whom it speaks.
fn sentence<'a>(
    strips: &[(&'a ContenderSummary, Strip)],
    metric: Metric,
) -> (Phrase, Option<&'a ContenderSummary>) {
    let stretch = |one: &ContenderSummary, summary: &MetricSummary| {
        let (tail, is_worst) = match one.at_ends(metric) {
            // The tail of all may be shorter than what the longest prompts usually take.
            Some(_) => (summary.spread.max, true),
            None => summary.tail(better(metric)),
        };
        let middle = middle(one, summary, metric);
        let ratio = if tail > middle { tail / middle } else { middle / tail };
        (ratio, tail, is_worst)
    };
    let stretched = strips.iter().map(|(one, strip)| (*one, strip, stretch(one, &strip.summary)));
    let stretched: Vec<_> = stretched.filter(|(.., (ratio, ..))| ratio.is_finite()).collect();
    if !stretched.is_empty() && stretched.iter().all(|(_, strip, _)| strip.summary.spread.n == 1) {
        return (say::one_each(metric), None);
    }
    let is_tail = |(_, _, (.., is_worst)): &(_, _, (f64, f64, bool))| !is_worst;
    let has_tail = stretched.iter().any(is_tail);
    let number = |(_, strip, _): &(_, &Strip, _)| strip.summary.spread.n;
    let most = stretched.iter().map(number).max();
    let is_fair =
        |one: &&(_, _, _)| if has_tail { is_tail(one) } else { Some(number(one)) == most };
    let compared = stretched.iter().filter(is_fair).count();
    let all = stretched.len();
    let stretched = stretched.into_iter().filter(|one| is_fair(&one));
    let Some((one, strip, (ratio, tail, is_worst))) =
        stretched.max_by(|(.., a), (.., b)| a.0.total_cmp(&b.0))
    else {
        return (say::unknown(metric), None);
    };
    let middle = amount(metric, middle(one, &strip.summary, metric));
    let tail = amount(metric, tail);
    if ratio < STEADY {
        let name = one.name.clone();
        let strays = if compared < all { say::no_known_strays } else { say::none_strays };
        return (strays(metric, name, tail, middle), Some(one));
    }
    let tail = match (is_worst, better(metric)) {
        (true, _) => say::its_worst(tail),
        (false, Better::Higher) => say::its_p5(tail),
        (false, Better::Lower) => say::its_p95(tail),
    };
    let longest = one.at_ends(metric).and(one.at_prompt_lengths.last());
    let from = match longest {
        Some(longest) if longest.n >= MEDIAN_FROM => say::its_median_at_longest,
        Some(_) => say::its_mean_at_longest,
        None if strip.summary.spread.p50.is_some() => say::its_median,
        None => say::its_mean,
    };
    let from = from(Amount::times(ratio), middle);
    let most = match compared {
        1 => None,
        _ if compared < all && has_tail => Some(say::most_of_enough()),
        _ if compared < all => Some(say::most_of_as_many()),
        _ => Some(say::most()),
    };
    // What a longer prompt makes worse scatters by the prompts as well.
    let prompts = one
        .prompt_lengths()
        .filter(|(least, most)| waits_for_the_prompt(metric) && *most > ALIKE_PROMPTS * least);
    let over = prompts.map(|(least, most)| say::over_prompts(least.into(), most.into()));
    let n = Amount::digits(strip.summary.spread.n.into(), 0);
    (say::scatters(one.name.clone(), metric, most, over, tail, from, n), Some(one))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{gathered, is, rounds};
    use crate::request::{MeasuredRequest, Outcome};

    #[test]
    fn every_good_sample_is_shown_with_its_share() {
        let mut points =
            rounds("a", &[300.0, 100.0, 200.0, 1_000.0], |point, ms| point.ttft_ms = Some(ms));
        points[1].outcome = Outcome::Failed;
        let groups = gathered(&points);
        let chart = distribution(&groups.iter().collect::<Vec<_>>(), Metric::TtftMs);
        let strip = chart.strips.first().expect("it has samples");
        let expected = [(200.0, 1.0 / 3.0), (300.0, 2.0 / 3.0), (1_000.0, 1.0)];
        assert_eq!(strip.samples.len(), 3, "the failed one is not among them");
        for (seen, expected) in strip.samples.iter().zip(expected) {
            assert!(is(seen.0, expected.0) && is(seen.1, expected.1), "{seen:?}");
        }
    }

    #[test]
    fn who_failed_is_told_beside_nobody_strayed() {
        let mut points = rounds("a", &[100.0; 12], |point, ms| point.ttft_ms = Some(ms));
        for one in &mut points[..4] {
            (one.outcome, one.ttft_ms) = (Outcome::Failed, None);
        }
        let groups = gathered(&points);
        let said = distribution(&groups.iter().collect::<Vec<_>>(), Metric::TtftMs).sentence;
        let said = said.to_string();
        assert!(said.starts_with("Nobody’s time to first token strayed"), "{said}");
        assert!(
            said.ends_with("These are answered requests alone: a failed in 4 of 12 requests."),
            "a third had none: {said}"
        );
    }

    #[test]
    fn of_very_many_samples_a_thousand_are_drawn_from_the_least_to_the_most() {
        let all: Vec<usize> = ranks(1_000_000).collect();
        assert_eq!((all.len(), all[0], all[999]), (1_000, 0, 999_999), "both ends are there");
        assert!(all.windows(2).all(|pair| pair[0] < pair[1]), "and none twice");
        assert_eq!(ranks(3).collect::<Vec<_>>(), [0, 1, 2], "few are all drawn");
        assert_eq!(ranks(0).count(), 0, "none are none");
    }

    #[test]
    fn one_sample_says_nothing_of_scatter() {
        let points = [rounds("a", &[()], |_, ()| {}), rounds("b", &[()], |_, ()| {})].concat();
        let groups = gathered(&points);
        let of = |n: usize| {
            distribution(&groups.iter().take(n).collect::<Vec<_>>(), Metric::TtftMs).sentence
        };
        let said = "How far the time to first token scatters is not known from one sample of each.";
        assert_eq!([of(1), of(2)].map(|one| one.to_string()), [said, said], "nor that it does not");
    }

    #[test]
    fn a_small_scatter_is_called_steady() {
        let points = rounds("a", &[100.0, 101.0, 102.0, 103.0, 104.0], |p, ms| {
            p.ttft_ms = Some(ms);
        });
        let groups = gathered(&points);
        let answer =
            distribution(&groups.iter().collect::<Vec<_>>(), Metric::TtftMs).sentence.to_string();
        assert!(
            answer.starts_with("Nobody’s time to first token strayed in these requests"),
            "2 % is little: {answer}"
        );
    }

    #[test]
    fn the_worst_of_few_is_not_compared_with_the_p95_of_many() {
        let few =
            rounds("few", &[200.0, 200.0, 200.0, 200.0, 1_600.0], |p, ms| p.ttft_ms = Some(ms));
        let slow = |n: u32| if n.is_multiple_of(10) { 300.0 } else { 100.0 };
        let many: Vec<f64> = (0..40).map(slow).collect();
        let points = [few, rounds("many", &many, |p, ms| p.ttft_ms = Some(ms))].concat();
        let groups = gathered(&points);
        let said =
            distribution(&groups.iter().collect::<Vec<_>>(), Metric::TtftMs).sentence.to_string();
        assert!(
            said.starts_with("many’s time to first token scattered: its p95 is 0.30 s"),
            "{said}"
        );
    }

    #[test]
    fn a_scatter_over_prompts_of_different_lengths_says_so() {
        let short = [100.0; 4].map(|ms| (ms, 1_000.0));
        let of = |long: &[f64]| {
            let long = long.iter().map(|ms| (*ms, 8_000.0));
            let all: Vec<(f64, f64)> = short.into_iter().chain(long).collect();
            rounds("a", &all, |p, (ms, tokens)| {
                (p.ttft_ms, p.in_tokens) = (Some(ms), Some(tokens));
            })
        };
        let said = |points: &[MeasuredRequest], metric| {
            let groups = gathered(points);
            distribution(&groups.iter().collect::<Vec<_>>(), metric).sentence.to_string()
        };
        let points = of(&[800.0, 800.0, 800.0, 800.0, 1_600.0]);
        assert_eq!(
            said(&points, Metric::TtftMs),
            "a’s time to first token scattered over prompts of 1,000 to 8,000 tokens: its worst is 1.60 s, 2.0× from its median of 0.80 s at its longest prompts (n = 9).",
            "a longer prompt waits longer, and no request took the median of all"
        );
        let few = said(&of(&[600.0, 1_200.0]), Metric::TtftMs);
        assert!(few.contains("from its mean of 0.90 s at its longest prompts"), "{few}");
        let steady = said(&of(&[800.0; 5]), Metric::TtftMs);
        assert!(steady.starts_with("Nobody’s time to first token strayed"), "{steady}");
        let speed = said(&points, Metric::DecodeTps);
        assert!(!speed.contains("over prompts"), "a speed is not of the prompt: {speed}");
    }

    #[test]
    fn the_sentence_names_whose_tail_is_longest() {
        let mut points =
            rounds("a", &[100.0, 100.0, 100.0, 100.0, 110.0], |p, ms| p.ttft_ms = Some(ms));
        points.extend(rounds("b", &[200.0, 200.0, 200.0, 200.0, 800.0], |p, ms| {
            p.ttft_ms = Some(ms);
        }));
        let groups = gathered(&points);
        let all: Vec<_> = groups.iter().collect();
        assert_eq!(
            distribution(&all, Metric::TtftMs).sentence.to_string(),
            "b’s time to first token scattered most in these requests (not tested): its worst is 0.80 s, 4.0× from its median of 0.20 s (n = 5).",
            "four times its own median"
        );
        points[9].warnings = [measure::Warning::ClientLimited].into_iter().collect();
        let groups = gathered(&points);
        let all: Vec<_> = groups.iter().collect();
        let of = |metric| distribution(&all, metric).sentence.to_string();
        let warned = "Requests of b have warnings: client-limited in 1 of 5.";
        assert!(of(Metric::TtftMs).ends_with(warned), "it may be this machine that strayed");
        assert!(!of(Metric::CostUsd).contains("warnings"), "which changes no cost");
        for point in &mut points {
            point.cost_usd = None;
        }
        let groups = gathered(&points);
        let answer = distribution(&groups.iter().collect::<Vec<_>>(), Metric::CostUsd);
        assert_eq!(answer.sentence.to_string(), "No cost is known.", "unknown is said so");
        assert!(answer.strips.is_empty(), "and not drawn as nothing");
    }
}
