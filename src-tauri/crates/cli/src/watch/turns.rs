//! `paceline watch run` and `paceline watch now`: take turns, and tell each in a line.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use app::{
    Application, Delivery, Look, Moment, NextTurn, OPENMETRICS, Telling, WatchMetrics, WatchTurns,
    Zone, change_sentence,
};
use providers::{Clock, EndpointText, TextEndpoint};
use store::{History, HistoryError, MessageEnd, TurnOutcome, Watch};
use tokio::runtime::Runtime;

use crate::data_dir::DataDir;
use crate::exit::{Exit, Trouble};
use crate::plan::prepare::{application_of, engine};
use crate::race::comparisons;
use crate::race::print::results;
use crate::terminal::Terminal;
use crate::terminal::output::{print, print_json, say};
use crate::terminal::stop_switch::StopSwitch;
use crate::terminal::words;
use crate::watch::arguments::{NowArguments, RunArguments};
use crate::watch::named::{find, no_watches};
use crate::watch::print::{of_watch, taken};

/// The longest time between two looks at the clocks: as late a turn is begun at most after the machine slept, and a change of a watch
/// noticed.
const LOOK: Duration = Duration::from_secs(30);
/// How long alarms tell before it is looked again which turn is due. What is being told then is told to its end.
const TELLING_NS: u64 = 10_000_000_000;

/// Takes the turns of watches until it is stopped.
///
/// # Errors
/// Why it cannot begin, or the history cannot be used any more.
pub(crate) fn run(arguments: &RunArguments, data_dir: &DataDir) -> Result<Exit, Trouble> {
    let history = Arc::new(data_dir.open()?);
    let named = arguments.watches.iter().map(|name| find(&history, name));
    let named = named.collect::<Result<Vec<Watch>, Trouble>>()?;
    let watches = if named.is_empty() { history.watches()? } else { named };
    if watches.is_empty() && !arguments.stay {
        return Err(no_watches());
    }
    let mut runner = Runner::new(arguments, history, &watches)?;
    runner.hold(watches)?;
    if runner.held.is_empty() && !arguments.stay {
        return Err(Trouble::cannot_start("There is no watch whose turns are to be taken here."));
    }
    runner.serve()?;
    data_dir.say_notices();
    runner.go_on(data_dir)?;
    Ok(Exit::Done)
}

/// The application that starts the plans of these watches.
fn application(
    arguments: &RunArguments,
    history: &Arc<History>,
    watches: &[Watch],
) -> Result<Application, Trouble> {
    let plans = watches.iter().map(|watch| &watch.task.plan);
    application_of(plans, (&arguments.keys, &arguments.network), Some(Arc::clone(history)))
}

struct Runner<'a> {
    arguments: &'a RunArguments,
    history: Arc<History>,
    application: Application,
    engine: Runtime,
    stopping: StopSwitch,
    zone: Zone,
    clock: Clock,
    /// Ids of the watches that were met, whether or not their turns are taken here.
    known: BTreeSet<String>,
    held: Vec<WatchTurns>,
    metrics: Arc<WatchMetrics>,
}

impl<'a> Runner<'a> {
    /// One that takes no turns yet, and can start the plans of these watches.
    fn new(
        arguments: &'a RunArguments,
        history: Arc<History>,
        watches: &[Watch],
    ) -> Result<Self, Trouble> {
        Ok(Self {
            arguments,
            application: application(arguments, &history, watches)?,
            engine: engine()?,
            stopping: StopSwitch::default(),
            zone: Zone::of_system(),
            clock: Clock::start(),
            history,
            known: BTreeSet::new(),
            held: Vec::new(),
            metrics: Arc::default(),
        })
    }

    /// Lets the metrics be read where that was asked for.
    fn serve(&self) -> Result<(), Trouble> {
        let Some(address) = self.arguments.metrics else { return Ok(()) };
        let endpoint = self.engine.block_on(TextEndpoint::listen(address));
        let endpoint = endpoint.map_err(Trouble::cannot_start)?;
        say(&format!("Metrics: http://{}/metrics", endpoint.address));
        let metrics = Arc::clone(&self.metrics);
        let text = Arc::new(move || metrics.text());
        let text = EndpointText { path: "/metrics", media_type: OPENMETRICS, text };
        self.engine.spawn(endpoint.serve(text));
        Ok(())
    }

