//! Recorded times in, numbers out: no clock and no sleeping.

use super::*;
use crate::places::tests::answer;
use crate::{ArrivalEvent, ClientLoad, ConnectionTiming, TokensSoFar, ticks_ms};

#[path = "speed_thought_tests.rs"]
mod thoughts;

const MS: u64 = 1_000_000;

/// A stream given as `(milliseconds after the send, kind, text)`; the request leaves 7 ms after the gun.
fn stream(events: &[(u64, Kind, &str)]) -> (Timeline, Transcript) {
    let send = 1_007 * MS;
    let mut timeline = Timeline { plan_ns: 1_000 * MS, send_ns: Some(send), ..Timeline::default() };
    let mut transcript = Transcript::default();
    for (event, (at, kind, text)) in events.iter().enumerate() {
        timeline.push(ArrivalEvent {
            at_ns: send + at * MS,
            event: u32::try_from(event).expect("few events"),
            kind: *kind,
            text_bytes: u32::try_from(text.len()).expect("short text"),
            wire_bytes: 200,
            tokens_so_far: TokensSoFar::UNTOLD,
        });
        transcript.push(*kind, text);
    }
    (timeline, transcript)
}

/// Of text whose words are its tokens.
fn counts(total: u64) -> Counts {
    Counts { total: Some(total), answer: Some(total), neutral_answer: total, ..Counts::default() }
}

fn words(text: &str) -> u64 {
    text.split_whitespace().count() as u64
}

fn speed_of(
    timeline: &Timeline,
    transcript: &Transcript,
    counts: &Counts,
) -> (Speed, Vec<Warning>) {
    Speed::of(timeline, transcript, counts, &words)
}

fn near(value: Option<f64>, expected: f64) -> bool {
    value.is_some_and(|value| (value - expected).abs() < 1e-6 * expected.abs().max(1.0))
}

/// The stream for which fourteen tools give fourteen answers: a role chunk at 120 ms; 40 reasoning chunks of 2
/// tokens every 50 ms from 800 ms on; 30 answer chunks every 40 ms from 2,800 ms on, 5 tokens in the first and 3
/// in each other.
#[test]
fn the_stream_that_fourteen_tools_read_differently_has_its_true_cadence() {
    let mut events = vec![(120, Kind::Empty, "")];
    events.extend((0..40).map(|i| (800 + i * 50, Kind::Reasoning, "hm ok ")));
    events.push((2_800, Kind::Answer, "well now let us see"));
    events.extend((1..30).map(|i| (2_800 + i * 40, Kind::Answer, " one two three")));
    events.extend([(3_965, Kind::Finish, ""), (3_990, Kind::Usage, ""), (4_010, Kind::Done, "")]);
    let (mut timeline, transcript) = stream(&events);
    timeline.close_ns = timeline.send_ns.map(|send| send + 4_030 * MS);
    let counts = Counts {
        total: Some(172),
        answer: Some(92),
        reasoning: Some(80),
        neutral_answer: 92,
        neutral_reasoning: 80,
        reasoning_type: ReasoningType::Verbatim,
        ..Counts::default()
    };
    let (speed, doubts) = speed_of(&timeline, &transcript, &counts);
    assert!(
        near(speed.ttft_ms, 800.0),
        "the role chunk is not a token and the first thought is: {speed:?}"
    );
    assert!(near(speed.ttfat_ms, 2_800.0), "the first answer token has a time of its own");
    assert!(
        near(speed.latency_ms, 3_960.0),
        "latency ends at the last text, not at the end marker"
    );
    assert!(near(speed.stream_tail_ms, 70.0), "what follows the last text is the tail");
    assert!(near(speed.thinking_time_ms, 2_000.0), "thinking lasts until the answer starts");
    assert!(near(speed.reasoning_tps, 40.0), "2 tokens every 50 ms is 40 tok/s");
    assert!(near(speed.answer_tps, 75.0), "3 tokens every 40 ms is 75 tok/s");
    assert!(
        near(speed.decode_tps, 170.0 / 3.16),
        "tokens after the first chunk over the whole window"
    );
    assert!(near(speed.e2e_tps, 172.0 / 3.96), "all tokens over the latency");
    assert!(near(speed.ttft_perceived_ms, 807.0), "the user also waited for the request to leave");
    assert_eq!(speed.chunks, 70, "only events with text are chunks");
    assert!(doubts.contains(&Warning::TokensBundled), "2.5 tokens per chunk must be said");
}

