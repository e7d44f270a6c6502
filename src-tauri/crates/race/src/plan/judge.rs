//! How often a plan's judge is asked, how long what it reads can be, and why a plan cannot have one.

use cost::tokens;

use crate::plan::judge_prompt::{LONGEST_ANSWER, LONGEST_QUESTION, frame_tokens};
use crate::plan::wording;
use crate::plan::{JudgePlan, LanePlan, Plan, Problem, Workload};

/// The most requests to the judge of one run.
pub const MOST_JUDGE_REQUESTS: u32 = 1_000;
/// The output limit of a request to the judge, unless its lane has one.
pub(crate) const JUDGE_TOKENS: u32 = 1_024;
/// The most characters of the judge's criteria.
pub const LONGEST_CRITERIA: usize = 20_000;

impl JudgePlan {
    /// The judge as a lane: with a limit to its answers, and with nothing that it has of a request of its own.
    pub(crate) fn asked(&self) -> LanePlan {
        let max_tokens = self.lane.max_tokens.or(Some(JUDGE_TOKENS));
        LanePlan { max_tokens, request: None, reference: false, muted: false, ..self.lane.clone() }
    }
}

/// How often the judge is asked at most: each two lanes in each measured round, in both orders.
pub(crate) fn judge_requests(plan: &Plan) -> u32 {
    let Workload::Rounds { repeat, .. } = plan.workload() else { return 0 };
    let lanes = plan.lanes.iter().filter(|lane| !lane.muted).count() as u64;
    let each = lanes * lanes.saturating_sub(1);
    u32::try_from(each.saturating_mul(u64::from(repeat))).unwrap_or(u32::MAX)
}

/// Why the plan cannot have its judge.
pub(crate) fn unusable_judge(plan: &Plan) -> Vec<Problem> {
    let Some(judge) = &plan.judge else { return Vec::new() };
    let mut messages = Vec::new();
    let running = || plan.lanes.iter().filter(|lane| !lane.muted);
    if plan.is_sweep() {
        messages.push(wording::judge_of_sweep());
    } else if running().count() < 2 {
        messages.push(wording::judge_needs_lanes());
    } else if judge_requests(plan) > MOST_JUDGE_REQUESTS {
        messages.push(wording::judged_too_often(
            judge_requests(plan).into(),
            MOST_JUDGE_REQUESTS.into(),
        ));
    }
    if judge.lane.is_chain() {
        messages.push(wording::judge_of_steps());
    }
    let asks_otherwise = |lane: &LanePlan| {
        lane.request.as_ref().is_some_and(|own| own.prompt.is_some() || own.payload.is_some())
    };
    if running().any(asks_otherwise) {
        messages.push(wording::judge_of_other_requests());
    }
    if judge.criteria.as_ref().is_some_and(|text| text.chars().nth(LONGEST_CRITERIA).is_some()) {
        messages.push(wording::judge_criteria(LONGEST_CRITERIA.into()));
    }
    messages.into_iter().map(|message| Problem { lane: None, message }).collect()
}

/// The most `o200k_base` tokens that one request to the judge has: both answers at the limits of the two lanes that may write
/// longest, and the longest question.
pub(crate) fn longest_judge_input(plan: &Plan, limits: &[Option<u32>]) -> u32 {
    let criteria = plan.judge.as_ref().and_then(|judge| judge.criteria.as_deref());
    let shared = plan.shared_input();
    let rows = plan.rows();
    let questions = rows.iter().map(|row| tokens::count(&row.over(shared).text()));
    let longest = questions.max().unwrap_or_else(|| tokens::count(&shared.text()));
    // A token of a provider's own may be two of the neutral ones.
    let most = |limit: &Option<u32>| {
        limit.map_or(LONGEST_ANSWER, |limit| limit.saturating_mul(2).min(LONGEST_ANSWER))
    };
    let mut answers: Vec<u32> = limits.iter().map(most).collect();
    answers.sort_unstable_by(|a, b| b.cmp(a));
    let answers = answers.iter().take(2).copied().fold(0_u32, u32::saturating_add);
    frame_tokens(criteria).saturating_add(longest.min(LONGEST_QUESTION)).saturating_add(answers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(lanes: usize, repeat: u32) -> Plan {
        Plan {
            prompt: "Why?".to_owned(),
            judge: Some(JudgePlan::default()),
            lanes: vec![LanePlan::default(); lanes],
            repeat,
            ..Plan::default()
        }
    }

    #[test]
    fn each_two_lanes_are_judged_in_each_round_and_in_both_orders() {
        assert_eq!(judge_requests(&judged(2, 1)), 2, "both orders");
        assert_eq!(judge_requests(&judged(4, 3)), 36, "six pairs, three rounds");
        let mut muted = judged(3, 1);
        muted.lanes[0].muted = true;
        assert_eq!(judge_requests(&muted), 2, "a muted lane answers nothing");
        assert_eq!(judge_requests(&judged(512, 1_000)), 261_632_000, "however many");
    }

    #[test]
    fn a_judge_needs_two_answers_to_one_question_and_is_not_asked_without_end() {
        let ids = |plan: &Plan| -> Vec<String> {
            unusable_judge(plan).iter().map(|problem| problem.message.id.to_string()).collect()
        };
        assert_eq!(ids(&judged(2, 1)), Vec::<String>::new());
        assert_eq!(ids(&Plan { judge: None, ..judged(1, 1) }), Vec::<String>::new(), "no judge");
        assert_eq!(ids(&judged(1, 1)), ["plan.judge_needs_lanes"]);
        assert_eq!(ids(&judged(2, 500)), Vec::<String>::new(), "1,000 requests");
        assert_eq!(ids(&judged(2, 501)), ["plan.judged_too_often"]);
        let sweep = Plan { load: Some(crate::plan::load::Load::default()), ..judged(2, 1) };
        assert_eq!(ids(&sweep), ["plan.judge_of_sweep"]);
        let mut own = judged(2, 1);
        own.lanes[1].request = Some(crate::plan::lane_request::LaneRequest {
            prompt: Some("Why not?".to_owned()),
            ..Default::default()
        });
        assert_eq!(ids(&own), ["plan.judge_of_other_requests"]);
        let mut steps = judged(2, 1);
        if let Some(judge) = &mut steps.judge {
            judge.lane.later.push(crate::plan::NextStep::default());
        }
        assert_eq!(ids(&steps), ["plan.judge_of_steps"], "no step is left out unsaid");
        let mut long = judged(2, 1);
        long.judge = Some(JudgePlan {
            criteria: Some("x".repeat(LONGEST_CRITERIA + 1)),
            ..JudgePlan::default()
        });
        assert_eq!(ids(&long), ["plan.judge_criteria"]);
    }

    #[test]
    fn what_a_judge_reads_is_bounded_by_what_may_be_answered() {
        let plan = judged(3, 1);
        let none = longest_judge_input(&plan, &[None, None, None]);
        let few = longest_judge_input(&plan, &[Some(10), Some(20), Some(5)]);
        assert_eq!(none - few, 2 * LONGEST_ANSWER - 60, "the two longest, at twice their limit");
    }
}
