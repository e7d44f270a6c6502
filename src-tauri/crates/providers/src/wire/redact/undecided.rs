//! What a pass over the escapes of a text has not decided yet.

use super::entities::LONGEST_NAME;

/// Length in bytes of the longest escape that can be undecided: `&` and the longest name.
pub(super) const LONGEST_ESCAPE: usize = 1 + LONGEST_NAME;
/// Length in bytes of the longest number that can be one, `&#x0000073`. Of zeros at its beginning only the first counts.
pub(super) const LONGEST_NUMBER: usize = 12;

/// The letters that an octal escape may stand for, and that which begins a code of a terminal. Any other shorter number after
/// a backslash is the name of a folder, or stands for a control character, which is in no key.
pub(super) const FIRST_LETTER: u32 = 0o40;
pub(super) const LAST_LETTER: u32 = 0o177;
pub(super) const TERMINAL_ESCAPE: u8 = 0o33;

pub(super) fn is_octal_letter(number: u32) -> bool {
    (FIRST_LETTER..=LAST_LETTER).contains(&number) || number == u32::from(TERMINAL_ESCAPE)
}

/// What the undecided bytes may become.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Escape {
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

/// The start and end of a spelling, in bytes of the text.
pub(super) type Span = (u64, u64);

/// An undecided byte: where its spelling begins, and how long that is.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Held {
    pub(super) at: u64,
    pub(super) length: u32,
    pub(super) byte: u8,
}

impl Held {
    pub(super) fn of(byte: u8, (at, upto): Span) -> Self {
        Self { at, length: u32::try_from(upto - at).unwrap_or(u32::MAX), byte }
    }

    pub(super) fn upto(self) -> u64 {
        self.at + u64::from(self.length)
    }
}

/// Zeros that stand after one: so many, between these positions, after so many undecided bytes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Zeros {
    pub(super) count: u64,
    pub(super) at: u64,
    pub(super) upto: u64,
    pub(super) after: usize,
}
