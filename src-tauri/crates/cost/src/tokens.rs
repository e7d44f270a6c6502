//! The neutral token count: one public tokenizer for every provider's text.
//!
//! `o200k_base` is the vocabulary of the current OpenAI models; for other models it is a common yardstick, not what
//! they bill.

use std::collections::HashMap;
use std::sync::LazyLock;

use tiktoken::CoreBpe;

use crate::parts::Parts;

static O200K_BASE: LazyLock<CoreBpe> = LazyLock::new(tiktoken::encoding::o200k_base);

/// Number of `o200k_base` tokens of a text. Nothing in it is read as a special token.
///
/// Pass the whole text at once: tokens span chunk borders, so counts of parts do not add up. Only what no language writes is counted
/// in parts: a run of more than 4 KB without a border between words, or of 512 bytes of white space, which may count up to a few tokens
/// more than as a whole, and a passage with rare characters of more than 64 blocks, in which each of them is counted by itself.
pub fn count(text: &str) -> u32 {
    let mut tokens = 0_usize;
    let (mut last, mut characters) = (("", 0), HashMap::new());
    for part in Parts::of(text) {
        let of_part = |part: &str| O200K_BASE.count(part);
        // A model that is stuck writes the same for megabytes.
        if part != last.0 {
            let found = match character(part) {
                Some(c) => *characters.entry(c).or_insert_with(|| of_part(part)),
                None => of_part(part),
            };
            last = (part, found);
        }
        tokens = tokens.saturating_add(last.1);
    }
    u32::try_from(tokens).unwrap_or(u32::MAX)
}

/// After how many bytes of a text each of its `o200k_base` tokens ends: as many as [`count`] gives, and the last is the
/// length of the text. A token may end within a character.
pub fn ends(text: &str) -> Vec<u32> {
    let mut ends = Vec::with_capacity(text.len() / 3);
    let mut end = 0_usize;
    let (mut last, mut characters) = (("", Vec::new()), HashMap::new());
    for part in Parts::of(text) {
        if part != last.0 {
            let found = match character(part) {
                Some(c) => characters.entry(c).or_insert_with(|| O200K_BASE.encode(part)).clone(),
                None => O200K_BASE.encode(part),
            };
            last = (part, found);
        }
        for token in &last.1 {
            end += O200K_BASE.decode(std::slice::from_ref(token)).len();
            ends.push(u32::try_from(end).unwrap_or(u32::MAX));
        }
    }
    ends
}

/// The character that a part consists of, if it is one.
fn character(part: &str) -> Option<char> {
    let mut characters = part.chars();
    characters.next().filter(|_| characters.next().is_none())
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
    use crate::parts::LONGEST_RUN;

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
            let text = sentence.repeat(3 * LONGEST_RUN / sentence.len());
            let whole = u32::try_from(O200K_BASE.count(&text)).expect("not that many");
            assert_eq!(count(&text), whole, "no border is moved in {sentence}");
        }
    }

    #[test]
    fn a_dictionary_of_two_scripts_is_counted_as_one_text() {
        for entry in ["дом — 房子; don't 犬 это, ", "집 — το σπίτι (n.): 3 집\n", "é 火ß。x"]
        {
            let text = entry.repeat(3 * LONGEST_RUN / entry.len());
            let whole = u32::try_from(O200K_BASE.count(&text)).expect("not that many");
            assert_eq!(count(&text), whole, "no word is cut in {entry}");
        }
    }

    #[test]
    fn white_space_that_is_not_ascii_moves_no_border() {
        for unit in [
            "Il a dit\u{a0}: «\u{a0}oui\u{a0}!\u{a0}», puis 12\u{202f}345,67\u{a0}€ et 15\u{202f}%.\n",
            "。\u{3000}今日は\u{3000}12\u{3000}a1",
            ".\u{a0}",
            "1\u{2009}",
            "a \u{a0} b\u{2028}\u{2029}c\r\n\u{a0}\n",
            "x\u{85}'s\u{a0}don't\u{2003}Y2K",
        ] {
            let text = unit.repeat(3 * LONGEST_RUN / unit.len());
            let whole = u32::try_from(O200K_BASE.count(&text)).expect("not that many");
            assert_eq!(count(&text), whole, "no border is moved in {unit:?}");
        }
    }

    #[test]
    fn a_run_without_borders_is_counted_in_parts_that_change_little() {
        for unit in ["ab", "哈", "e\u{301}", "\"\"'", "QUJDREVGR0hJSktM", " \n\t", "ไทย"] {
            let text = unit.repeat(10 * LONGEST_RUN / unit.len());
            let whole = O200K_BASE.count(&text);
            let parts = count(&text) as usize;
            let cuts = text.len() / 512;
            assert!(parts.abs_diff(whole) <= cuts, "{unit:?}: {parts} in parts, {whole} at once");
        }
    }

    /// Characters of these ranges, in no order.
    fn any_of(ranges: &[(u32, u32)], characters: usize) -> String {
        let mut state = 7_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            u32::try_from(state >> 33).expect("31 bits")
        };
        let any = (0..).filter_map(|_| {
            let (from, to) = ranges[next() as usize % ranges.len()];
            char::from_u32(from + next() % (to - from))
        });
        any.take(characters).collect()
    }

    /// Latin letters with marks, Greek and Cyrillic; Chinese; most letters and signs that there are.
    const MIXED: [&[(u32, u32)]; 3] = [
        &[(0xa1, 0x250), (0x4e00, 0xa000)],
        &[(0x20, 0x7f), (0x370, 0x530), (0xac00, 0xd7a4), (0x3041, 0x3100)],
        &[(0xa1, 0xd800), (0xf900, 0xfffe), (0x1_0000, 0x2_a000)],
    ];

    #[test]
    fn a_text_that_mixes_scripts_is_cut_where_no_token_is() {
        for ranges in &MIXED[..2] {
            let text = any_of(ranges, 20_000);
            let whole = O200K_BASE.count(&text);
            let parts = count(&text) as usize;
            assert!(parts.abs_diff(whole) <= 8, "{ranges:x?}: {parts} in parts, {whole} at once");
            assert_eq!(ends(&text).len(), parts, "as many as are counted");
        }
        // Every sign there is, one by one.
        let text = any_of(MIXED[2], 20_000);
        let (whole, parts) = (O200K_BASE.count(&text), count(&text) as usize);
        assert!(parts.abs_diff(whole) <= whole / 100, "{parts} in parts, {whole} at once");
        assert_eq!(ends(&text).len(), parts, "as many as are counted");
    }

    #[test]
    fn a_few_signs_of_everywhere_change_nothing_of_the_prose_beside_them() {
        let prose = "Съешь же ещё этих мягких французских булок, да выпей чаю. ".repeat(2_000);
        let strange = any_of(MIXED[2], 400);
        let alone = count(&prose) + count(&strange);
        let together = count(&format!("{prose}{strange} {prose}"));
        assert!(
            together.abs_diff(alone + count(&prose)) <= 600,
            "{together}, {alone} and the prose"
        );
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
