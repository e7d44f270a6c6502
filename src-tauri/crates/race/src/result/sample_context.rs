//! The context of a request: what decides its numbers besides the recording.

use cost::{MinuteOfWeek, Price};
use providers::{Provider, Usage};

use crate::result::output_length::RequestedLength;
use crate::result::token_counts::saturating_u32;

/// A request and its price.
#[derive(Debug, Clone, Copy)]
pub struct SampleContext<'a> {
    /// The provider.
    pub provider: &'a Provider,
    /// The model as the provider calls it.
    pub model: &'a str,
    /// The whole input text, to estimate a cost if the provider counted nothing.
    pub prompt: &'a str,
    /// The price, if known.
    pub price: Option<&'a Price>,
    /// When the run began: with the time until a request was sent, for off-peak prices.
    pub sent: Option<MinuteOfWeek>,
    /// Concurrent requests of the run to the same server, this one included.
    pub sharing: u32,
    /// Its share of the time in which the server was busy, in milliseconds, if all requests in flight share it equally;
    /// if absent, because it was not observed, its duration ÷ `sharing` is used.
    pub machine_ms: Option<f64>,
    /// The requested output length.
    pub length: Option<RequestedLength>,
    /// Whether it differs from the plan.
    pub is_adjusted: bool,
    /// Whether it is its lane's first request with a schema in the run.
    pub is_first_schema_use: bool,
    /// The row of the plan's set that it asks, from 0.
    pub row: Option<u32>,
}

/// Minutes in a week.
const WEEK: u64 = 7 * 24 * 60;

impl SampleContext<'_> {
    /// The minute in which a request was sent, so many nanoseconds after the run began. Of a sweep that was stopped and resumed,
    /// the time in between is not counted.
    pub(crate) fn sent_at(&self, after_ns: u64) -> Option<MinuteOfWeek> {
        let minute = u64::from(self.sent?) + after_ns / 60_000_000_000;
        u16::try_from(minute % WEEK).ok()
    }

    /// Whether a request for one service tier was answered by another.
    pub(crate) fn is_other_tier(&self, answered: Option<&str>) -> bool {
        let both = self.provider.service_tier().zip(answered);
        both.is_some_and(|(asked, answered)| !cost::is_same_tier(asked, answered))
    }

    /// Input tokens ÷ TTFT, in tokens per second, if both measure the same: see
    /// [`Sample::prefill_tps`](crate::Sample::prefill_tps).
    pub(crate) fn prefill_tps(
        &self,
        usage: &Usage,
        ttft_ms: Option<f64>,
        is_hidden: bool,
    ) -> Option<f64> {
        let is_alone = self.sharing <= 1 && usage.cached_read == Some(0);
        let is_prefill = is_alone && !is_hidden;
        let tokens = f64::from(saturating_u32(usage.in_total.filter(|_| is_prefill)?));
        ttft_ms.filter(|ttft| *ttft > 0.0).map(|ttft| tokens / ttft * 1e3)
    }

    /// Whether the answer was cut by the requested limit: there was one, and the answer reached it as far as its length
    /// is known.
    pub(crate) fn is_own_limit(&self, counted: Option<u64>) -> bool {
        self.length.is_some_and(|length| counted.is_none_or(|tokens| length.is_reached(tokens)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_hour_into_a_run_it_is_an_hour_later_and_after_sunday_comes_monday() {
        let provider = providers::provider("custom").expect("in the catalogue");
        let begun_at = |sent| SampleContext { sent, ..crate::testing::context(provider, "Hi") };
        let hour = 3_600 * 1_000_000_000;
        assert_eq!(begun_at(Some(985)).sent_at(0), Some(985), "16:25 on Monday");
        assert_eq!(
            begun_at(Some(985)).sent_at(hour),
            Some(1_045),
            "17:25, of quiet hours since 16:30"
        );
        assert_eq!(begun_at(Some(10_050)).sent_at(hour), Some(30), "from Sunday night to Monday");
        assert_eq!(begun_at(None).sent_at(hour), None, "nobody knows when it began");
    }
}
