//! Races: equal lanes, a true difference, and how many rounds it takes.

use measure::{BestComparison, Better, Comparison, Stopping, Verdict};

use crate::bench::{Bench, Target, columns, median, row};
use crate::scatter::Random;

const ROUNDS: [usize; 7] = [5, 6, 7, 10, 15, 20, 30];
pub(crate) const LANES: [usize; 3] = [2, 4, 8];
const RACES: usize = 10_000;
/// For equal lanes: with fewer lanes a race comes closer to 5 %, and is judged sooner.
const LANES_IN_ALL: usize = 40_000;

/// How the values of a lane scatter from round to round.
#[derive(Clone, Copy)]
pub(crate) enum Noise {
    Normal,
    /// With a long tail, like times to first token.
    LogNormal,
    Exponential,
    /// One round in ten is ten times as far off.
    Outliers,
    /// Whole milliseconds, so that many values are equal.
    Whole,
}

impl Noise {
    pub(crate) const ALL: [(&'static str, Self); 5] = [
        ("normal", Self::Normal),
        ("log-normal, σ 0.7", Self::LogNormal),
        ("exponential", Self::Exponential),
        ("1 of 10 far off", Self::Outliers),
        ("with ties", Self::Whole),
    ];

    pub(crate) fn draw(self, random: &mut Random) -> f64 {
        match self {
            Self::LogNormal => (0.7 * random.scatter()).exp(),
            Self::Exponential => -random.unit().ln(),
            Self::Outliers if random.unit() < 0.1 => 10.0 * random.scatter(),
            Self::Normal | Self::Outliers => random.scatter(),
            Self::Whole => (2.0 * random.scatter()).round(),
        }
    }

    /// The standard deviation of the difference between two draws.
    pub(crate) fn of_difference(self, bench: &Bench) -> f64 {
        let mut random = bench.random(17);
        let squares = (0..200_000)
            .map(|_| (self.draw(&mut random) - self.draw(&mut random)).powi(2))
            .sum::<f64>();
        (squares / 200_000.0).sqrt()
    }
}

/// The values of a race whose lanes have these levels. The effect of a round on all lanes is three times as large as on
/// one.
pub(crate) fn values(
    levels: &[f64],
    rounds: usize,
    noise: Noise,
    random: &mut Random,
) -> Vec<Vec<Option<f64>>> {
    let met: Vec<f64> = (0..rounds).map(|_| 3.0 * random.normal()).collect();
    levels
        .iter()
        .map(|level| met.iter().map(|met| Some(level + met + noise.draw(random))).collect())
        .collect()
}

/// One lane at 0 and the others worse by `by`.
pub(crate) fn one_better(lanes: usize, by: f64) -> Vec<f64> {
    (0..lanes).map(|lane| if lane == 0 { 0.0 } else { by }).collect()
}

pub(crate) fn judged(values: &[Vec<Option<f64>>], stopping: Stopping) -> BestComparison {
    BestComparison::of(values, Better::Lower, stopping).unwrap_or(BestComparison {
        best: 0,
        value: 0.0,
        others: Vec::new(),
        alike: Vec::new(),
    })
}

fn race(levels: &[f64], rounds: usize, noise: Noise, random: &mut Random) -> BestComparison {
    judged(&values(levels, rounds, noise, random), Stopping::Planned)
}

pub(crate) fn is_settled((_, comparison): &(usize, Comparison)) -> bool {
    comparison.verdict != Verdict::Tie
}

/// These column heads, followed by the names of all noises.
pub(crate) fn by_noise<'a>(first: &[&'a str]) -> Vec<&'a str> {
    first.iter().copied().chain(Noise::ALL.map(|(name, _)| name)).collect()
}

pub(crate) fn equal_lanes(bench: &mut Bench) {
    for lanes in LANES {
        let races = LANES_IN_ALL / lanes;
        let title =
            format!("{lanes} equal lanes: races with any verdict at all, in percent (at most 5.5)");
        bench.title(&title, races);
        columns(&by_noise(&["Rounds"]));
        for rounds in ROUNDS {
            let levels = vec![0.0; lanes];
            let mut cells = vec![rounds.to_string()];
            for (at, (_, noise)) in Noise::ALL.into_iter().enumerate() {
                let wrong = bench.simulated(&[1, lanes, rounds, at], races, |random| {
                    race(&levels, rounds, noise, random).others.iter().any(is_settled)
                });
                cells.push(bench.share_of(&wrong, Target::AtMost(5.5), |wrong| *wrong));
            }
            row(&cells);
        }
    }
}

