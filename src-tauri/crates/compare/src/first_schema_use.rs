//! What the first use of a schema costs a contender in time to first token, over its runs.

use measure::{Amount, FirstUse, FirstUseCost, OneUse, Phrase, Unit, Warning};
use serde::Serialize;

use crate::dependence::{Dependence, OfRuns};
use crate::request::MeasuredRequest;
use crate::wording::contenders as say;

/// The first requests of a contender with a schema, beside its later ones of the same run with the same.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct FirstSchemaUse {
    /// What they took.
    #[serde(flatten)]
    pub cost: FirstUseCost,
    /// The same in words.
    pub sentence: Phrase,
}

/// Compares the first uses among the requests of a contender that succeeded, in order of run, lane and round. `None` if none has a
/// later one in its run.
///
/// Each difference is one of its own lane and run. Those of a run share its luck, so that several runs count as [`measure::Runs`].
pub(crate) fn first_schema_use(
    answered: &[&MeasuredRequest],
    name: &Phrase,
) -> Option<FirstSchemaUse> {
    // Lanes of a race alone say which of their requests was the first.
    if !answered.iter().any(|one| one.warnings.has(Warning::FirstSchemaUse)) {
        return None;
    }
    let lanes = answered.chunk_by(|a, b| (&a.run, a.lane) == (&b.run, b.lane));
    let of_lane = |lane: &[&MeasuredRequest]| {
        let used = lane.iter().filter_map(|one| {
            Some(OneUse {
                is_first: one.warnings.has(Warning::FirstSchemaUse),
                row: one.set_row,
                ms: one.ttft_ms?,
                cached_tokens: one.cached_tokens,
            })
        });
        FirstUse::of_lane(&used.collect::<Vec<_>>())
    };
    let mut runs: Vec<&str> = Vec::new();
    let mut uses: Vec<FirstUse> = Vec::new();
    for lane in lanes {
        let found = of_lane(lane);
        let run = lane.first().map_or("", |one| one.run.as_str());
        runs.extend(found.iter().map(|_| run));
        uses.extend(found);
    }
    let is_one_run = runs.first() == runs.last();
    let dependence = if is_one_run { Dependence::Rounds } else { Dependence::Runs };
    let of_several = |differences: &[f64]| {
        let of_runs: OfRuns<'_, f64> =
            runs.iter().copied().zip(differences.iter().copied()).collect();
        dependence.median_interval(&of_runs)
    };
    let cost = FirstUseCost::of(&uses, of_several)?;
    let amount = |ms: f64| Amount::of(Unit::Duration, ms);
    let (first, later) = (amount(cost.first_ms), amount(cost.later_ms));
    let n = cost.uses.into();
    let sentence =
        say::first_schema_use(name.clone(), n, first, later, cost.standing(), cost.cache());
    Some(FirstSchemaUse { cost, sentence })
}

#[cfg(test)]
mod tests {
    use measure::Interval;

    use super::*;
    use crate::fixtures::{gathered, is, rounds};

    /// A run whose first request with a schema took so much, and its later ones so much.
    fn run(number: usize, first_ms: f64, later_ms: &[f64]) -> Vec<MeasuredRequest> {
        let times: Vec<f64> = std::iter::once(first_ms).chain(later_ms.iter().copied()).collect();
        let mut points = rounds("a", &times, |one, ms| {
            (one.ttft_ms, one.ttfat_ms) = (Some(ms), Some(ms));
        });
        for one in &mut points {
            one.run = format!("run-{number:02}");
        }
        points[0].warnings = [Warning::FirstSchemaUse].into_iter().collect();
        points
    }

    fn found(points: &[MeasuredRequest]) -> Option<FirstSchemaUse> {
        gathered(points)[0].contender.first_schema_use.clone()
    }

    #[test]
    fn first_uses_over_runs_are_compared_with_later_ones_of_their_run() {
        let slow_day = run(0, 2_500.0, &[2_000.0, 2_000.0]);
        let others = (1..12).flat_map(|number| {
            let more = f64::from(u32::try_from(number).expect("few"));
            run(number, 900.0 + more, &[400.0, 400.0])
        });
        let points: Vec<MeasuredRequest> = slow_day.into_iter().chain(others).collect();
        let FirstSchemaUse { cost, sentence } = found(&points).expect("there were schemas");
        assert_eq!((cost.uses, cost.later), (12, 24), "one in each run");
        assert!(is(cost.difference_ms, 505.5), "the slow day was slow for both: {cost:?}");
        let ci = cost.ci.expect("twelve runs carry an interval");
        assert!(ci.low >= 500.0 && ci.high <= 511.0, "{ci:?}");
        let said = sentence.to_string();
        assert!(
            said.starts_with("a: TTFT 907 ms at the first use of a schema and 400 ms later, over 12 first uses, longer by 506 ms (95 %: "),
            "{said}"
        );
        assert_eq!(
            gathered(&points)[0].contender.ttft_ms.as_ref().map(|own| own.spread.n),
            Some(24),
            "which no median holds"
        );
    }

    #[test]
    fn of_few_runs_it_is_told_without_an_interval_and_without_later_uses_not_at_all() {
        let points = [run(0, 900.0, &[400.0]), run(1, 800.0, &[400.0])].concat();
        let FirstSchemaUse { cost, sentence } = found(&points).expect("there were schemas");
        assert_eq!((cost.uses, cost.difference_ms, cost.ci), (2, 450.0, None));
        assert_eq!(
            sentence.to_string(),
            "a: TTFT 850 ms at the first use of a schema and 400 ms later, over 2 first uses."
        );
        assert_eq!(found(&run(0, 900.0, &[])), None, "nothing to compare with");
        assert_eq!(found(&run(0, 900.0, &[400.0])[1..]), None, "nothing was the first");
    }

    #[test]
    fn of_one_run_the_interval_is_that_of_its_many_later_requests() {
        let later: Vec<f64> = (0..39).map(|n| 400.0 + f64::from(n)).collect();
        let cost = found(&run(0, 900.0, &later)).expect("there was a schema").cost;
        assert_eq!(cost.ci, Some(Interval { low: 462.0, high: 500.0 }), "beside all of them");
    }
}
