//! The findings of a sweep over prompt lengths, in sentences: how TTFT grows with the prompt, and what a prompt cache
//! saves.

use measure::{Interval, Metric, Spread, Unit, format};

use crate::result::level::Level;
use crate::result::prompt_length_line::PromptLengthLine;

/// The findings of complete levels, one or two sentences each; empty unless their prompts differ in length.
pub(crate) fn findings(levels: &[&Level]) -> Vec<String> {
    if !levels.iter().any(|level| level.prompt_tokens.is_some()) {
        return Vec::new();
    }
    let line = PromptLengthLine::of(levels).map_or_else(
        || {
            "How TTFT grows with the prompt is unknown: it needs answers at two lengths, one at least twice the other."
                .to_owned()
        },
        |line| of_line(&line),
    );
    std::iter::once(line).chain(from_cache(levels)).collect()
}

/// `TTFT = base + slope · uncached input`, as far as it is certain.
fn of_line(PromptLengthLine { line, network_ms, counted_by_server }: &PromptLengthLine) -> String {
    let per_thousand = |ms_per_token: f64| format::duration((ms_per_token * 1e3).max(0.0));
    let between = |ci: Option<Interval>, scale: f64| {
        ci.map_or_else(String::new, |ci| {
            let [low, high] = [ci.low, ci.high].map(|end| format::duration((end * scale).max(0.0)));
            format!(" (95 % CI {low} to {high}, if requests are independent)")
        })
    };
    let (from, to) = (format::whole(line.from_tokens), format::whole(line.to_tokens));
    let counter = if *counted_by_server { "" } else { ", counted in o200k tokens" };
    if line.is_straight == Some(false) {
        return format!(
            "TTFT does not grow in a straight line with the prompt (95 % confidence): by {} per 1,000 uncached input tokens from the shortest length to the next, and by {} from the second longest to the longest. Measured from {from} to {to} tokens{counter}; what a longer prompt takes is unknown.",
            per_thousand(line.first_ms_per_token),
            per_thousand(line.last_ms_per_token)
        );
    }
    let off = if line.lengths < 3 {
        "A third length would tell whether it is a straight line.".to_owned()
    } else {
        format!(
            "Every median is within {} of that line.",
            Unit::Share.written(line.most_off.max(0.01))
        )
    };
    if let Some(ci) = line.ms_per_token_ci.filter(|ci| ci.high < 0.0) {
        return format!(
            "TTFT does not grow with the prompt: it falls by {} (95 % CI {} to {}) for every 1,000 uncached input tokens. Measured from {from} to {to} tokens{counter}; beyond, it is unknown. {off}",
            per_thousand(-line.ms_per_token),
            per_thousand(-ci.high),
            per_thousand(-ci.low),
        );
    }
    let network = network_ms.map_or_else(String::new, |ms| {
        format!(", of which the network's round trip is {},", format::milliseconds(ms))
    });
    let rate = match line.grows() {
        Some(true) => {
            format!(", or {} tokens read per second", format::whole(1e3 / line.ms_per_token))
        }
        Some(false) => ", which may also be zero".to_owned(),
        None => "; too few requests for an interval".to_owned(),
    };
    format!(
        "TTFT is {}{}{network} plus {}{} for every 1,000 uncached input tokens{rate}. Measured from {from} to {to} tokens{counter}; beyond, it is extrapolated. {off}",
        format::duration(line.base_ms.max(0.0)),
        between(line.base_ci, 1.0),
        per_thousand(line.ms_per_token),
        between(line.ms_per_token_ci, 1e3),
    )
}

/// The times of the levels from the cache, beside those of the uncached levels of the same length.
fn from_cache(levels: &[&Level]) -> Option<String> {
    let ttft = |level: &Level| level.ttft().map(Spread::middle);
    let told: Vec<String> = levels
        .iter()
        .filter(|level| level.cached)
        .filter_map(|level| {
            let cold = levels
                .iter()
                .find(|other| !other.cached && other.prompt_tokens == level.prompt_tokens)?;
            let (without, with) = (ttft(cold)?, ttft(level)?);
            let read = level.summary.get(Metric::CachedReadTokens.id()).map(Spread::middle);
            let read = match read.filter(|read| *read > 0.0) {
                Some(read) => format!("{} from the cache", format::whole(read)),
                None => "none of them reported as cached".to_owned(),
            };
            Some(format!(
                "{} instead of {} at {} tokens ({read})",
                format::duration(with),
                format::duration(without),
                format::whole(f64::from(level.prompt_tokens?)),
            ))
        })
        .collect();
    (!told.is_empty())
        .then(|| format!("When the same prompt is sent again, TTFT is {}.", told.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::knee::tests::answered;
    use crate::result::sample::Sample;

    fn level(tokens: u32, cached: bool, ttft_ms: impl Fn(f64) -> f64) -> Level {
        let one = |number: u32| {
            // Some scatter, the same at every length.
            let about = 1.0 + (f64::from(number) - 4.5) / 500.0;
            Sample {
                in_tokens_server: Some(tokens),
                cached_read_tokens: cached.then_some(tokens - 1),
                ..answered(ttft_ms(f64::from(tokens)) * about, 1e4)
            }
        };
        let mut level = Level {
            prompt_tokens: Some(tokens),
            cached,
            concurrency: Some(1),
            samples: (0..10).map(one).collect(),
            ..Level::default()
        };
        level.summarise();
        level
    }

    fn said(levels: &[Level]) -> String {
        findings(&levels.iter().collect::<Vec<_>>()).join(" ")
    }

    #[test]
    fn it_says_the_line_its_range_and_what_the_cache_saves() {
        let cold = [1_000, 10_000, 100_000].map(|n| level(n, false, |n| 200.0 + 0.05 * n));
        let cached = level(10_000, true, |_| 210.0);
        let said = said(&cold.into_iter().chain([cached]).collect::<Vec<_>>());
        for part in [
            "for every 1,000 uncached input tokens",
            "Measured from 1,000 to 100,000 tokens; beyond, it is extrapolated.",
            "TTFT is 210 ms instead of 700 ms at 10,000 tokens (9,999 from the cache)",
        ] {
            assert!(said.contains(part), "{part}: {said}");
        }
    }

    #[test]
    fn a_time_that_surely_falls_with_the_prompt_is_not_said_to_grow_by_nothing() {
        let falls = said(&[1_000, 10_000, 30_000].map(|n| level(n, false, |n| 900.0 - 0.02 * n)));
        assert!(falls.starts_with("TTFT does not grow with the prompt: it falls by 2"), "{falls}");
        assert!(!falls.contains("zero"), "{falls}");
    }

    #[test]
    fn no_line_is_reported_if_there_is_none() {
        let square = [1_000, 10_000, 50_000, 100_000]
            .map(|n| level(n, false, |n| 200.0 + 0.05 * n + 4e-6 * n * n));
        let bent = said(&square);
        assert!(bent.contains("does not grow in a straight line"), "{bent}");
        assert!(!bent.contains("TTFT is"), "{bent}");
        let flat = said(&[1_000, 10_000, 100_000].map(|n| level(n, false, |_| 200.0)));
        assert!(flat.contains("which may also be zero"), "{flat}");
        let one = said(&[level(1_000, false, |_| 200.0)]);
        assert!(one.contains("needs answers at two lengths"), "{one}");
        let two = said(&[1_000, 10_000].map(|n| level(n, false, |n| 200.0 + 0.05 * n)));
        assert!(two.contains("A third length would tell"), "{two}");
    }
}
