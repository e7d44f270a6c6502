//! Every part of a secret in every spelling to search for.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use secrecy::zeroize::Zeroizing;

use super::compared_byte::compared;
use super::fold::folded;

/// Longest part that is compared at once.
pub(super) const LONGEST_PART: usize = 16;
/// Bits of the table that quickly rules out most windows, for each part, so that hardly any other passes.
const BITS_PER_PART: usize = 16;
/// Shortest part of a secret that itself holds escapes, once they are decoded.
const SHORTEST_DECODED: usize = 4;
/// Shortest secret whose encodings are also searched for in another case and reversed.
const SHORTEST_VARIED: usize = 8;

/// The parts of secrets that are searched for in parts of one length.
#[derive(Clone)]
pub(super) struct Needles {
    /// Whether the secrets have no letter above ASCII, and none that is compared as one.
    is_ascii: bool,
    /// As they stand.
    close: Parts,
    /// Their letters and digits alone, in case other characters stand between them; absent if they are so few that the
    /// words of a sentence could hold them.
    apart: Option<Parts>,
}

/// Parts of one length.
#[derive(Clone)]
pub(super) struct Parts {
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
        let is_ascii = plain.is_ascii();
        // Of a secret that itself holds escapes, each letter that is compared shows several.
        let part = if plain.len() < secret.len() {
            (part * plain.len() / secret.len()).max(SHORTEST_DECODED)
        } else {
            part
        };
        let part = part.min(plain.len()).clamp(1, LONGEST_PART);
        let letters = plain.iter().filter(|byte| byte.is_ascii_alphanumeric()).count();
        // If its escapes are spelled letter by letter, they are not decoded again.
        let literal = Zeroizing::new(secret.bytes().map(compared).collect::<Vec<u8>>());
        let mut spelled = vec![reversed(&plain), plain, reversed(&literal), literal];
        spelled.extend(encoded(secret.as_bytes()));
        let apart = (letters >= LONGEST_PART).then(|| {
            let alone = |bytes: &Zeroizing<Vec<u8>>| -> Zeroizing<Vec<u8>> {
                let letters = bytes.iter().copied().filter(u8::is_ascii_alphanumeric);
                Zeroizing::new(letters.collect())
            };
            let alone: Vec<_> = spelled.iter().map(alone).collect();
            Parts::of(&alone, LONGEST_PART)
        });
        Self { is_ascii, close: Parts::of(&spelled, part), apart }
    }

    /// The same secrets, with those of one length as one, so that a byte is looked up once however many keys a run has.
    pub(super) fn joined(all: Vec<Self>) -> Vec<Self> {
        let mut by_length: BTreeMap<usize, Vec<Self>> = BTreeMap::new();
        for one in all {
            by_length.entry(one.close.part).or_default().push(one);
        }
        let join = |(part, alike): (usize, Vec<Self>)| Self {
            is_ascii: alike.iter().all(Self::is_ascii),
            apart: alike
                .iter()
                .any(|one| one.apart.is_some())
                .then(|| Parts::joined(alike.iter().filter_map(Self::apart), LONGEST_PART)),
            close: Parts::joined(alike.iter().map(Self::close), part),
        };
        by_length.into_iter().map(join).collect()
    }

    /// Whether no letter above ASCII is in what is searched for.
    pub(super) fn is_ascii(&self) -> bool {
        self.is_ascii
    }

    /// Their parts as they stand.
    pub(super) fn close(&self) -> &Parts {
        &self.close
    }

    /// The parts of their letters and digits alone.
    pub(super) fn apart(&self) -> Option<&Parts> {
        self.apart.as_ref()
    }
}

impl Parts {
    /// The parts of a secret in these spellings that are `part` bytes long.
    fn of(spelled: &[Zeroizing<Vec<u8>>], part: usize) -> Self {
        let mut parts = Zeroizing::new(Vec::new());
        for spelled in spelled {
            parts.extend(spelled.windows(part).map(packed));
        }
        Self::sorted(parts, part)
    }

    /// All of these, which are `part` bytes long.
    fn joined<'a>(all: impl Iterator<Item = &'a Self> + Clone, part: usize) -> Self {
        // A vector that grows would leave copies behind.
        let count = all.clone().map(|one| one.sorted.len()).sum();
        let mut parts = Zeroizing::new(Vec::with_capacity(count));
        for one in all {
            parts.extend_from_slice(&one.sorted);
        }
        Self::sorted(parts, part)
    }

    fn sorted(mut parts: Zeroizing<Vec<u128>>, part: usize) -> Self {
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

    /// Length of each part.
    pub(super) fn length(&self) -> usize {
        self.part
    }

    /// Whether the last bytes of `window` are a part.
    pub(super) fn holds(&self, window: u128) -> bool {
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

/// The secret in hexadecimal and in base64 and, unless it is short enough for that to hit by chance, the same of it in
/// either case and reversed, and what it is encoded to reversed.
fn encoded(secret: &[u8]) -> Vec<Zeroizing<Vec<u8>>> {
    let of = |bytes: &[u8]| {
        let mut encoded = vec![in_hexadecimal(bytes)];
        encoded.extend((0..3).map(|before| in_base64(bytes, before)));
        encoded
    };
    let mut all = of(secret);
    if secret.len() < SHORTEST_VARIED {
        return all;
    }
    all.extend(of(secret).iter().map(|encoded| reversed(encoded)));
    let (mut lower, mut upper) = (Zeroizing::new(secret.to_vec()), Zeroizing::new(secret.to_vec()));
    lower.make_ascii_lowercase();
    upper.make_ascii_uppercase();
    all.extend([lower, upper, reversed(secret)].iter().flat_map(|other| of(other)));
    all
}

fn reversed(bytes: &[u8]) -> Zeroizing<Vec<u8>> {
    Zeroizing::new(bytes.iter().rev().copied().collect())
}

fn in_hexadecimal(bytes: &[u8]) -> Zeroizing<Vec<u8>> {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |value: u8| DIGITS.get(usize::from(value)).copied().unwrap_or_default();
    Zeroizing::new(bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect())
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
