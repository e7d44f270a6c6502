//! A command of the system's, by which a service is installed or removed, and what can go wrong.

use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// How long a command of the system's is left alone between two looks at it.
const LOOK: Duration = Duration::from_millis(20);
/// After so many, a minute, it is ended.
const MOST_LOOKS: u32 = 3_000;
/// What is repeated of its error, in characters.
const MOST_ERROR: usize = 400;

/// Why the service cannot be installed or removed.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// The user has no home folder.
    #[error("There is no home folder to keep the service's file in.")]
    NoHome,
    /// A path that the service's file cannot hold.
    #[error(
        "The path {0:?} cannot be given to a service, which needs an absolute one of printable characters."
    )]
    Path(String),
    /// The file cannot be written or removed.
    #[error("{file} could not be {done}: {error}", file = .file.display())]
    File {
        /// The service's file.
        file: PathBuf,
        /// What was tried, as a participle.
        done: &'static str,
        /// The system's error.
        error: io::Error,
    },
    /// A command of the system's failed.
    #[error("`{command}` failed: {why}")]
    Command {
        /// The command.
        command: String,
        /// Its own error, or the system's.
        why: String,
    },
}

/// A command of the system's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Step {
    /// The program and its arguments.
    words: Vec<String>,
    /// Whether it makes no difference that it fails: it ends what may not be there.
    may_fail: bool,
}

impl Step {
    pub(super) fn of(words: &[&str]) -> Self {
        Self { words: words.iter().map(|word| (*word).to_owned()).collect(), may_fail: false }
    }

    pub(super) fn that_may_fail(words: &[&str]) -> Self {
        Self { may_fail: true, ..Self::of(words) }
    }

    /// As it can be typed.
    pub(super) fn line(&self) -> String {
        let typed = |word: &String| {
            if word.contains(' ') { format!("\"{word}\"") } else { word.clone() }
        };
        self.words.iter().map(typed).collect::<Vec<_>>().join(" ")
    }

    pub(super) fn run(&self) -> Result<(), ServiceError> {
        if self.may_fail { run(self).or(Ok(())) } else { run(self) }
    }
}

/// Runs a command of the system's to its end.
fn run(step: &Step) -> Result<(), ServiceError> {
    let failed = |why: String| ServiceError::Command { command: step.line(), why };
    let Some((program, arguments)) = step.words.split_first() else { return Ok(()) };
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| failed(error.to_string()))?;
    // A program that writes more than a pipe holds waits for a reader; none of these does.
    let mut looks = 0;
    while child.try_wait().map_err(|error| failed(error.to_string()))?.is_none() {
        if looks >= MOST_LOOKS {
            let _it_may_have_ended = child.kill();
            return Err(failed("it did not end within a minute".to_owned()));
        }
        looks += 1;
        thread::sleep(LOOK);
    }
    let output = child.wait_with_output().map_err(|error| failed(error.to_string()))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said: String = said.trim().chars().take(MOST_ERROR).collect();
    Err(failed(if said.is_empty() { output.status.to_string() } else { said }))
}

/// Text as the content of an XML element.
pub(super) fn of_xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
