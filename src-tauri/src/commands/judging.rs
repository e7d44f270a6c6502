//! Commands that ask a judge about a race of the history.

use std::sync::Arc;

use app::{judge_kept, judging_now};
use race::{JudgeForecast, JudgePlan, RaceEvent};
use tauri::ipc::Channel;
use tauri::{AppHandle, Manager};

use super::{Answer, AppState, blocking};
use crate::exact::Told;
use crate::failure::Failure;
use crate::notice::Work;
use crate::state::{ActiveRun, App};

/// A race of the history with the judge that is to be asked about it.
fn to_be_judged(app: &App, id: &str, judge: Option<JudgePlan>) -> Answer<race::Run> {
    let run = app.history.run(id)?;
    run.to_be_judged(judge).map_err(|problems| Failure::Plan { problems })
}

/// What asking a judge about a race of the history would take; without one named, the judge of its plan.
#[tauri::command]
#[specta::specta]
pub(crate) async fn judge_forecast(
    app: AppState<'_>,
    id: String,
    judge: Option<JudgePlan>,
) -> Answer<JudgeForecast> {
    blocking(&app, move |app| {
        let run = to_be_judged(app, &id, judge)?;
        Ok(app.application.judge_forecast(&run)?)
    })
    .await
}

/// Asks a judge about a race of the history; what it says is saved while it says it, and arrives on `events`, until `ended`.
#[tauri::command]
#[specta::specta]
pub(crate) async fn judge_run(
    handle: AppHandle,
    app: AppState<'_>,
    id: String,
    judge: Option<JudgePlan>,
    events: Channel<Told<RaceEvent>>,
) -> Answer<()> {
    let (judging, run) = blocking(&app, move |app| {
        let run = to_be_judged(app, &id, judge)?;
        let entry = app.admit_judge(&run)?;
        let judging = judging_now(entry, &run, app.timeouts()?);
        app.take_track(&run.id, ActiveRun::Race(judging.controls()))?;
        Ok((judging, run))
    })
    .await?;
    let events = app.pages.channel(events);
    let (tell, mut heard) = tokio::sync::mpsc::unbounded_channel();
    let begun = tell.clone();
    let telling = async move {
        while let Some(event) = heard.recv().await {
            let what = match event {
                RaceEvent::Ended { run, not_saved } => {
                    RaceEvent::Ended { run: Box::new(run.into_document()), not_saved }
                }
                other => other,
            };
            // Whether or not its page is still there, what the judge said is saved.
            events.send(Told { what, named: Arc::default() });
        }
    };
    let history = Arc::clone(&app.history);
    let work = Work::begin("Judge", run.lanes.len());
    let judging = async move {
        let outcome = judge_kept(history, judging, run, Some(tell)).await;
        handle.state::<Arc<App>>().free_track();
        work.end(&handle);
        if let Err(error) = outcome {
            let _unheard = begun.send(RaceEvent::NotStarted { message: error.to_string() });
        }
    };
    app.conduct(async move {
        tokio::join!(judging, telling);
    });
    Ok(())
}
