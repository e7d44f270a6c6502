//! Rate limits that a server reports, and when to retry.

use std::collections::BTreeMap;

use hyper::header::{self, HeaderMap};
use time::OffsetDateTime;
use time::format_description::well_known::{Rfc2822, Rfc3339};

/// Numbers above this are seconds since 1970, not from now: it is in 2001.
const EPOCH: f64 = 1e9;
/// Above this they are milliseconds since 1970.
const EPOCH_MS: f64 = 1e12;

/// One limit of an account, from headers.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Limit {
    /// The limit.
    pub(crate) most: Option<String>,
    /// Whether it is exhausted.
    pub(crate) is_used_up: bool,
    /// Time until it is reset, in milliseconds.
    pub(crate) back_ms: Option<u32>,
}

/// The limits in the headers, by subject: `requests`, `tokens`, `input tokens`, `requests day` …
pub(crate) fn limits(headers: &HeaderMap) -> BTreeMap<String, Limit> {
    let now = server_time(headers);
    let mut all: BTreeMap<String, Limit> = BTreeMap::new();
    for (name, value) in headers {
        let Ok(value) = value.to_str() else { continue };
        let (family, rest) = if let Some((_, rest)) = name.as_str().split_once("ratelimit-") {
            ("requests", rest)
        } else if let Some((_, rest)) = name.as_str().split_once("tokenlimit-") {
            ("tokens", rest)
        } else {
            continue;
        };
        let is_field = |part: &&str| matches!(*part, "limit" | "remaining" | "reset");
        let Some(field) = rest.split('-').find(is_field) else { continue };
        let of: Vec<&str> = rest.split('-').filter(|part| !is_field(part)).collect();
        let of = if of.is_empty() { family.to_owned() } else { of.join(" ") };
        let limit = all.entry(of).or_default();
        match field {
            "limit" => limit.most = Some(value.to_owned()),
            "remaining" => limit.is_used_up = value.parse().is_ok_and(|left: f64| left <= 0.0),
            _ => limit.back_ms = until(value, now),
        }
    }
    all
}

/// The wait that the server asks for, in milliseconds. A date is compared with the server's own clock.
pub(crate) fn retry_after_ms(headers: &HeaderMap) -> Option<u32> {
    let text = |name: &str| headers.get(name)?.to_str().ok().map(str::trim);
    if let Some(ms) = text("retry-after-ms").and_then(|ms| ms.parse::<f64>().ok()) {
        return whole_ms(ms);
    }
    until(text("retry-after")?, server_time(headers))
}

/// The wait in a sentence such as `Please try again in 20s.` or `resets in ~1m30s`.
pub(crate) fn told_ms(sentence: &str) -> Option<u32> {
    let mut words = sentence.split_whitespace();
    while let Some(word) = words.next() {
        if word == "in" {
            let next = words.clone().next()?.trim_start_matches('~').trim_end_matches(['.', ',']);
            if let Some(ms) = length_ms(next) {
                return Some(ms);
            }
        }
    }
    None
}

/// A duration in milliseconds, if the number is valid.
fn whole_ms(ms: f64) -> Option<u32> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to the range"
    )]
    (ms.is_finite() && ms >= 0.0).then(|| ms.min(f64::from(u32::MAX)) as u32)
}

/// The server's time, in milliseconds since 1970.
fn server_time(headers: &HeaderMap) -> Option<f64> {
    let date = OffsetDateTime::parse(headers.get(header::DATE)?.to_str().ok()?, &Rfc2822).ok()?;
    Some(epoch_ms(date))
}

fn epoch_ms(date: OffsetDateTime) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "exact for some 285,000 years")]
    let seconds = date.unix_timestamp() as f64;
    seconds * 1e3 + f64::from(date.millisecond())
}

/// Parses seconds, a duration such as `6m0s`, a date, or a number since 1970.
fn until(text: &str, now: Option<f64>) -> Option<u32> {
    let since_now = |at: f64| whole_ms((at - now?).max(0.0));
    if let Ok(number) = text.trim().parse::<f64>() {
        return match number {
            EPOCH_MS.. => since_now(number),
            EPOCH.. => since_now(number * 1e3),
            _ => whole_ms(number * 1e3),
        };
    }
    let date =
        OffsetDateTime::parse(text, &Rfc3339).or_else(|_| OffsetDateTime::parse(text, &Rfc2822));
    date.map_or_else(|_| length_ms(text.trim()), |date| since_now(epoch_ms(date)))
}