#[test]
fn a_five_token_first_chunk_does_not_raise_the_speed() {
    let events: Vec<_> =
        (0..20).map(|i| (200 + i * 50, Kind::Answer, "one two three four five ")).collect();
    let (timeline, transcript) = stream(&events);
    let (speed, _) = speed_of(&timeline, &transcript, &counts(100));
    assert!(near(speed.decode_tps, 100.0), "95 tokens came in 0.95 s: {:?}", speed.decode_tps);
    assert!(near(speed.tpot_ms, 10.0), "TPOT is the inverse of the speed");
}

#[test]
fn a_servers_running_count_overrules_our_estimate_of_the_first_chunk() {
    let (mut timeline, transcript) =
        stream(&[(100, Kind::Answer, "a b c d"), (200, Kind::Answer, " e f")]);
    for (mark, tokens) in timeline.marks.iter_mut().zip([4, 6]) {
        mark.tokens_so_far = Some(tokens).into();
    }
    let (speed, doubts) = speed_of(&timeline, &transcript, &counts(6));
    assert!(near(speed.decode_tps, 20.0), "2 tokens in 0.1 s: {:?}", speed.decode_tps);
    assert!(!doubts.contains(&Warning::TpotApprox), "an exact count raises no doubt");
}

#[test]
fn one_chunk_has_a_first_token_and_no_speed() {
    let (timeline, transcript) = stream(&[(300, Kind::Answer, "Yes")]);
    let (speed, doubts) = speed_of(&timeline, &transcript, &counts(1));
    assert!(near(speed.ttft_ms, 300.0), "the one chunk is the first token");
    assert_eq!(
        (speed.decode_tps, speed.tpot_ms, speed.decode_time_ms),
        (None, None, None),
        "one stamp has no pace"
    );
    assert_eq!(doubts, [Warning::Short], "a one-token answer is short and not suspicious");
}

#[test]
fn a_stream_without_text_has_no_first_token() {
    let (timeline, transcript) =
        stream(&[(300, Kind::Empty, ""), (310, Kind::Finish, ""), (320, Kind::Done, "")]);
    let (speed, _) = speed_of(&timeline, &transcript, &counts(0));
    assert_eq!(
        (speed.ttft_ms, speed.latency_ms, speed.e2e_tps),
        (None, None, None),
        "unknown is absent, never zero"
    );
    assert_eq!(speed.chunks, 0, "an empty delta is no chunk");
}

#[test]
fn a_whole_answer_in_one_burst_has_no_decode_speed() {
    let events: Vec<_> = (0..100).map(|_| (900, Kind::Answer, "word ")).collect();
    let (timeline, transcript) = stream(&events);
    let (speed, doubts) = speed_of(&timeline, &transcript, &counts(100));
    assert_eq!(speed.decode_tps, None, "a burst tells nothing of the model's pace");
    assert!(near(speed.e2e_tps, 100.0 / 0.9), "the whole request still has a rate");
    assert!(doubts.contains(&Warning::Buffered), "and the user is told why");
}

#[test]
fn two_bursts_far_apart_are_buffered_too() {
    let events: Vec<_> =
        (0..100).map(|i| (if i < 50 { 500 } else { 2_500 }, Kind::Answer, "word ")).collect();
    let (timeline, transcript) = stream(&events);
    let (speed, doubts) = speed_of(&timeline, &transcript, &counts(100));
    assert_eq!(speed.decode_tps, None, "two reads tell the pace of whoever held them back");
    assert!(doubts.contains(&Warning::Buffered), "a proxy that flushes twice is still a buffer");
}

#[test]
fn what_this_machine_read_late_is_no_buffer_of_a_proxys() {
    let events: Vec<_> = (0..100).map(|_| (2_900, Kind::Answer, "word ")).collect();
    let (timeline, transcript) = stream(&events);
    let of = |lag_us, clock_gap_ms| {
        let strain = Some(ClientLoad { lag_us, cpu_pct: None, clock_gap_ms });
        speed_of(&Timeline { strain, ..timeline.clone() }, &transcript, &counts(100))
    };
    for (lag_us, clock_gap_ms) in [(2_500_000, 0), (0, 60_000)] {
        let (speed, doubts) = of(lag_us, clock_gap_ms);
        assert_eq!(speed.decode_tps, None, "a burst still tells nothing of the model's pace");
        assert_eq!(doubts, [], "and nobody held it back but this machine");
    }
    assert!(
        of(900, 2).1.contains(&Warning::Buffered),
        "a machine that kept up read what there was"
    );
}

