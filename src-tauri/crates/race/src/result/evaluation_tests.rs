//! Samples computed from logs written by hand.

use measure::{ArrivalEvent, Timeline, TokensSoFar, Transcript};
use providers::{SafeText, ServerReport, provider};
use serde_json::json;

use super::*;
use crate::result::output_length::RequestedLength;
use crate::testing::context;

#[path = "evaluation_count_tests.rs"]
mod counts;

const MS: u64 = 1_000_000;

fn recording(kinds: &[(Kind, &str)], usage: serde_json::Value) -> Recording {
    let mut timeline = Timeline {
        plan_ns: 0,
        send_ns: Some(0),
        close_ns: Some(9_000 * MS),
        ..Timeline::default()
    };
    let mut transcript = Transcript::default();
    for (event, (kind, text)) in (0_u32..).zip(kinds) {
        timeline.push(ArrivalEvent {
            at_ns: (100 + u64::from(event) * 100) * MS,
            event,
            kind: *kind,
            text_bytes: u32::try_from(text.len()).expect("short"),
            wire_bytes: 100,
            tokens_so_far: TokensSoFar::UNTOLD,
        });
        transcript.push(*kind, text);
    }
    let usage = if usage.is_null() { vec![] } else { vec![usage] };
    Recording { timeline, transcript, usage, chain: None }
}

fn finished() -> Reply {
    Reply { finish_reason: Some("stop".into()), done: true, attempts: 1, ..Reply::default() }
}

fn sample(recording: &Recording, reply: &Reply) -> Sample {
    let groq = provider("groq").expect("in the catalogue");
    let price = cost::Book::shipped().price("groq", "openai/gpt-oss-120b");
    let plain = context(groq, "Say hello to the world");
    let asked = SampleContext { model: "openai/gpt-oss-120b", price: price.as_ref(), ..plain };
    Sample::of(recording, reply, &asked, None)
}

fn fault(class: FaultClass, http_status: Option<u16>) -> Reply {
    Reply { fault: Some(Fault { http_status, ..Fault::new(class, "m") }), ..Reply::default() }
}

/// A reply that came as one body rather than a stream.
fn whole(reply: Reply) -> Reply {
    Reply { not_streamed: true, ..reply }
}

#[test]
fn how_a_request_ended_follows_from_what_came() {
    let text = recording(&[(Kind::Answer, "Hello"), (Kind::Answer, " world")], json!(null));
    let empty = recording(&[(Kind::Empty, "")], json!(null));
    let no_marker = Reply { done: false, ..finished() };
    let no_reason = Reply { finish_reason: None, ..finished() };
    for (what, recording, reply, expected) in [
        ("a reason and a marker", &text, finished(), Status::Ok),
        ("a reason alone", &text, no_marker, Status::Ok),
        ("a marker alone", &text, no_reason, Status::Ok),
        ("neither", &text, Reply::default(), Status::Truncated),
        ("a reason and no text", &empty, finished(), Status::OkEmpty),
        ("an error in the stream", &text, fault(FaultClass::InStream, None), Status::ErrorStream),
        ("a page", &empty, fault(FaultClass::NotAStream, None), Status::ErrorStream),
        ("429", &empty, fault(FaultClass::Throttled, Some(429)), Status::Throttled),
        ("no seat", &empty, fault(FaultClass::Capacity, Some(429)), Status::Throttled),
        ("no credit", &empty, fault(FaultClass::NoCredit, Some(429)), Status::ErrorHttp),
        ("no room", &empty, fault(FaultClass::TooLong, Some(429)), Status::ErrorHttp),
        ("500", &empty, fault(FaultClass::ServerError, Some(500)), Status::ErrorHttp),
        ("200 and no key", &empty, fault(FaultClass::WrongKey, Some(200)), Status::ErrorStream),
        (
            "200 is all of it",
            &empty,
            whole(fault(FaultClass::WrongKey, Some(200))),
            Status::ErrorHttp,
        ),
        ("200 and slow down", &empty, fault(FaultClass::Throttled, Some(200)), Status::Throttled),
        ("no connection", &empty, fault(FaultClass::Tcp, None), Status::ErrorNet),
        ("a reset", &text, fault(FaultClass::ConnectionLost, None), Status::ErrorNet),
        ("silence at first", &empty, fault(FaultClass::TimeoutFirst, None), Status::TimeoutFirst),
        ("too long in all", &text, fault(FaultClass::Deadline, None), Status::Deadline),
        ("silence later", &text, fault(FaultClass::TimeoutIdle, None), Status::TimeoutIdle),
    ] {
        assert_eq!(sample(recording, &reply).status, expected, "{what}");
    }
}

