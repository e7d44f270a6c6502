//! How sure the numbers of a level are: requests in flight together share the server's state, so its intervals are
//! clustered by wave.

use measure::{Interval, Metric, QueueMemory, QueuedRequest, Spread, Warning, Waves};

use crate::result::level::Level;
use crate::result::sample::Sample;
use crate::result::summary::level_summary;

/// The percentile whose interval a level shows.
const P: f64 = 0.95;
/// The percentiles that a level certifies, and with which confidence: those of `MLPerf` Inference.
const CERTIFIED: [f64; 2] = [0.95, 0.99];
/// See [`CERTIFIED`].
const CERTAIN: f64 = 0.99;
/// Of a server of which more than this share is busy, not too few requests come at once: they are about all that it serves.
const NEARLY_FULL: f64 = 0.8;
/// Minimum number of requests for a level's p95.
const P95_FROM: u32 = 20;

impl Level {
    /// Recomputes its summaries: each metric, the tail of TTFT, and the interval of the error rate.
    pub fn summarise(&mut self) {
        let (waves, of_times) = (self.waves(), self.waves_of_times());
        self.summary = level_summary(&self.samples, of_times);
        let counted = self.counted();
        let failed: Vec<bool> = counted.iter().map(|sample| !sample.status.is_ok()).collect();
        let all = counted.len().max(self.samples.len());
        self.error_rate_ci = waves.with_values(failed.len(), all).share_interval(&failed);
        let times: Vec<f64> = self.times_to_first_token().collect();
        let part = of_times.with_values(times.len(), self.samples.len());
        self.ttft_p95 = part.tail(&times, P);
        let enough = self.ttft_p95.filter(|tail| tail.n >= P95_FROM);
        self.adj_ttft_p95_ms = enough.and_then(|tail| tail.value);
        let certified = CERTIFIED.map(|p| part.certified(&times, p, CERTAIN));
        self.certified = certified.into_iter().flatten().collect();
        let is_unknown = self.ttft().is_some_and(|ttft| ttft.p50.is_some() && ttft.ci.is_none());
        let memory = self.queue_memory().filter(|_| is_unknown);
        let needed = memory.and_then(|memory| waves.needed(memory));
        self.median_needs = needed.filter(|needed| *needed > f64::from(self.measured));
    }

    /// The waves of its requests: as many as are in flight at once share the server's state, and in an open loop as many as wait in
    /// one queue.
    pub(crate) fn waves(&self) -> Waves {
        let at_a_rate = || {
            let in_flight = self.avg_inflight.or_else(|| self.overlapping()).unwrap_or(1.0);
            Waves::of_open_loop(in_flight, &self.times_to_first_token().collect::<Vec<_>>())
        };
        let waves =
            self.concurrency.map_or_else(at_a_rate, |streams| Waves::of(f64::from(streams)));
        waves.looked_at(self.looks.unwrap_or(1))
    }

    /// The waves that intervals of its times need. In an open loop they are so long that the queue forgets within one: how long
    /// that may be is known by how much of the server was busy, and where that is unknown, so are the intervals.
    pub(crate) fn waves_of_times(&self) -> Waves {
        match (self.rate, self.queue_memory()) {
            (None, _) => self.waves(),
            (Some(_), Some(memory)) => self.waves().before_queue(memory),
            (Some(_), None) => self.waves().unknown(),
        }
    }

    /// What its answered requests say of the server's queue; `None` in a closed loop, with too few of them, and where no document
    /// has when they were due.
    pub(crate) fn queue_memory(&self) -> Option<QueueMemory> {
        let queued = |(sample, due_ms): (&Sample, &f64)| {
            let is_timed = sample.status.is_ok() && !sample.doubts.contains(&Warning::ClockGap);
            let first_ms = due_ms + sample.value(Metric::TtftPerceivedMs).filter(|_| is_timed)?;
            let ended_ms = due_ms + sample.ended_at_ms?;
            let speed = sample.value(Metric::NeutralTps).or(sample.value(Metric::DecodeTps));
            Some(QueuedRequest { due_ms: *due_ms, first_ms, ended_ms, speed })
        };
        let answered = self.samples.iter().zip(&self.starts_ms).filter_map(queued);
        QueueMemory::of(self.rate?, &answered.collect::<Vec<_>>())
    }

    /// Whether its rate keeps so much of the server busy that no number of requests is known to show how long its queue is.
    pub(crate) fn may_be_full(&self) -> bool {
        self.queue_memory().is_some_and(|memory| self.waves().needed(memory).is_none())
    }

    /// Whether its requests are not known to come faster than they are answered.
    pub(crate) fn is_carried(&self) -> bool {
        !self.backlog.is_some_and(|backlog| backlog.grows())
    }

