//! What a document says of chains that no chain of Paceline's can have.

use race::{CHAIN, Lane, LanePlan, MOST_STEPS, Recording, Run, Sample};

use crate::bounds::{LONGEST_NAME, is_long, is_unseemly};
use crate::import::raw_log::disorder;

/// What is wrong with the chains of a plan.
pub(super) fn of_plan(lane: &LanePlan) -> Option<String> {
    if lane.later.len() >= MOST_STEPS {
        return Some(format!("has more than {MOST_STEPS} steps"));
    }
    lane.later.iter().find_map(|next| {
        if next.lane.is_chain() {
            return Some("has a step that is a chain itself".to_owned());
        }
        let names = [&next.lane.provider, &next.lane.model];
        names.iter().any(|name| is_long(name) || is_unseemly(name)).then(|| {
            format!(
                "has a step with a name over {LONGEST_NAME} characters, or with control characters"
            )
        })
    })
}

/// What is wrong with the steps of a lane: they are those of its plan, and it is named by them.
pub(super) fn of_lane(run: &Run, lane: &Lane) -> Option<String> {
    let planned = run.plan.lanes.get(lane.place as usize)?;
    let steps = if planned.is_chain() { planned.later.len() + 1 } else { 0 };
    if lane.steps.len() != steps {
        return Some(format!("has {} steps of {steps} that were planned", lane.steps.len()));
    }
    if !lane.is_chain() {
        return None;
    }
    let names = lane
        .steps
        .iter()
        .flat_map(|step| [&step.provider, &step.label, &step.model, &step.base_url]);
    if names.into_iter().any(|name| is_long(name) || is_unseemly(name)) {
        return Some(format!(
            "has a step with a name over {LONGEST_NAME} characters, or with control characters"
        ));
    }
    let named = (lane.label.clone(), lane.model.clone());
    (lane.provider != CHAIN || named != lane.names_by_steps())
        .then(|| "is a chain that is not named by its steps".to_owned())
}

/// What is wrong with the steps of a request against its raw log: each step has its own, and they come one after the other.
pub(super) fn of_request(lane: &Lane, sample: &Sample, log: &Recording) -> Option<String> {
    if !lane.is_chain() {
        let is_single = sample.steps.is_empty() && log.chain.is_none();
        return (!is_single).then(|| "it has steps, and its lane is no chain".to_owned());
    }
    let logs: Vec<u32> = log.earlier().iter().map(|step| step.step).chain([log.step()]).collect();
    let asked: Vec<u32> = sample.steps.iter().map(|step| step.step).collect();
    if logs != asked {
        return Some("its steps are not those of its raw log".to_owned());
    }
    let is_rising = asked.windows(2).all(|two| matches!(two, [one, other] if one < other));
    let is_of_lane =
        asked.first() == Some(&0) && asked.iter().all(|step| (*step as usize) < lane.steps.len());
    if !(is_rising && is_of_lane) {
        return Some("its steps are not in the order of its lane".to_owned());
    }
    if sample.steps.iter().any(|step| !step.sample.steps.is_empty())
        || log.earlier().iter().any(|step| step.recording.chain.is_some())
    {
        return Some("a step of it has steps itself".to_owned());
    }
    if log.chain.as_ref().is_some_and(|chain| !chain.closed) {
        return Some("its chain had not ended".to_owned());
    }
    of_logs(log)
}

/// Whether the stamps of the steps follow each other, and each step's its own.
fn of_logs(log: &Recording) -> Option<String> {
    let own = log.own_step();
    let all = log.earlier().iter().map(|step| &step.recording).chain([&own]);
    let mut over_ns = log.timeline.plan_ns;
    let first = log.earlier().iter().find_map(|step| step.recording.timeline.send_ns);
    for step in all {
        if let Some(what) = disorder(step) {
            return Some(format!("the raw log of a step cannot be: {what}"));
        }
        let timeline = &step.timeline;
        if timeline.plan_ns != log.timeline.plan_ns {
            return Some("its steps have several start guns".to_owned());
        }
        let begins = timeline.send_ns.or(timeline.marks.first().map(|mark| mark.at_ns));
        if begins.is_some_and(|begins| begins < over_ns) {
            return Some("a step was sent before the one before it had ended".to_owned());
        }
        let last = timeline.marks.last().map(|mark| mark.at_ns);
        over_ns =
            [Some(over_ns), timeline.close_ns, last].into_iter().flatten().max().unwrap_or(over_ns);
    }
    let sent = first.or(own.timeline.send_ns);
    (log.timeline.send_ns != sent).then(|| "it was not sent when its first step was".to_owned())
}
