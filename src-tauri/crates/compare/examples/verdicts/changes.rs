//! Changes found between two runs of contenders that did not change.

use compare::{ChangeVerdict, CompareQuestion, view};

use crate::bench::{Bench, Target, columns, row};
use crate::history::{Kind, Shape};

const HISTORIES: usize = 4_000;

pub(crate) fn unchanged(bench: &mut Bench) {
    bench.title(
        "Contenders that did not change: histories in which the newest run is called better or worse in anything, in percent (at most 5.5)",
        HISTORIES,
    );
    columns(&["Contenders", "Runs", "10 rounds a run", "30 rounds a run"]);
    for contenders in [1, 4] {
        for runs in [2, 3, 5, 8] {
            let mut cells = vec![contenders.to_string(), runs.to_string()];
            for rounds in [10, 30] {
                let shape = Shape { contenders, runs, rounds, kind: Kind::Races };
                let wrong = bench.simulated(&[9, contenders, runs, rounds], HISTORIES, |random| {
                    let answer = view(&shape.requests(random), &CompareQuestion::default());
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
