//! The desktop app around the engine. Only this folder knows Tauri.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod answer;
mod arguments;
mod bare;
mod bindings;
mod commands;
mod exact;
mod failure;
mod held;
mod instance;
mod leave;
mod link_text;
mod links;
mod notice;
mod offline;
mod opening;
mod pages;
mod rendering;
mod safe_mode;
mod state;
mod turns;
mod views;
mod watching;
mod web_process;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use app::{Language, NoDataDir, Preferences};
use tauri::plugin::TauriPlugin;
use tauri::webview::PageLoadEvent;
use tauri::{Manager, WebviewWindowBuilder, Window, WindowEvent, Wry};
use tauri_plugin_window_state::StateFlags;

use crate::arguments::Arguments;
use crate::links::DeepLinks;
use crate::offline::offline;
use crate::opening::Opening;
use crate::safe_mode::SafeMode;
use crate::state::App;
use crate::web_process::Owner;

fn main() -> ExitCode {
    if bare::is_asked() {
        let opened = bare::open(tauri::generate_context!());
        return opened.map_or_else(|error| refuse(&error.to_string()), |()| ExitCode::SUCCESS);
    }
    app::harden(false);
    let rendering = rendering::prepare();
    let Arguments { data_dir, link } = Arguments::read(std::env::args_os().skip(1));
    let named = data_dir.map(PathBuf::into_os_string);
    let named = named.or_else(|| std::env::var_os(arguments::DATA_DIR));
    let (data_dir, away) = match app::data_dir(named) {
        Ok(data_dir) => (data_dir, None),
        Err(error) => match &error {
            NoDataDir::Away { usual, .. } => (usual.clone(), Some(error.to_string())),
            NoDataDir::NoHome => return refuse(&error.to_string()),
        },
    };
    app::start_log(Some(&data_dir), false);
    tracing::info!(version = env!("CARGO_PKG_VERSION"), rendering, "the window opens");
    let mut context = tauri::generate_context!();
    let identifier = &mut context.config_mut().identifier;
    *identifier = instance::name(identifier, &data_dir);

    let commands = bindings::commands();
    let built = tauri::Builder::default()
        .plugin(one_instance())
        .plugin(window_state(&data_dir))
        .manage(DeepLinks::first(link))
        .invoke_handler(commands.invoke_handler())
        .on_window_event(|window, event| {
            if let WindowEvent::CloseRequested { api, .. } = event
                && !is_free_to_close(window)
            {
                api.prevent_close();
            }
        })
        .register_uri_scheme_protocol(safe_mode::SCHEME, safe_mode::answer)
        .register_uri_scheme_protocol(opening::SCHEME, opening::answer)
        .setup(|app| show(app.handle()))
        // A second start ends here, before any side effect.
        .build(context);
    let window = match built {
        Ok(window) => window,
        Err(error) => return refuse(&format!("The window could not be opened: {error}")),
    };
    close_when_asked(window.handle().clone());
    let opening = Arc::new(Opening::new(&data_dir));
    let (tell, opened) = mpsc::channel();
    let watched = Arc::clone(&opening);
    std::thread::spawn(move || {
        let opened = match away {
            Some(why) => Err(SafeMode::away(data_dir, why)),
            None => App::open(data_dir.clone(), rendering, &watched)
                .map_err(|error| SafeMode::new(data_dir, &error)),
        };
        // Nobody listens to a start that was ended.
        let _ended = tell.send(opened);
    });
    let mut found = opened.recv_timeout(opening::LOOK);
    while matches!(found, Err(RecvTimeoutError::Timeout)) && !opening.is_long() {
        found = opened.recv_timeout(opening::LOOK);
    }
    match found {
        Ok(opened) => manage(window.handle(), opened),
        Err(RecvTimeoutError::Disconnected) => return refuse("The history could not be opened."),
        Err(RecvTimeoutError::Timeout) => {
            window.manage(opening);
            let handle = window.handle().clone();
            std::thread::spawn(move || {
                let Ok(opened) = opened.recv() else { return handle.exit(1) };
                let shown = handle.clone();
                let asked = handle.run_on_main_thread(move || {
                    manage(&shown, opened);
                    if let Err(error) = show(&shown) {
                        tracing::error!(%error, "the window could not be opened");
                        shown.exit(1);
                    }
                    opening::close(&shown);
                });
                if asked.is_err() {
                    handle.exit(1);
                }
            });
        }
    }
    window.run(|_handle, _event| {
        // On other systems a link is an argument.
        #[cfg(target_os = "macos")]
        if let tauri::RunEvent::Opened { urls } = _event {
            let links = urls.iter().filter_map(|url| link_text::link(url.as_str().as_ref()));
            links.for_each(|link| _handle.state::<DeepLinks>().follow(link));
        }
    });
    ExitCode::SUCCESS
}

