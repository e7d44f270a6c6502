//! Imports runs that were exported elsewhere: completely, never twice, and only after the whole file was validated.

use std::collections::BTreeMap;

use measure::DEF_VERSION;
use providers::Fault;
use race::{
    AnswerChecks, PromptsLeftOut, Recording, Run, RunState, SCHEMA as RUN_SCHEMA, Sample,
    StepChecks,
};
use serde::Deserialize;
use store::{
    AnswerMark, History, ImportSummary, RunRecord, as_logged, contradictions, impossible_number,
    log_matches_text,
};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::ReportError;
use crate::document::Document;
use crate::export::LEFT_OUT;
use crate::imported_judge;
use crate::plain::clipped;

mod beginning;
mod chain;
mod excess;
mod memory;
mod raw_log;
mod repeated;
use excess::excess;
use memory::Unread;
use raw_log::{disorder, excess_of_log};
use repeated::repeated;

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

/// Imports the runs as [`import`] does, unless any of them began after `latest`.
///
/// # Errors
/// As [`import`]; [`ReportError::NotImported`] for such a run as well.
pub fn import_until(
    history: &History,
    document: &str,
    latest: OffsetDateTime,
) -> Result<ImportSummary, ReportError> {
    Ok(history.add(&read_until(document, latest)?)?)
}

/// Takes in the runs that the Paceline of this history measured and could not save. Their document is held to the rules of
/// [`import_until`]; the runs are not marked as imported.
///
/// # Errors
/// As [`import_until`], and as [`History::add_unsaved`].
pub fn take_in_until(
    history: &History,
    document: &str,
    latest: OffsetDateTime,
) -> Result<ImportSummary, ReportError> {
    Ok(history.add_unsaved(&read_until(document, latest)?)?)
}

fn read_until(document: &str, latest: OffsetDateTime) -> Result<Vec<RunRecord>, ReportError> {
    let runs = read(document)?;
    runs.iter().try_for_each(|stored| check_start(&stored.run, latest))?;
    Ok(runs)
}

/// Refuses a run that had not begun yet.
fn check_start(run: &Run, latest: OffsetDateTime) -> Result<(), ReportError> {
    let start = OffsetDateTime::parse(&run.started_at, &Rfc3339);
    if start.is_ok_and(|start| start > latest) {
        return refused(format!(
            "run {} begins in the future, at {}. Check the clock of this machine.",
            run.id, run.started_at
        ));
    }
    Ok(())
}

/// The largest document that is read, in bytes: thousands of runs with their raw logs. Reading takes its size in memory, and its
/// values some times that.
pub const LARGEST_EXPORT: usize = 512 * 1024 * 1024;
/// Maximum number of tags of a run.
const MOST_TAGS: usize = 100;

fn refused<T>(what: impl Into<String>) -> Result<T, ReportError> {
    Err(ReportError::NotImported { what: what.into() })
}

/// Whether a file that begins like this may be an export, before the rest of it is read.
///
/// # Errors
/// [`ReportError::NotImported`] if it is none, whatever follows.
pub fn check_beginning(bytes: &[u8]) -> Result<(), ReportError> {
    beginning::check(bytes).or_else(refused)
}

