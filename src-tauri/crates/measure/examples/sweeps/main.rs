//! How often what a sweep says is right: servers whose truth is known, simulated with a fixed seed. `./dev bench verdicts`
//! runs it; another seed is its first argument.
#![expect(clippy::print_stdout, reason = "it simulates, and reports to people")]

mod server;

use std::process::ExitCode;

use measure::{KneePoint, LoadLevel, SplitMix64, mean_and_error};
use server::Server;

/// Servers simulated in each cell.
const SERVERS: u64 = 1_000;
/// Levels that a ladder measures at most, as in the engine.
const MOST_LEVELS: usize = 12;

/// A ladder that doubles up to `most` until there is a knee, and then closes in on it; the knee, and how many levels it took.
fn climbed(server: Server, most: u32, seed: u64) -> (Option<KneePoint>, usize) {
    let mut random = SplitMix64::new(seed);
    let mut levels: Vec<LoadLevel> = Vec::new();
    while levels.len() < MOST_LEVELS {
        let highest = levels.iter().map(|level| level.load).fold(0.0, f64::max);
        let next = match KneePoint::of(&levels) {
            Some(knee) => knee.next(&levels),
            None if levels.is_empty() => Some(1),
            None => (0..32).map(|power| 1 << power).find(|load| f64::from(*load) > highest),
        };
        let Some(next) = next.filter(|next| *next <= most) else { break };
        levels.push(server.at(next, &mut random));
    }
    (KneePoint::of(&levels), levels.len())
}

struct Report {
    seed: u64,
    missed: bool,
}

impl Report {
    /// A share of [`SERVERS`] in percent beside its target, marked where it is missed.
    fn cell(&mut self, many: u64, is_met: impl Fn(f64) -> bool) -> String {
        #[expect(clippy::cast_precision_loss, reason = "it counts far below 2^52")]
        let share = 100.0 * many as f64 / SERVERS as f64;
        let is_met = is_met(share);
        self.missed |= !is_met;
        if is_met { format!("{share:.1}") } else { format!("**{share:.1}**") }
    }

    fn seeds(&self) -> std::ops::Range<u64> {
        let first = self.seed.wrapping_mul(SERVERS) & u64::from(u32::MAX);
        first..first + SERVERS
    }

    fn flat_servers(&mut self) {
        println!(
            "\n## A server that never queues, up to 64 in flight: ladders with a knee, in percent (at most 5)\n"
        );
        println!(
            "| Requests a level | Share of an answer before its first token | σ 0.1 | σ 0.3 | σ 0.7 |"
        );
        println!("|--:|--:|--:|--:|--:|");
        for (samples, before_first) in [(10, 0.1), (10, 0.9), (50, 0.1), (50, 0.9)] {
            let cells = [0.1, 0.3, 0.7].map(|sigma| {
                let flat = Server { seats: 64, sigma, before_first, samples };
                let is_false = |seed: &u64| climbed(flat, 64, *seed).0.is_some();
                let many = self.seeds().filter(is_false).count() as u64;
                self.cell(many, |share| share <= 5.0)
            });
            println!("| {samples} | {before_first} | {} |", cells.join(" | "));
        }
    }

    fn true_knee(&mut self) {
        println!(
            "\n## 37 seats, up to 128 in flight, 50 requests a level: in percent (at least 95, within 12 levels)\n"
        );
        println!(
            "| σ | Full at 37 ± 1 | Last good load 37 ± 1 | Interval holds 37 | Median levels |"
        );
        println!("|--:|--:|--:|--:|--:|");
        for sigma in [0.1, 0.2, 0.3] {
            let server = Server { seats: 37, sigma, before_first: 0.1, samples: 50 };
            let found: Vec<_> = self.seeds().map(|seed| climbed(server, 128, seed)).collect();
            let count = |is: fn(&KneePoint) -> bool| {
                found.iter().filter_map(|(knee, _)| knee.as_ref()).filter(|knee| is(knee)).count()
                    as u64
            };
            let full =
                count(|knee| knee.full_at.is_some_and(|full| (full.round() - 37.0).abs() <= 1.0));
            let good = count(|knee| (knee.last_good - 37.0).abs() <= 1.0);
            let held = count(|knee| knee.full_at_ci.is_some_and(|ci| ci.contains(37.0)));
            let mut took: Vec<usize> = found.iter().map(|(_, levels)| *levels).collect();
            took.sort_unstable();
            let median = took.get(took.len() / 2).copied().unwrap_or(0);
            let cells = [
                self.cell(full, |share| share >= 95.0),
                self.cell(good, |share| share >= 95.0),
                self.cell(held, |share| share >= 94.0),
            ];
            println!("| {sigma} | {} | {median} |", cells.join(" | "));
        }
    }
}

fn main() -> ExitCode {
    let seed = std::env::args().nth(1).and_then(|seed| seed.parse().ok()).unwrap_or(1);
    println!("\n# Sweeps\n");
    println!(
        "Simulated servers of known truth, {SERVERS} in each cell; targets that are missed are bold."
    );
    let mut report = Report { seed, missed: false };
    report.flat_servers();
    report.true_knee();
    if report.missed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
