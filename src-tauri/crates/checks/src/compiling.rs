//! How much is compiled for the checks of one plan, all its lanes together.

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
    pub(crate) fn spend(&mut self, bytes: usize) -> Result<(), String> {
        let too_many = || {
            "The patterns of all checks and tools together are too large to be compiled.".to_owned()
        };
        self.left = self.left.checked_sub(bytes).ok_or_else(too_many)?;
        Ok(())
    }
}
