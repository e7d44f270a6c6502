//! How often the intervals of a sweep's level contain the truth when requests in flight together share their luck.

use measure::{SplitMix64, Waves, quantile_ranks};

use crate::bench::{Bench, Target, columns, median, row};

const LEVELS: usize = 1_000;
/// The values that a standard normal variable exceeds with a probability of 5 % and of [`FAILING`].
const P95: f64 = 1.644_854;
const FAILS: f64 = 1.281_552;
/// The true probability of an error.
const FAILING: f64 = 0.1;
/// Requests in flight, and measured.
const SIZES: [(u32, u32); 8] =
    [(1, 20), (1, 50), (4, 50), (8, 100), (8, 300), (32, 50), (32, 320), (32, 1_000)];
/// Share of the variance that a wave has in common, and the correlation of each wave with the one before.
const SHARED: [(f64, f64); 6] =
    [(0.0, 0.0), (0.5, 0.0), (0.97, 0.0), (0.5, 0.3), (0.5, 0.6), (0.97, 0.6)];

/// Requests of one level in order of sending, as deviations of a standard normal distribution.
#[derive(Clone, Copy)]
pub(crate) struct WaveModel {
    pub(crate) in_flight: u32,
    pub(crate) samples: u32,
    /// Share of the variance that requests of a wave have in common.
    pub(crate) shared: f64,
    /// The correlation of a wave with the one before: the coefficient of an autoregression.
    pub(crate) lasting: f64,
}

/// Which intervals of one level contain the truth.
struct LevelIntervals {
    /// Those of the median, of p95 and of the error rate.
    holds: [bool; 3],
    /// Whether the median has no interval.
    is_unknown: bool,
    /// Width of the median's interval ÷ that of the exact interval of as many independent requests.
    width: Option<f64>,
}

impl WaveModel {
    /// Draws the requests. The first wave begins before the first of them, so that batches and waves do not coincide.
    pub(crate) fn drawn(self, random: &mut SplitMix64) -> Vec<f64> {
        let mut left = random.below(self.in_flight as usize) + 1;
        let mut wave = random.normal();
        let mut one = |_: u32| {
            if left == 0 {
                left = self.in_flight as usize;
                let new = (1.0 - self.lasting.powi(2)).sqrt() * random.normal();
                wave = self.lasting * wave + new;
            }
            left -= 1;
            self.shared.sqrt() * wave + (1.0 - self.shared).sqrt() * random.normal()
        };
        (0..self.samples).map(&mut one).collect()
    }

    fn intervals(self, random: &mut SplitMix64) -> LevelIntervals {
        let waves = Waves::of(f64::from(self.in_flight));
        let drawn = self.drawn(random);
        let median = waves.median_interval(&drawn);
        let tail = waves.tail(&drawn, 0.95);
        let failed: Vec<bool> = self.drawn(random).iter().map(|one| *one > FAILS).collect();
        let errors = waves.share_interval(&failed);
        let of_tail = tail.is_none_or(|tail| {
            tail.low.is_none_or(|low| low <= P95) && tail.high.is_none_or(|high| high >= P95)
        });
        let of_median = median.is_none_or(|ci| ci.contains(0.0));
        LevelIntervals {
            holds: [of_median, of_tail, errors.is_none_or(|ci| ci.contains(FAILING))],
            is_unknown: median.is_none(),
            width: median.zip(exact(&drawn)).map(|(ci, exact)| (ci.high - ci.low) / exact),
        }
    }
}

/// The width of the exact interval of a median of independent values.
fn exact(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (low, high) = quantile_ranks(values.len(), 0.5, measure::CONFIDENCE);
    Some(sorted.get(high?)? - sorted.get(low?)?)
}

pub(crate) fn waves(bench: &mut Bench) {
    bench.title(
        "Levels whose requests share their luck by wave: intervals that hold the truth, in percent (at least 94)",
        LEVELS,
    );
    println!(
        "Errors have a luck of their own. An interval that says it cannot be known holds; how often the median's does, and how wide it is \
         otherwise beside the exact one of as many independent requests, is in the last columns.\n"
    );
    columns(&[
        "In flight",
        "Requests",
        "Shared variance",
        "A wave like the last",
        "Median",
        "p95",
        "Error rate",
        "Unknown",
        "Width",
    ]);
    for (size, (in_flight, samples)) in SIZES.into_iter().enumerate() {
        for (kind, (shared, lasting)) in SHARED.into_iter().enumerate() {
            let model = WaveModel { in_flight, samples, shared, lasting };
            let levels =
                bench.simulated(&[11, size, kind], LEVELS, |random| model.intervals(random));
            let least = Target::AtLeast(94.0);
            let width = median(levels.iter().filter_map(|one| one.width).collect());
            let mut holding = |which: usize| {
                bench.share_of(&levels, least, |one| one.holds.get(which) == Some(&true))
            };
            row(&[
                in_flight.to_string(),
                samples.to_string(),
                shared.to_string(),
                lasting.to_string(),
                holding(0),
                holding(1),
                holding(2),
                bench.share_of(&levels, Target::Nothing, |one| one.is_unknown),
                width.map_or("–".to_owned(), |width| format!("{width:.2}×")),
            ]);
        }
    }
}
