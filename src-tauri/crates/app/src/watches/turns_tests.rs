use race::{LanePlan, Plan};
use simulator::Simulator;
use store::{WatchBudget, WatchTask, WatchTimeouts};
use watch::Rhythm;

use super::*;
use crate::engine::engine;
use crate::key_source::Host;

/// 2026-03-28T00:00:00Z, a Saturday; the night after it has no hour from two to three in Berlin.
const AT_S: i64 = 1_774_656_000;
const HOUR_S: i64 = 3_600;

fn plan() -> Plan {
    let lane = LanePlan {
        provider: "simulated".into(),
        model: "scripted?ttft=1ms&tps=10000&tokens=5".into(),
        ..LanePlan::default()
    };
    Plan { prompt: "Why?".into(), max_tokens: Some(5), lanes: vec![lane], ..Plan::default() }
}

fn watch(change: impl FnOnce(&mut WatchTask)) -> Watch {
    let mut task = WatchTask {
        plan: plan(),
        rhythm: Rhythm { every_minutes: 60, hours: None, days: Vec::new(), until_s: None },
        budget: WatchBudget::default(),
        timeouts: WatchTimeouts::default(),
        site: None,
        conditions: None,
        tags: vec!["watched".to_owned()],
    };
    change(&mut task);
    Watch {
        id: "0199-watch".into(),
        name: "w".into(),
        created_s: AT_S,
        since_s: AT_S,
        paused: false,
        tested: None,
        task,
    }
}

fn berlin() -> Zone {
    Zone::named("Europe/Berlin").expect("it is in the database")
}

/// A watch, who takes its turns, and what they take.
struct Setting {
    history: Arc<History>,
    application: Application,
    engine: Runtime,
    turns: WatchTurns,
    /// The clock on the wall less the one that is awake.
    asleep_s: i64,
}

impl Setting {
    fn of(watch: &Watch) -> Self {
        let history = Arc::new(History::in_memory().expect("a history"));
        history.add_watch(watch).expect("it is one");
        let application = Application::new(Host::CommandLine, Some(Arc::clone(&history)))
            .with_simulator(Simulator::start(None).expect("a free port"));
        let turns = held(&history, watch);
        let engine = engine().expect("threads");
        Self { history, application, engine, turns, asleep_s: 0 }
    }

    fn moment(&self, wall_s: i64) -> Moment {
        Moment { wall_s, awake_s: wall_s - self.asleep_s }
    }

    fn look(&mut self, wall_s: i64) -> Look {
        self.turns.look(self.moment(wall_s)).expect("it can be read")
    }

    fn take(&mut self, due: DueTurn, wall_s: i64) -> Option<TakenTurn> {
        let now = self.moment(wall_s);
        self.turns.take(due, now, (&self.application, &self.engine), |_| {}).expect("it is kept")
    }

    /// Takes what is due from one time to another, looking every five minutes, and returns the numbers of the turns.
    fn go_on(&mut self, from_s: i64, until_s: i64) -> Vec<u32> {
        let mut taken = Vec::new();
        for now in (from_s..until_s).step_by(300) {
            if let NextTurn::Due(due) = self.look(now).next {
                let ended = self.take(due, now).expect("it was not taken before");
                taken.push(ended.turn.number);
            }
        }
        taken
    }

    fn counts(&self) -> Vec<(TurnOutcome, u32)> {
        self.history.count_turns("0199-watch").expect("it can be read")
    }
}

fn held(history: &Arc<History>, watch: &Watch) -> WatchTurns {
    let held = WatchTurns::hold(Arc::clone(history), watch.clone(), berlin());
    held.expect("it can be read").expect("nobody else takes its turns")
}

#[test]
fn every_turn_is_taken_once_through_a_night_of_23_hours_and_after_the_clock_was_set_back() {
    // From Saturday, 23:00 in Berlin, until Sunday, 6:00: one hour is left out.
    let (from, until) = (AT_S + 22 * HOUR_S, AT_S + 28 * HOUR_S);
    let mut setting = Setting::of(&Watch { since_s: from, ..watch(|_| {}) });
    let taken = setting.go_on(from, until);
    assert_eq!(taken.len(), 6, "{taken:?}");
    assert_eq!(setting.go_on(from, until - 600), Vec::<u32>::new(), "they were there");
    let after = setting.go_on(until - 600, until + 2 * HOUR_S);
    assert!(after.iter().all(|number| !taken.contains(number)) && after.len() == 2, "{after:?}");
    assert_eq!(setting.counts(), [(TurnOutcome::Done, 8)], "none was missed");
    let page = setting.history.list(0, 20).expect("the list");
    assert_eq!(page.runs.len(), 8, "each has its race");
    let tags = setting.history.marks(&page.runs[0].id).expect("a run").tags;
    assert_eq!(tags, ["watched"]);
}

