//! Decides, while a level runs, whether more requests would hardly change its result.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use measure::{ALPHA, QueueMemory, QueuedRequest, Timeline, Waves, middle, ms, rank_sum_p};

use crate::plan::capacity_target::CapacityTarget;
use crate::plan::load::Load;
use crate::plan::step::Step;
use crate::result::capacity::{ServedRequest, load_test};
use crate::result::level_confidence::half_width;
use crate::view::live_state::lock;

/// Number of requests between two checks whether the load is decided, if a wave has fewer.
const LOOKED_AT_EVERY: f64 = 8.0;
/// Requests, of as many as are in flight, that show how many a server answers at once.
const SEEN_WAVES: f64 = 16.0;

/// The requests of a level so far, if it may end before it has all its samples.
pub(crate) struct LevelProgress {
    until: LevelGoal,
    step: Step,
    seen: Mutex<Vec<TimedRequest>>,
    /// Whether its service level was certain at the last look. How many independent requests the waves are worth is
    /// estimated anew at each, so that what one look finds may be gone at the end.
    was_certain: AtomicBool,
}

/// Which requests of a level are enough, once no more of them have to be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Enough {
    /// All that have begun.
    AllBegun,
    /// The first so many in order of sending: the level did not need those sent after them.
    First(usize),
}

/// What ends a level.
enum LevelGoal {
    /// All its samples.
    Samples,
    /// It lasts for as many requests as the interval of its median takes before the server's queue, if that is at most `most`, or
    /// for `most` where requests take longer and longer; looked at after `next`.
    LongEnough { next: AtomicU32, most: u32 },
    /// Whether its load keeps a service level is certain.
    ServiceLevel(CapacityTarget),
    /// Its median TTFT is known to within this share of it; tested after each of these numbers of requests.
    Precision { within: f64, looks: Vec<u32> },
}

/// A measured request that ended on its own.
#[derive(Clone, Copy)]
struct TimedRequest {
    due_ns: u64,
    sent_ns: u64,
    served: ServedRequest,
    latency_s: f64,
}

impl LevelProgress {
    /// Of a level of `load`. Goodput is known only after a level, so a share of good requests needs all of its samples.
    pub(crate) fn new(load: &Load, step: Step) -> Self {
        let target = load.capacity.filter(|target| target.good_fraction.is_none());
        let until = match (target, load.settled_within) {
            (Some(target), _) => LevelGoal::ServiceLevel(target),
            (None, Some(within)) => LevelGoal::Precision { within, looks: load.looks(step) },
            (None, None) => match (step, load.most_at_a_rate()) {
                (Step::Rate(_), Some(most)) => {
                    LevelGoal::LongEnough { next: AtomicU32::new(load.samples), most }
                }
                _ => LevelGoal::Samples,
            },
        };
        Self { until, step, seen: Mutex::default(), was_certain: AtomicBool::new(false) }
    }

    /// Whether a level may end before it has all its samples.
    pub(crate) fn is_sought(&self) -> bool {
        !matches!(self.until, LevelGoal::Samples)
    }

