//! Scripts are pure: these tests read their writes without a socket or a clock.

mod faults;
mod forms;

use serde_json::{Value, json};

use super::*;
use crate::ask::Ask;

const UNFRAMED: Framing = Framing { chunked: false, close: true };

/// The script of the first request for `model`, which streams, requests usage and may set `more`.
fn script(model: &str, more: &Value, framing: Framing, in_flight: u32) -> Script {
    let mut body = json!({
        "model": model,
        "stream": true,
        "stream_options": { "include_usage": true },
        "messages": [{ "role": "user", "content": "Why do rivers bend?" }],
    });
    for (name, value) in more.as_object().expect("members of the body") {
        body[name] = value.clone();
    }
    let ask = Ask::from_body(body.to_string().as_bytes()).expect("the request is right");
    let fault = ask.knobs.fault_for(1);
    let circumstances =
        AnswerContext { sequence: 1, number: 1, created_unix_s: 1_790_000_000, in_flight, framing };
    Script::of(ask, fault, circumstances)
}

fn scripted(knobs: &str) -> Script {
    script(&format!("scripted?{knobs}"), &json!({}), UNFRAMED, 1)
}

/// When each write is due, in microseconds, and its bytes.
fn timed(script: &Script) -> Vec<(u64, Vec<u8>)> {
    let mut at_ns = 0;
    let mut writes = Vec::new();
    for (index, write) in script.writes.iter().enumerate() {
        at_ns += write.wait.fixed_ns + write.wait.making_ns;
        writes.push((at_ns / 1_000, script.bytes(index)));
    }
    writes
}

/// All of the body as text.
fn body(script: &Script) -> String {
    let writes = timed(script).into_iter().skip(1);
    String::from_utf8(writes.flat_map(|(_, bytes)| bytes).collect()).expect("the body is UTF-8")
}

/// The data of every event, with the instant of the write that completed it.
fn events(script: &Script) -> Vec<(u64, Value)> {
    let mut found = Vec::new();
    for (at_us, bytes) in timed(script).into_iter().skip(1) {
        let text = String::from_utf8(bytes).expect("a write is UTF-8");
        let data = text.lines().filter_map(|line| line.strip_prefix("data: "));
        found.extend(data.map(|data| (at_us, serde_json::from_str(data).unwrap_or(json!(data)))));
    }
    found
}

fn datas(script: &Script) -> Vec<Value> {
    events(script).into_iter().map(|(_, data)| data).collect()
}

fn delta(data: &Value) -> &Value {
    &data["choices"][0]["delta"]
}

fn instants(script: &Script, field: &str) -> Vec<u64> {
    let said = |data: &Value| delta(data)[field].as_str().is_some_and(|text| !text.is_empty());
    events(script).iter().filter(|(_, data)| said(data)).map(|(at_us, _)| *at_us).collect()
}

fn joined(script: &Script, field: &str) -> String {
    datas(script).iter().filter_map(|data| delta(data)[field].as_str()).collect()
}

fn finish_reasons(script: &Script) -> Vec<Value> {
    let reason = |data: Value| data["choices"][0]["finish_reason"].clone();
    datas(script).into_iter().map(reason).filter(|reason| !reason.is_null()).collect()
}

#[test]
fn the_first_token_and_the_gaps_are_where_the_knobs_say() {
    let script = scripted("headers=5ms&ttft=200ms&gap=10ms&tokens=3&tail=7ms&done=2s");
    let times: Vec<_> = timed(&script).iter().map(|(at_us, _)| *at_us).collect();
    assert_eq!(
        times,
        [5_000, 5_000, 200_000, 210_000, 220_000, 227_000, 227_000, 2_227_000],
        "head, role, three tokens, finish, usage, [DONE]"
    );
}

#[test]
fn a_chunk_of_several_tokens_takes_several_gaps() {
    let script = scripted("ttft=100ms&gap=10ms&tokens=11&first_chunk=5&per_chunk=3");
    assert_eq!(
        instants(&script, "content"),
        [100_000, 130_000, 160_000],
        "after the first chunk the speed is that of the tokens, not of the chunks"
    );
    let whole = joined(&script, "content");
    assert_eq!(whole, joined(&scripted("tokens=11"), "content"), "chunks do not change the text");
}

