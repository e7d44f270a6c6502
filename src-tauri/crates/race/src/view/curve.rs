//! A sweep as its charts draw it: level by level, without texts, and with the knee.

use std::collections::BTreeMap;

use measure::{Interval, LevelEvent, Metric, Phrase, Spread, UncertaintyBudget, Warning};
use serde::Serialize;

use crate::plan::Plan;
use crate::plan::step::Step;
use crate::result::knee::Knee;
use crate::result::lane::Lane;
use crate::result::level::{Level, LevelEnd};
use crate::result::measurement_conditions::MeasurementConditions;
use crate::result::prompt_length_line::{PromptLengthLine, PromptLengthPoint};
use crate::result::run::{Run, RunState};
use crate::result::status::Status;
use crate::result::uncertainty::shown_budgets;

/// The curves of a sweep, live or stored.
#[derive(Debug, Clone, Serialize, specta::Type)]
pub struct Curves {
    /// The run's id.
    pub id: String,
    /// When it began, RFC 3339 in UTC.
    pub started_at: String,
    /// Its state.
    pub state: RunState,
    /// The plan.
    pub plan: Plan,
    /// The planned levels in order; a ladder may have ended before the last.
    pub steps: Vec<Step>,
    /// Measurement conditions.
    pub conditions: MeasurementConditions,
    /// One for each contender that ran.
    pub lanes: Vec<Curve>,
}

/// One contender's levels.
#[derive(Debug, Clone, Serialize, specta::Type)]
pub struct Curve {
    /// Its place in the plan, from 0.
    pub place: u32,
    /// The provider's name.
    pub label: String,
    /// The model as the provider calls it.
    pub model: String,
    /// Whether it is a simulated provider.
    pub simulated: bool,
    /// Levels by ascending load. A level that was stopped midway is omitted if the same load was also measured
    /// completely.
    pub points: Vec<LevelPoint>,
    /// Where throughput stops following the load; absent if no level shows it.
    pub knee: Option<Knee>,
    /// How time to first token grows with the prompts; absent unless the sweep covers prompt lengths.
    pub prompt_length_line: Option<PromptLengthLine>,
    /// That line from the shortest to the longest level; empty where there is none.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prompt_length_points: Vec<PromptLengthPoint>,
    /// What its levels say, in sentences without its name: see [`Lane::level_findings`].
    pub findings: Vec<Phrase>,
}

/// The results of one level, without its requests.
#[derive(Debug, Clone, Serialize, specta::Type)]
pub struct LevelPoint {
    /// Its load.
    pub step: Step,
    /// How it ended.
    pub ended: LevelEnd,
    /// Requests that were measured.
    pub measured: u32,
    /// Measured requests that succeeded.
    pub ok: u32,
    /// All requests of the level that ended on their own, including unmeasured ones.
    pub answered: u32,
    /// How many of those were refused with 429.
    pub throttled: u32,
    /// How many of those failed, including throttled ones.
    pub failed: u32,
    /// Each metric over the measured requests whose status is `ok`, by its id.
    pub summary: BTreeMap<String, Spread>,
    /// Each known number of the level itself, by its id.
    pub numbers: BTreeMap<String, f64>,
    /// The 95 % intervals of those of them that have one, by their ids.
    #[specta(optional)]
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub intervals: BTreeMap<String, Interval>,
    /// How uncertain each of those is, by the same ids, and its p95 TTFT by `ttft_p95_ms`: see [`crate::result::level::Level`].
    #[specta(optional)]
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub uncertainty: BTreeMap<String, UncertaintyBudget>,
    /// Cost of the level, in dollars.
    pub cost_usd: Option<f64>,
    /// What its typical TTFT and speed feel like to a reader, by metric; a speed in each server's own tokens only where that in
    /// `o200k_base` tokens is unknown.
    #[specta(optional)]
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub feels: BTreeMap<String, String>,
    /// Reasons to read it with care.
    pub doubts: Vec<Warning>,
    /// What happened within it, in sentences: stalls, outages, steps of TTFT.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Phrase>,
    /// Its requests over time, where anything happened.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub course: Vec<CoursePoint>,
}

