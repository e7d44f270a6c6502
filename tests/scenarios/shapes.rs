//! The shapes in which servers send a stream. None of them may change a text, a count or a time.

use std::fmt::Write as _;
use std::time::Duration;

use measure::{Kind, Warning};
use race::{Recording, Sample, Status, Timeouts};

use crate::arena::{asked, asked_with_timeouts, block_on, lane_at, ms, only, plan, race_of};
use crate::raw::{END, delta, streams};

/// Races one lane against a server that sends these pieces.
fn sent(pieces: &[&[u8]]) -> (Sample, Recording) {
    let base_url = streams(pieces.iter().map(|piece| piece.to_vec()).collect());
    let race = race_of(plan(vec![lane_at(&base_url, "m")]), Timeouts::default());
    let (run, recordings) = block_on(race.run(None));
    only(&run, recordings)
}

/// The timestamps of the events with text, in order.
fn text_stamps(recording: &Recording) -> Vec<u64> {
    recording.timeline.text().map(|mark| mark.at_ns).collect()
}

#[test]
fn a_finished_stream_is_ok_and_all_of_it_is_stored() {
    let outcome = asked("ttft=30ms&gap=2ms&tokens=40");
    let sample = outcome.sample;
    assert_eq!(sample.status, Status::Ok, "finish reason, marker and text all came");
    assert_eq!(sample.finish_reason.as_deref(), Some("stop"), "in the provider's word");
    assert_eq!(
        (sample.out_tokens_server, sample.speed.chunks),
        (Some(40), 40),
        "as the server counts"
    );
    assert!(sample.out_tokens_neutral.is_some(), "and as we count, beside it");
    assert!(!sample.text.is_empty(), "the text is kept");
    for (name, value) in [
        ("ttft", sample.speed.ttft_ms),
        ("latency", sample.speed.latency_ms),
        ("decode", sample.speed.decode_tps),
        ("end to end", sample.speed.e2e_tps),
        ("tail", sample.speed.stream_tail_ms),
        ("headers", sample.speed.ttfb_headers_ms),
    ] {
        assert!(value.is_some(), "{name} is known");
    }
    assert_eq!(sample.error, None, "nothing failed");
}

#[test]
fn a_chunk_without_a_character_is_not_a_first_token() {
    for content in ["empty", "null", "absent"] {
        let knobs = format!("ttft=120ms&gap=2ms&tokens=6&role=early&role_content={content}");
        let outcome = asked(&knobs);
        let (ttft, truth) = (outcome.sample.speed.ttft_ms, ms(outcome.truth.first_content_us));
        assert!(ms(outcome.truth.role_us) < truth - 50.0, "{content}: the role came long before");
        assert!(
            ttft.is_some_and(|ttft| ttft >= truth),
            "{content}: {ttft:?} is not the role's time"
        );
        assert_eq!(outcome.sample.speed.chunks, 6, "{content}: nor is it a chunk");
    }
}

#[test]
fn a_first_chunk_of_five_tokens_is_not_divided_by() {
    let outcome = asked("ttft=20ms&gap=40ms&tokens=15&first_chunk=5");
    let sample = &outcome.sample;
    assert_eq!((sample.out_tokens_server, sample.speed.chunks), (Some(15), 11), "as sent");
    let window = ms(outcome.truth.last_content_us) - ms(outcome.truth.first_content_us);
    let truth = 10.0 / window * 1e3;
    let tps = sample.speed.decode_tps.expect("there is a window");
    assert!(
        (tps / truth - 1.0).abs() < 0.25,
        "{tps} is not {truth}: ten tokens came in the window, not fourteen"
    );
    assert!(
        sample.doubts.contains(&Warning::TpotApprox),
        "the five are an estimate, and it says so"
    );
}

