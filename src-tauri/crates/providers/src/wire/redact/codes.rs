//! Lists of the codes of a key's characters: `115, 107`, `115.0`, `0x73 0x6b`, `0o163`, `0163 0153`, `U+0073`, `01110011`,
//! `chr(115)`, `char(0x73)`.

use super::needles::Needles;
use super::window::Window;

/// The bases that numbers are written in.
const BASES: [u32; 4] = [2, 8, 10, 16];
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
    /// Where the word's spelling ends.
    upto: u64,
}

/// The codes in one base.
#[derive(Clone, Default)]
struct List {
    /// What the word that has begun is as a number.
    value: Option<u32>,
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
            self.begin = from;
            self.lists.iter_mut().for_each(|list| list.begin_word(self.count));
        }
        self.length += 1;
        self.upto = upto;
        let prefix = match byte {
            _ if self.length != 2 => None,
            b'b' => Some(2),
            b'o' => Some(8),
            b'x' => Some(16),
            _ => None,
        };
        for (list, base) in self.lists.iter_mut().zip(BASES) {
            if prefix == Some(base) && list.value == Some(0) {
                continue;
            }
            let digit = char::from(byte).to_digit(base);
            let value = list.value.zip(digit).map(|(value, digit)| value * base + digit);
            list.value = value.filter(|value| *value <= LAST_CODE);
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
        self.value = Some(0);
        if at - self.last > MOST_BETWEEN {
            self.letters = Window::default();
        }
    }

    fn letter(&self) -> Option<u8> {
        let letter = u8::try_from(self.value?).ok()?.to_ascii_lowercase();
        letter.is_ascii_alphanumeric().then_some(letter)
    }
}
