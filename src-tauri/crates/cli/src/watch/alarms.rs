//! `paceline watch alarm`: whom a watch tells what it notices.

use app::{Application, Zone, forget_webhook, keep_webhook, target_name, try_alarm};
use keys::Keys;
use providers::webhook_origin;
use secrecy::SecretString;
use serde::Serialize;
use std::sync::Arc;
use store::{Alarm, AlarmCounts, AlarmTarget, AlarmTask, History, Watch};

use crate::data_dir::DataDir;
use crate::exit::{Exit, Trouble};
use crate::keys::given;
use crate::plan::arguments::KeyArguments;
use crate::plan::prepare::{application_of, engine};
use crate::schema::Schema;
use crate::terminal::output::{print, print_json, say};
use crate::terminal::words;
use crate::watch::arguments::{AlarmArguments, AlarmCommand};
use crate::watch::named::{find, no_watches};

/// The output of `watch alarm list --json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(specta::Type))]
pub(crate) struct AlarmList {
    /// The watch's name.
    pub(crate) watch: String,
    /// Its alarms, oldest first: the first is number 1.
    pub(crate) alarms: Vec<AlarmRow>,
}

/// An alarm in a list.
#[derive(Serialize)]
#[cfg_attr(test, derive(specta::Type))]
pub(crate) struct AlarmRow {
    /// Its id.
    pub(crate) id: String,
    /// Whom it tells, and when not.
    #[serde(flatten)]
    pub(crate) task: AlarmTask,
    /// What became of its messages.
    #[serde(flatten)]
    pub(crate) counts: AlarmCounts,
}

/// Runs the command.
///
/// # Errors
/// Why it cannot be done.
pub(crate) fn run(command: AlarmCommand, data_dir: &DataDir) -> Result<Exit, Trouble> {
    let history = data_dir.existing()?.ok_or_else(no_watches)?;
    match command {
        AlarmCommand::Add(arguments) => add(&arguments, &history),
        AlarmCommand::List { watch, json } => list(&history, &find(&history, &watch)?, json),
        AlarmCommand::Try { watch, alarm, network } => {
            let watch = find(&history, &watch)?;
            let alarms = match alarm {
                Some(number) => vec![numbered(&history, &watch, number)?],
                None => history.alarms(&watch.id)?,
            };
            let history = Arc::new(history);
            let host = (&KeyArguments { key_env: Vec::new() }, &network);
            let application = application_of([&watch.task.plan], host, Some(Arc::clone(&history)))?;
            tell(&application, &history, &watch, &alarms)
        }
        AlarmCommand::Remove { watch, alarm } => {
            let watch = find(&history, &watch)?;
            let alarm = numbered(&history, &watch, alarm)?;
            // Its address goes first: without its row nobody would find it.
            forget_webhook(&Keys::open(), &alarm)?;
            history.remove_alarm(&alarm.id)?;
            say(&format!(
                "{} tells {} no more.",
                words::plain(&watch.name),
                target_name(&alarm.task)
            ));
            Ok(Exit::Done)
        }
    }
}

/// The alarm with this number in the list of its watch, from 1.
fn numbered(history: &History, watch: &Watch, number: usize) -> Result<Alarm, Trouble> {
    let alarms = history.alarms(&watch.id)?;
    let found = number.checked_sub(1).and_then(|at| alarms.into_iter().nth(at));
    found.ok_or_else(|| {
        let name = words::plain(&watch.name);
        Trouble::cannot_start(format!(
            "{name} has no alarm number {number}. `paceline watch alarm list {name}` names those that there are."
        ))
    })
}

