//! What the first use of a schema took, beside the later requests with it.

use measure::{
    Amount, Count, FirstUse, FirstUseCost, Interval, LaneAt, Metric, OneUse, Phrase, Unit, Warning,
    carries_median,
};
use serde::{Deserialize, Serialize};

use crate::plan::{Plan, Workload};
use crate::result::lane::Lane;
use crate::result::sample::Sample;

/// The first requests of a lane with a schema, beside its later ones with the same: by their time to first token.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct SchemaUseFinding {
    /// Index of the lane among those that ran.
    pub lane: u32,
    /// What they took.
    #[serde(flatten)]
    pub cost: FirstUseCost,
}

/// The same, in numbers and in words.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct SchemaUse {
    /// What was found.
    #[serde(flatten)]
    pub found: SchemaUseFinding,
    /// The same in words.
    pub sentence: Phrase,
}

impl SchemaUse {
    /// It in words, with the lanes by these names; `None` where one has none.
    pub fn text(&self, names: &[String]) -> Option<String> {
        self.sentence.text(names)
    }
}

measure::phrases! {
    fn said(lane: LaneAt, first: Amount, others: Amount, than: Phrase, standing: Option<Phrase>, cached: Option<Phrase>) = "schema.used",
        "{lane} with its schema for the first time: TTFT {first}, and {others}{than}{standing}{cached}.";
    fn of_rows(lane: LaneAt, n: Count, first: Amount, later: Amount, standing: Option<Phrase>, cached: Option<Phrase>) = "schema.of_rows",
        "{lane} with {n} {n:schema|schemas} for the first time: TTFT {first}, and {later} where the same was asked again{standing}{cached}.";
    fn in_the_other() = "schema.other_round", " in the other round";
    fn as_median(n: Count) = "schema.median", " as the median of the other {n} rounds";
    fn as_mean(n: Count) = "schema.mean", " as the mean of the other {n} rounds";
    fn slower() = "schema.slower", ", slower than in any of them";
    fn faster() = "schema.faster", ", faster than in any of them";
}

/// See [`Run::schema_uses`](crate::Run::schema_uses).
pub(crate) fn schema_uses(plan: &Plan, lanes: &[Lane]) -> Vec<SchemaUse> {
    if !matches!(plan.workload(), Workload::Rounds { .. }) {
        return Vec::new();
    }
    // A chain may have asked one step when it used its schema first, and several later.
    let lanes = (0_u32..).zip(lanes).filter(|(_, lane)| !lane.is_chain());
    lanes.filter_map(|(lane, of)| schema_use(lane, &of.samples)).collect()
}

fn schema_use(lane: u32, samples: &[Sample]) -> Option<SchemaUse> {
    let good = samples.iter().filter(|sample| sample.status.is_ok());
    let used = good.filter_map(|sample| {
        Some(OneUse {
            is_first: sample.doubts.contains(&Warning::FirstSchemaUse),
            row: sample.row,
            ms: sample.value(Metric::TtftMs)?,
            cached_tokens: sample.cached_read_tokens.map(f64::from),
        })
    });
    let uses = FirstUse::of_lane(&used.collect::<Vec<_>>());
    let cost = FirstUseCost::of(&uses, |each| Interval::of_median(each.iter().copied()))?;
    let (lane_at, standing, cached) = (LaneAt(lane), cost.standing(), cost.cache());
    let [first, later] = [cost.first_ms, cost.later_ms].map(|ms| Amount::of(Unit::Duration, ms));
    let sentence = match uses.as_slice() {
        [one] if one.row.is_none() => {
            let standing = standing.or_else(|| among(one));
            said(lane_at, first, later, than(one.later_ms.len()), standing, cached)
        }
        _ => of_rows(lane_at, cost.uses.into(), first, later, standing, cached),
    };
    Some(SchemaUse { found: SchemaUseFinding { lane, cost }, sentence })
}

/// Which typical value of so many other rounds it is.
fn than(others: usize) -> Phrase {
    match others {
        1 => in_the_other(),
        number if carries_median(number) => as_median(number.into()),
        number => as_mean(number.into()),
    }
}

