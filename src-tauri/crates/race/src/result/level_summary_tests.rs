//! Levels whose true values are known.

use measure::{ArrivalEvent, Kind, Recording, TokensSoFar};

use super::*;
use crate::plan::prompt_lengths::PromptLevel;
use crate::result::level_request::Agent;

const MS: u64 = 1_000_000;

/// A request that was due and sent at `sent` and wrote this many tokens, one every 10 ms from 50 ms later on.
fn request(is_measured: bool, sent_ms: u64, tokens: u32, status: Status) -> LevelRequest {
    let mut recording = Recording::starting_at(sent_ms * MS);
    recording.timeline.send_ns = Some(sent_ms * MS);
    for event in 0..tokens {
        let at_ns = (sent_ms + 50 + u64::from(event) * 10) * MS;
        let kind = Kind::Answer;
        recording.timeline.push(ArrivalEvent {
            at_ns,
            event,
            kind,
            text_bytes: 4,
            wire_bytes: 40,
            tokens_so_far: TokensSoFar::UNTOLD,
        });
        recording.transcript.push(kind, " the");
    }
    recording.timeline.close_ns = Some((sent_ms + 50 + u64::from(tokens) * 10) * MS);
    let provider = providers::provider("custom").expect("in the catalogue");
    let asked = crate::testing::context(provider, "Hi");
    let reply = providers::Reply { done: true, ..providers::Reply::default() };
    let sample = Sample::of(&recording, &reply, &asked, Some(status));
    LevelRequest { is_measured, agent: None, sample, recording }
}

fn times(window_ms: (u64, u64), over_ms: u64) -> Times {
    let window = Some((window_ms.0 * MS, window_ms.1 * MS));
    Times { began_ns: 0, over_ns: over_ms * MS, window, strain: None }
}

fn close(value: Option<f64>, expected: f64, why: &str) {
    let value = value.unwrap_or(f64::NAN);
    let is_close = (value - expected).abs() < 1e-6 * expected.abs().max(1.0);
    assert!(is_close, "{why}: {value} and not {expected}");
}

#[test]
fn throughput_counts_every_token_of_the_window_whosever_it_is() {
    // Two streams, 20 tokens each: one warm-up until 250 ms, one measured from 250 ms on, one cut off.
    let all = [
        request(true, 250, 20, Status::Ok),
        request(false, 0, 20, Status::Ok),
        request(false, 250, 20, Status::Cancelled),
    ];
    let level = Level::of(Step::Streams(2), LevelEnd::Done, &times((250, 500), 500), &all, None);
    close(level.window_ms, 250.0, "the window's length");
    // From 300 to 490 ms each of the two writes its 20 tokens; the warm-up had written all of its by 240 ms.
    close(level.sys_output_tps, 40.0 / 0.25, "tokens in the window over its length");
    close(level.avg_inflight, 2.0, "two requests were under way all the while");
    // The measured one lies inside; the other was in flight for 250 ms, and those that took that long were
    // answered after 250 ms.
    close(level.rps, 2.0 / 0.25, "two requests' worth of it, as Little's law has it");
    close(level.steady_share, 0.5, "half of the level");
    assert_eq!(level.doubts, [Warning::FewWaves, Warning::NotSteady], "which is too little of it");
    assert_eq!((level.samples.len(), level.others.len()), (1, 2), "one was measured");
}

#[test]
fn an_open_loop_past_a_servers_capacity_counts_what_ended_and_not_parts_of_durations() {
    // 100 a second come to a server that answers one every 20 ms: the time in flight grows by 10 ms with each.
    let request = |at: u64| {
        let mut one = request(true, at * 10, 1, Status::Ok);
        one.recording.timeline.close_ns = Some((60 + at * 20) * MS);
        one
    };
    let all: Vec<LevelRequest> = (0..400).map(request).collect();
    let window = (1_000 * MS, 4_000 * MS);
    let flights: Vec<Flight> = all.iter().filter_map(Flight::of).collect();
    assert!(completed(&flights, window) > 160.0, "parts of durations would be too many");
    let level = Level::of(Step::Rate(100.0), LevelEnd::Done, &times((0, 8_060), 8_060), &all, None);
    assert!(level.backlog.is_some_and(|backlog| backlog.grows()), "half of them are left");
    assert!(level.doubts.contains(&Warning::NotSteady), "it never becomes steady");
    assert!(!level.doubts.contains(&Warning::FewWaves), "more samples would make no more waves");
    let rps = level.rps.expect("it answers some");
    assert!((rps - 50.0).abs() < 2.0, "50 a second: {rps}");
}

