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

use measure::{Amount, Better, Phrase};
use serde::Serialize;

pub use self::figure::Figure;
use self::limit::{LimitState, limit_state};
use self::score_standing::standing;
pub(crate) use self::use_case::use_case_of_checked;
pub use self::use_case::{RankLimit, RankTerm, UseCase, use_cases};
use crate::contender::ContenderSummary;
use crate::doubts::{doubtful, doubts};
use crate::estimation::{Estimate, estimate};
use crate::exclusion::Exclusion;
use crate::failures::failures_told;
use crate::latency_model::LatencyModel;
use crate::measured_lengths::ClaimedLengths;
use crate::request::small;
use crate::standing::{Standing, may_be_best};
use crate::undecided::{Undecided, and};
use crate::verdicts::Verdicts;
use crate::what_if::without_cache;
use crate::wording::{cost_speed, ranking as say, use_cases};
use crate::workload::Workload;

/// The most contenders of whom a sentence says why they are not ranked.
const NAMED: usize = 3;

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
    pub against: Vec<Phrase>,
    /// Limits that its measured requests keep, although they are too few to prove it; empty if there are none.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<Phrase>,
}

/// A ranking.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Ranking {
    /// The use case with its formula.
    pub use_case: UseCase,
    /// The formula in words.
    pub formula: Phrase,
    /// Best first, then those without a rank.
    pub ranked: Vec<ContenderRank>,
    /// The result in one sentence.
    pub sentence: Phrase,
}

/// Ranks contenders for one use case. Those that are `excluded` have no rank.
pub(crate) fn ranking(
    contenders: &[&ContenderSummary],
    excluded: &[Exclusion],
    use_case: &UseCase,
    verdicts: &Verdicts,
) -> Ranking {
    let terms: Vec<RankTerm> =
        use_case.terms.iter().copied().filter(|term| term.weight > 0.0).collect();
    let figures: Vec<(&ContenderSummary, Estimate)> =
        contenders.iter().map(|one| (*one, estimate(one, &use_case.workload))).collect();
    let excluded = |one: &ContenderSummary| {
        let own = excluded.iter().find(|exclusion| exclusion.place == one.place);
        own.map(|exclusion| exclusion.why.clone())
    };
    let against: Vec<Vec<Phrase>> = figures
        .iter()
        .map(|(one, estimate)| {
            excluded(one).into_iter().chain(against(one, estimate, &terms, use_case)).collect()
        })
        .collect();
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
    let all = able.len();
    let table = standings(&able, (&terms, &use_case.workload), verdicts);
    let stands = |one: usize, other: usize| {
        table.get(one).and_then(|row| row.get(other)).copied().unwrap_or(Standing::Untested)
    };
    let ranks: Vec<(u32, u32)> = (0..all)
        .map(|one| {
            let others = || (0..all).filter(move |other| *other != one);
            let number = |wanted| others().filter(|other| stands(one, *other) == wanted).count();
            (small(number(Standing::Worse) + 1), small(all - number(Standing::Better)))
        })
        .collect();
    let best = may_be_best(&(0..all).collect::<Vec<_>>(), &stands);
    let best: Vec<(&ContenderSummary, Standing)> = best
        .into_iter()
        .filter_map(|at| able.get(at).map(|(one, _)| (*one, stands(0, at))))
        .collect();
    for ((_, one), (rank, to)) in ranked.iter_mut().zip(ranks) {
        (one.rank, one.rank_to) = (Some(rank), Some(to));
    }
    let rest = rest_on(&ranked, &terms, use_case);
    let (said, spoken_of) = sentence(&ranked, use_case, rest, &best);
    let named = ranked_of(&spoken_of, &ranked);
    let is_predicted = |one: &&ContenderSummary| {
        terms.iter().any(|term| term.figure.is_predicted(one) && term.figure.is_timed())
    };
    Ranking {
        use_case: use_case.clone(),
        formula: formula(&terms, &use_case.limits),
        sentence: Phrase::sentences(
            std::iter::once(said)
                .chain(left_out(&ranked))
                .chain(unproven(&ranked))
                .chain(doubtful(&spoken_of))
                .chain(without_cache(named.iter().copied().filter(is_predicted)))
                .chain(failures_told(&named)),
        ),
        ranked: ranked.into_iter().map(|(_, ranked)| ranked).collect(),
    }
}

