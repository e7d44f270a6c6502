//! The output token counts of one request, by source and part.

use cost::{TokenSource, tokens};
use measure::{Counts, ReasoningType, Recording, ShownTokens};
use providers::Usage;

use crate::result::sample::Sample;

/// No prompt and no answer has more tokens.
const MOST_TOKENS: u64 = 1 << 24;
/// No model hides more reasoning than this.
const MOST_HIDDEN: u64 = 1 << 18;
/// A token is rarely shorter than a byte of text; some have no text at all.
const TOKENS_PER_BYTE: u64 = 4;
const TOKENS_BESIDE_TEXT: u64 = 64;

/// Characters that are no white space, for each token, that a text of people does not reach with any tokenizer: English has four to five with
/// vocabularies of 100,000 to 260,000 tokens, hardly any token is longer than twelve letters, and most languages have fewer.
const CHARACTERS_PER_TOKEN: u64 = 12;
/// Of fewer characters than this, one rare word could be all.
const LEAST_CHARACTERS: u64 = 120;

/// Tokens of reasoning for each `o200k_base` token of its text beyond which the text is a summary of what was counted: so many times
/// those that the server counts for the answer's,
const MOST_REASONING: u64 = 2;
/// or so many where the answer is too short to show how its tokenizer cuts: scripts that a vocabulary hardly knows take that many.
const MOST_REASONING_UNSEEN: u64 = 4;
/// `o200k_base` tokens of an answer that show it.
const TELLING_ANSWER: u64 = 16;
/// Tokens of reasoning that mark where it begins, pauses and ends.
const REASONING_MARKS: u64 = 16;

/// Output tokens as counted by the server and by us.
pub(crate) struct TokenCounts {
    /// The server's counts, as far as they are possible.
    pub(crate) usage: Usage,
    /// Whether one of them is impossible and was left out.
    pub(crate) is_impossible: bool,
    pub(crate) source: TokenSource,
    /// Total, by `source`, without rejected tokens of a predicted output, which were not written.
    pub(crate) total: u64,
    answer: u64,
    reasoning: u64,
    is_split_estimated: bool,
    answer_neutral: u64,
    reasoning_neutral: u64,
    /// How reasoning was delivered: as it was seen, or hidden or a summary if the server counted more than the text holds.
    pub(crate) reasoning_type: ReasoningType,
    /// Whether what was seen as reasoning word for word is a summary, by its count.
    pub(crate) is_summary_by_count: bool,
}

impl TokenCounts {
    pub(crate) fn of(recording: &Recording, usage: &Usage, seen: ReasoningType) -> Self {
        let transcript = &recording.transcript;
        let (usage, is_impossible) = possible(usage, text_bytes(recording));
        let answer_neutral = u64::from(tokens::count(&transcript.answer))
            + u64::from(tokens::count(&transcript.tool));
        let reasoning_neutral = u64::from(tokens::count(&transcript.reasoning));
        let neutral = answer_neutral + reasoning_neutral;
        // A count of 0 although there is text is not a count.
        let server_total = usage.written().filter(|total| *total > 0 || neutral == 0);
        let total = server_total.unwrap_or(neutral);
        let thought = usage.reasoning.filter(|thought| *thought > 0 && server_total.is_some());
        let answer = total.saturating_sub(thought.unwrap_or(0));

        let said = (transcript.answer.len() + transcript.tool.len()) as u64;
        let holds = |bytes: u64, tokens: u64| {
            tokens <= bytes.saturating_mul(TOKENS_PER_BYTE).saturating_add(TOKENS_BESIDE_TEXT)
        };
        let all_bytes = said + transcript.reasoning.len() as u64;
        // The server counts more than it shows, although nothing in the stream says so.
        let is_more = all_bytes > 0 && !holds(all_bytes, total);
        let told = (answer, answer_neutral);
        let told = Some(told).filter(|_| holds(said, answer) && answer_neutral >= TELLING_ANSWER);
        let is_beyond = thought.is_some_and(|tokens| is_beyond(tokens, reasoning_neutral, told));
        let is_summary_by_count = seen != ReasoningType::None
            && seen.is_shown_whole()
            && (is_more || (reasoning_neutral > 0 && is_beyond));
        let reasoning_type = match seen {
            ReasoningType::None if thought.is_some() || is_more => ReasoningType::Hidden,
            _ if is_summary_by_count => ReasoningType::Summary,
            seen => seen,
        };
        let neutral_split = (answer_neutral.min(total), reasoning_neutral.min(total));
        let ((answer, reasoning), is_split_estimated) = match (reasoning_type, thought) {
            (ReasoningType::None, _) => ((total, 0), false),
            (_, Some(thought)) if holds(said, answer) => ((answer, thought), false),
            (ReasoningType::Verbatim | ReasoningType::InlineThink, None) if neutral > 0 => {
                let share = u128::from(total) * u128::from(answer_neutral) / u128::from(neutral);
                let answer = u64::try_from(share).unwrap_or(total).min(total);
                let is_both = answer_neutral > 0 && reasoning_neutral > 0;
                ((answer, total - answer), is_both && server_total.is_some())
            }
            _ => (neutral_split, server_total.is_some()),
        };
        Self {
            usage,
            is_impossible,
            source: if server_total.is_some() { TokenSource::Server } else { TokenSource::Neutral },
            total,
            answer,
            reasoning,
            is_split_estimated,
            answer_neutral,
            reasoning_neutral,
            reasoning_type,
            is_summary_by_count,
        }
    }

