//! Snippets of matching texts, tokenised as in the full-text index.

use std::collections::{BTreeMap, HashMap};

use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};

use crate::error::StoreFailure;
use crate::tables::texts::{COLUMNS, Texts};

/// Marks around a hit within SQLite; removed from texts beforehand.
const OPEN: char = '\u{1}';
const CLOSE: char = '\u{2}';
/// Number of words around hits.
const WORDS: u32 = 28;
/// Length of a part in which hits are marked, and what two parts have in common, so that no phrase is lost between them; in
/// characters.
const PART: usize = 1_000;
const SHARED: usize = 100;

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
///
/// They are indexed in short parts: SQLite compares each hit of an entry with every other to choose what it shows, and a word that
/// stood 40,000 times in a text took it ten seconds.
pub(crate) struct SnippetIndex {
    index: Connection,
    /// The parts, by their rowid in the index, from 0.
    parts: Vec<Part>,
}

/// A part of a text.
#[derive(Debug, Clone, Copy)]
struct Part {
    row: u32,
    column: usize,
    is_first: bool,
    is_last: bool,
}

impl SnippetIndex {
    pub(crate) fn new() -> Result<Self, StoreFailure> {
        let index = Connection::open_in_memory()?;
        let columns = COLUMNS.join(", ");
        index.execute_batch(&format!(
            "CREATE VIRTUAL TABLE shown USING fts5 ({columns}, tokenize = 'unicode61 remove_diacritics 2')"
        ))?;
        Ok(Self { index, parts: Vec::new() })
    }

    pub(crate) fn add(&mut self, row: u32, texts: &Texts) -> Result<(), StoreFailure> {
        for (column, text) in texts.columns().into_iter().enumerate() {
            let Some(name) = COLUMNS.get(column) else { continue };
            let insert = format!("INSERT INTO shown (rowid, {name}) VALUES (?1, ?2)");
            let mut insert = self.index.prepare_cached(&insert)?;
            let mut rest = text;
            while !rest.is_empty() {
                let (part, next) = first_part(rest);
                let (is_first, is_last) = (rest.len() == text.len(), next.is_empty());
                let rowid = i64::try_from(self.parts.len()).unwrap_or(i64::MAX);
                insert.execute(params![rowid, part.replace([OPEN, CLOSE], " ")])?;
                self.parts.push(Part { row, column, is_first, is_last });
                rest = next;
            }
        }
        Ok(())
    }

    /// By row, a snippet of each text with one of the words.
    pub(crate) fn hits(&self, words: &str) -> Result<HashMap<u32, Vec<Snippet>>, StoreFailure> {
        // Of each text the part that fits best, and of equals the first.
        let mut best: BTreeMap<(u32, usize), (i64, f64)> = BTreeMap::new();
        let mut ranked =
            self.index.prepare("SELECT rowid, rank FROM shown WHERE shown MATCH ?1")?;
        let mut ranked = ranked.query([words])?;
        while let Some(found) = ranked.next()? {
            let (rowid, rank): (i64, f64) = (found.get(0)?, found.get(1)?);
            let Some(part) = self.part(rowid) else { continue };
            let known = best.entry((part.row, part.column)).or_insert((rowid, rank));
            if rank < known.1 {
                *known = (rowid, rank);
            }
        }
        let mut hits = HashMap::new();
        for ((row, column), (rowid, _)) in best {
            let sql = format!(
                "SELECT snippet(shown, {column}, char(1), char(2), '…', {WORDS}) FROM shown WHERE shown MATCH ?1 AND rowid = ?2"
            );
            let mut shown = self.index.prepare_cached(&sql)?;
            let text: String = shown.query_row(params![words, rowid], |found| found.get(0))?;
            let Some((part, name)) = self.part(rowid).zip(COLUMNS.get(column)) else { continue };
            let (begin, end) = (text.starts_with('…'), text.ends_with('…'));
            let before = if part.is_first || begin { "" } else { "…" };
            let after = if part.is_last || end { "" } else { "…" };
            let pieces = pieces(&format!("{before}{text}{after}"));
            hits.entry(row)
                .or_insert_with(Vec::new)
                .push(Snippet { text: (*name).to_owned(), pieces });
        }
        Ok(hits)
    }

    fn part(&self, rowid: i64) -> Option<Part> {
        self.parts.get(usize::try_from(rowid).ok()?).copied()
    }
}

/// The first part of a text, and the text from where the next one begins; nothing if there is none.
fn first_part(text: &str) -> (&str, &str) {
    let at = |character: usize| text.char_indices().nth(character).map(|(at, _)| at);
    let Some(most) = at(PART) else { return (text, "") };
    // Between words, if there are any.
    let between = |from: usize, upto: usize| {
        let place = text.get(from..upto).and_then(|some| some.rfind(char::is_whitespace));
        place.map_or(upto, |place| from + place)
    };
    let shared = at(PART - SHARED).unwrap_or(most);
    let end = between(shared, most);
    let next = between(at(PART - 2 * SHARED).unwrap_or(shared), shared);
    (text.get(..end).unwrap_or(text), text.get(next..).unwrap_or_default())
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
        let mut shown = SnippetIndex::new().unwrap();
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

    /// What is shown of a prompt, and which parts of that are marked.
    fn shown_of(prompt: String, words: &str) -> (String, Vec<String>) {
        let mut shown = SnippetIndex::new().unwrap();
        shown.add(0, &Texts { prompt, ..Texts::default() }).unwrap();
        let snippets = shown.hits(words).unwrap().remove(&0).unwrap();
        let [snippet] = snippets.as_slice() else { panic!("the prompt alone: {snippets:?}") };
        let marked = snippet.pieces.iter().filter(|piece| piece.hit);
        let marked = marked.map(|piece| piece.text.clone()).collect();
        (snippet.pieces.iter().map(|piece| &*piece.text).collect(), marked)
    }

    #[test]
    fn a_snippet_of_a_long_text_is_short_and_lies_where_most_words_of_the_search_do() {
        let filling = "filling words here ".repeat(100);
        let prompt = format!("{filling}sea {filling}the sea and scatter {filling}");
        let (whole, marked) = shown_of(prompt, "sea OR scatter");
        assert_eq!(marked, ["sea", "scatter"], "both: {whole}");
        assert!(whole.starts_with('…') && whole.ends_with('…'), "it is a part: {whole}");
        for text in ["哈".repeat(5_000) + " sea " + &"é".repeat(5_000), "sea ".repeat(5_000)] {
            let (whole, marked) = shown_of(text, "sea");
            assert!(!marked.is_empty() && whole.chars().count() <= PART + 2, "{whole}");
        }
        // However the parts lie, no phrase is lost between two of them.
        for before in 0..(PART + SHARED) {
            let (whole, marked) = shown_of("x ".repeat(before) + "sea shore y", "\"sea shore\"");
            // SQLite may show its beginning alone.
            assert!(marked[0].starts_with("sea"), "after {before} words: {whole}");
        }
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "a test of how long something takes")]
    fn a_word_that_stands_a_million_times_in_a_text_is_found_in_a_moment() {
        let began = std::time::Instant::now();
        let (_, marked) = shown_of("sea ".repeat(1_000_000), "sea");
        assert!(!marked.is_empty(), "it is found");
        let took = began.elapsed();
        assert!(
            took < std::time::Duration::from_secs(60),
            "in one entry it grows with the square: {took:?}"
        );
    }
}
