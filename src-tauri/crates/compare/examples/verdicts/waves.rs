//! How often the intervals of a sweep's level contain the truth when requests in flight together share their luck.

use measure::{Waves, quantile_ranks};

use crate::bench::{Bench, Target, columns, median, row};
use crate::scatter::{Random, quantile};

const LEVELS: usize = 1_000;
/// The true probability of an error.
const FAILING: f64 = 0.1;
/// Requests in flight, and measured.
const SIZES: [(u32, u32); 8] =
    [(1, 20), (1, 50), (4, 50), (8, 100), (8, 300), (32, 50), (32, 320), (32, 1_000)];
/// Share of the variance that a wave has in common, and the correlation of each wave with the one before.
const SHARED: [(f64, f64); 6] =
    [(0.0, 0.0), (0.5, 0.0), (0.97, 0.0), (0.5, 0.3), (0.5, 0.6), (0.97, 0.6)];

/// Requests of one level in order of sending, as deviations from the truth.
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
    /// Those of the median, of p95 and of the error rate; absent if the level says that it cannot know.
    holds: [Option<bool>; 3],
    /// Width of the median's interval ÷ that of the exact interval of as many independent requests.
    width: Option<f64>,
    /// Width of the median's interval ÷ that of the exact interval of as many independent waves, by their medians.
    width_by_wave: Option<f64>,
}

/// The true quantiles of a model's requests.
#[derive(Clone, Copy)]
struct Truth {
    median: f64,
    p95: f64,
    /// The value that a share of [`FAILING`] exceeds.
    fails: f64,
}

impl WaveModel {
    /// Draws the requests. The first wave begins before the first of them, so that batches and waves do not coincide.
    pub(crate) fn drawn(self, random: &mut Random) -> Vec<f64> {
        let mut left = random.below(self.in_flight as usize) + 1;
        let mut wave = random.scatter();
        let mut one = |_: u32| {
            if left == 0 {
                left = self.in_flight as usize;
                let new = (1.0 - self.lasting.powi(2)).sqrt() * random.scatter();
                wave = self.lasting * wave + new;
            }
            left -= 1;
            self.shared.sqrt() * wave + (1.0 - self.shared).sqrt() * random.scatter()
        };
        (0..self.samples).map(&mut one).collect()
    }

    /// Many of its requests, sorted; a wave of them is one request, because the distribution is the same.
    pub(crate) fn sorted(self, bench: &Bench) -> Vec<f64> {
        let many = Self { in_flight: 1, samples: 1_000_000, ..self };
        let mut all = many.drawn(&mut bench.random(31));
        all.sort_by(f64::total_cmp);
        all
    }

    fn truth(self, bench: &Bench) -> Truth {
        let all = self.sorted(bench);
        let of = |share: f64| quantile(&all, share);
        Truth { median: of(0.5), p95: of(0.95), fails: of(1.0 - FAILING) }
    }

    fn intervals(self, truth: Truth, random: &mut Random) -> LevelIntervals {
        let waves = Waves::of(f64::from(self.in_flight));
        let drawn = self.drawn(random);
        let median = waves.median_interval(&drawn);
        let tail = waves.tail(&drawn, 0.95);
        let failed: Vec<bool> = self.drawn(random).iter().map(|one| *one > truth.fails).collect();
        let errors = waves.share_interval(&failed);
        let of_tail = tail.filter(|tail| tail.low.is_some() || tail.high.is_some()).map(|tail| {
            tail.low.is_none_or(|low| low <= truth.p95)
                && tail.high.is_none_or(|high| high >= truth.p95)
        });
        let of_median = median.map(|ci| ci.contains(truth.median));
        let beside = |exact: Option<f64>| Some((median?.high - median?.low) / exact?);
        LevelIntervals {
            holds: [of_median, of_tail, errors.map(|ci| ci.contains(FAILING))],
            width: beside(exact(drawn.clone())),
            width_by_wave: beside(exact(medians_of(&drawn, self.in_flight as usize))),
        }
    }
}

/// The median of each whole wave.
fn medians_of(values: &[f64], in_flight: usize) -> Vec<f64> {
    let waves = values.chunks_exact(in_flight.max(1));
    waves.filter_map(|wave| median(wave.to_vec())).collect()
}

/// The width of the exact interval of a median of independent values.
fn exact(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let (low, high) = quantile_ranks(values.len(), 0.5, measure::CONFIDENCE);
    Some(values.get(high?)? - values.get(low?)?)
}

pub(crate) fn waves(bench: &mut Bench) {
    bench.title(
        "Levels whose requests share their luck by wave: intervals that hold the truth, in percent of those that are told (at least 94 where a wave says nothing of the next; the others show what is left)",
        LEVELS,
    );
    println!(
        "Errors have a luck of their own. The last columns say how often a median is told with its interval, and how wide that is beside \
         the exact one of as many independent requests, and beside the exact one of as many waves, by the medians of waves.\n"
    );
    columns(&[
        "In flight",
        "Requests",
        "Shared variance",
        "A wave like the last",
        "Median",
        "p95",
        "Error rate",
        "Told",
        "Width",
        "By wave",
    ]);
    for (size, (in_flight, samples)) in SIZES.into_iter().enumerate() {
        for (kind, (shared, lasting)) in SHARED.into_iter().enumerate() {
            let model = WaveModel { in_flight, samples, shared, lasting };
            let truth = model.truth(bench);
            let levels =
                bench.simulated(&[11, size, kind], LEVELS, |random| model.intervals(truth, random));
            let least = if lasting > 0.0 { Target::Nothing } else { Target::AtLeast(94.0) };
            let told = |which: usize| -> Vec<bool> {
                levels.iter().filter_map(|one| *one.holds.get(which)?).collect()
            };
            let mut holding = |which: usize| bench.share_of(&told(which), least, |holds| *holds);
            let width = |of: fn(&LevelIntervals) -> Option<f64>| {
                let width = median(levels.iter().filter_map(of).collect());
                width.map_or("–".to_owned(), |width| format!("{width:.2}×"))
            };
            row(&[
                in_flight.to_string(),
                samples.to_string(),
                shared.to_string(),
                lasting.to_string(),
                holding(0),
                holding(1),
                holding(2),
                bench.share(told(0).len(), levels.len(), Target::Nothing),
                width(|one| one.width),
                width(|one| one.width_by_wave),
            ]);
        }
    }
}
