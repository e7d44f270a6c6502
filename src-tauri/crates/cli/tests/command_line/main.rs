//! The command line from outside: the built binary, run as scripts run it, against loopback.

mod archive;
mod calibrate;
mod cap;
mod chains;
mod checks;
mod coherence;
mod compare;
mod damaged;
mod gate;
mod history;
mod judge;
mod keys;
mod log;
mod manual;
mod own_commands;
mod providers;
mod race;
mod reference;
mod request;
mod schemas;
#[cfg(unix)]
mod signals;
mod simulate;
mod sweep;
mod watch;
mod watch_causes;

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use simulator::Simulator;

/// The built `paceline` with its own data folder, without a keyring.
fn paceline(home: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_paceline"));
    command.args(arguments).env("PACELINE_DATA_DIR", data(home)).env("HOME", home);
    command.env_remove("XDG_CONFIG_HOME");
    // The tests must not read the keyring of the user who runs them.
    command.env_remove("DBUS_SESSION_BUS_ADDRESS").env("XDG_RUNTIME_DIR", home);
    command
}

/// Where the tests' history lives.
fn data(home: &Path) -> std::path::PathBuf {
    home.join("data")
}

fn done(home: &Path, arguments: &[&str]) -> Output {
    paceline(home, arguments).output().expect("it runs")
}

/// A lane at simulated providers that the test started itself, as at any other server.
fn lane(simulator: &Simulator, model: &str) -> String {
    format!("openai-chat@{}#{model}", simulator.base_url())
}

fn status(output: &Output) -> i32 {
    output.status.code().expect("it was not killed")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("it writes UTF-8")
}

/// Standard output as the one document it must be.
fn document(output: &Output) -> Value {
    let out = text(&output.stdout);
    let err = text(&output.stderr);
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out:?}, beside {err:?}"))
}

/// The target of a JSON pointer.
fn at<'a>(document: &'a Value, pointer: &str) -> &'a Value {
    document.pointer(pointer).unwrap_or_else(|| panic!("no {pointer} in {document}"))
}
