//! A simulated server of so many seats: whoever comes while they are taken waits in line. Shared with the tests of the knee.

use super::{LoadLevel, SplitMix64, mean_and_error};

#[derive(Clone, Copy)]
pub(crate) struct Server {
    pub(crate) seats: usize,
    /// Scatter of the service time, the σ of its logarithm.
    pub(crate) sigma: f64,
    /// Share of the service time before the first token.
    pub(crate) before_first: f64,
    /// Requests measured in each level.
    pub(crate) samples: usize,
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
        for number in 0..2 * streams as usize + self.samples {
            let Some(((stream, sent), (seat, free))) = earliest(&ready).zip(earliest(&free_at))
            else {
                break;
            };
            let scatter = |random: &mut SplitMix64| (self.sigma * random.normal()).exp();
            let first = sent.max(free) + SERVICE_S * self.before_first * scatter(random);
            let ended = first + SERVICE_S * (1.0 - self.before_first) * scatter(random);
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
            mean_and_error(&measured.iter().map(read).collect::<Vec<_>>())
        };
        let latency = of(|each| each.1);
        LoadLevel {
            load: f64::from(streams),
            throughput: latency.map(|(mean, _)| f64::from(streams) / mean * 1e3),
            throughput_error: latency.map_or(1.0, |(mean, error)| error / mean),
            ttft_ms: of(|each| each.0),
            latency_ms: latency,
            ..LoadLevel::default()
        }
    }
}
