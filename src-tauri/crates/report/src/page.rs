//! The HTML export: conditions, tables, texts, and a replay of each race from its raw log. The page makes no network
//! requests and runs only its own script, which its content security policy names by hash.

use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use measure::{Kind, format};
use race::{Lane, Recording, Workload};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::conditions::conditions;
use crate::document::texts;
use crate::export::ExportedRun;
use crate::json::to_json;
use crate::markdown::title;
use crate::summaries::{SummaryTable, name, summaries};
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

#[derive(Serialize)]
struct PageRound<'a> {
    sent: Option<f64>,
    first: Option<f64>,
    answer: Option<f64>,
    ended: Option<f64>,
    /// Text shown when it has ended.
    end: String,
    marks: Vec<(f64, &'static str, &'a str)>,
}

pub(crate) fn write(all: &[ExportedRun], origin: &Origin) -> Result<String, ReportError> {
    let mut body = String::new();
    for (whole, place) in all.iter().zip(0_usize..) {
        body.push_str(&article(whole, origin, place)?);
    }
    let heading = match all {
        [one] => title(&one.run),
        several => format!("{} runs", several.len()),
    };
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        hash(STYLE),
        hash(SCRIPT)
    );
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n\
         <title>Paceline: {}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n{body}</main>\n\
         <script>{SCRIPT}</script>\n</body>\n</html>\n",
        escaped(&heading)
    ))
}

/// The hash that a content security policy uses for an inline style or script.
fn hash(text: &str) -> String {
    STANDARD.encode(Sha256::digest(text))
}

fn article(whole: &ExportedRun, origin: &Origin, place: usize) -> Result<String, ReportError> {
    let run = &whole.run;
    let mut out = format!("<article>\n<header><h1>{}</h1>", escaped(&title(run)));
    if run.simulated {
        out.push_str("<p class=\"simulated\">SIMULATED: no network, no real provider</p>");
    }
    for tag in &whole.marks.tags {
        let _infallible = write!(out, "<span class=\"tag\">{}</span>", escaped(tag));
    }
    out.push_str("</header>\n");
    match run.plan.workload() {
        Workload::Rounds { .. } => out.push_str(&replay(whole, place)?),
        Workload::Sweep(_) => {}
    }
    for summary in summaries(run) {
        table(&mut out, &summary);
    }
    out.push_str("<h2>Conditions</h2>\n<dl>\n");
    for (name, value) in conditions(whole, origin) {
        let _infallible = writeln!(out, "<dt>{name}</dt><dd>{}</dd>", escaped(&value));
    }
    out.push_str("</dl>\n");
    let note = (!whole.marks.note.is_empty()).then_some(&whole.marks.note);
    for (name, text) in [
        ("Note", note),
        ("System prompt", run.plan.system.as_ref()),
        ("Prompt", Some(&run.plan.prompt)),
    ] {
        if let Some(text) = text {
            let _infallible = writeln!(out, "<h2>{name}</h2>\n<pre>{}</pre>", escaped(text));
        }
    }
    out.push_str("</article>\n");
    Ok(out)
}

fn table(out: &mut String, summary: &SummaryTable) {
    let _infallible =
        write!(out, "<h2>{}</h2>\n<div class=\"wide\"><table><thead><tr>", escaped(&summary.title));
    for heading in &summary.headings {
        let _infallible = write!(out, "<th scope=\"col\">{}</th>", escaped(heading));
    }
    out.push_str("</tr></thead><tbody>\n");
    for row in &summary.rows {
        out.push_str("<tr>");
        for cell in row {
            let _infallible = write!(out, "<td>{}</td>", escaped(cell));
        }
        out.push_str("</tr>\n");
    }
    let _infallible =
        writeln!(out, "</tbody></table></div>\n<p class=\"below\">{}</p>", escaped(summary.below));
}

