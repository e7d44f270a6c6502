//! How sure the numbers of a sweep's levels are, in sentences: the intervals of the median and p95 of TTFT and of the
//! error rate, clustered by wave, and at which levels they cannot be known.

use measure::{Interval, Unit, format};

use crate::plan::load::MOST_SAMPLES;
use crate::result::certified_words::certified;
use crate::result::level::Level;

/// The smallest share that is not written as `0.0 %`.
const LEAST_SHARE: f64 = 0.0005;

/// What an interval at a rate says as well: it is about a level without end, of which this one is a part.
const IN_THE_LONG_RUN: &str = " and the server stays as it was";

/// The sentences, without the contender's name; empty if no level has a request that succeeded.
pub(crate) fn intervals(levels: &[&Level]) -> Vec<String> {
    let mut known: Vec<&Level> =
        levels.iter().copied().filter(|level| level.has_success()).collect();
    // A search goes up and down; the reader finds them by load, as in the table.
    if known.iter().all(|level| level.prompt_tokens.is_none()) {
        known.sort_by(|a, b| a.step().load().total_cmp(&b.step().load()));
    }
    if known.is_empty() {
        return Vec::new();
    }
    let is_open = known.iter().any(|level| level.concurrency.is_none());
    let at_each = |of: &dyn Fn(&Level) -> Option<String>| -> String {
        let parts: Vec<String> = known
            .iter()
            .map(|level| {
                let range = of(level).unwrap_or_else(|| "unknown".to_owned());
                format!("{range} at {}", level.step())
            })
            .collect();
        parts.join("; ")
    };
    let carried = known.iter().filter(|level| level.is_carried());
    let highest = carried.max_by(|a, b| a.step().load().total_cmp(&b.step().load())).copied();
    let median = |level: &&Level| {
        let ci = level.ttft().and_then(|ttft| ttft.ci);
        let range =
            ci.map(|ci| format!("{} to {}", format::duration(ci.low), format::duration(ci.high)));
        let known = range.unwrap_or_else(|| "unknown".to_owned());
        let more = if ci.is_none() { what_it_takes(level, highest) } else { String::new() };
        format!("{known} at {}{more}", level.step())
    };
    let medians: Vec<String> = known.iter().map(median).collect();
    let p95 = |level: &Level| {
        let tail = level.ttft_p95?;
        range(tail.low.map(format::duration), tail.high.map(format::duration))
    };
    let errors = |level: &Level| level.error_rate_ci.map(range_of_shares);
    let per_second = |of: fn(&Level) -> Option<Interval>, unit: Unit| {
        at_each(&|level| {
            of(level).map(|ci| format!("{} to {}", unit.written(ci.low), unit.written(ci.high)))
        })
    };
    let told = |name: &str, of: fn(&Level) -> Option<Interval>, unit: Unit| {
        let is_any = known.iter().any(|level| of(level).is_some());
        is_any.then(|| format!("Of {name}: {}.", per_second(of, unit)))
    };
    let rates = [
        told("requests per second", |level| level.rps_ci, Unit::RequestsPerSecond),
        told("system throughput", |level| level.sys_output_tps_ci, Unit::TokensPerSecond),
        told("goodput", |level| level.goodput_ci, Unit::RequestsPerSecond),
        told("the good share", |level| level.good_fraction_ci, Unit::Share),
    ];
    let [median, p95, errors] = [
        format!(
            "95 % confidence interval of the median TTFT, if no wave of requests resembles the one before{}: {}.",
            if is_open { IN_THE_LONG_RUN } else { "" },
            medians.join("; ")
        ),
        format!("Of p95 TTFT, a failed request being the slowest: {}.", at_each(&p95)),
        format!(
            "Of the error rate, with few waves that of errors which happen to whole waves: {}.",
            at_each(&errors)
        ),
    ];
    let of_times = [Some(median), Some(p95), certified(&known), Some(errors)];
    of_times.into_iter().chain(rates).flatten().collect()
}

