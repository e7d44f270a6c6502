//! Reasoning, in whatever field or tags it arrives.

use super::*;

#[test]
fn thinking_is_found_under_each_of_its_names() {
    for (field, kind) in [
        (r#""reasoning_text":"Hm""#, ReasoningType::Verbatim),
        (r#""thinking":"Hm""#, ReasoningType::Verbatim),
        (
            r#""content":[{"type":"reasoning","summary":[{"type":"summary_text","text":"Hm"}]}]"#,
            ReasoningType::Summary,
        ),
        (
            r#""reasoning_details":[{"type":"reasoning.summary","summary":"Hm"}]"#,
            ReasoningType::Summary,
        ),
    ] {
        let stream = delta(&format!("{{{field}}}"))
            + &delta(r#"{"content":[{"type":"text","text":"Yes"}]}"#);
        let (recording, reply) = read_text(&stream);
        assert_eq!(recording.transcript.reasoning, "Hm", "{field}: it is not dropped");
        assert_eq!(recording.transcript.answer, "Yes", "{field}: and is no answer");
        assert_eq!(reply.reasoning_type, kind, "{field}: and it is told how it came");
    }
}

#[test]
fn details_that_come_whole_each_time_are_read_once() {
    let chunk = |thought: &str, text: &str| {
        delta(&format!(
            "{{\"content\":\"{text}\",\"reasoning_details\":[{{\"type\":\"reasoning.text\",\"text\":\"{thought}\"}}]}}"
        ))
    };
    let stream =
        chunk("Hmm", "") + &chunk("Hmm, so", "") + &chunk("", "Yes") + &chunk("", "Yes, it is");
    let (recording, _) = read_text(&stream);
    assert_eq!(recording.transcript.reasoning, "Hmm, so", "all of it so far is no new piece");
    assert_eq!(recording.transcript.answer, "Yes, it is", "the answer comes in the same way then");
    let pieces = delta(r#"{"content":"Yes"}"#) + &delta(r#"{"content":"Yes, it is"}"#);
    assert_eq!(
        read_text(&pieces).0.transcript.answer,
        "YesYes, it is",
        "and elsewhere as it comes"
    );
}

#[test]
fn what_is_encrypted_beside_what_was_shown_hides_nothing() {
    let summary = delta(r#"{"reasoning_details":[{"type":"reasoning.summary","summary":"Hm"}]}"#);
    let sealed = delta(r#"{"reasoning_details":[{"type":"reasoning.encrypted","data":"x"}]}"#);
    let kind = |stream: &str| read_text(stream).1.reasoning_type;
    assert_eq!(kind(&(summary + &sealed)), ReasoningType::Summary, "a summary stays one");
    assert_eq!(kind(&sealed), ReasoningType::Redacted, "alone it is all there is");
}

#[test]
fn thinking_that_only_ends_moves_the_first_token_of_the_answer_and_no_other() {
    let stream = fixture("vllm_unopened_think.sse");
    let events: Vec<&[u8]> = stream.split_inclusive(|byte| *byte == b'\n').collect();
    let (recording, _) = read(&events);
    let kinds: Vec<_> = recording.timeline.text().map(|mark| mark.kind).collect();
    let answer = kinds.iter().position(|kind| *kind == Kind::Answer).expect("there is one");
    assert!(kinds[..answer].iter().all(|kind| *kind == Kind::Reasoning), "then: {kinds:?}");
    assert_eq!((answer, kinds.len()), (7, 9), "seven pieces of thought, two of the answer");
    let (first, answered) =
        (recording.timeline.first_any_ns(), recording.timeline.first_answer_ns());
    // Each event has two lines.
    assert_eq!((first, answered), (Some(3), Some(21)), "no stamp but the answer's first has moved");
}

#[test]
fn thinking_written_into_the_answer_is_reasoning() {
    let stream: String = ["<thi", "nk>Hm", ".</think>\\n\\nYes", "."]
        .iter()
        .map(|text| delta(&format!("{{\"content\":\"{text}\"}}")))
        .collect();
    let (recording, reply) = read_text(&stream);
    assert_eq!(recording.transcript.reasoning, "Hm.", "what stands between the tags");
    assert_eq!(recording.transcript.answer, "Yes.", "what follows them");
    assert_eq!(reply.reasoning_type, ReasoningType::InlineThink, "and it is told how it came");
}
