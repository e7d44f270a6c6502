//! What no user would do on purpose: the process killed at any instant, a power cut, a disk that fails or is full, a held
//! lock, strange rows, hostile servers, and too few open files. `./dev test` does a little of each; `./dev torture` as much
//! as it is told.
//!
//! `TORTURE_ROUNDS` says how many rounds of each, `TORTURE_SEED` from which seed.

#![cfg(target_os = "linux")]

mod children;
mod faults;
mod hostile;
mod kills;
#[path = "../fuzz/mutate.rs"]
mod mutate;
mod storage;

use std::io::Write as _;

/// Rounds of each part in the tests.
const ROUNDS: u64 = 4;

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// How many rounds each part has.
pub(crate) fn rounds() -> u64 {
    number("TORTURE_ROUNDS").unwrap_or(ROUNDS)
}

/// Whether it is more than the tests' little.
pub(crate) fn is_long() -> bool {
    number("TORTURE_ROUNDS").is_some()
}

/// The seeds of a part.
pub(crate) fn seeds() -> std::ops::Range<u64> {
    let first = number("TORTURE_SEED").unwrap_or(0);
    first..first + rounds()
}

/// A line of the table.
pub(crate) fn row(what: &str, tried: usize, said: &str) {
    let _unheard = writeln!(std::io::stderr(), "| {what} | {tried} | {said} |");
}

/// The most memory that this process has taken so far, in MB.
pub(crate) fn peak_mb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kb = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok());
    kb.unwrap_or_default() / 1_024
}
