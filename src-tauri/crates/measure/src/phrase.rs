//! What the engine says, in any language: an id with values, written in English here and in other languages by the
//! window.
//!
//! A template is text with holes: `{name}` is the value of that name, and `{n:round|rounds}` the word that agrees with
//! the count `n`, one for each plural category of the language, in CLDR's order (English: one, other).

mod conversions;
mod document;
mod holes;
mod says;
mod value;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

pub use self::document::in_english;
pub use self::holes::{Hole, Piece, pieces};
pub use self::value::{Amount, Count, Form, LaneAt, LanguageName, MetricTitle, Range};
use crate::{Metric, Warning, format};

/// A sentence, several, or a clause: what is said, and about which values. `Display` writes it in English.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Phrase {
    /// What is said, by which a language finds its own template.
    pub id: Cow<'static, str>,
    /// The English template.
    pub english: Cow<'static, str>,
    /// The values, by their names in the template.
    pub values: BTreeMap<Cow<'static, str>, PhraseValue>,
}

/// A value of a phrase.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "type", content = "value", rename_all = "snake_case")]
pub enum PhraseValue {
    /// A name, an address or a foreign text, the same in every language.
    Text(String),
    /// The name of a lane, given as its index among the lanes that ran.
    Lane(u32),
    /// A number of things, with which words agree.
    Count(f64),
    /// A number in the format of its unit.
    Amount(Amount),
    /// From one number to another.
    Range(Range),
    /// The name of a metric in running text.
    Metric(Metric),
    /// The whole name of a metric, as in a title.
    MetricTitle(Metric),
    /// The tag of a warning.
    Warning(Warning),
    /// The name of a language.
    Language(LanguageName),
    /// A clause.
    Phrase(Box<Phrase>),
    /// A clause that is not always there.
    Optional(Option<Box<Phrase>>),
    /// `A, B and C`.
    List(Vec<PhraseValue>),
    /// Sentences one after another.
    Sentences(Vec<Phrase>),
    /// Clauses one after another, with a semicolon between.
    Clauses(Vec<Phrase>),
}

/// A phrase before it has values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Template {
    /// Id of its phrases.
    pub id: &'static str,
    /// In English.
    pub english: &'static str,
    /// Name and Rust type of each value.
    pub values: &'static [(&'static str, &'static str)],
}

/// Sentences one after another, each with its own template.
const SENTENCES: Template =
    Template { id: "sentences", english: "{all}", values: &[("all", "Vec<Phrase>")] };

/// Clauses one after another.
const CLAUSES: Template =
    Template { id: "clauses", english: "{all}", values: &[("all", "Vec<Phrase>")] };

/// A sentence that has no phrase of its own: of a library, a server or a part that speaks English alone.
const VERBATIM: Template =
    Template { id: "verbatim", english: "{text}", values: &[("text", "&str")] };

/// What stands between sentences, and between clauses.
const SEPARATORS: [Template; 2] = [
    Template { id: "separator.sentences", english: " ", values: &[] },
    Template { id: "separator.clauses", english: "; ", values: &[] },
];

/// The templates that belong to no finding of their own.
pub const PHRASES: &[Template] = &[SENTENCES, CLAUSES, VERBATIM, SEPARATORS[0], SEPARATORS[1]];

impl Template {
    /// With these values, which are in the order of the template's own.
    #[doc(hidden)]
    pub fn with<const N: usize>(&self, values: [PhraseValue; N]) -> Phrase {
        let names = self.values.iter().map(|(name, _)| Cow::Borrowed(*name));
        Phrase {
            id: Cow::Borrowed(self.id),
            english: Cow::Borrowed(self.english),
            values: names.zip(values).collect(),
        }
    }

    /// What is wrong with it; empty if its English and its values agree.
    pub fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        let mut used = Vec::new();
        for piece in pieces(self.english) {
            let Piece::Hole(Hole { value, forms }) = piece else { continue };
            used.push(value);
            match self.values.iter().find(|(name, _)| *name == value) {
                None => problems.push(format!("{}: no value is called {value}", self.id)),
                Some((_, kind)) if !forms.is_empty() && !kind.ends_with("Count") => {
                    problems.push(format!("{}: {value} is a {kind}, no count", self.id));
                }
                Some(_) if !forms.is_empty() && forms.len() != 2 => {
                    problems.push(format!("{}: English has two plural categories", self.id));
                }
                Some(_) => {}
            }
        }
        let unused = self.values.iter().filter(|(name, _)| !used.contains(name));
        problems.extend(unused.map(|(name, _)| format!("{}: {name} is not used", self.id)));
        problems
    }
}

impl Phrase {
    /// A sentence that has no phrase of its own, the same in every language.
    pub fn verbatim(text: &str) -> Self {
        VERBATIM.with([PhraseValue::Text(text.to_owned())])
    }

    /// Whether it is a sentence without a phrase of its own.
    pub fn is_verbatim(&self) -> bool {
        self.id == VERBATIM.id
    }

    /// Sentences one after another; of none, nothing is said.
    pub fn sentences(all: impl IntoIterator<Item = Self>) -> Self {
        let mut all: Vec<Self> = all.into_iter().filter(|one| !one.is_empty()).collect();
        if all.len() == 1
            && let Some(only) = all.pop()
        {
            return only;
        }
        SENTENCES.with([PhraseValue::Sentences(all)])
    }

    /// Clauses one after another, with a semicolon between.
    pub fn clauses(all: impl IntoIterator<Item = Self>) -> Self {
        CLAUSES.with([PhraseValue::Clauses(all.into_iter().collect())])
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.id == SENTENCES.id
            && self.values.values().all(
                |value| matches!(value, PhraseValue::Sentences(all) if all.iter().all(Self::is_empty)),
            )
    }