#[test]
fn three_events_in_one_read_share_its_stamp() {
    let mut three = String::new();
    for word in ["One", " two", " three"] {
        write!(three, "{}", delta(&format!("{{\"content\":\"{word}\"}}"))).expect("a string grows");
    }
    let four = delta(r#"{"content":" four"}"#);
    let (sample, recording) = sent(&[three.as_bytes(), four.as_bytes(), END.as_bytes()]);
    assert_eq!(sample.text, "One two three four", "no event is lost");
    let stamps = text_stamps(&recording);
    assert_eq!(stamps.len(), 4, "each is recorded");
    assert!(stamps[0] == stamps[1] && stamps[1] == stamps[2], "one read, one stamp");
    assert!(stamps[3] - stamps[2] > 10_000_000, "the next read has its own");
    let events: Vec<_> = recording.timeline.text().map(|mark| mark.event).collect();
    assert_eq!(events, [0, 1, 2, 3], "they are still four events");
}

#[test]
fn an_event_split_inside_a_character_is_one_event_when_it_is_whole() {
    let event = delta(r#"{"content":"Käse 🧀"}"#);
    let bytes = event.as_bytes();
    let inside_two = event.find('ä').expect("it is there") + 1;
    let inside_four = event.find('🧀').expect("it is there") + 2;
    let pieces = [
        &bytes[..inside_two],
        &bytes[inside_two..inside_four],
        &bytes[inside_four..],
        END.as_bytes(),
    ];
    let (sample, recording) = sent(&pieces);
    assert_eq!(sample.text, "Käse 🧀", "no character is broken");
    assert_eq!(sample.speed.chunks, 1, "pieces of an event are not events");
    let headers = recording.timeline.headers_ns.expect("they came");
    assert!(
        recording.timeline.first_any_ns().is_some_and(|first| first > headers + 60_000_000),
        "the stamp is of the read that made it whole"
    );
}

#[test]
fn the_simulators_split_character_is_whole_too() {
    let sample = asked("ttft=20ms&gap=5ms&tokens=10&split=20ms").sample;
    assert!(!sample.text.contains('\u{fffd}'), "no character is broken");
    assert!(sample.text.chars().any(|c| c.len_utf8() == 2), "there was one to break");
    assert_eq!((sample.status, sample.speed.chunks), (Status::Ok, 10), "and no event is lost");
}

#[test]
fn however_lines_end_and_data_is_laid_out_the_answer_is_the_same() {
    let plain = asked("ttft=5ms&gap=1ms&tokens=12").sample;
    for knobs in
        ["line=crlf", "line=cr", "data=tight", "data=multi", "line=crlf&data=multi", "per_write=3"]
    {
        let sample = asked(&format!("ttft=5ms&gap=1ms&tokens=12&{knobs}")).sample;
        assert_eq!(sample.status, Status::Ok, "{knobs}: it is a stream like any other");
        assert_eq!(sample.text, plain.text, "{knobs}: with the same text");
        assert_eq!(sample.out_tokens_server, Some(12), "{knobs}: and the same count");
        assert_eq!(sample.speed.chunks, plain.speed.chunks, "{knobs}: in as many chunks");
    }
}

#[test]
fn keep_alive_comments_are_signs_of_life_and_no_tokens() {
    let short = Duration::from_millis(250);
    let timeouts = Timeouts { first: Duration::from_secs(30), idle: short, ..Timeouts::default() };
    let outcome = asked_with_timeouts("ttft=600ms&gap=2ms&tokens=5&keepalive=50ms", timeouts);
    assert_eq!(outcome.sample.status, Status::Ok, "a server that says it is alive is waited for");
    let marks = outcome.recording.timeline.marks.iter().filter(|mark| mark.kind == Kind::Alive);
    let events: Vec<u32> = marks.map(|mark| mark.event).collect();
    let [first, last] = events[..] else {
        panic!("the first and the last are in the log: {events:?}")
    };
    assert!(last - first >= 4, "and how many there were");
    assert_eq!(outcome.sample.speed.chunks, 5, "and are no chunks");
    let truth = ms(outcome.truth.first_content_us);
    assert!(outcome.sample.speed.ttft_ms.is_some_and(|ttft| ttft >= truth), "nor a first token");
}

#[test]
fn a_late_end_marker_moves_no_latency() {
    let outcome = asked("ttft=20ms&gap=20ms&tokens=20&tail=200ms&done=400ms");
    let speed = &outcome.sample.speed;
    let last = ms(outcome.truth.last_content_us);
    let latency = speed.latency_ms.expect("tokens came");
    assert!(
        latency >= last && latency < last + 200.0,
        "{latency} ms ends at the last token, {last} ms"
    );
    assert!(
        speed.stream_tail_ms.is_some_and(|tail| tail >= 450.0),
        "the wait has a name of its own"
    );
    let truth = 19.0 / (last - ms(outcome.truth.first_content_us)) * 1e3;
    let tps = speed.decode_tps.expect("there is a window");
    assert!(
        (tps / truth - 1.0).abs() < 0.25,
        "{tps} tok/s is not {truth}: the wait is no decoding"
    );
}

#[test]
fn a_stream_without_the_marker_is_good_and_says_so() {
    let sample = asked("ttft=10ms&gap=1ms&tokens=6&done=missing").sample;
    assert_eq!(sample.status, Status::Ok, "its finish reason came");
    assert!(sample.doubts.contains(&Warning::NoTerminator), "and the missing marker is told");
}

#[test]
fn a_whole_answer_in_one_burst_has_no_decode_speed() {
    // So few that one read contains them all: between two reads a busy machine may pause for as long as a short stream
    // takes.
    let sample = asked("ttft=100ms&gap=1ms&tokens=25&per_write=all").sample;
    assert_eq!(sample.status, Status::Ok, "it is an answer");
    assert!(sample.doubts.contains(&Warning::Buffered), "that something held back");
    assert_eq!(
        (sample.speed.decode_tps, sample.speed.tpot_ms),
        (None, None),
        "millions would be a lie"
    );
    assert!(
        sample.speed.e2e_tps.is_some_and(|tps| tps < 400.0),
        "over the whole wait there is a speed"
    );
}

#[test]
fn one_token_or_one_chunk_has_no_speed_and_an_empty_answer_no_first_token() {
    for knobs in ["tokens=1", "tokens=5&per_chunk=5"] {
        let sample = asked(&format!("ttft=20ms&gap=2ms&{knobs}")).sample;
        assert_eq!(
            (sample.status, sample.speed.chunks),
            (Status::Ok, 1),
            "{knobs}: a whole answer"
        );
        assert!(
            sample.speed.ttft_ms.is_some() && sample.speed.latency_ms.is_some(),
            "{knobs}: in time"
        );
        assert_eq!(
            (sample.speed.decode_tps, sample.speed.tpot_ms),
            (None, None),
            "{knobs}: of no speed"
        );
        assert_eq!(sample.speed.decode_time_ms, None, "{knobs}: nothing lies between one chunk");
    }
    let empty = asked("ttft=20ms&tokens=0").sample;
    assert_eq!(empty.status, Status::OkEmpty, "it finished, and said nothing");
    assert!(!empty.status.is_ok(), "which is no success");
    assert_eq!((empty.speed.ttft_ms, empty.speed.tpot_ms), (None, None), "there is no first token");
    assert_eq!(empty.out_tokens_server, Some(0), "that zero was counted by the server");
    assert_eq!(empty.token_source, None, "no speed uses it");
}

#[test]
fn an_answer_that_was_not_streamed_has_an_end_and_no_first_token() {
    let sample = asked("ttft=50ms&gap=1ms&tokens=20&fault=json").sample;
    assert_eq!(sample.status, Status::Ok, "it is an answer");
    assert!(sample.doubts.contains(&Warning::NotStreamed), "and says how it came");
    assert_eq!(sample.speed.ttft_ms, None, "a time to first token would be made up");
    assert_eq!(sample.speed.decode_tps, None, "and so would a speed of decoding");
    assert!(
        sample.speed.latency_ms.is_some() && !sample.text.is_empty(),
        "it has a text and an end"
    );
}

#[test]
fn a_tool_call_is_an_answer() {
    let sample = asked("ttft=20ms&gap=2ms&tokens=24&answer_as=tool_calls&calls=2").sample;
    assert_eq!(sample.status, Status::Ok, "calls are what was asked for");
    assert_eq!(sample.finish_reason.as_deref(), Some("tool_calls"), "in the provider's word");
    assert!(sample.speed.ttfat_ms.is_some(), "the answer begins with the first call");
    assert!(sample.out_tokens_neutral.is_some_and(|tokens| tokens > 5), "their arguments count");
    assert!(sample.tools.contains('{'), "and are kept");
    assert_eq!(sample.text, "", "apart from the answer's words, of which there are none");
    assert!(!sample.doubts.contains(&Warning::StoppedAtLimit), "and nothing was cut");
}

#[test]
fn a_tool_call_is_timed_from_its_first_byte_to_its_complete_arguments() {
    // Twelve tokens a call, one every 10 ms: the first call ends with token 12, the second begins with token 13. Any two
    // of the instants lie further apart than a busy machine moves one of them.
    let asked = asked("ttft=150ms&gap=10ms&tokens=24&answer_as=tool_calls&calls=2&tail=120ms");
    let (speed, truth) = (&asked.sample.speed, &asked.truth);
    let since =
        |us: Option<u64>| us.and_then(|us| u32::try_from(us).ok()).map(|us| f64::from(us) / 1e3);
    let near = |told: Option<f64>, true_ms: Option<f64>, what: &str| {
        let (told, true_ms) = told.zip(true_ms).expect("both are known");
        assert!((told - true_ms).abs() < 50.0, "{what}: {told} ms, in truth {true_ms} ms");
    };
    let first = since(truth.first_content_us);
    near(speed.tool_call_ms, first, "the first byte of the first call");
    near(speed.tool_arguments_ms, first.map(|first| first + 11.0 * 10.0), "its complete arguments");
    near(
        speed.tool_calls_ms,
        since(truth.last_content_us),
        "those of the last call, not the end of the answer",
    );
    assert_eq!(speed.tool_calls, Some(2), "two calls");
    assert_eq!(speed.ttft_ms, speed.tool_call_ms, "an answer that is only a call begins with it");
    assert_eq!(speed.latency_ms, speed.tool_calls_ms, "and ends with it");
    assert!(speed.decode_tps.is_some(), "it is written at a speed");
    assert_eq!(speed.ttfs_ms, None, "in no sentence");

    let cut = self::asked("ttft=10ms&gap=1ms&tokens=24&answer_as=tool_calls&calls=2&finish=length")
        .sample
        .speed;
    assert!(
        cut.tool_call_ms.is_some() && cut.tool_arguments_ms.is_some(),
        "the first call was whole"
    );
    assert_eq!(cut.tool_calls_ms, None, "the last was cut by the limit, so it was never complete");
    let none = self::asked("ttft=10ms&gap=1ms&tokens=9").sample.speed;
    assert_eq!((none.tool_call_ms, none.tool_calls), (None, None), "no call has no time, not zero");
}

#[test]
fn a_refusal_of_the_model_is_kept_and_is_not_a_success() {
    let sample = asked("ttft=10ms&gap=1ms&tokens=8&answer_as=refusal").sample;
    assert_eq!((sample.status, sample.speed.chunks), (Status::Refused, 8), "it said something");
    assert!(!sample.text.is_empty(), "and what it said is kept");
    assert!(!sample.status.is_ok(), "though it stands in no average");
}

#[test]
fn of_several_choices_the_first_is_read() {
    let two = "data: {\"choices\":[{\"index\":1,\"delta\":{\"content\":\"no\"}},{\"index\":0,\"delta\":{\"content\":\"yes\"}}]}\n\n";
    let (sample, _) = sent(&[two.as_bytes(), END.as_bytes()]);
    assert_eq!(sample.text, "yes", "two answers in one would be neither");
}

#[test]
fn words_stay_in_the_order_in_which_they_came() {
    // Each beginning could be that of a thinking tag; only the following text decides.
    for beginning in ["\\n\\n", "<", " <thi"] {
        let first = delta(&format!("{{\"content\":\"{beginning}\"}}"));
        let thought = delta(r#"{"reasoning_content":"Hm."}"#);
        let second = delta(r#"{"content":"then"}"#);
        let whole = format!("{first}{thought}{second}{END}");
        let (sample, _) = sent(&[whole.as_bytes()]);
        let expected = format!("{}then", beginning.replace("\\n", "\n"));
        assert_eq!(sample.text, expected, "what came first stands first");
        assert_eq!(sample.reasoning, "Hm.", "and thinking in a field of its own is apart");
    }
}
