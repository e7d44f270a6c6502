//! Commands for adding keys: pasted keys are recognised, well-known variables are offered by name, and the provider's
//! own site is opened.

use providers::recognise;
use secrecy::SecretString;

use super::{Answer, AppState, blocking, row, view};
use crate::failure::Failure;
use crate::views::{KeyVariable, ProviderView};

/// The providers with a matching key prefix: one is certain, several need a choice, none means unknown. The key is not
/// stored.
#[tauri::command]
#[specta::specta]
pub(crate) fn recognise_key(key: String) -> Vec<String> {
    recognise(&SecretString::from(key)).iter().map(|row| row.id.clone()).collect()
}

/// The well-known variables that are set where the app was started, by name.
#[tauri::command]
#[specta::specta]
pub(crate) async fn key_variables(app: AppState<'_>) -> Answer<Vec<KeyVariable>> {
    blocking(&app, |app| {
        let roster = app.roster()?;
        let own = roster.rows().iter().filter(|row| row.key_of.is_none());
        Ok(own.filter_map(|row| Some(KeyVariable::of(row, app::key_variable(row)?))).collect())
    })
    .await
}

/// Copies the key of a variable into the keyring, or into memory for this session.
#[tauri::command]
#[specta::specta]
pub(crate) async fn copy_key(
    app: AppState<'_>,
    provider: String,
    session_only: bool,
) -> Answer<ProviderView> {
    blocking(&app, move |app| {
        let row = row(app, &provider)?;
        let key = app::key_in_variable(&row)?;
        app::keep_key(app.application.keys(), &row, &key, session_only)?;
        view(app, &provider)
    })
    .await
}

/// Opens the provider's console in the browser: the page named in `said` if it is on the same host as the page for keys,
/// otherwise the page for keys.
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_console(app: AppState<'_>, provider: String, said: String) -> Answer<()> {
    blocking(&app, move |app| {
        let row = row(app, &provider)?;
        let page = row.console_page(&said).ok_or_else(|| Failure::NotFound {
            message: format!("There is no known page where {} issues keys.", row.label),
        })?;
        opener::open(page.as_str()).map_err(|error| Failure::NotFound {
            message: format!("No browser opened {page}: {error}. Copy the address instead."),
        })
    })
    .await
}
