//! Prompts of about one length, and those of very different lengths, whose waits have no single median.

use crate::metric::Metric;

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