    pub(crate) fn neutral(&self) -> u64 {
        self.answer_neutral + self.reasoning_neutral
    }

    /// The `o200k_base` tokens of the answer and of tool calls.
    pub(crate) fn answer_neutral(&self) -> u64 {
        self.answer_neutral
    }

    /// The server's count of the answer: total − reasoning.
    pub(crate) fn answer_by_server(&self) -> Option<u32> {
        let both = self.usage.written().zip(self.usage.reasoning);
        both.map(|(all, thought)| saturating_u32(all.saturating_sub(thought)))
    }

    /// (server − neutral) ÷ neutral in percent, if both counted the same text.
    pub(crate) fn count_diff_pct(&self) -> Option<f64> {
        let is_server = self.source == TokenSource::Server;
        let same_text = is_server && self.reasoning_type.is_shown_whole() && self.neutral() > 0;
        let neutral = f64::from(saturating_u32(self.neutral()));
        same_text.then(|| (f64::from(saturating_u32(self.total)) - neutral) / neutral * 100.0)
    }

    /// Whether the server counted fewer tokens than any tokenizer takes for the text that it sent.
    pub(crate) fn are_fewer_than_any_tokenizers(&self, recording: &Recording) -> bool {
        let said = &recording.transcript;
        let is_shown = |text: &str| text.chars().filter(|one| !one.is_whitespace()).count() as u64;
        let shown = is_shown(&said.answer) + is_shown(&said.tool);
        self.source == TokenSource::Server
            && shown >= LEAST_CHARACTERS
            && self.total.saturating_mul(CHARACTERS_PER_TOKEN) < shown
    }

    /// The counts for speed metrics.
    pub(crate) fn counts(&self) -> Counts {
        Counts {
            total: Some(self.total),
            answer: Some(self.answer),
            reasoning: Some(self.reasoning),
            is_split_estimated: self.is_split_estimated,
            neutral_answer: self.answer_neutral,
            neutral_reasoning: self.reasoning_neutral,
            reasoning_type: self.reasoning_type,
        }
    }

    /// The tokens that the text accounts for, in `o200k_base` tokens: the same counter for every lane.
    pub(crate) fn shown_neutral(&self, recording: &Recording) -> ShownTokens {
        shown(self.reasoning_type, recording)
    }
}

/// The `o200k_base` tokens of a request that its text accounts for.
pub(crate) fn shown_of(sample: &Sample, recording: &Recording) -> ShownTokens {
    shown(sample.reasoning_type, recording)
}

/// Whether so many tokens of reasoning are far more than its text takes, by its `o200k_base` tokens. `told` are the server's tokens of
/// the answer and ours, where they tell how its tokenizer cuts.
fn is_beyond(tokens: u64, neutral: u64, told: Option<(u64, u64)>) -> bool {
    let (own, ours) = told.map_or((MOST_REASONING_UNSEEN, 1), |(own, ours)| {
        (own.max(ours).saturating_mul(MOST_REASONING), ours)
    });
    let most = u128::from(neutral) * u128::from(own) / u128::from(ours.max(1));
    u128::from(tokens) > most + u128::from(REASONING_MARKS)
}

/// The text of a summary is not the counted text.
fn shown(reasoning_type: ReasoningType, recording: &Recording) -> ShownTokens {
    let said = &recording.transcript;
    let thought = if reasoning_type.is_shown_whole() { said.reasoning.as_str() } else { "" };
    ShownTokens {
        reasoning: tokens::ends(thought),
        answer: tokens::ends(&said.answer),
        tool: tokens::ends(&said.tool),
    }
}

/// All bytes of text that arrived, including drafts.
fn text_bytes(recording: &Recording) -> u64 {
    recording.timeline.text().map(|mark| u64::from(mark.text_bytes)).sum()
}

/// The counts of a usage report that are possible for `bytes` of text, and whether others were left out. A count that
/// no text could hold, that contradicts the rest, or that no model reaches is a mistake of the server or an attack.
fn possible(usage: &Usage, bytes: u64) -> (Usage, bool) {
    let mut kept = *usage;
    let most_out = bytes.saturating_mul(TOKENS_PER_BYTE).saturating_add(MOST_HIDDEN);
    let most_out = most_out.min(MOST_TOKENS);
    for count in
        [&mut kept.in_total, &mut kept.cached_read, &mut kept.cached_write, &mut kept.billed_in]
    {
        *count = count.filter(|tokens| *tokens <= MOST_TOKENS);
    }
    let all = kept.out_total.filter(|tokens| *tokens <= most_out);
    kept.out_total = all;
    kept.billed_out = kept.billed_out.filter(|tokens| *tokens <= most_out);
    for part in [&mut kept.reasoning, &mut kept.accepted_prediction, &mut kept.rejected_prediction]
    {
        *part = part.filter(|tokens| *tokens <= all.unwrap_or(most_out));
    }
    let cached = kept.cached_read.unwrap_or(0) + kept.cached_write.unwrap_or(0);
    if kept.in_total.is_some_and(|total| cached > total) {
        (kept.cached_read, kept.cached_write) = (None, None);
    }
    (kept, kept != *usage)
}

/// A count as `u32`, saturating.
pub(crate) fn saturating_u32(count: u64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
