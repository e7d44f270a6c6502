//! The cost of a request: counted tokens × a dated price, an estimate if the usage never came, and nothing if it is
//! unknown.

use std::collections::BTreeMap;
use std::io::Write as _;

use cost::CostSource;
use measure::Warning;
use providers::Roster;
use race::{Controls, LanePlan, Plan, Run, Sample, Status, Timeouts};

use crate::arena::{block_on, lane_at, plan, race_among, ran};
use crate::raw::{APART, END, delta, serve, streams};

/// A catalogue provider whose model has a price, moved to the test's address.
const PRICED: (&str, &str) = ("openai", "gpt-4o-mini");

/// All providers, with the priced one at `base_url`.
fn roster(base_url: &str) -> Roster {
    Roster::new(Vec::new(), &BTreeMap::from([(PRICED.0.to_owned(), base_url.to_owned())]))
}

fn priced_plan() -> Plan {
    let (provider, model) = PRICED;
    let lane = LanePlan { provider: provider.into(), model: model.into(), ..LanePlan::default() };
    plan(vec![lane])
}

/// The sample of one request to the priced provider, which streams these pieces.
fn charged(pieces: &[String]) -> Sample {
    let base_url = streams(pieces.iter().map(|piece| piece.clone().into_bytes()).collect());
    let race = race_among(priced_plan(), Timeouts::default(), None, &roster(&base_url));
    only_sample(block_on(race.run(None)).0)
}

fn only_sample(run: Run) -> Sample {
    run.lanes.into_iter().next().and_then(|lane| lane.samples.into_iter().next()).expect("a result")
}

