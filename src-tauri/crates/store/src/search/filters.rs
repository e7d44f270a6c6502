//! The filters of the search language: names and values. Pure.

use measure::{Metric, Unit};
use race::Status;
use strsim::damerau_levenshtein;
use time::Date;
use time::macros::format_description;

use super::query::{Bound, DatePoint, Filter, Outcome, Presence, Quantity, SearchFilter};
use crate::answer_mark::Vote;

/// Every filter, for the help text.
pub(crate) const FILTERS: [SearchFilter; 20] = [
    of("model:", "model:gpt-5", "Runs with a lane whose model's name contains this."),
    of("provider:", "provider:groq", "Runs with a lane whose provider's name contains this."),
    of("tag:", "tag:nightly", "Runs with exactly this tag."),
    of(
        "status:",
        "status:failed",
        "Runs with a lane that ended as: ok, failed, throttled, truncated …; or runs that are running, finished, \
         stopped or interrupted.",
    ),
    of("kind:", "kind:sweep", "Races or sweeps alone."),
    of("ttft<", "ttft<500ms", "Runs with a lane whose median TTFT is below this. Units: ms, s."),
    of("ttft>", "ttft>1s", "Runs with a lane whose median TTFT is above this."),
    of(
        "tps>",
        "tps>100",
        "Runs with a lane whose median output speed is above this, in tokens per second.",
    ),
    of(
        "tpot<",
        "tpot<20ms",
        "Runs with a lane whose median of any metric is below this, by the metric's id with or without its unit: tpot, e2e_tps, max_gap_ms, stalls …; > for above.",
    ),
    of(
        "right>",
        "right>95%",
        "Runs with a lane whose share of requests with a right answer is above this, 0.95 or 95%; a failed one is not right; < for below.",
    ),
    of(
        "check:",
        "check:failed",
        "Runs with a checked answer that is wrong; check:passed for those with a lane whose every answer is right, check:unknown.",
    ),
    of("cost<", "cost<0.01", "Runs whose known cost is below this, in dollars."),
    of("cost>", "cost>$1", "Runs whose known cost is above this, in dollars."),
    of("tokens>", "tokens>10k", "Runs with more output tokens than this in all."),
    of(
        "since:",
        "since:7d",
        "Runs that began since then: 24h, 7d, 4w, or a day such as 2026-11-01 (UTC).",
    ),
    of("until:", "until:2026-11-01", "Runs that began before then, the day itself included."),
    of("starred", "starred", "Runs with a star."),
    of("vote:", "vote:good", "Runs with an answer that you voted good; vote:bad for bad ones."),
    of(
        "has:",
        "has:notes",
        "Runs with a note, or with one of an answer; has:tags for those with any tag, has:votes for those with any vote.",
    ),
    of("simulated:", "simulated:no", "yes: runs with a simulated lane. no: only real ones."),
];

const fn of(begins: &'static str, example: &'static str, finds: &'static str) -> SearchFilter {
    SearchFilter { begins, example, finds }
}

/// Names of filters.
const NAMES: [&str; 18] = [
    "model",
    "provider",
    "tag",
    "status",
    "kind",
    "ttft",
    "tps",
    "cost",
    "tokens",
    "since",
    "until",
    "starred",
    "vote",
    "right",
    "check",
    "has",
    "simulated",
    "hidden",
];

/// Maximum edit distance of a suggested name.
const MOST_TYPOS: usize = 2;

const STATES: [&str; 4] = ["running", "finished", "stopped", "interrupted"];

