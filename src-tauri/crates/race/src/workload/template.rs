//! Prompt templates with variables.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use measure::Phrase;

use crate::workload::values_wording as say;

/// A prompt with `{{variables}}`, read once and filled for each row of a table.
///
/// A name is any text between two pairs of braces without braces or line breaks, and is trimmed. Literal double braces
/// are written as four: `{{{{`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Variable(String),
}

/// Why a template cannot be parsed or filled in: what was wrong, where, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TemplateError {
    /// A variable is not closed.
    Unclosed {
        /// Position of its first brace, in characters from 1.
        character: usize,
        /// The line of that brace, from 1.
        line: usize,
    },
    /// The text between the braces is not a name.
    NotAName {
        /// The text.
        given: String,
        /// Position of its first brace, in characters from 1.
        character: usize,
        /// The line of that brace, from 1.
        line: usize,
    },
    /// Variables without a value.
    Missing {
        /// Every variable without a value, in order of appearance.
        names: Vec<String>,
    },
}

impl TemplateError {
    /// It in words, as what follows a colon.
    pub(crate) fn phrase(&self) -> Phrase {
        let literal = "{{{{";
        match self {
            Self::Unclosed { character, line } => {
                say::braces_open("{{", "}}", literal, (*character).into(), (*line).into())
            }
            Self::NotAName { given, character, line } => {
                let given = format!("{{{{{given}}}}}");
                say::no_variable(&given, "{{topic}}", literal, (*character).into(), (*line).into())
            }
            Self::Missing { names } => {
                let named: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                say::no_value(&named.join(", "))
            }
        }
    }
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.phrase().fmt(f)
    }
}

impl std::error::Error for TemplateError {}

impl Template {
    /// Parses a template. A text without variables is also valid.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        let mut parts = Vec::new();
        let mut literal = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("{{") {
            literal += before;
            if let Some(after) = after.strip_prefix("{{") {
                literal += "{{";
                rest = after;
                continue;
            }
            // Only of what is wrong, because everything before it is read for that.
            let place = || {
                let at = text.len() - after.len() - "{{".len();
                let read = text.get(..at).unwrap_or_default();
                (read.chars().count() + 1, read.matches('\n').count() + 1)
            };
            let Some(given) = closed(after) else {
                let (character, line) = place();
                return Err(TemplateError::Unclosed { character, line });
            };
            let name = given.trim();
            if name.is_empty() || name.contains(['{', '}']) {
                let (character, line) = place();
                return Err(TemplateError::NotAName { given: given.to_owned(), character, line });
            }
            if !literal.is_empty() {
                parts.push(Part::Text(std::mem::take(&mut literal)));
            }
            parts.push(Part::Variable(name.to_owned()));
            rest = after.get(given.len() + "}}".len()..).unwrap_or_default();
        }
        literal += rest;
        if !literal.is_empty() {
            parts.push(Part::Text(literal));
        }
        Ok(Self { parts })
    }

    /// The names of its variables, each once, in order of appearance.
    pub fn variables(&self) -> Vec<&str> {
        let mut known = HashSet::new();
        let names = self.parts.iter().filter_map(|part| match part {
            Part::Variable(name) => Some(name.as_str()),
            Part::Text(_) => None,
        });
        names.filter(|name| known.insert(*name)).collect()
    }

    /// How often a variable stands in it.
    pub(crate) fn uses(&self, name: &str) -> u32 {
        let is_it = |part: &&Part| matches!(part, Part::Variable(own) if own == name);
        u32::try_from(self.parts.iter().filter(is_it).count()).unwrap_or(u32::MAX)
    }

    /// Its text without its variables.
    pub(crate) fn literal(&self) -> String {
        let texts = self.parts.iter().filter_map(|part| match part {
            Part::Text(text) => Some(text.as_str()),
            Part::Variable(_) => None,
        });
        texts.collect()
    }

    /// Fills in the variables. Values are inserted verbatim, braces included; unused values are ignored.
    pub fn fill(&self, values: &BTreeMap<String, String>) -> Result<String, TemplateError> {
        let names: Vec<String> = self
            .variables()
            .into_iter()
            .filter(|name| !values.contains_key(*name))
            .map(str::to_owned)
            .collect();
        if !names.is_empty() {
            return Err(TemplateError::Missing { names });
        }
        Ok(self.filled_parts(values).collect())
    }

    /// Length in bytes of what [`Template::fill`] gives; a variable without a value has none.
    pub fn filled_bytes(&self, values: &BTreeMap<String, String>) -> usize {
        self.filled_parts(values).map(str::len).fold(0, usize::saturating_add)
    }

    fn filled_parts<'a>(
        &'a self,
        values: &'a BTreeMap<String, String>,
    ) -> impl Iterator<Item = &'a str> {
        self.parts.iter().map(|part| match part {
            Part::Text(text) => text.as_str(),
            Part::Variable(name) => values.get(name).map_or("", String::as_str),
        })
    }
}

