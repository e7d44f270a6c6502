//! Who was first and who was cheapest, once a race is over.

use measure::{Better, Comparison, Metric, Pace, Verdict, carries_median, is_tie, middle};
use serde::{Deserialize, Serialize};

use crate::result::run::{Lane, Run, Status};

/// The distances that are offered, in output tokens.
const DISTANCES: [u32; 4] = [64, 128, 256, 512];

/// What a medal is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Honour {
    /// The least time to first token.
    FirstWord,
    /// The least time to the first token of the answer.
    FirstAnswer,
    /// The least time to so many output tokens.
    FirstTo,
    /// The least cost.
    Cheapest,
}

/// A medal, and who has it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Medal {
    /// What it is for.
    pub honour: Honour,
    /// The winners, best first, by their places among the lanes that ran; more than one is a tie.
    pub lanes: Vec<u32>,
    /// The best value: milliseconds since the send, or dollars.
    pub value: f64,
}

/// Why there are no medals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Unranked {
    /// No lane finished in every round.
    Nobody,
    /// No real lane did, and simulated ones are not ranked beside real ones.
    NobodyReal,
    /// One lane did, so there is nothing to rank.
    Alone,
    /// One real lane did, and simulated ones are not ranked beside it.
    AloneReal,
}

/// The medals of a race.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Medals {
    /// The medals that at least two lanes competed for.
    pub medals: Vec<Medal>,
    /// Why there are none, where nobody was ranked.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unranked: Option<Unranked>,
    /// The distance of [`Honour::FirstTo`], in output tokens by the count that the speeds use.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
    /// The usual distances that at least two ranked lanes came to.
    pub distances: Vec<u32>,
    /// The longest distance that all ranked lanes came to in every round.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longest_common: Option<u32>,
    /// For each lane of the run, ranked or not, how long it took to the distance; absent where it never came so far.
    pub to_distance_ms: Vec<Option<f64>>,
}

/// Decides the medals of a race that is over. `paces` holds, for each lane of the run in order, how far it had come by
/// when, once per measured round. Without a `distance`, it is the longest usual one that all ranked lanes came to, and
/// else the longest that they have in common.
///
/// Ranked are lanes that finished in every round, and no simulated one beside a real one. Over several rounds the median
/// stands for a lane, or the mean where they carry no median. Who differs from the best by less than 2 % has tied with
/// it, and so has, from five rounds on, whom the rounds do not tell from it, pair by pair.
pub fn medals(run: &Run, paces: &[Vec<Pace>], distance: Option<u32>) -> Medals {
    let field = Field::of(run);
    let ranked = &field.lanes;
    let shortest = |lane: &usize| {
        let paces = paces.get(*lane)?;
        paces.iter().map(Pace::total).min()
    };
    let mut reached: Vec<u32> = ranked.iter().filter_map(shortest).collect();
    reached.sort_unstable_by(|a, b| b.cmp(a));
    let all_have_one = reached.len() == ranked.len();
    let longest_common = reached.last().copied().filter(|tokens| all_have_one && *tokens > 0);
    let second = reached.get(1).copied().unwrap_or(0);
    let distances: Vec<u32> = DISTANCES.into_iter().filter(|tokens| *tokens <= second).collect();
    let usual = longest_common
        .and_then(|common| DISTANCES.into_iter().filter(|tokens| *tokens <= common).max());
    let distance = distance.or(usual).or(longest_common).filter(|tokens| *tokens > 0);
    let times: Vec<Vec<Option<f64>>> = paces
        .iter()
        .map(|rounds| rounds.iter().map(|pace| pace.time_to_ms(distance?)).collect())
        .collect();
    Medals {
        medals: match field.unranked {
            Some(_) => Vec::new(),
            None => [
                award(ranked, Honour::FirstWord, &values(run, Metric::TtftMs)),
                award(ranked, Honour::FirstAnswer, &values(run, Metric::TtfatMs)),
                award(ranked, Honour::FirstTo, &times),
                award(ranked, Honour::Cheapest, &values(run, Metric::CostUsd)),
            ]
            .into_iter()
            .flatten()
            .collect(),
        },
        unranked: field.unranked,
        distance,
        distances,
        longest_common,
        to_distance_ms: times.iter().map(|rounds| standing(rounds)).collect(),
    }
}

