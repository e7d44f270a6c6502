//! What is stored about a failed request, and that each failure is reported as what it was.

use std::io::Write as _;
use std::net::{Ipv4Addr, TcpListener};
use std::thread;
use std::time::Duration;

use measure::Warning;
use providers::FaultClass;
use race::{RunState, Status, Timeouts};
use simulator::Outcome;

use crate::arena::{Arena, asked, asked_with_timeouts, block_on, lane_at, ms, plan, race_of, ran};
use crate::raw::serve;

/// Short enough for a test, long enough for a machine that is busy.
const SHORT: Timeouts = Timeouts {
    first: Duration::from_millis(300),
    idle: Duration::from_millis(300),
    total: Duration::from_secs(60),
};

fn class_of(sample: &race::Sample) -> FaultClass {
    sample.error.as_ref().expect("a failure says what failed").class
}

#[test]
fn a_stream_that_breaks_off_is_truncated_and_keeps_what_came() {
    let outcome = asked("ttft=20ms&gap=2ms&tokens=20&fault=drop@50%");
    let sample = outcome.sample;
    assert_eq!(sample.status, Status::Truncated, "neither a finish reason nor the marker came");
    assert_eq!(class_of(&sample), FaultClass::Truncated, "and it is told as that");
    assert_eq!(sample.speed.chunks, 10, "half of the answer had arrived");
    assert!(!sample.text.is_empty(), "its text is kept");
    assert!(sample.speed.ttft_ms.is_some(), "and so are its latencies");
    assert!(sample.speed.latency_ms.is_some(), "and so are its latencies");
    assert_eq!(sample.finish_reason, None, "nobody said why it ended");
    assert!(outcome.run.lanes[0].summary.is_empty(), "no aggregate counts it among the good ones");
}

#[test]
fn a_body_that_ends_politely_without_a_finish_is_truncated_too() {
    let sample = asked("ttft=10ms&gap=1ms&tokens=6&finish=never&done=missing").sample;
    assert_eq!(sample.status, Status::Truncated, "a polite end says nothing about the answer");
    assert_eq!(sample.speed.chunks, 6, "all that came is kept");
}

#[test]
fn a_reset_connection_is_the_networks_failure() {
    let sample = asked("ttft=20ms&gap=2ms&tokens=20&fault=reset@50%").sample;
    assert_eq!(sample.status, Status::ErrorNet, "a reset is no end of a stream");
    assert_eq!(class_of(&sample), FaultClass::ConnectionLost, "and it is told as that");
    assert!(!sample.text.is_empty(), "what had arrived is kept");
}

#[test]
fn an_error_inside_a_success_is_an_error() {
    for fault in ["error", "error-event", "error-done"] {
        let outcome = asked(&format!("ttft=20ms&gap=2ms&tokens=20&fault={fault}@50%"));
        let sample = outcome.sample;
        assert_eq!(sample.status, Status::ErrorStream, "{fault}: a 200 is no success yet");
        assert_eq!(class_of(&sample), FaultClass::InStream, "{fault}: it is told as that");
        assert_eq!(sample.speed.chunks, 10, "{fault}: the tokens so far are kept");
        assert!(sample.speed.ttft_ms.is_some(), "{fault}: and when the first came");
        let (said, last) = (sample.error_at_ms, ms(outcome.truth.last_content_us));
        assert!(
            said.is_some_and(|said| said >= last),
            "{fault}: and when it failed, which is {said:?} and not before {last}"
        );
        assert!(outcome.run.lanes[0].summary.is_empty(), "{fault}: no aggregate counts it");
    }
}

#[test]
fn an_error_after_the_finish_is_an_error() {
    let sample = asked("ttft=10ms&gap=1ms&tokens=6&fault=error-late").sample;
    assert_eq!(sample.status, Status::ErrorStream, "the provider took its success back");
}

