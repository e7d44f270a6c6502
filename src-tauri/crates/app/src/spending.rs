//! The daily spending cap: work that could exceed it needs the user's consent.

use cost::tokens;
use providers::Request;
use race::{Contender, Entry, ForecastContext, JudgeForecast, Plan, Workload, most_cost};
use store::{History, SpendToday};

use crate::admitted::Admitted;
use crate::preferences::Preferences;
use crate::refusal::{OverCap, Refusal};

/// The maximum cost of a plan.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum CostLimit {
    /// At most this many dollars, as far as prices are known.
    Usd(f64),
    /// Unbounded: something in it has a price but no limit.
    Unbounded,
}

/// Admits work that stays within the daily cap, or that the user allows to exceed it. `may_exceed` is called whenever
/// there is a cap, because consent holds for one start.
pub(crate) fn check_cap(
    history: &History,
    most: impl FnOnce() -> CostLimit,
    may_exceed: impl FnOnce() -> bool,
) -> Result<(), Refusal> {
    let Some(cap_usd) = Preferences::load(history)?.cap_usd_per_day else { return Ok(()) };
    let has_leave = may_exceed();
    let SpendToday { usd: spent_usd, unknown, .. } = history.spent_today()?;
    let most = most();
    if has_leave || !most.could_exceed(spent_usd, cap_usd) {
        return Ok(());
    }
    let most_usd = match most {
        CostLimit::Usd(usd) => Some(usd),
        CostLimit::Unbounded => None,
    };
    Err(Refusal::OverCap(OverCap { most_usd, spent_usd, unknown, cap_usd }))
}

/// The maximum cost of a plan. A sweep's budget bounds it.
pub(crate) fn most_of(plan: &Plan, admitted: &Admitted, around: &ForecastContext) -> CostLimit {
    most_of_contenders(plan, admitted.all().map(|entry| &entry.contender), around)
}

/// The same of a plan whose contenders, later steps and judge are these.
pub(crate) fn most_of_contenders<'a>(
    plan: &Plan,
    mut contenders: impl Iterator<Item = &'a Contender>,
    around: &ForecastContext,
) -> CostLimit {
    let input = |request: &Request| u64::from(tokens::count(&request.input_text()));
    let is_unbounded = contenders.any(|contender| {
        let (request, price) = (&contender.request, contender.price.as_ref());
        // The user's own machine is paid for whether or not it serves requests.
        let is_charged = price.is_some_and(|price| price.per_hour.is_none());
        is_charged
            && !request.provider.simulated
            && most_cost(request, price, input(request), 1).is_none()
    });
    // What a later step reads may be without a limit, although its own answer has one.
    let is_unbounded =
        is_unbounded || race::has_unbounded_steps(plan, around.roster, around.prices);
    let (most_usd, budget_usd) = match plan.workload() {
        Workload::Rounds { .. } => {
            (race::preflight(plan, around.roster, around.prices, |_| true).most_usd, None)
        }
        Workload::Sweep(load) => (race::forecast(plan, around).most_usd, load.budget_usd),
    };
    match (budget_usd, most_usd) {
        (Some(budget), most) => CostLimit::Usd(most.map_or(budget, |most| most.min(budget))),
        (None, _) if is_unbounded => CostLimit::Unbounded,
        (None, most) => CostLimit::Usd(most.unwrap_or(0.0)),
    }
}

/// The maximum cost of asking a judge.
pub(crate) fn most_of_judge(judge: &Entry, forecast: &JudgeForecast) -> CostLimit {
    let (request, price) = (&judge.contender.request, judge.contender.price.as_ref());
    let is_charged = price.is_some_and(|price| price.per_hour.is_none());
    if is_charged && !request.provider.simulated && forecast.most_usd.is_none() {
        return CostLimit::Unbounded;
    }
    CostLimit::Usd(forecast.most_usd.unwrap_or(0.0))
}

impl CostLimit {
    /// Whether it could exceed the cap.
    fn could_exceed(self, spent_usd: f64, cap_usd: f64) -> bool {
        match self {
            Self::Usd(most) => most > 0.0 && spent_usd + most > cap_usd,
            Self::Unbounded => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_could_go_over_the_cap_asks() {
        assert!(!CostLimit::Usd(0.4).could_exceed(0.5, 1.0), "it fits");
        assert!(!CostLimit::Usd(0.5).could_exceed(0.5, 1.0), "up to the cap and not over it");
        assert!(CostLimit::Usd(0.6).could_exceed(0.5, 1.0), "it could go over");
        assert!(!CostLimit::Usd(0.0).could_exceed(2.0, 1.0), "what costs nothing is never stopped");
        assert!(CostLimit::Unbounded.could_exceed(0.0, 1.0), "without a limit nobody can say");
    }
}
