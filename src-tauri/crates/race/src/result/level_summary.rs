//! The summary of one level of a sweep: a pure function of its recordings.

use measure::{ClientLoad, Spread, Warning, ms};

use crate::plan::load::Limits;
use crate::plan::step::Step;
use crate::result::backlog::Backlog;
use crate::result::level::{Level, LevelEnd};
use crate::result::level_events::events;
use crate::result::level_request::{LevelRequest, Times};
use crate::result::level_tokens;
use crate::result::mixed_answers::mixed;
use crate::result::sample::Sample;
use crate::result::served::{self, Served, good};
use crate::result::status::Status;
use crate::result::steady_window::{
    Flight, completed, mean_in_flight, of_open_loop, sent_per_second,
};
use crate::result::task::tasks;

/// Minimum share of a level's time during which the load must be steady.
const STEADY_SHARE: f64 = 0.8;
/// Minimum share of the streams that must be in flight on average for a closed loop to be at its load.
const IN_FLIGHT_SHARE: f64 = 0.9;
/// Send lag above which this machine was the bottleneck.
const SEND_LAG_MS: f64 = 10.0;

impl Level {
    /// Summarises a level. `asked` is in order of sending.
    pub(crate) fn of(
        step: Step,
        ended: LevelEnd,
        times: &Times,
        asked: &[LevelRequest],
        limits: Option<&Limits>,
    ) -> Self {
        let measured: Vec<&LevelRequest> = asked.iter().filter(|each| each.is_measured).collect();
        let samples: Vec<Sample> = measured.iter().map(|each| each.sample.clone()).collect();
        let lag = Spread::of(samples.iter().filter_map(send_lag_ms));
        let lag = lag.map(|lag| lag.p99.unwrap_or(lag.max));
        let is_open = matches!(step, Step::Rate(_));
        let is_cached = step.prompt().is_some_and(|level| level.cached);
        let tasks = tasks(&measured);
        let mut level = Self {
            concurrency: step.streams(),
            prompt_tokens: step.prompt().map(|level| level.tokens),
            cached: is_cached,
            rate: if let Step::Rate(rate) = step { Some(rate) } else { None },
            achieved_rate: sent_per_second(asked).filter(|_| is_open),
            from_due: is_open,
            ended,
            task_ms: Spread::of(tasks.iter().filter_map(|task| task.time_ms)),
            tasks,
            backlog: if is_open { Backlog::of(asked) } else { None },
            send_lag_p99_ms: lag,
            sched_lag_p99_ms: times.strain.map(|strain| f64::from(strain.lag_us) / 1e3),
            cpu_pct: times.strain.and_then(|strain| strain.cpu_pct),
            cost_usd: known_cost(asked),
            others: asked.iter().filter(|e| !e.is_measured).map(|e| e.sample.clone()).collect(),
            starts_ms: measured
                .iter()
                .map(|each| ms(each.recording.timeline.plan_ns.saturating_sub(times.began_ns)))
                .collect(),
            events: events(times, asked, is_cached),
            samples,
            ..Self::default()
        };
        level.measured = count(level.samples.len());
        level.unmeasured = count(level.others.len());
        let counted = level.counted();
        let number =
            |is_it: &dyn Fn(&Sample) -> bool| counted.iter().filter(|sample| is_it(sample)).count();
        let (all, ok) = (counted.len(), number(&|sample| sample.status.is_ok()));
        let throttled = number(&|sample| sample.status == Status::Throttled);
        let good = limits.and_then(|limits| good(limits, counted.iter().copied()));
        let kept = good.map(|good| served::number(&good));
        level.error_rate = ratio(all - ok, all);
        level.throttled = count(throttled);
        level.good_fraction = kept.and_then(|kept| ratio(kept, all));
        let window = if is_open { of_open_loop(asked) } else { times.window };
        // A level that sent nothing has no throughput, rather than one of zero.
        let flights: Vec<Flight> = asked.iter().filter_map(Flight::of).collect();
        if let Some(window) = window.filter(|_| !flights.is_empty()) {
            level.measure_window(window, times, asked, &flights);
        }
        if is_open {
            // Past its capacity a server has no steady time, but a throughput.
            let served = match level.backlog.filter(|it| level.is_of_backlog(it)) {
                Some(backlog) => Served::of_backlog(&backlog, asked, limits),
                None => Served::of_steady(asked, limits).filter(|_| level.window_ms.is_some()),
            };
            level.rps = served.map(|served| served.ok);
            level.goodput = served.and_then(|served| served.good);
            level.right_per_s = served.and_then(|served| served.right);
        } else if let Some(rps) = level.rps {
            level.goodput = kept.and_then(|kept| ratio(kept, ok)).map(|kept| kept * rps);
        }
        level.summarise();
        level.measure_intervals(times, asked, limits);
        // The queue of a full server grows with the samples, so more of them make no more waves.
        let is_full = level.backlog.is_some_and(|backlog| backlog.grows());
        if level.has_success() && level.lacks_waves() && !is_full {
            level.doubts.push(Warning::FewWaves);
        }
        let is_unknown =
            |each: &LevelRequest| each.sample.cost_usd.is_none() && !each.sample.is_refused();
        if level.cost_usd.is_some() && asked.iter().any(is_unknown) {
            level.doubts.push(Warning::CostEstimated);
        }
        // In a level from the cache much of the time may be that of filling the cache.
        let is_short = level.steady_share.is_some_and(|share| share < STEADY_SHARE) && !is_cached;
        let is_never_steady =
            is_open && level.has_success() && (is_full || level.window_ms.is_none());
        if is_short || is_never_steady || level.is_below_its_load() {
            level.doubts.push(Warning::NotSteady);
        }
        let sent_late = level.send_lag_p99_ms.is_some_and(|lag| lag > SEND_LAG_MS);
        if sent_late || times.strain.is_some_and(ClientLoad::limits_numbers) {
            level.doubts.push(Warning::ClientLimited);
        }
        level.doubts.extend(mixed(&level.samples));
        let has = |doubt| samples_have(&level.samples, doubt);
        let shared = [Warning::ClockGap, Warning::StoppedEarly, Warning::Adjusted]
            .into_iter()
            .filter(|d| has(*d));
        level.doubts.extend(shared.collect::<Vec<_>>());
        level
    }

