//! The intervals of one contender's numbers over its runs; requests of a run share its luck.

use compare::{CompareQuestion, view};
use measure::Interval;

use crate::bench::{Bench, Target, columns, row};
use crate::history::{Kind, Shape};

const HISTORIES: usize = 2_000;
/// The total scatter of a request: the luck of its run, of the contender within the run, of its round,
/// and its own.
const SCATTER: f64 = 0.287_228;
const Z95: f64 = 1.644_854;

pub(crate) fn over_runs(bench: &mut Bench) {
    bench.title(
        "A contender's TTFT over several runs: intervals that hold the truth, in percent of those that are told (at least 94), and how many are told",
        HISTORIES,
    );
    columns(&["Runs", "Rounds", "median", "told", "upper end of p95", "told"]);
    let (median, p95) = (300.0, 300.0 * (Z95 * SCATTER).exp());
    for runs in [5, 8, 12, 30] {
        for rounds in [5, 20] {
            let shape = Shape { contenders: 1, runs, rounds, kind: Kind::RunsOfTheirOwn };
            let told = bench.simulated(&[19, runs, rounds], HISTORIES, |random| {
                let answer = view(&shape.requests(random), &CompareQuestion::default());
                let one = answer.contenders.first();
                let middle = one.and_then(|one| one.ttft_ms.as_ref()?.spread.ci);
                (middle, one.and_then(|one| one.ttft_p95?.high))
            });
            let middles: Vec<Interval> = told.iter().filter_map(|(middle, _)| *middle).collect();
            let ends: Vec<f64> = told.iter().filter_map(|(_, end)| *end).collect();
            row(&[
                runs.to_string(),
                rounds.to_string(),
                bench.share_of(&middles, Target::AtLeast(94.0), |ci| ci.contains(median)),
                bench.share(middles.len(), told.len(), Target::Nothing),
                bench.share_of(&ends, Target::AtLeast(94.0), |end| *end >= p95),
                bench.share(ends.len(), told.len(), Target::Nothing),
            ]);
        }
    }
}
