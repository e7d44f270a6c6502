//! What happened within a level, by its recordings: stalls, outages, steps of TTFT.

use measure::{LevelEvent, LevelEventRequest};

use crate::result::level_request::{LevelRequest, Times};

/// What happened within a level, by its recordings.
pub(crate) fn events(times: &Times, asked: &[LevelRequest]) -> Vec<LevelEvent> {
    let of = |each: &LevelRequest| {
        let status = each.sample.status;
        (!status.is_ours()).then(|| status.is_ok())
    };
    let requests: Vec<LevelEventRequest<'_>> = asked
        .iter()
        .map(|each| LevelEventRequest {
            timeline: &each.recording.timeline,
            is_measured: each.is_measured,
            is_ok: of(each),
        })
        .collect();
    LevelEvent::of(&requests, times.began_ns)
}
