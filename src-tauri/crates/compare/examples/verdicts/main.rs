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

use bench::{Bench, Targets, columns, row};

/// A part of the simulations.
struct Part {
    /// Its name on the command line.
    name: &'static str,
    /// What its targets are, in words.
    promise: &'static str,
    /// Simulates and prints its tables.
    tables: fn(&mut Bench),
}

impl Part {
    const fn of(name: &'static str, promise: &'static str, tables: fn(&mut Bench)) -> Self {
        Self { name, promise, tables }
    }
}

/// The parts in the order of the table.
const PARTS: [Part; 23] = [
    Part::of(
        "equal-lanes",
        "2, 4 and 8 equal lanes, 5 to 30 rounds: any false verdict in at most 5.5 % of races",
        races::equal_lanes,
    ),
    Part::of(
        "lasting-rounds",
        "the same in other races, where a round says nothing of the next",
        races::lasting_rounds,
    ),
    Part::of(
        "one-sigma",
        "a difference of one σ is found at 10 rounds in at least 75 %, and intervals hold it in at least 94 %",
        races::one_sigma,
    ),
    Part::of(
        "rounds-needed",
        "“a race of n rounds would settle it” is so in at least 80 %",
        races::rounds_needed,
    ),
    Part::of(
        "watched",
        "equal lanes watched at every round: a false verdict in at most 5 %",
        watched::equal_lanes,
    ),
    Part::of(
        "until-settled",
        "watched until settled, the best is told right in at least 95 %, and intervals hold after every round in at least 94 %",
        watched::until_settled,
    ),
    Part::of(
        "rounds-more",
        "“n rounds more would settle it” is so in at least 80 %",
        watched::rounds_more,
    ),
    Part::of(
        "intervals",
        "medians, tails and error rates: intervals hold in at least 94 %, medians are no wider than exact; a million samples take less than a second",
        intervals::intervals,
    ),
    Part::of(
        "comparisons",
        "equal contenders: any false verdict on a metric in at most 5.5 %, and intervals hold in at least 94 %",
        comparisons::equal_contenders,
    ),
    Part::of("loads", "equal levels: a false verdict in at most 5.5 %", loads::equal_levels),
    Part::of(
        "open-loops",
        "the median of an open loop: intervals that are told hold in at least 94 %",
        open_loops::own_medians,
    ),
    Part::of(
        "usual-levels",
        "the same for levels that choose their own length",
        open_loops::usual_levels,
    ),
    Part::of(
        "contenders",
        "a contender over its runs: intervals hold in at least 94 %",
        contenders::over_runs,
    ),
    Part::of(
        "changes",
        "no change between two halves of the runs: one is told in at most 5.5 %",
        changes::unchanged,
    ),
    Part::of(
        "days",
        "no change over the days: one is told in at most 5.5 %, where a day says nothing of the next",
        days::unchanged,
    ),
    Part::of("steps", "a step is called a drift in at most 5 %", days::steps),
    Part::of("drifts", "a drift is called a step in at most 5 %", days::drifts),
    Part::of(
        "predictions",
        "between measured lengths predictions are within 5 % of the truth in at least 95 %, and flagged outside",
        predictions::between_lengths,
    ),
    Part::of(
        "slopes",
        "equal at a length between: one is predicted to be faster in at most 5.5 %",
        predictions::equal_between,
    ),
    Part::of(
        "sweeps",
        "a knee is false in at most 5 %; a true one at 37 is found within 1 in at least 95 %",
        sweeps::sweeps,
    ),
    Part::of(
        "waves",
        "a level: intervals hold in at least 94 %, where a wave says nothing of the next",
        waves::waves,
    ),
    Part::of(
        "settled-levels",
        "the same for levels that end once their median is known",
        settled_levels::settled_levels,
    ),
    Part::of("capacity", "the range of a capacity holds it in at least 95 %", capacity::capacity),
];

fn main() -> ExitCode {
    let names = PARTS.map(|part| part.name);
    let mut bench = match Bench::asked(std::env::args().skip(1), &names) {
        Ok(bench) => bench,
        Err(why) => {
            println!("{why}");
            return ExitCode::FAILURE;
        }
    };
    println!("# Measured by `./dev bench verdicts`\n");
    println!("{}", bench.heading());
    let mut rows = Vec::new();
    for part in PARTS {
        if !bench.wants(part.name) {
            continue;
        }
        let Targets { held, missed } = bench.part(part.name, part.tables);
        rows.push((part, held, missed));
    }
    println!("\n## What it must reach\n");
    columns(&["Part", "Target", "Cells", "Missed"]);
    for (part, held, missed) in &rows {
        row(&[
            format!("`{}`", part.name),
            part.promise.to_owned(),
            held.to_string(),
            if *missed > 0 { format!("**{missed}**") } else { missed.to_string() },
        ]);
    }
    let has_missed = rows.iter().any(|(.., missed)| *missed > 0);
    if has_missed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
