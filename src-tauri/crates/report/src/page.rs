//! The HTML export: the photo finish of each race and its replay from the raw log, tables, conditions and texts. The page makes no network
//! requests and runs only its own script, which its content security policy names by hash. Foreign text is escaped by the
//! template; unescaped text is marked by [`PreEscaped`].

use std::borrow::Cow;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use measure::{Kind, StepLog, format};
use race::{Lane, Recording, Workload};
use serde::Serialize;
use sha2::{Digest, Sha256};
use store::Looks;

use crate::conditions::conditions;
use crate::document::texts;
use crate::exported_run::ExportedRun;
use crate::finish::{finish, shape};
use crate::json::to_json;
use crate::markdown::title;
use crate::names::names;
use crate::plain::plain;
use crate::summaries::{SummaryTable, summaries};
use crate::{Origin, ReportError};

const STYLE: &str = include_str!("replay.css");
const SCRIPT: &str = include_str!("replay.js");

/// Data for the script. Times are in milliseconds since the start gun.
#[derive(Serialize)]
struct PageData<'a> {
    lanes: Vec<PageLane<'a>>,
}

#[derive(Serialize)]
struct PageLane<'a> {
    rounds: Vec<PageRound<'a>>,
}

/// One request or, of a chain, that of the step whose answer it is.
#[derive(Serialize)]
struct PageRound<'a> {
    /// Which step of its chain it is, from 1.
    step: u32,
    /// The requests of the steps before it, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    earlier: Vec<Self>,
    sent: Option<f64>,
    first: Option<f64>,
    answer: Option<f64>,
    ended: Option<f64>,
    /// The closing line shown when it has ended.
    end: String,
    marks: Vec<(f64, &'static str, Cow<'a, str>)>,
}

pub(crate) fn write(
    all: &[ExportedRun],
    looks: &Looks,
    origin: &Origin,
) -> Result<String, ReportError> {
    let articles =
        all.iter().zip(0_usize..).map(|(whole, place)| article(whole, looks, origin, place));
    let articles = articles.collect::<Result<Vec<Markup>, ReportError>>()?;
    let heading = match all {
        [one] => title(&one.run),
        several => format!("{} runs", several.len()),
    };
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        hash(STYLE),
        hash(SCRIPT)
    );
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="referrer" content="no-referrer";
                title { "Paceline: " (heading) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main { @for article in &articles { (article) } }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    Ok(plain(&page.into_string()).into_owned())
}

/// The hash that a content security policy uses for an inline style or script.
pub(crate) fn hash(text: &str) -> String {
    STANDARD.encode(Sha256::digest(text))
}

fn article(
    whole: &ExportedRun,
    looks: &Looks,
    origin: &Origin,
    place: usize,
) -> Result<Markup, ReportError> {
    let run = &whole.run;
    let looks = looks.of(run.lanes.iter().map(|lane| (lane.label.as_str(), lane.model.as_str())));
    let (photo, replay) = match run.plan.workload() {
        Workload::Rounds { .. } => (finish(whole, &looks), Some(replay(whole, &looks, place)?)),
        Workload::Sweep(_) => (None, None),
    };
    let note = (!whole.marks.note.is_empty()).then_some(&whole.marks.note);
    let requests = run.plan.shown_requests();
    let texts = [
        ("Note", note),
        ("System prompt", run.plan.system.as_ref()),
        ("Prompt", Some(&run.plan.prompt).filter(|prompt| !prompt.is_empty())),
    ];
    let texts = texts.into_iter().filter_map(|(name, text)| Some((name, text?)));
    let texts = texts.chain(requests.iter().map(|(name, text)| (name.as_str(), text)));
    Ok(html! {
        article {
            header {
                h1 { (title(run)) }
                @if run.simulated {
                    p.simulated { "SIMULATED: no network, no real provider" }
                }
                @for tag in &whole.marks.tags { span.tag { (tag) } }
            }
            @if let Some(photo) = &photo { (photo) }
            @if let Some(replay) = &replay { (replay) }
            @for summary in summaries(run) { (table(&summary)) }
            h2 { "Conditions" }
            dl {
                @for (name, value) in conditions(whole, origin) {
                    dt { (name) }
                    dd { (value) }
                }
            }
            @for (name, text) in texts {
                h2 { (name) }
                pre { (text) }
            }
        }
    })
}

fn table(summary: &SummaryTable) -> Markup {
    html! {
        h2 { (summary.title) }
        @for finding in &summary.findings { p { (finding) } }
        div.wide {
            table {
                thead { tr { @for heading in &summary.headings { th scope="col" { (heading) } } } }
                tbody {
                    @for row in &summary.rows {
                        tr { @for cell in row { td { (cell) } } }
                    }
                }
            }
        }
        @if !summary.below.is_empty() { p.below { (summary.below) } }
        @if !summary.warnings.is_empty() {
            dl {
                @for (tag, meaning) in &summary.warnings {
                    dt { (tag) }
                    dd { (meaning) }
                }
            }
        }
    }
}

