//! Which turn of a watch is next.

use store::{History, HistoryError, Watch};
use watch::DueTurn;

use crate::watches::zone::Zone;

/// When the next turn of a watch is due, in seconds since 1970; `None` if it is paused or its rhythm is over.
///
/// # Errors
/// If the history cannot be read.
pub fn next_due_s(
    history: &History,
    watch: &Watch,
    zone: &Zone,
    now_s: i64,
) -> Result<Option<i64>, HistoryError> {
    if watch.paused {
        return Ok(None);
    }
    Ok(ahead(history, watch, zone, now_s)?.map(|next| next.due_s))
}

/// The next turn of the rhythm that is not due yet.
pub(crate) fn ahead(
    history: &History,
    watch: &Watch,
    zone: &Zone,
    now_s: i64,
) -> Result<Option<DueTurn>, HistoryError> {
    let (zone, rhythm, seed) = (|at| zone.offset_s(at), &watch.task.rhythm, seed(&watch.id));
    // A clock that was ahead when the watch began is not followed through all the years between.
    let mut number = rhythm.slot_at(now_s.max(watch.since_s), &zone);
    while let Some(next) = rhythm.first_from(number, seed, &zone) {
        // After the clock was set back, the turns of the time that is repeated are there.
        let is_ahead = next.due_s > now_s && next.due_s >= watch.since_s;
        if is_ahead && !history.is_turn_taken(&watch.id, next.number)? {
            return Ok(Some(next));
        }
        number = next.number.saturating_add(1);
    }
    Ok(None)
}

/// A number that tells ids apart: FNV-1a, 64 bits.
pub(crate) fn seed(id: &str) -> u64 {
    id.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