#[test]
fn a_refusal_shows_its_status_and_has_no_times() {
    for (status, class) in [
        ("401", FaultClass::WrongKey),
        ("404", FaultClass::ModelNotFound),
        ("500", FaultClass::ServerError),
        ("503", FaultClass::ServerError),
    ] {
        let outcome = asked(&format!("fault={status}"));
        let sample = outcome.sample;
        assert_eq!(sample.status, Status::ErrorHttp, "{status} is no success");
        assert_eq!(class_of(&sample), class, "{status}: what failed follows from it");
        let error = sample.error.as_ref().expect("a failure says what failed");
        assert_eq!(error.http_status.map(|code| code.to_string()).as_deref(), Some(status), "kept");
        assert!(
            error.body.as_ref().is_some_and(|body| body.len() <= 4_096),
            "{status}: the reason"
        );
        assert!(!error.advice.is_empty(), "{status}: and what to do");
        assert_eq!(sample.speed.ttft_ms, None, "{status}: no token came, so there is no first one");
        assert_eq!(sample.speed.latency_ms, None, "{status}: and no last one");
        assert_eq!(sample.out_tokens_server, None, "{status}: nobody counted, so there is no zero");
        assert_eq!(sample.cost_usd, None, "{status}: unknown is not free");
        assert_eq!(outcome.truth.outcome, Outcome::Refused, "{status}: the server says the same");
    }
}

#[test]
fn a_429_is_one_request_and_one_result() {
    let arena = Arena::open();
    let run = ran(plan(vec![arena.lane("fault=429&retry_after=7s&every=2")]));
    let sample = &run.lanes[0].samples[0];
    assert_eq!(sample.status, Status::Throttled, "a 429 is shown as what it is");
    assert_eq!(sample.attempts, 1, "nothing is retried in hiding");
    let error = sample.error.as_ref().expect("a failure says what failed");
    assert_eq!(error.retry_after_ms, Some(7_000), "how long the provider asks to wait is kept");
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(arena.truths(1).len(), 1, "the server saw exactly one request, then and later");
}

#[test]
fn a_429_and_then_a_success_are_two_results() {
    let arena = Arena::open();
    let lane = arena.lane("ttft=10ms&gap=1ms&tokens=4&fault=429&every=2");
    let run = ran(race::Plan { repeat: 2, ..plan(vec![lane]) });
    let statuses: Vec<_> = run.lanes[0].samples.iter().map(|sample| sample.status).collect();
    assert_eq!(statuses, [Status::Throttled, Status::Ok], "each request is a result of its own");
    assert_eq!(arena.truths(2).len(), 2, "two results are two requests");
    let ttft = run.lanes[0].summary.get("ttft_ms").expect("one request was good");
    assert_eq!(ttft.n, 1, "waiting out a limit is never counted as a first token's time");
}

#[test]
fn a_refused_option_is_left_out_the_second_time_for_all_to_see() {
    for status in [400, 422] {
        let arena = Arena::open();
        let knobs = format!("ttft=20ms&gap=2ms&tokens=8&stream_options={status}");
        let run = ran(plan(vec![arena.lane(&knobs)]));
        let sample = &run.lanes[0].samples[0];
        assert_eq!(sample.status, Status::Ok, "{status}: the second attempt is good");
        assert_eq!(sample.attempts, 2, "{status}: and is counted");
        assert!(sample.doubts.contains(&Warning::SecondAttempt), "{status}: and is shown");
        assert_eq!(sample.left_out.as_deref(), Some("stream_options"), "{status}: with what");
        let statuses: Vec<_> = arena.truths(2).iter().map(|truth| truth.status).collect();
        assert_eq!(statuses, [Some(status), Some(200)], "the server saw both");
        assert_eq!(sample.out_tokens_server, None, "{status}: usage was not asked for again");
        assert!(
            sample.speed.ttft_ms.is_some_and(|ttft| ttft < 1_000.0),
            "{status}: it has a clock of its own"
        );
    }
}

