//! Whether a run is plausible: its numbers against its raw logs, and each number on its own.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use measure::{DEF_VERSION, Metric, Speed, Unit};
use providers::SharedPayload;
use race::{
    Lane, LanePlan, LaneStep, NextStep, Plan, Recording, Run, Sample, SharedText, StepRule,
};
use serde_json::Value;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::error::HistoryError;
use crate::tables::lane_providers::providers_of;

/// Maximum tokens of one request, far above any model's context.
const MOST_TOKENS: f64 = 16_777_216.0;
/// Maximum dollars of one request.
pub(crate) const MOST_USD: f64 = 1e6;
/// Maximum of any other number: as milliseconds, thirty thousand years.
const MOST: f64 = 1e15;
/// Fields that may be negative: differences, and how fast a backlog grows.
const SIGNED: [&str; 5] = ["count_diff_pct", "osl_diff_pct", "clock_gap_ms", "growth", "growth_ci"];
/// A field with the server's own report, which we do not judge: an earlier version kept whatever it said. An import takes no time
/// of it that cannot be.
const FOREIGN: &str = "server";
/// The statuses that a response of HTTP can have, known or not.
const STATUSES: RangeInclusive<u16> = 100..=999;

/// Values of a run that are impossible, or contradict its raw logs: one sentence each. `recordings` holds the raw logs
/// by lane, in the order of [`Lane::requests`].
///
/// # Errors
/// [`HistoryError::BadAddress`] if a lane's address cannot be used.
pub fn contradictions(
    run: &Run,
    recordings: &[Vec<Recording>],
) -> Result<Vec<String>, HistoryError> {
    let mut found = Vec::new();
    if !is_moment(&run.started_at) {
        found.push(format!("its start {:?} is not a time in RFC 3339", clipped(&run.started_at)));
    }
    if run.ttft_error_ms.is_some_and(|error_ms| !(0.0..=MOST).contains(&error_ms)) {
        found.push("its ttft_error_ms is impossible".to_owned());
    }
    let planned = planned_numbers(&run.plan);
    found
        .extend(worst(&planned, "", false).map(|name| format!("{name} of its plan is impossible")));
    for ((lane, logs), index) in run.lanes.iter().zip(recordings).zip(0_u32..) {
        for level in &lane.levels {
            let counted = (level.samples.len(), level.others.len());
            if counted != (level.measured as usize, level.unmeasured as usize) {
                found.push(format!(
                    "in lane {index}, the counts of a level do not match its requests"
                ));
            }
        }
        for (sample, (log, round)) in lane.requests().zip(logs.iter().zip(0_u32..)) {
            let place = format!("lane {index}, round {round}");
            found.extend(impossible(sample).map(|what| format!("in {place}, {what}")));
            let wrong = contradicted(run, lane, sample, log)?;
            found.extend(
                wrong.iter().map(|name| format!("in {place}, {name} is not what the raw log says")),
            );
        }
        // What a document derives from the requests is not read: a slope or an elasticity may be negative.
        let summed = Lane {
            samples: Vec::new(),
            uncertainty: BTreeMap::new(),
            feels: BTreeMap::new(),
            at_prompt_lengths: Vec::new(),
            right: None,
            knee: None,
            capacity: None,
            prompt_length_line: None,
            cache_savings: Vec::new(),
            steps: lane.steps.iter().map(bare_step).collect(),
            ..lane.clone()
        };
        let summed = serde_json::to_value(&summed).unwrap_or_default();
        found.extend(
            worst(&summed, "", false).map(|name| format!("in lane {index}, {name} is impossible")),
        );
    }
    Ok(found)
}

/// A step without what a document derives from its requests.
fn bare_step(step: &LaneStep) -> LaneStep {
    LaneStep { asked: None, summary: BTreeMap::new(), ..step.clone() }
}

/// A plan without what may hold any number: what its requests carry, and what makes an answer right.
fn planned_numbers(plan: &Plan) -> Value {
    let bare = |lane: &LanePlan| LanePlan { request: None, ..lane.clone() };
    let lanes = plan.lanes.iter().map(|lane| {
        let then = lane
            .later
            .iter()
            .map(|next| NextStep { lane: bare(&next.lane), rule: StepRule::Always });
        LanePlan { later: then.collect(), ..bare(lane) }
    });
    let bare = Plan {
        prompt: String::new(),
        system: None,
        payload: SharedPayload::default(),
        set: None,
        checks: Vec::new(),
        lanes: lanes.collect(),
        ..plan.clone()
    };
    serde_json::to_value(&bare).unwrap_or_default()
}

