use cost::{Price, Rates, ServicePrice, ServiceTier};
use measure::Recording;
use providers::{Inputs, SafeText, ServerReport};
use serde_json::json;

use super::*;
use crate::plan::contender::Contender;
use crate::result::level::Level;
use crate::result::status::Status;
use crate::testing::{lane, sample};

/// Ten dollars per million output tokens, and five times that on the tier that answers first.
fn tiered() -> Price {
    let of = |tier, output| ServicePrice { tier, rates: Rates::new(0, output), tiers: Vec::new() };
    Price {
        service: vec![of(ServiceTier::Flex, 5_000_000), of(ServiceTier::Priority, 50_000_000)],
        ..Price::new("acme/m", "2026-11-22", "LiteLLM", Rates::new(0, 10_000_000))
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
        payload: std::sync::Arc::default(),
        inputs: Inputs::Usual,
    };
    let price = Some(tiered());
    let contender = Contender { place: 0, request, price, nearest: Vec::new() };
    Entry::new(contender, None, None)
}

/// The budget of a sweep that resumes after these requests.
fn after(samples: Vec<Sample>, load: &Load) -> Budget {
    let level = Level { samples, ..Level::default() };
    let lane = Lane { levels: vec![level], ..lane([]) };
    Budget::new(
        load,
        &[lane],
        &[Arc::new(entry())],
        &PromptCycle::of(&crate::plan::Plan::default(), load, "run"),
    )
}

fn budget(usd: f64) -> Budget {
    let budget = after(Vec::new(), &Load { budget_usd: Some(usd), ..Load::default() });
    let entry = entry();
    budget.open_for(&entry, &entry.contender.request);
    budget
}

/// A request that was sent; `out` is how many output tokens the server counted.
fn asked(out: Option<u32>) -> Recording {
    let mut recording = Recording::starting_at(0);
    recording.timeline.send_ns = Some(1);
    recording.usage.extend(out.map(|out| json!({ "prompt_tokens": 3, "completion_tokens": out })));
    recording
}

fn by(tier: Option<&str>) -> Reply {
    let service_tier = tier.map(|tier| SafeText::without(tier, None));
    Reply { server: ServerReport { service_tier, ..ServerReport::default() }, ..Reply::default() }
}

fn spent(recording: &Recording, reply: &Reply) -> f64 {
    let budget = budget(1.0);
    assert!(budget.take(), "there is enough for one");
    budget.settle(&entry(), recording, reply, false);
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
        // The book has no price for it, so it may cost any amount.
        (Some("scale"), 0.0025),
    ] {
        assert!((spent(&asked(Some(50)), &by(tier)) - usd).abs() < 1e-9, "{tier:?} costs {usd}");
    }
}

#[test]
fn uncounted_requests_that_may_be_billed_are_charged_at_their_maximum() {
    let most = 0.005;
    assert!((spent(&asked(None), &by(None)) - most).abs() < 1e-9, "it left, and thought maybe");
    let unsent = Recording::starting_at(0);
    assert!(spent(&unsent, &by(None)).abs() < 1e-9, "what never left costs nothing");
    let stale = Reply { stale: true, ..by(None) };
    let twice = spent(&asked(Some(50)), &stale);
    assert!((twice - most - 0.0005).abs() < 1e-9, "the first send may have been seen: {twice}");
}

#[test]
fn a_resumed_sweep_charges_uncounted_requests_at_their_maximum() {
    let sent = |status| Sample { sent_at_ms: Some(0.0), ..sample(status) };
    let counted =
        Sample { cost_usd: Some(0.0005), out_tokens_server: Some(50), ..sent(Status::Ok) };
    let spent = |sample: &Sample| {
        let budget = after(vec![sample.clone()], &Load::default());
        let usd = budget.spent_usd().map(|usd| (usd * 1e6).round() / 1e6);
        (usd, budget.spent_tokens())
    };
    assert_eq!(spent(&counted), (Some(0.0005), Some(50.0)), "what was counted is known");
    let most = (Some(0.005), Some(100.0));
    assert_eq!(spent(&sent(Status::ErrorNet)), most, "it left, and nobody counted it");
    let estimated = vec![Warning::CostEstimated];
    let cut = Sample { cost_usd: Some(0.0001), doubts: estimated, ..sent(Status::Truncated) };
    assert_eq!(spent(&cut), most, "an estimate of what had arrived is no bound");
    let stale = Sample { doubts: vec![Warning::StaleConnection], ..counted };
    assert_eq!(spent(&stale), (Some(0.0055), Some(150.0)), "the first send may be billed too");
    let nothing = (Some(0.0), Some(0.0));
    assert_eq!(spent(&sent(Status::ErrorHttp)), nothing, "what was refused costs nothing");
    assert_eq!(spent(&sample(Status::ErrorNet)), nothing, "nor what never left");
}