    /// The same with every foreign text changed by `change`: to redact what a server said.
    #[must_use]
    pub fn with_texts(self, change: &dyn Fn(&str) -> String) -> Self {
        let values = self.values.into_iter();
        Self {
            values: values.map(|(name, value)| (name, value.with_texts(change))).collect(),
            ..self
        }
    }

    /// In English, with the lanes by these names; `None` where one has none.
    pub fn text(&self, names: &[String]) -> Option<String> {
        self.written(&|lane| names.get(lane as usize).cloned())
    }

    /// In English, with the names of lanes by `name_of`.
    fn written(&self, name_of: &dyn Fn(u32) -> Option<String>) -> Option<String> {
        let mut out = String::new();
        for piece in pieces(&self.english) {
            match piece {
                Piece::Text(text) => out += text,
                Piece::Hole(Hole { value, forms }) => {
                    // A value that is missing is a mistake of ours, which a test finds; nothing is invented.
                    let value = self.values.get(value)?;
                    match forms.as_slice() {
                        [] => out += &value.written(name_of)?,
                        forms => out += value.agreeing(forms)?,
                    }
                }
            }
        }
        Some(out)
    }
}

impl PhraseValue {
    /// The same with every foreign text changed.
    fn with_texts(self, change: &dyn Fn(&str) -> String) -> Self {
        let all = |all: Vec<Phrase>| all.into_iter().map(|one| one.with_texts(change)).collect();
        match self {
            Self::Text(text) => Self::Text(change(&text)),
            Self::Phrase(phrase) => Self::Phrase(Box::new(phrase.with_texts(change))),
            Self::Optional(Some(phrase)) => {
                Self::Optional(Some(Box::new(phrase.with_texts(change))))
            }
            Self::List(list) => {
                Self::List(list.into_iter().map(|one| one.with_texts(change)).collect())
            }
            Self::Sentences(sentences) => Self::Sentences(all(sentences)),
            Self::Clauses(clauses) => Self::Clauses(all(clauses)),
            Self::Lane(_)
            | Self::Count(_)
            | Self::Amount(_)
            | Self::Range(_)
            | Self::Metric(_)
            | Self::MetricTitle(_)
            | Self::Warning(_)
            | Self::Language(_)
            | Self::Optional(None) => self,
        }
    }

    /// In English; `None` where a lane has no name.
    fn written(&self, name_of: &dyn Fn(u32) -> Option<String>) -> Option<String> {
        Some(match self {
            Self::Text(text) => text.clone(),
            Self::Lane(lane) => name_of(*lane)?,
            Self::Count(number) => format::whole(*number),
            Self::Amount(amount) => amount.to_string(),
            Self::Range(Range { form, low, high }) => {
                let [low, high] = [*low, *high].map(|number| Amount { form: *form, number });
                format!("{low} to {high}")
            }
            Self::Metric(metric) => metric.definition().in_a_sentence(),
            Self::MetricTitle(metric) => metric.definition().name.to_owned(),
            Self::Warning(warning) => warning.tag().to_owned(),
            Self::Language(language) => language.english.clone(),
            Self::Phrase(phrase) | Self::Optional(Some(phrase)) => phrase.written(name_of)?,
            Self::Optional(None) => String::new(),
            Self::List(all) => {
                let all: Option<Vec<String>> = all.iter().map(|one| one.written(name_of)).collect();
                format::list(&all?)
            }
            Self::Sentences(all) => {
                let all: Option<Vec<String>> = all.iter().map(|one| one.written(name_of)).collect();
                all?.join(" ")
            }
            Self::Clauses(all) => {
                let all: Option<Vec<String>> = all.iter().map(|one| one.written(name_of)).collect();
                all?.join("; ")
            }
        })
    }

    /// The one of two English forms that agrees with this count, as it is written; `None` for what is no count.
    fn agreeing<'a>(&self, forms: &[&'a str]) -> Option<&'a str> {
        let Self::Count(number) = self else { return None };
        let is_one = format::whole(*number) == "1";
        if is_one { forms.first() } else { forms.last() }.copied()
    }
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.written(&|lane| Some(format!("#{lane}")));
        f.write_str(text.as_deref().unwrap_or(&self.english))
    }
}

/// Declares the phrases of a module: a function for each, which takes its values, and `PHRASES`, the list of their
/// templates. Each row: visibility, name and values of the function, id, English.
///
/// ```
/// measure::phrases! {
///     fn won(who: &str, n: measure::Count) = "example.won", "{who} won {n} {n:round|rounds}.";
/// }
/// assert_eq!(won("A", measure::Count(2.0)).to_string(), "A won 2 rounds.");
/// assert_eq!(PHRASES.len(), 1);
/// ```
#[macro_export]
macro_rules! phrases {
    ($($vis:vis fn $name:ident($($value:ident: $type:ty),* $(,)?) = $id:literal, $english:literal;)*) => {
        /// The templates of this module's phrases.
        pub(crate) const PHRASES: &[$crate::Template] = &[$($crate::Template {
            id: $id,
            english: $english,
            values: &[$((stringify!($value), stringify!($type))),*],
        }),*];

        $(
            $vis fn $name($($value: $type),*) -> $crate::Phrase {
                const TEMPLATE: $crate::Template = $crate::Template {
                    id: $id,
                    english: $english,
                    values: &[$((stringify!($value), stringify!($type))),*],
                };
                TEMPLATE.with([$($crate::PhraseValue::from($value)),*])
            }
        )*
    };
}

#[cfg(test)]
mod tests;
