//! One pass over the escapes of a text: each is decoded, and what its letter begins, as in `%2573`, is too. Bytes come with the start
//! and the end of their spelling, because a pass may follow another.

use super::compared_byte::{Folded, Role};
use super::entities;
use super::letters::{Form, form};
use super::sequence::Sequence;
use super::undecided::{
    Escape, Held, LAST_LETTER, LONGEST_ESCAPE, LONGEST_NUMBER, Span, TERMINAL_ESCAPE, Zeros,
    is_octal_letter,
};

/// Where a pass gives what it has decided.
pub(super) trait Output {
    /// A byte as it stands, which may be part of another escape; it has this role if it is none.
    fn byte(&mut self, byte: u8, role: Role, from: u64, upto: u64);

    /// A byte of a letter that is part of no escape, in the form that is compared.
    fn settled(&mut self, byte: Folded, from: u64, upto: u64);

    /// Whether no other pass follows.
    fn is_last(&self) -> bool;

    /// Whether of letters above ASCII only the first byte is wanted.
    fn only_first(&self) -> bool;
}

/// Whether an escape, or a letter above ASCII, may begin with this byte, or nothing is to be seen of it.
pub(super) fn may_begin(byte: u8) -> bool {
    matches!(byte, b'\\' | b'%' | b'&' | b'_' | 0 | 0xc2..=0xf4)
}

/// Which escapes a pass decodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    All,
    /// Those that stand for the beginning of another; any other stays as it is spelled.
    Beginnings,
    /// All, and no letter that was decoded is escaped again by one of several backslashes before it: `\\\\u0037` is a `7`, and not the
    /// beginning of `\\73`.
    Letters,
}

/// The state of a pass between two bytes.
#[derive(Debug, Clone)]
pub(super) struct Unescape {
    escape: Escape,
    /// The undecided bytes.
    held: [Held; LONGEST_ESCAPE],
    held_count: usize,
    /// Further zeros at the beginning of an undecided number.
    zeros: Zeros,
    /// Where the backslashes before this byte begin and end.
    backslash: Option<Span>,
    /// Whether the last of them was itself escaped, so that one that follows is not of the same escape.
    is_decoded_backslash: bool,
    /// Whether they are several: all but the last may be of an escape that another pass reads.
    are_several: bool,
    /// Whether the last decided byte begins a code of a terminal.
    is_after_escape: bool,
    /// Bytes of a letter above ASCII that were escaped one by one.
    sequence: Sequence,
    scope: Scope,
    /// The byte that is read.
    current: Held,
}

impl Default for Unescape {
    fn default() -> Self {
        Self {
            escape: Escape::None,
            held: [Held::default(); LONGEST_ESCAPE],
            held_count: 0,
            zeros: Zeros::default(),
            backslash: None,
            is_decoded_backslash: false,
            are_several: false,
            is_after_escape: false,
            sequence: Sequence::default(),
            scope: Scope::All,
            current: Held::default(),
        }
    }
}

impl Unescape {
    /// A pass that decodes only what begins another escape.
    pub(super) fn of_beginnings() -> Self {
        Self { scope: Scope::Beginnings, ..Self::default() }
    }

    /// A pass by which a letter that was decoded is never escaped again.
    pub(super) fn of_letters() -> Self {
        Self { scope: Scope::Letters, ..Self::default() }
    }

    /// Whether nothing is undecided.
    pub(super) fn is_idle(&self) -> bool {
        self.escape == Escape::None
            && self.backslash.is_none()
            && self.sequence.is_empty()
            && !self.is_after_escape
    }

