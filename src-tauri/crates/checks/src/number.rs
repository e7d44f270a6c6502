//! A number of an answer.

use measure::{Amount, Phrase, PhraseValue};

use crate::check::{ExpectedNumber, NumberTaken, Tolerance};
use crate::text::told;
use crate::verdict::Finding;
use crate::{unusable, wording};

/// The longest number, in bytes; more digits than that are no number that anybody compares.
const LONGEST: usize = 400;
/// The most digits after the point that a language writes in its own way.
const MOST_DIGITS: u8 = 20;
/// Share of a number that its binary form may be off.
const ROUNDING: f64 = 1e-12;

measure::phrases! {
    fn exactly(number: PhraseValue) = "check.exactly", "{number}";
    fn within(number: PhraseValue, distance: PhraseValue) = "check.within", "{number} ± {distance}";
    fn within_percent(number: PhraseValue, percent: PhraseValue) = "check.within_percent", "{number} ± {percent} %";
}

/// How many numbers an answer has, with the first and the last of them.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Numbers {
    first: Option<f64>,
    last: Option<f64>,
    count: u64,
}

/// How a number is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Notation {
    /// 1,234.5
    English,
    /// 1.234,5
    Continental,
}

impl Notation {
    fn point(self) -> u8 {
        if self == Self::English { b'.' } else { b',' }
    }

    fn comma(self) -> u8 {
        if self == Self::English { b',' } else { b'.' }
    }
}

impl Numbers {
    fn taken(&self, taken: NumberTaken) -> Option<f64> {
        match taken {
            NumberTaken::First => self.first,
            NumberTaken::Last => self.last,
            NumberTaken::Only => self.first.filter(|_| self.count == 1),
        }
    }
}

/// The numbers of one answer, read in each notation when the first check asks for it: there may be fifty that do.
#[derive(Debug, Default)]
pub(crate) struct NumbersRead {
    english: Option<Numbers>,
    continental: Option<Numbers>,
}

impl NumbersRead {
    fn of(&mut self, answer: &str, notation: Notation) -> Numbers {
        let known = match notation {
            Notation::English => &mut self.english,
            Notation::Continental => &mut self.continental,
        };
        *known.get_or_insert_with(|| numbers(answer, notation))
    }
}

/// Whether the answer's number is near the expected one as English writes numbers. Where it is only as most of Europe writes them, in
/// which the comma is the decimal one, that is not known.
pub(crate) fn near(expected: &ExpectedNumber, answer: &str, read: &mut NumbersRead) -> Finding {
    let numbers = read.of(answer, Notation::English);
    let taken = numbers.taken(expected.taken);
    let wanted = wanted(expected);
    let is_right = |number: f64| is_near(number, expected);
    let mut in_other_notation = || read.of(answer, Notation::Continental).taken(expected.taken);
    if !taken.is_some_and(is_right) && in_other_notation().is_some_and(is_right) {
        return Finding::Unknown(wording::decimal_comma(wanted));
    }
    Finding::without(match taken {
        None if numbers.count == 0 => Some(wording::no_number(wanted, told(answer))),
        None => Some(wording::several_numbers(wanted, numbers.count.into())),
        Some(number) if is_near(number, expected) => None,
        Some(number) => {
            let (number, count) = (whole(number), numbers.count.into());
            Some(match expected.taken {
                NumberTaken::First => wording::first_number(wanted, number, count),
                NumberTaken::Last => wording::last_number(wanted, number, count),
                NumberTaken::Only => wording::only_number(wanted, number),
            })
        }
    })
}

/// What is expected, in words: `42 ± 0.5`.
pub(crate) fn wanted(expected: &ExpectedNumber) -> Phrase {
    let value = whole(expected.value);
    match expected.tolerance {
        None => exactly(value),
        Some(Tolerance::Absolute(distance)) => within(value, whole(distance)),
        Some(Tolerance::Relative(share)) => {
            let percent = (share * 100.0 * 1e9).round() / 1e9;
            within_percent(value, whole(percent))
        }
    }
}

/// A number with all of its digits.
fn whole(number: f64) -> PhraseValue {
    let text = number.to_string();
    let digits = text.split_once('.').map_or(0, |(_, digits)| digits.len());
    match u8::try_from(digits) {
        Ok(digits) if digits <= MOST_DIGITS && number.is_finite() => {
            Amount::digits(number, digits).into()
        }
        _ => PhraseValue::Text(text),
    }
}

/// Whether the expected number can be compared with at all.
pub(crate) fn problem(expected: &ExpectedNumber) -> Option<Phrase> {
    let within = match expected.tolerance {
        None => 0.0,
        Some(Tolerance::Absolute(within) | Tolerance::Relative(within)) => within,
    };
    if !expected.value.is_finite() {
        return Some(unusable::number());
    }
    let is_usable = within.is_finite() && within >= 0.0;
    (!is_usable).then(unusable::tolerance)
}

