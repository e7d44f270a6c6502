//! How often verdicts on races are right: races whose truth is known, simulated with a fixed seed. `./dev bench verdicts`
//! runs it; another seed is its first argument.
#![expect(
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "it simulates, reports to people, and counts far below 2^52"
)]

use std::process::ExitCode;

use measure::{Better, Comparison, SplitMix64, Stopping, Verdict, WithBest};

/// Races simulated in each cell: enough for 0.35 percentage points of standard error at 5 %.
const RACES: u32 = 4_000;
/// Races that are watched after each round, which takes long: 0.7 percentage points of standard error at 5 %.
const WATCHED: u32 = 1_000;
/// Rounds after which a race that is watched ends, settled or not.
const MOST_WATCHED: usize = 60;
const ROUNDS: [usize; 8] = [5, 6, 7, 10, 15, 20, 30, 60];
const LANES: [usize; 3] = [2, 4, 8];

/// How the values of a lane scatter from round to round.
#[derive(Clone, Copy)]
enum Noise {
    Normal,
    /// With a long tail, as times to first token have.
    LogNormal,
    Exponential,
    /// One round of ten is ten times as far off.
    Outliers,
    /// Whole milliseconds, so that many values are equal.
    Whole,
}

impl Noise {
    const ALL: [(&'static str, Self); 5] = [
        ("normal", Self::Normal),
        ("log-normal, σ 0.7", Self::LogNormal),
        ("exponential", Self::Exponential),
        ("1 of 10 far off", Self::Outliers),
        ("with ties", Self::Whole),
    ];

    fn draw(self, random: &mut SplitMix64) -> f64 {
        match self {
            Self::LogNormal => (0.7 * random.normal()).exp(),
            Self::Exponential => -random.unit().ln(),
            Self::Outliers if random.unit() < 0.1 => 10.0 * random.normal(),
            Self::Normal | Self::Outliers => random.normal(),
            Self::Whole => (2.0 * random.normal()).round(),
        }
    }

    /// The standard deviation of the difference of two draws.
    fn of_difference(self) -> f64 {
        let mut random = SplitMix64::new(17);
        let squares = (0..200_000)
            .map(|_| (self.draw(&mut random) - self.draw(&mut random)).powi(2))
            .sum::<f64>();
        (squares / 200_000.0).sqrt()
    }
}

/// The values of a race whose lanes have these levels; what a round brings all of them is three times as large as what it
/// brings one.
fn values(
    levels: &[f64],
    rounds: usize,
    noise: Noise,
    random: &mut SplitMix64,
) -> Vec<Vec<Option<f64>>> {
    let met: Vec<f64> = (0..rounds).map(|_| 3.0 * random.normal()).collect();
    levels
        .iter()
        .map(|level| met.iter().map(|met| Some(level + met + noise.draw(random))).collect())
        .collect()
}

fn judged(values: &[Vec<Option<f64>>], stopping: Stopping) -> WithBest {
    WithBest::of(values, Better::Lower, stopping).unwrap_or(WithBest {
        best: 0,
        value: 0.0,
        others: Vec::new(),
    })
}

fn race(levels: &[f64], rounds: usize, noise: Noise, random: &mut SplitMix64) -> WithBest {
    judged(&values(levels, rounds, noise, random), Stopping::Planned)
}

/// What is said after each round of a race.
fn watched<'a>(
    levels: &[f64],
    noise: Noise,
    random: &mut SplitMix64,
) -> impl Iterator<Item = (usize, WithBest)> + use<'a> {
    let lanes = values(levels, MOST_WATCHED, noise, random);
    (1..=MOST_WATCHED).map(move |rounds| {
        let so_far: Vec<_> =
            lanes.iter().map(|lane| lane.iter().take(rounds).copied().collect()).collect();
        (rounds, judged(&so_far, Stopping::WhenSettled))
    })
}

fn is_settled((_, comparison): &(usize, Comparison)) -> bool {
    comparison.verdict != Verdict::Tie
}

fn percent(of: u32) -> f64 {
    100.0 * f64::from(of) / f64::from(RACES)
}

struct Report {
    seed: u64,
    missed: bool,
}

