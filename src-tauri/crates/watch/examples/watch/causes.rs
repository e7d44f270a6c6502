//! How often a change is said to come from where it comes from.
//!
//! Several providers are watched, with times of their phases and who answered. Something happens to one or to all at a random turn of the week after four
//! weeks. The change is noticed as a watch notices it, and explained with the turns until then.

use std::collections::BTreeMap;

use measure::SplitMix64;
use watch::{
    ChangeCauses, Direction, LaneFacts, LevelTest, ModelChange, ModelSign, RequestPhase, Turn,
    TurnFacts, UnexplainedChange, WatchedNumber, causes_of,
};

use crate::series::{NOISES, Noise, Series};

/// Series of each kind.
const SERIES: u32 = 60;
const DAYS_BEFORE: u32 = 28;
/// Days in which the change has to be noticed.
const DAYS_AFTER: u32 = 2;
/// A slowdown to this multiple.
const STEP: f64 = 1.5;
/// Numbers of a contender that are tested together.
const NUMBERS: u32 = 5;
/// A share of turns in which a machine is strained in any case, and the chance that a fingerprint is new in any turn.
const STRAINED: f64 = 0.05;
const NEW_FINGERPRINT: f64 = 0.01;

/// What happens at the turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Happens {
    /// All providers are slower.
    Network,
    /// One is: its first text comes later, its queue is longer.
    Own,
    /// All are, and this machine is strained in nine of ten turns.
    Machine,
    /// One is, and names another model.
    Model,
}

/// The turns of watched providers, and which of their numbers were noticed.
struct Watched {
    lanes: Vec<LaneFacts>,
    /// The slowdowns as they were noticed, in order.
    noticed: Vec<UnexplainedChange>,
    per_day: u32,
}

impl Watched {
    fn new(seed: u64, happens: Happens, count: u32, (noise, per_day): (Noise, u32)) -> Self {
        let mut random = SplitMix64::new(seed ^ 0x5eed);
        // 1970-01-05 was a Monday, on which the pattern of the week begins.
        let first = 4 * per_day;
        let from = first + DAYS_BEFORE * per_day + below(&mut random, 7 * per_day);
        let until = from + DAYS_AFTER * per_day;
        let strained: Vec<bool> = (first..until)
            .map(|number| {
                let is_since = happens == Happens::Machine && number >= from;
                random.unit() < if is_since { 0.9 } else { STRAINED }
            })
            .collect();
        let mut noticed = Vec::new();
        let lanes = (0..count).map(|lane| {
            let is_slower = lane == 0 || matches!(happens, Happens::Network | Happens::Machine);
            let mut series = Series::new(seed * 31 + u64::from(lane), noise, per_day);
            let mut test = LevelTest::new(per_day * 30 * NUMBERS);
            let mut fingerprint = 0;
            let mut turns = Vec::new();
            let mut is_noticed = false;
            for (number, strained) in (first..until).zip(&strained) {
                let is_since = number >= from;
                let (hour_of_week, value) = series.next(number - first);
                let moved = if is_since && is_slower { STEP.ln() } else { 0.0 };
                let turn = Turn {
                    number: number.into(),
                    day: (number / per_day).into(),
                    hour_of_week,
                    value: value + moved,
                };
                // Of those to whom nothing happens nothing is to be noticed.
                let alarm = if is_slower { test.add(turn) } else { None };
                if (number + 1).is_multiple_of(per_day) {
                    test.end_day();
                }
                let alarm = alarm
                    .filter(|alarm| alarm.direction == Direction::Up && is_since && !is_noticed);
                if let Some(alarm) = alarm {
                    is_noticed = true;
                    noticed.push(UnexplainedChange {
                        lane: lane as usize,
                        number: WatchedNumber::Ttft,
                        direction: Direction::Up,
                        from_turn: u32::try_from(alarm.step.from_turn).unwrap_or(number),
                        at_turn: number,
                        is_step: true,
                    });
                }
                fingerprint += u32::from(random.unit() < NEW_FINGERPRINT);
                // What a provider itself is slower by is its queue.
                let (usual, ttft) = (300.0 * value.exp(), 300.0 * turn.value.exp());
                let is_queue = !matches!(happens, Happens::Network | Happens::Machine);
                let queue = 0.2 * usual + if is_queue { ttft - usual } else { 0.0 };
                let is_other = happens == Happens::Model && lane == 0 && is_since;
                turns.push(TurnFacts {
                    number,
                    requests: 3,
                    strained: if *strained { 3 } else { 0 },
                    ttft_ms: Some(ttft),
                    phases_ms: BTreeMap::from([
                        (RequestPhase::Queue, queue),
                        (RequestPhase::FirstByte, 0.8 * usual + ttft - usual),
                        (RequestPhase::FirstText, 0.2 * usual),
                        (RequestPhase::Connect, 30.0 * (0.1 * random.normal()).exp()),
                    ]),
                    model: Some(if is_other { "new" } else { "old" }.to_owned()),
                    fingerprint: Some(format!("fp_{fingerprint}")),
                    in_tokens: Some(51.0),
                    out_tokens: Some(100.0 * (0.1 * random.normal()).exp()),
                    checked: 3,
                    right: (0..3).map(|_| u32::from(random.unit() < 0.9)).sum(),
                    ..TurnFacts::default()
                });
            }
            LaneFacts {
                name: lane.to_string(),
                provider: lane.to_string(),
                model: format!("model-{lane}"),
                host: Some(format!("api.provider-{lane}.com")),
                turns,
            }
        });
        let lanes = lanes.collect();
        noticed.sort_by_key(|change| change.at_turn);
        Self { lanes, noticed, per_day }
    }

