//! Levels that end once the interval of their median is narrow enough: how often that interval contains the truth.

use measure::Waves;

use crate::bench::{Bench, Target, columns, median, row};
use crate::scatter::{Random, quantile};
use crate::waves::WaveModel;

const LEVELS: usize = 1_000;
/// Half the width of the interval that ends a level, as a share of its middle.
const WITHIN: f64 = 0.05;
/// Maximum number of requests and waves, as on the command line.
const SAMPLES: u32 = 320;
const WAVES: u32 = 64;
/// Scatter of a time, the σ of its logarithm.
const SIGMAS: [f64; 2] = [0.1, 0.3];
/// Share of the variance that a wave has in common, and the correlation of each wave with the one before.
const CORRELATIONS: [(f64, f64); 4] = [(0.0, 0.0), (0.5, 0.0), (0.5, 0.3), (0.5, 0.6)];

/// The result of one level.
struct LevelResult {
    /// Whether its interval contains the truth; absent if it has none.
    holds: Option<bool>,
    is_settled: bool,
    requests: usize,
}

/// The engine's looks: after sixteen waves, then each time after twice as many, and at the end.
fn looks(in_flight: u32, most: u32) -> Vec<u32> {
    let first = (16 * in_flight).max(20);
    let doubled = std::iter::successors(Some(first), |at| at.checked_mul(2));
    doubled.take_while(|at| *at < most).chain([most]).collect()
}

fn result_of(
    in_flight: u32,
    sigma: f64,
    (shared, lasting): (f64, f64),
    truth: f64,
    random: &mut Random,
) -> LevelResult {
    let samples = SAMPLES.max(WAVES * in_flight);
    let looks = looks(in_flight, samples);
    let of = u32::try_from(looks.len()).unwrap_or(u32::MAX);
    let waves = Waves::of(f64::from(in_flight)).looked_at(of);
    // Requests in flight when it is settled are measured too.
    let model = WaveModel { in_flight, samples: samples + in_flight, shared, lasting };
    let times: Vec<f64> = model.drawn(random).iter().map(|one| (sigma * one).exp()).collect();
    let interval =
        |number: u32| times.get(..number as usize).and_then(|times| waves.median_interval(times));
    let is_narrow = |number: &u32| {
        interval(*number)
            .is_some_and(|ci| (ci.high - ci.low) / 2.0 <= WITHIN * ci.high.midpoint(ci.low))
    };
    let settled = looks.into_iter().find(is_narrow);
    let number = settled.map_or(samples, |at| (at + in_flight - 1).min(samples));
    LevelResult {
        holds: interval(number).map(|ci| ci.contains((sigma * truth).exp())),
        is_settled: settled.is_some(),
        requests: number as usize,
    }
}

pub(crate) fn settled_levels(bench: &mut Bench) {
    bench.title(
        "Levels that end once their median is known within 5 %: intervals that hold it, in percent of those that are told (at least 94 where a wave says nothing of the next; the others show what is left)",
        LEVELS,
    );
    columns(&[
        "In flight",
        "σ",
        "Shared variance",
        "A wave like the last",
        "Holds",
        "Told",
        "Settled",
        "Median requests",
    ]);
    for in_flight in [1, 8, 32] {
        for (size, sigma) in SIGMAS.into_iter().enumerate() {
            for (kind, correlation) in CORRELATIONS.into_iter().enumerate() {
                let model = WaveModel {
                    in_flight,
                    samples: 0,
                    shared: correlation.0,
                    lasting: correlation.1,
                };
                let truth = quantile(&model.sorted(bench), 0.5);
                let levels =
                    bench.simulated(&[13, in_flight as usize, size, kind], LEVELS, |random| {
                        result_of(in_flight, sigma, correlation, truth, random)
                    });
                let least =
                    if correlation.1 > 0.0 { Target::Nothing } else { Target::AtLeast(94.0) };
                let told: Vec<bool> = levels.iter().filter_map(|level| level.holds).collect();
                let holds = bench.share_of(&told, least, |holds| *holds);
                let told = bench.share(told.len(), levels.len(), Target::Nothing);
                let settled = levels.iter().filter(|level| level.is_settled).count();
                let requests = median(levels.iter().map(|level| level.requests).collect());
                row(&[
                    in_flight.to_string(),
                    sigma.to_string(),
                    correlation.0.to_string(),
                    correlation.1.to_string(),
                    holds,
                    told,
                    format!("{:.1} %", settled as f64 / levels.len() as f64 * 100.0),
                    requests.unwrap_or_default().to_string(),
                ]);
            }
        }
    }
}
