//! What is known of the turns of a contender, to say what a change comes from.

use std::collections::{BTreeMap, BTreeSet};

use crate::calendar::CompareTurns;
use crate::change_causes::{RequestPhase, WatchedNumber};

/// What is known of one turn of a contender: medians of its requests; absent is unknown.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TurnFacts {
    /// Its number: that of its slot, local seconds since 1970 ÷ the length of a slot.
    pub number: u32,
    /// Requests that the provider ended, well or badly.
    pub requests: u32,
    /// How many of those failed.
    pub failed: u32,
    /// How many of those this machine was late to send or to read.
    pub strained: u32,
    /// Answers whose rightness is known.
    pub checked: u32,
    /// How many of those are right.
    pub right: u32,
    /// Time to first token, in milliseconds.
    pub ttft_ms: Option<f64>,
    /// Output speed, in tokens per second.
    pub decode_tps: Option<f64>,
    /// How long each phase took, in milliseconds.
    pub phases_ms: BTreeMap<RequestPhase, f64>,
    /// The model that the server names most often.
    pub model: Option<String>,
    /// The system fingerprint that it sends most often.
    pub fingerprint: Option<String>,
    /// Input tokens of a request, as the server counts.
    pub in_tokens: Option<f64>,
    /// Output tokens of an answer.
    pub out_tokens: Option<f64>,
}

impl TurnFacts {
    /// The logarithm of a number that is no share.
    pub(crate) fn ln(&self, number: WatchedNumber) -> Option<f64> {
        let value = match number {
            WatchedNumber::Ttft => self.ttft_ms,
            WatchedNumber::Speed => self.decode_tps,
            WatchedNumber::Cost | WatchedNumber::Failures | WatchedNumber::Right => None,
        };
        value.filter(|value| *value > 0.0 && value.is_finite()).map(f64::ln)
    }
}

/// A contender, and what is known of its turns.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LaneFacts {
    /// Its name, for sentences.
    pub name: String,
    /// The provider's id.
    pub provider: String,
    /// The model as the provider calls it.
    pub model: String,
    /// The host that its requests go to; absent if that is not known, or they do not leave this machine.
    pub host: Option<String>,
    /// Its turns by number.
    pub turns: Vec<TurnFacts>,
}

/// The values of turns since a change, of the usual ones, and of those just before it, each with the turn's number.
pub(crate) struct Compared {
    pub(crate) since: Vec<(u32, f64)>,
    pub(crate) usual: Vec<(u32, f64)>,
    pub(crate) just_before: Vec<(u32, f64)>,
}

impl LaneFacts {
    /// The values of a number where it is known.
    pub(crate) fn compared(
        &self,
        turns: &CompareTurns,
        value: impl Fn(&TurnFacts) -> Option<f64>,
    ) -> Compared {
        let of = |chosen: &BTreeSet<u32>| {
            let own = self.turns.iter().filter(|turn| chosen.contains(&turn.number));
            own.filter_map(|turn| Some((turn.number, value(turn)?))).collect()
        };
        Compared {
            since: of(&turns.since),
            usual: of(&turns.usual),
            just_before: of(&turns.just_before),
        }
    }

    /// The turns since a change, and those before it that a share is compared with: of the same slots, and the latest.
    pub(crate) fn since_and_before(
        &self,
        turns: &CompareTurns,
    ) -> (Vec<&TurnFacts>, Vec<&TurnFacts>) {
        (
            self.turns.iter().filter(|turn| turns.since.contains(&turn.number)).collect(),
            self.turns.iter().filter(|turn| turns.alike.contains(&turn.number)).collect(),
        )
    }
}
