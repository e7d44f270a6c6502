//! The commands, each a few lines that call a crate. Anything that may wait for the disk, the keyring or the network
//! runs off the window's thread.

use std::sync::Arc;

use app::{race_now, record};
use providers::{KeyNeed, PROXY_LOGIN, Provider, checked_base_url};
use race::{Plan, Preflight, RaceEvent, Run};
use secrecy::SecretString;
use store::RunPage;
use tauri::ipc::Channel;
use tauri::{AppHandle, Manager};

use crate::answer::{Answer, AppState, blocking};
use crate::exact::{Exact, Given, Told};
use crate::failure::{Failure, of_plan};
use crate::notice::Work;
use crate::state::{ActiveRun, App};
use crate::views::{EndpointInput, Model, ProviderView, Startup, first_plan};

pub(crate) mod archive;
pub(crate) mod calibration;
pub(crate) mod compare;
pub(crate) mod doctor;
pub(crate) mod judging;
pub(crate) mod keys;
pub(crate) mod links;
pub(crate) mod local;
pub(crate) mod models;
pub(crate) mod network;
pub(crate) mod own_commands;
pub(crate) mod pictures;
pub(crate) mod playback;
pub(crate) mod preferences;
pub(crate) mod prices;
pub(crate) mod requests;
pub(crate) mod shelf;
pub(crate) mod sweeps;
pub(crate) mod upkeep;
pub(crate) mod watches;

/// What the window needs before it shows anything.
#[tauri::command]
#[specta::specta]
pub(crate) async fn startup(app: AppState<'_>) -> Answer<Startup> {
    blocking(&app, |app| {
        let is_new = !app.history.has_last_plan()? && app.history.list(0, 1)?.total == 0;
        Ok(Startup {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            keyring: app.application.keys().state().into(),
            data_dir: app.data_dir.display().to_string(),
            looks: app.history.looks()?.rows().to_vec(),
            first_run: is_new,
            safe_rendering: app.rendering.clone(),
            // Last, because reading the rest may have added some.
            notices: app.history.notices(),
            damage: app.history.damage().cloned(),
            left_running: app.left_running(),
            read_only: app.history.is_read_only() && app.history.damage().is_none(),
        })
    })
    .await
}

/// The plan last on screen, or that of the first run. It may be megabytes long, so nothing else is answered with it.
#[tauri::command]
#[specta::specta]
pub(crate) async fn last_plan(app: AppState<'_>) -> Answer<Exact<Plan>> {
    blocking(&app, |app| {
        Ok(Exact(match app.history.last_plan()? {
            Some(plan) => plan,
            None => first_plan(app::Preferences::load(&app.history)?.defaults),
        }))
    })
    .await
}

/// The roster, and which providers have a key.
#[tauri::command]
#[specta::specta]
pub(crate) async fn providers(app: AppState<'_>) -> Answer<Vec<ProviderView>> {
    // The web view asks when it is ready, long after the answer could be computed; later answers may differ.
    if let Some(early) = app.take_early_providers()
        && let Ok(known) = early.await
    {
        return known;
    }
    blocking(&app, App::providers).await
}

fn row(app: &App, id: &str) -> Answer<Provider> {
    let roster = app.roster()?;
    let found = roster.rows().iter().find(|row| row.id == id).cloned();
    found.ok_or_else(|| Failure::NotFound { message: format!("There is no provider `{id}`.") })
}

fn view(app: &App, id: &str) -> Answer<ProviderView> {
    let row = row(app, id)?;
    let stored = app.stored(std::slice::from_ref(&row));
    Ok(ProviderView::of(&row, &stored, &app.history.network()?, &app.history.prices()?))
}

/// Lists a provider's models. The provider answers only if it accepts the key, so this also checks the key.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_models(app: AppState<'_>, provider: String) -> Answer<Vec<Model>> {
    let (row, key, proxy_login) = blocking(&app, move |app| {
        let row = row(app, &provider)?;
        let (key, proxy_login) = app.key_and_login(&row)?;
        Ok((row, key, proxy_login))
    })
    .await?;
    let asked = app.engine.spawn(async move {
        let models = providers::models(&row, key.as_ref(), proxy_login.as_ref()).await?;
        Ok::<_, Failure>((row, models))
    });
    let asked =
        asked.await.unwrap_or_else(|error| Err(Failure::Busy { message: error.to_string() }));
    let (row, models) = asked?;
    blocking(&app, move |app| {
        if row.lists_models && !row.simulated {
            app.history.put_listed_models(&row.id, &models)?;
        }
        let prices = app.history.prices()?;
        Ok(models.into_iter().map(|id| Model::of(&row, id.into(), &prices)).collect())
    })
    .await
}

