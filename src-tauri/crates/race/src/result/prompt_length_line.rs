//! How a contender's time to first token grows with its prompts, from the levels of a sweep over their lengths.

use measure::{Metric, PromptLength, TtftByLength, percentile};
use serde::{Deserialize, Serialize};

use crate::result::level::Level;
use crate::result::sample::Sample;

/// The line of a contender's times to first token over the uncached input tokens of its prompts.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct PromptLengthLine {
    /// The line.
    #[serde(flatten)]
    pub line: TtftByLength,
    /// Median round trip of the network, which is part of every time to first token, in milliseconds; absent if unknown.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network_ms: Option<f64>,
    /// Whether the provider counted the input tokens; otherwise they are `o200k_base` tokens, and cached tokens are
    /// unknown.
    pub counted_by_server: bool,
}

/// A point of the line, where a chart of the levels has it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, specta::Type)]
pub struct PromptLengthPoint {
    /// Length of the prompt in `o200k_base` tokens, as the levels were asked for.
    pub prompt_tokens: f64,
    /// The line's time to first token, in milliseconds.
    pub ttft_ms: f64,
}

/// Parts between two measured lengths, so that the line is as it should be over a logarithmic axis.
const PARTS: u32 = 12;

impl PromptLengthLine {
    /// The line of these levels; `None` unless two of their lengths are far enough apart. Levels with deliberately
    /// cached prompts are excluded: how long a cached token takes is another question.
    pub fn of(levels: &[&Level]) -> Option<Self> {
        let cold = cold(levels);
        let good = || cold.iter().flat_map(|(level, _)| ok(level));
        let counted_by_server = good().all(|sample| sample.in_tokens_server.is_some());
        let length = |one: &(&Level, u32)| {
            let (level, _) = one;
            Some(PromptLength {
                tokens: read(one, counted_by_server)?,
                ttft_ms: ok(level).filter_map(|sample| sample.value(Metric::TtftMs)).collect(),
                in_flight: f64::from(level.concurrency.unwrap_or(1)),
            })
        };
        let lengths: Vec<PromptLength> = cold.iter().filter_map(length).collect();
        Some(Self {
            line: TtftByLength::of(&lengths)?,
            network_ms: middle(good().filter_map(|sample| sample.value(Metric::RttMs))),
            counted_by_server,
        })
    }

    /// The line over these levels, from the shortest to the longest, in their own lengths; empty where it surely does not fit.
    pub(crate) fn points(&self, levels: &[&Level]) -> Vec<PromptLengthPoint> {
        if self.line.is_straight == Some(false) {
            return Vec::new();
        }
        // What was asked for, and what the provider read of it.
        let mut ends: Vec<(f64, f64)> = cold(levels)
            .iter()
            .filter_map(|one| Some((f64::from(one.1), read(one, self.counted_by_server)?)))
            .collect();
        ends.sort_by(|a, b| a.0.total_cmp(&b.0));
        let at = |(prompt_tokens, read): (f64, f64)| PromptLengthPoint {
            prompt_tokens,
            ttft_ms: self.line.base_ms + self.line.ms_per_token * read,
        };
        let between = ends.iter().zip(ends.iter().skip(1)).flat_map(|(from, to)| {
            (0..PARTS).map(move |part| {
                // Equal steps on a logarithmic axis.
                let asked = from.0 * (to.0 / from.0).powf(f64::from(part) / f64::from(PARTS));
                let share = (asked - from.0) / (to.0 - from.0);
                at((asked, from.1 + share * (to.1 - from.1)))
            })
        });
        between.chain(ends.last().map(|end| at(*end))).filter(|point| point.ttft_ms > 0.0).collect()
    }
}

/// The levels whose prompts were not cached on purpose, and what they were asked for.
fn cold<'a>(levels: &[&'a Level]) -> Vec<(&'a Level, u32)> {
    let of_unique = levels.iter().filter(|level| !level.cached);
    of_unique.filter_map(|level| Some((*level, level.prompt_tokens?))).collect()
}