impl Report {
    /// A figure beside its target, marked where it is missed.
    fn cell(&mut self, value: f64, met: bool) -> String {
        self.missed |= !met;
        if met { format!("{value:.1}") } else { format!("**{value:.1}**") }
    }

    fn equal_lanes(&mut self) {
        println!("\n## Equal lanes: races with any verdict at all, in percent (at most 5.5)\n");
        let shapes: Vec<&str> = Noise::ALL.iter().map(|(name, _)| *name).collect();
        println!("| Lanes | Rounds | {} |", shapes.join(" | "));
        println!("|--:|--:|{}", "--:|".repeat(shapes.len()));
        for lanes in LANES {
            for rounds in ROUNDS {
                let cells = Noise::ALL.map(|(_, noise)| {
                    let mut random = SplitMix64::new(self.seed);
                    let levels = vec![0.0; lanes];
                    let wrong = (0..RACES)
                        .filter(|_| {
                            race(&levels, rounds, noise, &mut random).others.iter().any(is_settled)
                        })
                        .count();
                    let share = 100.0 * wrong as f64 / f64::from(RACES);
                    self.cell(share, share <= 5.5)
                });
                println!("| {lanes} | {rounds} | {} |", cells.join(" | "));
            }
        }
    }

    fn one_sigma(&mut self) {
        println!(
            "\n## Two lanes that differ by one σ of their paired differences: races that settle it, in percent (at least 75 of 10 rounds)\n"
        );
        println!(
            "| Rounds | normal | log-normal, σ 0.7 | exponential | interval holds the truth |"
        );
        println!("|--:|--:|--:|--:|--:|");
        for rounds in [6, 7, 10, 15, 20, 30] {
            let mut holds = (0, 0);
            let cells = [Noise::Normal, Noise::LogNormal, Noise::Exponential].map(|noise| {
                let mut random = SplitMix64::new(self.seed ^ 1);
                let by = noise.of_difference();
                let mut right = 0;
                for _ in 0..RACES {
                    let seen = race(&[0.0, by], rounds, noise, &mut random);
                    right += u32::from(seen.best == 0 && seen.others.iter().any(is_settled));
                    let truth = if seen.best == 0 { -by } else { by };
                    for (_, comparison) in &seen.others {
                        let Some(ci) = comparison.ci else { continue };
                        holds = (holds.0 + u32::from(ci.contains(truth)), holds.1 + 1);
                    }
                }
                self.cell(percent(right), rounds != 10 || percent(right) >= 75.0)
            });
            let held = 100.0 * f64::from(holds.0) / f64::from(holds.1.max(1));
            let held = self.cell(held, held >= 94.0);
            println!("| {rounds} | {} | {held} |", cells.join(" | "));
        }
    }

    fn watched_equal_lanes(&mut self) {
        println!(
            "\n## Equal lanes, watched after each of {MOST_WATCHED} rounds: races with a verdict after any of them, in percent (at most 5.5)\n"
        );
        let shapes: Vec<&str> = Noise::ALL.iter().map(|(name, _)| *name).collect();
        println!("| Lanes | {} |", shapes.join(" | "));
        println!("|--:|{}", "--:|".repeat(shapes.len()));
        for lanes in LANES {
            let cells = Noise::ALL.map(|(_, noise)| {
                let mut random = SplitMix64::new(self.seed ^ 3);
                let levels = vec![0.0; lanes];
                let wrong = (0..WATCHED)
                    .filter(|_| {
                        watched(&levels, noise, &mut random)
                            .any(|(_, seen)| seen.others.iter().any(is_settled))
                    })
                    .count();
                let share = 100.0 * wrong as f64 / f64::from(WATCHED);
                self.cell(share, share <= 5.5)
            });
            println!("| {lanes} | {} |", cells.join(" | "));
        }
    }