#[test]
fn a_failed_request_keeps_what_had_arrived_and_says_why() {
    let text = recording(&[(Kind::Answer, "Hello"), (Kind::Answer, " world")], json!(null));
    let sample = sample(&text, &Reply::default());
    assert_eq!(sample.text, "Hello world", "the words that came");
    assert_eq!(sample.speed.ttft_ms, Some(100.0), "and when the first did");
    assert!(
        sample.error.is_some_and(|fault| fault.class == FaultClass::Truncated),
        "and what went wrong"
    );
    assert!(
        sample.doubts.contains(&Warning::CostEstimated),
        "tokens were produced, so something was charged"
    );
}

#[test]
fn a_failure_is_timed_from_the_send_and_where_nothing_was_said_at_the_end() {
    let mut log = recording(&[(Kind::Answer, "Hello"), (Kind::Fault, "")], json!(null));
    log.timeline.send_ns = Some(40 * MS);
    let said = sample(&log, &fault(FaultClass::InStream, None));
    assert_eq!(said.error_at_ms, Some(160.0), "said 200 ms after the gun, 160 ms after the send");
    log.timeline.marks.pop();
    let lost = sample(&log, &fault(FaultClass::ConnectionLost, None));
    assert_eq!(lost.error_at_ms, Some(8_960.0), "a connection fails when it ends");
    assert_eq!(sample(&log, &finished()).error_at_ms, None, "what went well failed at no time");
}

#[test]
fn a_connection_made_after_the_gun_is_reported() {
    let made = |ahead, reused| {
        let mut log = recording(&[(Kind::Answer, "Hello")], json!(null));
        let connection =
            measure::ConnectionTiming { ahead, reused, ..measure::ConnectionTiming::default() };
        log.timeline.connection = Some(connection);
        sample(&log, &finished()).doubts.contains(&Warning::ConnectedLate)
    };
    assert!(made(false, false), "it was made while the user waited");
    assert!(!made(true, false), "one that stood before the gun cost nothing");
    assert!(!made(false, true), "nor does one that is used again");
}

#[test]
fn an_answer_that_was_not_streamed_has_no_first_token() {
    let text = recording(
        &[(Kind::Answer, "Hello world")],
        json!({"prompt_tokens": 1, "completion_tokens": 2}),
    );
    let sample = sample(&text, &Reply { not_streamed: true, done: false, ..finished() });
    assert_eq!(sample.status, Status::Ok, "it is an answer");
    assert_eq!(
        (sample.speed.ttft_ms, sample.speed.decode_tps),
        (None, None),
        "but its first token has no time"
    );
    assert_eq!(sample.speed.latency_ms, Some(100.0), "only its end has");
    assert!(sample.doubts.contains(&Warning::NotStreamed), "and the user is told");
}

#[test]
fn a_stored_log_gives_the_same_speed_again() {
    let text = recording(
        &[(Kind::Reasoning, "so"), (Kind::Answer, "Hello"), (Kind::Answer, " world")],
        json!({"prompt_tokens": 5, "completion_tokens": 9, "total_tokens": 14,
               "completion_tokens_details": {"reasoning_tokens": 6}}),
    );
    let reply = Reply { reasoning_type: ReasoningType::Verbatim, ..finished() };
    let first = sample(&text, &reply);
    let groq = provider("groq").expect("in the catalogue");
    assert_eq!(
        first.speed_again(&text, groq),
        first.speed,
        "a number is a pure function of its log"
    );
}

#[test]
fn a_failure_gives_the_same_speed_again_whether_it_came_as_one_body_or_as_an_event() {
    let mut log = recording(&[(Kind::Fault, "")], json!(null));
    log.timeline.first_byte_ns = Some(50 * MS);
    log.timeline.written_ns = Some(2 * MS);
    let groq = provider("groq").expect("in the catalogue");
    for (class, status) in [
        (FaultClass::WrongKey, Some(200)),
        (FaultClass::ServerError, Some(200)),
        (FaultClass::Throttled, Some(200)),
        (FaultClass::InStream, None),
        (FaultClass::ConnectionLost, None),
        (FaultClass::ServerError, Some(500)),
    ] {
        let event = sample(&log, &fault(class, status));
        let body = sample(&log, &whole(fault(class, status)));
        assert_eq!(
            (event.speed.ttfb_ms, body.speed.ttfb_ms),
            (Some(50.0), None),
            "{class:?}: one body has no time of its first byte"
        );
        for failed in [event, body] {
            assert_eq!(failed.speed_again(&log, groq), failed.speed, "{class:?}, as it was");
        }
    }
}