/// The runs of a document as they would be added.
pub(crate) fn read(document: &str) -> Result<Vec<RunRecord>, ReportError> {
    let kind: Kind = serde_json::from_str(document).or_else(|error| {
        let at = format!("line {}, column {}", error.line(), error.column());
        let error = clipped(&error.to_string());
        refused(format!(
            "the file is not a JSON document, or is damaged ({error}, at {at}). Export it again with --format json."
        ))
    })?;
    beginning::check_schema(kind.schema.as_deref()).or_else(refused)?;
    let document: Document = memory::read(document).or_else(|unread| {
        let Unread::Wrong(error) = unread else {
            return refused(
                "its values would take many times the memory of their text, as those of no run do. Export it again where it \
                 came from.",
            );
        };
        let at = format!("line {}, column {}", error.line(), error.column());
        let error = clipped(&error.to_string());
        refused(format!(
            "the file is damaged: {error}, at {at}. Export it again where it came from."
        ))
    })?;
    document.runs.iter().try_for_each(check)?;
    document.runs.into_iter().map(summed_again).collect()
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

/// The run with its requests taken from their raw logs and recomputed summaries, so that none contradicts its samples, and
/// without the values that documents add.
fn summed_again(mut stored: RunRecord) -> Result<RunRecord, ReportError> {
    if stored.run.def_version == DEF_VERSION {
        let check = |run: &mut Run| check_again(run, &stored.recordings);
        stored.run = as_logged(stored.run, &stored.recordings, check)?;
        if let Some(what) = impossible_number(&stored.run) {
            return refused(format!("by the raw logs of run {}, {what}.", stored.run.id));
        }
    } else {
        // The history holds its numbers to the raw logs when it computes them again under the current definitions.
        for (lane, logs) in stored.run.lanes.iter_mut().zip(&stored.recordings) {
            for (sample, log) in lane.requests_mut().zip(logs) {
                take_texts(sample, log);
            }
        }
        check_again(&mut stored.run, &stored.recordings);
    }
    if stored.run.prompts_left_out.is_none() {
        stored.run.prompts_left_out = left_out_before(&stored.run);
    }
    for lane in &mut stored.run.lanes {
        // A file cannot make a simulated provider a real one.
        let is_simulated = |id: &str| providers::provider(id).is_some_and(|row| row.simulated);
        lane.simulated |= is_simulated(&lane.provider);
        for step in &mut lane.steps {
            step.simulated |= is_simulated(&step.provider);
            lane.simulated |= step.simulated;
            (step.asked, step.summary) = (None, BTreeMap::new());
        }
        lane.requests_mut().for_each(own_words);
        lane.uncertainty.clear();
        lane.feels.clear();
        lane.at_prompt_lengths.clear();
        lane.right = None;
        (lane.knee, lane.capacity, lane.prompt_length_line) = (None, None, None);
        lane.cache_savings.clear();
        for level in &mut lane.levels {
            level.uncertainty.clear();
            level.feels.clear();
            level.right = None;
        }
    }
    stored.run.right_pairs.clear();
    stored.run.questions = None;
    stored.run.pairwise.clear();
    stored.run.same_service.clear();
    stored.run.request_parts.clear();
    stored.run.schema_uses.clear();
    stored.run.cache_uses.clear();
    stored.run.round_steps.clear();
    imported_judge::read_again(&mut stored.run);
    stored.run.simulated = stored.run.lanes.iter().any(|lane| lane.simulated);
    Ok(stored)
}

/// Checks every answer again, whatever the file says of it, and what decided over the steps of chains. Without the checks nothing is
/// known.
fn check_again(run: &mut Run, recordings: &[Vec<Recording>]) {
    let plan = &run.plan;
    let places: Vec<u32> = run.lanes.iter().map(|lane| lane.place).collect();
    let checks = AnswerChecks::of_lanes(plan, places.iter().copied());
    let gates = StepChecks::of_lanes(plan, places.into_iter().zip(checks.clone()));
    let lanes = run.lanes.iter_mut().zip(recordings);
    for (((lane, logs), checks), gates) in lanes.zip(checks).zip(gates) {
        for (sample, log) in lane.requests_mut().zip(logs) {
            sample.check(checks.as_deref(), log);
            sample.check_steps(&gates, log);
        }
    }
}

/// Takes the phrases from a failure that do not say what its texts say: one can stand for a text of any length, which a window would
/// never end to write.
fn own_words(sample: &mut Sample) {
    if let Some(Fault { message, message_phrase, advice, advice_phrase, .. }) = &mut sample.error {
        message_phrase.take_if(|phrase| !phrase.says(message.as_str()));
        advice_phrase.take_if(|phrase| !phrase.says(advice.as_str()));
    }
    for step in &mut sample.steps {
        own_words(&mut step.sample);
    }
}

/// Gives a request of an earlier definition the texts that its raw log accounts for. One whose log holds no text keeps its
/// own.
fn take_texts(sample: &mut Sample, log: &Recording) {
    if sample.steps.len() == log.earlier().len() + 1 {
        let earlier = log.earlier().iter().map(|step| &step.recording);
        let logs = earlier.chain([log]);
        sample
            .steps
            .iter_mut()
            .zip(logs)
            .for_each(|(step, log)| take_own_texts(&mut step.sample, log));
    }
    take_own_texts(sample, log);
}

/// The same of one request alone.
fn take_own_texts(sample: &mut Sample, log: &Recording) {
    let said = &log.transcript;
    let is_logged = [&said.answer, &said.reasoning, &said.tool].iter().any(|text| !text.is_empty());
    if !is_logged {
        return;
    }
    for (text, logged) in [
        (&mut sample.text, &said.answer),
        (&mut sample.reasoning, &said.reasoning),
        (&mut sample.tools, &said.tool),
    ] {
        if text.as_str() != logged.as_str() {
            *text = logged.as_str().into();
        }
    }
}

/// Refuses raw logs that do not belong to the lanes' requests, or that no stream can have.
fn check_logs(run: &Run, recordings: &[Vec<Recording>]) -> Result<(), ReportError> {
    let id = &run.id;
    for ((lane, logs), index) in run.lanes.iter().zip(recordings).zip(0_u32..) {
        let requests = lane.requests().count();
        if requests != logs.len() {
            return refused(format!(
                "in run {id}, lane {index} has {requests} requests and {} raw logs.",
                logs.len()
            ));
        }
        for ((sample, log), round) in lane.requests().zip(logs).zip(0_u32..) {
            if let Some(what) = chain::of_request(lane, sample, log) {
                return refused(format!("in run {id}, lane {index}, round {round}, {what}."));
            }
            if !log_matches_text(log) {
                return refused(format!(
                    "in run {id}, lane {index}, round {round}, the raw log does not add up to the text."
                ));
            }
            if let Some(what) = excess_of_log(log) {
                return refused(format!("in run {id}, lane {index}, round {round}, {what}."));
            }
            if let Some(what) = disorder(log) {
                return refused(format!(
                    "in run {id}, lane {index}, round {round}, the raw log cannot be: {what}."
                ));
            }
        }
    }
    Ok(())
}

/// Refuses an inconsistent run, with the position of the problem.
fn check(stored: &RunRecord) -> Result<(), ReportError> {
    let RunRecord { run, recordings, marks } = stored;
    let id = &run.id;
    let is_plain = |id: &str| id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if id.is_empty() || id.len() > 64 || id.starts_with('-') || !is_plain(id) {
        return refused(format!("{:?} is not the id of a run.", clipped(id)));
    }
    if run.schema != RUN_SCHEMA {
        return refused(format!(
            "run {id} is {}, and this Paceline reads {RUN_SCHEMA}. Update Paceline.",
            clipped(&run.schema)
        ));
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
    if run.def_version == 0 {
        return refused(format!("run {id} has the numbers of definitions 0, which never were."));
    }
    if marks.tags.len() > MOST_TAGS {
        return refused(format!(
            "run {id} has {} tags, and at most {MOST_TAGS} are taken in.",
            marks.tags.len()
        ));
    }
    if let Some(what) = excess(run) {
        return refused(format!("of run {id}, {what}."));
    }
    if let Some(what) = repeated(recordings) {
        return refused(format!("of run {id}, {what}."));
    }
    if run.lanes.len() != recordings.len() {
        return refused(format!(
            "run {id} has {} lanes, and raw logs of {}.",
            run.lanes.len(),
            recordings.len()
        ));
    }
    check_logs(run, recordings)?;
    if marks.answers.len() > recordings.iter().map(Vec::len).sum() {
        return refused(format!("run {id} has more votes and notes than answers."));
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