/// A measured request of a level, where it lies in time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, specta::Type)]
pub struct CoursePoint {
    /// When it was due, in milliseconds since the level began.
    pub at_ms: f64,
    /// Its time to first token as the level shows it, in milliseconds.
    pub ttft_ms: f64,
}

/// Most points of a level over time. Of more requests, each point is the slowest of some that follow each other.
const MOST_COURSE_POINTS: usize = 400;

impl CoursePoint {
    /// The requests of a level over time, where anything happened in it.
    fn of(level: &Level) -> Vec<Self> {
        if level.events.is_empty() {
            return Vec::new();
        }
        let metric = if level.from_due { Metric::TtftPerceivedMs } else { Metric::TtftMs };
        let mut all: Vec<Self> = level
            .starts_ms
            .iter()
            .zip(&level.samples)
            .filter(|(_, sample)| sample.status.is_ok())
            .filter_map(|(at_ms, sample)| {
                Some(Self { at_ms: *at_ms, ttft_ms: sample.value(metric)? })
            })
            .collect();
        all.sort_by(|a, b| a.at_ms.total_cmp(&b.at_ms));
        let slowest =
            |some: &[Self]| some.iter().copied().max_by(|a, b| a.ttft_ms.total_cmp(&b.ttft_ms));
        let each = all.len().div_ceil(MOST_COURSE_POINTS).max(1);
        all.chunks(each).filter_map(slowest).collect()
    }
}

impl Curves {
    /// The curves of a sweep.
    pub fn of(run: &Run) -> Self {
        Self {
            id: run.id.clone(),
            started_at: run.started_at.clone(),
            state: run.state,
            plan: run.plan.clone(),
            steps: run.plan.load.as_ref().map(crate::Load::steps).unwrap_or_default(),
            conditions: MeasurementConditions::of(run),
            lanes: run.lanes.iter().map(|lane| Curve::of(lane, &run.plan)).collect(),
        }
    }
}

impl Curve {
    /// One contender's part of a sweep of `plan`.
    pub fn of(lane: &Lane, plan: &Plan) -> Self {
        let mut levels: Vec<&Level> = lane
            .levels
            .iter()
            .filter(|level| {
                level.is_whole() || !lane.whole_levels().any(|whole| whole.step() == level.step())
            })
            .collect();
        levels.sort_by(|a, b| a.step().load().total_cmp(&b.step().load()));
        let whole: Vec<&Level> = levels.iter().copied().filter(|level| level.is_whole()).collect();
        let load = plan.load.clone().unwrap_or_default();
        let line = PromptLengthLine::of(&whole);
        Self {
            place: lane.place,
            label: lane.label.clone(),
            model: lane.model.clone(),
            simulated: lane.simulated,
            points: levels.iter().map(|level| LevelPoint::of(level)).collect(),
            knee: Knee::of(&load, &whole),
            prompt_length_line: line,
            prompt_length_points: line.map(|line| line.points(&whole)).unwrap_or_default(),
            findings: lane.level_findings(&load),
        }
    }
}

impl LevelPoint {
    fn of(level: &Level) -> Self {
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let ok = number(level.samples.iter().filter(|sample| sample.status.is_ok()).count());
        let outcome = Outcome::of(level);
        Self {
            step: level.step(),
            ended: level.ended.clone(),
            measured: level.measured,
            ok,
            answered: outcome.answered,
            throttled: outcome.throttled,
            failed: outcome.failed,
            feels: level.feelings(),
            summary: level.shown_summary(),
            numbers: level.numbers(),
            intervals: level.intervals(),
            uncertainty: shown_budgets(level),
            cost_usd: level.cost_usd,
            doubts: level.doubts.clone(),
            events: level.events.iter().map(LevelEvent::sentence).collect(),
            course: CoursePoint::of(level),
        }
    }
}

/// How the requests of a level ended, measured or not: a level may be throttled before its first measured request.
pub(crate) struct Outcome {
    pub(crate) answered: u32,
    pub(crate) failed: u32,
    pub(crate) throttled: u32,
}

