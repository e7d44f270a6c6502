//! Changes found over the days, for contenders that did not change, for one that went to a new level and for one that drifted.

use compare::{CompareQuestion, MeasuredRequest, view};
use measure::Metric;

use crate::bench::{Bench, Target, columns, row};
use crate::history::request;
use crate::scatter::Random;

const HISTORIES: usize = 2_000;
/// Requests of a contender on a day.
const REQUESTS: usize = 3;
/// The scatter of the logarithms, for a day and for a request.
const DAY: f64 = 0.15;
const REQUEST: f64 = 0.15;

/// How the days of a contender depend on each other.
#[derive(Clone, Copy)]
enum Days {
    Independent,
    /// Saturdays and Sundays are slower by one standard deviation of a day.
    Weeks,
    /// Each resembles the previous day, with this correlation.
    Alike(f64),
}

const KINDS: [(&str, Days); 4] = [
    ("independent", Days::Independent),
    ("slow weekends", Days::Weeks),
    ("each like the last (0.3)", Days::Alike(0.3)),
    ("each like the last (0.6)", Days::Alike(0.6)),
];

/// The luck of each day, in three numbers.
fn luck(days: usize, kind: Days, random: &mut Random) -> Vec<[f64; 3]> {
    let mut last = [0.0; 3].map(|_: f64| random.scatter());
    (0..days)
        .map(|day| {
            let fresh = [0.0; 3].map(|_: f64| random.scatter());
            let own = match kind {
                Days::Independent => fresh,
                Days::Weeks => fresh.map(|luck| luck + f64::from(u8::from(day % 7 > 4))),
                Days::Alike(r) => std::array::from_fn(|at| {
                    let of = |luck: &[f64; 3]| luck.get(at).copied().unwrap_or(0.0);
                    r * of(&last) + (1.0 - r * r).sqrt() * of(&fresh)
                }),
            };
            last = own;
            own.map(|luck| DAY * luck)
        })
        .collect()
}

/// How the first contender's TTFT changes, in logarithms.
#[derive(Clone, Copy)]
enum Moved {
    Never,
    /// It is higher by this much from the middle day on.
    Step(f64),
    /// It rises by this much in all, by the same each day.
    Drift(f64),
}

impl Moved {
    fn by(self, day: usize, days: usize) -> f64 {
        match self {
            Self::Step(step) if day >= days / 2 => step,
            Self::Never | Self::Step(_) => 0.0,
            Self::Drift(all) => all * day as f64 / (days - 1) as f64,
        }
    }
}

/// Requests of equal contenders over this many days, of which the first moves.
fn history(
    (contenders, days, kind): (usize, usize, Days),
    moves: Moved,
    random: &mut Random,
) -> Vec<MeasuredRequest> {
    let mut requests = Vec::with_capacity(contenders * days * REQUESTS);
    for contender in 0..contenders {
        for (day, luck) in luck(days, kind, random).into_iter().enumerate() {
            let moved = if contender == 0 { moves.by(day, days) } else { 0.0 };
            for round in 0..REQUESTS {
                let [ttft, tps, tokens] =
                    luck.map(|luck| (luck + REQUEST * random.scatter()).exp());
                let numbers = [300.0 * ttft * moved.exp(), 80.0 * tps, (200.0 * tokens).round()];
                let mut one = request(contender, (day, round), numbers);
                one.at_s = 1_763_700_000 + 86_400 * i64::try_from(day).unwrap_or(0);
                requests.push(one);
            }
        }
    }
    requests
}

pub(crate) fn days(bench: &mut Bench) {
    unchanged(bench);
    changed(bench);
    drifted(bench);
}

