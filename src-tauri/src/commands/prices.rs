//! Commands of prices: the book, and the user's own prices.

use app::today;
use cost::{Book, OwnPrice, OwnPriceRow};
use keys::KeyOwner;
use providers::{PROXY_LOGIN, Proxy, fetch_text};

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

/// Sets one of the user's own prices, which overrides the book's.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_price(
    app: AppState<'_>,
    provider: String,
    model: String,
    price: OwnPrice,
) -> Answer<PriceBookView> {
    blocking(&app, move |app| {
        row(app, &provider)?;
        let model = model.trim().to_owned();
        app.history.put_price(&OwnPriceRow { provider, model, dated: today(), price })?;
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
    model: String,
) -> Answer<PriceBookView> {
    blocking(&app, move |app| {
        app.history.forget_price(&provider, &model)?;
        view(app)
    })
    .await
}

/// Loads a newer price book from a file or an https address. If that fails, the old one stays in effect.
#[tauri::command]
#[specta::specta]
pub(crate) async fn refresh_prices(app: AppState<'_>, from: String) -> Answer<PriceBookView> {
    let from = from.trim().to_owned();
    let fetched = if from.contains("://") {
        let address = from.clone();
        let (route, login) = blocking(&app, |app| {
            // Without a readable keyring there is no login, and most proxies need none.
            let route = app.history.network()?.route("");
            let is_own = matches!(route.proxy, Proxy::Custom { .. });
            let owner = KeyOwner::anywhere(PROXY_LOGIN);
            let login = is_own.then(|| app.application.keys().take(&owner).ok().flatten());
            Ok((route, login.flatten()))
        })
        .await?;
        let asked =
            app.engine.spawn(async move { fetch_text(&address, &route, login.as_ref()).await });
        let text = asked.await.map_err(|error| Failure::Busy { message: error.to_string() })?;
        Some(text?)
    } else {
        None
    };
    blocking(&app, move |app| {
        let unreadable = |why: String| Failure::Prices {
            message: format!("{why} The price book stays as it was."),
        };
        let text = match fetched {
            Some(text) => text,
            None => std::fs::read_to_string(&from)
                .map_err(|error| unreadable(format!("{from} could not be read: {error}.")))?,
        };
        let source = from.rsplit('/').next().unwrap_or(&from);
        let (book, _left_out) =
            Book::read(&text, source, &today()).map_err(|error| unreadable(format!("{error}.")))?;
        app.history.put_book(&book)?;
        view(app)
    })
    .await
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
