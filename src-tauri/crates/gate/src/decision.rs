//! Which limits are kept.

use serde::Serialize;

use crate::contender_requests::ContenderRequests;
use crate::estimate::Estimate;
use crate::limit::{Bound, Limit, Quantity};

/// The chance that any decision of a gate is wrong, at most.
const ALPHA: f64 = 0.05;

/// What is known of a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It is kept.
    Pass,
    /// It is violated.
    Fail,
    /// There are not enough data to know.
    NotEnoughData,
}

impl Outcome {
    /// The outcome in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::NotEnoughData => "not enough data",
        }
    }
}

/// What is known of one limit for one contender.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Finding {
    /// The contender.
    pub contender: String,
    /// The limit in words.
    pub limit: String,
    /// The limited number, for programs: `ttft_ms_p95`.
    pub id: String,
    /// Whether it is kept.
    pub outcome: Outcome,
    /// The number; absent if nothing is known of it.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Estimate>,
    /// The number as it was measured, where the limit is against a baseline, and for tools that keep numbers: the
    /// percentile itself, or the share.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measured: Option<Estimate>,
    /// The limit.
    pub bound: f64,
    /// About how many requests of the contender would settle it with a chance of 80 %; absent if it is settled, or no number
    /// of them would.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs: Option<u32>,
    /// Whether different models answered the contender's requests, so that the number is of all of them together.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub models_mixed: bool,
    /// The number, its interval and the limit in one sentence, and how many models it is of if these are several.
    pub sentence: String,
    /// Whether there were too few requests yet to say that none has the number.
    #[serde(skip)]
    is_early: bool,
    /// The limit itself.
    #[serde(skip)]
    pub(crate) of: Limit,
}

/// One of the times at which decisions are made while requests are still added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// Which, from 0.
    pub number: usize,
    /// How many there are at most, fixed before the first.
    pub of: usize,
}

impl Look {
    /// The only one.
    pub const ONLY: Self = Self { number: 0, of: 1 };

    /// Its share of the chance of a wrong decision: half for the last, which most decisions wait for, and the rest for the
    /// others together.
    fn share(self) -> f64 {
        let before = u32::try_from(self.of.saturating_sub(1)).unwrap_or(u32::MAX);
        match before {
            0 => 1.0,
            _ if self.number + 1 >= self.of => 0.5,
            before => 0.5 / f64::from(before),
        }
    }
}

/// Requests of which not one has a number, after which none is expected to have it.
const HAS_IT: u32 = 20;

/// Decides about every limit for every contender. `baseline` are the contenders of the baseline.
///
/// All wrong decisions together have a chance of 5 % at most (C. E. Bonferroni): of `m` decisions each is made at the share of
/// its look of 5 % ÷ `m`, one-sided. It takes requests for independent of each other.
pub fn judge(
    limits: &[Limit],
    contenders: &[ContenderRequests],
    baseline: Option<&[ContenderRequests]>,
    look: Look,
) -> Vec<Finding> {
    let holds = |limit: &Limit, lane: usize| limit.lane.is_none_or(|only| only == lane);
    let pairs: Vec<(&Limit, &ContenderRequests)> = limits
        .iter()
        .flat_map(|limit| {
            let held = contenders.iter().enumerate();
            held.filter(move |(lane, _)| holds(limit, *lane)).map(move |(_, own)| (limit, own))
        })
        .collect();
    let decisions = u32::try_from(pairs.len()).unwrap_or(u32::MAX).max(1);
    let alpha = ALPHA * look.share() / f64::from(decisions);
    pairs
        .into_iter()
        .map(|(limit, own)| {
            let against = match baseline {
                None => Against::Nothing,
                Some(all) => counterpart(own, contenders, Some(all))
                    .map_or(Against::NoSuchContender, Against::Contender),
            };
            Finding::of(limit, own, against, alpha)
        })
        .collect()
}

/// The contender of a baseline that another is held against: the one of the same name or, where either has only one, that one.
pub(crate) fn counterpart<'a>(
    own: &ContenderRequests,
    contenders: &[ContenderRequests],
    baseline: Option<&'a [ContenderRequests]>,
) -> Option<&'a ContenderRequests> {
    let baseline = baseline?;
    let same = baseline.iter().find(|other| other.name == own.name);
    let only = match (baseline, contenders) {
        ([only], [_]) => Some(only),
        _ => None,
    };
    same.or(only)
}

/// What a limit against a baseline is held against.
#[derive(Clone, Copy)]
enum Against<'a> {
    /// No baseline is given.
    Nothing,
    /// The baseline has no contender of this name.
    NoSuchContender,
    /// Its contender.
    Contender(&'a ContenderRequests),
}

