//! Everything as JSON: the document `paceline.export/1`, which can be imported again.

use measure::{Connection, Kind, Mark};
use race::{Certificate, Recording, Run};
use serde::{Deserialize, Serialize};

use super::{Origin, Whole};
use crate::marks::Marks;
use crate::{HistoryError, json};

/// Name and version of the document's shape.
pub(crate) const SCHEMA: &str = "paceline.export/1";

/// What stands before the runs. It is written first, so that a person who opens the file sees it.
#[derive(Serialize)]
struct Head<'a> {
    schema: &'static str,
    /// What each part of a raw log is, for whoever checks a number by hand.
    about: &'static str,
    app_version: &'a str,
    exported_at: &'a str,
    exported_on: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    calibration: Option<&'a Certificate>,
    prompts_left_out: bool,
    runs: Vec<Written<'a>>,
}

const ABOUT: &str = "Each run is the document paceline.run/1. Its `recordings` hold one raw log for each request: by lane, \
    then level by level with the measured requests first, or round by round. Stamps are nanoseconds on one monotonic clock \
    of the run: `plan_ns` is the start gun or when the request was due, `send_ns` just before it was sent, and a mark's \
    `at_ns` when the network read returned that completed its event. So ttft_ms = (at_ns of the first mark of kind \
    reasoning, answer, tool or rewrite - send_ns) / 1e6. `text_bytes` is how much UTF-8 text a mark added, `text` which, \
    `wire_bytes` how many bytes the event took on the wire. `usage` is what the server sent, word for word.";

#[derive(Serialize)]
struct Written<'a> {
    run: &'a Run,
    prompt_hash: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    prompt_tokens: Option<u32>,
    marks: &'a Marks,
    recordings: Vec<Vec<Log<'a>>>,
}

/// A raw log with the text beside each mark that brought it.
#[derive(Serialize)]
struct Log<'a> {
    timeline: Timeline<'a>,
    transcript: &'a measure::Transcript,
    usage: &'a [serde_json::Value],
}

#[derive(Serialize)]
struct Timeline<'a> {
    plan_ns: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    send_ns: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    headers_ns: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    close_ns: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    connection: Option<&'a Connection>,
    marks: Vec<MarkWithText<'a>>,
}

#[derive(Serialize)]
struct MarkWithText<'a> {
    #[serde(flatten)]
    mark: &'a Mark,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

/// What an import reads. The texts beside the marks are for people: the transcript holds them already.
#[derive(Deserialize)]
pub(crate) struct Document {
    pub(crate) runs: Vec<ExportedRun>,
}

#[derive(Deserialize)]
pub(crate) struct ExportedRun {
    pub(crate) run: Run,
    #[serde(default)]
    pub(crate) marks: Marks,
    pub(crate) recordings: Vec<Vec<Recording>>,
}

pub(super) fn write(
    all: &[Whole],
    origin: &Origin,
    prompts_left_out: bool,
) -> Result<String, HistoryError> {
    let runs = all.iter().map(|whole| Written {
        run: &whole.run,
        prompt_hash: &whole.prompt_hash,
        prompt_tokens: whole.prompt_tokens,
        marks: &whole.marks,
        recordings: whole.recordings.iter().map(|lane| lane.iter().map(log).collect()).collect(),
    });
    let head = Head {
        schema: SCHEMA,
        about: ABOUT,
        app_version: origin.version,
        exported_at: &origin.at,
        exported_on: &origin.machine,
        calibration: origin.certificate.as_ref(),
        prompts_left_out,
        runs: runs.collect(),
    };
    let mut text = json::to_json(|| "An export".to_owned(), &head)?;
    text.push('\n');
    Ok(text)
}

fn log(recording: &Recording) -> Log<'_> {
    let timeline = &recording.timeline;
    let marks = timeline.marks.iter().zip(texts(recording));
    Log {
        timeline: Timeline {
            plan_ns: timeline.plan_ns,
            send_ns: timeline.send_ns,
            headers_ns: timeline.headers_ns,
            close_ns: timeline.close_ns,
            connection: timeline.connection.as_ref(),
            marks: marks.map(|(mark, text)| MarkWithText { mark, text }).collect(),
        },
        transcript: &recording.transcript,
        usage: &recording.usage,
    }
}

/// The text that each mark brought. Of an answer that was rewritten as a whole, what came before is not known any more.
pub(super) fn texts(recording: &Recording) -> Vec<Option<&str>> {
    let marks = &recording.timeline.marks;
    let said = &recording.transcript;
    let rewritten = marks.iter().rposition(|mark| mark.kind == Kind::Rewrite);
    let (mut reasoning, mut answer, mut tool) = (&*said.reasoning, &*said.answer, &*said.tool);
    let mut texts = Vec::with_capacity(marks.len());
    for (place, mark) in marks.iter().enumerate() {
        let is_lost = mark.kind.is_answer()
            && mark.kind != Kind::Tool
            && rewritten.is_some_and(|at| place < at);
        let part = match mark.kind {
            Kind::Reasoning => Some(&mut reasoning),
            Kind::Answer | Kind::Rewrite => Some(&mut answer),
            Kind::Tool => Some(&mut tool),
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
