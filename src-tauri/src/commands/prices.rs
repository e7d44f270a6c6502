//! Commands of prices: the book, and the user's own prices.

use app::today;
use cost::{Book, OwnPrice, OwnPriceRow};
use providers::fetch_text;

use super::{Answer, AppState, blocking, row};
use crate::failure::Failure;
use crate::state::App;
use crate::views::PriceBookView;

fn view(app: &App) -> Answer<PriceBookView> {
    Ok(PriceBookView::of(&app.history.prices()?, app.history.own_prices()?))
}

/// The prices in effect.
#[tauri::command]
#[specta::specta]
pub(crate) async fn prices(app: AppState<'_>) -> Answer<PriceBookView> {
    blocking(&app, view).await
}

/// Sets one of the user's own prices, which overrides the book's; `address` as in [`OwnPriceRow`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_price(
    app: AppState<'_>,
    provider: String,
    address: Option<String>,
    model: String,
    price: OwnPrice,
) -> Answer<PriceBookView> {
    blocking(&app, move |app| {
        row(app, &provider)?;
        let model = model.trim().to_owned();
        app.history.put_price(&OwnPriceRow { provider, address, model, dated: today(), price })?;
        view(app)
    })
    .await
}

/// Restores the book's price of a model.
#[tauri::command]
#[specta::specta]
pub(crate) async fn forget_price(
    app: AppState<'_>,
    provider: String,
    address: Option<String>,
    model: String,
) -> Answer<PriceBookView> {
    blocking(&app, move |app| {
        app.history.forget_price(&provider, address.as_deref(), &model)?;
        view(app)
    })
    .await
}

/// Where the window fetches a newer price book: from LiteLLM. Other addresses are left to the command line, so that no
/// script in the page can fetch anything from anywhere.
const LITELLM: &str =
    "https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json";

/// Fetches LiteLLM's newest price book. If that fails, the old one stays in effect.
#[tauri::command]
#[specta::specta]
pub(crate) async fn fetch_prices(app: AppState<'_>) -> Answer<PriceBookView> {
    let (route, login) = blocking(&app, |app| {
        // Without a readable keyring there is no login, and most proxies need none.
        let route = app.history.network()?.route("");
        let owner = app::proxy_login_owner(&route.proxy);
        let login = owner.and_then(|owner| app.application.keys().take(&owner).ok().flatten());
        Ok((route, login))
    })
    .await?;
    let asked = app.engine.spawn(async move { fetch_text(LITELLM, &route, login.as_ref()).await });
    let text = asked.await.map_err(|error| Failure::Busy { message: error.to_string() })??;
    blocking(&app, move |app| keep_book(app, LITELLM, &text)).await
}

/// Loads a newer price book from a file that the user picked; the window reads it. If that fails, the old one stays in
/// effect.
#[tauri::command]
#[specta::specta]
pub(crate) async fn read_prices(
    app: AppState<'_>,
    name: String,
    text: String,
) -> Answer<PriceBookView> {
    blocking(&app, move |app| keep_book(app, &name, &text)).await
}

fn keep_book(app: &App, from: &str, text: &str) -> Answer<PriceBookView> {
    let source = from.rsplit('/').next().unwrap_or(from);
    let (book, _left_out) = Book::read(text, source, &today()).map_err(|error| {
        Failure::Prices { message: format!("{error}. The price book is unchanged.") }
    })?;
    app.history.put_book(&book)?;
    view(app)
}

/// Restores the shipped price book.
#[tauri::command]
#[specta::specta]
pub(crate) async fn restore_shipped_prices(app: AppState<'_>) -> Answer<PriceBookView> {
    blocking(&app, |app| {
        app.history.forget_book()?;
        view(app)
    })
    .await
}