#[test]
fn a_closed_loop_whose_streams_are_refused_is_not_at_its_load() {
    // Eight of sixteen are refused at once and wait.
    let refused = (0..8).map(|_| request(false, 0, 0, Status::Throttled));
    let served = (0..80).map(|at| request(true, at / 8 * 100, 5, Status::Ok));
    let all: Vec<LevelRequest> = refused.chain(served).collect();
    let level =
        Level::of(Step::Streams(16), LevelEnd::Done, &times((60, 1_000), 1_000), &all, None);
    close(level.error_rate, 8.0 / 88.0, "eight of all that ended by themselves were refused");
    assert_eq!(level.throttled, 8, "though none of those that were measured");
    let ci = level.error_rate_ci.expect("there are requests");
    assert!(ci.low <= 8.0 / 88.0 && 8.0 / 88.0 <= ci.high, "{ci:?}");
    assert!(level.is_below_its_load(), "eight are in flight: {:?}", level.avg_inflight);
    assert!(level.doubts.contains(&Warning::NotSteady), "which is a reason for doubt");
    let level = Level::of(Step::Streams(8), LevelEnd::Done, &times((60, 1_000), 1_000), &all, None);
    assert!(!level.is_below_its_load(), "eight is their number: {:?}", level.avg_inflight);
}

#[test]
fn what_fills_the_cache_is_neither_silence_nor_unsteadiness() {
    // It takes 5 s to be read; those that find it in the cache take 250 ms.
    let mut first = request(false, 4_950, 20, Status::Ok);
    first.recording.timeline.plan_ns = 0;
    first.recording.timeline.send_ns = Some(0);
    let then = (0..12).map(|at| request(true, 5_300 + at * 250, 20, Status::Ok));
    let all: Vec<LevelRequest> = std::iter::once(first).chain(then).collect();
    let level = |cached: bool| {
        let step = Step::Prompt(PromptLevel { tokens: 8_000, in_flight: 1, cached });
        Level::of(step, LevelEnd::Done, &times((5_300, 8_300), 8_300), &all, None)
    };
    assert!(!level(false).events.is_empty(), "elsewhere 5 s without a word are worth a sentence");
    let cached = level(true);
    assert_eq!(cached.events, [], "it is what the level was asked to do");
    assert!(!cached.doubts.contains(&Warning::NotSteady), "and no reason for doubt");
}

#[test]
fn tokens_of_a_level_are_by_one_counter() {
    // The server counts twice as many as we do, and has no count for the request that was cut off.
    let mut all = [request(true, 0, 20, Status::Ok), request(false, 0, 20, Status::Cancelled)];
    all[0].sample.out_tokens_server = Some(40);
    let window = times((0, 250), 250);
    let level = Level::of(Step::Streams(2), LevelEnd::Done, &window, &all, None);
    close(level.sys_output_tps, 80.0 / 0.25, "both in the server's tokens");
    all[0].sample.out_tokens_server = None;
    let level = Level::of(Step::Streams(2), LevelEnd::Done, &window, &all, None);
    close(level.sys_output_tps, 40.0 / 0.25, "where it counts nothing, both in ours");
}

#[test]
fn hidden_tokens_of_a_level_stand_before_the_first_text() {
    let mut one = request(true, 0, 20, Status::Ok);
    one.sample.reasoning_type = measure::ReasoningType::Hidden;
    (one.sample.out_tokens_server, one.sample.answer_tokens_server) = (Some(120), Some(20));
    let all = [one];
    let of = |from, until| {
        Level::of(Step::Streams(1), LevelEnd::Done, &times((from, until), 250), &all, None)
    };
    close(of(0, 250).sys_output_tps, 120.0 / 0.25, "all of them were written");
    close(of(25, 50).sys_output_tps, 51.0 / 0.025, "half of the thoughts, and the first word");
    close(of(50, 250).sys_output_tps, 19.0 / 0.2, "none of them with the words");
}