#[test]
fn nobody_listening_is_the_networks_failure_and_nothing_was_sent() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    let address = listener.local_addr().expect("it listens");
    drop(listener);
    let run = ran(plan(vec![lane_at(&format!("http://{address}/v1"), "m")]));
    let sample = &run.lanes[0].samples[0];
    assert_eq!(sample.status, Status::ErrorNet, "a lane that cannot connect is a result");
    assert_eq!(class_of(sample), FaultClass::Tcp, "and says in which phase it failed");
    assert_eq!(sample.sent_at_ms, None, "nothing was sent");
    assert_eq!(sample.connection, None, "there was no connection");
    assert_eq!(sample.speed.ttft_ms, None, "and so no first token");
}

#[test]
fn a_web_page_is_not_an_answer() {
    let sample = asked("fault=html").sample;
    assert_eq!(sample.status, Status::ErrorStream, "a page with status 200 is no success");
    assert_eq!(class_of(&sample), FaultClass::NotAStream, "and it is told as that");
    assert_eq!(sample.text, "", "its text is nobody's answer");
}

#[test]
fn an_error_as_the_whole_body_of_a_success_is_quoted() {
    for content_type in ["application/json", "text/event-stream"] {
        let response = format!(
            "HTTP/1.1 200 OK\r\ncontent-type: {content_type}\r\n\r\n\
             {{\n  \"error\": {{\"code\": 503, \"message\": \"The model is overloaded.\"}}\n}}\n"
        );
        let base_url = serve(move |_, socket| {
            socket.write_all(response.as_bytes()).expect("the client reads");
        });
        let run = ran(plan(vec![lane_at(&base_url, "m")]));
        let sample = &run.lanes[0].samples[0];
        assert_eq!(sample.status, Status::ErrorHttp, "{content_type}: a 200 is no success yet");
        assert_eq!(sample.doubts, [], "{content_type}: and what is no answer raises no doubts");
        let error = sample.error.as_ref().expect("a failure says what failed");
        assert_eq!(
            error.message, "HTTP 200, but an error in place of an answer: The model is overloaded.",
            "{content_type}: no stream had begun"
        );
        assert_eq!(error.class, FaultClass::ServerError, "{content_type}: as a 503 would be");
        assert_eq!(sample.speed.ttft_ms, None, "{content_type}: an error is no token");
    }
}

#[test]
fn of_a_long_refusal_four_kilobytes_are_kept() {
    let body = format!("{{\"error\":{{\"message\":\"{}\"}}}}", "no ".repeat(20_000));
    let base_url = serve(move |_, socket| {
        let head = format!("HTTP/1.1 500 Oops\r\ncontent-length: {}\r\n\r\n", body.len());
        socket.write_all((head + &body).as_bytes()).expect("the client reads");
    });
    let run = ran(plan(vec![lane_at(&base_url, "m")]));
    let sample = &run.lanes[0].samples[0];
    assert_eq!(sample.status, Status::ErrorHttp, "it was refused");
    let kept = sample.error.as_ref().and_then(|error| error.body.as_ref()).map(|body| body.len());
    assert!(kept.is_some_and(|kept| (100..=4_096).contains(&kept)), "its reason is cut: {kept:?}");
    let message = sample.error.as_ref().map(|error| error.message.as_str()).unwrap_or_default();
    assert!(message.starts_with("HTTP 500: no no"), "it is read whole all the same: {message}");
}

#[test]
fn silence_before_the_first_token_and_silence_after_it_are_two_failures() {
    let before = asked_with_timeouts("ttft=10ms&gap=1ms&tokens=20&fault=stall@first", SHORT).sample;
    assert_eq!(before.status, Status::TimeoutFirst, "no token had come");
    assert_eq!(before.speed.ttft_ms, None, "so there is no first one");
    let after = asked_with_timeouts("ttft=10ms&gap=1ms&tokens=20&fault=stall@50%", SHORT).sample;
    assert_eq!(after.status, Status::TimeoutIdle, "it stood still in the middle");
    assert_eq!(after.speed.chunks, 10, "what had arrived is kept");
    assert!(after.speed.latency_ms.is_some_and(|ms| ms < 300.0), "the silence is no latency");
}

