use measure::{BestComparison, SplitMix64, Stopping, Verdict};

use super::*;
use crate::fixtures::{gathered, is, rounds, settled, sixteen};
use crate::predicted_standing::RestsOn;
use crate::request::MeasuredRequest;

/// A race of equal contenders; every metric has its own luck.
fn equal(contenders: usize, n: usize, random: &mut SplitMix64) -> Vec<MeasuredRequest> {
    let met: Vec<f64> = (0..n).map(|_| 0.5 * random.normal()).collect();
    (0..contenders)
        .flat_map(|at| {
            let drawn: Vec<[f64; 4]> = met
                .iter()
                .map(|met| [*met, *met, *met, 0.0].map(|met| (met + 0.2 * random.normal()).exp()))
                .collect();
            rounds(&format!("c{at}"), &drawn, |one, [ttft, tps, latency, usd]| {
                one.ttft_ms = Some(300.0 * ttft);
                one.ttfat_ms = one.ttft_ms;
                one.decode_tps = Some(100.0 * tps);
                one.latency_ms = Some(1_300.0 * latency);
                one.cost_usd = Some(0.001 * usd);
            })
        })
        .collect()
}

#[test]
fn among_equals_a_verdict_in_any_one_metric_is_rare() {
    let mut random = SplitMix64::new(3);
    for (contenders, n) in [(2, 10), (4, 14)] {
        let mut wrong = BTreeMap::new();
        for _ in 0..40 {
            let requests = equal(contenders, n, &mut random);
            let pairs = settled(&gathered(&requests)).pairs();
            for metric in MEASURED {
                let said = pairs
                    .iter()
                    .filter(|pair| pair.metric == metric)
                    .any(|pair| matches!(pair.standing, Standing::Better | Standing::Worse));
                *wrong.entry(metric.definition().id).or_insert(0) += u32::from(said);
            }
        }
        let all: u32 = wrong.values().sum();
        assert!(all <= 15, "5.5 % of 160 and two deviations: {wrong:?} among {contenders} at {n}");
    }
}

#[test]
fn a_clear_difference_is_found_in_either_order() {
    let points = [sixteen("a", 200.0, 100.0, (1.0, 1.0)), sixteen("b", 300.0, 100.0, (1.0, 1.0))];
    let verdicts = settled(&gathered(&points.concat()));
    assert_eq!(verdicts.standing(0, 1, Metric::TtftMs), Standing::Better, "a speaks first");
    assert_eq!(verdicts.standing(1, 0, Metric::TtftMs), Standing::Worse, "the other way round");
    assert_eq!(verdicts.standing(0, 1, Metric::DecodeTps), Standing::Alike, "as fast");
    let ttft = verdicts.pairs().into_iter().find(|pair| pair.metric == Metric::TtftMs);
    let ttft = ttft.expect("both have one");
    assert!(ttft.ratio.is_some_and(|ratio| is(ratio, 2.0 / 3.0)), "two thirds of the time");
    assert_eq!((ttft.n, ttft.basis), (16, Basis::Rounds), "sixteen rounds of one race");
}

#[test]
fn alike_is_shown_and_not_presumed() {
    let near = |by: f64, scatter: f64| {
        let values: Vec<f64> =
            (0..20).map(|at| 1.0 + scatter * (f64::from(at % 5) - 2.0)).collect();
        let a = rounds("a", &values, |one, of| one.ttft_ms = Some(300.0 * of));
        let reversed: Vec<f64> = values.iter().rev().copied().collect();
        let b = rounds("b", &reversed, |one, of| one.ttft_ms = Some(300.0 * by * of));
        settled(&gathered(&[a, b].concat())).standing(0, 1, Metric::TtftMs)
    };
    assert_eq!(near(1.005, 0.001), Standing::Alike, "surely less than 2 % apart");
    assert_eq!(near(1.005, 0.1), Standing::Unsettled, "it may be 5 %");
    assert_eq!(near(1.1, 0.001), Standing::Worse.reversed(), "a is 9 % faster");
}