fn add(arguments: &AlarmArguments, history: &History) -> Result<Exit, Trouble> {
    let watch = find(history, &arguments.watch)?;
    let (target, address) = match (arguments.webhook, &arguments.command) {
        (Some(format), _) => {
            let variable = arguments.address_env.clone();
            let address = match &variable {
                None => given("The address of the webhook")?,
                Some(name) => std::env::var(name).map(SecretString::from).map_err(|_| {
                    Trouble::cannot_start(format!(
                        "The variable {} is not set.",
                        words::one_line(name)
                    ))
                })?,
            };
            let origin = webhook_origin(&address).map_err(Trouble::cannot_start)?;
            (AlarmTarget::Webhook { format, origin, variable }, Some(address))
        }
        (None, Some(command)) => (of_command(command)?, None),
        (None, None) => (AlarmTarget::Desktop, None),
    };
    let alarm = Alarm {
        id: app::fresh_id(store::now()),
        watch: watch.id.clone(),
        created_s: store::now().unix_timestamp(),
        task: AlarmTask { target, quiet: arguments.quiet },
    };
    history.add_alarm(&alarm)?;
    let kept = address.map_or(Ok(()), |address| keep_webhook(&Keys::open(), &alarm, &address));
    if let Err(error) = kept {
        history.remove_alarm(&alarm.id)?;
        return Err(error.into());
    }
    let name = words::plain(&watch.name);
    print(&format!(
        "{name} tells {} what it notices, while `paceline watch run` takes its turns. Hear how it sounds: paceline watch alarm try {name}\n",
        target_name(&alarm.task)
    ))?;
    Ok(Exit::Done)
}

fn of_command(command: &str) -> Result<AlarmTarget, Trouble> {
    let command = command.trim().to_owned();
    if app::allowed_commands().contains(&command) {
        return Ok(AlarmTarget::Command { command });
    }
    Err(Trouble::cannot_start(
        "The command is not allowed on this machine. Whoever allows it lets it run with your rights: `paceline checks allow COMMAND`.",
    ))
}

fn list(history: &History, watch: &Watch, json: bool) -> Result<Exit, Trouble> {
    let mut alarms = Vec::new();
    for alarm in history.alarms(&watch.id)? {
        let counts = history.message_counts(&alarm.id)?;
        alarms.push(AlarmRow { id: alarm.id, task: alarm.task, counts });
    }
    let list = AlarmList { watch: watch.name.clone(), alarms };
    if json {
        print_json(&Schema::Alarms.document(&list))?;
    } else {
        print(&written(&list))?;
    }
    Ok(Exit::Done)
}

fn written(list: &AlarmList) -> String {
    let name = words::plain(&list.watch);
    if list.alarms.is_empty() {
        return format!(
            "{name} tells nobody. `paceline watch alarm add {name} --webhook slack` reads an address from standard input.\n"
        );
    }
    let line = |(number, alarm): (u32, &AlarmRow)| {
        let AlarmCounts { told, waiting, given_up, trouble } = &alarm.counts;
        let mut counts = vec![format!("{told} told")];
        counts.extend((*waiting > 0).then(|| format!("{waiting} waiting")));
        counts.extend((*given_up > 0).then(|| format!("{given_up} given up")));
        let quiet = alarm.task.quiet.map(|hours| {
            let at = |minute: u32| format!("{}:{:02}", minute / 60, minute % 60);
            format!(", quiet from {} to {}", at(hours.from_minute), at(hours.until_minute))
        });
        let trouble = trouble.as_ref().map(|why| format!(" {}", words::one_line(why)));
        let target = target_name(&alarm.task);
        let (quiet, trouble) = (quiet.unwrap_or_default(), trouble.unwrap_or_default());
        format!("{number}  {target}{quiet}: {}.{trouble}\n", counts.join(", "))
    };
    (1..).zip(&list.alarms).map(line).collect()
}

/// Tells a trial message, and says of each alarm whether it was heard.
fn tell(
    application: &Application,
    history: &History,
    watch: &Watch,
    alarms: &[Alarm],
) -> Result<Exit, Trouble> {
    if alarms.is_empty() {
        let name = words::plain(&watch.name);
        return Err(Trouble::cannot_start(format!(
            "{name} has no alarm. Add one: `paceline watch alarm add {name}`."
        )));
    }
    let (engine, zone) = (engine()?, Zone::of_system());
    let mut exit = Exit::Done;
    for alarm in alarms {
        let target = target_name(&alarm.task);
        match try_alarm((application, &engine), history, (watch, alarm), &zone) {
            Ok(()) => print(&format!("{target} was told.\n"))?,
            Err(why) => {
                say(&format!("{target} could not be told. {why}"));
                exit = Exit::Failed;
            }
        }
    }
    Ok(exit)
}
