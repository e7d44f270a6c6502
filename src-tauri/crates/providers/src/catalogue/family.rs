//! What one model accepts: the facts of its provider's row, overridden by the row's families.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::effort::Effort;

/// The field that limits the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LimitParam {
    /// `max_tokens`.
    MaxTokens,
    /// `max_completion_tokens`.
    MaxCompletionTokens,
    /// `max_output_tokens`.
    MaxOutputTokens,
    /// No field: the model takes no limit.
    None,
}

/// How a model takes a reasoning effort.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EffortForm {
    /// As a word.
    Word,
    /// As a token budget.
    Budget,
    /// Only on or off.
    Switch,
    /// Not at all: it refuses an effort.
    Untold,
}

/// Whether a model takes a temperature.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Temperature {
    /// Always.
    #[default]
    Taken,
    /// Only without reasoning.
    NotThinking,
    /// Never: it refuses or ignores one.
    Refused,
}

/// How to make a provider send usage.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum UsageOptIn {
    /// Request it.
    #[default]
    Send,
    /// Do not request it: the provider refuses.
    Omit,
    /// It is always sent.
    NotNeeded,
}

/// What models accept: a row states it for all its models, a family for some of them. Absent means unknown.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub(crate) struct ModelFacts {
    pub(crate) efforts: Option<Vec<Effort>>,
    pub(crate) effort_form: Option<EffortForm>,
    pub(crate) effort_words: Option<Vec<Effort>>,
    pub(crate) thinking_types: Option<Vec<String>>,
    pub(crate) forced_tools: Option<bool>,
    pub(crate) effort_off: Option<Map<String, Value>>,
    pub(crate) effort_on: Option<Map<String, Value>>,
    pub(crate) effort_unset: Option<Map<String, Value>>,
    pub(crate) thinks: Option<bool>,
    pub(crate) least_budget: Option<u32>,
    pub(crate) temperature: Option<Temperature>,
    pub(crate) limit_param: Option<LimitParam>,
    pub(crate) limit_default: Option<u32>,
    pub(crate) limit_least: Option<u32>,
    pub(crate) usage_opt_in: Option<UsageOptIn>,
    pub(crate) system_param: Option<String>,
}

/// Models of one row that differ from the others. Absent fields are as in the row.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub(crate) struct Family {
    /// Patterns of model names; `*` matches any text. Matching ignores case and a vendor prefix such as `openai/` or
    /// `anthropic.`.
    pub(crate) models: Vec<String>,
    #[serde(flatten)]
    pub(crate) facts: ModelFacts,
    /// Their last day, as `YYYY-MM-DD`.
    pub(crate) retires: Option<String>,
}

impl Family {
    /// Whether a model belongs to it.
    pub(super) fn has(&self, model: &str) -> bool {
        let model = model.to_ascii_lowercase();
        // The whole name, and the rest after every prefix.
        let starts = model.match_indices(['/', '.']).map(|(at, mark)| at + mark.len());
        let names: Vec<&str> =
            std::iter::once(0).chain(starts).filter_map(|at| model.get(at..)).collect();
        self.models.iter().any(|pattern| {
            let pattern = pattern.to_ascii_lowercase();
            names.iter().any(|name| fits(&pattern, name))
        })
    }
}

/// Whether a name matches a pattern in which `*` matches any text.
fn fits(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(mut name) = name.strip_prefix(start) else { return false };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let end = parts.pop().unwrap_or_default();
    for part in parts {
        let Some(at) = name.find(part) else { return false };
        name = name.get(at + part.len()..).unwrap_or_default();
    }
    name.ends_with(end)
}

/// What one model accepts. Absent means unknown.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct ModelParameters<'a> {
    /// Its efforts, ascending.
    pub(crate) efforts: Option<&'a [Effort]>,
    /// How it takes an effort.
    pub(crate) effort_form: Option<EffortForm>,
    /// Efforts that it takes as a word too, where a request was pasted with one.
    pub(crate) effort_words: &'a [Effort],
    /// The values of `thinking.type` that it takes in a body of Messages.
    pub(crate) thinking_types: Option<&'a [String]>,
    /// Whether it can be made to call a tool while it thinks.
    pub(crate) forced_tools: bool,
    /// Fields that turn reasoning off.
    pub(crate) effort_off: Option<&'a Map<String, Value>>,
    /// Fields sent with any other effort.
    pub(crate) effort_on: Option<&'a Map<String, Value>>,
    /// Fields sent without an effort.
    pub(crate) effort_unset: Option<&'a Map<String, Value>>,
    /// Whether it reasons by default.
    pub(crate) thinks: bool,
    /// Minimum reasoning budget, in tokens.
    pub(crate) least_budget: u32,
    pub(crate) temperature: Temperature,
    pub(crate) limit_param: Option<LimitParam>,
    /// Default output token limit, for dialects that require one.
    pub(crate) limit_default: Option<u32>,
    /// Minimum output token limit.
    pub(crate) limit_least: u32,
    pub(crate) usage_opt_in: UsageOptIn,
    /// Name of the system prompt's input, if the dialect does not define it.
    pub(crate) system_param: Option<&'a str>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{self, Provider};

    #[test]
    fn a_model_belongs_to_a_family_by_its_name_behind_any_prefix() {
        let family = Family { models: vec!["gpt-5.4*".into(), "o3".into()], ..Family::default() };
        for name in ["gpt-5.4", "gpt-5.4-mini", "openai/GPT-5.4-nano", "openai.gpt-5.4", "a/b/o3"] {
            assert!(family.has(name), "{name} is one of them");
        }
        for name in ["gpt-5", "gpt-5.5", "my-gpt-5.4", "o3-mini", ""] {
            assert!(!family.has(name), "{name} is none of them");
        }
    }

    #[test]
    fn a_star_matches_any_text_and_none() {
        for (pattern, name, is_one) in [
            ("*", "", true),
            ("*", "anything", true),
            ("claude-*-4-5*", "claude-sonnet-4-5-20250929", true),
            ("claude-*-4-5*", "claude-sonnet-4-6", false),
            ("a*a", "a", false),
            ("a*b*c", "abc", true),
            ("a*b*c", "acb", false),
        ] {
            assert_eq!(fits(pattern, name), is_one, "`{name}` against `{pattern}`");
        }
    }

    #[test]
    fn a_family_inherits_from_its_row_and_the_first_match_counts() {
        let facts =
            |thinks, limit_least| ModelFacts { thinks, limit_least, ..ModelFacts::default() };
        let family = |models: &str, facts| Family {
            models: vec![models.to_owned()],
            facts,
            ..Family::default()
        };
        let row = Provider {
            facts: facts(Some(true), Some(16)),
            families: vec![
                family("a-1", facts(Some(false), None)),
                family("a*", facts(None, Some(1))),
            ],
            ..catalogue::provider("custom").expect("in the catalogue").clone()
        };
        let of = |model| (row.takes(model).thinks, row.takes(model).limit_least);
        assert_eq!(of("a-1"), (false, 16), "the first family, and the row for the rest");
        assert_eq!(of("a-2"), (true, 1), "the second family");
        assert_eq!(of("b"), (true, 16), "the row alone");
    }
}
