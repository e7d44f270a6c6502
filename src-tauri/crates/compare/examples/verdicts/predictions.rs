//! Predictions for lengths that were not measured.

use compare::{CompareQuestion, MeasuredRequest, PreparedSelection, Workload};

use crate::bench::{Bench, Target, columns, row};
use crate::history::request;
use crate::scatter::Random;

const CONTENDERS: usize = 500;

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
