//! Predictions for lengths that were not measured.

use compare::{CompareQuestion, MeasuredRequest, PreparedSelection, Workload, view};

use crate::bench::{Bench, Target, columns, row};
use crate::history::request;
use crate::scatter::Random;

const CONTENDERS: usize = 500;
const COMPARISONS: usize = 200;

/// The truth of a server: its time to first token, the time each input token adds, and its speed.
#[derive(Clone, Copy)]
struct Truth {
    start_ms: f64,
    ms_per_input: f64,
    tps: f64,
}

const TRUTHS: [Truth; 3] = [
    Truth { start_ms: 80.0, ms_per_input: 0.005, tps: 400.0 },
    Truth { start_ms: 250.0, ms_per_input: 0.02, tps: 90.0 },
    Truth { start_ms: 900.0, ms_per_input: 0.1, tps: 35.0 },
];

const INPUTS: [f64; 3] = [1_000.0, 10_000.0, 100_000.0];
const OUTPUTS: [f64; 3] = [64.0, 256.0, 1_024.0];
/// Lengths between the measured ones, input and output.
const BETWEEN: [(f64, f64); 5] =
    [(2_000.0, 100.0), (5_000.0, 500.0), (20_000.0, 150.0), (50_000.0, 900.0), (80_000.0, 300.0)];
/// Outside.
const OUTSIDE: [(f64, f64); 3] = [(100.0, 200.0), (5_000.0, 8_000.0), (400_000.0, 200.0)];

impl Truth {
    fn latency_ms(self, (input, output): (f64, f64)) -> f64 {
        self.start_ms + self.ms_per_input * input + (output - 1.0) / self.tps * 1e3
    }

    /// Sweeps of a contender over the prompt lengths: so many runs, with as many requests of each, where a run scatters by so much.
    fn swept(
        self,
        contender: usize,
        (runs, each, of_run): (usize, usize, f64),
        random: &mut Random,
    ) -> Vec<MeasuredRequest> {
        let mut requests = Vec::new();
        for run in 0..runs {
            let luck = (of_run * random.scatter()).exp();
            for input in INPUTS {
                for round in 0..each {
                    let wait = (self.start_ms + self.ms_per_input * input) * luck;
                    let ttft = wait * (0.1 * random.scatter()).exp();
                    let tps = self.tps * (0.02 * random.scatter()).exp();
                    let numbers = [ttft, tps, EQUAL_AT.1];
                    let measured = request(contender, (2 * run + contender, round), numbers);
                    #[expect(
                        clippy::cast_possible_truncation,
                        clippy::cast_sign_loss,
                        reason = "a length in tokens"
                    )]
                    let swept_length = Some(input as u32);
                    let prompt = format!("{input:016}");
                    let in_tokens = Some(input);
                    let raced = false;
                    requests.push(MeasuredRequest {
                        in_tokens,
                        prompt,
                        raced,
                        swept_length,
                        ..measured
                    });
                }
            }
        }
        requests
    }

    /// Ten requests of each prompt length and answer length, which scatter by `sigma`.
    fn requests(self, sigma: f64, random: &mut Random) -> Vec<MeasuredRequest> {
        let mut requests = Vec::new();
        for round in 0..10 {
            for input in INPUTS {
                for output in OUTPUTS {
                    let mut scattered = || (sigma * random.scatter()).exp();
                    let ttft = (self.start_ms + self.ms_per_input * input) * scattered();
                    let numbers = [ttft, self.tps * scattered(), output];
                    let measured = request(0, (0, round), numbers);
                    let prompt = format!("{input:016}");
                    requests.push(MeasuredRequest { in_tokens: Some(input), prompt, ..measured });
                }
            }
        }
        requests
    }
}

