//! Watches: plans that are raced by a rhythm, within a budget, and tested for changes after every turn.

pub(crate) mod cause_sentences;
pub(crate) mod change_causes;
pub(crate) mod changes;
pub(crate) mod document;
pub(crate) mod due;
pub(crate) mod metrics;
pub(crate) mod new_watch;
pub(crate) mod page;
pub(crate) mod runner;
pub(crate) mod sentence;
pub(crate) mod shown;
pub(crate) mod signed;
pub(crate) mod turn_limit;
pub(crate) mod turns;
pub(crate) mod zone;
