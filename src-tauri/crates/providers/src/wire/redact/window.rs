//! The last bytes of a text, compared with the parts of secrets.

use super::needles::{LONGEST_PART, Parts};

/// The last bytes in the form that is compared.
#[derive(Clone, Default)]
pub(super) struct Window {
    bytes: u128,
    /// Where the spelling of each of them begins, by its number.
    begins: [u64; LONGEST_PART],
    /// Number of bytes so far.
    count: usize,
}

impl Window {
    /// Adds a byte whose spelling begins at `from`.
    pub(super) fn push(&mut self, byte: u8, from: u64) {
        self.bytes = self.bytes << 8 | u128::from(byte);
        if let Some(begin) = self.begins.get_mut(self.count % LONGEST_PART) {
            *begin = from;
        }
        self.count += 1;
    }

    /// Adds a byte with its spelling. `on` receives the stretch of each part of a secret that ends with it.
    pub(super) fn look<'a>(
        &mut self,
        byte: u8,
        (from, upto): (u64, u64),
        secrets: impl Iterator<Item = &'a Parts>,
        on: &mut impl FnMut(u64, u64),
    ) {
        self.ahead(byte, (from, upto), secrets, on);
        self.push(byte, from);
    }

    /// As [`Window::look`], for a byte that is not yet certain, and is not added.
    pub(super) fn ahead<'a>(
        &self,
        byte: u8,
        (from, upto): (u64, u64),
        secrets: impl Iterator<Item = &'a Parts>,
        on: &mut impl FnMut(u64, u64),
    ) {
        let bytes = self.bytes << 8 | u128::from(byte);
        let count = self.count + 1;
        for secret in secrets {
            let part = secret.length();
            if count >= part && secret.holds(bytes) {
                let first = match part {
                    1 => Some(&from),
                    _ => self.begins.get((count - part) % LONGEST_PART),
                };
                on(first.copied().unwrap_or(from), upto);
            }
        }
    }
}
