//! What a prompt cache saves: levels that sent one prompt again, beside those of the same length that did not.

use measure::{Interval, Metric, Spread};
use serde::{Deserialize, Serialize};

use crate::result::level::Level;
use crate::result::prompt_length_line::PromptLengthLine;

/// A level whose prompt was in the cache, beside the one of the same length whose prompts were not.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct CacheSaving {
    /// Length of the prompts in `o200k_base` tokens, as they were asked for.
    pub prompt_tokens: u32,
    /// Typical TTFT without the cache, in milliseconds.
    pub cold_ttft_ms: f64,
    /// Typical TTFT of the prompt that was sent again, in milliseconds.
    pub cached_ttft_ms: f64,
    /// Input tokens that the provider reports to have read from its cache; absent if it reports none.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached_tokens: Option<f64>,
    /// The share of the time that the prompt's length takes that the cache saved, as a range over the 95 % intervals of what it is
    /// computed from; below 0 where it may have saved nothing. Absent where the times do not show it.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saved_share: Option<Interval>,
}

/// What the cache saved at each of these levels that sent one prompt again; `line` is that of the others.
pub(crate) fn cache_savings(
    levels: &[&Level],
    line: Option<&PromptLengthLine>,
) -> Vec<CacheSaving> {
    let ttft = |level: &Level| level.ttft().map(Spread::middle);
    let of = |level: &Level| {
        let is_beside =
            |other: &&&Level| !other.cached && other.prompt_tokens == level.prompt_tokens;
        let cold = levels.iter().find(is_beside)?;
        let cached_tokens = level.summary.get(Metric::CachedReadTokens.id()).map(Spread::middle);
        let intervals = cold.ttft().and_then(|ttft| ttft.ci).zip(level.ttft()?.ci);
        Some(CacheSaving {
            prompt_tokens: level.prompt_tokens?,
            cold_ttft_ms: ttft(cold)?,
            cached_ttft_ms: ttft(level)?,
            cached_tokens,
            saved_share: line
                .zip(intervals)
                .and_then(|(line, (cold, warm))| saved_share(line, cold, warm)),
        })
    };
    levels.iter().filter(|level| level.cached).filter_map(|level| of(level)).collect()
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
    use measure::TtftByLength;

    use super::*;

    #[test]
    fn the_share_that_a_cache_saves_is_known_only_where_the_times_show_it() {
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
}
