//! Rankings for a use, by a formula that is shown and that the user can change.
//!
//! `score = Π (best ÷ own) ^ (weight ÷ sum of weights)`, for a rate `own ÷ best`: a weighted geometric mean of ratios,
//! which does not depend on the units, and in which one good figure cannot make up for a very bad one. Fleming and
//! Wallace (1986), "How not to lie with statistics". A figure below its floor counts as the floor: whether a request
//! costs nothing or a millionth of a dollar makes no difference. A contender that breaks a limit has no rank.
//!
//! If two scores differ by no more than the measurement's scatter, both share a range of ranks. A limit that the
//! measured requests keep, but too few to prove it, is open.

mod figure;
mod limit;
mod score_standing;
mod use_case;

use measure::{Better, format};
use serde::Serialize;

pub use self::figure::Figure;
use self::limit::{LimitState, limit_state};
use self::score_standing::standing;
pub(crate) use self::use_case::use_case_of_checked;
pub use self::use_case::{RankLimit, RankTerm, UseCase, use_cases};
use crate::contender::{ContenderSummary, is_of_times};
use crate::latency_model::LatencyModel;
use crate::measured_lengths::ClaimedLengths;
use crate::request::small;
use crate::verdicts::{Standing, Verdicts};
use crate::what_if::{Estimate, estimate};

/// One figure of a contender within a score.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct RankPart {
    /// Which figure.
    pub figure: Figure,
    /// Its value; absent if unknown.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Its score, from 0 to 1 for the best of the ranked contenders.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goodness: Option<f64>,
}

/// A contender in a ranking.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct ContenderRank {
    /// Which contender.
    pub place: u32,
    /// The best rank it may have, from 1: one more than the number of contenders whose score is significantly better.
    /// Absent if it cannot be ranked or breaks a limit.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<u32>,
    /// The worst rank it may have; absent if `rank` is.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank_to: Option<u32>,
    /// Score, 0 to 1; absent if the rank is.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// Score of each figure.
    pub parts: Vec<RankPart>,
    /// Reasons why it has no rank.
    pub against: Vec<String>,
    /// Limits that its measured requests keep, although they are too few to prove it; empty if there are none.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<String>,
}

/// A ranking.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Ranking {
    /// The use case with its formula.
    pub use_case: UseCase,
    /// The formula in words.
    pub formula: String,
    /// Best first, then those without a rank.
    pub ranked: Vec<ContenderRank>,
    /// The result in one sentence.
    pub sentence: String,
}

/// Ranks contenders for one use case.
pub(crate) fn ranking(
    contenders: &[&ContenderSummary],
    use_case: &UseCase,
    verdicts: &Verdicts,
) -> Ranking {
    let terms: Vec<RankTerm> =
        use_case.terms.iter().copied().filter(|term| term.weight > 0.0).collect();
    let figures: Vec<(&ContenderSummary, Estimate)> =
        contenders.iter().map(|one| (*one, estimate(one, &use_case.workload))).collect();
    let against: Vec<Vec<String>> =
        figures.iter().map(|(one, estimate)| against(one, estimate, &terms, use_case)).collect();
    let best = |figure: Figure| {
        let able = figures.iter().zip(&against).filter(|(_, against)| against.is_empty());
        let values = able.filter_map(|((one, estimate), _)| figure.of(one, estimate));
        match figure.better() {
            Better::Lower => values.reduce(f64::min),
            Better::Higher => values.reduce(f64::max),
        }
    };
    let mut ranked: Vec<(&ContenderSummary, ContenderRank)> = figures
        .iter()
        .zip(&against)
        .map(|((one, estimate), against)| {
            let parts: Vec<RankPart> = terms
                .iter()
                .map(|term| {
                    let value = term.figure.of(one, estimate);
                    let best = best(term.figure).filter(|_| against.is_empty());
                    let goodness =
                        value.zip(best).map(|(own, best)| goodness(term.figure, own, best));
                    RankPart { figure: term.figure, value, goodness }
                })
                .collect();
            let score = against.is_empty().then(|| score(&terms, &parts)).flatten();
            (
                *one,
                ContenderRank {
                    place: one.place,
                    rank: None,
                    rank_to: None,
                    score,
                    parts,
                    against: against.clone(),
                    open: open(one, estimate, use_case),
                },
            )
        })
        .collect();
    ranked.sort_by(|(_, a), (_, b)| b.score.unwrap_or(-1.0).total_cmp(&a.score.unwrap_or(-1.0)));
    let able: Vec<(&ContenderSummary, f64)> =
        ranked.iter().filter_map(|(one, ranked)| Some((*one, ranked.score?))).collect();
    let stands = |one: &ContenderSummary, wanted: Standing| {
        let own = able.iter().find(|(other, _)| other.place == one.place).map(|(_, score)| *score);
        let others = able.iter().filter(|(other, _)| other.place != one.place);
        others
            .filter(|(other, score)| {
                let scores = (own.unwrap_or(0.0), *score);
                standing((one, other), scores, (&terms, &use_case.workload), verdicts) == wanted
            })
            .count()
    };
    let all = able.len();
    let ranks: Vec<(u32, u32)> = able
        .iter()
        .map(|(one, _)| {
            let (above, below) = (stands(one, Standing::Worse), stands(one, Standing::Better));
            (small(above + 1), small(all - below))
        })
        .collect();
    for ((_, one), (rank, to)) in ranked.iter_mut().zip(ranks) {
        (one.rank, one.rank_to) = (Some(rank), Some(to));
    }
    Ranking {
        use_case: use_case.clone(),
        formula: formula(&terms, &use_case.limits),
        sentence: sentence(&ranked, use_case, &rest_on(&ranked, &terms, use_case))
            + &unproven(&ranked)
            + &warned(&ranked),
        ranked: ranked.into_iter().map(|(_, ranked)| ranked).collect(),
    }
}

