//! Prints why requests failed and what to do, each reason once.

use std::fmt::Write;

use race::{Lane, Sample};

use crate::terminal::next_steps::next_steps;
use crate::terminal::words;
use crate::terminal::{Ink, Tone};

/// Maximum number of reasons per lane; a server's words may differ in each answer.
const MOST: usize = 8;

/// The failures among the requests of a lane, each once with its count and with advice. `noun` is the word for a
/// request: a round of a race, or a request of a sweep.
pub(crate) fn failures<'a>(
    lane: &Lane,
    requests: impl IntoIterator<Item = &'a Sample>,
    noun: &str,
    width: Option<usize>,
    ink: Ink,
) -> String {
    let mut seen: Vec<(&Sample, u32)> = Vec::new();
    let (mut all, mut untold) = (0_u32, 0_u32);
    for sample in requests {
        all += 1;
        if sample.status.is_ok() {
            continue;
        }
        let same = |known: &&mut (&Sample, u32)| {
            known.0.status == sample.status && message(known.0) == message(sample)
        };
        let is_room = seen.len() < MOST;
        match seen.iter_mut().find(same) {
            Some((_, times)) => *times += 1,
            None if is_room => seen.push((sample, 1)),
            None => untold += 1,
        }
    }
    let mut out = String::new();
    for (sample, times) in seen {
        let name = words::lane(&lane.label, &lane.model, lane.simulated);
        let of_all = if all > 1 {
            format!(" in {} of {}", words::count(times), words::several(all, noun))
        } else {
            String::new()
        };
        let status = words::status(sample.status);
        let message = message(sample).map(|message| format!(": {message}")).unwrap_or_default();
        let said = words::wrapped(&format!("{name} {status}{of_all}{message}"), width, "  ");
        let painted = ink.paint(Tone::Bad, status);
        let _infallible = write!(out, "\n{}\n", said.replacen(status, &painted, 1));
        for advice in advice(sample, lane) {
            let advice = words::wrapped(&format!("  {advice}"), width, "  ");
            let _infallible = writeln!(out, "{advice}");
        }
    }
    if untold > 0 {
        let more = words::several(untold, "failure");
        let _infallible =
            writeln!(out, "\n{more} with other messages: see `paceline history show`.");
    }
    out
}

fn message(sample: &Sample) -> Option<String> {
    sample.error.as_ref().map(|fault| words::one_line(&fault.message))
}

fn advice(sample: &Sample, lane: &Lane) -> Vec<String> {
    let Some(fault) = &sample.error else { return Vec::new() };
    let mut advice = vec![words::one_line(&fault.advice)];
    let steps = next_steps(fault, lane);
    if !steps.is_empty() {
        advice.push(format!("Next: {}", steps.join(", or ")));
    }
    if let Some(id) = &fault.request_id {
        advice.push(format!("The provider's request id: {}", words::one_line(id)));
    }
    advice.retain(|line| !line.is_empty());
    advice
}