/// The elements of a replay, and the data with which the script fills them. Without the script the complete texts are
/// shown.
fn replay(whole: &ExportedRun, place: usize) -> Result<String, ReportError> {
    let lanes = whole.run.lanes.iter().zip(&whole.recordings);
    let data = PageData {
        lanes: lanes
            .clone()
            .map(|(lane, logs)| PageLane {
                rounds: logs
                    .iter()
                    .zip(lane.requests())
                    .map(|(log, sample)| round(log, sample))
                    .collect(),
            })
            .collect(),
    };
    let json = to_json("A replay", &data)?;
    let mut out =
        format!("<section class=\"replay\" data-replay=\"{place}\" aria-label=\"Replay\">\n");
    out.push_str(CONTROLS);
    out.push_str("<div class=\"lanes\">\n");
    for (lane, number) in whole.run.lanes.iter().zip(1_u32..) {
        lane_on_stage(&mut out, lane, number);
    }
    // `</script>` in an answer would end the element, so `<` is escaped within JSON.
    let _infallible = write!(
        out,
        "</div>\n<script type=\"application/json\" id=\"replay-{place}\">{}</script>\n</section>\n",
        json.replace('<', "\\u003c")
    );
    Ok(out)
}

const CONTROLS: &str = "<div class=\"controls\" hidden>\n\
    <button type=\"button\" class=\"play\">Play</button>\n\
    <input type=\"range\" class=\"scrub\" min=\"0\" max=\"1000\" value=\"1000\" step=\"1\" aria-label=\"Time\">\n\
    <output class=\"clock\"></output>\n\
    <label>Speed <select class=\"speed\"><option value=\"0.25\">0.25×</option><option value=\"0.5\">0.5×</option>\
    <option value=\"1\" selected>1×</option><option value=\"2\">2×</option><option value=\"5\">5×</option>\
    <option value=\"10\">10×</option></select></label>\n\
    <label class=\"round\" hidden>Round <select></select></label>\n</div>\n";

fn lane_on_stage(out: &mut String, lane: &Lane, number: u32) {
    let sample = lane.samples.first();
    let text =
        |read: fn(&race::Sample) -> &String| sample.map_or("", |sample| read(sample).as_str());
    let _infallible = writeln!(
        out,
        "<section class=\"lane hue-{hue}\"><h3>{name}</h3><p class=\"phase\"></p>\
         <div class=\"track\"><i class=\"wait\"></i><i class=\"think\"></i><i class=\"say\"></i><b></b></div>\
         <pre class=\"reasoning\">{reasoning}</pre><pre class=\"answer\">{answer}</pre></section>",
        hue = (number - 1) % 8,
        name = escaped(&name(lane)),
        reasoning = escaped(text(|sample| &sample.reasoning)),
        answer = escaped(text(|sample| &sample.text)),
    );
}

fn round<'a>(recording: &'a Recording, sample: &race::Sample) -> PageRound<'a> {
    let timeline = &recording.timeline;
    let since = |at: u64| measure::ms(at.saturating_sub(timeline.plan_ns));
    let marks = timeline.marks.iter().zip(texts(recording)).filter_map(|(mark, text)| {
        let part = match mark.kind {
            Kind::Reasoning => "r",
            Kind::Rewrite => "w",
            Kind::Answer | Kind::Tool => "a",
            _ => return None,
        };
        Some((since(mark.at_ns), part, text?))
    });
    let speed =
        |tps: Option<f64>| tps.map(|tps| format!(", {}", format::speed(tps))).unwrap_or_default();
    let end = match (&sample.error, sample.speed.ttft_ms) {
        (Some(fault), _) => format!("failed: {}", fault.message),
        (None, Some(ttft)) => {
            format!("TTFT {}{}", format::duration(ttft), speed(sample.speed.decode_tps))
        }
        (None, None) => "no text".to_owned(),
    };
    PageRound {
        sent: timeline.send_ns.map(since),
        first: timeline.first_any_ns().map(since),
        answer: timeline.first_answer_ns().map(since),
        ended: timeline.last_any_ns().or(timeline.close_ns).map(since),
        end,
        marks: marks.collect(),
    }
}

/// Foreign text with all markup escaped.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}
