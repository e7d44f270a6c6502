//! An idle simulator sleeps. It has this file to itself, because it examines the whole process.
#![cfg(target_os = "linux")]

use std::fs;
use std::time::Duration;

use simulator::Simulator;

/// Number of times the simulator's thread has gone to sleep; each wake-up ends in one more.
fn sleeps() -> u64 {
    for task in fs::read_dir("/proc/self/task").expect("a list of threads").flatten() {
        let name = fs::read_to_string(task.path().join("comm")).unwrap_or_default();
        if name.trim() == "simulator" {
            let status = fs::read_to_string(task.path().join("status")).expect("its status");
            let line =
                status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
            return line.and_then(|count| count.trim().parse().ok()).expect("a count");
        }
    }
    panic!("the simulator has a thread of that name");
}

#[test]
fn an_idle_simulator_never_wakes() {
    let simulator = Simulator::start(None).expect("a free port");
    std::thread::sleep(Duration::from_millis(100));
    let before = sleeps();
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(sleeps(), before, "with nothing due, nothing runs");
    drop(simulator);
}
