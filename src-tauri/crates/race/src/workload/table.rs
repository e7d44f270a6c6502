//! A CSV table of values for a template.

use std::collections::{BTreeMap, HashSet};
use std::error::Error;
use std::fmt;

use csv::{ReaderBuilder, StringRecord};
use measure::Phrase;

use crate::workload::row::{MOST_CELLS, MOST_ROWS};
use crate::workload::values_wording as say;

/// Appended to the table. If it is not parsed as a separate row, a quote before it was not closed.
const LAST_ROW: &str = "\n\u{1}the end";

/// Why a table cannot be read: what was wrong, in which line, and what to do. Lines are counted from 1.
#[derive(Debug)]
pub enum TableError {
    /// There are no rows below the header.
    NoRows,
    /// A column has no name.
    NoName {
        /// Index of the column, from 1.
        column: usize,
        /// The header's line.
        line: usize,
    },
    /// Two columns have the same name.
    Twice {
        /// The name.
        name: String,
        /// The header's line.
        line: usize,
    },
    /// A row is longer or shorter than the header.
    OtherLength {
        /// The line in which the row begins.
        line: usize,
        /// Number of its values.
        found: usize,
        /// Number of columns in the header.
        expected: usize,
    },
    /// A quoted value has no end.
    Unclosed {
        /// The line in which the row begins.
        line: usize,
    },
    /// There are more rows than prompts that are asked.
    TooManyRows,
    /// There are too many values.
    TooManyCells,
    /// The text is not a valid table.
    Unreadable(csv::Error),
}

impl TableError {
    /// It in words, as what follows a colon.
    pub(crate) fn phrase(&self) -> Phrase {
        match self {
            Self::NoRows => say::no_rows(),
            Self::NoName { column, line } => say::no_name((*column).into(), (*line).into()),
            Self::Twice { name, line } => say::named_twice(name, (*line).into()),
            Self::OtherLength { line, found, expected } => {
                say::other_length((*line).into(), (*found).into(), (*expected).into())
            }
            Self::Unclosed { line } => say::quote_open((*line).into()),
            Self::TooManyRows => say::too_many_rows(MOST_ROWS.into()),
            Self::TooManyCells => say::too_many_cells(MOST_CELLS.into()),
            Self::Unreadable(error) => say::unreadable(&error.to_string()),
        }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.phrase().fmt(f)
    }
}

impl Error for TableError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Unreadable(error) => Some(error),
            _ => None,
        }
    }
}

impl From<csv::Error> for TableError {
    fn from(error: csv::Error) -> Self {
        Self::Unreadable(error)
    }
}

/// The line in which a row begins, from 1, and the row by column name.
pub(super) type NumberedRow = (usize, BTreeMap<String, String>);

/// Reads a comma-separated table whose header line names the columns. Returns each row by column name.
///
/// It is RFC 4180: a value in double quotes may contain commas, line breaks and doubled quotes, and lines end in LF or
/// CRLF. Empty lines are skipped, as is a byte order mark. Column names are trimmed; values are not. Where the header has semicolons or
/// tabs and no comma, these stand between values: spreadsheets write them so in languages whose decimal mark is a comma.
pub fn rows_of_csv(text: &str) -> Result<Vec<BTreeMap<String, String>>, TableError> {
    Ok(numbered_rows_of_csv(text)?.into_iter().map(|(_, row)| row).collect())
}

/// The same, each row with the line in which it begins.
pub(super) fn numbered_rows_of_csv(text: &str) -> Result<Vec<NumberedRow>, TableError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let marked = format!("{text}{LAST_ROW}");
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(between(text))
        .from_reader(marked.as_bytes());
    let mut lines = Lines::of(&marked);
    // The header and the last row stand beside those that are asked.
    let mut records: Vec<(usize, StringRecord)> = Vec::new();
    let mut cells = 0_usize;
    for record in reader.records() {
        let record = record?;
        if records.len() > MOST_ROWS + 1 {
            return Err(TableError::TooManyRows);
        }
        cells += record.len();
        if cells > MOST_CELLS {
            return Err(TableError::TooManyCells);
        }
        records.push((lines.begin_of(&record), record));
    }
    let (line, end) = records.pop().unwrap_or_default();
    if !end.iter().eq([LAST_ROW.trim_start()]) {
        return Err(TableError::Unclosed { line });
    }
    let mut records = records.into_iter();
    let (line, header) = records.next().ok_or(TableError::NoRows)?;
    let names = names_of(&header, line)?;
    let rows = records
        .map(|(line, record)| {
            if record.len() != names.len() {
                let (found, expected) = (record.len(), names.len());
                return Err(TableError::OtherLength { line, found, expected });
            }
            let pairs = names.iter().zip(&record);
            let row = pairs.map(|(name, value)| (name.clone(), value.to_owned())).collect();
            Ok((line, row))
        })
        .collect::<Result<Vec<_>, _>>()?;
    if rows.is_empty() { Err(TableError::NoRows) } else { Ok(rows) }
}

/// What stands between two values.
fn between(text: &str) -> u8 {
    let header = text.lines().find(|line| !line.is_empty()).unwrap_or_default();
    let others = [b';', b'\t'].into_iter().filter(|_| !header.contains(','));
    others.into_iter().find(|other| header.as_bytes().contains(other)).unwrap_or(b',')
}

