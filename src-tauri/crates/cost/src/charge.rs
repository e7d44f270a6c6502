//! What a request cost, and the most that a plan can cost.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::price::Rates;
use crate::{MicroUsdPerMillion, MinuteOfWeek, Price, TokenSource, Usage};

const PICO_PER_USD: f64 = 1e12;

/// Where an amount of money comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum CostSource {
    /// The provider said so in its response.
    Reported,
    /// Token counts times a price; the price says whose it is.
    Computed,
    /// The time that a machine of the person's own was kept busy, at its price per hour.
    SelfHosted,
}

/// An amount of money, and how far to believe it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    /// Pico-dollars (10⁻¹² USD); an amount above $18 million is kept as the largest there is.
    pub pico_usd: u64,
    /// Whether the bill may say something else: the provider did not count the tokens, its counts
    /// contradict each other, or the price is not known to hold for this request.
    pub estimated: bool,
    /// Who arrived at the amount.
    pub source: CostSource,
}

impl Cost {
    /// The amount in US dollars, for showing. Exact up to $9,007; beyond that to one part in 2⁵³.
    #[expect(clippy::cast_precision_loss, reason = "the documentation says how exact it is")]
    pub fn usd(self) -> f64 {
        self.pico_usd as f64 / PICO_PER_USD
    }

    /// The same amount, marked as an estimate: for a request that was cut off before its usage arrived.
    #[must_use]
    pub fn as_estimate(self) -> Self {
        Self { estimated: true, ..self }
    }

    /// An amount in US dollars that the provider reported, or nothing when it is no amount of money.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the amount is checked to be a number of at least zero, and the cast saturates"
    )]
    fn reported(usd: f64) -> Option<Self> {
        let pico_usd =
            (usd.is_finite() && usd >= 0.0).then(|| (usd * PICO_PER_USD).round() as u64)?;
        Some(Self { pico_usd, estimated: false, source: CostSource::Reported })
    }
}

/// What a request was beside its tokens, as far as that decides what it cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Circumstances {
    /// When it was sent, for providers whose prices vary with the hour.
    pub sent: Option<MinuteOfWeek>,
    /// How long it kept the machine busy, in milliseconds, for machines that are paid by the hour.
    pub busy_ms: Option<f64>,
    /// How many requests shared that machine all the while, itself included; 0 counts as 1.
    pub sharing: u32,
}

/// What one request cost: the amount that the provider reported, in US dollars, if it reported one;
/// else its share of a machine that is paid by the hour; else its tokens times their price; else
/// nothing, because an unknown cost is not zero.
///
/// ```text
/// (in_total − cached_read − cached_write) · input + cached_read · cache_read + cached_write · cache_write
///   + (out_total − reasoning) · output + reasoning · reasoning
/// ```
///
/// A price that is missing is that of the whole the tokens are a part of. Where the provider bills other
/// counts than it reports for speed, those are charged. Nothing is ever negative: cached tokens beyond
/// `in_total` are charged as reported, reasoning counts up to `out_total`, and a cost from such counts is
/// marked as an estimate.
///
/// A machine of one's own costs `per_hour · busy ÷ sharing`. Over all requests that share it this is the
/// hourly price ÷ tokens per hour at the measured system throughput, per token.
pub fn of(
    price: Option<&Price>,
    usage: &Usage,
    reported_usd: Option<f64>,
    circumstances: Circumstances,
) -> Option<Cost> {
    reported_usd.and_then(Cost::reported).or_else(|| {
        let price = price?;
        match price.per_hour {
            Some(per_hour) => by_time(per_hour, circumstances),
            None => computed(price, usage, circumstances.sent),
        }
    })
}

fn by_time(micro_usd_per_hour: u32, circumstances: Circumstances) -> Option<Cost> {
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
    // Who shares a machine does so by turns that nobody saw.
    Some(Cost { pico_usd, estimated: sharing > 1, source: CostSource::SelfHosted })
}

fn computed(price: &Price, usage: &Usage, sent: Option<MinuteOfWeek>) -> Option<Cost> {
    let (in_total, out_total) = (usage.in_total?, usage.out_total?);
    let (rates, is_certain) = price.rates(in_total, sent);
    let read = usage.cached_read.unwrap_or(0);
    let write = usage.cached_write.unwrap_or(0);
    let reasoning = usage.reasoning.unwrap_or(0);
    let (items, contradictory) = if usage.billed_in.is_some() || usage.billed_out.is_some() {
        // What is billed has been reduced by whatever is not.
        let billed_in = usage.billed_in.unwrap_or(in_total);
        let billed_out = usage.billed_out.unwrap_or(out_total);
        ([(billed_in, rates.input), (0, 0), (0, 0), (billed_out, rates.output), (0, 0)], false)
    } else {
        parts(&rates, (in_total, read, write), (out_total, reasoning))
    };
    let pico_usd = sum(items);
    let estimated = usage.counted_by != TokenSource::Server || contradictory || !is_certain;
    Some(Cost { pico_usd, estimated, source: CostSource::Computed })
}

/// Tokens with their prices, and whether the counts contradict each other in a way that matters.
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
    // Reasoning beyond the output changes the amount only where it has a price of its own.
    let contradictory = read.saturating_add(write) > in_total
        || (reasoning > out_total && rates.reasoning.is_some());
    (items, contradictory)
}

/// The most that `requests` equal requests can cost, before any is sent: every input token at the
/// dearest input price, and `max_out` output tokens at the dearest output price.
///
/// Nothing when there is no price or one by the hour, when the output has no limit, or when the input is
/// longer than the price holds for: then no ceiling is known. `in_tokens` is counted before the provider does, so the
/// ceiling is as good as that count, and always an estimate.
pub fn most(
    price: Option<&Price>,
    in_tokens: u64,
    max_out: Option<u64>,
    requests: u32,
) -> Option<Cost> {
    let (price, max_out) = (price?, max_out?);
    if price.per_hour.is_some() || price.holds_up_to.is_some_and(|limit| in_tokens > limit.into()) {
        return None;
    }
    let (rates, _) = price.rates(in_tokens, None);
    let dearest_input =
        rates.input.max(rates.cache_read.unwrap_or(0)).max(rates.cache_write.unwrap_or(0));
    let dearest_output = rates.output.max(rates.reasoning.unwrap_or(0));
    let one = sum([(in_tokens, dearest_input), (max_out, dearest_output)]);
    let pico_usd = one.saturating_mul(u64::from(requests));
    Some(Cost { pico_usd, estimated: true, source: CostSource::Computed })
}

fn sum<const N: usize>(items: [(u64, MicroUsdPerMillion); N]) -> u64 {
    items.into_iter().fold(0, |total, (tokens, each)| {
        total.saturating_add(tokens.saturating_mul(u64::from(each)))
    })
}

#[cfg(test)]
#[path = "charge_tests.rs"]
mod tests;