#[test]
fn each_silence_is_borne_as_long_as_its_own_patience_says() {
    let short = Duration::from_millis(300);
    let long = Duration::from_secs(30);
    let before = asked_with_timeouts(
        "ttft=10ms&gap=1ms&tokens=20&fault=stall@first",
        Timeouts { first: short, idle: long, ..Timeouts::default() },
    );
    assert_eq!(before.sample.status, Status::TimeoutFirst, "the first token was not waited for");
    let after = asked_with_timeouts(
        "ttft=600ms&gap=1ms&tokens=20&fault=stall@50%",
        Timeouts { first: long, idle: short, ..Timeouts::default() },
    );
    assert_eq!(after.sample.status, Status::TimeoutIdle, "it was, and then the stream stood still");
    let ended = after.sample.ended_at_ms.expect("it ended");
    assert!(ended < 15_000.0, "the long timeout is for the first token alone: {ended} ms");
}

/// A server that sends this at once and then one piece every 50 ms, for ten seconds.
fn drips(begins: &'static str, piece: &'static str) -> String {
    serve(move |_, socket| {
        let mut sent = socket.write_all(begins.as_bytes());
        for _ in 0..200 {
            sent = sent.and_then(|()| socket.write_all(piece.as_bytes()));
            thread::sleep(Duration::from_millis(50));
        }
    })
}

const HEAD: &str = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n";

#[test]
fn no_drip_puts_off_the_first_token() {
    for (what, begins, piece) in [
        ("comments", HEAD, ":\n"),
        ("events without text", HEAD, "data: {}\n\n"),
        ("bytes of a line", HEAD, "x"),
        ("headers", "HTTP/1.1 200 OK\r\n", "a: b\r\n"),
        ("interim responses", "", "HTTP/1.1 100 Continue\r\n\r\n"),
    ] {
        let plan = plan(vec![lane_at(&drips(begins, piece), "m")]);
        let timeouts = Timeouts { idle: Duration::from_secs(30), ..SHORT };
        let (run, _) = block_on(race_of(plan, timeouts).run(None));
        let sample = &run.lanes[0].samples[0];
        assert_eq!(sample.status, Status::TimeoutFirst, "{what}: {:?}", sample.error);
        assert!(sample.ended_at_ms.is_some_and(|ms| ms < 5_000.0), "{what}: it is given up");
    }
}

#[test]
fn a_head_without_end_is_too_large_and_nobody_is_said_to_have_closed_the_connection() {
    for (what, begins, piece) in [
        ("interim responses", "", "HTTP/1.1 100 Continue\r\n\r\n"),
        ("a header", "HTTP/1.1 200 OK\r\na: ", "b"),
        ("headers", "HTTP/1.1 200 OK\r\n", "a: b\r\n"),
    ] {
        let base_url = serve(move |_, socket| {
            // A client that has read enough closes the connection.
            let _gone = socket.write_all((begins.to_owned() + &piece.repeat(400_000)).as_bytes());
        });
        let (run, _) = block_on(race_of(plan(vec![lane_at(&base_url, "m")]), SHORT).run(None));
        let error = run.lanes[0].samples[0].error.as_ref().expect("it failed");
        assert_eq!(error.class, FaultClass::TooLarge, "{what}: {error:?}");
        assert!(!error.advice.contains("closed"), "{what}: {}", error.advice);
    }
}

