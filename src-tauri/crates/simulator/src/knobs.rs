//! Knobs: overrides of a profile's defaults, written after the model's name.

mod fault;
mod mistakes;
mod value;
mod words;

use std::str::FromStr;

use thiserror::Error;

pub(crate) use fault::{FaultKind, InjectedFault, Position};
pub(crate) use mistakes::BrokenCall;
use mistakes::{at_most_a_third, is_among};
use value::{bytes, count, duration, gap_of_speed, percent, some, yes_or_no};
pub(crate) use words::{
    AnswerAs, Data, Finish, JudgeBy, Length, Line, Role, RoleContent, StreamOptions, ThinkAs, Tier,
    Usage, UsageWhen,
};

/// The behaviour of one request: a profile's defaults, changed by the knobs after the `?` of its
/// model. The grammar is at the head of this crate. `"…".parse::<Knobs>()` changes the knobs of the
/// profile `scripted`; its error names the wrong knob and the values it accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Knobs {
    pub(crate) headers_ns: u64,
    pub(crate) ttft_ns: u64,
    /// Time that each uncached token of the prompt adds to it.
    pub(crate) input_ns: u64,
    /// Whether a prompt seen before is in the cache.
    pub(crate) caches: bool,
    pub(crate) gap_ns: u64,
    pub(crate) tail_ns: u64,
    /// From the finish reason to `[DONE]`; absent if that never comes.
    pub(crate) done_ns: Option<u64>,
    pub(crate) jitter_percent: u32,
    pub(crate) keepalive_ns: Option<u64>,
    pub(crate) tokens: Length,
    pub(crate) reasoning_tokens: u32,
    pub(crate) per_chunk: u32,
    pub(crate) first_chunk: Option<u32>,
    pub(crate) role: Role,
    pub(crate) role_content: RoleContent,
    pub(crate) think_as: ThinkAs,
    pub(crate) mixed: bool,
    pub(crate) answer_as: AnswerAs,
    pub(crate) calls: u32,
    /// The share of requests whose tool calls are wrong in each way, in percent.
    pub(crate) broken_percent: u32,
    /// The share of requests in which an update is applied whole, in percent; absent for an answer of its own.
    pub(crate) applies_percent: Option<u32>,
    pub(crate) judge: JudgeBy,
    /// Time that the first request with a schema for its answer adds to the time to first token.
    pub(crate) schema_ns: u64,
    /// Time that each image adds to the time to first token.
    pub(crate) image_ns: u64,
    /// The share of a predicted output that is accepted, in percent.
    pub(crate) accepts_percent: u32,
    pub(crate) tier: Tier,
    pub(crate) usage: Usage,
    pub(crate) usage_when: UsageWhen,
    pub(crate) stream_options: StreamOptions,
    pub(crate) finish: Finish,
    pub(crate) line: Line,
    pub(crate) data: Data,
    pub(crate) per_write: u32,
    pub(crate) split_ns: Option<u64>,
    pub(crate) pad: u32,
    pub(crate) fault: Option<InjectedFault>,
    pub(crate) every: u32,
    pub(crate) stall_ns: u64,
    pub(crate) retry_after_ns: u64,
    /// No effect, except to distinguish requests for one model.
    pub(crate) number: u32,
}

/// An invalid knob.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum KnobError {
    /// No such knob.
    #[error("there is no knob `{name}`; the knobs are {known}")]
    Unknown {
        /// The given name.
        name: String,
        /// The valid names.
        known: String,
    },
    /// A setting given twice.
    #[error("the knob `{name}` was already given, by this name or another")]
    Twice {
        /// The second name.
        name: String,
    },
    /// Not `name=value`.
    #[error("`{text}` is not a knob: write `name=value`")]
    NoValue {
        /// The given text.
        text: String,
    },
    /// An invalid value.
    #[error("the knob `{name}` does not understand `{value}`: it takes {expected}")]
    Value {
        /// The knob.
        name: String,
        /// The given value.
        value: String,
        /// The accepted values.
        expected: String,
    },
}

/// A knob's name, the name of what it sets (two knobs may set the same thing), and its setter.
type Knob = (&'static str, &'static str, fn(&mut Knobs, &str) -> Result<(), String>);

fn put<T>(slot: &mut T, value: Result<T, String>) -> Result<(), String> {
    *slot = value?;
    Ok(())
}

