//! Verifies the whole history: the file, its consistency, and every number against its raw log.

use std::path::Path;

use measure::{ArrivalEvent, DEF_VERSION, Kind};
use race::Recording;
use rusqlite::Connection;
use serde::{Deserialize, Serialize};

use crate::error::{HistoryError, StoreFailure};
use crate::file::damage::Damage;
use crate::file::open::check_schema;
use crate::file::plausible::{contradicted, impossible, miscounted, other_text};
use crate::history::History;
use crate::lifecycle::checkpoints;
use crate::migrations::MIGRATIONS;
use crate::queries::points;
use crate::tables::{
    attachments, earlier, index_check, lanes, recordings, run_index, run_rows, runs, samples,
    unreadable_rows, votes,
};

/// The result of a verification.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Verification {
    /// Number of runs checked, without deleted ones.
    pub runs: u32,
    /// Number of requests whose raw log was read.
    pub requests: u32,
    /// Number of requests whose numbers were recomputed, without those under older definitions.
    pub recomputed: u32,
    /// All findings; empty if there are none.
    pub findings: Vec<Finding>,
}

/// A problem in the history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Finding {
    /// The run; absent if it concerns the file.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// What is wrong, in a sentence.
    pub what: String,
}

impl History {
    /// Reads everything and changes nothing. Takes as long as reading the whole file. Of a damaged one it checks what can be
    /// read, after saying what cannot.
    ///
    /// # Errors
    /// If the file cannot be read at all; problems inside it are findings.
    pub fn verify(&self) -> Result<Verification, HistoryError> {
        let mut verification = Verification::default();
        let damage = self.damage().map(Damage::told).unwrap_or_default();
        verification.findings = damage.into_iter().map(of_file).collect();
        let file = self.file().to_owned();
        let (damaged, rest) = (
            |error: &HistoryError| matches!(error, HistoryError::Damaged { .. }),
            of_file("What is on damaged pages was not checked.".to_owned()),
        );
        match self.read(|connection| file_findings(connection, &file)) {
            Ok((damage, others)) => {
                if !damage.is_empty() {
                    // Whether it is such as a start of a small history would find.
                    self.check_rest(|| false)?;
                }
                verification.findings.extend(damage.into_iter().chain(others));
            }
            Err(error) if damaged(&error) => verification.findings.push(of_file(error.to_string())),
            Err(error) => return Err(error),
        }
        for name in self.unreadable_setting_names()? {
            verification.findings.push(of_file(format!(
                "The setting {name} cannot be read. Its default is used instead."
            )));
        }
        // One run per transaction, so that a race starting meanwhile does not wait for the whole
        // verification.
        let mut id = String::new();
        loop {
            let next = match self.read(|connection| runs::after(connection, &id)) {
                Ok(Some(next)) => next,
                Ok(None) => break,
                Err(error) if damaged(&error) => {
                    verification.findings.push(rest);
                    break;
                }
                Err(error) => return Err(error),
            };
            verification.runs += 1;
            let checked = self.read(|connection| check_run(connection, &next, &mut verification));
            match checked {
                Ok(()) => {}
                Err(error)
                    if error.costs_only_itself()
                        || matches!(error, HistoryError::Damaged { .. }) =>
                {
                    verification.add(&next, error.to_string());
                }
                Err(error) => return Err(error),
            }
            id = next;
        }
        Ok(verification)
    }
}

impl Verification {
    fn add(&mut self, run: &str, what: String) {
        self.findings.push(Finding { run: Some(run.to_owned()), what });
    }
}

/// A finding that concerns the file.
fn of_file(what: String) -> Finding {
    Finding { run: None, what }
}