#[test]
fn errors_count_against_requests_that_ended_by_themselves() {
    let all = [
        request(true, 0, 5, Status::Ok),
        request(true, 1, 0, Status::Throttled),
        request(true, 2, 5, Status::Cancelled),
        request(true, 3, 5, Status::ErrorStream),
    ];
    let end = LevelEnd::Throttled { retry_after_ms: Some(2_000) };
    let level = Level::of(Step::Streams(4), end.clone(), &times((0, 100), 100), &all, None);
    close(level.error_rate, 2.0 / 3.0, "what we stopped is no failure and no success");
    assert_eq!((level.throttled, level.ended), (1, end), "a 429 is counted, and ends the level");
    assert_eq!(level.good_fraction, None, "without limits nothing is good or bad");
}

#[test]
fn goodput_wants_every_limit_kept() {
    let limits = Limits { ttft_ms: Some(60.0), tpot_ms: None, latency_ms: Some(200.0) };
    let all = [
        request(true, 0, 10, Status::Ok),
        // Its last token comes after 240 ms.
        request(true, 0, 20, Status::Ok),
        request(true, 0, 10, Status::Truncated),
        request(true, 0, 10, Status::Ok),
    ];
    let level =
        Level::of(Step::Streams(4), LevelEnd::Done, &times((0, 500), 500), &all, Some(&limits));
    close(level.good_fraction, 0.5, "two of four kept all");
    close(level.goodput, 3.0 / 0.5 * 2.0 / 3.0, "two of the three answers of half a second");
    let unknown = Limits { ttft_ms: Some(5.0), ..Limits::default() };
    let silent = [request(true, 0, 0, Status::Ok)];
    let at = times((0, 500), 500);
    let level = Level::of(Step::Streams(1), LevelEnd::Done, &at, &silent, Some(&unknown));
    close(level.good_fraction, 0.0, "a limit on what is not known was not kept");
    let paced = Limits { tpot_ms: Some(5.0), ..Limits::default() };
    let one = [request(true, 0, 1, Status::Ok)];
    let level = Level::of(Step::Streams(1), LevelEnd::Done, &at, &one, Some(&paced));
    close(level.good_fraction, 1.0, "an answer of one token has no time per token to exceed");
}

#[test]
fn an_answer_too_short_for_a_speed_is_as_good_as_its_time_per_token() {
    // Two hundred tokens in four chunks over two seconds, the first with fifty.
    let mut bundled = request(true, 0, 4, Status::Ok).sample;
    (bundled.speed.tpot_ms, bundled.speed.first_read_tokens) = (None, Some(50.0));
    (bundled.speed.tokens_per_chunk, bundled.speed.chunks) = (Some(50.0), 4);
    (bundled.speed.ttft_ms, bundled.speed.latency_ms) = (Some(50.0), Some(2_050.0));
    let is_within = |sample: &Sample, limit_ms: f64| {
        let limits = Limits { tpot_ms: Some(limit_ms), ..Limits::default() };
        served::is_good(&limits, sample) == Some(true)
    };
    assert!(is_within(&bundled, 14.0), "150 tokens in 2 s are 13.3 ms each");
    assert!(!is_within(&bundled, 13.0), "which is more than 13 ms");
    bundled.speed.tokens_per_chunk = None;
    assert!(!is_within(&bundled, 14.0), "of an unknown number there may have been one");
}

