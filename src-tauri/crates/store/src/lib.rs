//! Stores every run in one SQLite file.
//!
//! **Invariant:** append-only; a run's row is written before its first byte is sent; migrations are one transaction,
//! preceded by a backup; an older app refuses a newer file.
//!
//! **Invariant:** no key is ever stored. No type stored here can contain one, and an address with a user name, a
//! password or a query is refused.
//!
//! A run goes through three calls: [`History::begin`] before anything is sent, [`History::checkpoint`] every quarter of
//! a second, [`History::finish`] when it is over. If its process ends in between, the next [`History::open`] marks it
//! as interrupted, and [`History::recover`] reconstructs it from what had arrived.
//!
//! **Invariant:** an unreadable value affects nothing else: an unreadable setting counts as its default, an unreadable
//! run is left out, and [`History::notices`] says so. Of a damaged file everything is read that is on other pages than the
//! damaged ones, and [`History::damage`] says what.

mod address;
mod answer_mark;
mod clock;
mod error;
mod file;
mod folder;
mod history;
mod json;
mod lifecycle;
mod migrations;
mod queries;
mod search;
mod settings;
mod tables;

pub use answer_mark::{AnswerMark, Vote};
pub use clock::now;
pub use error::HistoryError;
pub use file::damage::{Damage, Salvage};
pub use file::maintenance::DiskUsage;
pub use file::plausible::{as_logged, contradictions, impossible_number};
pub use file::rebuild::Rebuilding;
pub use file::verify::{Finding, Verification, log_matches_text};
pub use folder::watch_lock::WatchLock;
pub use history::History;
pub use lifecycle::checkpoints::{CheckpointCursor, CheckpointDelta};
pub use lifecycle::erase::Erasure;
pub use lifecycle::recovery::{Recovery, RecoveryLimits};
pub use lifecycle::redefinition::{KeptRun, Redefinition, RunDefinitions};
pub use lifecycle::repair::Repair;
pub use lifecycle::transfer::{ImportSummary, RunRecord};
pub use queries::compare_source::Comparisons;
pub use queries::points::{Point, Selection};
pub use queries::spend::{Spend, SpendRow, SpendToday};
pub use queries::watched::{WatchedContender, WatchedTurn};
pub use search::{
    Piece, SEARCH_LANGUAGE, SearchError, SearchFilter, SearchHit, SearchLanguage, SearchPage,
    Snippet,
};
pub use settings::forgetting::Forgotten;
pub use settings::library::{Library, SavedLineUp, SavedPrompt};
pub use settings::looks::{Look, Looks};
pub use tables::alarms::{
    Alarm, AlarmCounts, AlarmMessage, AlarmNews, AlarmTarget, AlarmTask, MessageEnd, WebhookFormat,
};
pub use tables::annotations::{Annotations, TagCount};
pub use tables::endpoints::Endpoint;
pub use tables::lanes::RunRowLane;
pub use tables::run_index::prompt_tokens;
pub use tables::runs::{RunPage, RunRow};
pub use tables::watch_changes::{ChangeKind, WatchedChange};
pub use tables::watch_turns::{TurnLimit, TurnOutcome, TurnsSpent, WatchTurn};
pub use tables::watches::{Watch, WatchBudget, WatchTask, WatchTimeouts};
pub use watch::WatchedNumber;

#[cfg(test)]
mod fixtures;
#[cfg(test)]
mod older_files;
