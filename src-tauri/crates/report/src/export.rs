//! Exports: what to export, and in which of four formats.

use std::path::Path;

use race::workload::{PromptSet, Row};
use race::{
    LanePlan, Plan, PromptsLeftOut, Recording, Run, RunState, StepRule, prompt_fingerprint,
    with_verdicts,
};
use serde::{Deserialize, Serialize};

use store::{Annotations, History, RunRecord, prompt_tokens};

use crate::exported_run::{ExportedRun, Origin};
use crate::names::names;
use crate::{ReportError, document, files, markdown, page, table};

/// Placeholder for a prompt that was left out.
pub(crate) const LEFT_OUT: &str = "[left out of the export]";

/// The format of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum ExportFormat {
    /// Everything including raw logs, for importing and for checking numbers by hand.
    Json,
    /// One row for each request.
    Csv,
    /// Conditions, summaries, prompt and answers, for reading.
    Md,
    /// A self-contained HTML page that replays the race.
    Html,
}

impl ExportFormat {
    /// The file name extension.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Md => "md",
            Self::Html => "html",
        }
    }
}

/// What to export, and how.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Export {
    /// The runs, by id, in this order.
    pub runs: Vec<String>,
    /// The format.
    pub format: ExportFormat,
    /// Whether prompts and system prompts are left out. Their hashes and lengths stay.
    pub without_prompts: bool,
}

/// An export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportText {
    /// Suggested file name.
    pub name: String,
    /// Content.
    pub text: String,
}

impl ExportText {
    /// Writes it into a folder under its name or, if that exists, the next free one. Returns the path.
    ///
    /// # Errors
    /// If the folder cannot be created or written to.
    pub fn save_into(&self, folder: &Path) -> Result<std::path::PathBuf, ReportError> {
        files::write_into(folder, &self.name, self.text.as_bytes())
    }
}

/// Exports runs of the history.
///
/// # Errors
/// [`HistoryError::NoSuchRun`](store::HistoryError::NoSuchRun) for an unknown or deleted run,
/// [`ReportError::NotExported`] for one that is running; otherwise if they cannot be read.
pub fn export(
    history: &History,
    export: &Export,
    origin: &Origin,
) -> Result<ExportText, ReportError> {
    let mut all = Vec::with_capacity(export.runs.len());
    for id in &export.runs {
        all.push(exported_run(history, id, export.without_prompts)?);
    }
    let text = match export.format {
        ExportFormat::Json => document::write(&all, origin, export.without_prompts)?,
        ExportFormat::Csv => table::write(&all)?,
        ExportFormat::Md => markdown::write(&all, origin),
        ExportFormat::Html => page::write(&all, &history.looks()?, origin)?,
    };
    Ok(ExportText { name: name(&all, export.format), text })
}

/// The JSON export of a run that is not in a history.
///
/// # Errors
/// If it cannot be written as JSON.
pub fn document_of(
    run: Run,
    recordings: Vec<Vec<Recording>>,
    origin: &Origin,
) -> Result<String, ReportError> {
    let (prompt_hash, prompt_tokens) = (run.prompt_hash(), prompt_tokens(&run));
    let marks = Annotations::default();
    let whole = ExportedRun { run, recordings, marks, prompt_hash, prompt_tokens };
    document::write(&[whole], origin, false)
}

fn exported_run(
    history: &History,
    id: &str,
    without_prompts: bool,
) -> Result<ExportedRun, ReportError> {
    let RunRecord { mut run, recordings, marks } = history.stored_run(id)?;
    if run.state == RunState::Running {
        let what = "it is under way; export it when it has ended".to_owned();
        return Err(ReportError::NotExported { id: id.to_owned(), what });
    }
    // Hash and length are those of the prompt, even if it is left out.
    let (prompt_hash, prompt_tokens) = (run.prompt_hash(), prompt_tokens(&run));
    // What was imported without its prompts has none to leave out.
    if without_prompts && run.prompts_left_out.is_none() {
        leave_out(&mut run, &prompt_hash);
        run.prompts_left_out =
            Some(PromptsLeftOut { prompt_hash: prompt_hash.clone(), prompt_tokens });
    }
    let run = run.into_document();
    let names = names(&run);
    let run = with_verdicts(run, &names);
    Ok(ExportedRun { run, recordings, marks, prompt_hash, prompt_tokens })
}

