//! When tokens come: on schedule, after the prompt, in the queue, and beside a greedy stream.

use std::io::Read;

use serde_json::Value;
use simulator::Outcome;

use crate::client::{Answer, Client, started, truths};

#[test]
fn a_stream_is_never_early_and_its_truth_says_what_came() {
    let simulator = started();
    let model = "scripted?ttft=40ms&gap=2ms&tokens=20&reasoning=5&headers=10ms&done=30ms";
    let answer = Client::of(&simulator).complete(model);
    assert_eq!(answer.body.matches("\"content\":\"").count(), 21, "the role and twenty tokens");

    let truth = simulator.truth().pop().expect("whoever saw the end finds the truth");
    assert_eq!((truth.model.as_str(), truth.sequence), (model, 1), "it is about this request");
    assert_eq!((truth.reasoning_tokens, truth.answer_tokens, truth.chunks), (5, 20, 25), "counts");
    assert_eq!((truth.status, truth.in_flight, truth.queued_us), (Some(200), Some(1), 0), "alone");
    assert_eq!(truth.outcome, Outcome::Complete, "nothing went wrong");
    let schedule = [
        (truth.headers_us, 10_000),
        (truth.role_us, 10_000),
        (truth.first_reasoning_us, 40_000),
        (truth.first_content_us, 50_000),
        (truth.last_content_us, 88_000),
        (truth.finish_us, 88_000),
        (truth.done_us, 118_000),
        (truth.close_us, 118_000),
    ];
    for (instant, due) in schedule {
        let instant = instant.expect("each of these came");
        let latest = due + truth.late_us + 1;
        assert!((due..=latest).contains(&instant), "due at {due} µs, made at {instant} µs");
    }
}

/// Whether the first token of each of two requests for a model came at `due_us`; returns how many tokens of its prompt
/// were cached.
fn reads(model: &str, due_us: [u64; 2]) -> Vec<Option<u64>> {
    let simulator = started();
    let mut client = Client::of(&simulator);
    let told = |answer: &Answer| {
        let events = answer.body.lines().rev().filter_map(|line| line.strip_prefix("data: "));
        let mut events = events.filter_map(|data| serde_json::from_str::<Value>(data).ok());
        events.find_map(|data| data.pointer("/usage/prompt_tokens_details/cached_tokens")?.as_u64())
    };
    let cached = due_us.map(|_| told(&client.complete(model))).to_vec();
    for (truth, due) in truths(&simulator, 2).into_iter().zip(due_us) {
        let first = truth.first_content_us.expect("an answer");
        let latest = due + truth.late_us + 1;
        assert!((due..=latest).contains(&first), "{model}: due at {due} µs, made at {first} µs");
    }
    cached
}

#[test]
fn a_prompt_takes_its_time_unless_it_is_in_the_cache() {
    // The prompt has five words and marks.
    let model = "scripted?ttft=10ms&input=8ms&tokens=1&usage_when=always";
    let none = reads(model, [50_000, 50_000]);
    assert_eq!(none, [Some(0), Some(0)], "10 ms and five times 8, as without a cache");
    let caching = format!("{model}&cache=yes");
    let second = reads(&caching, [50_000, 18_000]);
    assert_eq!(second, [Some(0), Some(4)], "the second reads its last token alone");
}

#[test]
fn a_profile_serves_so_many_and_the_rest_wait() {
    let simulator = started();
    let slots = 16;
    let mut clients: Vec<_> = (0..=slots).map(|_| Client::of(&simulator)).collect();
    for client in &mut clients {
        client.ask("lpu?ttft=400ms&tokens=2&gap=1ms");
    }
    for client in &mut clients {
        assert_eq!(client.answer().expect("an answer").status(), 200, "all are served");
    }
    let truths = truths(&simulator, clients.len());
    let waited: Vec<_> = truths.iter().filter(|truth| truth.queued_us > 0).collect();
    assert_eq!(waited.len(), 1, "one more than there are slots");
    assert!(waited.iter().all(|truth| truth.queued_us >= 100_000), "until a slot was free");
    let most = truths.iter().filter_map(|truth| truth.in_flight).max();
    assert_eq!(most, Some(slots), "never more at a time");
}

#[test]
fn a_stream_without_gaps_gives_way_to_others() {
    let simulator = started();
    let mut greedy = Client::of(&simulator);
    greedy.ask("scripted?ttft=0&gap=0&tokens=300000");
    greedy.socket.read_exact(&mut [0]).expect("it has begun");
    let reader = std::thread::spawn(move || {
        let mut buffer = vec![0; 1_000_000];
        while greedy.socket.read(&mut buffer).is_ok_and(|length| length > 0) {}
    });
    let modest = "scripted?ttft=0&tokens=1";
    Client::of(&simulator).complete(modest);
    let ended: Vec<_> = simulator.truth().into_iter().map(|truth| truth.model).collect();
    assert_eq!(ended, [modest], "it did not wait for the other's 300,000 writes");
    drop(simulator);
    reader.join().expect("the greedy stream ends with the simulator");
}
