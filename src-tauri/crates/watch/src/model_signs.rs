//! What changed with a number and belongs to the model that answers: its name, its fingerprint, its counts of tokens, its rightness.

use crate::calendar::{Calendar, CompareTurns};
use crate::change_causes::{ModelSign, UnexplainedChange, WatchedNumber};
use crate::fisher::larger_p;
use crate::float::float;
use crate::turn_facts::{LaneFacts, TurnFacts};
use crate::usual_days::{median, shift};

/// How many turns the change and what changed with it are apart at most: as the time of a step is right.
const APART: usize = 2;
/// Least number of turns before and since.
const LEAST_BEFORE: usize = 10;
const LEAST_SINCE: usize = 3;
/// The chance of something new within so many turns of the change, without a connection.
const ALPHA: f64 = 0.05;
/// How far the counts of the same prompts are apart at most.
const SAME_PROMPTS: f64 = 1.02;
/// The least ratio of lengths that is told, and the chance of a move so clear without one.
const LEAST_RATIO: f64 = 1.1;
const SURE: f64 = 0.01;

/// The signs that another model answers, the surest first.
pub(crate) fn signs_of_model(
    change: UnexplainedChange,
    own: &LaneFacts,
    turns: &CompareTurns,
    calendar: Calendar,
) -> Vec<ModelSign> {
    if !change.is_step {
        return Vec::new();
    }
    let named = switch_of(own, turns, change.from_turn, |turn| turn.model.clone())
        .filter(|found| found.news_before == 0)
        .map(|found| ModelSign::Named { before: found.before, after: found.after });
    let fingerprint = switch_of(own, turns, change.from_turn, |turn| turn.fingerprint.clone())
        .filter(Switch::is_no_chance)
        .map(|found| ModelSign::Fingerprint { before: found.before, after: found.after });
    let signs = [
        named,
        fingerprint,
        input_tokens(own, turns, change.from_turn),
        output_tokens(own, turns, calendar),
        right(own, turns).filter(|_| change.number != WatchedNumber::Right),
    ];
    signs.into_iter().flatten().collect()
}

/// A value that is new from one turn on, with none of those before it since.
struct Switch<T> {
    before: T,
    after: T,
    /// Turns before it.
    turns: usize,
    /// How many of those brought something new as well.
    news_before: usize,
}

impl<T> Switch<T> {
    /// Whether something so new is hardly ever as near to a given turn: with half of one more added, as for any small share.
    fn is_no_chance(&self) -> bool {
        let share = (float(self.news_before) + 0.5) / (float(self.turns) + 1.0);
        share * float(2 * APART + 1) <= ALPHA
    }
}

/// The switch of a value within [`APART`] turns of the change.
fn switch_of<T: Clone + PartialEq>(
    own: &LaneFacts,
    turns: &CompareTurns,
    from: u32,
    value: impl Fn(&TurnFacts) -> Option<T>,
) -> Option<Switch<T>> {
    let known: Vec<(u32, T)> = (own.turns.iter())
        .filter(|turn| turns.recent.contains(&turn.number) || turns.since.contains(&turn.number))
        .filter_map(|turn| Some((turn.number, value(turn)?)))
        .collect();
    let change = known.partition_point(|(number, _)| *number < from);
    let earliest = change.checked_sub(APART)?;
    let is_old = |index: usize, until: usize| {
        known
            .get(index)
            .is_some_and(|(_, value)| known.iter().take(until).any(|(_, before)| before == value))
    };
    // The first from which on every value is one that was never there before it.
    let first = (earliest..=change + APART)
        .find(|first| (*first..known.len()).all(|index| !is_old(index, *first)))?;
    if first < LEAST_BEFORE || known.len() < first + LEAST_SINCE {
        return None;
    }
    let news_before = (1..first).filter(|index| !is_old(*index, *index)).count();
    Some(Switch {
        before: known.get(first - 1)?.1.clone(),
        after: known.get(first)?.1.clone(),
        turns: first,
        news_before,
    })
}

/// Other counts of the same prompts. Where counts differ from turn to turn, prompts do, and nothing is said.
fn input_tokens(own: &LaneFacts, turns: &CompareTurns, from: u32) -> Option<ModelSign> {
    let switch = switch_of(own, turns, from, |turn| turn.in_tokens)?;
    if !switch.is_no_chance() {
        return None;
    }
    let (since, before) = own.since_and_before(turns);
    let sorted = |turns: &[&TurnFacts]| {
        let mut values: Vec<f64> = turns.iter().filter_map(|turn| turn.in_tokens).collect();
        let middle = median(&mut values)?;
        let (low, high) = (*values.first()?, *values.last()?);
        (low > 0.0 && high <= low * SAME_PROMPTS).then_some((middle, low, high))
    };
    let trimmed = before.get(..before.len().saturating_sub(APART))?;
    let (before, low, high) = sorted(trimmed)?;
    let (after, low_since, high_since) = sorted(since.get(APART.min(since.len())..)?)?;
    (low_since > high || high_since < low).then_some(ModelSign::InputTokens { before, after })
}

fn output_tokens(own: &LaneFacts, turns: &CompareTurns, calendar: Calendar) -> Option<ModelSign> {
    let ln = |turn: &TurnFacts| turn.out_tokens.filter(|tokens| *tokens > 0.0).map(f64::ln);
    let values = own.compared(turns, ln);
    let found = shift(&values.since, &values.usual, calendar, SURE)?;
    let before = shift(&values.just_before, &values.usual, calendar, SURE);
    let at_these_turns = found.value - before.map_or(0.0, |before| before.value);
    let is_with_it = at_these_turns / found.value >= 0.5;
    (found.is_sure() && found.value.abs() >= LEAST_RATIO.ln() && is_with_it).then(|| {
        ModelSign::OutputTokens {
            ratio: found.value.exp(),
            ratio_low: found.low.exp(),
            ratio_high: found.high.exp(),
        }
    })
}

fn right(own: &LaneFacts, turns: &CompareTurns) -> Option<ModelSign> {
    let count = |turns: &[&TurnFacts]| {
        turns.iter().fold((0, 0), |(right, of), turn| {
            (right + turn.right as usize, of + turn.checked as usize)
        })
    };
    let (since, before) = own.since_and_before(turns);
    let just_before: Vec<&TurnFacts> =
        before.iter().filter(|turn| turns.just_before.contains(&turn.number)).copied().collect();
    let (since, before, just_before) = (count(&since), count(&before), count(&just_before));
    let share = |(right, of): (usize, usize)| float(right) / float(of.max(1));
    let differs = |other: (usize, usize)| {
        let p = if share(since) > share(other) {
            larger_p(since, other)
        } else {
            larger_p(other, since)
        };
        since.1 > 0 && other.1 > 0 && p <= SURE / 2.0
    };
    (differs(before) && differs(just_before))
        .then(|| ModelSign::Right { before: share(before), after: share(since) })
}
