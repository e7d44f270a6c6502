//! How much is compiled for the checks of one plan, all its lanes together.

use measure::Phrase;

use crate::unusable;

/// Bytes of automata that are built at most, those of patterns that turn out to be too large included. A megabyte takes some
/// ten milliseconds.
const MOST_BYTES: usize = 128 << 20;

/// What may still be compiled. A short pattern can stand for a large automaton, and a plan can name many: each check of each
/// lane, and each tool of a request, has its own.
#[derive(Debug)]
pub(crate) struct Compiling {
    left: usize,
}

impl Default for Compiling {
    fn default() -> Self {
        Self { left: MOST_BYTES }
    }
}

impl Compiling {
    /// Counts an automaton of at most so many bytes.
    ///
    /// # Errors
    /// That it is one too many.
    pub(crate) fn spend(&mut self, bytes: usize) -> Result<(), Phrase> {
        self.left = self.left.checked_sub(bytes).ok_or_else(unusable::too_many_patterns)?;
        Ok(())
    }
}
