//! Formats numbers and states for readers. Unknown is a dash, never zero.

use std::collections::BTreeSet;

use measure::{Definition, Metric, Warning};
use race::{Level, RunState, Status};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

pub(crate) use measure::format::{
    UNKNOWN, count, dollars, duration, milliseconds, rate, seconds, whole,
};

/// `1 lane`, `2 lanes`.
pub(crate) fn several(number: u32, noun: &str) -> String {
    measure::format::several(number as usize, noun)
}

/// How a request ended.
pub(crate) fn status(status: Status) -> &'static str {
    match status {
        Status::Ok => "ok",
        Status::OkEmpty => "empty",
        Status::Filtered => "filtered",
        Status::Refused => "model refused",
        Status::Truncated => "truncated",
        Status::ErrorStream => "failed in stream",
        Status::ErrorHttp => "failed",
        Status::Throttled => "throttled",
        Status::ErrorNet => "network failed",
        Status::TimeoutFirst => "no first token",
        Status::TimeoutIdle => "went silent",
        Status::Deadline => "took too long",
        Status::Cancelled => "cancelled",
        Status::Interrupted => "interrupted",
    }
}

/// The load of a level.
pub(crate) fn load(level: &Level) -> String {
    if level.concurrency.is_none() && level.rate.is_none() {
        return "no load".to_owned();
    }
    level.step().to_string()
}

/// The state of a run.
pub(crate) fn state(state: RunState) -> &'static str {
    match state {
        RunState::Running => "running",
        RunState::Finished => "finished",
        RunState::Stopped => "stopped",
        RunState::Interrupted => "interrupted",
    }
}

/// The meaning of a warning; for options that servers refused, with their names.
pub(crate) fn advice(warning: Warning, left_out: &BTreeSet<String>) -> String {
    let advice = warning.advice();
    if warning != Warning::SecondAttempt || left_out.is_empty() {
        return advice.to_owned();
    }
    let fields: Vec<String> =
        left_out.iter().map(|field| format!("`{}`", one_line(field))).collect();
    format!("{advice} Left out: {}.", fields.join(", "))
}

/// The meaning of the short names in a heading: `TTFT: time to first token.`
pub(crate) fn names(metrics: &[Metric]) -> String {
    let explained = metrics.iter().filter_map(|metric| {
        let Definition { name, short, .. } = metric.definition();
        (name != short).then(|| format!("{short}: {}.", metric.definition().in_a_sentence()))
    });
    explained.collect::<Vec<_>>().join(" ")
}

/// A number with its short name, unless its unit is the name: `TTFT 301 ms`, `96 tok/s`, `System tok/s 2,101`.
pub(crate) fn labelled(definition: &Definition, value: f64) -> String {
    let (short, written) = (definition.short, definition.unit.written(value));
    match definition.unit.written_in_column(value) {
        number if written == format!("{number} {short}") => written,
        number => format!("{short} {number}"),
    }
}

/// Name of a lane, fit for a terminal.
pub(crate) fn lane(label: &str, model: &str, simulated: bool) -> String {
    plain(&race::lane_name(label, model, simulated))
}

/// `2026-11-21 00:33:59 UTC`, from RFC 3339 in UTC.
pub(crate) fn moment(started_at: &str) -> String {
    match (started_at.get(..10), started_at.get(11..19)) {
        (Some(day), Some(time)) => format!("{day} {time} UTC"),
        _ => one_line(started_at),
    }
}

/// The number of terminal columns a text takes: two for a wide letter or an emoji, none for a combining accent.
pub(crate) fn columns(text: &str) -> usize {
    text.width()
}

/// At most `width` columns, ending in `…` if truncated.
pub(crate) fn clipped(text: &str, width: usize) -> String {
    if columns(text) <= width {
        return text.to_owned();
    }
    let mut used = 1;
    let mut out: String = text
        .chars()
        .take_while(|c| {
            used += c.width().unwrap_or(0);
            used <= width
        })
        .collect();
    out.push('…');
    out
}

/// The text padded with spaces to `width` columns; a wider one stays as it is.
pub(crate) fn padded(mut text: String, width: usize) -> String {
    text.push_str(&" ".repeat(width.saturating_sub(columns(&text))));
    text
}

/// The text wrapped at `width` columns between words; further lines begin with `indent`. A longer word stays whole.
pub(crate) fn wrapped(text: &str, width: Option<usize>, indent: &str) -> String {
    let Some(width) = width else { return text.to_owned() };
    let mut out = String::with_capacity(text.len());
    let mut used = 0;
    for (index, word) in text.split(' ').enumerate() {
        let length = columns(word);
        if index == 0 {
            used = length;
        } else if used + 1 + length <= width {
            out.push(' ');
            used += 1 + length;
        } else {
            out.push('\n');
            out.push_str(indent);
            used = columns(indent) + length;
        }
        out.push_str(word);
    }
    out
}

/// The text on one line.
pub(crate) fn one_line(text: &str) -> String {
    plain(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The text without control sequences and direction changes, because a provider's text is not trusted.
pub(crate) fn plain(text: &str) -> String {
    report::plain(text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_named_unless_its_unit_is_its_name() {
        let known = |metric: Metric, value| labelled(metric.definition(), value);
        assert_eq!(known(Metric::TtftMs, 301.2), "TTFT 301 ms", "one of several times");
        assert_eq!(known(Metric::DecodeTps, 96.04), "96.0 tok/s", "the speed of one request");
        assert_eq!(known(Metric::E2eTps, 80.0), "E2E tok/s 80.0", "and not another speed");
        assert_eq!(
            names(&[Metric::TtftMs, Metric::CostUsd]),
            "TTFT: time to first token.",
            "a name that is no abbreviation needs no explanation"
        );
    }

    #[test]
    fn a_sentence_is_broken_between_its_words() {
        assert_eq!(wrapped("one two three", None, " "), "one two three", "a file has no width");
        assert_eq!(wrapped("one two three", Some(7), " "), "one two\n three", "where it is full");
        assert_eq!(
            wrapped("a/long/word b", Some(4), "  "),
            "a/long/word\n  b",
            "never inside a word"
        );
        assert_eq!(wrapped("  a b", Some(4), "  "), "  a\n  b", "set in as it was");
    }

    #[test]
    fn a_text_that_is_cut_says_so() {
        assert_eq!(clipped("abcdef", 6), "abcdef", "what fits stays whole");
        assert_eq!(clipped("abcdefg", 6), "abcde…", "the cut is visible and within the width");
        assert_eq!(clipped("äöüß", 3), "äö…", "columns are counted, not bytes");
        assert_eq!(clipped("通义千问", 6), "通义…", "a wide letter is never cut in half");
        assert_eq!(padded("通义".to_owned(), 6), "通义  ", "and takes two columns");
    }
}