    /// Reads a byte whose spelling is at `span`.
    pub(super) fn read(&mut self, byte: u8, span: Span, out: &mut impl Output) {
        self.current = Held::of(byte, span);
        match self.escape {
            Escape::None => self.plain(byte, span, out),
            Escape::Digits(left, number) => match (byte as char).to_digit(16) {
                Some(digit) if left == 1 && self.is_of_a_byte() => {
                    self.byte_of_a_letter(number * 16 + digit, span.1, out);
                }
                Some(digit) if left == 1 => self.decoded(number * 16 + digit, span.1, out),
                Some(digit) => self.hold(Escape::Digits(left - 1, number * 16 + digit), byte, span),
                // `%u0073`, as old scripts write it.
                None if matches!(byte, b'u' | b'U') && self.is_held(b"%") => {
                    self.hold(Escape::Digits(4, 0), byte, span);
                }
                None if byte == b'{' && (self.is_held(b"u") || self.is_held(b"x")) => {
                    self.hold(Escape::Braced(0), byte, span);
                }
                None => self.not_an_escape(byte, span, out),
            },
            Escape::Braced(0) | Escape::Entity(_, 0) if byte == b'0' && self.is_after_zero() => {
                self.zero(span);
            }
            Escape::Braced(number) => match (byte as char).to_digit(16) {
                Some(digit) if self.held_count < LONGEST_NUMBER => {
                    self.hold(Escape::Braced(number.saturating_mul(16) + digit), byte, span);
                }
                None if byte == b'}' && !self.is_held(b"u{") && !self.is_held(b"x{") => {
                    self.decoded(number, span.1, out);
                }
                _ => self.not_an_escape(byte, span, out),
            },
            Escape::Octal(left, number) => match (byte as char).to_digit(8) {
                Some(digit) if left > 1 => {
                    self.hold(Escape::Octal(left - 1, number * 8 + digit), byte, span);
                }
                Some(digit) if number * 8 + digit <= LAST_LETTER => {
                    self.decoded(number * 8 + digit, span.1, out);
                }
                Some(digit) if self.sequence.continues_or_begins(number * 8 + digit) => {
                    self.byte_of_a_letter(number * 8 + digit, span.1, out);
                }
                // What follows is no digit, or a fourth that is no longer part of it.
                digit if is_octal_letter(number) && (digit.is_none() || self.held_count == 3) => {
                    self.decoded(number, span.0, out);
                    self.read(byte, span, out);
                }
                _ => self.not_an_escape(byte, span, out),
            },
            Escape::Name => self.name(byte, span, out),
            Escape::Hash => match byte {
                b'x' | b'X' => self.hold(Escape::Entity(16, 0), byte, span),
                b'0'..=b'9' => self.hold(Escape::Entity(10, u32::from(byte - b'0')), byte, span),
                _ => self.not_an_escape(byte, span, out),
            },
            Escape::Entity(base, number) => match (byte as char).to_digit(base) {
                Some(digit) if self.held_count < LONGEST_NUMBER => {
                    let number = number.saturating_mul(base).saturating_add(digit);
                    self.hold(Escape::Entity(base, number), byte, span);
                }
                None if byte == b';' => self.decoded(number, span.1, out),
                // Browsers read it without the semicolon as well. Its next digit may be an escape of its own, though.
                None if out.is_last() && !self.is_held(b"&#x") && !self.is_held(b"&#X") => {
                    self.decoded(number, span.0, out);
                    self.read(byte, span, out);
                }
                _ => self.not_an_escape(byte, span, out),
            },
            Escape::Utf8(length) => self.utf8(length, byte, span, out),
            Escape::Underscore if matches!(byte, b'x' | b'X') => {
                self.hold(Escape::Name16(0), byte, span);
            }
            Escape::Name16(number) if byte == b'_' && matches!(self.held_count, 6 | 10) => {
                self.decoded(number, span.1, out);
            }
            Escape::Name16(number) => match (byte as char).to_digit(16) {
                Some(digit) if self.held_count < 10 => {
                    self.hold(Escape::Name16(number.saturating_mul(16) + digit), byte, span);
                }
                _ => self.not_an_escape(byte, span, out),
            },
            Escape::Underscore => self.not_an_escape(byte, span, out),
        }
    }

