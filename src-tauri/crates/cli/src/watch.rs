//! `paceline watch`: adds, lists and shows watches, and takes their turns.

pub(crate) mod alarms;
pub(crate) mod arguments;
mod named;
mod page;
mod print;
mod service;
mod turns;

use ::watch::{Rhythm, every};
use app::{AddedWatch, BudgetProblem, WatchDocument, WatchList, WatchRefusal, WatchSummary, Zone};
use race::Preflight;
use store::{Watch, WatchBudget, WatchTask, WatchTimeouts};

use crate::data_dir::DataDir;
use crate::exit::{Exit, Trouble, sentence};
use crate::plan::captured;
use crate::plan::prepare::admit;
use crate::race::{RacePreparation, prepare};
use crate::schema::Schema;
use crate::terminal::Terminal;
use crate::terminal::output::{print, print_json, say};
use crate::terminal::words;
use crate::watch::arguments::{AddArguments, WatchCommand};
use crate::watch::named::{find, no_watches};

/// Number of latest turns that `add --json` shows: there are none.
const NO_TURNS: u32 = 0;

/// Runs the command.
///
/// # Errors
/// Why it cannot be done.
pub(crate) fn run(command: WatchCommand, data_dir: &DataDir) -> Result<Exit, Trouble> {
    match command {
        WatchCommand::Add(arguments) => add(&arguments, data_dir),
        WatchCommand::List { json } => list(json, data_dir),
        WatchCommand::Show { watch, turns, json } => show(&watch, turns, json, data_dir),
        WatchCommand::Page(arguments) => page::write(&arguments, data_dir),
        WatchCommand::Run(arguments) => turns::run(&arguments, data_dir),
        WatchCommand::Install { yes } => service::install(yes, data_dir),
        WatchCommand::Uninstall => service::uninstall(data_dir),
        WatchCommand::Now(arguments) => turns::now(&arguments, data_dir),
        WatchCommand::Alarm(command) => alarms::run(command, data_dir),
        WatchCommand::Pause { watch } => pause(&watch, true, data_dir),
        WatchCommand::Resume { watch } => pause(&watch, false, data_dir),
        WatchCommand::Remove { watch } => remove(&watch, data_dir),
    }
}

fn now_s() -> i64 {
    store::now().unix_timestamp()
}

fn add(arguments: &AddArguments, data_dir: &DataDir) -> Result<Exit, Trouble> {
    let ask = &arguments.race.ask;
    let refused = [
        ("--no-save", ask.no_save, "A watch is kept in the history."),
        ("--over-cap", ask.over_cap, "Nobody is there to say so at each turn."),
        ("--explain", ask.explain, "Nothing is raced yet."),
        ("--nonce", ask.nonce.is_some(), "Each turn has prompts of its own; see --unique-prompts."),
        (
            "--allow-command",
            !ask.allow_command.is_empty(),
            "A command is allowed on this machine with `paceline checks allow COMMAND`.",
        ),
    ];
    if let Some((option, _, why)) = refused.into_iter().find(|(_, is_given, _)| *is_given) {
        return Err(Trouble::cannot_start(format!("{option} does not go with a watch. {why}")));
    }
    let rhythm = rhythm(arguments)?;
    let RacePreparation { plan, notes, application, history } = prepare(&arguments.race, data_dir)?;
    let history = history.ok_or_else(no_watches)?;
    if ask.show_request {
        return captured::show(&application, &plan, &notes);
    }
    // A command among its checks may be asked about here.
    admit(&application, &plan, true)?;
    let task = WatchTask {
        plan,
        rhythm,
        budget: WatchBudget {
            usd_per_day: arguments.usd_per_day,
            tokens_per_day: arguments.tokens_per_day,
        },
        timeouts: WatchTimeouts {
            first_s: ask.first_token_timeout.map(|timeout| timeout.as_secs_f64()),
            idle_s: ask.idle_timeout.map(|timeout| timeout.as_secs_f64()),
        },
        site: arguments.site.clone(),
        conditions: arguments.conditions.clone(),
        tags: arguments.tags.clone(),
    };
    let added = application.add_watch(&history, &arguments.name, task);
    let AddedWatch { watch, line, most } = added.map_err(refused_because)?;
    data_dir.say_notices();
    for note in &notes {
        say(note);
    }
    let zone = Zone::of_system();
    if ask.json {
        let document = WatchDocument::of(&history, &watch, (&zone, watch.created_s), NO_TURNS)?;
        print_json(&Schema::Watch.document(&document))?;
    } else {
        let next = app::next_due_s(&history, &watch, &zone, watch.created_s)?;
        print(&said(&watch, &line, most, next.map(|due| zone.written(due)).as_deref()))?;
    }
    Ok(Exit::Done)
}

