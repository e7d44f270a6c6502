//! A level of a document from elsewhere, held to the raw logs of its requests.

use std::collections::BTreeSet;

use measure::{Recording, Spread, ms};
use serde_json::Value;

use crate::plan::load::Load;
use crate::result::lane::Lane;
use crate::result::level::Level;
use crate::result::run::Run;
use crate::result::sample::Sample;

/// How far a number of a level may lie from what its logs say, as a share: the level was measured with the engine's own
/// stamps of its window, which no log has.
const NEAR: f64 = 0.05;
/// The same for times, in milliseconds.
const NEAR_MS: f64 = 1.0;
/// The same for what may be zero.
const NEAR_ZERO: f64 = 1e-6;
/// Fields that are not compared: the requests, and what is always computed from them.
const COMPUTED: [&str; 14] = [
    "samples",
    "others",
    "summary",
    "uncertainty",
    "feels",
    "certified",
    "median_needs",
    "ttft_p95",
    "error_rate_ci",
    "sys_output_tps_ci",
    "rps_ci",
    "goodput_ci",
    "good_fraction_ci",
    "right_per_s",
];

impl Run {
    /// The levels of one of its lanes, whose requests are [as their logs say](Self::as_logged), with everything that follows
    /// from those and their raw logs. What no log has (this machine's state, how a level ended, which requests were one task)
    /// stays as it is.
    #[must_use]
    pub fn levels_as_logged(&self, lane: &Lane, logs: &[Recording]) -> Vec<Level> {
        let mut rest = logs;
        let load = self.plan.load.as_ref();
        let levels = lane.levels.iter().map(|level| {
            let count = level.samples.len() + level.others.len();
            let (own, after) = rest.split_at(count.min(rest.len()));
            rest = after;
            level.as_logged(own, load)
        });
        levels.collect()
    }
}

impl Level {
    fn as_logged(&self, logs: &[Recording], load: Option<&Load>) -> Self {
        let (measured, others) = logs.split_at(self.samples.len().min(logs.len()));
        let both = |samples: &[Sample], logs: &[Recording]| -> Vec<(Sample, Recording)> {
            samples.iter().cloned().zip(logs.iter().cloned()).collect()
        };
        let looks = load.map_or(0, |load| load.looks(self.step()).len());
        let looks = u32::try_from(looks).ok().filter(|looks| *looks > 0);
        let claimed = Self {
            looks,
            steady_share: self.steady_share.filter(|share| self.lasted_as_logged(*share, logs)),
            cost_usd: known_cost(self),
            task_ms: Spread::of(self.tasks.iter().filter_map(|task| task.time_ms)),
            ..self.clone()
        };
        let limits = load.and_then(|load| load.limits);
        let logged = claimed.redefined(
            both(&self.samples, measured),
            both(&self.others, others),
            limits.as_ref(),
        );
        if !logged.is_about(self) {
            return logged;
        }
        let mut own = self.clone();
        own.summarise();
        own.sys_output_tps_ci = logged.sys_output_tps_ci;
        own.rps_ci = logged.rps_ci;
        own.goodput_ci = logged.goodput_ci;
        own.good_fraction_ci = logged.good_fraction_ci;
        own.right_per_s = logged.right_per_s;
        own
    }

    /// Whether a share of the level that was steady agrees with how long its logs say that it lasted.
    fn lasted_as_logged(&self, steady_share: f64, logs: &[Recording]) -> bool {
        let timelines = || logs.iter().map(|log| &log.timeline);
        let began = self.began_ns(timelines());
        let ended = timelines().filter_map(|timeline| timeline.close_ns.or(timeline.last_any_ns()));
        let lasted_ms = ms(ended.max().unwrap_or(began).saturating_sub(began));
        let told_ms = self.window_ms.map(|window_ms| window_ms / steady_share);
        told_ms.is_some_and(|told_ms| (told_ms - lasted_ms).abs() <= NEAR_MS + NEAR * lasted_ms)
    }

    /// Whether two levels have the same warnings, and nearly the same numbers.
    fn is_about(&self, other: &Self) -> bool {
        let numbers = |level: &Self| {
            let (samples, others, doubts) = (Vec::new(), Vec::new(), Vec::new());
            serde_json::to_value(Self { samples, others, doubts, ..level.clone() })
                .unwrap_or_default()
        };
        let are_of =
            |level: &Self, of: &Self| level.doubts.iter().all(|doubt| of.doubts.contains(doubt));
        self.doubts.len() == other.doubts.len()
            && are_of(self, other)
            && are_of(other, self)
            && is_near(&numbers(self), &numbers(other), "")
    }
}

/// The cost of its requests together, as far as it is known.
fn known_cost(level: &Level) -> Option<f64> {
    let known = || level.requests().filter_map(|sample| sample.cost_usd);
    known().next().map(|_| known().sum())
}