impl Outcome {
    pub(crate) fn of(level: &Level) -> Self {
        let by_themselves = || level.requests().filter(|sample| !sample.status.is_ours());
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let throttled = by_themselves().filter(|sample| sample.status == Status::Throttled);
        Self {
            answered: number(by_themselves().count()),
            failed: number(by_themselves().filter(|sample| !sample.status.is_ok()).count()),
            throttled: number(throttled.count()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::knee::tests::level;
    use crate::testing::{self, sample};

    fn lane(levels: Vec<Level>) -> Lane {
        Lane { levels, ..testing::lane([]) }
    }

    fn at(streams: u32, ttft_ms: f64, ended: LevelEnd) -> Level {
        // Ten are answered per second at most.
        Level { ended, ..level(streams, ttft_ms, f64::from(streams.min(10))) }
    }

    fn plan() -> Plan {
        Plan { load: Some(crate::Load::default()), ..testing::run(Vec::new()).plan }
    }

    #[test]
    fn a_stopped_level_is_drawn_only_until_it_was_measured_whole() {
        let half = at(8, 300.0, LevelEnd::Stopped);
        let first = at(1, 200.0, LevelEnd::Done);
        let stopped = Curve::of(&lane(vec![first.clone(), half.clone()]), &plan());
        assert_eq!(stopped.points.len(), 2, "what there is is shown");
        let whole = at(8, 310.0, LevelEnd::Done);
        let gone_on = Curve::of(&lane(vec![first, half, whole]), &plan());
        let ends: Vec<_> = gone_on.points.iter().map(|point| point.ended.clone()).collect();
        assert_eq!(ends, [LevelEnd::Done, LevelEnd::Done], "and replaced once it is whole");
    }

    #[test]
    fn levels_are_drawn_by_load_and_the_knee_is_the_last_that_is_good() {
        let levels =
            [(32, 2_400.0), (1, 200.0), (8, 220.0)].map(|(n, ms)| at(n, ms, LevelEnd::Done));
        let curve = Curve::of(&lane(levels.to_vec()), &plan());
        let loads: Vec<_> = curve.points.iter().map(|point| point.step).collect();
        assert_eq!(loads, [1, 8, 32].map(Step::Streams), "whatever order they ran in");
        let knee = curve.knee.expect("at 32 requests wait");
        let (good, bad) = (knee.last_good, knee.first_bad);
        assert_eq!((good, bad), (Step::Streams(8), Step::Streams(32)), "in order of load");
        let full = knee.evidence.full_at.expect("who does not wait is served");
        assert!((full - 10.0).abs() < 0.5, "ten are answered per second: {full}");
        let [said] = &curve.findings[..] else { panic!("one sentence: {:?}", curve.findings) };
        let said = said.to_string();
        assert!(said.starts_with("The knee is at 8 in flight, "), "as everywhere else: {said}");
    }

    #[test]
    fn a_level_in_which_something_happened_is_drawn_over_time_with_its_slowest() {
        let happened = LevelEvent::Step { at_ms: 500.0, before_ms: 200.0, after_ms: 400.0 };
        let mut level = at(1, 200.0, LevelEnd::Done);
        let one = level.samples[0].clone();
        level.samples = vec![one; 1_000];
        level.samples[503].speed.ttft_ms = Some(9_000.0);
        level.starts_ms = (0..1_000).map(f64::from).collect();
        assert_eq!(CoursePoint::of(&level), [], "where nothing happened its median says it all");
        level.events = vec![happened];
        let course = CoursePoint::of(&level);
        assert!(course.len() <= MOST_COURSE_POINTS, "few enough to draw: {}", course.len());
        let slowest = CoursePoint { at_ms: 503.0, ttft_ms: 9_000.0 };
        assert!(course.contains(&slowest), "and none of what happened is left out");
    }

    #[test]
    fn a_level_that_was_refused_before_it_was_measured_says_so() {
        let refused = Level {
            measured: 0,
            samples: Vec::new(),
            others: vec![sample(Status::Throttled), sample(Status::Cancelled)],
            ended: LevelEnd::Throttled { retry_after_ms: None },
            ..at(1, 200.0, LevelEnd::Done)
        };
        let curve = Curve::of(&lane(vec![refused]), &plan());
        let [point] = &curve.points[..] else { panic!("one level") };
        assert_eq!((point.measured, point.ok), (0, 0), "nothing was measured");
        assert_eq!(
            (point.answered, point.failed, point.throttled),
            (1, 1, 1),
            "the request that was refused failed, and the one we cut did not"
        );
    }
}
