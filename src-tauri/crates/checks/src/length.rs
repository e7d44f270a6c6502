//! The length of an answer.

use measure::{Count, Phrase};
use unicode_segmentation::UnicodeSegmentation;

use crate::check::{LengthRange, LengthUnit};
use crate::verdict::Finding;
use crate::wording;
use crate::{sentences, unusable};

/// The lengths of one answer, each counted when the first check asks for it: there may be fifty that do.
#[derive(Debug, Default)]
pub(crate) struct Lengths {
    characters: Option<u64>,
    words: Option<u64>,
    sentences: Option<u64>,
}

impl Lengths {
    fn of(&mut self, unit: LengthUnit, answer: &str) -> u64 {
        let text = answer.trim();
        let (known, count): (_, fn(&str) -> usize) = match unit {
            LengthUnit::Characters => (&mut self.characters, |text| text.chars().count()),
            LengthUnit::Words => (&mut self.words, |text| text.unicode_words().count()),
            LengthUnit::Sentences => (&mut self.sentences, sentences::count),
        };
        *known.get_or_insert_with(|| u64::try_from(count(text)).unwrap_or(u64::MAX))
    }
}

pub(crate) fn in_range(expected: &LengthRange, answer: &str, lengths: &mut Lengths) -> Finding {
    let count = lengths.of(expected.unit, answer);
    let is_long_enough = expected.least.is_none_or(|least| count >= u64::from(least));
    let is_short_enough = expected.most.is_none_or(|most| count <= u64::from(most));
    Finding::without(
        (!is_long_enough || !is_short_enough)
            .then(|| wording::other_length(wanted(expected), count.into())),
    )
}

measure::phrases! {
    fn characters(n: Count) = "length.characters", "{n} {n:character|characters}";
    fn words(n: Count) = "length.words", "{n} {n:word|words}";
    fn sentences(n: Count) = "length.sentences", "{n} {n:sentence|sentences}";
    fn at_least(length: Phrase) = "length.at_least", "at least {length}";
    fn at_most(length: Phrase) = "length.at_most", "at most {length}";
    fn between(least: Count, most: Phrase) = "length.between", "{least} to {most}";
    fn any() = "length.any", "any length";
}

/// What is expected, in words: `10 to 50 words`.
pub(crate) fn wanted(expected: &LengthRange) -> Phrase {
    let of = |n: u32| match expected.unit {
        LengthUnit::Characters => characters(n.into()),
        LengthUnit::Words => words(n.into()),
        LengthUnit::Sentences => sentences(n.into()),
    };
    match (expected.least, expected.most) {
        (Some(least), Some(most)) if least == most => of(least),
        (Some(least), Some(most)) => between(least.into(), of(most)),
        (Some(least), None) => at_least(of(least)),
        (None, Some(most)) => at_most(of(most)),
        (None, None) => any(),
    }
}

/// Whether some length can be in the range.
pub(crate) fn problem(expected: &LengthRange) -> Option<Phrase> {
    match (expected.least, expected.most) {
        (None, None) => Some(unusable::no_limit()),
        (Some(least), Some(most)) if least > most => {
            Some(unusable::no_length(least.into(), most.into()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{plain, wrong};

    fn found(unit: LengthUnit, least: u32, most: u32, text: &str) -> Finding {
        let expected = LengthRange { unit, least: Some(least), most: Some(most) };
        plain(in_range(&expected, text, &mut Lengths::default()))
    }

    #[test]
    fn characters_words_and_sentences_are_counted_as_unicode_says() {
        use LengthUnit::{Characters, Sentences, Words};
        assert_eq!(found(Characters, 3, 3, " añ中\n"), Finding::Right, "not bytes, and trimmed");
        assert_eq!(found(Words, 4, 4, "It can't be — true."), Finding::Right, "dashes are none");
        assert_eq!(found(Sentences, 2, 2, "It costs $3.50. Is it?"), Finding::Right, "not 3");
        assert_eq!(
            found(Words, 1, 3, "one two three four"),
            wrong("expected 1 to 3 words, found 4"),
            "too long"
        );
        assert_eq!(found(Sentences, 1, 1, ""), wrong("expected 1 sentence, found 0"), "too short");
    }

    #[test]
    fn a_length_is_counted_once_for_all_checks_of_an_answer() {
        let mut lengths = Lengths::default();
        assert_eq!(lengths.of(LengthUnit::Words, "one two"), 2, "counted");
        assert_eq!(lengths.of(LengthUnit::Words, "another text"), 2, "and known from then on");
        assert_eq!(lengths.of(LengthUnit::Characters, "abc"), 3, "each unit by itself");
    }

    #[test]
    fn a_range_without_a_length_is_a_problem() {
        let problem_of =
            |least, most| problem(&LengthRange { unit: LengthUnit::Words, least, most });
        assert_eq!(problem_of(Some(1), Some(1)), None, "one length is a range");
        assert!(problem_of(Some(2), Some(1)).is_some(), "none is");
        assert!(problem_of(None, None).is_some(), "all are");
    }
}
