//! What the prompt cache saves a contender in time to first token.

use std::collections::BTreeSet;

use measure::CacheTime;

use crate::dependence::{Dependence, OfRuns};
use crate::request::{MeasuredRequest, Outcome};

/// The requests of a contender with input from a prompt cache, beside those of `all` that asked the same in the same way and had none,
/// which are another contender unless both are pooled. `None` if cached requests are of several prompts, or prompts of a set, which a cache
/// may serve very differently, or if those of either side are too few for an interval.
pub(crate) fn cache_time(own: &[&MeasuredRequest], all: &[&MeasuredRequest]) -> Option<CacheTime> {
    let is_warm = |one: &MeasuredRequest| one.cached_tokens.is_some_and(|tokens| tokens > 0.0);
    let warm: Vec<&MeasuredRequest> =
        own.iter().copied().filter(|one| is_good(one) && is_warm(one)).collect();
    let first = *warm.first()?;
    if warm.iter().any(|one| one.prompt != first.prompt) {
        return None;
    }
    // What was asked otherwise than the first is in no pair.
    let is_alike = |one: &&MeasuredRequest| asks_like(one, first);
    let mut warm: Vec<&MeasuredRequest> = warm.into_iter().filter(is_alike).collect();
    let mut cold: Vec<&MeasuredRequest> = all
        .iter()
        .copied()
        .filter(|one| is_good(one) && one.cached_tokens == Some(0.0))
        .filter(is_alike)
        .collect();
    let rows = |of: &[&MeasuredRequest]| -> BTreeSet<Option<u32>> {
        of.iter().map(|one| one.set_row).collect()
    };
    let both = &rows(&cold) & &rows(&warm);
    let (Some(row), 1) = (both.first(), both.len()) else { return None };
    for side in [&mut cold, &mut warm] {
        side.retain(|one| one.set_row == *row);
    }
    let ([cold, warm], [cold_ci, warm_ci]) =
        ([times(&cold), times(&warm)], [&cold, &warm].map(|part| interval(part)));
    let found = CacheTime::of((&cold, cold_ci), (&warm, warm_ci))?;
    found.saved_share_ci.is_some().then_some(found)
}

fn is_good(one: &MeasuredRequest) -> bool {
    one.outcome == Outcome::Good
}

fn asks_like(one: &MeasuredRequest, other: &MeasuredRequest) -> bool {
    one.provider == other.provider
        && one.model == other.model
        && one.load == other.load
        && one.prompt == other.prompt
        && one.swept_length == other.swept_length
        && one.asked_with == other.asked_with
        && one.machine == other.machine
}

fn timed(one: &MeasuredRequest) -> Option<f64> {
    one.ttft_ms.filter(|ms| ms.is_finite())
}

fn times(part: &[&MeasuredRequest]) -> Vec<f64> {
    part.iter().filter_map(|one| timed(one)).collect()
}