#[test]
fn a_lane_that_drips_ends_at_its_deadline() {
    const WORD: &str = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a \"}}]}\n\n";
    let plan = race::Plan { deadline_s: Some(0.5), ..plan(vec![lane_at(&drips(HEAD, WORD), "m")]) };
    let (run, _) = block_on(race_of(plan, Timeouts::default()).run(None));
    let sample = &run.lanes[0].samples[0];
    assert_eq!(sample.status, Status::Deadline, "{:?}", sample.error);
    assert!(sample.text.len() >= 4, "what had arrived is kept: {:?}", sample.text);
    let error = sample.error.as_ref().expect("it says so");
    assert!(error.message.contains("0.5 s"), "which deadline: {}", error.message);
    let refused = "HTTP/1.1 500 No\r\n\r\n";
    let plan = race::Plan {
        deadline_s: Some(0.5),
        ..crate::arena::plan(vec![lane_at(&drips(refused, "x"), "m")])
    };
    let (run, _) = block_on(race_of(plan, Timeouts::default()).run(None));
    let sample = &run.lanes[0].samples[0];
    assert_eq!(
        sample.status,
        Status::ErrorHttp,
        "a refusal without end is one: {:?}",
        sample.error
    );
    assert!(sample.ended_at_ms.is_some_and(|ms| ms < 5_000.0), "and is read no longer");
}

#[test]
fn what_follows_the_end_marker_is_no_answer_and_is_not_waited_for() {
    const BODY: &str = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\ndata: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"abc\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
    const WORD: &str = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"more\"}}]}\n\n";
    let (run, _) = block_on(
        race_of(plan(vec![lane_at(&drips(BODY, WORD), "m")]), Timeouts::default()).run(None),
    );
    let sample = &run.lanes[0].samples[0];
    assert_eq!((sample.status, sample.text.as_str()), (Status::Ok, "abc"), "{:?}", sample.error);
    assert!(sample.ended_at_ms.is_some_and(|ms| ms < 5_000.0), "the body has two seconds to end");
}

#[test]
fn a_pause_shorter_than_patience_is_only_a_gap() {
    let outcome = asked("ttft=10ms&gap=2ms&tokens=20&fault=stall@50%&stall=600ms");
    assert_eq!(outcome.sample.status, Status::Ok, "the stream went on");
    assert_eq!(outcome.sample.speed.stalls, Some(1), "and the pause is counted");
    assert!(outcome.sample.speed.max_gap_ms.is_some_and(|gap| gap >= 450.0), "with its length");
}

#[test]
fn a_run_in_which_every_request_fails_has_no_good_number() {
    let arena = Arena::open();
    let lanes = vec![arena.lane("fault=500"), arena.lane("fault=404"), arena.lane("fault=html")];
    let run = ran(race::Plan { repeat: 2, ..plan(lanes) });
    assert_eq!(run.state, RunState::Finished, "failing lanes are results, and the run has ended");
    let samples: Vec<_> = run.lanes.iter().flat_map(|lane| &lane.samples).collect();
    assert_eq!(samples.len(), 6, "each request is a result");
    assert!(samples.iter().all(|sample| !sample.status.is_ok()), "none of them good");
    assert!(
        run.lanes.iter().all(|lane| lane.summary.is_empty()),
        "and so there is nothing to sum up"
    );
}

#[test]
fn one_lane_that_fails_leaves_the_others_as_they_are() {
    let arena = Arena::open();
    let good = "ttft=30ms&gap=2ms&tokens=30";
    let bad = "ttft=10ms&gap=1ms&tokens=20&fault=reset@first";
    let run = ran(plan(vec![
        arena.lane(bad),
        arena.lane(good),
        arena.lane("fault=500"),
        arena.lane(good),
    ]));
    let statuses: Vec<_> = run.lanes.iter().map(|lane| lane.samples[0].status).collect();
    assert_eq!(
        statuses,
        [Status::ErrorNet, Status::Ok, Status::ErrorHttp, Status::Ok],
        "each its own"
    );
    let truths = arena.truths(4);
    for lane in [1, 3] {
        let sample = &run.lanes[lane].samples[0];
        assert_eq!(sample.speed.chunks, 30, "a good lane is whole");
        let latest = truths.iter().filter_map(|t| t.last_content_us).max();
        assert!(
            sample.speed.latency_ms.is_some_and(|latency| latency < ms(latest) + 200.0),
            "and in time"
        );
    }
}
