//! Changes found between the older and the newer half of the runs of contenders that did not change.

use compare::{ChangeVerdict, CompareQuestion, view};

use crate::bench::{Bench, Target, columns, row};
use crate::history::{Kind, Shape};

const HISTORIES: usize = 2_000;

/// The older and the newer half of so many runs.
fn halves(runs: usize) -> CompareQuestion {
    let ids = |of: std::ops::Range<usize>| {
        let ids: Vec<String> = of.map(|run| format!("run-{run:03}")).collect();
        Some(ids.join("+"))
    };
    CompareQuestion {
        before: ids(0..runs / 2),
        after: ids(runs / 2..runs),
        ..CompareQuestion::default()
    }
}

pub(crate) fn unchanged(bench: &mut Bench) {
    bench.title(
        "Contenders that did not change: histories in which a contender is called better or worse in anything, in percent (at most 5.5)",
        HISTORIES,
    );
    println!(
        "The older half of the runs is compared with the newer one. Fewer than four on either side show no change.\n"
    );
    columns(&["Contenders", "Runs", "10 rounds a run", "30 rounds a run"]);
    for contenders in [1, 4] {
        for runs in [2, 6, 8, 9, 12, 20] {
            let mut cells = vec![contenders.to_string(), runs.to_string()];
            for rounds in [10, 30] {
                let shape = Shape { contenders, runs, rounds, kind: Kind::Races };
                let question = halves(runs);
                let wrong = bench.simulated(&[9, contenders, runs, rounds], HISTORIES, |random| {
                    let answer = view(&shape.requests(random), &question);
                    answer.changes.changes.iter().any(|change| {
                        matches!(change.verdict, ChangeVerdict::Better | ChangeVerdict::Worse)
                    })
                });
                cells.push(bench.share_of(&wrong, Target::AtMost(5.5), |wrong| *wrong));
            }
            row(&cells);
        }
    }
}
