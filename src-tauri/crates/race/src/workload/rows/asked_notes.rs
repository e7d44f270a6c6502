//! What is told of the whole requests of a set.

use measure::Phrase;

use crate::workload::rows::wording;

/// Different notes on one set; nobody reads more.
const MOST_NOTES: usize = 16;

/// Notes on the rows of a set, each once, however many rows have it.
#[derive(Default)]
pub(super) struct RowNotes {
    /// Each with how many rows have it.
    told: Vec<(Phrase, usize)>,
    /// How many rows have others.
    more: usize,
    rows: usize,
}

impl RowNotes {
    /// Adds those of the next row.
    pub(super) fn add(&mut self, notes: Vec<Phrase>) {
        self.rows += 1;
        let mut has_more = false;
        for note in notes {
            if let Some((_, rows)) = self.told.iter_mut().find(|(known, _)| *known == note) {
                *rows += 1;
            } else if self.told.len() < MOST_NOTES {
                self.told.push((note, 1));
            } else {
                has_more = true;
            }
        }
        self.more += usize::from(has_more);
    }

    /// Each in a sentence, with how many rows have it if not all do.
    pub(super) fn told(self) -> Vec<Phrase> {
        let Self { told, more, rows } = self;
        let each = told.into_iter().map(|(note, with)| match with {
            all if all == rows => note,
            with => wording::of_some(note, with.into(), rows.into()),
        });
        let rest = (more > 0).then(|| wording::more_notes(more.into(), rows.into()));
        each.chain(rest).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn english(notes: RowNotes) -> Vec<String> {
        notes.told().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_note_is_told_once_with_how_many_rows_have_it() {
        let mut notes = RowNotes::default();
        notes.add(vec![Phrase::verbatim("A."), Phrase::verbatim("B.")]);
        notes.add(vec![Phrase::verbatim("A.")]);
        assert_eq!(english(notes), ["A.", "B. (1 of 2 requests)"]);
        let mut notes = RowNotes::default();
        for row in 0..MOST_NOTES + 3 {
            notes.add(vec![Phrase::verbatim(&format!("{row}."))]);
        }
        let told = english(notes);
        assert_eq!(told.len(), MOST_NOTES + 1, "no more than are read");
        assert_eq!(told[MOST_NOTES], "More notes, on 3 of 19 requests, are not listed.");
    }
}
