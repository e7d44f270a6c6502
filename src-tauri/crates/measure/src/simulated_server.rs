//! A simulated server with a fixed number of seats: a request that finds none free queues. Shared with the tests of the
//! knee.

use super::{LoadLevel, SplitMix64, Waves, mean_and_error};

#[derive(Clone, Copy)]
pub(crate) struct Server {
    pub(crate) seats: usize,
    /// Scatter of the service time: the σ of its logarithm.
    pub(crate) sigma: f64,
    /// Share of the service time before the first token.
    pub(crate) before_first: f64,
    /// Requests and waves measured in each level, whichever gives more.
    pub(crate) samples: usize,
    pub(crate) waves: usize,
    /// Share of the variance of a service time that concurrent requests have in common, and how much of that carries
    /// over to the next.
    pub(crate) shared: f64,
    pub(crate) alike: f64,
}

/// The luck that concurrent requests share: an autoregression that advances once per service time.
struct CorrelatedNoise {
    of: Vec<f64>,
    alike: f64,
}

impl CorrelatedNoise {
    fn at(&mut self, seconds: f64, random: &mut SplitMix64) -> f64 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a simulated time is positive and short"
        )]
        let at = (seconds / SERVICE_S) as usize;
        while self.of.len() <= at {
            let new = random.normal();
            let next = match self.of.last() {
                Some(last) => self.alike * last + (1.0 - self.alike.powi(2)).sqrt() * new,
                None => new,
            };
            self.of.push(next);
        }
        self.of.get(at).copied().unwrap_or_default()
    }
}

/// Mean service time, in seconds.
const SERVICE_S: f64 = 2.0;

impl Server {
    /// TTFT and latency of the measured requests of a closed loop, in milliseconds.
    pub(crate) fn asked(self, streams: u32, random: &mut SplitMix64) -> Vec<(f64, f64)> {
        let earliest = |times: &[f64]| {
            let of = |(place, at): (usize, &f64)| (place, *at);
            times.iter().enumerate().map(of).min_by(|a, b| a.1.total_cmp(&b.1))
        };
        let mut free_at = vec![0.0_f64; self.seats];
        let mut ready = vec![0.0_f64; streams as usize];
        let mut measured = Vec::new();
        let mut luck = CorrelatedNoise { of: Vec::new(), alike: self.alike };
        let samples = self.samples.max(self.waves * streams as usize);
        for number in 0..2 * streams as usize + samples {
            let Some(((stream, sent), (seat, free))) = earliest(&ready).zip(earliest(&free_at))
            else {
                break;
            };
            let mut scatter = |at: f64, random: &mut SplitMix64| {
                let (own, shared) = (random.normal(), luck.at(at, random));
                let of_both = (1.0 - self.shared).sqrt() * own + self.shared.sqrt() * shared;
                (self.sigma * of_both).exp()
            };
            let began = sent.max(free);
            let first = began + SERVICE_S * self.before_first * scatter(began, random);
            let ended = first + SERVICE_S * (1.0 - self.before_first) * scatter(first, random);
            let until = |times: &mut [f64], at: usize| times.get_mut(at).map(|time| *time = ended);
            let _both = until(&mut free_at, seat).zip(until(&mut ready, stream));
            if number >= 2 * streams as usize {
                measured.push(((first - sent) * 1e3, (ended - sent) * 1e3));
            }
        }
        measured
    }

    /// A level of a closed loop.
    pub(crate) fn at(self, streams: u32, random: &mut SplitMix64) -> LoadLevel {
        let measured = self.asked(streams, random);
        let of = |read: fn(&(f64, f64)) -> f64| {
            let values: Vec<f64> = measured.iter().map(read).collect();
            mean_and_error(&values, Waves::of(f64::from(streams)))
        };
        let latency = of(|each| each.1);
        LoadLevel {
            load: f64::from(streams),
            throughput: latency.map(|(mean, _)| f64::from(streams) / mean * 1e3),
            throughput_error: latency.map_or(f64::INFINITY, |(mean, error)| error / mean),
            ttft_ms: of(|each| each.0),
            latency_ms: latency,
            ..LoadLevel::default()
        }
    }
}
