//! Whether a phrase says just a text. One that comes from elsewhere can stand for a text of any length, as small as it is: a template
//! may name a value many times, and a value be a phrase again.

use super::{Phrase, PhraseValue, Piece, pieces};

/// Steps beside one for each byte of the text: a clause that is not there is one, and takes no byte.
const STEPS: usize = 1_000;
/// The longest template that is read, in bytes.
const LONGEST: usize = 10_000;

impl Phrase {
    /// Whether it says this text in English, and nothing else, with lanes by their numbers. It takes steps in proportion to the text.
    pub fn says(&self, text: &str) -> bool {
        let mut left = text.len().saturating_add(STEPS);
        self.spend(&mut left).is_some() && self.to_string() == text
    }

    /// Takes what writing it takes from what is `left`; `None` if that is not enough.
    fn spend(&self, left: &mut usize) -> Option<()> {
        if self.english.len() > LONGEST {
            return None;
        }
        for piece in pieces(&self.english) {
            match piece {
                Piece::Text(text) => *left = left.checked_sub(text.len())?,
                Piece::Hole(hole) => {
                    *left = left.checked_sub(1)?;
                    if hole.forms.is_empty() {
                        self.values.get(hole.value)?.spend(left)?;
                    } else {
                        *left = left.checked_sub(hole.forms.iter().map(|form| form.len()).sum())?;
                    }
                }
            }
        }
        Some(())
    }
}

impl PhraseValue {
    fn spend(&self, left: &mut usize) -> Option<()> {
        *left = left.checked_sub(1)?;
        match self {
            Self::Text(text) => *left = left.checked_sub(text.len())?,
            Self::Language(language) => *left = left.checked_sub(language.english.len())?,
            Self::Phrase(phrase) | Self::Optional(Some(phrase)) => phrase.spend(left)?,
            Self::List(all) => all.iter().try_for_each(|one| one.spend(left))?,
            Self::Sentences(all) | Self::Clauses(all) => {
                all.iter().try_for_each(|one| one.spend(left))?;
            }
            // Each is a few words at most.
            Self::Lane(_)
            | Self::Count(_)
            | Self::Amount(_)
            | Self::Range(_)
            | Self::Metric(_)
            | Self::MetricTitle(_)
            | Self::Warning(_)
            | Self::Optional(None) => {}
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::collections::BTreeMap;

    use super::*;
    use crate::{Amount, Count};

    crate::phrases! {
        fn took(n: Count, time: Amount, more: Option<Phrase>) = "test.took", "{n} {n:round|rounds}, {time}{more}";
    }

    #[test]
    fn a_phrase_says_its_english_text_and_no_other() {
        let inner = || took(Count(1.0), Amount::seconds(300.0), None);
        let both = took(Count(2.0), Amount::times(2.0), Some(inner()));
        assert_eq!(PHRASES[0].problems(), Vec::<String>::new(), "it has all of its values");
        for phrase in [inner(), both, Phrase::verbatim("x"), Phrase::sentences([inner(), inner()])]
        {
            let text = phrase.to_string();
            assert!(phrase.says(&text), "{text}");
            assert!(!phrase.says(&format!("{text}.")) && !phrase.says(""), "another text");
        }
    }

    #[test]
    fn one_that_would_never_end_to_be_written_says_nothing() {
        let twice = |value: PhraseValue| Phrase {
            id: Cow::Borrowed("x"),
            english: Cow::Borrowed("{a}{a}"),
            values: BTreeMap::from([(Cow::Borrowed("a"), value)]),
        };
        for leaf in [PhraseValue::Text("a".to_owned()), PhraseValue::Optional(None)] {
            let nested =
                (0..100).fold(twice(leaf), |inner, _| twice(PhraseValue::Phrase(Box::new(inner))));
            assert!(!nested.says("a"), "two to the power of a hundred");
        }
    }
}
