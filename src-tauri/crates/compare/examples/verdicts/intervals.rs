//! Intervals of medians, tails and error rates, and how long a million samples take.

use measure::{CONFIDENCE, Spread, Tail, quantile_ranks, share_interval};

use crate::bench::{Bench, Target, columns, now, row};
use crate::races::Noise;
use crate::scatter::quantile;

const SETS: usize = 10_000;

pub(crate) fn intervals(bench: &mut Bench) {
    medians(bench);
    tails(bench);
    error_rates(bench);
    a_million_samples(bench);
}

/// The true `p`-quantile, from very many draws.
fn truth(noise: Noise, p: f64, bench: &Bench) -> f64 {
    let mut random = bench.random(23);
    let mut values: Vec<f64> = (0..1_000_000).map(|_| noise.draw(&mut random)).collect();
    values.sort_by(f64::total_cmp);
    quantile(&values, p)
}

const SHAPES: [(&str, Noise); 3] = [
    ("normal", Noise::Normal),
    ("log-normal, σ 0.7", Noise::LogNormal),
    ("exponential", Noise::Exponential),
];

fn medians(bench: &mut Bench) {
    bench.title(
        "Medians: intervals that hold the truth, in percent (at least 94), and their mean width beside that of exact order statistics (at most 1)",
        SETS,
    );
    columns(&["Samples", "normal", "log-normal, σ 0.7", "exponential", "Width"]);
    for n in [5, 6, 7, 10, 15, 20, 30, 50, 200] {
        let mut cells = vec![n.to_string()];
        let (mut own, mut exact) = (0.0, 0.0);
        for (at, (_, noise)) in SHAPES.into_iter().enumerate() {
            let truth = truth(noise, 0.5, bench);
            let sets = bench.simulated(&[10, n, at], SETS, |random| {
                let mut values: Vec<f64> = (0..n).map(|_| noise.draw(random)).collect();
                values.sort_by(f64::total_cmp);
                let ci = Spread::of(values.iter().copied())?.ci?;
                let (low, high) = quantile_ranks(n, 0.5, CONFIDENCE);
                let by_ranks = values.get(high?)? - values.get(low?)?;
                Some((ci.contains(truth), ci.high - ci.low, by_ranks))
            });
            let known: Vec<_> = sets.into_iter().flatten().collect();
            cells.push(bench.share_of(&known, Target::AtLeast(94.0), |(holds, ..)| *holds));
            own += known.iter().map(|(_, own, _)| own).sum::<f64>();
            exact += known.iter().map(|(.., exact)| exact).sum::<f64>();
        }
        let width = own / exact;
        let known = width.is_finite();
        cells.push(if known {
            bench.figure(format!("{width:.2}"), width <= 1.001)
        } else {
            "none, as too few carry one".to_owned()
        });
        row(&cells);
    }
}

fn tails(bench: &mut Bench) {
    bench.title("Tails: intervals that hold the true percentile, in percent (at least 94)", SETS);
    columns(&["Percentile", "Requests", "normal", "log-normal, σ 0.7", "exponential"]);
    for (p, n) in [(0.9, 50), (0.95, 100), (0.95, 300), (0.99, 500), (0.99, 1_000)] {
        let mut cells = vec![measure::percentile_name(p), n.to_string()];
        for (at, (_, noise)) in SHAPES.into_iter().enumerate() {
            let truth = truth(noise, p, bench);
            let sets = bench.simulated(&[11, n, at], SETS, |random| {
                let tail = Tail::of((0..n).map(|_| noise.draw(random)), 0, p);
                tail.is_some_and(|tail| {
                    let is_below = tail.high.is_none_or(|high| truth <= high);
                    tail.low.is_none_or(|low| low <= truth) && is_below
                })
            });
            cells.push(bench.share_of(&sets, Target::AtLeast(94.0), |holds| *holds));
        }
        row(&cells);
    }
}

fn error_rates(bench: &mut Bench) {
    bench.title("Error rates: intervals that hold the truth, in percent (at least 94)", SETS);
    columns(&["Requests", "1 % fail", "5 % fail", "20 % fail"]);
    for n in [20, 100, 500] {
        let mut cells = vec![n.to_string()];
        for percent in [1, 5, 20] {
            let truth = percent as f64 / 100.0;
            let sets = bench.simulated(&[12, n, percent], SETS, |random| {
                let failed = (0..n).filter(|_| random.unit() < truth).count();
                share_interval(failed, n, CONFIDENCE).is_some_and(|ci| ci.contains(truth))
            });
            cells.push(bench.share_of(&sets, Target::AtLeast(94.0), |holds| *holds));
        }
        row(&cells);
    }
}

fn a_million_samples(bench: &mut Bench) {
    println!(
        "\n## All percentiles of 1,000,000 samples, with the interval of the median (under 1 s)\n"
    );
    let mut random = bench.random(29);
    let values: Vec<f64> = (0..1_000_000).map(|_| Noise::LogNormal.draw(&mut random)).collect();
    let began = now();
    let spread = Spread::of(values);
    let took = began.elapsed().as_secs_f64();
    let is_met = took < 1.0 && spread.is_some_and(|spread| spread.p99.is_some());
    println!("{} s", bench.figure(format!("{took:.2}"), is_met));
}