/// The elements of a replay, and the data with which the script fills them. Without the script the complete texts are
/// shown.
fn replay(whole: &ExportedRun, looks: &[u8], place: usize) -> Result<Markup, ReportError> {
    let lanes = whole.run.lanes.iter().zip(&whole.recordings);
    let data = PageData {
        lanes: lanes
            .map(|(lane, logs)| PageLane {
                rounds: logs
                    .iter()
                    .zip(lane.requests())
                    .map(|(log, sample)| round(log, sample))
                    .collect(),
            })
            .collect(),
    };
    // `</script>` in an answer would end the element, so `<` is escaped within JSON.
    let json = to_json("A replay", &data)?.replace('<', "\\u003c");
    Ok(html! {
        section.replay data-replay=(place) aria-label="Replay" {
            (controls())
            div.lanes {
                @for ((lane, name), look) in whole.run.lanes.iter().zip(&names(&whole.run)).zip(looks) {
                    (lane_on_stage(lane, name, *look))
                }
            }
            script type="application/json" id={ "replay-" (place) } { (PreEscaped(json)) }
        }
    })
}

/// Hidden until the script runs.
fn controls() -> Markup {
    html! {
        div.controls hidden {
            button.play type="button" { "Play" }
            input.scrub type="range" min="0" max="1000" value="1000" step="1" aria-label="Time";
            output.clock {}
            label {
                "Speed "
                select.speed {
                    @for speed in ["0.25", "0.5", "1", "2", "5", "10"] {
                        option value=(speed) selected[speed == "1"] { (speed) "×" }
                    }
                }
            }
            label.round hidden { "Round " select {} }
        }
    }
}

fn lane_on_stage(lane: &Lane, name: &str, look: u8) -> Markup {
    let sample = lane.samples.first();
    let text = |read: fn(&race::Sample) -> &race::SharedText| {
        sample.map_or("", |sample| read(sample).as_str())
    };
    html! {
        section class={ "lane colour-" (look % 12) } {
            h3 { (shape(look)) (name) }
            p.phase {}
            div.track { @if lane.is_chain() { span.earlier {} } i.wait {} i.think {} i.say {} b {} }
            pre.reasoning { (text(|sample| &sample.reasoning)) }
            pre.answer { (text(|sample| &sample.text)) }
        }
    }
}

fn round<'a>(recording: &'a Recording, sample: &race::Sample) -> PageRound<'a> {
    let earlier = recording.earlier().iter().zip(&sample.steps);
    let own = recording.chain.as_ref().filter(|chain| chain.closed);
    PageRound {
        step: recording.step() + 1,
        earlier: earlier.map(|(log, own)| step(log, &own.sample)).collect(),
        ..request(recording, sample, own.map_or(recording.timeline.send_ns, |own| own.sent_ns))
    }
}

/// An earlier step of a chain.
fn step<'a>(log: &'a StepLog, sample: &race::Sample) -> PageRound<'a> {
    let timeline = &log.recording.timeline;
    let ended = timeline.close_ns.map(|at| measure::ms(at.saturating_sub(timeline.plan_ns)));
    let request = request(&log.recording, sample, timeline.send_ns);
    PageRound { step: log.step + 1, ended: ended.or(request.ended), ..request }
}

fn request<'a>(
    recording: &'a Recording,
    sample: &race::Sample,
    sent_ns: Option<u64>,
) -> PageRound<'a> {
    let timeline = &recording.timeline;
    let since = |at: u64| measure::ms(at.saturating_sub(timeline.plan_ns));
    let marks = timeline.marks.iter().zip(texts(recording)).filter_map(|(mark, text)| {
        let part = match mark.kind {
            Kind::Reasoning => "r",
            Kind::Rewrite => "w",
            Kind::Answer | Kind::ToolName | Kind::Tool => "a",
            _ => return None,
        };
        // A return at the end of a piece may be half of a line break.
        Some((since(mark.at_ns), part, plain(text?.trim_end_matches('\r'))))
    });
    let speed =
        |tps: Option<f64>| tps.map(|tps| format!(", {}", format::speed(tps))).unwrap_or_default();
    let end = match (&sample.error, sample.speed.ttft_ms) {
        (Some(fault), _) => format!("failed: {}", plain(&fault.message)),
        (None, Some(ttft)) => {
            format!("TTFT {}{}", format::duration(ttft), speed(sample.speed.decode_tps))
        }
        (None, None) => "no text".to_owned(),
    };
    let end = if sample.is_wrong() { format!("{end}, wrong") } else { end };
    PageRound {
        step: 1,
        earlier: Vec::new(),
        sent: sent_ns.map(since),
        first: timeline.first_any_ns().map(since),
        answer: timeline.first_answer_ns().map(since),
        ended: timeline.last_any_ns().or(timeline.close_ns).map(since),
        end,
        marks: marks.collect(),
    }
}
