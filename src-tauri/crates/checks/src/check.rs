//! The checks, as documents have them.

use measure::{Json, Phrase};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The most checks of one request.
pub const MOST_CHECKS: usize = 50;

/// One check of an answer. Reasoning is never part of what is checked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Check {
    /// The answer contains a text.
    Contains(ContainedText),
    /// The answer is a text. White space at either end does not count.
    Equals(WholeText),
    /// A regular expression matches somewhere in the answer. It is matched in linear time, so it has no look-around and no
    /// back references.
    Regex(Pattern),
    /// A number of the answer is near another.
    Number(ExpectedNumber),
    /// The answer is JSON.
    Json(JsonForm),
    /// The answer is JSON that fits a schema.
    JsonSchema(Schema),
    /// The answer calls a tool, and each of its calls is of a tool that the request offered, with arguments that fit its
    /// schema.
    ToolCallValid,
    /// The answer's tool calls are these and no others.
    ToolCallEquals(ExpectedCalls),
    /// The answer is a file.
    Merged(MergedFile),
    /// The answer has a length.
    Length(LengthRange),
    /// The answer is in a language.
    Language(SpokenLanguage),
    /// The answer does not begin with one of the phrases by which models decline, in English, German, French, Spanish and
    /// Chinese, and the provider does not say that the model declined.
    NoRefusal,
    /// Another check finds the answer wrong. What that one cannot say is unknown here too.
    Not(Negation),
    /// What another tool checks and no check here does: unknown for every answer, so that none is called right that it could have found
    /// wrong.
    Foreign(ForeignCheck),
    /// A command of the user's own says whether the answer is right. It is run once the race is over, if the user allowed it on
    /// this machine, and without that the check is unknown.
    Command(OwnCommand),
}

/// A text that an answer contains.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct ContainedText {
    /// The text.
    pub text: String,
    /// Whether upper and lower case are the same.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ignore_case: bool,
}

/// A text that an answer is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct WholeText {
    /// The text.
    pub text: String,
    /// Whether upper and lower case are the same.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ignore_case: bool,
}

/// A regular expression.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Pattern {
    /// In the syntax of the Rust crate `regex`.
    pub pattern: String,
}

/// A number that an answer gives.
///
/// Numbers are read in English notation: `1,234.5`, `-3`, `6.02e23`. Digits within a word, such as those of `GPT4`, and
/// versions such as `1.2.3` are no numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct ExpectedNumber {
    /// The number.
    pub value: f64,
    /// How far from it is still right; absent for equal.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<Tolerance>,
    /// Which number of the answer is taken.
    #[serde(default)]
    pub taken: NumberTaken,
}

/// How far from a number is still right, ends inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Tolerance {
    /// This far.
    Absolute(f64),
    /// This share of it: 0.01 is 1 %.
    Relative(f64),
}

/// Which number of an answer is taken.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum NumberTaken {
    /// The first.
    First,
    /// The last, where most answers have their result.
    #[default]
    Last,
    /// The only one; an answer with several is wrong.
    Only,
}

impl NumberTaken {
    /// Its name in documents and in words.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Last => "last",
            Self::Only => "only",
        }
    }
}

/// How an answer that is JSON may be wrapped.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct JsonForm {
    /// Whether it may stand in one Markdown code block.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fenced: bool,
}

/// A JSON Schema that an answer fits: draft 2020-12 unless it names another in `$schema`. Formats are checked. References
/// lead to places of the schema itself.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Schema {
    /// The schema.
    #[specta(type = Json)]
    pub schema: Value,
    /// Whether the JSON may stand in one Markdown code block.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fenced: bool,
}

/// The tool calls that an answer makes.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct ExpectedCalls {
    /// The calls, in order.
    pub calls: Vec<ExpectedCall>,
    /// Whether their order does not matter.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub any_order: bool,
}

/// A tool call that an answer makes.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct ExpectedCall {
    /// The tool's name.
    pub name: String,
    /// The arguments, compared as JSON: 1 equals 1.0, and the order of an object's fields does not matter.
    #[specta(type = Json)]
    #[serde(default)]
    pub arguments: Value,
    /// In place of `arguments` an object with a list for each argument, of the values any of which is right, an empty text among them
    /// if it may be left out. A value that is an object has such lists for its fields. Texts are compared as the Berkeley function
    /// calling leaderboard does: without case, spaces and `,./-_*^`, and with `'` as `"`.
    #[specta(optional, type = Json)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub possible: Option<Value>,
}

/// A file that an answer is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct MergedFile {
    /// The file. `CRLF` and `LF` end a line alike.
    pub file: String,
    /// What white space at the ends of lines and empty lines at the end of the file mean.
    #[serde(default)]
    pub trailing_space: TrailingSpace,
    /// Whether the file may stand in one Markdown code block.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fenced: bool,
}

/// What white space at the ends of lines and empty lines at the end of a file mean.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum TrailingSpace {
    /// Nothing.
    #[default]
    Ignored,
    /// As much as any other character.
    Kept,
}

/// The length of an answer, ends inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct LengthRange {
    /// What is counted.
    pub unit: LengthUnit,
    /// At least this many; absent for any.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<u32>,
    /// At most this many; absent for any.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u32>,
}

/// What the length of a text counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum LengthUnit {
    /// Unicode scalar values, white space at either end excluded.
    Characters,
    /// Words by UAX #29.
    Words,
    /// Sentences by UAX #29.
    Sentences,
}

/// The language of an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct SpokenLanguage {
    /// Its code of ISO 639-1 or 639-3: `de` or `deu`.
    pub language: String,
}

/// The opposite of another check.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Negation {
    /// The check that is to find the answer wrong: any but `not`, `tool_call_valid`, `command` and `foreign`.
    pub check: Box<Check>,
}

/// A check of another tool.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct ForeignCheck {
    /// The tool, such as `promptfoo`.
    pub tool: String,
    /// What the tool calls it.
    pub name: String,
    /// Why no check here is this, and what to do instead.
    pub why: String,
    /// The same as a phrase, which the window writes in its language; absent in plans of earlier versions.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why_phrase: Option<Box<Phrase>>,
}

impl ForeignCheck {
    /// What a tool calls so and no check here is, for this reason.
    pub fn of(tool: &str, name: &str, why: Phrase) -> Self {
        let (tool, name) = (tool.to_owned(), name.to_owned());
        Self { tool, name, why: why.to_string(), why_phrase: Some(Box::new(why)) }
    }

    /// Why it says nothing of an answer.
    pub(crate) fn reason(&self) -> Phrase {
        match &self.why_phrase {
            // One that says something else is not of this reason.
            Some(phrase) if phrase.says(&self.why) => Phrase::clone(phrase),
            _ => Phrase::verbatim(&self.why),
        }
    }
}

/// A command of the user's own. It reads the answer on its standard input, and ends with 0 if it is right and with 1 if it is
/// wrong; the first line that it writes is the reason. With any other status, or after 10 seconds, the check is unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct OwnCommand {
    /// One line for the system's shell, of at most 1,000 characters.
    pub command: String,
    /// Whether it reads a JSON object in place of the answer's text: `text`, the tool `calls` (`name` and `arguments` as they
    /// came) and the name of the `row` of a set.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub json: bool,
}
