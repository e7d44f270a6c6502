//! The number of sentences of a text, in linear time.

use std::collections::HashMap;

use unicode_segmentation::UnicodeSegmentation;

/// The full stops (`ATerm` of UAX #29): whether one ends a sentence depends on the next letter, however far away that is.
const FULL_STOPS: [char; 4] = ['.', '\u{2024}', '\u{fe52}', '\u{ff0e}'];

/// What a character is behind a full stop, by the rules of UAX #29.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Behind {
    FullStop,
    /// A closing mark, such as a bracket or a quotation mark.
    Close,
    Space,
    /// A combining mark or an invisible character, which the rules look through.
    Ignored,
    /// Anything else, which ends what belongs to the full stop.
    Other,
}

impl Behind {
    fn of(c: char) -> Self {
        if FULL_STOPS.contains(&c) {
            return Self::FullStop;
        }
        // The rules' own tables are not public; what they make of a character shows in three short texts.
        let is_one = |text: String| text.split_sentence_bounds().nth(1).is_none();
        let before_a_capital = format!("!{c}A");
        let first = before_a_capital.split_sentence_bounds().next().map_or(0, str::len);
        let belongs = first == 1 + c.len_utf8() && is_one(format!("1.{c}a"));
        if !belongs {
            Self::Other
        } else if is_one(format!("1.{c}1")) {
            Self::Ignored
        } else if c.is_whitespace() {
            Self::Space
        } else {
            Self::Close
        }
    }
}

/// How many sentences with a letter or a digit a text has, as UAX #29 divides it.
pub(crate) fn count(text: &str) -> usize {
    without_runs(text).unicode_sentences().count()
}

/// The text with one for each run of closing marks and of spaces behind a full stop. By the rules a run is like one of
/// it, but for each of its characters their implementation looks for the next letter again (SB8), through all that follows.
fn without_runs(text: &str) -> String {
    let mut known = HashMap::new();
    let mut kept = String::with_capacity(text.len());
    // What came last of a full stop, its closing marks and its spaces.
    let mut last = None;
    for c in text.chars() {
        if last.is_none() && !FULL_STOPS.contains(&c) {
            kept.push(c);
            continue;
        }
        let now = *known.entry(c).or_insert_with(|| Behind::of(c));
        let is_again = matches!(now, Behind::Close | Behind::Space) && last == Some(now);
        if is_again {
            continue;
        }
        last = match (last, now) {
            (last, Behind::Ignored) => last,
            (Some(Behind::Space), Behind::Close) | (_, Behind::Other) => None,
            (_, now) => Some(now),
        };
        kept.push(c);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_looked_at_again_and_again_is_left_out() {
        for (text, kept) in [
            (format!("a.{}b", " ".repeat(9)), "a. b"),
            (format!("a.{}1", " \t\u{a0}\u{3000}".repeat(9)), "a. 1"),
            (format!("a.{}b", "\")\u{bb}]".repeat(9)), "a.\"b"),
            (format!("a\u{ff0e}{} B", ")".repeat(9)), "a\u{ff0e}) B"),
            (format!("a.{}b", ")\u{301}".repeat(3)), "a.)\u{301}\u{301}\u{301}b"),
            (format!("a.)){}b", " \u{ad}".repeat(2)), "a.) \u{ad}\u{ad}b"),
        ] {
            assert_eq!(without_runs(&text), kept, "{text:?}");
        }
        for text in ["a. \n\n  b", "a!  b", "a.?  b", "a  b. (c)  d", "1.. 2", "a. )) b"] {
            assert_eq!(without_runs(text), text, "these are no such runs");
        }
    }

    #[test]
    fn a_text_has_as_many_sentences_as_unicode_says() {
        const PIECES: [&str; 20] = [
            "a", "A", "1", ".", "\u{ff0e}", "!", "。", " ", "\t", "\"", ")", "(", ",", "\u{301}",
            "\u{345}", "\u{ad}", "\n", "中", "\u{200d}", "-",
        ];
        let mut state = 1_u64;
        for length in (1..=12).cycle().take(40_000) {
            let mut text = String::new();
            for _ in 0..length {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let at = usize::try_from(state >> 33).unwrap_or_default() % PIECES.len();
                text.push_str(PIECES[at]);
            }
            assert_eq!(count(&text), text.unicode_sentences().count(), "{text:?}");
        }
    }
}
