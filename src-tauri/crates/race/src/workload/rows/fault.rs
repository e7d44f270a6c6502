//! What is wrong with a set of prompts, and where.

use measure::Phrase;

use crate::workload::rows::why;
use crate::workload::table::TableError;
use crate::workload::template::TemplateError;

/// Why a set of prompts could not be read.
#[derive(Debug, thiserror::Error)]
pub enum SetError {
    /// The prompt that a table fills is no template, or has a variable that the table has not.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// It is no table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// There is no row in it.
    #[error("{}", why::empty())]
    Empty,
    /// A row cannot be read.
    #[error("{}", at_line(&.line.to_string(), .place, .why))]
    At {
        /// The line in which the row begins, from 1.
        line: usize,
        /// Where in it: `column 12` of a text, or the name of a column of a table.
        place: Box<Phrase>,
        /// What is wrong and what to do, in a sentence or two.
        why: Box<Phrase>,
    },
    /// Something in a document of another tool cannot be carried.
    #[error("{}", of_part(.place, .why))]
    Within {
        /// Which part of the document: `test 3`.
        place: Box<Phrase>,
        /// What is wrong and what to do, in a sentence or two.
        why: Box<Phrase>,
    },
}

impl SetError {
    /// It in a sentence or two; `None` where its kind says it.
    pub fn phrase(&self) -> Option<Phrase> {
        match self {
            Self::Template(_) | Self::Table(_) | Self::Empty => None,
            Self::At { line, place, why } => Some(at_line(&line.to_string(), place, why)),
            Self::Within { place, why } => Some(of_part(place, why)),
        }
    }

    pub(super) fn within(place: Phrase, why: Phrase) -> Self {
        Self::Within { place: Box::new(place), why: Box::new(why) }
    }

    /// A text that is no JSON, at the place where that shows.
    pub(super) fn json(error: &serde_json::Error, what: fn(&str) -> Phrase) -> Self {
        Self::at(error.line().max(1), column(error.column().max(1)), what(&error.to_string()))
    }

    pub(super) fn at(line: usize, place: Phrase, why: Phrase) -> Self {
        Self::At { line, place: Box::new(place), why: Box::new(why) }
    }
}

fn at_line(line: &str, place: &Phrase, why: &Phrase) -> Phrase {
    why::at(line, place.clone(), why.clone())
}

fn of_part(place: &Phrase, why: &Phrase) -> Phrase {
    why::within(place.clone(), why.clone())
}

/// A column of a text by its number, from 1.
pub(super) fn column(number: usize) -> Phrase {
    why::column(&number.to_string())
}

/// What is wrong with a row, and with which of its fields.
#[derive(Debug)]
pub(super) struct Fault {
    field: Option<String>,
    why: Phrase,
}

impl Fault {
    pub(super) fn of(field: &str, why: Phrase) -> Self {
        Self { field: Some(field.to_owned()), why }
    }

    pub(super) fn whole(why: Phrase) -> Self {
        Self { field: None, why }
    }

    /// The fault of a row that is one line of a text.
    pub(super) fn in_text(self, line: usize, written: &str) -> SetError {
        let at = self.field.as_ref().and_then(|field| column_of(written, field)).unwrap_or(1);
        SetError::at(line, column(at), self.told())
    }

    /// The fault of the row at a number, from 1, of a JSON list. Its line is not known without reading the list again.
    pub(super) fn in_list(self, text: &str, at: usize) -> SetError {
        let (line, at_column) = place_of(text, at);
        SetError::at(line, column(at_column), why::of_row(&at.to_string(), self.told()))
    }

    pub(super) fn told(self) -> Phrase {
        match self.field {
            Some(field) => why::of_field(&field, self.why),
            None => self.why,
        }
    }
}

/// The column, from 1, at which a field's name stands first.
fn column_of(written: &str, field: &str) -> Option<usize> {
    let name = serde_json::to_string(field).ok()?;
    let at = written.find(&name)?;
    Some(written.get(..at)?.chars().count() + 1)
}

/// Line and column, each from 1, at which the value at a number, from 1, of a JSON list begins.
fn place_of(text: &str, number: usize) -> (usize, usize) {
    let (mut depth, mut in_text, mut is_escaped, mut found) = (0_u32, false, false, 0);
    let (mut line, mut column) = (1, 0);
    let mut awaits = false;
    for character in text.chars() {
        (line, column) = if character == '\n' { (line + 1, 0) } else { (line, column + 1) };
        if awaits && !character.is_whitespace() {
            found += 1;
            awaits = false;
            if found == number {
                return (line, column);
            }
        }
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' if in_text => is_escaped = true,
            '"' => in_text = !in_text,
            _ if in_text => {}
            '[' | '{' => {
                depth += 1;
                awaits |= depth == 1;
            }
            ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 1 => awaits = true,
            _ => {}
        }
    }
    (1, 1)
}