fn names_of(header: &StringRecord, line: usize) -> Result<Vec<String>, TableError> {
    let mut names: Vec<String> = Vec::new();
    let mut known = HashSet::new();
    for (column, name) in (1..).zip(header) {
        let name = name.trim().to_owned();
        if name.is_empty() {
            return Err(TableError::NoName { column, line });
        }
        if !known.insert(name.clone()) {
            return Err(TableError::Twice { name, line });
        }
        names.push(name);
    }
    Ok(names)
}

/// The lines of a text whose records are read in order.
struct Lines<'a> {
    text: &'a str,
    /// Bytes whose line breaks were counted, and how many there were.
    read: usize,
    breaks: usize,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Self {
        Self { text, read: 0, breaks: 0 }
    }

    /// The line in which a record begins, from 1. The parser's position may still be at the end of the previous line, or
    /// at an empty one.
    fn begin_of(&mut self, record: &StringRecord) -> usize {
        let at = record.position().and_then(|position| usize::try_from(position.byte()).ok());
        let rest = self.text.get(at.unwrap_or_default()..).unwrap_or_default();
        let begin = self.text.len() - rest.trim_start_matches(['\r', '\n']).len();
        let between = self.text.get(self.read..begin).unwrap_or_default();
        self.breaks += between.matches('\n').count();
        self.read = self.read.max(begin);
        self.breaks + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Vec<(String, String)>> {
        let rows = rows_of_csv(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        rows.into_iter().map(|row| row.into_iter().collect()).collect()
    }

    fn row(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    fn refused(text: &str) -> String {
        rows_of_csv(text).expect_err("it is no table").to_string()
    }

    #[test]
    fn each_line_after_the_header_is_a_row_by_the_headers_names() {
        let expected = [row(&[("a", "1"), ("b", " 2 ")]), row(&[("a", ""), ("b", "é")])];
        for text in [
            "a,b\n1, 2 \n,é\n",
            "a , b\r\n1, 2 \r\n,é\r\n",
            "\u{feff}a,b\n1, 2 \n,é",
            "\n\na,b\n\n1, 2 \n\n,é\n\n",
        ] {
            assert_eq!(read(text), expected, "{text:?}: with any line end, and none at the last");
        }
    }

    #[test]
    fn a_header_with_semicolons_or_tabs_and_no_comma_says_what_stands_between_values() {
        let expected = [row(&[("a", "1,5"), ("b", "x; y")])];
        for text in ["a;b\n1,5;\"x; y\"\n", "\n\u{feff}a;b\n1,5;\"x; y\"\n", "a\tb\n1,5\tx; y\n"] {
            assert_eq!(read(text.trim_start()), expected, "{text:?}");
        }
        assert_eq!(read("a;b,c\n1,2\n"), [row(&[("a;b", "1"), ("c", "2")])], "a comma counts");
    }

    #[test]
    fn quotes_keep_commas_line_breaks_and_quotes() {
        let text = "a,b\r\n\"x, y\",\"one\r\ntwo \"\"three\"\"\"\r\n5\" pipe,\"\"\r\n";
        let expected = [
            row(&[("a", "x, y"), ("b", "one\r\ntwo \"three\"")]),
            row(&[("a", "5\" pipe"), ("b", "")]),
        ];
        assert_eq!(read(text), expected, "what stands between quotes is the value, to the letter");
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "a test of how long something takes")]
    fn a_table_of_many_columns_is_read_in_proportion_to_its_length() {
        let header: Vec<String> = (0..200_000).map(|column| format!("c{column}")).collect();
        let text = format!("{}\n{}", header.join(","), ",".repeat(header.len() - 1));
        let began = std::time::Instant::now();
        assert_eq!(read(&text)[0].len(), header.len(), "each column");
        let took = began.elapsed();
        assert!(
            took < std::time::Duration::from_secs(15),
            "it is compared with each other: {took:?}"
        );
    }

    #[test]
    fn a_table_without_rows_is_an_error() {
        for text in ["", "\n\r\n", "a,b", "a,b\r\n"] {
            let error = rows_of_csv(text).expect_err("nothing would be raced");
            assert!(matches!(error, TableError::NoRows), "{text:?}: {error}");
        }
    }

    #[test]
    fn a_row_of_another_length_is_named_by_the_line_it_begins_in() {
        let text = "a,b\r\n\r\n\"1\r\n1\",2\r\n\r\n3\r\n4,5\r\n";
        assert_eq!(
            refused(text),
            "the row in line 6 has 1 value where the header names 2; add or delete values, and put double \
             quotes around a value that has a comma in it",
            "lines inside quotes and empty lines are counted as an editor counts them"
        );
        assert!(refused("a\n1,2").contains("line 2 has 2 values"), "longer is wrong as well");
    }

    #[test]
    fn a_quote_that_is_never_closed_is_named_by_its_row() {
        for text in ["a,b\n1,2\n3,\"4\n5,6\n", "a,b\n1,2\n3,\"4", "a,b\n1,2\n3,\"4\"\"\n"] {
            let message = refused(text);
            assert!(message.contains("begins in line 3 is never closed"), "{text:?}: {message}");
        }
        assert!(refused("\"a,b\n1,2\n").contains("line 1"), "the header can have one too");
    }

    #[test]
    fn columns_without_a_name_of_their_own_are_an_error() {
        assert!(
            refused("\na,,c\n1,2,3").starts_with("column 2 has no name in the header (line 2)"),
            "no variable could ask for it"
        );
        assert!(
            refused("a,b, a\n1,2,3").starts_with("the header (line 1) names `a` twice"),
            "one of the two values would be lost without a word"
        );
    }
}
