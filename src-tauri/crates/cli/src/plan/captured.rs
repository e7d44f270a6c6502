//! Requests that were sent elsewhere, given with `--request` and `--request-of`, and what each lane would send of a plan.

use std::path::Path;

use app::{Application, CapturedRequest, Refusal, read_request};
use providers::Roster;
use race::{LanePlan, LaneRequest, Plan};

use crate::exit::{Exit, Trouble};
use crate::plan::arguments::AskArguments;
use crate::plan::text_file::{LARGEST_TEXT, from_file};
use crate::terminal::output::{print, print_exact, say};
use crate::terminal::words;

/// Reads a body or a `curl` line from a file, with notes for the user.
///
/// # Errors
/// Why it cannot be read; no error repeats any of it.
pub(crate) fn read(file: &Path, roster: &Roster) -> Result<(CapturedRequest, Vec<String>), String> {
    let text = from_file(file, "a request", LARGEST_TEXT)?;
    let (mut request, _key) = read_request(&text, None, roster)
        .map_err(|problem| format!("{}: {problem}", name(file)))?;
    let mut notes: Vec<String> =
        std::mem::take(&mut request.notes).iter().map(ToString::to_string).collect();
    if request.requests > 1 {
        notes.push("To ask all of them in turn, give them with `--prompts`.".to_owned());
    }
    if let Some(owner) = &request.key {
        let keep = owner.provider.as_ref().map_or_else(
            || "put it into a variable, and name that with `--key-env custom=NAME`".to_owned(),
            |provider| format!("keep it with `paceline keys set {provider}`"),
        );
        notes.push(format!(
            "A key for {} is in {}. It is neither sent nor kept: {keep}, and take it out of the file.",
            owner.label,
            name(file),
        ));
    }
    Ok((request, notes))
}

fn name(file: &Path) -> String {
    if file == Path::new("-") { "Standard input".to_owned() } else { file.display().to_string() }
}

/// The lane of a captured request.
///
/// # Errors
/// What it does not name, and how to name it.
pub(crate) fn lane_of(request: &CapturedRequest) -> Result<LanePlan, String> {
    request.lane.clone().ok_or_else(|| match &request.model {
        Some(model) => {
            let model = words::clipped(&words::one_line(model), 80);
            format!(
                "The request says nothing of where it was sent. Name a contender: --lane PROVIDER/{model}."
            )
        }
        None => "The request names no model. Name a contender: --lane PROVIDER/MODEL.".to_owned(),
    })
}

/// Gives a lane the settings of its request, unless the command line says them for all.
pub(crate) fn set(lane: &mut LanePlan, arguments: &AskArguments, request: &CapturedRequest) {
    lane.max_tokens = request.max_tokens.filter(|_| arguments.max_tokens.is_none());
    lane.temperature = request.temperature.filter(|_| arguments.temperature.is_none());
    lane.effort = request.effort.filter(|_| arguments.effort.is_none());
}

/// Gives the lane `N` of `N=FILE`, from 1, the request of that file.
///
/// # Errors
/// What is wrong with it, and how to write it.
pub(crate) fn give(
    argument: &str,
    arguments: &AskArguments,
    lanes: &mut [LanePlan],
    roster: &Roster,
) -> Result<Vec<String>, String> {
    let written = argument.split_once('=').and_then(|(number, file)| {
        Some((number.trim().parse::<usize>().ok()?, file)).filter(|(_, file)| !file.is_empty())
    });
    let (number, file) = written.ok_or(
        "--request-of names no lane and file. Write N=FILE, such as 2=short.json for the second lane.",
    )?;
    let count = lanes.len();
    let lane = number.checked_sub(1).and_then(|place| lanes.get_mut(place)).ok_or_else(|| {
        format!("--request-of {number}: there is no such lane; there are {count}, counted from 1.")
    })?;
    let (request, mut notes) = read(Path::new(file), roster)?;
    if request.model.as_ref().is_some_and(|model| *model != lane.model) {
        notes.push(format!("The model that {file} names is not used; the lane says its own."));
    }
    set(lane, arguments, &request);
    lane.service_tier = arguments.service_tier.clone().or(request.service_tier);
    lane.request = Some(LaneRequest {
        prompt: Some(request.prompt),
        // None of its own is none, not the shared one.
        system: Some(request.system.unwrap_or_default()),
        payload: Some(request.payload.into()),
    });
    // Several files are often told the same.
    Ok(notes.into_iter().map(|note| format!("Lane {number}: {note}")).collect())
}

/// Prints what each lane and each step of a chain would send, after the notes on it, and sends nothing.
///
/// # Errors
/// If standard output cannot be written, or the history cannot be read.
pub(crate) fn show(
    application: &Application,
    plan: &Plan,
    notes: &[String],
) -> Result<Exit, Trouble> {
    for note in notes {
        say(note);
    }
    for note in application.preflight(plan)?.notes {
        say(&format!("Lane {}: {}", note.lane + 1, note.message));
    }
    let mut exit = Exit::Done;
    for (place, lane) in (0_u32..).zip(&plan.lanes) {
        for (step, asked) in (0_u32..).zip(lane.steps()) {
            let shown = match application.shown_request(plan, (place, step)) {
                Ok(shown) => shown,
                Err(refusal @ Refusal::Plan { .. }) => {
                    say(&refusal.to_string());
                    exit = Exit::CannotStart;
                    continue;
                }
                Err(other) => return Err(other.into()),
            };
            let name = if lane.is_chain() {
                format!("Lane {}, step {}", place + 1, step + 1)
            } else {
                format!("Lane {}", place + 1)
            };
            if let Some(mark) = &shown.number {
                say(&format!(
                    "{name}: `{mark}` stands in the place of a number of as many digits, another one in every request, because prompts are unique.",
                ));
            }
            let head = shown.head.replace('\r', "");
            let curl = shown.curl_line();
            print(&format!("# {name}: {} {}\n", asked.provider, words::one_line(&asked.model)))?;
            print_exact(&format!("{head}\n{}\n\n{curl}\n\n", shown.body))?;
        }
    }
    if plan.lanes.iter().any(LanePlan::is_chain) {
        say(
            "In the later steps of a chain the answers before them stand by their names, as in {{answer}}; whether a step is sent depends on them.",
        );
    }
    if plan.load.is_some() {
        say("The first request of the sweep is shown for each contender.");
    }
    say("Nothing was sent.");
    Ok(exit)
}