/// The input tokens that were read at a level: uncached ones by the provider's count, or as many as were asked for.
fn read((level, asked): &(&Level, u32), counted_by_server: bool) -> Option<f64> {
    if counted_by_server {
        return middle(ok(level).filter_map(uncached));
    }
    Some(f64::from(*asked))
}

fn ok(level: &Level) -> impl Iterator<Item = &Sample> {
    level.samples.iter().filter(|sample| sample.status.is_ok())
}

/// Input tokens that did not come from the prompt cache; at least 1, because the last one is always read.
fn uncached(sample: &Sample) -> Option<f64> {
    let all = f64::from(sample.in_tokens_server?);
    let cached = sample.value(Metric::CachedReadTokens).unwrap_or(0.0);
    Some((all - cached).max(1.0))
}

fn middle(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut sorted: Vec<f64> = values.filter(|value| value.is_finite()).collect();
    sorted.sort_by(f64::total_cmp);
    percentile(&sorted, 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::knee::tests::answered;

    fn level(tokens: u32, cached: bool, server: Option<u32>) -> Level {
        let ttft_ms = if cached { 210.0 } else { 200.0 + 0.05 * f64::from(tokens) };
        let one = Sample { in_tokens_server: server, ..answered(ttft_ms, 1e4) };
        Level {
            prompt_tokens: Some(tokens),
            cached,
            concurrency: Some(1),
            samples: vec![one; 10],
            ..Level::default()
        }
    }

    fn line(levels: &[Level]) -> Option<PromptLengthLine> {
        PromptLengthLine::of(&levels.iter().collect::<Vec<_>>())
    }

    #[test]
    fn the_line_is_that_of_the_prompts_that_were_read() {
        let cold = [100, 1_000, 10_000].map(|tokens| level(tokens, false, Some(tokens)));
        let cached = [100, 1_000, 10_000].map(|tokens| level(tokens, true, Some(tokens)));
        let both: Vec<Level> = cold.iter().cloned().chain(cached).collect();
        let found = line(&both).expect("three lengths");
        assert!((found.line.base_ms - 200.0).abs() < 1e-6, "{found:?}");
        assert!((found.line.ms_per_token - 0.05).abs() < 1e-9, "{found:?}");
        assert_eq!(line(&cold), Some(found), "what came from the cache changes nothing");
        assert!(found.counted_by_server, "each was counted");
    }

    #[test]
    fn without_the_providers_count_lengths_are_as_they_were_asked_for() {
        let levels = [100, 1_000].map(|tokens| level(tokens, false, None));
        let found = line(&levels).expect("two lengths");
        assert!(!found.counted_by_server, "which is said");
        assert!((found.line.to_tokens - 1_000.0).abs() < 1e-9, "o200k tokens: {found:?}");
    }

    #[test]
    fn the_drawn_line_passes_where_a_straight_line_has_its_medians() {
        let levels = [100, 1_000, 10_000].map(|tokens| level(tokens, false, Some(tokens + 7)));
        let levels: Vec<&Level> = levels.iter().collect();
        let found = PromptLengthLine::of(&levels).expect("three lengths");
        let drawn = found.points(&levels);
        for (tokens, point) in [(100.0, drawn.first()), (10_000.0, drawn.last())] {
            let point = point.expect("there are points");
            assert!((point.prompt_tokens - tokens).abs() < 1e-6, "from end to end: {point:?}");
            assert!((point.ttft_ms - 200.0 - 0.05 * tokens).abs() < 1e-6, "{point:?}");
        }
        assert!(drawn.len() > 20, "bent enough for a logarithmic axis: {}", drawn.len());
        let bent = TtftByLength { is_straight: Some(false), ..found.line };
        let bent = PromptLengthLine { line: bent, ..found };
        assert_eq!(bent.points(&levels), [], "what is no line is not drawn as one");
    }

    #[test]
    fn a_sweep_over_loads_has_no_line() {
        let loads = [1, 8].map(|streams| Level {
            prompt_tokens: None,
            concurrency: Some(streams),
            ..level(100, false, Some(100))
        });
        assert_eq!(line(&loads), None, "its prompts are of one length");
    }
}
