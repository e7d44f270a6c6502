//! A byte of a text as it is compared with a key.

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
    pub(super) fn of(byte: u8) -> Self {
        Self { byte: compared(byte), role: Role::Plain }
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
