//! The neutral token count: one public tokenizer for every provider's text.
//!
//! `o200k_base` is the vocabulary of the current OpenAI models; for other models it is a common yardstick, not what
//! they bill.

use std::sync::LazyLock;

use tiktoken::CoreBpe;

static O200K_BASE: LazyLock<CoreBpe> = LazyLock::new(tiktoken::encoding::o200k_base);

/// A run of this many bytes without a border between words is counted in parts. The tokenizer merges a word as a whole, in
/// memory many times its size: megabytes of one character would take seconds. A multiple of the vocabulary's longest
/// tokens of one character, so that such a run has the count that it has as a whole.
const LONGEST_RUN: usize = 4 * 1024;

/// Number of `o200k_base` tokens of a text. Nothing in it is read as a special token.
///
/// Pass the whole text at once: tokens span chunk borders, so counts of parts do not add up. Only a run of more than
/// 4 KB without a border between words, which no language writes, is counted in parts of that size; each may count up to a
/// few tokens more than the run as a whole has.
///
/// Measured on one core of a small server: 45 MB/s of prose, and at least 10 MB/s of anything else.
pub fn count(text: &str) -> u32 {
    let mut rest = text;
    let mut tokens = 0_usize;
    let mut last = ("", 0);
    while !rest.is_empty() {
        let (part, after) = rest.split_at(end_of_part(rest));
        // A model that is stuck writes the same for megabytes.
        if part != last.0 {
            last = (part, O200K_BASE.count(part));
        }
        tokens = tokens.saturating_add(last.1);
        rest = after;
    }
    u32::try_from(tokens).unwrap_or(u32::MAX)
}

/// After how many bytes of a text each of its `o200k_base` tokens ends: as many as [`count`] gives, and the last is the
/// length of the text. A token may end within a character.
pub fn ends(text: &str) -> Vec<u32> {
    let mut ends = Vec::with_capacity(text.len() / 3);
    let (mut rest, mut end) = (text, 0_usize);
    let mut last = ("", Vec::new());
    while !rest.is_empty() {
        let (part, after) = rest.split_at(end_of_part(rest));
        if part != last.0 {
            last = (part, O200K_BASE.encode(part));
        }
        for token in &last.1 {
            end += O200K_BASE.decode(std::slice::from_ref(token)).len();
            ends.push(u32::try_from(end).unwrap_or(u32::MAX));
        }
        rest = after;
    }
    ends
}

/// What a character is to the tokenizer, which never merges a number or two kinds but for one character before a word.
#[derive(PartialEq, Eq, Clone, Copy)]
enum CharacterKind {
    Space,
    Punctuation,
    Number,
    /// Letters, their marks, and all that may be one of these.
    Word,
}

impl CharacterKind {
    fn of(c: char) -> Self {
        match c {
            'a'..='z' | 'A'..='Z' => Self::Word,
            _ if c.is_whitespace() => Self::Space,
            _ if c.is_ascii_punctuation() => Self::Punctuation,
            // What Chinese and Japanese write between words, and the quotation marks and dashes of all languages.
            '\u{2010}'..='\u{205e}'
            | '\u{3001}'..='\u{3003}'
            | '\u{3008}'..='\u{301f}'
            | '\u{ff01}'..='\u{ff0f}'
            | '\u{ff1a}'..='\u{ff20}' => Self::Punctuation,
            _ if c.is_numeric() => Self::Number,
            _ => Self::Word,
        }
    }
}

/// Where the text ends that is counted at once: after [`LONGEST_RUN`] bytes of one kind, or at its end.
fn end_of_part(text: &str) -> usize {
    if text.len() <= LONGEST_RUN {
        return text.len();
    }
    let (mut begun, mut kind) = (0, CharacterKind::Number);
    for (at, c) in text.char_indices() {
        let now = CharacterKind::of(c);
        if now != kind || now == CharacterKind::Number {
            (begun, kind) = (at, now);
        } else if at - begun >= LONGEST_RUN {
            return at;
        }
    }
    text.len()
}

/// Whether a model's own tokenizer is `o200k_base`, by its name: `GPT-4o`, `GPT-4.1` and later, `gpt-oss`, `o1` and
/// later. `GPT-4` and `GPT-3.5` use `cl100k_base`.
pub fn is_of_o200k(model: &str) -> bool {
    let name = model.rsplit('/').next().unwrap_or(model).to_ascii_lowercase();
    name.split(':').any(|part| {
        let digits = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        let Some(version) = part.strip_prefix("chatgpt-").or_else(|| part.strip_prefix("gpt-"))
        else {
            return part.strip_prefix('o').is_some_and(digits);
        };
        // `gpt-35-turbo` is Azure's name for GPT-3.5.
        let is_older = version.starts_with('3') || version == "4" || version.starts_with("4-");
        version.starts_with("oss") || (digits(version) && !is_older)
    })
}

