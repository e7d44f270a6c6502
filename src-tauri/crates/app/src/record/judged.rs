//! Asks a judge about a race that is kept, and saves what it says while it says it: each word of it was paid for.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use race::{Entry, JudgementSoFar, Judging, RaceEvent, Run, Timeouts};
use store::{History, HistoryError};
use time::format_description::well_known::Rfc3339;
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::spawn_blocking;

use crate::record::unsaved::{SaveFailure, patiently};

/// How often what it said is saved: the most that a crash can lose.
const SAVED_EVERY: Duration = Duration::from_millis(250);

/// A judge that is asked now about a run that is kept.
pub fn judging_now(judge: Entry, run: &Run, timeouts: Timeouts) -> Judging {
    let now = store::now().format(&Rfc3339).unwrap_or_default();
    Judging::of_kept(judge, &run.plan, timeouts, now)
}

/// Asks the judge of a kept run, or asks it what it was not asked before: see [`Run::to_be_judged`]. What it says is saved in `history`
/// while it says it. `events` hears how far it is, and at last the whole run. Returns the run, and why it could not be saved at the end.
///
/// # Errors
/// If it is judged already, here or in another process, or cannot be kept from being so. Nothing was sent then.
pub async fn judge_kept(
    history: Arc<History>,
    judging: Judging,
    mut run: Run,
    events: Option<UnboundedSender<RaceEvent>>,
) -> Result<(Run, Option<SaveFailure>), HistoryError> {
    let (own, header) = (Arc::clone(&history), run.clone());
    let begun = spawn_blocking(move || own.begin_judging(&header)).await;
    begun.unwrap_or_else(resume)?;
    let own = Arc::clone(&history);
    let not_saved = Box::pin(judged(Some(own), judging, &mut run, events.clone())).await;
    history.judged(&run.id);
    if let Some(events) = events {
        let not_saved = not_saved.as_ref().map(ToString::to_string);
        // A missing listener does not matter: it is saved.
        let _unheard = events.send(RaceEvent::Ended { run: Box::new(run.clone()), not_saved });
    }
    Ok((run, not_saved))
}

/// Asks the judge about a run that is saved, if there is a history, and saves what it says.
pub(super) async fn judged(
    history: Option<Arc<History>>,
    judging: Judging,
    run: &mut Run,
    events: Option<UnboundedSender<RaceEvent>>,
) -> Option<SaveFailure> {
    let saving = history.clone().map(|history| Saving::start(history, run, judging.so_far()));
    let judgement = judging.run(run, events).await;
    if let Some(saving) = saving {
        spawn_blocking(|| saving.stop()).await.unwrap_or_else(resume);
    }
    let requests = judgement.votes.len();
    let good = judgement.votes.iter().filter(|vote| vote.status.is_ok()).count();
    tracing::info!(run = run.id, requests, good, "judged");
    run.judgement = Some(judgement);
    let history = history?;
    let whole = run.clone();
    let kept = spawn_blocking(move || patiently(|| history.keep_judgement(&whole))).await;
    kept.unwrap_or_else(resume).err().map(SaveFailure::nowhere)
}

fn resume<T>(error: tokio::task::JoinError) -> T {
    resume_unwind(error.into_panic())
}

/// A thread that saves what a judge says until it is told to stop.
struct Saving {
    over: Sender<()>,
    thread: std::thread::JoinHandle<()>,
}

impl Saving {
    fn start(history: Arc<History>, run: &Run, so_far: Arc<JudgementSoFar>) -> Self {
        let (over, is_over) = channel::<()>();
        // Its lanes are saved already, and what is written of a run is its row.
        let mut run = run.clone();
        let thread = std::thread::spawn(move || {
            while is_over.recv_timeout(SAVED_EVERY) == Err(RecvTimeoutError::Timeout) {
                let Some(judgement) = so_far.news() else { continue };
                run.judgement = Some(judgement);
                if let Err(error) = history.keep_judgement(&run) {
                    // All of it is saved at the end, and the user is told if that fails.
                    tracing::warn!(run = run.id, %error, "what the judge says is not kept at the moment");
                }
            }
        });
        Self { over, thread }
    }

    fn stop(self) {
        drop(self.over);
        if self.thread.join().is_err() {
            tracing::error!("the thread that saves what a judge says panicked");
        }
    }
}
