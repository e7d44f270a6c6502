//! The medals of a finished race: the fastest and the cheapest lanes.

use measure::{
    ALPHA, BestComparison, Better, MeanDifference, MeanPaid, Metric, Pace, Paid, Stopping,
    VERDICT_FROM, Verdict, is_tie, middle, typical,
};
use serde::{Deserialize, Serialize};

use crate::result::lane::Lane;
use crate::result::run::Run;
use crate::result::sample::Sample;
use crate::result::status::Status;
use crate::view::photo::{Photo, photo};
use crate::view::photo_of_rounds::{Crossings, PhotoOfRounds, photo_of_rounds};

/// Selectable distances, in `o200k_base` tokens.
const DISTANCES: [u32; 4] = [64, 128, 256, 512];

/// What a medal is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Honour {
    /// Lowest TTFT.
    FirstToken,
    /// Lowest TTFAT.
    FirstAnswer,
    /// Lowest time to a number of output tokens.
    FirstTo,
    /// Lowest cost.
    Cheapest,
}

/// A medal and its winners.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Medal {
    /// What it is for.
    pub honour: Honour,
    /// Indices of the winners among the lanes that ran, best first; more than one means a tie.
    pub lanes: Vec<u32>,
    /// The best value: milliseconds since the send, or dollars.
    pub value: f64,
}

/// Why there are no medals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum MedalObstacle {
    /// No lane finished in every round.
    Nobody,
    /// No real lane did; simulated lanes are not ranked beside real ones.
    NobodyReal,
    /// One lane did, so there is nothing to rank.
    Alone,
    /// One real lane did, and simulated lanes are not ranked beside it.
    AloneReal,
    /// Lanes did, but none with a right answer in every round.
    NobodyRight,
    /// One lane did with a right answer in every round, so there is nothing to rank.
    AloneRight,
}

/// The medals of a race.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Medals {
    /// The medals that at least two lanes competed for.
    pub medals: Vec<Medal>,
    /// Why there are none, if no lane was ranked.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unranked: Option<MedalObstacle>,
    /// The distance of [`Honour::FirstTo`], in `o200k_base` tokens of the shown text.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
    /// Selectable distances that at least two ranked lanes reached.
    pub distances: Vec<u32>,
    /// The longest distance that all ranked lanes reached in every round.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longest_common: Option<u32>,
    /// Time of each lane of the run, ranked or not, to the distance; absent if it did not reach it.
    pub to_distance_ms: Vec<Option<f64>>,
    /// The photo finish of each measured round; empty without a distance.
    #[serde(default)]
    pub photos: Vec<Photo>,
    /// The photo finish over all measured rounds; absent for one round, or if nobody leads.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over_rounds: Option<PhotoOfRounds>,
}

/// Decides the medals of a finished race. `paces` holds the token progress of each lane in order, one entry per
/// measured round. The default `distance` is the longest selectable one that all ranked lanes reached, otherwise the
/// longest they all reached.
///
/// A lane is ranked if it finished in every round and none of its answers is known to be wrong; simulated lanes are not ranked beside real ones. Over several rounds
/// a lane's value is the median, or the mean with too few rounds for a median; of a cost always the mean, which is what is paid. A lane ties with the best if it differs
/// by less than 2 %; over two to five rounds also if the best was not better in every round; from six rounds on also if
/// [`BestComparison`] finds no significant difference, or, of costs beside those of a chain, [`MeanDifference`].
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
    let stopping = run.plan.stopping();
    let first_to = award(run, ranked, (Honour::FirstTo, None), &times);
    let over_rounds = distance.zip(first_to.as_ref()).and_then(|(tokens, Medal { lanes, .. })| {
        let crossings = Crossings { times: &times, paces, tokens, ranked, leaders: lanes };
        photo_of_rounds(run, &crossings, stopping)
    });
    let of_metric =
        |honour, metric| award(run, ranked, (honour, Some(metric)), &values(run, metric));
    Medals {
        medals: match field.unranked {
            Some(_) => Vec::new(),
            None => [
                of_metric(Honour::FirstToken, Metric::TtftMs),
                of_metric(Honour::FirstAnswer, Metric::TtfatMs),
                first_to,
                of_metric(Honour::Cheapest, Metric::CostUsd),
            ]
            .into_iter()
            .flatten()
            .collect(),
        },
        unranked: field.unranked,
        distance,
        distances,
        longest_common,
        to_distance_ms: times.iter().map(|rounds| standing(rounds, None)).collect(),
        photos: distance.map_or_else(Vec::new, |tokens| photos(run, paces, tokens)),
        over_rounds,
    }
}

