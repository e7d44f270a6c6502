//! How sure the throughput, the goodput and the good share of a level are.
//!
//! A throughput is the mean of equal parts of the window, each at least as long as a request takes, so that those in flight
//! together fall into one part; its interval is that of the mean of parts (batch means: B. Schmeiser 1982). What an open loop
//! serves is a share of what was due, and how much that was is known.

use measure::{Interval, Waves};

use crate::plan::load::Limits;
use crate::result::level::Level;
use crate::result::level_request::{LevelRequest, Times};
use crate::result::level_tokens;
use crate::result::served::{self, Served};
use crate::result::steady_window::{Flight, FlightEnd, as_f64, completed, of_open_loop};

/// The most parts of a window; the fewest for an interval are those of [`measure::WAVES_FROM`].
const MOST_PARTS: f64 = 20.0;

impl Level {
    /// Its summaries and intervals again, if its width decided when it ended: each allows for so many looks.
    pub(crate) fn looked_at(
        &mut self,
        looks: u32,
        times: &Times,
        asked: &[LevelRequest],
        limits: Option<&Limits>,
    ) {
        self.looks = Some(looks);
        self.summarise();
        self.measure_intervals(times, asked, limits);
    }

    /// The intervals of its throughput, goodput and good share; each absent if unknown.
    pub(crate) fn measure_intervals(
        &mut self,
        times: &Times,
        asked: &[LevelRequest],
        limits: Option<&Limits>,
    ) {
        let good = limits.and_then(|limits| served::good(limits, self.counted()));
        let all = self.samples.len();
        let share = |waves: Waves, happened: &[bool]| {
            waves.with_values(happened.len(), all.max(happened.len())).share_interval(happened)
        };
        let waves = self.waves();
        self.good_fraction_ci = good.as_ref().and_then(|good| share(waves, good));
        let is_open = self.rate.is_some();
        let window = if is_open { of_open_loop(asked) } else { times.window };
        let flights: Vec<Flight> = asked.iter().filter_map(Flight::of).collect();
        let parts = window.map(|window| parts(window, &flights)).unwrap_or_default();
        let once = Waves::of(1.0).looked_at(self.looks.unwrap_or(1));
        let of_parts = |waves: Waves, count: &dyn Fn((u64, u64)) -> f64| {
            let per_s = |part: &(u64, u64)| count(*part) / as_f64(part.1 - part.0) * 1e9;
            let values: Vec<f64> = parts.iter().map(per_s).collect();
            waves.mean_interval(&values).map(not_below_none)
        };
        let tokens = |(from, until): (u64, u64)| {
            if is_open {
                level_tokens::arrived(asked, from + 1, until + 1)
            } else {
                level_tokens::spread(asked, (from, until))
            }
        };
        self.sys_output_tps_ci =
            self.sys_output_tps.and_then(|tps| of_parts(once, &tokens).map(|ci| centred(ci, tps)));
        let answered_in = |part: (u64, u64)| completed(&flights, part);
        (self.rps_ci, self.goodput_ci) = match self.backlog.filter(|it| self.is_of_backlog(it)) {
            Some(backlog) => (backlog.answered_ci, None),
            None if is_open => {
                let due = Served::due_per_second(asked).filter(|_| self.rps.is_some());
                let failed = self
                    .error_rate_ci
                    .map(|ci| Interval { low: 1.0 - ci.high, high: 1.0 - ci.low });
                let of_due =
                    |share: Option<Interval>| due.zip(share).map(|(due, share)| scaled(share, due));
                // So much of what came may have been left over, where that is not sure.
                let left = self.backlog.map_or(0.0, |backlog| backlog.growth_ci.high);
                let or_left = |ci: Interval, of: Option<f64>| {
                    let all_but_left = of.map_or(ci.low, |of| of * (1.0 - left.clamp(0.0, 1.0)));
                    Interval { low: ci.low.min(all_but_left), ..ci }
                };
                // Few waves do not show how failures come, and leave next to any share open; what ended over the time does.
                let answered = self.backlog.and_then(|backlog| backlog.answered_ci);
                let answered = answered.filter(|_| !waves.carry(all)).zip(self.rps);
                let rps = of_due(failed).map(|ci| {
                    let low = answered.map_or(ci.low, |(own, rps)| own.low.min(rps));
                    or_left(Interval { low, ..ci }, self.rps)
                });
                let good = of_due(self.good_fraction_ci).map(|ci| or_left(ci, self.goodput));
                (rps, good)
            }
            None => {
                // Each of two factors with half the doubt, so that both hold.
                let half = 1.0 - 0.025 / f64::from(self.looks.unwrap_or(1).max(1));
                let kept = limits.and_then(|limits| {
                    let ok = self.counted().into_iter().filter(|sample| sample.status.is_ok());
                    share(waves.with_confidence(half), &served::good(limits, ok)?)
                });
                let rps = of_parts(once.with_confidence(half), &answered_in);
                let goodput = rps.zip(kept).map(|(rps, kept)| Interval {
                    low: rps.low * kept.low,
                    high: rps.high * kept.high,
                });
                (of_parts(once, &answered_in), goodput)
            }
        };
        self.rps_ci = self.rps_ci.filter(|_| self.rps.is_some());
        self.goodput_ci = self.goodput_ci.filter(|_| self.goodput.is_some());
    }
}

