//! Every part of a secret in every spelling to search for, and the search for them in one pass over a text.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use secrecy::zeroize::Zeroizing;

use super::fold::{Fold, folded};

/// Longest part that is compared at once.
const LONGEST_PART: usize = 16;
/// Bits of the table that quickly rules out most windows, for each part, so that hardly any other passes.
const BITS_PER_PART: usize = 16;

/// How many characters may stand between two of a secret that is spelled with spaces, line breaks or dashes.
const MOST_BETWEEN: u32 = 16;

/// The parts of one secret.
#[derive(Clone)]
pub(super) struct Needles {
    /// As they stand.
    close: Parts,
    /// Its letters and digits alone, in case other characters stand between them; absent if they are so few that the
    /// words of a sentence could hold them.
    apart: Option<Parts>,
}

/// Parts of one length.
#[derive(Clone)]
struct Parts {
    /// Length of each part, 1 to [`LONGEST_PART`].
    part: usize,
    /// Each part once, in order.
    sorted: Zeroizing<Vec<u128>>,
    table: Zeroizing<Vec<u64>>,
}

impl Needles {
    /// The parts of `secret` that are `part` bytes long, or all of a shorter one.
    pub(super) fn of(secret: &str, part: usize) -> Self {
        let plain = Zeroizing::new(folded(secret.as_bytes()));
        let reversed: Zeroizing<Vec<u8>> = Zeroizing::new(plain.iter().rev().copied().collect());
        let part = part.min(plain.len()).clamp(1, LONGEST_PART);
        let letters = plain.iter().filter(|byte| byte.is_ascii_alphanumeric()).count();
        let mut spelled = vec![plain, reversed, in_hexadecimal(secret.as_bytes())];
        spelled.extend((0..3).map(|before| in_base64(secret.as_bytes(), before)));
        let apart = (letters >= LONGEST_PART).then(|| {
            let alone = |bytes: &Zeroizing<Vec<u8>>| -> Zeroizing<Vec<u8>> {
                let letters = bytes.iter().copied().filter(u8::is_ascii_alphanumeric);
                Zeroizing::new(letters.collect())
            };
            let mut alone: Vec<_> = spelled.iter().map(alone).collect();
            alone.extend(as_numbers(secret));
            Parts::of(&alone, LONGEST_PART)
        });
        Self { close: Parts::of(&spelled, part), apart }
    }
}

impl Parts {
    /// The parts of a secret in these spellings that are `part` bytes long.
    fn of(spelled: &[Zeroizing<Vec<u8>>], part: usize) -> Self {
        let mut parts = Zeroizing::new(Vec::new());
        for spelled in spelled {
            parts.extend(spelled.windows(part).map(packed));
        }
        parts.sort_unstable();
        parts.dedup();
        let words = (parts.len() * BITS_PER_PART / 64).next_power_of_two();
        let mut table = Zeroizing::new(vec![0_u64; words]);
        for window in parts.iter() {
            let (word, bit) = place(*window, words);
            if let Some(word) = table.get_mut(word) {
                *word |= 1 << bit;
            }
        }
        Self { part, sorted: parts, table }
    }

    fn holds(&self, window: u128) -> bool {
        let window = window & (u128::MAX >> (128 - 8 * self.part));
        let (word, bit) = place(window, self.table.len());
        self.table.get(word).is_some_and(|word| word & (1 << bit) != 0)
            && self.sorted.binary_search(&window).is_ok()
    }
}

fn packed(bytes: &[u8]) -> u128 {
    bytes.iter().fold(0, |window, byte| window << 8 | u128::from(*byte))
}

