//! Commands of sweeps: forecast, running and stored ones.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use app::{record_sweep, sweep_now};
use measure::Phrase;
use race::workload::{Method, Preset, Row, Suite};
use race::{
    Curve, Curves, Forecast, Limits, Load, MeasurementConditions, Plan, PromptSource, QuestionView,
    RunKind, RunState, Sweep, SweepBoard, SweepEvent, SweepFrame, forecast_draft,
};
use serde::{Deserialize, Serialize};
use tauri::ipc::Channel;
use tauri::{AppHandle, Manager as _};

use super::{Answer, AppState, blocking};
use crate::exact::Exact;
use crate::failure::Failure;
use crate::notice::Work;
use crate::pages::PageChannel;
use crate::state::{ActiveRun, App};

/// Interval of a sweep's updates to the window, whatever its load: 512 streams end thousands of requests per second.
const FRAME: Duration = Duration::from_millis(100);

/// A sweep as the user writes it.
#[derive(Debug, Deserialize, specta::Type)]
pub(crate) struct SweepDraft {
    /// Contenders and shared settings; its own load is ignored.
    plan: Exact<Plan>,
    /// The load.
    load: Load,
    /// The prompt source.
    wording: PromptSource,
}

/// The presets and limits to choose from.
#[derive(Debug, Serialize, specta::Type)]
pub(crate) struct Workloads {
    presets: Vec<PresetView>,
    suites: Vec<SuiteView>,
    limits: Vec<LimitsView>,
    /// The default load of a sweep.
    usual: Load,
}

/// A published method, or one of ours.
#[derive(Debug, Serialize, specta::Type)]
pub(crate) struct PresetView {
    preset: Preset,
    /// Publisher and date.
    source: Phrase,
    method: Method,
}

/// A built-in suite.
#[derive(Debug, Serialize, specta::Type)]
pub(crate) struct SuiteView {
    suite: Suite,
    /// The month of its edition.
    edition: String,
    /// How many prompts it asks.
    rows: u32,
    /// The output token limit of each request, unless another is set.
    max_tokens: u32,
}

/// Goodput limits of a kind of use.
#[derive(Debug, Serialize, specta::Type)]
pub(crate) struct LimitsView {
    name: String,
    limits: Limits,
}

/// A stored sweep, as its screen shows it.
#[derive(Debug, Serialize, specta::Type)]
pub(crate) struct SweepView {
    curves: Curves,
    frame: SweepFrame,
    /// Which question each contender answered right; absent if nothing was checked, or one question was asked.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    questions: Option<QuestionView>,
}

/// Updates of a running sweep.
#[derive(Debug, Clone, Serialize, specta::Type)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum SweepNews {
    /// Nothing was sent yet: the user is asked, outside the page, whether commands among its checks may run.
    AskingLeave,
    /// It starts or resumes.
    Started {
        /// Its curves so far.
        curves: Box<Curves>,
        /// Its cells.
        frame: SweepFrame,
    },
    /// Its cells now.
    Frame {
        /// All of them.
        frame: SweepFrame,
    },
    /// A level is over and saved.
    LevelEnded {
        /// Index of the contender among those that run.
        lane: u32,
        /// Its curve, including that level.
        curve: Box<Curve>,
        /// Measurement conditions so far.
        conditions: Box<MeasurementConditions>,
    },
    /// It is over.
    Ended {
        /// How it ended.
        state: RunState,
        /// Why it could not be saved; absent if it was.
        not_saved: Option<String>,
    },
    /// It could not start, and nothing was sent.
    NotStarted {
        /// Why.
        message: String,
    },
}