fn is_near(own: &Value, other: &Value, name: &str) -> bool {
    match (own, other) {
        (Value::Number(own), Value::Number(other)) => {
            let (Some(own), Some(other)) = (own.as_f64(), other.as_f64()) else {
                return own == other;
            };
            let slack = if name.ends_with("_ms") { NEAR_MS } else { NEAR_ZERO };
            (own - other).abs() <= slack + NEAR * own.abs().min(other.abs())
        }
        (Value::Array(own), Value::Array(other)) => {
            own.len() == other.len()
                && own.iter().zip(other).all(|(own, other)| is_near(own, other, name))
        }
        (Value::Object(own), Value::Object(other)) => {
            let names: BTreeSet<&String> = own.keys().chain(other.keys()).collect();
            names.into_iter().filter(|name| !COMPUTED.contains(&name.as_str())).all(|name| {
                let pair = own.get(name).zip(other.get(name));
                pair.is_some_and(|(own, other)| is_near(own, other, name))
            })
        }
        (own, other) => own == other,
    }
}

#[cfg(test)]
mod tests {
    use measure::{ArrivalEvent, Kind, TokensSoFar, Warning};

    use super::*;
    use crate::result::status::Status;
    use crate::testing::{lane, run, sample};

    const MS: u64 = 1_000_000;

    /// A level of one stream whose requests take 100 ms each, and their logs.
    fn measured() -> (Run, Lane, Vec<Recording>) {
        let one = |at_ms: u64| {
            let mut recording = Recording::starting_at(at_ms * MS);
            recording.timeline.send_ns = Some(at_ms * MS);
            recording.timeline.push(ArrivalEvent {
                at_ns: (at_ms + 40) * MS,
                event: 0,
                kind: Kind::Answer,
                text_bytes: 2,
                wire_bytes: 9,
                tokens_so_far: TokensSoFar::UNTOLD,
            });
            recording.transcript.push(Kind::Answer, "Hi");
            recording.timeline.close_ns = Some((at_ms + 100) * MS);
            recording
        };
        let logs: Vec<Recording> = [100, 200, 300, 0].map(one).to_vec();
        let load = Load { concurrency: vec![1], ..Load::default() };
        let mut run = run(Vec::new());
        run.plan.load = Some(load);
        let level = Level {
            concurrency: Some(1),
            window_ms: Some(300.0),
            samples: vec![Sample { cost_usd: Some(0.5), ..sample(Status::Ok) }; 3],
            others: vec![sample(Status::Ok)],
            ..Level::default()
        };
        let mut lane = lane([]);
        lane.levels = vec![level];
        lane.levels = run.levels_as_logged(&lane, &logs);
        (run, lane, logs)
    }

    #[test]
    fn the_numbers_of_a_level_are_those_of_its_logs_whatever_a_file_says() {
        let (run, honest, logs) = measured();
        let level = &honest.levels[0];
        assert_eq!((level.rps, level.cost_usd), (Some(10.0), Some(1.5)), "three in 300 ms");
        assert_eq!(
            run.levels_as_logged(&honest, &logs),
            honest.levels,
            "an honest one stays as it is"
        );
        let lies: [fn(&mut Level); 12] = [
            |level| level.rps = Some(99.0),
            |level| level.sys_output_tps = Some(1e6),
            |level| level.avg_inflight = None,
            |level| level.error_rate = Some(0.5),
            |level| level.throttled = 7,
            |level| level.cost_usd = Some(0.01),
            |level| level.window_ms = Some(1e12),
            |level| level.steady_share = Some(0.9),
            |level| level.starts_ms.clear(),
            |level| level.doubts.clear(),
            |level| level.looks = Some(40),
            |level| level.measured = 1_000,
        ];
        for (lie, number) in lies.into_iter().zip(0..) {
            let mut told = honest.clone();
            lie(&mut told.levels[0]);
            assert_ne!(told.levels, honest.levels, "lie {number} is one");
            assert_eq!(run.levels_as_logged(&told, &logs), honest.levels, "lie {number}");
        }
    }

    #[test]
    fn no_file_makes_a_moment_the_window_of_a_level() {
        let (run, mut told, logs) = measured();
        told.levels[0].window_ms = Some(0.001);
        let level = run.levels_as_logged(&told, &logs).remove(0);
        assert_eq!(
            level.window_ms,
            Some(200.0),
            "it lasts at least until the last request was sent"
        );
        assert_eq!(level.rps, Some(10.0), "and in it they ended as often as in all of the level");
    }

    #[test]
    fn what_no_log_has_and_what_lies_within_the_engines_own_stamps_stays() {
        let (run, honest, logs) = measured();
        let mut told = honest.clone();
        let level = &mut told.levels[0];
        level.rps = level.rps.map(|rps| rps * 1.02);
        level.settled_ms = Some(250.0);
        level.cpu_pct = Some(9);
        level.doubts.push(Warning::SecondAttempt);
        assert_eq!(run.levels_as_logged(&told, &logs), told.levels, "as it was told");
    }
}
