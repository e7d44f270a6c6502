//! Errors of the history: the file, what happened, and what to do.

use std::io;
use std::path::{Path, PathBuf};

use providers::{EndpointError, NetworkError};
use rusqlite::ErrorCode;

use crate::search::language::SearchError;

/// Why the history could not be opened, read or written. Nothing is ever deleted because of one of these.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    /// A file or folder could not be created, opened or locked.
    #[error("Could not {doing} {}: {source}. Check that the folder exists, may be written to and has room.", file.display())]
    Io {
        /// What was attempted, as a verb.
        doing: &'static str,
        /// The file or folder.
        file: PathBuf,
        /// What the system reported.
        source: io::Error,
    },
    /// The file is damaged or not a database.
    #[error(
        "The history in {} is damaged ({finding}). Nothing was changed. `paceline history repair` keeps what can be \
         read and puts the damaged file aside. If it finds nothing, move the file away to start a new history: a backup \
         beside it (paceline.db.before-v…) may have its runs. Until then a race runs with --no-save.",
        file.display()
    )]
    Damaged {
        /// The history's file.
        file: PathBuf,
        /// What the check found.
        finding: String,
    },
    /// The file was written by a newer Paceline.
    #[error(
        "The history in {} was written by a newer Paceline (version {found} of its tables; this one knows {known}). \
         Nothing was changed. Update Paceline, or start this one with another --data-dir.",
        file.display()
    )]
    Newer {
        /// The history's file.
        file: PathBuf,
        /// The version of the tables in the file.
        found: u32,
        /// The newest version this app knows.
        known: u32,
    },
    /// The file is a database of another program.
    #[error(
        "{} is a database, but not a history of Paceline's. Nothing was changed. Start Paceline with another --data-dir.",
        file.display()
    )]
    Foreign {
        /// The file.
        file: PathBuf,
    },
    /// The tables were created by migrations other than this app's.
    #[error(
        "Step {version} of the tables in {} was made by an unreleased build of Paceline. Nothing was \
         changed. Open it with that build, or start this one with another --data-dir.",
        file.display()
    )]
    OtherSchema {
        /// The history's file.
        file: PathBuf,
        /// The migration that differs.
        version: u32,
    },
    /// Another process locked the file for longer than five seconds.
    #[error(
        "The history in {} has been busy for more than 5 seconds. Another Paceline is writing to it: try again when it is done.",
        file.display()
    )]
    Busy {
        /// The history's file.
        file: PathBuf,
    },
    /// The file was removed, or replaced by another, while it was in use: whatever was written to it since is
    /// lost.
    #[error(
        "The history in {} was removed, replaced or emptied while Paceline was using it. Start Paceline again; it then uses what is \
         there now.",
        file.display()
    )]
    Gone {
        /// The history's file.
        file: PathBuf,
    },
    /// The disk is full.
    #[error("There is no room left for the history in {}. Free some space on that disk and try again.", file.display())]
    Full {
        /// The history's file.
        file: PathBuf,
    },
    /// The file can be read but not written.
    #[error(
        "The history in {} is read-only here. Check the permissions of the file and of its folder, or name another \
         folder with --data-dir.",
        file.display()
    )]
    ReadOnly {
        /// The history's file.
        file: PathBuf,
    },
    /// The tables are older than this app's, and cannot be upgraded in place.
    #[error(
        "The history in {} was written by an older Paceline, and its tables can be migrated only where they are \
         writable. Copy the folder to a writable place and name it with --data-dir.",
        file.display()
    )]
    Older {
        /// The history's file.
        file: PathBuf,
    },
    /// SQLite reported an error.
    #[error("The history in {} could not be used: {}.", file.display(), said(source))]
    Sql {
        /// The history's file.
        file: PathBuf,
        /// What SQLite reported.
        source: rusqlite::Error,
    },
    /// Runs were removed for good, but the file still holds traces of them.
    #[error(
        "The runs are removed, but traces of them may be left in the file, which could not be rewritten. {source} Then repeat this: it \
         goes on where it stopped."
    )]
    Traces {
        /// Why it could not be rewritten, and what to do.
        source: Box<Self>,
    },
    /// No run has this id, or it was deleted.
    #[error("There is no run {id} in the history.")]
    NoSuchRun {
        /// The requested id.
        id: String,
    },
    /// The run has no numbers of these definitions.
    #[error(
        "Run {id} has no numbers of definitions, version {version}. It has those of version {}.",
        versions(known)
    )]
    NoSuchDefinitions {
        /// The requested id.
        id: String,
        /// The requested version.
        version: u32,
        /// The versions it has.
        known: Vec<u32>,
    },
    /// The run has no such request.
    #[error("Run {id} has no recording of lane {lane}, round {round}.")]
    NoSuchRecording {
        /// The run's id.
        id: String,
        /// Index of the lane among those that ran, from 0.
        lane: u32,
        /// The measured round, from 0.
        round: u32,
    },
    /// A price set by the user is invalid.
    #[error("{source}.")]
    BadPrice {
        /// What is wrong with it.
        source: cost::OwnPriceError,
    },
    /// A price book cannot be stored.
    #[error("{source}.")]
    BadBook {
        /// What is wrong with it.
        source: cost::BookError,
    },
    /// A run id that cannot be a file name.
    #[error("{id:?} is not the id of a run: it may hold letters, digits and hyphens, at most 64.")]
    BadId {
        /// The id given.
        id: String,
    },
    /// The run was already begun.
    #[error("Run {id} is already in the history.")]
    AlreadyBegun {
        /// The run's id.
        id: String,
    },
    /// The run is over, so nothing can be added.
    #[error("Run {id} is over: nothing can be added to it.")]
    Over {
        /// The run's id.
        id: String,
    },
    /// The arguments do not match.
    #[error("Run {id} was not saved: {what}.")]
    Unfit {
        /// The run's id.
        id: String,
        /// What does not match.
        what: &'static str,
    },
    /// A stored value cannot be read.
    #[error(
        "{what} in the history cannot be read: {reason}. `paceline history verify` checks the whole history."
    )]
    Unreadable {
        /// Which value.
        what: String,
        /// Why it cannot be read.
        reason: String,
    },
    /// A value could not be written as JSON.
    #[error("{what} cannot be stored: {source}.")]
    Unwritable {
        /// Which value.
        what: String,
        /// Why not.
        source: serde_json::Error,
    },
    /// A network setting that cannot be used, or that contains a secret.
    #[error("The network setting was not kept: {source}.")]
    BadNetwork {
        /// What is wrong with it and what to do.
        #[from]
        source: NetworkError,
    },
    /// An invalid search.
    #[error("{source}")]
    BadSearch {
        /// Where, what is wrong, and what to write instead.
        #[from]
        source: SearchError,
    },
    /// Something that cannot be a watch.
    #[error("The watch was not kept: {what}.")]
    BadWatch {
        /// What is wrong with it.
        what: String,
    },
    /// An invalid tag or note.
    #[error("{what}.")]
    BadMark {
        /// What is wrong with it.
        what: String,
    },
    /// An endpoint's id that is taken or not a valid name.
    #[error(
        "{id:?} cannot be the id of an endpoint: it is taken, or holds more than letters, digits, `-`, `_` and `.`. Choose \
         another."
    )]
    BadEndpoint {
        /// The id given.
        id: String,
    },
    /// An address that is invalid or could contain a key.
    #[error("The address of {what} was not kept: {source}.")]
    BadAddress {
        /// What the address is for.
        what: String,
        /// What is wrong with it.
        source: EndpointError,
    },
}

