//! What a race and a sweep need before they start: problems in words, simulated providers, keys, threads.

use std::collections::BTreeMap;

use app::today;
use cost::Prices;
use providers::Roster;
use race::{Contender, Entry, Patience, Plan, Problem};
use simulator::Simulator;
use tokio::runtime::{Builder, Runtime};

use crate::ask_arguments::AskArguments;
use crate::exit::Trouble;
use crate::key_source::KeySource;
use crate::plan::is_simulated;

/// Problems in the words of one error.
pub(crate) fn in_the_way(problems: &[String]) -> Trouble {
    Trouble::cannot_start(problems.join("\n"))
}

fn of_lanes(problems: Vec<Problem>) -> Trouble {
    let said: Vec<String> = problems
        .into_iter()
        .map(|Problem { lane, message }| match lane {
            Some(lane) => format!("Lane {}: {message}", lane + 1),
            None => message,
        })
        .collect();
    in_the_way(&said)
}

/// What the contenders are sent otherwise than the plan asks, a line for each.
pub(crate) fn adjustments(entries: &[Entry]) -> Vec<String> {
    let contenders = entries.iter().map(|entry| &entry.contender);
    let notes =
        contenders.flat_map(|contender| race::notes_on(contender.place, &contender.request));
    notes.map(|note| format!("Lane {}: {}", note.lane + 1, note.message)).collect()
}

/// The lanes whose model is shut down soon, or was, a line for each.
pub(crate) fn endings(plan: &Plan, roster: &Roster, prices: &Prices) -> Vec<String> {
    let notes = race::endings(plan, roster, prices, &today());
    notes.iter().map(|note| format!("Lane {}: {}", note.lane + 1, note.message)).collect()
}

/// The simulated providers, if the plan names one of them.
pub(crate) fn simulator_for(plan: &Plan) -> Result<Option<Simulator>, Trouble> {
    let wanted = plan.lanes.iter().any(is_simulated);
    let started = wanted.then(|| Simulator::start(None)).transpose();
    started
        .map_err(|error| Trouble::cannot_start(format!("No simulated provider can race: {error}.")))
}

pub(crate) fn with_simulator(roster: Roster, simulator: Option<&Simulator>) -> Roster {
    match simulator {
        Some(simulator) => roster.with_simulator(
            simulator.base_url(),
            simulator::profiles().iter().map(|profile| profile.model.to_owned()),
        ),
        None => roster,
    }
}

/// The plan's contenders, each with its key.
pub(crate) fn entries(
    plan: &Plan,
    roster: &Roster,
    prices: &Prices,
    key_env: &[String],
) -> Result<Vec<Entry>, Trouble> {
    let keys = KeySource::named(key_env, roster);
    let contenders = race::check(plan, roster, prices);
    let (keys, contenders) = match (keys, contenders) {
        (Ok(keys), Ok(contenders)) => (keys, contenders),
        (keys, contenders) => {
            let of_keys = keys.err().unwrap_or_default();
            let of_keys = of_keys.into_iter().map(|message| Problem { lane: None, message });
            return Err(of_lanes(of_keys.chain(contenders.err().unwrap_or_default()).collect()));
        }
    };
    // Two lanes of one provider share its key, and a keyring that asks is asked once.
    let mut taken = BTreeMap::new();
    let mut problems = Vec::new();
    let mut entries = Vec::with_capacity(contenders.len());
    for contender in contenders {
        let Contender { place, request, .. } = &contender;
        let key = taken
            .entry(request.provider.id.clone())
            .or_insert_with(|| keys.key(&request.provider))
            .clone();
        match key.and_then(|key| Ok((key, keys.proxy_login(&request.provider)?))) {
            Ok((key, proxy_login)) => entries.push(Entry { contender, key, proxy_login }),
            Err(message) => problems.push(Problem { lane: Some(*place), message }),
        }
    }
    if problems.is_empty() { Ok(entries) } else { Err(of_lanes(problems)) }
}

/// The engine's own threads: the main one, which prints, stamps no stream.
pub(crate) fn engine() -> Result<Runtime, Trouble> {
    Builder::new_multi_thread()
        .worker_threads(race::reading_threads())
        .thread_name("engine")
        .enable_all()
        .build()
        .map_err(|error| {
            Trouble::cannot_start(format!("The engine could not start its threads: {error}."))
        })
}

pub(crate) fn patience(arguments: &AskArguments) -> Patience {
    let usual = Patience::default();
    Patience {
        first: arguments.first_token_timeout.unwrap_or(usual.first),
        idle: arguments.idle_timeout.unwrap_or(usual.idle),
    }
}
