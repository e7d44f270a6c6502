//! Who counted the tokens, however the counts arrive.

use std::io::Write as _;
use std::sync::atomic::{AtomicU32, Ordering};

use cost::TokenSource;
use measure::Warning;
use race::Status;

use crate::arena::{asked, lane_at, plan, ran};
use crate::raw::{END, delta, serve};

#[test]
fn usage_is_found_wherever_it_stands() {
    for usage in ["last", "finish", "every", "split"] {
        let sample =
            asked(&format!("ttft=10ms&gap=2ms&tokens=30&reasoning=10&usage={usage}")).sample;
        assert_eq!(sample.status, Status::Ok, "{usage}: a chunk with no choices is no failure");
        assert_eq!(sample.token_source, Some(TokenSource::Server), "{usage}: the server counted");
        assert_eq!(
            sample.out_tokens_server,
            Some(40),
            "{usage}: the last count, not a running one"
        );
        assert_eq!(sample.reasoning_tokens_server, Some(10), "{usage}: thoughts are part of it");
        assert_eq!(sample.answer_tokens_server, Some(30), "{usage}: the rest is the answer");
        assert!(
            sample.in_tokens_server.is_some_and(|tokens| tokens > 0),
            "{usage}: the prompt's half"
        );
        assert_eq!(sample.speed.chunks, 40, "{usage}: counts are no tokens");
    }
}

#[test]
fn without_usage_we_count_and_say_so() {
    let sample = asked("ttft=10ms&gap=2ms&tokens=30&usage=absent").sample;
    assert_eq!(sample.out_tokens_server, None, "nobody else counted, and that is no zero");
    assert_eq!(sample.in_tokens_server, None, "the prompt neither");
    assert_eq!(sample.token_source, Some(TokenSource::Neutral), "so our own count is used");
    assert!(sample.doubts.contains(&Warning::UsageMissing), "and it says so");
    assert_eq!(sample.count_diff_pct, None, "there is nothing to compare it with");
    assert!(sample.speed.decode_tps.is_some(), "a speed there is all the same");
    assert_eq!(sample.cost_usd, None, "and what it cost is not known");
}

#[test]
fn several_tokens_in_a_chunk_are_not_one() {
    let sample = asked("ttft=10ms&gap=2ms&tokens=60&per_chunk=4").sample;
    assert_eq!(
        (sample.out_tokens_server, sample.speed.chunks),
        (Some(60), 15),
        "chunks are no tokens"
    );
    assert_eq!(sample.speed.tokens_per_chunk, Some(4.0), "how many, is told");
    assert!(
        sample.doubts.contains(&Warning::TokensBundled),
        "and that gaps are not between tokens"
    );
}

#[test]
fn a_running_count_says_how_many_tokens_the_first_chunk_held() {
    let sample = asked("ttft=20ms&gap=4ms&tokens=45&first_chunk=5&usage=every").sample;
    assert!(
        !sample.doubts.contains(&Warning::TpotApprox),
        "the server said it, so nothing is estimated"
    );
    assert!(sample.speed.decode_tps.is_some(), "and the speed follows from it");
}

#[test]
fn an_answer_cut_at_its_limit_says_so() {
    let arena = crate::arena::Arena::open();
    let lane = arena.lane("ttft=10ms&gap=1ms&tokens=50");
    let run =
        crate::arena::ran(race::Plan { max_tokens: Some(10), ..crate::arena::plan(vec![lane]) });
    let sample = &run.lanes[0].samples[0];
    assert_eq!(sample.out_tokens_server, Some(10), "the limit was sent, and kept");
    assert_eq!(sample.finish_reason.as_deref(), Some("length"), "the provider says why it stopped");
    assert!(sample.doubts.contains(&Warning::StoppedAtLimit), "and so do we");
}

/// Two words and an end, with this usage before the end; `answer` writes the whole response.
fn counted_as(usage: &str) -> String {
    let (one, two) = (delta(r#"{"content":"One"}"#), delta(r#"{"content":" two."}"#));
    let usage = if usage.is_empty() {
        String::new()
    } else {
        format!("data: {{\"choices\":[],\"usage\":{usage}}}\n\n")
    };
    format!("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n{one}{two}{usage}{END}")
}

#[test]
fn an_invalid_count_is_unknown_and_not_zero() {
    for usage in [
        "null",
        "{}",
        r#"{"prompt_tokens":-1,"completion_tokens":-1}"#,
        r#"{"prompt_tokens":null,"completion_tokens":null}"#,
        r#"{"prompt_tokens":"many","completion_tokens":[]}"#,
    ] {
        let response = counted_as(usage);
        let base_url = serve(move |_, socket| {
            socket.write_all(response.as_bytes()).expect("the client reads");
        });
        let run = ran(plan(vec![lane_at(&base_url, "m")]));
        let sample = &run.lanes[0].samples[0];
        assert_eq!(sample.status, Status::Ok, "{usage}: the answer is one all the same");
        assert_eq!(
            (sample.in_tokens_server, sample.out_tokens_server),
            (None, None),
            "{usage}: nobody knows, and zero would be a claim"
        );
        assert_eq!(sample.token_source, Some(TokenSource::Neutral), "{usage}: so ours is used");
    }
}

#[test]
fn no_aggregate_mixes_tokens_that_different_people_counted() {
    let asked = AtomicU32::new(0);
    let base_url = serve(move |_, socket| {
        let odd = asked.fetch_add(1, Ordering::Relaxed).is_multiple_of(2);
        let usage = r#"{"prompt_tokens":9,"completion_tokens":30}"#;
        let response = counted_as(if odd { usage } else { "" });
        socket.write_all(response.as_bytes()).expect("the client reads");
    });
    let run = ran(race::Plan { repeat: 4, ..plan(vec![lane_at(&base_url, "m")]) });
    let lane = &run.lanes[0];
    let sources: Vec<_> = lane.samples.iter().filter_map(|sample| sample.token_source).collect();
    assert!(
        sources.contains(&TokenSource::Server) && sources.contains(&TokenSource::Neutral),
        "each of two counted half of them: {sources:?}"
    );
    for name in ["e2e_tps", "decode_tps", "out_tokens", "tpot_ms"] {
        assert!(!lane.summary.contains_key(name), "{name} would be an average of two yardsticks");
    }
    assert_eq!(lane.summary["ttft_ms"].n, 4, "times are times, whoever counts the tokens");
}
