//! A sweep that its budget ended, given a larger one.

use crate::result::level::LevelEnd;
use crate::result::run::{Run, RunState};

impl Run {
    /// The sweep as it goes on with this budget, in dollars or in output tokens: the levels that the old one cut are measured again
    /// from their start, beside what they were.
    ///
    /// # Errors
    /// What is in the way, if no budget ended it or the new one is not larger.
    pub fn with_larger_budget(
        mut self,
        usd: Option<f64>,
        tokens: Option<u32>,
    ) -> Result<Self, &'static str> {
        let Some(load) = self.plan.load.as_mut() else {
            return Err("only a sweep has a budget");
        };
        let is_larger = |new: Option<f64>, old: Option<f64>| match (new, old) {
            (Some(new), Some(old)) => new > old,
            (Some(_), None) => false,
            (None, _) => true,
        };
        let tokens_as_number = |tokens: Option<u32>| tokens.map(f64::from);
        let (usd_before, tokens_before) = (load.budget_usd, load.budget_tokens);
        if !is_larger(usd, usd_before)
            || !is_larger(tokens_as_number(tokens), tokens_as_number(tokens_before))
        {
            return Err("the new budget is not larger than the one that it had");
        }
        let mut is_cut = false;
        for level in self.lanes.iter_mut().flat_map(|lane| &mut lane.levels) {
            if level.ended == LevelEnd::Budget {
                level.ended = LevelEnd::Stopped;
                is_cut = true;
            }
        }
        if !is_cut {
            return Err("no budget ended it; resume it without one");
        }
        load.budget_usd = usd.or(usd_before);
        load.budget_tokens = tokens.or(tokens_before);
        if self.state == RunState::Finished {
            self.state = RunState::Stopped;
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::load::Load;
    use crate::result::level::Level;
    use crate::testing;

    fn ended(by: &LevelEnd) -> Run {
        let levels =
            [LevelEnd::Done, by.clone()].map(|ended| Level { ended, ..Level::default() }).to_vec();
        let mut run = testing::run(vec![crate::Lane { levels, ..testing::lane([]) }]);
        run.plan.load = Some(Load { budget_usd: Some(0.5), ..Load::default() });
        run.state = RunState::Finished;
        run
    }

    #[test]
    fn what_the_old_budget_cut_is_measured_again_with_the_new_one() {
        let run = ended(&LevelEnd::Budget).with_larger_budget(Some(0.6), None).expect("it is more");
        let ends: Vec<LevelEnd> =
            run.lanes[0].levels.iter().map(|level| level.ended.clone()).collect();
        assert_eq!(ends, [LevelEnd::Done, LevelEnd::Stopped], "and what it measured is kept");
        assert_eq!(run.lanes[0].whole_levels().count(), 1, "so that the sweep is not over");
        assert_eq!(run.plan.load.and_then(|load| load.budget_usd), Some(0.6), "the new one holds");
        assert_eq!(run.state, RunState::Stopped, "it can go on");
    }

    #[test]
    fn a_budget_that_changes_nothing_is_refused() {
        for (usd, tokens) in [(Some(0.5), None), (Some(0.4), None), (None, Some(100))] {
            let refused = ended(&LevelEnd::Budget).with_larger_budget(usd, tokens);
            assert!(refused.is_err_and(|why| why.contains("not larger")), "{usd:?} {tokens:?}");
        }
        let whole = ended(&LevelEnd::Done).with_larger_budget(Some(0.6), None);
        assert!(whole.is_err_and(|why| why.contains("no budget ended it")), "it has its levels");
    }
}