#[test]
fn a_metric_that_can_be_zero_is_compared_by_difference() {
    let free = sixteen("a", 200.0, 100.0, (0.0, 0.0));
    let paid = sixteen("b", 200.0, 100.0, (1.0, 1.0));
    let verdicts = settled(&gathered(&[free.clone(), paid].concat()));
    assert_eq!(verdicts.standing(0, 1, Metric::CostUsd), Standing::Better, "nothing is less");
    let pair = verdicts.pairs().into_iter().find(|pair| pair.metric == Metric::CostUsd);
    assert_eq!(pair.and_then(|pair| pair.ratio), None, "which is no factor");
    let mut other = free.clone();
    for one in &mut other {
        one.provider = "c".to_owned();
        one.label = "c".to_owned();
    }
    let verdicts = settled(&gathered(&[free, other].concat()));
    assert_eq!(verdicts.standing(0, 1, Metric::CostUsd), Standing::Alike, "both cost nothing");
}

#[test]
fn five_rounds_settle_nothing() {
    let points = [
        crate::fixtures::five("a", 200.0, 100.0, (1.0, 1.0)),
        crate::fixtures::five("b", 900.0, 100.0, (1.0, 1.0)),
    ];
    let verdicts = settled(&gathered(&points.concat()));
    assert_eq!(
        verdicts.standing(0, 1, Metric::TtftMs),
        Standing::Untested,
        "five of five are chance in 6 %"
    );
    assert_eq!(
        verdicts.basis().map(|said| said.to_string()).as_deref(),
        Some("from one run each: how much runs differ is unknown"),
        "said so"
    );
}

#[test]
fn five_contenders_that_differ_in_each_of_eight_rounds_differ_significantly() {
    let mut random = SplitMix64::new(6);
    let truths = [(600.0, 2_101.0), (150.0, 300.0), (250.0, 120.0), (900.0, 60.0), (400.0, 40.0)];
    let all: Vec<Vec<MeasuredRequest>> = truths
        .iter()
        .zip(["a", "b", "c", "d", "e"])
        .map(|((ttft, tps), name)| {
            let drawn: Vec<[f64; 2]> =
                (0..8).map(|_| [0, 1].map(|_| (0.05 * random.normal()).exp())).collect();
            rounds(name, &drawn, |one, [of_ttft, of_tps]| {
                one.ttft_ms = Some(ttft * of_ttft);
                one.ttfat_ms = one.ttft_ms;
                one.decode_tps = Some(tps * of_tps);
                one.latency_ms = Some(ttft * of_ttft + 1e5 / (tps * of_tps));
            })
        })
        .collect();
    let verdicts = settled(&gathered(&all.concat()));
    for (fast, slow) in [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)] {
        let standing = verdicts.standing(fast, slow, Metric::DecodeTps);
        assert_eq!(standing, Standing::Better, "{fast} is 1.5 times as fast as {slow} or more");
    }
    let model = |_: u32, middles: &Middles| Some(middles.ttft_ms? + 1e5 / middles.decode_tps?);
    let predicted = verdicts.predicted((0, 4), ((650.0, 2_900.0), RestsOn::Times), &model);
    assert_eq!(predicted, Standing::Better, "and so is what follows from both");
}

#[test]
fn a_price_does_not_let_a_time_be_predicted_to_differ() {
    // Equal in time: the second is slower in each of eight rounds at one length only by chance.
    let mut random = SplitMix64::new(9);
    let mut one = |name: &str, usd: f64| {
        let drawn: Vec<f64> = (0..8).map(|_| (0.05 * random.normal()).exp()).collect();
        rounds(name, &drawn, |one, of_ttft| {
            one.ttft_ms = Some(300.0 * of_ttft);
            one.ttfat_ms = one.ttft_ms;
            one.cost_usd = Some(usd);
        })
    };
    let all = [one("a", 0.001), one("b", 0.01)].concat();
    let verdicts = settled(&gathered(&all));
    assert_eq!(verdicts.standing(0, 1, Metric::CostUsd), Standing::Better, "a tenth of the price");
    assert_eq!(verdicts.standing(0, 1, Metric::TtftMs), Standing::Unsettled, "and no sooner");
    let by_place = |place: u32, _: &Middles| Some(100.0 + f64::from(place));
    let predicted = |rests_on| verdicts.predicted((0, 1), ((100.0, 101.0), rests_on), &by_place);
    assert_eq!(predicted(RestsOn::Times), Standing::Unsettled, "so it is not said to be faster");
    assert_eq!(predicted(RestsOn::Any(&[Metric::TtftMs])), Standing::Unsettled, "nor better");
    assert_eq!(predicted(RestsOn::Any(&[Metric::CostUsd])), Standing::Better, "but by its price");
}

