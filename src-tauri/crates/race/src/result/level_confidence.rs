//! How sure the numbers of a level are: requests in flight together share the server's state, so its intervals are
//! clustered by wave.

use measure::{Interval, Metric, Spread, Warning, Waves};

use crate::result::level::Level;
use crate::result::sample::Sample;
use crate::result::summary::level_summary;

/// The percentile whose interval a level shows.
const P: f64 = 0.95;
/// The percentiles that a level certifies, and with which confidence: those of `MLPerf` Inference.
const CERTIFIED: [f64; 2] = [0.95, 0.99];
/// See [`CERTIFIED`].
const CERTAIN: f64 = 0.99;
/// Minimum number of requests for a level's p95.
const P95_FROM: u32 = 20;

impl Level {
    /// Recomputes its summaries: each metric, the tail of TTFT, and the interval of the error rate.
    pub fn summarise(&mut self) {
        let waves = self.waves();
        self.summary = level_summary(&self.samples, waves);
        let ended = || self.samples.iter().filter(|sample| !sample.status.is_ours());
        let failed: Vec<bool> = ended().map(|sample| !sample.status.is_ok()).collect();
        let part = waves.with_values(failed.len(), self.samples.len());
        self.error_rate_ci = part.share_interval(&failed);
        let times: Vec<f64> = self.times_to_first_token().collect();
        let part = waves.with_values(times.len(), self.samples.len());
        self.ttft_p95 = part.tail(&times, P);
        let enough = self.ttft_p95.filter(|tail| tail.n >= P95_FROM);
        self.adj_ttft_p95_ms = enough.and_then(|tail| tail.value);
        let certified = CERTIFIED.map(|p| part.certified(&times, p, CERTAIN));
        self.certified = certified.into_iter().flatten().collect();
    }

    /// The waves of its requests: as many as are in flight at once share the server's state, and in an open loop as many as wait in
    /// one queue.
    pub(crate) fn waves(&self) -> Waves {
        let at_a_rate = || {
            let in_flight = self.avg_inflight.unwrap_or_else(|| overlapping(&self.samples));
            Waves::of_open_loop(in_flight, &self.times_to_first_token().collect::<Vec<_>>())
        };
        let waves =
            self.concurrency.map_or_else(at_a_rate, |streams| Waves::of(f64::from(streams)));
        waves.looked_at(self.looks.unwrap_or(1))
    }

    /// Whether its waves are too few for the interval of a median, or differ too much for that of the median TTFT.
    pub(crate) fn lacks_waves(&self) -> bool {
        let is_unsure = |ttft: &Spread| ttft.p50.is_some() && ttft.ci.is_none();
        !self.waves().carry(self.samples.len()) || self.ttft().is_some_and(is_unsure)
    }

    /// The precision of its median TTFT: half the width of its interval as a share of the interval's middle.
    pub fn ttft_known_within(&self) -> Option<f64> {
        self.ttft().and_then(|spread| spread.ci).and_then(half_width)
    }

    /// The time to first token of each measured request in order of sending, as the level shows it; ∞ if it failed.
    /// Requests that Paceline ended, or during which there was a clock gap, are left out.
    pub(crate) fn times_to_first_token(&self) -> impl Iterator<Item = f64> {
        self.timed().map(|(_, ttft_ms)| ttft_ms)
    }

    /// Each measured request with a time to first token: see [`Self::times_to_first_token`].
    pub(crate) fn timed(&self) -> impl Iterator<Item = (&Sample, f64)> {
        let metric = if self.from_due { Metric::TtftPerceivedMs } else { Metric::TtftMs };
        let is_timed = |sample: &&Sample| {
            !sample.status.is_ours() && !sample.doubts.contains(&Warning::ClockGap)
        };
        self.samples.iter().filter(is_timed).map(move |sample| {
            let ttft_ms = sample.value(metric).filter(|_| sample.status.is_ok());
            (sample, ttft_ms.unwrap_or(f64::INFINITY))
        })
    }
}

/// Half the width of an interval as a share of its middle, which must be above 0.
pub(crate) fn half_width(Interval { low, high }: Interval) -> Option<f64> {
    let middle = low.midpoint(high);
    (middle > 0.0).then(|| (high - low) / 2.0 / middle)
}

/// Mean number of requests in flight while these were sent, by Little's law.
fn overlapping(samples: &[Sample]) -> f64 {
    let sent = || samples.iter().filter_map(|sample| sample.sent_at_ms);
    let lasted = |sample: &Sample| Some((sample.ended_at_ms? - sample.sent_at_ms?).max(0.0));
    let (first, last) = (sent().fold(f64::INFINITY, f64::min), sent().fold(0.0, f64::max));
    samples.iter().filter_map(lasted).sum::<f64>() / (last - first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::knee::tests::level;
    use crate::result::status::Status;
    use crate::testing::sample;

    #[test]
    fn a_level_of_few_waves_has_a_median_and_no_interval() {
        for (streams, is_known) in [(1, true), (2, true), (3, false), (32, false)] {
            let mut level = level(streams, 200.0, 10.0);
            level.samples.truncate(20);
            level.summarise();
            let ttft = level.ttft().expect("every request has one");
            assert_eq!(ttft.p50, Some(200.0), "{streams}: what was measured is told");
            assert_eq!(ttft.ci.is_some(), is_known, "20 requests, {streams} in flight");
        }
    }

    #[test]
    fn a_level_whose_waves_differ_too_much_for_an_interval_says_so() {
        let of = |ttft_ms: fn(u32) -> f64| {
            let mut level = level(8, 200.0, 10.0);
            level.samples = (0..80_u32)
                .map(|at| {
                    let mut one = sample(Status::Ok);
                    one.speed.ttft_ms = Some(ttft_ms(at));
                    one
                })
                .collect();
            level.summarise();
            level
        };
        let mixed = of(|at| 200.0 + f64::from(at * 37 % 80));
        assert!(mixed.ttft().is_some_and(|ttft| ttft.ci.is_some()) && !mixed.lacks_waves());
        let slower = of(|at| 200.0 + 50.0 * f64::from(at / 8));
        assert_eq!(slower.ttft().and_then(|ttft| ttft.ci), None, "each of ten waves is slower");
        assert!(slower.lacks_waves(), "which is no silence without a reason");
    }

    #[test]
    fn the_error_rate_of_few_waves_may_be_that_of_whole_waves() {
        let mut level = level(32, 200.0, 10.0);
        level.samples = vec![sample(Status::ErrorHttp); 20];
        level.summarise();
        let ci = level.error_rate_ci.expect("there are requests");
        assert!((0.01..0.1).contains(&ci.low), "less than one wave failed: {ci:?}");
        assert_eq!(level.adj_ttft_p95_ms, None, "none has a first token");
    }

    #[test]
    fn requests_of_an_open_loop_overlap_by_littles_law() {
        let at = |number: u32| Sample {
            sent_at_ms: Some(f64::from(number) * 100.0),
            ended_at_ms: Some(f64::from(number) * 100.0 + 400.0),
            ..sample(Status::Ok)
        };
        let all: Vec<Sample> = (0..41).map(at).collect();
        assert!(
            (overlapping(&all) - 4.1).abs() < 1e-9,
            "41 of 0.4 s in 4 s: {}",
            overlapping(&all)
        );
        assert!(Waves::of(overlapping(&[])).carry(8), "nothing overlaps nothing");
    }
}
