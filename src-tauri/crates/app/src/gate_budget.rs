//! The budget of a gate, which races several times.

use race::{Plan, Preflight, Run, RunState};

/// What a gate may spend, and what a round may cost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GateBudget {
    /// Dollars; absent without a budget.
    most_usd: Option<f64>,
    /// Dollars that one round costs at most; absent where a price or a limit is unknown.
    round_usd: Option<f64>,
}

impl GateBudget {
    /// A budget of `most_usd` dollars, if there is one, for races whose smallest has this preflight. `None` if it cannot be kept,
    /// because a lane has no price or its answers have no limit.
    pub fn of(most_usd: Option<f64>, smallest: &Preflight) -> Option<Self> {
        let lanes = smallest.lanes.max(1);
        let rounds = f64::from((smallest.requests / lanes).max(1));
        let round_usd =
            smallest.most_usd.filter(|_| smallest.unpriced.is_empty()).map(|usd| usd / rounds);
        (most_usd.is_none() || round_usd.is_some()).then_some(Self { most_usd, round_usd })
    }

    /// The plan with as many rounds as surely fit beside `before`; `None` if not one does. `set` is how many rounds the
    /// smallest race has.
    pub fn fitted(&self, wanted: Plan, set: u32, before: &[Run]) -> Option<Plan> {
        let limits = self.most_usd.zip(self.round_usd).filter(|(_, round)| *round > 0.0);
        let Some((most, round)) = limits else { return Some(wanted) };
        let left = most - before.iter().map(|run| self.spent(run)).sum::<f64>();
        // A sum of dollars is off in its last digits.
        let rounds = (left / round * (1.0 + 1e-9)).floor().clamp(0.0, f64::from(u32::MAX));
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is clamped"
        )]
        let rounds = (rounds as u32).saturating_sub(wanted.warmup);
        let fit = rounds - rounds % set.max(1);
        let repeat = wanted.repeat.min(fit);
        (repeat > 0).then_some(Plan { repeat, ..wanted })
    }

    /// What a run cost; where a request of it has an unknown cost, the most that the run can have cost.
    fn spent(&self, run: &Run) -> f64 {
        let samples = run.lanes.iter().flat_map(|lane| &lane.samples);
        let known: Option<f64> =
            samples.map(|sample| sample.cost_usd.or(sample.is_refused().then_some(0.0))).sum();
        // What warm-up rounds and a round that was stopped cost is in no sample.
        let is_whole = run.state == RunState::Finished && run.plan.warmup == 0;
        let rounds = f64::from(run.plan.repeat.saturating_add(run.plan.warmup));
        known.filter(|_| is_whole).unwrap_or(self.round_usd.unwrap_or(0.0) * rounds)
    }
}

#[cfg(test)]
mod tests {
    use providers::{Dialect, KeyNeed, custom};
    use race::{Lane, RunKind};

    use super::*;

    fn line(most_usd: Option<f64>, unpriced: Vec<u32>) -> Preflight {
        Preflight {
            lanes: 1,
            requests: 1,
            prompt_tokens: 1,
            most_usd,
            unpriced,
            ..Preflight::default()
        }
    }

    fn plan(repeat: u32) -> Plan {
        Plan { repeat, ..Plan::default() }
    }

    fn raced(rounds: u32, state: RunState) -> Run {
        let address = "http://127.0.0.1:1/v1";
        let provider = custom("custom", "Custom", Dialect::OpenaiChat, address, KeyNeed::None)
            .expect("an address");
        let lane = Lane::begun(0, &provider, "m");
        let mut run =
            Run::begun(RunKind::Race, "r".into(), String::new(), plan(rounds), vec![lane]);
        run.state = state;
        run
    }

    #[test]
    fn a_budget_is_kept_by_racing_fewer_rounds() {
        let budget = GateBudget::of(Some(1.0), &line(Some(0.1), Vec::new())).expect("priced");
        let rounds = |wanted, set, before: &[Run]| {
            budget.fitted(plan(wanted), set, before).map(|plan| plan.repeat)
        };
        assert_eq!(rounds(8, 1, &[]), Some(8), "it fits");
        assert_eq!(rounds(20, 1, &[]), Some(10), "as many as fit");
        assert_eq!(rounds(20, 4, &[]), Some(8), "in whole sets");
        assert_eq!(
            rounds(20, 1, &[raced(9, RunState::Stopped)]),
            Some(1),
            "a stopped run counts as the most it can have cost"
        );
        assert_eq!(rounds(20, 1, &[raced(10, RunState::Stopped)]), None, "nothing is left");
        assert_eq!(
            rounds(20, 1, &[raced(10, RunState::Finished)]),
            Some(10),
            "no request of it cost anything"
        );
    }

    #[test]
    fn a_budget_that_cannot_be_kept_is_none() {
        assert_eq!(
            GateBudget::of(Some(1.0), &line(None, Vec::new())),
            None,
            "no price or no limit"
        );
        assert_eq!(
            GateBudget::of(Some(1.0), &line(Some(0.1), vec![0])),
            None,
            "one lane has no price"
        );
        assert!(
            GateBudget::of(None, &line(None, Vec::new())).is_some(),
            "without one nothing has to be kept"
        );
    }
}
