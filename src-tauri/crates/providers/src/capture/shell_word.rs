//! The words of a line, and what a shell would fill in within them.

/// One word of a line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Word {
    /// Without its quotes. What a shell would fill in stands there as it was written, a command as `$(…)`.
    pub(super) text: String,
    /// Where the shell would fill something in, in order.
    pub(super) fills: Vec<Fill>,
}

/// A place of a word that a shell fills in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fill {
    /// The byte of the word's text at which it begins.
    pub(super) at: usize,
    pub(super) by: Filler,
}

/// What a shell fills a place with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Filler {
    /// A variable, as it was written, such as `$MODEL`; no longer than 64 characters.
    Variable(String),
    /// What a command writes.
    Command,
}

/// One command of a line.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Command {
    /// Its words.
    pub(super) words: Vec<Word>,
    /// The sign that ended it before the line did.
    pub(super) ended_by: Option<&'static str>,
    /// Whether it reads or writes a file: such signs and the names of the files are in no word.
    pub(super) is_redirected: bool,
    /// Whether it is read by PowerShell's rules because a quote stands twice within single quotes.
    pub(super) has_doubled_quotes: bool,
    /// The text that it is given to read, by `<<EOF` or `<<<`.
    pub(super) input: Option<Word>,
    /// Whether rows follow that are another command.
    pub(super) is_followed: bool,
    /// What follows the sign that ended it, without the rows of its text.
    pub(super) rest: String,
}

/// Why a line has no words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Torn {
    /// A quote or a substitution is open at its end.
    Open,
    /// It has more than a thousand.
    TooMany,
    /// The row that ends a text below it is not there.
    NoEnd,
}

impl Word {
    /// The rest of the word from a byte of its text on.
    pub(super) fn rest(&self, from: usize) -> Self {
        let moved =
            |fill: &Fill| Some(Fill { at: fill.at.checked_sub(from)?, by: fill.by.clone() });
        Self {
            text: self.text.get(from..).unwrap_or_default().to_owned(),
            fills: self.fills.iter().filter_map(moved).collect(),
        }
    }

    /// What the shell would fill in first.
    pub(super) fn filled(&self) -> Option<&Filler> {
        self.fills.first().map(|fill| &fill.by)
    }

    /// What the shell would fill in first, if that is before a byte of the word's text.
    pub(super) fn filled_before(&self, end: usize) -> Option<&Filler> {
        self.fills.first().filter(|fill| fill.at < end).map(|fill| &fill.by)
    }
}