#[test]
fn what_an_interrupted_request_had_measured_is_there() {
    let text = recording(&[(Kind::Answer, "Hello")], json!(null));
    let custom = provider("custom").expect("in the catalogue");
    let sample = Sample::interrupted(&text, &context(custom, "Hi"));
    assert_eq!(
        (sample.status, sample.text.as_str()),
        (Status::Interrupted, "Hello"),
        "cut off, not lost"
    );
    assert_eq!(sample.speed.ttft_ms, Some(100.0), "its first token had a time");
    assert_eq!(sample.server, None::<ServerReport>, "and what nobody said stays unknown");
}

/// A log of one word after 100 ms, with the server's reported counts.
fn counted(prompt: u64, cached: u64, output: u64) -> Recording {
    let usage = json!({
        "prompt_tokens": prompt, "completion_tokens": output,
        "prompt_tokens_details": { "cached_tokens": cached },
    });
    recording(&[(Kind::Answer, "Hello"), (Kind::Done, "")], usage)
}

#[test]
fn prefill_speed_needs_a_ttft_with_nothing_else_in_it() {
    let groq = provider("groq").expect("in the catalogue");
    let alone = context(groq, "Hi");
    let of = |recording: &Recording, asked: &SampleContext<'_>| {
        Sample::of(recording, &finished(), asked, None).prefill_tps
    };
    assert_eq!(of(&counted(500, 0, 1), &alone), Some(5_000.0), "500 tokens in 100 ms");
    assert_eq!(of(&counted(500, 400, 1), &alone), None, "the cached ones were not prefilled");
    let silent = recording(
        &[(Kind::Answer, "Hello")],
        json!({ "prompt_tokens": 500, "completion_tokens": 1 }),
    );
    assert_eq!(of(&silent, &alone), None, "nobody said that none were cached");
    let crowded = SampleContext { sharing: 2, ..alone };
    assert_eq!(of(&counted(500, 0, 1), &crowded), None, "another request was served meanwhile");
}

#[test]
fn a_short_answer_is_distinguished_from_a_complete_one() {
    let groq = provider("groq").expect("in the catalogue");
    let of = |length, output| {
        let asked = SampleContext { length: Some(length), ..context(groq, "Hi") };
        let sample = Sample::of(&counted(5, 0, output), &finished(), &asked, None);
        (sample.osl_diff_pct, sample.doubts.contains(&Warning::StoppedEarly))
    };
    assert_eq!(of(RequestedLength::Target(200), 100), (Some(-50.0), true), "half the work");
    assert_eq!(of(RequestedLength::Target(200), 196), (Some(-2.0), false), "as good as all of it");
    assert_eq!(
        of(RequestedLength::Target(2_000), 1_940),
        (Some(-3.0), true),
        "60 tokens are a second"
    );
    assert_eq!(
        of(RequestedLength::AtMost(200), 100),
        (Some(-50.0), false),
        "a limit need not be reached"
    );
}

#[test]
fn this_machines_part_in_a_request_is_reported_beside_it() {
    let doubts = |lag_us, cpu_pct, clock_gap_ms| {
        let mut log = counted(5, 0, 1);
        log.timeline.strain = Some(measure::ClientLoad { lag_us, cpu_pct, clock_gap_ms });
        let doubts = sample(&log, &finished()).doubts;
        (doubts.contains(&Warning::ClientLimited), doubts.contains(&Warning::ClockGap))
    };
    assert_eq!(doubts(900, Some(40), 30), (false, false), "a quiet machine");
    assert_eq!(doubts(5_001, Some(40), 0), (true, false), "it read late");
    assert_eq!(doubts(900, Some(81), 0), (true, false), "it had hardly time to read");
    assert_eq!(doubts(900, None, 0), (false, false), "what is not known is no reproach");
    assert_eq!(doubts(900, Some(40), 30_000), (false, true), "it slept for half a minute");
    assert_eq!(doubts(900, Some(40), -3_600_000), (false, true), "its clock was set back");
}

