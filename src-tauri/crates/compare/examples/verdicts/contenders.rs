//! The intervals of one contender's numbers over its runs; requests of a run share its luck.

use compare::{CompareQuestion, view};
use measure::Interval;

use crate::bench::{Bench, Target, columns, row};
use crate::history::{Kind, Shape};
use crate::scatter::quantile;

const HISTORIES: usize = 2_000;

pub(crate) fn over_runs(bench: &mut Bench) {
    bench.title(
        "A contender's TTFT over several runs: intervals that hold the truth, in percent of those that are told (at least 94), and how many are told",
        HISTORIES,
    );
    columns(&["Runs", "Rounds", "median", "told", "upper end of p95", "told"]);
    let scatter = Shape::scatter(&mut bench.random(37));
    let truth = |share: f64| 300.0 * quantile(&scatter, share).exp();
    let (median, p95) = (truth(0.5), truth(0.95));
    for runs in [5, 8, 12, 30] {
        for rounds in [5, 20] {
            let shape = Shape { contenders: 1, runs, rounds, kind: Kind::RunsOfTheirOwn };
            let told = bench.simulated(&[19, runs, rounds], HISTORIES, |random| {
                let answer = view(&shape.requests(random), &CompareQuestion::default());
                let one = answer.contenders.first();
                let middle = one.and_then(|one| one.ttft_ms.as_ref()?.spread.ci);
                (middle, one.and_then(|one| one.ttfat_p95?.high))
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
