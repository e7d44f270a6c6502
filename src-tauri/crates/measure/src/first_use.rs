//! What a first use of something takes beside its later uses, such as of a schema that a provider compiles.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::interval::Interval;
use crate::judge::middle;
use crate::metric::Unit;
use crate::phrase::{Amount, Count, Phrase, Range, Template};

/// A request of a lane that used something, such as a schema.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OneUse {
    /// Whether it was its lane's first use in the run.
    pub is_first: bool,
    /// The row of a set that it asked, from 0; `None` without a set.
    pub row: Option<u32>,
    /// What it took, in milliseconds.
    pub ms: f64,
    /// Tokens of its prompt that the provider reports to have read from its cache.
    pub cached_tokens: Option<f64>,
}

/// A first use with the later ones that asked the same. Times are in milliseconds.
#[derive(Debug, Clone, PartialEq)]
pub struct FirstUse {
    /// The row of a set that it asked, from 0; `None` without a set.
    pub row: Option<u32>,
    /// What it took.
    pub first_ms: f64,
    /// What the later ones took; at least one.
    pub later_ms: Vec<f64>,
    cached_later: u32,
}

impl FirstUse {
    /// The first uses among the requests of one lane of a run, each beside those of the same row: another prompt takes another
    /// time. One without any is left out, and so are times that are no finite number.
    pub fn of_lane(uses: &[OneUse]) -> Vec<Self> {
        let finite = || uses.iter().filter(|one| one.ms.is_finite());
        let mut later: BTreeMap<Option<u32>, Vec<&OneUse>> = BTreeMap::new();
        for one in finite().filter(|one| !one.is_first) {
            later.entry(one.row).or_default().push(one);
        }
        let beside = |first: &OneUse| {
            let later = later.get(&first.row)?;
            let tokens = first.cached_tokens.unwrap_or(0.0);
            let is_more = |one: &&&OneUse| one.cached_tokens.is_some_and(|own| own > tokens);
            Some(Self {
                row: first.row,
                first_ms: first.ms,
                later_ms: later.iter().map(|one| one.ms).collect(),
                cached_later: count(later.iter().filter(is_more).count()),
            })
        };
        finite().filter(|one| one.is_first).filter_map(beside).collect()
    }
}

/// How much longer first uses took than later ones.
///
/// Of one first use the interval is [`Interval::of_next`] of the later ones: how much longer it took than it would have as one of
/// them. Of several it is that of the median difference. It is one of a time, and names no cause.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct FirstUseCost {
    /// First uses that have later ones.
    pub uses: u32,
    /// Later uses of all of them.
    pub later: u32,
    /// What a first use took, in milliseconds: the median, or the mean of fewer than five.
    pub first_ms: f64,
    /// What the later uses took that belong to it, in milliseconds, each first use with the median of its own, or the mean of fewer
    /// than five; then likewise over the first uses.
    pub later_ms: f64,
    /// How much longer a first use took than its later ones, in milliseconds; negative if it was shorter. The median of the
    /// differences, or the mean of fewer than five.
    pub difference_ms: f64,
    /// Its 95 % interval; absent with too few: below 39 later uses of one first use, or below six first uses.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ci: Option<Interval>,
    /// Later uses that report more tokens from the provider's cache than their first one, which shortens a time as well.
    pub cached_later: u32,
}

crate::phrases! {
    fn longer(by: Amount, ci: Range) = "first_use.longer", ", longer by {by} (95 %: {ci})";
    fn shorter(by: Amount, ci: Range) = "first_use.shorter", ", shorter by {by} (95 %: {ci})";
    fn unclear(low: Amount, high: Amount) = "first_use.unclear", ", no significant difference (95 %: {low} shorter to {high} longer)";
    fn cached(n: Count) = "first_use.cached", "; {n} later {n:request reports|requests report} more of {n:its|their} prompt from the cache, which shortens TTFT too";
}

impl FirstUseCost {
    /// What these first uses took; `of_several` is the interval of the median of their differences, in the same order, if there is
    /// more than one. `None` of none.
    pub fn of(
        uses: &[FirstUse],
        of_several: impl FnOnce(&[f64]) -> Option<Interval>,
    ) -> Option<Self> {
        let later: Vec<f64> =
            uses.iter().filter_map(|one| middle(one.later_ms.iter().copied())).collect();
        let of_each = uses.iter().zip(&later);
        let differences: Vec<f64> = of_each.map(|(one, later)| one.first_ms - later).collect();
        let ci = match uses {
            [one] => Interval::of_next(one.later_ms.iter().copied()).map(|later| Interval {
                low: one.first_ms - later.high,
                high: one.first_ms - later.low,
            }),
            _ => of_several(&differences),
        };
        Some(Self {
            uses: count(uses.len()),
            later: count(uses.iter().map(|one| one.later_ms.len()).sum()),
            first_ms: middle(uses.iter().map(|one| one.first_ms))?,
            later_ms: middle(later)?,
            difference_ms: middle(differences)?,
            ci,
            cached_later: uses.iter().map(|one| one.cached_later).sum(),
        })
    }

    /// How much longer it was, as the end of a sentence; `None` without an interval.
    pub fn standing(&self) -> Option<Phrase> {
        let ci = self.ci?;
        let by = |ms: f64| Amount::difference(Unit::Duration, ms);
        let sizes = Range::of_differences(Unit::Duration, ci.low, ci.high);
        Some(match by(self.difference_ms) {
            _ if ci.contains(0.0) => unclear(by(ci.low), by(ci.high)),
            size if ci.low > 0.0 => longer(size, sizes),
            size => shorter(size, sizes),
        })
    }

