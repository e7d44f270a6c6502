//! Tags and codes of a terminal, which may stand between the letters of a key without being seen. They are read in two
//! ways: a text may be markup that ends where it should, or anything that only begins like it.

use super::compared_byte::{Folded, Role};

/// Longest tag or code, where it ends at the nearest place at which it may.
const LONGEST_MARK: u32 = 256;

const ESCAPE: u8 = 0x1b;
const BELL: u8 = 0x07;

/// What is not seen of a text.
#[derive(Clone, Copy)]
pub(super) struct Hidden {
    pub(super) tags: bool,
    pub(super) terminal_codes: bool,
}

/// Whether a mark of any kind may begin with this.
pub(super) fn may_begin(Folded { byte, role }: Folded) -> bool {
    matches!(byte, b'<' | b'^' | ESCAPE) || role == Role::Control || is_written_escape(byte, role)
}

/// `\e`, which shells and languages take for the escape.
fn is_written_escape(byte: u8, role: Role) -> bool {
    role == Role::Escaped && byte == b'e'
}

/// The marks of a text so far, read in one way.
pub(super) trait Marks: Copy + Default + PartialEq {
    /// What comes of them with this byte.
    fn next(self, folded: Folded, hidden: Hidden) -> Self;

    /// Whether what follows is seen unless it goes on with a mark.
    fn is_over(self) -> bool;

    /// Whether a backslash before this byte may belong to what came of them.
    fn takes_backslash(self) -> bool;

    /// The byte, if it is no part of a mark.
    fn shown(&mut self, folded: Folded, hidden: Hidden) -> Option<Folded> {
        let before = *self;
        *self = before.next(folded, hidden);
        let role = if before.takes_backslash() { Role::Plain } else { folded.role };
        (*self == Self::default() && before.is_over()).then_some(Folded { role, ..folded })
    }
}

/// Marks that end at the nearest place and have so many bytes so far.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Nearest {
    #[default]
    None,
    /// `<`: a mark if a letter, `/`, `!` or `?` follows.
    Bracket,
    Tag(u32),
    Escape,
    /// `[31m` after an escape, or after U+009B, which is both in one.
    Code(u32),
    /// `(B` after an escape, up to its last byte.
    Charset,
    /// `]0;title` and the like after an escape, up to a bell or another escape.
    Command(u32),
    /// A backslash after an escape: it ends a command, or an escape was itself escaped.
    End,
}

impl Marks for Nearest {
    fn next(self, Folded { byte, role }: Folded, hidden: Hidden) -> Self {
        match (self, byte) {
            (Self::Bracket, b'a'..=b'z' | b'/' | b'!' | b'?') => Self::Tag(1),
            (Self::Tag(_), b'>') => Self::None,
            (Self::Tag(length), _) if length < LONGEST_MARK => Self::Tag(length + 1),
            (Self::Escape | Self::End, b'[') => Self::Code(1),
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
            (_, 0x9b) if hidden.terminal_codes && role == Role::Control => Self::Code(1),
            _ => Self::None,
        }
    }

    fn is_over(self) -> bool {
        matches!(self, Self::None | Self::Bracket | Self::End)
    }

    fn takes_backslash(self) -> bool {
        false
    }
}

/// Marks that end where the grammar of HTML or of terminals says so, however long they are; also codes by the control
/// characters above ASCII, and with their escape written out as `\e` or `^[`.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Whole {
    #[default]
    None,
    /// `<`.
    Bracket,
    /// A tag, and whether an equals sign came last.
    Tag(bool),
    /// A value in these quotes within a tag.
    Quoted(u8),
    /// `<!`.
    Declaration,
    /// `<!-`.
    Dash,
    /// A comment up to `-->`, or a section up to `]]>`: the byte that is there twice, and how often it came last.
    Section(u8, u8),
    /// `<?x` up to `?>`, and whether the question mark came last.
    Instruction(bool),
    /// `^`, which begins an escape if `[` follows.
    Caret,
    Escape,
    Code,
    Charset,
    /// A command, and whether a caret came last.
    Command(bool),
    /// A command has ended, perhaps with a backslash to come.
    End,
}

/// Dashes are compared as plus signs.
const DASH: u8 = b'+';

