//! How much load a contender carries at a service level. Whether one load keeps a limit is decided by evidence that may
//! be looked at after every request; which load to measure next, by bisection.

use crate::binomial::as_f64;
use crate::waves::Waves;

/// Evidence at which a load is surely within a limit or surely past it: 2.5 % on either side.
const SURE: f64 = 40.0;
/// Evidence after which no more requests are started, as a multiple of [`SURE`]; those in flight may reduce it again.
const MORE: f64 = 2.0;
/// The percentile from which the effective number of independent requests is estimated.
const TAIL: f64 = 0.95;
/// Alternative shares of requests past the limit, as odds relative to those of the permitted share. For 5 % they are 0,
/// 1 and 2.5 %.
const WITHIN: [f64; 3] = [0.0, 0.192, 0.487];
/// See [`WITHIN`]: for 5 % they are 8, 12, 25 and 60 %.
const PAST: [f64; 4] = [1.652, 2.591, 6.333, 28.5];
/// Rates closer together than this share are not distinguished.
const CLOSE: f64 = 0.05;

/// How many requests of a load broke a limit, as independent requests: see [`Waves`].
///
/// The evidence is the likelihood ratio of other shares, averaged, against the permitted share, and so an e-process:
/// with independent requests the chance that it ever exceeds 1 ÷ α is at most α, however often one looks (J. Ville,
/// 1939; H. Robbins, 1970). The number of independent requests that the waves are worth is an estimate, so how much of
/// this guarantee remains is found by simulation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LimitTest {
    /// Requests past the limit, including failed ones.
    pub over: f64,
    /// All requests.
    pub n: f64,
    /// The share of requests permitted past it, above 0 and below 1.
    pub may_be: f64,
}

impl LimitTest {
    /// Tests which requests broke a limit that a share `may_be` of them may pass. `over` and `times` are in order of
    /// sending; the time of a failed request is ∞. Together they say how much requests of a wave resemble each other.
    /// If none is past the limit, each wave counts as at least one request. With too few waves for an estimate,
    /// each wave counts as one request.
    pub fn of(over: &[bool], times: &[f64], may_be: f64, waves: Waves) -> Self {
        let many = as_f64(over.iter().filter(|one| **one).count());
        let n = as_f64(over.len());
        let of_limit = if many > 0.0 { waves.worth(over) } else { None };
        // A rare event may happen to a whole wave at once: the rule for rare errors, however little is known about the
        // tail.
        let whole_waves = waves.number(over.len());
        let of_times = waves.worth_of_quantile(times, TAIL).map(|tail| tail.max(whole_waves));
        let worth = match (of_times, of_limit) {
            (Some(of_times), Some(of_limit)) => of_times.min(of_limit),
            (Some(of_times), None) => of_times,
            (None, _) => whole_waves,
        };
        let worth = worth.clamp(n.min(1.0), n);
        Self { over: if n > 0.0 { many / n * worth } else { 0.0 }, n: worth, may_be }
    }

    /// Whether the evidence that the load is within the limit is at least this large.
    fn is_within(self, evidence: f64) -> bool {
        self.evidence(&WITHIN) >= evidence
    }

    fn is_past(self, evidence: f64) -> bool {
        self.evidence(&PAST) >= evidence
    }

    /// Whether a larger share than permitted was past the limit.
    fn seems_past(self) -> bool {
        self.over > self.may_be * self.n
    }

    fn evidence(self, odds: &[f64]) -> f64 {
        let (over, under) = (self.over, (self.n - self.over).max(0.0));
        let usual = self.may_be / (1.0 - self.may_be);
        let ratio = |multiple: &f64| {
            let share = multiple * usual / (1.0 + multiple * usual);
            let of_over = if over == 0.0 { 1.0 } else { (share / self.may_be).powf(over) };
            of_over * ((1.0 - share) / (1.0 - self.may_be)).powf(under)
        };
        odds.iter().map(ratio).sum::<f64>() / as_f64(odds.len())
    }
}

/// What the requests of one load say about a service level, all of whose limits must be kept.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct LoadTest {
    /// Whether it is surely kept (`true`) or surely not (`false`); absent if undecided.
    pub verdict: Option<bool>,
    /// Whether it seems not to be kept.
    pub seems_past: bool,
    /// Whether more requests would hardly change the verdict.
    pub is_settled: bool,
}