/// The position of this window in a table of so many words, a power of two.
fn place(window: u128, words: usize) -> (usize, usize) {
    #[expect(clippy::cast_possible_truncation, reason = "both halves are mixed into one")]
    let mixed = (window as u64 ^ (window >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let at = usize::try_from(mixed >> 32).unwrap_or_default();
    (at / 64 % words, at % 64)
}

fn in_hexadecimal(bytes: &[u8]) -> Zeroizing<Vec<u8>> {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |value: u8| DIGITS.get(usize::from(value)).copied().unwrap_or_default();
    Zeroizing::new(bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect())
}

/// The codes of the characters as a list of numbers holds them, without what separates them: `115, 107`, `0x73, 0x6b`,
/// `0o163 0o153`, `U+0073 U+006B` and `chr(115), chr(107)`.
fn as_numbers(secret: &str) -> [Zeroizing<Vec<u8>>; 5] {
    let mut lists = [(); 5].map(|()| Zeroizing::new(Vec::new()));
    let [decimal, hexadecimal, octal, code_points, calls] = &mut lists;
    for byte in secret.bytes() {
        // Writing to a vector cannot fail.
        let _always = write!(decimal, "{byte}");
        let _always = write!(hexadecimal, "0x{byte:02x}");
        let _always = write!(octal, "0o{byte:o}");
        let _always = write!(code_points, "u{byte:04x}");
        let _always = write!(calls, "chr{byte}");
    }
    lists
}

/// The secret in base64 after this many other bytes, 0 to 2, without the characters that depend on its neighbours.
fn in_base64(bytes: &[u8], before: usize) -> Zeroizing<Vec<u8>> {
    let mut whole = Zeroizing::new(vec![0; before]);
    whole.extend_from_slice(bytes);
    let text = Zeroizing::new(STANDARD_NO_PAD.encode(whole.as_slice()));
    let (first, end) = ((before * 8).div_ceil(6), whole.len() * 8 / 6);
    let own = text.get(first..end).unwrap_or_default();
    Zeroizing::new(own.bytes().map(|byte| byte.to_ascii_lowercase()).collect())
}

/// The search in one growing text.
#[derive(Clone, Default)]
pub(super) struct Search {
    fold: Fold,
    /// Number of bytes read.
    read: u64,
    seen: Window,
    /// The letters and digits alone.
    letters: Window,
    /// How many other characters stand since the last of them.
    between: u32,
}

/// The last bytes in the form that is compared.
#[derive(Clone, Default)]
struct Window {
    bytes: u128,
    /// Where the spelling of each of them begins, by its number.
    begins: [u64; LONGEST_PART],
    /// Number of bytes so far.
    count: usize,
}

impl Search {
    /// Number of bytes read so far.
    pub(super) fn read_bytes(&self) -> u64 {
        self.read
    }

    /// Reads further. `on` receives each stretch of the text that is part of a secret, counted in bytes from its
    /// beginning; stretches may overlap.
    pub(super) fn read(
        &mut self,
        bytes: &[u8],
        secrets: &[Needles],
        on: &mut impl FnMut(u64, u64),
    ) {
        let Self { fold, read, seen, letters, between } = self;
        for byte in bytes {
            fold.read(*byte, *read, &mut |byte, from, upto| {
                seen.look(byte, from, upto, secrets.iter().map(|secret| &secret.close), on);
                letters.look_apart(byte, from, upto, between, secrets, on);
            });
            *read += 1;
        }
    }

    /// The text has ended.
    pub(super) fn finish(&mut self, secrets: &[Needles], on: &mut impl FnMut(u64, u64)) {
        let Self { fold, seen, letters, between, .. } = self;
        fold.finish(&mut |byte, from, upto| {
            seen.look(byte, from, upto, secrets.iter().map(|secret| &secret.close), on);
            letters.look_apart(byte, from, upto, between, secrets, on);
        });
    }
}

impl Window {
    fn look<'a>(
        &mut self,
        byte: u8,
        from: u64,
        upto: u64,
        secrets: impl Iterator<Item = &'a Parts>,
        on: &mut impl FnMut(u64, u64),
    ) {
        self.bytes = self.bytes << 8 | u128::from(byte);
        if let Some(begin) = self.begins.get_mut(self.count % LONGEST_PART) {
            *begin = from;
        }
        self.count += 1;
        for secret in secrets {
            if self.count >= secret.part && secret.holds(self.bytes) {
                let first = self.begins.get((self.count - secret.part) % LONGEST_PART);
                on(first.copied().unwrap_or(from), upto);
            }
        }
    }

    /// Looks at letters and digits alone. A line break written `\n` stands between them as well.
    fn look_apart(
        &mut self,
        byte: u8,
        from: u64,
        upto: u64,
        between: &mut u32,
        secrets: &[Needles],
        on: &mut impl FnMut(u64, u64),
    ) {
        // A dash or an emoji is one character, however many bytes it takes.
        if (0x80..0xc0).contains(&byte) {
            return;
        }
        let is_break = matches!(byte, b'n' | b'r' | b't') && upto - from == 2;
        if !byte.is_ascii_alphanumeric() || is_break {
            *between = between.saturating_add(1);
            return;
        }
        if std::mem::take(between) > MOST_BETWEEN {
            *self = Self::default();
        }
        self.look(byte, from, upto, secrets.iter().filter_map(|secret| secret.apart.as_ref()), on);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_base64_does_not_depend_on_its_surroundings() {
        let secret = "marker-0123456789";
        for around in ["", "a", "ab", "Bearer ", "user:"] {
            let text = STANDARD_NO_PAD.encode(format!("{around}{secret}xyz")).to_ascii_lowercase();
            let own = in_base64(secret.as_bytes(), around.len() % 3);
            let own = std::str::from_utf8(&own).expect("base64 is ASCII");
            assert!(text.contains(own), "{around}: {own} in {text}");
        }
    }
}
