//! Races that are judged after each round and stop when they are settled.

use measure::{BestComparison, Stopping};

use crate::bench::{Bench, Target, columns, median, row};
use crate::races::{LANES, Noise, by_noise, is_settled, judged, one_better, values};
use crate::scatter::Random;

/// Rounds after which a watched race ends, settled or not.
const MOST_WATCHED: usize = 60;
/// Looking after each round takes sixty times as long.
const WATCHED: usize = 1_000;

/// The verdicts after each round of a race.
fn watched<'a>(
    levels: &[f64],
    noise: Noise,
    random: &mut Random,
) -> impl Iterator<Item = (usize, BestComparison)> + use<'a> {
    let lanes = values(levels, MOST_WATCHED, noise, random);
    (1..=MOST_WATCHED).map(move |rounds| {
        let so_far: Vec<_> =
            lanes.iter().map(|lane| lane.iter().take(rounds).copied().collect()).collect();
        (rounds, judged(&so_far, Stopping::WhenSettled))
    })
}

pub(crate) fn equal_lanes(bench: &mut Bench) {
    let title = format!(
        "Equal lanes, watched after each of {MOST_WATCHED} rounds: races with a verdict after any of them, in percent (at most 5)"
    );
    bench.title(&title, WATCHED);
    columns(&by_noise(&["Lanes"]));
    for lanes in LANES {
        let levels = vec![0.0; lanes];
        let mut cells = vec![lanes.to_string()];
        for (at, (_, noise)) in Noise::ALL.into_iter().enumerate() {
            let wrong = bench.simulated(&[4, lanes, at], WATCHED, |random| {
                watched(&levels, noise, random).any(|(_, seen)| seen.others.iter().any(is_settled))
            });
            cells.push(bench.share_of(&wrong, Target::AtMost(5.0), |wrong| *wrong));
        }
        row(&cells);
    }
}

/// The result of one race.
struct WatchedRace {
    /// Number of rounds after which it was settled.
    after: Option<usize>,
    /// Whether the right lane was then declared best.
    is_right: bool,
    /// Whether the interval contained the true difference after each round.
    held: bool,
}

pub(crate) fn until_settled(bench: &mut Bench) {
    bench.title(
        "One lane better than all others, watched until that is settled: rounds it takes, and how often its interval holds the truth after all rounds",
        WATCHED,
    );
    let within = format!("Settled within {MOST_WATCHED}");
    columns(&[
        "Lanes",
        "True difference",
        &within,
        "Median rounds",
        "Best told right",
        "Interval holds it throughout",
    ]);
    for lanes in LANES {
        for halves in [1, 2, 4] {
            let share = halves as f64 / 2.0;
            let by = share * Noise::Normal.of_difference(bench);
            let levels = one_better(lanes, by);
            let races = bench.simulated(&[5, lanes, halves], WATCHED, |random| {
                let mut seen = WatchedRace { after: None, is_right: false, held: true };
                for (rounds, said) in watched(&levels, Noise::Normal, random) {
                    let of_pair =
                        said.others.iter().filter(|(other, _)| said.best == 0 && *other == 1);
                    let mut intervals = of_pair.filter_map(|(_, comparison)| comparison.ci);
                    seen.held &= intervals.all(|ci| ci.contains(-by));
                    if seen.after.is_none() && said.others.iter().all(is_settled) {
                        seen.after = Some(rounds);
                        seen.is_right = said.best == 0;
                    }
                }
                seen
            });
            let settled: Vec<&WatchedRace> =
                races.iter().filter(|race| race.after.is_some()).collect();
            // A race that was not settled took longer than every one that was.
            let took = races.iter().map(|race| race.after.unwrap_or(usize::MAX)).collect();
            let took = median(took).filter(|took| *took <= MOST_WATCHED);
            row(&[
                lanes.to_string(),
                format!("{share:.2} σ"),
                bench.share(settled.len(), races.len(), Target::Nothing),
                took.map_or("–".to_owned(), |took| took.to_string()),
                bench.share_of(&settled, Target::AtLeast(95.0), |race| race.is_right),
                bench.share_of(&races, Target::AtLeast(94.0), |race| race.held),
            ]);
        }
    }
}
