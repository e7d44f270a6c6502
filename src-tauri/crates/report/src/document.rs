//! The JSON export: the document `paceline.export/1`, which can be imported again.

use measure::Kind;
use race::{Calibration, Recording, Run};
use serde::ser::Error as _;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use store::{Annotations, RunRecord};

use crate::exported_run::ExportedRun;
use crate::json::to_json;
use crate::{Origin, ReportError};

/// Name and version of the document format.
pub(crate) const SCHEMA: &str = "paceline.export/1";

/// The head of the document, written first so that a reader of the file sees it.
#[derive(Serialize)]
struct DocumentHead<'a> {
    schema: &'static str,
    /// Explains the parts of a raw log, for checking a number by hand.
    about: &'static str,
    app_version: &'a str,
    exported_at: &'a str,
    exported_on: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    calibration: Option<&'a Calibration>,
    prompts_left_out: bool,
    runs: Vec<DocumentRun<'a>>,
}

const ABOUT: &str = "Each run is the document paceline.run/1. Its `recordings` hold one raw log for each request: by lane, \
    then level by level with the measured requests first, or round by round. Stamps are nanoseconds on one monotonic clock \
    of the run: `plan_ns` is the start gun or when the request was due, `send_ns` just before it was sent, and a mark's \
    `at_ns` when the network read returned that completed its event. So ttft_ms = (at_ns of the first mark of kind \
    reasoning, answer, tool or rewrite - send_ns) / 1e6. `text_bytes` is how much UTF-8 text a mark added, `text` which, \
    `wire_bytes` how many bytes the event took on the wire. `usage` is what the server sent, word for word. Of a chain, `chain` holds the raw \
    logs of the steps before (`earlier`) and when its own request was sent (`sent_ns`); `send_ns` is then when the first step was.";

#[derive(Serialize)]
struct DocumentRun<'a> {
    run: &'a Run,
    prompt_hash: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    prompt_tokens: Option<u32>,
    /// Whether it had been imported where it was exported.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    imported: bool,
    marks: &'a Annotations,
    recordings: Vec<Vec<ReadableLog<'a>>>,
}

/// The part that an import reads. The texts beside the log entries are for readers; the transcript already contains
/// them.
#[derive(Deserialize)]
pub(crate) struct Document {
    pub(crate) runs: Vec<RunRecord>,
}

pub(crate) fn write(
    all: &[ExportedRun],
    origin: &Origin,
    prompts_left_out: bool,
) -> Result<String, ReportError> {
    let mut runs = Vec::with_capacity(all.len());
    for whole in all {
        let lanes = whole.recordings.iter();
        runs.push(DocumentRun {
            run: &whole.run,
            prompt_hash: &whole.prompt_hash,
            prompt_tokens: whole.prompt_tokens,
            imported: whole.run.imported,
            marks: &whole.marks,
            recordings: lanes.map(|lane| lane.iter().map(ReadableLog).collect()).collect(),
        });
    }
    let head = DocumentHead {
        schema: SCHEMA,
        about: ABOUT,
        app_version: origin.version,
        exported_at: &origin.at,
        exported_on: &origin.machine,
        calibration: origin.calibration.as_ref(),
        prompts_left_out,
        runs,
    };
    let mut text = to_json("An export", &head)?;
    text.push('\n');
    Ok(text)
}

/// A raw log as stored, with the text beside each entry. As values it takes ten times its length, so it is made of them one by one,
/// as the document is written.
struct ReadableLog<'a>(&'a Recording);

impl Serialize for ReadableLog<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(recording) = self;
        let mut log = serde_json::to_value(recording).map_err(S::Error::custom)?;
        with_texts(&mut log, recording);
        for (place, step) in recording.earlier().iter().enumerate() {
            let earlier = log.pointer_mut(&format!("/chain/earlier/{place}/recording"));
            if let Some(earlier) = earlier {
                with_texts(earlier, &step.recording);
            }
        }
        log.serialize(serializer)
    }
}

fn with_texts(log: &mut Value, recording: &Recording) {
    let marks = log.pointer_mut("/timeline/marks").and_then(Value::as_array_mut);
    for (mark, text) in marks.into_iter().flatten().zip(texts(recording)) {
        if let (Some(mark), Some(text)) = (mark.as_object_mut(), text) {
            mark.insert("text".to_owned(), text.into());
        }
    }
}

/// The text of each log entry. Text before a rewrite of the whole answer is no longer known.
pub(crate) fn texts(recording: &Recording) -> Vec<Option<&str>> {
    let marks = &recording.timeline.marks;
    let said = &recording.transcript;
    let rewritten = marks.iter().rposition(|mark| mark.kind == Kind::Rewrite);
    let (mut reasoning, mut answer, mut tool) = (&*said.reasoning, &*said.answer, &*said.tool);
    let mut texts = Vec::with_capacity(marks.len());
    for (place, mark) in marks.iter().enumerate() {
        let is_lost =
            mark.kind.is_answer() && !mark.kind.is_tool() && rewritten.is_some_and(|at| place < at);
        let part = match mark.kind {
            Kind::Reasoning => Some(&mut reasoning),
            Kind::Answer | Kind::Rewrite => Some(&mut answer),
            Kind::ToolName | Kind::Tool => Some(&mut tool),
            _ => None,
        };
        texts.push(part.filter(|_| !is_lost).and_then(|part| {
            let (text, rest) = part.split_at_checked(mark.text_bytes as usize)?;
            *part = rest;
            Some(text)
        }));
    }
    texts
}
