//! A letter above ASCII whose bytes in UTF-8 were escaped one by one: `%E2%80%8B`, `\\xe2\\x80\\x8b`, `\\342\\200\\213`.

/// Longest letter in UTF-8, in bytes.
const LONGEST: usize = 4;

/// The bytes so far, each with the start and end of its spelling.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sequence {
    bytes: [(u8, u64, u64); LONGEST],
    count: usize,
}

impl Sequence {
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether a byte is the next of the letter that has begun.
    pub(super) fn continues(&self, byte: u32) -> bool {
        self.count > 0 && (0x80..0xc0).contains(&byte)
    }

    /// Whether it is that, or the first of a letter.
    pub(super) fn continues_or_begins(&self, byte: u32) -> bool {
        self.continues(byte) || (0xc2..=0xf4).contains(&byte)
    }

    /// Adds a byte. Returns the letter that it completes, and where that begins.
    pub(super) fn push(&mut self, byte: u32, from: u64, upto: u64) -> Option<(char, u64)> {
        if let (Some(free), Ok(byte)) = (self.bytes.get_mut(self.count), u8::try_from(byte)) {
            *free = (byte, from, upto);
            self.count += 1;
        }
        let bytes = self.bytes.map(|(byte, ..)| byte);
        let letter = std::str::from_utf8(bytes.get(..self.count)?).ok()?.chars().next()?;
        let [(_, begin, _), ..] = self.bytes;
        self.count = 0;
        Some((letter, begin))
    }

    /// Takes the bytes of a letter that does not go on.
    pub(super) fn take(&mut self) -> impl Iterator<Item = (u8, u64, u64)> + use<> {
        let count = std::mem::take(&mut self.count);
        self.bytes.into_iter().take(count)
    }
}