#[test]
fn the_role_comes_as_the_knobs_say() {
    let first = |knobs: &str| datas(&scripted(knobs)).remove(0);
    assert_eq!(first("tokens=1")["choices"][0]["delta"]["content"], json!(""), "as OpenAI");
    let null = first("role_content=null");
    assert_eq!(delta(&null).get("content"), Some(&Value::Null), "null is no text");
    assert_eq!(delta(&first("role_content=absent")).get("content"), None, "nor is nothing");
    assert_eq!(delta(&first("role=absent")).get("role"), None, "the first chunk is a token");
    let late = events(&scripted("ttft=80ms&role=late&tokens=0")).remove(0);
    assert_eq!(late.0, 80_000, "late is when the first token is due, even if none follows");
}

#[test]
fn thoughts_go_where_the_knob_says() {
    let fields = |place: &str| {
        let script = scripted(&format!("role=absent&reasoning=2&tokens=1&think_as={place}"));
        delta(&datas(&script)[0]).clone()
    };
    assert_eq!(fields("reasoning")["reasoning"], json!("What"), "as Groq");
    assert_eq!(
        fields("reasoning_content"),
        json!({ "content": null, "reasoning_content": "What" }),
        "as DeepSeek, with null content"
    );
    assert_eq!(
        fields("both"),
        json!({ "reasoning_content": "", "reasoning": "What" }),
        "one field empty beside the other"
    );
    assert_eq!(fields("list")["content"][0]["type"], json!("thinking"), "as Mistral");
}

#[test]
fn inline_thoughts_stand_between_tags_in_pieces() {
    let script = scripted("role=absent&reasoning=9&tokens=2&think_as=inline");
    let text = joined(&script, "content");
    let (thought, answer) = text.split_once("</think>\n\n").expect("the closing tag");
    assert!(thought.starts_with("<think>What are"), "the opening tag comes first: {thought}");
    assert_eq!(answer, "There are", "the answer follows the closing tag");
    assert_eq!(delta(&datas(&script)[0])["content"], json!("<"), "a chunk ends inside the tag");
}

#[test]
fn hidden_thoughts_take_time_and_are_counted() {
    let script = scripted("ttft=100ms&gap=10ms&reasoning=20&tokens=2&think_as=hidden");
    assert_eq!(instants(&script, "content"), [300_000, 310_000], "silence while it thinks");
    let usage = &datas(&script)[4]["usage"];
    assert_eq!(usage["completion_tokens"], json!(22), "hidden tokens are paid for");
    assert_eq!(usage["completion_tokens_details"]["reasoning_tokens"], json!(20), "as thoughts");
}

#[test]
fn a_mixed_delta_holds_thought_and_answer() {
    let script = scripted("role=absent&reasoning=3&tokens=3&mixed=yes");
    let mixed = &datas(&script)[2];
    assert_eq!(delta(mixed)["reasoning_content"], json!(" the"), "the last thought");
    assert_eq!(delta(mixed)["content"], json!("There"), "and the first word, in one chunk");
}

#[test]
fn a_limit_cuts_thoughts_first_and_says_so() {
    let limited = |limit: u32| {
        let more = json!({ "max_tokens": limit });
        script("scripted?reasoning=5&tokens=5", &more, UNFRAMED, 1)
    };
    assert_eq!(instants(&limited(8), "content").len(), 3, "what the thoughts left");
    assert_eq!(finish_reasons(&limited(8)), ["length"], "the answer was cut");
    assert_eq!(instants(&limited(4), "content").len(), 0, "all of it was spent thinking");
    assert_eq!(finish_reasons(&limited(10)), ["stop"], "it just fits");
}

#[test]
fn usage_is_sent_if_the_knob_says_so() {
    let told = |knobs: &str| {
        let script = scripted(&format!("role=absent&tokens=2&{knobs}"));
        let usages = datas(&script).into_iter().map(|data| data["usage"].clone());
        usages.map(|usage| usage["completion_tokens"].clone()).collect::<Vec<_>>()
    };
    let none = Value::Null;
    // The events: two tokens, finish, usage if it has its own chunk, [DONE].
    let last = [none.clone(), none.clone(), none.clone(), json!(2), none.clone()];
    assert_eq!(told("usage=last"), last, "as OpenAI");
    let finish = [none.clone(), none.clone(), json!(2), none.clone()];
    assert_eq!(told("usage=finish"), finish, "as Groq");
    let every = [json!(1), json!(2), json!(2), json!(2), none.clone()];
    assert_eq!(told("usage=every"), every, "as vLLM when told to");
    assert_eq!(told("usage=absent"), [none.clone(), none.clone(), none.clone(), none], "nowhere");
    let split = datas(&scripted("role=absent&tokens=2&usage=split"));
    assert_eq!(split[2]["usage"]["prompt_tokens"], json!(5), "the prompt's part comes first");
    assert_eq!(split[3]["usage"].get("prompt_tokens"), None, "and is not repeated");
    assert_eq!(split[3]["usage"]["completion_tokens"], json!(2), "with the completion's part");
    assert_eq!(split[3]["choices"], json!([]), "in a chunk without choices");
}