/// The ratio to the best, 1 for the best itself.
fn goodness(figure: Figure, own: f64, best: f64) -> f64 {
    let (own, best) = (figure.utility(own), figure.utility(best));
    if best > 0.0 { (own / best).clamp(0.0, 1.0) } else { 1.0 }
}

fn score(terms: &[RankTerm], parts: &[RankPart]) -> Option<f64> {
    let all: f64 = terms.iter().map(|term| term.weight).sum();
    let mut score = 1.0;
    for (term, part) in terms.iter().zip(parts) {
        score *= part.goodness?.powf(term.weight / all);
    }
    (all > 0.0).then_some(score)
}

/// The reasons why a contender has no rank.
fn against(
    one: &ContenderSummary,
    estimate: &Estimate,
    terms: &[RankTerm],
    use_case: &UseCase,
) -> Vec<String> {
    let unknown = terms
        .iter()
        .filter(|term| term.figure.of(one, estimate).is_none())
        .map(|term| term.figure.unknown(one));
    let broken =
        use_case.limits.iter().filter_map(|limit| match limit_state(one, estimate, limit) {
            LimitState::No(why) => Some(why),
            LimitState::Yes | LimitState::Open(_) => None,
        });
    let mut all: Vec<String> = unknown.chain(broken).collect();
    let mut seen = Vec::new();
    all.retain(|why| {
        let is_new = !seen.contains(why);
        seen.push(why.clone());
        is_new
    });
    all
}

/// The limits that it may break although no measured request shows it.
fn open(one: &ContenderSummary, estimate: &Estimate, use_case: &UseCase) -> Vec<String> {
    let open = use_case.limits.iter().filter_map(|limit| match limit_state(one, estimate, limit) {
        LimitState::Open(why) => Some(why),
        LimitState::Yes | LimitState::No(_) => None,
    });
    open.collect()
}

fn formula(terms: &[RankTerm], limits: &[RankLimit]) -> String {
    let all: f64 = terms.iter().map(|term| term.weight).sum();
    if all <= 0.0 {
        return "No figure has a weight.".to_owned();
    }
    let weighed: Vec<String> = terms
        .iter()
        .map(|term| format!("{} {}", term.figure.name(), format::percent(term.weight / all)))
        .collect();
    let limits: Vec<String> = limits
        .iter()
        .map(|limit| {
            let word = if limit.figure.better() == Better::Lower { "at most" } else { "at least" };
            format!("{} {word} {}", limit.figure.name(), limit.figure.text(limit.value))
        })
        .collect();
    let weighed = format!("Weighed: {}.", format::list(&weighed));
    if limits.is_empty() {
        weighed
    } else {
        format!("{weighed} Must keep: {}.", format::list(&limits))
    }
}

