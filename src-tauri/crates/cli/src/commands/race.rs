//! `paceline race`: from the arguments to the saved run, in one straight line.

use std::collections::BTreeMap;
use std::sync::Arc;

use cost::Prices;
use history::{race_now, record};
use providers::Roster;
use race::{Contender, Entry, Patience, Plan, Preflight, Problem, Run};
use simulator::Simulator;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::unbounded_channel;

use crate::arguments::RaceArguments;
use crate::exit::{Exit, Trouble};
use crate::home::{Home, prices, reached_over, roster};
use crate::key_source::KeySource;
use crate::live;
use crate::output::{print, print_json, say};
use crate::plan::{self, is_simulated};
use crate::results::results;
use crate::stop;
use crate::terminal::Terminal;
use crate::words;

/// More threads than this would only take turns: a stream needs little, and a lane never waits for another.
const MOST_THREADS: usize = 4;

/// Runs one race and prints it.
///
/// # Errors
/// When it cannot start; nothing was sent then.
pub(crate) fn run(arguments: &RaceArguments, home: &Home) -> Result<Exit, Trouble> {
    let plan::Planned { plan, notes } = plan::read(arguments).map_err(|all| in_the_way(&all))?;
    let history = if arguments.no_save { home.look() } else { home.open().map(Some) }?;
    let simulator = simulator_for(&plan)?;
    let roster = with_simulator(roster(history.as_ref())?, simulator.as_ref());
    let roster = reached_over(roster, history.as_ref(), arguments.network.clone())?;
    let prices = prices(history.as_ref())?;
    let entries = entries(&plan, &roster, &prices, &arguments.keys.key_env)?;
    let history = history.filter(|_| !arguments.no_save).map(Arc::new);

    for note in &notes {
        say(note);
    }
    let terminal = Terminal::of_stdout().filter(|_| !arguments.json);
    if terminal.is_some() {
        say(&before_the_start(&race::preflight(&plan, &roster, &prices, |_| true)));
    }
    let engine = engine()?;
    let race = race_now(plan, entries, patience(arguments));
    let is_kept = history.is_some();
    let (events, view) = match terminal {
        None => (None, None),
        Some(terminal) => {
            let (sender, receiver) = unbounded_channel();
            let lanes = race.header().lanes.clone();
            (
                Some(sender),
                Some(std::thread::spawn(move || live::watch(&lanes, receiver, terminal))),
            )
        }
    };
    engine.spawn(stop::when_asked(race.controls(), view.is_none()));
    let recorded = engine.block_on(record(history, race, events));
    if let Some(view) = view {
        // A view that panicked has shown less; the race is whole all the same.
        let _panicked = view.join();
    }
    let (run, not_saved) = recorded?;

    let printed = if arguments.json { print_json(&run) } else { print(&results(&run, terminal)) };
    match not_saved {
        Some(why) => say(&format!("This run could not be kept: {why}")),
        None if is_kept => say(&format!("Kept. Its texts: paceline history show {}", run.id)),
        None => {}
    }
    printed?;
    Ok(exit(&run))
}

/// Problems in the words of one error.
fn in_the_way(problems: &[String]) -> Trouble {
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

/// The simulated providers, if the plan names one of them.
fn simulator_for(plan: &Plan) -> Result<Option<Simulator>, Trouble> {
    let wanted = plan.lanes.iter().any(is_simulated);
    let started = wanted.then(|| Simulator::start(None)).transpose();
    started
        .map_err(|error| Trouble::cannot_start(format!("No simulated provider can race: {error}.")))
}

fn with_simulator(roster: Roster, simulator: Option<&Simulator>) -> Roster {
    match simulator {
        Some(simulator) => roster.with_simulator(
            simulator.base_url(),
            simulator::profiles().iter().map(|profile| profile.model.to_owned()),
        ),
        None => roster,
    }
}

/// The plan's contenders, each with its key.
fn entries(
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
fn engine() -> Result<Runtime, Trouble> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Builder::new_multi_thread()
        .worker_threads(cores.min(MOST_THREADS))
        .thread_name("engine")
        .enable_all()
        .build()
        .map_err(|error| {
            Trouble::cannot_start(format!("The engine could not start its threads: {error}."))
        })
}

fn patience(arguments: &RaceArguments) -> Patience {
    let usual = Patience::default();
    Patience {
        first: arguments.first_token_timeout.unwrap_or(usual.first),
        idle: arguments.idle_timeout.unwrap_or(usual.idle),
    }
}

/// What a race may come to, said before anything is sent.
fn before_the_start(line: &Preflight) -> String {
    let mut parts = vec![
        words::several(line.lanes, "lane"),
        words::several(line.requests, "request"),
        words::several(line.prompt_tokens, "token") + " of prompt",
    ];
    if let Some(most) = line.most_tokens {
        parts.push(format!("at most {} of output", words::several(most, "token")));
    }
    if let Some(most) = line.most_usd {
        parts.push(format!("at most {}", words::dollars(most)));
    }
    if !line.unpriced.is_empty() {
        let lanes = u32::try_from(line.unpriced.len()).unwrap_or(u32::MAX);
        parts.push(format!("no price for {}", words::several(lanes, "lane")));
    }
    parts.join(", ") + ". Ctrl+C stops."
}

/// A lane finished when every round of it did.
fn exit(run: &Run) -> Exit {
    let rounds = run.plan.repeat as usize;
    let finished = run.lanes.iter().all(|lane| {
        lane.samples.len() == rounds && lane.samples.iter().all(|sample| sample.status.is_ok())
    });
    if finished { Exit::Done } else { Exit::Failed }
}
