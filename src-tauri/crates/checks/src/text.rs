//! An answer that contains a text or is one.

use measure::Phrase;

use crate::check::{ContainedText, WholeText};
use crate::quote::{quotation, quoted, quoted_up_to};
use crate::verdict::Finding;
use crate::wording;

/// Characters of either text that a reason shows from the first difference on.
const SHOWN_OF_A_DIFFERENCE: usize = 40;

pub(crate) fn contains(expected: &ContainedText, answer: &str) -> Finding {
    let is_in = if expected.ignore_case {
        answer.to_lowercase().contains(&expected.text.to_lowercase())
    } else {
        answer.contains(&expected.text)
    };
    Finding::without((!is_in).then(|| wording::without(&quoted(&expected.text), told(answer))))
}

pub(crate) fn equals(expected: &WholeText, answer: &str) -> Finding {
    let (expected_text, found) = (expected.text.trim(), answer.trim());
    let is_same = if expected.ignore_case {
        expected_text.to_lowercase() == found.to_lowercase()
    } else {
        expected_text == found
    };
    Finding::without((!is_same).then(|| difference(expected_text, found)))
}

/// What an answer says, in short: `an empty answer`, `"Lyon"`.
pub(crate) fn told(answer: &str) -> Phrase {
    let answer = answer.trim();
    if answer.is_empty() { wording::empty() } else { quotation(answer) }
}

/// Where two texts first differ, and how they go on from there.
fn difference(expected: &str, found: &str) -> Phrase {
    let (mut line, mut column) = (1_u64, 1_u64);
    let (mut left, mut right) = (expected.chars(), found.chars());
    let rests = loop {
        let rests = (left.as_str(), right.as_str());
        match (left.next(), right.next()) {
            (Some(one), Some(other)) if one == other => {
                (line, column) = if one == '\n' { (line + 1, 1) } else { (line, column + 1) };
            }
            _ => break rests,
        }
    };
    let rest = |text: &str| match text {
        "" => wording::its_end(),
        text => Phrase::verbatim(&quoted_up_to(text, SHOWN_OF_A_DIFFERENCE)),
    };
    wording::other_text(rest(rests.0), rest(rests.1), line.into(), column.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{plain, wrong};

    fn contained(text: &str, ignore_case: bool) -> ContainedText {
        ContainedText { text: text.to_owned(), ignore_case }
    }

    fn whole(text: &str, ignore_case: bool) -> WholeText {
        WholeText { text: text.to_owned(), ignore_case }
    }

    #[test]
    fn a_text_is_found_anywhere_and_in_its_case_unless_that_does_not_matter() {
        let answer = "The capital of France is Paris.";
        assert_eq!(contains(&contained("Paris", false), answer), Finding::Right, "it is there");
        assert_eq!(contains(&contained("PARIS", true), answer), Finding::Right, "in any case");
        assert_eq!(
            plain(contains(&contained("PARIS", false), answer)),
            wrong(r#"expected "PARIS" in it, found "The capital of France is Paris.""#),
            "not in this case"
        );
        assert_eq!(
            plain(contains(&contained("Paris", false), " \n")),
            wrong(r#"expected "Paris" in it, found an empty answer"#),
            "nothing was answered"
        );
    }

    #[test]
    fn a_whole_text_is_the_same_but_for_white_space_around_it() {
        assert_eq!(equals(&whole("Paris", false), " Paris\n"), Finding::Right, "trimmed");
        assert_eq!(equals(&whole("paris", true), "PARIS"), Finding::Right, "in any case");
        assert_eq!(
            plain(equals(&whole("one\ntwo\nthree", false), "one\ntwö\nthree")),
            wrong(r#"expected "o\nthree", found "ö\nthree" at line 2, character 3"#),
            "where they part"
        );
        assert_eq!(
            plain(equals(&whole("Paris", false), "Paris, France")),
            wrong(r#"expected its end, found ", France" at line 1, character 6"#),
            "one is longer"
        );
    }
}
