//! Costs, recomputed by hand.

use super::{ChargeContext, Cost, CostSource, most};
use crate::price::{OffPeak, Rates, Tier};
use crate::{BillableTokens, Price, TokenSource};

fn of(price: Option<&Price>, usage: &BillableTokens, reported_usd: Option<f64>) -> Option<Cost> {
    super::of(price, usage, reported_usd, ChargeContext::default())
}

/// $3 in, $15 out, $0.30 cache read, $3.75 cache write, per million tokens.
fn sonnet() -> Price {
    let rates = Rates {
        cache_read: Some(300_000),
        cache_write: Some(3_750_000),
        ..Rates::new(3_000_000, 15_000_000)
    };
    Price::new("anthropic/claude-sonnet-4-5", "2026-11-12", "LiteLLM 1.109.1", rates)
}

/// The same, with reasoning at $20.
fn thinking() -> Price {
    let mut price = sonnet();
    price.rates.reasoning = Some(20_000_000);
    price
}

/// Half price before four on Mondays.
fn quiet_nights() -> OffPeak {
    let rates = Rates::new(1_500_000, 7_500_000);
    OffPeak { windows: vec![(0, 240)], rates }
}

fn counted(in_total: u64, out_total: u64) -> BillableTokens {
    BillableTokens {
        in_total: Some(in_total),
        cached_read: None,
        cached_write: None,
        out_total: Some(out_total),
        reasoning: None,
        billed_in: None,
        billed_out: None,
        counted_by: TokenSource::Server,
    }
}

fn computed(price: &Price, usage: &BillableTokens) -> Cost {
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
    let usage =
        BillableTokens { cached_read: Some(600), cached_write: Some(300), ..counted(1_000, 0) };
    assert_eq!(
        computed(&sonnet(), &usage).pico_usd,
        100 * 3_000_000 + 600 * 300_000 + 300 * 3_750_000,
        "written and read tokens are parts of the input, not on top of it"
    );
}

#[test]
fn without_a_cache_price_cached_tokens_cost_what_others_do() {
    let price = Price { rates: Rates::new(3_000_000, 15_000_000), ..sonnet() };
    let usage =
        BillableTokens { cached_read: Some(600), cached_write: Some(300), ..counted(1_000, 0) };
    assert_eq!(
        computed(&price, &usage),
        computed(&price, &counted(1_000, 0)),
        "a cache that nobody prices saves nothing"
    );
}

#[test]
fn reasoning_is_part_of_the_output_unless_it_has_a_price() {
    let usage = BillableTokens { reasoning: Some(400), ..counted(0, 500) };
    assert_eq!(
        computed(&sonnet(), &usage).pico_usd,
        500 * 15_000_000,
        "reasoning without its own price is output"
    );
    let price = thinking();
    assert_eq!(
        computed(&price, &usage).pico_usd,
        100 * 15_000_000 + 400 * 20_000_000,
        "reasoning with its own price leaves the rest at the output price"
    );
}

#[test]
fn contradictory_counts_never_make_money() {
    let usage = BillableTokens { cached_read: Some(50), ..counted(10, 0) };
    let cost = computed(&sonnet(), &usage);
    assert_eq!(cost.pico_usd, 50 * 300_000, "cached tokens beyond the input are still charged");
    assert!(cost.estimated, "the counts contradict each other");

    // OpenRouter has reported 11 reasoning tokens in 10 output tokens.
    let usage = BillableTokens { reasoning: Some(11), ..counted(0, 10) };
    let cost = computed(&sonnet(), &usage);
    assert_eq!(cost.pico_usd, 10 * 15_000_000, "output is what is billed");
    assert!(!cost.estimated, "at one price for both the contradiction changes nothing");
    let price = thinking();
    let cost = computed(&price, &usage);
    assert_eq!(cost.pico_usd, 10 * 20_000_000, "reasoning counts up to the output");
    assert!(cost.estimated, "at two prices the contradiction may matter");
}

#[test]
fn an_unknown_cost_is_absent() {
    let known = counted(10, 10);
    assert_eq!(of(None, &known, None), None, "no price");
    let no_input = BillableTokens { in_total: None, ..known };
    assert_eq!(of(Some(&sonnet()), &no_input, None), None, "no input count");
    let no_output = BillableTokens { out_total: None, ..known };
    assert_eq!(of(Some(&sonnet()), &no_output, None), None, "no output count");
}

