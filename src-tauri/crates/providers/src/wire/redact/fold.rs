//! The form of a text that is compared with a key: in lower case, with escapes decoded and invisible characters left
//! out. It is read byte by byte, so that a stream may be split anywhere.

use super::entities::{self, LONGEST_NAME};
use super::letters::{Form, form};
use super::sequence::Sequence;

/// Length in bytes of the longest escape that can be undecided: `&` and the longest name.
const LONGEST_ESCAPE: usize = 1 + LONGEST_NAME;
/// Length in bytes of the longest number that can be one, `&#x0000073`. Of zeros at its beginning only the first counts.
const LONGEST_NUMBER: usize = 12;

/// The letters that an octal escape may stand for, and that which begins a code of a terminal. Any other shorter number after
/// a backslash is the name of a folder, or stands for a control character, which is in no key.
const FIRST_LETTER: u32 = 0o40;
const LAST_LETTER: u32 = 0o177;
const TERMINAL_ESCAPE: u32 = 0o33;

fn is_octal_letter(number: u32) -> bool {
    (FIRST_LETTER..=LAST_LETTER).contains(&number) || number == TERMINAL_ESCAPE
}

/// What the undecided bytes may become.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Escape {
    None,
    /// `u`, `U` or `x` after a backslash, with this many hexadecimal digits to come, and the number so far.
    Digits(u8, u32),
    /// `{` after one of these, with a hexadecimal number up to `}`.
    Braced(u32),
    /// An octal digit after a backslash, with at most this many to come, and the number so far. Shells write a zero
    /// before three.
    Octal(u8, u32),
    /// `&`, or the first letters of a character's name.
    Name,
    /// `&#`.
    Hash,
    /// A decimal or hexadecimal number up to `;`, or up to what is no digit.
    Entity(u32, u32),
    /// The beginning of a UTF-8 sequence of this many bytes.
    Utf8(usize),
    /// `_`, which begins an escape in names of XML and .NET: `_x0073_`.
    Underscore,
    /// `_x` and a hexadecimal number of four or eight digits up to `_`.
    Name16(u32),
}

/// A byte in the form that is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Folded {
    pub(super) byte: u8,
    pub(super) role: Role,
}

/// What else a byte may be than a byte of its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Plain,
    /// It may stand for a line break or a tab, as in `\n`, however often that was escaped again.
    Break,
    /// Another letter after a backslash, as `\e` stands for what begins a code of a terminal.
    Escaped,
    /// The second byte of a control character, U+0080 to U+009F, by which terminals are commanded.
    Control,
    /// A further byte of letters above ASCII, which stand apart as one.
    Rest,
}

impl Folded {
    /// A byte that stands for itself.
    fn of(byte: u8) -> Self {
        Self { byte: compared(byte), role: Role::Plain }
    }
}

/// Zeros that stand after one: so many, from this position on, after so many undecided bytes.
#[derive(Debug, Clone, Copy, Default)]
struct Zeros {
    count: u64,
    at: u64,
    after: usize,
}

/// The state between two bytes.
#[derive(Debug, Clone)]
pub(super) struct Fold {
    /// Whether of letters above ASCII only the first byte is given, because no secret has any.
    pub(super) only_first: bool,
    escape: Escape,
    /// The undecided bytes, each with its position.
    held: [(u8, u64); LONGEST_ESCAPE],
    held_count: usize,
    /// Further zeros at the beginning of an undecided number.
    zeros: Zeros,
    /// Where the backslashes before this byte begin.
    backslash_at: Option<u64>,
    /// Whether the last decided byte begins a code of a terminal.
    is_after_escape: bool,
    /// Bytes of a letter above ASCII that were escaped one by one.
    sequence: Sequence,
}

impl Default for Fold {
    fn default() -> Self {
        Self {
            only_first: false,
            escape: Escape::None,
            held: [(0, 0); LONGEST_ESCAPE],
            held_count: 0,
            zeros: Zeros::default(),
            backslash_at: None,
            is_after_escape: false,
            sequence: Sequence::default(),
        }
    }
}

