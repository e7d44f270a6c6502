//! The form of a text that is compared with a key: in lower case, with escapes decoded and invisible characters left
//! out. It is read byte by byte, so that a stream may be split anywhere.

/// Length in bytes of the longest escape that can be undecided, `&#x0000073`.
const LONGEST_ESCAPE: usize = 12;

/// What the undecided bytes may become.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Escape {
    None,
    /// `u` or `x` after a backslash, with this many hexadecimal digits to come, and the number so far.
    Digits(u8, u32),
    /// `&`, or the first letters of `&amp;`.
    Ampersand,
    /// `&#`.
    Hash,
    /// A decimal or hexadecimal number up to `;`.
    Entity(u32, u32),
    /// The beginning of a UTF-8 sequence that may be an invisible character.
    Utf8,
}

/// The state between two bytes.
#[derive(Debug, Clone)]
pub(super) struct Fold {
    escape: Escape,
    /// The undecided bytes, each with its position.
    held: [(u8, u64); LONGEST_ESCAPE],
    held_count: usize,
    /// Where the backslashes before this byte begin.
    backslash_at: Option<u64>,
}

impl Default for Fold {
    fn default() -> Self {
        Self {
            escape: Escape::None,
            held: [(0, 0); LONGEST_ESCAPE],
            held_count: 0,
            backslash_at: None,
        }
    }
}

impl Fold {
    /// Reads the byte at `at`. `on` receives each byte to compare, with the start and end of its spelling.
    pub(super) fn read(&mut self, byte: u8, at: u64, on: &mut impl FnMut(u8, u64, u64)) {
        match self.escape {
            Escape::None => self.plain(byte, at, at + 1, on),
            Escape::Digits(left, number) => match (byte as char).to_digit(16) {
                Some(digit) if left == 1 => self.decoded(number * 16 + digit, at + 1, on),
                Some(digit) => self.hold(Escape::Digits(left - 1, number * 16 + digit), byte, at),
                // `%u0073`, as old scripts write it.
                None if matches!(byte, b'u' | b'U') && self.is_percent_alone() => {
                    self.hold(Escape::Digits(4, 0), byte, at);
                }
                None => self.not_an_escape(byte, at, on),
            },
            Escape::Ampersand => self.ampersand(byte, at, on),
            Escape::Hash => match byte {
                b'x' | b'X' => self.hold(Escape::Entity(16, 0), byte, at),
                b'0'..=b'9' => self.hold(Escape::Entity(10, u32::from(byte - b'0')), byte, at),
                _ => self.not_an_escape(byte, at, on),
            },
            Escape::Entity(base, number) => match (byte as char).to_digit(base) {
                Some(digit) if self.held_count < LONGEST_ESCAPE => {
                    let number = number.saturating_mul(base).saturating_add(digit);
                    self.hold(Escape::Entity(base, number), byte, at);
                }
                None if byte == b';' => self.decoded(number, at + 1, on),
                _ => self.not_an_escape(byte, at, on),
            },
            Escape::Utf8 => self.utf8(byte, at, on),
        }
    }

    /// An ampersand that was itself escaped begins what follows: `&amp;#115;`.
    fn ampersand(&mut self, byte: u8, at: u64, on: &mut impl FnMut(u8, u64, u64)) {
        match (self.held_count, byte.to_ascii_lowercase()) {
            (1, b'#') => self.hold(Escape::Hash, byte, at),
            (1, b'a') | (2, b'm') | (3, b'p') => self.hold(Escape::Ampersand, byte, at),
            (4, b';') => self.decoded(u32::from(b'&'), at + 1, on),
            _ => self.not_an_escape(byte, at, on),
        }
    }

    fn is_percent_alone(&self) -> bool {
        self.held_count == 1 && self.held.first().is_some_and(|(byte, _)| *byte == b'%')
    }

    /// The text has ended: undecided bytes are not an escape.
    pub(super) fn finish(&mut self, on: &mut impl FnMut(u8, u64, u64)) {
        self.release(on);
    }