/// How each of these with its score compares with each, by their places.
fn standings(
    able: &[(&ContenderSummary, f64)],
    by: (&[RankTerm], &Workload),
    verdicts: &Verdicts,
) -> Vec<Vec<Standing>> {
    let row = |(one, own): &(&ContenderSummary, f64)| {
        let of = |(other, score): &(&ContenderSummary, f64)| {
            standing((one, other), (*own, *score), by, verdicts)
        };
        able.iter().map(of).collect()
    };
    able.iter().map(row).collect()
}

/// Those of them that have a rank: of the others it is said why they have none.
fn ranked_of<'a>(
    all: &[&'a ContenderSummary],
    ranked: &[(&ContenderSummary, ContenderRank)],
) -> Vec<&'a ContenderSummary> {
    let has_rank = |one: &&&ContenderSummary| {
        ranked.iter().any(|(_, own)| own.place == one.place && own.score.is_some())
    };
    all.iter().filter(has_rank).copied().collect()
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

/// The reasons why a contender has no rank, and the warnings of its times if one is a time or a speed.
fn against(
    one: &ContenderSummary,
    estimate: &Estimate,
    terms: &[RankTerm],
    use_case: &UseCase,
) -> Vec<Phrase> {
    let unknown = terms
        .iter()
        .filter(|term| term.figure.of(one, estimate).is_none())
        .map(|term| (term.figure, term.figure.unknown(one, estimate)));
    let broken =
        use_case.limits.iter().filter_map(|limit| match limit_state(one, estimate, limit) {
            LimitState::No(why) => Some((limit.figure, why)),
            LimitState::Yes | LimitState::Open(_) => None,
        });
    let reasons: Vec<(Figure, Phrase)> = unknown.chain(broken).collect();
    let is_doubted = reasons.iter().any(|(figure, _)| figure.is_timed());
    let doubts = if is_doubted { doubts(one) } else { Vec::new() };
    let mut all: Vec<Phrase> = reasons.into_iter().map(|(_, why)| why).chain(doubts).collect();
    let mut seen = Vec::new();
    all.retain(|why| {
        let is_new = !seen.contains(why);
        seen.push(why.clone());
        is_new
    });
    all
}

/// The limits that it may break although no measured request shows it.
fn open(one: &ContenderSummary, estimate: &Estimate, use_case: &UseCase) -> Vec<Phrase> {
    let open = use_case.limits.iter().filter_map(|limit| match limit_state(one, estimate, limit) {
        LimitState::Open(why) => Some(why),
        LimitState::Yes | LimitState::No(_) => None,
    });
    open.collect()
}

fn formula(terms: &[RankTerm], limits: &[RankLimit]) -> Phrase {
    let all: f64 = terms.iter().map(|term| term.weight).sum();
    if all <= 0.0 {
        return say::no_weight();
    }
    let weight =
        |term: &RankTerm| say::weight(term.figure.name(), Amount::share(term.weight / all));
    let weighed = say::weighed(terms.iter().map(weight).collect());
    let limit = |limit: &RankLimit| {
        let said =
            if limit.figure.better() == Better::Lower { say::at_most } else { say::at_least };
        said(limit.figure.name(), limit.figure.amount(limit.value))
    };
    let limits: Vec<Phrase> = limits.iter().map(limit).collect();
    let kept = (!limits.is_empty()).then(|| say::must_keep(limits));
    Phrase::sentences(std::iter::once(weighed).chain(kept))
}

