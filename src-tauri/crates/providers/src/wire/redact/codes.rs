//! Lists of the codes of a key's characters: `115, 107`, `115.0`, `0x73 0x6b`, `0o163`, `0163 0153`, `U+0073`, `01110011`,
//! `chr(115)`, `char(0x73)`, `115L`, `115u8`, `73h`.

use super::needles::Needles;
use super::window::Window;

/// The bases that numbers are written in, each with the letters that may begin what follows a number: a type, as in `115L`
/// and `115u8`, or the base, as in `73h`. Apart from those without, because a remark between two codes may hold `1st`.
const BASES: [(u32, &[u8]); 6] =
    [(2, b""), (8, b""), (10, b""), (16, b""), (10, b"luinfdsz"), (16, b"h")];
/// Bytes from one code to the next at most: what stands between two calls of `String.fromCharCode`.
const MOST_BETWEEN: u64 = 32;
/// The greatest code of a character that a key can have.
const LAST_CODE: u32 = 0x7f;

/// The numbers of a text so far, read in each base as if all were written in it.
#[derive(Clone, Default)]
pub(super) struct Codes {
    lists: [List; BASES.len()],
    /// Number of bytes so far.
    count: u64,
    /// The word of letters and digits that has begun: where, and its length.
    begin: u64,
    length: usize,
    /// Whether the word is a number in any base so far.
    is_number: bool,
}

/// The codes in one base.
#[derive(Clone, Default)]
struct List {
    /// What the word that has begun is as a number.
    value: Option<u32>,
    /// Whether the number has ended and its type or base follows.
    is_ended: bool,
    letters: Window,
    /// Where the last code ended.
    last: u64,
}

impl Codes {
    /// Reads a byte in the form that is compared. `on` receives each list that spells a part of a secret.
    pub(super) fn look(
        &mut self,
        byte: u8,
        (from, upto): (u64, u64),
        secrets: &[Needles],
        on: &mut impl FnMut(u64, u64),
    ) {
        self.count += 1;
        if !byte.is_ascii_alphanumeric() {
            if self.length > 0 {
                self.end_word();
            }
            return;
        }
        if self.length == 0 {
            (self.begin, self.is_number) = (from, true);
            self.lists.iter_mut().for_each(|list| list.begin_word(self.count));
        }
        self.length += 1;
        if !std::mem::take(&mut self.is_number) {
            return;
        }
        let prefix = match byte {
            _ if self.length != 2 => None,
            b'b' => Some(2),
            b'o' => Some(8),
            b'x' => Some(16),
            _ => None,
        };
        for (list, (base, suffix)) in self.lists.iter_mut().zip(BASES) {
            if prefix == Some(base) && list.value == Some(0) {
                self.is_number = true;
                continue;
            }
            list.read(byte, self.length, base, suffix);
            self.is_number |= list.value.is_some();
            // Before the word ends, because a text may end with it.
            if let Some(letter) = list.letter() {
                let whole = (self.begin, upto);
                list.letters.ahead(letter, whole, secrets.iter().filter_map(Needles::apart), on);
            }
        }
    }

    /// A word has ended: a number is the code of a letter.
    fn end_word(&mut self) {
        self.length = 0;
        for list in &mut self.lists {
            if list.value.is_some_and(|value| value > u32::from(b' ')) {
                list.last = self.count;
            }
            if let Some(letter) = list.letter() {
                list.letters.push(letter, self.begin);
            }
        }
    }
}

impl List {
    fn begin_word(&mut self, at: u64) {
        (self.value, self.is_ended) = (Some(0), false);
        if at - self.last > MOST_BETWEEN {
            self.letters = Window::default();
        }
    }

    /// Reads the next letter or digit of a word, which is then this long.
    fn read(&mut self, byte: u8, length: usize, base: u32, suffix: &[u8]) {
        let digit = char::from(byte).to_digit(base).filter(|_| !self.is_ended);
        self.value = match (self.value, digit) {
            (Some(value), Some(digit)) => {
                Some(value * base + digit).filter(|value| *value <= LAST_CODE)
            }
            // A type has a width.
            (value, None) if self.is_ended && byte.is_ascii_digit() => value,
            (value, None) if length > 1 && suffix.contains(&byte) => {
                self.is_ended = true;
                value
            }
            _ => None,
        };
    }

    fn letter(&self) -> Option<u8> {
        let letter = u8::try_from(self.value?).ok()?.to_ascii_lowercase();
        letter.is_ascii_alphanumeric().then_some(letter)
    }
}
