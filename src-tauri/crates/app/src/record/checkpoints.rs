//! The threads that write checkpoints during a run. A write that fails, because the disk is full or another process
//! holds the file, is retried together with the data that has arrived since.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use providers::Clock;
use race::{RaceState, SweepState};
use store::{CheckpointCursor, CheckpointDelta, History};

/// Checkpoint interval: the maximum that a crash can lose.
const CHECKPOINT: Duration = Duration::from_millis(250);
/// Interval at which a sweep's requests are saved as they begin or end, unless saving takes long.
const SOON: Duration = Duration::from_millis(20);
/// Saving may take at most one part in this many of the time.
const PARTS: u32 = 10;

/// A thread that writes checkpoints until it is told to stop.
pub(super) struct Checkpoints {
    over: Sender<()>,
    thread: std::thread::JoinHandle<()>,
    gate: Arc<Mutex<u32>>,
}

impl Checkpoints {
    /// The checkpoints of a race.
    pub(super) fn start(history: Arc<History>, run: String, state: Arc<RaceState>) -> Self {
        Self::spawn(move |is_over, _| {
            let mut seen = HashMap::new();
            let mut unsaved = SaveQueue::of(history, run);
            while is_over.recv_timeout(CHECKPOINT) == Err(RecvTimeoutError::Timeout) {
                unsaved.save(arrived(&state, &mut seen));
            }
        })
    }

    /// The checkpoints of a sweep.
    pub(super) fn of_sweep(history: Arc<History>, run: String, state: Arc<SweepState>) -> Self {
        Self::spawn(move |is_over, gate| {
            let clock = Clock::start();
            let elapsed = || Duration::from_nanos(clock.now_ns());
            let (mut seen, mut unsaved) = (HashMap::new(), SaveQueue::of(history, run));
            let (mut pause, mut whole_at) = (SOON, Duration::ZERO);
            while is_over.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                let began = elapsed();
                let is_whole = began.saturating_sub(whole_at) >= CHECKPOINT;
                if is_whole {
                    whole_at = began;
                }
                let stored = lock(gate);
                // Whatever waited belongs to a level that has been stored in the meantime.
                unsaved.waiting.retain(|waiting| waiting.round >= *stored);
                unsaved.save(arrived_of_sweep(&state, &mut seen, is_whole));
                drop(stored);
                let took = elapsed().saturating_sub(began);
                pause = (took * PARTS).clamp(SOON, CHECKPOINT);
            }
        })
    }

    fn spawn(work: impl FnOnce(&Receiver<()>, &Mutex<u32>) + Send + 'static) -> Self {
        let (over, is_over) = channel();
        let gate = Arc::new(Mutex::new(0));
        let own = Arc::clone(&gate);
        let thread = std::thread::spawn(move || work(&is_over, &own));
        Self { over, thread, gate }
    }

    /// No checkpoint is written while this is locked. It holds the number of the sweep's first request whose level is
    /// not stored yet.
    pub(super) fn gate(&self) -> Arc<Mutex<u32>> {
        Arc::clone(&self.gate)
    }

    pub(super) fn stop(self) {
        drop(self.over);
        // Anything unsaved is saved at the end of the run, even if this thread panicked.
        if self.thread.join().is_err() {
            tracing::error!("the thread of the checkpoints panicked");
        }
    }
}

pub(super) fn lock(gate: &Mutex<u32>) -> MutexGuard<'_, u32> {
    gate.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Data that could not be saved yet.
struct SaveQueue {
    history: Arc<History>,
    run: String,
    waiting: Vec<CheckpointDelta>,
}

impl SaveQueue {
    fn of(history: Arc<History>, run: String) -> Self {
        Self { history, run, waiting: Vec::new() }
    }

    fn save(&mut self, arrived: Vec<CheckpointDelta>) {
        self.waiting.extend(arrived);
        if self.waiting.is_empty() {
            return;
        }
        match self.history.checkpoint(&self.run, &self.waiting) {
            Ok(()) => self.waiting.clear(),
            // The user is told at the end, if it still fails then.
            Err(error) => {
                tracing::warn!(run = self.run, %error, "what arrives is not kept at the moment");
            }
        }
    }
}

/// New data of every request of the race, including rounds that ended since the last checkpoint.
fn arrived(
    state: &RaceState,
    seen: &mut HashMap<(u32, u32), CheckpointCursor>,
) -> Vec<CheckpointDelta> {
    let mut all = Vec::new();
    for lane in (0_u32..).take(state.lanes()) {
        state.with_ended(lane as usize, |samples, recordings| {
            for ((round, sample), recording) in (0_u32..).zip(samples).zip(recordings) {
                let seen = seen
                    .entry((lane, round))
                    .or_insert_with(|| CheckpointCursor::nothing_of(lane, round));
                all.extend(seen.take(recording, Some(sample)));
            }
        });
        let Some(round) = state.measured_round() else { continue };
        if state.with_ended(lane as usize, |samples, _| samples.len() > round as usize)
            == Some(true)
        {
            continue;
        }
        let known =
            seen.entry((lane, round)).or_insert_with(|| CheckpointCursor::nothing_of(lane, round));
        let mut now = known.clone();
        let new =
            state.with_recording(lane as usize, |recording| now.take(recording, None)).flatten();
        // A round that has begun in the meantime has replaced the recording; it is saved next time.
        if state.measured_round() == Some(round) {
            *known = now;
            all.extend(new);
        }
    }
    all
}

/// New data of every request of the sweep that has begun or ended and, in a `whole` checkpoint, of those in flight.
fn arrived_of_sweep(
    state: &SweepState,
    seen: &mut HashMap<u32, CheckpointCursor>,
    is_whole: bool,
) -> Vec<CheckpointDelta> {
    let (ended, under_way) = state.take();
    let mut all = Vec::new();
    for request in ended {
        let (number, lane) = (request.number(), request.lane());
        let cursor = seen.remove(&number);
        let mut cursor = cursor.unwrap_or_else(|| CheckpointCursor::nothing_of(lane, number));
        all.extend(request.look(|note, recording| cursor.take_noted(recording, Some(note))));
    }
    for request in under_way {
        let (number, lane) = (request.number(), request.lane());
        let is_new = !seen.contains_key(&number);
        if !is_new && !is_whole {
            continue;
        }
        let cursor =
            seen.entry(number).or_insert_with(|| CheckpointCursor::nothing_of(lane, number));
        all.extend(
            request.look(|note, recording| {
                cursor.take_noted(recording, Some(note).filter(|_| is_new))
            }),
        );
    }
    all
}