    /// Counts a measured request that ended on its own, in order of ending. Returns which requests are enough if more of its
    /// load would hardly change the result.
    pub(crate) fn enough(&self, timeline: &Timeline, is_ok: bool) -> Option<Enough> {
        let from = match self.step {
            Step::Rate(_) => Some(timeline.plan_ns),
            _ => timeline.send_ns,
        };
        let since = |at: Option<u64>| at.zip(from).map(|(at, from)| ms(at.saturating_sub(from)));
        let ttft_ms = since(timeline.first_any_ns()).filter(|_| is_ok).unwrap_or(f64::INFINITY);
        let ended_ns = timeline.close_ns.or(timeline.last_any_ns());
        let latency_s = since(ended_ns).unwrap_or(0.0) / 1e3;
        let sent_ns = timeline.send_ns.unwrap_or(timeline.plan_ns);
        let mut seen = lock(&self.seen);
        seen.push(TimedRequest {
            due_ns: timeline.plan_ns,
            sent_ns,
            served: ServedRequest { ttft_ms, is_good: Some(false) },
            latency_s,
        });
        let number = u32::try_from(seen.len()).unwrap_or(u32::MAX);
        let in_flight = match self.step {
            // J. D. C. Little (1961).
            Step::Rate(rate) => {
                rate * seen.iter().map(|each| each.latency_s).sum::<f64>() / f64::from(number)
            }
            step => step.streams().map_or(1.0, f64::from),
        };
        // Waves are in order of sending, and requests end in another.
        seen.sort_by_key(|each| each.sent_ns);
        let waves = || match self.step {
            Step::Rate(_) => {
                let times: Vec<f64> = seen.iter().map(|each| each.served.ttft_ms).collect();
                Waves::of_open_loop(in_flight, &times)
            }
            _ => Waves::of(in_flight),
        };
        let is_told = match &self.until {
            LevelGoal::Samples => false,
            LevelGoal::LongEnough { next, most } => {
                if number < next.load(Ordering::Relaxed) {
                    return None;
                }
                let memory = queue_memory(self.step, &seen);
                let needed = memory.and_then(|memory| waves().needed(memory));
                // So few show too little of how many a server of many seats answers at once.
                let enough_to_see = SEEN_WAVES * in_flight;
                let needed = needed.filter(|needed| *needed <= f64::from(*most));
                let is_filling = || takes_longer_and_longer(&seen).then_some(f64::from(*most));
                let look = needed.or_else(is_filling).unwrap_or(enough_to_see);
                let is_later = f64::from(number) < look && look <= f64::from(*most);
                let Some(more) = is_later.then_some(look) else {
                    return Some(Enough::First(seen.len()));
                };
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "a whole number of requests, at most `most`"
                )]
                next.store(more.ceil() as u32, Ordering::Relaxed);
                false
            }
            LevelGoal::ServiceLevel(target) => {
                if f64::from(number) % in_flight.round().max(LOOKED_AT_EVERY) > 0.5 {
                    return None;
                }
                let served: Vec<ServedRequest> = seen.iter().map(|each| each.served).collect();
                let is_certain = load_test(*target, &served, waves()).is_settled;
                self.was_certain.swap(is_certain, Ordering::Relaxed) && is_certain
            }
            LevelGoal::Precision { within, looks } => {
                if !looks.contains(&number) {
                    return None;
                }
                let times = seen.iter().map(|each| each.served.ttft_ms);
                let times: Vec<f64> = times.filter(|ttft_ms| ttft_ms.is_finite()).collect();
                let waves = match (self.step, queue_memory(self.step, &seen)) {
                    (Step::Rate(_), Some(memory)) => waves().before_queue(memory),
                    (Step::Rate(_), None) => return None,
                    _ => waves(),
                };
                let waves = waves.looked_at(u32::try_from(looks.len()).unwrap_or(u32::MAX));
                let known = waves.with_values(times.len(), seen.len()).median_interval(&times);
                known.and_then(half_width).is_some_and(|half| half <= *within)
            }
        };
        is_told.then_some(Enough::AllBegun)
    }
}

/// Whether the later half of a level's requests, in order of sending, took longer than the earlier half: then they may come faster than they
/// are answered, which takes more of them to tell ([`Backlog`](crate::result::backlog::Backlog)).
fn takes_longer_and_longer(seen: &[TimedRequest]) -> bool {
    let times: Vec<f64> = seen.iter().map(|each| each.latency_s).collect();
    let (earlier, later) = times.split_at(times.len() / 2);
    let middle = |of: &[f64]| middle(of.iter().copied());
    middle(earlier) < middle(later) && rank_sum_p(earlier, later) <= ALPHA
}

