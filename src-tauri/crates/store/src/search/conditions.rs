//! Translates a search into conditions on the table `overview` (alias `o`) and the full-text index.

use rusqlite::types::Value;
use time::OffsetDateTime;

use super::query::{Bound, DatePoint, Filter, Outcome, Phrase, Presence, Quantity, Query};

/// Minimum length of a word that also matches as a prefix; shorter prefixes match too much.
const PREFIX_FROM: usize = 4;

/// Statuses that count as failed; a stopped lane does not.
const FAILED: [&str; 11] = [
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
    "deadline",
];

/// Conditions in SQL, each with the values for its question marks, in order.
#[derive(Debug, Default)]
pub(crate) struct SearchPredicate {
    pub(crate) sql: Vec<String>,
    pub(crate) values: Vec<Value>,
}

impl SearchPredicate {
    /// The conditions of a query: no deleted runs, and no hidden ones unless the search asks for them.
    pub(crate) fn of(query: &Query, now: OffsetDateTime) -> Self {
        let mut all = Self::default();
        all.add("o.deleted = 0", []);
        if !query.filters.iter().any(|(filter, _)| *filter == Filter::Hidden) {
            all.add("o.run_id NOT IN (SELECT run_id FROM marks WHERE hidden = 1)", []);
        }
        for (filter, wanted) in &query.filters {
            let (sql, value) = condition(filter, now);
            match wanted {
                // Without a function around the column, so that an index can be used.
                Presence::Yes => all.add(&sql, value),
                // Unknown values do not match, so the negation finds them.
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

/// The full-text query, if the search requires any word.
pub(crate) fn matching(query: &Query) -> Option<String> {
    let wanted = positive(query)?;
    Some(match joined(query, Presence::No, " OR ") {
        Some(unwanted) => format!("({wanted}) NOT ({unwanted})"),
        None => wanted,
    })
}

/// All required words.
fn positive(query: &Query) -> Option<String> {
    joined(query, Presence::Yes, " AND ")
}

/// Any of the required words: for highlighting in one text, because the others may be in another.
pub(crate) fn any_of(query: &Query) -> Option<String> {
    joined(query, Presence::Yes, " OR ")
}

fn joined(query: &Query, wanted: Presence, between: &str) -> Option<String> {
    let words = query.words.iter().filter(|words| words.wanted == wanted);
    let phrases: Vec<String> = words.map(phrase).collect();
    (!phrases.is_empty()).then(|| phrases.join(between))
}

/// Quoted for FTS5, where nothing inside a quoted string is an operator.
fn phrase(words: &Phrase) -> String {
    let quoted = format!("\"{}\"", words.text.replace('"', "\"\""));
    let letters = words.text.chars().filter(|c| c.is_alphanumeric()).count();
    let ends_in_a_word = words.text.ends_with(char::is_alphanumeric);
    if words.is_quoted || letters < PREFIX_FROM || !ends_in_a_word {
        return quoted;
    }
    format!("{quoted} *")
}

/// Whether a request of any level of a sweep, measured or not, ended as one of these: its lanes' own status is that of the lowest level,
/// which is the last one to be refused.
fn of_a_sweep(statuses: &[&str]) -> String {
    let quoted: Vec<String> = statuses.iter().map(|word| format!("'{word}'")).collect();
    format!(
        "o.kind = 'sweep' AND EXISTS (SELECT 1 FROM numbers n WHERE n.run = o.key AND n.status IN ({}))",
        quoted.join(", ")
    )
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
            plain(&format!("({} OR {})", any.join(" OR "), of_a_sweep(&FAILED)))
        }
        // The words of statuses and states are known ones.
        Filter::Status(word) => {
            let lane = format!(
                "o.state = '{word}' OR instr(char(10) || o.statuses || char(10), char(10) || '{word}' || char(10)) > 0"
            );
            // Those that Paceline itself ended are in nearly every sweep.
            let more = FAILED.contains(&&**word).then(|| of_a_sweep(&[word]));
            plain(&format!(
                "({lane}{})",
                more.map_or_else(String::new, |more| format!(" OR {more}"))
            ))
        }
        Filter::Number(Quantity::Of(metric), bound, number) => {
            (of_a_lane(metric.id(), &format!("{} ?", sign(*bound))), Some((*number).into()))
        }
        Filter::Number(Quantity::Right, bound, number) => {
            (of_a_lane("right", &format!("{} ?", sign(*bound))), Some((*number).into()))
        }
        Filter::Check(Outcome::Passed) => plain(&of_a_lane("right", "= 1")),
        Filter::Check(Outcome::Failed) => plain(&of_a_lane("wrong_answers", "> 0")),
        Filter::Check(Outcome::Unknown) => plain(&of_a_lane("unknown_answers", "> 0")),
        Filter::Number(quantity, bound, number) => {
            let column = column(*quantity, *bound);
            (format!("o.{column} {} ?", sign(*bound)), Some((*number).into()))
        }
        Filter::Since(when) => ("o.started_s >= ?".to_owned(), Some(seconds(*when, now).into())),
        Filter::Until(when) => ("o.started_s < ?".to_owned(), Some(seconds(*when, now).into())),
        Filter::Starred => plain(&marked("marks", "starred = 1")),
        Filter::Hidden => plain(&marked("marks", "hidden = 1")),
        Filter::Simulated => plain("o.simulated = 1"),
        Filter::HasNote => plain(&format!(
            "({} OR {})",
            marked("marks", "note <> ''"),
            marked("votes", "note <> ''")
        )),
        Filter::HasVotes => plain(&marked("votes", "vote IS NOT NULL")),
        Filter::Vote(vote) => text(&marked("votes", "vote = ?"), &vote.word().to_owned()),
        Filter::HasTags => plain(&marked("tags", "true")),
    }
}

/// Some lane's number of this id meets a condition.
fn of_a_lane(id: &str, condition: &str) -> String {
    format!(
        "EXISTS (SELECT 1 FROM lanes l LEFT JOIN lane_numbers n USING (run_id, lane) WHERE l.run_id = o.run_id \
         AND json_extract(coalesce(n.numbers, l.numbers), '$.{id}') {condition})"
    )
}

/// Annotated runs are few, so they are looked up by key.
fn marked(table: &str, condition: &str) -> String {
    format!("o.key IN (SELECT k.key FROM {table} JOIN overview k USING (run_id) WHERE {condition})")
}

/// Some lane is below a bound if the lowest one is, and above it if the highest one is.
fn column(quantity: Quantity, bound: Bound) -> &'static str {
    let is_upper = matches!(bound, Bound::Below | Bound::AtMost);
    match (quantity, is_upper) {
        (Quantity::Ttft, true) => "ttft_least_ms",
        (Quantity::Ttft, false) => "ttft_most_ms",
        (Quantity::Tps, true) => "tps_least",
        (Quantity::Tps, false) => "tps_most",
        (Quantity::Cost, _) => "cost_usd",
        (Quantity::Tokens | Quantity::Right | Quantity::Of(_), _) => "out_tokens",
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
