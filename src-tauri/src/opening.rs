//! The page shown while the history is being opened, if that takes long: a damaged one is read as a whole first.
//!
//! Like that of safe mode it is drawn here, without the UI and without scripts. It asks for itself again every second, and
//! its scheme answers it alone.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use providers::Clock;
use tauri::http::{Request, Response};
use tauri::{AppHandle, Manager, UriSchemeContext, WebviewUrl, WebviewWindowBuilder, Wry};

use crate::offline::offline;
use crate::web_process::{self, Owner};

/// The scheme of its page, and the label of its window.
pub(crate) const SCHEME: &str = "opening";
/// How long reading a damaged history, and opening any other, takes before the page is shown: a window that came and went at
/// once would only startle.
const DAMAGED_SHOWN_AFTER: Duration = Duration::from_secs(1);
const SHOWN_AFTER: Duration = Duration::from_secs(3);
/// How often that is looked at.
pub(crate) const LOOK: Duration = Duration::from_millis(50);

/// A history that is being opened.
pub(crate) struct Opening {
    data_dir: PathBuf,
    since: Clock,
    is_damaged: AtomicBool,
}

impl Opening {
    pub(crate) fn new(data_dir: &Path) -> Self {
        Self {
            data_dir: data_dir.to_owned(),
            since: Clock::start(),
            is_damaged: AtomicBool::new(false),
        }
    }

    /// The file was found damaged, and what is left of it is being read.
    pub(crate) fn found_damage(&self) {
        self.is_damaged.store(true, Ordering::Relaxed);
    }

    fn lasted(&self) -> Duration {
        Duration::from_nanos(self.since.now_ns())
    }

    /// Whether it takes so long that the page is to be shown.
    pub(crate) fn is_long(&self) -> bool {
        let is_damaged = self.is_damaged.load(Ordering::Relaxed);
        self.lasted() >= if is_damaged { DAMAGED_SHOWN_AFTER } else { SHOWN_AFTER }
    }

    fn page(&self) -> String {
        let file = self.data_dir.join("paceline.db");
        let mb = std::fs::metadata(&file).map_or(0, |found| found.len().div_ceil(1_000_000));
        let (title, story) = if self.is_damaged.load(Ordering::Relaxed) {
            (
                "The history is damaged, and is being read",
                "What can be read of it is collected, and shown when that is done. Nothing in the file is changed.",
            )
        } else {
            (
                "The history is being opened",
                "That takes longer than usual for a large file, one of an earlier version, or one that another program is \
                 writing to.",
            )
        };
        let seconds = self.lasted().as_secs();
        let path = escaped(&file.display().to_string());
        format!(
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"1\">\
             <title>Paceline</title><style>{STYLE}</style><main><h1>{title}</h1><p id=\"story\">{story}</p>\
             <progress></progress><p><code>{path}</code>, {mb} MB, for {seconds} s so far</p><p>Races can be started when \
             it is open. Closing this window ends Paceline, and harms nothing.</p></main></html>"
        )
    }
}

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;margin:0;background:Canvas;color:CanvasText}\
    main{max-width:40rem;margin:14vh auto;padding:0 1.5rem}progress{width:100%}code{word-break:break-all}\
    :root{color-scheme:light dark}";

/// Shows the page in a window of its own.
///
/// # Errors
/// If no window can be opened.
pub(crate) fn show(handle: &AppHandle) -> Result<(), Box<dyn std::error::Error>> {
    let page = format!("{SCHEME}://localhost/").parse()?;
    let window = WebviewWindowBuilder::new(handle, SCHEME, WebviewUrl::CustomProtocol(page))
        .title("Paceline")
        .inner_size(720.0, 420.0)
        .on_navigation(|url| {
            url.scheme() == SCHEME || url.host_str() == Some(&format!("{SCHEME}.localhost"))
        });
    Ok(web_process::watch(&offline(window).build()?, Owner::NOBODY)?)
}

/// Closes the page, once another window is there.
pub(crate) fn close(handle: &AppHandle) {
    if let Some(window) = handle.get_webview_window(SCHEME) {
        // The user may have closed it.
        let _closing = window.destroy();
    }
}

/// Answers the page's window; nothing for any other.
#[expect(clippy::needless_pass_by_value, reason = "Tauri hands both over by value")]
pub(crate) fn answer(
    context: UriSchemeContext<'_, Wry>,
    _request: Request<Vec<u8>>,
) -> Response<Cow<'static, [u8]>> {
    let is_ours = context.webview_label() == SCHEME;
    let opening = context.app_handle().try_state::<std::sync::Arc<Opening>>().filter(|_| is_ours);
    let Some(opening) = opening else {
        return Response::builder().status(404).body(Cow::Borrowed(&[][..])).unwrap_or_default();
    };
    Response::builder()
        .header("content-type", "text/html; charset=utf-8")
        .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'")
        .body(Cow::Owned(opening.page().into_bytes()))
        .unwrap_or_default()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_says_that_a_damaged_history_is_read_and_what_it_says_is_text() {
        let dir = std::env::temp_dir().join(format!("opening-<b>-{}", std::process::id()));
        let opening = Opening::new(&dir);
        let page = opening.page();
        assert!(page.contains("is being opened") && !page.contains("damaged"), "{page}");
        assert!(page.contains("opening-&lt;b&gt;-"), "no markup from the name of a folder: {page}");
        opening.found_damage();
        let page = opening.page();
        assert!(page.contains("is damaged, and is being read"), "{page}");
        assert!(
            !page.contains("<script") && page.contains("http-equiv=\"refresh\""),
            "it asks again"
        );
    }
}
