//! How many of several requests carry each warning.

use std::cmp::Reverse;

use serde::Serialize;

use crate::Warning;

/// A warning, and how many requests carry it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, specta::Type)]
pub struct WarningCount {
    /// Which.
    pub warning: Warning,
    /// Successful requests that carry it.
    pub requests: u32,
}

impl WarningCount {
    /// The warnings that any of some requests carries, of which `carrying` says how many do: first those that cast doubt on
    /// times, then the most frequent.
    pub fn all(carrying: impl Fn(Warning) -> usize) -> Vec<Self> {
        let count = |warning| Self {
            warning,
            requests: u32::try_from(carrying(warning)).unwrap_or(u32::MAX),
        };
        let mut all: Vec<Self> =
            Warning::ALL.into_iter().map(count).filter(|each| each.requests > 0).collect();
        all.sort_by_key(|each| (!each.warning.is_of_times(), Reverse(each.requests)));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_doubts_times_stands_before_what_is_more_frequent() {
        let carrying = |warning| match warning {
            Warning::Short => 3,
            Warning::StoppedAtLimit => 7,
            Warning::ClientLimited => 1,
            _ => 0,
        };
        let counted: Vec<_> =
            WarningCount::all(carrying).iter().map(|each| (each.warning, each.requests)).collect();
        assert_eq!(
            counted,
            [(Warning::ClientLimited, 1), (Warning::StoppedAtLimit, 7), (Warning::Short, 3)],
            "and what nothing carries is not counted"
        );
    }
}