/// The filter with this name and value; `None` if it is plain words; an error if the value is invalid.
pub(super) fn filter(
    name: &str,
    sign: &str,
    value: &str,
) -> Result<Option<(Filter, Presence)>, String> {
    let quantity = match name {
        "ttft" => Some(Quantity::Ttft),
        "tps" => Some(Quantity::Tps),
        "cost" => Some(Quantity::Cost),
        "tokens" => Some(Quantity::Tokens),
        "right" => Some(Quantity::Right),
        _ => metric(name).map(Quantity::Of),
    };
    if let Some(quantity) = quantity {
        let Some(bound) = bound(sign) else {
            return Err(format!("{name} needs a bound: {}.", example(name)));
        };
        let filter = Filter::Number(quantity, bound, number(name, quantity, value)?);
        return Ok(Some((filter, Presence::Yes)));
    }
    if sign != ":" {
        if NAMES.contains(&name) {
            return Err(format!("{name} takes a colon: {}.", example(name)));
        }
        return Ok(None);
    }
    if !name.bytes().all(|b| b.is_ascii_alphabetic()) {
        // No filter has this name, so these are words, such as a model's name with a colon in it.
        return Ok(None);
    }
    let needs_value = || {
        if value.is_empty() {
            return Err(format!("{name}: needs a value, such as {}.", example(name)));
        }
        Ok(value.to_lowercase())
    };
    let filter = match name {
        "model" => Filter::Model(needs_value()?),
        "provider" => Filter::Provider(needs_value()?),
        "tag" => Filter::Tag(needs_value()?.trim_start_matches('#').to_owned()),
        "status" => Filter::Status(status(&needs_value()?)?),
        "kind" => Filter::Kind(kind(&needs_value()?)?),
        "since" => Filter::Since(when(&needs_value()?)?),
        "until" => Filter::Until(match when(&needs_value()?)? {
            DatePoint::Day(start) => DatePoint::Day(start + 86_400.0),
            other => other,
        }),
        "vote" => match &*needs_value()? {
            "good" => Filter::Vote(Vote::Good),
            "bad" => Filter::Vote(Vote::Bad),
            other => return Err(format!("{other:?} is no vote: write vote:good or vote:bad.")),
        },
        "check" => match &*needs_value()? {
            "passed" => Filter::Check(Outcome::Passed),
            "failed" => Filter::Check(Outcome::Failed),
            "unknown" => Filter::Check(Outcome::Unknown),
            other => {
                return Err(format!(
                    "No check is {other}: write check:passed, check:failed or check:unknown."
                ));
            }
        },
        "has" => match &*needs_value()? {
            "note" | "notes" => Filter::HasNote,
            "tag" | "tags" => Filter::HasTags,
            "vote" | "votes" => Filter::HasVotes,
            other => {
                return Err(format!(
                    "A run has no {other}: write has:notes, has:tags or has:votes."
                ));
            }
        },
        "starred" | "hidden" | "simulated" => return yes_or_no(name, value).map(Some),
        _ => return Err(unknown(name)),
    };
    Ok(Some((filter, Presence::Yes)))
}

/// The metric with this id, or with this id except for its unit.
fn metric(name: &str) -> Option<Metric> {
    let is_it = |id: &str| {
        let rest = id.strip_prefix(name);
        rest.is_some_and(|rest| ["", "_ms", "_tps", "_usd", "_pct", "_tokens"].contains(&rest))
    };
    Metric::by_id(name).or_else(|| Metric::ALL.into_iter().find(|metric| is_it(metric.id())))
}

fn yes_or_no(name: &str, value: &str) -> Result<(Filter, Presence), String> {
    let filter = match name {
        "starred" => Filter::Starred,
        "hidden" => Filter::Hidden,
        _ => Filter::Simulated,
    };
    match &*value.to_lowercase() {
        "" | "yes" => Ok((filter, Presence::Yes)),
        "no" => Ok((filter, Presence::No)),
        _ => Err(format!("{name}: is yes or no.")),
    }
}

fn bound(sign: &str) -> Option<Bound> {
    match sign {
        "<" => Some(Bound::Below),
        "<=" => Some(Bound::AtMost),
        ">" => Some(Bound::Above),
        ">=" => Some(Bound::AtLeast),
        _ => None,
    }
}

fn example(name: &str) -> &'static str {
    let begins = |row: &&SearchFilter| row.begins.trim_end_matches([':', '<', '>']) == name;
    let own = FILTERS.iter().find(begins).map(|row| row.example);
    own.unwrap_or(if metric(name).is_some() { "tpot<20ms" } else { "hidden:yes" })
}

const DURATIONS: &[(&str, f64)] = &[("", 1.0), ("ms", 1.0), ("s", 1e3)];
const RATES: &[(&str, f64)] = &[
    ("", 1.0),
    ("tps", 1.0),
    ("t/s", 1.0),
    ("tok/s", 1.0),
    ("char/s", 1.0),
    ("req/s", 1.0),
    ("k", 1e3),
];
const AMOUNTS: &[(&str, f64)] = &[("", 1.0), ("$", 1.0), ("usd", 1.0), ("c", 0.01), ("ct", 0.01)];
const COUNTS: &[(&str, f64)] = &[("", 1.0), ("k", 1e3), ("m", 1e6)];
const PERCENT: &[(&str, f64)] = &[("", 1.0), ("%", 1.0)];
const SHARES: &[(&str, f64)] = &[("", 1.0), ("%", 0.01)];