#[test]
fn a_failure_is_a_request_that_never_spoke() {
    let mut all: Vec<LevelRequest> = (0..19).map(|_| request(true, 0, 5, Status::Ok)).collect();
    let of = |all: &[LevelRequest]| {
        Level::of(Step::Streams(1), LevelEnd::Done, &times((0, 9), 9), all, None)
    };
    assert_eq!(of(&all).adj_ttft_p95_ms, None, "nineteen carry no p95");
    all.push(request(true, 0, 5, Status::Ok));
    close(of(&all).adj_ttft_p95_ms, 50.0, "twenty good ones do");
    all.push(request(true, 0, 0, Status::ErrorNet));
    close(of(&all).adj_ttft_p95_ms, 50.0, "one failure in twenty-one lies beyond the p95");
    all.push(request(true, 0, 0, Status::ErrorNet));
    assert_eq!(of(&all).adj_ttft_p95_ms, None, "two are inside it, and beyond all bounds");
}

#[test]
fn requests_that_leave_late_are_this_machines_doing() {
    let mut late = request(true, 0, 5, Status::Ok);
    late.sample.sent_at_ms = Some(40.0);
    let level = Level::of(Step::Rate(10.0), LevelEnd::Done, &times((0, 100), 100), &[late], None);
    close(level.send_lag_p99_ms, 40.0, "against when it was due");
    assert!(level.doubts.contains(&Warning::ClientLimited), "and said so: {:?}", level.doubts);
    assert_eq!(
        (level.rate, level.concurrency),
        (Some(10.0), None),
        "a rate keeps nothing in flight"
    );
}

#[test]
fn a_level_costs_what_its_requests_cost_and_says_where_that_is_not_all() {
    let cost = |usd: Option<f64>, status| {
        let mut request = request(true, 0, 5, status);
        request.sample.cost_usd = usd;
        request.sample.sent_at_ms = Some(0.0);
        request
    };
    let of = |all: &[LevelRequest]| {
        let level = Level::of(Step::Streams(1), LevelEnd::Done, &times((0, 9), 9), all, None);
        (level.cost_usd, level.doubts.contains(&Warning::CostEstimated))
    };
    let known = [cost(Some(0.25), Status::Ok), cost(None, Status::Throttled)];
    assert_eq!(of(&known), (Some(0.25), false), "whom nobody served nobody bills");
    let partly = [cost(Some(0.25), Status::Ok), cost(None, Status::Cancelled)];
    assert_eq!(of(&partly), (Some(0.25), true), "what was cut off may be billed");
    assert_eq!(of(&[cost(None, Status::Ok)]), (None, false), "no price is no price");
}

#[test]
fn goodput_is_never_below_the_good_share_of_the_requests_per_second() {
    let limits = Limits { ttft_ms: Some(60.0), ..Limits::default() };
    // Sixteen in flight; the window holds three waves of 40 measured requests and the surplus requests.
    let mut all: Vec<LevelRequest> =
        (0..48).map(|n| request(n < 40, 250 + (n / 16) * 250, 20, Status::Ok)).collect();
    all.extend((0..16).map(|_| request(false, 0, 20, Status::Ok)));
    let at = times((250, 1_000), 1_000);
    let level = Level::of(Step::Streams(16), LevelEnd::Done, &at, &all, Some(&limits));
    close(level.rps, 16.0 / 0.25, "in flight ÷ latency");
    close(level.good_fraction, 1.0, "every answer began within 60 ms");
    close(level.goodput, 64.0, "so all of them are good");
}

#[test]
fn a_level_that_sent_nothing_has_no_numbers() {
    let level = Level::of(Step::Rate(20.0), LevelEnd::Budget, &times((0, 30), 30), &[], None);
    let numbers =
        [level.rps, level.sys_output_tps, level.goodput, level.window_ms, level.error_rate];
    assert_eq!(numbers, [None; 5], "nothing was asked, which is not nothing served");
    let unsent = LevelRequest {
        recording: Recording::starting_at(0),
        ..request(true, 0, 0, Status::ErrorNet)
    };
    let level = Level::of(Step::Streams(1), LevelEnd::Done, &times((0, 30), 30), &[unsent], None);
    assert_eq!(level.rps, None, "nor of what could not be sent");
    close(level.error_rate, 1.0, "which failed all the same");
}

