//! Builds a plan from the arguments.

pub(crate) mod arguments;
pub(crate) mod captured;
mod chain;
mod checks;
pub(crate) mod judge;
pub(crate) mod lane;
pub(crate) mod prepare;
pub(crate) mod prompt_set;
pub(crate) mod text_file;

use std::path::PathBuf;

use app::{CapturedRequest, first_race, is_simulated};
use providers::Roster;
use race::{LanePlan, Plan};
use simulator::FIRST_PROMPT;

use crate::plan::arguments::AskArguments;
use crate::plan::text_file::{LARGEST_TEXT, from_file};

/// A plan, with notes for the user on how it was built.
#[derive(Debug)]
pub(crate) struct PlanInput {
    pub(crate) plan: Plan,
    pub(crate) notes: Vec<String>,
}

/// Reads the plan, including its files. `written` is the prompt if the user gives none.
///
/// # Errors
/// All problems.
pub(crate) fn read(
    arguments: &AskArguments,
    written: Option<&str>,
    (repeat, warmup): (u32, u32),
    roster: &Roster,
) -> Result<PlanInput, Vec<String>> {
    let mut problems = Vec::new();
    let mut notes = Vec::new();
    let mut lanes = Vec::new();
    for text in &arguments.lanes {
        match chain::parse(text) {
            Ok(lane) => lanes.push(in_tier(lane, arguments.service_tier.as_ref())),
            Err(problem) => problems.push(problem),
        }
    }
    for file in &arguments.chains {
        match chain::read(file) {
            Ok(lane) => lanes.push(in_tier(lane, arguments.service_tier.as_ref())),
            Err(problem) => problems.push(problem),
        }
    }
    let mut read = |file: &PathBuf| match captured::read(file, roster) {
        Ok((request, said)) => {
            notes.extend(said);
            Some(request)
        }
        Err(problem) => {
            problems.push(problem);
            None
        }
    };
    let shared = arguments.request.as_ref().and_then(&mut read);
    if let (false, Some(request)) = (arguments.names_lanes(), &shared) {
        match captured::lane_of(request) {
            Ok(lane) => {
                let service_tier = arguments.service_tier.clone().or(lane.service_tier);
                lanes.push(LanePlan { service_tier, ..lane });
            }
            Err(problem) => problems.push(problem),
        }
    } else if !arguments.names_lanes() && arguments.request.is_none() {
        lanes = first_race();
        notes.push(format!(
            "No --lane was given, so {} SIMULATED providers on this machine race: no network, no cost.",
            lanes.len()
        ));
    }
    notes.extend(unasked_tier(arguments, shared.as_ref()));
    let checks = checks::read(&arguments.check, arguments.checks.as_deref(), &mut problems);
    for argument in &arguments.request_of {
        match captured::give(argument, arguments, &mut lanes, roster) {
            Ok(said) => notes.extend(said),
            Err(problem) => problems.push(problem),
        }
    }
    // A setting of the plan is every lane's, and that of a request is its own lanes' alone.
    let mut shared = shared;
    if let (Some(request), false) = (&mut shared, arguments.request_of.is_empty()) {
        for lane in lanes.iter_mut().filter(|lane| lane.request.is_none()) {
            captured::set(lane, arguments, request);
        }
        (request.max_tokens, request.temperature, request.effort) = (None, None, None);
    }
    let has_own = !lanes.is_empty() && lanes.iter().all(|lane| lane.request.is_some());
    let shared = shared.unwrap_or_else(|| plain(arguments));
    let prompt = match (written, &arguments.prompt_file) {
        _ if arguments.prompt.is_some() => arguments.prompt.clone(),
        _ if arguments.request.is_some() || has_own => Some(shared.prompt),
        (Some(prompt), None) => Some(prompt.to_owned()),
        (_, Some(file)) => {
            from_file(file, "a prompt", LARGEST_TEXT).map_err(|problem| problems.push(problem)).ok()
        }
        (None, None) if lanes.iter().flat_map(LanePlan::steps).all(is_simulated) => {
            notes.push(format!("No --prompt was given, so this is asked: {FIRST_PROMPT}"));
            Some(FIRST_PROMPT.to_owned())
        }
        (None, None) => {
            problems.push(
                "There is no prompt. Give one with --prompt TEXT or --prompt-file FILE, or a whole request with --request FILE.".to_owned(),
            );
            None
        }
    };
    match prompt {
        Some(prompt) if problems.is_empty() => {
            let plan = Plan {
                prompt,
                system: arguments.system.clone().or(shared.system),
                payload: shared.payload.into(),
                max_tokens: arguments.max_tokens.or(shared.max_tokens),
                temperature: arguments.temperature.or(shared.temperature),
                effort: arguments.effort.or(shared.effort),
                repeat,
                warmup,
                deadline_s: arguments.deadline.map(|limit| limit.as_secs_f64()),
                checks,
                lanes,
                ..Plan::default()
            };
            Ok(PlanInput { plan, notes })
        }
        _ => Err(problems),
    }
}

/// The lane with this service tier in each of its steps that has none of its own.
fn in_tier(mut lane: LanePlan, tier: Option<&String>) -> LanePlan {
    let then = lane.later.iter_mut().map(|next| &mut next.lane.service_tier);
    for own in std::iter::once(&mut lane.service_tier).chain(then).filter(|own| own.is_none()) {
        *own = tier.cloned();
    }
    lane
}

/// What no `--lane` asks for of a request that asks for a service tier.
fn unasked_tier(arguments: &AskArguments, shared: Option<&CapturedRequest>) -> Option<String> {
    let tier = shared?.service_tier.as_ref()?;
    let is_asked = !arguments.names_lanes() || arguments.service_tier.is_some();
    (!is_asked).then(|| {
        format!(
            "The request asks for the service tier `{tier}`. A tier is its provider's own, so lanes given with --lane ask for it only with --service-tier."
        )
    })
}

/// The request that is no captured one.
fn plain(arguments: &AskArguments) -> CapturedRequest {
    CapturedRequest { system: arguments.system.clone(), ..CapturedRequest::default() }
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
        let roster = Roster::new(Vec::new(), &std::collections::BTreeMap::new());
        read(&arguments.ask, None, (arguments.rounds(), arguments.warmup), &roster)
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