/// Stores a provider's key in the keyring, or in memory for this session only.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_key(
    app: AppState<'_>,
    provider: String,
    key: String,
    session_only: bool,
) -> Answer<ProviderView> {
    let key = SecretString::from(key);
    blocking(&app, move |app| {
        let row = row(app, &provider)?;
        app::keep_key(app.application.keys(), &row, &key, session_only)?;
        view(app, &provider)
    })
    .await
}

/// Forgets a provider's key, wherever it is kept.
#[tauri::command]
#[specta::specta]
pub(crate) async fn forget_key(app: AppState<'_>, provider: String) -> Answer<ProviderView> {
    blocking(&app, move |app| {
        app::forget_key(app.application.keys(), &row(app, &provider)?)?;
        view(app, &provider)
    })
    .await
}

/// Sends a provider's requests to another address, or back to its own.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_address(
    app: AppState<'_>,
    provider: String,
    base_url: Option<String>,
    confirm_plain_http: bool,
) -> Answer<ProviderView> {
    blocking(&app, move |app| {
        row(app, &provider)?;
        match base_url.as_deref().map(str::trim).filter(|base_url| !base_url.is_empty()) {
            Some(base_url) => {
                let base_url = checked_base_url(base_url)?;
                network::allow_plain_http(app, &base_url, confirm_plain_http)?;
                app.history.put_address(&provider, &base_url)?;
            }
            None => {
                app.history.forget_address(&provider)?;
            }
        }
        view(app, &provider)
    })
    .await
}

/// Saves a custom endpoint.
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_endpoint(
    app: AppState<'_>,
    endpoint: EndpointInput,
) -> Answer<ProviderView> {
    blocking(&app, move |app| {
        let label = endpoint.label.trim();
        if label.is_empty() {
            return Err(Failure::Plan { problems: vec![of_plan("The endpoint needs a name.")] });
        }
        let id = match endpoint.id {
            Some(id) => id,
            None => free_id(app, label)?,
        };
        let base_url = checked_base_url(&endpoint.base_url)?;
        network::allow_plain_http(app, &base_url, endpoint.confirm_plain_http)?;
        app.history.put_endpoint(&store::Endpoint {
            id: id.clone(),
            label: label.to_owned(),
            dialect: endpoint.dialect,
            base_url,
            key: if endpoint.key_needed { KeyNeed::Required } else { KeyNeed::Optional },
        })?;
        view(app, &id)
    })
    .await
}

/// An id for plans and the command line, derived from the display name.
fn free_id(app: &App, label: &str) -> Answer<String> {
    let plain: String = label
        .to_lowercase()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    let stem = plain.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
    let stem = if stem.is_empty() { "endpoint".to_owned() } else { stem };
    let roster = app.roster()?;
    let is_free = |id: &String| *id != PROXY_LOGIN && roster.rows().iter().all(|row| row.id != *id);
    let numbered = (2..).map(|number: u32| format!("{stem}-{number}"));
    let free = std::iter::once(stem.clone()).chain(numbered).find(is_free);
    Ok(free.unwrap_or(stem))
}

/// Removes a custom endpoint and its key.
#[tauri::command]
#[specta::specta]
pub(crate) async fn remove_endpoint(app: AppState<'_>, id: String) -> Answer<()> {
    blocking(&app, move |app| {
        let row = row(app, &id);
        app.history.forget_endpoint(&id)?;
        // If the keyring cannot be reached now, the key stays in it, unused; the endpoint is removed in any case.
        if let Ok(row) = row
            && let Err(error) = app::forget_key(app.application.keys(), &row)
        {
            tracing::warn!(%error, "the key of an endpoint that was removed is still in the keyring");
        }
        Ok(())
    })
    .await
}

/// The preflight summary beside the Race button.
#[tauri::command]
#[specta::specta]
pub(crate) async fn preflight(app: AppState<'_>, plan: Exact<Plan>) -> Answer<Preflight> {
    blocking(&app, move |app| {
        // Only the keyring entries of the lanes on screen are read.
        Ok(app.application.preflight(&plan.0)?)
    })
    .await
}

