//! The live state of a race, shared with its watchers: each lane's recording as it grows.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use measure::{ArrivalEvent, Recording};
use providers::Clock;

use crate::result::sample::Sample;
use crate::view::frame::Phase;

/// The current state of a race. Lanes write into it, and watchers that draw or save read it at their own pace, so a
/// lane never waits for a watcher longer than it takes to copy what is new.
pub struct RaceState {
    pub(crate) clock: Clock,
    gun_ns: AtomicU64,
    round: AtomicU32,
    warmup: u32,
    lanes: Vec<LaneState>,
    /// Held by the lane that is counting its tokens.
    pub(crate) counting: tokio::sync::Mutex<()>,
}

/// The live state of one lane.
#[derive(Default)]
pub(crate) struct LaneState {
    /// The request in flight.
    pub(crate) recording: Mutex<Recording>,
    pub(crate) progress: Mutex<LaneProgress>,
}

#[derive(Default)]
pub(crate) struct LaneProgress {
    /// Connecting and Ready are set here; later phases follow from the recording.
    pub(crate) phase: Phase,
    /// Samples of measured rounds, in order.
    pub(crate) samples: Vec<Sample>,
    pub(crate) recordings: Vec<Recording>,
    /// Whether the current recording is already the last of those. It is stored once, because many long streams would
    /// otherwise take twice the memory.
    is_kept: bool,
}

impl LaneState {
    /// Reads the request in flight, or its recording once it is over, with the phase that was set.
    pub(crate) fn look<R>(&self, look: impl FnOnce(Phase, &Recording) -> R) -> R {
        // Both locks are held, in the same order as everywhere; otherwise a recording stored in between would be
        // missed.
        let progress = lock(&self.progress);
        if let Some(kept) = progress.recordings.last().filter(|_| progress.is_kept) {
            return look(progress.phase, kept);
        }
        look(progress.phase, &lock(&self.recording))
    }

    /// Stores the request that has just ended, with the sample that `of` computes.
    pub(crate) fn keep(&self, of: impl FnOnce(&Recording) -> Sample) -> Sample {
        let sample = of(&lock(&self.recording));
        let mut progress = lock(&self.progress);
        let recording = std::mem::take(&mut *lock(&self.recording));
        progress.samples.push(sample.clone());
        progress.recordings.push(recording);
        progress.is_kept = true;
        sample
    }
}

impl RaceState {
    pub(crate) fn new(clock: Clock, lanes: usize, warmup: u32) -> Self {
        Self {
            clock,
            gun_ns: AtomicU64::new(0),
            round: AtomicU32::new(0),
            warmup,
            lanes: (0..lanes).map(|_| LaneState::default()).collect(),
            counting: tokio::sync::Mutex::default(),
        }
    }

    /// Number of lanes that run.
    pub fn lanes(&self) -> usize {
        self.lanes.len()
    }

    /// The current round, from 0, warm-up rounds included.
    pub fn round(&self) -> u32 {
        self.round.load(Ordering::Acquire)
    }

    /// The current measured round, from 0; `None` during a warm-up.
    pub fn measured_round(&self) -> Option<u32> {
        self.round().checked_sub(self.warmup)
    }

    pub(crate) fn warmup_rounds(&self) -> u32 {
        self.warmup
    }

    /// Nanoseconds on the race's clock since this round's start gun; `None` before it.
    pub(crate) fn since_gun_ns(&self) -> Option<u64> {
        let gun = self.gun_ns();
        (gun > 0).then(|| self.clock.now_ns().saturating_sub(gun))
    }

    pub(crate) fn gun_ns(&self) -> u64 {
        self.gun_ns.load(Ordering::Acquire)
    }

    /// Calls `look` with one lane's request in flight. The lane is locked meanwhile, so `look` must be short.
    pub fn with_recording<R>(&self, lane: usize, look: impl FnOnce(&Recording) -> R) -> Option<R> {
        Some(self.lanes.get(lane)?.look(|_, recording| look(recording)))
    }

    /// Calls `look` with one lane's samples of measured rounds so far and their recordings, in order.
    pub fn with_ended<R>(
        &self,
        lane: usize,
        look: impl FnOnce(&[Sample], &[Recording]) -> R,
    ) -> Option<R> {
        let progress = lock(&self.lanes.get(lane)?.progress);
        Some(look(&progress.samples, &progress.recordings))
    }

    /// Bytes kept of a lane's completed rounds: texts and logs.
    pub(crate) fn kept_bytes(&self, lane: usize) -> usize {
        let all = self.with_ended(lane, |_, recordings| recordings.iter().map(bytes_of).sum());
        all.unwrap_or_default()
    }

    pub(crate) fn lane(&self, lane: usize) -> Option<&LaneState> {
        self.lanes.get(lane)
    }

    /// Begins a new round, without any request in flight.
    pub(crate) fn begin_round(&self, round: u32) {
        self.gun_ns.store(0, Ordering::Release);
        self.round.store(round, Ordering::Release);
        for lane_state in &self.lanes {
            *lock(&lane_state.recording) = Recording::default();
            let mut progress = lock(&lane_state.progress);
            progress.phase = Phase::Connecting;
            progress.is_kept = false;
        }
    }

    /// Fires the start gun, from which every lane's clock runs.
    pub(crate) fn fire(&self) -> u64 {
        let gun = self.clock.now_ns().max(1);
        for lane_state in &self.lanes {
            lock(&lane_state.recording).timeline.plan_ns = gun;
        }
        self.gun_ns.store(gun, Ordering::Release);
        gun
    }
}

/// Bytes that a recording takes together with its sample: its log, and its texts twice; of a chain, those of all its steps.
pub(crate) fn bytes_of(recording: &Recording) -> usize {
    let Recording { timeline, transcript, .. } = recording;
    let texts = [&transcript.reasoning, &transcript.answer, &transcript.tool];
    let earlier = recording.earlier().iter().map(|step| bytes_of(&step.recording));
    earlier.sum::<usize>()
        + timeline.marks.len().saturating_mul(size_of::<ArrivalEvent>())
        + texts.iter().map(|text| text.len()).sum::<usize>().saturating_mul(2)
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A poisoned lock means that a watcher panicked; the lanes' recordings are still valid.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_of_a_lane_is_its_texts_and_its_log_over_all_rounds() {
        let state = RaceState::new(Clock::start(), 1, 0);
        let lane = state.lane(0).expect("there is one lane");
        let mut recording = Recording::default();
        recording.transcript.answer = "a".repeat(1_000);
        recording.transcript.tool = "b".repeat(24);
        for _ in 0..3 {
            lock(&lane.progress).recordings.push(recording.clone());
        }
        assert_eq!(
            state.kept_bytes(0),
            3 * 2_048,
            "three rounds, each text in its log and in its sample"
        );
        assert_eq!(state.kept_bytes(7), 0, "there is no such lane");
    }
}