#[test]
fn latencies_of_answers_of_different_lengths_settle_nothing() {
    let of = |name: &str, tokens: f64| {
        rounds(name, &[(); 16], |one, ()| {
            one.out_tokens = Some(tokens);
            one.latency_ms = Some(200.0 + 10.0 * tokens);
        })
    };
    let standing = |tokens: f64| {
        let all = [of("a", 80.0), of("b", tokens)].concat();
        settled(&gathered(&all)).standing(1, 0, Metric::LatencyMs)
    };
    assert_eq!(standing(12.0), Standing::Incomparable, "who writes less is not faster");
    assert_eq!(standing(74.0), Standing::Better, "8 % longer is about the same");
}

/// Runs of so many equal requests each, at these levels.
fn runs(provider: &str, of: usize, levels: &[f64]) -> Vec<MeasuredRequest> {
    let numbered = levels.iter().zip(0_i64..);
    let run = |(level, at): (&f64, i64)| {
        let spread: Vec<f64> = (0_i32..).map(|one| f64::from(one % 3 - 1)).take(of).collect();
        rounds(provider, &spread, |one, step| {
            one.run = format!("{provider}-{at}");
            one.at_s += 3_600 * at;
            one.ttft_ms = Some(level * (1.0 + 0.01 * step));
        })
    };
    numbered.flat_map(run).collect()
}

#[test]
fn one_run_of_few_requests_is_not_judged_by_the_steadiness_of_others() {
    let steady = runs("steady", 9, &[100.0, 101.0, 99.0, 100.0]);
    let ttft = |other: Vec<MeasuredRequest>| {
        let verdicts = settled(&gathered(&[other, steady.clone()].concat()));
        verdicts.standing(0, 1, Metric::TtftMs)
    };
    assert_eq!(ttft(runs("one", 1, &[70.0])), Standing::Untested, "one request says nothing");
    assert_eq!(ttft(runs("one", 3, &[70.0])), Standing::Untested, "nor do three");
    assert_eq!(ttft(runs("one", 9, &[70.0])), Standing::Better, "nine do, of a steady one");
    let wild: Vec<f64> = (0..9).map(|step| 70.0 * 1.6_f64.powi(step % 3 - 1)).collect();
    let wild = rounds("wild", &wild, |one, ms| {
        (one.run, one.ttft_ms) = ("wild-0".to_owned(), Some(ms));
    });
    assert_eq!(ttft(wild), Standing::Unsettled, "and not of one that scatters by 60 %");
}

#[test]
fn who_was_asked_a_longer_prompt_is_not_slower() {
    let asked = |provider: &str, prompt: &str, tokens: f64, ttft: f64| {
        let mut own = sixteen(provider, ttft, 100.0, (1.0, 1.0));
        for one in &mut own {
            (one.prompt, one.in_tokens) = (prompt.to_owned(), Some(tokens));
        }
        own
    };
    let of = |other: Vec<MeasuredRequest>| {
        let short = asked("a short", "hi", 10.0, 60.0);
        settled(&gathered(&[short, other].concat())).standing(0, 1, Metric::TtftMs)
    };
    let long = asked("long", "all of it", 4_000.0, 380.0);
    assert_eq!(of(long), Standing::Incomparable, "400 times as much to read");
    let alike = asked("alike", "ho", 12.0, 380.0);
    assert_eq!(of(alike), Standing::Better, "as much to read in other words");
    let same = asked("same", "hi", 40.0, 380.0);
    assert_eq!(of(same), Standing::Better, "one prompt, whoever counts it");
}

