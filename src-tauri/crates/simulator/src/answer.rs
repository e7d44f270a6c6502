//! The simulated answer to one request: tokens, finish reason and usage.

mod event;
mod wire;

use serde_json::{Value, json};

use crate::ask::Ask;
use crate::form::Form;
use crate::knobs::{AnswerAs, BrokenCall, Finish, Knobs, Length, ThinkAs, Tier, Usage, UsageWhen};
use crate::text::Text;
pub(crate) use event::Event;

/// Two bytes in UTF-8, so that a write can end inside it.
const SPLIT_PIECE: &str = " café";

/// `<`, `think`, `>` before the reasoning, and `</`, `think`, `>` with an empty line after it.
const TAG_TOKENS: u32 = 3;

/// The complete answer to one request.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    id: String,
    created_unix_s: u64,
    model: String,
    prompt_tokens: u32,
    cached_tokens: u32,
    /// How many tokens of a predicted output are accepted, and how many are not.
    predicted: Option<(u32, u32)>,
    service_tier: Option<String>,
    wants_usage: bool,
    knobs: Knobs,
    thoughts: Text,
    text: Text,
    /// Reasoning tokens before any limit.
    whole_thoughts: u32,
    whole_text: u32,
    thought_tokens: u32,
    text_tokens: u32,
    /// The tools that are called, one after the other.
    tools: Vec<Form>,
    /// The form of the answer.
    form: Option<Form>,
    /// How its tool calls are wrong.
    broken: Option<BrokenCall>,
}

impl Answer {
    /// The answer to `ask`. `voice` selects one of the texts.
    /// It is number `sequence` of all, and `number` of those for its model.
    pub(crate) fn to(
        ask: Ask,
        (sequence, number): (u64, u64),
        created_unix_s: u64,
        voice: usize,
    ) -> Self {
        let knobs = ask.knobs;
        let applied = knobs.applies_whole(number).zip(ask.update.as_deref());
        let applied = applied.map(|(is_whole, update)| Text::applied(update, is_whole));
        let judged = ask.verdict.as_deref().map(|verdict| Text::applied(verdict, true));
        let applied = judged.or(applied);
        let (text, whole_text) = applied.unwrap_or_else(|| {
            let text = Text::answer(&ask.subject, voice);
            let tokens = match knobs.tokens {
                Length::Exactly(tokens) => tokens,
                Length::About(tokens) => text.sentence_end(tokens),
            };
            (text, tokens)
        });
        let whole_thoughts = match knobs.reasoning_tokens {
            0 => 0,
            // Both tags, and text between them.
            tokens if knobs.think_as == ThinkAs::Inline => tokens.max(2 * TAG_TOKENS + 1),
            tokens => tokens,
        };
        let any = || json!({ "type": "object", "properties": { "query": { "type": "string" } } });
        let tools =
            if ask.tools.is_empty() { vec![Form::of("look_up", &any())] } else { ask.tools };
        let limit = ask.max_tokens.unwrap_or(u32::MAX);
        let thought_tokens = whole_thoughts.min(limit);
        Self {
            id: format!("chatcmpl-sim{sequence:06}"),
            created_unix_s,
            model: ask.model,
            prompt_tokens: ask.prompt_tokens,
            cached_tokens: ask.cached_tokens,
            predicted: ask.predicted_tokens.map(|tokens| {
                let accepted = u64::from(tokens) * u64::from(knobs.accepts_percent) / 100;
                let accepted = u32::try_from(accepted).unwrap_or(tokens).min(tokens);
                (accepted, tokens - accepted)
            }),
            service_tier: match knobs.tier {
                Tier::Absent => None,
                Tier::Asked => Some(ask.service_tier.unwrap_or_else(|| "default".to_owned())),
                Tier::Default => Some("default".to_owned()),
                Tier::Flex => Some("flex".to_owned()),
                Tier::Priority => Some("priority".to_owned()),
            },
            wants_usage: ask.wants_usage || knobs.usage_when == UsageWhen::Always,
            thoughts: Text::thoughts(&ask.subject, voice),
            text,
            whole_thoughts,
            whole_text,
            thought_tokens,
            text_tokens: whole_text.min(limit - thought_tokens),
            tools,
            form: ask.form,
            broken: knobs.broken_call(number),
            knobs,
        }
    }

    pub(crate) fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    /// Reasoning tokens generated, shown or not.
    pub(crate) fn thought_tokens(&self) -> u32 {
        self.thought_tokens
    }

    pub(crate) fn text_tokens(&self) -> u32 {
        self.text_tokens
    }

    /// Reasoning tokens that are sent.
    pub(crate) fn shown_thoughts(&self) -> u32 {
        if self.knobs.think_as == ThinkAs::Hidden { 0 } else { self.thought_tokens }
    }