#[test]
fn a_stream_of_ten_thousand_tokens_per_second_is_fast_and_not_buffered() {
    let mut timeline = Timeline { send_ns: Some(0), ..Timeline::default() };
    for event in 0..2_000_u32 {
        timeline.push(ArrivalEvent {
            at_ns: 200 * MS + u64::from(event) * 95_238,
            event,
            kind: Kind::Answer,
            text_bytes: 1,
            wire_bytes: 200,
            tokens_so_far: TokensSoFar::UNTOLD,
        });
    }
    let transcript = Transcript { answer: "x".repeat(2_000), ..Transcript::default() };
    let (speed, doubts) = speed_of(&timeline, &transcript, &counts(2_000));
    assert!(
        speed.decode_tps.is_some_and(|tps| (tps - 10_500.0).abs() < 1.0),
        "{:?}",
        speed.decode_tps
    );
    assert!(
        !doubts.contains(&Warning::Buffered),
        "gaps under a millisecond are this stream's own pace"
    );
}

#[test]
fn a_stall_is_an_outlying_gap() {
    let mut events: Vec<_> = (0..10).map(|i| (100 + i * 20, Kind::Answer, "word ")).collect();
    events.push((1_480, Kind::Answer, "late"));
    let (timeline, transcript) = stream(&events);
    let (speed, _) = speed_of(&timeline, &transcript, &counts(11));
    assert_eq!(speed.stalls, Some(1), "1.2 s between gaps of 20 ms is a stall");
    let slow: Vec<_> = (0..10).map(|i| (100 + i * 600, Kind::Answer, "word ")).collect();
    let (timeline, transcript) = stream(&slow);
    assert_eq!(
        speed_of(&timeline, &transcript, &counts(10)).0.stalls,
        Some(0),
        "a steady 600 ms is slow, not stalled"
    );
}

#[test]
fn the_first_sentence_ends_at_a_full_stop_or_after_twelve_words() {
    let (timeline, transcript) = stream(&[
        (100, Kind::Answer, "It"),
        (200, Kind::Answer, " depends."),
        (300, Kind::Answer, " Mostly"),
    ]);
    let (speed, _) = speed_of(&timeline, &transcript, &counts(5));
    assert!(near(speed.ttfs_ms, 200.0), "the full stop came at 200 ms: {:?}", speed.ttfs_ms);
    let words: Vec<_> = (0..15).map(|i| (100 + i * 10, Kind::Answer, "word ")).collect();
    let (timeline, transcript) = stream(&words);
    let (speed, _) = speed_of(&timeline, &transcript, &counts(15));
    assert!(near(speed.ttfs_ms, 210.0), "the twelfth word came at 210 ms: {:?}", speed.ttfs_ms);
}

#[test]
fn connecting_is_a_separate_number_and_absent_when_reused() {
    let (mut timeline, transcript) = stream(&[(100, Kind::Answer, "a")]);
    let mut connection = ConnectionTiming {
        dns_us: Some(1_000),
        tcp_us: Some(2_000),
        tls_us: Some(30_000),
        ..ConnectionTiming::default()
    };
    timeline.connection = Some(connection.clone());
    let (speed, _) = speed_of(&timeline, &transcript, &counts(1));
    assert!(near(speed.connect_time_ms, 33.0), "DNS, TCP and TLS add up");
    assert!(near(speed.ttft_ms, 100.0), "and are no part of TTFT");
    connection.reused = true;
    timeline.connection = Some(connection);
    let (speed, _) = speed_of(&timeline, &transcript, &counts(1));
    assert_eq!(speed.connect_time_ms, None, "a reused connection cost this request nothing");
}

#[test]
fn the_round_trip_is_the_kernels_where_it_tells_one_and_never_a_proxys() {
    let (mut timeline, transcript) = stream(&[(100, Kind::Answer, "a")]);
    let handshake = ConnectionTiming { tcp_us: Some(6_400), ..ConnectionTiming::default() };
    let kernel = ConnectionTiming { kernel_rtt_us: Some(400), ..handshake.clone() };
    let proxy = ConnectionTiming { via: Some("proxy:8080".to_owned()), ..kernel.clone() };
    let expected = [(handshake, Some((6.4, 93.6))), (kernel, Some((0.4, 99.6))), (proxy, None)];
    for (connection, numbers) in expected {
        timeline.connection = Some(connection);
        let (speed, _) = speed_of(&timeline, &transcript, &counts(1));
        match numbers {
            Some((rtt_ms, left_ms)) => {
                assert!(near(speed.rtt_ms, rtt_ms), "{:?}", speed.rtt_ms);
                assert!(near(speed.ttft_less_network_ms, left_ms), "{:?}", speed.rtt_ms);
            }
            None => assert_eq!((speed.rtt_ms, speed.ttft_less_network_ms), (None, None)),
        }
    }
}

