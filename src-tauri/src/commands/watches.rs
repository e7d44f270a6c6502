//! Commands of watches: the list, one of them over a period, adding, pausing and removing, and the turns that the window takes.

use app::{PageOptions, TurnDocument, WatchShown, WatchSummary, Zone, watch_pages};
use race::Plan;
use serde::{Deserialize, Serialize};
use store::{
    Alarm, AlarmTarget, AlarmTask, Watch, WatchBudget, WatchTask, WatchTimeouts, WatchedNumber,
};
use tauri::AppHandle;
use tauri::ipc::Channel;
use watch::Rhythm;

use super::archive::downloads;
use super::{Answer, AppState, blocking};
use crate::exact::Given;
use crate::failure::Failure;
use crate::state::{ActiveRun, App};
use crate::watching::{TURN, WatchingNews};

/// The longest period that is shown or saved, in days.
const MOST_DAYS: u32 = 366;
/// The percent of requests that should succeed in a page of a watch.
const OBJECTIVE: f64 = 0.999;

/// All watches, and who takes their turns.
#[derive(Debug, Serialize, specta::Type)]
pub(crate) struct WatchesView {
    /// The watches, oldest first.
    watches: Vec<WatchView>,
    /// Whether this window takes turns.
    takes: bool,
    /// The id of the watch of which this window takes a turn.
    running: Option<String>,
}

/// A watch in the list.
#[derive(Debug, Serialize, specta::Type)]
pub(crate) struct WatchView {
    summary: WatchSummary,
    /// Who takes its turns.
    taker: Taker,
    /// What became of its latest turn; absent before the first.
    latest: Option<TurnDocument>,
}

/// Who takes the turns of a watch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Taker {
    /// This window.
    Here,
    /// Another Paceline: `paceline watch run`, or what `paceline watch install` installed.
    Elsewhere,
    /// Nobody.
    Nobody,
}

/// A watch as the user writes it.
#[derive(Debug, Deserialize, specta::Type)]
pub(crate) struct WatchDraft {
    /// Its name; empty for one that is free.
    name: String,
    /// What is raced in each turn.
    plan: Given<Plan>,
    /// When.
    rhythm: Rhythm,
    /// What a day may cost.
    budget: WatchBudget,
    /// Where it is measured, in the user's words.
    site: Option<String>,
    /// Whether its news is shown on this desktop.
    desktop: bool,
}

fn now_s() -> i64 {
    store::now().unix_timestamp()
}

fn found(app: &App, id: &str) -> Answer<Watch> {
    let watch = app.history.watch(id)?;
    watch.ok_or_else(|| Failure::NotFound { message: "The watch was removed.".to_owned() })
}

impl WatchView {
    fn of(app: &App, watch: &Watch, zone: &Zone) -> Answer<Self> {
        let taker = if app.watching.holds(&watch.id) {
            Taker::Here
        } else if app.history.lock_watch(&watch.id)?.is_none() {
            Taker::Elsewhere
        } else {
            Taker::Nobody
        };
        let latest = app.history.watch_turns(&watch.id, 1)?.pop().map(TurnDocument::from);
        let summary = WatchSummary::of(&app.history, watch, zone, now_s())?;
        Ok(Self { summary, taker, latest })
    }
}

/// All watches, and who takes their turns.
#[tauri::command]
#[specta::specta]
pub(crate) async fn watches(app: AppState<'_>) -> Answer<WatchesView> {
    blocking(&app, |app| {
        let zone = Zone::of_system();
        let watches = app.history.watches()?;
        let watches = watches.iter().map(|watch| WatchView::of(app, watch, &zone));
        Ok(WatchesView {
            watches: watches.collect::<Answer<_>>()?,
            takes: app::Preferences::load(&app.history)?.watches,
            running: app.watching.running(),
        })
    })
    .await
}

/// A watch over so many local days, of which today is the last, and one number of its contenders.
#[tauri::command]
#[specta::specta]
pub(crate) async fn watch_shown(
    app: AppState<'_>,
    id: String,
    number: WatchedNumber,
    days: u32,
) -> Answer<WatchShown> {
    blocking(&app, move |app| {
        let watch = found(app, &id)?;
        let days = days.clamp(1, MOST_DAYS);
        let now = (&Zone::of_system(), now_s());
        Ok(WatchShown::of(&app.history, &watch, (number, days), now)?)
    })
    .await
}