#[test]
fn what_the_provider_reports_wins() {
    let cost = of(Some(&sonnet()), &counted(1_000, 500), Some(0.000_141_5));
    let reported = Cost { pico_usd: 141_500_000, estimated: false, source: CostSource::Reported };
    assert_eq!(cost, Some(reported), "the provider knows its own bill");
    let free = of(None, &counted(1, 1), Some(0.0)).map(|cost| cost.pico_usd);
    assert_eq!(free, Some(0), "a reported zero is a price, and needs no row");
    for nonsense in [f64::NAN, f64::INFINITY, -0.01, 1.5e6, 1e308] {
        let source = of(Some(&sonnet()), &counted(1, 1), Some(nonsense)).map(|cost| cost.source);
        assert_eq!(source, Some(CostSource::Computed), "{nonsense} is no amount of money");
    }
}

#[test]
fn a_cost_says_when_it_is_an_estimate() {
    let neutral = BillableTokens { counted_by: TokenSource::Neutral, ..counted(10, 10) };
    assert!(computed(&sonnet(), &neutral).estimated, "nobody bills neutral tokens");
    let tiered = Price { holds_up_to: Some(1_000), ..sonnet() };
    assert!(!computed(&tiered, &counted(1_000, 1)).estimated, "the limit itself is inside");
    assert!(computed(&tiered, &counted(1_001, 1)).estimated, "a long input costs more");
    let by_hour = Price { off_peak: Some(quiet_nights()), ..sonnet() };
    assert!(computed(&by_hour, &counted(1, 1)).estimated, "the hour is not known here");
    assert!(computed(&sonnet(), &counted(1, 1)).as_estimate().estimated, "a lane cut off");
}

#[test]
fn an_absurd_count_saturates() {
    let cost = computed(&sonnet(), &counted(u64::MAX, u64::MAX));
    assert_eq!(cost.pico_usd, u64::MAX, "a sum too large to hold does not wrap round");
}

#[test]
fn the_most_a_plan_can_cost_is_every_token_at_its_dearest() {
    let cost = most(Some(&sonnet()), None, 100, Some(1_000), 8).expect("everything is known");
    assert_eq!(
        cost.pico_usd,
        8 * (100 * 3_750_000 + 1_000 * 15_000_000),
        "a cache write is dearer than plain input, and the output may reach its limit"
    );
    assert!(cost.estimated, "the provider has not counted yet");
    for (cached, thought) in [(0, 0), (100, 0), (50, 1_000)] {
        let usage = BillableTokens {
            cached_read: Some(100 - cached),
            cached_write: Some(cached),
            reasoning: Some(thought),
            ..counted(100, 1_000)
        };
        assert!(computed(&sonnet(), &usage).pico_usd * 8 <= cost.pico_usd, "a ceiling holds");
    }
}

#[test]
fn the_most_is_that_of_the_dearest_tier_that_may_answer() {
    let priority = crate::ServicePrice {
        tier: crate::ServiceTier::Priority,
        rates: Rates { input: 6_000_000, output: 30_000_000, ..sonnet().rates },
        tiers: Vec::new(),
    };
    let flex = crate::ServicePrice { tier: crate::ServiceTier::Flex, ..priority.clone() };
    let flex = crate::ServicePrice { rates: Rates::new(1, 1), ..flex };
    let tiered = Price { service: vec![flex, priority], ..sonnet() };
    let one = |price: &Price, input| {
        most(Some(price), None, input, Some(10), 1).map(|most| most.pico_usd)
    };
    assert_eq!(
        one(&tiered, 100),
        Some(100 * 6_000_000 + 10 * 30_000_000),
        "an account may be set to be answered first, whatever the request says"
    );
    let own = Price { source: "you".into(), ..tiered.clone() };
    assert_eq!(one(&own, 100), one(&sonnet(), 100), "a price of one's own is what is paid");
    let long = Tier { above: 1_000, rates: sonnet().rates };
    let long = Price { tiers: vec![long], ..tiered };
    assert_eq!(one(&long, 1_001), None, "beyond it the dearest tier's price is not known");
}

#[test]
fn without_a_limit_or_a_price_there_is_no_ceiling() {
    assert_eq!(most(None, None, 1, Some(1), 1), None, "no price");
    assert_eq!(most(Some(&sonnet()), None, 1, None, 1), None, "no limit on the output");
    let tiered = Price { holds_up_to: Some(1_000), ..sonnet() };
    assert_eq!(
        most(Some(&tiered), None, 1_001, Some(1), 1),
        None,
        "the long-context price is unknown"
    );
}