pub(crate) fn between_lengths(bench: &mut Bench) {
    bench.title(
        "Latency predicted at lengths between the measured ones: within 5 % of the truth, in percent (at least 95); outside them: flagged (100)",
        CONTENDERS,
    );
    columns(&[
        "Scatter of a request",
        "Within 5 %",
        "Largest error of 95 %, in percent",
        "Outside, flagged",
    ]);
    for (at, sigma) in [0.02, 0.05, 0.1].into_iter().enumerate() {
        let seen = bench.simulated(&[13, at], CONTENDERS, |random| {
            let truth = TRUTHS.get(random.below(TRUTHS.len())).copied();
            truth.map(|truth| predicted(truth, sigma, random)).unwrap_or_default()
        });
        let mut errors: Vec<f64> = seen.iter().flat_map(|(errors, _)| errors).copied().collect();
        let flagged: Vec<bool> = seen.iter().flat_map(|(_, flagged)| flagged).copied().collect();
        errors.sort_by(f64::total_cmp);
        let most = measure::percentile(&errors, 0.95).unwrap_or(f64::NAN);
        row(&[
            format!("σ {sigma}"),
            bench.share_of(&errors, Target::AtLeast(95.0), |error| *error <= 0.05),
            format!("{:.1}", 100.0 * most),
            bench.share_of(&flagged, Target::AtLeast(100.0), |flagged| *flagged),
        ]);
    }
}

/// Two servers that take equally long for one prompt and answer, though one starts early and the other writes fast.
const EQUAL: [Truth; 2] = [
    Truth { start_ms: 150.0, ms_per_input: 0.04, tps: 60.0 },
    Truth { start_ms: 900.0, ms_per_input: 0.067_999, tps: 150.0 },
];
/// That prompt and answer.
const EQUAL_AT: (f64, f64) = (80_000.0, 300.0);

pub(crate) fn equal_between(bench: &mut Bench) {
    bench.title(
        "Two servers that take equally long for a prompt between the measured lengths: comparisons that predict one to be faster, in percent (at most 5.5)",
        COMPARISONS,
    );
    println!(
        "Sweeps of their own over prompts of 1,000, 10,000 and 100,000 tokens; a time scatters by σ 0.1, a speed by 0.02, and a run by as much as said.\n"
    );
    columns(&["Runs of each", "Requests of a length", "Scatter of a run", "Told apart"]);
    for (runs, each, of_run) in [(1, 30, 0.0), (1, 60, 0.0), (3, 30, 0.05), (6, 30, 0.1)] {
        let told = bench.simulated(&[21, runs, each], COMPARISONS, |random| {
            let shape = (runs, each, of_run);
            let of = |(at, truth): (usize, &Truth)| truth.swept(at, shape, random);
            let requests: Vec<MeasuredRequest> = EQUAL.iter().enumerate().flat_map(of).collect();
            let (in_tokens, out_tokens) = EQUAL_AT;
            let workload = Workload { in_tokens, out_tokens, ..Workload::default() };
            let question = CompareQuestion { workload, ..CompareQuestion::default() };
            let said = view(&requests, &question).what_if.sentence.to_string();
            said.contains(" is fastest, at ")
        });
        row(&[
            runs.to_string(),
            each.to_string(),
            format!("σ {of_run}"),
            bench.share_of(&told, Target::AtMost(5.5), |told| *told),
        ]);
    }
}

/// The relative errors between the measured lengths, and whether those outside are marked as extrapolated.
fn predicted(truth: Truth, sigma: f64, random: &mut Random) -> (Vec<f64>, Vec<bool>) {
    let requests = truth.requests(sigma, random);
    let prepared = PreparedSelection::of(&requests, &CompareQuestion::default());
    let asked = |(in_tokens, out_tokens): (f64, f64)| {
        let workload = Workload { in_tokens, out_tokens, ..Workload::default() };
        let answer = prepared.view(&CompareQuestion { workload, ..CompareQuestion::default() });
        answer.what_if.estimates.into_iter().next()
    };
    let error = |lengths: &(f64, f64)| {
        let told = asked(*lengths).and_then(|one| one.total_ms).unwrap_or(0.0);
        (told / truth.latency_ms(*lengths) - 1.0).abs()
    };
    let is_flagged = |lengths: &(f64, f64)| asked(*lengths).is_some_and(|one| one.extrapolated);
    (BETWEEN.iter().map(error).collect(), OUTSIDE.iter().map(is_flagged).collect())
}