fn photos(run: &Run, paces: &[Vec<Pace>], tokens: u32) -> Vec<Photo> {
    let rounds = paces.iter().map(Vec::len).max().unwrap_or(0);
    (0..rounds)
        .map(|round| {
            let of_round: Vec<Option<&Pace>> = paces.iter().map(|lane| lane.get(round)).collect();
            photo(run, round, &of_round, tokens)
        })
        .collect()
}

/// Indices of the lanes that lead in one metric by the rules of [`medals`], best first; more than one means a tie.
/// Empty if fewer than two lanes are ranked.
pub fn leaders(run: &Run, metric: Metric) -> Vec<u32> {
    let field = Field::of(run);
    let ranked = metric.definition().better.filter(|_| field.unranked.is_none());
    let best = ranked
        .and_then(|better| best(run, &field.lanes, &values(run, metric), (Some(metric), better)));
    best.map_or_else(Vec::new, |(lanes, _)| lanes)
}

/// The values of one metric, lane by lane.
fn values(run: &Run, metric: Metric) -> Vec<Vec<Option<f64>>> {
    let of_lane =
        |lane: &Lane| lane.samples.iter().map(|sample| sample.values().get(metric)).collect();
    run.lanes.iter().map(of_lane).collect()
}

/// The ranked lanes.
struct Field {
    lanes: Vec<usize>,
    unranked: Option<MedalObstacle>,
}

impl Field {
    fn of(run: &Run) -> Self {
        let finished = |lane: &Lane| {
            !lane.samples.is_empty() && lane.samples.iter().all(|s| s.status == Status::Ok)
        };
        let any_real = run.lanes.iter().any(|lane| !lane.simulated);
        let all: Vec<(usize, &Lane)> =
            run.lanes.iter().enumerate().filter(|(_, lane)| finished(lane)).collect();
        let alike: Vec<(usize, &Lane)> =
            all.iter().filter(|(_, lane)| !(any_real && lane.simulated)).copied().collect();
        let right = alike.iter().filter(|(_, lane)| !lane.has_wrong_answer());
        let lanes: Vec<usize> = right.map(|(index, _)| *index).collect();
        let unranked = match (lanes.len(), alike.len() < all.len()) {
            (0, _) if !alike.is_empty() => Some(MedalObstacle::NobodyRight),
            (1, _) if alike.len() > 1 => Some(MedalObstacle::AloneRight),
            (0, false) => Some(MedalObstacle::Nobody),
            (0, true) => Some(MedalObstacle::NobodyReal),
            (1, false) => Some(MedalObstacle::Alone),
            (1, true) => Some(MedalObstacle::AloneReal),
            _ => None,
        };
        Self { lanes, unranked }
    }
}

/// A lane's typical value; `None` if a round has no value, because the remaining rounds would then be its better ones.
fn standing(rounds: &[Option<f64>], metric: Option<Metric>) -> Option<f64> {
    let values: Vec<f64> = rounds.iter().copied().collect::<Option<_>>()?;
    match metric {
        Some(metric) => typical(metric, values),
        None => middle(values),
    }
}

fn award(
    run: &Run,
    ranked: &[usize],
    (honour, metric): (Honour, Option<Metric>),
    values: &[Vec<Option<f64>>],
) -> Option<Medal> {
    let (lanes, value) = best(run, ranked, values, (metric, Better::Lower))?;
    Some(Medal { honour, lanes, value })
}

