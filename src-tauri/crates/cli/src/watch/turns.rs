//! `paceline watch run` and `paceline watch now`: take turns, and tell each in a line.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use app::{
    Application, AskedTurn, Delivery, OPENMETRICS, TakenTurn, WatchEnd, WatchHost, WatchMetrics,
    WatchNews, WatchRunner, Which, Zone, change_sentence,
};
use providers::{EndpointText, TextEndpoint};
use race::Controls;
use store::{History, MessageEnd, TurnOutcome, Watch};
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;

use crate::data_dir::DataDir;
use crate::exit::{Exit, Trouble};
use crate::plan::arguments::{KeyArguments, NetworkArguments};
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

/// Takes the turns of watches until it is stopped.
///
/// # Errors
/// Why it cannot begin, or the history cannot be used any more.
pub(crate) fn run(arguments: &RunArguments, data_dir: &DataDir) -> Result<Exit, Trouble> {
    let history = Arc::new(data_dir.open()?);
    let named = arguments.watches.iter().map(|name| find(&history, name));
    let named = named.collect::<Result<Vec<Watch>, Trouble>>()?;
    let which = match (named.is_empty(), arguments.stay) {
        (false, _) => Which::Held,
        (true, false) => Which::All,
        (true, true) => Which::AllToCome,
    };
    let watches = if named.is_empty() { history.watches()? } else { named };
    if watches.is_empty() && which != Which::AllToCome {
        return Err(no_watches());
    }
    let keys = (&arguments.keys, &arguments.network);
    let mut host = CommandHost::new(data_dir, keys, Arc::clone(&history), &watches)?;
    let mut runner = WatchRunner::new(history);
    runner.hold(&mut host, watches)?;
    if runner.held().next().is_none() && which != Which::AllToCome {
        return Err(Trouble::cannot_start("There is no watch whose turns are to be taken here."));
    }
    host.serve(arguments.metrics)?;
    data_dir.say_notices();
    let end = host.stopping.listen();
    say("Ctrl+C stops.");
    runner.go_on(&mut host, which)?;
    end.set();
    Ok(Exit::Done)
}

/// A command that takes turns, and tells each in a line.
struct CommandHost<'a> {
    data_dir: &'a DataDir,
    keys: (&'a KeyArguments, &'a NetworkArguments),
    history: Arc<History>,
    application: Application,
    engine: Runtime,
    stopping: StopSwitch,
    zone: Zone,
    metrics: Arc<WatchMetrics>,
}

impl<'a> CommandHost<'a> {
    /// One that can start the plans of these watches.
    fn new(
        data_dir: &'a DataDir,
        keys: (&'a KeyArguments, &'a NetworkArguments),
        history: Arc<History>,
        watches: &[Watch],
    ) -> Result<Self, Trouble> {
        Ok(Self {
            application: application(keys, &history, watches)?,
            engine: engine()?,
            stopping: StopSwitch::default(),
            zone: Zone::of_system(),
            metrics: Arc::default(),
            data_dir,
            keys,
            history,
        })
    }

    /// Lets the metrics be read where that was asked for.
    fn serve(&self, address: Option<SocketAddr>) -> Result<(), Trouble> {
        let Some(address) = address else { return Ok(()) };
        let endpoint = self.engine.block_on(TextEndpoint::listen(address));
        let endpoint = endpoint.map_err(Trouble::cannot_start)?;
        say(&format!("Metrics: http://{}/metrics", endpoint.address));
        let metrics = Arc::clone(&self.metrics);
        let text = Arc::new(move || metrics.text());
        let text = EndpointText { path: "/metrics", media_type: OPENMETRICS, text };
        self.engine.spawn(endpoint.serve(text));
        Ok(())
    }

    /// A turn that was taken, or could not be, in lines.
    fn taken(&self, name: &str, ended: &TakenTurn) -> Result<(), Trouble> {
        self.metrics.count(name, ended);
        print(&(taken(name, ended, &self.zone) + "\n"))?;
        for one in &ended.changes {
            let sentence = change_sentence(one, &self.zone);
            print(&format!("CHANGE {} {sentence}\n", words::plain(name)))?;
        }
        Ok(())
    }
}