    /// A named character. An ampersand that was itself escaped begins what follows: `&amp;#115;`.
    fn name(&mut self, byte: u8, span: Span, out: &mut impl Output) {
        if self.held_count == 1 && byte == b'#' {
            return self.hold(Escape::Hash, byte, span);
        }
        // Only what can be part of a name is looked up, because a text may be nothing but ampersands.
        if byte == b';' || byte.is_ascii_alphanumeric() {
            let mut name = self.held.map(|held| held.byte);
            if byte == b';' {
                let number = name.get(1..self.held_count).and_then(entities::character);
                if let Some(number) = number {
                    return self.decoded(number, span.1, out);
                }
            } else if let Some(last) = name.get_mut(self.held_count) {
                *last = byte;
                // Only while it can become one, so that no letter waits for long.
                if name.get(1..=self.held_count).is_some_and(entities::is_begin) {
                    return self.hold(Escape::Name, byte, span);
                }
            }
        }
        self.not_an_escape(byte, span, out);
    }

    /// Whether the last undecided byte is a zero.
    fn is_after_zero(&self) -> bool {
        let last = self.held_count.checked_sub(1).and_then(|last| self.held.get(last));
        last.is_some_and(|held| held.byte == b'0')
    }

    /// A further zero at the beginning of a number.
    fn zero(&mut self, (at, upto): Span) {
        if self.zeros.count == 0 {
            self.zeros = Zeros { count: 0, at, upto, after: self.held_count };
        }
        self.zeros.count += 1;
        self.zeros.upto = upto;
    }

    /// Whether these are the undecided bytes.
    fn is_held(&self, bytes: &[u8]) -> bool {
        let held = self.held.iter().take(self.held_count).map(|held| &held.byte);
        held.eq(bytes)
    }

    /// What follows is part of no escape: undecided bytes are none either, unless they may end there.
    pub(super) fn settle(&mut self, out: &mut impl Output) {
        let upto = || Some(self.held.get(self.held_count.checked_sub(1)?)?.upto());
        match (self.escape, upto()) {
            (Escape::Octal(_, number), Some(upto)) if is_octal_letter(number) => {
                self.decoded(number, upto, out);
            }
            (Escape::Entity(_, number), Some(upto)) if number > 0 && out.is_last() => {
                self.decoded(number, upto, out);
            }
            _ => {}
        }
        self.release(out);
        self.give_backslash(out);
        self.give_up_sequence(out);
        self.is_after_escape = false;
    }

    /// A backslash that begins no escape here, which it may in what another pass reads. Nothing of it is compared.
    fn give_backslash(&mut self, out: &mut impl Output) {
        if let Some((from, upto)) = self.backslash.take()
            && !out.is_last()
        {
            out.byte(b'\\', Role::Plain, from, upto);
        }
    }

    fn plain(&mut self, byte: u8, span: Span, out: &mut impl Output) {
        let is_of_another_escape = std::mem::take(&mut self.is_decoded_backslash);
        if byte == b'\\' && is_of_another_escape {
            self.give_backslash(out);
        }
        let after = |backslash: Option<Span>| backslash.map(|(from, _)| (from, span.1));
        match (byte, after(self.backslash)) {
            // However many there are: a text may be JSON within JSON. After an escape it ends a code of a terminal.
            (b'\\', before) => {
                self.are_several = before.is_some();
                self.backslash = Some(before.unwrap_or(span));
                if self.is_after_escape && out.is_last() {
                    out.byte(byte, Role::Plain, span.0, span.1);
                }
            }
            (b'u', Some(span)) => self.hold(Escape::Digits(4, 0), byte, span),
            (b'U', Some(span)) => self.hold(Escape::Digits(8, 0), byte, span),
            (b'x', Some(span)) => self.hold(Escape::Digits(2, 0), byte, span),
            (b'0', Some(span)) => self.hold(Escape::Octal(3, 0), byte, span),
            (b'1'..=b'7', Some(span)) => {
                self.hold(Escape::Octal(2, u32::from(byte - b'0')), byte, span);
            }
            // Every other byte of a text in UTF-16.
            (0, _) => self.give_backslash(out),
            (b'%' | b'&' | b'_' | 0xc2..=0xf4, before) => {
                self.give_backslash(out);
                let escape = match byte {
                    b'%' => Escape::Digits(2, 0),
                    b'&' => Escape::Name,
                    b'_' if before.is_none() || !out.is_last() => Escape::Underscore,
                    b'_' => return self.give(byte, Role::Escaped, before.unwrap_or(span), out),
                    0xc2..=0xdf => Escape::Utf8(2),
                    0xe0..=0xef => Escape::Utf8(3),
                    _ => Escape::Utf8(4),
                };
                self.hold(escape, byte, span);
            }
            (byte, before) => {
                let role = match byte {
                    _ if before.is_none() || self.is_after_escape => Role::Plain,
                    b'n' | b'r' | b't' if self.scope == Scope::All => Role::Break,
                    _ => Role::Escaped,
                };
                self.give_backslash(out);
                let own = if out.is_last() { before.unwrap_or(span) } else { span };
                self.give(byte, role, own, out);
            }
        }
    }

