//! `paceline judge`: asks a judge about a race that is kept.

pub(crate) mod arguments;

use std::sync::Arc;

use app::{Application, Host, is_simulated, judge_kept, judging_now};
use race::{JudgeForecast, Problem, RaceEvent, Run, Timeouts};
use simulator::Simulator;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::data_dir::{DataDir, find, network};
use crate::exit::{Exit, Trouble};
use crate::judge::arguments::JudgeArguments;
use crate::plan;
use crate::plan::prepare::{engine, in_the_way};
use crate::race::print::results;
use crate::terminal::output::{print, print_json, say};
use crate::terminal::{Terminal, stop, words};

/// Asks the judge, saves what it says and prints the race with it.
///
/// # Errors
/// If it cannot be asked; nothing was sent then.
pub(crate) fn run(arguments: &JudgeArguments, data_dir: &DataDir) -> Result<Exit, Trouble> {
    let history = Arc::new(data_dir.open()?);
    let kept = find(Some(&*history), &arguments.run)?;
    let judge = plan::judge::read(arguments.judge.as_deref(), &arguments.judge_settings);
    let judge = judge.map_err(|all| in_the_way(&all))?;
    let run = kept.to_be_judged(judge).map_err(|problems| refused(&problems))?;
    let application = application(arguments, &run, Arc::clone(&history))?;
    let forecast = application.judge_forecast(&run)?;
    let entry = application.admit_judge(&run, || arguments.over_cap)?;
    let engine = engine()?;
    let judging = judging_now(entry, &run, Timeouts::default());
    data_dir.say_notices();
    let terminal = Terminal::of_stdout().filter(|_| !arguments.json);
    if terminal.is_some() {
        say(&before(&forecast));
    }
    let controls = judging.controls();
    let end = stop::when_asked(move || controls.stop(), true);
    let (events, heard) = unbounded_channel();
    let telling = terminal.map(|_| std::thread::spawn(move || tell(heard)));
    let judged = engine.block_on(judge_kept(history, judging, run, Some(events)));
    end.set();
    if let Some(telling) = telling {
        // If it panicked, what was said is saved all the same.
        let _panicked = telling.join();
    }
    let (run, not_saved) = judged?;
    let run = run.into_document();
    if arguments.json { print_json(&run) } else { print(&results(&run, terminal)) }?;
    if let Some(why) = not_saved {
        say(&format!("What the judge said could not be kept: {why}"));
        return Ok(Exit::SaveFailure);
    }
    let is_whole = run.judgement.as_ref().is_some_and(|judgement| {
        judgement.not_asked == 0 && judgement.votes.iter().all(|vote| vote.status.is_ok())
    });
    Ok(if is_whole { Exit::Done } else { Exit::Failed })
}

/// What asking it takes at most.
fn before(forecast: &JudgeForecast) -> String {
    let requests = words::several(forecast.requests, "request");
    let mut parts = vec![format!("At most {requests} to the judge")];
    parts.extend(forecast.most_usd.map(|usd| format!("at most {}", words::dollars(usd))));
    parts.extend(forecast.unpriced.then(|| "which has no price".to_owned()));
    parts.join(", ") + ". Ctrl+C stops, and what it said is kept."
}

/// Says how far the judge is, a line at each tenth.
fn tell(mut heard: UnboundedReceiver<RaceEvent>) {
    let mut told = 0;
    while let Some(event) = heard.blocking_recv() {
        let RaceEvent::Judging { ended, of } = event else { continue };
        let tenth = if of == 0 { 10 } else { u64::from(ended) * 10 / u64::from(of) };
        if tenth > told {
            told = tenth;
            say(&format!(
                "The judge has answered {} of {}.",
                words::count(ended),
                words::count(of)
            ));
        }
    }
}

fn application(
    arguments: &JudgeArguments,
    run: &Run,
    history: Arc<store::History>,
) -> Result<Application, Trouble> {
    let network = network(Some(&*history), arguments.network.clone())?;
    let application = Application::new(Host::CommandLine, Some(history))
        .with_key_variables(arguments.keys.key_env.clone())
        .over_network(network);
    if !run.plan.judge.iter().any(|judge| is_simulated(&judge.lane)) {
        return Ok(application);
    }
    let simulator = Simulator::start(None).map_err(|error| {
        Trouble::cannot_start(format!("No simulated provider can judge: {error}."))
    })?;
    Ok(application.with_simulator(simulator))
}

fn refused(problems: &[Problem]) -> Trouble {
    let told: Vec<String> = problems.iter().map(|problem| problem.message.to_string()).collect();
    in_the_way(&told)
}
