//! How reasoning and answer share a stream's time.

use super::*;

#[test]
fn hidden_reasoning_never_flatters_a_speed() {
    let events: Vec<_> = (0..51).map(|i| (3_000 + i * 20, Kind::Answer, "word ")).collect();
    let (timeline, transcript) = stream(&events);
    let counts = Counts {
        total: Some(1_051),
        answer: Some(51),
        reasoning: Some(1_000),
        neutral_answer: 51,
        reasoning_type: ReasoningType::Hidden,
        ..Counts::default()
    };
    let (speed, doubts) = speed_of(&timeline, &transcript, &counts);
    assert_eq!(speed.tokens_per_chunk, Some(1.0), "tokens that were not shown came in no chunk");
    assert_eq!(doubts, [], "so nothing was bundled, and nothing held back");
    assert!(
        near(speed.decode_tps, 50.0),
        "only the 51 answer tokens came in that window: {:?}",
        speed.decode_tps
    );
    assert_eq!(speed.reasoning_tps, None, "reasoning that was not seen has no measured speed");
    assert_eq!(speed.thinking_time_ms, None, "and its time is inside TTFT");
}

#[test]
fn a_delta_with_thought_and_answer_is_one_chunk_of_both_phases() {
    let (mut timeline, transcript) = stream(&[
        (100, Kind::Reasoning, "hm"),
        (200, Kind::Reasoning, " so"),
        (200, Kind::Answer, "It"),
        (300, Kind::Answer, " is"),
    ]);
    for (mark, event) in timeline.marks.iter_mut().zip([0, 1, 1, 2]) {
        mark.event = event;
    }
    let (speed, _) = speed_of(&timeline, &transcript, &counts(4));
    assert_eq!(speed.chunks, 3, "two marks of one event are one chunk");
    assert!(near(speed.ttfat_ms, 200.0), "the answer starts inside the mixed delta");
    assert!(near(speed.max_gap_ms, 100.0), "a mixed delta is not a gap of zero");
}

#[test]
fn interleaved_thoughts_dilute_no_phase() {
    // 49 tok/s throughout, in four runs of 20: thought, answer, thought, answer.
    let (mut events, mut at) = (Vec::new(), 500_u64);
    for kind in [Kind::Reasoning, Kind::Answer, Kind::Reasoning, Kind::Answer] {
        for _ in 0..20 {
            events.push((at, kind, "word "));
            at += 20;
        }
    }
    let (timeline, transcript) = stream(&events);
    let both = Counts {
        total: Some(80),
        answer: Some(40),
        reasoning: Some(40),
        neutral_answer: 40,
        neutral_reasoning: 40,
        reasoning_type: ReasoningType::Verbatim,
        ..Counts::default()
    };
    let (speed, _) = speed_of(&timeline, &transcript, &both);
    assert!(near(speed.answer_tps, 50.0), "{:?}", speed.answer_tps);
    assert!(near(speed.reasoning_tps, 50.0), "{:?}", speed.reasoning_tps);
    assert!(near(speed.thinking_time_ms, 800.0), "twice 0.4 s: {:?}", speed.thinking_time_ms);
}

#[test]
fn a_thought_after_the_answer_began_takes_its_time() {
    let mut events = vec![(100, Kind::Answer, "Well. ")];
    events.extend((0..30).map(|n| (200 + n * 20, Kind::Reasoning, "hm ")));
    events.push((800, Kind::Answer, "Yes."));
    let (timeline, transcript) = stream(&events);
    let counts = Counts {
        total: Some(32),
        answer: Some(2),
        reasoning: Some(30),
        neutral_answer: 2,
        neutral_reasoning: 30,
        reasoning_type: ReasoningType::Verbatim,
        ..Counts::default()
    };
    let (speed, _) = speed_of(&timeline, &transcript, &counts);
    assert!(near(speed.thinking_time_ms, 600.0), "0.6 s: {:?}", speed.thinking_time_ms);
}

#[test]
fn a_split_that_nobody_counted_is_an_estimate() {
    let (timeline, transcript) = in_reads_of(1, 30, 10);
    let estimated = Counts { is_split_estimated: true, ..counts(30) };
    let (_, doubts) = speed_of(&timeline, &transcript, &estimated);
    assert!(doubts.contains(&Warning::SplitEstimated), "it says so: {doubts:?}");
}
