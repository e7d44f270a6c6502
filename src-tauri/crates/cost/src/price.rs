//! The price of one model, in integers.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::service_tier::ServiceTier;

/// Micro-dollars per million tokens: 150,000 is $0.15 per million. The same number is the price of
/// one token in pico-dollars.
pub type MicroUsdPerMillion = u32;

/// Minutes since Monday 00:00 UTC, below 10,080.
pub type MinuteOfWeek = u16;

/// One dated price, stored as a whole with the run that used it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Price {
    /// The row: the price book's provider prefix and the model, such as `groq/openai/gpt-oss-120b`.
    pub id: String,
    /// The day the price was published or entered, as `YYYY-MM-DD`.
    pub dated: String,
    /// Source: `LiteLLM 1.109.1`, or `you` for a price that the user set.
    pub source: String,
    /// Its rates at the usual hours and for an input of usual length. In JSON they are fields of the price itself.
    #[serde(flatten)]
    pub rates: Rates,
    /// Long-context prices in ascending order of length. A request whose input exceeds a tier's limit is charged
    /// entirely at that tier's prices, not only for the excess.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tiers: Vec<Tier>,
    /// Off-peak prices, if the provider has them.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub off_peak: Option<OffPeak>,
    /// The longest input in tokens that these prices apply to; absent if there is no limit. Above it the provider
    /// charges a long-context rate that we do not know.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holds_up_to: Option<u32>,
    /// The service tier of these prices; absent for the standard tier.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub service_tier: Option<ServiceTier>,
    /// Prices of the provider's other service tiers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub service: Vec<ServicePrice>,
    /// Fee of each request besides its tokens, in micro-dollars; absent if there is none that we know.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_request: Option<u32>,
    /// Price per hour of the user's own machine, in micro-dollars. If set, time is charged instead of tokens.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_hour: Option<u32>,
}

/// Token prices by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Rates {
    /// Input tokens.
    pub input: MicroUsdPerMillion,
    /// Output tokens.
    pub output: MicroUsdPerMillion,
    /// Input tokens read from the prompt cache; absent if the input price applies.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache_read: Option<MicroUsdPerMillion>,
    /// Input tokens written to the prompt cache; absent if the input price applies.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache_write: Option<MicroUsdPerMillion>,
    /// Reasoning tokens; absent if the output price applies.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<MicroUsdPerMillion>,
}

/// A long-context price tier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Tier {
    /// The tier applies to inputs of more tokens than this.
    pub above: u32,
    /// Prices of all tokens of such a request.
    pub rates: Rates,
}

/// Off-peak prices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct OffPeak {
    /// Half-open windows of minutes of the week. None crosses Sunday midnight.
    pub windows: Vec<(MinuteOfWeek, MinuteOfWeek)>,
    /// Prices in these windows.
    pub rates: Rates,
}

/// The prices of one service tier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(deny_unknown_fields)]
pub struct ServicePrice {
    /// The tier they are for.
    pub tier: ServiceTier,
    /// What is charged for an input of usual length.
    pub rates: Rates,
    /// Its long-context prices, in ascending order of length.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tiers: Vec<Tier>,
}

impl Rates {
    /// Rates of input and output, which also apply to every kind without its own rate.
    pub const fn new(input: MicroUsdPerMillion, output: MicroUsdPerMillion) -> Self {
        Self { input, output, cache_read: None, cache_write: None, reasoning: None }
    }
}

impl Price {
    /// A price with these rates at any hour and for an input of any length, without other service tiers. `dated` is a
    /// day as `YYYY-MM-DD`.
    pub fn new(
        id: impl Into<String>,
        dated: impl Into<String>,
        source: impl Into<String>,
        rates: Rates,
    ) -> Self {
        Self {
            id: id.into(),
            dated: dated.into(),
            source: source.into(),
            rates,
            tiers: Vec::new(),
            off_peak: None,
            holds_up_to: None,
            service_tier: None,
            service: Vec::new(),
            per_request: None,
            per_hour: None,
        }
    }

