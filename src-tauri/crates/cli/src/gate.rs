//! `paceline gate`: races until every limit of a file is decided, and says whether all are kept.

pub(crate) mod arguments;
mod baseline;
mod options;
mod outputs;
mod print;

use std::path::Path;

use ::gate::{
    Baseline, ContenderRequests, Finding, GateDocument, LARGEST_LIMITS, LimitsFile, Look, Outcome,
    judge, stages,
};
use app::{GateBudget, race_now, record};
use race::{Lane, Plan, Run, RunState};
use store::History;

use crate::data_dir::{DataDir, find};
use crate::exit::{Exit, Trouble};
use crate::gate::arguments::GateArguments;
use crate::gate::baseline::{differences, of_runs, pooled};
use crate::plan::prepare::{adjustments, admit, endings, engine, timeouts};
use crate::plan::text_file::from_file;
use crate::race::arguments::RaceArguments;
use crate::race::{RacePreparation, prepare};
use crate::schema::Schema;
use crate::terminal::output::{print, print_json, say};
use crate::terminal::stop_switch::StopSwitch;
use crate::terminal::{Terminal, words};

/// Runs the gate and prints its result.
///
/// # Errors
/// Why it cannot begin; nothing was sent then. Or which file could not be written.
pub(crate) fn run(arguments: &GateArguments, data_dir: &DataDir) -> Result<Exit, Trouble> {
    let file = &arguments.limits;
    let text = from_file(file, "limits", LARGEST_LIMITS).map_err(Trouble::cannot_start)?;
    let named = |why: String| Trouble::cannot_start(format!("{}: {why}", file.display()));
    let limits = LimitsFile::read(&text).map_err(|error| named(error.to_string()))?;
    if limits.needs_baseline() && arguments.baseline.is_none() && arguments.write_baseline.is_none()
    {
        return Err(named(
            "it has limits with `worse_by_at_most`, which are held against a baseline. Name one with --baseline, or write the \
             first with --write-baseline."
                .to_owned(),
        ));
    }
    let judged = if arguments.runs.is_empty() {
        let folder = file.parent().unwrap_or(Path::new(""));
        let mut race = options::race_arguments(&limits.race, folder).map_err(named)?;
        race.ask.no_save = arguments.no_save;
        race.ask.over_cap = arguments.over_cap;
        // Who is trusted is said here, and not by a file that comes with the change it judges.
        race.ask.keys.key_env.extend(arguments.keys.key_env.iter().cloned());
        race.ask.network = arguments.network.clone();
        race.ask.allow_command.clone_from(&arguments.allow_command);
        raced(arguments, &limits, &race, data_dir)?
    } else {
        of_history(arguments, &limits, data_dir)?
    };
    told(arguments, judged)
}

/// The races of a gate and what they show.
struct GateResult {
    document: GateDocument,
    runs: Vec<Run>,
    /// Whether one of them could not be kept.
    not_saved: bool,
}

/// Prints the result and writes the files that were asked for.
fn told(arguments: &GateArguments, judged: GateResult) -> Result<Exit, Trouble> {
    let GateResult { document, runs, not_saved } = judged;
    let kept = match &arguments.write_baseline {
        Some(_) => Some(of_runs(&runs)?),
        None => None,
    };
    if arguments.json {
        print_json(&Schema::Gate.document(&document))?;
    } else {
        print(&print::results(&document, Terminal::of_stdout()))?;
    }
    outputs::write(arguments, &document, kept.as_ref())?;
    Ok(match document.outcome {
        Outcome::Fail => Exit::Failed,
        Outcome::NotEnoughData => Exit::NotEnoughData,
        Outcome::Pass if not_saved => Exit::SaveFailure,
        Outcome::Pass => Exit::Done,
    })
}

/// Judges races of the history.
fn of_history(
    arguments: &GateArguments,
    limits: &LimitsFile,
    data_dir: &DataDir,
) -> Result<GateResult, Trouble> {
    let history = data_dir.archive()?;
    let runs = arguments.runs.iter().map(|id| find(history.as_ref(), id));
    let runs = runs.collect::<Result<Vec<Run>, Trouble>>()?;
    let against = against(arguments, history.as_ref())?;
    let document = judged(limits, &runs, against.as_ref(), Look::ONLY)?;
    Ok(GateResult { document, runs, not_saved: false })
}

