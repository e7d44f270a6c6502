//! A check in words.

use measure::{LanguageName, Phrase};

use crate::check::{Check, NumberTaken, TrailingSpace};
use crate::language::{of_code, told_language};
use crate::quote::{bounded, quoted_up_to};
use crate::{length, number};

/// Characters of a text that a title shows.
const SHOWN: usize = 32;

measure::phrases! {
    fn contains(text: &str) = "check.contains", "contains {text}";
    fn contains_any_case(text: &str) = "check.contains_any_case", "contains {text} in any case";
    fn equals(text: &str) = "check.equals", "equals {text}";
    fn equals_any_case(text: &str) = "check.equals_any_case", "equals {text} in any case";
    fn matches(pattern: &str) = "check.matches", "matches {pattern}";
    fn first_number(wanted: Phrase) = "check.first_number", "first number is {wanted}";
    fn last_number(wanted: Phrase) = "check.last_number", "last number is {wanted}";
    fn only_number(wanted: Phrase) = "check.only_number", "only number is {wanted}";
    fn json() = "check.json", "is JSON";
    fn schema() = "check.schema", "fits the schema";
    fn calls_valid() = "check.calls_valid", "tool calls are valid";
    fn calls_none() = "check.calls_none", "calls no tool";
    fn calls(names: &str) = "check.calls", "calls {names}";
    fn merged() = "check.merged", "is the expected file";
    fn merged_exactly() = "check.merged_exactly", "is the expected file, trailing space included";
    fn length(length: Phrase) = "check.length", "has {length}";
    fn language(language: LanguageName) = "check.language", "is in {language}";
    fn no_refusal() = "check.no_refusal", "is no refusal";
    fn refusal() = "check.refusal", "is a refusal";
    fn not(check: Phrase) = "check.not", "not: {check}";
    fn foreign(name: &str, tool: &str) = "check.foreign", "passes {name} of {tool}";
    fn command(command: &str) = "check.command", "passes the command {command}";
}

impl Check {
    /// What it checks, in a few words: `contains "Paris"`.
    pub fn title(&self) -> String {
        bounded(&self.phrase().to_string())
    }

    /// The same as a phrase, which other languages write too.
    pub fn phrase(&self) -> Phrase {
        let shown = |text: &str| quoted_up_to(text, SHOWN);
        match self {
            Self::Contains(it) if it.ignore_case => contains_any_case(&shown(&it.text)),
            Self::Contains(it) => contains(&shown(&it.text)),
            Self::Equals(it) if it.ignore_case => equals_any_case(&shown(&it.text)),
            Self::Equals(it) => equals(&shown(&it.text)),
            Self::Regex(it) => matches(&shown(&it.pattern)),
            Self::Number(it) => {
                let wanted = number::wanted(it);
                match it.taken {
                    NumberTaken::First => first_number(wanted),
                    NumberTaken::Last => last_number(wanted),
                    NumberTaken::Only => only_number(wanted),
                }
            }
            Self::Json(_) => json(),
            Self::JsonSchema(_) => schema(),
            Self::ToolCallValid => calls_valid(),
            Self::ToolCallEquals(it) if it.calls.is_empty() => calls_none(),
            Self::ToolCallEquals(it) => {
                let names: Vec<&str> = it.calls.iter().map(|call| call.name.as_str()).collect();
                calls(&shown(&names.join(", ")))
            }
            Self::Merged(it) => match it.trailing_space {
                TrailingSpace::Ignored => merged(),
                TrailingSpace::Kept => merged_exactly(),
            },
            Self::Length(it) => length(length::wanted(it)),
            Self::Language(it) => language(match of_code(&it.language) {
                Some(found) => told_language(found),
                None => LanguageName { code: String::new(), english: shown(&it.language) },
            }),
            Self::NoRefusal => no_refusal(),
            Self::Not(it) => match &*it.check {
                Self::NoRefusal => refusal(),
                check => not(check.phrase()),
            },
            Self::Foreign(it) => {
                let tool = quoted_up_to(&it.tool, SHOWN).replace('"', "");
                foreign(&shown(&it.name), &tool)
            }
            Self::Command(it) => command(&shown(&it.command)),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Case {
        check: Check,
        title: String,
    }

    /// The window names a check by the same phrases before the engine has seen it: `plan/checks/titleOf.ts` reads these cases too.
    #[test]
    fn a_check_has_one_title_wherever_it_is_named() {
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("title_cases.json")).expect("a list of cases");
        for Case { check, title } in cases {
            assert_eq!(check.title(), title, "{check:?}");
        }
    }
}
