//! The letters and digits of a text, in case other characters stand between those of a secret.

use super::compared_byte::{Folded, Role};
use super::needles::Needles;
use super::window::Window;

/// How many characters may stand between two of a secret that is spelled with spaces, line breaks or dashes.
const MOST_BETWEEN: u32 = 16;

/// Letters and digits that may stand apart.
#[derive(Clone, Default)]
pub(super) struct Apart {
    letters: Window,
    /// How many other characters stand since the last of them.
    between: u32,
    /// Where the last of those begins: one that is compared as several, as `…` is as dots, counts once.
    last: u64,
}

impl Apart {
    /// Looks at letters and digits alone, and returns whether it is one. A line break written `\n` stands between them as
    /// well.
    pub(super) fn look(
        &mut self,
        Folded { byte, role }: Folded,
        (from, upto): (u64, u64),
        secrets: &[Needles],
        on: &mut impl FnMut(u64, u64),
    ) -> bool {
        if !byte.is_ascii_alphanumeric() || role == Role::Break {
            // Nobody sees a control character, and a dash or an emoji is one, however many bytes it takes.
            let is_new = self.between == 0 || self.last != from;
            self.between = self.between.saturating_add(u32::from(is_new && role != Role::Control));
            self.last = from;
            return false;
        }
        if std::mem::take(&mut self.between) > MOST_BETWEEN {
            self.letters = Window::default();
        }
        self.letters.look(byte, (from, upto), secrets.iter().filter_map(Needles::apart), on);
        true
    }
}