#[test]
fn a_prediction_is_better_only_for_who_is_better_in_something_that_it_rests_on() {
    let points = [sixteen("a", 200.0, 100.0, (1.0, 1.0)), sixteen("b", 200.0, 120.0, (1.0, 1.0))];
    let verdicts = settled(&gathered(&points.concat()));
    let predicted = |of_a: f64, of_b: f64| {
        let rests_on = RestsOn::Any(&[Metric::DecodeTps, Metric::TtftMs]);
        verdicts.predicted((0, 1), ((of_a, of_b), rests_on), &|place, _| {
            Some(if place == 0 { of_a } else { of_b })
        })
    };
    assert_eq!(predicted(2.0, 1.0), Standing::Worse, "b writes faster");
    assert_eq!(predicted(1.0, 2.0), Standing::Unsettled, "and a is better in nothing");
}

/// What the race says of its lanes' times to first token: its leader against each other lane, as [`Standing`]s of the leader.
fn said_by_the_race(
    lanes: &[Vec<Option<f64>>],
    stopping: Stopping,
) -> Vec<((usize, usize), Standing)> {
    let race = BestComparison::of(lanes, Better::Lower, stopping).expect("there are values");
    let standing = |other: usize, verdict: Verdict| match verdict {
        _ if race.is_alike(other) => Standing::Alike,
        Verdict::A => Standing::Better,
        // The better median contradicts the rounds, or the rounds settle nothing: neither is said to be better.
        Verdict::B | Verdict::Tie => Standing::Unsettled,
    };
    let others = race.others.iter();
    others.map(|(at, found)| ((race.best, *at), standing(*at, found.verdict))).collect()
}

#[test]
fn a_comparison_of_one_race_says_what_the_race_says() {
    let mut random = SplitMix64::new(15);
    let mut said = BTreeMap::new();
    for at in 0..300_usize {
        let stopping = [Stopping::Planned, Stopping::WhenSettled][at / 12 % 2];
        let (lanes, n) = [(2, 8), (2, 12), (2, 50), (4, 20), (2, 24), (3, 30)][at % 6];
        // Rounds that scatter far more than the lanes differ, in which a ratio and a difference weigh them otherwise.
        let (apart, noise) = [(0.5, 0.7), (0.12, 0.15), (0.01, 0.002), (0.0, 0.3)][at % 4];
        let met: Vec<f64> = (0..n).map(|_| (0.3 * random.normal()).exp()).collect();
        let lanes: Vec<Vec<f64>> = (0..lanes)
            .map(|lane| {
                let level = 100.0 * (f64::from(lane) * apart).exp();
                met.iter().map(|met| level * met * (noise * random.normal()).exp()).collect()
            })
            .collect();
        let requests = lanes.iter().enumerate().flat_map(|(lane, times)| {
            rounds(&format!("c{lane}"), times, |one, ms| {
                (one.ttft_ms, one.stopping) = (Some(ms), stopping);
            })
        });
        let requests: Vec<MeasuredRequest> = requests.collect();
        let verdicts = settled(&gathered(&requests));
        let values: Vec<Vec<Option<f64>>> =
            lanes.iter().map(|times| times.iter().copied().map(Some).collect()).collect();
        for ((leader, other), of_race) in said_by_the_race(&values, stopping) {
            let places = (u32::try_from(leader), u32::try_from(other));
            let (Ok(leader), Ok(other)) = places else { panic!("few lanes") };
            let of_comparison = match verdicts.standing(leader, other, Metric::TtftMs) {
                Standing::Untested | Standing::Contradicted => Standing::Unsettled,
                told => told,
            };
            assert_eq!(of_comparison, of_race, "race {at}: {leader} and {other} of {lanes:?}");
            *said.entry(format!("{of_race:?} {stopping:?}")).or_insert(0) += 1;
        }
        for pair in verdicts.pairs().iter().filter(|pair| pair.metric == Metric::TtftMs) {
            let excludes = pair.ci.is_some_and(|ci| !ci.contains(1.0));
            let is_told = matches!(pair.standing, Standing::Better | Standing::Worse);
            assert!(excludes || !is_told, "a ratio's interval bears its verdict out: {pair:?}");
        }
    }
    assert!(said.len() == 6 && said.values().all(|many| *many > 5), "every verdict: {said:?}");
}
