//! The letters and digits of a text where what looks like an escape is none: `%4c` may be two letters of a key behind a percent sign;
//! and where a letter that was escaped twice is none either: `\\\\u0037` before a `3` is `73`, and not the escape `\\73`.

use super::apart::Apart;
use super::compared_byte::{Folded, Role};
use super::fold::Fold;
use super::needles::{LONGEST_PART, Needles};
use super::unescape::{Output, Unescape};

/// Reads a text as it stands, and with only those escapes decoded that stand for the beginning of another, as in `%254c`. Both are
/// the same as with all escapes decoded where no escape may begin, and are kept only after such a byte.
#[derive(Clone, Default)]
pub(super) struct Literal(Option<Box<Readings>>);

#[derive(Clone)]
struct Readings {
    as_it_stands: Apart,
    unescape: Unescape,
    of_beginnings: Apart,
    /// With all escapes decoded, and no letter that was decoded escaped again; only from the first backslash on.
    letters: Option<(Fold, Apart)>,
    /// How many more letters and digits are to come until there is no difference.
    others: usize,
}

/// Whether this byte begins an escape that letters and digits may follow. Letters above ASCII are read alike.
const fn may_begin(byte: u8) -> bool {
    matches!(byte, b'\\' | b'%' | b'&' | b'_')
}

/// Whether this byte is a backslash, or begins what may stand for one.
const fn may_be_backslash(byte: u8) -> bool {
    matches!(byte, b'\\' | b'%' | b'&')
}

impl Literal {
    /// Reads the byte at `at`, where `all` are the letters and digits before it with all escapes decoded.
    pub(super) fn look(
        &mut self,
        byte: u8,
        at: u64,
        all: &Apart,
        secrets: &[Needles],
        on: &mut impl FnMut(u64, u64),
    ) {
        let begins = may_begin(byte);
        let is_kept = self.0.as_ref().is_some_and(|readings| readings.others > 0);
        if !begins && !is_kept {
            return;
        }
        let new = || {
            Box::new(Readings {
                as_it_stands: all.clone(),
                unescape: Unescape::of_beginnings(),
                of_beginnings: all.clone(),
                letters: None,
                others: 0,
            })
        };
        if !is_kept {
            self.0 = None;
        }
        let Readings { as_it_stands, unescape, of_beginnings, letters, others } =
            &mut **self.0.get_or_insert_with(new);
        if letters.is_none() && may_be_backslash(byte) {
            *letters = Some((Fold::of_letters(), all.clone()));
        }
        if let Some((fold, apart)) = letters {
            let mut to = To { letters: apart, secrets, on: &mut *on };
            fold.read(byte, at, &mut |byte, from, upto| to.settled(byte, from, upto));
        }
        let span = (at, at + 1);
        // The further bytes of a letter above ASCII stand for no character of their own.
        let role = if (0x80..0xc0).contains(&byte) { Role::Control } else { Role::Plain };
        let is_letter = as_it_stands.look(Folded { role, ..Folded::of(byte) }, span, secrets, on);
        unescape.read(byte, span, &mut To { letters: of_beginnings, secrets, on });
        *others = if begins { LONGEST_PART } else { *others - usize::from(is_letter) };
    }

    /// The text has ended.
    pub(super) fn finish(&mut self, secrets: &[Needles], on: &mut impl FnMut(u64, u64)) {
        let Some(readings) = &mut self.0 else { return };
        let Readings { unescape, of_beginnings, letters, .. } = &mut **readings;
        unescape.settle(&mut To { letters: of_beginnings, secrets, on: &mut *on });
        if let Some((fold, apart)) = letters {
            let mut to = To { letters: apart, secrets, on };
            fold.finish(&mut |byte, from, upto| to.settled(byte, from, upto));
        }
    }
}

/// Where the letters and digits go.
struct To<'a, On> {
    letters: &'a mut Apart,
    secrets: &'a [Needles],
    on: &'a mut On,
}

impl<On: FnMut(u64, u64)> Output for To<'_, On> {
    fn byte(&mut self, byte: u8, role: Role, from: u64, upto: u64) {
        self.settled(Folded { role, ..Folded::of(byte) }, from, upto);
    }

    fn settled(&mut self, byte: Folded, from: u64, upto: u64) {
        if byte.role != Role::Rest {
            self.letters.look(byte, (from, upto), self.secrets, self.on);
        }
    }

    fn is_last(&self) -> bool {
        true
    }

    fn only_first(&self) -> bool {
        true
    }
}

#[cfg(test)]
#[path = "literal_tests.rs"]
mod tests;