fn words() -> [String; 2] {
    [delta(r#"{"content":"Water wears"}"#), delta(r#"{"content":" the outer bank."}"#)]
}

fn usage(usage: &str) -> String {
    format!("data: {{\"choices\":[],\"usage\":{usage}}}\n\n")
}

fn finish() -> String {
    "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n".to_owned()
}

fn done() -> String {
    "data: [DONE]\n\n".to_owned()
}

/// Dollars for this many tokens of the priced model, in the unit of its price: input, cached input, output.
fn dollars(sample: &Sample, [input, cached, output]: [u32; 3]) -> f64 {
    let price = sample.price.as_ref().expect("a computed cost keeps its price");
    let cache_read = price.rates.cache_read.expect("this model's cache has a price");
    let micro = [(input, price.rates.input), (cached, cache_read), (output, price.rates.output)]
        .map(|(tokens, each)| f64::from(tokens) * f64::from(each));
    micro.iter().sum::<f64>() / 1e12
}

fn is(cost: Option<f64>, expected: f64) -> bool {
    cost.is_some_and(|cost| (cost - expected).abs() < 1e-12)
}

#[test]
fn a_cost_is_the_servers_counts_at_a_dated_price_and_cached_tokens_are_charged_once() {
    let [one, two] = words();
    let counts = r#"{"prompt_tokens":1000,"completion_tokens":500,"total_tokens":1500,"prompt_tokens_details":{"cached_tokens":600},"completion_tokens_details":{"reasoning_tokens":400}}"#;
    let sample = charged(&[one, two, finish(), usage(counts), done()]);
    assert_eq!(sample.status, Status::Ok, "it went well");
    assert_eq!(
        (sample.in_tokens_server, sample.cached_read_tokens),
        (Some(1_000), Some(600)),
        "what was cached is a part of the input"
    );
    let expected = dollars(&sample, [400, 600, 500]);
    assert!(is(sample.cost_usd, expected), "{:?} is not {expected}", sample.cost_usd);
    // $0.15, $0.075 and $0.60 per million, by hand.
    assert!(is(sample.cost_usd, 60e-6 + 45e-6 + 300e-6), "{:?} by hand", sample.cost_usd);
    assert_eq!(sample.cost_source, Some(CostSource::Computed), "nobody reported it");
    let price = sample.price.as_ref().expect("a computed cost keeps its price");
    assert!(!price.dated.is_empty() && !price.source.is_empty(), "it says when and from where");
    assert!(!sample.doubts.contains(&Warning::CostEstimated), "the server counted everything");
    assert!(sample.doubts.contains(&Warning::PromptCached), "a cached prompt was not prefilled");
}

#[test]
fn tokens_that_came_before_a_failure_are_charged_as_an_estimate() {
    let [one, two] = words();
    let error = "data: {\"error\":{\"message\":\"The engine is gone.\"}}\n\n".to_owned();
    let failed = charged(&[one.clone(), two.clone(), error.clone()]);
    assert_eq!(failed.status, Status::ErrorStream, "a 200 is no success yet");
    let cut_off = charged(&[one.clone(), two.clone()]);
    assert_eq!(cut_off.status, Status::Truncated, "nor is an end without a finish");
    for sample in [&failed, &cut_off] {
        let tokens = sample.out_tokens_neutral.expect("there was a text to count");
        let output = dollars(sample, [0, 0, tokens]);
        assert!(
            sample.cost_usd.is_some_and(|cost| cost > output),
            "what was produced is on the bill, and the prompt with it: {:?}",
            sample.cost_usd
        );
        assert!(sample.doubts.contains(&Warning::CostEstimated), "and nobody has said how much");
    }
    let counted = usage(r#"{"prompt_tokens":1000,"completion_tokens":500}"#);
    let failed = charged(&[one, two, counted, error]);
    let expected = dollars(&failed, [1_000, 0, 500]);
    assert!(is(failed.cost_usd, expected), "the server's own count goes first");
    assert!(
        failed.doubts.contains(&Warning::CostEstimated),
        "whether it bills a failure is unknown"
    );
}

#[test]
fn a_lane_that_was_stopped_is_charged_for_what_had_come_as_an_estimate() {
    let base_url = serve(|_, socket| {
        let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n";
        socket.write_all(head.as_bytes()).expect("the client reads");
        // A stopped client disconnects.
        while socket.write_all(delta(r#"{"content":"and on "}"#).as_bytes()).is_ok() {
            std::thread::sleep(APART);
        }
    });
    let race = race_among(priced_plan(), Timeouts::default(), None, &roster(&base_url));
    let (state, controls): (_, Controls) = (race.state(), race.controls());
    let run = block_on(async {
        let racing = tokio::spawn(race.run(None));
        let arrived = |recording: &measure::Recording| recording.timeline.text().count();
        while state.with_recording(0, arrived) < Some(3) {
            tokio::time::sleep(APART).await;
        }
        controls.stop();
        racing.await.expect("the race ends").0
    });
    let sample = only_sample(run);
    assert_eq!(sample.status, Status::Cancelled, "it was our doing");
    assert!(sample.cost_usd.is_some_and(|cost| cost > 0.0), "the provider charges all the same");
    assert!(sample.doubts.contains(&Warning::CostEstimated), "how much, it never said");
}

#[test]
fn what_the_provider_says_it_charged_is_what_it_cost() {
    let [one, two] = words();
    let counts = r#"{"prompt_tokens":1000,"completion_tokens":500,"cost":0.0123}"#;
    let sample = charged(&[one, two, finish(), usage(counts), done()]);
    assert!(is(sample.cost_usd, 0.0123), "its own bill goes first: {:?}", sample.cost_usd);
    assert_eq!(sample.cost_source, Some(CostSource::Reported), "and it says whose figure it is");
    assert_eq!(sample.price, None, "no price was used");
}

#[test]
fn without_a_price_a_counted_request_has_no_cost() {
    let [one, two] = words();
    let counts = usage(r#"{"prompt_tokens":1000,"completion_tokens":500}"#);
    let pieces = [one, two, counts, END.to_owned()].map(String::into_bytes);
    let lane = lane_at(&streams(pieces.to_vec()), "a-model-nobody-prices");
    let sample = only_sample(ran(plan(vec![lane])));
    assert_eq!(sample.out_tokens_server, Some(500), "the tokens are known");
    assert_eq!((sample.cost_usd, sample.price), (None, None), "what they cost is not, nor zero");
}