impl LoadTest {
    /// Combines the verdicts of the limits. That all are kept is as sure as the least sure of them. That one is broken
    /// needs evidence multiplied by the number of limits, since any of them may err.
    pub fn of(tests: &[LimitTest]) -> Self {
        let past = SURE * as_f64(tests.len());
        let is_within =
            |evidence: f64| !tests.is_empty() && tests.iter().all(|test| test.is_within(evidence));
        let is_past = |evidence: f64| tests.iter().any(|test| test.is_past(evidence));
        Self {
            verdict: if is_within(SURE) { Some(true) } else { is_past(past).then_some(false) },
            seems_past: tests.iter().any(|test| test.seems_past()),
            is_settled: is_within(SURE * MORE) || is_past(past * MORE),
        }
    }
}

/// The range of loads in which a capacity lies. A higher load is assumed not to be served better.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct CapacityRange {
    /// The highest load that surely keeps the service level, below all that surely do not.
    pub within: Option<f64>,
    /// The lowest load that surely does not.
    pub past: Option<f64>,
}

impl CapacityRange {
    /// Computes the range from the measured loads.
    pub fn of(levels: &[(f64, LoadTest)]) -> Self {
        let told = |is_within: bool| {
            let told = levels.iter().filter(move |(_, test)| test.verdict == Some(is_within));
            told.map(|(load, _)| *load)
        };
        let past = told(false).min_by(f64::total_cmp);
        let is_below = |load: &f64| past.is_none_or(|past| *load < past);
        Self { within: told(true).filter(is_below).max_by(f64::total_cmp), past }
    }
}

