//! What each image of a request takes in time to first token.

use measure::{ALPHA, Interval, Stopping, anytime_interval, percentile, signed_rank_estimate};
use serde::Serialize;

use crate::dependence::{Dependence, OfRuns};
use crate::request::{MeasuredRequest, small};

/// Differences that are ranked in pairs at most; of more, medians of neighbours are.
const MOST_RANKED: usize = 1_000;

/// What each image takes a contender in time to first token: beside lanes of its races that were asked the same with fewer images.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, specta::Type)]
pub struct ImageTime {
    /// How much longer the time to first token is for each image, in milliseconds. Of one race the Hodges–Lehmann estimate over its
    /// rounds, as the race tells it; of several runs, or of a race until settled, the median over all rounds.
    pub each_ms: f64,
    /// Its 95 % interval; absent if there are too few rounds or runs for one.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ci: Option<Interval>,
    /// Number of rounds in which both lanes have a first token.
    pub rounds: u32,
    /// Runs that these are of.
    pub runs: u32,
}

/// What each image takes, of the requests of a contender that succeeded, in order of run, lane and round; `None` if none of them has
/// images more than another lane of its race.
pub(crate) fn image_time(answered: &[&MeasuredRequest]) -> Option<ImageTime> {
    let each = |one: &&MeasuredRequest| one.carried.as_deref()?.per_image_ms;
    let first = answered.iter().find(|one| each(one).is_some())?;
    let values: OfRuns<'_, f64> =
        answered.iter().filter_map(|one| Some((one.run.as_str(), each(one)?))).collect();
    let runs = values.chunk_by(|(a, _), (b, _)| a == b).count();
    let mut differences: Vec<f64> = values.iter().map(|(_, ms)| *ms).collect();
    let (rounds, runs) = (small(differences.len()), small(runs));
    let (each_ms, ci) = match first.stopping {
        Stopping::Planned if runs == 1 => {
            if differences.len() > MOST_RANKED {
                let size = differences.len().div_ceil(MOST_RANKED);
                differences = differences.chunks(size).filter_map(middle).collect();
            }
            signed_rank_estimate(&differences, ALPHA)?
        }
        Stopping::WhenSettled if runs == 1 => {
            (middle(&differences)?, anytime_interval(&differences, ALPHA))
        }
        _ => (middle(&differences)?, Dependence::Runs.median_interval(&values)),
    };
    Some(ImageTime { each_ms, ci, rounds, runs })
}

fn middle(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    percentile(&sorted, 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::carried_numbers::CarriedNumbers;
    use crate::fixtures::{gathered, rounds};

    fn run(number: usize, each_ms: &[Option<f64>]) -> Vec<MeasuredRequest> {
        let mut points = rounds("a", each_ms, |one, ms| {
            one.carried = CarriedNumbers { per_image_ms: ms, ..CarriedNumbers::default() }.boxed();
        });
        for one in &mut points {
            one.run = format!("run-{number:02}");
        }
        points
    }

    fn found(points: &[MeasuredRequest]) -> Option<ImageTime> {
        gathered(points)[0].contender.carried.as_ref()?.per_image
    }

    #[test]
    fn the_time_of_each_image_of_one_race_is_estimated_as_the_race_does() {
        let some = [20.0, 24.0, 22.0, 21.0, 23.0, 22.0, 26.0, 18.0].map(Some);
        let time = found(&run(0, &some)).expect("images");
        let differences = some.map(Option::unwrap_or_default);
        let (estimate, ci) = signed_rank_estimate(&differences, ALPHA).expect("an estimate");
        assert_eq!((time.each_ms, time.ci), (estimate, ci));
        assert_eq!((time.rounds, time.runs), (8, 1));
        assert!(ci.is_some(), "eight rounds carry an interval");
    }

    #[test]
    fn of_few_rounds_it_has_no_interval_and_of_none_it_is_absent() {
        let time = found(&run(0, &[Some(20.0), None, Some(30.0)])).expect("images");
        assert_eq!((time.each_ms, time.ci, time.rounds), (25.0, None, 2));
        assert_eq!(found(&run(0, &[None, None])), None, "no zero stands for it");
    }

    #[test]
    fn runs_with_a_luck_of_their_own_make_the_interval_of_several() {
        let points: Vec<MeasuredRequest> = (0..12_u32)
            .flat_map(|number| {
                let luck = f64::from(number);
                run(number as usize, &[Some(20.0 + luck), Some(20.2 + luck), Some(19.8 + luck)])
            })
            .collect();
        let time = found(&points).expect("images");
        assert_eq!((time.rounds, time.runs), (36, 12));
        let ci = time.ci.expect("twelve runs carry an interval");
        assert!(ci.contains(time.each_ms), "{time:?}");
        assert!(ci.high - ci.low > 2.0, "as wide as the runs differ: {ci:?}");
    }
}