    /// The metrics of the steady window.
    fn measure_window(
        &mut self,
        window: (u64, u64),
        times: &Times,
        asked: &[LevelRequest],
        flights: &[Flight],
    ) {
        let (from, until) = window;
        let length_ms = ms(until - from);
        let per_second = |sum: f64| Some(sum / length_ms * 1e3);
        // Tokens that arrive exactly at the start of the window do not belong to it.
        let is_inside = |at: Option<u64>| at.is_some_and(|at| from < at && at <= until);
        let output = level_tokens::arrived(asked, from + 1, until.saturating_add(1));
        let mut input = 0.0;
        for LevelRequest { sample, recording, .. } in asked {
            let timeline = &recording.timeline;
            if is_inside(timeline.first_any_ns()) {
                input += f64::from(sample.in_tokens_server.unwrap_or(0));
            }
        }
        self.window_ms = Some(length_ms);
        let whole = times.over_ns.saturating_sub(times.began_ns);
        self.steady_share = (whole > 0).then(|| (length_ms / ms(whole)).min(1.0));
        self.avg_inflight = Some(mean_in_flight(flights, window));
        self.sys_output_tps = per_second(output);
        self.sys_total_tps = per_second(output + input);
        self.rps = per_second(completed(flights, window)).filter(|_| self.concurrency.is_some());
    }

    /// Whether a closed loop surely did not hold its load, because the provider refused requests with 429 and their
    /// streams had to wait.
    pub(crate) fn is_below_its_load(&self) -> bool {
        let is_below = |streams: u32| {
            self.avg_inflight.is_some_and(|mean| mean < f64::from(streams) * IN_FLIGHT_SHARE)
        };
        self.concurrency.is_some_and(is_below) && self.refused() > 0
    }
}

fn samples_have(samples: &[Sample], doubt: Warning) -> bool {
    samples.iter().any(|sample| sample.doubts.contains(&doubt))
}

fn known_cost(asked: &[LevelRequest]) -> Option<f64> {
    let known = || asked.iter().filter_map(|each| each.sample.cost_usd);
    known().next().map(|_| known().sum())
}

/// How late this machine sent a request: t(send) − t(due) − the time to connect.
fn send_lag_ms(sample: &Sample) -> Option<f64> {
    let connecting = sample.speed.connect_time_ms.unwrap_or(0.0);
    sample.sent_at_ms.map(|late| (late - connecting).max(0.0))
}

fn ratio(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| f64::from(count(part)) / f64::from(count(whole)))
}

fn count(many: usize) -> u32 {
    u32::try_from(many).unwrap_or(u32::MAX)
}

#[cfg(test)]
#[path = "level_summary_tests.rs"]
mod tests;
