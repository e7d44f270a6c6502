//! Keeps every run in one SQLite file.
//!
//! **Invariant:** append-only; a run's row is written before its first byte is sent; migrations are one transaction,
//! preceded by a backup; an older app refuses a newer file.
//!
//! **Invariant:** no key is ever in it. No type stored here can carry one, and an address with a user name, a password
//! or a query is refused.
//!
//! A run goes through three calls: [`History::begin`] before anything is sent, [`History::checkpoint`] every quarter of
//! a second, [`History::finish`] when it is over. When its process goes away in between, the next [`History::open`]
//! keeps what had arrived.

mod address;
mod checkpoints;
mod compared;
mod endpoints;
mod error;
mod files;
mod history;
mod json;
mod lanes;
mod live;
mod log;
mod marking;
mod marks;
mod numbers;
mod open;
mod overview;
mod pace;
mod playbacks;
mod points;
mod preferences;
mod prices;
mod recordings;
mod roster;
mod running;
mod runs;
mod samples;
mod schema;
mod search;
mod settings;
mod shelf;
mod spend;
mod sweeps;
mod texts;
mod transfer;
mod upkeep;
mod verify;

pub use checkpoints::{Arrived, Seen};
pub use endpoints::Endpoint;
pub use error::HistoryError;
pub use history::History;
pub use lanes::RunRowLane;
pub use marks::{Marks, TagCount};
pub use numbers::Numbers;
pub use overview::prompt_tokens;
pub use points::{Point, Selection};
pub use preferences::{
    NumberFormat, PreferenceProblem, Preferences, RaceDefaults, Theme, TimeUnit,
};
pub use runs::{RunPage, RunRow};
pub use search::{
    FoundPage, FoundRun, Piece, SEARCH_LANGUAGE, SearchError, SearchFilter, SearchLanguage, Snippet,
};
pub use shelf::{SavedLineUp, SavedPrompt, Shelf};
pub use spend::{Spend, Spent, SpentToday};
pub use transfer::{Imported, StoredRun};
pub use upkeep::Taken;
pub use verify::{Finding, Verification, log_matches_text};

#[cfg(test)]
mod fixtures;