/// What the interval of a median at a rate takes that has none; empty where more requests are not what is missing. Only the
/// highest rate that was carried may be all that the server can serve.
fn what_it_takes(level: &Level, highest: Option<&Level>) -> String {
    let lasts = |requests: f64| {
        let lasts = level.rate.map(|rate| format::span(requests / rate * 1e3));
        format!("{} samples, which last {}", format::whole(requests), lasts.unwrap_or_default())
    };
    let is_possible = |requests: &f64| *requests <= f64::from(MOST_SAMPLES);
    match level.median_needs {
        Some(requests) if is_possible(&requests) => {
            return format!(" (for an interval measure about {})", lasts(requests));
        }
        Some(_) => {
            let most = format::whole(f64::from(MOST_SAMPLES));
            return format!(
                " (an interval takes more than the {most} samples of the longest level)"
            );
        }
        None => {}
    }
    if !level.may_be_full() {
        return String::new();
    }
    if !level.is_carried() {
        return ", at which requests come faster than they are answered".to_owned();
    }
    let higher = highest.filter(|highest| highest.step().load() > level.step().load());
    let Some(higher) = higher else {
        return ", which may be all that the server can serve".to_owned();
    };
    if level.is_nearly_full_beside(higher) {
        return ", which may be nearly all that the server can serve".to_owned();
    }
    let alone = ", where too few come at once to show how much of the server is busy";
    match level.needed_beside(higher).filter(is_possible) {
        Some(requests) => {
            format!("{alone} (at random times, as with --poisson, about {} would)", lasts(requests))
        }
        None => alone.to_owned(),
    }
}

/// The interval of a share in words. “At least none” says nothing, nor does a share that is written like none, and nothing is
/// said to be at most none.
pub fn range_of_shares(ci: Interval) -> String {
    let high = Unit::Share.written(ci.high);
    if ci.high < LEAST_SHARE {
        format!("below {}", Unit::Share.written(2.0 * LEAST_SHARE))
    } else if ci.low < LEAST_SHARE {
        format!("at most {high}")
    } else {
        format!("{} to {high}", Unit::Share.written(ci.low))
    }
}