/// Leaves out what the user wrote. `hash` stands for it, so that runs of different prompts stay different contenders where
/// they are imported.
fn leave_out(run: &mut Run, hash: &str) {
    let alone = |lane: &LanePlan| Plan { lanes: vec![lane.clone()], ..run.plan.clone() };
    let hashes: Vec<String> =
        run.plan.lanes.iter().map(|lane| prompt_fingerprint(&alone(lane))).collect();
    run.plan.lanes.iter_mut().for_each(leave_out_steps);
    for (lane, hash) in run.plan.lanes.iter_mut().zip(hashes) {
        let Some(own) = &mut lane.request else { continue };
        own.prompt = Some(format!("{LEFT_OUT} ({hash})"));
        own.system.iter_mut().for_each(|text| LEFT_OUT.clone_into(text));
        own.payload = None;
    }
    // The user has named documents, schemas and tools.
    let adjusted = run.lanes.iter_mut().flat_map(|lane| {
        lane.adjustments
            .iter_mut()
            .chain(lane.steps.iter_mut().flat_map(|step| &mut step.adjustments))
    });
    for adjustment in adjusted.filter(|adjusted| adjusted.field.ends_with("name")) {
        (adjustment.asked, adjustment.sent) = (None, None);
    }
    // What is expected of an answer tells what was asked. Whether it was right stays.
    run.plan.checks.clear();
    let levels = run.lanes.iter_mut().flat_map(|lane| {
        let levels = lane.levels.iter_mut();
        levels
            .flat_map(|level| level.samples.iter_mut().chain(&mut level.others))
            .chain(&mut lane.samples)
    });
    levels.for_each(|sample| {
        sample.checks.clear();
        sample.steps.iter_mut().for_each(|step| step.sample.checks.clear());
    });
    // What a judge says of answers tells what was asked, and without it nobody could read its verdicts again.
    (run.plan.judge, run.judgement) = (None, None);
    run.plan.prompt = format!("{LEFT_OUT} ({hash})");
    if let Some(system) = &mut run.plan.system {
        LEFT_OUT.clone_into(system);
    }
    if let Some(PromptSet::Rows { rows }) = &mut run.plan.set {
        let bare = (1..=rows.len()).map(|number| Row {
            name: number.to_string(),
            prompt: LEFT_OUT.to_owned(),
            ..Row::default()
        });
        *rows = bare.collect::<Vec<_>>().into();
    }
    // Turns, tools, schemas, images: nearly everything in it is text of the user's.
    run.plan.payload = Plan::default().payload;
    if let Some(load) = &mut run.plan.load {
        load.prompts.iter_mut().for_each(|prompt| LEFT_OUT.clone_into(prompt));
    }
}

/// Leaves out what the user wrote of a chain's later steps. A hash stands for it, so that chains of different prompts stay different
/// contenders.
fn leave_out_steps(lane: &mut LanePlan) {
    for (next, number) in lane.later.iter_mut().zip(2_u32..) {
        let own = Plan { lanes: vec![next.lane.clone()], ..Plan::default() };
        let hash = prompt_fingerprint(&own);
        if let Some(own) = &mut next.lane.request {
            own.prompt.iter_mut().for_each(|text| *text = format!("{LEFT_OUT} ({hash})"));
            own.system.iter_mut().for_each(|text| LEFT_OUT.clone_into(text));
            own.payload = None;
        }
        match &mut next.rule {
            StepRule::CheckFails { checks } => checks.clear(),
            StepRule::Says { name } => *name = number.to_string(),
            StepRule::Always | StepRule::Otherwise => {}
        }
    }
}

/// `paceline-race-2026-11-01-0a1b2c3d.json`, or the number of runs if there are several.
fn name(all: &[ExportedRun], format: ExportFormat) -> String {
    let extension = format.extension();
    match all {
        [one] => {
            let day: String = one.run.started_at.chars().take(10).collect();
            let id = &one.run.id;
            let end: String = id.chars().skip(id.chars().count().saturating_sub(8)).collect();
            let stem = format!("paceline-{}-{day}-{end}", one.run.kind.word());
            format!("{}.{extension}", files::stem(&stem))
        }
        several => format!("paceline-{}-runs.{extension}", several.len()),
    }
}