/// Loads the vocabulary ahead of the first [`count`], in less than 0.1 s. Do not call it during a measurement.
pub fn warm() {
    LazyLock::force(&O200K_BASE);
}

#[cfg(test)]
mod tests {
    use super::{O200K_BASE, count, ends, is_of_o200k, warm};

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
    fn models_that_count_in_the_same_tokens_are_known_by_name() {
        for model in [
            "gpt-4o-mini",
            "chatgpt-4o-latest",
            "gpt-4.1",
            "gpt-4.5-preview",
            "gpt-5.2",
            "openai/gpt-oss-120b",
            "o1",
            "o3-mini",
            "openai/o4-mini",
            "ft:gpt-4o",
            "gpt-oss:20b",
        ] {
            assert!(is_of_o200k(model), "{model} is of o200k_base");
        }
        for model in [
            "gpt-4",
            "gpt-4-turbo",
            "gpt-4-0613",
            "gpt-3.5-turbo",
            "gpt-35-turbo",
            "olmo-2",
            "claude-opus-4-5",
            "qwen3-32b",
            "llama-3.3-70b",
            "5-mini-of-someone",
            "gpt-j",
            "orca",
        ] {
            assert!(!is_of_o200k(model), "{model} is not");
        }
    }

    #[test]
    fn the_tokens_of_a_text_are_the_text() {
        for (text, tokens) in KNOWN {
            let encoded = O200K_BASE.encode(text);
            let decoded = O200K_BASE.decode_to_string(&encoded).expect("tokens decode");
            assert_eq!(decoded, text, "nothing is lost between text and tokens");
            assert_eq!(encoded.len(), tokens as usize, "what is counted is what is encoded");
        }
    }

    #[test]
    fn each_token_ends_where_it_ends_in_the_text() {
        let known: [(&str, &[u32]); 4] = [
            ("", &[]),
            ("hello world", &[5, 11]),
            ("antidisestablishmentarianism is a", &[3, 7, 10, 20, 25, 28, 31, 33]),
            ("2 + 2 = 4", &[1, 3, 4, 5, 7, 8, 9]),
        ];
        for (text, expected) in known {
            assert_eq!(ends(text), expected, "{text:?}");
        }
        for text in KNOWN.map(|(text, _)| text.repeat(1_000)) {
            let ends = ends(&text);
            assert_eq!(ends.len(), count(&text) as usize, "as many as are counted");
            assert_eq!(ends.last().map_or(0, |end| *end as usize), text.len(), "to its end");
        }
    }

    #[test]
    fn a_text_of_words_is_counted_in_one_pass() {
        let sentences = [
            "We don't stop; they'LL see — 12,345.678 naïve cafés… \n\n",
            "お誕生日おめでとう。「今日は」、良い天気ですね！",
            "今天天气很好，我们去公园散步吧；好吗？",
            "สวัสดีครับ วันนี้อากาศดีมาก ",
            "{\"a\":[1,2,3],\"b\":\"c\"}\n",
            "e\u{301}tude 😀😀 ",
        ];
        for sentence in sentences {
            let text = sentence.repeat(3 * super::LONGEST_RUN / sentence.len());
            let whole = u32::try_from(O200K_BASE.count(&text)).expect("not that many");
            assert_eq!(count(&text), whole, "no border is moved in {sentence}");
        }
    }

    #[test]
    fn a_run_without_borders_is_counted_in_parts_that_change_little() {
        for unit in ["ab", "哈", "e\u{301}", "\"\"'", "QUJDREVGR0hJSktM", " \n\t", "ไทย"] {
            let text = unit.repeat(10 * super::LONGEST_RUN / unit.len());
            let whole = O200K_BASE.count(&text);
            let parts = count(&text) as usize;
            assert!(parts.abs_diff(whole) <= 40, "{unit:?}: {parts} in parts, {whole} at once");
        }
    }

    #[test]
    fn a_megabyte_of_one_character_is_counted() {
        // The vocabulary's longest runs: 8 letters, 128 spaces, 16 newlines.
        for (unit, per_token) in [("a", 8_usize), (" ", 128), ("\n", 16)] {
            let tokens = 1_000_000_usize.div_ceil(per_token);
            let counted = count(&unit.repeat(1_000_000));
            assert_eq!(
                counted as usize, tokens,
                "a run of {unit:?} is cut into its longest tokens"
            );
        }
        let spaces_then_a_word = format!("{}x", " ".repeat(1_000_000));
        assert!(count(&spaces_then_a_word) > 7_812, "a word after the spaces changes little");
    }
}