    /// A byte is decided, and so is whatever came before it.
    fn give(&mut self, byte: u8, role: Role, (from, upto): Span, out: &mut impl Output) {
        self.give_up_sequence(out);
        self.is_after_escape = byte == TERMINAL_ESCAPE;
        out.byte(byte, role, from, upto);
    }

    /// Whether the undecided bytes are an escape of one byte, `%e2` or `\xe2`, rather than of a character.
    fn is_of_a_byte(&self) -> bool {
        let held = |index: usize| self.held.get(index).map(|held| held.byte);
        held(0) == Some(b'x') || (held(0) == Some(b'%') && !matches!(held(1), Some(b'u' | b'U')))
    }

    /// An escape of a byte is complete. Above ASCII it is part of a letter in UTF-8, as in `%E2%80%8B`.
    fn byte_of_a_letter(&mut self, number: u32, upto: u64, out: &mut impl Output) {
        if self.scope == Scope::Beginnings || !self.sequence.continues_or_begins(number) {
            return self.decoded(number, upto, out);
        }
        let from = self.held.first().map_or(0, |held| held.at);
        (self.escape, self.held_count) = (Escape::None, 0);
        if !self.sequence.continues(number) {
            self.give_up_sequence(out);
        }
        if let Some((letter, from)) = self.sequence.push(number, from, upto) {
            self.letter(letter, (from, upto), out);
        }
    }

    /// The bytes of an unfinished letter stand for one each.
    fn give_up_sequence(&mut self, out: &mut impl Output) {
        for (number, from, upto) in self.sequence.take() {
            self.letter(char::from(number), (from, upto), out);
        }
    }

    fn hold(&mut self, escape: Escape, byte: u8, span: Span) {
        self.escape = escape;
        self.backslash = None;
        if let Some(held) = self.held.get_mut(self.held_count) {
            *held = Held::of(byte, span);
            self.held_count += 1;
        }
    }

    /// Whether an escape stays as it is spelled, which is given then.
    fn is_kept(&mut self, number: u32, upto: u64, out: &mut impl Output) -> bool {
        let begins = |byte| matches!(byte, b'\\' | b'%' | b'&' | b'#' | b'_');
        let is_beginning = u8::try_from(number).is_ok_and(begins);
        let is_kept = self.scope == Scope::Beginnings && !is_beginning;
        if is_kept {
            let last = self.held_count.checked_sub(1).and_then(|last| self.held.get(last));
            let is_all_held = last.is_none_or(|last| last.upto() >= upto);
            let current = self.current;
            self.release(out);
            if !is_all_held {
                self.give(current.byte, Role::Plain, (current.at, upto), out);
            }
        }
        is_kept
    }

    /// An escape is complete. The character it stands for may itself begin one, as in `%2573`.
    fn decoded(&mut self, number: u32, upto: u64, out: &mut impl Output) {
        if !self.is_kept(number, upto, out) {
            self.stands_for(number, upto, out);
        }
    }