const KNOBS: [Knob; 41] = [
    ("headers", "headers", |k, v| put(&mut k.headers_ns, duration(v))),
    ("ttft", "ttft", |k, v| put(&mut k.ttft_ns, duration(v))),
    ("input", "input", |k, v| put(&mut k.input_ns, duration(v))),
    ("cache", "cache", |k, v| put(&mut k.caches, yes_or_no(v))),
    ("gap", "gap", |k, v| put(&mut k.gap_ns, duration(v))),
    ("tps", "gap", |k, v| put(&mut k.gap_ns, gap_of_speed(v))),
    ("tail", "tail", |k, v| put(&mut k.tail_ns, duration(v))),
    ("done", "done", |k, v| put(&mut k.done_ns, done(v))),
    ("jitter", "jitter", |k, v| put(&mut k.jitter_percent, percent(v).map(u32::from))),
    ("keepalive", "keepalive", |k, v| put(&mut k.keepalive_ns, pause(v).map(Some))),
    ("tokens", "tokens", |k, v| put(&mut k.tokens, count(v).map(Length::Exactly))),
    ("reasoning", "reasoning", |k, v| put(&mut k.reasoning_tokens, count(v))),
    ("per_chunk", "per_chunk", |k, v| put(&mut k.per_chunk, some(v))),
    ("first_chunk", "first_chunk", |k, v| put(&mut k.first_chunk, some(v).map(Some))),
    ("role", "role", |k, v| put(&mut k.role, v.parse())),
    ("role_content", "role_content", |k, v| put(&mut k.role_content, v.parse())),
    ("think_as", "think_as", |k, v| put(&mut k.think_as, v.parse())),
    ("mixed", "mixed", |k, v| put(&mut k.mixed, yes_or_no(v))),
    ("answer_as", "answer_as", |k, v| put(&mut k.answer_as, v.parse())),
    ("calls", "calls", |k, v| put(&mut k.calls, some(v))),
    ("broken", "broken", |k, v| put(&mut k.broken_percent, at_most_a_third(v))),
    ("applies", "applies", |k, v| put(&mut k.applies_percent, percent(v).map(u32::from).map(Some))),
    ("judge", "judge", |k, v| put(&mut k.judge, v.parse())),
    ("schema", "schema", |k, v| put(&mut k.schema_ns, duration(v))),
    ("image", "image", |k, v| put(&mut k.image_ns, duration(v))),
    ("accepts", "accepts", |k, v| put(&mut k.accepts_percent, percent(v).map(u32::from))),
    ("tier", "tier", |k, v| put(&mut k.tier, v.parse())),
    ("usage", "usage", |k, v| put(&mut k.usage, v.parse())),
    ("usage_when", "usage_when", |k, v| put(&mut k.usage_when, v.parse())),
    ("stream_options", "stream_options", |k, v| put(&mut k.stream_options, v.parse())),
    ("finish", "finish", |k, v| put(&mut k.finish, v.parse())),
    ("line", "line", |k, v| put(&mut k.line, v.parse())),
    ("data", "data", |k, v| put(&mut k.data, v.parse())),
    ("per_write", "per_write", |k, v| put(&mut k.per_write, per_write(v))),
    ("split", "split", |k, v| put(&mut k.split_ns, duration(v).map(Some))),
    ("pad", "pad", |k, v| put(&mut k.pad, bytes(v))),
    ("fault", "fault", |k, v| put(&mut k.fault, fault_or_none(v))),
    ("every", "every", |k, v| put(&mut k.every, some(v))),
    ("stall", "stall", |k, v| put(&mut k.stall_ns, duration(v))),
    ("retry_after", "retry_after", |k, v| put(&mut k.retry_after_ns, duration(v))),
    ("number", "number", |k, v| put(&mut k.number, count(v))),
];

fn done(text: &str) -> Result<Option<u64>, String> {
    if text == "missing" {
        return Ok(None);
    }
    duration(text).map(Some).map_err(|expected| format!("`missing`, or {expected}"))
}

/// A pause between comments; with a shorter one they would be the whole stream.
fn pause(text: &str) -> Result<u64, String> {
    duration(text)
        .ok()
        .filter(|time| *time >= 1_000_000)
        .ok_or_else(|| "a time of at least 1ms, such as 15s".to_owned())
}

fn per_write(text: &str) -> Result<u32, String> {
    if text == "all" {
        return Ok(u32::MAX);
    }
    some(text).map_err(|expected| format!("`all`, or {expected}"))
}

fn fault_or_none(text: &str) -> Result<Option<InjectedFault>, String> {
    if text == "none" { Ok(None) } else { text.parse().map(Some) }
}