#[test]
fn usage_is_sent_on_request() {
    let usages = |knobs: &str| {
        let model = format!("scripted?tokens=1&{knobs}");
        let body = body(&script(&model, &json!({ "stream_options": null }), UNFRAMED, 1));
        body.matches("\"usage\"").count()
    };
    assert_eq!(usages("usage_when=asked"), 0, "it was not asked for");
    assert!(usages("usage_when=always") > 0, "some providers always tell");
}

#[test]
fn the_finish_reason_is_what_the_knob_says() {
    let reasons = |finish: &str| finish_reasons(&scripted(&format!("tokens=1&finish={finish}")));
    assert_eq!(reasons("fitting"), ["stop"], "nothing was cut");
    assert_eq!(reasons("eos"), ["eos"], "a word of its own");
    assert_eq!(reasons("twice"), ["stop", "stop"], "as OpenRouter");
    assert!(reasons("never").is_empty(), "a stream may just end");
}

#[test]
fn the_mark_of_the_end_may_be_missing() {
    assert!(body(&scripted("tokens=1")).ends_with("data: [DONE]\n\n"), "it ends a stream");
    assert!(!body(&scripted("tokens=1&done=missing")).contains("[DONE]"), "or never comes");
}

#[test]
fn comments_fill_the_silence_and_shift_nothing() {
    let script = scripted("ttft=1s&gap=400ms&tokens=2&keepalive=300ms");
    let comments = timed(&script).into_iter().filter(|(_, bytes)| bytes.starts_with(b":"));
    let times: Vec<_> = comments.map(|(at_us, _)| at_us).collect();
    assert_eq!(times, [300_000, 600_000, 900_000, 1_200_000], "every 300 ms from the headers on");
    assert_eq!(instants(&script, "content"), [1_000_000, 1_400_000], "tokens keep their instants");
}

#[test]
fn a_whole_answer_may_come_in_one_write() {
    let script = scripted("ttft=100ms&gap=10ms&tokens=5&per_write=all");
    let writes = timed(&script);
    assert_eq!(writes.len(), 2, "the head and everything else");
    assert_eq!(writes[1].0, 140_000, "when the last token is made");
    let three: Vec<_> = scripted("role=absent&tokens=6&per_write=3&done=missing&usage=absent")
        .writes
        .into_iter()
        .map(|write| write.what)
        .collect();
    let expected = [
        WriteKind::Head,
        WriteKind::Events(0..3),
        WriteKind::Events(3..6),
        WriteKind::Events(6..7),
    ];
    assert_eq!(three, expected, "three events at a time, and the rest at the end");
}

#[test]
fn an_event_may_be_split_inside_a_character() {
    let script = scripted("role=absent&tokens=3&gap=10ms&ttft=50ms&split=20ms&keepalive=1ms");
    let writes = timed(&script);
    let half = writes.iter().position(|(_, bytes)| String::from_utf8(bytes.clone()).is_err());
    let half = half.expect("one write ends inside a character");
    assert_eq!(writes[half].0, 60_000, "the second token's instant");
    assert_eq!(writes[half + 1].0, 80_000, "the rest comes 20 ms later, with nothing between");
    assert!(body(&script).contains("café"), "together they are whole");
}

#[test]
fn lines_end_and_break_as_the_knobs_say() {
    let tight = body(&scripted("role=absent&tokens=1&data=tight"));
    assert!(tight.starts_with("data:{"), "no blank after the colon: {tight}");
    let crlf = body(&scripted("tokens=1&line=crlf"));
    assert_eq!(crlf.matches('\n').count(), crlf.matches("\r\n").count(), "each line ends in both");
    assert!(!body(&scripted("tokens=1&line=cr")).contains('\n'), "a lone CR ends a line too");
    let multi = body(&scripted("role=absent&tokens=1&data=multi"));
    let event = multi.split("\n\n").next().expect("an event");
    let data: Vec<_> = event.lines().filter_map(|line| line.strip_prefix("data: ")).collect();
    assert_eq!(data.len(), 2, "two data lines");
    let joined: Value = serde_json::from_str(&data.join("\n")).expect("they join to JSON");
    assert_eq!(delta(&joined)["content"], json!("There"), "and say what one line would");
}

