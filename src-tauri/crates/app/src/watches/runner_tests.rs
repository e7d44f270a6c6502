use std::cell::{Cell, RefCell};

use race::{LanePlan, Plan};
use simulator::Simulator;
use store::{WatchBudget, WatchTask, WatchTimeouts};
use watch::Rhythm;

use super::*;
use crate::engine::engine;
use crate::key_source::Host;
use crate::watches::due::seed;

/// A host that stops after so many waits, and notes what it is told.
struct Noting {
    application: Application,
    engine: Runtime,
    stopping: CancellationToken,
    told: RefCell<Vec<String>>,
    waits_left: Cell<u32>,
    is_busy: Cell<bool>,
}

impl Noting {
    fn over(history: &Arc<History>) -> Self {
        let application = Application::new(Host::CommandLine, Some(Arc::clone(history)))
            .with_simulator(Simulator::start(None).expect("a free port"));
        Self {
            application,
            engine: engine().expect("threads"),
            stopping: CancellationToken::new(),
            told: RefCell::default(),
            waits_left: Cell::new(0),
            is_busy: Cell::new(false),
        }
    }

    fn told(&self) -> Vec<String> {
        self.told.take()
    }
}

impl WatchHost for Noting {
    type Error = HistoryError;

    fn engine(&self) -> (&Application, &Runtime) {
        (&self.application, &self.engine)
    }

    fn joined(&mut self, watches: &[Watch]) -> Result<(), HistoryError> {
        self.told.borrow_mut().push(format!("{} watches", watches.len()));
        Ok(())
    }

    fn is_stopping(&self) -> bool {
        self.waits_left.get() == 0
    }

    fn stopping(&self) -> &CancellationToken {
        &self.stopping
    }

    fn wait(&self, _: Duration) {
        self.waits_left.set(self.waits_left.get().saturating_sub(1));
    }

    fn may_begin(&self, _: &Watch) -> bool {
        !self.is_busy.get()
    }

    fn begun(&self, _: Controls) {
        self.told.borrow_mut().push("begun".to_owned());
    }

    fn ended(&self) {}

    fn tell(&mut self, watch: &Watch, news: WatchNews<'_>) -> Result<(), HistoryError> {
        let what = match news {
            WatchNews::Held(_) => "held".to_owned(),
            WatchNews::TakenElsewhere => "elsewhere".to_owned(),
            WatchNews::Missed(turn) => format!("{:?}", turn.outcome),
            WatchNews::Taken(taken) => format!("{:?}", taken.turn.outcome),
            WatchNews::Alarm(delivery) => delivery.target.clone(),
            WatchNews::Trouble(error) => error.to_string(),
            WatchNews::Ended(why) => format!("{why:?}"),
        };
        self.told.borrow_mut().push(format!("{}: {what}", watch.name));
        Ok(())
    }
}

/// A watch with a turn every five minutes, added so many minutes ago.
fn watch(name: &str, minutes_ago: i64) -> Watch {
    let lane = LanePlan {
        provider: "simulated".into(),
        model: "scripted?ttft=1ms&tps=10000&tokens=5".into(),
        ..LanePlan::default()
    };
    let plan =
        Plan { prompt: "Why?".into(), max_tokens: Some(5), lanes: vec![lane], ..Plan::default() };
    let since_s = store::now().unix_timestamp() - minutes_ago * 60;
    Watch {
        id: format!("id-{name}"),
        name: name.to_owned(),
        created_s: since_s,
        since_s,
        paused: false,
        tested: None,
        task: WatchTask {
            plan,
            rhythm: Rhythm { every_minutes: 5, hours: None, days: Vec::new(), until_s: None },
            budget: WatchBudget::default(),
            timeouts: WatchTimeouts::default(),
            site: None,
            conditions: None,
            tags: Vec::new(),
        },
    }
}

fn in_folder() -> (tempfile::TempDir, Arc<History>) {
    let folder = tempfile::tempdir().expect("a folder");
    let history = History::open(folder.path()).expect("a history");
    (folder, Arc::new(history))
}

