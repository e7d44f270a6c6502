//! Snippets of matching texts, tokenised as in the full-text index.

use std::collections::HashMap;

use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};

use crate::error::StoreFailure;
use crate::tables::texts::{COLUMNS, Texts};

/// Marks around a hit within SQLite; removed from texts beforehand.
const OPEN: char = '\u{1}';
const CLOSE: char = '\u{2}';
/// Number of words around hits.
const WORDS: u32 = 28;

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// Whether it is a match.
    pub hit: bool,
}

/// A part of one of a run's texts around matches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Snippet {
    /// The text's name: `prompt`, `system`, `answers`, `contenders`, `note` or `tags`.
    pub text: String,
    /// Its pieces, in order.
    pub pieces: Vec<Piece>,
}

/// The texts of the runs on a page, indexed in a temporary database.
pub(crate) struct SnippetIndex {
    index: Connection,
}

impl SnippetIndex {
    pub(crate) fn new() -> Result<Self, StoreFailure> {
        let index = Connection::open_in_memory()?;
        let columns = COLUMNS.join(", ");
        index.execute_batch(&format!(
            "CREATE VIRTUAL TABLE shown USING fts5 ({columns}, tokenize = 'unicode61 remove_diacritics 2')"
        ))?;
        Ok(Self { index })
    }

    pub(crate) fn add(&self, row: u32, texts: &Texts) -> Result<(), StoreFailure> {
        let [prompt, system, answers, contenders, note, tags] =
            texts.columns().map(|text| text.replace([OPEN, CLOSE], " "));
        self.index
            .prepare_cached("INSERT INTO shown (rowid, prompt, system, answers, contenders, note, tags) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?
            .execute(params![row, prompt, system, answers, contenders, note, tags])?;
        Ok(())
    }

    /// By row, a snippet of each text with one of the words.
    pub(crate) fn hits(&self, words: &str) -> Result<HashMap<u32, Vec<Snippet>>, StoreFailure> {
        let snippets: Vec<String> = (0..COLUMNS.len())
            .map(|column| format!("snippet(shown, {column}, char(1), char(2), '…', {WORDS})"))
            .collect();
        let sql = format!("SELECT rowid, {} FROM shown WHERE shown MATCH ?1", snippets.join(", "));
        let mut rows = self.index.prepare(&sql)?;
        let mut rows = rows.query([words])?;
        let mut hits = HashMap::new();
        while let Some(row) = rows.next()? {
            let mut found = Vec::new();
            for (name, column) in COLUMNS.iter().zip(1..) {
                let text: String = row.get(column)?;
                if text.contains(OPEN) {
                    found.push(Snippet { text: (*name).to_owned(), pieces: pieces(&text) });
                }
            }
            hits.insert(row.get(0)?, found);
        }
        Ok(hits)
    }
}

/// Splits a text with marked hits into pieces.
fn pieces(marked: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = marked;
    let mut hit = false;
    while !rest.is_empty() {
        let (text, after) = rest.split_once(if hit { CLOSE } else { OPEN }).unwrap_or((rest, ""));
        if !text.is_empty() {
            pieces.push(Piece { text: text.to_owned(), hit });
        }
        rest = after;
        hit = !hit;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hit_is_marked_as_the_index_reads_words() {
        let shown = SnippetIndex::new().unwrap();
        let texts = Texts {
            prompt: "Why is the Café blue?\u{1}".to_owned(),
            answers: "It is not. </script> cafés are".to_owned(),
            ..Texts::default()
        };
        shown.add(7, &texts).unwrap();
        let hits = shown.hits("\"cafe\"").unwrap();
        let [snippet] = hits[&7].as_slice() else { panic!("one text holds the whole word") };
        assert_eq!(snippet.text, "prompt", "it says which");
        let marked: Vec<_> = snippet.pieces.iter().map(|p| (p.text.as_str(), p.hit)).collect();
        assert_eq!(marked, [("Why is the ", false), ("Café", true), (" blue? ", false)], "whole");
        let hits = shown.hits("\"cafe\" *").unwrap();
        assert_eq!(hits[&7].len(), 2, "a beginning is found in longer words too");
    }
}
