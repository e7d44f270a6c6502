//! How often Paceline's verdicts on races, sweeps and comparisons are right: measurements of known truth, simulated
//! with a fixed seed. `./dev bench verdicts` runs it and saves its table. A number among its arguments is another seed,
//! a word selects one of its parts, `--noise=NAME` another scatter, `--quick` simulates a tenth as many and `--long` ten
//! times as many.
#![expect(
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "it simulates, reports to people, and counts far below 2^52"
)]

mod bench;
mod capacity;
mod changes;
mod comparisons;
mod contenders;
mod days;
mod history;
mod intervals;
mod loads;
mod open_loops;
mod predictions;
mod races;
mod scatter;
mod settled_levels;
mod sweeps;
mod watched;
mod waves;

use std::process::ExitCode;

use bench::Bench;

/// A part's name and its tables.
type Part = (&'static str, fn(&mut Bench));

/// The parts in the order of the table.
const PARTS: [Part; 23] = [
    ("equal-lanes", races::equal_lanes),
    ("lasting-rounds", races::lasting_rounds),
    ("one-sigma", races::one_sigma),
    ("rounds-needed", races::rounds_needed),
    ("watched", watched::equal_lanes),
    ("until-settled", watched::until_settled),
    ("rounds-more", watched::rounds_more),
    ("intervals", intervals::intervals),
    ("comparisons", comparisons::equal_contenders),
    ("loads", loads::equal_levels),
    ("open-loops", open_loops::own_medians),
    ("usual-levels", open_loops::usual_levels),
    ("contenders", contenders::over_runs),
    ("changes", changes::unchanged),
    ("days", days::unchanged),
    ("steps", days::steps),
    ("drifts", days::drifts),
    ("predictions", predictions::between_lengths),
    ("slopes", predictions::equal_between),
    ("sweeps", sweeps::sweeps),
    ("waves", waves::waves),
    ("settled-levels", settled_levels::settled_levels),
    ("capacity", capacity::capacity),
];

fn main() -> ExitCode {
    let names: Vec<&str> = PARTS.iter().map(|(name, _)| *name).collect();
    let mut bench = match Bench::asked(std::env::args().skip(1), &names) {
        Ok(bench) => bench,
        Err(why) => {
            println!("{why}");
            return ExitCode::FAILURE;
        }
    };
    println!("# Measured by `./dev bench verdicts`\n");
    println!("{}", bench.heading());
    for (name, part) in PARTS {
        if bench.wants(name) {
            bench.part(name, part);
        }
    }
    if bench.has_missed() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