    /// That the cache is another reason, as the end of a sentence; `None` if no later use is known to have had more from it.
    pub fn cache(&self) -> Option<Phrase> {
        (self.cached_later > 0).then(|| cached(self.cached_later.into()))
    }
}

/// The templates of what is said of first uses.
pub const FIRST_USE_PHRASES: &[Template] = PHRASES;

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    fn used(is_first: bool, ms: f64) -> OneUse {
        OneUse { is_first, row: None, ms, cached_tokens: None }
    }

    fn one(first_ms: f64, later: &[f64]) -> FirstUse {
        let later = later.iter().map(|ms| used(false, *ms));
        let mut all = FirstUse::of_lane(
            &std::iter::once(used(true, first_ms)).chain(later).collect::<Vec<_>>(),
        );
        all.pop().expect("there are later ones")
    }

    fn of(uses: &[FirstUse]) -> FirstUseCost {
        FirstUseCost::of(uses, |differences| Interval::of_median(differences.iter().copied()))
            .expect("there are some")
    }

    #[test]
    fn a_first_use_is_compared_with_its_own_later_ones() {
        let found = of(&[one(900.0, &[400.0, 500.0]), one(300.0, &[100.0])]);
        assert_eq!((found.uses, found.later), (2, 3), "each with its own");
        assert_eq!((found.first_ms, found.later_ms, found.difference_ms), (600.0, 275.0, 325.0));
        assert_eq!((found.ci, found.standing()), (None, None), "two say nothing of a third");
        assert_eq!(
            FirstUse::of_lane(&[used(true, 900.0)]),
            [],
            "alone it is compared with nothing"
        );
        let unknown = [used(true, f64::NAN), used(false, 1.0)];
        assert_eq!(FirstUse::of_lane(&unknown), [], "an unknown time is none");
        assert_eq!(FirstUseCost::of(&[], |_| None), None, "and there may have been no first use");
    }

    #[test]
    fn a_first_use_is_beside_later_ones_of_its_row() {
        let of_row = |row: u32, one: OneUse| OneUse { row: Some(row), ..one };
        let uses = [
            of_row(0, used(true, 900.0)),
            of_row(1, used(true, 700.0)),
            of_row(2, used(true, 600.0)),
            of_row(1, used(false, 300.0)),
            of_row(0, used(false, 400.0)),
        ];
        let found = FirstUse::of_lane(&uses);
        let told: Vec<_> =
            found.iter().map(|one| (one.row, one.first_ms, one.later_ms.as_slice())).collect();
        assert_eq!(
            told,
            [(Some(0), 900.0, &[400.0][..]), (Some(1), 700.0, &[300.0])],
            "the third was asked once"
        );
    }

    #[test]
    fn the_interval_of_one_first_use_is_how_far_it_is_from_another_later_one() {
        let later: Vec<f64> = (1..=39).map(|ms| f64::from(ms) * 10.0).collect();
        let found = of(&[one(1_000.0, &later)]);
        assert_eq!(
            found.ci,
            Some(Interval { low: 610.0, high: 990.0 }),
            "from the slowest to the quickest"
        );
        let said = found.standing().expect("there is an interval").to_string();
        assert_eq!(said, ", longer by 800 ms (95 %: 610 ms to 990 ms)");
        let as_usual = of(&[one(200.0, &later)]).standing().expect("there is one").to_string();
        assert_eq!(as_usual, ", no significant difference (95 %: 190 ms shorter to 190 ms longer)");
        let quick = of(&[one(1.0, &later)]).standing().expect("there is one").to_string();
        assert!(quick.starts_with(", shorter by"), "{quick}");
        assert_eq!(of(&[one(1_000.0, &later[1..])]).ci, None, "38 leave out more than 5 in 100");
    }

    #[test]
    fn of_first_uses_like_the_others_at_most_five_in_a_hundred_are_said_to_differ() {
        let mut random = SplitMix64::new(17);
        // Times with a long tail, as queues have.
        let mut time = || 100.0 - 80.0 * random.unit().max(1e-9).ln();
        let differs = (0..2_000)
            .filter(|_| {
                let later: Vec<f64> = (0..60).map(|_| time()).collect();
                !of(&[one(time(), &later)]).ci.expect("60 are enough").contains(0.0)
            })
            .count();
        assert!(differs <= 130, "5 % of 2,000 are 100, give or take three deviations: {differs}");
    }

    #[test]
    fn a_fuller_cache_is_told_as_another_reason() {
        let from_cache = |one: OneUse, tokens: f64| OneUse { cached_tokens: Some(tokens), ..one };
        let uses = [
            from_cache(used(true, 900.0), 128.0),
            from_cache(used(false, 400.0), 1_024.0),
            from_cache(used(false, 410.0), 128.0),
            used(false, 420.0),
            from_cache(used(false, 405.0), 1_024.0),
        ];
        let said = of(&FirstUse::of_lane(&uses)).cache().expect("two had more").to_string();
        assert_eq!(
            said,
            "; 2 later requests report more of their prompt from the cache, which shortens TTFT too"
        );
        assert_eq!(of(&[one(900.0, &[400.0])]).cache(), None, "none is known to have had more");
    }
}