/// A failure within the tables, where the file is not known.
#[derive(Debug)]
pub(crate) enum StoreFailure {
    /// SQLite reported an error.
    Sql(rusqlite::Error),
    /// An error that already has its message.
    History(HistoryError),
}

impl From<rusqlite::Error> for StoreFailure {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sql(error)
    }
}

impl From<HistoryError> for StoreFailure {
    fn from(error: HistoryError) -> Self {
        Self::History(error)
    }
}

impl HistoryError {
    /// Whether it concerns only one value or one run, so that the rest of the history can be used.
    pub fn costs_only_itself(&self) -> bool {
        matches!(self, Self::Unreadable { .. } | Self::BadAddress { .. })
    }
}

/// Versions as written in a sentence.
fn versions(known: &[u32]) -> String {
    known.iter().map(u32::to_string).collect::<Vec<_>>().join(" and ")
}

/// What SQLite reported, without the statement it repeats.
fn said(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
        other => other.to_string(),
    }
}

/// Whether there was no room for the file beside the database that its processes share, without which SQLite does not even read. It calls
/// that an I/O error.
pub(crate) fn is_without_memory_file(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error().map(|error| error.extended_code);
    code == Some(rusqlite::ffi::SQLITE_IOERR_SHMSIZE)
}

/// What is wrong with a stored value, if the error is about one.
fn unreadable_value(error: &rusqlite::Error) -> Option<String> {
    use rusqlite::Error;
    match error {
        Error::FromSqlConversionFailure(..)
        | Error::IntegralValueOutOfRange(..)
        | Error::InvalidColumnType(..)
        // A row that another names is not there.
        | Error::QueryReturnedNoRows
        | Error::Utf8Error(..) => Some(error.to_string()),
        Error::SqliteFailure(_, Some(message)) if message.starts_with("malformed JSON") => {
            Some(message.clone())
        }
        _ => None,
    }
}

impl StoreFailure {
    /// The error if it concerns one value or one run; otherwise `self` as the error.
    pub(crate) fn of_one_value(self) -> Result<HistoryError, Self> {
        match self {
            Self::History(error) if error.costs_only_itself() => Ok(error),
            Self::Sql(source) => match unreadable_value(&source) {
                Some(reason) => Ok(HistoryError::Unreadable { what: "A value".to_owned(), reason }),
                None => Err(Self::Sql(source)),
            },
            other @ Self::History(_) => Err(other),
        }
    }

    /// The error for the history in `file`.
    pub(crate) fn within(self, file: &Path) -> HistoryError {
        let source = match self {
            Self::Sql(source) => source,
            Self::History(error) => return error,
        };
        if let Some(reason) = unreadable_value(&source) {
            return HistoryError::Unreadable { what: "A value".to_owned(), reason };
        }
        let file = file.to_owned();
        match source.sqlite_error_code() {
            Some(ErrorCode::ReadOnly) => HistoryError::ReadOnly { file },
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                HistoryError::Damaged { file, finding: source.to_string() }
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                HistoryError::Busy { file }
            }
            Some(ErrorCode::DiskFull) => HistoryError::Full { file },
            _ if is_without_memory_file(&source) => HistoryError::Full { file },
            _ => HistoryError::Sql { file, source },
        }
    }
}
