//! The speed of one phase: the text after the first read of each of its runs ÷ the time that text took.

use crate::phases::{Phase, PhaseRun, runs};
use crate::units::float;
use crate::{Timeline, Transcript};

/// Shortest decode time that gives a speed, in nanoseconds: below this it is shorter than a buffer flush, and a speed
/// computed from it is noise.
pub const SHORTEST_WRITING_NS: u64 = 5_000_000;
/// A phase of more tokens than this should arrive in at least [`ENOUGH_READS`] reads.
pub(crate) const MANY_TOKENS: u64 = 20;
/// Below this number of reads the pace is that of whatever held the tokens back: a speed is exact to about one read.
pub(crate) const ENOUGH_READS: u32 = 5;

/// One phase of a stream, run by run, with the `o200k_base` tokens of each run and of its first read.
pub(crate) struct PhasePace<'a> {
    runs: Vec<(PhaseRun<'a>, Amount, Amount)>,
}

/// An amount of text, in tokens or characters: of a whole run, and of its first read.
#[derive(Debug, Clone, Copy, Default)]
struct Amount {
    all: u64,
    first: u64,
}

impl<'a> PhasePace<'a> {
    /// `neutral` is the number of `o200k_base` tokens of the whole phase, `count` counts those of a part of it.
    pub(crate) fn of(
        timeline: &Timeline,
        transcript: &'a Transcript,
        phase: Phase,
        neutral: u64,
        count: &dyn Fn(&str) -> u64,
    ) -> Self {
        let runs = runs(timeline, transcript, phase);
        let is_one = runs.len() == 1;
        let sum = |texts: [&str; 3], of: &dyn Fn(&str) -> u64| -> u64 {
            texts.into_iter().filter(|text| !text.is_empty()).map(of).sum()
        };
        let characters = |text: &str| text.chars().count() as u64;
        let amounts = |run: PhaseRun<'a>| {
            let all = if is_one { neutral } else { sum(run.text, count) };
            let tokens = Amount { all, first: sum(run.first_text, count).min(all) };
            let letters =
                Amount { all: sum(run.text, &characters), first: sum(run.first_text, &characters) };
            (run, tokens, letters)
        };
        Self { runs: runs.into_iter().map(amounts).collect() }
    }

    /// Its first and last stamp.
    pub(crate) fn hull_ns(&self) -> Option<(u64, u64)> {
        let (first, ..) = self.runs.first()?;
        let (last, ..) = self.runs.last()?;
        Some((first.first_ns, last.last_ns))
    }

    /// Events with its text.
    pub(crate) fn chunks(&self) -> u32 {
        self.runs.iter().fold(0, |sum, (run, ..)| sum.saturating_add(run.chunks))
    }

    /// The time until other text followed, summed over its runs, in nanoseconds.
    pub(crate) fn lasted_ns(&self) -> u64 {
        let lasted = |run: &PhaseRun<'_>| run.until_ns.saturating_sub(run.first_ns);
        self.runs.iter().fold(0, |sum, (run, ..)| sum.saturating_add(lasted(run)))
    }

    /// The server's running count at its first read, if it sends one.
    pub(crate) fn first_count(&self) -> Option<u64> {
        self.runs.first()?.0.first_count.map(u64::from)
    }

    /// How many of its `tokens` came with the first read of its first run: in proportion to the tokens we count, at
    /// least one. `exact` is the server's own number.
    pub(crate) fn first_tokens(&self, tokens: u64, exact: Option<u64>) -> f64 {
        let neutral = self.neutral();
        let first = self.runs.first().map_or(0, |(_, own, _)| own.first);
        let scaled = || scaled(first, tokens, neutral).round().max(1.0);
        exact.map_or_else(scaled, |exact| float(exact.max(1))).min(float(tokens))
    }

    /// Its `tokens` per second.
    pub(crate) fn tokens_per_s(&self, tokens: u64, exact: Option<u64>) -> Option<f64> {
        let neutral = self.neutral();
        let after: f64 = match self.runs.as_slice() {
            [_] => float(tokens) - self.first_tokens(tokens, exact),
            runs => runs
                .iter()
                .filter(|(run, ..)| run.reads > 1)
                .map(|(_, own, _)| {
                    let first = scaled(own.first, tokens, neutral).round().max(1.0);
                    (scaled(own.all, tokens, neutral) - first).max(0.0)
                })
                .sum(),
        };
        self.rate(after, tokens)
    }

    /// Its `o200k_base` tokens.
    pub(crate) fn neutral(&self) -> u64 {
        self.runs.iter().map(|(_, own, _)| own.all).sum()
    }

    /// Its characters per second; `tokens` is how many tokens they are.
    pub(crate) fn characters_per_s(&self, tokens: u64) -> Option<f64> {
        let runs = self.runs.iter().filter(|(run, ..)| run.reads > 1);
        let after: u64 = runs.map(|(_, _, own)| own.all.saturating_sub(own.first)).sum();
        self.rate(float(after), tokens)
    }

    /// An amount ÷ the decode time summed over its runs; `None` if that would be noise.
    fn rate(&self, after_first: f64, tokens: u64) -> Option<f64> {
        let span = |run: &PhaseRun<'_>| run.last_ns.saturating_sub(run.first_ns);
        let span_ns = self.runs.iter().fold(0_u64, |sum, (run, ..)| sum.saturating_add(span(run)));
        let reads = self.runs.iter().fold(0_u32, |sum, (run, ..)| sum.saturating_add(run.reads));
        let is_held_back = tokens > MANY_TOKENS && reads < ENOUGH_READS;
        (after_first > 0.0 && span_ns >= SHORTEST_WRITING_NS && !is_held_back)
            .then(|| after_first / float(span_ns) * 1e9)
    }
}

/// Scales `part` of `whole` to a part of `tokens`.
fn scaled(part: u64, tokens: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { float(part) * float(tokens) / float(whole) }
}
