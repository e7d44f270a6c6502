//! The threads that read streams: their number and their preparation.

use std::num::NonZero;

/// Upper bound: a stream needs little CPU and lanes never wait for each other, so more threads would not help.
const MOST: usize = 4;

/// Number of threads that read streams on this machine, 1 to 4: cores − 1.
///
/// The remaining core is for everything else: the window, counting and saving, a local server. A reader that shares its
/// core is scheduled late, and a second reader woken for the rest of a burst costs more than it reads. Against a server
/// of known timing on two cores, 128 streams of 1,000 tok/s had an error of 0.8 ms in the 99th percentile of their gaps
/// with two readers, and of 0.1 ms with one, at a fifth less processor time.
pub fn reading_threads() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    of(cores)
}

/// Loads the vocabulary before the start gun, so that counting the first answer does not disturb other lanes. It runs
/// on a thread that reads streams, because the megabytes it frees are then reused for streams: call it before a token is
/// counted on any other thread, or 512 lanes take 16 MB more.
pub async fn read_vocabulary() {
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