fn is_near(number: f64, expected: &ExpectedNumber) -> bool {
    let within = match expected.tolerance {
        None => 0.0,
        Some(Tolerance::Absolute(within)) => within,
        Some(Tolerance::Relative(share)) => share * expected.value.abs(),
    };
    (number - expected.value).abs() <= within + ROUNDING * expected.value.abs().max(within)
}

/// The numbers of a text, read once from its beginning to its end.
fn numbers(text: &str, notation: Notation) -> Numbers {
    let bytes = text.as_bytes();
    let mut found = Numbers::default();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        if !byte.is_ascii_digit() {
            at += 1;
            continue;
        }
        let end = end_of(bytes, at, notation);
        if let Some(number) = read(text, (at, end), notation) {
            found.first.get_or_insert(number);
            found.last = Some(number);
            found.count += 1;
        }
        at = end;
    }
    found
}

/// What besides a comma may stand before each group of three digits: as LaTeX writes it, no-break and thin spaces, apostrophes.
const GROUP_SEPARATORS: [&str; 7] =
    ["{,}", "\\,", "\u{a0}", "\u{2009}", "\u{202f}", "'", "\u{2019}"];

/// The end of the run of digits, separators and exponent that begins at `from`.
fn end_of(bytes: &[u8], from: usize, notation: Notation) -> usize {
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    // How many digits stand since the last separator.
    let (mut at, mut group) = (from, 0);
    loop {
        match bytes.get(at) {
            Some(byte) if byte.is_ascii_digit() => {
                (at, group) = (at + 1, group + 1);
                continue;
            }
            // A separator within a number has a digit behind it; the full stop of a sentence has none.
            Some(byte) if *byte == notation.point() && is_digit(at + 1) => at += 1,
            Some(byte) if *byte == notation.comma() && is_group(bytes, at + 1) => at += 1,
            Some(b'e' | b'E') => {
                let sign = usize::from(matches!(bytes.get(at + 1), Some(b'-' | b'+')));
                if !is_digit(at + 1 + sign) {
                    return at;
                }
                at += 1 + sign;
                while is_digit(at) {
                    at += 1;
                }
                return at;
            }
            _ => match separator(bytes, at).filter(|_| group <= 3) {
                Some(length) => at += length,
                None => return at,
            },
        }
        group = 0;
    }
}

/// The length of a separator at `at` before a group of three digits.
fn separator(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes.get(at..)?;
    let separator = GROUP_SEPARATORS.iter().find(|one| rest.starts_with(one.as_bytes()))?;
    is_group(bytes, at + separator.len()).then_some(separator.len())
}

/// Whether exactly three digits stand at `at`.
fn is_group(bytes: &[u8], at: usize) -> bool {
    let is_digit = |offset: usize| bytes.get(at + offset).is_some_and(u8::is_ascii_digit);
    is_digit(0) && is_digit(1) && is_digit(2) && !is_digit(3)
}

