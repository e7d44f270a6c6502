//! What happened within a level, by its recordings: stalls, outages, steps of TTFT.

use measure::{LevelEvent, LevelEventRequest, ms};

use crate::result::level_request::{LevelRequest, Times};

/// What happened within a level, by its recordings. If it `is_cached`, the requests that filled the cache before the
/// first measured one took their time on purpose.
pub(crate) fn events(times: &Times, asked: &[LevelRequest], is_cached: bool) -> Vec<LevelEvent> {
    let of = |each: &LevelRequest| {
        let status = each.sample.status;
        (!status.is_ours()).then(|| status.is_ok())
    };
    let planned = |each: &LevelRequest| each.recording.timeline.plan_ns;
    let first_ns = asked.iter().filter(|each| each.is_measured).map(planned).min().unwrap_or(0);
    let requests: Vec<LevelEventRequest<'_>> = asked
        .iter()
        .filter(|each| !is_cached || each.is_measured || planned(each) >= first_ns)
        .map(|each| LevelEventRequest {
            timeline: &each.recording.timeline,
            is_measured: each.is_measured,
            is_ok: of(each),
        })
        .collect();
    let mut found = LevelEvent::of(&requests, times.began_ns);
    found.retain(|event| !is_of_this_machine(event, times, asked));
    found
}

/// Whether a silence is none of the server's, because this machine stood still for most of it: without that, what is left
/// of it would not be told.
fn is_of_this_machine(event: &LevelEvent, times: &Times, asked: &[LevelRequest]) -> bool {
    let (LevelEvent::Silence { from_ms, until_ms, .. }
    | LevelEvent::Waiting { from_ms, until_ms, .. }) = *event
    else {
        return false;
    };
    let since = |ns: u64| ms(ns.saturating_sub(times.began_ns));
    let was_in_flight = |each: &&LevelRequest| {
        let timeline = &each.recording.timeline;
        let ended = timeline.close_ns.map_or(f64::INFINITY, since);
        since(timeline.plan_ns) < until_ms && ended > from_ms
    };
    let lags = asked.iter().filter(was_in_flight).filter_map(|each| each.sample.strain);
    let longest_ms = lags.map(|strain| f64::from(strain.lag_us) / 1e3).fold(0.0, f64::max);
    longest_ms > (until_ms - from_ms) / 2.0
}

#[cfg(test)]
mod tests {
    use measure::{ClientLoad, Recording};

    use super::*;
    use crate::result::status::Status;
    use crate::testing::sample;

    const MS: u64 = 1_000_000;

    #[test]
    fn a_stop_of_this_machine_is_no_silence_of_the_servers() {
        let silent = |lag_us: u32| {
            let request = |number: u64| {
                let mut one = sample(Status::Ok);
                one.strain = Some(ClientLoad { lag_us, ..ClientLoad::default() });
                let mut recording = Recording::starting_at(number * 100 * MS);
                recording.timeline.send_ns = Some(number * 100 * MS);
                let lasted = if number == 9 { 5_000 } else { 90 };
                recording.timeline.close_ns = Some((number * 100 + lasted) * MS);
                LevelRequest { is_measured: true, agent: None, sample: one, recording }
            };
            let all: Vec<LevelRequest> = (0..10).map(request).collect();
            let times = Times { began_ns: 0, over_ns: 6_000 * MS, window: None, strain: None };
            events(&times, &all, false)
        };
        let of_server = silent(2_000);
        assert!(matches!(of_server[..], [LevelEvent::Silence { .. }, ..]), "{of_server:?}");
        assert_eq!(silent(4_900_000), [], "it stood still for 4.9 of the 5 seconds");
    }
}
