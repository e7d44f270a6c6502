//! The number at the front of a prompt, which keeps it out of every prompt cache.

/// Number of `o200k_base` tokens that [`unique`] adds, for any nonce. A prompt that is shorter by this much gets the
/// intended length.
pub const NONCE_TOKENS: u32 = 18;

/// A prompt or system prompt with a number at its very front, so that no part of it can come from a prompt cache. Apply
/// it to what the model reads first: the system prompt if there is one.
///
/// The same nonce gives the same text. Its digits are reversed, so that consecutive nonces differ in the first token. A
/// text that begins with a line break or a slash may count one token less after it.
pub fn unique(prompt_or_system: &str, nonce: u64) -> String {
    let digits = digits(nonce);
    format!("{digits} is the number of this request and means nothing else.\n\n{prompt_or_system}")
}

/// Replaces the nonce 0 of a [`unique`] text, which is much faster than generating a long text again.
pub fn renumbered(text: &str, nonce: u64) -> String {
    text.replacen(&digits(0), &digits(nonce), 1)
}

/// A nonce from a run's id: two runs share theirs, or any of the millions that follow, with a probability below 10⁻¹².
/// It is FNV-1a with a final mix, because ids of one second differ only in their last letters.
pub(crate) fn nonce_of(run_id: &str) -> u64 {
    let hash = run_id.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    measure::SplitMix64::new(hash).next_bits()
}

/// 21 reversed digits, which are always 7 tokens.
pub(crate) fn digits(nonce: u64) -> String {
    format!("{nonce:0>21}").chars().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::{Preset, Prompts, prompt_of};
    use cost::tokens;
    use std::collections::BTreeSet;

    /// Groups of three digits at both ends and in the middle of the number, and the extremes of its range.
    fn nonces() -> impl Iterator<Item = u64> {
        (0..1_000).map(|n| n * 1_000_000_001_001).chain(0..1_000).chain([u64::MAX, u64::MAX - 1])
    }

    #[test]
    fn a_nonce_adds_the_same_number_of_tokens_whatever_it_is() {
        for text in [prompt_of(1), prompt_of(300), "<code>\n</code>".to_owned()] {
            let own = tokens::count(&text);
            for nonce in nonces() {
                let added = tokens::count(&unique(&text, nonce)) - own;
                assert_eq!(added, NONCE_TOKENS, "{nonce}: a run's prompts are of one length");
            }
        }
    }

    #[test]
    fn another_number_is_put_in_the_place_of_the_first() {
        for preset in Preset::ALL {
            let (plain, other) = (preset.prompts(), preset.unique_prompts(90_210));
            let text = |prompts: &Prompts| {
                let first = prompts.system.clone().or(prompts.prompts.first().cloned());
                first.expect("it asks something")
            };
            assert_eq!(renumbered(&text(&plain), 90_210), text(&other), "{}", preset.name());
        }
        assert_eq!(renumbered(&unique("Hi", 0), 7), unique("Hi", 7), "any text that has a number");
    }

    #[test]
    fn the_same_nonce_gives_the_same_text_and_another_nonce_another() {
        assert_eq!(unique("Hi", 7), unique("Hi", 7), "a run can be repeated");
        let texts: BTreeSet<String> = nonces().map(|nonce| unique("Hi", nonce)).collect();
        let nonces: BTreeSet<u64> = nonces().collect();
        assert_eq!(texts.len(), nonces.len(), "no two nonces share a text");
    }

    #[test]
    fn requests_in_a_row_differ_from_the_first_token_on() {
        let starts: BTreeSet<String> =
            (0..1_000).map(|nonce| unique("Hi", nonce).chars().take(3).collect()).collect();
        assert_eq!(starts.len(), 1_000, "a cache that matches one token would match none of them");
        assert!(unique("Hi", 7).ends_with("\n\nHi"), "the text itself is left as it is");
    }
}
