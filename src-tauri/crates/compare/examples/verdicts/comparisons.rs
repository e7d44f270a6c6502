//! Comparisons of equal contenders, over runs that differ by more than their requests scatter.

use compare::{CompareQuestion, Standing, view};
use measure::Metric;

use crate::bench::{Bench, Target, columns, row};
use crate::history::{Kind, Shape};

/// With fewer contenders an answer comes closer to 5 %, and is computed sooner.
const CONTENDERS_IN_ALL: usize = 16_000;

const METRICS: [(&str, Metric); 4] = [
    ("TTFT", Metric::TtftMs),
    ("Output speed", Metric::DecodeTps),
    ("Latency", Metric::LatencyMs),
    ("Cost", Metric::CostUsd),
];

/// The result of one comparison of equal contenders.
struct ComparisonResult {
    /// For each metric, whether any pair got a verdict, which is false.
    is_false: [bool; METRICS.len()],
    /// Number of intervals that hold the truth.
    held: usize,
    /// Number of intervals.
    intervals: usize,
}

pub(crate) fn equal_contenders(bench: &mut Bench) {
    for contenders in [2, 4, 8] {
        of_so_many(bench, contenders);
    }
}

fn of_so_many(bench: &mut Bench, contenders: usize) {
    let title = format!(
        "{contenders} equal contenders: comparisons with any verdict on a metric, in percent (at most 5.5), and intervals that hold the truth (at least 94)"
    );
    bench.title(&title, CONTENDERS_IN_ALL / contenders);
    println!(
        "A run scatters by σ 0.2 for all contenders and by 0.1 for each, a round by 0.1, a request by 0.15; a wave of a level by 0.15. \
         Of one run the truth is that of the run, and the answer says that how much runs differ is unknown.\n"
    );
    columns(&[
        "Runs of each",
        "Rounds of a run",
        "TTFT",
        "Output speed",
        "Latency",
        "Cost",
        "Intervals hold the truth",
    ]);
    let races = |runs, rounds| (Kind::Races, runs, rounds);
    let shapes = [5, 6, 7, 10, 15, 20, 30].map(|rounds| races(1, rounds));
    let shapes = shapes.into_iter().chain(
        [2, 3, 5].into_iter().flat_map(|runs| [5, 10, 30].map(|rounds| races(runs, rounds))),
    );
    let own =
        [(2, 10), (3, 10), (5, 10)].map(|(runs, rounds)| (Kind::RunsOfTheirOwn, runs, rounds));
    let few = [(2, 20), (3, 20)].map(|(few, runs)| (Kind::FewOfTheFirst(few), runs, 10));
    let waves = [96, 160].map(|requests| (Kind::Waves(16), 1, requests));
    for (kind, runs, rounds) in shapes.chain(own).chain(few).chain(waves) {
        cell(bench, Shape { contenders, runs, rounds, kind });
    }
}

fn cell(bench: &mut Bench, shape: Shape) {
    let Shape { contenders, runs, rounds, kind } = shape;
    let (of_kind, told_runs, told_rounds) = match kind {
        Kind::Races => (0, runs.to_string(), rounds.to_string()),
        Kind::RunsOfTheirOwn => (1, format!("{runs}, their own"), rounds.to_string()),
        Kind::FewOfTheFirst(few) => {
            (3, format!("{few} of the first, {runs} of others"), rounds.to_string())
        }
        Kind::Waves(n) => {
            (2, "1 level, its own".to_owned(), format!("{} waves of {n}", rounds / n))
        }
    };
    let number = CONTENDERS_IN_ALL / contenders;
    let results = bench.simulated(&[8, of_kind, contenders, runs, rounds], number, |random| {
        result_of(shape, random)
    });
    let mut cells = vec![told_runs, told_rounds];
    for at in 0..METRICS.len() {
        cells.push(bench.share_of(&results, Target::AtMost(5.5), |result| {
            result.is_false.get(at).copied().unwrap_or(true)
        }));
    }
    let (held, all) =
        results.iter().fold((0, 0), |sum, each| (sum.0 + each.held, sum.1 + each.intervals));
    cells.push(bench.share(held, all, Target::AtLeast(94.0)));
    row(&cells);
}

fn result_of(shape: Shape, random: &mut crate::scatter::Random) -> ComparisonResult {
    let question = CompareQuestion { every_load: true, ..CompareQuestion::default() };
    let answer = view(&shape.requests(random), &question);
    let is_false = METRICS.map(|(_, metric)| {
        let mut pairs = answer.pairs.iter().filter(|pair| pair.metric == metric);
        pairs.any(|pair| matches!(pair.standing, Standing::Better | Standing::Worse))
    });
    let pairs = answer.pairs.iter().filter(|pair| METRICS.iter().any(|(_, m)| *m == pair.metric));
    let intervals: Vec<bool> =
        pairs.filter_map(|pair| pair.ci).map(|ci| ci.contains(1.0)).collect();
    let held = intervals.iter().filter(|held| **held).count();
    ComparisonResult { is_false, held, intervals: intervals.len() }
}
