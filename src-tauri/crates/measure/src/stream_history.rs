//! One stream prepared for playback: what had arrived by any moment.

use serde::{Deserialize, Serialize};

use crate::places::{placed, ticks_ms};
use crate::units::float;
use crate::{Kind, Recording, ShownTokens};

/// Window of the live rate, in nanoseconds.
pub const RATE_WINDOW_NS: u64 = 1_000_000_000;
/// Shortest window of the live rate, in nanoseconds; over less time the rate would jump.
const SHORTEST_NS: u64 = 200_000_000;
/// Interval between two rates of a history, in microseconds.
pub const RATE_EVERY_US: u32 = 100_000;
/// Maximum number of rates in a history: one hour.
const MOST_RATES: usize = 36_000;
/// Tokens between two ticks on the track.
const TICK_TOKENS: u32 = 100;

/// The current rate in tokens per second. `tokens` arrived within the last second or, if that is more recent, after the
/// first read, whose own tokens belong to no interval. Absent during the first fifth of a second.
pub fn live_rate(tokens: f64, since_first_ns: u64) -> Option<f64> {
    let span = since_first_ns.min(RATE_WINDOW_NS);
    (span >= SHORTEST_NS).then(|| tokens / float(span) * 1e9)
}

/// The progress of one request. Times are in microseconds since the start gun. The lists from `at_us` on have one entry
/// per timestamp at which text arrived. Text lengths are in UTF-16 code units.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct StreamHistory {
    /// When the request was sent.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent_us: Option<u32>,
    /// When the first visible text arrived.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_any_us: Option<u32>,
    /// When the first text of the answer arrived.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_answer_us: Option<u32>,
    /// When the body ended or broke.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed_us: Option<u32>,
    /// When text arrived.
    pub at_us: Vec<u32>,
    /// Output tokens that had arrived by then.
    pub tokens: Vec<u32>,
    /// Length of the reasoning by then.
    pub reasoning_to: Vec<u32>,
    /// Length of the answer by then; 0 before the last rewrite, because rewritten drafts are not kept.
    pub answer_to: Vec<u32>,
    /// Length of the tool calls by then.
    pub tools_to: Vec<u32>,
    /// When each hundredth token had arrived.
    pub ticks_us: Vec<u32>,
    /// Tokens per second over the last second, every [`RATE_EVERY_US`] from the start gun until the last text, for an
    /// hour at most; absent while there is no rate.
    pub rates: Vec<Option<f64>>,
}

impl StreamHistory {
    /// Computes the progress of a recording of these tokens.
    pub fn of(recording: &Recording, shown: &ShownTokens) -> Self {
        let timeline = &recording.timeline;
        let since_gun = |at_ns: u64| us(at_ns.saturating_sub(timeline.plan_ns));
        let mut history = Self {
            sent_us: timeline.send_ns.map(since_gun),
            first_any_us: timeline.first_any_ns().map(since_gun),
            first_answer_us: timeline.first_answer_ns().map(since_gun),
            closed_us: timeline.close_ns.map(since_gun),
            ticks_us: ticks_ms(timeline, shown, TICK_TOKENS).into_iter().map(us_of_ms).collect(),
            ..Self::default()
        };
        let mut texts = TextCursors::of(recording);
        let mut arrived: Vec<(u64, u32)> = Vec::new();
        for (index, (mark, so_far)) in placed(timeline, shown).enumerate() {
            texts.take(index, mark.kind, mark.text_bytes);
            let at_ns = mark.at_ns.saturating_sub(timeline.plan_ns);
            arrived.push((at_ns, so_far));
            history.put(us(at_ns), so_far, &texts);
        }
        history.rates = rates(&arrived);
        history
    }

    /// The same progress in at most about `most` entries, for a picture with no more pixels than that. The time between
    /// the first and the last text is divided into `most` parts, and the last entry of each part is kept. What had
    /// arrived by the end of a part is exact; within it, text may appear to come as late as its end.
    #[must_use]
    pub fn thinned(mut self, most: u32) -> Self {
        let (Some(first), Some(last)) = (self.at_us.first().copied(), self.at_us.last().copied())
        else {
            return self;
        };
        if self.at_us.len() <= most as usize {
            return self;
        }
        let part = |at_us: u32| {
            u64::from(at_us - first) * u64::from(most) / u64::from(last - first).max(1)
        };
        let kept: Vec<usize> = (0..self.at_us.len())
            .filter(|index| {
                let next = self.at_us.get(index + 1).copied().map(part);
                *index == 0 || self.at_us.get(*index).copied().map(part) != next
            })
            .collect();
        for list in [
            &mut self.at_us,
            &mut self.tokens,
            &mut self.reasoning_to,
            &mut self.answer_to,
            &mut self.tools_to,
        ] {
            *list = kept.iter().filter_map(|index| list.get(*index).copied()).collect();
        }
        self
    }

