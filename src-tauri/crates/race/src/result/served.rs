//! How many requests an open loop serves per second, and how many of them within the limits: both of the same requests and over
//! the same time, so that the one is never more than the other.

use checks::CheckVerdict;
use measure::ReasoningType;

use crate::plan::load::Limits;
use crate::result::backlog::{self, Backlog};
use crate::result::level_request::LevelRequest;
use crate::result::sample::Sample;
use crate::result::status::Status;
use crate::result::steady_window::{Flight, FlightEnd, as_f64};

/// Requests per second of an open loop.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Served {
    /// Those that succeed.
    pub(crate) ok: f64,
    /// Those within every limit whose answer is not wrong ([`is_good`]); absent without limits, or where it is not known of one.
    pub(crate) good: Option<f64>,
    /// Those whose answer is known to be right, where requests are those that ended in the time of a backlog; absent without checks.
    pub(crate) right: Option<f64>,
}

impl Served {
    /// Of a level in which some time was steady: its measured requests ÷ the time in which they were due. A request counts
    /// where it was due and not where it ended: one that a stall holds up is answered late, but not in another second's stead.
    /// `None` with too few.
    pub(crate) fn of_steady(requests: &[LevelRequest], limits: Option<&Limits>) -> Option<Self> {
        let per_second = Self::due_per_second(requests)?;
        let ended =
            || requests.iter().filter(|one| one.is_measured && !one.sample.status.is_ours());
        let all = ended().count();
        let part = |count: usize| per_second * as_f64(count as u64) / as_f64(all as u64);
        let good = limits.and_then(|limits| good(limits, ended().map(|one| &one.sample)));
        (all > 0).then(|| Self {
            ok: part(ended().filter(|one| one.sample.status.is_ok()).count()),
            good: good.map(|good| part(number(&good))),
            right: None,
        })
    }

    /// Of a level whose requests surely come faster than they are answered, by however little, or of which no time is known to be
    /// steady: those that ended in the time of its backlog.
    pub(crate) fn of_backlog(
        backlog: &Backlog,
        requests: &[LevelRequest],
        limits: Option<&Limits>,
    ) -> Option<Self> {
        let (from, until) = backlog::window(requests)?;
        let is_inside = |flight: &Flight| from < flight.ended_ns && flight.ended_ns <= until;
        let ended = || {
            requests.iter().filter(|one| {
                Flight::of(one)
                    .is_some_and(|flight| flight.end == FlightEnd::Ok && is_inside(&flight))
            })
        };
        let all = as_f64(ended().count() as u64).max(1.0);
        let good = limits.and_then(|limits| good(limits, ended().map(|one| &one.sample)));
        let ok = backlog.answered_per_s;
        let per_second = |count: usize| ok * as_f64(count as u64) / all;
        let is_right = |one: &&LevelRequest| one.sample.right == Some(true);
        let are_checked = ended().any(|one| one.sample.verdict().is_some());
        Some(Self {
            ok,
            good: good.map(|good| per_second(number(&good))),
            right: are_checked.then(|| per_second(ended().filter(is_right).count())),
        })
    }

    /// How many measured requests were due per second, until the next was due or, if none was, for another gap as long as theirs
    /// are on average; `None` for fewer than two.
    pub(crate) fn due_per_second(requests: &[LevelRequest]) -> Option<f64> {
        let due = |one: &LevelRequest| one.recording.timeline.plan_ns;
        let measured = || requests.iter().filter(|one| one.is_measured).map(due);
        let (first, last) = (measured().min()?, measured().max()?);
        let n = as_f64(measured().count() as u64);
        let next =
            requests.iter().filter(|one| !one.is_measured).map(due).filter(|at| *at > last).min();
        let lasted = match next {
            Some(next) => as_f64(next - first),
            None if n > 1.0 => as_f64(last - first) * n / (n - 1.0),
            None => return None,
        };
        (lasted > 0.0).then(|| n / lasted * 1e9)
    }
}

/// Which of these requests are good; `None` if that is unknown of one.
pub(crate) fn good<'a>(
    limits: &Limits,
    samples: impl IntoIterator<Item = &'a Sample>,
) -> Option<Vec<bool>> {
    samples.into_iter().map(|sample| is_good(limits, sample)).collect()
}

/// How many of these are.
pub(crate) fn number(good: &[bool]) -> usize {
    good.iter().filter(|is_good| **is_good).count()
}

/// Whether a request counts for goodput: it succeeded within every limit and, if its answer was checked, is right. `None` if it is within every
/// limit and its checks cannot say. An unknown value is not within a limit.
pub(crate) fn is_good(limits: &Limits, sample: &Sample) -> Option<bool> {
    if !is_within(limits, sample) {
        return Some(false);
    }
    match sample.verdict() {
        None | Some(CheckVerdict::Right) => Some(true),
        Some(CheckVerdict::Wrong) => Some(false),
        Some(CheckVerdict::Unknown) => None,
    }
}

