//! Reasoning, in each of the places where servers put it: never mixed with the answer, never lost, never counted in
//! the answer's speed.

use measure::{ReasoningType, Warning};
use race::Status;

use crate::arena::{asked, ms};

/// How far a time or a speed may deviate from the truth on a busy machine. Mixing up two phases would be off by half
/// or more.
const NOISE: f64 = 0.25;

fn near(value: Option<f64>, truth: f64) -> bool {
    value.is_some_and(|value| (value / truth - 1.0).abs() < NOISE)
}

#[test]
fn reasoning_is_found_anywhere_and_kept_out_of_the_answer() {
    for think_as in ["reasoning", "reasoning_content", "both", "list"] {
        let outcome =
            asked(&format!("ttft=40ms&gap=8ms&reasoning=30&tokens=10&think_as={think_as}"));
        let sample = outcome.sample;
        assert_eq!(sample.status, Status::Ok, "{think_as}: a stream like any other");
        assert_eq!(sample.reasoning_type, ReasoningType::Verbatim, "{think_as}: word for word");
        assert!(
            !sample.reasoning.is_empty() && !sample.text.is_empty(),
            "{think_as}: both are kept"
        );
        assert!(!sample.text.contains(&*sample.reasoning), "{think_as}: each in its place");
        let (first, answer) =
            (ms(outcome.truth.first_reasoning_us), ms(outcome.truth.first_content_us));
        let (ttft, ttfat) = (sample.speed.ttft_ms, sample.speed.ttfat_ms);
        assert!(
            ttft.is_some_and(|t| t >= first && t < answer),
            "{think_as}: thinking is a first token"
        );
        assert!(
            ttfat.is_some_and(|t| t >= answer),
            "{think_as}: and the answer has one of its own"
        );
        assert!(
            near(sample.speed.thinking_time_ms, answer - first),
            "{think_as}: what lies between"
        );
    }
}

#[test]
fn reasoning_inside_the_answer_is_taken_out_of_it() {
    let sample = asked("ttft=20ms&gap=3ms&reasoning=30&tokens=20&think_as=inline").sample;
    assert_eq!(sample.reasoning_type, ReasoningType::InlineThink, "its tags came in pieces");
    assert!(
        !sample.text.contains("think>") && !sample.reasoning.contains("think>"),
        "no tag is text"
    );
    assert!(!sample.reasoning.is_empty() && !sample.text.is_empty(), "both sides are kept");
    let (ttft, ttfat) = (sample.speed.ttft_ms, sample.speed.ttfat_ms);
    assert!(ttft.zip(ttfat).is_some_and(|(first, answer)| first < answer), "thinking comes first");
}

#[test]
fn hidden_reasoning_enters_no_speed() {
    let outcome = asked("ttft=20ms&gap=10ms&reasoning=60&tokens=40&think_as=hidden");
    let sample = outcome.sample;
    assert_eq!(sample.reasoning_type, ReasoningType::Hidden, "it was counted and not shown");
    assert!(sample.doubts.contains(&Warning::ReasoningHidden), "and it says so");
    assert_eq!(sample.reasoning, "", "there is no text of it");
    assert_eq!(sample.speed.tokens_per_chunk, Some(1.0), "a chunk holds what it shows");
    assert!(
        !sample.doubts.contains(&Warning::TokensBundled),
        "tokens that never came are in no chunk: {:?}",
        sample.doubts
    );
    assert_eq!(sample.reasoning_tokens_server, Some(60), "there is a count");
    assert_eq!(sample.speed.thinking_time_ms, None, "how long it thought nobody saw");
    assert_eq!(sample.speed.reasoning_tps, None, "nor how fast");
    let window = ms(outcome.truth.last_content_us) - ms(outcome.truth.first_content_us);
    let truth = 39.0 / window * 1e3;
    assert!(
        near(sample.speed.decode_tps, truth),
        "{:?} is not {truth}: 40 tokens came",
        sample.speed.decode_tps
    );
}

#[test]
fn each_phase_has_its_own_speed() {
    let outcome = asked("ttft=30ms&gap=8ms&reasoning=50&tokens=50");
    let (speed, truth) = (&outcome.sample.speed, &outcome.truth);
    let window = ms(truth.last_content_us) - ms(truth.first_content_us);
    let answer = 49.0 / window * 1e3;
    assert!(near(speed.answer_tps, answer), "{:?} is not {answer}", speed.answer_tps);
    assert!(near(speed.reasoning_tps, 125.0), "{:?} is not 125", speed.reasoning_tps);
    assert!(
        near(speed.decode_tps, 125.0),
        "{:?} is not 125: both flow at one pace",
        speed.decode_tps
    );
}

#[test]
fn a_chunk_with_the_last_thought_and_the_first_word_belongs_to_both() {
    let outcome = asked("ttft=20ms&gap=3ms&reasoning=10&tokens=10&mixed=yes");
    let sample = outcome.sample;
    assert_eq!(sample.status, Status::Ok, "a stream like any other");
    let timeline = &outcome.recording.timeline;
    let first_answer = timeline.text().find(|mark| mark.kind.is_answer()).expect("there is one");
    let shared = timeline.text().filter(|mark| mark.event == first_answer.event).count();
    assert_eq!(shared, 2, "one event, two marks: both phases are stamped");
    assert_eq!(sample.out_tokens_server, Some(20), "and no token is lost");
    assert!(!sample.reasoning.is_empty() && !sample.text.is_empty(), "nor any text");
}

#[test]
fn a_short_answer_after_long_hidden_reasoning_was_held_back_by_nobody() {
    let sample = asked("ttft=20ms&reasoning=300&tokens=1&think_as=hidden").sample;
    assert_eq!((sample.status, sample.speed.chunks), (Status::Ok, 1), "it said one word");
    assert!(
        !sample.doubts.contains(&Warning::Buffered),
        "the 300 tokens it kept to itself came in no burst: {:?}",
        sample.doubts
    );
}