/// A run of the current definitions with what its raw logs say, whatever its document claims: each request (see
/// [`Run::as_logged`]), each level, and the summaries. `check` checks the answers again in between, on which goodput rests. `recordings`
/// holds the raw logs by lane, in the order of [`Lane::requests`].
///
/// # Errors
/// [`HistoryError::BadAddress`] if a lane's address cannot be used.
pub fn as_logged(
    run: Run,
    recordings: &[Vec<Recording>],
    check: impl FnOnce(&mut Run),
) -> Result<Run, HistoryError> {
    let of_lane = |(lane, logs): (&Lane, &Vec<Recording>)| -> Result<Lane, HistoryError> {
        let providers = providers_of(lane)?;
        let mut logged = lane.clone();
        for (sample, log) in logged.requests_mut().zip(logs) {
            *sample = run.as_logged(lane, &providers, sample, log);
        }
        Ok(logged)
    };
    let lanes = run.lanes.iter().zip(recordings).map(of_lane).collect::<Result<_, _>>()?;
    let mut run = Run { lanes, ..run };
    check(&mut run);
    let levels =
        run.lanes.iter().zip(recordings).map(|(lane, logs)| run.levels_as_logged(lane, logs));
    let levels: Vec<_> = levels.collect();
    for (lane, levels) in run.lanes.iter_mut().zip(levels) {
        lane.levels = levels;
        lane.summary = race::summary(&lane.samples);
    }
    Ok(run)
}

/// The names of a request's numbers that its raw log contradicts, if they were computed under the current definitions.
pub(crate) fn contradicted(
    run: &Run,
    lane: &Lane,
    sample: &Sample,
    log: &Recording,
) -> Result<Vec<String>, HistoryError> {
    if run.def_version != DEF_VERSION {
        return Ok(Vec::new());
    }
    let providers = providers_of(lane)?;
    let of_chain = sample.speed_again(log, providers.of_answer(sample));
    let mut names = differences(&sample.speed, &of_chain);
    if sample.steps.is_empty() {
        return Ok(names);
    }
    let logs = log.earlier().iter().map(|step| step.recording.clone()).chain([log.own_step()]);
    for (own, log) in sample.steps.iter().zip(logs) {
        let again = own.sample.speed_again(&log, providers.of_step(own.step));
        let of_step = differences(&own.sample.speed, &again);
        names.extend(of_step.iter().map(|name| format!("{name} of step {}", own.step + 1)));
    }
    Ok(names)
}

/// Which of a request's token counts its raw log contradicts, with what is odd about its usage, if they were computed under
/// the current definitions.
pub(crate) fn miscounted(
    run: &Run,
    lane: &Lane,
    sample: &Sample,
    log: &Recording,
) -> Result<Option<String>, HistoryError> {
    if run.def_version != DEF_VERSION {
        return Ok(None);
    }
    let logged = run.as_logged(lane, &providers_of(lane)?, sample, log);
    let counts = |sample: &Sample| {
        [
            ("in_tokens_server", sample.in_tokens_server),
            ("out_tokens_server", sample.out_tokens_server),
            ("reasoning_tokens_server", sample.reasoning_tokens_server),
            ("answer_tokens_server", sample.answer_tokens_server),
            ("cached_read_tokens", sample.cached_read_tokens),
            ("cached_write_tokens", sample.cached_write_tokens),
        ]
    };
    let other = counts(sample).into_iter().zip(counts(&logged)).find(|(own, logged)| own != logged);
    Ok(other.map(|((name, _), _)| {
        let why = if log.usage.is_empty() {
            ", which holds no usage"
        } else if log.usage.iter().any(has_negative) {
            ", whose usage is invalid: it has a negative number"
        } else {
            ""
        };
        format!("{name} is not what the raw log says{why}")
    }))
}