    /// What is said of each slowdown that was noticed, in order.
    fn causes(&self) -> Vec<ChangeCauses> {
        let explained = |change: &UnexplainedChange| causes_of(*change, &self.lanes, self.per_day);
        self.noticed.iter().map(explained).collect()
    }
}

fn below(random: &mut SplitMix64, end: u32) -> u32 {
    u32::try_from(random.below(end as usize)).unwrap_or(0)
}

/// A share in percent, of how many.
struct Share {
    are: u32,
    of: u32,
}

impl Share {
    fn of(all: impl Iterator<Item = bool>) -> Self {
        all.fold(Self { are: 0, of: 0 }, |Self { are, of }, is| Self {
            are: are + u32::from(is),
            of: of + 1,
        })
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.0} %", f64::from(self.are) / f64::from(self.of.max(1)) * 100.0)
    }
}

fn says(causes: &ChangeCauses, least: ModelChange) -> bool {
    causes.model.iter().map(ModelSign::says).max().is_some_and(|says| says >= least)
}

fn phase(causes: &ChangeCauses, phases: &[RequestPhase]) -> bool {
    causes.phases.iter().any(|one| phases.contains(&one.phase))
}

#[expect(clippy::print_stdout, reason = "the table is its result")]
pub(crate) fn table(seed: u64) {
    println!(
        "\nWhat a change comes from: {SERIES} series in a cell, a slowdown by half of one of the watched providers or of all at a random turn of the week after \
         {DAYS_BEFORE} days, as it is told when it is noticed. Of several slowdowns of all, the first that is told, and any of them. Machines are strained in 5 % of turns, \
         and then in 90 %; a fingerprint is new in 1 % of turns.\n"
    );
    println!(
        "| noise | turns a day | providers | all slower: network, by the first told | by any | one slower: network | machine | another model, probably | possibly | \
         its queue | a phase that stayed | strained: machine | network | another model: named |"
    );
    println!("|---|{}", "--:|".repeat(13));
    for noise in NOISES {
        for (per_day, providers) in [(96, 2), (24, 2), (24, 4)] {
            let all = |happens: Happens| -> Vec<Vec<ChangeCauses>> {
                let one = |one: u32| {
                    let seed = seed * 1_000_003 + happens as u64 * 10_007 + u64::from(one);
                    Watched::new(seed, happens, providers, (noise, per_day)).causes()
                };
                (0..SERIES).map(one).filter(|noticed| !noticed.is_empty()).collect()
            };
            let share = |of: &[Vec<ChangeCauses>], is: &dyn Fn(&ChangeCauses) -> bool| {
                Share::of(of.iter().flatten().map(is))
            };
            let (network, own) = (all(Happens::Network), all(Happens::Own));
            let (machine, model) = (all(Happens::Machine), all(Happens::Model));
            let called = |causes: &ChangeCauses| causes.network.is_some();
            println!(
                "| {} | {per_day} | {providers} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
                noise.name,
                Share::of(network.iter().map(|told| told.first().is_some_and(called))),
                Share::of(network.iter().map(|told| told.iter().any(called))),
                share(&own, &called),
                share(&own, &|causes| causes.machine.is_some()),
                share(&own, &|causes| says(causes, ModelChange::Probable)),
                share(&own, &|causes| says(causes, ModelChange::Possible)),
                share(&own, &|causes| phase(causes, &[RequestPhase::Queue])),
                share(&own, &|causes| {
                    phase(causes, &[RequestPhase::FirstText, RequestPhase::Connect])
                }),
                share(&machine, &|causes| causes.machine.is_some()),
                share(&machine, &called),
                share(&model, &|causes| says(causes, ModelChange::Named)),
            );
        }
    }
}