/// What the requests of a level say of the server's queue; `None` in a closed loop, or with too few.
fn queue_memory(step: Step, seen: &[TimedRequest]) -> Option<QueueMemory> {
    let Step::Rate(rate) = step else { return None };
    let answered = seen.iter().filter(|one| one.served.ttft_ms.is_finite());
    let queued = answered.map(|one| {
        let due_ms = ms(one.due_ns);
        let (first_ms, ended_ms) = (due_ms + one.served.ttft_ms, due_ms + 1e3 * one.latency_s);
        QueuedRequest { due_ms, first_ms, ended_ms, speed: None }
    });
    QueueMemory::of(rate, &queued.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use measure::{ArrivalEvent, Kind, SplitMix64, TokensSoFar};

    use super::*;

    fn sought(good_fraction: Option<f64>) -> Load {
        let target = CapacityTarget {
            ttft_p95_ms: Some(500.0),
            error_rate: None,
            good_fraction,
            most: 8,
            per_second: false,
        };
        Load { capacity: Some(target), ..Load::default() }
    }

    /// The number of failing requests after which a level of four in flight is decided.
    fn told_after(load: &Load) -> Option<u32> {
        let progress = LevelProgress::new(load, Step::Streams(4));
        let failed =
            Timeline { send_ns: Some(0), close_ns: Some(1_000_000), ..Timeline::default() };
        (1..=1_000).find(|_| progress.enough(&failed, false).is_some())
    }

    #[test]
    fn a_level_ends_once_more_requests_would_hardly_change_the_answer() {
        let failed = told_after(&sought(None)).expect("every request fails");
        assert!(failed <= 40, "some waves of failures are enough: {failed}");
        assert_eq!(failed % 8, 0, "it is looked at now and then");
    }

    #[test]
    fn a_share_of_good_requests_counts_every_sample() {
        let good = sought(Some(0.95));
        assert!(!LevelProgress::new(&good, Step::Streams(4)).is_sought(), "it is known after it");
        assert_eq!(told_after(&good), None, "so it is not ended before");
    }

    #[test]
    fn a_level_is_settled_once_its_median_is_known_exactly_enough() {
        let load =
            Load { settled_within: Some(0.05), samples: 400, waves: None, ..Load::default() };
        let settled_after = |scatter_ns: u64| {
            let progress = LevelProgress::new(&load, Step::Streams(4));
            (1..=400_u64).find(|number| {
                let sent_ns = number * 1_000_000;
                let ttft_ns = 100_000_000 + number * 7_919 % 13 * scatter_ns;
                let mut timeline = Timeline { send_ns: Some(sent_ns), ..Timeline::default() };
                timeline.push(ArrivalEvent {
                    at_ns: sent_ns + ttft_ns,
                    event: 0,
                    kind: Kind::Answer,
                    text_bytes: 4,
                    wire_bytes: 40,
                    tokens_so_far: TokensSoFar::UNTOLD,
                });
                progress.enough(&timeline, true).is_some()
            })
        };
        assert_eq!(settled_after(100_000), Some(64), "sixteen waves that hardly differ");
        let later = settled_after(4_000_000).expect("it is settled in the end");
        assert!([128, 256, 400].contains(&later), "after twice as many each time: {later}");
        assert_eq!(told_after(&load), None, "where all fail there is no median");
    }

    /// The requests that are enough of a level at five a second, at random times, each answered after this many seconds.
    fn enough_at_a_rate(load: &Load, service_s: impl Fn(u64) -> f64) -> Option<Enough> {
        let progress = LevelProgress::new(load, Step::Rate(5.0));
        let (mut random, mut due_s) = (SplitMix64::new(1), 0.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "some minutes")]
        let ns = |seconds: f64| (seconds * 1e9) as u64;
        let mut all: Vec<(u64, u64)> = (0..1_000_u64)
            .map(|number| {
                due_s -= random.unit().ln() / 5.0;
                (ns(due_s + service_s(number)), ns(due_s))
            })
            .collect();
        all.sort_unstable();
        all.iter().find_map(|(ended_ns, due_ns)| {
            let mut timeline =
                Timeline { plan_ns: *due_ns, send_ns: Some(*due_ns), ..Timeline::default() };
            for (event, at_ns) in [(0, due_ns + 50_000_000), (1, *ended_ns)] {
                timeline.push(ArrivalEvent {
                    at_ns,
                    event,
                    kind: Kind::Answer,
                    text_bytes: 4,
                    wire_bytes: 40,
                    tokens_so_far: TokensSoFar::UNTOLD,
                });
            }
            progress.enough(&timeline, true)
        })
    }

    #[test]
    fn a_level_at_a_rate_goes_on_for_as_long_as_its_median_takes_and_no_longer_where_that_is_too_long()
     {
        let load = Load { rates: vec![5.0], most_samples: Some(320), ..Load::default() };
        let after =
            |load: &Load, service_s: &dyn Fn(u64) -> f64| match enough_at_a_rate(load, service_s) {
                Some(Enough::First(number)) => number,
                other => panic!("the first of them: {other:?}"),
            };
        let varied = |number: u64| if number.is_multiple_of(4) { 4.0 } else { 2.0 };
        let needed = after(&load, &varied);
        assert!((51..=320).contains(&needed), "some twelve of twenty are busy: {needed}");
        assert_eq!(after(&load, &|_| 0.3), 50, "one whose answers take equally long is soon known");
        // One seat of half a second before five a second: each waits 0.3 s longer than the one before it.
        let full = after(&load, &|number| 0.3 * u32::try_from(number).map_or(0.0, f64::from));
        assert_eq!(full, 320, "whose requests wait longer and longer goes on until that is told");
        let little = Load { most_samples: Some(60), ..load.clone() };
        assert_eq!(after(&little, &varied), 50, "what 60 do not show, 60 are not spent on");
        let exact = Load { most_samples: None, ..load };
        assert_eq!(enough_at_a_rate(&exact, varied), None, "as many as were asked for");
    }
}
