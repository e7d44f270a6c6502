//! What the prompt cache saved a lane of a race in time, beside the share of the input that the server reports as cached.

use measure::{Amount, CacheTime, Count, Interval, LaneAt, Metric, Phrase, Unit};
use serde::{Deserialize, Serialize};

use crate::plan::{Plan, Workload};
use crate::result::cache_words::{saved, share_of};
use crate::result::lane::Lane;
use crate::result::request_part::is_same_contender;
use crate::result::sample::Sample;

/// The rounds of a lane with input from a prompt cache, beside those without: its own or, if it has none, those of another lane of the
/// same contender, such as one whose request has no cache marks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct CacheUseFinding {
    /// Index of the lane with rounds from the cache, among those that ran.
    pub lane: u32,
    /// Index of the lane without; the same if it is the lane's own rounds.
    pub other: u32,
    /// Share of the input from the cache, by the server's count: the median, or the mean of fewer than five.
    pub cached_share: f64,
    /// The times.
    #[serde(flatten)]
    pub time: CacheTime,
}

/// The same, in numbers and in words.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct CacheUse {
    /// What was found.
    #[serde(flatten)]
    pub found: CacheUseFinding,
    /// The same in words.
    pub sentence: Phrase,
}

impl CacheUse {
    /// It in words, with the lanes by these names; `None` where one has none.
    pub fn text(&self, names: &[String]) -> Option<String> {
        self.sentence.text(names)
    }
}

measure::phrases! {
    fn of_lane(lane: LaneAt, share: Amount, warm: Phrase, cold: Phrase, saved: Option<Phrase>) = "cache_use.of_lane",
        "{lane} with {share} of its input from the cache, by the server's count: TTFT {warm}, and {cold} without{saved}.";
    fn of_two(lane: LaneAt, share: Amount, warm: Phrase, other: LaneAt, cold: Phrase, saved: Option<Phrase>) = "cache_use.of_two",
        "{lane} with {share} of its input from the cache, by the server's count: TTFT {warm}, and {other} without: {cold}{saved}.";
    fn over(ttft: Amount, n: Count) = "cache_use.over", "{ttft} over {n} {n:round|rounds}";
}

/// See [`Run::cache_uses`](crate::Run::cache_uses).
pub(crate) fn cache_uses(plan: &Plan, lanes: &[Lane]) -> Vec<CacheUse> {
    // Rows of a set ask different things, of which any may be longer.
    if !matches!(plan.workload(), Workload::Rounds { .. }) || plan.set.is_some() {
        return Vec::new();
    }
    let all: Vec<Rounds> = lanes.iter().map(Rounds::of).collect();
    let beside = |at: usize| {
        let is_other = |other: &usize| {
            let places = lanes.get(at).zip(lanes.get(*other));
            *other != at
                && places.is_some_and(|(one, two)| is_same_contender(plan, one.place, two.place))
        };
        let others = (0..all.len()).filter(is_other);
        std::iter::once(at).chain(others).find(|at| all.get(*at).is_some_and(Rounds::is_cold))
    };
    let warm = all.iter().enumerate().filter(|(_, rounds)| !rounds.warm.is_empty());
    warm.filter_map(|(at, rounds)| {
        let other = beside(at)?;
        cache_use((at, rounds), (other, all.get(other)?))
    })
    .collect()
}

/// The times to first token of a lane's rounds, in milliseconds, by whether the server reports input from its cache.
#[derive(Default)]
struct Rounds {
    cold: Vec<f64>,
    warm: Vec<f64>,
    shares: Vec<f64>,
}

impl Rounds {
    fn of(lane: &Lane) -> Self {
        let mut rounds = Self::default();
        if lane.is_chain() {
            return rounds;
        }
        let good = lane.samples.iter().filter(|sample| sample.status.is_ok());
        for sample in good {
            let Some((ms, tokens)) = timed(sample).zip(sample.cached_read_tokens) else { continue };
            if tokens == 0 {
                rounds.cold.push(ms);
            } else {
                rounds.warm.push(ms);
                rounds.shares.extend(sample.cached_share);
            }
        }
        rounds
    }

    fn is_cold(&self) -> bool {
        !self.cold.is_empty()
    }
}

fn timed(sample: &Sample) -> Option<f64> {
    sample.value(Metric::TtftMs).filter(|ms| ms.is_finite())
}

fn cache_use(
    (lane, rounds): (usize, &Rounds),
    (other, without): (usize, &Rounds),
) -> Option<CacheUse> {
    let ci = |times: &[f64]| Interval::of_median(times.iter().copied());
    let (cold, warm) = (&without.cold, &rounds.warm);
    let time = CacheTime::of((cold, ci(cold)), (warm, ci(warm)))?;
    let cached_share = measure::middle(rounds.shares.iter().copied())?;
    let (lane, other) = (u32::try_from(lane).ok()?, u32::try_from(other).ok()?);
    let saved = saved(&time);
    let ttft = |ms, n: u32| over(Amount::of(Unit::Duration, ms), n.into());
    let (warm, cold) = (ttft(time.warm_ttft_ms, time.warm), ttft(time.cold_ttft_ms, time.cold));
    let sentence = if lane == other {
        of_lane(LaneAt(lane), share_of(cached_share), warm, cold, saved)
    } else {
        of_two(LaneAt(lane), share_of(cached_share), warm, LaneAt(other), cold, saved)
    };
    Some(CacheUse { found: CacheUseFinding { lane, other, cached_share, time }, sentence })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::status::Status;
    use crate::testing::{lane, run, sample};

    fn answered(ttft_ms: f64, cached: Option<u32>) -> Sample {
        let mut answered = sample(Status::Ok);
        answered.speed.ttft_ms = Some(ttft_ms);
        answered.cached_read_tokens = cached;
        answered.cached_share = cached.map(|cached| f64::from(cached) / 1_000.0);
        answered
    }

    fn told(samples: &[Vec<Sample>]) -> Vec<String> {
        let run = run(samples.iter().map(|samples| lane(samples.clone())).collect());
        let names = ["A".to_owned(), "B".to_owned()];
        run.cache_uses().iter().filter_map(|used| used.text(&names)).collect()
    }

    #[test]
    fn rounds_from_the_cache_are_timed_beside_those_without() {
        let cold = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0].map(|more| answered(1_000.0 + more, Some(0)));
        let warm = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0].map(|more| answered(300.0 + more, Some(800)));
        let all: Vec<Sample> = cold.iter().chain(&warm).cloned().collect();
        let [said] = &told(&[all])[..] else { panic!("one lane") };
        assert!(said.starts_with("A with 80 % of its input from the cache"), "{said}");
        assert!(said.contains("over 6 rounds") && said.contains(" to 70"), "{said}");
        let one: Vec<Sample> = cold.iter().take(1).chain(&warm).cloned().collect();
        let [said] = &told(&[one])[..] else { panic!("one lane") };
        assert!(said.ends_with("over 1 round without."), "one time claims nothing: {said}");
        assert_eq!(told(&[warm.to_vec()]), [""; 0], "nothing is beside it");
        let unknown: Vec<Sample> = warm.iter().cloned().chain([answered(1_000.0, None)]).collect();
        assert_eq!(told(&[unknown]), [""; 0], "what is not reported is not 0");
    }
}
