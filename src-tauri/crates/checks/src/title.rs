//! A check in words.

use crate::check::{Check, TrailingSpace};
use crate::language::of_code;
use crate::quote::{bounded, quoted_up_to};
use crate::{length, number};

/// Characters of a text that a title shows.
const SHOWN: usize = 32;

impl Check {
    /// What it checks, in a few words: `contains "Paris"`.
    pub fn title(&self) -> String {
        let shown = |text: &str| quoted_up_to(text, SHOWN);
        let in_any_case = |ignore_case: &bool| if *ignore_case { " in any case" } else { "" };
        let title = match self {
            Self::Contains(it) => {
                format!("contains {}{}", shown(&it.text), in_any_case(&it.ignore_case))
            }
            Self::Equals(it) => {
                format!("equals {}{}", shown(&it.text), in_any_case(&it.ignore_case))
            }
            Self::Regex(it) => format!("matches {}", shown(&it.pattern)),
            Self::Number(it) => {
                format!("{} number is {}", it.taken.word(), number::wanted(it))
            }
            Self::Json(_) => "is JSON".to_owned(),
            Self::JsonSchema(_) => "fits the schema".to_owned(),
            Self::ToolCallValid => "tool calls are valid".to_owned(),
            Self::ToolCallEquals(it) if it.calls.is_empty() => "calls no tool".to_owned(),
            Self::ToolCallEquals(it) => {
                let names: Vec<&str> = it.calls.iter().map(|call| call.name.as_str()).collect();
                format!("calls {}", shown(&names.join(", ")))
            }
            Self::Merged(it) => match it.trailing_space {
                TrailingSpace::Ignored => "is the expected file".to_owned(),
                TrailingSpace::Kept => "is the expected file, trailing space included".to_owned(),
            },
            Self::Length(it) => format!("has {}", length::wanted(it)),
            Self::Language(it) => match of_code(&it.language) {
                Some(language) => format!("is in {}", language.eng_name()),
                None => format!("is in {}", shown(&it.language)),
            },
            Self::NoRefusal => "is no refusal".to_owned(),
            Self::Not(it) => match &*it.check {
                Self::NoRefusal => "is a refusal".to_owned(),
                check => format!("not: {}", check.title()),
            },
            Self::Foreign(it) => {
                format!(
                    "passes {} of {}",
                    shown(&it.name),
                    quoted_up_to(&it.tool, SHOWN).replace('"', "")
                )
            }
            Self::Command(it) => format!("passes the command {}", shown(&it.command)),
        };
        bounded(&title)
    }
}
