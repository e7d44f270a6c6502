//! What the prompt cache saved in time, in words.

use measure::{Amount, CacheTime, Count, Phrase, Unit};

measure::phrases! {
    pub(super) fn at_step(step: Phrase, share: Amount, warm: Phrase, cold: Phrase, saved: Option<Phrase>) = "cache_use.at_step",
        "At {step}, with {share} of the input from the cache, by the server's count: TTFT {warm}, and {cold} without{saved}.";
    fn over_many(ttft: Amount, n: Count) = "cache_use.over_requests", "{ttft} over {n} {n:request|requests}";
    fn saves(low: Amount, high: Amount) = "cache_use.saves", ", so {low} to {high} of the time was saved";
    fn saves_at_most(high: Amount) = "cache_use.saves_at_most", ", so at most {high} of the time was saved";
    fn saves_nothing() = "cache_use.saves_nothing", ", so no time was saved";
}

pub(super) fn share_of(share: f64) -> Amount {
    Amount::of(Unit::Share, share)
}

/// What was saved of the time, as the end of a sentence; `None` where the intervals do not tell.
pub(super) fn saved(time: &CacheTime) -> Option<Phrase> {
    time.saved_share_ci.map(|ci| {
        if ci.high <= 0.0 {
            saves_nothing()
        } else if ci.low <= 0.0 {
            saves_at_most(share_of(ci.high))
        } else {
            saves(share_of(ci.low), share_of(ci.high))
        }
    })
}

/// A time to first token in milliseconds over so many requests.
pub(super) fn over_requests(ttft_ms: f64, n: u32) -> Phrase {
    over_many(Amount::of(Unit::Duration, ttft_ms), n.into())
}