    fn plain(&mut self, byte: u8, at: u64, upto: u64, on: &mut impl FnMut(u8, u64, u64)) {
        let backslash_at = self.backslash_at.take();
        match (byte, backslash_at) {
            // However many there are: a text may be JSON within JSON.
            (b'\\', _) => self.backslash_at = Some(backslash_at.unwrap_or(at)),
            (b'u', Some(at)) => self.hold(Escape::Digits(4, 0), byte, at),
            (b'x', Some(at)) => self.hold(Escape::Digits(2, 0), byte, at),
            (b'%', _) => self.hold(Escape::Digits(2, 0), byte, at),
            (b'&', _) => self.hold(Escape::Ampersand, byte, at),
            (0xc2 | 0xcc | 0xcd | 0xe2 | 0xef, _) => self.hold(Escape::Utf8, byte, at),
            // Every other byte of a text in UTF-16.
            (0, _) => {}
            (byte, _) => on(compared(byte), backslash_at.unwrap_or(at), upto),
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
    fn decoded(&mut self, number: u32, upto: u64, on: &mut impl FnMut(u8, u64, u64)) {
        let from = self.held.first().map_or(0, |(_, at)| *at);
        (self.escape, self.held_count) = (Escape::None, 0);
        match u8::try_from(number) {
            Ok(byte) if byte.is_ascii() => self.plain(byte, from, upto, on),
            _ if is_wide(number) => self.decoded(number - WIDE, upto, on),
            _ if char::from_u32(number).is_some_and(is_invisible) => {}
            _ => on(u8::MAX, from, upto),
        }
    }

    fn utf8(&mut self, byte: u8, at: u64, on: &mut impl FnMut(u8, u64, u64)) {
        if !(0x80..0xc0).contains(&byte) {
            return self.not_an_escape(byte, at, on);
        }
        self.hold(Escape::Utf8, byte, at);
        let [(first, _), (second, _), (third, _), ..] = self.held;
        let number = match (first, self.held_count) {
            (0xc2 | 0xcc | 0xcd, 2) => u32::from(first & 0x1f) << 6 | u32::from(second & 0x3f),
            (0xe2 | 0xef, 3) => {
                let bits = |byte: u8| u32::from(byte & 0x3f);
                u32::from(first & 0x0f) << 12 | bits(second) << 6 | bits(third)
            }
            _ => return,
        };
        if char::from_u32(number).is_some_and(is_invisible) {
            (self.escape, self.held_count) = (Escape::None, 0);
        } else if is_wide(number) {
            self.decoded(number, at + 1, on);
        } else {
            self.release(on);
        }
    }

    fn not_an_escape(&mut self, byte: u8, at: u64, on: &mut impl FnMut(u8, u64, u64)) {
        self.release(on);
        self.plain(byte, at, at + 1, on);
    }

    fn release(&mut self, on: &mut impl FnMut(u8, u64, u64)) {
        let count = std::mem::take(&mut self.held_count);
        self.escape = Escape::None;
        for (byte, at) in self.held.iter().take(count) {
            on(compared(*byte), *at, *at + 1);
        }
    }
}

/// The two alphabets of base64 differ in two characters, and a header's value may come back in another case.
fn compared(byte: u8) -> u8 {
    match byte {
        b'-' => b'+',
        b'_' => b'/',
        byte => byte.to_ascii_lowercase(),
    }
}

/// How far the full-width letters of East Asian typography are from the usual ones.
const WIDE: u32 = 0xfee0;

fn is_wide(number: u32) -> bool {
    (0xff01..=0xff5e).contains(&number)
}

/// Whether a character is invisible: soft hyphen, combining accent, zero-width or direction mark, byte order mark.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

/// A whole text in the form that is compared.
pub(super) fn folded(text: &[u8]) -> Vec<u8> {
    let (mut fold, mut bytes) = (Fold::default(), Vec::with_capacity(text.len()));
    let mut on = |byte, _, _| bytes.push(byte);
    for (at, byte) in (0..).zip(text) {
        fold.read(*byte, at, &mut on);
    }
    fold.finish(&mut on);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        String::from_utf8_lossy(&folded(text.as_bytes())).into_owned()
    }

    #[test]
    fn every_spelling_of_a_word_is_compared_alike() {
        for spelled in [
            "sk-Ab_9",
            "SK-AB_9",
            r"\u0073k-\u0041b_9",
            r"\\u0073\\\\u006b-Ab_9",
            r"\x73k\x2dAb_9",
            "%73k%2DAb%5f9",
            "%2573k%252dAb_9",
            r"\u002573k-Ab_9",
            "&#115;k-&#x41;b_9",
            "&amp;#115;k-&amp;AMP;#x41;b_9",
            r"%5cu0073k-&#92;u0041b_9",
            "s\u{200b}k\u{ad}-A\u{feff}b_9",
            r"s\u200bk-Ab_9",
            r"s\k-Ab\_9",
            "%u0073k%U002DAb_9",
            "\u{ff53}\u{ff4b}\u{ff0d}\u{ff21}\u{ff42}\u{ff3f}\u{ff19}",
            r"\uff53&#xff4b;-Ab_9",
            "s\u{334}k\u{301}-Ab\u{36f}_9",
            "s\0k\0-\0A\0b\0_\09\0",
        ] {
            assert_eq!(read(spelled), "sk+ab/9", "{spelled}");
        }
    }

    #[test]
    fn what_only_begins_like_an_escape_is_compared_as_it_stands() {
        for (text, compared) in [
            ("100 %", "100 %"),
            ("%7", "%7"),
            ("%zz", "%zz"),
            ("%u00zz %u", "%u00zz %u"),
            ("u0073", "u0073"),
            (r"\u00zz", "u00zz"),
            ("&amp; &am; &#; &#y", "& &am; &#; &#y"),
            ("&#00000000000115;", "&#00000000000115;"),
            ("é – ✓", "é – ✓"),
        ] {
            assert_eq!(read(text), compared, "{text}");
        }
    }
}
