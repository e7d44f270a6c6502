//! A step of a lane's time to first token or of its speed within a race: ten rounds at 100 ms and then ten at 250 ms have a median that no round
//! had, and so have ten at 100 and ten at 40 tok/s.
//!
//! It is told where its chance is at most 5 % for all lanes of the race together (C. E. Bonferroni), of each of the two.

use measure::{Amount, Count, LaneAt, Metric, Phrase, Stopping};
use serde::{Deserialize, Serialize};

use crate::plan::{Plan, Workload};
use crate::result::lane::Lane;
use crate::result::metric_step::{ALPHA, MetricStep, STEPPING};

/// A step of a lane's time to first token or speed between two of its rounds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct RoundStepFinding {
    /// Index of the lane, among those that ran.
    pub lane: u32,
    /// The step.
    #[serde(flatten)]
    pub step: MetricStep,
}

/// The same, in numbers and in words.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct RoundStep {
    /// What was found.
    #[serde(flatten)]
    pub found: RoundStepFinding,
    /// The same in words.
    pub sentence: Phrase,
}

impl RoundStep {
    /// It in words, with the lanes by these names; `None` where one has none.
    pub fn text(&self, names: &[String]) -> Option<String> {
        self.sentence.text(names)
    }
}

measure::phrases! {
    fn waited(lane: LaneAt, before: Amount, last: Count, after: Amount, round: Count) = "round_step.waited",
        "{lane} took a step within this race: median TTFT is {before} up to round {last} and {after} from round {round} on. Chance brings one as clear in at most 5 % of races without. A median over all rounds mixes the two.";
    fn wrote(lane: LaneAt, before: Amount, last: Count, after: Amount, round: Count) = "round_step.wrote",
        "{lane} took a step within this race: its median speed, in o200k tokens, is {before} up to round {last} and {after} from round {round} on. Chance brings one as clear in at most 5 % of races without. A median over all rounds mixes the two.";
}

/// See [`Run::round_steps`](crate::Run::round_steps).
pub(crate) fn round_steps(plan: &Plan, lanes: &[Lane]) -> Vec<RoundStep> {
    // Where times decide when a race ends, its rounds are not as good in any order.
    let is_of_rounds = matches!(plan.workload(), Workload::Rounds { .. });
    if !is_of_rounds || plan.stopping() != Stopping::Planned {
        return Vec::new();
    }
    let level = ALPHA / f64::from(u32::try_from(lanes.len()).unwrap_or(u32::MAX).max(1));
    let of = |lane: u32, own: &Lane, metric: Metric| {
        let step = MetricStep::of(&own.samples, metric, level)?;
        let amount = |value| Amount::of(metric.definition().unit, value);
        let said = if metric == Metric::TtftMs { waited } else { wrote };
        let (last, round) = (Count::from(step.round - 1), Count::from(step.round));
        let sentence = said(LaneAt(lane), amount(step.before), last, amount(step.after), round);
        Some(RoundStep { found: RoundStepFinding { lane, step }, sentence })
    };
    let of_lane = |(lane, own): (u32, &Lane)| STEPPING.map(|metric| of(lane, own, metric));
    (0..).zip(lanes).flat_map(of_lane).flatten().collect()
}

#[cfg(test)]
mod tests {
    use measure::SplitMix64;

    use super::*;
    use crate::result::sample::Sample;
    use crate::result::status::Status;
    use crate::testing::{lane, run, sample};

    fn round(ttft_ms: f64) -> Sample {
        let mut one = sample(Status::Ok);
        one.speed.ttft_ms = Some(ttft_ms);
        one
    }

    fn of(lanes: Vec<Vec<Sample>>) -> Vec<RoundStep> {
        let mut run = run(lanes.into_iter().map(lane).collect());
        run.plan.repeat = 20;
        run.round_steps()
    }

    fn stepped() -> Vec<Sample> {
        let about = |at: u32| f64::from(at * 37 % 10) / 10.0;
        (0..20).map(|at| round(about(at) + if at < 10 { 100.0 } else { 250.0 })).collect()
    }

    #[test]
    fn a_step_within_a_race_is_told_with_its_round() {
        let found = of(vec![stepped()]);
        let said = found.first().and_then(|one| one.text(&["shift".to_owned()]));
        assert_eq!(
            said.as_deref(),
            Some(
                "shift took a step within this race: median TTFT is 100 ms up to round 10 and 250 ms from round 11 on. Chance brings one as clear in at most 5 % of races without. A median over all rounds mixes the two."
            )
        );
        let mut failed = stepped();
        failed.insert(4, sample(Status::ErrorHttp));
        assert_eq!(of(vec![failed])[0].found.step.round, 12, "a round that failed is one");
        let mut lane = lane(stepped());
        lane.summary = crate::result::summary::summary(&lane.samples);
        assert_eq!(lane.feelings().get("ttft_ms"), None, "no round had the median");
    }

    #[test]
    fn a_step_of_speed_within_a_race_is_told_with_its_round() {
        let paced = |at: u32| {
            let mut one = round(100.0 + f64::from(at * 37 % 10));
            one.speed.neutral_tps =
                Some(if at < 12 { 100.0 } else { 40.0 } + f64::from(at * 7 % 5) / 10.0);
            one
        };
        let all: Vec<Sample> = (0..20).map(paced).collect();
        let found = of(vec![all.clone()]);
        let [only] = &found[..] else { panic!("the wait is steady: {found:?}") };
        assert_eq!((only.found.step.metric, only.found.step.round), (Metric::NeutralTps, 13));
        assert_eq!(
            only.text(&["shift".to_owned()]).as_deref(),
            Some(
                "shift took a step within this race: its median speed, in o200k tokens, is 100 tok/s up to round 12 and 40.3 tok/s from round 13 on. Chance brings one as clear in at most 5 % of races without. A median over all rounds mixes the two."
            )
        );
        let mut lane = lane(all);
        lane.summary = crate::result::summary::summary(&lane.samples);
        assert_eq!(lane.feelings().get("neutral_tps"), None, "no round had the median");
        assert!(lane.feelings().contains_key("ttft_ms"), "the wait is what it was");
    }

    #[test]
    fn rows_of_a_set_are_in_no_order_of_time_and_small_steps_do_not_matter() {
        let rows = |mut all: Vec<Sample>| {
            for (row, sample) in (0..).zip(&mut all) {
                sample.row = Some(row);
            }
            all
        };
        assert_eq!(of(vec![rows(stepped())]), []);
        let small = (0..20).map(|at| round(if at < 10 { 100.0 } else { 110.0 })).collect();
        assert_eq!(of(vec![small]), [], "10 ms, however sure");
        assert_eq!(of(vec![stepped()[8..14].to_vec()]), [], "too few to tell");
        let mut settled = run(vec![lane(stepped())]);
        settled.plan.until_settled = Some(measure::Metric::TtftMs);
        assert_eq!(settled.round_steps(), [], "its own times ended it");
    }

    #[test]
    fn of_races_without_a_step_at_most_one_in_twenty_has_one_named() {
        // Times that scatter by more than their median, so that steps that matter come by chance.
        for lanes in [1, 4] {
            let false_steps = (0..400_u64)
                .filter(|seed| {
                    let mut random = SplitMix64::new(seed * 8 + lanes);
                    let times = |random: &mut SplitMix64| {
                        (0..20).map(|_| round(50.0 - 300.0 * random.unit().ln())).collect()
                    };
                    !of((0..lanes).map(|_| times(&mut random)).collect()).is_empty()
                })
                .count();
            assert!(false_steps <= 28, "{false_steps} of 400 with {lanes} lanes");
        }
    }
}
