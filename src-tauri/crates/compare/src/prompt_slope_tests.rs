use measure::SplitMix64;

use super::*;
use crate::fixtures::rounds;
use crate::question::CompareQuestion;
use crate::view::view;
use crate::workload::Workload;

const LENGTHS: [f64; 3] = [1_000.0, 10_000.0, 100_000.0];
/// A prompt between the measured ones, and an answer.
const ASKED: (f64, f64) = (80_000.0, 300.0);

/// The truth of a server: TTFT without input, milliseconds that each input token adds, and tokens per second.
#[derive(Clone, Copy)]
struct Truth {
    start_ms: f64,
    ms_per_token: f64,
    tps: f64,
}

/// Two servers that take equally long for what is asked, though one starts early and the other writes fast.
const EARLY: Truth = Truth { start_ms: 150.0, ms_per_token: 0.04, tps: 60.0 };
const FAST: Truth = Truth { start_ms: 900.0, ms_per_token: 0.068, tps: 150.0 };

/// Requests of each length in a run.
const EACH: usize = 60;

/// Sweeps over the lengths, in runs of their own: a run scatters by σ `run`, a
/// time by 0.1, a speed by 0.02.
fn swept(
    name: &str,
    truth: Truth,
    (runs, run): (usize, f64),
    random: &mut SplitMix64,
) -> Vec<MeasuredRequest> {
    let mut all = Vec::new();
    for number in 0..runs {
        let luck = (run * random.normal()).exp();
        for length in LENGTHS {
            let drawn: Vec<[f64; 2]> = (0..EACH)
                .map(|_| [0.1, 0.02].map(|sigma| (sigma * random.normal()).exp()))
                .collect();
            let mut requests = rounds(name, &drawn, |one, [a, b]| {
                let (ttft, tps) =
                    ((truth.start_ms + truth.ms_per_token * length) * luck * a, truth.tps * b);
                one.ttft_ms = Some(ttft);
                one.ttfat_ms = Some(ttft);
                one.decode_tps = Some(tps);
                one.out_tokens = Some(300.0);
                one.latency_ms = Some(ttft + 299.0 / tps * 1e3);
                one.in_tokens = Some(length);
            });
            for one in &mut requests {
                one.run = format!("{name}-{number}");
                one.prompt = format!("{length:016}");
                one.raced = false;
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "a length"
                )]
                let swept = length as u32;
                one.swept_length = Some(swept);
            }
            all.extend(requests);
        }
    }
    all
}

fn slope_of(requests: &[MeasuredRequest]) -> PromptSlope {
    let known: Vec<(f64, f64, &MeasuredRequest)> = requests
        .iter()
        .filter_map(|one| Some((one.uncached_tokens()?, one.ttft_ms?, one)))
        .collect();
    PromptSlope::of(&known).expect("three lengths")
}

/// Whether either of the two is said to be faster for what is asked.
fn is_told(truths: [Truth; 2], runs: (usize, f64), random: &mut SplitMix64) -> bool {
    let [a, b] = truths;
    let mut requests = swept("alpha", a, runs, random);
    requests.extend(swept("beta", b, runs, random));
    let workload = Workload { in_tokens: ASKED.0, out_tokens: ASKED.1, ..Workload::default() };
    let answer = view(&requests, &CompareQuestion { workload, ..CompareQuestion::default() });
    let said = answer.what_if.sentence.to_string();
    said.contains(" is fastest")
}

#[test]
fn the_interval_of_a_slope_holds_it_whether_requests_or_runs_scatter() {
    let mut random = SplitMix64::new(4);
    for runs in [(1, 0.0), (3, 0.1), (6, 0.2)] {
        let held = (0..400).filter(|_| {
            let slope = slope_of(&swept("alpha", FAST, runs, &mut random));
            let errors = slope.errors_at(0.05);
            let (low, high) = (slope.at(SlopeEnd::Low(errors)), slope.at(SlopeEnd::High(errors)));
            (low..=high).contains(&FAST.ms_per_token)
        });
        let held = held.count();
        // 94 % of 400.
        assert!(held >= 376, "{runs:?}: {held} of 400");
    }
}

#[test]
fn servers_that_take_equally_long_for_a_prompt_between_are_seldom_told_apart() {
    let mut random = SplitMix64::new(5);
    for runs in [(1, 0.0), (3, 0.05)] {
        let told = (0..50).filter(|_| is_told([EARLY, FAST], runs, &mut random)).count();
        assert!(told <= 6, "{runs:?}: {told} of 50 are told apart; 5 % and two deviations");
    }
}

#[test]
fn servers_that_differ_by_more_than_the_slopes_are_unsure_are_told_apart() {
    let mut random = SplitMix64::new(6);
    let slow = Truth { ms_per_token: 0.1, ..EARLY };
    let told = (0..40).filter(|_| is_told([slow, FAST], (6, 0.05), &mut random)).count();
    assert!(told >= 36, "half as long again: {told} of 40");
}

#[test]
fn a_slope_of_too_few_may_be_anything_and_says_nothing_of_other_lengths() {
    let mut requests = swept("alpha", FAST, (1, 0.0), &mut SplitMix64::new(7));
    requests.retain(|one| one.round < 2);
    let slope = slope_of(&requests);
    assert_eq!(slope.error, None, "of six requests");
    let ends = (slope.at(SlopeEnd::Low(2.0)), slope.at(SlopeEnd::High(2.0)));
    assert_eq!(ends, (0.0, f64::INFINITY));
    let steady = requests.iter().map(|one| MeasuredRequest { ttft_ms: Some(200.0), ..one.clone() });
    let steady: Vec<MeasuredRequest> = steady.collect();
    assert!(slope_of(&steady).ms_per_token.abs() < 1e-12, "a prompt that adds nothing");
}