/// Shares what was opened with the commands, or what is wrong with its page.
fn manage(handle: &tauri::AppHandle, opened: Result<App, SafeMode>) {
    match opened {
        Ok(app) => {
            let app = Arc::new(app);
            // The keyring is slowest at its first access, so it is read while the window is loading.
            app.look_ahead();
            app.recover();
            turns::begin(&app);
            handle.manage(app);
        }
        Err(safe_mode) => {
            tracing::error!(error = safe_mode.why(), "the window opens in safe mode");
            handle.manage(safe_mode);
        }
    }
}

/// Shows the window, or the page that stands for it while there is no history.
fn show(handle: &tauri::AppHandle) -> Result<(), Box<dyn std::error::Error>> {
    if let Some(opened) = handle.try_state::<Arc<App>>() {
        let preferences = app::Preferences::load(&opened.history)?;
        main_window(handle)?;
        commands::preferences::draw_in_size(handle, &preferences);
        Ok(())
    } else if handle.try_state::<SafeMode>().is_some() {
        safe_mode::open(handle)
    } else {
        opening::show(handle)
    }
}

/// Opens the window. It shows only its own pages: links and forms that lead elsewhere are blocked.
fn main_window(handle: &tauri::AppHandle) -> tauri::Result<()> {
    let config = handle.config().app.windows.first().cloned().unwrap_or_default();
    let window = WebviewWindowBuilder::from_config(handle, &config)?
        .on_navigation(is_own_page)
        .on_page_load(|window, load| {
            if load.event() == PageLoadEvent::Started {
                page_is_gone(window.app_handle());
            }
        });
    let owner = Owner { forget: page_is_gone, language };
    web_process::watch(&offline(window).build()?, owner)
}

/// The window's page was closed or has ended, and with it what it was allowed or had pasted. What runs goes on.
fn page_is_gone(handle: &tauri::AppHandle) {
    handle.state::<DeepLinks>().wait();
    if let Some(app) = handle.try_state::<Arc<App>>() {
        app.turn_page();
    }
}

/// The language that was chosen for the window.
fn language(handle: &tauri::AppHandle) -> Language {
    let app = handle.try_state::<Arc<App>>();
    let preferences = app.and_then(|app| Preferences::load(&app.history).ok());
    preferences.map_or(Language::System, |preferences| preferences.language)
}

/// Whether an address is one of the window's own pages.
fn is_own_page(url: &tauri::Url) -> bool {
    let is_bundled = match url.scheme() {
        "tauri" => url.host_str() == Some("localhost"),
        "http" | "https" => url.host_str() == Some("tauri.localhost"),
        _ => false,
    };
    let is_dev = tauri::is_dev() && url.as_str().starts_with("http://localhost:1420/");
    is_bundled || is_dev || url.as_str() == "about:blank"
}

/// Handles a second start with the same data folder: it ends, and this window comes to the front and follows its link.
///
/// On macOS the system itself starts an app only once and passes links to it, and the plugin would listen at a name in
/// `/tmp` that another user could take first: every start would then disclose its arguments to that user, and end.
fn one_instance() -> TauriPlugin<Wry> {
    if cfg!(target_os = "macos") {
        return tauri::plugin::Builder::new("one-instance").build();
    }
    tauri_plugin_single_instance::init(|handle, given, _folder| {
        let given = given.into_iter().skip(1).map(OsString::from);
        if let Some(link) = Arguments::read(given).link {
            handle.state::<DeepLinks>().follow(link);
        }
        links::raise(handle);
    })
}