fn rhythm(arguments: &AddArguments) -> Result<Rhythm, Trouble> {
    #[expect(clippy::cast_precision_loss, reason = "seconds since 1970 are exact")]
    let until_s = arguments.lasting.map(|minutes| (now_s() + i64::from(minutes) * 60) as f64);
    let days = arguments.days.as_ref().map(|days| days.0.clone()).unwrap_or_default();
    let rhythm = Rhythm { every_minutes: arguments.every, hours: arguments.hours, days, until_s };
    rhythm.check().map_err(|error| Trouble::cannot_start(sentence(&error.to_string())))?;
    Ok(rhythm)
}

/// Why a watch was not added, with the options that help.
fn refused_because(refusal: WatchRefusal) -> Trouble {
    let options = match &refusal {
        WatchRefusal::Budget(BudgetProblem::UnknownCost | BudgetProblem::DearTurn { .. }) => {
            "Options: --usd-per-day, --max-tokens; `paceline prices set` gives a price."
        }
        WatchRefusal::Budget(BudgetProblem::UnknownLength | BudgetProblem::LongTurn { .. }) => {
            "Options: --tokens-per-day, --max-tokens."
        }
        WatchRefusal::History(_) | WatchRefusal::Plan(_) | WatchRefusal::Rhythm(_) => "",
    };
    match refusal {
        WatchRefusal::History(error) => error.into(),
        WatchRefusal::Plan(refusal) => refusal.into(),
        refusal => Trouble::cannot_start(format!("{refusal} {options}").trim_end()),
    }
}

/// What was added, what it can cost, and when it begins.
fn said(watch: &Watch, line: &Preflight, most: store::TurnLimit, next: Option<&str>) -> String {
    let rhythm = &watch.task.rhythm;
    let name = words::plain(&watch.name);
    let cost = most.usd.filter(|usd| *usd > 0.0).map(|usd| {
        let a_day = usd * f64::from(rhythm.turns_in_30_days()) / 30.0;
        let a_day = watch.task.budget.usd_per_day.map_or(a_day, |budget| budget.min(a_day));
        let [turn, a_day] = [usd, a_day].map(words::dollars);
        format!(" for at most {turn}, and at most {a_day} a day")
    });
    let first = next.map_or_else(
        || "No turn is due any more: its time is over.".to_owned(),
        |next| {
            format!(
                "The first turn is due at {next}. Turns are taken by: paceline watch run {name}"
            )
        },
    );
    format!(
        "Added {name}: every {}, {} with {} a turn{}.\n{first}\n",
        every(rhythm.every_minutes),
        words::several(line.lanes, "lane"),
        words::several(line.requests, "request"),
        cost.unwrap_or_default()
    )
}

fn list(json: bool, data_dir: &DataDir) -> Result<Exit, Trouble> {
    let history = data_dir.look()?;
    let (zone, now_s) = (Zone::of_system(), now_s());
    let mut list = WatchList { watches: Vec::new() };
    if let Some(history) = &history {
        for watch in history.watches()? {
            list.watches.push(WatchSummary::of(history, &watch, &zone, now_s)?);
        }
    }
    data_dir.say_notices();
    if json {
        print_json(&Schema::Watches.document(&list))?;
    } else {
        print(&print::list(&list, &zone, Terminal::of_stdout()))?;
    }
    Ok(Exit::Done)
}

fn show(named: &str, turns: u32, json: bool, data_dir: &DataDir) -> Result<Exit, Trouble> {
    let history = data_dir.look()?.ok_or_else(no_watches)?;
    let watch = find(&history, named)?;
    let zone = Zone::of_system();
    let document = WatchDocument::of(&history, &watch, (&zone, now_s()), turns)?;
    data_dir.say_notices();
    if json {
        print_json(&Schema::Watch.document(&document))?;
    } else {
        print(&print::shown(&document, &zone, Terminal::of_stdout()))?;
    }
    Ok(Exit::Done)
}

fn pause(named: &str, paused: bool, data_dir: &DataDir) -> Result<Exit, Trouble> {
    let history = data_dir.existing()?.ok_or_else(no_watches)?;
    let watch = find(&history, named)?;
    history.pause_watch(&watch.id, paused, now_s())?;
    let name = words::plain(&watch.name);
    say(&if paused {
        format!("{name} is paused. A race that is under way goes on.")
    } else {
        format!("{name} is resumed; the turns of the pause are none of its own.")
    });
    Ok(Exit::Done)
}

fn remove(named: &str, data_dir: &DataDir) -> Result<Exit, Trouble> {
    let history = data_dir.existing()?.ok_or_else(no_watches)?;
    let watch = find(&history, named)?;
    app::remove_watch(&keys::Keys::open(), &history, &watch.id)?;
    say(&format!("{} is removed. Its runs stay in the history.", words::plain(&watch.name)));
    Ok(Exit::Done)
}
