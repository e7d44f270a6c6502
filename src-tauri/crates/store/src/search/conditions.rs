//! What a search asks of the table `overview`, which is called `o`, and of the index of words.

use rusqlite::types::Value;
use time::OffsetDateTime;

use super::query::{Bound, DatePoint, Filter, Phrase, Presence, Quantity, Query};

/// Words of so many letters also stand for longer words that begin with them: shorter ones begin too many.
const PREFIX_FROM: usize = 4;

/// How a lane ends that did not do what was asked; one that was stopped did.
const FAILED: [&str; 10] = [
    "ok_empty",
    "filtered",
    "refused",
    "truncated",
    "error_stream",
    "error_http",
    "throttled",
    "error_net",
    "timeout_first",
    "timeout_idle",
];

/// Conditions in SQL, each with the values for its question marks, in order.
#[derive(Debug, Default)]
pub(crate) struct SearchPredicate {
    pub(crate) sql: Vec<String>,
    pub(crate) values: Vec<Value>,
}

impl SearchPredicate {
    /// What every list asks: no deleted runs, and no hidden ones unless the search is about them.
    pub(crate) fn of(query: &Query, now: OffsetDateTime) -> Self {
        let mut all = Self::default();
        all.add("o.deleted = 0", []);
        if !query.filters.iter().any(|(filter, _)| *filter == Filter::Hidden) {
            all.add("o.run_id NOT IN (SELECT run_id FROM marks WHERE hidden = 1)", []);
        }
        for (filter, wanted) in &query.filters {
            let (sql, value) = condition(filter, now);
            match wanted {
                // As it is, so that an index can answer it.
                Presence::Yes => all.add(&sql, value),
                // What is not known is not so: its negation finds it.
                Presence::No => all.add(&format!("coalesce({sql}, 0) = 0"), value),
            }
        }
        if positive(query).is_none()
            && let Some(unwanted) = joined(query, Presence::No, " OR ")
        {
            all.add(
                "o.key NOT IN (SELECT rowid FROM texts WHERE texts MATCH ?)",
                [Value::from(unwanted)],
            );
        }
        all
    }

    pub(crate) fn add(&mut self, sql: &str, values: impl IntoIterator<Item = Value>) {
        self.sql.push(sql.to_owned());
        self.values.extend(values);
    }

    pub(crate) fn joined(&self) -> String {
        self.sql.join(" AND ")
    }
}

/// What the index of words is asked, where any word is wanted.
pub(crate) fn matching(query: &Query) -> Option<String> {
    let wanted = positive(query)?;
    Some(match joined(query, Presence::No, " OR ") {
        Some(unwanted) => format!("({wanted}) NOT ({unwanted})"),
        None => wanted,
    })
}

/// The words that are wanted, all of them.
fn positive(query: &Query) -> Option<String> {
    joined(query, Presence::Yes, " AND ")
}

/// The words that are wanted, any of them: what is marked in a text, as the others may stand in another one.
pub(crate) fn any_of(query: &Query) -> Option<String> {
    joined(query, Presence::Yes, " OR ")
}

fn joined(query: &Query, wanted: Presence, between: &str) -> Option<String> {
    let words = query.words.iter().filter(|words| words.wanted == wanted);
    let phrases: Vec<String> = words.map(phrase).collect();
    (!phrases.is_empty()).then(|| phrases.join(between))
}

/// As FTS5 reads it: nothing inside a quoted string is an operator.
fn phrase(words: &Phrase) -> String {
    let quoted = format!("\"{}\"", words.text.replace('"', "\"\""));
    let letters = words.text.chars().filter(|c| c.is_alphanumeric()).count();
    let ends_in_a_word = words.text.ends_with(char::is_alphanumeric);
    if words.is_quoted || letters < PREFIX_FROM || !ends_in_a_word {
        return quoted;
    }
    format!("{quoted} *")
}

fn condition(filter: &Filter, now: OffsetDateTime) -> (String, Option<Value>) {
    let text = |sql: &str, text: &String| (sql.to_owned(), Some(Value::from(text.clone())));
    let plain = |sql: &str| (sql.to_owned(), None);
    match filter {
        Filter::Model(name) => text("instr(o.models, ?) > 0", name),
        Filter::Provider(name) => text("instr(o.providers, ?) > 0", name),
        Filter::Tag(tag) => text(&marked("tags", "tag = ?"), tag),
        Filter::Kind(kind) => text("o.kind = ?", kind),
        Filter::Status(word) if word == "failed" => {
            let any = FAILED.map(|word| format!("instr(o.statuses, '{word}') > 0"));
            (format!("({})", any.join(" OR ")), None)
        }
        Filter::Status(word) => (
            format!(
                "(o.state = '{word}' OR instr(char(10) || o.statuses || char(10), char(10) || ? || char(10)) > 0)"
            ),
            Some(word.clone().into()),
        ),
        Filter::Number(quantity, bound, number) => {
            let column = column(*quantity, *bound);
            (format!("o.{column} {} ?", sign(*bound)), Some((*number).into()))
        }
        Filter::Since(when) => ("o.started_s >= ?".to_owned(), Some(seconds(*when, now).into())),
        Filter::Until(when) => ("o.started_s < ?".to_owned(), Some(seconds(*when, now).into())),
        Filter::Starred => plain(&marked("marks", "starred = 1")),
        Filter::Hidden => plain(&marked("marks", "hidden = 1")),
        Filter::Simulated => plain("o.simulated = 1"),
        Filter::HasNote => plain(&marked("marks", "note <> ''")),
        Filter::HasTags => plain(&marked("tags", "true")),
    }
}

/// Runs of which the person said something: few, so they are looked up by their keys.
fn marked(table: &str, condition: &str) -> String {
    format!("o.key IN (SELECT k.key FROM {table} JOIN overview k USING (run_id) WHERE {condition})")
}

/// Some lane is below a bound when the lowest is, and above it when the highest is.
fn column(quantity: Quantity, bound: Bound) -> &'static str {
    let is_upper = matches!(bound, Bound::Below | Bound::AtMost);
    match (quantity, is_upper) {
        (Quantity::Ttft, true) => "ttft_least_ms",
        (Quantity::Ttft, false) => "ttft_most_ms",
        (Quantity::Tps, true) => "tps_least",
        (Quantity::Tps, false) => "tps_most",
        (Quantity::Cost, _) => "cost_usd",
        (Quantity::Tokens, _) => "out_tokens",
    }
}

fn sign(bound: Bound) -> &'static str {
    match bound {
        Bound::Below => "<",
        Bound::AtMost => "<=",
        Bound::Above => ">",
        Bound::AtLeast => ">=",
    }
}

#[expect(clippy::cast_precision_loss, reason = "today's seconds are far below 2^52")]
fn seconds(when: DatePoint, now: OffsetDateTime) -> f64 {
    match when {
        DatePoint::Ago(seconds) => now.unix_timestamp() as f64 - seconds,
        DatePoint::Day(start) => start,
        DatePoint::Today => now.date().midnight().assume_utc().unix_timestamp() as f64,
    }
}