impl Fold {
    /// Reads the byte at `at`. `on` receives each byte to compare, with the start and end of its spelling.
    pub(super) fn read(&mut self, byte: u8, at: u64, on: &mut impl FnMut(Folded, u64, u64)) {
        match self.escape {
            Escape::None => self.plain(byte, at, at + 1, on),
            Escape::Digits(left, number) => match (byte as char).to_digit(16) {
                Some(digit) if left == 1 && self.is_of_a_byte() => {
                    self.byte_of_a_letter(number * 16 + digit, at + 1, on);
                }
                Some(digit) if left == 1 => self.decoded(number * 16 + digit, at + 1, on),
                Some(digit) => self.hold(Escape::Digits(left - 1, number * 16 + digit), byte, at),
                // `%u0073`, as old scripts write it.
                None if matches!(byte, b'u' | b'U') && self.is_held(b"%") => {
                    self.hold(Escape::Digits(4, 0), byte, at);
                }
                None if byte == b'{' && (self.is_held(b"u") || self.is_held(b"x")) => {
                    self.hold(Escape::Braced(0), byte, at);
                }
                None => self.not_an_escape(byte, at, on),
            },
            Escape::Braced(0) | Escape::Entity(_, 0) if byte == b'0' && self.is_after_zero() => {
                self.zero(at);
            }
            Escape::Braced(number) => match (byte as char).to_digit(16) {
                Some(digit) if self.held_count < LONGEST_NUMBER => {
                    self.hold(Escape::Braced(number.saturating_mul(16) + digit), byte, at);
                }
                None if byte == b'}' && !self.is_held(b"u{") && !self.is_held(b"x{") => {
                    self.decoded(number, at + 1, on);
                }
                _ => self.not_an_escape(byte, at, on),
            },
            Escape::Octal(left, number) => match (byte as char).to_digit(8) {
                Some(digit) if left > 1 => {
                    self.hold(Escape::Octal(left - 1, number * 8 + digit), byte, at);
                }
                Some(digit) if number * 8 + digit <= LAST_LETTER => {
                    self.decoded(number * 8 + digit, at + 1, on);
                }
                Some(digit) if self.sequence.continues_or_begins(number * 8 + digit) => {
                    self.byte_of_a_letter(number * 8 + digit, at + 1, on);
                }
                // What follows is no digit, or a fourth that is no longer part of it.
                digit if is_octal_letter(number) && (digit.is_none() || self.held_count == 3) => {
                    self.decoded(number, at, on);
                    self.read(byte, at, on);
                }
                _ => self.not_an_escape(byte, at, on),
            },
            Escape::Name => self.name(byte, at, on),
            Escape::Hash => match byte {
                b'x' | b'X' => self.hold(Escape::Entity(16, 0), byte, at),
                b'0'..=b'9' => self.hold(Escape::Entity(10, u32::from(byte - b'0')), byte, at),
                _ => self.not_an_escape(byte, at, on),
            },
            Escape::Entity(base, number) => match (byte as char).to_digit(base) {
                Some(digit) if self.held_count < LONGEST_NUMBER => {
                    let number = number.saturating_mul(base).saturating_add(digit);
                    self.hold(Escape::Entity(base, number), byte, at);
                }
                None if byte == b';' => self.decoded(number, at + 1, on),
                // Browsers read it without the semicolon as well.
                None if !self.is_held(b"&#x") && !self.is_held(b"&#X") => {
                    self.decoded(number, at, on);
                    self.read(byte, at, on);
                }
                _ => self.not_an_escape(byte, at, on),
            },
            Escape::Utf8(length) => self.utf8(length, byte, at, on),
            Escape::Underscore if matches!(byte, b'x' | b'X') => {
                self.hold(Escape::Name16(0), byte, at);
            }
            Escape::Name16(number) if byte == b'_' && matches!(self.held_count, 6 | 10) => {
                self.decoded(number, at + 1, on);
            }
            Escape::Name16(number) => match (byte as char).to_digit(16) {
                Some(digit) if self.held_count < 10 => {
                    self.hold(Escape::Name16(number.saturating_mul(16) + digit), byte, at);
                }
                _ => self.not_an_escape(byte, at, on),
            },
            Escape::Underscore => self.not_an_escape(byte, at, on),
        }
    }

    /// A named character. An ampersand that was itself escaped begins what follows: `&amp;#115;`.
    fn name(&mut self, byte: u8, at: u64, on: &mut impl FnMut(Folded, u64, u64)) {
        if self.held_count == 1 && byte == b'#' {
            return self.hold(Escape::Hash, byte, at);
        }
        // Only what can be part of a name is looked up, because a text may be nothing but ampersands.
        if byte == b';' || byte.is_ascii_alphanumeric() {
            let mut name = self.held.map(|(byte, _)| byte);
            if byte == b';' {
                let number = name.get(1..self.held_count).and_then(entities::character);
                if let Some(number) = number {
                    return self.decoded(number, at + 1, on);
                }
            } else if let Some(last) = name.get_mut(self.held_count) {
                *last = byte;
                // Only while it can become one, so that no letter waits for long.
                if name.get(1..=self.held_count).is_some_and(entities::is_begin) {
                    return self.hold(Escape::Name, byte, at);
                }
            }
        }
        self.not_an_escape(byte, at, on);
    }

    /// Whether the last undecided byte is a zero.
    fn is_after_zero(&self) -> bool {
        let last = self.held_count.checked_sub(1).and_then(|last| self.held.get(last));
        last.is_some_and(|(byte, _)| *byte == b'0')
    }

