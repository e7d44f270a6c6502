//! Seeks what a change comes from: see [`ChangeCauses`].

use crate::calendar::{Calendar, CompareTurns};
use crate::change_causes::{ChangeCauses, UnexplainedChange};
use crate::machine::{is_strained, strain_cause};
use crate::model_signs::signs_of_model;
use crate::network::network_cause;
use crate::phase_moves::moves_of_phases;
use crate::turn_facts::LaneFacts;

/// What a change comes from, told by the turns of all lanes of its watch. A local day has `slots_a_day` turns at most.
pub fn causes_of(change: UnexplainedChange, lanes: &[LaneFacts], slots_a_day: u32) -> ChangeCauses {
    let Some(own) = lanes.get(change.lane) else { return ChangeCauses::default() };
    let calendar = Calendar::new(slots_a_day);
    let taken = own.turns.iter().map(|turn| turn.number).collect();
    let compared = CompareTurns::of(&taken, change.from_turn, change.at_turn, calendar);
    let machine = strain_cause(change, own, &compared);
    let (whole_ms, phases) = moves_of_phases(change, own, &compared, calendar).unzip();
    ChangeCauses {
        phases: phases.unwrap_or_default(),
        whole_ms,
        // A machine that is late is so with every provider.
        network: network_cause(change, lanes, calendar)
            .filter(|_| machine.is_none() && !is_strained(own, &compared)),
        machine,
        model: signs_of_model(change, own, &compared, calendar),
    }
}

#[cfg(test)]
#[path = "explain_tests.rs"]
mod tests;
