//! Preparation shared by races and sweeps: problems, the application, threads, timeouts.

use std::sync::Arc;

use app::{Admitted, Application, Host, Refusal, is_simulated};
use race::{Lane, LanePlan, Plan, Run, Timeouts};
use simulator::Simulator;
use store::History;
use tokio::runtime::Runtime;

use crate::data_dir::{find, network};
use crate::exit::Trouble;
use crate::own_commands::may_run;
use crate::plan::arguments::{AskArguments, KeyArguments, NetworkArguments};

/// Problems as one error.
pub(crate) fn in_the_way(problems: &[String]) -> Trouble {
    Trouble::cannot_start(problems.join("\n"))
}

/// The differences between requests and plan, one line each.
pub(crate) fn adjustments(run: &Run) -> Vec<String> {
    let of_lane = |lane: &Lane| {
        let number = lane.place + 1;
        let of_steps = (1_u32..).zip(&lane.steps).flat_map(|(step, own)| {
            own.adjustments.iter().map(move |said| format!("Lane {number}, step {step}: {said}"))
        });
        let lines = lane.adjustments.iter().map(|said| format!("Lane {number}: {said}"));
        lines.chain(of_steps).collect::<Vec<_>>()
    };
    run.lanes.iter().flat_map(of_lane).collect()
}

/// The lanes whose model retires soon, or has retired, one line each.
pub(crate) fn endings(application: &Application, plan: &Plan) -> Result<Vec<String>, Trouble> {
    let notes = application.endings(plan)?;
    Ok(notes.iter().map(|note| format!("Lane {}: {}", note.lane + 1, note.message)).collect())
}

/// The application that starts a plan, with the simulated providers if the plan names one of them.
pub(crate) fn application(
    plan: &Plan,
    arguments: &AskArguments,
    history: Option<Arc<History>>,
) -> Result<Application, Trouble> {
    let AskArguments { keys, network, allow_command, .. } = arguments;
    let application = application_of([plan], (keys, network), history)?;
    Ok(application.with_commands(allow_command.clone()))
}

/// The application that starts several plans, with the simulated providers if one of them names any.
pub(crate) fn application_of<'a>(
    plans: impl IntoIterator<Item = &'a Plan>,
    (keys, network): (&KeyArguments, &NetworkArguments),
    history: Option<Arc<History>>,
) -> Result<Application, Trouble> {
    let network = self::network(history.as_deref(), network.clone())?;
    let application = Application::new(Host::CommandLine, history)
        .with_key_variables(keys.key_env.clone())
        .over_network(network);
    let asks_simulated = |plan: &Plan| {
        let judge = plan.judge.iter().map(|judge| &judge.lane);
        plan.lanes.iter().flat_map(LanePlan::steps).chain(judge).any(is_simulated)
    };
    if !plans.into_iter().any(asks_simulated) {
        return Ok(application);
    }
    let simulator = Simulator::start(None).map_err(|error| {
        Trouble::cannot_start(format!("No simulated provider can race: {error}."))
    })?;
    Ok(application.with_simulator(simulator))
}

/// Admits a plan. Whoever sits at a terminal is asked about commands among its checks that nobody allowed on this machine.
///
/// # Errors
/// Why it may not start.
pub(crate) fn admit(
    application: &Application,
    plan: &Plan,
    over_cap: bool,
) -> Result<Admitted, Refusal> {
    match application.admit(plan, || over_cap) {
        Err(Refusal::Commands { commands }) if may_run(&commands) => {
            application.admit(plan, || over_cap)
        }
        admitted => admitted,
    }
}

/// The id from which the unique prompts follow that `--nonce` repeats: that of the named run, or of the one that it
/// repeated itself.
///
/// # Errors
/// If there is no such run, or its requests all had the same prompt.
pub(crate) fn repeated_nonce(
    arguments: &AskArguments,
    history: Option<&History>,
) -> Result<Option<String>, Trouble> {
    let Some(id) = &arguments.nonce else { return Ok(None) };
    let run = find(history, id)?;
    if !run.plan.has_unique_prompts() {
        return Err(Trouble::cannot_start(format!(
            "{} sent the same prompt every time, so it has no unique prompts to repeat. Send its prompt without --nonce to measure it again.",
            run.id
        )));
    }
    Ok(Some(run.plan.repeated_nonce().map_or_else(|| run.id.clone(), str::to_owned)))
}

/// The engine's own threads, with the vocabulary in the memory of those that read. The main thread prints and reads no stream.
pub(crate) fn engine() -> Result<Runtime, Trouble> {
    let engine = app::engine().map_err(|error| {
        Trouble::cannot_start(format!("The engine could not start its threads: {error}."))
    })?;
    engine.block_on(race::read_vocabulary());
    Ok(engine)
}

pub(crate) fn timeouts(arguments: &AskArguments) -> Timeouts {
    let usual = Timeouts::default();
    Timeouts {
        first: arguments.first_token_timeout.unwrap_or(usual.first),
        idle: arguments.idle_timeout.unwrap_or(usual.idle),
        total: usual.total,
    }
}
