//! Which commands the user lets check answers on this machine. Whoever gives that leave has a program run with the user's
//! rights, so it is not kept in the data folder, which may come from elsewhere, but among the preferences of the user of this
//! machine; and it is given for the exact text of a command.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

use checks::{Check, Checker, OwnCommand};
use directories::ProjectDirs;

/// The file that holds the commands, one a line.
const LIST: &str = "commands";
/// The most commands that are kept.
const MOST: usize = 500;
/// The largest file that is read, in bytes.
const LARGEST: u64 = 4 * 1024 * 1024;

/// Why leave could not be given or taken back.
#[derive(Debug, thiserror::Error)]
pub enum LeaveError {
    /// No check can be this command.
    #[error("{0}")]
    Unusable(String),
    /// There are too many.
    #[error("{MOST} commands are allowed already. Take one back first: `paceline checks forget`")]
    TooMany,
    /// It could not be kept.
    #[error("What is allowed could not be kept in {}: {source}", list.display())]
    NotKept {
        /// Where it is kept.
        list: PathBuf,
        /// What the system reported.
        source: io::Error,
    },
    /// The system has no place for preferences.
    #[error(
        "There is no home folder to keep it in. Allow a command for one run, with --allow-command"
    )]
    NoHome,
}

fn list() -> Result<PathBuf, LeaveError> {
    let places = ProjectDirs::from("dev", "Paceline", "Paceline").ok_or(LeaveError::NoHome)?;
    Ok(places.preference_dir().join(LIST))
}

/// The commands that may check answers on this machine, sorted. A list that cannot be read allows nothing.
pub fn allowed_commands() -> Vec<String> {
    list().map(|list| read(&list)).unwrap_or_default()
}

/// Lets a command check answers on this machine from now on.
///
/// # Errors
/// If no check can be this command, or it cannot be kept.
pub fn allow_command(command: &str) -> Result<(), LeaveError> {
    allow_in(&list()?, command)
}

/// Takes that leave back; `false` if there was none.
///
/// # Errors
/// If that cannot be kept.
pub fn forget_command(command: &str) -> Result<bool, LeaveError> {
    forget_in(&list()?, command)
}

fn read(list: &Path) -> Vec<String> {
    let text = fs::File::open(list).and_then(|file| {
        let mut text = String::new();
        file.take(LARGEST).read_to_string(&mut text)?;
        Ok(text)
    });
    let mut commands: Vec<String> =
        text.unwrap_or_default().lines().take(MOST).map(str::to_owned).collect();
    commands.retain(|command| !command.is_empty());
    commands.sort_unstable();
    commands.dedup();
    commands
}

fn allow_in(list: &Path, command: &str) -> Result<(), LeaveError> {
    let check = Check::Command(OwnCommand { command: command.to_owned(), json: false });
    if let Some(problem) = Checker::of(&[check], &[]).problems().next() {
        return Err(LeaveError::Unusable(problem.to_string()));
    }
    let mut commands = read(list);
    if commands.iter().any(|known| known == command) {
        return Ok(());
    }
    if commands.len() >= MOST {
        return Err(LeaveError::TooMany);
    }
    commands.push(command.to_owned());
    keep(list, &commands)
}

fn forget_in(list: &Path, command: &str) -> Result<bool, LeaveError> {
    let mut commands = read(list);
    let before = commands.len();
    commands.retain(|known| known != command);
    if commands.len() == before {
        return Ok(false);
    }
    keep(list, &commands)?;
    Ok(true)
}

fn keep(list: &Path, commands: &[String]) -> Result<(), LeaveError> {
    let write = || {
        if let Some(folder) = list.parent() {
            fs::create_dir_all(folder)?;
        }
        let part = list.with_extension("part");
        fs::write(&part, commands.join("\n") + "\n")?;
        #[cfg(unix)]
        fs::set_permissions(&part, std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
        fs::rename(&part, list)
    };
    write().map_err(|source| LeaveError::NotKept { list: list.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leave_is_given_for_the_exact_text_of_a_command_and_taken_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let list = folder.path().join("preferences").join(LIST);
        assert_eq!(read(&list), [""; 0], "nothing is allowed until somebody allows it");
        for command in ["python3 check.py", "grep -q Paris", "grep -q Paris"] {
            allow_in(&list, command).expect("it is kept");
        }
        assert_eq!(read(&list), ["grep -q Paris", "python3 check.py"], "once");
        assert!(!forget_in(&list, "grep -q Paris ").expect("read"), "another text");
        assert!(forget_in(&list, "grep -q Paris").expect("read"));
        assert_eq!(read(&list), ["python3 check.py"]);
    }

    #[test]
    fn what_could_be_two_commands_in_the_list_or_unseen_by_who_is_asked_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let list = folder.path().join(LIST);
        for command in ["true\nrm -rf x", "", " ", "true \u{202e}x"] {
            let refused = allow_in(&list, command);
            assert!(matches!(refused, Err(LeaveError::Unusable(_))), "{command:?}: {refused:?}");
        }
        assert!(!list.exists(), "and nothing is written");
    }

    #[test]
    fn a_list_that_is_no_text_or_endless_allows_nothing_and_holds_nobody_up() {
        let folder = tempfile::tempdir().expect("a folder");
        let list = folder.path().join(LIST);
        fs::write(&list, [0xff, b'\n', b't']).expect("a file");
        assert_eq!(read(&list), [""; 0], "unreadable");
        let many: Vec<String> = (0..2 * MOST).map(|number| format!("echo {number:04}")).collect();
        fs::write(&list, many.join("\n")).expect("a file");
        assert_eq!(read(&list).len(), MOST, "bounded");
        assert!(matches!(allow_in(&list, "true"), Err(LeaveError::TooMany)));
    }
}
