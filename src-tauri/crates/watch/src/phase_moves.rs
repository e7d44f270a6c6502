//! The phases that moved with TTFT or output speed, and by how much.

use crate::calendar::{Calendar, CompareTurns};
use crate::change_causes::{PhaseMove, RequestPhase, UnexplainedChange, WatchedNumber};
use crate::float::float;
use crate::step::Direction;
use crate::turn_facts::{LaneFacts, TurnFacts};
use crate::usual_days::{Shift, shift};

/// The chance that an interval does not hold, of all phases together.
const ALPHA: f64 = 0.05;
/// The least part of the whole that a phase is told of.
const LEAST_PART: f64 = 0.1;

/// By how much the whole moved in milliseconds (of output speed for each token), and the phases that surely moved, the largest first. `None` if none
/// did, or the whole did not move as the change says by the same comparison.
pub(crate) fn moves_of_phases(
    change: UnexplainedChange,
    own: &LaneFacts,
    turns: &CompareTurns,
    calendar: Calendar,
) -> Option<(f64, Vec<PhaseMove>)> {
    let is_decode = match change.number {
        WatchedNumber::Ttft => false,
        WatchedNumber::Speed => true,
        WatchedNumber::Cost | WatchedNumber::Failures | WatchedNumber::Right => return None,
    };
    let moved = |value: &dyn Fn(&TurnFacts) -> Option<f64>, alpha: f64| {
        let values = own.compared(turns, value);
        shift(&values.since, &values.usual, calendar, alpha)
    };
    let whole = if is_decode {
        moved(&|turn| turn.phases_ms.get(&RequestPhase::Decode).copied(), ALPHA)
    } else {
        moved(&|turn| turn.ttft_ms, ALPHA)
    };
    // More speed is less time for each token.
    let is_longer = (change.direction == Direction::Up) != is_decode;
    let whole = whole.filter(|whole| whole.is_sure() && (whole.value > 0.0) == is_longer)?.value;
    let known: Vec<RequestPhase> = RequestPhase::ALL
        .into_iter()
        .filter(|phase| phase.is_of_decode() == is_decode)
        .filter(|phase| moved(&|turn| turn.phases_ms.get(phase).copied(), ALPHA).is_some())
        .collect();
    let of_each = ALPHA / float(known.len().max(1));
    let sure = |phase: RequestPhase| {
        let Shift { value, low, high } =
            moved(&|turn| turn.phases_ms.get(&phase).copied(), of_each)
                .filter(|moved| moved.is_sure() && moved.value.abs() >= LEAST_PART * whole.abs())?;
        Some(PhaseMove { phase, ms: value, ms_low: low, ms_high: high })
    };
    let mut phases: Vec<PhaseMove> = known.into_iter().filter_map(sure).collect();
    phases.sort_by(|a, b| b.ms.abs().total_cmp(&a.ms.abs()));
    (!phases.is_empty()).then_some((whole, phases))
}