/// Whether a request succeeded within every limit. An answer too short or too bundled for a TPOT has (latency − TTFT) ÷ (tokens − tokens
/// of the first read), as serving benchmarks have it, and 0 if no token came later.
fn is_within(limits: &Limits, sample: &Sample) -> bool {
    let within = |limit: Option<f64>, value: Option<f64>| {
        limit.is_none_or(|limit| value.is_some_and(|value| value <= limit))
    };
    let speed = &sample.speed;
    let per_token = || {
        let after_first = (speed.latency_ms? - speed.ttft_ms?).max(0.0);
        // How many tokens a summary of the reasoning stands for is unknown: at least one.
        let is_counted = sample.reasoning_type != ReasoningType::Summary;
        let tokens =
            speed.tokens_per_chunk.filter(|_| is_counted).map(|of| of * f64::from(speed.chunks));
        Some(match tokens.zip(speed.first_read_tokens).map(|(all, first)| all - first) {
            None => after_first,
            Some(later) if later < 0.5 => 0.0,
            Some(later) => after_first / later.max(1.0),
        })
    };
    sample.status == Status::Ok
        && within(limits.ttft_ms, speed.ttft_perceived_ms.or(speed.ttft_ms))
        && within(limits.tpot_ms, speed.tpot_ms.or_else(per_token))
        && within(limits.latency_ms, speed.latency_perceived_ms.or(speed.latency_ms))
}

#[cfg(test)]
#[path = "overload_tests.rs"]
mod overload_tests;
#[cfg(test)]
mod tests {
    use checks::CheckResult;
    use measure::Recording;

    use super::*;
    use crate::plan::step::Step;
    use crate::result::level::{Level, LevelEnd};
    use crate::result::level_request::Times;
    use crate::testing::sample;

    const MS: u64 = 1_000_000;

    /// A request that was due at `due_ms` and has its first token at `first_ms` and its last 0.2 s later.
    fn request(is_measured: bool, due_ms: u64, first_ms: u64) -> LevelRequest {
        let mut recording = Recording::starting_at(due_ms * MS);
        recording.timeline.send_ns = Some(due_ms * MS);
        recording.timeline.close_ns = Some((first_ms + 200) * MS);
        let mut sample = sample(Status::Ok);
        let waited = f64::from(u32::try_from(first_ms - due_ms).expect("short"));
        sample.speed.ttft_ms = Some(waited);
        sample.speed.ttft_perceived_ms = Some(waited);
        sample.speed.latency_ms = Some(waited + 200.0);
        sample.speed.latency_perceived_ms = Some(waited + 200.0);
        LevelRequest { is_measured, agent: None, sample, recording }
    }

    /// Ten a second, of which 80 are measured, to a server that begins to answer after 0.1 s, but for 3 s from `stall_ms` on
    /// not at all.
    fn stalled(stall_ms: u64) -> Vec<LevelRequest> {
        let first = |due_ms: u64| {
            let at = due_ms + 100;
            if (stall_ms..stall_ms + 3_000).contains(&at) { stall_ms + 3_100 } else { at }
        };
        (0..120_u64).map(|n| request((5..85).contains(&n), n * 100, first(n * 100))).collect()
    }

    fn level(rate: f64, asked: &[LevelRequest]) -> Level {
        let limits = Limits { ttft_ms: Some(500.0), ..Limits::default() };
        let times = Times { began_ns: 0, over_ns: 12_000 * MS, window: None, strain: None };
        Level::of(Step::Rate(rate), LevelEnd::Done, &times, asked, Some(&limits))
    }

    #[test]
    fn a_stall_costs_an_open_loop_as_much_goodput_whenever_it_comes() {
        for stall_ms in [2_000, 4_000, 5_400] {
            let level = level(10.0, &stalled(stall_ms));
            let (rps, goodput) = level.rps.zip(level.goodput).expect("there was a steady time");
            assert!((rps - 10.0).abs() < 1e-9, "each was answered, at {stall_ms}: {rps}");
            let good = level.good_fraction.expect("there is a limit");
            assert!((goodput - 10.0 * good).abs() < 1e-9, "the same requests: {goodput}");
            assert!(
                (6.5..7.2).contains(&goodput),
                "three of ten seconds, at {stall_ms}: {goodput}"
            );
        }
    }

    #[test]
    fn goodput_past_a_servers_capacity_is_of_what_it_answers() {
        // 100 a second come to a server that begins one every 20 ms, the first at once.
        let asked: Vec<LevelRequest> =
            (0..400_u64).map(|n| request(true, n * 10, 20 * n + 100)).collect();
        let level = level(100.0, &asked);
        let (rps, goodput) = level.rps.zip(level.goodput).expect("it answers some");
        assert!((rps - 50.0).abs() < 2.0, "50 a second: {rps}");
        assert!((0.0..8.0).contains(&goodput), "all but the first wait for over 0.5 s: {goodput}");
    }