/// A duration such as `1h2m`, `6m0s`, `59.56s` or `20ms`, in milliseconds.
pub(crate) fn length_ms(mut text: &str) -> Option<u32> {
    let mut ms = 0.0;
    if text.is_empty() {
        return None;
    }
    while !text.is_empty() {
        let (number, rest) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic())?);
        let (unit, rest) =
            rest.split_at(rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len()));
        let each = match unit {
            "ms" => 1.0,
            "s" => 1e3,
            "m" => 60e3,
            "h" => 3_600e3,
            "d" => 86_400e3,
            _ => return None,
        };
        ms += number.parse::<f64>().ok()? * each;
        text = rest;
    }
    whole_ms(ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(of: &[(&'static str, &'static str)]) -> HeaderMap {
        of.iter()
            .map(|(name, value)| {
                (header::HeaderName::from_static(name), header::HeaderValue::from_static(value))
            })
            .collect()
    }

    const DATE: (&str, &str) = ("date", "Fri, 20 Nov 2026 11:00:00 GMT");

    #[test]
    fn every_way_to_say_when_to_come_back_is_read() {
        for (given, expected) in [
            (vec![("retry-after", "7")], Some(7_000)),
            (vec![("retry-after", "1.5")], Some(1_500)),
            (vec![("retry-after-ms", "250"), ("retry-after", "7")], Some(250)),
            (vec![DATE, ("retry-after", "Fri, 20 Nov 2026 11:00:12 GMT")], Some(12_000)),
            (vec![DATE, ("retry-after", "Fri, 20 Nov 2026 10:59:00 GMT")], Some(0)),
            (vec![("retry-after", "Fri, 20 Nov 2026 11:00:12 GMT")], None),
            (vec![("retry-after", "soon")], None),
            (vec![("retry-after", "-1")], None),
            (vec![], None),
        ] {
            assert_eq!(retry_after_ms(&headers(&given)), expected, "{given:?}");
        }
    }

    #[test]
    fn a_sentence_that_says_how_long_is_read_too() {
        for (said, expected) in [
            ("Limit 3, Used 3. Please try again in 20s.", Some(20_000)),
            ("Please try again in 6m0s. Contact us in Paris.", Some(360_000)),
            ("Your rate limit resets in ~30s.", Some(30_000)),
            ("Try again in 857ms", Some(857)),
            ("You are limited to 20 API calls in a minute.", None),
            ("in", None),
        ] {
            assert_eq!(told_ms(said), expected, "{said}");
        }
    }

    #[test]
    fn the_limits_of_every_provider_are_reported_alike() {
        let openai = limits(&headers(&[
            ("x-ratelimit-limit-requests", "30"),
            ("x-ratelimit-remaining-requests", "0"),
            ("x-ratelimit-reset-requests", "1m2.5s"),
            ("x-ratelimit-remaining-tokens", "5999"),
        ]));
        let used_up = Limit { most: Some("30".into()), is_used_up: true, back_ms: Some(62_500) };
        assert_eq!(openai.get("requests"), Some(&used_up), "OpenAI's and Groq's way");
        assert_eq!(
            openai.get("tokens").map(|limit| limit.is_used_up),
            Some(false),
            "there is some left"
        );
        let anthropic = limits(&headers(&[
            DATE,
            ("anthropic-ratelimit-input-tokens-remaining", "0"),
            ("anthropic-ratelimit-input-tokens-reset", "2026-11-20T11:00:09Z"),
        ]));
        let used_up = Limit { most: None, is_used_up: true, back_ms: Some(9_000) };
        assert_eq!(anthropic.get("input tokens"), Some(&used_up), "Anthropic's way, by its clock");
        let openrouter = limits(&headers(&[
            DATE,
            ("x-ratelimit-remaining", "0"),
            ("x-ratelimit-reset", "1795172405000"),
        ]));
        let used_up = Limit { most: None, is_used_up: true, back_ms: Some(5_000) };
        assert_eq!(openrouter.get("requests"), Some(&used_up), "OpenRouter's way");
        let together = limits(&headers(&[("x-tokenlimit-remaining", "0"), ("x-request-id", "1")]));
        assert!(together.get("tokens").is_some_and(|limit| limit.is_used_up), "Together's way");
        assert_eq!(together.len(), 1, "nothing else is a limit");
    }
}
