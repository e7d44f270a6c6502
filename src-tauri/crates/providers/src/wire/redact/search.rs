//! The search for the parts of secrets in one pass over a text.

use super::apart::Apart;
use super::codes::Codes;
use super::compared_byte::{Folded, Role};
use super::fold::Fold;
use super::literal::Literal;
use super::marks::{Hidden, Marks, Nearest, Restarted, Whole, may_begin};
use super::needles::{LONGEST_PART, Needles};
use super::window::Window;

/// The search in one growing text. Until the first byte it takes no memory: of the texts that a reply may have, most have one.
#[derive(Clone, Default)]
pub(super) struct Search(Option<Box<Reading>>);

/// The state of a search between two bytes.
#[derive(Clone, Default)]
struct Reading {
    fold: Fold,
    /// Number of bytes read.
    read: u64,
    seen: Windows,
}

/// The same bytes, read in several ways.
#[derive(Clone, Default)]
struct Windows {
    /// As they stand.
    close: Window,
    /// The letters and digits alone.
    apart: Apart,
    /// The same where nothing is an escape.
    literal: Literal,
    /// Those that are left where this is taken away: a tag may hold what only codes stand between, in an attribute.
    shown: [Shown<Nearest>; NEAREST.len()],
    shown_by_grammar: [Shown<Whole>; WHOLE.len()],
    shown_after_restarts: Shown<Restarted>,
    /// Whether any of these differs from the letters and digits alone.
    is_marked: bool,
    codes: Codes,
}

const NEAREST: [Hidden; 3] = [
    Hidden { tags: true, terminal_codes: true },
    Hidden { tags: true, terminal_codes: false },
    Hidden { tags: false, terminal_codes: true },
];
const WHOLE: [Hidden; 2] =
    [Hidden { tags: true, terminal_codes: true }, Hidden { tags: false, terminal_codes: true }];

/// Letters and digits outside marks.
#[derive(Clone, Default)]
struct Shown<M> {
    mark: M,
    /// How many more letters are to be shown until these are the same as with what marks hold; then they are not kept
    /// twice, as most texts have no marks.
    others: usize,
    letters: Apart,
}

impl Search {
    /// Number of bytes read so far.
    pub(super) fn read_bytes(&self) -> u64 {
        self.0.as_ref().map_or(0, |reading| reading.read)
    }

    /// Reads further. `on` receives each stretch of the text that is part of a secret, counted in bytes from its
    /// beginning; stretches may overlap.
    pub(super) fn read(
        &mut self,
        bytes: &[u8],
        secrets: &[Needles],
        on: &mut impl FnMut(u64, u64),
    ) {
        let Reading { fold, read, seen } = &mut **self.0.get_or_insert_default();
        fold.only_first = secrets.iter().all(Needles::is_ascii);
        for byte in bytes {
            let Windows { literal, apart, .. } = seen;
            literal.look(*byte, *read, apart, secrets, on);
            fold.read(*byte, *read, &mut |byte, from, upto| {
                seen.look(byte, (from, upto), secrets, on);
            });
            *read += 1;
        }
    }

    /// The text has ended.
    pub(super) fn finish(&mut self, secrets: &[Needles], on: &mut impl FnMut(u64, u64)) {
        let Some(reading) = &mut self.0 else { return };
        let Reading { fold, seen, .. } = &mut **reading;
        seen.literal.finish(secrets, on);
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
        self.close.look(folded.byte, at, secrets.iter().map(Needles::close), on);
        if folded.role == Role::Rest {
            return;
        }
        if self.is_marked || may_begin(folded) {
            self.is_marked = false;
            for (shown, hidden) in self.shown.iter_mut().zip(NEAREST) {
                self.is_marked |= shown.look(folded, at, hidden, &self.apart, secrets, on);
            }
            for (shown, hidden) in self.shown_by_grammar.iter_mut().zip(WHOLE) {
                self.is_marked |= shown.look(folded, at, hidden, &self.apart, secrets, on);
            }
            let [both, _] = WHOLE;
            let restarted = &mut self.shown_after_restarts;
            self.is_marked |= restarted.look(folded, at, both, &self.apart, secrets, on);
        }
        self.apart.look(folded, at, secrets, on);
        self.codes.look(folded.byte, at, secrets, on);
    }
}

impl<M: Marks> Shown<M> {
    /// Looks at what is not hidden, and returns whether that now differs from `all`, the letters before this byte with
    /// those in marks.
    fn look(
        &mut self,
        folded: Folded,
        at: (u64, u64),
        hidden: Hidden,
        all: &Apart,
        secrets: &[Needles],
        on: &mut impl FnMut(u64, u64),
    ) -> bool {
        let shown = self.mark.shown(folded, hidden);
        if shown.is_none() {
            if self.others == 0 {
                self.letters = all.clone();
            }
            self.others = LONGEST_PART;
        } else if let Some(folded) = shown.filter(|_| self.others > 0)
            && self.letters.look(folded, at, secrets, on)
        {
            self.others -= 1;
        }
        self.others > 0
    }
}
