//! The search for the parts of secrets in one pass over a text.

use super::codes::Codes;
use super::fold::{Fold, Folded};
use super::needles::Needles;
use super::window::Window;

/// How many characters may stand between two of a secret that is spelled with spaces, line breaks or dashes.
const MOST_BETWEEN: u32 = 16;
/// Longest tag, or code of a terminal, that may stand between two as well.
const LONGEST_MARK: u32 = 256;

const ESCAPE: u8 = 0x1b;
const BELL: u8 = 0x07;

/// The search in one growing text.
#[derive(Clone, Default)]
pub(super) struct Search {
    fold: Fold,
    /// Number of bytes read.
    read: u64,
    /// Apart, because a lane's task would hold all of it.
    seen: Box<Windows>,
}

/// The same bytes, read in several ways.
#[derive(Clone, Default)]
struct Windows {
    /// As they stand.
    close: Window,
    /// The letters and digits alone.
    apart: Apart,
    /// Those that are left where this is taken away: a tag may hold what only codes stand between, in an attribute.
    shown: [Shown; HIDDEN.len()],
    codes: Codes,
}

/// What may stand between the letters of a key without being seen.
#[derive(Clone, Copy)]
struct Hidden {
    tags: bool,
    terminal_codes: bool,
}

const HIDDEN: [Hidden; 3] = [
    Hidden { tags: true, terminal_codes: true },
    Hidden { tags: true, terminal_codes: false },
    Hidden { tags: false, terminal_codes: true },
];

/// Letters and digits outside marks.
#[derive(Clone, Default)]
struct Shown {
    mark: Mark,
    letters: Apart,
}

/// Letters and digits that may stand apart.
#[derive(Clone, Default)]
struct Apart {
    letters: Window,
    /// How many other characters stand since the last of them.
    between: u32,
}

/// What is not seen of a text, of so many bytes so far.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Mark {
    #[default]
    None,
    /// `<`: a mark if a letter, `/`, `!` or `?` follows.
    Bracket,
    Tag(u32),
    Escape,
    /// The first byte of U+009B, an escape and its bracket in one.
    OneOfTwo,
    /// `[31m` after an escape.
    Code(u32),
    /// `(B` after an escape, up to its last byte.
    Charset,
    /// `]0;title` and the like after an escape, up to a bell or another escape.
    Command(u32),
    /// A backslash after an escape: it ends a command, or an escape was itself escaped.
    End,
}

impl Search {
    /// Number of bytes read so far.
    pub(super) fn read_bytes(&self) -> u64 {
        self.read
    }

    /// Reads further. `on` receives each stretch of the text that is part of a secret, counted in bytes from its
    /// beginning; stretches may overlap.
    pub(super) fn read(
        &mut self,
        bytes: &[u8],
        secrets: &[Needles],
        on: &mut impl FnMut(u64, u64),
    ) {
        let Self { fold, read, seen } = self;
        for byte in bytes {
            fold.read(*byte, *read, &mut |byte, from, upto| {
                seen.look(byte, (from, upto), secrets, on);
            });
            *read += 1;
        }
    }

    /// The text has ended.
    pub(super) fn finish(&mut self, secrets: &[Needles], on: &mut impl FnMut(u64, u64)) {
        let Self { fold, seen, .. } = self;
        fold.finish(&mut |byte, from, upto| seen.look(byte, (from, upto), secrets, on));
    }
}

impl Windows {
    fn look(
        &mut self,
        folded: Folded,
        at: (u64, u64),
        secrets: &[Needles],
        on: &mut impl FnMut(u64, u64),
    ) {
        let byte = folded.byte;
        self.close.look(byte, at, secrets.iter().map(Needles::close), on);
        self.apart.look(folded, at, secrets, on);
        for (shown, hidden) in self.shown.iter_mut().zip(HIDDEN) {
            if shown.mark.is_shown(byte, hidden) {
                shown.letters.look(folded, at, secrets, on);
            }
        }
        self.codes.look(byte, at, secrets, on);
    }
}

impl Apart {
    /// Looks at letters and digits alone. A line break written `\n` stands between them as well.
    fn look(
        &mut self,
        Folded { byte, is_break }: Folded,
        (from, upto): (u64, u64),
        secrets: &[Needles],
        on: &mut impl FnMut(u64, u64),
    ) {
        // A dash or an emoji is one character, however many bytes it takes.
        if (0x80..0xc0).contains(&byte) {
            return;
        }
        if !byte.is_ascii_alphanumeric() || is_break {
            self.between = self.between.saturating_add(1);
            return;
        }
        if std::mem::take(&mut self.between) > MOST_BETWEEN {
            self.letters = Window::default();
        }
        self.letters.look(byte, (from, upto), secrets.iter().filter_map(Needles::apart), on);
    }
}

impl Mark {
    /// Whether a byte is no part of a mark.
    fn is_shown(&mut self, byte: u8, hidden: Hidden) -> bool {
        let next = match (*self, byte) {
            (Self::Bracket, b'a'..=b'z' | b'/' | b'!' | b'?') => Self::Tag(1),
            (Self::Tag(_), b'>') => Self::None,
            (Self::Tag(length), _) if length < LONGEST_MARK => Self::Tag(length + 1),
            (Self::Escape | Self::End, b'[') | (Self::OneOfTwo, 0x9b) => Self::Code(1),
            // Commands, device control and other strings; an underscore is compared as a slash.
            (Self::Escape | Self::End, b']' | b'^') | (Self::Escape, b'p' | b'x' | b'/') => {
                Self::Command(1)
            }
            (Self::Escape | Self::End, b'\\') => Self::End,
            (Self::Escape, 0x20..=0x2f) => Self::Charset,
            (Self::Code(length), 0x20..=0x3f) if length < LONGEST_MARK => Self::Code(length + 1),
            (Self::Command(_), ESCAPE) => Self::Escape,
            (Self::Command(_), BELL) | (Self::Code(_) | Self::Charset, _) => Self::None,
            (Self::Command(length), _) if length < LONGEST_MARK => Self::Command(length + 1),
            (_, b'<') if hidden.tags => Self::Bracket,
            (_, ESCAPE) if hidden.terminal_codes => Self::Escape,
            (_, 0xc2) if hidden.terminal_codes => Self::OneOfTwo,
            _ => Self::None,
        };
        let before = std::mem::replace(self, next);
        let is_over = matches!(before, Self::None | Self::Bracket | Self::OneOfTwo | Self::End);
        next == Self::None && is_over
    }
}