    fn until_settled(&mut self) {
        println!(
            "\n## One lane better than all others, watched until that is settled: rounds it takes, and how often its interval holds the truth after all rounds\n"
        );
        println!(
            "| Lanes | True difference | Settled within {MOST_WATCHED} | Median rounds | Best told right | Interval holds it throughout |"
        );
        println!("|--:|--:|--:|--:|--:|--:|");
        for lanes in LANES {
            for share in [0.5, 1.0, 2.0] {
                let mut random = SplitMix64::new(self.seed ^ 4);
                let by = share * Noise::Normal.of_difference();
                let mut levels = vec![by; lanes];
                if let Some(first) = levels.first_mut() {
                    *first = 0.0;
                }
                let (mut took, mut right, mut held) = (Vec::new(), 0, 0);
                for _ in 0..WATCHED {
                    let mut holds = true;
                    let mut settled = None;
                    for (rounds, seen) in watched(&levels, Noise::Normal, &mut random) {
                        let of_pair =
                            seen.others.iter().filter(|(other, _)| seen.best == 0 && *other == 1);
                        holds &= of_pair
                            .filter_map(|(_, comparison)| comparison.ci)
                            .all(|ci| ci.contains(-by));
                        if settled.is_none() && seen.others.iter().all(is_settled) {
                            settled = Some(rounds);
                            right += u32::from(seen.best == 0);
                        }
                    }
                    took.extend(settled);
                    held += u32::from(holds);
                }
                took.sort_unstable();
                let settled = took.len() as f64;
                let of_watched = |count: f64| 100.0 * count / f64::from(WATCHED);
                let median =
                    took.get(WATCHED as usize / 2).map_or("–".to_owned(), usize::to_string);
                let right = 100.0 * f64::from(right) / settled.max(1.0);
                let right = self.cell(right, right >= 95.0);
                let held = of_watched(f64::from(held));
                let held = self.cell(held, held >= 94.0);
                println!(
                    "| {lanes} | {share:.2} σ | {:.1} | {median} | {right} | {held} |",
                    of_watched(settled)
                );
            }
        }
    }

    fn rounds_needed(&mut self) {
        println!(
            "\n## \"A race of about n rounds would settle it\": new races of n rounds that do, in percent (at least 80)\n"
        );
        println!("| Lanes | Rounds before | True difference | Such races | Settled | Median n |");
        println!("|--:|--:|--:|--:|--:|--:|");
        for (lanes, before) in [(2, 7), (2, 10), (2, 20), (4, 10), (8, 10)] {
            for share in [1.0 / 3.0, 2.0 / 3.0, 1.0] {
                let mut random = SplitMix64::new(self.seed ^ 2);
                let by = share * Noise::Normal.of_difference();
                let mut levels = vec![by; lanes];
                if let Some(first) = levels.first_mut() {
                    *first = 0.0;
                }
                let (mut asked, mut settled) = (Vec::new(), 0);
                for _ in 0..RACES / 8 {
                    let seen = race(&levels, before, Noise::Normal, &mut random);
                    // What it says of a lane that is truly worse than the one that leads.
                    let needed =
                        seen.others.iter().filter(|_| seen.best == 0).find_map(
                            |(other, comparison)| Some((*other, comparison.rounds_needed?)),
                        );
                    let Some((other, needed)) = needed else { continue };
                    asked.push(needed);
                    let again = race(&levels, needed as usize, Noise::Normal, &mut random);
                    settled += u32::from(
                        again.best == 0
                            && again.others.iter().any(|each| each.0 == other && is_settled(each)),
                    );
                }
                asked.sort_unstable();
                let races = asked.len();
                let median = asked.get(races / 2).copied().unwrap_or(0);
                let settled = 100.0 * f64::from(settled) / races.max(1) as f64;
                let settled = self.cell(settled, settled >= 80.0);
                println!("| {lanes} | {before} | {share:.2} σ | {races} | {settled} | {median} |");
            }
        }
    }
}

fn main() -> ExitCode {
    let seed = std::env::args().nth(1).and_then(|seed| seed.parse().ok()).unwrap_or(1);
    println!("# Measured by `./dev bench verdicts`\n");
    println!(
        "Simulated races of known truth, seed {seed}, {RACES} in each cell; targets that are missed are bold."
    );
    let mut report = Report { seed, missed: false };
    report.equal_lanes();
    report.one_sigma();
    report.rounds_needed();
    report.watched_equal_lanes();
    report.until_settled();
    if report.missed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