/// Presets and goodput limits, with their sources.
#[tauri::command]
#[specta::specta]
pub(crate) fn workloads() -> Workloads {
    let preset =
        |preset: Preset| PresetView { preset, source: preset.source(), method: preset.method() };
    let suite = |suite: Suite| SuiteView {
        suite,
        edition: suite.edition().to_owned(),
        rows: u32::try_from(suite.rows().len()).unwrap_or(u32::MAX),
        max_tokens: suite.max_tokens(),
    };
    Workloads {
        presets: Preset::ALL.map(preset).into(),
        suites: Suite::ALL.map(suite).into(),
        limits: Limits::PRESETS
            .map(|(name, limits)| LimitsView { name: name.to_owned(), limits })
            .into(),
        usual: Load::default(),
    }
}

/// The name and the checks of a row of a built-in suite, from 0: a plan only names the suite. What the row asks may be long, and is left
/// out.
#[tauri::command]
#[specta::specta]
pub(crate) fn suite_row(suite: Suite, row: u32) -> Option<Row> {
    let row = suite.rows().get(row as usize)?;
    Some(Row { name: row.name.clone(), checks: row.checks.clone(), ..Row::default() })
}

/// The forecast of a sweep with its problems; requested at every change of its plan.
#[tauri::command]
#[specta::specta]
pub(crate) async fn plan_sweep(app: AppState<'_>, draft: SweepDraft) -> Answer<Forecast> {
    blocking(&app, move |app| {
        let told = app.application.with_surroundings(|around| {
            forecast_draft(&draft.plan.0, &draft.load, &draft.wording, around)
        });
        Ok(told?)
    })
    .await
}

/// Starts a sweep and returns its id; everything that happens arrives on `news`, until `ended`.
#[tauri::command]
#[specta::specta]
pub(crate) async fn start_sweep(
    handle: AppHandle,
    app: AppState<'_>,
    draft: SweepDraft,
    news: Channel<SweepNews>,
) -> Answer<String> {
    let (window, asked) = (handle.clone(), news.clone());
    let sweep = blocking(&app, move |app| {
        let SweepDraft { plan, load, wording } = draft;
        let (plan, _told_before) = wording
            .plan(plan.0, load)
            .map_err(|problem| Failure::Plan { problems: vec![problem] })?;
        let admitted = app.admit(&plan, &window, || tell_asking(&asked))?;
        let sweep = sweep_now(plan, admitted, app.timeouts()?);
        app.take_track(&sweep.header().id, ActiveRun::Sweep(sweep.controls()))?;
        Ok(sweep)
    })
    .await?;
    Ok(run(&handle, &app, sweep, news))
}

/// A larger budget for a sweep that its budget ended. What is absent stays as it was.
#[derive(Debug, Clone, Copy, Deserialize, specta::Type)]
pub(crate) struct LargerBudget {
    /// In dollars.
    #[specta(optional)]
    usd: Option<f64>,
    /// In output tokens.
    #[specta(optional)]
    tokens: Option<u32>,
}

/// Resumes a stopped or interrupted sweep, at the level where it stopped; or, with a larger budget, one that its budget
/// ended.
#[tauri::command]
#[specta::specta]
pub(crate) async fn resume_sweep(
    handle: AppHandle,
    app: AppState<'_>,
    id: String,
    budget: Option<LargerBudget>,
    news: Channel<SweepNews>,
) -> Answer<String> {
    let (window, asked) = (handle.clone(), news.clone());
    let sweep = blocking(&app, move |app| {
        let run = app.history.resumable(&id)?;
        let run = match budget {
            Some(LargerBudget { usd, tokens }) => run
                .with_larger_budget(usd, tokens)
                .map_err(|what| store::HistoryError::Unfit { id: id.clone(), what })?,
            None => run,
        };
        let admitted = app.admit(&run.plan, &window, || tell_asking(&asked))?;
        let sweep = admitted.resumed(run, app.timeouts()?);
        // The run is reopened only after the track is reserved, so a failed start changes nothing.
        app.take_track(&id, ActiveRun::Sweep(sweep.controls()))?;
        let reopened = match budget {
            Some(LargerBudget { usd, tokens }) => app.history.reopen_with_budget(&id, usd, tokens),
            None => app.history.reopen(&id),
        };
        if let Err(error) = reopened {
            app.free_track();
            return Err(error.into());
        }
        Ok(sweep)
    })
    .await?;
    Ok(run(&handle, &app, sweep, news))
}

