//! `paceline race`: from the arguments to the saved run.

pub(crate) mod arguments;
pub(crate) mod comparisons;
mod live;
pub(crate) mod print;
mod reference;

use std::sync::Arc;

use app::{Application, race_now, record};
use race::{Plan, Preflight, Run};
use store::History;
use tokio::sync::mpsc::unbounded_channel;

use crate::data_dir::{DataDir, roster};
use crate::exit::{Exit, Trouble};
use crate::plan;
use crate::plan::captured;
use crate::plan::prepare::{
    adjustments, admit, application, endings, engine, in_the_way, repeated_nonce, timeouts,
};
use crate::race::arguments::RaceArguments;
use crate::race::print::results;
use crate::terminal::definitions::explanation;
use crate::terminal::output::{print, print_json, say};
use crate::terminal::{Terminal, stop, words};

/// A race as its arguments ask for it, not yet admitted.
pub(crate) struct RacePreparation {
    pub(crate) plan: Plan,
    /// How the plan was built, for the user.
    pub(crate) notes: Vec<String>,
    pub(crate) application: Application,
    /// The history, which is not written to with --no-save.
    pub(crate) history: Option<Arc<History>>,
}

/// Reads the plan and its files, and opens the history.
///
/// # Errors
/// What stands in the way.
pub(crate) fn prepare(
    arguments: &RaceArguments,
    data_dir: &DataDir,
) -> Result<RacePreparation, Trouble> {
    let ask = &arguments.ask;
    let looked_at = if ask.no_save { data_dir.look_if_possible() } else { None };
    // Only a captured request has to be told whose address it names.
    let known = if ask.no_save || !ask.has_captured() {
        roster(looked_at.as_ref())?
    } else {
        data_dir.roster()?
    };
    let rounds = (arguments.rounds(), arguments.warmup);
    let source = plan::prompt_set::source(ask)?;
    let plan::PlanInput { plan, mut notes } =
        plan::read(ask, plan::prompt_set::written(&source), rounds, &known)
            .map_err(|all| in_the_way(&all))?;
    let plan::PlanInput { mut plan, notes: told } = plan::prompt_set::raced(&source, plan)?;
    notes.extend(told);
    let history = if ask.no_save { looked_at } else { Some(data_dir.open()?) };
    let history = history.map(Arc::new);
    plan.until_settled = arguments.until_settled;
    plan.nonce = repeated_nonce(&arguments.ask, history.as_deref())?;
    if let Some(lane) = &arguments.reference {
        reference::name(&mut plan.lanes, ask, lane).map_err(|why| in_the_way(&[why]))?;
    }
    let judge = plan::judge::read(arguments.judge.as_deref(), &arguments.judge_settings);
    plan.judge = judge.map_err(|all| in_the_way(&all))?;
    plan.unique_prompts = arguments.unique_prompts || plan.nonce.is_some();
    let application = application(&plan, &arguments.ask, history.clone())?;
    Ok(RacePreparation { plan, notes, application, history })
}

/// Runs one race and prints it.
///
/// # Errors
/// If it cannot start; nothing was sent then.
pub(crate) fn run(arguments: &RaceArguments, data_dir: &DataDir) -> Result<Exit, Trouble> {
    let RacePreparation { plan, notes, application, history } = prepare(arguments, data_dir)?;
    if arguments.ask.show_request {
        return captured::show(&application, &plan, &notes);
    }
    let engine = engine()?;
    let admitted = admit(&application, &plan, arguments.ask.over_cap)?;
    let history = history.filter(|_| !arguments.ask.no_save);

    let (endings, line) = (endings(&application, &plan)?, application.preflight(&plan)?);
    let race = race_now(plan, admitted, timeouts(&arguments.ask));
    let race = engine.block_on(race.with_input_names());
    data_dir.say_notices();
    for note in notes.iter().chain(&adjustments(race.header())).chain(&endings) {
        say(note);
    }
    let terminal = Terminal::of_stdout().filter(|_| !arguments.ask.json);
    if terminal.is_some() {
        say(&before_the_start(&line));
    }
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
    let controls = race.controls();
    let end = stop::when_asked(move || controls.stop(), view.is_none());
    let recorded = engine.block_on(record(history, race, events));
    if recorded.is_ok() {
        end.set();
    }
    if let Some(view) = view {
        // If the view panicked, the race is still complete.
        let _panicked = view.join();
    }
    let (run, not_saved) = recorded?;
    let run = comparisons::document(run);

    let printed =
        if arguments.ask.json { print_json(&run) } else { print(&results(&run, terminal)) };
    if arguments.ask.explain {
        print(&explanation(&run, terminal))?;
    }
    let exit = if not_saved.is_some() { Exit::SaveFailure } else { exit(&run) };
    match not_saved {
        Some(why) => say(&format!("This run could not be kept: {why}")),
        None if is_kept => say(&format!("Kept. Its texts: paceline history show {}", run.id)),
        None => {}
    }
    printed?;
    Ok(exit)
}

/// The preflight summary of a race.
fn before_the_start(line: &Preflight) -> String {
    let mut parts = vec![words::several(line.lanes, "lane"), requests(line), prompt_tokens(line)];
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

/// How many requests are sent, and how many of them to the judge.
fn requests(line: &Preflight) -> String {
    let all = words::several(line.requests, "request");
    match line.judge {
        Some(judge) if judge.unpriced => {
            format!(
                "{all}, {} of them to the judge, which has no price",
                words::count(judge.requests)
            )
        }
        Some(judge) => format!("{all}, {} of them to the judge", words::count(judge.requests)),
        None => all,
    }
}

/// The length of the input, from the shortest to the longest if lanes have inputs of their own.
fn prompt_tokens(line: &Preflight) -> String {
    let own = line.own_inputs.iter().map(|own| own.prompt_tokens);
    let shares = line.own_inputs.len() < line.lanes as usize;
    let all: Vec<u32> = own.chain(shares.then_some(line.prompt_tokens)).collect();
    match all.iter().min().zip(all.iter().max()) {
        Some((least, most)) if least < most => {
            format!("prompts of {} to {}", words::count(*least), words::several(*most, "token"))
        }
        Some((only, _)) => words::several(*only, "token") + " of prompt",
        None => words::several(line.prompt_tokens, "token") + " of prompt",
    }
}

/// A lane succeeded if each of its rounds had an answer.
pub(crate) fn exit(run: &Run) -> Exit {
    let rounds = run.plan.repeat as usize;
    let finished = run.lanes.iter().all(|lane| {
        lane.samples.len() == rounds && lane.samples.iter().all(|sample| sample.status.is_ok())
    });
    if finished { Exit::Done } else { Exit::Failed }
}