/// What SQLite finds damaged in the file, and what the migrations and the rows that every start reads say about it.
fn file_findings(
    connection: &Connection,
    file: &Path,
) -> Result<(Vec<Finding>, Vec<Finding>), StoreFailure> {
    let finding = of_file;
    let mut check = connection.prepare("PRAGMA integrity_check")?;
    let lines =
        check.query_map([], |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()?;
    let damage = lines.into_iter().filter(|line| line != "ok").map(finding).collect();
    let mut check = connection.prepare("PRAGMA foreign_key_check")?;
    let mut findings = check
        .query_map([], |row| {
            let (table, parent): (String, String) = (row.get(0)?, row.get(2)?);
            Ok(finding(format!("A row of {table} refers to nothing in {parent}.")))
        })?
        .collect::<Result<Vec<_>, _>>()?;
    // Whoever opened it has refused all else.
    let schema = check_schema(connection, file, MIGRATIONS).map_err(|failed| failed.within(file));
    if let Err(HistoryError::Damaged { finding: found, .. }) = schema {
        findings.push(finding(format!("The file is not as Paceline makes it: {found}.")));
    }
    findings.extend(unreadable_rows::found(connection)?.into_iter().map(finding));
    let what = "It is marked as deleted at a time that cannot be.".to_owned();
    let oddly_deleted = run_rows::oddly_deleted(connection)?.into_iter();
    findings.extend(oddly_deleted.map(|run| Finding { run: Some(run), what: what.clone() }));
    Ok((damage, findings))
}

fn check_run(
    connection: &Connection,
    id: &str,
    verification: &mut Verification,
) -> Result<(), StoreFailure> {
    let Some(run) = runs::read_with_samples(connection, id)? else { return Ok(()) };
    let is_over = run.state != race::RunState::Running;
    let is_raw = is_over && !checkpoints::of_run(connection, id)?.is_empty();
    if is_raw {
        verification
            .add(id, "It was cut off, and what had arrived could not be put together.".to_owned());
    }
    if let Some(what) = run_rows::contradiction(connection, id)? {
        verification.add(id, what);
    }
    if run.def_version > DEF_VERSION {
        let version = run.def_version;
        verification.add(
            id,
            format!("Its numbers claim version {version} of the definitions; the newest is {DEF_VERSION}."),
        );
    }
    let found_before = verification.findings.len();
    for (lane, contender) in (0_u32..).zip(&run.lanes) {
        let lost = samples::without_recording(connection, id, lane)?;
        if lost > 0 {
            verification.add(id, format!("Of lane {lane}, {lost} samples have no raw log."));
        }
        let counted: u64 = contender
            .levels
            .iter()
            .map(|level| u64::from(level.measured) + u64::from(level.unmeasured))
            .sum();
        if !contender.levels.is_empty()
            && lost == 0
            && counted != contender.requests().count() as u64
        {
            let what = format!("Of lane {lane}, the levels count other requests than there are.");
            verification.add(id, what);
        }
        for (round, sample) in (0_u32..).zip(contender.requests()) {
            let Some(recording) = recordings::read(connection, id, lane, round)? else { continue };
            verification.requests += 1;
            let place = format!("lane {lane}, round {round}");
            if !log_matches_text(&recording) {
                verification
                    .add(id, format!("In {place} the raw log does not add up to the text."));
            }
            verification.recomputed += u32::from(run.def_version == DEF_VERSION);
            let wrong = contradicted(&run, contender, sample, &recording)?;
            if let Some(what) = impossible(sample) {
                verification.add(id, format!("In {place}, {what}."));
            }
            if let Some(part) = other_text(sample, &recording) {
                verification.add(id, format!("In {place}, the {part} is not that of the raw log."));
            }
            if let Some(what) = miscounted(&run, contender, sample, &recording)? {
                verification.add(id, format!("In {place}, {what}."));
            }
            for name in &wrong {
                verification.add(id, format!("In {place}, {name} is not what the raw log says."));
            }
        }
    }
    // An index that is still to be recomputed needs only to be readable, and one of a damaged run, or of one that is still raw, says
    // nothing new.
    if found_before == verification.findings.len() && !is_raw {
        lanes::of_run(connection, id, run.kind)?;
        points::must_be_readable(connection, id)?;
        let is_absent = run_index::key_of(connection, id)?.is_none();
        if (is_absent || is_over && run_index::is_told(connection, id)?)
            && let Some(what) = index_check::difference(connection, &run)?
        {
            verification.add(id, what);
        }
    }
    earlier::check(connection, &run)?;
    let lost = votes::unreadable(connection, id)?;
    if lost > 0 {
        let what =
            format!("Votes or notes that are of no answer of it: {lost}. They are not shown.");
        verification.add(id, what);
    }
    // Last, because whatever is wrong with an image ends the check of its run.
    attachments::check(connection, &run)
}

/// Whether the log entries of each part account for every byte of its text, of a chain in each of its steps.
pub fn log_matches_text(recording: &Recording) -> bool {
    let marks = &recording.timeline.marks;
    let bytes = |marks: &[ArrivalEvent], wanted: fn(Kind) -> bool| -> u64 {
        let wanted = marks.iter().filter(|mark| wanted(mark.kind));
        wanted.map(|mark| u64::from(mark.text_bytes)).sum()
    };
    let rewritten = marks.iter().rposition(|mark| mark.kind == Kind::Rewrite).unwrap_or(0);
    let since_rewrite = marks.get(rewritten..).unwrap_or_default();
    let said = &recording.transcript;
    bytes(marks, |kind| kind == Kind::Reasoning) == said.reasoning.len() as u64
        && bytes(marks, Kind::is_tool) == said.tool.len() as u64
        && bytes(since_rewrite, |kind| matches!(kind, Kind::Answer | Kind::Rewrite))
            == said.answer.len() as u64
        && recording.earlier().iter().all(|step| log_matches_text(&step.recording))
}

#[cfg(test)]
#[path = "verify_tests.rs"]
mod tests;