/// The application that starts the plans of these watches.
fn application(
    keys: (&KeyArguments, &NetworkArguments),
    history: &Arc<History>,
    watches: &[Watch],
) -> Result<Application, Trouble> {
    let plans = watches.iter().map(|watch| &watch.task.plan);
    application_of(plans, keys, Some(Arc::clone(history)))
}

impl WatchHost for CommandHost<'_> {
    type Error = Trouble;

    fn engine(&self) -> (&Application, &Runtime) {
        (&self.application, &self.engine)
    }

    fn joined(&mut self, watches: &[Watch]) -> Result<(), Trouble> {
        self.application = application(self.keys, &self.history, watches)?;
        Ok(())
    }

    fn is_stopping(&self) -> bool {
        self.stopping.is_asked()
    }

    fn stopping(&self) -> &CancellationToken {
        self.stopping.token()
    }

    fn wait(&self, most: Duration) {
        self.stopping.wait(most);
    }

    fn may_begin(&self, _: &Watch) -> bool {
        true
    }

    fn begun(&self, controls: Controls) {
        self.stopping.watch(controls);
    }

    fn ended(&self) {}

    fn tell(&mut self, watch: &Watch, news: WatchNews<'_>) -> Result<(), Trouble> {
        let name = words::plain(&watch.name);
        match news {
            WatchNews::Held(next) => {
                let next = match next {
                    Some(due) => format!("next turn at {}", self.zone.written(due)),
                    None if watch.paused => "paused".to_owned(),
                    None => "over".to_owned(),
                };
                say(&format!("{name}: {next}."));
            }
            WatchNews::TakenElsewhere => {
                say(&format!("{name} is run by another Paceline, which takes its turns."));
            }
            WatchNews::Missed(missed) => {
                self.metrics.count_turn(&watch.name, missed);
                print(&(of_watch(&watch.name, missed, &self.zone, "") + "\n"))?;
            }
            WatchNews::Taken(ended) => self.taken(&watch.name, ended)?,
            WatchNews::Alarm(delivery) => print(&alarm(&name, delivery, &self.zone))?,
            WatchNews::Trouble(error) => {
                say(&format!("{name}: {}", words::plain(&error.to_string())));
            }
            WatchNews::Ended(why) => {
                let why = match why {
                    WatchEnd::Over => "is over",
                    WatchEnd::Removed => "was removed",
                    WatchEnd::Unreadable => "takes no more turns here",
                };
                print(&format!("{name} {why}.\n"))?;
            }
        }
        Ok(())
    }

    fn rests(&mut self) {
        self.data_dir.say_notices();
    }
}

/// What became of a message of an alarm, in a line.
fn alarm(name: &str, Delivery { target, document, end }: &Delivery, zone: &Zone) -> String {
    match end {
        MessageEnd::Told => format!("ALARM {name} {target}: {}\n", document.text),
        MessageEnd::PutOff { until_s, why } => format!(
            "ALARM {name} {target} could not be told, and is tried again at {}. {}\n",
            zone.written(*until_s),
            words::plain(why)
        ),
        MessageEnd::GivenUp { why } => {
            let why = words::plain(why);
            format!("ALARM {name} {target} could not be told and is given up. {why}\n")
        }
    }
}

/// Takes one turn of a watch beside its rhythm.
///
/// # Errors
/// Why it cannot begin.
pub(crate) fn now(arguments: &NowArguments, data_dir: &DataDir) -> Result<Exit, Trouble> {
    let history = Arc::new(data_dir.open()?);
    let watch = find(&history, &arguments.watch)?;
    let name = words::plain(&watch.name);
    let keys = (&arguments.keys, &arguments.network);
    let watches = std::slice::from_ref(&watch);
    let mut host = CommandHost::new(data_dir, keys, Arc::clone(&history), watches)?;
    let end = host.stopping.listen();
    let asked = WatchRunner::new(history).take_asked(&mut host, watch)?;
    end.set();
    data_dir.say_notices();
    let ended = match asked {
        AskedTurn::Taken(ended) => ended,
        AskedTurn::Removed => return Err(Trouble::cannot_start("The watch was removed.")),
        AskedTurn::TakenElsewhere | AskedTurn::Busy => {
            return Err(Trouble::cannot_start(format!(
                "{name} is run by another Paceline, which takes its turns: stop that one first, or wait for its next turn."
            )));
        }
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