/// Adds a watch, and returns its id. Commands among its checks that nobody allowed on this machine are asked about in a dialog of the
/// system.
#[tauri::command]
#[specta::specta]
pub(crate) async fn add_watch(
    handle: AppHandle,
    app: AppState<'_>,
    draft: WatchDraft,
) -> Answer<String> {
    blocking(&app, move |app| {
        let WatchDraft { name, plan, rhythm, budget, site, desktop } = draft;
        let plan = plan.what;
        app.may_run(&plan, &handle)?;
        let task = WatchTask {
            plan,
            rhythm,
            budget,
            timeouts: WatchTimeouts::default(),
            site: site.filter(|site| !site.trim().is_empty()),
            conditions: None,
            tags: Vec::new(),
        };
        let added = app.application.add_watch(&app.history, name.trim(), task)?;
        if desktop {
            tell_desktop(app, &added.watch)?;
        }
        app.watching.look();
        Ok(added.watch.id)
    })
    .await
}

/// Pauses a watch, or resumes it.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pause_watch(app: AppState<'_>, id: String, paused: bool) -> Answer<()> {
    blocking(&app, move |app| {
        app.history.pause_watch(&id, paused, now_s())?;
        app.watching.look();
        Ok(())
    })
    .await
}

/// Removes a watch with its alarms. Its runs stay in the history.
#[tauri::command]
#[specta::specta]
pub(crate) async fn remove_watch(app: AppState<'_>, id: String) -> Answer<()> {
    blocking(&app, move |app| {
        app::remove_watch(app.application.keys(), &app.history, &id)?;
        app.watching.look();
        Ok(())
    })
    .await
}

/// Takes a turn of a watch now, beside its rhythm. What becomes of it is told to who follows.
#[tauri::command]
#[specta::specta]
pub(crate) async fn take_turn(app: AppState<'_>, id: String) -> Answer<()> {
    blocking(&app, move |app| {
        found(app, &id)?;
        if app.history.is_read_only() {
            let message = "The history can only be read, so no turn can be kept.".to_owned();
            return Err(Failure::History { message });
        }
        if app.is_racing() {
            let message = "Something is running. Stop it, or wait until it ends.".to_owned();
            return Err(Failure::Busy { message });
        }
        app.watching.ask(&id);
        Ok(())
    })
    .await
}

/// Stops the turn that this window takes.
#[tauri::command]
#[specta::specta]
#[expect(clippy::needless_pass_by_value, reason = "Tauri hands arguments over by value")]
pub(crate) fn stop_turn(app: AppState<'_>) {
    if let Some(turn @ ActiveRun::Turn(_)) = app.track(Some(TURN)) {
        turn.stop();
    }
}

/// Shows the news of a watch on this desktop, or no more.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_watch_desktop(app: AppState<'_>, id: String, shown: bool) -> Answer<()> {
    blocking(&app, move |app| {
        let watch = found(app, &id)?;
        let own = |alarm: &Alarm| alarm.task.target == AlarmTarget::Desktop;
        let there = app.history.alarms(&id)?;
        match (shown, there.iter().any(own)) {
            (true, false) => tell_desktop(app, &watch)?,
            (false, true) => {
                for alarm in there.iter().filter(|alarm| own(alarm)) {
                    app.history.remove_alarm(&alarm.id)?;
                }
            }
            (true, true) | (false, false) => {}
        }
        Ok(())
    })
    .await
}

fn tell_desktop(app: &App, watch: &Watch) -> Answer<()> {
    app.history.add_alarm(&Alarm {
        id: app::fresh_id(store::now()),
        watch: watch.id.clone(),
        created_s: now_s(),
        task: AlarmTask { target: AlarmTarget::Desktop, quiet: None },
    })?;
    Ok(())
}

/// Tells what happens to watches from now on.
#[tauri::command]
#[specta::specta]
#[expect(clippy::needless_pass_by_value, reason = "Tauri hands arguments over by value")]
pub(crate) fn follow_watches(app: AppState<'_>, news: Channel<WatchingNews>) {
    app.watching.follow(app.pages.channel(news));
}

/// Saves a page of a watch over so many days in the downloads folder, without script and network, and returns its path.
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_watch_page(
    app: AppState<'_>,
    handle: AppHandle,
    id: String,
    days: u32,
) -> Answer<String> {
    let folder = downloads(&handle);
    blocking(&app, move |app| {
        let watch = found(app, &id)?;
        let days = days.clamp(1, MOST_DAYS);
        let options = PageOptions { days, daily: false, objective: OBJECTIVE };
        let zone = Zone::of_system();
        let watches = std::slice::from_ref(&watch);
        let pages = watch_pages(&app.history, watches, options, (&zone, now_s()))?;
        let page = pages.into_iter().next_back();
        let html = page.map(|page| page.html).unwrap_or_default();
        let name = format!("watch-{}.html", report::stem(&watch.name));
        let path = report::write_into(&folder, &name, html.as_bytes())?;
        Ok(path.display().to_string())
    })
    .await
}
