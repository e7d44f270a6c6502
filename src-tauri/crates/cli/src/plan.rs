//! Builds a plan from the arguments.

pub(crate) mod arguments;
pub(crate) mod lane;
pub(crate) mod prepare;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use app::{first_race, is_simulated};
use race::{LanePlan, Plan};
use simulator::FIRST_PROMPT;

use crate::plan::arguments::AskArguments;

/// Maximum size of a prompt; no model's context is larger.
const LONGEST_PROMPT: u64 = 64 * 1024 * 1024;

/// A plan, with notes for the user on how it was built.
#[derive(Debug)]
pub(crate) struct PlanInput {
    pub(crate) plan: Plan,
    pub(crate) notes: Vec<String>,
}

/// Reads the plan, including the prompt file. `written` is the prompt if the user gives none.
///
/// # Errors
/// All problems.
pub(crate) fn read(
    arguments: &AskArguments,
    written: Option<&str>,
    repeat: u32,
    warmup: u32,
) -> Result<PlanInput, Vec<String>> {
    let mut problems = Vec::new();
    let mut notes = Vec::new();
    let mut lanes = Vec::new();
    for text in &arguments.lanes {
        match lane::parse(text) {
            Ok(lane) => {
                lanes.push(LanePlan { service_tier: arguments.service_tier.clone(), ..lane });
            }
            Err(problem) => problems.push(problem),
        }
    }
    if arguments.lanes.is_empty() {
        lanes = first_race();
        notes.push(format!(
            "No --lane was given, so {} SIMULATED providers on this machine race: no network, no cost.",
            lanes.len()
        ));
    }
    let prompt = match (written, &arguments.prompt_file) {
        _ if arguments.prompt.is_some() => arguments.prompt.clone(),
        (Some(prompt), None) => Some(prompt.to_owned()),
        (_, Some(file)) => from_file(file).map_err(|problem| problems.push(problem)).ok(),
        (None, None) if lanes.iter().all(is_simulated) => {
            notes.push(format!("No --prompt was given, so this is asked: {FIRST_PROMPT}"));
            Some(FIRST_PROMPT.to_owned())
        }
        (None, None) => {
            problems.push(
                "There is no prompt. Give one with --prompt TEXT or --prompt-file FILE.".to_owned(),
            );
            None
        }
    };
    match prompt {
        Some(prompt) if problems.is_empty() => {
            let plan = Plan {
                prompt,
                system: arguments.system.clone(),
                max_tokens: arguments.max_tokens,
                temperature: arguments.temperature,
                effort: arguments.effort,
                repeat,
                warmup,
                deadline_s: arguments.deadline.map(|limit| limit.as_secs_f64()),
                lanes,
                ..Plan::default()
            };
            Ok(PlanInput { plan, notes })
        }
        _ => Err(problems),
    }
}

/// The prompt exactly as in the file, including its last line break.
fn from_file(file: &Path) -> Result<String, String> {
    let is_stdin = file == Path::new("-");
    let name = if is_stdin { "Standard input".into() } else { file.display().to_string() };
    let failed = |error: io::Error| format!("{name} could not be read as a prompt: {error}.");
    let mut text = String::new();
    let reader: Box<dyn Read> = if is_stdin {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(file).map_err(failed)?)
    };
    let read = reader.take(LONGEST_PROMPT + 1).read_to_string(&mut text).map_err(failed)?;
    if read as u64 > LONGEST_PROMPT {
        return Err(format!(
            "{name} is over {} MiB, too large for a prompt.",
            LONGEST_PROMPT >> 20
        ));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::{Arguments, Command};
    use clap::Parser;

    fn planned(words: &[&str]) -> Result<PlanInput, Vec<String>> {
        let all = ["paceline", "race"].into_iter().chain(words.iter().copied());
        let Command::Race(arguments) = Arguments::try_parse_from(all).expect("well-formed").command
        else {
            panic!("it is a race")
        };
        read(&arguments.ask, None, arguments.rounds(), arguments.warmup)
    }

    #[test]
    fn without_a_lane_four_simulated_providers_race_with_a_note() {
        let planned = planned(&[]).expect("a first race needs nothing");
        assert!(planned.plan.lanes.iter().all(is_simulated), "no provider is asked unasked");
        assert_eq!(planned.plan.lanes.len(), 4, "four fit on a screen");
        assert!(planned.notes.iter().any(|note| note.contains("SIMULATED")), "it says so");
        assert!(
            planned.notes.iter().any(|note| note.contains(&planned.plan.prompt)),
            "and says what is asked"
        );
    }

    #[test]
    fn a_real_provider_is_sent_only_what_the_user_wrote() {
        let problems = planned(&["--lane", "groq/m", "--lane", "simulated/lpu"])
            .expect_err("nothing was to be asked");
        assert!(problems.iter().any(|problem| problem.contains("--prompt")), "{problems:?}");
        let planned = planned(&["--lane", "groq/m", "--prompt", "Hi"]).expect("it is a plan");
        assert_eq!(planned.plan.prompt, "Hi", "as the user gave it");
    }

    #[test]
    fn every_problem_is_named_at_once() {
        let problems =
            planned(&["--lane", "groq", "--lane", "x@y", "--prompt-file", "no/such/file"])
                .expect_err("it is no plan");
        assert_eq!(problems.len(), 3, "two lanes and a file: {problems:?}");
    }
}
