//! How the requests of a contender depend on each other, which decides how sure its numbers are.

use measure::{ALPHA, Interval, Runs, Tail, Warning, Waves, share_interval};

use crate::request::{LoadLevel, MeasuredRequest, float};

/// Number of parts into which an open loop's requests are split unless they resemble each other for longer: batch means, since
/// consecutive requests wait in one queue. B. W. Schmeiser (1982), "Batch size effects in the analysis of simulation output", advises 10 to 30.
const BATCHES: usize = 10;

/// How requests depend on each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Dependence {
    /// Rounds of one race, which are taken to be independent, as the race takes them.
    Rounds,
    /// Requests of one run, of which those in flight together share their luck, and this many ended.
    Waves(Waves, usize),
    /// Several runs, each with a luck of its own.
    Runs,
}

/// Values with the run that each belongs to, in order of run, lane and round.
pub(crate) type OfRuns<'a, T> = Vec<(&'a str, T)>;

impl Dependence {
    /// That of requests that ended by themselves, in order of run, lane and round.
    pub(crate) fn of(ended: &[&MeasuredRequest]) -> Self {
        if ended.chunk_by(|a, b| a.run == b.run).count() > 1 {
            return Self::Runs;
        }
        let n = ended.len();
        match ended.first().map(|one| (one.load, one.raced)) {
            Some((LoadLevel::InFlight(streams), false)) => {
                Self::Waves(Waves::of(f64::from(streams)), n)
            }
            // Consecutive requests at a fixed rate wait in one queue.
            Some((LoadLevel::Per1000Seconds(_), _)) => {
                let times: Vec<f64> =
                    ended.iter().map(|one| one.ttft_ms.unwrap_or(f64::INFINITY)).collect();
                let waves = Waves::of_open_loop((float(n) / float(BATCHES)).ceil(), &times);
                // The level knows when each was due, and so how long its queue may remember.
                let is_short = ended.iter().any(|one| one.warnings.has(Warning::FewWaves));
                Self::Waves(if is_short { waves.unknown() } else { waves }, n)
            }
            Some((LoadLevel::InFlight(_), true)) | None => Self::Rounds,
        }
    }

    /// The 95 % interval of the median of finite values; `None` if too few waves, runs or rounds carry one.
    pub(crate) fn median_interval(self, values: &OfRuns<'_, f64>) -> Option<Interval> {
        match self {
            Self::Rounds => Interval::of_median(alone(values)),
            Self::Waves(waves, n) => {
                waves.with_values(values.len(), n).median_interval(&alone(values))
            }
            Self::Runs => by_run(values).median_interval(),
        }
    }

    /// The `p`-quantile of values, where ∞ is a failed request, with its 95 % interval.
    pub(crate) fn tail(self, values: &OfRuns<'_, f64>, p: f64) -> Option<Tail> {
        match self {
            Self::Rounds => {
                let failed = values.iter().filter(|(_, value)| !value.is_finite()).count();
                Tail::of(alone(values), failed, p)
            }
            Self::Waves(waves, n) => waves.with_values(values.len(), n).tail(&alone(values), p),
            Self::Runs => by_run(values).tail(p),
        }
    }

    /// The 95 % interval of the share of requests that an event happens to; `None` without requests.
    pub(crate) fn share_interval(self, happened: &OfRuns<'_, bool>) -> Option<Interval> {
        match self {
            Self::Rounds => {
                let events = happened.iter().filter(|(_, one)| *one).count();
                share_interval(events, happened.len(), 1.0 - ALPHA)
            }
            Self::Waves(waves, n) => {
                waves.with_values(happened.len(), n).share_interval(&alone(happened))
            }
            Self::Runs => by_run(happened).share_interval(),
        }
    }
}

fn alone<T: Copy>(values: &OfRuns<'_, T>) -> Vec<T> {
    values.iter().map(|(_, value)| *value).collect()
}

fn by_run<T: Copy>(values: &OfRuns<'_, T>) -> Runs<T> {
    let runs = values.chunk_by(|(a, _), (b, _)| a == b);
    Runs::of(runs.map(|run| run.iter().map(|(_, value)| *value).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::rounds;

    fn of(points: &[MeasuredRequest]) -> (Dependence, OfRuns<'_, f64>) {
        let ended: Vec<&MeasuredRequest> = points.iter().collect();
        let values = ended.iter().filter_map(|one| Some((one.run.as_str(), one.ttft_ms?)));
        (Dependence::of(&ended), values.collect())
    }

    #[test]
    fn runs_of_unequal_size_are_not_cut_into_parts_of_their_mean_size() {
        let sizes = [320, 10, 10, 10, 10, 10, 10, 10, 10, 10];
        let run = |(number, size): (usize, &usize)| {
            let mut points = rounds("a", &vec![(); *size], |one, ()| {
                one.ttft_ms = Some(100.0 * float(number + 1));
            });
            for point in &mut points {
                point.run = format!("run-{number}");
            }
            points
        };
        let points: Vec<MeasuredRequest> = sizes.iter().enumerate().flat_map(run).collect();
        let (dependence, values) = of(&points);
        assert_eq!(dependence, Dependence::Runs, "ten of them");
        assert_eq!(dependence.median_interval(&values), None, "of which one is nearly all");
        let tail = dependence.tail(&values, 0.95).expect("there are requests");
        assert_eq!((tail.low, tail.high), (None, None), "so its p95 is as unsure");
    }

    #[test]
    fn the_error_rate_of_rounds_is_never_surer_of_none_than_of_some() {
        let of = |failed: &[u32]| {
            let rounds: OfRuns<'_, bool> = (0..10).map(|n| ("run", failed.contains(&n))).collect();
            Dependence::Rounds.share_interval(&rounds).expect("of ten")
        };
        let (none, neighbours, apart) = (of(&[]), of(&[4, 5]), of(&[1, 8]));
        assert_eq!(neighbours, apart, "rounds are taken to be independent");
        assert!((neighbours.low - 0.025).abs() < 1e-3, "Clopper and Pearson: {neighbours:?}");
        assert!((neighbours.high - 0.556).abs() < 1e-3, "{neighbours:?}");
        assert!(none.high - none.low < neighbours.high - neighbours.low, "{none:?}");
        assert!(none.high < neighbours.high, "and no likelier to fail: {none:?}");
    }

    #[test]
    fn one_request_at_a_time_may_resemble_the_one_before() {
        let drift: Vec<f64> = (0..40).map(|n| f64::from(n / 10)).collect();
        let mut points = rounds("a", &drift, |one, level| one.ttft_ms = Some(100.0 + 50.0 * level));
        let width = |points: &[MeasuredRequest]| {
            let (dependence, values) = of(points);
            dependence.median_interval(&values).map(|ci| ci.high - ci.low)
        };
        for point in &mut points {
            point.raced = true;
        }
        let of_rounds = width(&points).expect("rounds are taken to be independent");
        for point in &mut points {
            point.raced = false;
        }
        assert!(width(&points).is_none_or(|width| width > of_rounds), "a level's requests are not");
    }
}