/// Sends no more requests and waits for those in flight.
#[tauri::command]
#[specta::specta]
#[expect(clippy::needless_pass_by_value, reason = "Tauri hands arguments over by value")]
pub(crate) fn pause_sweep(app: AppState<'_>, id: String) {
    if let Some(ActiveRun::Sweep(controls)) = app.track(Some(&id)) {
        controls.pause();
    }
}

/// A stored sweep.
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_sweep(app: AppState<'_>, id: String) -> Answer<SweepView> {
    blocking(&app, move |app| {
        let run = app.history.run(&id)?;
        if run.kind == RunKind::Race {
            return Err(Failure::NotFound { message: "This run is a race.".to_owned() });
        }
        Ok(SweepView {
            curves: Curves::of(&run),
            frame: SweepBoard::new(&run).frame(),
            questions: run.question_view(),
        })
    })
    .await
}

fn tell_asking(news: &Channel<SweepNews>) {
    let _gone = news.send(SweepNews::AskingLeave);
}

/// Runs a sweep and sends updates to the window.
fn run(handle: &AppHandle, app: &App, sweep: Sweep, news: Channel<SweepNews>) -> String {
    let id = sweep.header().id.clone();
    let mut board = SweepBoard::new(sweep.header()).going_on();
    let started =
        SweepNews::Started { curves: Box::new(Curves::of(sweep.header())), frame: board.frame() };
    let board = Arc::new(Mutex::new(board));
    let (history, handle) = (Arc::clone(&app.history), handle.clone());
    let news = app.pages.channel(news);
    let work = Work::begin("Sweep", sweep.header().lanes.len());
    app.conduct(async move {
        // Whether or not its page is still there, the sweep is saved.
        news.send(started);
        let told = {
            let (board, news) = (Arc::clone(&board), news.clone());
            move |event: &SweepEvent| tell(&board, &news, event)
        };
        let outcome = tokio::select! {
            outcome = record_sweep(Some(history), sweep, told) => outcome,
            never = frames(&board, &news) => match never {},
        };
        handle.state::<Arc<App>>().free_track();
        work.end(&handle);
        let frame = lock(&board).frame();
        news.send(SweepNews::Frame { frame });
        news.send(match outcome {
            Ok((run, not_saved)) => SweepNews::Ended {
                state: run.state,
                not_saved: not_saved.map(|why| why.to_string()),
            },
            Err(error) => SweepNews::NotStarted { message: error.to_string() },
        });
    });
    id
}

async fn frames(board: &Mutex<SweepBoard>, news: &PageChannel<SweepNews>) -> Infallible {
    let mut last = None;
    let mut turns = tokio::time::interval(FRAME);
    loop {
        turns.tick().await;
        let frame = lock(board).frame();
        if last.as_ref() != Some(&frame) {
            news.send(SweepNews::Frame { frame: frame.clone() });
            last = Some(frame);
        }
    }
}

fn tell(board: &Mutex<SweepBoard>, news: &PageChannel<SweepNews>, event: &SweepEvent) {
    let mut board = lock(board);
    board.accept(event);
    if let SweepEvent::LevelEnded { lane, .. } = event
        && let Some(curve) = board.curve(*lane)
    {
        let lane = u32::try_from(*lane).unwrap_or(u32::MAX);
        let (curve, conditions) = (Box::new(curve), Box::new(board.conditions()));
        news.send(SweepNews::LevelEnded { lane, curve, conditions });
    }
}

fn lock(board: &Mutex<SweepBoard>) -> std::sync::MutexGuard<'_, SweepBoard> {
    board.lock().unwrap_or_else(PoisonError::into_inner)
}