#[test]
fn ticks_stand_where_each_hundredth_token_arrived() {
    let events: Vec<_> = (0..25).map(|i| (100 + i * 100, Kind::Answer, "ten letter")).collect();
    let (timeline, _) = stream(&events);
    let ticks = ticks_ms(&timeline, &answer(250, 1), 100);
    assert_eq!(
        ticks,
        vec![1_007.0, 2_007.0],
        "10 tokens a chunk: the 10th and the 20th chunk, from the gun"
    );
    assert_eq!(ticks_ms(&timeline, &answer(0, 1), 100), Vec::<f64>::new(), "no tokens, no ticks");
}

#[test]
fn the_phases_of_a_request_count_from_its_send() {
    let (mut timeline, transcript) =
        stream(&[(40, Kind::Alive, ""), (60, Kind::Empty, ""), (100, Kind::Answer, "Hello")]);
    let at = |ms: u64| timeline.send_ns.map(|send| send + ms * MS);
    (timeline.written_ns, timeline.first_byte_ns, timeline.headers_ns) = (at(1), at(30), at(32));
    let (speed, _) = speed_of(&timeline, &transcript, &counts(1));
    assert!(near(speed.request_written_ms, 1.0), "handed to the system: {speed:?}");
    assert!(near(speed.ttfb_ms, 30.0), "the answer began: {speed:?}");
    assert!(near(speed.ttfb_headers_ms, 32.0), "its headers were there: {speed:?}");
    assert!(near(speed.first_event_ms, 60.0), "a role chunk is an event, a comment none");
    assert!(near(speed.ttft_ms, 100.0), "and text is the first token: {speed:?}");
}

#[test]
fn a_handful_of_tokens_has_no_speed_to_speak_of() {
    let words = |many: u64| {
        let events: Vec<_> = (0..many).map(|n| (100 + n * 10, Kind::Answer, " the")).collect();
        let (timeline, transcript) = stream(&events);
        speed_of(&timeline, &transcript, &counts(many)).1
    };
    assert_eq!(words(20), [Warning::Short], "19 after the first: one late chunk is 5 % of them");
    assert_eq!(words(21), [], "20 are enough to be told");
}

#[test]
fn what_is_short_is_counted_in_the_tokens_in_which_speeds_are_ranked() {
    let short = |many: u64, by_server: u64| {
        let events: Vec<_> = (0..many).map(|n| (100 + n * 10, Kind::Answer, " the")).collect();
        let (timeline, transcript) = stream(&events);
        let counts = Counts { neutral_answer: many, ..counts(by_server) };
        let (_, doubts) = speed_of(&timeline, &transcript, &counts);
        doubts.contains(&Warning::Short)
    };
    assert!(!short(31, 18), "a server of coarse tokens counts 18 for 31 of ours");
    assert!(short(15, 60), "and one of fine tokens 60 for 15");
}

#[test]
fn chunk_gaps_have_a_percentile_where_enough_of_them_carry_it() {
    // 100 gaps of 10 ms to 109 ms: the 99th of them is 108 ms, and type 7 goes a hundredth of the way to the next.
    let mut at = 100;
    let mut events = vec![(at, Kind::Answer, " the")];
    for gap in 10..110 {
        at += gap;
        events.push((at, Kind::Answer, " the"));
    }
    let (timeline, transcript) = stream(&events);
    let (speed, _) = speed_of(&timeline, &transcript, &counts(101));
    assert!(near(speed.icl_p50_ms, 59.5), "half of them are shorter: {:?}", speed.icl_p50_ms);
    assert!(near(speed.icl_p99_ms, 108.01), "and nearly all: {:?}", speed.icl_p99_ms);
    let (timeline, transcript) = stream(&events[..100]);
    let (speed, _) = speed_of(&timeline, &transcript, &counts(100));
    assert_eq!(speed.icl_p99_ms, None, "99 gaps carry no 99th percentile");
}

