//! The end of the first sentence of an answer, in any language.

use unicode_segmentation::UnicodeSegmentation;

/// This many words count as a sentence without an end.
const WORDS: usize = 12;
/// This many characters do so in scripts without spaces between words.
const CHARACTERS: usize = 24;
/// The boundary is searched for in this many bytes. A text with neither an end nor twelve words by then is not split
/// into sentences.
const LONGEST: usize = 2_048;

/// The number of bytes after which the first sentence of a text is complete; `None` if it never is.
///
/// A sentence ends at the first boundary of UAX #29 that has a letter before it, so that neither the line breaks before
/// an answer nor the number of a list item is one. Twelve words, or 24 characters of a script without spaces, count as
/// a sentence too. Each byte is read once, and the boundary is searched for in [`LONGEST`] bytes.
pub(crate) fn first_sentence(text: &str) -> Option<usize> {
    let start = text.len() - text.trim_start().len();
    let enough = enough_words(text, start);
    let until = enough.unwrap_or(text.len()).min(boundary(text, start + LONGEST));
    let window = text.get(start..until)?;
    let mut sentences = window.split_sentence_bound_indices().peekable();
    while let Some((at, sentence)) = sentences.next() {
        let is_whole = sentences.peek().is_some() || until == text.len();
        if is_whole && sentence.contains(char::is_alphabetic) {
            return complete(sentence).map(|end| start + at + end).or(enough);
        }
    }
    enough
}

/// The last character boundary at or below `most`.
fn boundary(text: &str, most: usize) -> usize {
    if most >= text.len() {
        return text.len();
    }
    (0..=most).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// The number of bytes after which a sentence is complete, without the space after it; `None` if the text merely ended.
fn complete(sentence: &str) -> Option<usize> {
    let said = sentence.trim_end();
    // Whether a following sentence would be another one.
    if format!("{said} A").split_sentence_bounds().nth(1).is_some() {
        return Some(said.len());
    }
    let after = sentence.get(said.len()..)?;
    let is_break = |c| matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}');
    let (at, found) = after.char_indices().find(|(_, c)| is_break(*c))?;
    Some(said.len() + at + found.len_utf8())
}

/// The number of bytes after which a text has [`WORDS`] words, or [`CHARACTERS`] characters without spaces.
fn enough_words(text: &str, start: usize) -> Option<usize> {
    let (mut words, mut characters, mut in_word) = (0, 0, false);
    for (at, c) in text.get(start..)?.char_indices() {
        words += usize::from(!in_word && !c.is_whitespace());
        in_word = !c.is_whitespace();
        characters += usize::from(has_no_spaces(c));
        if words == WORDS || characters == CHARACTERS {
            return Some(start + at + c.len_utf8());
        }
    }
    None
}

/// Whether a character belongs to a script without spaces between words: Chinese, Japanese, Thai, Lao, Burmese, Khmer.
fn has_no_spaces(c: char) -> bool {
    matches!(c,
        '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{2e80}'..='\u{2fdf}'
        | '\u{3040}'..='\u{30ff}' | '\u{31f0}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::first_sentence;

    #[test]
    fn a_sentence_ends_where_unicode_says_so_in_any_language() {
        for (text, first) in [
            ("It depends. Mostly on luck.", Some("It depends.")),
            ("Yes! And no.", Some("Yes!")),
            ("Really? Yes.", Some("Really?")),
            ("It said \"no.\" Then it left.", Some("It said \"no.\"")),
            ("你好世界。你好世界。", Some("你好世界。")),
            ("本当ですか？はい！", Some("本当ですか？")),
            ("太好了！真的。", Some("太好了！")),
            ("यह सच है। और यह भी।", Some("यह सच है।")),
            ("هل هذا صحيح؟ نعم.", Some("هل هذا صحيح؟")),
            ("A heading\nand text", Some("A heading\n")),
            ("Only this one.", Some("Only this one.")),
            ("Only this one.  \n", Some("Only this one.")),
            ("Cut in the mid", None),
            ("", None),
            (" \n ", None),
        ] {
            assert_eq!(first_sentence(text), first.map(str::len), "{text:?}");
        }
    }

    #[test]
    fn neither_a_line_break_before_it_nor_a_number_nor_an_abbreviation_ends_a_sentence() {
        for (text, first) in [
            ("\n\nIt is so. Is it?", "\n\nIt is so."),
            ("Pi is 3.14 or so. Next.", "Pi is 3.14 or so."),
            ("Take fruit, e.g. an apple. Eat it.", "Take fruit, e.g. an apple."),
            ("1. First of all.\n2. Then.", "1. First of all."),
            ("3.14 is pi. Yes.", "3.14 is pi."),
            ("See example.com for it. Yes.", "See example.com for it."),
            ("- **Yes.** It is.", "- **Yes."),
        ] {
            assert_eq!(first_sentence(text), Some(first.len()), "{text:?}");
        }
    }

    #[test]
    fn twelve_words_or_24_characters_without_spaces_stand_for_a_sentence() {
        let words = "word ".repeat(20);
        assert_eq!(first_sentence(&words), Some("word ".len() * 11 + 1), "with the twelfth word");
        let characters = "哈".repeat(40);
        assert_eq!(first_sentence(&characters), Some("哈".len() * 24), "with the 24th character");
        assert_eq!(first_sentence(&"a".repeat(100_000)), None, "one word is no sentence");
    }

    #[test]
    #[expect(
        clippy::disallowed_methods,
        reason = "how long a computation takes is no measurement of a stream"
    )]
    fn a_text_made_to_be_slow_is_not() {
        // After a full stop the rules look ahead for a lower-case letter, so they would scan this many spaces again and
        // again.
        let spaces = format!("a.{}b", " ".repeat(5_000_000));
        let began = std::time::Instant::now();
        first_sentence(&spaces);
        first_sentence(&"a.\u{301}".repeat(1_000_000));
        first_sentence(&"\"".repeat(5_000_000));
        assert!(
            began.elapsed().as_secs() < 5,
            "each byte is looked at once: {:?}",
            began.elapsed()
        );
    }
}
