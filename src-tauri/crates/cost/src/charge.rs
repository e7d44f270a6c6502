//! What a request cost, and the most that a plan can cost.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{MicroUsdPerMillion, Price, TokenSource, Usage};

const PICO_PER_USD: f64 = 1e12;

/// Where an amount of money comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum CostSource {
    /// The provider said so in its response.
    Reported,
    /// Token counts times a price; the price says whose it is.
    Computed,
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

/// What one request cost: the amount that the provider reported, in US dollars, if it reported one;
/// else its tokens times their price; else nothing, because an unknown cost is not zero.
///
/// ```text
/// (in_total − cached_read − cached_write) · input + cached_read · cache_read + cached_write · cache_write
///   + (out_total − reasoning) · output + reasoning · reasoning
/// ```
///
/// A price that is missing is that of the whole the tokens are a part of. Nothing is ever negative:
/// cached tokens beyond `in_total` are charged as reported, reasoning counts up to `out_total`, and a
/// cost from such counts is marked as an estimate.
pub fn of(price: Option<&Price>, usage: &Usage, reported_usd: Option<f64>) -> Option<Cost> {
    reported_usd.and_then(Cost::reported).or_else(|| computed(price?, usage))
}

fn computed(price: &Price, usage: &Usage) -> Option<Cost> {
    let (in_total, out_total) = (usage.in_total?, usage.out_total?);
    let read = usage.cached_read.unwrap_or(0);
    let write = usage.cached_write.unwrap_or(0);
    let reasoning = usage.reasoning.unwrap_or(0);
    let thought = reasoning.min(out_total);

    let pico_usd = sum([
        (in_total.saturating_sub(read).saturating_sub(write), price.input),
        (read, price.cache_read.unwrap_or(price.input)),
        (write, price.cache_write.unwrap_or(price.input)),
        (out_total - thought, price.output),
        (thought, price.reasoning.unwrap_or(price.output)),
    ]);
    // Reasoning beyond the output changes the amount only where it has a price of its own.
    let contradictory = read.saturating_add(write) > in_total
        || (reasoning > out_total && price.reasoning.is_some());
    let estimated = usage.counted_by != TokenSource::Server
        || contradictory
        || price.varies_by_hour
        || !price.holds_for(in_total);
    Some(Cost { pico_usd, estimated, source: CostSource::Computed })
}

