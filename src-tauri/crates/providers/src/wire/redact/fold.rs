//! The form of a text that is compared with a key: in lower case, with escapes decoded and invisible characters left
//! out. It is read byte by byte, so that a stream may be split anywhere.

use super::compared_byte::{Folded, Role, compared};
use super::undecided::TERMINAL_ESCAPE;
use super::unescape::{Output, Unescape, may_begin};

/// How many escapes may be within one another of which every letter is escaped, as in `%25%37%33`: each is decoded by a pass of its own.
/// One pass decodes `%2573`, however often its percent sign was escaped again.
const PASSES: usize = 3;

/// The state between two bytes.
#[derive(Debug, Clone, Default)]
pub(super) struct Fold {
    /// Whether of letters above ASCII only the first byte is given, because no secret has any.
    pub(super) only_first: bool,
    passes: [Unescape; PASSES],
    /// Whether any pass but the last is in the middle of an escape.
    is_within: bool,
}

impl Fold {
    /// One by which a letter that was decoded is never escaped again.
    pub(super) fn of_letters() -> Self {
        Self { passes: std::array::from_fn(|_| Unescape::of_letters()), ..Self::default() }
    }

    /// Reads the byte at `at`. `on` receives each byte to compare, with the start and end of its spelling.
    pub(super) fn read(&mut self, byte: u8, at: u64, on: &mut impl FnMut(Folded, u64, u64)) {
        let Self { only_first, passes, is_within } = self;
        let only_first = *only_first;
        if *is_within || may_begin(byte) {
            let mut next = Next { passes, only_first, on };
            next.byte(byte, Role::Plain, at, at + 1);
            let [earlier @ .., _last] = passes;
            *is_within = earlier.iter().any(|pass| !pass.is_idle());
        } else {
            let [.., last] = passes;
            if last.is_idle() && byte != TERMINAL_ESCAPE {
                return on(Folded::of(byte), at, at + 1);
            }
            last.read(byte, (at, at + 1), &mut Next { passes: &mut [], only_first, on });
        }
    }

    /// The text has ended.
    pub(super) fn finish(&mut self, on: &mut impl FnMut(Folded, u64, u64)) {
        let Self { only_first, passes, is_within } = self;
        *is_within = false;
        for number in 0..PASSES {
            if let Some((pass, passes)) = passes.get_mut(number..).and_then(<[_]>::split_first_mut)
            {
                pass.settle(&mut Next { passes, only_first: *only_first, on });
            }
        }
    }
}

/// The passes that follow one.
struct Next<'a, On> {
    passes: &'a mut [Unescape],
    only_first: bool,
    on: &'a mut On,
}

impl<On: FnMut(Folded, u64, u64)> Output for Next<'_, On> {
    fn byte(&mut self, byte: u8, role: Role, from: u64, upto: u64) {
        let Self { passes, only_first, on } = self;
        // A byte that is part of no escape is only for the last.
        let is_passed = |pass: &&Unescape| !may_begin(byte) && pass.is_idle();
        let passed = passes.iter().take_while(is_passed).count();
        let first = passed.min(passes.len().saturating_sub(1));
        match passes.get_mut(first..).and_then(<[_]>::split_first_mut) {
            None => on(Folded { byte: compared(byte), role }, from, upto),
            Some((pass, passes)) => {
                pass.read(
                    byte,
                    (from, upto),
                    &mut Next { passes, only_first: *only_first, on: &mut **on },
                );
            }
        }
    }

    fn settled(&mut self, byte: Folded, from: u64, upto: u64) {
        for number in 0..self.passes.len() {
            let Self { passes, only_first, on } = self;
            if let Some((pass, passes)) = passes.get_mut(number..).and_then(<[_]>::split_first_mut)
                && !pass.is_idle()
            {
                pass.settle(&mut Next { passes, only_first: *only_first, on: &mut **on });
            }
        }
        (self.on)(byte, from, upto);
    }

    fn is_last(&self) -> bool {
        self.passes.is_empty()
    }

    fn only_first(&self) -> bool {
        self.only_first
    }
}

/// A whole text in the form that is compared.
pub(super) fn folded(text: &[u8]) -> Vec<u8> {
    let (mut fold, mut bytes) = (Fold::default(), Vec::with_capacity(text.len()));
    let mut on = |folded: Folded, _, _| bytes.push(folded.byte);
    for (at, byte) in (0..).zip(text) {
        fold.read(*byte, at, &mut on);
    }
    fold.finish(&mut on);
    bytes
}

#[cfg(test)]
#[path = "fold_tests.rs"]
mod tests;