    /// Highest plausible price: $0.001 per token, or $1,000 per million. Anything above is a typing error, which
    /// catalogues do contain.
    pub const MOST: MicroUsdPerMillion = 1_000_000_000;

    /// Estimates the cost of one request in dollars, with nothing cached: its tokens, its fee, and the time for which it
    /// occupies a machine paid by the hour.
    pub fn estimate(&self, in_tokens: f64, out_tokens: f64, seconds: f64) -> f64 {
        let tokens = in_tokens * usd(self.rates.input) + out_tokens * usd(self.rates.output);
        tokens / 1e6
            + self.per_request.map_or(0.0, usd)
            + self.per_hour.map_or(0.0, |hour| usd(hour) * seconds / 3_600.0)
    }

    /// Blended price in dollars per million tokens, with `ratio` input tokens per output token and without a fee per
    /// request. `None` for a machine
    /// paid by the hour, whose tokens have no price.
    pub fn blended(&self, ratio: f64) -> Option<f64> {
        let sum = ratio * usd(self.rates.input) + usd(self.rates.output);
        self.per_hour.is_none().then(|| sum / (ratio + 1.0))
    }

    /// The prices for a request with `in_tokens` of input sent at that minute of the week, and whether they are
    /// certain. If the minute is unknown, peak prices are charged.
    pub(crate) fn rates_for(&self, in_tokens: u64, sent: Option<MinuteOfWeek>) -> (Rates, bool) {
        let tier = self.tiers.iter().rfind(|tier| in_tokens > u64::from(tier.above));
        let is_beyond = self.holds_up_to.is_some_and(|limit| in_tokens > u64::from(limit));
        if let Some(tier) = tier {
            // No book has both a long-context rate and off-peak hours for one model.
            return (tier.rates, !is_beyond && self.off_peak.is_none());
        }
        let plain = self.rates;
        match (&self.off_peak, sent) {
            (None, _) => (plain, !is_beyond),
            (Some(_), None) => (plain, false),
            (Some(quiet), Some(minute)) => {
                let is_quiet =
                    quiet.windows.iter().any(|(from, to)| (*from..*to).contains(&minute));
                (if is_quiet { quiet.rates } else { plain }, !is_beyond)
            }
        }
    }
}

/// Micro-dollars in dollars.
fn usd(micro_usd: u32) -> f64 {
    f64::from(micro_usd) / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    /// $1 in and $5 out per million.
    fn price(per_hour: Option<u32>) -> Price {
        serde_json::from_value(serde_json::json!({
            "id": "a/b", "dated": "2026-11-01", "source": "you",
            "input": if per_hour.is_some() { 0 } else { 1_000_000 },
            "output": if per_hour.is_some() { 0 } else { 5_000_000 },
            "per_hour": per_hour,
        }))
        .expect("a price")
    }

    fn is(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn a_request_costs_its_tokens() {
        let usd = price(None).estimate(1_000.0, 200.0, 9.0);
        assert!(is(usd, 0.002), "1,000 · $1 + 200 · $5 per million: {usd}");
    }

    #[test]
    fn a_fee_per_request_is_part_of_what_a_request_costs() {
        let fee = Price { per_request: Some(5_000), ..price(None) };
        assert!(is(fee.estimate(1_000.0, 200.0, 9.0), 0.007), "its tokens and half a cent");
    }

    #[test]
    fn a_machine_by_the_hour_costs_the_time_it_is_kept() {
        let own = price(Some(3_600_000));
        assert!(is(own.estimate(1_000.0, 200.0, 5.0), 0.005), "a tenth of a cent a second");
        assert_eq!(own.blended(3.0), None, "its tokens have no price");
    }

    #[test]
    fn blended_three_to_one_weighs_input_three_times() {
        let known = price(None);
        assert!(known.blended(3.0).is_some_and(|usd| is(usd, 2.0)), "(3 · 1 + 5) ÷ 4");
        assert!(known.blended(0.0).is_some_and(|usd| is(usd, 5.0)), "output alone");
    }
}
