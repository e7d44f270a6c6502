//! Links into the window, and out of it.

use tauri::ipc::Channel;
use tauri::{AppHandle, State, Url};

use super::{Answer, AppState, blocking};
use crate::failure::Failure;
use crate::leave;
use crate::links::DeepLinks;

/// Maximum length of an address that is opened, in bytes.
const LONGEST_ADDRESS: usize = 2_000;

/// Sends every link that the window should follow to `links`, such as `history/ID`.
#[tauri::command]
#[specta::specta]
#[expect(clippy::needless_pass_by_value, reason = "Tauri hands arguments over by value")]
pub(crate) fn follow_links(to: State<'_, DeepLinks>, links: Channel<String>) {
    to.send_to(links);
}

/// Opens a page that an answer links to, in the browser, if the user says so in a dialog of the system that shows the whole address:
/// an address of the page's choice may tell a server what the page saw.
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_link(app: AppState<'_>, handle: AppHandle, link: String) -> Answer<()> {
    blocking(&app, move |app| {
        let page = page(&link).ok_or_else(|| Failure::NotFound {
            message: "This is not the address of a web page, so it is not opened.".to_owned(),
        })?;
        let language = app::Preferences::load(&app.history)?.language;
        if !leave::may_open(&handle, language, &page)? {
            return Ok(());
        }
        opener::open(page.as_str()).map_err(|error| Failure::NotFound {
            message: format!("No browser opened {page}: {error}. Copy the address instead."),
        })
    })
    .await
}

/// The web page an answer links to; `None` for anything that would start something other than a browser, or that
/// carries a login.
fn page(link: &str) -> Option<Url> {
    let url = Url::parse(link).ok().filter(|_| link.len() <= LONGEST_ADDRESS)?;
    let is_page = matches!(url.scheme(), "http" | "https") && url.host().is_some();
    let has_login = !url.username().is_empty() || url.password().is_some();
    (is_page && !has_login).then_some(url)
}

#[cfg(test)]
mod tests {
    use super::page;

    #[test]
    fn only_a_web_page_without_a_login_is_opened() {
        let opened = |link: &str| page(link).map(|url| url.to_string());
        for link in ["https://example.org/a?b#c", "http://127.0.0.1:8080/"] {
            assert_eq!(opened(link).as_deref(), Some(link), "a page");
        }
        for link in [
            "file:///etc/passwd",
            "javascript:alert(1)",
            "data:text/html,x",
            "mailto:me@example.org",
            "smb://host/share",
            "paceline://history/1",
            "https://bank.example@evil.example/",
            "https:///",
            "/etc/passwd",
            "--help",
            "",
        ] {
            assert_eq!(opened(link), None, "{link} is none");
        }
        let long = format!("https://example.org/{}", "x".repeat(3_000));
        assert_eq!(opened(&long), None, "nobody reads so long a question");
    }
}