/// The load to measure next: up the ascending `climb` until one seems past the limit, then between that and the highest
/// that seems within it. Loads are whole numbers if `is_whole`. `None` once no load is left between them.
pub fn next_load(levels: &[(f64, LoadTest)], climb: &[f64], is_whole: bool) -> Option<f64> {
    let seen = |test: LoadTest| test.verdict.map_or(test.seems_past, |is_within| !is_within);
    let is_measured =
        |load: f64| levels.iter().any(|(other, _)| (other - load).abs() < 1e-9 * load.max(1.0));
    let past = levels.iter().filter(|(_, test)| seen(*test)).map(|(load, _)| *load);
    let Some(past) = past.min_by(f64::total_cmp) else {
        let highest = levels.iter().map(|(load, _)| *load).fold(0.0, f64::max);
        return climb.iter().copied().find(|load| *load > highest);
    };
    let within = levels.iter().map(|(load, _)| *load).filter(|load| *load < past);
    let within = within.max_by(f64::total_cmp)?;
    let between = (within * past).sqrt();
    let between = if is_whole { between.round() } else { (between * 1e3).round() / 1e3 };
    let is_apart = if is_whole { past - within > 1.5 } else { past > within * (1.0 + CLOSE) };
    let is_new = between > within && between < past && !is_measured(between);
    if is_apart && !is_new && is_whole {
        return Some(within + 1.0).filter(|load| *load < past && !is_measured(*load));
    }
    (is_apart && is_new).then_some(between)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SplitMix64;

    fn limit(over: u32, n: u32) -> LimitTest {
        LimitTest { over: f64::from(over), n: f64::from(n), may_be: 0.05 }
    }

    fn test(over: u32, n: u32) -> LoadTest {
        LoadTest::of(&[limit(over, n)])
    }

    #[test]
    fn requests_that_are_in_flight_together_are_less_evidence_than_as_many_apart() {
        let times: Vec<f64> = (0..100).map(|n| f64::from(n * 37 % 100)).collect();
        let of = |times: &[f64], in_flight: f64| {
            let over: Vec<bool> = times.iter().map(|time| *time > 200.0).collect();
            LoadTest::of(&[LimitTest::of(&over, times, 0.05, Waves::of(in_flight))]).verdict
        };
        assert_eq!(of(&times, 1.0), Some(true), "one at a time, none past the limit");
        assert_eq!(of(&times, 32.0), None, "three waves");
        let failed = [f64::INFINITY; 100];
        assert_eq!(of(&failed, 32.0), Some(false), "three waves of failures");
        assert_eq!(of(&failed[..32], 32.0), None, "one may be luck");
        assert_eq!(of(&[], 4.0), None, "nothing was asked");
    }

    #[test]
    fn many_waves_without_a_request_past_the_limit_tell_though_their_tail_is_of_whole_waves() {
        // Twenty consecutive requests are slow together: the tail is hardly known, but it is far below the limit.
        let time = |n: u32| f64::from(n * 37 % 100) / 100.0 + if n < 20 { 50.0 } else { 10.0 };
        let times: Vec<f64> = (0..400).map(time).collect();
        let waves = Waves::of(2.0);
        let tail = waves.worth_of_quantile(&times, TAIL).expect("two hundred waves");
        assert!(tail < 90.0, "of too few independent requests: {tail}");
        let none = LimitTest::of(&[false; 400], &times, 0.05, waves);
        assert_eq!(LoadTest::of(&[none]).verdict, Some(true), "none of 200 waves: {none:?}");
        let few = LimitTest::of(&[false; 100], &times[..100], 0.05, waves);
        assert_eq!(LoadTest::of(&[few]).verdict, None, "none of 50 waves may be luck: {few:?}");
    }

    #[test]
    fn a_service_level_is_kept_where_each_of_its_limits_is() {
        let (kept, broken, unknown) = (limit(0, 200), limit(60, 100), limit(0, 10));
        let of = |tests: &[LimitTest]| LoadTest::of(tests).verdict;
        assert_eq!(of(&[kept, kept]), Some(true), "both are");
        assert_eq!(of(&[kept, unknown]), None, "of one it cannot be told");
        assert_eq!(of(&[kept, broken, unknown]), Some(false), "one is not");
        assert_eq!(of(&[]), None, "nothing was asked of it");
        let rare = LimitTest { over: 0.0, n: 100.0, may_be: 0.01 };
        assert_eq!(of(&[rare]), None, "none of 100 is luck in one case of three at 1 %");
        assert_eq!(of(&[LimitTest { n: 600.0, ..rare }]), Some(true), "none of 600 is not");
    }

    #[test]
    fn a_load_is_within_or_past_only_where_that_is_sure() {
        for (asked, verdict, why) in [
            (test(0, 60), None, "that many are luck in one case of twenty"),
            (test(0, 100), Some(true), "none of a hundred is not"),
            (test(5, 100), None, "one of twenty is the limit itself"),
            (test(12, 60), Some(false), "one of five"),
            (test(4, 4), Some(false), "all of four: 1 in 160,000 at the limit"),
            (test(0, 0), None, "nothing was asked"),
        ] {
            assert_eq!(asked.verdict, verdict, "{asked:?}: {why}");
        }
    }

    #[test]
    fn checked_after_every_request_a_load_at_its_limit_is_rarely_decided() {
        let mut random = SplitMix64::new(3);
        let mut wrong = 0;
        for _ in 0..2_000 {
            let mut over = 0;
            wrong += u32::from((1..=400).any(|n| {
                over += u32::from(random.unit() < 0.05);
                test(over, n).verdict.is_some()
            }));
        }
        assert!(wrong <= 100, "5 % of 2,000 are 100: {wrong}");
    }

    #[test]
    fn bisection_climbs_and_then_closes_in_on_whole_loads() {
        let climb = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0];
        let mut levels: Vec<(f64, LoadTest)> = Vec::new();
        while let Some(load) = next_load(&levels, &climb, true) {
            levels.push((load, if load > 37.0 { test(100, 100) } else { test(0, 100) }));
        }
        assert_eq!(
            CapacityRange::of(&levels),
            CapacityRange { within: Some(37.0), past: Some(38.0) },
            "37 and 38 lie next to each other: {levels:?}"
        );
        assert!(levels.len() <= 13, "seven up, and half of what is left each time: {levels:?}");
    }

    #[test]
    fn what_cannot_be_told_widens_the_range_and_does_not_stop_the_search() {
        let levels = [(1.0, test(0, 100)), (2.0, test(3, 100)), (4.0, test(60, 100))];
        let range = CapacityRange::of(&levels);
        assert_eq!((range.within, range.past), (Some(1.0), Some(4.0)), "2 is not told");
        assert_eq!(next_load(&levels, &[1.0, 2.0, 4.0, 8.0], true), Some(3.0), "it seems within");
        let rates = [(1.0, test(0, 100)), (2.0, test(100, 100))];
        assert_eq!(next_load(&rates, &[1.0, 2.0, 4.0], false), Some(1.414), "rates are not whole");
        assert_eq!(next_load(&[(1.0, test(9, 9))], &[1.0, 2.0], true), None, "not even the lowest");
    }
}
