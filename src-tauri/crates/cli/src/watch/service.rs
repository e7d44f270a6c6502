//! `paceline watch install` and `paceline watch uninstall`: the service that takes the turns of all watches.

use std::env;

use app::{ServiceError, WatchService};

use crate::data_dir::DataDir;
use crate::exit::{Exit, Trouble, sentence};
use crate::terminal::output::{print, say};
use crate::terminal::question::is_agreed;
use crate::terminal::words;

/// Shows the service, asks, and installs it.
///
/// # Errors
/// If nobody agrees, or it cannot be installed.
pub(crate) fn install(is_agreed_already: bool, data_dir: &DataDir) -> Result<Exit, Trouble> {
    let service = service(data_dir)?;
    let file = words::plain(&service.file().display().to_string());
    print(&format!(
        "{file}\n\n{}\n{}\n{}\n",
        indented(service.text()),
        indented(&service.commands()),
        service.conditions()
    ))?;
    if !is_agreed_already {
        let question = "Write this file and run these commands? [y/N]";
        match is_agreed(question) {
            Some(true) => {}
            Some(false) => return Err(Trouble::cannot_start("Nothing was installed.")),
            None => {
                return Err(Trouble::cannot_start(
                    "Nothing was installed: nobody is at a terminal to agree. Add --yes if you do.",
                ));
            }
        }
    }
    service.install().map_err(|error| {
        Trouble::failed(format!(
            "{} Nothing is installed. `paceline watch run` takes the turns for as long as it runs itself.",
            sentence(&error.to_string())
        ))
    })?;
    say("Installed. `paceline watch uninstall` removes it again.");
    Ok(Exit::Done)
}

/// Removes the service.
///
/// # Errors
/// If it cannot be removed.
pub(crate) fn uninstall(data_dir: &DataDir) -> Result<Exit, Trouble> {
    let service = service(data_dir)?;
    let file = words::plain(&service.file().display().to_string());
    if service.remove().map_err(|error| trouble(&error))? {
        say(&format!("Removed {file}. The watches stay; `paceline watch run` takes their turns."));
    } else {
        say(&format!("Nothing is installed: there is no {file}."));
    }
    Ok(Exit::Done)
}

/// The service of this program and folder. The usual folder is not named, so that the service follows where it is moved to.
fn service(data_dir: &DataDir) -> Result<WatchService, Trouble> {
    let program = env::current_exe().map_err(|error| {
        Trouble::failed(format!("Where this program is cannot be known: {error}."))
    })?;
    let is_usual = app::data_dir(None).is_ok_and(|usual| usual == data_dir.path());
    let named = (!is_usual).then(|| std::path::absolute(data_dir.path())).transpose();
    let named = named.map_err(|error| Trouble::cannot_start(sentence(&error.to_string())))?;
    WatchService::of(&program, named.as_deref()).map_err(|error| trouble(&error))
}

fn trouble(error: &ServiceError) -> Trouble {
    Trouble::cannot_start(sentence(&error.to_string()))
}

fn indented(text: &str) -> String {
    let indented = |line: &str| if line.is_empty() { "\n".into() } else { format!("    {line}\n") };
    text.lines().map(indented).collect()
}