/// The most that `requests` equal requests can cost, before any is sent: every input token at the
/// dearest input price, and `max_out` output tokens at the dearest output price.
///
/// Nothing when there is no price, when the output has no limit, or when the input is longer than the
/// price holds for: then no ceiling is known. `in_tokens` is counted before the provider does, so the
/// ceiling is as good as that count, and always an estimate.
pub fn most(
    price: Option<&Price>,
    in_tokens: u64,
    max_out: Option<u64>,
    requests: u32,
) -> Option<Cost> {
    let (price, max_out) = (price?, max_out?);
    if !price.holds_for(in_tokens) {
        return None;
    }
    let dearest_input =
        price.input.max(price.cache_read.unwrap_or(0)).max(price.cache_write.unwrap_or(0));
    let dearest_output = price.output.max(price.reasoning.unwrap_or(0));
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
mod tests {
    use super::{Cost, CostSource, most, of};
    use crate::{Price, TokenSource, Usage};

    /// $3 in, $15 out, $0.30 cache read, $3.75 cache write, per million tokens.
    fn sonnet() -> Price {
        Price {
            id: "anthropic/claude-sonnet-4-5".into(),
            dated: "2026-11-12".into(),
            source: "LiteLLM 1.109.1".into(),
            input: 3_000_000,
            output: 15_000_000,
            cache_read: Some(300_000),
            cache_write: Some(3_750_000),
            reasoning: None,
            holds_up_to: None,
            varies_by_hour: false,
        }
    }

    fn counted(in_total: u64, out_total: u64) -> Usage {
        Usage {
            in_total: Some(in_total),
            cached_read: None,
            cached_write: None,
            out_total: Some(out_total),
            reasoning: None,
            counted_by: TokenSource::Server,
        }
    }

    fn computed(price: &Price, usage: &Usage) -> Cost {
        of(Some(price), usage, None).expect("both counts and the price are known")
    }

    #[test]
    fn a_cost_is_tokens_times_price_to_the_pico_dollar() {
        let cost = computed(&sonnet(), &counted(1_000, 500));
        assert_eq!(cost.pico_usd, 10_500_000_000, "1,000 × $3/M + 500 × $15/M is $0.0105");
        assert!((cost.usd() - 0.0105).abs() < f64::EPSILON, "the dollars are the same amount");
        assert_eq!(cost.source, CostSource::Computed, "no provider reported it");
        assert!(!cost.estimated, "the provider counted and the price holds");
    }

    #[test]
    fn cached_tokens_are_charged_once_at_their_own_price() {
        let usage = Usage { cached_read: Some(600), cached_write: Some(300), ..counted(1_000, 0) };
        assert_eq!(
            computed(&sonnet(), &usage).pico_usd,
            100 * 3_000_000 + 600 * 300_000 + 300 * 3_750_000,
            "written and read tokens are parts of the input, not on top of it"
        );
    }

    #[test]
    fn without_a_cache_price_cached_tokens_cost_what_others_do() {
        let price = Price { cache_read: None, cache_write: None, ..sonnet() };
        let usage = Usage { cached_read: Some(600), cached_write: Some(300), ..counted(1_000, 0) };
        assert_eq!(
            computed(&price, &usage),
            computed(&price, &counted(1_000, 0)),
            "a cache that nobody prices saves nothing"
        );
    }

    #[test]
    fn reasoning_is_part_of_the_output_unless_it_has_a_price() {
        let usage = Usage { reasoning: Some(400), ..counted(0, 500) };
        assert_eq!(
            computed(&sonnet(), &usage).pico_usd,
            500 * 15_000_000,
            "reasoning without its own price is output"
        );
        let price = Price { reasoning: Some(20_000_000), ..sonnet() };
        assert_eq!(
            computed(&price, &usage).pico_usd,
            100 * 15_000_000 + 400 * 20_000_000,
            "reasoning with its own price leaves the rest at the output price"
        );
    }

    #[test]
    fn contradictory_counts_never_make_money() {
        let usage = Usage { cached_read: Some(50), ..counted(10, 0) };
        let cost = computed(&sonnet(), &usage);
        assert_eq!(cost.pico_usd, 50 * 300_000, "cached tokens beyond the input are still charged");
        assert!(cost.estimated, "the counts contradict each other");

        // OpenRouter has reported 11 reasoning tokens in 10 output tokens.
        let usage = Usage { reasoning: Some(11), ..counted(0, 10) };
        let cost = computed(&sonnet(), &usage);
        assert_eq!(cost.pico_usd, 10 * 15_000_000, "output is what is billed");
        assert!(!cost.estimated, "at one price for both the contradiction changes nothing");
        let price = Price { reasoning: Some(20_000_000), ..sonnet() };
        let cost = computed(&price, &usage);
        assert_eq!(cost.pico_usd, 10 * 20_000_000, "reasoning counts up to the output");
        assert!(cost.estimated, "at two prices the contradiction may matter");
    }

    #[test]
    fn an_unknown_cost_is_absent() {
        let known = counted(10, 10);
        assert_eq!(of(None, &known, None), None, "no price");
        let no_input = Usage { in_total: None, ..known };
        assert_eq!(of(Some(&sonnet()), &no_input, None), None, "no input count");
        let no_output = Usage { out_total: None, ..known };
        assert_eq!(of(Some(&sonnet()), &no_output, None), None, "no output count");
    }

    #[test]
    fn what_the_provider_reports_wins() {
        let cost = of(Some(&sonnet()), &counted(1_000, 500), Some(0.000_141_5));
        let reported =
            Cost { pico_usd: 141_500_000, estimated: false, source: CostSource::Reported };
        assert_eq!(cost, Some(reported), "the provider knows its own bill");
        let free = of(None, &counted(1, 1), Some(0.0)).map(|cost| cost.pico_usd);
        assert_eq!(free, Some(0), "a reported zero is a price, and needs no row");
        for nonsense in [f64::NAN, f64::INFINITY, -0.01] {
            let source =
                of(Some(&sonnet()), &counted(1, 1), Some(nonsense)).map(|cost| cost.source);
            assert_eq!(source, Some(CostSource::Computed), "{nonsense} is no amount of money");
        }
    }

    #[test]
    fn a_cost_says_when_it_is_an_estimate() {
        let neutral = Usage { counted_by: TokenSource::Neutral, ..counted(10, 10) };
        assert!(computed(&sonnet(), &neutral).estimated, "nobody bills neutral tokens");
        let tiered = Price { holds_up_to: Some(1_000), ..sonnet() };
        assert!(!computed(&tiered, &counted(1_000, 1)).estimated, "the limit itself is inside");
        assert!(computed(&tiered, &counted(1_001, 1)).estimated, "a long input costs more");
        let hourly = Price { varies_by_hour: true, ..sonnet() };
        assert!(computed(&hourly, &counted(1, 1)).estimated, "the hour is not known here");
        assert!(computed(&sonnet(), &counted(1, 1)).as_estimate().estimated, "a lane cut off");
    }

    #[test]
    fn an_absurd_count_saturates() {
        let cost = computed(&sonnet(), &counted(u64::MAX, u64::MAX));
        assert_eq!(cost.pico_usd, u64::MAX, "a sum too large to hold does not wrap round");
    }

    #[test]
    fn the_most_a_plan_can_cost_is_every_token_at_its_dearest() {
        let cost = most(Some(&sonnet()), 100, Some(1_000), 8).expect("everything is known");
        assert_eq!(
            cost.pico_usd,
            8 * (100 * 3_750_000 + 1_000 * 15_000_000),
            "a cache write is dearer than plain input, and the output may reach its limit"
        );
        assert!(cost.estimated, "the provider has not counted yet");
        for (cached, thought) in [(0, 0), (100, 0), (50, 1_000)] {
            let usage = Usage {
                cached_read: Some(100 - cached),
                cached_write: Some(cached),
                reasoning: Some(thought),
                ..counted(100, 1_000)
            };
            assert!(computed(&sonnet(), &usage).pico_usd * 8 <= cost.pico_usd, "a ceiling holds");
        }
    }

    #[test]
    fn without_a_limit_or_a_price_there_is_no_ceiling() {
        assert_eq!(most(None, 1, Some(1), 1), None, "no price");
        assert_eq!(most(Some(&sonnet()), 1, None, 1), None, "no limit on the output");
        let tiered = Price { holds_up_to: Some(1_000), ..sonnet() };
        assert_eq!(
            most(Some(&tiered), 1_001, Some(1), 1),
            None,
            "the long-context price is unknown"
        );
    }
}