/// Who leads in one number by the rules of [`medals`], best first, by their places among the lanes that ran; more than
/// one is a tie. Nobody where fewer than two lanes are ranked.
pub fn leaders(run: &Run, metric: Metric) -> Vec<u32> {
    let field = Field::of(run);
    let ranked = metric.definition().better.filter(|_| field.unranked.is_none());
    let best = ranked.and_then(|better| best(&field.lanes, &values(run, metric), better));
    best.map_or_else(Vec::new, |(lanes, _)| lanes)
}

/// A number of every request, lane by lane.
fn values(run: &Run, metric: Metric) -> Vec<Vec<Option<f64>>> {
    let of_lane =
        |lane: &Lane| lane.samples.iter().map(|sample| sample.values().get(metric)).collect();
    run.lanes.iter().map(of_lane).collect()
}

/// Who is ranked.
struct Field {
    lanes: Vec<usize>,
    unranked: Option<Unranked>,
}

impl Field {
    fn of(run: &Run) -> Self {
        let finished = |lane: &Lane| {
            !lane.samples.is_empty() && lane.samples.iter().all(|s| s.status == Status::Ok)
        };
        let any_real = run.lanes.iter().any(|lane| !lane.simulated);
        let all: Vec<(usize, &Lane)> =
            run.lanes.iter().enumerate().filter(|(_, lane)| finished(lane)).collect();
        let lanes: Vec<usize> = all
            .iter()
            .filter(|(_, lane)| !(any_real && lane.simulated))
            .map(|(index, _)| *index)
            .collect();
        let unranked = match (lanes.len(), lanes.len() < all.len()) {
            (0, false) => Some(Unranked::Nobody),
            (0, true) => Some(Unranked::NobodyReal),
            (1, false) => Some(Unranked::Alone),
            (1, true) => Some(Unranked::AloneReal),
            _ => None,
        };
        Self { lanes, unranked }
    }
}

/// What stands for a lane; absent where one of its rounds has no value, since the others are then its better ones.
fn standing(rounds: &[Option<f64>]) -> Option<f64> {
    let values: Vec<f64> = rounds.iter().copied().collect::<Option<_>>()?;
    middle(values)
}

fn award(ranked: &[usize], honour: Honour, values: &[Vec<Option<f64>>]) -> Option<Medal> {
    let (lanes, value) = best(ranked, values, Better::Lower)?;
    Some(Medal { honour, lanes, value })
}

/// The best of the ranked lanes and whoever ties with it, with the best value; `None` unless two have one. `values` holds
/// what each lane of the run came to in each round.
fn best(ranked: &[usize], values: &[Vec<Option<f64>>], better: Better) -> Option<(Vec<u32>, f64)> {
    let mut known: Vec<(usize, &[Option<f64>], f64)> = ranked
        .iter()
        .filter_map(|lane| {
            let rounds = values.get(*lane)?;
            Some((*lane, rounds.as_slice(), standing(rounds)?))
        })
        .collect();
    known.sort_by(|(_, _, a), (_, _, b)| match better {
        Better::Lower => a.total_cmp(b),
        Better::Higher => b.total_cmp(a),
    });
    let [(_, best, value), _, ..] = known.as_slice() else { return None };
    let lanes = known
        .iter()
        .filter(|(_, rounds, other)| is_tied((best, *value), (rounds, *other), better))
        .map(|(lane, _, _)| u32::try_from(*lane).unwrap_or(u32::MAX))
        .collect();
    Some((lanes, *value))
}

type Rounds<'a> = &'a [Option<f64>];

/// From as many rounds on as carry a median, they tell by themselves whether lanes differ.
fn is_tied(
    (best, value): (Rounds<'_>, f64),
    (rounds, other): (Rounds<'_>, f64),
    better: Better,
) -> bool {
    if is_tie(value, other) || best == rounds {
        return true;
    }
    let pairs: Vec<_> = best.iter().copied().zip(rounds.iter().copied()).collect();
    carries_median(pairs.len())
        && Comparison::of(&pairs, better).is_some_and(|comparison| comparison.verdict != Verdict::A)
}

#[cfg(test)]
#[path = "medals_tests.rs"]
mod tests;
