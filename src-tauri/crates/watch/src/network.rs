//! Whether providers that have nothing in common moved at the same turns: then it is probably what their requests share, the network from here.

use std::collections::BTreeSet;

use crate::calendar::{Calendar, CompareTurns};
use crate::change_causes::{NetworkCause, UnexplainedChange, WatchedNumber};
use crate::fisher::larger_p;
use crate::float::float;
use crate::step::Direction;
use crate::turn_facts::{LaneFacts, TurnFacts};
use crate::usual_days::shift;

/// The chance of a move so clear without one, of a contender.
const ALPHA: f64 = 0.05;
/// The least move that counts, on the logarithmic scale.
const LEAST: f64 = 0.03;

/// What a contender did at the turns of another's change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Moved {
    /// As the change did, and not by chance.
    Surely,
    /// As the change did, as far as can be seen.
    Perhaps,
    /// Otherwise, or not at all.
    Not,
    /// Too little is known.
    Unknown,
}

/// The unrelated providers that moved with a change: at least two with its own, more than half of those that are watched, and of the rest none that is
/// seen to have stayed.
pub(crate) fn network_cause(
    change: UnexplainedChange,
    lanes: &[LaneFacts],
    calendar: Calendar,
) -> Option<NetworkCause> {
    let groups = unrelated(lanes);
    let own = groups.iter().position(|group| group.contains(&change.lane))?;
    let mut moved: Vec<&LaneFacts> = Vec::new();
    let mut surely = 1;
    for (_, group) in groups.iter().enumerate().filter(|(index, _)| *index != own) {
        let lanes = group.iter().filter_map(|lane| lanes.get(*lane));
        let told: Vec<(&LaneFacts, Moved)> =
            lanes.map(|lane| (lane, of_lane(change, lane, calendar))).collect();
        if told.iter().any(|(_, told)| *told == Moved::Not) {
            return None;
        }
        let sure = told.into_iter().filter(|(_, told)| *told == Moved::Surely);
        let before = moved.len();
        moved.extend(sure.map(|(lane, _)| lane));
        surely += usize::from(moved.len() > before);
    }
    let whole = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    (surely >= 2 && 2 * surely > groups.len()).then(|| NetworkCause {
        with: moved.into_iter().map(|lane| lane.name.clone()).collect(),
        providers: whole(surely),
        of: whole(groups.len()),
    })
}

/// The lanes whose requests leave this machine, in groups of those that have something in common.
fn unrelated(lanes: &[LaneFacts]) -> Vec<BTreeSet<usize>> {
    let mut groups: Vec<BTreeSet<usize>> = Vec::new();
    for (index, lane) in lanes.iter().enumerate().filter(|(_, lane)| lane.host.is_some()) {
        let is_near = |group: &BTreeSet<usize>| {
            group.iter().filter_map(|other| lanes.get(*other)).any(|other| is_related(lane, other))
        };
        let (near, far): (Vec<_>, Vec<_>) = groups.into_iter().partition(is_near);
        groups = far;
        groups.push(near.into_iter().flatten().chain([index]).collect());
    }
    groups
}

/// Whether two contenders have a provider, a domain or a model in common. A gateway that names the vendor before the model (`anthropic/claude-…`) may pass
/// requests on to it.
fn is_related(one: &LaneFacts, other: &LaneFacts) -> bool {
    let domain = |lane: &LaneFacts| lane.host.as_deref().map(domain);
    let name = |model: &str| model.rsplit('/').next().unwrap_or(model).to_ascii_lowercase();
    let passes_on = |from: &LaneFacts, to: &LaneFacts| {
        from.model
            .split_once('/')
            .is_some_and(|(vendor, _)| vendor.eq_ignore_ascii_case(&to.provider))
    };
    one.provider == other.provider
        || domain(one) == domain(other)
        || name(&one.model) == name(&other.model)
        || passes_on(one, other)
        || passes_on(other, one)
}

/// The last two labels of a host's name, or its address. What is longer in truth, such as under `co.uk`, relates too many rather than too few.
fn domain(host: &str) -> String {
    let is_address = host.contains(':') || host.split('.').all(|part| part.parse::<u8>().is_ok());
    let labels: Vec<&str> =
        host.rsplit('.').take(if is_address { usize::MAX } else { 2 }).collect();
    labels.join(".").to_ascii_lowercase()
}