#[test]
fn arguments_of_tool_calls_join_to_json() {
    let script = scripted("tokens=12&per_chunk=5&answer_as=tool_calls&calls=2");
    let mut arguments = [String::new(), String::new()];
    for data in datas(&script) {
        for call in delta(&data)["tool_calls"].as_array().into_iter().flatten() {
            let index = usize::try_from(call["index"].as_u64().expect("an index")).expect("small");
            arguments[index].push_str(call["function"]["arguments"].as_str().expect("a piece"));
        }
    }
    for argument in arguments {
        let value: Value = serde_json::from_str(&argument).expect("whole JSON");
        assert!(value["query"].is_string(), "each call has its own: {argument}");
    }
    assert_eq!(finish_reasons(&script), ["tool_calls"], "it stops to wait for the tools");
}

#[test]
fn a_refusal_is_not_content() {
    let script = scripted("tokens=3&answer_as=refusal");
    assert!(instants(&script, "content").is_empty(), "nothing was answered");
    assert_eq!(joined(&script, "refusal"), "There are two", "the refusal has a field of its own");
    let mut truth = Truth::new(1, String::new());
    (0..script.writes.len()).for_each(|index| script.note(index, 7, &mut truth));
    assert_eq!(truth.first_content_us, None, "and the truth knows");
}

#[test]
fn padding_makes_one_line_huge() {
    let script = scripted("tokens=3&pad=100000");
    let huge = body(&script).lines().filter(|line| line.len() > 100_000).count();
    assert_eq!(huge, 1, "only the first chunk of the answer");
}

#[test]
fn jitter_is_the_same_each_time_and_keeps_the_speed() {
    let run = || script("gpu-cloud?tokens=1000", &json!({}), UNFRAMED, 1);
    assert_eq!(run().writes, run().writes, "a race can be repeated exactly");
    let times = instants(&run(), "content");
    let gaps: Vec<_> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(gaps.iter().all(|gap| (5_833..=10_833).contains(gap)), "within 30 % of 8,333 µs");
    assert!(gaps.iter().any(|gap| gap.abs_diff(8_333) > 1_000), "but not even");
    let mean = gaps.iter().sum::<u64>() / 999;
    assert!(mean.abs_diff(8_333) < 150, "the mean is the published speed, not {mean}");
}

#[test]
fn a_crowd_delays_the_first_token() {
    let ttft = |in_flight| {
        let script = script("gpu-cloud?tokens=1", &json!({}), UNFRAMED, in_flight);
        instants(&script, "content")[0]
    };
    assert_eq!(ttft(1), 500_000, "alone it is the published figure");
    assert_eq!(ttft(9), 640_000, "eight others at 3.5 % each");
}

#[test]
fn a_shown_answer_ends_with_a_sentence() {
    let script = script("wafer-scale", &json!({}), UNFRAMED, 1);
    assert!(joined(&script, "content").trim_end().ends_with('.'), "people read it");
    assert_eq!(finish_reasons(&script), ["stop"], "so it was not cut");
}

#[test]
fn chunked_framing_wraps_the_same_bytes() {
    let framing = Framing { chunked: true, close: false };
    let script = script("scripted?tokens=2", &json!({}), framing, 1);
    let mut rest: Vec<u8> = timed(&script).into_iter().skip(1).flat_map(|(_, b)| b).collect();
    let mut unwrapped = Vec::new();
    loop {
        let end = rest.windows(2).position(|pair| pair == b"\r\n").expect("a size");
        let size = std::str::from_utf8(&rest[..end]).expect("digits");
        let size = usize::from_str_radix(size, 16).expect("hexadecimal");
        unwrapped.extend_from_slice(&rest[end + 2..end + 2 + size]);
        assert_eq!(&rest[end + 2 + size..end + 4 + size], b"\r\n", "a chunk ends its line");
        rest.drain(..end + 4 + size);
        if size == 0 {
            break;
        }
    }
    assert!(rest.is_empty(), "nothing follows the last chunk");
    assert_eq!(unwrapped, body(&scripted("tokens=2")).into_bytes(), "only the framing differs");
}

#[test]
fn an_answer_that_is_no_stream_comes_when_its_last_token_is_made() {
    let whole = script(
        "scripted?ttft=100ms&gap=10ms&tokens=5",
        &json!({ "stream": false, "stream_options": null }),
        UNFRAMED,
        1,
    );
    let writes = timed(&whole);
    assert_eq!(writes.len(), 1, "one answer");
    assert_eq!(writes[0].0, 140_000, "as late as a stream's last token");
    let forced = timed(&scripted("tokens=5&fault=json")).remove(0).1;
    let text = String::from_utf8(forced).expect("UTF-8");
    assert!(text.contains("content-type: application/json"), "although a stream was asked for");
    assert!(text.contains("\"chat.completion\""), "a completion in one piece");
}
