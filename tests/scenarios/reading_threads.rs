//! Answers are checked away from the threads that read. The engine runs on one thread here, so that whatever reads has the processor time of
//! that thread, and a check that moved there would show in it however busy the machine is.

use std::collections::BTreeMap;
use std::future::Future;
use std::time::Duration;

use app::sweep_now;
use checks::{Answer, Check, CheckVerdict, Checker, written};
use providers::{Roster, Timeouts};
use race::workload::{PromptSet, Row};
use race::{Entry, LanePlan, Load, NextStep, Plan, Sample, StepRule, check};
use rustix::time::{ClockId, clock_gettime};
use tokio::sync::mpsc::unbounded_channel;

use crate::arena::{Arena, plan, race_of};

/// Patterns of which more states are open than an automaton can remember, at every letter of the answer; none matches.
const PATTERNS: [&str; 3] =
    [r"[01]1[01]{401}[^01\s]", r"[01]1[01]{406}[^01\s]", r"[01]1[01]{411}[^01\s]"];

const LETTERS: u32 = 20_000;

/// Letters without a period, so that no state of an automaton comes twice.
fn answer() -> String {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        if state >> 31 == 1 { '1' } else { '0' }
    };
    (0..LETTERS).map(|_| next()).collect()
}

fn slow_checks() -> Vec<Check> {
    PATTERNS.map(|pattern| written(&format!("regex:{pattern}")).expect("a check")).into()
}

/// The processor time that this thread has used.
fn used() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let (seconds, nanos) = (u64::try_from(time.tv_sec), u32::try_from(time.tv_nsec));
    Duration::new(seconds.expect("no negative time"), nanos.expect("no negative time"))
}

/// The processor time of checking the answer once.
fn of_checking() -> Duration {
    let checker = Checker::of(&slow_checks(), &[]);
    let text = answer();
    let from = used();
    let found =
        checker.results(&Answer { text: &text, calls: None, is_refused: false, is_cut: false });
    let took = used().saturating_sub(from);
    assert!(found.iter().all(|result| result.verdict == CheckVerdict::Wrong), "{found:?}");
    took
}

/// What the engine came to, and the processor time of the only thread that reads.
fn of_reading<T>(run: impl Future<Output = T>) -> (T, Duration) {
    let engine = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let engine = engine.expect("the engine starts");
    // The vocabulary is loaded once, by a thread that reads, before anything is sent.
    cost::tokens::warm();
    let from = used();
    let came = engine.block_on(run);
    (came, used().saturating_sub(from))
}

fn prompt() -> String {
    format!("<code></code><update>{}\n</update>", answer())
}

fn lane(arena: &Arena, number: u32) -> LanePlan {
    arena.lane(&format!("ttft=1ms&tps=100000&per_write=all&applies=100%&number={number}"))
}

/// Fails if reading took a good part of what so many checks of the answer take.
fn is_free(reading: Duration, checks: u32) {
    let checking = of_checking();
    assert!(checking > Duration::from_millis(100), "a check worth moving: {checking:?}");
    assert!(
        reading < checking * checks / 4,
        "{reading:?} on the thread that reads, and each of {checks} checks takes {checking:?}"
    );
}

fn all_checked<'a>(samples: impl IntoIterator<Item = &'a Sample>, expected: usize) {
    let checked = samples.into_iter().filter(|sample| sample.right == Some(false)).count();
    assert_eq!(checked, expected, "each answer is checked, and wrong");
}

#[test]
fn no_check_of_a_race_runs_on_a_thread_that_reads() {
    let arena = Arena::open();
    let lanes = vec![lane(&arena, 1), lane(&arena, 2)];
    let asked = Plan { prompt: prompt(), checks: slow_checks(), ..plan(lanes) };
    let ((run, _), reading) = of_reading(race_of(asked, Timeouts::default()).run(None));
    all_checked(run.lanes.iter().flat_map(|lane| &lane.samples), 2);
    is_free(reading, 2);
}

#[test]
fn no_check_of_a_row_runs_on_a_thread_that_reads() {
    let arena = Arena::open();
    let row = |name: &str| Row {
        name: name.into(),
        prompt: prompt(),
        checks: slow_checks(),
        ..Row::default()
    };
    let set = PromptSet::Rows { rows: vec![row("one"), row("two")].into() };
    let asked = Plan { repeat: 2, ..plan(vec![lane(&arena, 1)]) }.asking(set);
    let ((run, _), reading) = of_reading(race_of(asked, Timeouts::default()).run(None));
    all_checked(&run.lanes[0].samples, 2);
    is_free(reading, 2);
}

#[test]
fn no_check_that_decides_over_the_step_of_a_chain_runs_on_a_thread_that_reads() {
    let arena = Arena::open();
    let rule = StepRule::CheckFails { checks: slow_checks() };
    let next = NextStep { lane: lane(&arena, 2), rule };
    let chain = LanePlan { later: vec![next], ..lane(&arena, 1) };
    let asked = Plan { prompt: prompt(), repeat: 2, ..plan(vec![chain]) };
    let ((run, _), reading) = of_reading(race_of(asked, Timeouts::default()).run(None));
    let samples = &run.lanes[0].samples;
    assert!(samples.iter().all(|sample| sample.steps.len() == 2), "the check failed: {samples:?}");
    all_checked(samples.iter().map(|sample| &sample.steps[0].sample), 2);
    is_free(reading, 2);
}

#[test]
fn no_check_of_a_sweep_runs_on_a_thread_that_reads() {
    let arena = Arena::open();
    let load = Load { concurrency: vec![1], samples: 2, waves: None, ..Load::default() };
    let asked = Plan {
        prompt: prompt(),
        checks: slow_checks(),
        load: Some(load),
        ..plan(vec![lane(&arena, 1)])
    };
    let roster = Roster::new(Vec::new(), &BTreeMap::new());
    let contenders = check(&asked, &roster, &cost::Prices::default());
    let entry = |contender| Entry::new(contender, None, None);
    let entries: Vec<_> = contenders.expect("it can start").into_iter().map(entry).collect();
    let sweep = sweep_now(asked, entries, Timeouts::default());
    let (events, _unread) = unbounded_channel();
    let (run, reading) = of_reading(sweep.run(&events));
    let level = &run.lanes[0].levels[0];
    all_checked(&level.samples, 2);
    is_free(reading, 2);
}