/// Saves the plan on screen for the next start.
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_plan(app: AppState<'_>, plan: Exact<Plan>) -> Answer<()> {
    blocking(&app, move |app| Ok(app.history.put_last_plan(&plan.0)?)).await
}

/// Starts a race and returns its id; everything that happens arrives on `events`, until `ended`.
#[tauri::command]
#[specta::specta]
pub(crate) async fn start_race(
    handle: AppHandle,
    app: AppState<'_>,
    plan: Given<Plan>,
    events: Channel<Told<RaceEvent>>,
) -> Answer<String> {
    let Given { what: plan, named } = plan;
    // The run at the end holds the plan, and the window has its texts.
    let named = Arc::new(named);
    let (window, asked) = (handle.clone(), events.clone());
    let (race, id) = blocking(&app, move |app| {
        let asking = || {
            let event = Told { what: RaceEvent::AskingLeave, named: Arc::default() };
            let _gone = asked.send(event);
        };
        let admitted = app.admit(&plan, &window, asking)?;
        let race = race_now(plan, admitted, app.timeouts()?);
        let id = race.header().id.clone();
        app.take_track(&id, ActiveRun::Race(race.controls()))?;
        Ok((race, id))
    })
    .await?;
    let events = app.pages.channel(events);
    let (tell, mut heard) = tokio::sync::mpsc::unbounded_channel();
    let telling = async move {
        while let Some(event) = heard.recv().await {
            let event = match event {
                RaceEvent::Ended { run, not_saved } => {
                    RaceEvent::Ended { run: Box::new(run.into_document()), not_saved }
                }
                other => other,
            };
            // Whether or not its page is still there, the race is saved.
            events.send(Told { what: event, named: Arc::clone(&named) });
        }
    };
    let history = Arc::clone(&app.history);
    let begun = tell.clone();
    let work = Work::begin("Race", race.header().lanes.len());
    let racing = async move {
        let outcome = record(Some(history), race, Some(tell)).await;
        handle.state::<Arc<App>>().free_track();
        work.end(&handle);
        if let Err(error) = outcome {
            // Nothing was sent: without a row in the history there is no race.
            let _unheard = begun.send(RaceEvent::NotStarted { message: error.to_string() });
        }
    };
    app.conduct(async move {
        tokio::join!(racing, telling);
    });
    Ok(id)
}

/// Stops one lane of the race with this id, by its index from 0 among those that run.
#[tauri::command]
#[specta::specta]
#[expect(clippy::needless_pass_by_value, reason = "Tauri hands arguments over by value")]
pub(crate) fn stop_lane(app: AppState<'_>, run_id: String, lane: u32) {
    if let Some(ActiveRun::Race(controls)) = app.track(Some(&run_id)) {
        controls.stop_lane(lane);
    }
}

/// Stops the race or the sweep with this id, unless it is already over.
#[tauri::command]
#[specta::specta]
#[expect(clippy::needless_pass_by_value, reason = "Tauri hands arguments over by value")]
pub(crate) fn stop_race(app: AppState<'_>, run_id: String) {
    if let Some(running) = app.track(Some(&run_id)) {
        running.stop();
    }
}

/// A page of the history, newest first.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_runs(app: AppState<'_>, offset: u32, limit: u32) -> Answer<RunPage> {
    blocking(&app, move |app| Ok(app.history.list(offset, limit.min(500))?)).await
}

/// One complete run, as a document: with the uncertainty of its numbers.
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_run(app: AppState<'_>, id: String) -> Answer<Exact<Run>> {
    blocking(&app, move |app| Ok(Exact(app.history.run(&id)?.into_document()))).await
}

/// Deletes a run; it can be restored during the retention period.
#[tauri::command]
#[specta::specta]
pub(crate) async fn delete_run(app: AppState<'_>, id: String) -> Answer<()> {
    blocking(&app, move |app| Ok(app.history.delete(&id)?)).await
}

/// Restores a deleted run.
#[tauri::command]
#[specta::specta]
pub(crate) async fn restore_run(app: AppState<'_>, id: String) -> Answer<()> {
    blocking(&app, move |app| Ok(app.history.restore(&id)?)).await
}
