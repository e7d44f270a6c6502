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
    let line = PromptLengthLine::of(levels);
    let grows = line.as_ref().map_or_else(
        || {
            "How TTFT grows with the prompt is unknown: it needs answers at two lengths, one at least twice the other."
                .to_owned()
        },
        of_line,
    );
    std::iter::once(grows).chain(from_cache(levels, line.as_ref())).collect()
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
fn from_cache(levels: &[&Level], line: Option<&PromptLengthLine>) -> Option<String> {
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
            let saved =
                line.and_then(|line| saved_share(line, cold.ttft()?.ci?, level.ttft()?.ci?));
            let saved = saved.map_or_else(String::new, |share| {
                let high = Unit::Share.written(share.high.clamp(0.0, 1.0));
                let share = if share.low > 0.0 {
                    format!("{} to {high}", Unit::Share.written(share.low.min(1.0)))
                } else {
                    format!("at most {high}")
                };
                format!(", which saves {share} of the time that the prompt's length takes")
            });
            Some(format!(
                "{} instead of {} at {} tokens ({read}){saved}",
                format::duration(with),
                format::duration(without),
                format::whole(f64::from(level.prompt_tokens?)),
            ))
        })
        .collect();
    (!told.is_empty())
        .then(|| format!("When the same prompt is sent again, TTFT is {}.", told.join("; ")))
}

/// The share of the time that a prompt's length takes that the cache saves: `(cold − warm) ÷ (cold − base)`, where `base` is
/// the line's TTFT of an empty prompt. `None` unless the line surely grows, is not known to be bent, and is above its base at
/// this length.
///
/// All three times are uncertain, and the extremes over their 95 % intervals are its interval. It is rather too wide: half
/// widths add up at most as here, whatever the correlation between the three. It is no count of tokens: a token from the cache
/// takes time too.
fn saved_share(line: &PromptLengthLine, cold: Interval, warm: Interval) -> Option<Interval> {
    let base = line.line.base_ci?;
    let is_known = line.line.is_straight != Some(false)
        && line.line.grows() == Some(true)
        && cold.low > base.high;
    if !is_known {
        return None;
    }
    // It is monotonic in each of them, so its extremes are where each is at an end.
    let ends = |of: Interval| [of.low, of.high];
    let shares = ends(base).into_iter().flat_map(|base| {
        ends(cold).into_iter().flat_map(move |cold| {
            ends(warm).into_iter().map(move |warm| (cold - warm) / (cold - base))
        })
    });
    let start = Interval { low: f64::INFINITY, high: f64::NEG_INFINITY };
    Some(
        shares.fold(start, |all, share| Interval {
            low: all.low.min(share),
            high: all.high.max(share),
        }),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::knee::tests::answered;
    use crate::result::sample::Sample;
    use measure::TtftByLength;

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
    fn the_share_that_a_cache_saves_is_said_only_where_the_times_show_it() {
        let saves = |lengths: &[u32], warm: f64| {
            let cold = lengths.iter().map(|n| level(*n, false, |n| 200.0 + 0.05 * n));
            let mut levels: Vec<Level> = cold.chain([level(10_000, true, |_| warm)]).collect();
            for spread in levels.iter_mut().flat_map(|level| level.summary.values_mut()) {
                let middle = spread.middle();
                spread.ci = Some(Interval { low: middle * 0.99, high: middle * 1.01 });
            }
            said(&levels)
        };
        let most = saves(&[1_000, 10_000, 100_000], 210.0);
        assert!(most.contains("% of the time that the prompt's length takes"), "{most}");
        assert!(!most.contains("at most"), "nearly all of it: {most}");
        let none = saves(&[1_000, 10_000, 100_000], 699.0);
        assert!(none.contains("which saves at most"), "perhaps nothing: {none}");
        let unknown = saves(&[10_000], 210.0);
        assert!(
            !unknown.contains("which saves"),
            "no line tells what a short prompt takes: {unknown}"
        );
        let line = TtftByLength {
            base_ms: 200.0,
            base_ci: Some(Interval { low: 190.0, high: 210.0 }),
            ms_per_token: 0.05,
            ms_per_token_ci: Some(Interval { low: 0.04, high: 0.06 }),
            from_tokens: 1_000.0,
            to_tokens: 100_000.0,
            lengths: 3,
            is_straight: Some(true),
            first_ms_per_token: 0.05,
            last_ms_per_token: 0.05,
            most_off: 0.01,
        };
        let line = PromptLengthLine { line, network_ms: None, counted_by_server: true };
        let (cold, warm) =
            (Interval { low: 690.0, high: 710.0 }, Interval { low: 300.0, high: 320.0 });
        let share = saved_share(&line, cold, warm).expect("it is known");
        // (690 − 320) ÷ (690 − 190), and (710 − 300) ÷ (710 − 210).
        assert!((share.low - 0.74).abs() < 1e-9 && (share.high - 0.82).abs() < 1e-9, "{share:?}");
        assert_eq!(
            saved_share(&line, Interval { low: 200.0, high: 400.0 }, warm),
            None,
            "at its base"
        );
        let bent = TtftByLength { is_straight: Some(false), ..line.line };
        let bent = PromptLengthLine { line: bent, ..line };
        assert_eq!(saved_share(&bent, cold, warm), None, "no line has a base");
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
