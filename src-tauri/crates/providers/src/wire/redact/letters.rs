//! What a letter is compared as: the usual one that it is a form of, or nothing if it is not seen.

use std::sync::OnceLock;

use icu_normalizer::DecomposingNormalizerBorrowed;

/// Each character as the usual ones it stands for (Unicode's compatibility decomposition, NFKD).
const COMPATIBLE: DecomposingNormalizerBorrowed<'static> =
    DecomposingNormalizerBorrowed::new_nfkd();

/// Letters of one page of the table.
const PER_PAGE: u32 = 256;
/// Pages up to the last letter of Unicode.
const PAGES: usize = 0x11_0000 / PER_PAGE as usize;

/// What each letter is compared as, so that none is taken apart twice: a text may be nothing but letters that stand for
/// eighteen. A page is made when its first letter is met; it is absent if all its letters stand for themselves.
static TABLE: [OnceLock<Option<Box<Page>>>; PAGES] = [const { OnceLock::new() }; PAGES];

/// What a letter is compared as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Itself.
    Itself,
    /// Nothing, because it is not seen.
    Invisible,
    /// One character of ASCII, which may begin an escape.
    Ascii(u8),
    /// These letters.
    Letters(&'static str),
}

/// The letters of a page, those of several letters by their place in one text.
struct Page {
    forms: Vec<Kept>,
    letters: String,
}

#[derive(Clone, Copy)]
enum Kept {
    Itself,
    Invisible,
    Ascii(u8),
    Letters { from: u16, length: u8 },
}

/// What this letter is compared as.
pub(super) fn form(letter: char) -> Form {
    let number = u32::from(letter);
    // Those of Chinese stand for themselves.
    if (0x3400..=0x9fff).contains(&number) {
        return Form::Itself;
    }
    let page = TABLE.get((number / PER_PAGE) as usize);
    let page = page.and_then(|page| page.get_or_init(|| Page::of(number / PER_PAGE)).as_deref());
    page.map_or(Form::Itself, |page| page.form(number % PER_PAGE))
}

impl Page {
    /// Absent if each of its letters stands for itself.
    fn of(page: u32) -> Option<Box<Self>> {
        let mut letters = String::new();
        let numbers = page * PER_PAGE..(page + 1) * PER_PAGE;
        let forms = numbers.map(|number| Kept::of(char::from_u32(number), &mut letters));
        let forms: Vec<Kept> = forms.collect();
        let is_made = forms.iter().any(|form| !matches!(form, Kept::Itself));
        is_made.then(|| Box::new(Self { forms, letters }))
    }

    fn form(&'static self, at: u32) -> Form {
        match self.forms.get(at as usize) {
            None | Some(Kept::Itself) => Form::Itself,
            Some(Kept::Invisible) => Form::Invisible,
            Some(Kept::Ascii(byte)) => Form::Ascii(*byte),
            Some(Kept::Letters { from, length }) => {
                let (from, length) = (usize::from(*from), usize::from(*length));
                self.letters.get(from..from + length).map_or(Form::Itself, Form::Letters)
            }
        }
    }
}

impl Kept {
    fn of(letter: Option<char>, letters: &mut String) -> Self {
        // Half of a pair of UTF-16 is no letter.
        let Some(letter) = letter else { return Self::Itself };
        if let Some(byte) = of_ascii(letter) {
            return Self::Ascii(byte);
        }
        if is_invisible(letter) {
            return Self::Invisible;
        }
        let mut usual = COMPATIBLE.normalize_iter(std::iter::once(letter));
        let first = usual.next().unwrap_or(letter);
        let mut rest = usual.filter(|letter| !is_invisible(*letter)).peekable();
        if rest.peek().is_none() {
            if let Some(byte) = of_ascii(first) {
                return Self::Ascii(byte);
            }
            if first == letter {
                return Self::Itself;
            }
        }
        let from = letters.len();
        letters.push(first);
        letters.extend(rest);
        match (u16::try_from(from), u8::try_from(letters.len() - from)) {
            (Ok(from), Ok(length)) => Self::Letters { from, length },
            _ => Self::Itself,
        }
    }
}

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
        // Those of flags.
        0x1_f1e6..=0x1_f1ff => number - 0x1_f1e6 + u32::from(b'a'),
        0x24ff => u32::from(b'0'),
        0x2776..=0x277e => number - 0x2776 + u32::from(b'1'),
        0x2780..=0x2788 => number - 0x2780 + u32::from(b'1'),
        0x278a..=0x2792 => number - 0x278a + u32::from(b'1'),
        0x80.. => SMALL_CAPITALS
            .iter()
            .find(|(small, _)| *small == letter)
            .map_or(number, |(_, letter)| u32::from(*letter)),
        _ => number,
    };
    u8::try_from(number).ok().filter(u8::is_ascii)
}

/// Small capitals, which have no compatible form in Unicode either.
const SMALL_CAPITALS: [(char, u8); 25] = [
    ('\u{1d00}', b'a'),
    ('\u{299}', b'b'),
    ('\u{1d04}', b'c'),
    ('\u{1d05}', b'd'),
    ('\u{1d07}', b'e'),
    ('\u{a730}', b'f'),
    ('\u{262}', b'g'),
    ('\u{29c}', b'h'),
    ('\u{26a}', b'i'),
    ('\u{1d0a}', b'j'),
    ('\u{1d0b}', b'k'),
    ('\u{29f}', b'l'),
    ('\u{1d0d}', b'm'),
    ('\u{274}', b'n'),
    ('\u{1d0f}', b'o'),
    ('\u{1d18}', b'p'),
    ('\u{a7af}', b'q'),
    ('\u{280}', b'r'),
    ('\u{a731}', b's'),
    ('\u{1d1b}', b't'),
    ('\u{1d1c}', b'u'),
    ('\u{1d20}', b'v'),
    ('\u{1d21}', b'w'),
    ('\u{28f}', b'y'),
    ('\u{1d22}', b'z'),
];

/// Whether a character is invisible: soft hyphen, combining accent or frame, zero-width or direction mark, filler, variation
/// selector, mark of a note, byte order mark.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{300}'..='\u{36f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{20d0}'..='\u{20ff}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffc}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0001}' | '\u{e007f}' | '\u{e0100}'..='\u{e01ef}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_letter_is_compared_as_what_it_is_taken_apart_to() {
        for letter in '\0'..=char::MAX {
            let usual: Vec<char> = COMPATIBLE.normalize_iter(std::iter::once(letter)).collect();
            let seen: String = usual
                .iter()
                .take(1)
                .chain(usual.iter().skip(1).filter(|letter| !is_invisible(**letter)))
                .collect();
            let expected = match (of_ascii(letter), seen.chars().next().and_then(of_ascii)) {
                (Some(byte), _) => Form::Ascii(byte),
                _ if is_invisible(letter) => Form::Invisible,
                (_, Some(byte)) if seen.chars().count() == 1 => Form::Ascii(byte),
                _ if seen.chars().eq([letter]) => Form::Itself,
                _ => Form::Letters(seen.leak()),
            };
            assert_eq!(form(letter), expected, "U+{:04X}", u32::from(letter));
        }
    }
}
