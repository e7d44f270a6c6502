use cost::{Price, Rates, ServicePrice, ServiceTier};
use measure::Recording;
use providers::{Inputs, ServerReport};
use serde_json::json;

use super::*;
use crate::plan::check::Contender;

/// Ten dollars a million tokens of output, and five times that where the account is answered first.
fn tiered() -> Price {
    let rates =
        |output| Rates { input: 0, output, cache_read: None, cache_write: None, reasoning: None };
    Price {
        id: "acme/m".into(),
        dated: "2026-11-22".into(),
        source: "LiteLLM".into(),
        input: 0,
        output: 10_000_000,
        cache_read: None,
        cache_write: None,
        reasoning: None,
        tiers: Vec::new(),
        off_peak: None,
        holds_up_to: None,
        service_tier: None,
        service: vec![
            ServicePrice { tier: ServiceTier::Flex, rates: rates(5_000_000), tiers: Vec::new() },
            ServicePrice {
                tier: ServiceTier::Priority,
                rates: rates(50_000_000),
                tiers: Vec::new(),
            },
        ],
        per_hour: None,
    }
}

/// A contender whose answers have at most a hundred tokens.
fn entry() -> Entry {
    let request = Request {
        provider: providers::provider("openai").expect("in the catalogue").clone(),
        model: "m".into(),
        system: None,
        prompt: "Why?".into(),
        max_tokens: Some(100),
        temperature: None,
        effort: None,
        inputs: Inputs::Usual,
    };
    let price = Some(tiered());
    let contender = Contender { place: 0, request, price, nearest: Vec::new() };
    Entry { contender, key: None, proxy_login: None }
}

fn budget(usd: f64) -> Budget {
    let budget = Budget::new(&Load { budget_usd: Some(usd), ..Load::default() }, &[]);
    let entry = entry();
    budget.open_for(&entry, &entry.contender.request);
    budget
}

/// A request that left; `out` is how many tokens of output the server counted.
fn asked(out: Option<u32>) -> Recording {
    let mut recording = Recording::starting_at(0);
    recording.timeline.send_ns = Some(1);
    recording.usage.extend(out.map(|out| json!({ "prompt_tokens": 3, "completion_tokens": out })));
    recording
}

fn by(tier: Option<&str>) -> Reply {
    let service_tier = tier.map(str::to_owned);
    Reply { server: ServerReport { service_tier, ..ServerReport::default() }, ..Reply::default() }
}

fn spent(recording: &Recording, reply: &Reply) -> f64 {
    let budget = budget(1.0);
    assert!(budget.take(), "there is enough for one");
    budget.settle(&entry(), recording, reply);
    (budget.spent_usd().expect("the price is known") * 1e6).round() / 1e6
}

#[test]
fn what_is_under_way_is_counted_at_the_dearest_tier_that_may_answer() {
    // A hundred tokens at $50 a million are half a cent.
    let (one, two) = (budget(0.0099), budget(0.0101));
    assert_eq!([one.take(), one.take()], [true, false], "a second could go over it");
    assert_eq!([two.take(), two.take()], [true, true], "two fit at their most");
}

#[test]
fn what_is_settled_is_charged_at_the_prices_of_the_tier_that_answered() {
    for (tier, usd) in [
        (None, 0.0005),
        (Some("default"), 0.0005),
        (Some("flex"), 0.00025),
        (Some("priority"), 0.0025),
        // The book has no price for it, which may be any.
        (Some("scale"), 0.0025),
    ] {
        assert!((spent(&asked(Some(50)), &by(tier)) - usd).abs() < 1e-9, "{tier:?} costs {usd}");
    }
}

#[test]
fn what_nobody_counted_is_charged_at_its_most_where_it_may_have_been_billed() {
    let most = 0.005;
    assert!((spent(&asked(None), &by(None)) - most).abs() < 1e-9, "it left, and thought maybe");
    let unsent = Recording::starting_at(0);
    assert!(spent(&unsent, &by(None)).abs() < 1e-9, "what never left costs nothing");
    let stale = Reply { stale: true, ..by(None) };
    let twice = spent(&asked(Some(50)), &stale);
    assert!((twice - most - 0.0005).abs() < 1e-9, "the first send may have been seen: {twice}");
}
