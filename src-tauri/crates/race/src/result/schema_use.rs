//! What the first use of a schema took, beside the later requests with it.

use measure::{Amount, Count, LaneAt, Metric, Phrase, Unit, Warning, carries_median, middle};
use serde::Serialize;

use crate::plan::Workload;
use crate::result::run::Run;
use crate::result::sample::Sample;

/// A lane's first request with its schema, beside its other rounds.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct SchemaUse {
    /// Index of the lane among those that ran.
    pub lane: u32,
    /// The metric that is compared: the time to first token.
    pub metric: &'static str,
    /// Time to first token of the first request, in milliseconds.
    pub first_ms: f64,
    /// Time to first token of the other rounds, in milliseconds: the median, or the mean of fewer than five.
    pub others_ms: f64,
    /// Number of other rounds that have one.
    pub others: u32,
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
    fn said(lane: LaneAt, first: Amount, others: Amount, than: Phrase, standing: Option<Phrase>) = "schema.used",
        "{lane} with its schema for the first time: TTFT {first}, and {others}{than}{standing}.";
    fn in_the_other() = "schema.other_round", " in the other round";
    fn as_median(n: Count) = "schema.median", " as the median of the other {n} rounds";
    fn as_mean(n: Count) = "schema.mean", " as the mean of the other {n} rounds";
    fn slower() = "schema.slower", ", slower than in any of them";
    fn faster() = "schema.faster", ", faster than in any of them";
}

/// The first uses of a schema in a race, lane by lane; only of lanes with other rounds to compare them with.
///
/// It is one request, so it says what was, and for no cause: whether the provider compiled the schema is not in the times.
pub fn first_schema_uses(run: &Run) -> Vec<SchemaUse> {
    if !matches!(run.plan.workload(), Workload::Rounds { .. }) {
        return Vec::new();
    }
    let lanes = (0_u32..).zip(&run.lanes);
    lanes.filter_map(|(lane, of)| schema_use(lane, &of.samples)).collect()
}

fn schema_use(lane: u32, samples: &[Sample]) -> Option<SchemaUse> {
    let is_first = |sample: &&Sample| sample.doubts.contains(&Warning::FirstSchemaUse);
    let good = || samples.iter().filter(|sample| sample.status.is_ok());
    let first_ms = good().find(is_first)?.value(Metric::TtftMs)?;
    let mut others: Vec<f64> = good()
        .filter(|sample| !is_first(sample))
        .filter_map(|sample| sample.value(Metric::TtftMs))
        .filter(|ms| ms.is_finite())
        .collect();
    others.sort_by(f64::total_cmp);
    let others_ms = middle(others.iter().copied())?;
    let than = match others.len() {
        1 => in_the_other(),
        number if carries_median(number) => as_median(number.into()),
        number => as_mean(number.into()),
    };
    let standing = match (others.first()?, others.last()?) {
        (_, slowest) if first_ms > *slowest && others.len() > 1 => Some(slower()),
        (fastest, _) if first_ms < *fastest && others.len() > 1 => Some(faster()),
        _ => None,
    };
    let amount = |ms| Amount::of(Unit::Duration, ms);
    let sentence = said(LaneAt(lane), amount(first_ms), amount(others_ms), than, standing);
    let others = u32::try_from(others.len()).unwrap_or(u32::MAX);
    Some(SchemaUse { lane, metric: Metric::TtftMs.id(), first_ms, others_ms, others, sentence })
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

    fn told(samples: &[Vec<Sample>]) -> Vec<String> {
        let lanes: Vec<_> = samples.iter().map(|samples| lane(samples.clone())).collect();
        let names = ["A".to_owned(), "B".to_owned()];
        let run = run(lanes);
        first_schema_uses(&run).iter().filter_map(|used| used.text(&names)).collect()
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
}