fn against(
    arguments: &GateArguments,
    history: Option<&History>,
) -> Result<Option<Baseline>, Trouble> {
    arguments.baseline.as_deref().map(|named| baseline::read(named, history)).transpose()
}

const NO_BUDGET: &str = "`budget_usd` cannot be kept: a lane has no price, or its answers no limit. Give it a price with `paceline prices set`, and \
                         max-tokens in [race].";

const NO_CHECKS: &str = "`share = \"right\"` cannot be decided: nothing that is raced has a check that tells right answers from wrong ones. Add \
                         one to [race], such as check = \"icontains:Paris\", or race a suite or a set of prompts with checks.";

/// What these runs show of the limits.
fn judged(
    limits: &LimitsFile,
    runs: &[Run],
    against: Option<&Baseline>,
    look: Look,
) -> Result<GateDocument, Trouble> {
    let contenders = pooled(runs)?;
    let base = against.map(Baseline::contenders);
    let findings = judge(&limits.limits, &contenders, base.as_deref(), look);
    let ended = |lane: &Lane| lane.samples.iter().filter(|sample| !sample.status.is_ours()).count();
    let most = |run: &Run| run.lanes.iter().map(ended).max().unwrap_or(0);
    let rounds = u32::try_from(runs.iter().map(most).sum::<usize>()).unwrap_or(u32::MAX);
    let ids = runs.iter().map(|run| run.id.clone()).collect();
    let mut document = GateDocument::of(findings, ids, rounds, look.of);
    let costs = runs.iter().flat_map(|run| &run.lanes).flat_map(|lane| &lane.samples);
    document.cost_usd = costs
        .filter_map(|sample| sample.cost_usd)
        .fold(None, |sum, usd| Some(sum.unwrap_or(0.0) + usd));
    document.notes.extend(failures(runs, &contenders));
    if let Some((against, run)) = against.zip(runs.first()) {
        document.notes.extend(differences(against, run));
    }
    Ok(document)
}

/// How many requests of each contender failed, and what happened to the first.
fn failures(runs: &[Run], contenders: &[ContenderRequests]) -> Vec<String> {
    let of_lane = |(lane, contender): (usize, &ContenderRequests)| {
        let lanes = runs.iter().filter_map(|run| run.lanes.get(lane));
        let mut faults =
            lanes.flat_map(|lane| &lane.samples).filter(|sample| !sample.status.is_ours());
        let fault = faults.find_map(|sample| sample.error.as_ref());
        let what = fault.map_or_else(String::new, |fault| {
            format!(" The first: {}", words::one_line(&fault.message))
        });
        (contender.failed > 0).then(|| {
            format!(
                "{}: {} of {} requests failed.{what}",
                contender.name,
                contender.failed,
                contender.n()
            )
        })
    };
    contenders.iter().enumerate().filter_map(of_lane).collect()
}