impl Marks for Whole {
    fn next(self, folded: Folded, hidden: Hidden) -> Self {
        let byte = folded.byte;
        match (self, byte) {
            (Self::Bracket, b'!') => Self::Declaration,
            (Self::Bracket, b'?') => Self::Instruction(false),
            (Self::Declaration, DASH) => Self::Dash,
            // `<!-->` is whole.
            (Self::Dash, DASH) => Self::Section(DASH, 2),
            (Self::Declaration, b'[') => Self::Section(b']', 0),
            (
                Self::Declaration
                | Self::Dash
                | Self::Tag(_)
                | Self::Section(_, 2)
                | Self::Instruction(true),
                b'>',
            ) => Self::None,
            (Self::Bracket, b'a'..=b'z' | b'/') | (Self::Declaration | Self::Dash, _) => {
                Self::Tag(false)
            }
            (Self::Tag(true), b'"' | b'\'') => Self::Quoted(byte),
            (Self::Tag(is_value), _) => Self::Tag(byte == b'=' || (is_value && byte == b' ')),
            (Self::Quoted(quote), _) if byte == quote => Self::Tag(false),
            (Self::Section(end, count), _) if byte == end => Self::Section(end, (count + 1).min(2)),
            (Self::Section(end, _), _) => Self::Section(end, 0),
            (Self::Instruction(_), _) => Self::Instruction(byte == b'?'),
            (Self::Command(is_caret), _) => Self::command(is_caret, folded),
            (Self::Caret, b'[') => Self::Escape,
            (Self::Escape | Self::End, b'[') => Self::Code,
            (Self::Escape | Self::End, b']' | b'^') | (Self::Escape, b'p' | b'x' | b'/') => {
                Self::Command(false)
            }
            (Self::Escape | Self::End, b'\\') => Self::End,
            (Self::Escape, 0x20..=0x2f) => Self::Charset,
            (Self::Code, 0x20..=0x3f) | (Self::Quoted(_), _) => self,
            (Self::Code | Self::Charset, _) => Self::None,
            (_, b'<') if hidden.tags => Self::Bracket,
            // The backslash is that which ends a command.
            (Self::End, _) if folded.role == Role::Escaped => Self::None,
            _ if hidden.terminal_codes => Self::begun(folded),
            _ => Self::None,
        }
    }

    fn is_over(self) -> bool {
        matches!(self, Self::None | Self::Bracket | Self::Caret | Self::End)
    }

    fn takes_backslash(self) -> bool {
        self == Self::End
    }
}

impl Whole {
    /// What begins a code of a terminal.
    fn begun(Folded { byte, role }: Folded) -> Self {
        match (role, byte) {
            (Role::Control, 0x9b) => Self::Code,
            (Role::Control, 0x90 | 0x98 | 0x9d..=0x9f) => Self::Command(false),
            (_, ESCAPE) => Self::Escape,
            _ if is_written_escape(byte, role) => Self::Escape,
            (_, b'^') => Self::Caret,
            _ => Self::None,
        }
    }

    /// A command goes on to a bell or a string terminator, of which each may be written out.
    fn command(is_caret: bool, Folded { byte, role }: Folded) -> Self {
        match (role, byte) {
            (_, ESCAPE) => Self::Escape,
            (_, BELL) | (Role::Control, 0x9c) | (Role::Escaped, b'a') => Self::None,
            (_, b'g') if is_caret => Self::None,
            // The backslash that follows is read as one that escapes a letter.
            (_, b'[') if is_caret => Self::End,
            _ if is_written_escape(byte, role) => Self::End,
            _ => Self::Command(byte == b'^'),
        }
    }
}

/// As [`Whole`], but a mark that begins within another is one of its own: of a text, the first may never end.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Restarted {
    mark: Whole,
    /// What goes on if a `<` within it began nothing.
    within: Whole,
}

impl Marks for Restarted {
    fn next(self, folded: Folded, hidden: Hidden) -> Self {
        let next = self.mark.next(folded, hidden);
        if self.within != Whole::None && next.is_over() {
            return Self::from(self.within).next(folded, hidden);
        }
        match (folded.role, folded.byte) {
            _ if self.mark.is_over() => Self::from(next),
            (_, b'<') if hidden.tags => Self { mark: Whole::Bracket, within: next },
            // The end of a command.
            (Role::Control, 0x9c) => Self::from(next),
            (Role::Control, _) if hidden.terminal_codes => match Whole::begun(folded) {
                Whole::None => Self::from(next),
                begun => Self::from(begun),
            },
            _ => Self::from(next),
        }
    }

    fn is_over(self) -> bool {
        self.mark.is_over() && self.within == Whole::None
    }

    fn takes_backslash(self) -> bool {
        self.mark.takes_backslash()
    }
}

impl From<Whole> for Restarted {
    fn from(mark: Whole) -> Self {
        Self { mark, within: Whole::None }
    }
}

#[cfg(test)]
#[path = "marks_tests.rs"]
mod tests;