/// `every` words per read, `each_ms` per word; the first comes at 100 ms with the role.
fn in_reads_of(every: u64, tokens: u64, each_ms: u64) -> (Timeline, Transcript) {
    let at = |token: u64| 100 + (token + 1) / every * every * each_ms;
    let events: Vec<_> = (0..tokens).map(|token| (at(token), Kind::Answer, "word ")).collect();
    stream(&events)
}

#[test]
fn tokens_of_the_first_read_belong_to_the_first_instant() {
    for (every, tokens, is_measured) in [
        (1, 24, true),
        (4, 24, true),
        (4, 48, true),
        (8, 48, true),
        (8, 192, true),
        (16, 24, false),
        (16, 96, true),
        (16, 192, true),
    ] {
        let (timeline, transcript) = in_reads_of(every, tokens, 10);
        let (speed, doubts) = speed_of(&timeline, &transcript, &counts(tokens));
        assert_eq!(doubts.contains(&Warning::Buffered), !is_measured, "{every} of {tokens}");
        if is_measured {
            // The last read may be an incomplete one, and comes when its words are due.
            let tps = speed.decode_tps.expect("there are enough reads");
            let most = 1.0 / (float(tokens) / float(every)).floor();
            assert!((tps / 100.0 - 1.0).abs() <= most, "{every} a read, {tokens} in all: {tps}");
        }
    }
    let (timeline, transcript) = in_reads_of(8, 47, 10);
    let (speed, _) = speed_of(&timeline, &transcript, &counts(47));
    assert!(near(speed.decode_tps, 100.0), "40 tokens after 7, in 0.4 s: {:?}", speed.decode_tps);
    assert!(near(speed.answer_tps, 100.0), "and so the answer: {:?}", speed.answer_tps);
}

#[test]
fn the_first_read_is_counted_by_the_counter_of_the_request() {
    // The server counts two tokens for each of our words.
    let (timeline, transcript) = in_reads_of(8, 47, 10);
    let twice = Counts { total: Some(94), answer: Some(94), ..counts(47) };
    let (speed, _) = speed_of(&timeline, &transcript, &twice);
    assert!(near(speed.decode_tps, 200.0), "80 of its tokens in 0.4 s: {:?}", speed.decode_tps);
}

#[test]
fn the_first_sentence_is_timed_where_it_ends() {
    let first = |events: &[(u64, Kind, &str)]| {
        let (timeline, transcript) = stream(events);
        speed_of(&timeline, &transcript, &counts(9)).0.ttfs_ms
    };
    let after_breaks = [
        (100, Kind::Answer, "\n\n"),
        (200, Kind::Answer, "It is 3."),
        (300, Kind::Answer, "14"),
        (400, Kind::Answer, ", e.g."),
        (500, Kind::Answer, " so."),
        (600, Kind::Answer, " Yes."),
    ];
    assert!(near(first(&after_breaks), 500.0), "{:?}", first(&after_breaks));
    let chinese = [(100, Kind::Answer, "你好"), (200, Kind::Answer, "世界。你")];
    assert!(near(first(&chinese), 200.0), "{:?}", first(&chinese));
    let rewritten =
        [(100, Kind::Rewrite, "Teh."), (200, Kind::Rewrite, "The"), (300, Kind::Answer, " end.")];
    assert!(near(first(&rewritten), 300.0), "of the last text: {:?}", first(&rewritten));
}

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "how long a computation takes is no measurement of a stream"
)]
fn sixteen_times_the_events_take_nowhere_near_256_times_as_long() {
    let took = |events: u32, text: &str| {
        let mut timeline = Timeline { send_ns: Some(0), ..Timeline::default() };
        for event in 0..events {
            timeline.push(ArrivalEvent {
                at_ns: u64::from(event) * 10 * MS,
                event,
                kind: Kind::Answer,
                text_bytes: u32::try_from(text.len()).expect("short"),
                wire_bytes: 200,
                tokens_so_far: TokensSoFar::UNTOLD,
            });
        }
        let transcript =
            Transcript { answer: text.repeat(events as usize), ..Transcript::default() };
        let once = || {
            let began = std::time::Instant::now();
            speed_of(&timeline, &transcript, &counts(u64::from(events)));
            began.elapsed()
        };
        (0..3).map(|_| once()).min().unwrap_or_default()
    };
    for text in ["a", "哈", ".", " "] {
        // A wide bound, because other tests share the processors: quadratic work takes 256 times as long.
        let (part, whole) = (took(10_000, text), took(160_000, text));
        assert!(whole < part * 100, "{text:?}: {part:?} and then {whole:?}");
    }
}
