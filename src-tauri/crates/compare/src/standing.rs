//! How two contenders stand to each other. This is the only list of the ways there are: every sentence takes its words from it, so that
//! none calls two equal that another says were never tested.

use serde::Serialize;

/// How a contender compares with another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// Significantly better.
    Better,
    /// Significantly worse.
    Worse,
    /// Within 2 % of each other, with 95 % confidence.
    Alike,
    /// Tested, and no significant difference was found, which does not prove that there is none.
    Unsettled,
    /// Not tested: too few runs, rounds or waves are there.
    Untested,
    /// Not tested, because they were asked prompts of other lengths, gave answers of other lengths, or their speeds are of other
    /// text.
    Incomparable,
    /// They differ significantly where they are compared side by side, run by run, round by round or prompt by prompt, but their
    /// medians over everything say otherwise: then neither is better.
    Contradicted,
}

impl Standing {
    /// How the other compares with this one.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Better => Self::Worse,
            Self::Worse => Self::Better,
            other => other,
        }
    }

    /// Whether one is better than the other.
    pub(crate) fn is_decided(self) -> bool {
        matches!(self, Self::Better | Self::Worse)
    }

    /// Itself, without a verdict if it is not significant among all pairs.
    pub(crate) fn if_significant(self, is_significant: bool) -> Self {
        match self {
            Self::Better | Self::Worse | Self::Contradicted if !is_significant => Self::Unsettled,
            other => other,
        }
    }
}

/// Who may be best of these, in the order of their shown values: those to whom nobody is better. If that is one alone, those as well over
/// whom it is not better: nobody is best of somebody with whom he cannot be compared.
pub(crate) fn may_be_best<T: Copy>(ordered: &[T], stands: &dyn Fn(T, T) -> Standing) -> Vec<T> {
    let others = |index: usize| {
        let all = ordered.iter().copied().enumerate();
        all.filter(move |(other, _)| *other != index).map(|(_, other)| other)
    };
    let is_beaten =
        |index: usize, one: T| others(index).any(|other| stands(one, other) == Standing::Worse);
    let mut best: Vec<(usize, T)> = ordered.iter().copied().enumerate().collect();
    best.retain(|(index, one)| !is_beaten(*index, *one));
    if let [(index, one)] = best[..] {
        let open = others(index).filter(|other| stands(one, *other) != Standing::Better);
        return std::iter::once(one).chain(open).collect();
    }
    best.into_iter().map(|(_, one)| one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_best_of_one_with_whom_he_cannot_be_compared() {
        // 0 is better than 1, 1 than 2, and nobody compared 0 with 2.
        let stands = |a: u32, b: u32| match (a, b) {
            (0, 1) | (1, 2) => Standing::Better,
            (1, 0) | (2, 1) => Standing::Worse,
            _ => Standing::Untested,
        };
        assert_eq!(may_be_best(&[0, 1, 2], &stands), [0, 2], "although 2 is beaten by 1");
        assert_eq!(may_be_best(&[0, 1], &stands), [0], "of these it is");
        assert_eq!(may_be_best(&[1, 2], &stands), [1], "and of these the other");
        assert_eq!(may_be_best(&[], &stands), [0; 0], "of nobody nobody");
        let open = |_, _| Standing::Unsettled;
        assert_eq!(may_be_best(&[3, 4, 5], &open), [3, 4, 5], "whoever is not beaten");
    }
}
