//! What the tests of this crate share.

use std::time::{Duration, Instant};

use measure::Phrase;

use crate::verdict::Finding;

/// How long something takes.
#[expect(clippy::disallowed_methods, reason = "a test of how long something takes")]
pub(crate) fn time_of(run: impl FnOnce()) -> Duration {
    let began = Instant::now();
    run();
    began.elapsed()
}

/// A finding with its reason as it reads in English.
pub(crate) fn plain(finding: Finding) -> Finding {
    let plain = |reason: Phrase| Phrase::verbatim(&reason.to_string());
    match finding {
        Finding::Right => Finding::Right,
        Finding::Wrong(reason) => Finding::Wrong(plain(reason)),
        Finding::WrongCall(error, reason) => Finding::WrongCall(error, plain(reason)),
        Finding::Unknown(reason) => Finding::Unknown(plain(reason)),
    }
}

/// That an answer is wrong, with this reason in English.
pub(crate) fn wrong(reason: &str) -> Finding {
    Finding::Wrong(Phrase::verbatim(reason))
}