/// What the scores rest on where they predict lengths that were not measured; otherwise nothing.
fn rest_on(
    ranked: &[(&ContenderSummary, ContenderRank)],
    terms: &[RankTerm],
    use_case: &UseCase,
) -> String {
    let limits = use_case.limits.iter().map(|limit| limit.figure);
    let figures: Vec<Figure> = terms.iter().map(|term| term.figure).chain(limits).collect();
    let able = ranked.iter().filter(|(_, ranked)| ranked.score.is_some()).map(|(one, _)| *one);
    let predicted = able.filter(|one| figures.iter().any(|figure| figure.is_predicted(one)));
    let models: Vec<LatencyModel> = predicted.filter_map(|one| one.latency).collect();
    let is_loop =
        figures.iter().any(|figure| matches!(figure, Figure::LoopTime | Figure::LoopCost));
    let claimed = if is_loop {
        ClaimedLengths::of_loop(&use_case.workload)
    } else {
        ClaimedLengths::of_request(&use_case.workload)
    };
    claimed.rest_on(models.iter())
}

fn sentence(
    ranked: &[(&ContenderSummary, ContenderRank)],
    use_case: &UseCase,
    rest_on: &str,
) -> String {
    let mut able = ranked.iter().filter_map(|(one, ranked)| Some((one, ranked, ranked.score?)));
    let name = use_case.name.to_lowercase();
    let Some((first, own, score)) = able.next() else {
        let why = ranked.first().map(|(_, first)| &first.against).filter(|why| {
            !why.is_empty() && ranked.iter().all(|(_, ranked)| ranked.against == **why)
        });
        let why = why.map_or_else(String::new, |why| format!(": {}", format::list(why)));
        return format!("For {name} no contender can be ranked{why}.");
    };
    let top: Vec<&str> = std::iter::once(first.name.as_str())
        .chain(
            able.clone()
                .filter(|(_, ranked, _)| ranked.rank == Some(1))
                .map(|(one, ..)| one.name.as_str()),
        )
        .collect();
    match (able.next(), own.rank_to) {
        (None, _) => format!("For {name}: {}{rest_on}.", first.name),
        (Some((next, _, other)), Some(1)) => {
            let (own, other) = apart(score, other);
            format!(
                "For {name}: {}, {own} of 100 against {other} of {}{rest_on}.",
                first.name, next.name
            )
        }
        _ => format!("For {name} no one is significantly best: {}{rest_on}.", format::list(&top)),
    }
}

/// Two scores of 100, with as many digits, up to two, as it takes to tell them apart.
fn apart(one: f64, other: f64) -> (String, String) {
    let text = |digits: usize| {
        let of = |score: f64| format!("{:.digits$}", score * 100.0);
        (of(one), of(other))
    };
    (0..2).map(text).find(|(one, other)| one != other).unwrap_or_else(|| text(2))
}

/// Which limits the first may break after all, as a further sentence; empty if it surely keeps them.
fn unproven(ranked: &[(&ContenderSummary, ContenderRank)]) -> String {
    let first = ranked.first().filter(|(_, ranked)| ranked.score.is_some());
    let Some((first, ranked)) = first.filter(|(_, ranked)| !ranked.open.is_empty()) else {
        return String::new();
    };
    format!(" Whether {} keeps the limits is open: {}.", first.name, format::list(&ranked.open))
}

/// A further sentence saying that the first's times are doubtful; empty if they are not.
fn warned(ranked: &[(&ContenderSummary, ContenderRank)]) -> String {
    let Some((first, _)) = ranked.first().filter(|(_, ranked)| ranked.score.is_some()) else {
        return String::new();
    };
    let doubtful = first.warnings.iter().filter(|own| is_of_times(own.warning));
    let counted: Vec<String> = doubtful
        .map(|own| format!("{} in {} of {}", own.warning.tag(), own.requests, first.good))
        .collect();
    if counted.is_empty() {
        return String::new();
    }
    format!(" Requests of {} have warnings: {}.", first.name, format::list(&counted))
}

#[cfg(test)]
#[path = "ranking_tests.rs"]
mod tests;
