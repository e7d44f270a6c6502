//! Records a sweep: its row before the first byte, each request as it goes, each level when it is over.

use std::collections::VecDeque;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, PoisonError};

use race::{Level, Plan, Recording, Run, Sweep, SweepEvent, Timeouts};
use store::{History, HistoryError};
use time::format_description::well_known::Rfc3339;
use tokio::sync::mpsc::unbounded_channel;

use super::checkpoints::{Checkpoints, lock};
use super::unsaved::{SaveFailure, patiently, write_beside};
use super::{begins, blocking, calibration, ended, fresh_id};
use crate::admitted::Admitted;
use crate::machine;

/// A sweep that starts now, under an id that sorts by time.
pub fn sweep_now(plan: Plan, admitted: impl Into<Admitted>, timeouts: Timeouts) -> Sweep {
    let Admitted { lanes, commands, .. } = admitted.into();
    let started_at = store::now().format(&Rfc3339).unwrap_or_default();
    let sweep = Sweep::new(fresh_id(store::now()), started_at, plan, lanes, timeouts);
    sweep.measured_on(machine()).running_commands(Arc::new(commands))
}

/// Runs a sweep and saves it in `history`, if there is one: each request as it goes, each level as soon as it is over.
/// `told` receives everything as it happens.
///
/// # Errors
/// If its row could not be written before the start; nothing was sent then. A sweep that could not be saved is still
/// returned, with the first reason.
pub async fn record_sweep(
    history: Option<Arc<History>>,
    sweep: Sweep,
    mut told: impl FnMut(&SweepEvent) + Send,
) -> Result<(Run, Option<SaveFailure>), HistoryError> {
    let calibration = history.as_deref().and_then(calibration);
    let sweep = match calibration {
        Some(calibration) => sweep.calibrated(calibration),
        None => sweep,
    };
    let sweep = sweep.with_input_names().await;
    let mut so_far = sweep.header().clone();
    if let Some(history) = history.clone().filter(|_| sweep.is_new()) {
        let header = so_far.clone();
        blocking(move || history.begin(&header)).await?;
    }
    begins(&so_far, history.is_some());
    let mut keeping = history.map(|history| SweepWriter::start(history, &sweep));
    let (events, mut heard) = unbounded_channel();
    let sweeping = tokio::spawn(async move { sweep.run(&events).await });
    while let Some(event) = heard.recv().await {
        // A level is saved before it is reported.
        if let SweepEvent::LevelEnded { lane, level, recordings, numbers } = &event
            && let Some(result) = so_far.lanes.get_mut(*lane)
        {
            result.levels.push((**level).clone());
            if let Some(keeping) = &mut keeping {
                let level = EndedLevel {
                    run: so_far.clone(),
                    lane: *lane,
                    level: level.clone(),
                    recordings: Arc::clone(recordings),
                    numbers: numbers.clone(),
                };
                keeping.keep(level).await?;
            }
        }
        told(&event);
    }
    let run = sweeping.await.unwrap_or_else(|panicked| resume_unwind(panicked.into_panic()));
    let not_saved = match keeping {
        Some(keeping) => keeping.finish(&run).await?,
        None => None,
    };
    ended(&run, not_saved.as_ref());
    Ok((run, not_saved))
}

/// A level that has ended, with the run as it was then.
struct EndedLevel {
    run: Run,
    lane: usize,
    level: Box<Level>,
    recordings: Arc<Vec<Recording>>,
    numbers: Range<u32>,
}

/// A sweep that is being saved.
struct SweepWriter {
    history: Arc<History>,
    checkpoints: Checkpoints,
    /// The levels that are not saved yet, in order: usually none.
    unsaved: VecDeque<EndedLevel>,
}

impl SweepWriter {
    fn start(history: Arc<History>, sweep: &Sweep) -> Self {
        let (id, state) = (sweep.header().id.clone(), sweep.state());
        let checkpoints = Checkpoints::of_sweep(Arc::clone(&history), id, state);
        Self { history, checkpoints, unsaved: VecDeque::new() }
    }

    /// Saves a level, after any earlier ones that could not be saved: none is stored before those that precede it.
    async fn keep(&mut self, level: EndedLevel) -> Result<(), HistoryError> {
        let mut unsaved = std::mem::take(&mut self.unsaved);
        unsaved.push_back(level);
        let (history, gate) = (Arc::clone(&self.history), self.checkpoints.gate());
        self.unsaved = blocking(move || {
            if let Err(error) = keep_all(&history, &gate, &mut unsaved) {
                tracing::warn!(%error, "a level is not kept at the moment");
            }
            Ok(unsaved)
        })
        .await?;
        Ok(())
    }

    /// Ends the sweep. Returns why it could not be saved, if so; the whole of it is then in a file.
    async fn finish(self, run: &Run) -> Result<Option<SaveFailure>, HistoryError> {
        let Self { history, checkpoints, mut unsaved } = self;
        let run = run.clone();
        blocking(move || {
            let gate = checkpoints.gate();
            checkpoints.stop();
            let kept = patiently_all(&history, &gate, &mut unsaved)
                .and_then(|()| patiently(|| history.finish_sweep(&run)));
            Ok(kept.err().map(|why| {
                let recordings = all_recordings(&history, &run, unsaved);
                match recordings {
                    Some(recordings) => write_beside(&history, why, &run, recordings),
                    None => SaveFailure::nowhere(why),
                }
            }))
        })
        .await
    }
}

/// Saves levels in order, and retries while another process holds the file.
fn patiently_all(
    history: &History,
    gate: &Mutex<u32>,
    unsaved: &mut VecDeque<EndedLevel>,
) -> Result<(), HistoryError> {
    let unsaved = Mutex::new(unsaved);
    patiently(|| {
        let mut unsaved = unsaved.lock().unwrap_or_else(PoisonError::into_inner);
        keep_all(history, gate, &mut unsaved)
    })
}

/// The recordings of the whole sweep: those of stored levels and those of unsaved ones. `None` if the former cannot be
/// read.
fn all_recordings(
    history: &History,
    run: &Run,
    unsaved: VecDeque<EndedLevel>,
) -> Option<Vec<Vec<Recording>>> {
    let is_stored = run.lanes.iter().any(|lane| !lane.levels.is_empty());
    let mut all = match history.stored_run(&run.id) {
        Ok(stored) => stored.recordings,
        Err(_) if !is_stored || unsaved.len() == levels(run) => {
            run.lanes.iter().map(|_| Vec::new()).collect()
        }
        Err(_) => return None,
    };
    for EndedLevel { lane, recordings, .. } in unsaved {
        all.get_mut(lane)?.extend(Arc::unwrap_or_clone(recordings));
    }
    Some(all)
}

fn levels(run: &Run) -> usize {
    run.lanes.iter().map(|lane| lane.levels.len()).sum()
}

/// Saves levels in order until one cannot be saved.
fn keep_all(
    history: &History,
    gate: &Mutex<u32>,
    unsaved: &mut VecDeque<EndedLevel>,
) -> Result<(), HistoryError> {
    // No checkpoint of a level is written once the level itself is stored.
    let mut stored = lock(gate);
    while let Some(EndedLevel { run, lane, level, recordings, numbers }) = unsaved.front() {
        history.keep_level(run, *lane, level, recordings, numbers)?;
        *stored = numbers.end;
        unsaved.pop_front();
    }
    Ok(())
}