    /// A further zero at the beginning of a number.
    fn zero(&mut self, at: u64) {
        if self.zeros.count == 0 {
            self.zeros = Zeros { count: 0, at, after: self.held_count };
        }
        self.zeros.count += 1;
    }

    /// Whether these are the undecided bytes.
    fn is_held(&self, bytes: &[u8]) -> bool {
        let held = self.held.iter().take(self.held_count).map(|(byte, _)| byte);
        held.eq(bytes)
    }

    /// The text has ended: undecided bytes are not an escape, unless it may end there.
    pub(super) fn finish(&mut self, on: &mut impl FnMut(Folded, u64, u64)) {
        if let Escape::Octal(_, number) = self.escape
            && is_octal_letter(number)
        {
            let last = self.held.get(self.held_count.saturating_sub(1));
            self.decoded(number, last.map_or(0, |(_, at)| *at + 1), on);
        }
        self.release(on);
        self.give_up_sequence(on);
    }

    fn plain(&mut self, byte: u8, at: u64, upto: u64, on: &mut impl FnMut(Folded, u64, u64)) {
        let backslash_at = self.backslash_at.take();
        match (byte, backslash_at) {
            // However many there are: a text may be JSON within JSON. After an escape it ends a code of a terminal.
            (b'\\', _) => {
                self.backslash_at = Some(backslash_at.unwrap_or(at));
                if self.is_after_escape {
                    on(Folded::of(byte), at, upto);
                }
            }
            (b'u', Some(at)) => self.hold(Escape::Digits(4, 0), byte, at),
            (b'U', Some(at)) => self.hold(Escape::Digits(8, 0), byte, at),
            (b'x', Some(at)) => self.hold(Escape::Digits(2, 0), byte, at),
            (b'0', Some(at)) => self.hold(Escape::Octal(3, 0), byte, at),
            (b'1'..=b'7', Some(at)) => {
                self.hold(Escape::Octal(2, u32::from(byte - b'0')), byte, at);
            }
            (b'%', _) => self.hold(Escape::Digits(2, 0), byte, at),
            (b'&', _) => self.hold(Escape::Name, byte, at),
            (b'_', None) => self.hold(Escape::Underscore, byte, at),
            (0xc2..=0xdf, _) => self.hold(Escape::Utf8(2), byte, at),
            (0xe0..=0xef, _) => self.hold(Escape::Utf8(3), byte, at),
            (0xf0..=0xf4, _) => self.hold(Escape::Utf8(4), byte, at),
            // Every other byte of a text in UTF-16.
            (0, _) => {}
            (byte, Some(at)) => {
                let role = match byte {
                    _ if self.is_after_escape => Role::Plain,
                    b'n' | b'r' | b't' => Role::Break,
                    _ => Role::Escaped,
                };
                self.give(Folded { role, ..Folded::of(byte) }, at, upto, on);
            }
            (byte, None) => self.give(Folded::of(byte), at, upto, on),
        }
    }

    /// A byte is decided, and so is whatever came before it.
    fn give(&mut self, byte: Folded, from: u64, upto: u64, on: &mut impl FnMut(Folded, u64, u64)) {
        self.give_up_sequence(on);
        self.is_after_escape = u32::from(byte.byte) == TERMINAL_ESCAPE;
        on(byte, from, upto);
    }

    /// Whether the undecided bytes are an escape of one byte, `%e2` or `\xe2`, rather than of a character.
    fn is_of_a_byte(&self) -> bool {
        let held = |index: usize| self.held.get(index).map(|(byte, _)| *byte);
        held(0) == Some(b'x') || (held(0) == Some(b'%') && !matches!(held(1), Some(b'u' | b'U')))
    }

    /// An escape of a byte is complete. Above ASCII it is part of a letter in UTF-8, as in `%E2%80%8B`.
    fn byte_of_a_letter(&mut self, number: u32, upto: u64, on: &mut impl FnMut(Folded, u64, u64)) {
        if !self.sequence.continues_or_begins(number) {
            return self.decoded(number, upto, on);
        }
        let from = self.held.first().map_or(0, |(_, at)| *at);
        (self.escape, self.held_count) = (Escape::None, 0);
        if !self.sequence.continues(number) {
            self.give_up_sequence(on);
        }
        if let Some((letter, from)) = self.sequence.push(number, from, upto) {
            self.letter(letter, from, upto, on);
        }
    }

    /// The bytes of an unfinished letter stand for one each.
    fn give_up_sequence(&mut self, on: &mut impl FnMut(Folded, u64, u64)) {
        for (number, from, upto) in self.sequence.take() {
            self.letter(char::from(number), from, upto, on);
        }
    }

    fn hold(&mut self, escape: Escape, byte: u8, at: u64) {
        self.escape = escape;
        if let Some(held) = self.held.get_mut(self.held_count) {
            *held = (byte, at);
            self.held_count += 1;
        }
    }

