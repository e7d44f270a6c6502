//! The cost of a request, and the maximum cost of a plan.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::price::Rates;
use crate::{BillableTokens, MicroUsdPerMillion, MinuteOfWeek, Price, TokenSource};

const PICO_PER_USD: f64 = 1e12;
/// Maximum dollars of one request that a provider is believed, far above any bill.
const MOST_REPORTED_USD: f64 = 1e6;

/// How a cost was determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum CostSource {
    /// Reported by the provider in its response.
    Reported,
    /// Token counts × price; the price names its source.
    Computed,
    /// The time that the user's own machine was busy × its price per hour.
    SelfHosted,
}

/// An amount of money and how reliable it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    /// Pico-dollars (10⁻¹² USD); amounts above $18 million are capped.
    pub pico_usd: u64,
    /// Whether the bill may differ: the provider did not count the tokens, its counts contradict each other, or the
    /// price may not apply to this request.
    pub estimated: bool,
    /// How the amount was determined.
    pub source: CostSource,
}

impl Cost {
    /// The amount in US dollars, for display. Exact up to $9,007; above that to one part in 2⁵³.
    #[expect(clippy::cast_precision_loss, reason = "the documentation says how exact it is")]
    pub fn usd(self) -> f64 {
        self.pico_usd as f64 / PICO_PER_USD
    }

    /// The same amount, marked as an estimate: for a request that was cut off before its usage arrived.
    #[must_use]
    pub fn as_estimate(self) -> Self {
        Self { estimated: true, ..self }
    }

    /// An amount in US dollars that the provider reported; `None` if no request can have cost that.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the amount is checked to be a number of at least zero, and the cast saturates"
    )]
    fn reported(usd: f64) -> Option<Self> {
        let pico_usd = (0.0..=MOST_REPORTED_USD)
            .contains(&usd)
            .then(|| (usd * PICO_PER_USD).round() as u64)?;
        Some(Self { pico_usd, estimated: false, source: CostSource::Reported })
    }
}

/// The properties of a request, besides its tokens, on which its cost depends.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ChargeContext {
    /// When it was sent, for providers whose prices vary with the hour.
    pub sent: Option<MinuteOfWeek>,
    /// How long it kept the machine busy, in milliseconds; used for machines paid by the hour.
    pub busy_ms: Option<f64>,
    /// Number of requests that shared the machine during that time, itself included; 0 counts as 1.
    pub sharing: u32,
}

/// The cost of one request, from the first of these that is known: the amount in US dollars that the provider reported;
/// the request's share of a machine paid by the hour; tokens × price. Otherwise `None`, because an unknown cost is not
/// zero.
///
/// ```text
/// (in_total − cached_read − cached_write) · input + cached_read · cache_read + cached_write · cache_write
///   + (out_total − reasoning) · output + reasoning · reasoning + per_request
/// ```
///
/// Tokens without a price of their own are charged at the price of the kind that contains them. If the provider bills
/// counts other than those it reports, the billed counts are charged. No term is ever negative: cached tokens beyond
/// `in_total` are charged as reported, reasoning counts up to `out_total`, and a cost computed from such counts is
/// marked as an estimate.
///
/// The user's own machine costs `per_hour · busy ÷ sharing`. Summed over all requests that share it, a token costs the
/// hourly price ÷ tokens per hour at the measured system throughput.
pub fn of(
    price: Option<&Price>,
    usage: &BillableTokens,
    reported_usd: Option<f64>,
    circumstances: ChargeContext,
) -> Option<Cost> {
    reported_usd.and_then(Cost::reported).or_else(|| {
        let price = price?;
        match price.per_hour {
            Some(per_hour) => by_time(per_hour, circumstances),
            None => computed(price, usage, circumstances.sent),
        }
    })
}

fn by_time(micro_usd_per_hour: u32, circumstances: ChargeContext) -> Option<Cost> {
    const MS_PER_HOUR: f64 = 3_600_000.0;
    const PICO_PER_MICRO: f64 = 1e6;
    let busy_ms = circumstances.busy_ms.filter(|ms| ms.is_finite() && *ms >= 0.0)?;
    let sharing = circumstances.sharing.max(1);
    let pico = f64::from(micro_usd_per_hour) * PICO_PER_MICRO * busy_ms / MS_PER_HOUR;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a product of numbers of at least zero, and the cast saturates"
    )]
    let pico_usd = (pico / f64::from(sharing)).round() as u64;
    // How requests shared the machine was not observed, so the amount is an estimate.
    Some(Cost { pico_usd, estimated: sharing > 1, source: CostSource::SelfHosted })
}

