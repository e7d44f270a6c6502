//! The window around the engine. Everything that knows Tauri is in this folder.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod app;
mod bindings;
mod commands;
mod failure;
mod rendering;
mod views;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use tauri::{Manager, WindowEvent};

use crate::app::App;

fn main() -> ExitCode {
    let rendering = rendering::prepare();
    let opened =
        data_dir().and_then(|dir| App::open(dir, rendering).map_err(|error| error.to_string()));
    let app = match opened {
        Ok(app) => Arc::new(app),
        Err(why) => return refuse(&why),
    };
    let commands = bindings::commands();
    let outcome = tauri::Builder::default()
        .manage(app)
        .invoke_handler(commands.invoke_handler())
        .on_window_event(|window, event| {
            if let WindowEvent::CloseRequested { api, .. } = event {
                let app = Arc::clone(&window.state::<Arc<App>>());
                if let Some(running) = app.track(None) {
                    // What the race or the sweep has measured is saved before the window goes.
                    api.prevent_close();
                    running.stop();
                    let window = window.clone();
                    std::thread::spawn(move || {
                        while app.is_racing() {
                            std::thread::sleep(Duration::from_millis(20));
                        }
                        window.destroy()
                    });
                }
            }
        })
        .run(tauri::generate_context!());
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => refuse(&format!("The window could not be opened: {error}")),
    }
}

/// Where the history lives: `--data-dir DIR`, or `PACELINE_DATA_DIR`, or the system's place for it.
fn data_dir() -> Result<PathBuf, String> {
    let mut arguments = std::env::args_os().skip_while(|argument| argument != "--data-dir").skip(1);
    arguments
        .next()
        .or_else(|| std::env::var_os("PACELINE_DATA_DIR").filter(|dir| !dir.is_empty()))
        .map(PathBuf::from)
        .or_else(history::default_dir)
        .ok_or_else(|| {
            "There is no home folder to keep the history in; name one with --data-dir.".to_owned()
        })
}

/// Without a window there is only the terminal to say why.
#[expect(clippy::print_stderr, reason = "there is no window to say it in")]
fn refuse(why: &str) -> ExitCode {
    eprintln!("paceline: {why}");
    ExitCode::FAILURE
}
