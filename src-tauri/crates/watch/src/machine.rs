//! Whether the strain of this machine came or went with a change.

use crate::calendar::CompareTurns;
use crate::change_causes::{MachineCause, UnexplainedChange, WatchedNumber};
use crate::fisher::larger_p;
use crate::float::float;
use crate::step::Direction;
use crate::turn_facts::{LaneFacts, TurnFacts};

/// The share of turns that is nearly none.
const NEARLY_NONE: f64 = 0.2;
/// Least number of turns before.
const LEAST_BEFORE: usize = 10;
/// The chance of turns that differ so without a change of strain.
const ALPHA: f64 = 0.01;

/// The strain that explains a change: it is there in most turns since and in nearly none before, and the number is worse; or the other way about.
pub(crate) fn strain_cause(
    change: UnexplainedChange,
    own: &LaneFacts,
    turns: &CompareTurns,
) -> Option<MachineCause> {
    let is_worse = match change.number {
        WatchedNumber::Ttft => change.direction == Direction::Up,
        WatchedNumber::Speed => change.direction == Direction::Down,
        // Being late changes no answer, no price, and fails no request.
        WatchedNumber::Cost | WatchedNumber::Failures | WatchedNumber::Right => return None,
    };
    let (since, before) = own.since_and_before(turns);
    let (since, before) = (strained(&since), strained(&before));
    if before.1 < LEAST_BEFORE {
        return None;
    }
    let (with, without) = if is_worse { (since, before) } else { (before, since) };
    let is_nearly_none =
        |(strained, of): (usize, usize)| float(strained) <= NEARLY_NONE * float(of);
    let explains = 2 * with.0 > with.1
        && without.1 > 0
        && is_nearly_none(without)
        && larger_p(with, without) <= ALPHA;
    let whole = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    explains.then(|| MachineCause {
        strained: whole(since.0),
        of: whole(since.1),
        before: whole(before.0),
        of_before: whole(before.1),
    })
}

/// Whether at least half of the turns since a change were strained, so that their times say nothing of anybody else.
pub(crate) fn is_strained(own: &LaneFacts, turns: &CompareTurns) -> bool {
    let (strained, of) = strained(&own.since_and_before(turns).0);
    strained > 0 && 2 * strained >= of
}

/// How many of these turns are strained, at least half of their requests being late, and of how many.
fn strained(turns: &[&TurnFacts]) -> (usize, usize) {
    let known = turns.iter().filter(|turn| turn.requests > 0);
    let strained = known.clone().filter(|turn| 2 * turn.strained >= turn.requests).count();
    (strained, known.count())
}