    fn stands_for(&mut self, number: u32, upto: u64, out: &mut impl Output) {
        let first = self.held.first().copied().unwrap_or_default();
        let from = first.at;
        (self.escape, self.held_count, self.zeros) = (Escape::None, 0, Zeros::default());
        let may_be_escaped = char::from_u32(number)
            .is_some_and(|letter| matches!(letter, 'u' | 'U' | 'x' | '0'..='7'));
        let is_several = self.scope != Scope::Letters && self.are_several;
        if is_several && !may_begin(first.byte) && may_be_escaped && !out.is_last() {
            out.byte(b'\\', Role::Plain, from, from + 1);
        }
        if let Some(letter) = char::from_u32(number) {
            self.letter(letter, (from, upto), out);
        } else {
            self.give_up_sequence(out);
            out.settled(Folded::of(u8::MAX), from, upto);
        }
    }

    /// A letter in the form that is compared: a styled, circled or full-width one as the usual one.
    fn letter(&mut self, letter: char, span: Span, out: &mut impl Output) {
        if let Ok(byte) = u8::try_from(letter)
            && byte.is_ascii()
        {
            self.plain(byte, span, out);
            self.is_decoded_backslash = byte == b'\\';
            return;
        }
        match form(letter) {
            Form::Invisible => self.give_up_sequence(out),
            Form::Ascii(byte) => self.plain(byte, span, out),
            Form::Letters(letters) => self.letters(letters, span, out),
            Form::Itself => self.letters(letter.encode_utf8(&mut [0; 4]), span, out),
        }
    }

    /// Letters that one is compared as. Those above ASCII stand apart from what is around them as one, however many
    /// they are.
    fn letters(&mut self, letters: &str, (from, upto): Span, out: &mut impl Output) {
        self.give_backslash(out);
        self.give_up_sequence(out);
        self.is_after_escape = false;
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
            if role != Role::Rest || index == 0 || !out.only_first() {
                out.settled(Folded { role, ..Folded::of(byte) }, from, upto);
            } else if is_one && !is_control {
                return;
            }
        }
    }

    fn utf8(&mut self, length: usize, byte: u8, span: Span, out: &mut impl Output) {
        if !(0x80..0xc0).contains(&byte) {
            return self.not_an_escape(byte, span, out);
        }
        self.hold(Escape::Utf8(length), byte, span);
        if self.held_count < length {
            return;
        }
        let mut bytes = [0; 4];
        for (byte, held) in bytes.iter_mut().zip(&self.held) {
            *byte = held.byte;
        }
        let letter = bytes.get(..length).and_then(|bytes| std::str::from_utf8(bytes).ok());
        match letter.and_then(|letter| letter.chars().next()) {
            Some(letter) => self.stands_for(letter.into(), span.1, out),
            None => self.release(out),
        }
    }

    fn not_an_escape(&mut self, byte: u8, span: Span, out: &mut impl Output) {
        self.release(out);
        self.plain(byte, span, out);
    }

    fn release(&mut self, out: &mut impl Output) {
        let count = std::mem::take(&mut self.held_count);
        let zeros = std::mem::take(&mut self.zeros);
        self.escape = Escape::None;
        let first = self.held.first().copied().unwrap_or_default();
        if count > 0 && !may_begin(first.byte) && !out.is_last() {
            // It stood after a backslash.
            out.byte(b'\\', Role::Plain, first.at, first.upto());
        }
        for index in 0..=count {
            if index == zeros.after {
                for number in 0..zeros.count {
                    // Each of those that were themselves escaped stands for all of them.
                    let is_one_byte = zeros.upto - zeros.at == zeros.count;
                    let at = zeros.at + number;
                    let span = if is_one_byte { (at, at + 1) } else { (zeros.at, zeros.upto) };
                    self.give(b'0', Role::Plain, span, out);
                }
            }
            let held = self.held.get(index).filter(|_| index < count).copied();
            if let Some(held) = held {
                self.give(held.byte, Role::Plain, (held.at, held.upto()), out);
            }
        }
    }
}
