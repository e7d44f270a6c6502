//! The neutral token count: one public tokenizer for every provider's text.
//!
//! `o200k_base` is the vocabulary of the current OpenAI models; for others it is a common yardstick, and
//! not what they bill.

use tiktoken_rs::o200k_base_singleton;

/// The longest run of white space, or of anything else, that is tokenised in one go, in bytes. A chapter
/// of Chinese without a space or a newline stays below it.
const LONGEST_RUN: usize = 64 * 1024;

/// How many `o200k_base` tokens a whole text is, with nothing in it read as a special token.
///
/// Give it the whole text, once: tokens span chunk borders, so counts of parts do not add up.
///
/// The count is exact for every text in which white space and other characters alternate at least every
/// 64 KiB. A longer run of either is cut there, which can change the count by a few tokens at each cut:
/// uncut, the tokenizer fails on a megabyte of spaces, and takes more than its share of time on a
/// megabyte without any.
///
/// Measured in the debug profile on one core of a small server: 33 MB/s of prose, 3 to 10 MB/s of one run.
pub fn count(text: &str) -> u32 {
    let tokenizer = o200k_base_singleton();
    let total: usize = runs_cut(text).map(|piece| tokenizer.count_ordinary(piece)).sum();
    u32::try_from(total).unwrap_or(u32::MAX)
}

/// Loads the vocabulary, so that the first [`count`] does not: about 0.2 s. Call it away from anything
/// that is being measured.
pub fn warm() {
    o200k_base_singleton();
}

/// The text in order, in as few pieces as keep every run within [`LONGEST_RUN`].
fn runs_cut(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (piece, after) = rest.split_at_checked(first_cut(rest)).unwrap_or((rest, ""));
        rest = after;
        Some(piece)
    })
}

/// Where the first overlong run must be cut, at a character's edge; the end of the text if there is none.
fn first_cut(text: &str) -> usize {
    let mut run_from = 0;
    let mut run_is_space = None;
    for (at, character) in text.char_indices() {
        let is_space = Some(character.is_whitespace());
        if is_space != run_is_space {
            run_from = at;
            run_is_space = is_space;
        }
        if at + character.len_utf8() - run_from > LONGEST_RUN {
            return at;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use tiktoken_rs::o200k_base_singleton;

    use super::{LONGEST_RUN, count, runs_cut, warm};

    /// Counted by OpenAI's own implementation (tiktoken 0.14 for Python) with the same vocabulary.
    const KNOWN: [(&str, u32); 12] = [
        ("", 0),
        ("hello world", 2),
        ("tiktoken is great!", 6),
        ("The quick brown fox jumps over the lazy dog.", 10),
        ("antidisestablishmentarianism", 6),
        ("2 + 2 = 4", 7),
        ("お誕生日おめでとう", 8),
        ("fn main() {\n    println!(\"{}\", 1 + 1);\n}\n", 14),
        ("We don't stop; they'LL see.", 9),
        ("😀 naïve café — 12,345.678", 11),
        ("a\r\n\r\nb", 3),
        ("<|endoftext|>", 7),
    ];

    #[test]
    fn known_texts_have_their_known_counts_and_none_is_special() {
        warm();
        for (text, tokens) in KNOWN {
            assert_eq!(count(text), tokens, "{text:?} was counted by another implementation");
        }
    }

    #[test]
    fn the_tokens_of_a_text_are_the_text() {
        for (text, tokens) in KNOWN {
            let encoded = o200k_base_singleton().encode_ordinary(text);
            let decoded = o200k_base_singleton().decode(&encoded).expect("tokens decode");
            assert_eq!(decoded, text, "nothing is lost between text and tokens");
            assert_eq!(encoded.len(), tokens as usize, "a short text is counted uncut");
        }
    }

    #[test]
    fn an_ordinary_text_is_one_piece() {
        let prose =
            "Nothing here is long without a space, however long the whole is.\n".repeat(10_000);
        assert_eq!(runs_cut(&prose).count(), 1, "a text of short runs is counted whole");
        let line = "x".repeat(LONGEST_RUN);
        let lines = format!("{line} {line}\n{line}");
        assert_eq!(runs_cut(&lines).count(), 1, "a run of exactly the limit is not cut");
        assert_eq!(runs_cut("").count(), 0, "an empty text has no pieces");
    }

    #[test]
    fn a_long_run_is_cut_into_pieces_that_are_the_text() {
        for unit in ["a", " ", "\n", "\t ", "中文", "😀", "é", "\u{3000}", "0"] {
            let text = format!("Before. {}x after.", unit.repeat(1_000_000 / unit.len()));
            let pieces: Vec<&str> = runs_cut(&text).collect();
            assert_eq!(pieces.concat(), text, "cutting {unit:?} loses nothing");
            let longest = pieces.iter().map(|piece| piece.len()).max();
            assert!(longest <= Some(LONGEST_RUN + 32), "{unit:?}: a piece is a run and its edges");
            assert!(
                pieces.len() < 20,
                "{unit:?}: there are no more pieces than the limit asks for"
            );
        }
    }

    #[test]
    fn a_megabyte_of_one_character_is_counted() {
        // The vocabulary's longest runs: 8 letters, 128 spaces, 16 newlines. Each cut may cost a few more.
        for (unit, per_token) in [("a", 8), (" ", 128), ("\n", 16)] {
            let text = unit.repeat(1_000_000);
            let at_least = 1_000_000 / per_token;
            let counted = count(&text);
            assert!(
                (at_least..at_least + 16 * 4).contains(&counted),
                "{counted} tokens of {unit:?} is not {at_least} and a few at the cuts"
            );
        }
        let spaces_then_a_word = format!("{}x", " ".repeat(1_000_000));
        assert!(count(&spaces_then_a_word) > 7_812, "a word after the spaces changes little");
    }
}