    /// Events completed by one read share their timestamp and form one entry.
    fn put(&mut self, at_us: u32, tokens: u32, texts: &TextCursors<'_>) {
        if self.at_us.last() == Some(&at_us) {
            for list in
                [&mut self.tokens, &mut self.reasoning_to, &mut self.answer_to, &mut self.tools_to]
            {
                list.pop();
            }
        } else {
            self.at_us.push(at_us);
        }
        self.tokens.push(tokens);
        self.reasoning_to.push(texts.reasoning.units);
        self.answer_to.push(texts.answer.units);
        self.tools_to.push(texts.tool.units);
    }
}

/// How far each part of a transcript has been read.
struct TextCursors<'a> {
    reasoning: TranscriptReader<'a>,
    answer: TranscriptReader<'a>,
    tool: TranscriptReader<'a>,
    /// Index of the text mark at which the final answer begins.
    answer_from: usize,
}

#[derive(Default)]
struct TranscriptReader<'a> {
    text: &'a str,
    bytes: usize,
    units: u32,
}

impl<'a> TranscriptReader<'a> {
    fn of(text: &'a str) -> Self {
        Self { text, ..Self::default() }
    }

    fn take(&mut self, bytes: u32) {
        let end = self.bytes + bytes as usize;
        let units = self.text.get(self.bytes..end).map_or(0, |piece| piece.encode_utf16().count());
        self.units += u32::try_from(units).unwrap_or(u32::MAX);
        self.bytes = end;
    }
}

impl<'a> TextCursors<'a> {
    fn of(recording: &'a Recording) -> Self {
        let transcript = &recording.transcript;
        let rewritten = recording
            .timeline
            .text()
            .enumerate()
            .filter(|(_, mark)| mark.kind == Kind::Rewrite)
            .last()
            .map_or(0, |(index, _)| index);
        Self {
            reasoning: TranscriptReader::of(&transcript.reasoning),
            answer: TranscriptReader::of(&transcript.answer),
            tool: TranscriptReader::of(&transcript.tool),
            answer_from: rewritten,
        }
    }

    fn take(&mut self, index: usize, kind: Kind, bytes: u32) {
        match kind {
            Kind::Reasoning => self.reasoning.take(bytes),
            Kind::Answer | Kind::Rewrite if index >= self.answer_from => self.answer.take(bytes),
            Kind::ToolName | Kind::Tool => self.tool.take(bytes),
            _ => {}
        }
    }
}

/// The rate at every step of the clock. `arrived` holds timestamps since the start gun with the number of tokens so
/// far.
fn rates(arrived: &[(u64, u32)]) -> Vec<Option<f64>> {
    let (Some((first, _)), Some((last, _))) = (arrived.first(), arrived.last()) else {
        return Vec::new();
    };
    let every = u64::from(RATE_EVERY_US) * 1_000;
    let by = |at_ns: u64| {
        let count = arrived.partition_point(|(stamp, _)| *stamp <= at_ns);
        count.checked_sub(1).and_then(|index| arrived.get(index)).map_or(0, |(_, so_far)| *so_far)
    };
    (0..=last / every)
        .take(MOST_RATES)
        .map(|step| {
            let now = step * every;
            let since_first = now.checked_sub(*first)?;
            let before = by(now.saturating_sub(RATE_WINDOW_NS).max(*first));
            live_rate(f64::from(by(now).saturating_sub(before)), since_first)
        })
        .collect()
}

fn us(ns: u64) -> u32 {
    u32::try_from(ns / 1_000).unwrap_or(u32::MAX)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a stamp since the gun, never negative"
)]
fn us_of_ms(ms: f64) -> u32 {
    (ms * 1e3) as u32
}

#[cfg(test)]
#[path = "stream_history_tests.rs"]
mod tests;
