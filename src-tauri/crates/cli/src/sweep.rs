//! `paceline sweep`: from the arguments to the last level, each saved as soon as it is over.

pub(crate) mod arguments;
pub(crate) mod print;
mod progress;
mod warnings;

use std::sync::Arc;

use app::{record_sweep, sweep_now};
use race::{
    Forecast, LevelEnd, Load, Plan, PromptSource, Run, RunKind, RunState, Sample, SweepEvent,
};
use store::History;

use crate::data_dir::{DataDir, find_id, no_such_run, roster};
use crate::exit::{Exit, Trouble};
use crate::plan;
use crate::plan::captured;
use crate::plan::prepare::{
    adjustments, admit, application, endings, engine, in_the_way, repeated_nonce, timeouts,
};
use crate::sweep::arguments::SweepArguments;
use crate::sweep::print::{level_line, results};
use crate::sweep::progress::Progress;
use crate::terminal::definitions::explanation;
use crate::terminal::output::{print, print_json, say};
use crate::terminal::{Terminal, stop, words};

/// Runs or resumes a sweep, and prints it.
///
/// # Errors
/// If it cannot start; nothing was sent then.
pub(crate) fn run(arguments: &SweepArguments, data_dir: &DataDir) -> Result<Exit, Trouble> {
    let ask = &arguments.ask;
    let history = if ask.no_save { data_dir.look_if_possible() } else { Some(data_dir.open()?) };
    let history = history.map(Arc::new);
    let (plan, so_far, notes) = planned(arguments, history.as_deref())?;
    let application = application(&plan, ask, history.clone())?;
    if ask.show_request {
        return captured::show(&application, &plan, &notes);
    }
    let engine = engine()?;
    let admitted = admit(&application, &plan, ask.over_cap)?;
    let told = application.forecast(&plan)?;
    let budget_usd = plan.load.as_ref().and_then(|load| load.budget_usd);
    let endings = endings(&application, &plan)?;
    let history = history.filter(|_| !ask.no_save);
    let is_kept = history.is_some();
    let timeouts = timeouts(ask);
    let sweep = match so_far {
        // The addresses are current: a simulated provider's changes with each start.
        Some(run) => {
            let (usd, tokens) = (arguments.budget, arguments.budget_tokens);
            if let Some(history) = &history {
                if usd.is_some() || tokens.is_some() {
                    history.reopen_with_budget(&run.id, usd, tokens)?;
                } else {
                    history.reopen(&run.id)?;
                }
            }
            admitted.resumed(run, timeouts)
        }
        None => sweep_now(plan, admitted, timeouts),
    };
    let sweep = engine.block_on(sweep.with_input_names());
    data_dir.say_notices();
    for note in notes.iter().chain(&adjustments(sweep.header())).chain(&endings) {
        say(note);
    }
    let terminal = Terminal::of_stdout().filter(|_| !ask.json);
    say(&before_the_start(&told, budget_usd));
    let token = sweep.stop();
    let end = stop::when_asked(move || token.cancel(), true);
    let lanes = sweep.header().lanes.clone();
    let mut progress = Progress::of(sweep.header());
    let told = move |event: &SweepEvent| {
        progress.follow(event);
        if let SweepEvent::LevelEnded { lane, level, .. } = event
            && let Some(lane) = lanes.get(*lane)
        {
            say(&level_line(lane, level));
        }
    };
    let (run, not_saved) = engine.block_on(record_sweep(history, sweep, told))?;
    end.set();

    let run = run.into_document();
    let printed = if ask.json { print_json(&run) } else { print(&results(&run, terminal)) };
    if ask.explain {
        print(&explanation(&run, terminal))?;
    }
    let exit = if not_saved.is_some() { Exit::SaveFailure } else { exit(&run) };
    match not_saved {
        Some(why) => say(&format!("This sweep could not be kept: {why}")),
        None if is_kept && run.state == RunState::Stopped => {
            say(&format!("Kept. To resume it: paceline sweep --resume {}", run.id));
        }
        None if is_kept && is_cut_by_budget(&run) => say(&format!(
            "Kept. To resume it with more: paceline sweep --resume {} --budget USD, or --budget-tokens N",
            run.id
        )),
        None if is_kept => {
            say(&format!("Kept. To show it again: paceline history show {}", run.id));
        }
        None => {}
    }
    printed?;
    Ok(exit)
}

type SweepInput = (Plan, Option<Run>, Vec<String>);