/// What stands before the braces that close a variable. A name must end on its line; later braces close another variable.
fn closed(after: &str) -> Option<&str> {
    let mut ends = after.match_indices(['\n', '}']);
    let (at, _) = ends.find(|(at, end)| {
        *end == "\n" || after.get(at + 1..).is_some_and(|rest| rest.starts_with('}'))
    })?;
    let given = after.get(..at)?;
    after.get(at..)?.starts_with('}').then_some(given)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_is_read_in_proportion_to_its_length() {
        let many = 300_000;
        let template = Template::parse(&"{{a}} ".repeat(many)).expect("a template");
        assert_eq!(template.variables(), ["a"], "on one line");
        let others: Vec<String> = (0..many).map(|at| format!("{{{{v{at}}}}}")).collect();
        let template = Template::parse(&others.join("\n")).expect("a template");
        assert_eq!(template.variables().len(), many, "and of as many names");
    }

    fn values(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    fn filled(text: &str, pairs: &[(&str, &str)]) -> String {
        Template::parse(text).expect("it is a template").fill(&values(pairs)).expect("all is given")
    }

    #[test]
    fn each_variable_is_found_once_and_filled_everywhere() {
        let text = "Tell {{name}} about {{ the topic }}, and thank {{name}}.";
        let template = Template::parse(text).expect("it is a template");
        assert_eq!(template.variables(), ["name", "the topic"], "in the order in which they come");
        assert_eq!(
            filled(text, &[("name", "Ada"), ("the topic", "tides"), ("unused", "x")]),
            "Tell Ada about tides, and thank Ada.",
            "a column that the template does not use does no harm"
        );
    }

    #[test]
    fn text_that_is_not_a_variable_stays() {
        for text in ["", "plain", "fn f() { {1} }", "a }} b", "{", "é {x}"] {
            assert_eq!(filled(text, &[]), text, "{text:?} has no variables");
        }
        assert_eq!(filled("{{{{x}} {{y}}", &[("y", "1")]), "{{x}} 1", "four braces are two");
    }

    #[test]
    fn a_value_is_never_read_as_a_template() {
        let made = filled("{{a}}{{b}}", &[("a", "{{b}}"), ("b", "{{{{")]);
        assert_eq!(made, "{{b}}{{{{", "values come from anywhere, and mean only themselves");
    }

    #[test]
    fn an_unclosed_variable_is_named_by_its_character() {
        let unclosed = |text: &str| Template::parse(text).expect_err("it has no end");
        assert_eq!(
            unclosed("né {{a}}\nand {{b}"),
            TemplateError::Unclosed { character: 14, line: 2 },
            "characters are counted, not bytes"
        );
        assert_eq!(
            unclosed("{{a\n}} {{b}}"),
            TemplateError::Unclosed { character: 1, line: 1 },
            "a name does not run on to the next line"
        );
        let message = unclosed("Hi {{name").to_string();
        assert_eq!(
            message,
            "the `{{` at character 4 (line 1) is never closed; write `}}` after the variable's name, \
             or `{{{{` for two literal braces",
            "what was wrong, where, and what to do"
        );
    }

    #[test]
    fn braces_around_no_name_are_an_error_and_not_a_variable() {
        for (text, given) in [("{{}}", ""), ("{{ }}", " "), ("{{{x}}}", "{x"), ("{{a{b}}", "a{b")] {
            assert_eq!(
                Template::parse(text),
                Err(TemplateError::NotAName { given: given.into(), character: 1, line: 1 }),
                "{text}: a table could not have such a column"
            );
        }
    }

    #[test]
    fn every_variable_without_a_value_is_named_at_once() {
        let template = Template::parse("{{b}} {{a}} {{c}} {{b}}").expect("it is a template");
        let error = template.fill(&values(&[("a", "")])).expect_err("two are missing");
        assert_eq!(
            error.to_string(),
            "there is no value for `b`, `c`; give one for each variable of the template",
            "an empty value is a value; what is missing is named in its order"
        );
    }
}
