//! The open loop of one level: when requests are due, and which of them are measured. It reads no clock and starts no
//! task.

use measure::SplitMix64;

use crate::engine::closed_loop::RequestRole;
use crate::plan::load::{Arrivals, most_beside};

/// Due times in nanoseconds after the start, ascending and without end. The same `seed` gives the same times.
#[derive(Debug, Clone)]
pub(crate) struct DueTimes {
    rate: f64,
    arrivals: Arrivals,
    random: SplitMix64,
    number: u32,
    at: f64,
}

impl DueTimes {
    pub(crate) fn new(rate: f64, arrivals: Arrivals, seed: u32) -> Self {
        Self { rate, arrivals, random: SplitMix64::new(u64::from(seed)), number: 0, at: 0.0 }
    }
}

impl Iterator for DueTimes {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "times of a sweep are positive and far below 2^53 nanoseconds"
        )]
        let due = self.at as u64;
        self.number = self.number.saturating_add(1);
        self.at = match self.arrivals {
            // Computed from the start each time, because rounding errors would add up.
            Arrivals::Constant => f64::from(self.number) / self.rate * 1e9,
            // The gaps of a Poisson process are exponential: −ln(u) ÷ rate (Knuth 1997, 3.4.1).
            Arrivals::Poisson => self.at - self.random.unit().ln() / self.rate * 1e9,
        };
        Some(due)
    }
}

/// One level of an open loop: requests settle it until the first of them has ended, then `samples` are measured, and
/// further ones keep the load up until the last measured one has ended. It sends at most `samples + 2 ·
/// most_beside(rate)` requests. What was sent before a level that is begun again is taken off the further ones.
#[derive(Debug)]
pub(crate) struct OpenLoop {
    samples: usize,
    most_beside: u32,
    settling: u32,
    /// Whether each request that was sent to be measured has ended, in order of sending.
    ended: Vec<bool>,
    surplus: u32,
    is_settled: bool,
    is_over: bool,
}

impl OpenLoop {
    pub(crate) fn new(rate: f64, samples: u32) -> Self {
        Self {
            samples: samples as usize,
            most_beside: most_beside(rate),
            settling: 0,
            ended: Vec::new(),
            surplus: 0,
            is_settled: false,
            is_over: false,
        }
    }

    /// The same level, begun again after this many requests, of which none was measured.
    pub(crate) fn having_sent(mut self, requests: u32) -> Self {
        self.surplus = requests.min(self.most_beside);
        self
    }

    /// The role of the request that is due; `None` once no more are to be sent.
    pub(crate) fn next(&mut self) -> Option<RequestRole> {
        if self.is_over {
            return None;
        }
        if !self.is_settled && self.settling < self.most_beside {
            self.settling += 1;
            return Some(RequestRole::Warmup);
        }
        if self.ended.len() < self.samples {
            self.ended.push(false);
            return Some(RequestRole::Measured);
        }
        if self.surplus < self.most_beside {
            self.surplus += 1;
            return Some(RequestRole::Surplus);
        }
        None
    }

    /// The request with this place in order of sending, from 0, has ended.
    pub(crate) fn ended(&mut self, place: usize) {
        self.is_settled |= place == 0;
        let measured = place.checked_sub(self.settling as usize);
        if let Some(ended) = measured.and_then(|number| self.ended.get_mut(number)) {
            *ended = true;
            self.look();
        }
    }

    /// Measures no more requests than have begun; those in flight are waited for.
    pub(crate) fn begin_no_more(&mut self) {
        self.measure_first(self.ended.len());
    }

    /// Measures only the first `samples` that were sent to be measured; those of them in flight are waited for, and later ones
    /// have kept the load up.
    pub(crate) fn measure_first(&mut self, samples: usize) {
        self.samples = self.samples.min(samples);
        self.look();
    }

    /// Number of requests that are measured once the level is over.
    pub(crate) fn samples(&self) -> usize {
        self.samples
    }