#[test]
fn a_watch_that_begins_thousands_of_years_ahead_of_the_clock_is_looked_at_at_once() {
    // As a machine whose clock was wrong while it was added, or is now, would have it.
    let since_s = 253_000_000_000;
    let mut setting =
        Setting::of(&Watch { since_s, ..watch(|task| task.rhythm.every_minutes = 5) });
    let began = Clock::start();
    let first = [0, AT_S].map(|wall_s| {
        let look = setting.look(wall_s);
        assert_eq!(look.missed, None, "nothing was due yet");
        let NextTurn::Wait(next) = look.next else { panic!("it waits: {:?}", look.next) };
        next
    });
    assert!(began.now_ns() < 2_000_000_000, "without counting every turn before it");
    assert_eq!(first[0], first[1], "for its first");
    assert!((since_s..since_s + 600).contains(&first[0].due_s), "{first:?}");
    assert_eq!(setting.look(first[0].due_s).next, NextTurn::Due(first[0]), "which is taken then");
}

#[test]
fn turns_that_were_missed_are_told_once_with_the_reason() {
    let mut setting = Setting::of(&watch(|_| {}));
    let first = setting.look(AT_S + 5 * HOUR_S + 1_800);
    let missed = first.missed.clone().expect("nobody was there");
    assert_eq!((missed.turns, missed.outcome), (5, TurnOutcome::Missed));
    assert_eq!(missed.why.as_deref(), Some("Paceline was not running."));
    let NextTurn::Due(due) = first.next else { panic!("its own slot is not over: {first:?}") };
    setting.take(due, AT_S + 5 * HOUR_S + 1_800).expect("late, and taken");
    let overrun = setting.look(AT_S + 8 * HOUR_S - 1).missed.expect("it took two hours");
    assert_eq!((overrun.turns, overrun.outcome), (1, TurnOutcome::Overrun), "{overrun:?}");
    setting.asleep_s = 4 * HOUR_S;
    let slept = setting.look(AT_S + 12 * HOUR_S - 1).missed.expect("it slept");
    assert!(slept.why.is_some_and(|why| why.contains("slept")) && slept.turns == 4);
    assert_eq!(setting.look(AT_S + 12 * HOUR_S - 1).missed, None, "once");
}

#[test]
fn the_day_s_budget_is_never_passed_and_the_next_day_has_its_own() {
    // Three turns of five tokens fit, and no fourth.
    let budget = WatchBudget { tokens_per_day: Some(17), ..WatchBudget::default() };
    let mut setting = Setting::of(&watch(|task| task.budget = budget));
    // A local day in Berlin begins at 23:00 UTC.
    setting.go_on(AT_S, AT_S + 8 * HOUR_S);
    assert_eq!(setting.counts(), [(TurnOutcome::Done, 3), (TurnOutcome::OverBudget, 5)]);
    let turns = setting.history.watch_turns("0199-watch", 1).expect("turns");
    let why = turns[0].why.clone().expect("it is said");
    assert!(why.contains("5 tokens") && why.contains("15 of the day's 17"), "{why}");
    setting.go_on(AT_S + 23 * HOUR_S, AT_S + 24 * HOUR_S + 300);
    let done = setting.counts().iter().find(|(one, _)| *one == TurnOutcome::Done).map(|one| one.1);
    assert!(done >= Some(4), "{:?}", setting.counts());
}

#[test]
fn a_budget_in_dollars_lets_nothing_begin_whose_cost_nobody_knows() {
    let mut task = watch(|task| {
        task.budget.usd_per_day = Some(1.0);
        task.plan.lanes[0].provider = "custom".into();
        task.plan.lanes[0].dialect = Some(providers::Dialect::OpenaiChat);
        task.plan.lanes[0].base_url = Some("http://127.0.0.1:9/v1".into());
    });
    task.since_s = AT_S;
    let mut setting = Setting::of(&task);
    setting.go_on(AT_S, AT_S + 2 * HOUR_S);
    assert_eq!(setting.counts(), [(TurnOutcome::OverBudget, 2)]);
    let turns = setting.history.watch_turns("0199-watch", 1).expect("turns");
    assert!(turns[0].why.as_ref().is_some_and(|why| why.contains("Nobody knows")));
}

#[test]
fn a_plan_that_may_not_start_is_a_refused_turn_and_is_tried_again_at_the_next() {
    let mut setting = Setting::of(&watch(|task| {
        let command =
            checks::OwnCommand { command: "true # nobody allowed this".into(), json: false };
        task.plan.checks = vec![checks::Check::Command(command)];
    }));
    assert_eq!(setting.go_on(AT_S, AT_S + 2 * HOUR_S).len(), 2);
    assert_eq!(setting.counts(), [(TurnOutcome::Refused, 2)]);
    let turns = setting.history.watch_turns("0199-watch", 9).expect("turns");
    assert!(turns.iter().all(|turn| turn.run_id.is_none() && turn.started_s.is_none()));
    assert!(turns[0].why.as_ref().is_some_and(|why| why.contains("nobody allowed")), "{turns:?}");
}

