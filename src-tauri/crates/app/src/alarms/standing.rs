//! How a change stands to those before it: whether it is for the worse, and whether what was told is over.

use serde::Serialize;
use store::{WatchedChange, WatchedNumber};

/// The share of the worst that may be left where a trouble counts as over: levels are measured, and differ by chance.
const LEFT: f64 = 0.25;

/// How a change stands to those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum ChangeStanding {
    /// Worse than before.
    Worse,
    /// Better, and what was worse is over: at most a quarter of it is left.
    Resolved,
    /// Better, and more than that is left.
    Eased,
    /// Better, and nothing was worse before.
    Better,
}

/// What is worse since some change, and by how much at its worst; in logarithms, or in parts of 1 of a share.
#[derive(Clone, Copy)]
struct Trouble {
    now: f64,
    worst: f64,
}

/// How a change stands to `earlier` ones of its watch, oldest first. Those of other contenders and numbers are left out.
pub(crate) fn standing(earlier: &[WatchedChange], change: &WatchedChange) -> ChangeStanding {
    let own = |one: &&WatchedChange| (one.lane, one.number) == (change.lane, change.number);
    let mut trouble: Option<Trouble> = None;
    for one in earlier.iter().filter(own) {
        let _told = after(&mut trouble, one);
    }
    after(&mut trouble, change)
}

fn after(trouble: &mut Option<Trouble>, change: &WatchedChange) -> ChangeStanding {
    let worse = worsening(change);
    let before = *trouble;
    let now = before.map_or(0.0, |before| before.now) + worse;
    let worst = before.map_or(0.0, |before| before.worst).max(now);
    *trouble = (now > LEFT * worst).then_some(Trouble { now, worst });
    match (before, &trouble) {
        _ if worse > 0.0 => ChangeStanding::Worse,
        (None, _) => ChangeStanding::Better,
        (Some(_), None) => ChangeStanding::Resolved,
        (Some(_), Some(_)) => ChangeStanding::Eased,
    }
}

/// By how much a change is for the worse; below 0 for the better. One of unknown size counts as one.
fn worsening(change: &WatchedChange) -> f64 {
    let ratio = || change.ratio.map_or(f64::MIN_POSITIVE, f64::ln);
    let share = || change.after.zip(change.before).map_or(0.0, |(after, before)| after - before);
    match change.number {
        WatchedNumber::Ttft | WatchedNumber::Cost => ratio(),
        WatchedNumber::Speed => -ratio(),
        WatchedNumber::Failures => share(),
        WatchedNumber::Right => -share(),
    }
}

#[cfg(test)]
mod tests {
    use store::ChangeKind;

    use super::*;

    fn change(number: WatchedNumber) -> WatchedChange {
        WatchedChange {
            lane: 0,
            contender: "Acme fast".into(),
            number,
            kind: ChangeKind::Step,
            at_turn: 1,
            at_s: 0.0,
            since_s: 0.0,
            before: None,
            after: None,
            ratio: None,
            ratio_low: None,
            ratio_high: None,
            causes: watch::ChangeCauses::default(),
        }
    }

    fn by(number: WatchedNumber, ratio: f64) -> WatchedChange {
        WatchedChange { ratio: Some(ratio), ..change(number) }
    }

    fn to(number: WatchedNumber, before: f64, after: f64) -> WatchedChange {
        WatchedChange { before: Some(before), after: Some(after), ..change(number) }
    }

    #[test]
    fn what_is_worse_depends_on_the_number() {
        use ChangeStanding::{Better, Worse};
        use WatchedNumber::{Cost, Failures, Right, Speed, Ttft};
        for (change, expected) in [
            (by(Ttft, 1.3), Worse),
            (by(Ttft, 0.7), Better),
            (by(Speed, 0.7), Worse),
            (by(Speed, 1.3), Better),
            (by(Cost, 1.3), Worse),
            (to(Failures, 0.0, 0.4), Worse),
            (to(Failures, 0.4, 0.0), Better),
            (to(Right, 0.9, 0.6), Worse),
            (to(Right, 0.6, 0.9), Better),
        ] {
            assert_eq!(standing(&[], &change), expected, "{change:?}");
        }
    }

    #[test]
    fn a_trouble_is_over_when_at_most_a_quarter_of_its_worst_is_left() {
        use WatchedNumber::Ttft;
        let earlier = [by(Ttft, 1.25), by(Ttft, 1.25)];
        assert_eq!(standing(&earlier[..1], &earlier[1]), ChangeStanding::Worse);
        assert_eq!(standing(&earlier, &by(Ttft, 0.8)), ChangeStanding::Eased, "half is left");
        assert_eq!(standing(&earlier, &by(Ttft, 0.7)), ChangeStanding::Resolved, "1.09 of 1.56");
        let over = [by(Ttft, 1.25), by(Ttft, 0.79)];
        assert_eq!(standing(&over, &by(Ttft, 0.9)), ChangeStanding::Better, "nothing was left");
        assert_eq!(standing(&over, &by(Ttft, 1.1)), ChangeStanding::Worse, "a new one");
        let shares = [to(WatchedNumber::Failures, 0.01, 0.9)];
        let back = to(WatchedNumber::Failures, 0.9, 0.03);
        assert_eq!(standing(&shares, &back), ChangeStanding::Resolved);
    }

    #[test]
    fn another_contender_or_number_resolves_nothing() {
        use WatchedNumber::{Speed, Ttft};
        let other_lane = WatchedChange { lane: 1, ..by(Ttft, 1.5) };
        let earlier = [other_lane, by(Speed, 0.5)];
        assert_eq!(standing(&earlier, &by(Ttft, 0.6)), ChangeStanding::Better);
    }
}