    /// An escape is complete. The character it stands for may itself begin one, as in `%2573`.
    fn decoded(&mut self, number: u32, upto: u64, on: &mut impl FnMut(Folded, u64, u64)) {
        let from = self.held.first().map_or(0, |(_, at)| *at);
        (self.escape, self.held_count, self.zeros) = (Escape::None, 0, Zeros::default());
        match char::from_u32(number) {
            Some(letter) => self.letter(letter, from, upto, on),
            None => self.give(Folded::of(u8::MAX), from, upto, on),
        }
    }

    /// A letter in the form that is compared: a styled, circled or full-width one as the usual one.
    fn letter(
        &mut self,
        letter: char,
        from: u64,
        upto: u64,
        on: &mut impl FnMut(Folded, u64, u64),
    ) {
        if let Ok(byte) = u8::try_from(letter)
            && byte.is_ascii()
        {
            return self.plain(byte, from, upto, on);
        }
        match form(letter) {
            Form::Invisible => self.give_up_sequence(on),
            Form::Ascii(byte) => self.plain(byte, from, upto, on),
            Form::Letters(letters) => self.letters(letters, from, upto, on),
            Form::Itself => self.letters(letter.encode_utf8(&mut [0; 4]), from, upto, on),
        }
    }

    /// Letters that one is compared as. Those above ASCII stand apart from what is around them as one, however many
    /// they are.
    fn letters(
        &mut self,
        letters: &str,
        from: u64,
        upto: u64,
        on: &mut impl FnMut(Folded, u64, u64),
    ) {
        let is_control = letters.starts_with(|letter| matches!(letter, '\u{80}'..='\u{9f}'));
        let is_one = letters.bytes().all(|byte| !byte.is_ascii() || byte == b' ');
        for (index, byte) in letters.bytes().enumerate() {
            let role = match byte {
                _ if is_control => {
                    if index == 0 {
                        Role::Rest
                    } else {
                        Role::Control
                    }
                }
                0x80..0xc0 => Role::Rest,
                _ if is_one && index > 0 => Role::Rest,
                _ => Role::Plain,
            };
            if role != Role::Rest || index == 0 || !self.only_first {
                self.give(Folded { role, ..Folded::of(byte) }, from, upto, on);
            } else if is_one && !is_control {
                return;
            }
        }
    }

    fn utf8(&mut self, length: usize, byte: u8, at: u64, on: &mut impl FnMut(Folded, u64, u64)) {
        if !(0x80..0xc0).contains(&byte) {
            return self.not_an_escape(byte, at, on);
        }
        self.hold(Escape::Utf8(length), byte, at);
        if self.held_count < length {
            return;
        }
        let mut bytes = [0; 4];
        for (byte, (held, _)) in bytes.iter_mut().zip(&self.held) {
            *byte = *held;
        }
        let letter = bytes.get(..length).and_then(|bytes| std::str::from_utf8(bytes).ok());
        match letter.and_then(|letter| letter.chars().next()) {
            Some(letter) => self.decoded(letter.into(), at + 1, on),
            None => self.release(on),
        }
    }

    fn not_an_escape(&mut self, byte: u8, at: u64, on: &mut impl FnMut(Folded, u64, u64)) {
        self.release(on);
        self.plain(byte, at, at + 1, on);
    }

    fn release(&mut self, on: &mut impl FnMut(Folded, u64, u64)) {
        let count = std::mem::take(&mut self.held_count);
        let zeros = std::mem::take(&mut self.zeros);
        self.escape = Escape::None;
        for index in 0..=count {
            if index == zeros.after {
                for at in zeros.at..zeros.at + zeros.count {
                    self.give(Folded::of(b'0'), at, at + 1, on);
                }
            }
            let held = self.held.get(index).filter(|_| index < count).copied();
            if let Some((byte, at)) = held {
                self.give(Folded::of(byte), at, at + 1, on);
            }
        }
    }
}

/// The two alphabets of base64 differ in two characters, and a header's value may come back in another case.
pub(super) fn compared(byte: u8) -> u8 {
    match byte {
        b'-' => b'+',
        b'_' => b'/',
        byte => byte.to_ascii_lowercase(),
    }
}

/// A whole text in the form that is compared.
pub(super) fn folded(text: &[u8]) -> Vec<u8> {
    let (mut fold, mut bytes) = (Fold::default(), Vec::with_capacity(text.len()));
    let mut on = |folded: Folded, _, _| bytes.push(folded.byte);
    for (at, byte) in (0..).zip(text) {
        fold.read(*byte, at, &mut on);
    }
    fold.finish(&mut on);
    bytes
}

#[cfg(test)]
#[path = "fold_tests.rs"]
mod tests;