/// Races until every limit is decided or one is violated, up to the rounds and the budget of the file.
fn raced(
    arguments: &GateArguments,
    limits: &LimitsFile,
    race: &RaceArguments,
    data_dir: &DataDir,
) -> Result<GateResult, Trouble> {
    let RacePreparation { plan, notes, application, history } = prepare(race, data_dir)?;
    if limits.needs_checks() && !plan.has_checks() {
        return Err(Trouble::cannot_start(NO_CHECKS));
    }
    let against = against(arguments, history.as_deref())?;
    let stages = stages(limits.rounds, plan.repeat);
    let kept = history.filter(|_| !arguments.no_save);
    let engine = engine()?;
    let line = application.preflight(&plan)?;
    let budget =
        GateBudget::of(limits.budget_usd, &line).ok_or_else(|| Trouble::cannot_start(NO_BUDGET))?;
    let mut judged_so_far = GateResult {
        document: GateDocument::of(Vec::new(), Vec::new(), 0, stages.len()),
        runs: Vec::new(),
        not_saved: false,
    };
    let stopping = StopSwitch::default();
    let end = stopping.listen();
    let mut why = None;
    for (number, rounds) in stages.iter().enumerate() {
        let wanted = Plan { repeat: *rounds, ..plan.clone() };
        let Some(next) = budget.fitted(wanted, plan.repeat, &judged_so_far.runs) else {
            why = Some("The budget is used up.".to_owned());
            break;
        };
        let is_cut = next.repeat < *rounds;
        let entries = match admit(&application, &next, arguments.over_cap) {
            Ok(entries) => entries,
            Err(refusal) if !judged_so_far.runs.is_empty() => {
                why = Some(format!("No more was raced: {refusal}"));
                break;
            }
            Err(refusal) => return Err(refusal.into()),
        };
        let race = race_now(next, entries, timeouts(&race.ask));
        if judged_so_far.runs.is_empty() {
            for note in notes.iter().chain(&endings(&application, &plan)?) {
                say(note);
            }
            say(&format!(
                "{}, up to {} of each in {}{}. Ctrl+C stops.",
                words::several(line.lanes, "lane"),
                words::several(stages.iter().sum(), "request"),
                words::several(u32::try_from(stages.len()).unwrap_or(u32::MAX), "race"),
                limits.budget_usd.map_or_else(String::new, |usd| format!(
                    ", at most {}",
                    measure::format::dollars(usd)
                ))
            ));
            for note in adjustments(race.header()) {
                say(&note);
            }
        }
        stopping.watch(race.controls());
        let (run, not_saved) = engine.block_on(record(kept.clone(), race, None))?;
        if let Some(not_saved) = not_saved {
            judged_so_far.not_saved = true;
            say(&format!("This run could not be kept: {not_saved}"));
        } else if let (Some(history), Some(tag)) = (&kept, &arguments.tag) {
            history.tag(std::slice::from_ref(&run.id), std::slice::from_ref(tag), &[])?;
        }
        let is_stopped = run.state == RunState::Stopped;
        judged_so_far.runs.push(run);
        judged_so_far.document = judged(
            limits,
            &judged_so_far.runs,
            against.as_ref(),
            Look { number, of: stages.len() },
        )?;
        let document = &judged_so_far.document;
        say(&progress(document));
        if is_stopped || stopping.is_asked() {
            why = Some("It was stopped.".to_owned());
            break;
        }
        if document.outcome == Outcome::Fail || document.outcome == Outcome::Pass {
            break;
        }
        if let Some(no_more) = no_more(arguments, document, is_cut) {
            why = Some(no_more.to_owned());
            break;
        }
    }
    end.set();
    data_dir.say_notices();
    if judged_so_far.runs.is_empty() {
        return Err(Trouble::cannot_start(
            "The budget does not reach for one round. Raise `budget_usd`, or bound the answers with max-tokens.",
        ));
    }
    let limit_of_rounds = judged_so_far.document.outcome == Outcome::NotEnoughData && why.is_none();
    let why = why.or_else(|| {
        limit_of_rounds.then(|| format!("The {} rounds of the file are raced.", limits.rounds))
    });
    judged_so_far.document.notes.extend(why);
    Ok(judged_so_far)
}

/// Why no more is raced although a limit is open; `is_cut` says that the budget has cut the last race.
fn no_more(
    arguments: &GateArguments,
    document: &GateDocument,
    is_cut: bool,
) -> Option<&'static str> {
    let is_open = |finding: &&Finding| finding.outcome == Outcome::NotEnoughData;
    let can_be_decided = document.findings.iter().filter(is_open).any(Finding::can_be_decided);
    // A baseline takes all rounds of the file, whatever they decide.
    if arguments.write_baseline.is_none() && !can_be_decided {
        return Some("No more was raced, because no number of rounds decides what is open.");
    }
    is_cut.then_some("The budget is used up.")
}

fn progress(document: &GateDocument) -> String {
    let decided = |finding: &&Finding| finding.outcome != Outcome::NotEnoughData;
    format!(
        "After {}: {} of {} decided.",
        words::several(document.rounds, "round"),
        document.findings.iter().filter(decided).count(),
        words::several(u32::try_from(document.findings.len()).unwrap_or(u32::MAX), "limit")
    )
}
