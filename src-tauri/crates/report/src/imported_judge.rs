//! What a judge said of a run that comes from elsewhere: held to what a judge could have said, and read again.

use std::collections::BTreeSet;

use race::{
    JudgeChoice, JudgeVote, LONGEST_CRITERIA, LONGEST_JUDGED, MOST_JUDGE_REQUESTS, Run, RunKind,
};

use crate::bounds::{LONGEST_FACT, LONGEST_NAME, is_long, is_unseemly};

/// Maximum dollars of one request to a judge, far above any bill.
const MOST_USD: f64 = 1e6;
/// Maximum milliseconds of one request to a judge: more than a month.
const MOST_MS: f64 = 3e9;
/// Maximum tokens of one request to a judge, of either kind.
const MOST_TOKENS: u32 = 1_000_000_000;

/// Reads every verdict of a judge again, and counts again what it was asked, whatever the file says of it. It is the judge of the
/// plan.
pub(crate) fn read_again(run: &mut Run) {
    run.count_judged_again();
    let planned = run.plan.judge.as_ref().map(|judge| judge.lane.model.trim().to_owned());
    let Some(judgement) = &mut run.judgement else { return };
    judgement.findings = None;
    // It was paid elsewhere, whenever that was.
    judgement.asked_at = None;
    if let Some(model) = planned {
        judgement.model = model;
    }
    judgement.simulated |=
        providers::provider(&judgement.provider).is_some_and(|row| row.simulated);
    for vote in &mut judgement.votes {
        vote.choice = JudgeChoice::read(&vote.text).filter(|_| vote.status.is_ok());
    }
}

/// What a judge has said more than any that Paceline asked, or of what there is not.
pub(crate) fn excess(run: &Run) -> Option<String> {
    if let Some(judge) = &run.plan.judge {
        let names = [&judge.lane.provider, &judge.lane.model];
        if names.iter().any(|name| is_long(name) || is_unseemly(name)) {
            return Some(format!(
                "the judge of the plan has a name over {LONGEST_NAME} characters, or with control characters"
            ));
        }
        if judge.lane.is_chain() {
            return Some("the judge of the plan is a chain".to_owned());
        }
    }
    let criteria = run.plan.judge.as_ref().and_then(|judge| judge.criteria.as_ref());
    if criteria.is_some_and(|text| text.chars().nth(LONGEST_CRITERIA).is_some()) {
        return Some(format!("its judge is told more than {LONGEST_CRITERIA} characters"));
    }
    let judgement = run.judgement.as_ref()?;
    if run.kind == RunKind::Sweep || run.plan.judge.is_none() {
        return Some("somebody judged it who is not in its plan".to_owned());
    }
    let names = [&judgement.provider, &judgement.label, &judgement.model];
    if names.iter().any(|name| is_long(name)) {
        return Some(format!("its judge has a name over {LONGEST_NAME} characters"));
    }
    if names.iter().any(|name| is_unseemly(name)) {
        return Some("its judge has a name with control characters".to_owned());
    }
    if judgement.votes.len() > MOST_JUDGE_REQUESTS as usize {
        return Some(format!("its judge was asked more than {MOST_JUDGE_REQUESTS} times"));
    }
    if run.judge_requests_left() > MOST_JUDGE_REQUESTS {
        return Some(format!("its judge would be asked more than {MOST_JUDGE_REQUESTS} times"));
    }
    let is_answer = |lane: u32, round: u32| {
        let lane = run.lanes.get(lane as usize);
        lane.is_some_and(|lane| (round as usize) < lane.samples.len())
    };
    let mut asked = BTreeSet::new();
    for vote in &judgement.votes {
        let (first, second, round) = (vote.first, vote.second, vote.round);
        if first == second || !is_answer(first, round) || !is_answer(second, round) {
            return Some(format!(
                "its judge compared lanes {first} and {second} in round {round}, which there is not"
            ));
        }
        if !asked.insert((first, second, round)) {
            return Some(format!(
                "its judge was asked twice about lanes {first} and {second} in round {round}"
            ));
        }
        if let Some(what) = impossible(vote) {
            return Some(format!("its judge's request about lanes {first} and {second} {what}"));
        }
        if vote.text.chars().nth(LONGEST_JUDGED).is_some() {
            return Some(format!("its judge said more than {LONGEST_JUDGED} characters at once"));
        }
    }
    None
}

/// What a request to a judge cannot have taken.
fn impossible(vote: &JudgeVote) -> Option<String> {
    if vote.cost_usd.is_some_and(|usd| !(0.0..=MOST_USD).contains(&usd)) {
        return Some(format!("costs less than nothing, or more than ${MOST_USD}"));
    }
    if vote.took_ms.is_some_and(|ms| !(0.0..=MOST_MS).contains(&ms)) {
        return Some("took less than no time, or more than a month".to_owned());
    }
    if [vote.in_tokens, vote.out_tokens].into_iter().flatten().any(|tokens| tokens > MOST_TOKENS) {
        return Some(format!("has more than {MOST_TOKENS} tokens"));
    }
    let fact = vote.error.as_ref().and_then(|error| serde_json::to_string(error).ok());
    (fact.is_some_and(|fact| fact.len() > LONGEST_FACT))
        .then(|| format!("has an error of more than {LONGEST_FACT} bytes"))
}