impl Knobs {
    /// The defaults of the profile `scripted`.
    pub(crate) fn plain() -> Self {
        Self {
            headers_ns: 0,
            ttft_ns: 200_000_000,
            input_ns: 0,
            caches: false,
            gap_ns: 10_000_000,
            tail_ns: 0,
            done_ns: Some(0),
            jitter_percent: 0,
            keepalive_ns: None,
            tokens: Length::Exactly(100),
            reasoning_tokens: 0,
            per_chunk: 1,
            first_chunk: None,
            role: Role::Early,
            role_content: RoleContent::Empty,
            think_as: ThinkAs::ReasoningContent,
            mixed: false,
            answer_as: AnswerAs::Fitting,
            calls: 1,
            broken_percent: 0,
            applies_percent: None,
            judge: JudgeBy::Absent,
            schema_ns: 0,
            image_ns: 0,
            accepts_percent: 100,
            tier: Tier::Absent,
            usage: Usage::Last,
            usage_when: UsageWhen::Asked,
            stream_options: StreamOptions::Accepted,
            finish: Finish::Fitting,
            line: Line::Lf,
            data: Data::Plain,
            per_write: 1,
            split_ns: None,
            pad: 0,
            fault: None,
            every: 1,
            stall_ns: 3_600_000_000_000,
            retry_after_ns: 1_000_000_000,
            number: 0,
        }
    }

    /// The fault of the request with this number: it strikes the first one and then every
    /// `every`-th.
    pub(crate) fn fault_for(&self, number: u64) -> Option<InjectedFault> {
        self.fault.filter(|_| number.saturating_sub(1).is_multiple_of(u64::from(self.every)))
    }

    /// How the tool calls of the request with this number are wrong.
    pub(crate) fn broken_call(&self, number: u64) -> Option<BrokenCall> {
        BrokenCall::of(self.broken_percent, number)
    }

    /// Whether the request with this number applies its update whole; `None` if it applies none.
    pub(crate) fn applies_whole(&self, number: u64) -> Option<bool> {
        self.applies_percent.map(|share| is_among(share, number))
    }

    /// These knobs, changed by `text`: `name=value` pairs joined by `&`.
    pub(crate) fn turned(mut self, text: &str) -> Result<Self, KnobError> {
        let mut given = Vec::new();
        for pair in text.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) =
                pair.split_once('=').ok_or_else(|| KnobError::NoValue { text: pair.to_owned() })?;
            let Some((_, sets, set)) = KNOBS.iter().find(|knob| knob.0 == name) else {
                let known = KNOBS.map(|knob| knob.0).join(", ");
                return Err(KnobError::Unknown { name: name.to_owned(), known });
            };
            if given.contains(sets) {
                return Err(KnobError::Twice { name: name.to_owned() });
            }
            given.push(sets);
            set(&mut self, value).map_err(|expected| KnobError::Value {
                name: name.to_owned(),
                value: value.to_owned(),
                expected,
            })?;
        }
        Ok(self)
    }
}

impl FromStr for Knobs {
    type Err = KnobError;

    fn from_str(text: &str) -> Result<Self, KnobError> {
        Self::plain().turned(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knobs_not_named_keep_the_profile() {
        let turned = Knobs::plain().turned("ttft=50ms&tokens=7").expect("both are knobs");
        let expected = Knobs { ttft_ns: 50_000_000, tokens: Length::Exactly(7), ..Knobs::plain() };
        assert_eq!(turned, expected, "only what was named changes");
        assert_eq!(Knobs::plain().turned(""), Ok(Knobs::plain()), "nothing named, nothing changed");
    }

    #[test]
    fn an_error_names_the_knob_and_what_it_takes() {
        let error = |text: &str| text.parse::<Knobs>().expect_err("a bad knob").to_string();
        assert!(error("ttfb=1ms").contains("no knob `ttfb`"), "a typing error is named");
        assert!(error("ttfb=1ms").contains("ttft"), "and the right names are listed");
        assert_eq!(
            error("think_as=loud"),
            "the knob `think_as` does not understand `loud`: it takes one of reasoning, \
             reasoning_content, both, inline, list, hidden",
            "a word outside the set is answered with the set"
        );
        assert_eq!(error("burst"), "`burst` is not a knob: write `name=value`", "no value");
    }

    #[test]
    fn one_thing_is_said_once() {
        let twice = "tps=100&gap=1ms".parse::<Knobs>();
        assert_eq!(
            twice,
            Err(KnobError::Twice { name: "gap".to_owned() }),
            "speed and gap set the same thing, and neither should win in silence"
        );
    }

    #[test]
    fn every_knob_refuses_nonsense() {
        for (name, _, _) in KNOBS {
            let error = format!("{name}=~").parse::<Knobs>().expect_err("nonsense");
            assert!(
                matches!(&error, KnobError::Value { name: named, .. } if named == name),
                "{name} is named by its own error, not {error}"
            );
        }
    }
}