    /// Takes turns, one at a time, until it is stopped or no watch has any more.
    fn go_on(&mut self, data_dir: &DataDir) -> Result<(), Trouble> {
        let end = self.stopping.listen();
        say("Ctrl+C stops.");
        while !self.stopping.is_asked() && (self.arguments.stay || !self.held.is_empty()) {
            if self.arguments.watches.is_empty() {
                self.join()?;
            }
            let now = Moment::now(self.clock);
            let mut due = Vec::new();
            let mut next_s: Option<i64> = None;
            let mut over = Vec::new();
            for (index, turns) in self.held.iter_mut().enumerate() {
                let name = turns.watch().name.clone();
                let Look { missed, next } = match turns.look(now) {
                    Err(error) if error.costs_only_itself() => {
                        say(&of_one(&name, &error));
                        over.push((index, "takes no more turns here"));
                        continue;
                    }
                    look => look?,
                };
                if let Some(missed) = missed {
                    self.metrics.count_turn(&name, &missed);
                    print(&(of_watch(&name, &missed, &self.zone, "") + "\n"))?;
                }
                match next {
                    NextTurn::Due(turn) => due.push((turn.due_s, index, turn)),
                    NextTurn::Wait(turn) => {
                        next_s = Some(next_s.map_or(turn.due_s, |next| next.min(turn.due_s)));
                    }
                    NextTurn::Paused => {}
                    NextTurn::Over => over.push((index, "is over")),
                    NextTurn::Removed => over.push((index, "was removed")),
                }
            }
            // The one that waits longest is first; what is due meanwhile is looked at anew after it.
            due.sort_unstable_by_key(|(due_s, index, _)| (*due_s, *index));
            if let Some((_, index, turn)) = due.first().copied() {
                self.take(index, turn)?;
                self.tell()?;
                data_dir.say_notices();
                continue;
            }
            let is_cut = self.tell()?;
            data_dir.say_notices();
            for (index, why) in over.into_iter().rev() {
                let turns = self.held.remove(index);
                print(&format!("{} {why}.\n", words::plain(&turns.watch().name)))?;
            }
            let wait = next_s.map_or(LOOK, |next| {
                Duration::from_secs(u64::try_from(next - now.wall_s).unwrap_or(0)).min(LOOK)
            });
            // Of what is still to be told nobody waits for the next turn.
            self.stopping.wait(if is_cut { Duration::ZERO } else { wait });
        }
        end.set();
        Ok(())
    }

    /// Takes the turns of watches from now on, unless another Paceline does, and says which are next.
    fn hold(&mut self, watches: Vec<Watch>) -> Result<(), Trouble> {
        for watch in watches {
            self.known.insert(watch.id.clone());
            let name = words::plain(&watch.name);
            let held = WatchTurns::hold(Arc::clone(&self.history), watch, self.zone.clone());
            let held = match held {
                Err(error) if error.costs_only_itself() => {
                    say(&of_one(&name, &error));
                    continue;
                }
                held => held?,
            };
            let Some(turns) = held else {
                say(&format!("{name} is run by another Paceline, which takes its turns."));
                continue;
            };
            let now = Moment::now(self.clock);
            let watch = turns.watch();
            let due = app::next_due_s(turns.history(), watch, &self.zone, now.wall_s)?;
            let next = match due {
                Some(due) => format!("next turn at {}", self.zone.written(due)),
                None if watch.paused => "paused".to_owned(),
                None => "over".to_owned(),
            };
            say(&format!("{name}: {next}."));
            self.held.push(turns);
        }
        Ok(())
    }

    /// Takes the turns of watches that were added meanwhile, too.
    fn join(&mut self) -> Result<(), Trouble> {
        let watches = self.history.watches()?;
        let is_new = |watch: &Watch| !self.known.contains(&watch.id);
        let new: Vec<Watch> = watches.iter().filter(|watch| is_new(watch)).cloned().collect();
        if !new.is_empty() {
            self.application = application(self.arguments, &self.history, &watches)?;
            self.hold(new)?;
        }
        Ok(())
    }