/// The units in which values of a metric may be written, each with its factor.
fn units_of(metric: Metric) -> &'static [(&'static str, f64)] {
    match metric.definition().unit {
        Unit::Duration | Unit::Milliseconds => DURATIONS,
        Unit::TokensPerSecond | Unit::CharactersPerSecond | Unit::RequestsPerSecond => RATES,
        Unit::Tokens | Unit::Count | Unit::Ratio => COUNTS,
        Unit::Share => SHARES,
        Unit::SignedPercent | Unit::Percent => PERCENT,
        Unit::Dollars => AMOUNTS,
    }
}

/// A number with its unit: milliseconds, tokens per second, dollars or tokens.
fn number(name: &str, quantity: Quantity, value: &str) -> Result<f64, String> {
    let lower = value.to_lowercase();
    let bare = lower.trim_start_matches('$').replace(',', "");
    let digits = bare.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(bare.len());
    let (digits, unit) = bare.split_at(digits);
    let units = match quantity {
        Quantity::Ttft => DURATIONS,
        Quantity::Cost => AMOUNTS,
        Quantity::Tps => RATES,
        Quantity::Tokens => COUNTS,
        Quantity::Right => SHARES,
        Quantity::Of(metric) => units_of(metric),
    };
    let factor = units.iter().find(|(known, _)| *known == unit).map(|(_, factor)| factor);
    match (digits.parse::<f64>(), factor) {
        (Ok(number), Some(factor)) => Ok(number * factor),
        _ if value.is_empty() => Err(format!("{name} needs a number, such as {}.", example(name))),
        _ => Err(format!("{value:?} is not an amount of {name}. Write it like {}.", example(name))),
    }
}

fn status(word: &str) -> Result<String, String> {
    let word = word.replace('-', "_");
    let is_status =
        serde_json::from_value::<Status>(serde_json::Value::String(word.clone())).is_ok();
    if is_status || word == "failed" || STATES.contains(&&*word) {
        return Ok(word);
    }
    Err(format!(
        "No run ends with {word:?}. There are ok, failed, ok_empty, filtered, refused, truncated, error_stream, error_http, \
         throttled, error_net, timeout_first, timeout_idle, deadline and cancelled, and runs that are running, finished, stopped or interrupted."
    ))
}

fn kind(word: &str) -> Result<String, String> {
    match word {
        "race" | "races" => Ok("race".to_owned()),
        "sweep" | "sweeps" => Ok("sweep".to_owned()),
        _ => Err(format!("{word:?} is not a kind of run: write kind:race or kind:sweep.")),
    }
}

fn when(value: &str) -> Result<DatePoint, String> {
    let units = [("h", 3_600.0), ("d", 86_400.0), ("w", 604_800.0)];
    for (unit, seconds) in units {
        if let Some(number) = value.strip_suffix(unit).and_then(|n| n.parse::<u32>().ok()) {
            return Ok(DatePoint::Ago(f64::from(number) * seconds));
        }
    }
    if value == "today" {
        return Ok(DatePoint::Today);
    }
    let day = Date::parse(value, format_description!("[year]-[month]-[day]"));
    #[expect(clippy::cast_precision_loss, reason = "a day's seconds are far below 2^52")]
    let start = day.map(|day| day.midnight().assume_utc().unix_timestamp() as f64);
    start.map(DatePoint::Day).map_err(|_| {
        format!("{value:?} is not a time. Write 24h, 7d, 4w, today, or a day such as 2026-11-01.")
    })
}

/// The error of an unknown filter, with the most similar known one.
fn unknown(name: &str) -> String {
    let distance = |known: &&&str| damerau_levenshtein(known, name);
    let near = NAMES.iter().min_by_key(distance).filter(|near| distance(near) <= MOST_TYPOS);
    let near = near.map(|near| format!(" Did you mean {}?", example(near))).unwrap_or_default();
    format!("No filter is called {name}:.{near} To look for it as a word, put it in quotes.")
}