    /// How many of the tokens `from..to` are reasoning and how many are answer.
    pub(crate) fn shares(&self, from: u32, to: u32) -> (u32, u32) {
        let thoughts = self.shown_thoughts();
        let before = to.min(thoughts) - from.min(thoughts);
        (before, to - from - before)
    }

    /// Whether a refusal replaces the answer.
    pub(crate) fn refuses(&self) -> bool {
        self.knobs.answer_as == AnswerAs::Refusal
    }

    /// The token of the answer that is split between two writes, if any.
    fn split_token(&self) -> Option<u32> {
        self.knobs.split_ns?;
        self.whole_text.checked_sub(1).map(|last| last.min(1))
    }

    /// Whether the tokens `from..to` contain the character to be split.
    pub(crate) fn holds_split(&self, from: u32, to: u32) -> bool {
        let at = self.split_token().map(|token| token + self.shown_thoughts());
        at.is_some_and(|at| (from..to).contains(&at))
    }

    pub(crate) fn tells_usage(&self) -> bool {
        self.wants_usage && self.knobs.usage != Usage::Absent
    }

    /// Whether usage has its own chunk.
    pub(crate) fn has_usage_chunk(&self) -> bool {
        self.tells_usage() && self.knobs.usage != Usage::Finish
    }

    fn thought(&self, index: u32) -> &str {
        if self.knobs.think_as != ThinkAs::Inline {
            return self.thoughts.piece(index);
        }
        let to_end = self.whole_thoughts.saturating_sub(index);
        match (index, to_end) {
            (0, _) => "<",
            (_, 3) => "</",
            (1, _) | (_, 2) => "think",
            (2, _) => ">",
            (_, 1) => ">\n\n",
            _ => self.thoughts.piece(index - TAG_TOKENS),
        }
    }

    fn piece(&self, index: u32) -> &str {
        if self.split_token() == Some(index) { SPLIT_PIECE } else { self.text.piece(index) }
    }

    fn finish_reason(&self) -> &'static str {
        match self.knobs.finish {
            Finish::Stop => "stop",
            Finish::Length => "length",
            Finish::ContentFilter => "content_filter",
            Finish::Eos => "eos",
            Finish::Fitting | Finish::Twice | Finish::Never => {
                let whole = self.whole_thoughts + self.whole_text;
                if self.thought_tokens + self.text_tokens < whole {
                    "length"
                } else if self.knobs.answer_as == AnswerAs::ToolCalls {
                    "tool_calls"
                } else {
                    "stop"
                }
            }
        }
    }

    fn usage(&self, thoughts: u32, texts: u32) -> Value {
        let completion = thoughts + texts;
        json!({
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": completion,
            "total_tokens": self.prompt_tokens + completion,
            "prompt_tokens_details": { "cached_tokens": self.cached_tokens },
            "completion_tokens_details": { "reasoning_tokens": thoughts },
        })
    }

    /// The final usage: rejected tokens of a predicted output are billed as output, and are in no text.
    fn whole_usage(&self) -> Value {
        let Some((accepted, rejected)) = self.predicted else {
            return self.usage(self.thought_tokens, self.text_tokens);
        };
        let output = self.thought_tokens + self.text_tokens + rejected;
        json!({
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": output,
            "total_tokens": self.prompt_tokens + output,
            "prompt_tokens_details": { "cached_tokens": self.cached_tokens },
            "completion_tokens_details": {
                "reasoning_tokens": self.thought_tokens,
                "accepted_prediction_tokens": accepted,
                "rejected_prediction_tokens": rejected,
            },
        })
    }

    /// The usage of an event: absent, null, or numbers.
    fn usage_in(&self, event: Event) -> Option<Value> {
        if !self.tells_usage() {
            return None;
        }
        Some(match (self.knobs.usage, event) {
            (Usage::Every, Event::Role) => self.usage(0, 0),
            (Usage::Every, Event::Tokens { to, .. }) => {
                let (thoughts, texts) = self.shares(0, to);
                let hidden = self.thought_tokens - self.shown_thoughts();
                self.usage(hidden + thoughts, texts)
            }
            (Usage::Split, Event::Finish) => json!({
                "prompt_tokens": self.prompt_tokens,
                "prompt_tokens_details": { "cached_tokens": self.cached_tokens },
            }),
            (Usage::Split, Event::Usage) => json!({
                "completion_tokens": self.thought_tokens + self.text_tokens,
                "completion_tokens_details": { "reasoning_tokens": self.thought_tokens },
            }),
            (Usage::Every | Usage::Finish, Event::Finish) | (_, Event::Usage) => self.whole_usage(),
            _ => Value::Null,
        })
    }
}
