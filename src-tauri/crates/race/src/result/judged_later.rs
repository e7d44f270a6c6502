//! A race that is kept and judged afterwards, or whose judge is asked what it was not asked before.

use crate::plan::judge::{judge_requests, unusable_judge};
use crate::plan::{JudgePlan, Problem, wording};
use crate::result::judgement::Judgement;
use crate::result::run::{Run, RunKind, RunState};

impl Run {
    /// The run with the judge that is to be asked about it, or asked what it was not asked before: `judge`, or the one that its plan names. A
    /// run has one judge, so that nobody asks until one agrees; another takes the place of one to whom nothing was paid.
    ///
    /// # Errors
    /// Why it cannot be judged.
    pub fn to_be_judged(mut self, judge: Option<JudgePlan>) -> Result<Self, Vec<Problem>> {
        let problem = |message| vec![Problem { lane: None, message }];
        if self.kind == RunKind::Sweep {
            return Err(problem(wording::judge_of_sweep()));
        }
        if self.state != RunState::Finished {
            return Err(problem(wording::judge_not_ended()));
        }
        if self.prompts_left_out.is_some() {
            return Err(problem(wording::judge_without_prompts()));
        }
        let judge = judge.or_else(|| self.plan.judge.clone());
        let judge = judge.ok_or_else(|| problem(wording::judge_nobody()))?;
        let is_same = self.plan.judge.as_ref() == Some(&judge);
        if let Some(judgement) = &self.judgement {
            let name = format!("{} {}", judgement.label, judgement.model);
            if is_same && judgement.is_whole() {
                return Err(problem(wording::judged_already(&name)));
            }
            if !is_same && judgement.was_paid() {
                return Err(problem(wording::judged_by_another(&name)));
            }
        }
        if !is_same {
            self.judgement = None;
        }
        self.plan.judge = Some(judge);
        let problems = unusable_judge(&self.plan);
        if problems.is_empty() { Ok(self) } else { Err(problems) }
    }

    /// How many requests to its judge are left at most.
    pub fn judge_requests_left(&self) -> u32 {
        let is_said = |judgement: &Judgement| {
            let said = judgement.votes.iter().filter(|vote| !judgement.is_free_failure(vote));
            u32::try_from(said.count()).unwrap_or(u32::MAX)
        };
        let said = self.judgement.as_ref().map_or(0, is_said);
        judge_requests(&self.plan).saturating_sub(said)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{LanePlan, Plan};
    use crate::result::judgement::JudgeVote;
    use crate::result::status::Status;
    use crate::testing::{lane, run, sample};

    fn raced() -> Run {
        let lanes = vec![LanePlan::default(); 2];
        let plan = Plan { prompt: "Why?".into(), lanes, repeat: 2, ..Plan::default() };
        let of = || lane([sample(Status::Ok), sample(Status::Ok)]);
        Run { plan, state: RunState::Finished, ..run(vec![of(), of()]) }
    }

    fn judge(model: &str) -> JudgePlan {
        let lane = LanePlan { provider: "groq".into(), model: model.into(), ..LanePlan::default() };
        JudgePlan { lane, criteria: None }
    }

    fn judged(votes: Vec<JudgeVote>, not_asked: u32) -> Run {
        let judgement = Judgement {
            label: "Groq".into(),
            model: "a".into(),
            votes,
            not_asked,
            ..Judgement::default()
        };
        let mut run = raced();
        (run.plan.judge, run.judgement) = (Some(judge("a")), Some(judgement));
        run
    }

    fn vote(round: u32, status: Status, cost_usd: Option<f64>) -> JudgeVote {
        let mut vote = JudgeVote::of(&sample(status), round, [0, 1]);
        vote.cost_usd = cost_usd;
        vote
    }

    fn why(run: Run, judge: Option<JudgePlan>) -> String {
        let problems = run.to_be_judged(judge).expect_err("it cannot be judged");
        problems.iter().map(|problem| problem.message.id.to_string()).collect()
    }

    #[test]
    fn a_kept_race_is_judged_by_whoever_is_named_or_by_whom_its_plan_names() {
        let run = raced().to_be_judged(Some(judge("a"))).expect("it can be judged");
        assert_eq!(run.plan.judge, Some(judge("a")), "its plan has the judge from then on");
        assert_eq!(run.judge_requests_left(), 4, "two rounds, both orders");
        let mut planned = raced();
        planned.plan.judge = Some(judge("b"));
        let run = planned.to_be_judged(None).expect("the one of its plan");
        assert_eq!(run.plan.judge, Some(judge("b")));
        assert_eq!(why(raced(), None), "plan.judge_nobody");
        let stopped = Run { state: RunState::Stopped, ..raced() };
        assert_eq!(why(stopped, Some(judge("a"))), "plan.judge_not_ended");
        let sweep = Run { kind: RunKind::Sweep, ..raced() };
        assert_eq!(why(sweep, Some(judge("a"))), "plan.judge_of_sweep");
        let mut alone = raced();
        alone.plan.lanes.pop();
        assert_eq!(why(alone, Some(judge("a"))), "plan.judge_needs_lanes");
    }

    #[test]
    fn a_judge_that_was_cut_off_goes_on_and_nobody_who_was_paid_is_replaced() {
        let part = || judged(vec![vote(0, Status::Ok, Some(0.01))], 1);
        let on = part().to_be_judged(None).expect("it goes on");
        assert_eq!(
            (on.judge_requests_left(), on.judgement.is_some()),
            (3, true),
            "what it said stays"
        );
        assert_eq!(why(part(), Some(judge("b"))), "plan.judged_by_another");
        let whole = || judged(vec![vote(0, Status::Ok, None), vote(1, Status::Ok, Some(0.01))], 0);
        assert_eq!(why(whole(), None), "plan.judged_already");
        assert_eq!(why(whole(), Some(judge("b"))), "plan.judged_by_another", "of unknown cost too");
        let refused = || judged(vec![vote(0, Status::ErrorHttp, Some(0.0))], 1);
        let again = refused().to_be_judged(None).expect("it is asked again");
        assert_eq!(again.judge_requests_left(), 4, "what failed for nothing is asked again");
        let other = refused().to_be_judged(Some(judge("b"))).expect("nothing was paid");
        assert_eq!((other.judgement, other.plan.judge), (None, Some(judge("b"))));
    }
}