    /// Whether it keeps so much of a server busy that is as large as a `higher` rate that it carries shows, that its queue is long.
    pub(crate) fn is_nearly_full_beside(&self, higher: &Self) -> bool {
        self.memory_beside(higher).is_some_and(|memory| memory.utilisation > NEARLY_FULL)
    }

    /// About how many requests at random times would show its queue, if the server is as large as a `higher` rate that it carries
    /// shows; `None` if that is no more than were measured.
    pub(crate) fn needed_beside(&self, higher: &Self) -> Option<f64> {
        let needed = self.waves().needed(self.memory_beside(higher)?);
        needed.filter(|needed| *needed > f64::from(self.measured))
    }

    /// The memory of its queue at random times, if the server is as large as a `higher` rate that it carries shows.
    fn memory_beside(&self, higher: &Self) -> Option<QueueMemory> {
        let (own, other) = (self.queue_memory()?, higher.queue_memory()?);
        let utilisation = (other.utilisation * self.rate? / higher.rate?).min(own.utilisation);
        // The gaps of random arrivals vary as much as they are long.
        let variability = own.variability.max(0.5);
        let error = own.error.max(other.error);
        Some(QueueMemory { utilisation, variability, error, ..own })
    }

    /// Whether its waves are too few for the interval of a median, or differ too much for that of the median TTFT.
    pub(crate) fn lacks_waves(&self) -> bool {
        let is_unsure = |ttft: &Spread| ttft.p50.is_some() && ttft.ci.is_none();
        !self.waves_of_times().carry(self.samples.len()) || self.ttft().is_some_and(is_unsure)
    }

    /// Mean number of requests in flight at its rate, by Little's law; `None` without requests or a rate.
    fn overlapping(&self) -> Option<f64> {
        let lasted = |sample: &Sample| Some((sample.ended_at_ms? - sample.sent_at_ms?).max(0.0));
        let all: Vec<f64> = self.samples.iter().filter_map(lasted).collect();
        let n = u32::try_from(all.len()).ok().filter(|n| *n > 0)?;
        Some(self.rate? / 1e3 * all.iter().sum::<f64>() / f64::from(n))
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

#[cfg(test)]
mod tests {
    use measure::SplitMix64;

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
        // Their times count from when each was due.
        let one = Sample { sent_at_ms: Some(0.5), ended_at_ms: Some(400.5), ..sample(Status::Ok) };
        let at_a_rate = Level { rate: Some(10.0), samples: vec![one; 41], ..Level::default() };
        let found = at_a_rate.overlapping().expect("there are requests");
        assert!((found - 4.0).abs() < 1e-9, "0.4 s at 10 per second: {found}");
        assert_eq!(Level::default().overlapping(), None, "of nothing");
    }

    /// A level of `n` requests at 10 per second, each of which takes `latency_ms`.
    fn at_a_rate(n: u32, latency_ms: f64) -> Level {
        let mut random = SplitMix64::new(7);
        let mut due_ms = 0.0;
        let mut level = Level { rate: Some(10.0), from_due: true, measured: n, ..Level::default() };
        for number in 0..n {
            due_ms -= random.unit().ln() * 100.0;
            let ttft_ms = 100.0 + f64::from(number * 37 % 40);
            let mut one = sample(Status::Ok);
            one.speed.ttft_ms = Some(ttft_ms);
            one.speed.ttft_perceived_ms = Some(ttft_ms);
            (one.sent_at_ms, one.ended_at_ms) = (Some(0.1), Some(latency_ms));
            level.samples.push(one);
            level.starts_ms.push(due_ms);
        }
        level.summarise();
        level
    }

    #[test]
    fn an_open_loop_says_how_many_requests_would_show_its_queue() {
        let short = at_a_rate(30, 600.0);
        let needs = short.median_needs.expect("about six of at most a dozen are busy");
        assert!((40.0..200.0).contains(&needs), "{needs}");
        assert!(short.ttft().is_some_and(|ttft| ttft.p50.is_some() && ttft.ci.is_none()));
        assert!(short.lacks_waves(), "which the warning says");
        let tail = short.ttft_p95.expect("there are requests");
        assert_eq!((tail.low, tail.high), (None, None), "nor is its tail known");
        let long = at_a_rate(400, 600.0);
        assert!(long.ttft().is_some_and(|ttft| ttft.ci.is_some()), "a queue forgets within it");
        assert_eq!(long.median_needs, None, "so nothing is missing");
        let unknown = Level { starts_ms: Vec::new(), ..long };
        let mut unknown = unknown.clone();
        unknown.summarise();
        assert!(unknown.ttft().is_some_and(|ttft| ttft.ci.is_none()), "due at no known time");
    }
}