fn has_negative(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.as_f64().is_some_and(|number| number < 0.0),
        Value::Array(values) => values.iter().any(has_negative),
        Value::Object(fields) => fields.values().any(has_negative),
        Value::Null | Value::Bool(_) | Value::String(_) => false,
    }
}

/// Which of a request's texts is not that of its raw log. An older app kept the tool calls behind the answer.
pub(crate) fn other_text(sample: &Sample, log: &Recording) -> Option<&'static str> {
    let said = &log.transcript;
    let (answer, reasoning) = (sample.text.as_str(), sample.reasoning.as_str());
    let tail = answer.strip_prefix(said.answer.as_str());
    let is_answer = tail.is_some_and(|tail| tail.is_empty() || tail.trim() == said.tool.trim());
    if !is_answer {
        Some("answer")
    } else if reasoning != said.reasoning {
        Some("reasoning")
    } else {
        None
    }
}

/// The names of the metrics in which two speeds differ.
fn differences(stored: &Speed, computed: &Speed) -> Vec<String> {
    let numbers = |speed: &Speed| match serde_json::to_value(speed) {
        Ok(serde_json::Value::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    };
    let (stored, computed) = (numbers(stored), numbers(computed));
    let mut names: Vec<_> = stored
        .keys()
        .chain(computed.keys())
        .filter(|name| stored.get(*name) != computed.get(*name))
        .cloned()
        .collect();
    names.sort();
    names.dedup();
    names
}

/// The first number of a run's requests that is impossible, with its place.
pub fn impossible_number(run: &Run) -> Option<String> {
    let mut requests = (0_u32..).zip(&run.lanes).flat_map(|(lane, contender)| {
        contender.requests().zip(0_u32..).map(move |(sample, round)| (lane, round, sample))
    });
    requests.find_map(|(lane, round, sample)| {
        Some(format!("in lane {lane}, round {round}, {}", impossible(sample)?))
    })
}

/// Which of a request's numbers are impossible, whatever was measured.
pub(crate) fn impossible(sample: &Sample) -> Option<String> {
    let values = sample.values();
    let over = Metric::ALL.into_iter().find(|metric| {
        let most = match metric.definition().unit {
            Unit::Tokens => MOST_TOKENS,
            Unit::Dollars => MOST_USD,
            _ => MOST,
        };
        values.get(*metric).is_some_and(|value| !value.is_finite() || value.abs() > most)
    });
    let over = over.map(|metric| metric.id().to_owned());
    let bare = Sample {
        text: SharedText::default(),
        reasoning: SharedText::default(),
        steps: Vec::new(),
        ..sample.clone()
    };
    let bare = serde_json::to_value(&bare).unwrap_or_default();
    let status = sample.error.as_ref().and_then(|fault| fault.http_status);
    let status =
        status.filter(|status| !STATUSES.contains(status)).map(|_| "http_status".to_owned());
    let found = over
        .or(status)
        .or_else(|| worst(&bare, "", false))
        .map(|name| format!("{name} is impossible"));
    found.or_else(|| sample.steps.iter().find_map(|step| impossible(&step.sample)))
}

/// The name of the first number that is negative but must not be, or beyond all bounds.
fn worst(value: &Value, name: &str, is_signed: bool) -> Option<String> {
    match value {
        Value::Number(number) => {
            let number = number.as_f64().unwrap_or(f64::NAN);
            let is_possible = number.abs() <= MOST && (is_signed || number >= 0.0);
            (!is_possible).then(|| name.to_owned())
        }
        Value::Array(values) => values.iter().find_map(|value| worst(value, name, is_signed)),
        Value::Object(fields) => fields
            .iter()
            .filter(|(name, _)| *name != FOREIGN)
            .find_map(|(name, value)| worst(value, name, is_signed || SIGNED.contains(&&**name))),
        Value::Null | Value::Bool(_) | Value::String(_) => None,
    }
}

/// Whether a text is a time in RFC 3339 between 1970 and 9999.
fn is_moment(text: &str) -> bool {
    OffsetDateTime::parse(text, &Rfc3339).is_ok_and(|at| at.unix_timestamp() >= 0)
}

fn clipped(text: &str) -> String {
    text.chars().take(40).collect()
}
