//! A change of a watched number in a sentence, as it is printed, listed and told.

use report::plain;
use store::{ChangeKind, WatchedChange, WatchedNumber};

use crate::watches::cause_sentences::told;
use crate::watches::zone::Zone;

/// What stands for a share that nobody knows.
const UNKNOWN: &str = "–";

/// A change in a sentence, and what it comes from in further ones:
/// `Acme fast: TTFT is 31 % longer (95 % interval: +22 % to +40 %) since Tue 2026-11-24 14:05.`
pub fn change_sentence(change: &WatchedChange, zone: &Zone) -> String {
    let since = whole(change.since_s);
    let when = match change.kind {
        ChangeKind::Step => format!("since {}", zone.written(since)),
        ChangeKind::Drift => format!("little by little since {}", zone.written_day(since)),
        ChangeKind::Slow => format!("some time after {}", zone.written_day(since)),
    };
    let what = match change.number {
        WatchedNumber::Ttft => ratio(change, "TTFT is", ["longer", "shorter"]),
        WatchedNumber::Speed => ratio(change, "output speed is", ["higher", "lower"]),
        WatchedNumber::Cost => ratio(change, "a request costs", ["more", "less"]),
        WatchedNumber::Failures => share(change, "of requests fail"),
        WatchedNumber::Right => share(change, "of answers are right"),
    };
    let itself = format!("{}: {what} {when}.", plain(&change.contender));
    std::iter::once(itself).chain(told(change)).collect::<Vec<_>>().join(" ")
}

/// Seconds since 1970 of a document as a whole number.
#[expect(clippy::cast_possible_truncation, reason = "seconds since 1970 have room")]
pub(crate) fn whole(seconds: f64) -> i64 {
    seconds as i64
}

/// `TTFT is 31 % longer (95 % interval: +22 % to +40 %)`.
fn ratio(change: &WatchedChange, what: &str, [up, down]: [&str; 2]) -> String {
    let Some(ratio) = change.ratio else { return format!("{what} another") };
    let percent = |ratio: f64| (ratio - 1.0).abs() * 100.0;
    let direction = if ratio >= 1.0 { up } else { down };
    let interval = change.ratio_low.zip(change.ratio_high).map(|(low, high)| {
        let signed = |ratio: f64| format!("{:+.0} %", (ratio - 1.0) * 100.0);
        format!(" (95 % interval: {} to {})", signed(low), signed(high))
    });
    format!("{what} {:.0} % {direction}{}", percent(ratio), interval.unwrap_or_default())
}

/// `12 % of requests fail, 1 % before,`.
fn share(change: &WatchedChange, what: &str) -> String {
    let percent = |share: Option<f64>| {
        share.map_or_else(|| UNKNOWN.to_owned(), |share| format!("{:.0} %", share * 100.0))
    };
    format!("{} {what}, {} before,", percent(change.after), percent(change.before))
}