/// Whether a first use was slower or faster than each of several later ones; `None` if it was among them.
fn among(one: &FirstUse) -> Option<Phrase> {
    let mut later = one.later_ms.iter();
    if later.len() < 2 {
        None
    } else if later.clone().all(|ms| one.first_ms > *ms) {
        Some(slower())
    } else {
        later.all(|ms| one.first_ms < *ms).then(faster)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::status::Status;
    use crate::testing::{lane, run, sample};

    fn answered_in(ttft_ms: f64) -> Sample {
        let mut answered = sample(Status::Ok);
        answered.speed.ttft_ms = Some(ttft_ms);
        answered
    }

    fn first(ttft_ms: f64) -> Sample {
        Sample { doubts: vec![Warning::FirstSchemaUse], ..answered_in(ttft_ms) }
    }

    fn of_row(row: u32, sample: Sample) -> Sample {
        Sample { row: Some(row), ..sample }
    }

    fn found(samples: &[Vec<Sample>]) -> Vec<SchemaUse> {
        run(samples.iter().map(|samples| lane(samples.clone())).collect()).schema_uses()
    }

    fn told(samples: &[Vec<Sample>]) -> Vec<String> {
        let names = ["A".to_owned(), "B".to_owned()];
        found(samples).iter().filter_map(|used| used.text(&names)).collect()
    }

    #[test]
    fn the_first_use_of_a_schema_is_said_beside_the_other_rounds_and_claims_no_cause() {
        let later = [answered_in(400.0), answered_in(420.0), answered_in(410.0)];
        let slow: Vec<Sample> = std::iter::once(first(940.0)).chain(later.clone()).collect();
        let like: Vec<Sample> = std::iter::once(first(415.0)).chain(later.clone()).collect();
        let seen = told(&[slow, like]);
        assert_eq!(
            seen,
            [
                "A with its schema for the first time: TTFT 940 ms, and 410 ms as the mean of the other 3 rounds, slower than in any of them.",
                "B with its schema for the first time: TTFT 415 ms, and 410 ms as the mean of the other 3 rounds.",
            ]
        );
        assert_eq!(told(&[later.to_vec()]), Vec::<String>::new(), "there was no schema");
        assert_eq!(
            told(&[vec![first(940.0)]]),
            Vec::<String>::new(),
            "and nothing to compare it with"
        );
    }

    #[test]
    fn a_document_has_what_a_first_use_took_with_its_number_and_no_interval_of_few() {
        let few = vec![first(940.0), answered_in(400.0), answered_in(420.0)];
        let many: Vec<Sample> = std::iter::once(first(940.0))
            .chain((0..40).map(|n| answered_in(400.0 + f64::from(n))))
            .collect();
        let document = run(vec![lane(few), lane(many)]).into_document();
        let costs: Vec<_> =
            document.schema_uses.iter().map(|found| (found.lane, found.cost)).collect();
        let [(0, few), (1, many)] = costs[..] else { panic!("one for each lane: {costs:?}") };
        assert_eq!((few.uses, few.later, few.difference_ms, few.ci), (1, 2, 530.0, None));
        assert_eq!((many.uses, many.later, many.difference_ms), (1, 40, 520.5));
        assert_eq!(
            many.ci,
            Some(Interval { low: 501.0, high: 540.0 }),
            "beside 40 others it has one"
        );
        let text = serde_json::to_value(&document).expect("a run is JSON");
        assert_eq!(text.pointer("/schema_uses/1/ci/low"), Some(&501.0.into()), "by these names");
    }

    #[test]
    fn the_schema_of_each_row_is_compared_with_later_uses_of_that_row() {
        let rows = |of: &dyn Fn(u32) -> Sample| -> Vec<Sample> {
            (0..7).map(|row| of_row(row, of(row))).collect()
        };
        let base = |row: u32| 100.0 * f64::from(row + 1);
        let firsts = rows(&|row| first(base(row) + 500.0 + f64::from(row)));
        let later = rows(&|row| answered_in(base(row)));
        let samples: Vec<Sample> = firsts.into_iter().chain(later).collect();
        let [SchemaUse { found: SchemaUseFinding { cost, .. }, .. }] =
            found(std::slice::from_ref(&samples))[..]
        else {
            panic!("one lane")
        };
        assert_eq!((cost.uses, cost.later, cost.difference_ms), (7, 7, 503.0), "row by row");
        assert_eq!(cost.ci, Some(Interval { low: 500.0, high: 506.0 }), "seven say how sure");
        assert_eq!(
            told(&[samples]),
            [
                "A with 7 schemas for the first time: TTFT 903 ms, and 400 ms where the same was asked again, longer by 503 ms (95 %: 500 ms to 506 ms)."
            ]
        );
    }

    #[test]
    fn a_cache_that_served_only_the_later_rounds_is_told_beside_it() {
        let cached = Sample { cached_read_tokens: Some(1_024), ..answered_in(400.0) };
        let seen = told(&[vec![first(940.0), cached, answered_in(420.0)]]);
        let [said] = &seen[..] else { panic!("one lane: {seen:?}") };
        assert!(
            said.ends_with("; 1 later request reports more of its prompt from the cache, which shortens TTFT too."),
            "{said}"
        );
    }
}