/// What the scores rest on where they predict lengths that were not measured; otherwise nothing.
fn rest_on(
    ranked: &[(&ContenderSummary, ContenderRank)],
    terms: &[RankTerm],
    use_case: &UseCase,
) -> Option<Phrase> {
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

/// The result, and of whose times it speaks.
fn sentence<'a>(
    ranked: &[(&'a ContenderSummary, ContenderRank)],
    use_case: &UseCase,
    rest_on: Option<Phrase>,
    best: &[(&'a ContenderSummary, Standing)],
) -> (Phrase, Vec<&'a ContenderSummary>) {
    let mut able = ranked.iter().filter_map(|(one, ranked)| Some((*one, ranked, ranked.score?)));
    let purpose = use_cases::said(&use_case.id, &use_case.name);
    let Some((first, own, score)) = able.next() else {
        let of_all = |why: &&Phrase| ranked.iter().all(|(_, one)| one.against.contains(why));
        let of_first = ranked.first().map_or(&[][..], |(_, first)| &first.against);
        let warnings = ranked.first().map_or_else(Vec::new, |(first, _)| doubts(first));
        let is_reason = |why: &&Phrase| !warnings.contains(why);
        let shared: Vec<Phrase> =
            of_first.iter().filter(of_all).filter(is_reason).cloned().collect();
        if !shared.is_empty() {
            let is_doubted = |(one, rank): &&(&ContenderSummary, ContenderRank)| {
                doubts(one).iter().any(|doubt| rank.against.contains(doubt))
            };
            let spoken_of = ranked.iter().filter(is_doubted).map(|(one, _)| *one).collect();
            return (say::nobody_because(purpose, shared), spoken_of);
        }
        let own = ranked.iter().filter(|(_, one)| !one.against.is_empty());
        let own = own.map(|(who, one)| say::against(who.name.clone(), one.against.clone()));
        let own: Vec<Phrase> = own.collect();
        let said = if own.is_empty() || own.len() > NAMED {
            say::nobody(purpose)
        } else {
            say::nobody_because(purpose, own)
        };
        return (said, Vec::new());
    };
    let mut top = vec![first];
    let said = match (able.next(), own.rank_to) {
        (None, _) => say::only(purpose, first.name.clone(), rest_on),
        (Some((next, _, other)), Some(1)) => {
            top.push(next);
            let (own, other) = apart(score, other);
            say::best(purpose, first.name.clone(), own, other, next.name.clone(), rest_on)
        }
        _ => {
            let others = best.iter().skip(1);
            top.extend(others.clone().map(|(other, _)| *other));
            let named = others.map(|(other, standing)| (other.name.clone(), *standing));
            let undecided = Undecided::of(first.name.clone(), named);
            let rest_on = and(undecided.rest(), rest_on);
            let (why, names) = undecided.first().unwrap_or((Standing::Unsettled, &[]));
            let names = std::iter::once(&first.name).chain(names).cloned().collect();
            let said = match why {
                Standing::Untested => say::untested,
                Standing::Incomparable | Standing::Contradicted => say::none_shown,
                _ => say::none_best,
            };
            said(purpose, names, rest_on)
        }
    };
    (said, top)
}

/// Two scores of 100, with as many digits, up to two, as it takes to tell them apart.
fn apart(one: f64, other: f64) -> (Amount, Amount) {
    let with = |digits: u8| {
        let of = |score: f64| Amount::digits(score * 100.0, digits);
        (of(one), of(other))
    };
    let differ = |(one, other): &(Amount, Amount)| one.to_string() != other.to_string();
    (0..2).map(with).find(differ).unwrap_or_else(|| with(2))
}

/// Who has no rank beside those that have one, and why; `None` if all have.
fn left_out(ranked: &[(&ContenderSummary, ContenderRank)]) -> Option<Phrase> {
    let (able, others): (Vec<_>, Vec<_>) = ranked.iter().partition(|(_, one)| one.score.is_some());
    if able.is_empty() || others.is_empty() {
        return None;
    }
    let more = others.len().saturating_sub(NAMED);
    let more = (more > 0).then(|| cost_speed::more_left_out(more.into()));
    let told = others.iter().take(NAMED);
    let told = told.map(|(who, one)| say::against(who.name.clone(), one.against.clone()));
    Some(say::left_out(told.chain(more).collect()))
}

/// Which limits the first may break after all, as a further sentence; `None` if it surely keeps them.
fn unproven(ranked: &[(&ContenderSummary, ContenderRank)]) -> Option<Phrase> {
    let first = ranked.first().filter(|(_, ranked)| ranked.score.is_some());
    let (first, ranked) = first.filter(|(_, ranked)| !ranked.open.is_empty())?;
    Some(say::limits_open(first.name.clone(), ranked.open.clone()))
}

#[cfg(test)]
#[path = "ranking_limit_tests.rs"]
mod limit_tests;
#[cfg(test)]
#[path = "ranking_right_tests.rs"]
mod right_tests;
#[cfg(test)]
#[path = "ranking_tests.rs"]
mod tests;