/// The plan from the arguments, or that of the resumed sweep.
fn planned(arguments: &SweepArguments, history: Option<&History>) -> Result<SweepInput, Trouble> {
    if let Some(id) = &arguments.resume {
        let history = history.ok_or_else(|| no_such_run(id))?;
        let run = history.resumable(&find_id(history, id)?)?;
        let (usd, tokens) = (arguments.budget, arguments.budget_tokens);
        if run.kind == RunKind::Sweep && (usd.is_some() || tokens.is_some()) {
            let id = run.id.clone();
            let larger = run.with_larger_budget(usd, tokens);
            let run = larger
                .map_err(|why| Trouble::cannot_start(format!("{id} does not go on: {why}.")))?;
            return Ok((run.plan.clone(), Some(run), Vec::new()));
        }
        return match run.kind {
            RunKind::Sweep => Ok((run.plan.clone(), Some(run), Vec::new())),
            RunKind::Race => Err(Trouble::cannot_start(format!(
                "{} is a race; only a sweep can be resumed.",
                run.id
            ))),
        };
    }
    let wording = wording(arguments)?;
    let plan::PlanInput { plan, mut notes } =
        plan::read(&arguments.ask, plan::prompt_set::written(&wording), (1, 0), &roster(history)?)
            .map_err(|all| in_the_way(&all))?;
    if let Some(preset) = arguments.preset {
        notes.push(format!("{}: {}", preset.name(), preset.source()));
    }
    let nonce = repeated_nonce(&arguments.ask, history)?;
    let (plan, told) = wording
        .plan(plan, Load { nonce, ..arguments.load() })
        .map_err(|problem| Trouble::cannot_start(problem.message.to_string()))?;
    notes.extend(told.iter().map(ToString::to_string));
    Ok((plan, None, notes))
}

/// The prompt source, with its files read.
fn wording(arguments: &SweepArguments) -> Result<PromptSource, Trouble> {
    let tokens = arguments.input_tokens.first().copied();
    Ok(match (arguments.preset, tokens) {
        (Some(preset), _) => PromptSource::Preset { preset },
        (_, Some(tokens)) => PromptSource::Length { tokens },
        _ => plan::prompt_set::source(&arguments.ask)?,
    })
}

/// The forecast of a sweep, before anything is sent.
fn before_the_start(told: &Forecast, budget_usd: Option<f64>) -> String {
    let ladder = if told.is_ladder { "up to " } else { "" };
    let mut parts = vec![
        words::several(told.lanes, "lane"),
        format!("{ladder}{}", words::several(told.most_levels, "level")),
        format!("at most {}", words::several(told.requests, "request")),
        prompts_of(told),
    ];
    if let Some(most) = told.most_tokens {
        parts.push(format!("at most {} of output", words::several(most, "token")));
    }
    if let Some(usd) = told.most_usd {
        parts.push(format!("at most {}", words::dollars(usd)));
    }
    if let Some(usd) = budget_usd {
        parts.push(format!("budget {}", words::dollars(usd)));
    }
    parts.join(", ") + ". Ctrl+C stops."
}

/// The lengths of its prompts.
fn prompts_of(told: &Forecast) -> String {
    let lengths: Vec<u32> =
        told.steps.iter().filter_map(|step| step.prompt()).map(|level| level.tokens).collect();
    match lengths.iter().min().zip(lengths.iter().max()) {
        Some((least, most)) if least < most => {
            format!("prompts of {} to {}", words::count(*least), words::several(*most, "token"))
        }
        _ => words::several(told.prompt_tokens, "token") + " of prompt each",
    }
}

/// A sweep succeeded if every level took all its samples and all of them succeeded.
fn exit(run: &Run) -> Exit {
    let steps = run.plan.load.as_ref().map(Load::steps).unwrap_or_default();
    let is_adaptive = run.plan.load.as_ref().is_some_and(Load::is_adaptive);
    let finished = run.lanes.iter().all(|lane| {
        let all = is_adaptive || lane.whole_levels().count() == steps.len();
        all && lane
            .whole_levels()
            .all(|level| level.ended == LevelEnd::Done && level.samples.iter().all(is_ok))
    });
    if finished { Exit::Done } else { Exit::Failed }
}

/// Whether a level ended because the budget was used up.
fn is_cut_by_budget(run: &Run) -> bool {
    run.lanes.iter().flat_map(|lane| &lane.levels).any(|level| level.ended == LevelEnd::Budget)
}

fn is_ok(sample: &Sample) -> bool {
    sample.status.is_ok()
}