/// The best ranked lane, those that tie with it, and the best value; `None` unless two lanes have a value. `values`
/// holds each lane's value in each round, of a metric or of the time to a number of tokens.
fn best(
    run: &Run,
    ranked: &[usize],
    values: &[Vec<Option<f64>>],
    (metric, better): (Option<Metric>, Better),
) -> Option<(Vec<u32>, f64)> {
    let mut known: Vec<(usize, &[Option<f64>], f64)> = ranked
        .iter()
        .filter_map(|lane| {
            let rounds = values.get(*lane)?;
            Some((*lane, rounds.as_slice(), standing(rounds, metric)?))
        })
        .collect();
    known.sort_by(|(_, _, a), (_, _, b)| match better {
        Better::Lower => a.total_cmp(b),
        Better::Higher => b.total_cmp(a),
    });
    let [(_, best, value), _, ..] = known.as_slice() else { return None };
    let lanes: Vec<usize> = known.iter().map(|(lane, ..)| *lane).collect();
    let any_chain = lanes.iter().any(|lane| run.lanes.get(*lane).is_some_and(Lane::is_chain));
    let apart = if any_chain && metric.is_some_and(Metric::adds_up) {
        dearer(run, &lanes)
    } else {
        let all: Vec<Vec<Option<f64>>> =
            known.iter().map(|(_, rounds, _)| rounds.to_vec()).collect();
        worse(&all, better, run.plan.stopping())
    };
    let lanes = known
        .iter()
        .enumerate()
        .filter(|(place, (_, rounds, other))| {
            let told_apart = apart.contains(place);
            is_tie(*value, *other)
                || *best == *rounds
                || !(told_apart || won_every_one_of_few(best, rounds, better))
        })
        .map(|(_, (lane, _, _))| u32::try_from(*lane).unwrap_or(u32::MAX))
        .collect();
    Some((lanes, *value))
}

/// Those, by place, that are significantly worse than the first of these lanes.
fn worse(all: &[Vec<Option<f64>>], better: Better, stopping: Stopping) -> Vec<usize> {
    // What is best by its mean need not be by its median, and is then shown to be better than nobody.
    let compared = BestComparison::of(all, better, stopping).filter(|found| found.best == 0);
    let others = compared.into_iter().flat_map(|found| found.others);
    let apart = others.filter(|(_, comparison)| comparison.verdict == Verdict::A);
    apart.map(|(place, _)| place).collect()
}

/// Those, by place, whose mean cost is significantly above that of the first of these lanes, among all pairs of them (C. E. Bonferroni).
/// None in a race that ended when it was settled: how often a chain climbed is not known as surely as that of a planned number of rounds.
fn dearer(run: &Run, lanes: &[usize]) -> Vec<usize> {
    if run.plan.stopping() == Stopping::WhenSettled {
        return Vec::new();
    }
    let mean = |lane: &usize| {
        let samples = &run.lanes.get(*lane)?.samples;
        MeanPaid::of(&samples.iter().filter_map(Sample::paid).collect::<Vec<Paid>>())
    };
    let pairs = u32::try_from(lanes.len() * lanes.len().saturating_sub(1) / 2).unwrap_or(u32::MAX);
    let level = ALPHA / f64::from(pairs.max(1));
    let Some(first) = lanes.first().and_then(mean) else { return Vec::new() };
    let is_dearer = |lane: &usize| {
        mean(lane).is_some_and(|other| {
            let found = MeanDifference::of(&first, &other, ALPHA);
            found.difference < 0.0 && found.p <= level
        })
    };
    (0..lanes.len()).filter(|place| lanes.get(*place).is_some_and(is_dearer)).collect()
}

/// Whether the best was better in every round, if there are too few rounds for a verdict. The medal then describes this
/// race only.
fn won_every_one_of_few(best: &[Option<f64>], other: &[Option<f64>], better: Better) -> bool {
    best.len() < VERDICT_FROM as usize
        && best.iter().zip(other).all(|(best, other)| match better {
            Better::Lower => best < other,
            Better::Higher => best > other,
        })
}

#[cfg(test)]
#[path = "medals_tests.rs"]
mod tests;