/// Equal parts of a window, each at least as long as an answer on average.
fn parts((from, until): (u64, u64), flights: &[Flight]) -> Vec<(u64, u64)> {
    let took = || {
        let ok = flights.iter().filter(|flight| flight.end == FlightEnd::Ok);
        ok.map(|flight| as_f64(flight.ended_ns - flight.sent_ns))
    };
    let many = as_f64(took().count() as u64);
    let mean = took().sum::<f64>() / many;
    let number = (as_f64(until - from) / mean).floor().min(MOST_PARTS);
    if number.is_nan() || number < 1.0 {
        return Vec::new();
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to 20")]
    let number = number as u64;
    let at = |part: u64| from + (until - from) * part / number;
    (0..number).map(|part| (at(part), at(part + 1))).filter(|(from, until)| from < until).collect()
}

/// An interval of the same width around a value: where a window begins and ends within answers, its parts count those otherwise than it does.
fn centred(ci: Interval, value: f64) -> Interval {
    let reach = (ci.high - ci.low) / 2.0;
    not_below_none(Interval { low: value - reach, high: value + reach })
}

fn scaled(share: Interval, by: f64) -> Interval {
    Interval { low: share.low * by, high: share.high * by }
}

fn not_below_none(ci: Interval) -> Interval {
    Interval { low: ci.low.max(0.0), ..ci }
}

#[cfg(test)]
mod tests {
    use measure::{ArrivalEvent, Kind, Recording, SplitMix64, TokensSoFar};

    use super::*;
    use crate::plan::step::Step;
    use crate::result::level::LevelEnd;
    use crate::result::status::Status;
    use crate::testing::sample;

    const MS: u64 = 1_000_000;

    fn answered(sent_ms: u64, took_ms: u64, is_measured: bool) -> LevelRequest {
        let mut recording = Recording::starting_at(sent_ms * MS);
        recording.timeline.send_ns = Some(sent_ms * MS);
        let at_ns = (sent_ms + took_ms) * MS;
        recording.timeline.push(ArrivalEvent {
            at_ns,
            event: 0,
            kind: Kind::Answer,
            text_bytes: 2,
            wire_bytes: 9,
            tokens_so_far: TokensSoFar::UNTOLD,
        });
        recording.transcript.push(Kind::Answer, "Hi");
        recording.timeline.close_ns = Some(at_ns);
        let mut sample = sample(Status::Ok);
        sample.speed.latency_ms = u32::try_from(took_ms).ok().map(f64::from);
        (sample.out_tokens_server, sample.out_tokens_neutral) = (Some(10), Some(1));
        LevelRequest { is_measured, agent: None, sample, recording }
    }

    /// Four streams whose answers take 100 ms on average, exponentially, for ten seconds.
    fn closed(seed: u64) -> Level {
        let mut random = SplitMix64::new(seed);
        let mut asked = Vec::new();
        for _ in 0..4 {
            let mut at_ms = 0;
            while at_ms < 10_500 {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "small"
                )]
                let took_ms = (-random.unit().ln() * 100.0) as u64 + 1;
                asked.push(answered(at_ms, took_ms, at_ms > 500));
                at_ms += took_ms;
            }
        }
        let window = Some((500 * MS, 10_500 * MS));
        let times = Times { began_ns: 0, over_ns: 11_000 * MS, window, strain: None };
        let limits = Limits { latency_ms: Some(150.0), ..Limits::default() };
        Level::of(Step::Streams(4), LevelEnd::Done, &times, &asked, Some(&limits))
    }

    #[test]
    fn the_intervals_of_a_closed_loop_hold_the_truth_in_about_95_of_100() {
        // Four in flight ÷ 100.5 ms, each of ten tokens, of which 1 − e^(−1.5) are within 150 ms.
        let (rps, good) = (4.0 / 0.1005, 1.0 - (-1.5_f64).exp());
        let (mut held, mut narrow) = ([0; 4], [0; 4]);
        for seed in 0..200 {
            let level = closed(seed);
            let truths = [
                (level.rps_ci, rps),
                (level.sys_output_tps_ci, 10.0 * rps),
                (level.good_fraction_ci, good),
                (level.goodput_ci, rps * good),
            ];
            for (at, (ci, truth)) in truths.into_iter().enumerate() {
                let ci = ci.expect("a hundred answers long");
                held[at] += u32::from(ci.low <= truth && truth <= ci.high);
                narrow[at] += u32::from(ci.high - ci.low < 0.5 * truth);
            }
        }
        assert!(
            narrow.iter().all(|narrow| *narrow >= 120),
            "they say something: {narrow:?} of 200"
        );
        assert!(held.iter().all(|held| *held >= 184), "of 200: {held:?}");
    }

    #[test]
    fn streams_in_step_have_as_sure_a_throughput_in_tokens_as_in_requests() {
        // Two streams that wait 100 ms and then write 20 tokens in 190 ms, each time together.
        let asked: Vec<LevelRequest> = (0..60_u64)
            .map(|n| {
                let sent_ms = n / 2 * 291;
                let mut one = answered(sent_ms, 290, n >= 4);
                let timeline = &mut one.recording.timeline;
                timeline.marks.clear();
                for token in 0..20 {
                    timeline.push(ArrivalEvent {
                        at_ns: (sent_ms + 100 + token * 10) * MS,
                        event: u32::try_from(token).expect("small"),
                        kind: Kind::Answer,
                        text_bytes: 4,
                        wire_bytes: 9,
                        tokens_so_far: TokensSoFar::UNTOLD,
                    });
                }
                one.recording.transcript = measure::Transcript::default();
                one.recording.transcript.push(Kind::Answer, &" the".repeat(20));
                (one.sample.out_tokens_server, one.sample.out_tokens_neutral) =
                    (Some(20), Some(20));
                one
            })
            .collect();
        let window = Some((290 * MS, 8_700 * MS));
        let times = Times { began_ns: 0, over_ns: 8_730 * MS, window, strain: None };
        let level = Level::of(Step::Streams(2), LevelEnd::Done, &times, &asked, None);
        let (tps, ci) = (level.sys_output_tps.expect("counted"), level.sys_output_tps_ci);
        let ci = ci.expect("29 answers long");
        assert!((135.0..140.0).contains(&tps), "40 tokens in 291 ms: {tps}");
        assert!(ci.low <= tps && tps <= ci.high && ci.high - ci.low < 10.0, "{ci:?}");
    }

    #[test]
    fn an_open_loop_of_few_waves_serves_at_least_what_surely_ended() {
        // Four seats, 290 ms each, so 13.8 a second, asked for 14.6 at even times: each waits for longer than the one before.
        let mut free = [0; 4];
        let asked: Vec<LevelRequest> = (0..70_u64)
            .map(|n| {
                let due = n * 68;
                free.sort_unstable();
                let ends = due.max(free[0]) + 290;
                free[0] = ends;
                let mut one = answered(due, ends - due, n >= 5);
                let ttft_ms = u32::try_from(ends - due - 190).ok().map(f64::from);
                (one.sample.speed.ttft_ms, one.sample.speed.ttft_perceived_ms) = (ttft_ms, ttft_ms);
                one
            })
            .collect();
        let times = Times { began_ns: 0, over_ns: 5_400 * MS, window: None, strain: None };
        let level = Level::of(Step::Rate(14.7), LevelEnd::Done, &times, &asked, None);
        assert!(!level.backlog.expect("they are enough").grows(), "not surely by a tenth");
        let (rps, ci) = (level.rps.expect("it is counted"), level.rps_ci.expect("and known"));
        assert!((12.0..13.9).contains(&ci.low), "about as many ended: {ci:?}");
        assert!(ci.low <= rps && rps <= ci.high, "{rps} within {ci:?}");
    }

    #[test]
    fn a_growing_queue_has_one_interval_of_what_is_answered() {
        // Two a second are answered, of ten.
        let asked: Vec<LevelRequest> =
            (0..200).map(|n| answered(n * 100, 100 + n * 400 + n % 7, n >= 5)).collect();
        let times = Times { began_ns: 0, over_ns: 20_000 * MS, window: None, strain: None };
        let level = Level::of(Step::Rate(10.0), LevelEnd::Done, &times, &asked, None);
        let backlog = level.backlog.expect("they are enough");
        assert!(backlog.grows(), "{backlog:?}");
        assert_eq!(level.rps_ci, backlog.answered_ci, "as the knee has it");
        assert!(level.rps_ci.is_some(), "and it is known");
    }

    #[test]
    fn an_open_loop_is_as_sure_as_its_errors_and_one_answer_long_says_nothing() {
        let asked: Vec<LevelRequest> = (0..60).map(|n| answered(n * 100, 50, n >= 5)).collect();
        let times = Times { began_ns: 0, over_ns: 6_100 * MS, window: None, strain: None };
        let level = Level::of(Step::Rate(10.0), LevelEnd::Done, &times, &asked, None);
        let ci = level.rps_ci.expect("ten a second were due");
        assert!((ci.high - 10.0).abs() < 1e-9 && (8.0..10.0).contains(&ci.low), "{ci:?}");
        assert_eq!((level.goodput_ci, level.good_fraction_ci), (None, None), "there are no limits");
        let one = [answered(0, 900, true)];
        let times =
            Times { began_ns: 0, over_ns: 900 * MS, window: Some((0, 900 * MS)), strain: None };
        let level = Level::of(Step::Streams(1), LevelEnd::Done, &times, &one, None);
        assert!(level.rps.is_some(), "it is counted");
        assert_eq!(
            (level.rps_ci, level.sys_output_tps_ci),
            (None, None),
            "one part has no scatter"
        );
    }
}
