//! Imports runs that were exported elsewhere: completely, never twice, and only after the whole file was validated.

use measure::DEF_VERSION;
use race::{
    MOST_LANES, MOST_ROUNDS, PromptsLeftOut, Run, RunState, SCHEMA as RUN_SCHEMA, Workload, summary,
};
use serde::Deserialize;
use store::{AnswerMark, History, ImportSummary, RunRecord, contradictions, log_matches_text};

use crate::ReportError;
use crate::document::{Document, SCHEMA};
use crate::export::LEFT_OUT;

/// The field of a document that identifies its format.
#[derive(Deserialize)]
struct Kind {
    schema: Option<String>,
}

/// Imports the runs of a document that was [exported](crate::export) as JSON: all or, if anything is invalid, none.
///
/// # Errors
/// [`ReportError::NotImported`] for another kind of document, a newer or a damaged one, with the position; otherwise if
/// it cannot be written.
pub fn import(history: &History, document: &str) -> Result<ImportSummary, ReportError> {
    Ok(history.add(&read(document)?)?)
}

fn refused<T>(what: impl Into<String>) -> Result<T, ReportError> {
    Err(ReportError::NotImported { what: what.into() })
}

fn read(document: &str) -> Result<Vec<RunRecord>, ReportError> {
    let kind: Kind = serde_json::from_str(document).or_else(|error| {
        let at = format!("line {}, column {}", error.line(), error.column());
        refused(format!(
            "the file is not a JSON document, or is damaged ({error}, at {at}). Export it again with --format json."
        ))
    })?;
    match kind.schema.as_deref() {
        Some(SCHEMA) => {}
        Some(RUN_SCHEMA) => {
            return refused(
                "this is a run as --json prints it, without its raw logs. Export it with `paceline history export ID \
                 --format json`.",
            );
        }
        Some(other) if other.starts_with("paceline.") => {
            return refused(format!(
                "the file is {other}, and this Paceline reads {SCHEMA}. Update Paceline."
            ));
        }
        _ => return refused("the file was not exported by Paceline."),
    }
    let document: Document = serde_json::from_str(document).or_else(|error| {
        refused(format!("the file is damaged: {error}. Export it again where it came from."))
    })?;
    document.runs.iter().try_for_each(check)?;
    Ok(document.runs.into_iter().map(summed_again).collect())
}

/// What stands for the prompts of a run that an earlier version exported without them: their hash alone, behind the words.
fn left_out_before(run: &Run) -> Option<PromptsLeftOut> {
    let hash = run.plan.prompt.strip_prefix(LEFT_OUT)?.strip_prefix(" (")?.strip_suffix(')')?;
    is_prompt_hash(hash)
        .then(|| PromptsLeftOut { prompt_hash: hash.to_owned(), prompt_tokens: None })
}

fn is_prompt_hash(hash: &str) -> bool {
    hash.len() == 16 && hash.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

/// The run with recomputed summaries, so that none contradicts its samples, and without the values that documents add.
fn summed_again(mut stored: RunRecord) -> RunRecord {
    if stored.run.prompts_left_out.is_none() {
        stored.run.prompts_left_out = left_out_before(&stored.run);
    }
    for lane in &mut stored.run.lanes {
        lane.uncertainty.clear();
        lane.feels.clear();
        for level in &mut lane.levels {
            level.uncertainty.clear();
            level.feels.clear();
        }
    }
    if stored.run.def_version == DEF_VERSION {
        for lane in &mut stored.run.lanes {
            lane.summary = summary(&lane.samples);
            for level in &mut lane.levels {
                level.summarise();
            }
        }
    }
    stored
}

/// Longest name of a lane, its provider or its model, in characters.
const LONGEST_NAME: usize = 1_000;

/// What a run has more of than any that Paceline raced.
fn excess(run: &Run) -> Option<String> {
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
    let rounds = match run.plan.workload() {
        Workload::Rounds { repeat, warmup } => repeat.saturating_add(warmup) as usize,
        Workload::Sweep(_) => 0,
    };
    let most = run.lanes.iter().map(|lane| lane.samples.len()).max().unwrap_or_default();
    if rounds.max(most) > MOST_ROUNDS as usize {
        return Some(format!("there are more than {MOST_ROUNDS} rounds"));
    }
    for (lane, index) in run.lanes.iter().zip(0_u32..) {
        if lane.place as usize >= planned {
            return Some(format!("lane {index} is none of the plan's"));
        }
        let names = [&lane.label, &lane.provider, &lane.model, &lane.base_url];
        if names.iter().any(|name| name.chars().nth(LONGEST_NAME).is_some()) {
            return Some(format!("lane {index} has a name over {LONGEST_NAME} characters"));
        }
    }
    None
}

/// Refuses an inconsistent run, with the position of the problem.
fn check(stored: &RunRecord) -> Result<(), ReportError> {
    let RunRecord { run, recordings, marks } = stored;
    let id = &run.id;
    if run.schema != RUN_SCHEMA {
        return refused(format!(
            "run {id} is {}, and this Paceline reads {RUN_SCHEMA}. Update Paceline.",
            run.schema
        ));
    }
    let is_plain = |id: &str| id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if id.is_empty() || id.len() > 64 || id.starts_with('-') || !is_plain(id) {
        return refused(format!("{id:?} is not the id of a run."));
    }
    if run.state == RunState::Running {
        return refused(format!("run {id} had not ended when it was exported."));
    }
    if !run.plan.attachment_hashes().is_empty() {
        return refused(format!(
            "run {id} names images or documents that are not in the file. Export it again where it came from."
        ));
    }
    if let Some(left_out) = &run.prompts_left_out
        && !(is_prompt_hash(&left_out.prompt_hash) && run.plan.prompt.starts_with(LEFT_OUT))
    {
        return refused(format!("run {id} has prompts, and says that they were left out."));
    }
    if run.def_version > DEF_VERSION {
        return refused(format!(
            "run {id} has the numbers of definitions {}, and this Paceline knows {DEF_VERSION}. Update Paceline.",
            run.def_version
        ));
    }
    if let Some(what) = excess(run) {
        return refused(format!("of run {id}, {what}."));
    }
    if run.lanes.len() != recordings.len() {
        return refused(format!(
            "run {id} has {} lanes, and raw logs of {}.",
            run.lanes.len(),
            recordings.len()
        ));
    }
    for ((lane, logs), index) in run.lanes.iter().zip(recordings).zip(0_u32..) {
        let requests = lane.requests().count();
        if requests != logs.len() {
            return refused(format!(
                "in run {id}, lane {index} has {requests} requests and {} raw logs.",
                logs.len()
            ));
        }
        for (log, round) in logs.iter().zip(0_u32..) {
            if !log_matches_text(log) {
                return refused(format!(
                    "in run {id}, lane {index}, round {round}, the raw log does not add up to the text."
                ));
            }
        }
    }
    let is_answer = |mark: &AnswerMark| {
        let logs = recordings.get(mark.lane as usize);
        logs.is_some_and(|logs| (mark.round as usize) < logs.len())
    };
    if let Some(mark) = marks.answers.iter().find(|mark| !is_answer(mark)) {
        let (lane, round) = (mark.lane, mark.round);
        return refused(format!(
            "a vote or a note is of lane {lane}, round {round} of run {id}, which there is not."
        ));
    }
    let found = contradictions(run, recordings)?;
    match found.as_slice() {
        [] => Ok(()),
        [only] => refused(format!("of run {id}, {only}.")),
        [first, others @ ..] => {
            refused(format!("of run {id}, {first}, and {} more are wrong.", others.len()))
        }
    }
}
