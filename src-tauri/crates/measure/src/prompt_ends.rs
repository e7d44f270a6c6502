//! Prompts of about one length, and those of very different lengths, whose waits have no single median.

use serde::{Deserialize, Serialize};

use crate::metric::Metric;
use crate::spread::Spread;

/// Prompts whose lengths differ by more than this factor are another task, whatever tokenizer counted them. As in a
/// prediction, where a prompt within 25 % of a measured length counts as measured.
pub const ALIKE_PROMPTS: f64 = 1.25;

/// Input tokens below which a few more change no wait that can be seen: "Hi." and "Hello there." are one length.
pub const LEAST_PROMPT_TOKENS: f64 = 16.0;

/// Whether a longer prompt alone makes a number worse, so that over prompts of several lengths it has no single median.
pub fn waits_for_the_prompt(metric: Metric) -> bool {
    matches!(metric, Metric::TtftMs | Metric::TtfatMs | Metric::LatencyMs | Metric::CostUsd)
}

/// Of prompts with so many input tokens each, up to how many tokens one is among the shortest, and from how many on among
/// the longest; `None` where all are of about one length, or no length is known.
pub fn prompt_ends(tokens: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let ends = tokens.filter(|tokens| tokens.is_finite()).fold(None, |ends, tokens| {
        let (least, most) = ends.unwrap_or((tokens, tokens));
        Some((tokens.min(least), tokens.max(most)))
    });
    let (least, most) = ends?;
    let short = ALIKE_PROMPTS * least.max(LEAST_PROMPT_TOKENS);
    (most > short).then_some((short, most / ALIKE_PROMPTS))
}

/// Medians over requests whose prompts are of about one length; means below five requests.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct AtPromptLength {
    /// Input tokens of one request.
    pub in_tokens: f64,
    /// How many requests were of about this length, within a factor of 1.25.
    pub n: u32,
    /// Time to first token, in milliseconds.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttft_ms: Option<f64>,
    /// Time to first answer token, in milliseconds.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttfat_ms: Option<f64>,
    /// End-to-end latency, in milliseconds.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latency_ms: Option<f64>,
    /// Cost of one request, in dollars.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
}

impl AtPromptLength {
    /// Those at the shortest and at the longest prompts of some requests, each of which has so many input tokens and such a `value` of a
    /// metric; `None` where all prompts are of about one length. What a few tokens add is below what any wait shows.
    pub fn ends<T>(
        requests: &[T],
        in_tokens: &dyn Fn(&T) -> Option<f64>,
        value: &dyn Fn(&T, Metric) -> Option<f64>,
    ) -> Option<[Self; 2]> {
        let (short, long) = prompt_ends(requests.iter().filter_map(in_tokens))?;
        let of = |is_wanted: &dyn Fn(f64) -> bool| {
            let own: Vec<&T> =
                requests.iter().filter(|one| in_tokens(one).is_some_and(is_wanted)).collect();
            let middle = |metric: Metric| {
                debug_assert!(waits_for_the_prompt(metric), "nothing else depends on it");
                Spread::of(own.iter().filter_map(|one| value(one, metric)))
                    .map(|spread| spread.typical(metric))
            };
            Some(Self {
                in_tokens: Spread::of(own.iter().filter_map(|one| in_tokens(one)))?.middle(),
                n: u32::try_from(own.len()).unwrap_or(u32::MAX),
                ttft_ms: middle(Metric::TtftMs),
                ttfat_ms: middle(Metric::TtfatMs),
                latency_ms: middle(Metric::LatencyMs),
                cost_usd: middle(Metric::CostUsd),
            })
        };
        Some([of(&|tokens| tokens <= short)?, of(&|tokens| tokens >= long)?])
    }

    /// One of its numbers.
    pub fn value(&self, metric: Metric) -> Option<f64> {
        match metric {
            Metric::TtftMs => self.ttft_ms,
            Metric::TtfatMs => self.ttfat_ms,
            Metric::LatencyMs => self.latency_ms,
            Metric::CostUsd => self.cost_usd,
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prompts_have_two_ends_where_they_are_more_than_a_quarter_apart() {
        let of = |tokens: &[f64]| prompt_ends(tokens.iter().copied());
        assert_eq!(of(&[100.0, 400.0, 1_000.0]), Some((125.0, 800.0)));
        assert_eq!(of(&[100.0, 125.0]), None, "about one length");
        assert_eq!(of(&[1.0, 20.0]), None, "a few tokens more are no wait");
        assert_eq!(of(&[1.0, 21.0, f64::NAN]), Some((20.0, 16.8)), "from there on they are");
        assert_eq!(of(&[]), None);
    }
}