impl Finding {
    /// Whether more requests of the same kind could decide it, if it is open: there is something to hold it against, and requests
    /// have the number, or have been too few to tell.
    pub fn can_be_decided(&self) -> bool {
        self.estimate.is_some_and(|estimate| estimate.n > 0) || self.is_early
    }

    /// Whether its sentence says more than its row: it is not kept, or is of several models.
    pub fn needs_words(&self) -> bool {
        self.outcome != Outcome::Pass || self.models_mixed
    }

    /// A value of what the limit bounds, with its unit.
    pub fn written(&self, value: f64) -> String {
        self.of.written(value)
    }

    fn of(limit: &Limit, own: &ContenderRequests, against: Against<'_>, alpha: f64) -> Self {
        let baseline = match against {
            Against::Contender(baseline) => Some(baseline),
            Against::Nothing | Against::NoSuchContender => None,
        };
        let estimate = Estimate::of(limit, own, baseline, alpha);
        let kept = estimate.and_then(|estimate| estimate.keeps(limit.bound));
        let outcome = match kept {
            Some(true) => Outcome::Pass,
            Some(false) => Outcome::Fail,
            None => Outcome::NotEnoughData,
        };
        let needs = estimate.filter(|_| kept.is_none());
        let needs = needs.and_then(|estimate| estimate.needed(limit.bound, alpha));
        let (Bound::AtMost(bound) | Bound::AtLeast(bound) | Bound::WorseByAtMost(bound)) =
            limit.bound;
        let said = sentence(limit, own, against, estimate, (needs, alpha), outcome);
        let models = own.number_of_models();
        let alone = Limit { bound: Bound::AtMost(bound), ..limit.clone() };
        Self {
            contender: own.name.clone(),
            limit: limit.text(),
            id: limit.quantity.id(),
            outcome,
            estimate,
            measured: Estimate::of(&alone, own, None, alpha),
            bound,
            needs,
            is_early: estimate.is_some() && own.n() < HAS_IT,
            models_mixed: models > 1,
            sentence: match models {
                0 | 1 => said,
                several => format!(
                    "{said} {several} models answered its requests, so this is of all of them together."
                ),
            },
            of: limit.clone(),
        }
    }
}

fn sentence(
    limit: &Limit,
    own: &ContenderRequests,
    against: Against<'_>,
    estimate: Option<Estimate>,
    (needs, alpha): (Option<u32>, f64),
    outcome: Outcome,
) -> String {
    let name = limit.quantity.name();
    let is_relative = matches!(limit.bound, Bound::WorseByAtMost(_));
    match against {
        Against::Nothing if is_relative => {
            return format!("{name}: no baseline is given to hold it against.");
        }
        Against::NoSuchContender if is_relative => {
            return format!("{name}: the baseline has no contender of this name.");
        }
        _ => {}
    }
    let Some(estimate) = estimate else {
        return format!("{name}: the baseline does not keep it.");
    };
    let failed = match own.failed {
        0 => String::new(),
        failed => format!(", {failed} of them failed"),
    };
    let n = format!("{} requests{failed}", estimate.n);
    if estimate.n == 0 {
        let why = match &limit.quantity {
            Quantity::Percentile(metric, _) if !metric.definition().absent.is_empty() => {
                format!(" Without a value: {}.", metric.definition().absent)
            }
            _ => String::new(),
        };
        return format!("{name}: no request has it.{why}");
    }
    let value = estimate.value.map_or_else(|| "failed".to_owned(), |value| limit.written(value));
    let range = match (estimate.low, estimate.high) {
        (Some(low), Some(high)) => format!("{} to {}", limit.written(low), limit.written(high)),
        (Some(low), None) => format!("{} or more", limit.written(low)),
        (None, Some(high)) => format!("{} or less", limit.written(high)),
        (None, None) => "unknown".to_owned(),
    };
    let against = match (is_relative, estimate.baseline_n) {
        (true, Some(baseline_n)) => format!(" against {baseline_n} of the baseline"),
        _ => String::new(),
    };
    let open = match (outcome, needs) {
        (Outcome::NotEnoughData, Some(needs)) => format!(
            " About {} requests would settle it with a chance of 80 %, if it is what it seems.",
            measure::format::count(needs)
        ),
        (Outcome::NotEnoughData, None) if is_relative => match limit.quantity.least(alpha) {
            Some(least) if estimate.n.min(estimate.baseline_n.unwrap_or(0)) < least => {
                format!(" It needs at least {least} requests of either.")
            }
            _ => " With this baseline no number of requests would settle it: it has too few, or the number is at its limit."
                .to_owned(),
        },
        (Outcome::NotEnoughData, None) => {
            " How many requests would settle it cannot be said: there are too few, or the number is at its limit.".to_owned()
        }
        _ => String::new(),
    };
    format!("{name}: {value} (interval: {range}; {n}{against}).{open}")
}

#[cfg(test)]
#[path = "decision_tests.rs"]
mod tests;
