//! The form of a text that is compared with a key: in lower case, with escapes decoded and invisible characters left
//! out. It is read byte by byte, so that a stream may be split anywhere.

use icu_normalizer::DecomposingNormalizerBorrowed;

use super::entities::{self, LONGEST_NAME};

/// Length in bytes of the longest escape that can be undecided: `&` and the longest name.
const LONGEST_ESCAPE: usize = 1 + LONGEST_NAME;
/// Length in bytes of the longest number that can be one, `&#x0000073`.
const LONGEST_NUMBER: usize = 12;

/// The letters that an octal escape may stand for. A shorter number after a backslash is the name of a folder, or stands
/// for a control character, which is in no key.
const FIRST_LETTER: u32 = 0o40;
const LAST_LETTER: u32 = 0o177;

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
}

/// A byte in the form that is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Folded {
    pub(super) byte: u8,
    /// Whether it may stand for a line break or a tab, as in `\n`, however often that was escaped again.
    pub(super) is_break: bool,
}

impl Folded {
    /// A byte that stands for itself.
    fn of(byte: u8) -> Self {
        Self { byte: compared(byte), is_break: false }
    }
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
    pub(super) fn read(&mut self, byte: u8, at: u64, on: &mut impl FnMut(Folded, u64, u64)) {
        match self.escape {
            Escape::None => self.plain(byte, at, at + 1, on),
            Escape::Digits(left, number) => match (byte as char).to_digit(16) {
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
                // What follows is no digit, or a fourth that is no longer part of it.
                digit
                    if (FIRST_LETTER..=LAST_LETTER).contains(&number)
                        && (digit.is_none() || self.held_count == 3) =>
                {
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
        }
    }

    /// A named character. An ampersand that was itself escaped begins what follows: `&amp;#115;`.
    fn name(&mut self, byte: u8, at: u64, on: &mut impl FnMut(Folded, u64, u64)) {
        if self.held_count == 1 && byte == b'#' {
            return self.hold(Escape::Hash, byte, at);
        }
        let mut name = self.held.map(|(byte, _)| byte);
        let number = name.get(1..self.held_count).and_then(entities::character);
        if let Some(number) = number.filter(|_| byte == b';') {
            return self.decoded(number, at + 1, on);
        }
        if let Some(last) = name.get_mut(self.held_count) {
            *last = byte;
        }
        // Only while it can become one, so that no letter waits for long.
        if name.get(1..=self.held_count).is_some_and(entities::is_begin) {
            return self.hold(Escape::Name, byte, at);
        }
        self.not_an_escape(byte, at, on);
    }

    /// Whether these are the undecided bytes.
    fn is_held(&self, bytes: &[u8]) -> bool {
        let held = self.held.iter().take(self.held_count).map(|(byte, _)| byte);
        held.eq(bytes)
    }

    /// The text has ended: undecided bytes are not an escape, unless it may end there.
    pub(super) fn finish(&mut self, on: &mut impl FnMut(Folded, u64, u64)) {
        if let Escape::Octal(_, number @ FIRST_LETTER..=LAST_LETTER) = self.escape {
            let last = self.held.get(self.held_count.saturating_sub(1));
            self.decoded(number, last.map_or(0, |(_, at)| *at + 1), on);
        }
        self.release(on);
    }

    fn plain(&mut self, byte: u8, at: u64, upto: u64, on: &mut impl FnMut(Folded, u64, u64)) {
        let backslash_at = self.backslash_at.take();
        match (byte, backslash_at) {
            // However many there are: a text may be JSON within JSON.
            (b'\\', _) => self.backslash_at = Some(backslash_at.unwrap_or(at)),
            (b'u', Some(at)) => self.hold(Escape::Digits(4, 0), byte, at),
            (b'U', Some(at)) => self.hold(Escape::Digits(8, 0), byte, at),
            (b'x', Some(at)) => self.hold(Escape::Digits(2, 0), byte, at),
            (b'0', Some(at)) => self.hold(Escape::Octal(3, 0), byte, at),
            (b'1'..=b'7', Some(at)) => {
                self.hold(Escape::Octal(2, u32::from(byte - b'0')), byte, at);
            }
            (b'%', _) => self.hold(Escape::Digits(2, 0), byte, at),
            (b'&', _) => self.hold(Escape::Name, byte, at),
            (0xc2..=0xdf, _) => self.hold(Escape::Utf8(2), byte, at),
            (0xe0..=0xef, _) => self.hold(Escape::Utf8(3), byte, at),
            (0xf0..=0xf4, _) => self.hold(Escape::Utf8(4), byte, at),
            // Every other byte of a text in UTF-16.
            (0, _) => {}
            (byte, Some(at)) => {
                let is_break = matches!(byte, b'n' | b'r' | b't');
                on(Folded { is_break, ..Folded::of(byte) }, at, upto);
            }
            (byte, None) => on(Folded::of(byte), at, upto),
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
        (self.escape, self.held_count) = (Escape::None, 0);
        match char::from_u32(number) {
            Some(letter) => self.letter(letter, from, upto, on),
            None => on(Folded::of(u8::MAX), from, upto),
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
        if let Some(byte) = of_ascii(letter) {
            return self.plain(byte, from, upto, on);
        }
        if is_invisible(letter) {
            return;
        }
        let mut usual = COMPATIBLE.normalize_iter(std::iter::once(letter));
        let first = usual.next().unwrap_or(letter);
        let mut rest = usual.filter(|letter| !is_invisible(*letter)).peekable();
        match of_ascii(first) {
            // It may begin an escape.
            Some(byte) if rest.peek().is_none() => self.plain(byte, from, upto, on),
            _ => {
                for letter in std::iter::once(first).chain(rest) {
                    for byte in letter.encode_utf8(&mut [0; 4]).bytes() {
                        on(Folded::of(byte), from, upto);
                    }
                }
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
        let bytes = self.held.map(|(byte, _)| byte);
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
        self.escape = Escape::None;
        for (byte, at) in self.held.iter().take(count) {
            on(Folded::of(*byte), *at, *at + 1);
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

/// Each character as the usual ones it stands for (Unicode's compatibility decomposition, NFKD).
const COMPATIBLE: DecomposingNormalizerBorrowed<'static> =
    DecomposingNormalizerBorrowed::new_nfkd();

/// An ASCII character, its invisible tag, its form on a black circle or square, or a hyphen of another kind.
fn of_ascii(letter: char) -> Option<u8> {
    let number = u32::from(letter);
    let number = match number {
        0xe_0020..=0xe_007e => number - 0xe_0000,
        // Hyphens, dashes and the minus sign.
        0x2010..=0x2014 | 0x2212 => u32::from(b'-'),
        // Letters and digits on black circles and squares have no compatible form in Unicode.
        0x1_f150..=0x1_f169 => number - 0x1_f150 + u32::from(b'a'),
        0x1_f170..=0x1_f189 => number - 0x1_f170 + u32::from(b'a'),
        0x24ff => u32::from(b'0'),
        0x2776..=0x277e => number - 0x2776 + u32::from(b'1'),
        0x2780..=0x2788 => number - 0x2780 + u32::from(b'1'),
        0x278a..=0x2792 => number - 0x278a + u32::from(b'1'),
        _ => number,
    };
    u8::try_from(number).ok().filter(u8::is_ascii)
}

/// Whether a character is invisible: soft hyphen, combining accent, zero-width or direction mark, variation selector,
/// byte order mark.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2064}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0100}'..='\u{e01ef}')
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
            r"\u{73}k-\u{0041}b\x{5f}9",
            r"\U00000073k-\U00000041b_9",
            r"\163\153\055\101\142\1379",
            r"\163\153\55Ab\137\71",
            r"\0163\0153\0055\0101\0142\01379",
            r"\163\153\055Ab\01379",
            "sk&hyphen;Ab&lowbar;9",
            "s&shy;k–&Afr;&ZeroWidthSpace;b&UnderBar;9",
            "&sscr;&kopf;-&Aacute;&amp;bfr;&amp;#95;9",
            "&#115k&#45&#65b_9",
            "\u{1d42c}\u{1d424}-\u{24b6}\u{24d1}_\u{2468}",
            "\u{e0073}\u{e006b}-\u{e0041}b_9",
            "s\u{fe0f}k\u{e0101}-Ab_9",
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
            ("&amp; &am; &#; &#y &#xy", "& &am; &#; &#y &#xy"),
            ("&hyphen &NegativeVeryThinSpaces; &x", "&hyphen &negativeverythinspaces; &x"),
            ("a?b&nbspc&key=1&", "a?b&nbspc&key=1&"),
            (r"\0551 \0777", "+1 ?7"),
            (r"\u{} \u{73 \x{zz}", "u{} u{73 x{zz}"),
            (r"C:\1 \19 \128", "c:1 19 128"),
            (r"\200 \377 \777 \8 \3", "200 377 777 8 3"),
            ("&#00000000000115;", "&#00000000000115;"),
            ("† ✓ 語 🏁", "† ✓ 語 🏁"),
        ] {
            assert_eq!(read(text), compared, "{text}");
        }
    }
}