/// An interval in words; `None` if neither end is known.
fn range(low: Option<String>, high: Option<String>) -> Option<String> {
    match (low, high) {
        (Some(low), Some(high)) => Some(format!("{low} to {high}")),
        (Some(low), None) => Some(format!("at least {low}")),
        (None, Some(high)) => Some(format!("at most {high}")),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::knee::tests::level;
    use crate::result::status::Status;
    use crate::testing::sample;

    #[test]
    fn each_interval_is_told_for_each_level_and_so_is_what_cannot_be_known() {
        let at = |streams: u32| {
            let mut level = level(streams, 200.0, 10.0);
            level.samples.truncate(20);
            level.samples[7] = sample(Status::ErrorHttp);
            level.summarise();
            level
        };
        let (one, many) = (at(1), at(32));
        let [median, p95, certified, errors] = &intervals(&[&one, &many])[..] else {
            panic!("four")
        };
        assert!(
            certified.contains("p95 takes 130 and p99 takes 662 independent requests"),
            "{certified}"
        );
        assert!(median.contains("200 ms to 200 ms at 1 in flight; unknown at 32"), "{median}");
        assert!(median.contains("if no wave of requests resembles the one before"), "{median}");
        assert!(p95.contains("at least 200 ms at 1 in flight; unknown at 32 in flight"), "{p95}");
        assert!(errors.contains(" % at 1 in flight; "), "one of twenty: {errors}");
        assert!(errors.ends_with(" % at 32 in flight."), "of whole waves: {errors}");
        assert_eq!(intervals(&[]), Vec::<String>::new(), "of nothing");
        let by_load = intervals(&[&one, &many]);
        assert_eq!(intervals(&[&many, &one]), by_load, "whichever way a search went");
    }

    #[test]
    fn at_a_rate_it_is_said_what_its_median_would_take() {
        let closed = level(1, 200.0, 10.0);
        let mut open = Level { concurrency: None, rate: Some(5.0), ..closed.clone() };
        open.summarise();
        let said = |level: &Level| intervals(&[level]).swap_remove(0);
        assert!(
            said(&open).contains(
                "the one before and the server stays as it was: unknown at 5 requests per second."
            ),
            "no request is known to have been due at any time: {}",
            said(&open)
        );
        open.median_needs = Some(1_200.0);
        assert!(
            said(&open).ends_with(
                "unknown at 5 requests per second (for an interval measure about 1,200 samples, which last 240 s)."
            ),
            "{}",
            said(&open)
        );
        open.median_needs = Some(790_000.0);
        assert!(
            said(&open).ends_with(
                "unknown at 5 requests per second (an interval takes more than the 10,000 samples of the longest level)."
            ),
            "nobody is told to measure for a day: {}",
            said(&open)
        );
        assert!(!said(&closed).contains("stays"), "so many in flight have no queue that grows");
    }

    #[test]
    fn at_a_rate_that_the_server_may_not_carry_no_number_of_requests_is_named() {
        // Ten at once, one second each, due ten a second.
        let mut busy = Level { rate: Some(10.0), ..Level::default() };
        for number in 0..100 {
            let mut one = sample(Status::Ok);
            (one.speed.ttft_ms, one.speed.ttft_perceived_ms) = (Some(1.0), Some(1.0));
            (one.sent_at_ms, one.ended_at_ms) = (Some(0.0), Some(1e3));
            one.speed.latency_ms = Some(1e3);
            busy.samples.push(one);
            // Two at a time, so that the gaps vary.
            busy.starts_ms.push(200.0 * f64::from(number / 2));
        }
        busy.summarise();
        let said = intervals(&[&busy]).swap_remove(0);
        assert!(
            said.ends_with(
                "unknown at 10 requests per second, which may be all that the server can serve."
            ),
            "{said}"
        );
    }

    #[test]
    fn a_rate_below_one_that_was_served_is_not_all_that_a_server_can_serve() {
        // A server without a queue that takes one second, asked at even times.
        let at = |rate: u32| {
            let rate = f64::from(rate);
            let mut level = Level { rate: Some(rate), measured: 50, ..Level::default() };
            for number in 0..50_u32 {
                let mut one = sample(Status::Ok);
                (one.speed.ttft_ms, one.speed.ttft_perceived_ms) = (Some(1.0), Some(1.0));
                (one.sent_at_ms, one.ended_at_ms) = (Some(0.0), Some(1e3));
                one.speed.latency_ms = Some(1e3);
                level.samples.push(one);
                level.starts_ms.push(1e3 * f64::from(number) / rate);
            }
            level.summarise();
            level
        };
        let said = intervals(&[&at(2), &at(8), &at(32)]).swap_remove(0);
        assert_eq!(said.matches("may be all that").count(), 1, "{said}");
        assert!(
            said.ends_with(
                "unknown at 32 requests per second, which may be all that the server can serve."
            ),
            "the highest: {said}"
        );
        let low = "unknown at 2 requests per second, where too few come at once to show how much of the server is busy";
        assert!(said.contains(low), "{said}");
        let near = intervals(&[&at(2), &at(30), &at(32)]).swap_remove(0);
        let said =
            "unknown at 30 requests per second, which may be nearly all that the server can serve";
        assert!(near.contains(said), "of what served 32 most is busy: {near}");
        let alone = intervals(&[&at(2)]).swap_remove(0);
        assert!(
            alone.ends_with("2 requests per second, which may be all that the server can serve."),
            "{alone}"
        );
    }

    #[test]
    fn a_lower_end_of_no_failures_is_no_bound_and_is_left_out() {
        let mut whole = level(1, 200.0, 10.0);
        whole.samples.truncate(20);
        whole.summarise();
        let errors = |level: &Level| intervals(&[level]).pop().expect("four sentences");
        let none = errors(&whole);
        assert!(none.contains(": at most 17 % at 1 in flight."), "none of twenty failed: {none}");
        whole.error_rate_ci = Some(Interval { low: 0.000_4, high: 0.2 });
        let hardly = errors(&whole);
        assert!(hardly.contains(": at most 20 % at"), "0.04 % is written as 0.0 %: {hardly}");
        whole.error_rate_ci = Some(Interval { low: 0.0, high: 0.000_4 });
        let least = errors(&whole);
        assert!(least.contains(": below 0.1 % at"), "it is not known to be at most none: {least}");
        whole.error_rate_ci = Some(Interval { low: 0.001, high: 0.2 });
        let some = errors(&whole);
        assert!(some.contains(": 0.1 % to 20 % at"), "a bound that is above 0: {some}");
    }
}