/// Saves the window's size and position beside the history, separately for each data folder.
fn window_state(data_dir: &Path) -> TauriPlugin<Wry> {
    let flags =
        StateFlags::SIZE | StateFlags::POSITION | StateFlags::MAXIMIZED | StateFlags::FULLSCREEN;
    let file = std::path::absolute(data_dir).unwrap_or_else(|_| data_dir.to_owned());
    tauri_plugin_window_state::Builder::new()
        .with_state_flags(flags)
        .with_filename(file.join("window.json").to_string_lossy())
        .with_denylist(&[opening::SCHEME])
        .build()
}

/// How long a stopped run has to be saved before the window closes, in steps of [`LOOK`]. Checkpointed data is kept in
/// any case and available at the next start.
const SAVING_LOOKS: u32 = 150;
const LOOK: Duration = Duration::from_millis(20);

/// Whether nothing is running. A race or a sweep is stopped first, and its measurements are saved before the window
/// closes; the window does not wait longer than three seconds for that.
fn is_free_to_close(window: &Window) -> bool {
    let Some(app) = window.try_state::<Arc<App>>().map(|app| Arc::clone(&app)) else { return true };
    let Some(running) = app.track(None) else { return true };
    running.stop();
    let window = window.clone();
    std::thread::spawn(move || {
        for _ in 0..SAVING_LOOKS {
            if !app.is_racing() {
                break;
            }
            std::thread::sleep(LOOK);
        }
        if app.is_racing() {
            tracing::warn!("the window closes before the run has ended");
        }
        window.destroy()
    });
    false
}

/// The end of a session and Ctrl+C close the window like the user does: a run is stopped and saved. Signals have their
/// own thread, so that they are handled whatever the engine's threads are doing.
#[cfg(unix)]
fn close_when_asked(handle: tauri::AppHandle) {
    use tokio::signal::unix::{SignalKind, signal};

    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_io().build() else {
        return;
    };
    std::thread::spawn(move || {
        runtime.block_on(async {
            let asked = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()));
            let (Ok(mut terminate), Ok(mut interrupt)) = asked else { return };
            loop {
                tokio::select! {
                    _ = terminate.recv() => {}
                    _ = interrupt.recv() => {}
                }
                let windows = handle.webview_windows();
                if windows.is_empty() {
                    // It is still starting, so that nothing runs and no window can be closed.
                    handle.exit(0);
                }
                for window in windows.into_values() {
                    // The window may already be closing.
                    let _closing = window.close();
                }
            }
        });
    });
}

#[cfg(not(unix))]
fn close_when_asked(_handle: tauri::AppHandle) {}

/// Without a window the reason can only be printed.
#[expect(clippy::print_stderr, reason = "there is no window to say it in")]
fn refuse(why: &str) -> ExitCode {
    tracing::error!(why, "the window does not open");
    eprintln!("paceline: {why}");
    ExitCode::FAILURE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_shows_its_own_pages_and_no_others() {
        let is_own = |url: &str| is_own_page(&url.parse().expect("an address"));
        for own in
            ["tauri://localhost/", "tauri://localhost/index.html#/race", "http://tauri.localhost/"]
        {
            assert!(is_own(own), "{own}");
        }
        for other in [
            "https://evil.example/",
            "http://localhost/",
            "http://127.0.0.1:1420/",
            "tauri://evil/",
            "http://tauri.localhost.evil.example/",
            "file:///etc/passwd",
            "data:text/html,x",
            "javascript:alert(1)",
            "http://tauri.localhost@evil.example/",
            "safe-mode://localhost/restart",
        ] {
            assert!(!is_own(other), "{other}");
        }
    }
}
