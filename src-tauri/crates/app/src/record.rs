//! Records a race: its row before the first byte, checkpoints while it runs, and everything at the end. Both the window
//! and the command line use it.

mod checkpoints;
pub(crate) mod judged;
pub(crate) mod sweeps;
pub(crate) mod unsaved;

use std::panic::resume_unwind;
use std::sync::Arc;

use race::{Calibration, Lane, Plan, Race, RaceEvent, Run, RunState, Timeouts};
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;
use time::{Date, OffsetDateTime};
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::spawn_blocking;
use uuid::{NoContext, Timestamp, Uuid};

use store::{History, HistoryError};

use crate::admitted::Admitted;
use crate::machine;
use crate::record::checkpoints::Checkpoints;
use crate::record::judged::judged;
use crate::record::unsaved::{SaveFailure, patiently, write_beside};

/// The current day in UTC, as `YYYY-MM-DD`.
pub fn today() -> String {
    store::now().date().to_string()
}

/// Number of days since `day` (`YYYY-MM-DD`, UTC); `None` if it is invalid, 0 if it is in the future.
pub fn days_since(day: &str) -> Option<u32> {
    let day = Date::parse(day, format_description!("[year]-[month]-[day]")).ok()?;
    let days = (store::now().date() - day).whole_days();
    Some(u32::try_from(days).unwrap_or(0))
}

/// An id that sorts by time. A clock set before 1970 counts as 1970.
pub fn fresh_id(now: OffsetDateTime) -> String {
    let seconds = u64::try_from(now.unix_timestamp()).unwrap_or(0);
    let nanoseconds = if seconds == 0 { 0 } else { now.nanosecond() };
    Uuid::new_v7(Timestamp::from_unix(NoContext, seconds, nanoseconds)).to_string()
}

/// A race that starts now, under an id that sorts by time.
pub fn race_now(plan: Plan, admitted: impl Into<Admitted>, timeouts: Timeouts) -> Race {
    let started_at = store::now().format(&Rfc3339).unwrap_or_default();
    let Admitted { lanes, later, judge, commands } = admitted.into();
    let race = Race::new(fresh_id(store::now()), started_at, plan, lanes, timeouts);
    race.chained(later).measured_on(machine()).judged_by(judge).running_commands(Arc::new(commands))
}

/// Runs a race, then the commands among its checks, and saves it in `history`, if there is one; then asks its judge, if it has one, and saves what that says. `events` receives everything as it happens, from
/// [`RaceEvent::Started`] to [`RaceEvent::Ended`].
///
/// # Errors
/// If its row could not be written before the start; nothing was sent then. A run that could not be saved at its end is
/// still returned, with the reason.
pub async fn record(
    history: Option<Arc<History>>,
    race: Race,
    events: Option<UnboundedSender<RaceEvent>>,
) -> Result<(Run, Option<SaveFailure>), HistoryError> {
    let calibration = history.as_deref().and_then(calibration);
    let race = match &calibration {
        Some(calibration) => race.calibrated(calibration),
        None => race,
    };
    let race = race.with_input_names().await;
    let id = race.header().id.clone();
    if let Some(history) = history.clone() {
        let header = race.header().clone();
        blocking(move || {
            history.begin(&header)?;
            // The prompt is offered again at the next start. A failure here does not stop the race.
            if let Err(error) = history.remember_prompt(&header.plan.prompt) {
                tracing::warn!(run = header.id, %error, "its prompt is not offered again");
            }
            Ok(())
        })
        .await?;
    }
    begins(race.header(), history.is_some());
    tell(events.as_ref(), || RaceEvent::Started { id: id.clone() });

    let checkpoints = history.clone().map(|history| Checkpoints::start(history, id, race.state()));
    let (judging, commands) = (race.judging(), race.command_checks());
    let (mut run, recordings) = Box::pin(race.run(events.clone())).await;
    if let Some(commands) = commands {
        Box::pin(commands.check(&mut run, &recordings, events.as_ref())).await;
    }
    if let Some(checkpoints) = checkpoints {
        blocking(move || {
            checkpoints.stop();
            Ok(())
        })
        .await?;
    }

    let (mut run, mut not_saved) = match history.clone() {
        Some(history) => {
            blocking(move || {
                let kept = patiently(|| history.finish(&run, &recordings));
                let not_saved = kept.err().map(|why| write_beside(&history, why, &run, recordings));
                Ok((run, not_saved))
            })
            .await?
        }
        None => (run, None),
    };
    // The lanes are saved before anybody is asked about them. What could not be saved has no place for a judgement.
    let judging = judging.filter(|_| run.state == RunState::Finished && not_saved.is_none());
    if let Some(judging) = judging {
        // Boxed, because the future of a race would grow by it.
        not_saved = Box::pin(judged(history, judging, &mut run, events.clone())).await;
    }
    ended(&run, not_saved.as_ref());
    tell(events.as_ref(), || RaceEvent::Ended {
        run: Box::new(run.clone()),
        not_saved: not_saved.as_ref().map(ToString::to_string),
    });
    Ok((run, not_saved))
}

/// The calibration of this machine. An unreadable one counts as none.
fn calibration(history: &History) -> Option<Calibration> {
    let kept = history.calibration();
    if let Err(error) = &kept {
        tracing::warn!(%error, "the calibration is not used");
    }
    kept.ok().flatten()
}

fn begins(run: &Run, is_kept: bool) {
    let (run, kind, lanes) = (&run.id, run.kind.word(), run.lanes.len());
    tracing::info!(run, kind, lanes, is_kept, "begins");
}

fn ended(run: &Run, not_saved: Option<&SaveFailure>) {
    let requests = || run.lanes.iter().flat_map(Lane::requests);
    let good = requests().filter(|sample| sample.status.is_ok()).count();
    tracing::info!(run = run.id, state = ?run.state, requests = requests().count(), good, "ended");
    if let Some(error) = not_saved {
        tracing::error!(run = run.id, error = %error.why, "not kept");
    }
}

fn tell(events: Option<&UnboundedSender<RaceEvent>>, event: impl FnOnce() -> RaceEvent) {
    if let Some(events) = events {
        // A missing listener does not stop a race.
        let _unheard = events.send(event());
    }
}

/// SQLite blocks, so it must not run on the threads that read streams.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, HistoryError> + Send + 'static,
) -> Result<T, HistoryError> {
    spawn_blocking(work).await.unwrap_or_else(|panicked| resume_unwind(panicked.into_panic()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_sort_by_time_and_a_clock_before_1970_gives_one_too() {
        let at = |seconds| OffsetDateTime::from_unix_timestamp(seconds).unwrap();
        let before = fresh_id(at(-86_400));
        assert!(before.starts_with("00000000-0000-7"), "it counts as 1970: {before}");
        assert_ne!(before, fresh_id(at(-86_400)), "and no two are the same");
        assert!(fresh_id(at(1_000_000_000)) < fresh_id(at(1_000_000_001)), "later is greater");
    }
}
