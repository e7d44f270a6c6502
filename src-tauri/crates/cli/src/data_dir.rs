//! The folder in which the history lives, and who can be raced from it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

use cost::Prices;
use providers::{Network, NetworkError, Roster};
use race::Run;
use store::{History, HistoryError};

use crate::exit::{Trouble, sentence};
use crate::plan::arguments::NetworkArguments;
use crate::terminal::words;

/// So many runs that share a beginning are named, at most.
const MOST_NAMED: u32 = 20;

/// Where the history lives. Nothing is read or made before it is asked for.
#[derive(Debug)]
pub(crate) struct DataDir {
    dir: PathBuf,
}

impl DataDir {
    /// The folder that was named or, where none or an empty name was, the same that the window uses.
    ///
    /// # Errors
    /// When none was named and the system has no place for it.
    pub(crate) fn at(named: Option<OsString>) -> Result<Self, Trouble> {
        Ok(Self { dir: app::data_dir(named)? })
    }

    /// The history, made where there is none.
    ///
    /// # Errors
    /// When it cannot be used.
    pub(crate) fn open(&self) -> Result<History, HistoryError> {
        History::open(&self.dir)
    }

    /// The history where there is one: looking at it makes none.
    ///
    /// # Errors
    /// When there is one that cannot be used.
    pub(crate) fn look(&self) -> Result<Option<History>, HistoryError> {
        app::existing_history(&self.dir)
    }

    /// Everyone who can be raced from here, the simulated providers not yet among those that answer.
    ///
    /// # Errors
    /// When there is a history that cannot be used.
    pub(crate) fn roster(&self) -> Result<Roster, HistoryError> {
        roster(self.look()?.as_ref())
    }
}

/// Everyone who can be raced from a history, or without one.
///
/// # Errors
/// When it cannot be read.
pub(crate) fn roster(history: Option<&History>) -> Result<Roster, HistoryError> {
    history.map_or_else(|| Ok(Roster::new(Vec::new(), &BTreeMap::new())), History::roster)
}

/// The network of the history with what was written on the command line.
///
/// # Errors
/// When the setting cannot be read, or what was written cannot be used.
pub(crate) fn network(
    history: Option<&History>,
    arguments: NetworkArguments,
) -> Result<Network, Trouble> {
    let NetworkArguments { proxy, ca_file, plain_http } = arguments;
    let mut network = history.map_or_else(|| Ok(Network::default()), History::network)?;
    let unusable = |error: NetworkError| Trouble::cannot_start(sentence(&error.to_string()));
    if let Some(proxy) = proxy {
        let proxy = proxy.parse().map_err(unusable)?;
        network = Network { proxy, own: BTreeMap::new(), ..network };
    }
    network.ca_file = ca_file.or(network.ca_file);
    network.plain_http.extend(plain_http);
    network.checked().map_err(unusable)
}

/// Every price in effect: the history's, or the shipped ones without one.
///
/// # Errors
/// When it cannot be read.
pub(crate) fn prices(history: Option<&History>) -> Result<Prices, HistoryError> {
    history.map_or_else(|| Ok(Prices::default()), History::prices)
}

/// The run whose id this is, or the only one whose id begins with it.
///
/// # Errors
/// When there is none, or when several begin so.
pub(crate) fn find(history: Option<&History>, id: &str) -> Result<Run, Trouble> {
    let history = history.ok_or_else(|| no_such_run(id))?;
    Ok(history.run(&find_id(history, id)?)?)
}

/// The whole id of the run that [`find`] finds.
///
/// # Errors
/// As [`find`].
pub(crate) fn find_id(history: &History, id: &str) -> Result<String, Trouble> {
    let known = history.ids_beginning(id, MOST_NAMED)?;
    match known.as_slice() {
        [] => Err(no_such_run(id).into()),
        [only] => Ok(only.clone()),
        several if several.iter().any(|known| known == id) => Ok(id.to_owned()),
        several => Err(Trouble::cannot_start(format!(
            "Several runs begin with {id}:\n{}",
            several.join("\n")
        ))),
    }
}

fn no_such_run(id: &str) -> HistoryError {
    HistoryError::NoSuchRun { id: words::one_line(id) }
}