#[test]
fn a_watch_that_is_added_meanwhile_is_taken_once() {
    let history = Arc::new(History::in_memory().expect("a history"));
    let mut host = Noting::over(&history);
    let mut runner = WatchRunner::new(Arc::clone(&history));
    runner.join(&mut host).expect("it works");
    assert_eq!(host.told(), Vec::<String>::new(), "there is none yet");
    history.add_watch(&watch("nightly", 0)).expect("it is one");
    for expected in [&["1 watches", "nightly: held"][..], &[]] {
        runner.join(&mut host).expect("it works");
        assert_eq!(host.told(), expected, "its turns are taken from now on");
    }
}

#[test]
fn a_watch_that_another_process_lets_go_is_taken_from_then_on() {
    let (_folder, history) = in_folder();
    let history_of_another = Arc::clone(&history);
    history.add_watch(&watch("nightly", 0)).expect("it is one");
    let mut another = Noting::over(&history);
    let mut first = WatchRunner::new(history_of_another);
    first.join(&mut another).expect("it works");
    let mut host = Noting::over(&history);
    let mut runner = WatchRunner::new(Arc::clone(&history));
    runner.join(&mut host).expect("it works");
    runner.join(&mut host).expect("it works");
    assert_eq!(host.told(), ["1 watches", "nightly: elsewhere"], "said once");
    drop(first);
    runner.join(&mut host).expect("it works");
    assert_eq!(host.told(), ["nightly: held"]);
}

#[test]
fn a_turn_waits_while_a_race_is_in_the_way_and_is_taken_after_it() {
    let (_folder, history) = in_folder();
    let zone = Zone::of_system();
    let mut daily = watch("nightly", 3 * 1_440);
    daily.task.rhythm.every_minutes = 1_440;
    // The minute of the day follows from the id: one of today that is over.
    let is_due = |id: &String| {
        let (offset, now_s) = (|at| zone.offset_s(at), store::now().unix_timestamp());
        let rhythm = &daily.task.rhythm;
        let due_s = rhythm.due_s(rhythm.slot_at(now_s, &offset), seed(id), &offset);
        due_s.is_some_and(|due_s| due_s < now_s)
    };
    let id = (0..1_000_000).map(|number| format!("id-{number}")).find(is_due);
    daily.id = id.expect("the day has begun");
    history.add_watch(&daily).expect("it is one");
    let mut host = Noting::over(&history);
    let mut runner = WatchRunner::new(Arc::clone(&history));
    host.is_busy.set(true);
    host.waits_left.set(2);
    runner.go_on(&mut host, Which::AllToCome).expect("it works");
    assert_eq!(host.told(), ["1 watches", "nightly: held", "nightly: Missed"], "nothing was sent");
    host.is_busy.set(false);
    host.waits_left.set(1);
    runner.go_on(&mut host, Which::AllToCome).expect("it works");
    assert_eq!(host.told(), ["begun", "nightly: Done"], "as soon as there is room");
}

#[test]
fn a_turn_that_somebody_asks_for_is_taken_whether_or_not_its_watch_is_held_here() {
    let (_folder, history) = in_folder();
    let watch = watch("nightly", 0);
    history.add_watch(&watch).expect("it is one");
    let mut host = Noting::over(&history);
    let mut runner = WatchRunner::new(Arc::clone(&history));
    let ask = |runner: &mut WatchRunner, host: &mut Noting| {
        let asked = runner.take_asked(host, watch.clone()).expect("it works");
        let AskedTurn::Taken(taken) = asked else { return false };
        taken.turn.asked && taken.run.is_some()
    };
    assert!(ask(&mut runner, &mut host), "nobody holds it");
    runner.join(&mut host).expect("it works");
    assert!(ask(&mut runner, &mut host), "it is held here");
    let mut other = WatchRunner::new(Arc::clone(&history));
    let asked = other.take_asked(&mut host, watch.clone()).expect("it works");
    assert!(matches!(asked, AskedTurn::TakenElsewhere), "it is held there");
    host.is_busy.set(true);
    let asked = runner.take_asked(&mut host, watch.clone()).expect("it works");
    assert!(matches!(asked, AskedTurn::Busy), "a race is running");
}