/// Races whose lanes each have a luck that lasts from round to round, which the judgement of a race does not expect.
pub(crate) fn lasting_rounds(bench: &mut Bench) {
    const CORRELATIONS: [f64; 3] = [0.0, 0.3, 0.6];
    let races = LANES_IN_ALL / 8;
    bench.title(
        "Equal lanes whose luck lasts from round to round: races with any verdict at all, in percent (at most 5.5 where a round says nothing of the next; the others show what is left)",
        races,
    );
    columns(&["Lanes", "Rounds", "independent", "like the last (0.3)", "like the last (0.6)"]);
    for lanes in LANES {
        for rounds in ROUNDS {
            let mut cells = vec![lanes.to_string(), rounds.to_string()];
            for (at, correlation) in CORRELATIONS.into_iter().enumerate() {
                let wrong = bench.simulated(&[20, lanes, rounds, at], races, |random| {
                    let values: Vec<_> =
                        (0..lanes).map(|_| lasting(rounds, correlation, random)).collect();
                    judged(&values, Stopping::Planned).others.iter().any(is_settled)
                });
                let target = if at == 0 { Target::AtMost(5.5) } else { Target::Nothing };
                cells.push(bench.share_of(&wrong, target, |wrong| *wrong));
            }
            row(&cells);
        }
    }
}

/// The values of a lane whose luck in a round has this correlation with that of the round before.
fn lasting(rounds: usize, correlation: f64, random: &mut Random) -> Vec<Option<f64>> {
    let mut luck = random.scatter();
    let mut next = |_| {
        luck = correlation * luck + (1.0 - correlation.powi(2)).sqrt() * random.scatter();
        Some(luck)
    };
    (0..rounds).map(&mut next).collect()
}

pub(crate) fn one_sigma(bench: &mut Bench) {
    bench.title(
        "Two lanes that differ by one σ of their paired differences: races that settle it, in percent (at least 75 of 10 rounds)",
        RACES,
    );
    columns(&["Rounds", "normal", "log-normal, σ 0.7", "exponential", "Interval holds the truth"]);
    for rounds in [6, 7, 10, 15, 20, 30] {
        let (mut held, mut all) = (0, 0);
        let mut cells = vec![rounds.to_string()];
        let noises = [Noise::Normal, Noise::LogNormal, Noise::Exponential];
        for (at, noise) in noises.into_iter().enumerate() {
            let by = noise.of_difference(bench);
            let races = bench.simulated(&[2, rounds, at], RACES, |random| {
                let seen = race(&[0.0, by], rounds, noise, random);
                let truth = if seen.best == 0 { -by } else { by };
                let intervals = seen.others.iter().filter_map(|(_, comparison)| comparison.ci);
                let holds: Vec<bool> = intervals.map(|ci| ci.contains(truth)).collect();
                (seen.best == 0 && seen.others.iter().any(is_settled), holds)
            });
            let target = if rounds == 10 { Target::AtLeast(75.0) } else { Target::Nothing };
            cells.push(bench.share_of(&races, target, |(is_right, _)| *is_right));
            all += races.iter().map(|(_, holds)| holds.len()).sum::<usize>();
            held += races.iter().flat_map(|(_, holds)| holds).filter(|holds| **holds).count();
        }
        cells.push(bench.share(held, all, Target::AtLeast(94.0)));
        row(&cells);
    }
}

pub(crate) fn rounds_needed(bench: &mut Bench) {
    const FIRST: usize = 3_000;
    bench.title(
        "\"A race of about n rounds would settle it\": new races of n rounds that do, in percent (at least 80)",
        FIRST,
    );
    columns(&["Lanes", "Rounds before", "True difference", "Such races", "Settled", "Median n"]);
    for (lanes, before) in [(2, 7), (2, 10), (2, 20), (4, 10), (8, 10)] {
        for thirds in 1..=3 {
            let share = thirds as f64 / 3.0;
            let levels = one_better(lanes, share * Noise::Normal.of_difference(bench));
            let seen = bench.simulated(&[3, lanes, before, thirds], FIRST, |random| {
                let seen = race(&levels, before, Noise::Normal, random);
                // What it says about a lane that is truly worse than the leader.
                let (other, needed) = seen
                    .others
                    .iter()
                    .filter(|_| seen.best == 0)
                    .find_map(|(other, said)| Some((*other, said.rounds_needed?)))?;
                let again = race(&levels, needed as usize, Noise::Normal, random);
                let settled = |each: &(usize, Comparison)| each.0 == other && is_settled(each);
                Some((needed, again.best == 0 && again.others.iter().any(settled)))
            });
            let asked: Vec<(u32, bool)> = seen.into_iter().flatten().collect();
            let settled = bench.share_of(&asked, Target::AtLeast(80.0), |(_, settled)| *settled);
            let needed = median(asked.iter().map(|(needed, _)| *needed).collect());
            row(&[
                lanes.to_string(),
                before.to_string(),
                format!("{share:.2} σ"),
                asked.len().to_string(),
                settled,
                needed.map_or("–".to_owned(), |n| n.to_string()),
            ]);
        }
    }
}
