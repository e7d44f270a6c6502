//! What a photo finish says: a headline, and the sentences below it.

use measure::{VERDICT_FROM, format};
use race::{MedalObstacle, Medals, Photo, PhotoOfRounds, SharedFirst};

/// Nearer than this, a factor says less than the difference itself.
const LEAST_TIMES: f64 = 1.1;
/// Above this the tenths of a factor say nothing.
const WHOLE_TIMES: f64 = 10.0;
/// More names than this are not all written.
const MOST_NAMES: usize = 4;

/// A headline, and the sentences below it.
pub(super) struct Told {
    pub(super) headline: String,
    pub(super) rest: String,
}

/// Of the first of so many rounds. `names` holds what each lane is called.
pub(super) fn tell(photo: &Photo, medals: &Medals, rounds: usize, names: &[String]) -> Told {
    let said = &photo.said;
    let failed = (!said.failed.is_empty()).then(|| format!("{} failed", list(&said.failed, names)));
    if said.first.is_empty() {
        let headline = medals.unranked.map_or("Nobody can be ranked.", obstacle).to_owned();
        return Told { headline, rest: sentences([failed]) };
    }
    let how = if said.first.len() > 1 { "in a dead heat" } else { "first" };
    let silent: Vec<u32> =
        said.silent.iter().copied().filter(|lane| !said.failed.contains(lane)).collect();
    let silent =
        (!silent.is_empty()).then(|| format!("{} had not written a word", list(&silent, names)));
    let scope = match rounds {
        0 | 1 => "One round: what happened, not what to expect".to_owned(),
        several => format!("Round 1 of {several}"),
    };
    let parts = [behind(photo, names), silent, failed, cheapest(photo, names), Some(scope)];
    Told { headline: headline(photo, how, names), rest: sentences(parts) }
}

/// Of all rounds together.
pub(super) fn tell_rounds(over: &PhotoOfRounds, rounds: usize, names: &[String]) -> Told {
    let photo = &over.photo;
    let failed = photo.said.failed.iter().map(|lane| {
        let times = over.lanes.get(*lane as usize).map_or(0, |lane| lane.failed);
        format!("{} failed {times} of {rounds}", name(*lane, names))
    });
    let failed: Vec<String> = failed.collect();
    let failed = (!failed.is_empty()).then(|| row(&failed));
    let scope = if rounds < VERDICT_FROM as usize {
        format!("{rounds} rounds: what happened; from {VERDICT_FROM} on it says what to expect")
    } else {
        format!("{rounds} rounds, with 95 % intervals")
    };
    let parts = [behind(photo, names), failed, cheapest(photo, names), Some(scope)];
    Told { headline: headline_of_rounds(over, names), rest: sentences(parts) }
}

/// Of lanes that are not told apart it claims no more than who was ahead: too few rounds do not make them equal.
fn headline_of_rounds(over: &PhotoOfRounds, names: &[String]) -> String {
    let photo = &over.photo;
    let ([leader, others @ ..], Some(shared)) = (photo.said.first.as_slice(), over.shared) else {
        return headline(photo, "first", names);
    };
    let (leader, others) = (name(*leader, names), list(others, names));
    let tokens = format::several(photo.tokens as usize, "token");
    match shared {
        SharedFirst::WithinTie => {
            format!("{leader} reached {tokens} first, {others} within 2 % of its time.")
        }
        SharedFirst::NotToldApart => format!(
            "{leader} was ahead of {others} at {tokens}, but these rounds do not tell them apart."
        ),
        SharedFirst::Either => format!(
            "{leader} was ahead of {others} at {tokens}, by less than 2 % or without being told apart."
        ),
    }
}

fn headline(photo: &Photo, how: &str, names: &[String]) -> String {
    let tokens = format::several(photo.tokens as usize, "token");
    format!("{} reached {tokens} {how}.", list(&photo.said.first, names))
}

fn obstacle(why: MedalObstacle) -> &'static str {
    match why {
        MedalObstacle::Nobody => "No lane finished in every round, so none is ranked.",
        MedalObstacle::NobodyReal => {
            "No real lane finished in every round, and simulated lanes are not ranked beside real ones."
        }
        MedalObstacle::Alone => "One lane finished in every round, so there is nothing to rank.",
        MedalObstacle::AloneReal => {
            "One real lane finished in every round, and simulated lanes are not ranked beside it."
        }
        MedalObstacle::NobodyRight => {
            "Every lane that finished gave a wrong answer, so none is ranked."
        }
        MedalObstacle::AloneRight => {
            "Only one lane that finished gave no wrong answer, so there is nothing to rank."
        }
    }
}

/// Who came next, how much later, and who spoke first.
fn behind(photo: &Photo, names: &[String]) -> Option<String> {
    let said = &photo.said;
    let lane = |index: u32| photo.lanes.get(index as usize);
    let spoke = said.spoke_first.and_then(|who| {
        let at_ms = lane(who)?.first_ms?;
        Some((who, format::duration(at_ms)))
    });
    let Some(second) = said.second else {
        return spoke.map(|(who, at)| format!("{} spoke first, at {at}", name(who, names)));
    };
    let who = name(second, names);
    let next = match said.times.filter(|times| *times >= LEAST_TIMES) {
        Some(times) if times < WHOLE_TIMES => format!("{who} took {times:.1}× as long"),
        Some(times) => format!("{who} took {}× as long", format::whole(times)),
        None => {
            let gap = lane(second).and_then(|lane| lane.gap_ms).map(format::duration);
            format!("{who} was {} later", gap.as_deref().unwrap_or(format::UNKNOWN))
        }
    };
    Some(match spoke {
        Some((first, at)) if first == second => {
            format!("{next}, although it spoke first, at {at}")
        }
        Some((first, at)) => format!("{next}; {} spoke first, at {at}", name(first, names)),
        None => next,
    })
}

fn cheapest(photo: &Photo, names: &[String]) -> Option<String> {
    let said = &photo.said;
    let (who, share, winner) = (said.cheapest?, said.cost_share?, said.first.first()?);
    let (who, winner) = (name(who, names), name(*winner, names));
    Some(format!("{who} cost least, {} of what {winner} did", format::percent(share)))
}

fn sentences(parts: impl IntoIterator<Item = Option<String>>) -> String {
    parts.into_iter().flatten().map(|part| format!("{part}.")).collect::<Vec<_>>().join(" ")
}

fn name(lane: u32, names: &[String]) -> &str {
    names.get(lane as usize).map_or("", String::as_str)
}

fn list(lanes: &[u32], names: &[String]) -> String {
    row(&lanes.iter().map(|lane| name(*lane, names).to_owned()).collect::<Vec<_>>())
}

/// Names in a row; of many, the first and how many more.
fn row(names: &[String]) -> String {
    match names {
        [first, second, third, rest @ ..] if names.len() > MOST_NAMES => {
            format!("{first}, {second}, {third} and {} more", rest.len())
        }
        few => format::list(few),
    }
}
