//! What a run of a document has more of, or otherwise, than any that Paceline raced.

use std::collections::BTreeSet;

use race::{
    Lane, Level, Load, MOST_LANES, MOST_ROUNDS, MOST_STREAMS, Run, RunKind, RunState, Sample, Step,
    Workload,
};
use serde_json::Value;

use crate::bounds::{LONGEST_FACT, LONGEST_NAME, LONGEST_TEXT, is_long, is_unseemly};
use crate::import::chain;
use crate::import::raw_log::excess_of_connection;
use crate::imported_judge;

/// Maximum number of attempts of one request, far above what any takes.
const MOST_ATTEMPTS: u32 = 100;
/// Maximum requests per second of a level.
const MOST_RATE: f64 = 1_000.0;
/// Maximum levels of a contender, and of a plan: far more than anybody measures.
const MOST_LEVELS: usize = 1_000;

/// What a request has more of than any that Paceline sent.
fn excess_of(sample: &Sample) -> Option<String> {
    let Sample { text, reasoning, tools, .. } = sample;
    if [text, reasoning, tools].iter().any(|text| text.len() > LONGEST_TEXT) {
        return Some(format!("has a text of more than {LONGEST_TEXT} bytes"));
    }
    if [&sample.finish_reason, &sample.left_out].into_iter().flatten().any(|word| is_long(word)) {
        return Some(format!(
            "has a finish reason or a field's name over {LONGEST_NAME} characters"
        ));
    }
    if [&sample.finish_reason, &sample.left_out].into_iter().flatten().any(|word| is_unseemly(word))
    {
        return Some("has a finish reason or a field's name with control characters".to_owned());
    }
    if sample.attempts > MOST_ATTEMPTS {
        return Some(format!(
            "was sent {} times, and none is more than {MOST_ATTEMPTS}",
            sample.attempts
        ));
    }
    if let Some(what) = sample.connection.as_ref().and_then(excess_of_connection) {
        return Some(format!("cannot be: {what}"));
    }
    if let Some(what) = sample.steps.iter().find_map(|step| excess_of(&step.sample)) {
        return Some(format!("has a step that {what}"));
    }
    let facts =
        serde_json::json!([&sample.server, &sample.error, &sample.connection, &sample.checks]);
    (longest(&facts) > LONGEST_FACT)
        .then(|| format!("has a fact or an error of more than {LONGEST_FACT} bytes"))
}

/// Length of the longest text in a value, in bytes.
fn longest(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(values) => values.iter().map(longest).max().unwrap_or(0),
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| name.len().max(longest(value))).max().unwrap_or(0)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
    }
}

