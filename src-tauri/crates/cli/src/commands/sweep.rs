//! `paceline sweep`: from the arguments to the last level, each kept as soon as it is over.

use std::path::Path;
use std::sync::Arc;

use history::{History, record_sweep, sweep_now};
use race::workload::{MOST_TOKENS, NONCE_TOKENS, Template, prompt_of, rows_of_csv};
use race::{LevelEnd, Load, Plan, Run, RunState, Sample, Sweep, SweepEvent};

use crate::commands::start::{
    engine, entries, in_the_way, patience, simulator_for, with_simulator,
};
use crate::definitions::definitions;
use crate::exit::{Exit, Trouble};
use crate::home::{Home, find, prices, reached_over, roster};
use crate::output::{print, print_json, say};
use crate::plan;
use crate::stop;
use crate::sweep_arguments::SweepArguments;
use crate::sweep_results::{level_line, results};
use crate::terminal::Terminal;
use crate::words;

/// Runs one sweep, or goes on with one, and prints it.
///
/// # Errors
/// When it cannot start; nothing was sent then.
pub(crate) fn run(arguments: &SweepArguments, home: &Home) -> Result<Exit, Trouble> {
    let ask = &arguments.ask;
    let history = if ask.no_save { home.look() } else { home.open().map(Some) }?;
    let (plan, load, so_far, notes) = planned(arguments, history.as_ref())?;
    let simulator = simulator_for(&plan)?;
    let roster = with_simulator(roster(history.as_ref())?, simulator.as_ref());
    let roster = reached_over(roster, history.as_ref(), ask.network.clone())?;
    let prices = prices(history.as_ref())?;
    let entries = entries(&plan, &roster, &prices, &ask.keys.key_env)?;
    for note in &notes {
        say(note);
    }
    let terminal = Terminal::of_stdout().filter(|_| !ask.json);
    say(&before_the_start(&plan, &load, &entries));
    let history = history.filter(|_| !ask.no_save).map(Arc::new);
    let is_kept = history.is_some();
    let patience = patience(ask);
    let sweep = match so_far {
        // The addresses are today's: a simulated provider listens elsewhere each time.
        Some(run) => {
            if let Some(history) = &history {
                history.reopen(&run.id)?;
            }
            Sweep::again(run, load, entries, patience)
        }
        None => sweep_now(plan, load, entries, patience),
    };
    let engine = engine()?;
    let token = sweep.stop();
    engine.spawn(stop::when_asked(move || token.cancel(), true));
    let lanes = sweep.header().lanes.clone();
    let told = move |event: &SweepEvent| {
        if let SweepEvent::LevelEnded { lane, level, .. } = event
            && let Some(lane) = lanes.get(*lane)
        {
            say(&level_line(lane, level));
        }
    };
    let (run, not_saved) = engine.block_on(record_sweep(history, sweep, told))?;

    let printed = if ask.json { print_json(&run) } else { print(&results(&run, terminal)) };
    if ask.explain {
        print(&definitions(terminal))?;
    }
    match not_saved {
        Some(why) => say(&format!("This sweep could not be kept: {why}")),
        None if is_kept && run.state == RunState::Stopped => {
            say(&format!("Kept. To go on: paceline sweep --resume {}", run.id));
        }
        None if is_kept => say(&format!("Kept. Again: paceline history show {}", run.id)),
        None => {}
    }
    printed?;
    Ok(exit(&run))
}

type Planned = (Plan, Load, Option<Run>, Vec<String>);

/// The plan as it is asked for, or that of the sweep which goes on.
fn planned(arguments: &SweepArguments, history: Option<&History>) -> Result<Planned, Trouble> {
    if let Some(id) = &arguments.resume {
        let run = find(history, id)?;
        let load = run.plan.load.clone().ok_or_else(|| {
            Trouble::cannot_start(format!("{} is a race; only a sweep goes on.", run.id))
        })?;
        return Ok((run.plan.clone(), load, Some(run), Vec::new()));
    }
    let mut load = arguments.load();
    let written = prompts(arguments)?;
    let plan::Planned { mut plan, mut notes } =
        plan::read(&arguments.ask, written.first().map(String::as_str), 1, 0)
            .map_err(|all| in_the_way(&all))?;
    if let Some(preset) = arguments.preset {
        plan.system = preset.prompts().system;
        plan.max_tokens = plan.max_tokens.or(Some(preset.method().max_tokens));
        notes.push(format!("{}: {}", preset.name(), preset.source()));
    }
    if let Some(table) = &arguments.table {
        load.prompts = filled(&plan.prompt, &read(table)?)?;
    } else if arguments.preset.is_none() && written.len() > 1 {
        load.prompts = written;
    }
    if let Some(first) = load.prompts.first() {
        plan.prompt.clone_from(first);
    }
    Ok((Plan { load: Some(load.clone()), ..plan }, load, None, notes))
}