fn computed(price: &Price, usage: &BillableTokens, sent: Option<MinuteOfWeek>) -> Option<Cost> {
    let (in_total, out_total) = (usage.in_total?, usage.out_total?);
    let (rates, is_certain) = price.rates_for(in_total, sent);
    let read = usage.cached_read.unwrap_or(0);
    let write = usage.cached_write.unwrap_or(0);
    let reasoning = usage.reasoning.unwrap_or(0);
    let (items, contradictory) = if usage.billed_in.is_some() || usage.billed_out.is_some() {
        // Billed counts are already net of tokens that are free.
        let billed_in = usage.billed_in.unwrap_or(in_total);
        let billed_out = usage.billed_out.unwrap_or(out_total);
        ([(billed_in, rates.input), (0, 0), (0, 0), (billed_out, rates.output), (0, 0)], false)
    } else {
        parts(&rates, (in_total, read, write), (out_total, reasoning))
    };
    let pico_usd = sum(items).saturating_add(fee(price));
    let estimated = usage.counted_by != TokenSource::Server || contradictory || !is_certain;
    Some(Cost { pico_usd, estimated, source: CostSource::Computed })
}

/// Tokens with their prices, and whether the counts contradict each other in a way that changes the amount.
fn parts(
    rates: &Rates,
    (in_total, read, write): (u64, u64, u64),
    (out_total, reasoning): (u64, u64),
) -> ([(u64, MicroUsdPerMillion); 5], bool) {
    let thought = reasoning.min(out_total);
    let items = [
        (in_total.saturating_sub(read).saturating_sub(write), rates.input),
        (read, rates.cache_read.unwrap_or(rates.input)),
        (write, rates.cache_write.unwrap_or(rates.input)),
        (out_total - thought, rates.output),
        (thought, rates.reasoning.unwrap_or(rates.output)),
    ];
    // Reasoning above the output count changes the amount only if it has its own price.
    let contradictory = read.saturating_add(write) > in_total
        || (reasoning > out_total && rates.reasoning.is_some());
    (items, contradictory)
}

/// The maximum cost of `requests` equal requests before any is sent: every input token at the highest input price,
/// `max_out` output tokens at the highest output price and the fee of each request, in the most expensive service tier that may answer. `asked` is
/// the tier they request, in the provider's own word.
///
/// `None` if no ceiling is known: there is no price, or only one per hour, or none for the requested tier; the output
/// has no limit; or the input is too long for every tier's price. `in_tokens` is our own count, so the ceiling is only
/// as good as that count, and always an estimate.
pub fn most(
    price: Option<&Price>,
    asked: Option<&str>,
    in_tokens: u64,
    max_out: Option<u64>,
    requests: u32,
) -> Option<Cost> {
    let (price, max_out) = (price?, max_out?);
    let one_in = |price: Price| {
        if price.per_hour.is_some()
            || price.holds_up_to.is_some_and(|limit| in_tokens > limit.into())
        {
            return None;
        }
        let (rates, _) = price.rates_for(in_tokens, None);
        let dearest_input =
            rates.input.max(rates.cache_read.unwrap_or(0)).max(rates.cache_write.unwrap_or(0));
        let dearest_output = rates.output.max(rates.reasoning.unwrap_or(0));
        let tokens = sum([(in_tokens, dearest_input), (max_out, dearest_output)]);
        Some(tokens.saturating_add(fee(&price)))
    };
    let of_each_tier: Option<Vec<u64>> = price.possible(asked)?.into_iter().map(one_in).collect();
    let one = of_each_tier?.into_iter().max()?;
    let pico_usd = one.saturating_mul(u64::from(requests));
    Some(Cost { pico_usd, estimated: true, source: CostSource::Computed })
}

/// The fee of one request in pico-dollars.
fn fee(price: &Price) -> u64 {
    u64::from(price.per_request.unwrap_or(0)).saturating_mul(1_000_000)
}

fn sum<const N: usize>(items: [(u64, MicroUsdPerMillion); N]) -> u64 {
    items.into_iter().fold(0, |total, (tokens, each)| {
        total.saturating_add(tokens.saturating_mul(u64::from(each)))
    })
}

#[cfg(test)]
#[path = "charge_tests.rs"]
mod tests;