fn unchanged(bench: &mut Bench) {
    bench.title(
        "Contenders that did not change over the days: histories in which a change of anything is named, in percent (at most 5.5 where a day says nothing of the next; the others show what is left)",
        HISTORIES,
    );
    columns(&[
        "Contenders",
        "Days",
        "independent",
        "slow weekends",
        "like the last (0.3)",
        "like the last (0.6)",
    ]);
    for contenders in [1, 4] {
        for days in [8, 14, 30, 60] {
            let mut cells = vec![contenders.to_string(), days.to_string()];
            for (at, (_, kind)) in KINDS.into_iter().enumerate() {
                let told = bench.simulated(&[17, contenders, days, at], HISTORIES, |random| {
                    let requests = history((contenders, days, kind), Moved::Never, random);
                    let trend = view(&requests, &CompareQuestion::default()).trend;
                    !trend.changes.is_empty() || !trend.drifts.is_empty()
                });
                let target = if matches!(kind, Days::Alike(_)) {
                    Target::Nothing
                } else {
                    Target::AtMost(5.5)
                };
                cells.push(bench.share_of(&told, target, |told| *told));
            }
            row(&cells);
        }
    }
}

fn changed(bench: &mut Bench) {
    bench.title(
        "One of two contenders has another TTFT from the middle day on: histories in which that is named within two days of it, in percent",
        HISTORIES,
    );
    columns(&["Days", "2 σ of a day", "3 σ", "4 σ"]);
    for days in [14, 30, 60] {
        let mut cells = vec![days.to_string()];
        for (at, sigmas) in [2.0, 3.0, 4.0].into_iter().enumerate() {
            let cell = [18, days, at];
            let told = bench.simulated(&cell, HISTORIES / 4, |random| {
                let moves = Moved::Step(sigmas * DAY);
                let requests = history((2, days, Days::Independent), moves, random);
                let found = view(&requests, &CompareQuestion::default()).trend.changes;
                found.iter().any(|one| {
                    let is_it = one.place == 0 && one.metric == Metric::TtftMs;
                    is_it && (one.days_before as usize).abs_diff(days / 2) <= 2
                })
            });
            cells.push(bench.share_of(&told, Target::Nothing, |told| *told));
        }
        row(&cells);
    }
}

fn drifted(bench: &mut Bench) {
    bench.title(
        "One of two contenders' TTFT rises by the same each day: histories in which that is named, as a rise (or as a step), in percent",
        HISTORIES / 4,
    );
    let days_alike =
        [("independent", Days::Independent), ("like the last (0.3)", Days::Alike(0.3))];
    columns(&[
        "Days",
        "Day by day",
        "3 σ of a day in all",
        "6 σ",
        "12 σ",
        "Its interval holds the pace",
    ]);
    for days in [14, 30, 60] {
        for (kind_at, (told, kind)) in days_alike.into_iter().enumerate() {
            let mut cells = vec![days.to_string(), told.to_owned()];
            let mut held = Vec::new();
            for (at, sigmas) in [3.0, 6.0, 12.0].into_iter().enumerate() {
                let cell = [20, days, kind_at, at];
                let found = bench.simulated(&cell, HISTORIES / 4, |random| {
                    let requests = history((2, days, kind), Moved::Drift(sigmas * DAY), random);
                    let trend = view(&requests, &CompareQuestion::default()).trend;
                    let is_step = trend.changes.iter().any(|one| one.place == 0);
                    let drift = trend
                        .drifts
                        .into_iter()
                        .find(|one| one.place == 0 && one.metric == Metric::TtftMs);
                    let pace = (sigmas * DAY / (days - 1) as f64).exp_m1();
                    (drift.map(|one| one.ci.contains(pace)), is_step)
                });
                let share = bench.share_of(&found, Target::Nothing, |(drift, _)| drift.is_some());
                let step = bench.share_of(&found, Target::Nothing, |(_, is_step)| *is_step);
                cells.push(format!("{share} ({step})"));
                held.extend(found.into_iter().filter_map(|(drift, _)| drift));
            }
            cells.push(bench.share_of(&held, Target::Nothing, |held| *held));
            row(&cells);
        }
    }
}
