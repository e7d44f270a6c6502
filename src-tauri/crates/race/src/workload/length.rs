//! Texts of an exact length in tokens.

use cost::tokens;

/// Maximum length of a generated prompt, in tokens. Few models read more, and a typing error should not become
/// expensive.
pub const MOST_TOKENS: u32 = 200_000;

/// Our own text, one paragraph per line.
pub(super) const PASSAGE: &str = include_str!("passage.txt");
/// The request at the end of a prompt that is long enough for it.
const REQUEST: &str = "Summarise the text above in a few plain sentences.";
/// The beginning of a prompt that is too short for a paragraph and a request. Each word is one token.
const SHORT: &str = "Tell me in a few words about the river and the bridge and the boats and the people who work there";
/// Minimum length of a shortened paragraph: its number, a few words and its end.
const LEAST_ROOM: u32 = 8;
/// The end of a paragraph: one token, which never merges with text before or after it.
const END: &str = ".\n\n";

/// English text of exactly this many `o200k_base` tokens, from 1 to [`MOST_TOKENS`]; other values are clamped. The same
/// number gives the same text.
///
/// It is a passage about a river in numbered paragraphs, with a request to summarise it at the end. A prompt of fewer
/// than a few dozen tokens asks for a few words about a river instead.
pub fn prompt_of(tokens: u32) -> String {
    fitted("", PASSAGE, REQUEST, tokens.clamp(1, MOST_TOKENS))
}

/// Text of exactly this many tokens: an opening, as many numbered paragraphs as fit, and an ending.
///
/// Paragraphs are numbered because a model that reads the same words repeatedly begins to repeat itself. The opening
/// must be empty or end in punctuation and an empty line, and the ending must begin with a letter. Then no token spans
/// two pieces, and the pieces can be counted separately.
pub(super) fn fitted(opening: &str, passage: &str, ending: &str, tokens: u32) -> String {
    let own = tokens::count(opening) + tokens::count(ending);
    let Some(mut room) = tokens.checked_sub(own).filter(|room| *room >= LEAST_ROOM) else {
        return stretched("", SHORT, tokens);
    };
    let mut text = opening.to_owned();
    for (number, paragraph) in (1_u32..).zip(passage.lines().cycle()) {
        let sentence = paragraph.trim_end_matches('.');
        let whole = format!("{number}. {sentence}{END}");
        let length = tokens::count(&whole);
        if length + LEAST_ROOM > room {
            text += &stretched(&format!("{number}."), sentence, room - tokens::count(END));
            text += END;
            break;
        }
        text += &whole;
        room -= length;
    }
    text + ending
}

/// Exactly this many tokens: a head, as many words of a sentence as fit, and `and on and on` to the end.
fn stretched(head: &str, sentence: &str, tokens: u32) -> String {
    let mut text = head.to_owned();
    let mut room = tokens.saturating_sub(tokens::count(head));
    for word in sentence.split(' ') {
        let word = if text.is_empty() { word.to_owned() } else { format!(" {word}") };
        let Some(left) = room.checked_sub(tokens::count(&word)) else { break };
        text += &word;
        room = left;
    }
    // Punctuation here would merge with the punctuation at the end. In the passage each mark is one token.
    let without_mark = text.trim_end_matches(['.', ',', ':', ';']).len();
    let room = room as usize + text.len() - without_mark;
    text.truncate(without_mark);
    // Each is one token after a word; the last is always `on`.
    text.extend([" and", " on"].into_iter().cycle().skip(room % 2).take(room));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prompt_has_exactly_the_tokens_that_were_asked_for() {
        let short = 1..=1_500;
        let long = [8_000, 9_999, 10_000, 65_537, 100_000, MOST_TOKENS];
        for tokens in short.chain(long) {
            let text = prompt_of(tokens);
            assert_eq!(tokens::count(&text), tokens, "counted whole, and not piece by piece");
        }
    }

    #[test]
    fn a_length_that_cannot_be_is_the_nearest_that_can() {
        assert_eq!(prompt_of(0), prompt_of(1), "an empty prompt asks nothing");
        assert_eq!(
            prompt_of(u32::MAX),
            prompt_of(MOST_TOKENS),
            "a slip of the keyboard is not a bill"
        );
    }

    #[test]
    fn a_prompt_reads_as_a_text_with_a_request_at_its_end() {
        for tokens in [40, 100, 1_000, 20_000] {
            let text = prompt_of(tokens);
            assert!(
                text.starts_with("1. The river begins"),
                "{tokens}: it begins at its beginning"
            );
            assert!(text.ends_with(REQUEST), "{tokens}: the model is told what to do with it");
            assert!(!text.contains(".."), "{tokens}: a paragraph ends once");
        }
    }

    #[test]
    fn no_paragraph_comes_twice_under_one_number() {
        let text = prompt_of(20_000);
        let mut paragraphs: Vec<&str> = text.split("\n\n").collect();
        assert!(paragraphs.len() > 200, "the passage is repeated: {}", paragraphs.len());
        let all = paragraphs.len();
        paragraphs.sort_unstable();
        paragraphs.dedup();
        assert_eq!(paragraphs.len(), all, "its number makes each paragraph another");
    }

    #[test]
    fn a_paragraph_is_cut_and_stretched_by_a_few_words_at_most() {
        for tokens in 40..400 {
            let on = prompt_of(tokens).matches(" and on").count();
            assert!(on <= 8, "{tokens}: {on} times `and on` is no English any more");
        }
    }
}