#[test]
fn an_alarm_tells_why_a_turn_was_refused_and_nothing_of_this_machine() {
    let refused_by = |change: fn(&mut WatchTask)| {
        let mut setting = Setting::of(&watch(change));
        let target = store::AlarmTarget::Command { command: "true # who is told".to_owned() };
        let task = store::AlarmTask { target, quiet: None };
        let alarm =
            store::Alarm { id: "a".into(), watch: "0199-watch".into(), created_s: AT_S, task };
        setting.history.add_alarm(&alarm).expect("it is one");
        assert_eq!(setting.go_on(AT_S, AT_S + HOUR_S).len(), 1);
        let waiting = setting.history.waiting_messages("a", i64::MAX, 9).expect("messages");
        let [told] = &waiting[..] else { panic!("one is told: {waiting:?}") };
        let document = crate::alarms::message::document(
            setting.turns.watch(),
            (&told.news, told.made_s),
            &[],
            &berlin(),
        );
        document.text
    };
    let told = refused_by(|task| {
        let command = "python3 /srv/alice/private.py --token TOPSECRET".to_owned();
        let command = checks::OwnCommand { command, json: false };
        task.plan.checks = vec![checks::Check::Command(command)];
    });
    assert!(told.contains("a command that nobody allowed"), "it says of what kind it is: {told}");
    assert!(told.contains("paceline watch show w"), "and where it says more: {told}");
    assert!(!told.contains("alice") && !told.contains("TOPSECRET"), "{told}");
    let told = refused_by(|task| {
        (task.plan.lanes[0].provider, task.plan.lanes[0].model) = ("openai".into(), "m".into());
    });
    assert!(told.contains("cannot start there") && !told.contains("keys set"), "{told}");
}

#[test]
fn a_turn_whose_process_was_killed_is_closed_and_not_taken_again() {
    let watch = watch(|_| {});
    let mut setting = Setting::of(&watch);
    let now = AT_S + HOUR_S / 2;
    let NextTurn::Due(due) = setting.look(now).next else { panic!("it is due") };
    let begun = WatchTurn {
        number: due.number,
        asked: false,
        due_s: due.due_s,
        started_s: Some(now),
        ended_s: None,
        run_id: Some("0199-run".into()),
        outcome: TurnOutcome::Running,
        why: None,
        turns: 1,
        most: None,
    };
    assert!(setting.history.put_turn(&watch.id, &begun).expect("written"));
    setting.turns = held(&setting.history, &watch);
    assert_eq!(setting.counts(), [(TurnOutcome::CutOff, 1)]);
    assert!(
        matches!(setting.look(now + 60).next, NextTurn::Wait(next) if next.number > due.number)
    );
    assert!(setting.take(due, now + 60).is_none(), "whoever asks");
}

#[test]
fn a_paused_watch_takes_no_turn_and_none_is_missed_meanwhile() {
    let mut setting = Setting::of(&watch(|_| {}));
    setting.history.pause_watch("0199-watch", true, AT_S).expect("it is there");
    assert_eq!(setting.look(AT_S + 3 * HOUR_S), Look { missed: None, next: NextTurn::Paused });
    let resumed_s = AT_S + 5 * HOUR_S;
    setting.history.pause_watch("0199-watch", false, resumed_s).expect("it is there");
    let look = setting.look(resumed_s + HOUR_S - 1);
    assert_eq!(look.missed, None);
    assert!(matches!(look.next, NextTurn::Due(due) if due.due_s >= resumed_s), "{look:?}");
    setting.history.remove_watch("0199-watch").expect("it is there");
    assert_eq!(setting.look(resumed_s + HOUR_S).next, NextTurn::Removed);
}

#[test]
fn a_turn_that_somebody_asks_for_takes_no_turn_of_the_rhythm() {
    let mut setting = Setting::of(&watch(|_| {}));
    let now = setting.moment(AT_S + HOUR_S / 2);
    let host = (&setting.application, &setting.engine);
    let asked = setting.turns.take_asked(now, host, |_| {}).expect("kept").expect("taken");
    assert!(asked.turn.asked && asked.run.is_some());
    assert!(matches!(setting.look(now.wall_s).next, NextTurn::Due(_)), "its own is still due");
}

#[test]
fn no_two_processes_take_the_turns_of_a_watch() {
    let dir = tempfile::tempdir().expect("a folder");
    let open = || Arc::new(History::open(dir.path()).expect("a history"));
    let history = open();
    let watch = history.add_watch(&watch(|_| {})).expect("it is one");
    let first = held(&history, &watch);
    let hold = |history| WatchTurns::hold(history, watch.clone(), berlin()).expect("it is read");
    assert!(hold(open()).is_none(), "another has it");
    drop(first);
    assert!(hold(open()).is_some());
}
