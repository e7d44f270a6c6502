//! What happened within a level, by its recordings: stalls, outages, steps of TTFT.

use measure::{LevelEvent, LevelEventRequest};

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
    LevelEvent::of(&requests, times.began_ns)
}
