//! Adds a watch: what stands in its way is said now, and not at night.

use std::fmt;

use keys::{KeyError, Keys};
use measure::{Amount, Count, Phrase};
use race::Preflight;
use store::{History, HistoryError, TurnLimit, Watch, WatchBudget, WatchTask};
use watch::RhythmError;

use crate::alarms::secret::forget_webhook;
use crate::application::Application;
use crate::record::fresh_id;
use crate::refusal::Refusal;

/// A watch that was added, and what one of its turns is.
#[derive(Debug, Clone, PartialEq)]
pub struct AddedWatch {
    /// The watch, with its name.
    pub watch: Watch,
    /// What a turn sends.
    pub line: Preflight,
    /// What a turn can cost and answer at most.
    pub most: TurnLimit,
}

/// Why a watch was not added. Nothing was kept.
#[derive(Debug, thiserror::Error)]
pub enum WatchRefusal {
    /// Its rhythm is none.
    #[error("{}", crate::text::sentence(&.0.to_string()))]
    Rhythm(#[from] RhythmError),
    /// Its plan may not start.
    #[error(transparent)]
    Plan(#[from] Refusal),
    /// Its budget lets no turn begin, or cannot be kept.
    #[error("{0}")]
    Budget(BudgetProblem),
    /// It cannot be kept.
    #[error(transparent)]
    History(#[from] HistoryError),
}

/// Why a day's budget lets no turn begin, or cannot be kept.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum BudgetProblem {
    /// Nobody knows what a turn can cost.
    UnknownCost,
    /// An answer has no limit.
    UnknownLength,
    /// A turn can cost more than a day may.
    DearTurn {
        /// A turn, in dollars.
        turn: f64,
        /// A day, in dollars.
        day: f64,
    },
    /// A turn can answer with more tokens than a day may.
    LongTurn {
        /// A turn, in tokens.
        turn: u32,
        /// A day, in tokens.
        day: u32,
    },
}

/// Why a watch was not removed.
#[derive(Debug, thiserror::Error)]
pub enum WatchRemovalError {
    /// The address of an alarm stays in the keyring.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The history cannot be written.
    #[error(transparent)]
    History(#[from] HistoryError),
}

impl BudgetProblem {
    /// In a sentence, with what to do.
    pub fn said(self) -> Phrase {
        match self {
            Self::UnknownCost => unknown_cost(),
            Self::UnknownLength => unknown_length(),
            Self::DearTurn { turn, day } => dear_turn(Amount::dollars(turn), Amount::dollars(day)),
            Self::LongTurn { turn, day } => {
                long_turn(Count(f64::from(turn)), Count(f64::from(day)))
            }
        }
    }
}

impl fmt::Display for BudgetProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.said().fmt(f)
    }
}

measure::phrases! {
    fn unknown_cost() = "watch_budget.unknown_cost", "The budget in dollars cannot be kept: a lane has no price, or its answers have no limit. Give it a price, and limit the output tokens.";
    fn unknown_length() = "watch_budget.unknown_length", "The budget in tokens cannot be kept: an answer has no limit. Limit the output tokens.";
    fn dear_turn(turn: Amount, day: Amount) = "watch_budget.dear_turn", "One turn can cost {turn}, which is more than the {day} of a day. Raise the budget in dollars, or lower the limit of output tokens.";
    fn long_turn(n: Count, day: Count) = "watch_budget.long_turn", "One turn can answer with {n} {n:token|tokens}, which is more than the {day} of a day. Raise the budget in tokens, or lower the limit of output tokens.";
}

/// The problem of a budget for turns of this size; `None` if it can be kept and lets one begin.
fn problem(budget: WatchBudget, most: TurnLimit) -> Option<BudgetProblem> {
    let usd = budget.usd_per_day.and_then(|day| match most.usd {
        None => Some(BudgetProblem::UnknownCost),
        Some(turn) => (turn > day).then_some(BudgetProblem::DearTurn { turn, day }),
    });
    let tokens = || {
        let day = budget.tokens_per_day?;
        match most.tokens {
            None => Some(BudgetProblem::UnknownLength),
            Some(turn) => (turn > day).then_some(BudgetProblem::LongTurn { turn, day }),
        }
    };
    usd.or_else(tokens)
}

impl Application {
    /// Adds a watch, named so or, without a name, `watch-1` and so on. Its plan has to be one that may start: it is admitted, but for
    /// the spending cap, which is another day's.
    ///
    /// # Errors
    /// Why not.
    pub fn add_watch(
        &self,
        history: &History,
        name: &str,
        task: WatchTask,
    ) -> Result<AddedWatch, WatchRefusal> {
        task.rhythm.check()?;
        // What a day may cost is another day's.
        self.admit(&task.plan, || true)?;
        let (line, most) = (self.preflight(&task.plan)?, self.turn_limit(&task.plan)?);
        if let Some(problem) = problem(task.budget, most) {
            return Err(WatchRefusal::Budget(problem));
        }
        let created_s = store::now().unix_timestamp();
        let watch = history.add_watch(&Watch {
            id: fresh_id(store::now()),
            name: name.to_owned(),
            created_s,
            since_s: created_s,
            paused: false,
            tested: None,
            task,
        })?;
        Ok(AddedWatch { watch, line, most })
    }
}

/// Removes a watch with its alarms. Its runs stay in the history.
///
/// # Errors
/// If the keyring does not let go of the address of an alarm, or the history cannot be written.
pub fn remove_watch(keys: &Keys, history: &History, id: &str) -> Result<(), WatchRemovalError> {
    // The addresses of its alarms go first: without their rows nobody would find them.
    for alarm in history.alarms(id)? {
        forget_webhook(keys, &alarm)?;
    }
    history.remove_watch(id)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_that_lets_no_turn_begin_or_cannot_be_kept_is_refused() {
        let of = |usd_per_day, tokens_per_day| WatchBudget { usd_per_day, tokens_per_day };
        let turn = TurnLimit { usd: Some(0.2), tokens: Some(100) };
        let unknown = TurnLimit { usd: None, tokens: None };
        assert_eq!(problem(of(Some(0.2), Some(100)), turn), None, "one turn a day");
        assert_eq!(
            problem(of(None, None), unknown),
            None,
            "without a budget nothing is to be kept"
        );
        let dear = BudgetProblem::DearTurn { turn: 0.2, day: 0.1 };
        assert_eq!(problem(of(Some(0.1), Some(10)), turn), Some(dear));
        let long = BudgetProblem::LongTurn { turn: 100, day: 10 };
        assert_eq!(problem(of(None, Some(10)), turn), Some(long));
        assert_eq!(problem(of(Some(1.0), None), unknown), Some(BudgetProblem::UnknownCost));
        assert_eq!(problem(of(None, Some(1)), unknown), Some(BudgetProblem::UnknownLength));
        assert!(dear.to_string().starts_with("One turn can cost $0.20"), "{dear}");
    }
}
