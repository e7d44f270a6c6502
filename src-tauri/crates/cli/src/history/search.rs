//! `paceline history search`: runs found, with the matching text.

use std::fmt::Write;

use store::{History, HistoryError, SearchError, SearchPage, Snippet};

use crate::exit::{Exit, Trouble};
use crate::history::row::entry;
use crate::schema::{FoundRuns, Schema};
use crate::terminal::output::{print, print_json};
use crate::terminal::{Ink, Terminal, Tone, words};

pub(crate) fn search(
    history: Option<&History>,
    words: &[String],
    limit: u32,
    json: bool,
) -> Result<Exit, Trouble> {
    let search = written(words);
    let nothing = || SearchPage { total: 0, more: false, runs: Vec::new(), next: None };
    let page = match history.map(|history| history.find(&search, None, limit)) {
        None => nothing(),
        Some(Err(HistoryError::BadSearch { source })) => {
            return Err(Trouble::cannot_start(pointed(&search, &source)));
        }
        Some(found) => found?,
    };
    if json {
        print_json(&Schema::Search.document(FoundRuns::from(page)))
    } else {
        print(&drawn(&page, Terminal::of_stdout()))
    }?;
    Ok(Exit::Done)
}

/// The arguments as one search. Arguments that the shell unquoted are quoted again.
fn written(words: &[String]) -> String {
    let quoted = |word: &String| {
        let is_phrase = word.contains(char::is_whitespace) && !word.contains('"');
        if is_phrase && words.len() > 1 { format!("\"{word}\"") } else { word.clone() }
    };
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}

/// The error of a search, shown below the invalid part.
fn pointed(search: &str, error: &SearchError) -> String {
    let before = " ".repeat(error.at as usize);
    let marks = "^".repeat(error.length as usize);
    format!("{}\n{before}{marks}\n{}", words::one_line(search), error.message)
}

fn drawn(page: &SearchPage, terminal: Option<Terminal>) -> String {
    if page.runs.is_empty() {
        return "Nothing found. `paceline history search --help` lists the filters.\n".to_owned();
    }
    let ink = terminal.map_or(Ink::Plain, |terminal| terminal.ink);
    let width = terminal.map(|_| Terminal::size().0);
    let mut out = String::new();
    for found in &page.runs {
        out.push_str(&entry(&found.row, width, ink));
        for hit in found.hits.iter().filter(|hit| hit.text != "contenders") {
            let _infallible = writeln!(out, "{}", line(hit, ink));
        }
        if !found.tags.is_empty() || found.starred {
            let star = if found.starred { "★ " } else { "" };
            let tags: Vec<String> = found.tags.iter().map(|tag| format!("#{tag}")).collect();
            let _infallible =
                writeln!(out, "{}", ink.paint(Tone::Faint, &format!("{star}{}", tags.join(" "))));
        }
        out.push('\n');
    }
    let more = if page.more { "more than " } else { "" };
    let shown = u32::try_from(page.runs.len()).unwrap_or(u32::MAX);
    let _infallible = writeln!(
        out,
        "{more}{} found{}",
        words::several(page.total, "run"),
        if shown < page.total {
            format!(", the newest {shown} shown; --limit shows more.")
        } else {
            ".".to_owned()
        }
    );
    out
}

/// A part of a text, with the matches highlighted.
fn line(hit: &Snippet, ink: Ink) -> String {
    let mut out = ink.paint(Tone::Faint, &format!("{}: ", hit.text));
    for piece in &hit.pieces {
        // Spaces at the ends of a piece separate it from its neighbours.
        let text = words::plain(&piece.text).replace(['\n', '\t'], " ");
        out.push_str(&if piece.hit { ink.paint(Tone::Strong, &text) } else { text });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_cannot_be_read_is_pointed_at() {
        let error =
            SearchError { at: 4, length: 7, message: "No filter is called modle:.".to_owned() };
        assert_eq!(
            pointed("why modle:x", &error),
            "why modle:x\n    ^^^^^^^\nNo filter is called modle:.",
            "the place stands below the words"
        );
    }

    #[test]
    fn a_phrase_whose_quotes_the_shell_took_stays_one() {
        let words =
            |all: &[&str]| written(&all.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(words(&["the sea", "blue"]), "\"the sea\" blue", "beside other words");
        assert_eq!(words(&["sea model:x -blue"]), "sea model:x -blue", "one argument is a search");
        assert_eq!(words(&["-\"the sea\"", "a"]), "-\"the sea\" a", "quotes that are there stay");
    }
}
