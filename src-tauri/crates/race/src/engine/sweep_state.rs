//! The live state of a sweep: its requests in flight and those that have just ended, for the caller that saves them.
//! The streams of a sweep never wait for it longer than it takes to copy a list of references.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use measure::Recording;

use crate::result::interrupted_level::{LevelRequestNote, RequestEnd};
use crate::view::live_state::{bytes_of, lock};

/// The requests of the current level. The sweep writes into it, and a watcher that saves reads it at its own pace.
#[derive(Default)]
pub struct SweepState {
    requests: Mutex<Requests>,
}

#[derive(Default)]
struct Requests {
    level: u32,
    /// The number of the next request, and of the level's first.
    next: u32,
    first: u32,
    under_way: BTreeMap<u32, Arc<SweepRequest>>,
    /// Requests ended since they were last taken; empty without a watcher, because keeping them would cost a copy of
    /// each at the end of the level.
    ended: Vec<Arc<SweepRequest>>,
    is_watched: bool,
    /// Bytes of all requests of the level that have ended: texts and logs.
    ended_bytes: usize,
}

/// One request of a sweep.
pub struct SweepRequest {
    number: u32,
    lane: u32,
    pub(crate) recording: Mutex<Recording>,
    note: Mutex<LevelRequestNote>,
}

impl SweepRequest {
    /// Its number, unique among the requests of this part of the sweep.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Index of its contender among those that run.
    pub fn lane(&self) -> u32 {
        self.lane
    }

    /// Calls `look` with its current state. It is locked meanwhile, so `look` must be short.
    pub fn look<R>(&self, look: impl FnOnce(&LevelRequestNote, &Recording) -> R) -> R {
        let note = lock(&self.note).clone();
        look(&note, &lock(&self.recording))
    }

    /// The recording of a request that has ended. It is copied only if a watcher is looking at it.
    pub(crate) fn into_recording(self: Arc<Self>) -> Recording {
        match Arc::try_unwrap(self) {
            Ok(own) => own.recording.into_inner().unwrap_or_else(PoisonError::into_inner),
            Err(shared) => lock(&shared.recording).clone(),
        }
    }
}

impl SweepState {
    /// Announces a watcher that will take ended requests from now on.
    pub(crate) fn watch(&self) {
        lock(&self.requests).is_watched = true;
    }

    /// The requests that have ended since the last call, and those in flight, each in the order of their numbers.
    pub fn take(&self) -> (Vec<Arc<SweepRequest>>, Vec<Arc<SweepRequest>>) {
        let mut requests = lock(&self.requests);
        let ended = std::mem::take(&mut requests.ended);
        (ended, requests.under_way.values().cloned().collect())
    }

    /// Registers a request that is about to be sent. The level in `note` is set here.
    pub(crate) fn begin(
        &self,
        lane: usize,
        recording: Recording,
        note: LevelRequestNote,
    ) -> Arc<SweepRequest> {
        let mut requests = lock(&self.requests);
        let note = LevelRequestNote { level: requests.level, ..note };
        let request = Arc::new(SweepRequest {
            number: requests.next,
            lane: u32::try_from(lane).unwrap_or(u32::MAX),
            recording: Mutex::new(recording),
            note: Mutex::new(note),
        });
        requests.next = requests.next.saturating_add(1);
        requests.under_way.insert(request.number, Arc::clone(&request));
        request
    }

    /// A request has ended.
    pub(crate) fn end(&self, request: &Arc<SweepRequest>, end: RequestEnd) {
        lock(&request.note).end = Some(end);
        let bytes = bytes_of(&lock(&request.recording));
        let mut requests = lock(&self.requests);
        requests.under_way.remove(&request.number);
        requests.ended_bytes = requests.ended_bytes.saturating_add(bytes);
        if requests.is_watched {
            requests.ended.push(Arc::clone(request));
        }
    }

    /// Bytes that the level's requests take so far, ended or in flight: texts and logs. A request that is being written
    /// to is skipped; it is counted the next time.
    pub(crate) fn bytes(&self) -> usize {
        let (ended, under_way) = {
            let requests = lock(&self.requests);
            let under_way: Vec<_> = requests.under_way.values().cloned().collect();
            (requests.ended_bytes, under_way)
        };
        let recordings = under_way.iter().filter_map(|request| request.recording.try_lock().ok());
        recordings.map(|recording| bytes_of(&recording)).fold(ended, usize::saturating_add)
    }

    /// The level is over. Returns the numbers of its requests, which a watcher no longer sees.
    pub(crate) fn end_level(&self) -> Range<u32> {
        let mut requests = lock(&self.requests);
        requests.under_way.clear();
        requests.ended = Vec::new();
        requests.ended_bytes = 0;
        requests.level = requests.level.saturating_add(1);
        let numbers = requests.first..requests.next;
        requests.first = requests.next;
        numbers
    }
}

#[cfg(test)]
mod tests {
    use measure::Kind;
    use providers::Reply;

    use super::*;
    use crate::plan::step::Step;

    #[test]
    fn what_a_level_takes_is_counted_while_it_runs_and_forgotten_with_it() {
        let state = SweepState::default();
        state.watch();
        let mut answer = Recording::default();
        answer.transcript.push(Kind::Answer, &"a".repeat(1_000));
        let note = || LevelRequestNote {
            level: 0,
            step: Step::Streams(2),
            is_measured: true,
            agent: None,
            row: None,
            end: None,
        };
        let begin = || state.begin(0, answer.clone(), note());
        let (first, _second) = (begin(), begin());
        assert_eq!(state.bytes(), 4_000, "two that are under way");
        state.end(&first, RequestEnd { reply: Reply::default(), is_cut: false });
        let (_taken, _) = state.take();
        assert_eq!(state.bytes(), 4_000, "also those that ended and were saved");
        state.end_level();
        assert_eq!(state.bytes(), 0, "the next level begins with nothing");
    }

    #[test]
    fn unsaved_results_are_held_only_by_their_level() {
        let note = LevelRequestNote {
            level: 0,
            step: Step::Streams(1),
            is_measured: true,
            agent: None,
            row: None,
            end: None,
        };
        for is_watched in [false, true] {
            let state = SweepState::default();
            if is_watched {
                state.watch();
            }
            let request = state.begin(0, Recording::default(), note.clone());
            state.end(&request, RequestEnd { reply: Reply::default(), is_cut: false });
            let holders = 1 + usize::from(is_watched);
            assert_eq!(Arc::strong_count(&request), holders, "watched: {is_watched}");
        }
    }
}
