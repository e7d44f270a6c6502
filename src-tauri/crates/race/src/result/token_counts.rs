//! The output token counts of one request, by source and part.

use cost::{TokenSource, tokens};
use measure::{Counts, Kind, ReasoningType, Recording};
use providers::Usage;

/// Output tokens as counted by the server and by us.
pub(crate) struct TokenCounts {
    pub(crate) source: TokenSource,
    /// By `source`.
    pub(crate) total: u64,
    server_reasoning: Option<u64>,
    server_total: Option<u64>,
    answer_neutral: u64,
    reasoning_neutral: u64,
    pub(crate) reasoning_type: ReasoningType,
}

impl TokenCounts {
    pub(crate) fn of(recording: &Recording, usage: &Usage, seen: ReasoningType) -> Self {
        let transcript = &recording.transcript;
        let answer_neutral = u64::from(tokens::count(&transcript.answer))
            + u64::from(tokens::count(&transcript.tool));
        let reasoning_neutral = u64::from(tokens::count(&transcript.reasoning));
        let neutral = answer_neutral + reasoning_neutral;
        // A count of 0 although there is text is not a count.
        let server_total = usage.out_total.filter(|total| *total > 0 || neutral == 0);
        let counted = usage.reasoning.is_some_and(|thought| thought > 0);
        let reasoning_type =
            if seen == ReasoningType::None && counted { ReasoningType::Hidden } else { seen };
        Self {
            source: if server_total.is_some() { TokenSource::Server } else { TokenSource::Neutral },
            total: server_total.unwrap_or(neutral),
            server_reasoning: usage.reasoning,
            server_total,
            answer_neutral,
            reasoning_neutral,
            reasoning_type,
        }
    }

    pub(crate) fn neutral(&self) -> u64 {
        self.answer_neutral + self.reasoning_neutral
    }

    /// (server − neutral) ÷ neutral in percent, if both counted the same text.
    pub(crate) fn count_diff_pct(&self) -> Option<f64> {
        let same_text = !matches!(
            self.reasoning_type,
            ReasoningType::Hidden | ReasoningType::Summary | ReasoningType::Redacted
        );
        let server = self.server_total.filter(|_| same_text && self.neutral() > 0)?;
        let neutral = f64::from(saturating_u32(self.neutral()));
        Some((f64::from(saturating_u32(server)) - neutral) / neutral * 100.0)
    }

    /// The counts for speed metrics. If the server does not split reasoning and answer, we count both phases.
    pub(crate) fn counts(&self, recording: &Recording) -> Counts {
        let (answer, reasoning) =
            match (self.reasoning_type, self.server_total, self.server_reasoning) {
                (ReasoningType::None, _, _) => (self.total, 0),
                (_, Some(total), Some(thought)) if thought > 0 => {
                    (total.saturating_sub(thought), thought)
                }
                _ => (self.answer_neutral, self.reasoning_neutral),
            };
        Counts {
            total: Some(self.total),
            answer: Some(answer),
            reasoning: Some(reasoning),
            first_chunk: first_chunk(recording, |_| true),
            first_answer_chunk: first_chunk(recording, Kind::is_answer),
            reasoning_type: self.reasoning_type,
        }
    }
}

/// Tokens in the first event with text of a wanted kind, counted by us; at least 1.
fn first_chunk(recording: &Recording, wanted: impl Fn(Kind) -> bool) -> u64 {
    let marks = recording.timeline.text().filter(|mark| wanted(mark.kind));
    let first = marks.clone().next().map(|mark| mark.event);
    let (mut answer, mut reasoning, mut tool) = (0, 0, 0);
    for mark in marks.take_while(|mark| Some(mark.event) == first) {
        match mark.kind {
            Kind::Reasoning => reasoning += mark.text_bytes,
            Kind::Tool => tool += mark.text_bytes,
            _ => answer += mark.text_bytes,
        }
    }
    let transcript = &recording.transcript;
    let counted: u64 = [
        (&transcript.answer, answer),
        (&transcript.reasoning, reasoning),
        (&transcript.tool, tool),
    ]
    .into_iter()
    .filter_map(|(text, bytes)| text.get(..bytes as usize))
    .map(|text| u64::from(tokens::count(text)))
    .sum();
    counted.max(1)
}

/// A count as `u32`, saturating.
pub(crate) fn saturating_u32(count: u64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