#[test]
fn a_request_that_the_machine_slept_through_is_in_no_summary() {
    let awake = sample(&counted(5, 0, 1), &finished());
    let mut log = counted(5, 0, 1);
    let gap = measure::ClientLoad { lag_us: 0, cpu_pct: None, clock_gap_ms: 8_000 };
    log.timeline.strain = Some(gap);
    let asleep = sample(&log, &finished());
    assert_eq!(asleep.status, Status::Ok, "it did end well");
    let summary = crate::summary(&[awake, asleep]);
    assert_eq!(summary["ttft_ms"].n, 1, "but its clock stood still meanwhile");
}

#[test]
fn a_request_that_was_sent_otherwise_than_it_was_asked_says_so() {
    let groq = providers::provider("groq").expect("in the catalogue");
    let plain = context(groq, "Hi");
    let reply = Reply::default();
    let doubts =
        |asked: &SampleContext<'_>| Sample::of(&Recording::default(), &reply, asked, None).doubts;
    assert!(!doubts(&plain).contains(&Warning::Adjusted), "as it was asked");
    let adjusted = SampleContext { is_adjusted: true, ..plain };
    assert!(doubts(&adjusted).contains(&Warning::Adjusted), "its numbers are of another request");
}

#[test]
fn a_thinking_tag_that_nobody_opened_is_pointed_out_where_no_reasoning_is_known() {
    let text = "The thought.</think>The answer.";
    let doubts = |reply: &Reply| {
        let recording = recording(&[(Kind::Answer, text)], serde_json::Value::Null);
        sample(&recording, reply).doubts.contains(&Warning::StrayTag)
    };
    assert!(doubts(&finished()), "what stands before it may be no answer");
    let known = Reply { reasoning_type: ReasoningType::Verbatim, ..finished() };
    assert!(!doubts(&known), "where thoughts came apart, it is a word like any other");
}

#[test]
fn a_prompt_that_was_cut_is_pointed_out() {
    let groq = provider("groq").expect("in the catalogue");
    let prompt = " the quick brown fox".repeat(2_000);
    let has = |counted: u32| {
        let usage = json!({"prompt_tokens": counted, "completion_tokens": 4});
        let recording = recording(&[(Kind::Answer, "Yes.")], usage);
        let doubts = Sample::of(&recording, &finished(), &context(groq, &prompt), None).doubts;
        doubts.contains(&Warning::PromptCut)
    };
    assert!(has(2_048), "8,000 tokens were sent");
    assert!(!has(8_020), "all of them and a template were read");
}

#[test]
fn a_tier_that_answered_in_place_of_the_one_asked_for_is_pointed_out() {
    let provider = provider("openai").expect("in the catalogue");
    let flex = provider.in_tier("flex").expect("it has one");
    let log = recording(&[(Kind::Answer, "Hello")], json!(null));
    let doubted = |provider: &Provider, answered: Option<&str>| {
        let service_tier = answered.map(|tier| SafeText::without(tier, None));
        let server = ServerReport { service_tier, ..ServerReport::default() };
        let asked = context(provider, "Hi");
        let sample = Sample::of(&log, &Reply { server, ..finished() }, &asked, None);
        sample.doubts.contains(&Warning::OtherTier)
    };
    assert!(doubted(&flex, Some("default")), "there was no room in flex");
    for (provider, answered) in [(&flex, Some("flex")), (&flex, None), (provider, Some("flex"))] {
        assert!(!doubted(provider, answered), "{answered:?}: as asked, or nobody says");
    }
}

#[test]
fn reasoning_of_a_request_that_was_interrupted_is_told_apart_from_its_answer() {
    let log = recording(&[(Kind::Reasoning, "Hmm, well"), (Kind::Answer, "Hello")], json!(null));
    let interrupted = |id: &str| {
        let provider = provider(id).expect("in the catalogue");
        Sample::interrupted(&log, &context(provider, "Hi"))
    };
    let whole = Reply { reasoning_type: ReasoningType::InlineThink, ..finished() };
    let (cut, whole) = (interrupted("groq"), sample(&log, &whole));
    assert_eq!(cut.reasoning_type, ReasoningType::Verbatim, "what was shown is known");
    assert_eq!(cut.speed.ttfat_ms, whole.speed.ttfat_ms, "and its numbers are those of the log");
    assert_eq!(cut.speed.thinking_time_ms, whole.speed.thinking_time_ms, "however it was marked");
    assert_eq!(interrupted("anthropic").reasoning_type, ReasoningType::Summary, "a summary here");
    let plain = recording(&[(Kind::Answer, "Hello")], json!(null));
    let none = Sample::interrupted(&plain, &context(provider("groq").expect("a row"), "Hi"));
    assert_eq!(none.reasoning_type, ReasoningType::None, "where none was shown");
}