/// The number between two places of a text, with the sign before it; `None` if it is part of a word or a version.
fn read(text: &str, (from, to): (usize, usize), notation: Notation) -> Option<f64> {
    let digits = text.get(from..to).filter(|digits| digits.len() <= LONGEST)?;
    if digits.bytes().filter(|byte| *byte == notation.point()).count() > 1 {
        return None;
    }
    let mut before = text.get(..from)?.chars().rev();
    let (mut previous, mut is_negative, mut begins_with_point) = (before.next(), false, false);
    if previous == Some('.') {
        // `.5`, but not the 3 of `x.3`.
        begins_with_point = true;
        previous = before.next();
    }
    if matches!(previous, Some('-' | '\u{2212}')) {
        previous = before.next();
        // `3-5` is a range.
        is_negative = !previous.is_some_and(char::is_alphanumeric);
        if !is_negative {
            previous = None;
        }
    }
    let is_in_a_word = previous.is_some_and(|c| c.is_alphabetic() || c == '_')
        || (begins_with_point && previous.is_some_and(char::is_alphanumeric));
    if is_in_a_word {
        return None;
    }
    let is_kept = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '.' | '+' | '-');
    let as_english = |c: char| match u8::try_from(c) {
        Ok(byte) if byte == notation.point() => '.',
        Ok(byte) if byte == notation.comma() => ',',
        _ => c,
    };
    let mut plain: String = digits.chars().map(as_english).filter(is_kept).collect();
    if begins_with_point {
        plain.insert_str(0, "0.");
    }
    let number = plain.parse::<f64>().ok().filter(|number| number.is_finite())?;
    Some(if is_negative { -number } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{plain, wrong};

    fn of(text: &str) -> (Option<f64>, Option<f64>, u64) {
        let Numbers { first, last, count } = numbers(text, Notation::English);
        (first, last, count)
    }

    fn one(text: &str) -> Option<f64> {
        let (first, _, count) = of(text);
        first.filter(|_| count == 1)
    }

    #[test]
    fn numbers_are_read_in_english_notation() {
        for (text, number) in [
            ("42", 42.0),
            ("It is 42.", 42.0),
            ("-3", -3.0),
            ("\u{2212}3", -3.0),
            ("$1,234.50", 1_234.5),
            ("1,234,567", 1_234_567.0),
            ("6.02e23 per mole", 6.02e23),
            ("1E-3", 1e-3),
            (".5", 0.5),
            ("-.5", -0.5),
            (r"\boxed{42}", 42.0),
            ("42%", 42.0),
            ("**42**", 42.0),
            ("25kg", 25.0),
            (r"\boxed{1{,}234{,}567.5}", 1_234_567.5),
            (r"1\,234", 1_234.0),
            ("1\u{202f}234", 1_234.0),
            ("12\u{a0}345", 12_345.0),
            ("1'234'567", 1_234_567.0),
        ] {
            assert_eq!(one(text), Some(number), "{text}");
        }
        assert_eq!(of("3-5"), (Some(3.0), Some(5.0), 2), "a range");
        assert_eq!(of("1,2,3"), (Some(1.0), Some(3.0), 3), "a list");
        assert_eq!(of("1,2345"), (Some(1.0), Some(2_345.0), 2), "no group of three");
        assert_eq!(
            of("in 2024\u{a0}300 came"),
            (Some(2_024.0), Some(300.0), 2),
            "nor after a fourth"
        );
        for text in ["GPT4", "v1.2.3", "", "no digit", "x_1", "1e999", "sha.3"] {
            assert_eq!(of(text).2, 0, "{text} has no number");
        }
        assert_eq!(of(&"9".repeat(500)).2, 0, "nobody compares that");
    }

    fn expected(value: f64, tolerance: Option<Tolerance>, taken: NumberTaken) -> ExpectedNumber {
        ExpectedNumber { value, tolerance, taken }
    }

    #[test]
    fn a_number_is_right_within_its_tolerance_ends_inclusive() {
        let within = |value, tolerance, text: &str| {
            near(&expected(value, tolerance, NumberTaken::Last), text, &mut NumbersRead::default())
                == Finding::Right
        };
        let half = Some(Tolerance::Absolute(0.5));
        assert!(within(42.0, half, "42.5") && within(42.0, half, "41.5"), "the ends");
        assert!(!within(42.0, half, "42.51"), "beyond");
        assert!(within(-200.0, Some(Tolerance::Relative(0.01)), "-202"), "1 % of 200 is 2");
        assert!(!within(-200.0, Some(Tolerance::Relative(0.01)), "-202.1"), "not more");
        assert!(within(0.3, Some(Tolerance::Absolute(0.1)), "0.4"), "but for binary rounding");
        assert!(within(42.0, None, "42") && !within(42.0, None, "42.01"), "none is equal");
    }

    #[test]
    fn a_number_that_is_right_only_with_a_decimal_comma_is_not_known() {
        let found = |value, text: &str| {
            near(&expected(value, None, NumberTaken::Last), text, &mut NumbersRead::default())
        };
        for (value, text) in [(3.5, "3,5 Meter"), (1_234.0, "1.234 Meter"), (1_234.5, "1.234,5")] {
            let unknown = matches!(found(value, text), Finding::Unknown(_));
            assert!(unknown, "{text} may be {value}: {:?}", found(value, text));
        }
        assert_eq!(found(5.0, "3,5"), Finding::Right, "a list");
        assert!(matches!(found(3.6, "3,5 Meter"), Finding::Wrong(_)), "in neither notation");
    }

    #[test]
    fn which_number_is_taken_is_said() {
        let text = "First 1, then 2, at last 3.";
        let found =
            |taken| plain(near(&expected(9.0, None, taken), text, &mut NumbersRead::default()));
        let sentence = "expected 9, found 1 as the first of 3 numbers";
        assert_eq!(found(NumberTaken::First), wrong(sentence), "the first");
        let sentence = "expected 9, found 3 as the last of 3 numbers";
        assert_eq!(found(NumberTaken::Last), wrong(sentence), "the last");
        let sentence = "expected 9 as the only number, found 3";
        assert_eq!(found(NumberTaken::Only), wrong(sentence), "none is the only one");
        let none =
            near(&expected(9.0, None, NumberTaken::Last), "Nine.", &mut NumbersRead::default());
        let sentence = r#"expected 9, found no number in "Nine.""#;
        assert_eq!(plain(none), wrong(sentence), "words are no numbers");
    }

    #[test]
    fn a_tolerance_that_cannot_be_is_a_problem() {
        let problem_of = |value, tolerance| problem(&expected(value, tolerance, NumberTaken::Last));
        assert_eq!(problem_of(1.0, Some(Tolerance::Absolute(0.0))), None, "equal is a tolerance");
        assert!(problem_of(f64::NAN, None).is_some(), "no number");
        assert!(problem_of(1.0, Some(Tolerance::Relative(-0.1))).is_some(), "negative");
        assert!(problem_of(1.0, Some(Tolerance::Absolute(f64::INFINITY))).is_some(), "all numbers");
    }
}
