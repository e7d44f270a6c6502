//! What a turn of a watch can cost and answer at most.

use race::{ForecastContext, Plan, check, judge_of, later_steps, preflight};
use store::{HistoryError, TurnLimit};

use crate::application::Application;
use crate::spending::{CostLimit, most_of_contenders};

impl Application {
    /// The maximum of one race of a plan: dollars, unknown where a price or a limit is, and output tokens.
    ///
    /// # Errors
    /// If the history cannot be read.
    pub fn turn_limit(&self, plan: &Plan) -> Result<TurnLimit, HistoryError> {
        let (roster, prices) = (self.roster()?, self.prices()?);
        let line = preflight(plan, &roster, &prices, |_| true);
        let contenders = check(plan, &roster, &prices).unwrap_or_default();
        let later = later_steps(plan, &roster, &prices).unwrap_or_default();
        let judge = judge_of(plan, &roster, &prices).ok().flatten();
        let all = contenders.iter().chain(later.iter().flatten()).chain(&judge);
        let around = ForecastContext {
            roster: &roster,
            prices: &prices,
            has_key: &|_| true,
            pace: &|_, _| None,
        };
        let is_unpriced =
            !line.unpriced.is_empty() || line.judge.is_some_and(|judge| judge.unpriced);
        let usd = match most_of_contenders(plan, all, &around) {
            CostLimit::Usd(usd) if !is_unpriced && line.problems.is_empty() => Some(usd),
            _ => None,
        };
        Ok(TurnLimit { usd, tokens: line.most_tokens })
    }
}
