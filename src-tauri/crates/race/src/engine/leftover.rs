//! What a level leaves behind at a server: requests that Paceline cancelled. A server notices at once that a client has hung
//! up, at its next write, or never, and then goes on to the end of the answer.

use std::time::Duration;

use providers::Clock;

use crate::result::level::{Level, LevelEnd};
use crate::result::sample::Sample;
use crate::result::status::Status;

/// Shortest wait after a cut, and what is added to a longer one: a server takes a moment to free its seats.
const SHORTEST: Duration = Duration::from_millis(250);
/// Longest wait after a cut, before the next level begins.
const LONGEST: Duration = Duration::from_secs(10);
/// Longest wait before a level that was refused is begun again.
const LONGEST_AGAIN: Duration = Duration::from_secs(60);

/// The requests that were cancelled at the end of a level.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Leftover {
    /// The longest that a request of the level took: what they may take at a server that goes on with them.
    longest: Duration,
    /// The most that is left of that to any of them.
    rest: Duration,
}

impl Leftover {
    /// `None` if none was cancelled.
    pub(crate) fn of(level: &Level) -> Option<Self> {
        let took = |sample: &Sample| sample.took_ms().map(milliseconds);
        let cut = || level.requests().filter(|sample| sample.status == Status::Cancelled);
        cut().next()?;
        let ok = || level.requests().filter(|sample| sample.status.is_ok());
        // Without an answer, nothing is known but how long others were waited for.
        let longest = ok().filter_map(took).max();
        let longest = longest.or_else(|| level.requests().filter_map(took).max());
        let longest = longest.unwrap_or_default();
        let rest = cut().map(|sample| longest.saturating_sub(took(sample).unwrap_or_default()));
        Some(Self { longest, rest: rest.max().unwrap_or_default() })
    }

    /// How long to wait before the next level.
    fn wait(self) -> Duration {
        (self.rest + SHORTEST).min(LONGEST)
    }

    /// How long after the start of the next level a 429 may be about them, and not about its load.
    fn may_last(self) -> Duration {
        (self.longest + SHORTEST).min(LONGEST_AGAIN)
    }
}

/// How a level begins.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct LevelStart {
    /// How long to wait before it.
    pub(crate) wait: Option<Duration>,
    /// How long after its start a 429 may be about requests that were cancelled before it.
    occupied: Duration,
    /// Requests of the level that were sent before it was begun again.
    pub(crate) sent_before: u32,
}

impl LevelStart {
    /// The start of a level after one that left this behind.
    pub(crate) fn after(leftover: Option<Leftover>) -> Self {
        let occupied = leftover.map_or(Duration::ZERO, Leftover::may_last);
        Self { wait: leftover.map(Leftover::wait), occupied, sent_before: 0 }
    }

    /// The second start of a level that met what was left behind; `None` if it met none. What is refused then is refused
    /// for its load.
    pub(crate) fn again(leftover: Leftover, level: &Level) -> Option<Self> {
        let LevelEnd::Occupied { retry_after_ms } = level.ended else { return None };
        let asked = Duration::from_millis(retry_after_ms.unwrap_or_default().into());
        let wait = (leftover.longest.max(asked) + SHORTEST).min(LONGEST_AGAIN);
        let sent_before = u32::try_from(level.requests().count()).unwrap_or(u32::MAX);
        Some(Self { wait: Some(wait), occupied: Duration::ZERO, sent_before })
    }

    /// Until when a 429 may be about requests that were cancelled before the level, on the run's clock; 0 for never.
    pub(crate) fn occupied_until_ns(self, clock: Clock) -> u64 {
        let nanoseconds = u64::try_from(self.occupied.as_nanos()).unwrap_or(u64::MAX);
        if nanoseconds == 0 { 0 } else { clock.now_ns().saturating_add(nanoseconds) }
    }
}

fn milliseconds(ms: f64) -> Duration {
    Duration::try_from_secs_f64(ms / 1e3).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sample;

    fn took(status: Status, ms: f64) -> Sample {
        Sample { sent_at_ms: Some(1.0), ended_at_ms: Some(1.0 + ms), ..sample(status) }
    }

    fn left(samples: Vec<Sample>, others: Vec<Sample>) -> Option<Leftover> {
        Leftover::of(&Level { samples, others, ..Level::default() })
    }

    #[test]
    fn what_was_cut_may_take_as_long_as_the_longest_answer() {
        let ok = || vec![took(Status::Ok, 2_000.0), took(Status::Ok, 3_000.0)];
        assert!(left(ok(), Vec::new()).is_none(), "nothing was cut");
        let cut = vec![took(Status::Cancelled, 2_500.0), took(Status::Cancelled, 400.0)];
        let left = left(ok(), cut).expect("two were cut");
        assert_eq!(left.wait(), Duration::from_millis(2_850), "what is left of the later one");
        assert_eq!(
            left.may_last(),
            Duration::from_millis(3_250),
            "it may go on for all of an answer"
        );
    }

    #[test]
    fn no_wait_is_longer_than_its_bound_nor_shorter_than_a_server_takes_to_notice() {
        let cut = |ms| vec![took(Status::Ok, ms), took(Status::Cancelled, 1.0)];
        let long = left(cut(300_000.0), Vec::new()).expect("one was cut");
        assert_eq!(
            (long.wait(), long.may_last()),
            (LONGEST, LONGEST_AGAIN),
            "five minutes are too long"
        );
        let short = left(cut(20.0), Vec::new()).expect("one was cut");
        assert_eq!(short.wait(), Duration::from_millis(269), "it may not have noticed yet");
        let refused = |retry_after_ms| Level {
            ended: LevelEnd::Occupied { retry_after_ms },
            others: vec![sample(Status::Throttled); 3],
            ..Level::default()
        };
        let again = LevelStart::again(short, &refused(Some(5_000))).expect("it is begun again");
        assert_eq!(again.wait, Some(Duration::from_millis(5_250)), "as the provider asks");
        assert_eq!((again.occupied, again.sent_before), (Duration::ZERO, 3), "and only once");
        let again = LevelStart::again(long, &refused(Some(600_000))).expect("it is begun again");
        assert_eq!(again.wait, Some(LONGEST_AGAIN), "but not for ten minutes");
        assert!(LevelStart::again(short, &Level::default()).is_none(), "it was not refused");
    }
}
