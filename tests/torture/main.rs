//! What no user would do on purpose: the process killed at any instant, a power cut, a disk that fails or is full, a
//! held lock, strange rows, hostile servers, and too few open files. `./dev test` does a few rounds of each; `./dev
//! torture` as many as requested.
//!
//! `TORTURE_ROUNDS` is the number of rounds of each, `TORTURE_SEED` the first seed.

#![cfg(target_os = "linux")]

mod children;
mod faults;
mod hostile;
mod kills;
mod moves;
#[path = "../fuzz/mutate.rs"]
mod mutate;
mod storage;

use std::io::Write as _;

/// Rounds of each part in the tests.
const ROUNDS: u64 = 4;

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// Number of rounds of each part.
pub(crate) fn rounds() -> u64 {
    number("TORTURE_ROUNDS").unwrap_or(ROUNDS)
}

/// Whether there are more rounds than in the tests.
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

/// The peak memory of this process so far, in MB.
pub(crate) fn peak_mb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kb = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok());
    kb.unwrap_or_default() / 1_024
}
