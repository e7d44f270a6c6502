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

pub(crate) fn rounds_more(bench: &mut Bench) {
    bench.title(
        "\"About n rounds more would settle it\", said of a race until settled: races that n more rounds settle, in percent (at least 80)",
        WATCHED,
    );
    columns(&["Lanes", "Rounds before", "True difference", "Such races", "Settled", "Median n"]);
    for (lanes, before) in [(2, 7), (2, 10), (2, 20), (4, 10), (8, 10)] {
        for thirds in 1..=3 {
            let share = thirds as f64 / 3.0;
            let levels = one_better(lanes, share * Noise::Normal.of_difference(bench));
            let seen = bench.simulated(&[6, lanes, before, thirds], WATCHED, |random| {
                // As many as a race can have, so that it goes on with the rounds that it began with.
                let all = values(&levels, 1_000, Noise::Normal, random);
                let after = |rounds: usize| {
                    let lanes: Vec<Vec<Option<f64>>> = all
                        .iter()
                        .map(|lane| lane.iter().take(rounds).copied().collect())
                        .collect();
                    judged(&lanes, Stopping::WhenSettled)
                };
                let said = after(before);
                // What it says about a lane that is truly worse than the leader.
                let (other, more) = said
                    .others
                    .iter()
                    .filter(|_| said.best == 0)
                    .find_map(|(other, said)| Some((*other, said.rounds_more?)))?;
                // A race looks after every round; fewer looks settle no more.
                let looks = (1..=20).map(|part| before + (more as usize * part).div_ceil(20));
                let mut later = looks.map(after).filter(|later| later.best == 0);
                let is_settled_in_time = later.any(|later| {
                    later.others.iter().any(|each| each.0 == other && is_settled(each))
                });
                Some((more, is_settled_in_time))
            });
            let asked: Vec<(u32, bool)> = seen.into_iter().flatten().collect();
            let settled = bench.share_of(&asked, Target::AtLeast(80.0), |(_, settled)| *settled);
            let more = median(asked.iter().map(|(more, _)| *more).collect());
            row(&[
                lanes.to_string(),
                before.to_string(),
                format!("{share:.2} σ"),
                asked.len().to_string(),
                settled,
                more.map_or("–".to_owned(), |n| n.to_string()),
            ]);
        }
    }
}
