//! A change of a watched number in a sentence, as it is printed, listed and told.

use measure::{Amount, Phrase};
use report::plain;
use store::{ChangeKind, WatchedChange, WatchedNumber};

use crate::watches::cause_sentences::told;
use crate::watches::signed::{percent_more, share};
use crate::watches::zone::Zone;

/// A change in a sentence, and what it comes from in further ones:
/// `Acme fast: TTFT is 31 % longer (95 % interval: +22 % to +40 %) since Tue 2026-11-24 14:05.`
pub fn change_sentence(change: &WatchedChange, zone: &Zone) -> Phrase {
    let since_s = whole(change.since_s);
    let when = match change.kind {
        ChangeKind::Step => since(zone.moment(since_s)),
        ChangeKind::Drift => slowly_since(zone.day(since_s)),
        ChangeKind::Slow => after(zone.day(since_s)),
    };
    let what = match change.number {
        WatchedNumber::Ttft => ratio(change, [ttft_longer, ttft_shorter], ttft_differs),
        WatchedNumber::Speed => ratio(change, [speed_higher, speed_lower], speed_differs),
        WatchedNumber::Cost => ratio(change, [costs_more, costs_less], cost_differs),
        WatchedNumber::Failures => fail(share(change.after), share(change.before)),
        WatchedNumber::Right => are_right(share(change.after), share(change.before)),
    };
    let itself = changed(&plain(&change.contender), what, when);
    Phrase::sentences(std::iter::once(itself).chain(told(change)))
}

/// Seconds since 1970 of a document as a whole number.
#[expect(clippy::cast_possible_truncation, reason = "seconds since 1970 have room")]
pub(crate) fn whole(seconds: f64) -> i64 {
    seconds as i64
}

/// `TTFT is 31 % longer (95 % interval: +22 % to +40 %)`.
fn ratio(
    change: &WatchedChange,
    [up, down]: [fn(Amount, Option<Phrase>) -> Phrase; 2],
    differs: fn() -> Phrase,
) -> Phrase {
    let Some(ratio) = change.ratio else { return differs() };
    let percent = Amount::digits((ratio - 1.0).abs() * 100.0, 0);
    let bounds = change.ratio_low.zip(change.ratio_high);
    let bounds = bounds.map(|(low, high)| interval(percent_more(low), percent_more(high)));
    if ratio >= 1.0 { up(percent, bounds) } else { down(percent, bounds) }
}

measure::phrases! {
    fn changed(contender: &str, what: Phrase, when: Phrase) = "watch.changed", "{contender}: {what} {when}.";
    fn since(at: Phrase) = "watch.since", "since {at}";
    fn slowly_since(day: Phrase) = "watch.slowly_since", "little by little since {day}";
    fn after(day: Phrase) = "watch.after", "some time after {day}";
    fn ttft_longer(percent: Amount, interval: Option<Phrase>) = "watch.ttft_longer", "TTFT is {percent} % longer{interval}";
    fn ttft_shorter(percent: Amount, interval: Option<Phrase>) = "watch.ttft_shorter", "TTFT is {percent} % shorter{interval}";
    fn ttft_differs() = "watch.ttft_differs", "TTFT is another";
    fn speed_higher(percent: Amount, interval: Option<Phrase>) = "watch.speed_higher", "output speed is {percent} % higher{interval}";
    fn speed_lower(percent: Amount, interval: Option<Phrase>) = "watch.speed_lower", "output speed is {percent} % lower{interval}";
    fn speed_differs() = "watch.speed_differs", "output speed is another";
    fn costs_more(percent: Amount, interval: Option<Phrase>) = "watch.costs_more", "a request costs {percent} % more{interval}";
    fn costs_less(percent: Amount, interval: Option<Phrase>) = "watch.costs_less", "a request costs {percent} % less{interval}";
    fn cost_differs() = "watch.cost_differs", "a request costs another";
    fn fail(share: Phrase, before: Phrase) = "watch.fail", "{share} of requests fail, {before} before,";
    fn are_right(share: Phrase, before: Phrase) = "watch.are_right", "{share} of answers are right, {before} before,";
    fn interval(low: Phrase, high: Phrase) = "watch.interval", " (95 % interval: {low} to {high})";
}
