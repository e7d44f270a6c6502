//! The data folder: its history, roster, network and prices.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use cost::Prices;
use providers::{Network, NetworkError, Roster};
use race::Run;
use store::{History, HistoryError};

use crate::exit::{Trouble, sentence};
use crate::plan::arguments::NetworkArguments;
use crate::terminal::output::say;
use crate::terminal::words;

/// Maximum number of runs listed for an ambiguous prefix.
const MOST_NAMED: u32 = 20;

/// The data folder. Nothing is read or created before it is needed.
#[derive(Debug)]
pub(crate) struct DataDir {
    dir: PathBuf,
    /// The opened histories, for their notices.
    opened: RefCell<Vec<History>>,
    /// The notices already printed.
    said: RefCell<BTreeSet<String>>,
}

impl DataDir {
    /// The named folder or, if the name is absent or empty, that of the window.
    ///
    /// # Errors
    /// If none was named and the system has no data folder.
    pub(crate) fn at(named: Option<OsString>) -> Result<Self, Trouble> {
        Ok(Self {
            dir: app::data_dir(named)?,
            opened: RefCell::default(),
            said: RefCell::default(),
        })
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Path {
        &self.dir
    }

    /// Opens the history for writing and creates it if necessary.
    ///
    /// # Errors
    /// If it cannot be used.
    pub(crate) fn open(&self) -> Result<History, HistoryError> {
        Ok(self.opened(app::open_history(&self.dir)?))
    }

    /// Opens the history for reading if there is one, without creating or changing it.
    ///
    /// # Errors
    /// If there is one that cannot be used.
    pub(crate) fn look(&self) -> Result<Option<History>, HistoryError> {
        Ok(app::existing_history(&self.dir)?.map(|history| self.opened(history)))
    }

    /// The history for a run that is not saved: its settings, if they can be read.
    pub(crate) fn look_if_possible(&self) -> Option<History> {
        self.look().unwrap_or_else(|error| {
            say(&format!("{error}\nThis run goes on without its settings, prices and endpoints."));
            None
        })
    }

    /// Opens the history if there is one, with the runs of a killed process reconstructed.
    ///
    /// # Errors
    /// If there is one that cannot be used.
    pub(crate) fn archive(&self) -> Result<Option<History>, HistoryError> {
        Ok(app::whole_history(&self.dir)?.map(|history| self.opened(history)))
    }

    /// Opens the history for writing if there is one.
    ///
    /// # Errors
    /// If there is one that cannot be used.
    pub(crate) fn existing(&self) -> Result<Option<History>, HistoryError> {
        self.look()?.map(|_| self.open()).transpose()
    }

    /// Prints what the user should know about the history, each sentence once.
    pub(crate) fn say_notices(&self) {
        let opened = self.opened.borrow();
        let damaged = opened.iter().filter_map(|history| {
            let told = history.damage()?.told().join(" ");
            Some(format!(
                "{told} `paceline history repair` keeps what can be read and puts the damaged file aside; nothing is \
                 written before that."
            ))
        });
        let all: BTreeSet<String> =
            opened.iter().flat_map(History::notices).chain(damaged).collect();
        for notice in all {
            if self.said.borrow_mut().insert(notice.clone()) {
                say(&words::plain(&notice));
            }
        }
    }

    fn opened(&self, history: History) -> History {
        self.opened.borrow_mut().push(history.clone());
        history
    }

    /// The roster, with the simulated providers not yet running.
    ///
    /// # Errors
    /// If there is a history that cannot be used.
    pub(crate) fn roster(&self) -> Result<Roster, HistoryError> {
        roster(self.look()?.as_ref())
    }
}

/// The roster of a history, or without one.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn roster(history: Option<&History>) -> Result<Roster, HistoryError> {
    history.map_or_else(|| Ok(Roster::new(Vec::new(), &BTreeMap::new())), History::roster)
}

/// The network settings of the history, overridden by those of the command line.
///
/// # Errors
/// If the settings cannot be read, or the arguments cannot be used.
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

/// Every price in effect: those of the history or, without one, the shipped ones.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn prices(history: Option<&History>) -> Result<Prices, HistoryError> {
    history.map_or_else(|| Ok(Prices::default()), History::prices)
}

/// The run with this id or unique prefix.
///
/// # Errors
/// If there is none, or the prefix is ambiguous.
pub(crate) fn find(history: Option<&History>, id: &str) -> Result<Run, Trouble> {
    let history = history.ok_or_else(|| no_such_run(id))?;
    Ok(history.run(&find_id(history, id)?)?)
}

/// The complete id of the run that [`find`] finds.
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

/// The error for a run that does not exist.
pub(crate) fn no_such_run(id: &str) -> HistoryError {
    HistoryError::NoSuchRun { id: words::one_line(id) }
}
