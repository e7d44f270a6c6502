//! Who is best for a use, by a formula that is data: shown, and changed by whoever disagrees.
//!
//! `score = Π (best ÷ own) ^ (weight ÷ sum of weights)`, for a rate `own ÷ best`: a weighted geometric mean of ratios, which
//! is the same whatever the units, and in which no figure can be bought back without end. Fleming and Wallace (1986), "How
//! not to lie with statistics". A limit is kept or not: whoever breaks one has no rank.

use measure::{Better, format, is_tie};
use serde::{Deserialize, Serialize};

use crate::contender::Contender;
use crate::point::small;
use crate::quantity::Quantity;
use crate::what_if::{Estimate, Workload, estimate};

/// What a use asks of a contender.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Figure {
    /// Median time to first token, in milliseconds.
    Ttft,
    /// p95 of the time to first token, in milliseconds; the worst of fewer than twenty.
    TtftTail,
    /// Output speed, in tokens per second.
    Speed,
    /// What an answer of the use's length would take, in milliseconds.
    Latency,
    /// What a request of the use would cost, in dollars.
    Cost,
    /// What a loop of the use would take, in milliseconds.
    LoopTime,
    /// What a loop of the use would cost, in dollars.
    LoopCost,
    /// Requests that failed ÷ those that ended, 0 to 1.
    ErrorRate,
}

impl Figure {
    fn better(self) -> Better {
        if self == Self::Speed { Better::Higher } else { Better::Lower }
    }

    fn of(self, one: &Contender, estimate: &Estimate) -> Option<f64> {
        match self {
            Self::Ttft => one.middle(Quantity::Ttft),
            Self::TtftTail => one.ttft_ms.as_ref().map(|ttft| ttft.tail(Better::Lower).0),
            Self::Speed => one.middle(Quantity::Speed),
            Self::Latency => estimate.total_ms,
            Self::Cost => estimate.usd,
            Self::LoopTime => estimate.loop_ms,
            Self::LoopCost => estimate.loop_usd,
            Self::ErrorRate => one.error_rate,
        }
    }

    fn told(self, value: f64) -> String {
        match self {
            Self::Ttft | Self::TtftTail | Self::Latency => format::seconds(value),
            Self::LoopTime => format::span(value),
            Self::Speed => format::speed(value),
            Self::Cost | Self::LoopCost => format::dollars(value),
            Self::ErrorRate => format::percent(value),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Ttft => "TTFT",
            Self::TtftTail => "p95 TTFT",
            Self::Speed => "output speed",
            Self::Latency => "latency",
            Self::Cost => "cost",
            Self::LoopTime => "loop time",
            Self::LoopCost => "loop cost",
            Self::ErrorRate => "error rate",
        }
    }
}

/// How much a figure weighs.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct RankTerm {
    /// Which figure.
    pub figure: Figure,
    /// Its weight, 0 or more; only the share of all weights counts.
    pub weight: f64,
}

/// What a figure must keep: at most so much, or for a rate at least.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct RankLimit {
    /// Which figure.
    pub figure: Figure,
    /// The limit, in the figure's own unit.
    pub value: f64,
}

/// A use, and what it asks for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct UseCase {
    /// What it is called in a question.
    pub id: String,
    /// What people read.
    pub name: String,
    /// Why the formula is as it is.
    pub why: String,
    /// What its requests are like.
    pub workload: Workload,
    /// What is weighed.
    pub terms: Vec<RankTerm>,
    /// What must be kept.
    pub limits: Vec<RankLimit>,
}

fn use_case(
    (id, name, why): (&str, &str, &str),
    (in_tokens, out_tokens, steps): (f64, f64, u32),
    terms: &[(Figure, f64)],
    limits: &[(Figure, f64)],
) -> UseCase {
    let workload =
        Workload { in_tokens, out_tokens, steps, requests_per_day: 1_000.0, growing: true };
    UseCase {
        id: id.to_owned(),
        name: name.to_owned(),
        why: why.to_owned(),
        workload,
        terms: terms
            .iter()
            .map(|(figure, weight)| RankTerm { figure: *figure, weight: *weight })
            .collect(),
        limits: limits
            .iter()
            .map(|(figure, value)| RankLimit { figure: *figure, value: *value })
            .collect(),
    }
}

/// The uses one begins with, after what the published comparisons say matters to each.
pub fn use_cases() -> Vec<UseCase> {
    vec![
        use_case(
            (
                "voice",
                "Voice",
                "Silence is heard: the slow tail of the first token decides, and then only that it keeps up with speech.",
            ),
            (500.0, 60.0, 1),
            &[(Figure::TtftTail, 60.0), (Figure::Ttft, 30.0), (Figure::Cost, 10.0)],
            &[(Figure::TtftTail, 1_500.0), (Figure::Speed, 15.0), (Figure::ErrorRate, 0.02)],
        ),
        use_case(
            (
                "chat",
                "Chat",
                "Half a second is fine for a first word; beyond reading speed more helps less.",
            ),
            (500.0, 300.0, 1),
            &[(Figure::Ttft, 40.0), (Figure::Latency, 30.0), (Figure::Cost, 30.0)],
            &[(Figure::Speed, 10.0), (Figure::ErrorRate, 0.02)],
        ),
        use_case(
            (
                "agent",
                "Coding agent",
                "Each of 20 steps waits for the one before it: first tokens and speed add up.",
            ),
            (4_000.0, 500.0, 20),
            &[(Figure::LoopTime, 70.0), (Figure::LoopCost, 30.0)],
            &[(Figure::ErrorRate, 0.02)],
        ),
        use_case(
            (
                "batch",
                "Batch",
                "Nobody waits for one answer: the bill decides, and that few have to be asked again.",
            ),
            (2_000.0, 500.0, 1),
            &[(Figure::Cost, 85.0), (Figure::Speed, 15.0)],
            &[(Figure::ErrorRate, 0.05)],
        ),
    ]
}

