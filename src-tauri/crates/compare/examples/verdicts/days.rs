//! Changes found over the days, for contenders that did not change, for one that went to a new level and for one that drifted.

use compare::{CompareQuestion, MeasuredRequest, view};
use measure::Metric;

use crate::bench::{Bench, Target, columns, row};
use crate::history::request;
use crate::scatter::Random;

const HISTORIES: usize = 1_000;
/// Histories of a contender that changes.
const CHANGED: usize = 500;
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
    /// It is higher by this much from the day of this number on.
    Step(f64, usize),
    /// It rises by this much in all, by the same each day.
    Drift(f64),
}

impl Moved {
    fn by(self, day: usize, days: usize) -> f64 {
        match self {
            Self::Step(step, from) if day >= from => step,
            Self::Never | Self::Step(..) => 0.0,
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

pub(crate) fn unchanged(bench: &mut Bench) {
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
                    let named = (trend.changes.len(), trend.drifts.len(), trend.unsettled.len());
                    named != (0, 0, 0)
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

/// How a change of the first contender is named, in any of its numbers.
struct Named {
    /// The step of its TTFT: the number of days before it.
    step_after: Option<usize>,
    /// Whether the interval of its TTFT's pace holds the truth; absent unless a drift is named.
    holds: Option<bool>,
    is_step: bool,
    is_drift: bool,
    is_unsettled: bool,
}

/// What is named in a history of two contenders, of which the first moves; `pace` is its true pace.
fn named(shape: (usize, Days), moves: Moved, pace: f64, random: &mut Random) -> Named {
    let (days, kind) = shape;
    let requests = history((2, days, kind), moves, random);
    let trend = view(&requests, &CompareQuestion::default()).trend;
    let is_it = |place: u32, metric: Metric| place == 0 && metric == Metric::TtftMs;
    let step = trend.changes.iter().find(|one| is_it(one.place, one.metric));
    let drift = trend.drifts.iter().find(|one| is_it(one.place, one.metric));
    Named {
        step_after: step.map(|one| one.days_before as usize),
        holds: drift.map(|one| one.ci.contains(pace)),
        is_step: trend.changes.iter().any(|one| one.place == 0),
        is_drift: trend.drifts.iter().any(|one| one.place == 0),
        is_unsettled: trend.unsettled.iter().any(|one| is_it(one.step.place, one.step.metric)),
    }
}

/// The most of 100 changes that may be called what they are not, in percent.
const WRONGLY_CALLED: Target = Target::AtMost(5.0);

pub(crate) fn steps(bench: &mut Bench) {
    bench.title(
        "One of two contenders has another TTFT from a day on: histories in which that is named within two days of it; in brackets those in which a steady rise or fall of any of its numbers is named (at most 5), and those in which a step and a rise cannot be told apart, in percent",
        CHANGED,
    );
    columns(&["Days", "From", "2 σ of a day", "3 σ", "4 σ", "8 σ"]);
    for days in [14, 30, 60] {
        for (from_at, (told, from)) in
            [("the middle", days / 2), ("the last fifth", days - days / 5)].into_iter().enumerate()
        {
            let mut cells = vec![days.to_string(), told.to_owned()];
            for (at, sigmas) in [2.0, 3.0, 4.0, 8.0].into_iter().enumerate() {
                let found = bench.simulated(&[18, days, at, from_at], CHANGED, |random| {
                    let moves = Moved::Step(sigmas * DAY, from);
                    named((days, Days::Independent), moves, f64::NAN, random)
                });
                let is_it =
                    |one: &Named| one.step_after.is_some_and(|days| days.abs_diff(from) <= 2);
                let step = bench.share_of(&found, Target::Nothing, is_it);
                let drift = bench.share_of(&found, WRONGLY_CALLED, |one| one.is_drift);
                let unsettled = bench.share_of(&found, Target::Nothing, |one| one.is_unsettled);
                cells.push(format!("{step} ({drift}; {unsettled})"));
            }
            row(&cells);
        }
    }
}

pub(crate) fn drifts(bench: &mut Bench) {
    bench.title(
        "One of two contenders' TTFT rises by the same each day: histories in which that is named; in brackets those in which a step of any of its numbers is named (at most 5), and those in which a step and a rise cannot be told apart, in percent",
        CHANGED,
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
                let found = bench.simulated(&[20, days, kind_at, at], CHANGED, |random| {
                    let pace = (sigmas * DAY / (days - 1) as f64).exp_m1();
                    named((days, kind), Moved::Drift(sigmas * DAY), pace, random)
                });
                let drift = bench.share_of(&found, Target::Nothing, |one| one.holds.is_some());
                let step = bench.share_of(&found, WRONGLY_CALLED, |one| one.is_step);
                let unsettled = bench.share_of(&found, Target::Nothing, |one| one.is_unsettled);
                cells.push(format!("{drift} ({step}; {unsettled})"));
                held.extend(found.into_iter().filter_map(|one| one.holds));
            }
            cells.push(bench.share_of(&held, Target::Nothing, |held| *held));
            row(&cells);
        }
    }
}
