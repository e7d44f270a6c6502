//! What is read of a set of prompts at most, told before it is read.

use providers::takes_more;
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};

use crate::workload::row::{LARGEST_SET, LONGEST_FILLED, MOST_ROWS};
use crate::workload::rows::fault::{SetError, column};
use crate::workload::rows::why;

/// # Errors
/// If there are more prompts than are asked, which is told before any of them is read.
pub(super) fn few(many: usize) -> Result<(), SetError> {
    if many <= MOST_ROWS {
        return Ok(());
    }
    let why = why::too_many(many.into(), MOST_ROWS.into());
    Err(SetError::at(1, column(1), why))
}

/// # Errors
/// If the values of a JSON text may take more memory than those of a set do.
pub(super) fn small(text: &str) -> Result<(), SetError> {
    if !takes_more(text.as_bytes(), LARGEST_SET) {
        return Ok(());
    }
    let why = why::too_large(&(LARGEST_SET / (1024 * 1024)).to_string());
    Err(SetError::at(1, column(1), why))
}

/// # Errors
/// If this prompt and the `bytes` of those before it come to more than prompts that are filled in do.
pub(super) fn short(bytes: &mut usize, prompt: &str) -> Result<(), SetError> {
    *bytes += prompt.len();
    if *bytes <= LONGEST_FILLED {
        return Ok(());
    }
    let why = why::too_long(&(LONGEST_FILLED / (1024 * 1024)).to_string());
    Err(SetError::at(1, column(1), why))
}

/// How many values a list has, of which none is kept.
pub(super) struct Length(pub(super) usize);

impl<'de> Deserialize<'de> for Length {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Count;
        impl<'de> Visitor<'de> for Count {
            type Value = Length;

            fn expecting(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                to.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Length, A::Error> {
                let mut many = 0;
                while values.next_element::<IgnoredAny>()?.is_some() {
                    many += 1;
                }
                Ok(Length(many))
            }
        }
        deserializer.deserialize_seq(Count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::row::MOST_CELLS;

    #[test]
    fn the_limits_of_sets_in_the_docs_are_those_in_force() {
        let docs = include_str!("../../../../../../docs/limits.md").replace(',', "");
        for (what, most) in [
            ("prompts times tests", MOST_ROWS.to_string()),
            ("its rows times its columns", MOST_CELLS.to_string()),
            ("with their variables filled in", format!("{} MB", LONGEST_FILLED / (1024 * 1024))),
            ("as they may lie in memory", format!("{} MB", LARGEST_SET / (1024 * 1024))),
        ] {
            assert!(docs.contains(&format!("{what} | {most} |")), "docs/limits.md: {what}, {most}");
        }
    }
}