/// One figure of a contender within a score.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct RankPart {
    /// Which figure.
    pub figure: Figure,
    /// Its value; absent where it is not known.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// How good it is: 1 for the best of those who are ranked, 0 at worst.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goodness: Option<f64>,
}

/// Where a contender stands.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Ranked {
    /// Which contender.
    pub place: u32,
    /// From 1; absent for one that cannot be ranked, and for one that breaks a limit.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<u32>,
    /// 0 to 1; absent where the rank is.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// Figure by figure.
    pub parts: Vec<RankPart>,
    /// Why it has no rank, in a few words each.
    pub against: Vec<String>,
}

/// A ranking.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Ranking {
    /// The use, with its formula.
    pub use_case: UseCase,
    /// The formula in words.
    pub formula: String,
    /// The best first; those without a rank last.
    pub ranked: Vec<Ranked>,
    /// What it says.
    pub sentence: String,
}

/// The ranking of these contenders for one use.
pub(crate) fn ranking(contenders: &[&Contender], use_case: &UseCase) -> Ranking {
    let terms: Vec<RankTerm> =
        use_case.terms.iter().copied().filter(|term| term.weight > 0.0).collect();
    let figures: Vec<(&Contender, Estimate)> =
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
    let mut ranked: Vec<(&Contender, Ranked)> = figures
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
            (*one, Ranked { place: one.place, rank: None, score, parts, against: against.clone() })
        })
        .collect();
    ranked.sort_by(|(_, a), (_, b)| b.score.unwrap_or(-1.0).total_cmp(&a.score.unwrap_or(-1.0)));
    for (index, (_, one)) in ranked.iter_mut().enumerate() {
        one.rank = one.score.map(|_| small(index + 1));
    }
    Ranking {
        use_case: use_case.clone(),
        formula: formula(&terms, &use_case.limits),
        sentence: sentence(&ranked, use_case),
        ranked: ranked.into_iter().map(|(_, ranked)| ranked).collect(),
    }
}

/// How near to the best: 1 where it is the best. Against a best of nothing, anything is nothing.
fn goodness(figure: Figure, own: f64, best: f64) -> f64 {
    let (over, under) = if figure.better() == Better::Lower { (best, own) } else { (own, best) };
    if under > 0.0 { (over / under).clamp(0.0, 1.0) } else { 1.0 }
}

fn score(terms: &[RankTerm], parts: &[RankPart]) -> Option<f64> {
    let all: f64 = terms.iter().map(|term| term.weight).sum();
    let mut score = 1.0;
    for (term, part) in terms.iter().zip(parts) {
        score *= part.goodness?.powf(term.weight / all);
    }
    (all > 0.0).then_some(score)
}

/// What keeps a contender from having a rank.
fn against(
    one: &Contender,
    estimate: &Estimate,
    terms: &[RankTerm],
    use_case: &UseCase,
) -> Vec<String> {
    let unknown = terms
        .iter()
        .filter(|term| term.figure.of(one, estimate).is_none())
        .map(|term| format!("{} not known", term.figure.name()));
    let broken = use_case.limits.iter().filter_map(|limit| {
        let figure = limit.figure;
        let Some(value) = figure.of(one, estimate) else {
            return Some(format!("{} not known", figure.name()));
        };
        let (kept, word) = match figure.better() {
            Better::Lower => (value <= limit.value, "above"),
            Better::Higher => (value >= limit.value, "below"),
        };
        let told = || (figure.name(), figure.told(value), figure.told(limit.value));
        (!kept).then(|| {
            let (name, value, limit) = told();
            format!("{name} {value} is {word} {limit}")
        })
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

fn formula(terms: &[RankTerm], limits: &[RankLimit]) -> String {
    let all: f64 = terms.iter().map(|term| term.weight).sum();
    if all <= 0.0 {
        return "Nothing is weighed.".to_owned();
    }
    let weighed: Vec<String> = terms
        .iter()
        .map(|term| format!("{} {}", term.figure.name(), format::percent(term.weight / all)))
        .collect();
    let limits: Vec<String> = limits
        .iter()
        .map(|limit| {
            let word = if limit.figure.better() == Better::Lower { "at most" } else { "at least" };
            format!("{} {word} {}", limit.figure.name(), limit.figure.told(limit.value))
        })
        .collect();
    let weighed = format!("Weighed: {}.", format::list(&weighed));
    if limits.is_empty() {
        weighed
    } else {
        format!("{weighed} Must keep: {}.", format::list(&limits))
    }
}

fn sentence(ranked: &[(&Contender, Ranked)], use_case: &UseCase) -> String {
    let mut able = ranked.iter().filter_map(|(one, ranked)| Some((one, ranked.score?)));
    let Some((first, score)) = able.next() else {
        return format!("For {} nobody can be ranked.", use_case.name.to_lowercase());
    };
    let lead = match able.next() {
        None => String::new(),
        Some((next, other)) if is_tie(score, other) => {
            format!(", all but even with {}", next.name)
        }
        Some((next, other)) => {
            format!(", {:.0} of 100 against {:.0} of {}", score * 100.0, other * 100.0, next.name)
        }
    };
    format!("For {}: {}{lead}.", use_case.name.to_lowercase(), first.name)
}

#[cfg(test)]
#[path = "ranking_tests.rs"]
mod tests;