fn interval(part: &[&MeasuredRequest]) -> Option<measure::Interval> {
    let of_runs: OfRuns<'_, f64> =
        part.iter().filter_map(|one| Some((one.run.as_str(), timed(one)?))).collect();
    Dependence::of(part).median_interval(&of_runs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{gathered, rounds};

    #[test]
    fn what_the_cache_saves_is_timed_beside_the_same_request_without_it() {
        let all = [Some(0.0), Some(800.0)]
            .into_iter()
            .zip([1_000.0, 300.0])
            .flat_map(|(cached, ms)| {
                rounds("a", &[ms, ms + 1.0, ms + 2.0, ms + 3.0, ms + 4.0, ms + 5.0], |one, ms| {
                    (one.ttft_ms, one.cached_tokens) = (Some(ms), cached);
                })
            })
            .collect::<Vec<_>>();
        let groups = gathered(&all);
        let found: Vec<CacheTime> = groups
            .iter()
            .filter_map(|group| group.contender.carried.as_ref()?.cache_time)
            .collect();
        let [time] = &found[..] else { panic!("the warm one alone: {found:?}") };
        assert_eq!((time.cold, time.warm), (6, 6));
        let share = time.saved_share_ci.expect("six of each");
        assert!(share.low > 0.69 && share.high < 0.71, "{share:?}");
        let warm: Vec<MeasuredRequest> =
            all.iter().filter(|one| one.cached_tokens != Some(0.0)).cloned().collect();
        let alone = gathered(&warm);
        let carried = alone[0].contender.carried.as_ref().expect("a share is reported");
        assert_eq!(carried.cache_time, None, "nothing is beside it");
        let one_cold: Vec<MeasuredRequest> = all[5..].to_vec();
        let of_one = gathered(&one_cold);
        let carried = of_one.iter().find_map(|group| group.contender.carried.as_ref());
        let told = carried.expect("a share is reported").cache_time;
        assert_eq!(told, None, "of one cold request nothing is claimed");
    }

    /// Six cold and six warm requests of each row of a set, with the times of both.
    fn of_rows(rows: &[(f64, f64)]) -> Vec<MeasuredRequest> {
        let of_row = |(row, (cold, warm)): (u32, &(f64, f64))| {
            let each = [(Some(0.0), *cold), (Some(800.0), *warm)];
            let each: Vec<_> = each.iter().flat_map(|one| [*one; 6]).collect();
            rounds("a", &each, |one, (cached, ms)| {
                (one.ttft_ms, one.cached_tokens, one.set_row) = (Some(ms), cached, Some(row));
            })
        };
        (0..).zip(rows).flat_map(of_row).collect()
    }

    #[test]
    fn of_two_prompts_of_which_a_cache_saves_more_of_one_no_share_is_told() {
        let of_prompt = |prompt: &str, each: [f64; 2]| -> Vec<MeasuredRequest> {
            let each: Vec<(Option<f64>, f64)> =
                [Some(0.0), Some(900.0)].into_iter().zip(each).flat_map(|one| [one; 8]).collect();
            rounds("a", &each, |one, (cached, ms)| {
                (one.ttft_ms, one.cached_tokens) = (Some(ms), cached);
                one.prompt = prompt.to_owned();
            })
        };
        let saved = |all: &[MeasuredRequest]| {
            let groups = gathered(all);
            let carried = groups.iter().filter_map(|group| group.contender.carried.as_ref());
            carried.filter_map(|own| own.cache_time).map(|time| time.saved_share).next()
        };
        let (much, little) = (of_prompt("p", [600.0, 150.0]), of_prompt("q", [2_000.0, 1_900.0]));
        assert!(saved(&much).is_some_and(|share| (share - 0.75).abs() < 1e-9), "of one");
        for both in [[much.clone(), little.clone()], [little, much]] {
            assert_eq!(saved(&both.concat()), None, "75 % of one prompt and 5 % of the other");
        }
    }

    #[test]
    fn nothing_is_saved_over_prompts_of_several_lengths() {
        let saved = |all: &[MeasuredRequest]| {
            let groups = gathered(all);
            let carried = groups.iter().filter_map(|group| group.contender.carried.as_ref());
            carried.filter_map(|own| own.cache_time).map(|time| time.saved_share).next()
        };
        let rows = [(116.0, 54.0), (393.0, 86.0), (1_755.0, 222.0)];
        assert_eq!(saved(&of_rows(&rows)), None, "a mean of three cold ones beside a middle one");
        let of_one = saved(&of_rows(&rows[1..2])).expect("one prompt");
        assert!((of_one - (1.0 - 86.0 / 393.0)).abs() < 1e-9, "{of_one}");
        // A cold request of a prompt is beside no warm one of another.
        let mixed = [of_rows(&rows[..1])[..6].to_vec(), of_rows(&rows)[18..24].to_vec()].concat();
        assert_eq!(saved(&mixed), None, "other prompts");
    }
}