    /// Tells what alarms have to tell by now, while nothing is measured. Whether there was no time for all of it.
    fn tell(&self) -> Result<bool, Trouble> {
        let until_ns = self.clock.now_ns().saturating_add(TELLING_NS);
        let has_time = || self.clock.now_ns() < until_ns;
        let now_s = Moment::now(self.clock).wall_s;
        let (zone, stop) = (&self.zone, self.stopping.token());
        let telling = Telling { zone, now_s, stop, has_time: &has_time };
        let host = (&self.application, &self.engine);
        for turns in &self.held {
            let told = match app::deliver(host, turns.history(), turns.watch(), &telling) {
                Err(error) if error.costs_only_itself() => {
                    say(&of_one(&turns.watch().name, &error));
                    continue;
                }
                told => told?,
            };
            for Delivery { target, document, end } in &told.tries {
                let name = words::plain(&turns.watch().name);
                let said = match end {
                    MessageEnd::Told => format!("ALARM {name} {target}: {}\n", document.text),
                    MessageEnd::PutOff { until_s, why } => format!(
                        "ALARM {name} {target} could not be told, and is tried again at {}. {}\n",
                        self.zone.written(*until_s),
                        words::plain(why)
                    ),
                    MessageEnd::GivenUp { why } => {
                        let why = words::plain(why);
                        format!("ALARM {name} {target} could not be told and is given up. {why}\n")
                    }
                };
                print(&said)?;
            }
            if told.is_cut {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn take(&mut self, index: usize, turn: ::watch::DueTurn) -> Result<(), Trouble> {
        let Some(turns) = self.held.get_mut(index) else { return Ok(()) };
        let host = (&self.application, &self.engine);
        let begun = |controls| self.stopping.watch(controls);
        let name = turns.watch().name.clone();
        let ended = match turns.take(turn, Moment::now(self.clock), host, begun) {
            Err(error) if error.costs_only_itself() => {
                say(&of_one(&name, &error));
                print(&format!("{} takes no more turns here.\n", words::plain(&name)))?;
                self.held.remove(index);
                return Ok(());
            }
            ended => ended?,
        };
        if let Some(ended) = ended {
            self.metrics.count(&name, &ended);
            print(&(taken(&name, &ended, &self.zone) + "\n"))?;
            for one in &ended.changes {
                print(&format!(
                    "CHANGE {} {}\n",
                    words::plain(&name),
                    change_sentence(one, &self.zone)
                ))?;
            }
            if ended.run.is_some() {
                self.held.iter_mut().for_each(WatchTurns::was_busy);
            }
        }
        Ok(())
    }
}

/// What is said of a watch of which something cannot be read: the others go on.
fn of_one(name: &str, error: &HistoryError) -> String {
    format!("{}: {}", words::plain(name), words::plain(&error.to_string()))
}

/// Takes one turn of a watch beside its rhythm.
///
/// # Errors
/// Why it cannot begin.
pub(crate) fn now(arguments: &NowArguments, data_dir: &DataDir) -> Result<Exit, Trouble> {
    let history = Arc::new(data_dir.open()?);
    let watch = find(&history, &arguments.watch)?;
    let name = watch.name.clone();
    let host = (&arguments.keys, &arguments.network);
    let application = application_of([&watch.task.plan], host, Some(Arc::clone(&history)))?;
    let zone = Zone::of_system();
    let held = WatchTurns::hold(Arc::clone(&history), watch, zone.clone())?;
    let mut turns = held.ok_or_else(|| {
        Trouble::cannot_start(format!(
            "{} is run by another Paceline, which takes its turns: stop that one first, or wait for its next turn.",
            words::plain(&name)
        ))
    })?;
    let engine = engine()?;
    let stopping = StopSwitch::default();
    let end = stopping.listen();
    let moment = Moment::now(Clock::start());
    let ended =
        turns.take_asked(moment, (&application, &engine), |controls| stopping.watch(controls))?;
    end.set();
    data_dir.say_notices();
    let Some(ended) = ended else {
        return Err(Trouble::cannot_start("The watch was removed."));
    };
    let Some(run) = ended.run else {
        let why = ended.turn.why.unwrap_or_default();
        return Err(Trouble::cannot_start(format!("No turn was taken. {why}")));
    };
    let exit = match &ended.not_saved {
        Some(why) => {
            say(&format!("This run could not be kept: {why}"));
            Exit::SaveFailure
        }
        None if ended.turn.outcome == TurnOutcome::Done => crate::race::exit(&run),
        None => Exit::Failed,
    };
    let run = comparisons::document(run);
    if arguments.json {
        print_json(&run)?;
    } else {
        print(&results(&run, Terminal::of_stdout()))?;
    }
    Ok(exit)
}

#[cfg(test)]
mod tests {
    use ::watch::Rhythm;
    use store::{WatchBudget, WatchTask, WatchTimeouts};

    use super::*;
    use crate::plan::arguments::{KeyArguments, NetworkArguments};

    #[test]
    fn a_watch_that_is_added_meanwhile_is_taken_once() {
        let arguments = RunArguments {
            watches: Vec::new(),
            metrics: None,
            stay: true,
            keys: KeyArguments { key_env: Vec::new() },
            network: NetworkArguments::default(),
        };
        let history = Arc::new(History::in_memory().unwrap());
        let mut runner = Runner::new(&arguments, Arc::clone(&history), &[]).unwrap();
        runner.join().unwrap();
        assert!(runner.held.is_empty(), "there is none yet");
        let task = WatchTask {
            plan: race::Plan { prompt: "Hi".into(), ..race::Plan::default() },
            rhythm: Rhythm { every_minutes: 60, hours: None, days: Vec::new(), until_s: None },
            budget: WatchBudget::default(),
            timeouts: WatchTimeouts::default(),
            site: None,
            conditions: None,
            tags: Vec::new(),
        };
        let (id, name) = ("w".to_owned(), "nightly".to_owned());
        let now = Moment::now(runner.clock).wall_s;
        let watch =
            Watch { id, name, created_s: now, since_s: now, paused: false, tested: None, task };
        history.add_watch(&watch).unwrap();
        for _ in 0..2 {
            runner.join().unwrap();
            let held: Vec<_> = runner.held.iter().map(|turns| &*turns.watch().name).collect();
            assert_eq!(held, ["nightly"], "its turns are taken from now on");
        }
    }
}
