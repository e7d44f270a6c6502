//! Which turns can be compared with others: those of the same slot on the same kind of day, a working day or one of a weekend.

use std::collections::{BTreeMap, BTreeSet};

use crate::rhythm::Weekday;

/// The days before a change whose turns are compared: the latest of each kind, among the last four weeks.
const MOST_DAYS: usize = 10;
const DAYS_BACK: i64 = 28;
/// The latest turns before a change, in which is looked for what else changed with it.
const RECENT: usize = 100;
/// The latest of these, which tell whether a number had moved before.
const JUST_BEFORE: usize = 12;
/// The latest turns since a change that are looked at.
const MOST_SINCE: usize = 300;

/// The slots of a local day: a whole number, of equal length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Calendar {
    slots_a_day: u32,
}

/// A slot of one kind of day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct KindOfSlot {
    pub(crate) is_weekend: bool,
    slot: u32,
}

impl Calendar {
    pub(crate) fn new(slots_a_day: u32) -> Self {
        Self { slots_a_day: slots_a_day.max(1) }
    }

    /// The local day of a turn, counted from 1970-01-01.
    pub(crate) fn day(self, turn: u32) -> i64 {
        i64::from(turn / self.slots_a_day)
    }

    pub(crate) fn kind(self, turn: u32) -> KindOfSlot {
        let weekday = Weekday::of_day(self.day(turn));
        KindOfSlot {
            is_weekend: matches!(weekday, Weekday::Sat | Weekday::Sun),
            slot: turn % self.slots_a_day,
        }
    }
}

/// The turns that a change is explained from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CompareTurns {
    /// Those since it.
    pub(crate) since: BTreeSet<u32>,
    /// The latest before it.
    pub(crate) recent: BTreeSet<u32>,
    /// The latest of these.
    pub(crate) just_before: BTreeSet<u32>,
    /// Those of the same slots on days before it, for the ones since it and for the ones just before.
    pub(crate) usual: BTreeSet<u32>,
    /// The usual ones for those since it, and the ones just before: what a share since it is compared with.
    pub(crate) alike: BTreeSet<u32>,
}

impl CompareTurns {
    /// Chooses among the turns that were taken, for a change since turn `from` that was noticed at turn `at`.
    pub(crate) fn of(taken: &BTreeSet<u32>, from: u32, at: u32, calendar: Calendar) -> Self {
        if from > at {
            let none = BTreeSet::new;
            return Self {
                since: none(),
                recent: none(),
                just_before: none(),
                usual: none(),
                alike: none(),
            };
        }
        let since: BTreeSet<u32> = taken.range(from..=at).rev().take(MOST_SINCE).copied().collect();
        let recent: BTreeSet<u32> = taken.range(..from).rev().take(RECENT).copied().collect();
        let just_before: BTreeSet<u32> = recent.iter().rev().take(JUST_BEFORE).copied().collect();
        let kinds: BTreeSet<KindOfSlot> =
            since.iter().chain(&just_before).map(|turn| calendar.kind(*turn)).collect();
        let mut days = BTreeMap::<bool, BTreeSet<i64>>::new();
        let mut usual = BTreeSet::new();
        for turn in taken.range(..from).rev() {
            let (day, kind) = (calendar.day(*turn), calendar.kind(*turn));
            if calendar.day(from) - day > DAYS_BACK {
                break;
            }
            let of_kind = days.entry(kind.is_weekend).or_default();
            let is_near = of_kind.contains(&day) || of_kind.len() < MOST_DAYS;
            if kinds.contains(&kind) && is_near && !just_before.contains(turn) {
                of_kind.insert(day);
                usual.insert(*turn);
            }
        }
        let of_since: BTreeSet<KindOfSlot> =
            since.iter().map(|turn| calendar.kind(*turn)).collect();
        let alike = usual.iter().filter(|turn| of_since.contains(&calendar.kind(**turn)));
        let alike = alike.chain(&just_before).copied().collect();
        Self { since, recent, just_before, usual, alike }
    }
}

/// The turns whose facts are needed to say what a change comes from, among those that were taken: it is since turn `from`, was noticed at turn `at`,
/// and a local day has `slots_a_day` turns at most.
pub fn turns_of_causes(
    taken: &BTreeSet<u32>,
    from: u32,
    at: u32,
    slots_a_day: u32,
) -> BTreeSet<u32> {
    let CompareTurns { since, recent, usual, .. } =
        CompareTurns::of(taken, from, at, Calendar::new(slots_a_day));
    since.into_iter().chain(recent).chain(usual).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_compared_with_the_same_slot_of_the_same_kind_of_day() {
        // 1970-01-05 was a Monday. Four weeks of hourly turns, a change on the last Saturday from noon.
        let taken: BTreeSet<u32> = (4 * 24..32 * 24).collect();
        let from = (4 + 26) * 24 + 12;
        let calendar = Calendar::new(24);
        assert!(calendar.kind(from).is_weekend && !calendar.kind(from - 24).is_weekend);
        let chosen = CompareTurns::of(&taken, from, from + 3, calendar);
        assert_eq!(chosen.since, (from..=from + 3).collect());
        assert_eq!(chosen.just_before, (from - 12..from).collect());
        let noon: Vec<i64> = (chosen.usual.iter())
            .filter(|turn| *turn % 24 == 12)
            .map(|turn| calendar.day(*turn) - 4)
            .collect();
        assert_eq!(noon, [5, 6, 12, 13, 19, 20], "the three weekends before it");
        assert!(chosen.usual.iter().all(|turn| turn % 24 <= 15), "no other hours");
        assert!(chosen.usual.is_disjoint(&chosen.just_before));
        let alike = chosen.alike.difference(&chosen.just_before);
        assert!(alike.clone().count() > 0 && alike.clone().all(|turn| turn % 24 >= 12));
    }

    #[test]
    fn a_change_that_was_noticed_before_it_began_is_compared_with_nothing() {
        let taken: BTreeSet<u32> = (0..100).collect();
        assert!(turns_of_causes(&taken, 60, 50, 24).is_empty());
    }
}
