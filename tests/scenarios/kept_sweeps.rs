//! What the history contains of a sweep whose process was killed: every answered request of the current level, and its
//! cost.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use providers::Clock;
use race::{LevelEnd, Load, Plan, RunState, Status, Sweep, Timeouts};
use store::{History, RecoveryLimits};

use crate::arena::{block_on, lane_at, plan};
use crate::raw::{END, delta, serve};
use crate::sweeps::entries;

/// Where the child to be killed keeps its history, and which server it uses.
const FOLDER: &str = "PACELINE_TEST_SWEEP_KILLED_IN";
const BASE_URL: &str = "PACELINE_TEST_SWEEP_KILLED_AT";
/// The maximum loss in a crash.
const PROMISED: Duration = Duration::from_millis(250);
/// Output tokens of each answer, and of all of them together.
const EACH: u32 = 3;
const BUDGET: u32 = 450;

fn swept_plan(base_url: &str) -> Plan {
    let load = Load {
        concurrency: vec![2],
        samples: 400,
        waves: None,
        unique_prompts: false,
        budget_tokens: Some(BUDGET),
        ..Load::default()
    };
    Plan { max_tokens: Some(EACH), load: Some(load), ..plan(vec![lane_at(base_url, "m")]) }
}

#[test]
#[ignore = "it is started, and killed, by the test below"]
fn a_sweep_to_be_killed() {
    let (Ok(folder), Ok(base_url)) = (std::env::var(FOLDER), std::env::var(BASE_URL)) else {
        return;
    };
    let history = Arc::new(History::open(Path::new(&folder)).expect("a new history"));
    let plan = swept_plan(&base_url);
    let sweep = app::sweep_now(plan.clone(), entries(&plan), Timeouts::default());
    let _never = block_on(app::record_sweep(Some(history), sweep, |_| {}));
}

#[test]
fn a_killed_sweep_keeps_what_was_answered_and_goes_on_with_the_rest_of_its_budget() {
    let clock = Clock::start();
    let answered = Arc::new(Mutex::new(Vec::new()));
    let times = Arc::clone(&answered);
    let base_url = serve(move |_, socket| {
        use std::io::Write as _;
        std::thread::sleep(Duration::from_millis(15));
        let usage = format!(
            "data: {{\"choices\":[],\"usage\":{{\"prompt_tokens\":7,\"completion_tokens\":{EACH}}}}}\n\n"
        );
        let text = delta(r#"{"content":"Because."}"#);
        let answer =
            format!("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n{text}{usage}{END}");
        if socket.write_all(answer.as_bytes()).is_ok() {
            times.lock().expect("nobody panicked").push(clock.now_ns());
        }
    });
    let by = |until_ns: u64| {
        let times = answered.lock().expect("nobody panicked");
        times.iter().filter(|at| **at <= until_ns).count()
    };
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = Command::new(std::env::current_exe().expect("this binary"))
        .args(["--exact", "kept_sweeps::a_sweep_to_be_killed", "--ignored", "--nocapture"])
        .env(FOLDER, folder.path())
        .env(BASE_URL, &base_url)
        .stdout(Stdio::null())
        .spawn()
        .expect("this binary starts");
    for _ in 0..2_000 {
        if by(u64::MAX) >= 60 {
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let killed_ns = clock.now_ns();
    child.kill().expect("it runs until it is killed");
    child.wait().expect("it is gone");
    let promised = by(killed_ns - u64::try_from(PROMISED.as_nanos()).expect("it is short"));
    assert!(promised > 10, "it was in the middle of its level: {promised}");

    let history = History::open(folder.path()).expect("a kill leaves the file sound");
    history.recover(RecoveryLimits::AT_START).expect("and what had arrived is put together");
    let id = history.list(0, 1).expect("it can be read").runs[0].id.clone();
    let run = history.resumable(&id).expect("it can be gone on with");
    assert_eq!(run.state, RunState::Interrupted, "it says how it ended");
    let [level] = run.lanes[0].levels.as_slice() else { panic!("one level: {run:?}") };
    assert_eq!(level.ended, LevelEnd::Interrupted, "and so does its level");
    let kept = level.requests().filter(|sample| sample.status == Status::Ok).count();
    assert!(kept >= promised, "{kept} are kept, and {promised} were answered in good time");
    assert!(level.ttft().is_some(), "with their numbers");
    let spend = history.spend(0.0).expect("it can be read").total;
    let all = level.requests().count();
    assert_eq!(spend.requests as usize, all, "each is in what was spent");
    assert_eq!(
        history.verify().expect("it can be checked").findings,
        [],
        "and follows from its log"
    );

    let history = Arc::new(history);
    history.reopen(&id).expect("it goes on");
    let sweep = Sweep::again(run.clone(), entries(&run.plan), Timeouts::default());
    let recorded = block_on(app::record_sweep(Some(Arc::clone(&history)), sweep, |_| {}));
    let (ended, not_saved) = recorded.expect("it starts again");
    assert!(not_saved.is_none(), "it is kept: {not_saved:?}");
    let most = usize::try_from(BUDGET / EACH).expect("a small number");
    let served = by(u64::MAX);
    assert!(served <= most, "{served} answers were paid for, and the budget allows {most}");
    assert!(served > all, "the rest of the budget was used");
    let ends: Vec<_> = ended.lanes[0].levels.iter().map(|level| level.ended.clone()).collect();
    assert_eq!(ends, [LevelEnd::Interrupted, LevelEnd::Budget], "the level was begun anew");
    assert_eq!(history.run(&id).expect("it is there"), ended, "and all of it is stored");
    assert_eq!(history.verify().expect("it can be checked").findings, [], "in order");
}