/// The prompts that are asked where none is written on the command line.
fn prompts(arguments: &SweepArguments) -> Result<Vec<String>, Trouble> {
    if let Some(preset) = arguments.preset {
        return Ok(preset.prompts().prompts);
    }
    if let Some(tokens) = arguments.input_tokens {
        let number = if arguments.same_prompt { 0 } else { NONCE_TOKENS };
        if !(number + 1..=MOST_TOKENS).contains(&tokens) {
            return Err(Trouble::cannot_start(format!(
                "A prompt of {tokens} tokens cannot be written; it has between {} and {MOST_TOKENS}.",
                number + 1
            )));
        }
        return Ok(vec![prompt_of(tokens - number)]);
    }
    let Some(file) = &arguments.prompts else { return Ok(Vec::new()) };
    let lines = read(file)?;
    let lines = lines.lines().zip(1_u32..).filter(|(line, _)| !line.trim().is_empty());
    let prompts: Result<Vec<String>, Trouble> = lines
        .map(|(line, number)| {
            serde_json::from_str(line).map_err(|error| {
                Trouble::cannot_start(format!(
                    "Line {number} of {} is no prompt: {error}. Write each as a JSON string, such as \"Why do rivers bend?\".",
                    file.display()
                ))
            })
        })
        .collect();
    match prompts? {
        prompts if prompts.is_empty() => {
            Err(Trouble::cannot_start(format!("{} holds no prompt.", file.display())))
        }
        prompts => Ok(prompts),
    }
}

/// A prompt with its names filled in from each row of a table.
fn filled(prompt: &str, table: &str) -> Result<Vec<String>, Trouble> {
    let template = Template::parse(prompt)
        .map_err(|error| Trouble::cannot_start(format!("The prompt cannot be filled: {error}.")))?;
    let rows = rows_of_csv(table)
        .map_err(|error| Trouble::cannot_start(format!("The table cannot be read: {error}.")))?;
    rows.iter()
        .map(|row| {
            template.fill(row).map_err(|error| {
                Trouble::cannot_start(format!("The prompt cannot be filled: {error}."))
            })
        })
        .collect()
}

fn read(file: &Path) -> Result<String, Trouble> {
    std::fs::read_to_string(file).map_err(|error| {
        Trouble::cannot_start(format!("{} cannot be read: {error}.", file.display()))
    })
}

/// What a sweep may come to, said before anything is sent.
fn before_the_start(plan: &Plan, load: &Load, entries: &[race::Entry]) -> String {
    let lanes = u32::try_from(entries.len()).unwrap_or(u32::MAX);
    let levels = u32::try_from(load.steps().len()).unwrap_or(u32::MAX);
    let each = load.expected_requests();
    let prompt = cost::tokens::count(&race::whole_prompt(plan.system.as_deref(), &plan.prompt));
    let about = each.saturating_mul(lanes);
    let ladder = if load.ladder.is_some() { "up to " } else { "" };
    let mut parts = vec![
        words::several(lanes, "lane"),
        format!("{ladder}{}", words::several(levels, "level")),
        format!("about {}", words::several(about, "request")),
        words::several(prompt, "token") + " of prompt each",
    ];
    let limits: Option<u32> = entries
        .iter()
        .map(|entry| entry.contender.request.max_tokens.map(|most| most.saturating_mul(each)))
        .try_fold(0_u32, |sum, most| Some(sum.saturating_add(most?)));
    if let Some(most) = limits {
        parts.push(format!("about {} of output at most", words::several(most, "token")));
    }
    let cost = |entry: &race::Entry| {
        let request = &entry.contender.request;
        let limit = request.max_tokens.map(u64::from);
        cost::most(entry.contender.price.as_ref(), u64::from(prompt), limit, each)
    };
    let costs: Vec<f64> = entries.iter().filter_map(cost).map(cost::Cost::usd).collect();
    if !costs.is_empty() {
        parts.push(format!("about {} at most", words::dollars(costs.iter().sum())));
    }
    if let Some(usd) = load.budget_usd {
        parts.push(format!("never more than {}", words::dollars(usd)));
    }
    parts.join(", ") + ". Ctrl+C stops."
}

/// A sweep finished when every level took all its samples and every one of them went well.
fn exit(run: &Run) -> Exit {
    let steps = run.plan.load.as_ref().map(Load::steps).unwrap_or_default();
    let is_ladder = run.plan.load.as_ref().is_some_and(|load| load.ladder.is_some());
    let finished = run.lanes.iter().all(|lane| {
        let all = is_ladder || lane.whole_levels().count() == steps.len();
        all && lane
            .whole_levels()
            .all(|level| level.ended == LevelEnd::Done && level.samples.iter().all(is_ok))
    });
    if finished { Exit::Done } else { Exit::Failed }
}

fn is_ok(sample: &Sample) -> bool {
    sample.status.is_ok()
}