#[test]
fn connecting_is_not_a_lag_of_this_machine() {
    let mut cold = request(true, 0, 5, Status::Ok);
    cold.sample.sent_at_ms = Some(65.0);
    cold.sample.speed.connect_time_ms = Some(64.0);
    let level = Level::of(Step::Streams(1), LevelEnd::Done, &times((0, 100), 100), &[cold], None);
    close(level.send_lag_p99_ms, 1.0, "the handshake is the network's");
    assert!(!level.doubts.contains(&Warning::ClientLimited), "{:?}", level.doubts);
}

/// A request of an open loop that was due, and answered by a server without a queue: 1 s, then 100 tokens in 1
/// s.
fn due_at(is_measured: bool, due_ms: u64) -> LevelRequest {
    let mut request = request(is_measured, due_ms, 100, Status::Ok);
    request.recording.timeline.send_ns = Some(due_ms.saturating_sub(950) * MS);
    request.recording.timeline.plan_ns = due_ms.saturating_sub(950) * MS;
    request
}

#[test]
fn an_open_loop_on_a_server_that_never_queues_serves_what_is_due() {
    for rate in [2_u64, 8, 32] {
        // Twelve measured ones after the first was answered, and further ones until the last of them has been.
        let settling = 2 * rate;
        let all: Vec<LevelRequest> = (0..2 * settling + 12)
            .map(|n| due_at((settling..settling + 12).contains(&n), 950 + n * 1_000 / rate))
            .collect();
        let over = (2 * settling + 12) * 1_000 / rate;
        let at = Times { window: None, ..times((0, 1), over) };
        #[expect(clippy::cast_precision_loss, reason = "a small number")]
        let due = rate as f64;
        let level = Level::of(Step::Rate(due), LevelEnd::Done, &at, &all, None);
        for (value, expected, what) in [
            (level.sys_output_tps, due * 100.0, "tokens"),
            (level.rps, due, "requests"),
            (level.avg_inflight, due * 2.0, "in flight"),
            (level.achieved_rate, due, "sent"),
        ] {
            let value = value.expect("the load stood");
            assert!(
                (value / expected - 1.0).abs() < 0.03,
                "{rate}/s, {what}: {value} of {expected}"
            );
        }
    }
}

#[test]
fn an_open_loop_counts_from_when_a_request_was_due() {
    let mut late = request(true, 0, 5, Status::Ok);
    late.sample.speed.ttft_perceived_ms = Some(2_550.0);
    let level = Level::of(Step::Rate(10.0), LevelEnd::Done, &times((0, 100), 100), &[late], None);
    let ttft = level.ttft().expect("it was answered");
    close(Some(ttft.max), 2_550.0, "with what it waited for its connection");
    let sent = level.summary.get("ttft_ms").expect("both are known");
    close(Some(sent.max), 50.0, "and the time from its send stands beside it");
    let old = Level { from_due: false, ..level };
    close(old.ttft().map(|ttft| ttft.max), 50.0, "an older level says what it said");
}

#[test]
fn an_agents_time_is_the_sum_of_its_steps() {
    let step = |agent: u64, sent_ms: u64, tokens: u32, status: Status| {
        let agent = Some(Agent { number: agent, steps: 2 });
        LevelRequest { agent, ..request(true, sent_ms, tokens, status) }
    };
    let all = [
        step(1, 0, 10, Status::Ok),
        step(2, 0, 10, Status::Ok),
        step(2, 300, 0, Status::ErrorNet),
        step(1, 500, 20, Status::Ok),
        step(3, 700, 10, Status::Ok),
    ];
    let level = Level::of(Step::Streams(2), LevelEnd::Done, &times((0, 900), 900), &all, None);
    let [whole, failed] = &level.tasks[..] else { panic!("the third was cut: {:?}", level.tasks) };
    close(
        whole.time_ms,
        140.0 + 240.0,
        "the latencies of its two steps, without the pause between",
    );
    assert_eq!((failed.is_ok, failed.time_ms, failed.steps), (false, None, 2), "one failed");
    close(level.task_ms.map(|spread| spread.mean), 380.0, "over those that came to their end");
}