    fn look(&mut self) {
        let measured = self.ended.get(..self.samples);
        self.is_over |= measured.is_some_and(|all| all.iter().all(|ended| *ended));
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn due(rate: f64, arrivals: Arrivals, number: usize, seed: u32) -> Vec<u64> {
        DueTimes::new(rate, arrivals, seed).take(number).collect()
    }

    #[test]
    fn constant_arrivals_lie_at_equal_distances() {
        let five = due(4.0, Arrivals::Constant, 5, 1);
        assert_eq!(
            five,
            [0, 250_000_000, 500_000_000, 750_000_000, 1_000_000_000],
            "four a second"
        );
        let thirds = due(3.0, Arrivals::Constant, 3_001, 1);
        assert_eq!(thirds.last(), Some(&1_000_000_000_000), "nothing adds up on the way");
    }

    #[test]
    fn random_arrivals_come_at_the_rate_and_as_unevenly_as_independent_people() {
        let due = |seed| due(100.0, Arrivals::Poisson, 10_001, seed);
        let gaps: Vec<f64> = due(7)
            .windows(2)
            .map(|pair| f64::from(u32::try_from(pair[1] - pair[0]).expect("short")) / 1e9)
            .collect();
        let n = 10_000.0;
        let mean = gaps.iter().sum::<f64>() / n;
        let variance = gaps.iter().map(|gap| (gap - mean).powi(2)).sum::<f64>() / n;
        assert!((mean * 100.0 - 1.0).abs() < 0.05, "a hundred a second: {mean}");
        let spread = variance.sqrt() / mean;
        assert!(
            (spread - 1.0).abs() < 0.05,
            "exponential distances vary as much as their mean: {spread}"
        );
        assert_eq!(due(7), due(7), "the same seed, the same times");
        assert_ne!(due(7), due(8), "another seed, others");
    }

    #[test]
    fn it_measures_once_the_first_has_been_answered_and_sends_until_the_last_has() {
        let mut open_loop = OpenLoop::new(2.0, 2);
        assert_eq!(open_loop.next(), Some(RequestRole::Warmup), "nobody has been answered");
        assert_eq!(open_loop.next(), Some(RequestRole::Warmup), "the load still rises");
        open_loop.ended(0);
        assert_eq!([open_loop.next(), open_loop.next()], [Some(RequestRole::Measured); 2], "now");
        open_loop.ended(3);
        assert_eq!(open_loop.next(), Some(RequestRole::Surplus), "or the load would fall");
        open_loop.ended(4);
        assert!(!open_loop.is_over(), "that one only kept the load up");
        open_loop.ended(2);
        assert_eq!(open_loop.next(), None, "the last has ended");
        assert!(open_loop.is_over(), "so the level is over");
    }

    #[test]
    fn a_level_that_lasts_long_enough_measures_the_first_and_waits_for_no_later_one() {
        let mut open_loop = OpenLoop::new(2.0, 100);
        open_loop.next();
        open_loop.ended(0);
        let sent = std::iter::from_fn(|| open_loop.next()).take(8).collect::<Vec<_>>();
        assert_eq!(sent, [RequestRole::Measured; 8], "it may need more than six");
        for place in [1, 2, 3, 5, 6, 7] {
            open_loop.ended(place);
        }
        open_loop.measure_first(6);
        assert!(!open_loop.is_over(), "the fourth is still in flight");
        assert_eq!(open_loop.next(), Some(RequestRole::Surplus), "and keeps its load");
        open_loop.ended(4);
        assert!(open_loop.is_over(), "whatever becomes of the eighth");
        assert_eq!(open_loop.samples(), 6, "in order of sending");
    }

    #[test]
    fn never_more_is_sent_than_was_said_before_the_start() {
        let mut open_loop = OpenLoop::new(0.5, 7);
        let sent = std::iter::from_fn(|| open_loop.next()).take(1_000).count();
        assert_eq!(sent, 7 + 2 * 5, "ten seconds of requests before, and after, if nobody answers");
        let mut again = OpenLoop::new(0.5, 7).having_sent(3);
        let sent = std::iter::from_fn(|| again.next()).take(1_000).count();
        assert_eq!(3 + sent, 7 + 2 * 5, "also if it is begun again after three");
        assert_eq!(most_beside(0.01), 1, "one at least, by whose end the others wait");
    }
}
