//! What all lanes of a running race share with those who watch: each lane's recording as it grows.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use measure::Recording;
use providers::Clock;

use crate::result::run::Sample;
use crate::view::frame::Phase;

/// One race as it stands now. Lanes write into it, and whoever draws or saves reads from it at their own pace, so that
/// no lane ever waits for a watcher longer than it takes to copy what is new.
pub struct RaceState {
    pub(crate) clock: Clock,
    gun_ns: AtomicU64,
    round: AtomicU32,
    warmup: u32,
    lanes: Vec<LaneState>,
    /// Held by the lane whose tokens are being counted.
    pub(crate) counting: tokio::sync::Mutex<()>,
}

/// One lane of the board.
#[derive(Default)]
pub(crate) struct LaneState {
    /// The request under way.
    pub(crate) recording: Mutex<Recording>,
    pub(crate) state: Mutex<LaneProgress>,
}

#[derive(Default)]
pub(crate) struct LaneProgress {
    /// Connecting and Ready are set here; what follows is read off the recording.
    pub(crate) phase: Phase,
    /// What measured rounds came to, in order.
    pub(crate) samples: Vec<Sample>,
    pub(crate) recordings: Vec<Recording>,
    /// Whether the recording of the round under way is the last of those: it is held once, or many long streams would
    /// take twice the memory.
    is_kept: bool,
}

impl LaneState {
    /// Looks at the request under way, or at what became of it once it is over, with the phase that was set.
    pub(crate) fn look<R>(&self, look: impl FnOnce(Phase, &Recording) -> R) -> R {
        // Both are held, in this order as everywhere, or what is kept in between would be seen nowhere.
        let state = lock(&self.state);
        if let Some(kept) = state.recordings.last().filter(|_| state.is_kept) {
            return look(state.phase, kept);
        }
        look(state.phase, &lock(&self.recording))
    }

    /// Keeps the request under way, which is over, under the sample that `of` makes of it.
    pub(crate) fn keep(&self, of: impl FnOnce(&Recording) -> Sample) -> Sample {
        let sample = of(&lock(&self.recording));
        let mut state = lock(&self.state);
        let recording = std::mem::take(&mut *lock(&self.recording));
        state.samples.push(sample.clone());
        state.recordings.push(recording);
        state.is_kept = true;
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

    /// How many lanes run.
    pub fn lanes(&self) -> usize {
        self.lanes.len()
    }

    /// Which round runs, from 0, warm-up rounds included.
    pub fn round(&self) -> u32 {
        self.round.load(Ordering::Acquire)
    }

    /// Which measured round runs, from 0; `None` while it is a warm-up.
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

    /// Looks at one lane's request under way, for as long as `look` takes and no longer.
    pub fn with_recording<R>(&self, lane: usize, look: impl FnOnce(&Recording) -> R) -> Option<R> {
        Some(self.lanes.get(lane)?.look(|_, recording| look(recording)))
    }

    /// Looks at what one lane's measured rounds came to so far: the samples and their recordings, in order.
    pub fn with_ended<R>(
        &self,
        lane: usize,
        look: impl FnOnce(&[Sample], &[Recording]) -> R,
    ) -> Option<R> {
        let state = lock(&self.lanes.get(lane)?.state);
        Some(look(&state.samples, &state.recordings))
    }

    pub(crate) fn track(&self, lane: usize) -> Option<&LaneState> {
        self.lanes.get(lane)
    }

    /// A new round begins: nobody has a request under way.
    pub(crate) fn begin_round(&self, round: u32) {
        self.gun_ns.store(0, Ordering::Release);
        self.round.store(round, Ordering::Release);
        for track in &self.lanes {
            *lock(&track.recording) = Recording::default();
            let mut state = lock(&track.state);
            state.phase = Phase::Connecting;
            state.is_kept = false;
        }
    }

    /// The start gun: from here on every lane's clock runs.
    pub(crate) fn fire(&self) -> u64 {
        let gun = self.clock.now_ns().max(1);
        for track in &self.lanes {
            lock(&track.recording).timeline.plan_ns = gun;
        }
        self.gun_ns.store(gun, Ordering::Release);
        gun
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A poisoned lock means that a watcher panicked; what the lanes recorded is still whole.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