    #[test]
    fn right_answers_past_a_servers_capacity_are_of_the_requests_and_the_time_of_the_others() {
        // Of those that it answers in time, the first half is right; what is answered later is surplus, and wrong.
        let mut asked: Vec<LevelRequest> =
            (0..400_u64).map(|n| request(n < 100, n * 10, 20 * n + 100)).collect();
        for (n, one) in asked.iter_mut().enumerate() {
            one.sample.right = Some(n < 100);
        }
        let level = level(100.0, &asked);
        let rps = level.rps.expect("it answers some");
        let right = level.right_answers().expect("they were checked");
        assert_eq!(right.share, Some(1.0), "every measured answer is right");
        let per_s = right.right_per_s.expect("it serves some");
        // Between 0.9 s and 4 s it answers those numbered 30 to 185, of which 30 to 99 are right.
        assert!((0.38..0.52).contains(&(per_s / rps)), "not all of them: {per_s} of {rps}");
        let unchecked: Vec<LevelRequest> =
            (0..400_u64).map(|n| request(true, n * 10, 20 * n + 100)).collect();
        assert_eq!(self::level(100.0, &unchecked).right_per_s, None, "nothing was checked");
    }

    fn unknown(check: &str) -> CheckResult {
        let (check, verdict) = (check.to_owned(), CheckVerdict::Unknown);
        CheckResult {
            check,
            check_phrase: None,
            verdict,
            reason: None,
            reason_phrase: None,
            tool_call_error: None,
        }
    }

    #[test]
    fn goodput_is_of_right_answers_where_they_are_checked() {
        let of = |verdict: &dyn Fn(u64) -> Option<bool>, step: Step| {
            let mut asked: Vec<LevelRequest> = (0..120_u64)
                .map(|n| request((5..85).contains(&n), n * 100, n * 100 + 100))
                .collect();
            for (n, one) in (0..).zip(&mut asked) {
                one.sample.checks = vec![unknown("contains:7")];
                one.sample.right = verdict(n);
            }
            let window = Some((500 * MS, 8_500 * MS));
            let times = Times { began_ns: 0, over_ns: 12_000 * MS, window, strain: None };
            let limits = Limits { ttft_ms: Some(500.0), ..Limits::default() };
            Level::of(step, LevelEnd::Done, &times, &asked, Some(&limits))
        };
        for step in [Step::Rate(10.0), Step::Streams(3)] {
            let level = of(&|n| Some(n % 4 > 0), step);
            let (rps, goodput) = level.rps.zip(level.goodput).expect("there was a steady time");
            assert!((goodput / rps - 0.75).abs() < 1e-9, "a quarter is wrong: {goodput} of {rps}");
            assert_eq!(level.good_fraction, Some(0.75), "the same requests");
            let ci = level.good_fraction_ci.expect("eighty requests");
            assert!(ci.contains(0.75) && ci.high < 1.0, "as sure as its requests: {ci:?}");
            let right = level.right_answers().and_then(|right| right.right_per_s).expect("a rate");
            assert!((goodput - right).abs() < 1e-9, "all of which are in time: {goodput}, {right}");
            let level = of(&|n| (n % 4 > 0).then_some(true), step);
            let goodput = [level.goodput, level.good_fraction];
            let intervals = [level.goodput_ci, level.good_fraction_ci];
            assert_eq!((goodput, intervals), ([None; 2], [None; 2]), "of a quarter nobody knows");
            assert!(level.rps.is_some(), "they were answered");
        }
    }

    #[test]
    fn what_a_check_cannot_say_matters_only_within_the_limits() {
        let limits = Limits { ttft_ms: Some(500.0), ..Limits::default() };
        let mut one = request(true, 0, 100).sample;
        assert_eq!(is_good(&limits, &one), Some(true), "nothing was checked");
        one.checks = vec![unknown("language:en")];
        assert_eq!(is_good(&limits, &one), None, "nobody knows");
        one.right = Some(false);
        assert_eq!(is_good(&limits, &one), Some(false), "it is wrong");
        let mut late = request(true, 0, 900).sample;
        late.checks.clone_from(&one.checks);
        assert_eq!(is_good(&limits, &late), Some(false), "whatever it said, it was late");
        late.status = Status::ErrorHttp;
        assert_eq!(is_good(&limits, &late), Some(false), "nor is a failed one good");
    }

    #[test]
    fn requests_that_ended_by_themselves_stand_for_those_that_were_stopped() {
        let mut asked: Vec<LevelRequest> =
            (0..20_u64).map(|n| request(true, n * 100, n * 100 + 100)).collect();
        for one in asked.iter_mut().skip(18) {
            one.sample.status = Status::Cancelled;
        }
        asked[3].sample.status = Status::ErrorHttp;
        let served = Served::of_steady(&asked, None).expect("there are twenty");
        assert!((served.ok - 10.0 * 17.0 / 18.0).abs() < 1e-9, "one of 18 failed: {served:?}");
        assert_eq!(Served::of_steady(&asked[..1], None), None, "one has no rate");
    }
}