fn of_lane(change: UnexplainedChange, lane: &LaneFacts, calendar: Calendar) -> Moved {
    let taken = lane.turns.iter().map(|turn| turn.number).collect();
    let turns = CompareTurns::of(&taken, change.from_turn, change.at_turn, calendar);
    match change.number {
        WatchedNumber::Ttft | WatchedNumber::Speed => level_moved(change, lane, &turns, calendar),
        WatchedNumber::Failures => share_moved(change, lane, &turns),
        WatchedNumber::Cost | WatchedNumber::Right => Moved::Not,
    }
}

fn level_moved(
    change: UnexplainedChange,
    lane: &LaneFacts,
    turns: &CompareTurns,
    calendar: Calendar,
) -> Moved {
    let values = lane.compared(turns, |turn| turn.ln(change.number));
    let Some(found) = shift(&values.since, &values.usual, calendar, ALPHA) else {
        return Moved::Unknown;
    };
    // What had moved before did not move with it.
    let before = shift(&values.just_before, &values.usual, calendar, ALPHA);
    let before = before.map_or(0.0, |before| before.value);
    let sign = if change.direction == Direction::Up { 1.0 } else { -1.0 };
    let (moved, at_these_turns) = (sign * found.value, sign * (found.value - before));
    if moved < LEAST || at_these_turns < moved / 2.0 {
        return Moved::Not;
    }
    if found.is_sure() { Moved::Surely } else { Moved::Perhaps }
}

fn share_moved(change: UnexplainedChange, lane: &LaneFacts, turns: &CompareTurns) -> Moved {
    let count = |turns: &[&TurnFacts]| {
        turns.iter().fold((0, 0), |(failed, of), turn| {
            (failed + turn.failed as usize, of + turn.requests as usize)
        })
    };
    let (since, before) = lane.since_and_before(turns);
    let just_before: Vec<&TurnFacts> =
        before.iter().filter(|turn| turns.just_before.contains(&turn.number)).copied().collect();
    let (since, before, just_before) = (count(&since), count(&before), count(&just_before));
    if since.1 == 0 || before.1 == 0 || just_before.1 == 0 {
        return Moved::Unknown;
    }
    let share = |(failed, of): (usize, usize)| float(failed) / float(of.max(1));
    let (with, without) =
        if change.direction == Direction::Up { (since, before) } else { (before, since) };
    let (moved, at_these_turns) = (share(since) - share(before), share(since) - share(just_before));
    let sign = if change.direction == Direction::Up { 1.0 } else { -1.0 };
    if sign * moved <= 0.0 || sign * at_these_turns < sign * moved / 2.0 {
        return Moved::Not;
    }
    if larger_p(with, without) <= ALPHA / 2.0 { Moved::Surely } else { Moved::Perhaps }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lane(provider: &str, host: Option<&str>, model: &str) -> LaneFacts {
        LaneFacts {
            provider: provider.to_owned(),
            host: host.map(str::to_owned),
            model: model.to_owned(),
            ..LaneFacts::default()
        }
    }

    fn count(lanes: &[LaneFacts]) -> usize {
        unrelated(lanes).len()
    }

    #[test]
    fn providers_are_unrelated_if_neither_domain_nor_model_nor_vendor_is_the_same() {
        let acme = lane("acme", Some("api.acme.com"), "fast");
        for (other, groups) in [
            (lane("globex", Some("api.globex.com"), "large"), 2),
            (lane("acme", Some("acme.example.net"), "large"), 1),
            (lane("own", Some("eu.ACME.com"), "large"), 1),
            (lane("gateway", Some("gateway.example.net"), "someone/Fast"), 1),
            (lane("gateway", Some("gateway.example.net"), "acme/slow"), 1),
            (lane("server", Some("192.0.2.1"), "large"), 2),
            (lane("local", None, "large"), 1),
        ] {
            assert_eq!(count(&[acme.clone(), other.clone()]), groups, "{other:?}");
        }
        let addresses = [lane("a", Some("192.0.2.1"), "m"), lane("b", Some("198.51.2.1"), "n")];
        assert_eq!(count(&addresses), 2, "addresses have no domain");
    }

    #[test]
    fn what_a_third_has_in_common_with_both_relates_them() {
        let lanes = [
            lane("acme", Some("api.acme.com"), "fast"),
            lane("globex", Some("api.globex.com"), "large"),
            lane("acme", Some("gateway.globex.com"), "small"),
        ];
        assert_eq!(count(&lanes), 1);
    }
}
