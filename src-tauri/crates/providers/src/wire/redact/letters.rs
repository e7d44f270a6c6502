//! What a letter is compared as: the usual one that it is a form of, or nothing if it is not seen.

use icu_normalizer::DecomposingNormalizerBorrowed;

/// Each character as the usual ones it stands for (Unicode's compatibility decomposition, NFKD).
const COMPATIBLE: DecomposingNormalizerBorrowed<'static> =
    DecomposingNormalizerBorrowed::new_nfkd();

/// The usual characters that this one stands for.
pub(super) fn usual(letter: char) -> impl Iterator<Item = char> {
    COMPATIBLE.normalize_iter(std::iter::once(letter))
}

/// An ASCII character, its invisible tag, its form on a black circle or square, or a hyphen of another kind.
pub(super) fn of_ascii(letter: char) -> Option<u8> {
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
pub(super) fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{300}'..='\u{36f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{20d0}'..='\u{20ff}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffc}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0001}' | '\u{e007f}' | '\u{e0100}'..='\u{e01ef}')
}