#[test]
fn nothing_fits_a_budget_after_a_request_of_which_no_most_is_known() {
    let load = Load { budget_usd: Some(1.0), ..Load::default() };
    let unpriced = Entry::new(Contender { price: None, ..entry().contender }, None, None);
    let sent = Sample { sent_at_ms: Some(0.0), ..sample(Status::ErrorNet) };
    let lane = Lane { levels: vec![Level { samples: vec![sent], ..Level::default() }], ..lane([]) };
    let budget = Budget::new(
        &load,
        &[lane],
        &[Arc::new(unpriced)],
        &PromptCycle::of(&crate::plan::Plan::default(), &load, "run"),
    );
    assert_eq!(budget.spent_usd(), None, "unknown is not zero");
    let priced = entry();
    budget.open_for(&priced, &priced.contender.request);
    assert!(!budget.take(), "what is left of the budget cannot be known");
}

#[test]
fn a_request_that_we_cut_is_charged_its_input_and_its_limit() {
    let budget = budget(1.0);
    assert!(budget.take(), "there is enough for one");
    budget.settle(&entry(), &asked(Some(2)), &by(None), true);
    let spent = budget.spent_usd().expect("the price is known");
    assert!((spent - 0.005).abs() < 1e-9, "two of a hundred had been counted: {spent}");
    assert_eq!(budget.spent_tokens(), Some(100.0), "it may have gone on unheard");
}

#[test]
fn an_input_that_the_provider_counts_higher_is_expected_of_those_to_come() {
    let mut entry = entry();
    if let Some(price) = &mut entry.contender.price {
        price.rates.input = 10_000_000;
        price.service.clear();
    }
    let load = Load { budget_usd: Some(0.0141), ..Load::default() };
    let budget =
        Budget::new(&load, &[], &[], &PromptCycle::of(&crate::plan::Plan::default(), &load, "run"));
    budget.open_for(&entry, &entry.contender.request);
    assert!(budget.take(), "some 70 tokens of input and a hundred of output are within it");
    let mut long = asked(Some(100));
    long.usage = vec![json!({ "prompt_tokens": 1_000, "completion_tokens": 100 })];
    budget.settle(&entry, &long, &by(None), false);
    assert!(!budget.take(), "another of a thousand is not: {:?}", budget.spent_usd());
}

#[test]
fn what_may_have_been_sent_in_the_moment_before_a_crash_counts_at_its_most() {
    let spent = |level: Level| {
        let load = Load::default();
        let lane = Lane { levels: vec![level], ..lane([]) };
        let texts = PromptCycle::of(&crate::plan::Plan::default(), &load, "run");
        Budget::new(&load, &[lane], &[Arc::new(entry())], &texts).spent_tokens()
    };
    let summary = [("latency_ms".to_owned(), Spread::of([100.0; 5]).expect("there are values"))];
    let closed = Level { concurrency: Some(2), summary: summary.into(), ..Level::default() };
    assert_eq!(spent(closed.clone()), Some(0.0), "a level that ended hides nothing");
    let cut = Level { ended: LevelEnd::Interrupted, ..closed };
    assert_eq!(spent(cut), Some(700.0), "two streams, each with 2.5 more answers of a hundred");
    let open = Level { ended: LevelEnd::Interrupted, rate: Some(10.0), ..Level::default() };
    assert_eq!(spent(open), Some(300.0), "ten a second are 2.5 in a quarter of one");
}