/// What a run has more of than any that Paceline raced.
pub(super) fn excess(run: &Run) -> Option<String> {
    let planned = run.plan.lanes.len();
    if planned > MOST_LANES || run.lanes.len() > planned {
        let lanes = run.lanes.len();
        return Some(format!(
            "there are {lanes} lanes of {planned} that were planned, and at most {MOST_LANES} can race"
        ));
    }
    if let Some(what) = run.plan.unsendable() {
        return Some(what);
    }
    if run.machine.as_deref().is_some_and(is_long) {
        return Some(format!("the machine's name is over {LONGEST_NAME} characters"));
    }
    if run.machine.as_deref().is_some_and(is_unseemly) {
        return Some("the machine's name has control characters".to_owned());
    }
    if let Some(what) = imported_judge::excess(run) {
        return Some(what);
    }
    let rounds = match run.plan.workload() {
        Workload::Rounds { repeat, warmup } => repeat.saturating_add(warmup) as usize,
        Workload::Sweep(_) => 0,
    };
    let most = run.lanes.iter().map(|lane| lane.samples.len()).max().unwrap_or_default();
    if run.plan.load.as_ref().is_some_and(|load| load.steps().len() > MOST_LEVELS) {
        return Some(format!("there are more than {MOST_LEVELS} levels"));
    }
    if rounds.max(most) > MOST_ROUNDS as usize {
        return Some(format!("there are more than {MOST_ROUNDS} rounds"));
    }
    for (lane, index) in run.plan.lanes.iter().zip(1_u32..) {
        if [&lane.provider, &lane.model].iter().any(|name| is_long(name) || is_unseemly(name)) {
            return Some(format!(
                "lane {index} of the plan has a name over {LONGEST_NAME} characters, or with control characters"
            ));
        }
        if let Some(what) = chain::of_plan(lane) {
            return Some(format!("lane {index} of the plan {what}"));
        }
    }
    let mut places = BTreeSet::new();
    for (lane, index) in run.lanes.iter().zip(0_u32..) {
        if lane.place as usize >= planned {
            return Some(format!("lane {index} is none of the plan's"));
        }
        if run.plan.lanes.get(lane.place as usize).is_some_and(|own| own.muted) {
            return Some(format!("lane {index} was muted in its plan"));
        }
        if !places.insert(lane.place) {
            return Some(format!("lane {index} is the same of the plan's as one before it"));
        }
        if let Some(what) = chain::of_lane(run, lane) {
            return Some(format!("lane {index} {what}"));
        }
        let names = [&lane.label, &lane.provider, &lane.model, &lane.base_url];
        if !lane.is_chain() && names.iter().any(|name| is_long(name)) {
            return Some(format!("lane {index} has a name over {LONGEST_NAME} characters"));
        }
        if names.iter().any(|name| is_unseemly(name)) {
            return Some(format!("lane {index} has a name with control characters"));
        }
        let foreign = match run.kind {
            RunKind::Sweep => (!lane.samples.is_empty()).then_some("rounds, and it is a sweep"),
            RunKind::Race => (!lane.levels.is_empty()).then_some("levels, and it is a race"),
        };
        if let Some(foreign) = foreign {
            return Some(format!("lane {index} has {foreign}"));
        }
        if run.kind == RunKind::Race && lane.samples.len() > run.plan.repeat as usize {
            let (rounds, planned) = (lane.samples.len(), run.plan.repeat);
            return Some(format!(
                "lane {index} has {rounds} rounds of {planned} that were planned"
            ));
        }
        if lane.levels.len() > MOST_LEVELS {
            return Some(format!("lane {index} has more than {MOST_LEVELS} levels"));
        }
        let of_levels = || lane.levels.iter().find_map(|level| wrong_level(run, level));
        if let Some(what) = wrong_row(run, lane).or_else(of_levels) {
            return Some(format!("in lane {index}, {what}"));
        }
        let mut requests = lane.requests().zip(0_u32..);
        let excess = |(sample, round)| Some((excess_of(sample)?, round));
        if let Some((what, round)) = requests.find_map(excess) {
            return Some(format!("in lane {index}, the request of round {round} {what}"));
        }
    }
    None
}

/// What is wrong with the rows that the requests of a lane say to have asked: each is one of the plan's set and, in a race, the one
/// whose round it was.
fn wrong_row(run: &Run, lane: &Lane) -> Option<String> {
    let rows = run.plan.set.as_ref().map_or(0, |set| set.rows().len());
    let is_one = |sample: &Sample| sample.row.is_none_or(|row| (row as usize) < rows);
    if !lane.requests().all(is_one) {
        return Some(format!(
            "a request says to have asked a row that is none of the plan's {rows}"
        ));
    }
    if run.state == RunState::Interrupted {
        // Rounds of which nothing was saved are missing.
        return None;
    }
    let mut rounds = lane.samples.iter().zip(run.plan.warmup..);
    let other = rounds.find(|(sample, round)| sample.row != run.plan.row_of_round(*round))?;
    let round = other.1 - run.plan.warmup;
    Some(format!("the request of round {round} says to have asked the row of another round"))
}

/// What is wrong with a level: its load is none of its plan's, or its tasks are none of its requests'.
fn wrong_level(run: &Run, level: &Level) -> Option<String> {
    let load = run.plan.load.as_ref()?;
    let is_possible = match level.step() {
        Step::Rate(rate) => rate > 0.0 && rate <= MOST_RATE,
        Step::Streams(streams) => (1..=MOST_STREAMS).contains(&streams),
        Step::Prompt(prompt) => (1..=MOST_STREAMS).contains(&prompt.in_flight),
    };
    if !is_possible || !is_planned(load, level.step()) {
        return Some("a level has a load that is none of its plan's".to_owned());
    }
    let sent: u64 = level.tasks.iter().map(|task| u64::from(task.steps)).sum();
    let took_ms: f64 = level.tasks.iter().filter_map(|task| task.time_ms).sum();
    let all_ms: f64 = level.samples.iter().filter_map(|sample| sample.speed.latency_ms).sum();
    // The last digit depends on the order of the sum.
    if sent > level.samples.len() as u64 || took_ms > all_ms + 1.0 {
        return Some("the tasks of a level are more, or longer, than its requests".to_owned());
    }
    None
}

/// Whether a level may be one of a plan. A sweep that finds its levels has any.
fn is_planned(load: &Load, step: Step) -> bool {
    load.is_adaptive() || load.steps().contains(&step)
}
