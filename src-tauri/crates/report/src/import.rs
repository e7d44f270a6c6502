//! Imports runs that were exported elsewhere: completely, never twice, and only after the whole file was validated.

use measure::DEF_VERSION;
use race::{
    AnswerChecks, Lane, MOST_LANES, MOST_ROUNDS, PromptsLeftOut, Recording, Run, RunKind, RunState,
    SCHEMA as RUN_SCHEMA, Sample, Workload, summary,
};
use serde::Deserialize;
use store::{
    AnswerMark, History, ImportSummary, RunRecord, as_logged, contradictions, log_matches_text,
};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::ReportError;
use crate::document::{Document, SCHEMA};
use crate::export::LEFT_OUT;
use crate::imported_judge;

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

fn refused<T>(what: impl Into<String>) -> Result<T, ReportError> {
    Err(ReportError::NotImported { what: what.into() })
}

/// The runs of a document as they would be added.
pub(crate) fn read(document: &str) -> Result<Vec<RunRecord>, ReportError> {
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
    let is_current = stored.run.def_version == DEF_VERSION;
    if is_current {
        let logged = as_logged(&stored.run, &stored.recordings)?;
        for (lane, logged) in stored.run.lanes.iter_mut().zip(logged) {
            for (sample, logged) in requests_of(lane).zip(logged) {
                *sample = logged;
            }
        }
    } else {
        for (lane, logs) in stored.run.lanes.iter_mut().zip(&stored.recordings) {
            for (sample, log) in requests_of(lane).zip(logs) {
                take_texts(sample, log);
            }
        }
    }
    check_again(&mut stored);
    if stored.run.prompts_left_out.is_none() {
        stored.run.prompts_left_out = left_out_before(&stored.run);
    }
    for lane in &mut stored.run.lanes {
        // A file cannot make a simulated provider a real one.
        lane.simulated |= providers::provider(&lane.provider).is_some_and(|row| row.simulated);
        lane.uncertainty.clear();
        lane.feels.clear();
        lane.right = None;
        (lane.knee, lane.capacity, lane.prompt_length_line) = (None, None, None);
        for level in &mut lane.levels {
            level.uncertainty.clear();
            level.feels.clear();
            level.right = None;
        }
    }
    stored.run.right_pairs.clear();
    imported_judge::read_again(&mut stored.run);
    stored.run.simulated = stored.run.lanes.iter().any(|lane| lane.simulated);
    if is_current {
        for lane in &mut stored.run.lanes {
            lane.summary = summary(&lane.samples);
            for level in &mut lane.levels {
                level.summarise();
            }
        }
    }
    Ok(stored)
}

/// Checks every answer again, whatever the file says of it. Without the checks nothing is known.
fn check_again(stored: &mut RunRecord) {
    let places = stored.run.lanes.iter().map(|lane| lane.place);
    let checks = AnswerChecks::of_lanes(&stored.run.plan, places);
    let lanes = stored.run.lanes.iter_mut().zip(&stored.recordings);
    for ((lane, logs), checks) in lanes.zip(checks) {
        for (sample, log) in requests_of(lane).zip(logs) {
            sample.check(checks.as_deref(), log);
        }
    }
}

/// The requests of a lane, in the order of [`Lane::requests`].
fn requests_of(lane: &mut Lane) -> impl Iterator<Item = &mut Sample> {
    let of_levels = lane.levels.iter_mut();
    of_levels
        .flat_map(|level| level.samples.iter_mut().chain(&mut level.others))
        .chain(&mut lane.samples)
}

/// Gives a request of an earlier definition the texts that its raw log accounts for. One whose log holds no text keeps its
/// own.
fn take_texts(sample: &mut Sample, log: &Recording) {
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

/// Longest name of a lane, its provider, its model, a machine or a finish reason, in characters.
const LONGEST_NAME: usize = 1_000;
/// Longest text of one request, in bytes: far more than is read of any stream.
const LONGEST_TEXT: usize = 16 * 1024 * 1024;
/// Maximum number of attempts of one request, far above what any takes.
const MOST_ATTEMPTS: u32 = 100;
/// Maximum number of tags of a run.
const MOST_TAGS: usize = 100;

fn is_long(name: &str) -> bool {
    name.chars().nth(LONGEST_NAME).is_some()
}

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
    (sample.attempts > MOST_ATTEMPTS).then(|| {
        format!("was sent {} times, and none is more than {MOST_ATTEMPTS}", sample.attempts)
    })
}

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
    if run.machine.as_deref().is_some_and(is_long) {
        return Some(format!("the machine's name is over {LONGEST_NAME} characters"));
    }
    if let Some(what) = imported_judge::excess(run) {
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
        if names.iter().any(|name| is_long(name)) {
            return Some(format!("lane {index} has a name over {LONGEST_NAME} characters"));
        }
        let foreign = match run.kind {
            RunKind::Sweep => (!lane.samples.is_empty()).then_some("rounds, and it is a sweep"),
            RunKind::Race => (!lane.levels.is_empty()).then_some("levels, and it is a race"),
        };
        if let Some(foreign) = foreign {
            return Some(format!("lane {index} has {foreign}"));
        }
        if let Some(what) = wrong_row(run, lane) {
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