#[test]
fn a_long_request_is_charged_as_a_whole_at_the_prices_of_its_length() {
    let long = Rates {
        input: 6_000_000,
        output: 22_500_000,
        cache_read: Some(600_000),
        cache_write: None,
        reasoning: None,
    };
    let tiered = Price { tiers: vec![Tier { above: 200_000, rates: long }], ..sonnet() };
    let short = computed(&tiered, &counted(200_000, 100));
    assert_eq!(short.pico_usd, 200_000 * 3_000_000 + 100 * 15_000_000, "the limit is inside");
    let cost = computed(&tiered, &counted(200_001, 100));
    assert_eq!(
        cost.pico_usd,
        200_001 * 6_000_000 + 100 * 22_500_000,
        "one token more, and every token costs more"
    );
    assert!(!cost.estimated, "the price of the tier is known");
    let most = most(Some(&tiered), None, 200_001, Some(100), 1).map(|most| most.pico_usd);
    assert_eq!(most, Some(cost.pico_usd), "the ceiling knows of it too");
}

#[test]
fn a_request_at_a_quiet_hour_is_charged_what_that_hour_costs() {
    let price = Price { off_peak: Some(quiet_nights()), ..sonnet() };
    let at = |minute| {
        let sent = ChargeContext { sent: Some(minute), ..ChargeContext::default() };
        super::of(Some(&price), &counted(10, 10), None, sent).expect("all is known")
    };
    assert_eq!(at(239).pico_usd, 10 * 1_500_000 + 10 * 7_500_000, "the last quiet minute");
    assert_eq!(at(240).pico_usd, 10 * 3_000_000 + 10 * 15_000_000, "the first dear one");
    assert!(!at(239).estimated && !at(240).estimated, "the hour is known");
}

#[test]
fn what_is_billed_is_charged_where_it_is_not_what_was_counted() {
    // Cohere: 1,394 tokens read, 1,360 of them from the cache, and 54 written; 8 and 50 billed.
    let usage = BillableTokens {
        cached_read: Some(1_360),
        billed_in: Some(8),
        billed_out: Some(50),
        ..counted(1_394, 54)
    };
    let cost = computed(&sonnet(), &usage);
    assert_eq!(cost.pico_usd, 8 * 3_000_000 + 50 * 15_000_000, "the bill is what is paid");
    assert!(!cost.estimated, "and the provider wrote it");
}

#[test]
fn a_fee_per_request_is_charged_and_is_in_the_ceiling() {
    let price = Price { per_request: Some(5_000), ..sonnet() };
    let cost = computed(&price, &counted(1_000, 100));
    assert_eq!(
        cost.pico_usd,
        1_000 * 3_000_000 + 100 * 15_000_000 + 5_000_000_000,
        "its tokens and half a cent"
    );
    let ceiling = most(Some(&price), None, 1_000, Some(100), 4).expect("a ceiling");
    assert!(ceiling.pico_usd >= 4 * cost.pico_usd, "four requests pay four fees");
}

#[test]
fn a_machine_of_ones_own_is_paid_by_the_time_it_is_busy() {
    let price = Price { rates: Rates::default(), per_hour: Some(2_000_000), ..sonnet() };
    let busy = |ms, sharing| {
        let during = ChargeContext { sent: None, busy_ms: Some(ms), sharing };
        super::of(Some(&price), &counted(100, 1_000), None, during).expect("the time is known")
    };
    let alone = busy(18_000.0, 1);
    assert_eq!(alone.pico_usd, 10_000_000_000, "18 s of a machine at $2 an hour are one cent");
    assert_eq!(alone.source, CostSource::SelfHosted, "and it is said whose money it is");
    // 1,000 tokens in 18 s are 200,000 an hour: $2 ÷ 0.2 million is $10 per million.
    assert!((alone.usd() / 1_000.0 * 1e6 - 10.0).abs() < 1e-9, "hourly price ÷ tokens per hour");
    let shared = busy(18_000.0, 4);
    assert_eq!(shared.pico_usd, 2_500_000_000, "four who share it pay a quarter each");
    assert!(shared.estimated && !alone.estimated, "by turns that nobody saw");
    let unknown = super::of(Some(&price), &counted(1, 1), None, ChargeContext::default());
    assert_eq!(unknown, None, "without a time there is no cost, and it is not zero");
    assert_eq!(most(Some(&price), None, 1, Some(1), 1), None, "nor a ceiling before the start");
}
