//! What becomes of the window when the process that draws its page ends by itself: it crashed, ran out of memory or was killed. The
//! engine is another process and goes on; the page is loaded again.
//!
//! WebKitGTK leaves the window white. On macOS Tauri itself loads the page again. On Windows neither Tauri nor wry tells that it
//! ended, and listening for it takes unsafe code.

#[cfg(any(target_os = "linux", test))]
use std::collections::VecDeque;
#[cfg(any(target_os = "linux", test))]
use std::time::Duration;

use app::Language;
use tauri::{AppHandle, WebviewWindow};

/// How often within [`WITHIN`] a page is loaded again without asking: one that ends each time would do so for ever.
#[cfg(any(target_os = "linux", test))]
const MOST: usize = 3;
#[cfg(any(target_os = "linux", test))]
const WITHIN: Duration = Duration::from_secs(60);

/// When the latest pages ended, in nanoseconds.
#[cfg(any(target_os = "linux", test))]
#[derive(Debug, Default)]
struct Ends(VecDeque<u64>);

#[cfg(any(target_os = "linux", test))]
impl Ends {
    /// Counts one more, and returns whether the page is loaded again without asking.
    fn may_load_again(&mut self, now_ns: u64) -> bool {
        let within = u64::try_from(WITHIN.as_nanos()).unwrap_or(u64::MAX);
        self.0.retain(|at| now_ns.saturating_sub(*at) < within);
        if self.0.len() >= MOST {
            return false;
        }
        self.0.push_back(now_ns);
        true
    }
}

/// What a window has besides its page.
#[derive(Clone, Copy)]
#[cfg_attr(
    not(target_os = "linux"),
    expect(dead_code, reason = "only WebKitGTK tells that its process ended")
)]
pub(crate) struct Owner {
    /// Forgets what the page was allowed or had pasted.
    pub(crate) forget: fn(&AppHandle),
    /// The language in which questions are asked.
    pub(crate) language: fn(&AppHandle) -> Language,
}

impl Owner {
    /// Of a window whose page is allowed nothing.
    pub(crate) const NOBODY: Self = Self { forget: |_| (), language: |_| Language::System };
}

/// Loads the page of this window again whenever its process ends by itself; one that keeps ending, only if the user says so.
#[cfg(target_os = "linux")]
pub(crate) fn watch(window: &WebviewWindow, owner: Owner) -> tauri::Result<()> {
    use std::cell::RefCell;

    use providers::Clock;
    use tauri::Manager;
    use webkit2gtk::{BackForwardListExt, WebProcessTerminationReason, WebViewExt};

    let (label, handle) = (window.label().to_owned(), window.app_handle().clone());
    window.with_webview(move |view| {
        let (clock, ends) = (Clock::start(), RefCell::new(Ends::default()));
        let first = view.inner().uri();
        view.inner().connect_web_process_terminated(move |view, why| {
            if matches!(why, WebProcessTerminationReason::TerminatedByApi) {
                return;
            }
            tracing::error!(?why, label, "the process of the page ended, and the engine goes on");
            // What the page was allowed or had pasted ends with it, also if no other is loaded.
            (owner.forget)(&handle);
            if ends.borrow_mut().may_load_again(clock.now_ns()) {
                let has_page = view.back_forward_list().and_then(|list| list.current_item());
                match &first {
                    // Of a process that ended before its first page began there is nothing to load again.
                    Some(first) if has_page.is_none() => view.load_uri(first),
                    _ => view.reload(),
                }
            } else {
                ask(&handle, &label, (owner.language)(&handle));
            }
        });
    })
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn watch(_window: &WebviewWindow, _owner: Owner) -> tauri::Result<()> {
    Ok(())
}

/// Asks whether a page that keeps ending is loaded once more, or the window closed.
#[cfg(target_os = "linux")]
fn ask(handle: &AppHandle, label: &str, language: Language) {
    use tauri::Manager;

    let (handle, label) = (handle.clone(), label.to_owned());
    std::thread::spawn(move || {
        let again = loop {
            match crate::leave::may_load_again(&handle, language) {
                Ok(again) => break again,
                // Another question is open. It comes first.
                Err(_) => std::thread::sleep(Duration::from_millis(500)),
            }
        };
        let Some(window) = handle.get_webview_window(&label) else { return };
        let done = if again { window.reload() } else { window.close() };
        if let Err(error) = done {
            tracing::error!(%error, "the window takes no order");
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_keeps_ending_is_loaded_three_times_a_minute_and_no_more() {
        let second = |seconds: u64| seconds * 1_000_000_000;
        let mut ends = Ends::default();
        let loaded: Vec<bool> = [0, 1, 2, 3, 59].map(|at| ends.may_load_again(second(at))).to_vec();
        assert_eq!(loaded, [true, true, true, false, false], "three, and then somebody is asked");
        assert!(ends.may_load_again(second(60)), "the first was a minute ago");
        assert!(!ends.may_load_again(second(60)), "and the other two were not");
        assert!(
            ends.may_load_again(second(1_000)),
            "a page that ends once a day always comes back"
        );
    }
}
