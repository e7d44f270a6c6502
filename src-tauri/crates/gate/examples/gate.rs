//! How often a gate is right, by seeded simulation: `./dev bench gate [SEED]`.
//!
//! Requests are independent; their logarithms are normal, with σ as named. Prints a table; nothing is asserted.

use gate::{ContenderRequests, LimitsFile, Look, Outcome, judge};
use measure::{Metric, SplitMix64, Values};

/// Pairs in a cell.
const PAIRS: u32 = 1000;
/// Median TTFT of the baseline, in milliseconds.
const MEDIAN: f64 = 400.0;

fn requests(random: &mut SplitMix64, n: u32, median: f64, sigma: f64) -> ContenderRequests {
    let mut observed = ContenderRequests::named("a");
    for _ in 0..n {
        let ttft = median * (sigma * random.normal()).exp();
        observed.add(Some(Values::of(|metric| (metric == Metric::TtftMs).then_some(ttft))));
    }
    observed
}

/// The share of pairs with each outcome, in percent: pass, fail.
fn shares(
    random: &mut SplitMix64,
    (percentile, allowed): (u32, f64),
    (n, factor, sigma): (u32, f64, f64),
) -> (f64, f64) {
    let text = format!(
        "[[limit]]\nmetric = \"ttft_ms\"\npercentile = {percentile}\nworse_by_at_most = {allowed}\n"
    );
    let limits = LimitsFile::read(&text).map(|file| file.limits).unwrap_or_default();
    let (mut passes, mut fails) = (0, 0);
    for _ in 0..PAIRS {
        let base = [requests(random, n, MEDIAN, sigma)];
        let own = [requests(random, n, MEDIAN * factor, sigma)];
        let found = judge(&limits, &own, Some(&base), Look::ONLY);
        passes += u32::from(found.iter().all(|finding| finding.outcome == Outcome::Pass));
        fails += u32::from(found.iter().any(|finding| finding.outcome == Outcome::Fail));
    }
    let percent = |count: u32| f64::from(count) / f64::from(PAIRS) * 100.0;
    (percent(passes), percent(fails))
}

#[expect(clippy::print_stdout, reason = "the table is its result")]
fn main() {
    let seed = std::env::args().nth(1).and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let mut random = SplitMix64::new(seed);
    println!("# Measured by `./dev bench gate`\n");
    println!("Seed {seed}, {PAIRS} pairs in a cell; n requests on either side.\n");
    println!(
        "| Limit | n | σ | unchanged: fails (at most 5 %) | pass | 20 % slower: fails | pass |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|");
    for (percentile, allowed) in [(50, 0.0), (50, 0.1), (95, 0.1)] {
        for n in [30, 40, 160] {
            for sigma in [0.1, 0.2, 0.4] {
                let kind = (percentile, allowed);
                let (kept, alarms) = shares(&mut random, kind, (n, 1.0, sigma));
                let (missed, found) = shares(&mut random, kind, (n, 1.2, sigma));
                println!(
                    "| p{percentile} TTFT at most {:.0} % worse | {n} | {sigma} | {alarms:.1} | {kept:.1} | {found:.1} | {missed:.1} |",
                    allowed * 100.0
                );
            }
        }
    }
}
