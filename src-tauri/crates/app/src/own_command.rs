//! Runs commands of the user's own that check answers: with the answer on standard input, without an environment, in an empty
//! folder, in a group of their own that is ended as a whole.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use checks::CommandEnd;
use measure::{Amount, Count, Phrase};
use process_wrap::tokio::{ChildWrapper, CommandWrap, KillOnDrop};
use race::{CommandRun, CommandRunner};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::Command;
use tokio_util::sync::CancellationToken;

/// How long a command may take.
const LONGEST: Duration = Duration::from_secs(10);
/// How long the system may take to end one that was killed.
const REAPED_WITHIN: Duration = Duration::from_secs(2);
/// The most that it may write to standard output, in bytes.
const MOST_OUTPUT: usize = 64 * 1024;
/// What is kept of standard error, in bytes.
const MOST_ERRORS: u64 = 4 * 1024;
/// What it keeps of the environment: where programs are and, on Windows, what most of them need to start.
const KEPT_VARIABLES: &[&str] =
    if cfg!(windows) { &["PATH", "PATHEXT", "SYSTEMROOT", "COMSPEC"] } else { &["PATH"] };

measure::phrases! {
    fn not_allowed() = "answer.command_not_allowed", "the command is not allowed on this machine";
    fn could_not_run(error: &str) = "answer.command_could_not_run", "the command could not be run: {error}";
    fn stopped() = "answer.command_stopped", "the run was stopped while the command ran";
    fn took_too_long(seconds: Amount) = "answer.command_took_too_long", "the command took longer than {seconds} s";
    fn wrote_too_much(most: Count) = "answer.command_wrote_too_much", "the command wrote more than {most} kB";
}

/// The commands that may be run, by their exact texts; none unless somebody says so.
#[derive(Debug, Clone, Default)]
pub(crate) struct AllowedCommands {
    commands: Arc<BTreeSet<String>>,
    longest: Option<Duration>,
}

impl AllowedCommands {
    /// These.
    pub(crate) fn of(commands: impl IntoIterator<Item = String>) -> Self {
        Self { commands: Arc::new(commands.into_iter().collect()), longest: None }
    }

    /// Those of `commands` that are not among them.
    pub(crate) fn missing(&self, commands: &[&str]) -> Vec<String> {
        let missing = commands.iter().filter(|command| !self.commands.contains(**command));
        missing.map(|command| (*command).to_owned()).collect()
    }
}

impl CommandRunner for AllowedCommands {
    fn run(&self, command: &str, input: Vec<u8>, stop: CancellationToken) -> CommandRun {
        let is_allowed = self.commands.contains(command);
        let (command, longest) = (command.to_owned(), self.longest.unwrap_or(LONGEST));
        Box::pin(async move {
            if !is_allowed {
                return Err(not_allowed());
            }
            end_of(&command, input, longest, stop).await
        })
    }
}

/// How a command ends. One that leaves something running that holds its output open does not end either.
///
/// # Errors
/// Why it has no end of its own.
async fn end_of(
    command: &str,
    input: Vec<u8>,
    longest: Duration,
    stop: CancellationToken,
) -> Result<CommandEnd, Phrase> {
    let cannot = |error: io::Error| could_not_run(&error.to_string());
    let folder = tempfile::Builder::new().prefix("paceline-check-").tempdir().map_err(cannot)?;
    let mut child = started(command, folder.path()).map_err(cannot)?;
    let (stdin, stdout, stderr) =
        (child.stdin().take(), child.stdout().take(), child.stderr().take());
    let write = async move {
        if let Some(mut stdin) = stdin {
            // One that has read enough closes its input.
            let _not_all = stdin.write_all(&input).await;
        }
    };
    let ended = {
        let wait = child.wait();
        let all = async { tokio::join!(wait, written(stdout), errors_of(stderr), write) };
        tokio::select! {
            biased;
            () = stop.cancelled() => Err(stopped()),
            all = all => Ok(all),
            () = tokio::time::sleep(longest) => {
                Err(took_too_long(Amount::digits(longest.as_secs_f64(), 0)))
            }
        }
    };
    // Whatever is left of its group ends with it.
    let _none_is_left = child.start_kill();
    if ended.is_err() {
        let _reaped = tokio::time::timeout(REAPED_WITHIN, child.wait()).await;
    }
    let (status, output, errors, ()) = ended?;
    if output.len() > MOST_OUTPUT {
        return Err(wrote_too_much((MOST_OUTPUT / 1024).into()));
    }
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let status = status.map_err(cannot)?.code();
    Ok(CommandEnd { status, output: text(output), errors: text(errors) })
}

/// A command that has begun, in a group of its own.
fn started(command: &str, folder: &Path) -> io::Result<Box<dyn ChildWrapper>> {
    let mut wrap = CommandWrap::from(of_shell(command));
    wrap.command_mut()
        .current_dir(folder)
        .env_clear()
        .envs(KEPT_VARIABLES.iter().filter_map(|name| Some((name, std::env::var_os(name)?))))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    #[cfg(unix)]
    wrap.wrap(process_wrap::tokio::ProcessGroup::leader());
    #[cfg(windows)]
    wrap.wrap(process_wrap::tokio::JobObject);
    wrap.wrap(KillOnDrop).spawn()
}

#[cfg(unix)]
fn of_shell(command: &str) -> Command {
    let mut shell = Command::new("/bin/sh");
    shell.arg("-c").arg(command);
    shell
}

#[cfg(windows)]
fn of_shell(command: &str) -> Command {
    let mut shell = Command::new("cmd.exe");
    // As it is written: `cmd` has rules of its own for quotation marks.
    shell.arg("/D").arg("/S").arg("/C").raw_arg(format!("\"{command}\""));
    shell
}

/// What it writes, up to one byte more than it may; then nobody reads on.
async fn written(output: Option<impl AsyncRead + Unpin>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(output) = output {
        let _until_it_broke = output.take(MOST_OUTPUT as u64 + 1).read_to_end(&mut bytes).await;
    }
    bytes
}

/// The beginning of what it writes to standard error, of which there may be any amount.
async fn errors_of(errors: Option<impl AsyncRead + Unpin>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(mut errors) = errors {
        let mut first = (&mut errors).take(MOST_ERRORS);
        let _until_it_broke = first.read_to_end(&mut bytes).await;
        let _rest = tokio::io::copy(&mut errors, &mut tokio::io::sink()).await;
    }
    bytes
}

#[cfg(all(test, unix))]
#[path = "own_command_tests.rs"]
mod tests;
