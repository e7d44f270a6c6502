use measure::Kind;
use race::Recording;

use super::CheckpointCursor;
use crate::fixtures::{end, finished, push, run, stream};
use crate::history::History;

/// What the checkpoints of a run hold of its first lane's first round.
fn remains(history: &History) -> Recording {
    let mut requests = history.read(|connection| super::of_run(connection, "run")).unwrap();
    requests.remove(&(0, 0)).unwrap_or_default().recording
}

#[test]
fn checkpoints_put_together_are_what_had_arrived() {
    let kinds =
        [Kind::Reasoning, Kind::Answer, Kind::Alive, Kind::Rewrite, Kind::Tool, Kind::Usage];
    for gap in 1..7 {
        let history = History::in_memory().unwrap();
        history.begin(&run("run")).unwrap();
        let mut seen = CheckpointCursor::nothing_of(0, 0);
        let mut recording = stream(&[]);
        for (step, kind) in kinds.iter().cycle().take(60).enumerate() {
            let text = if kind.is_text() { format!("{step}é\u{1f30a} ") } else { String::new() };
            push(&mut recording, *kind, &text);
            if *kind == Kind::Usage {
                recording.usage.push(serde_json::json!({ "completion_tokens": step }));
            }
            if step % gap == 0 {
                let arrived = seen.take(&recording, None).expect("something is new");
                history.checkpoint("run", &[arrived]).unwrap();
                assert_eq!(
                    remains(&history),
                    recording,
                    "after {step} events, a checkpoint every {gap}, all that had arrived is there"
                );
            }
        }
    }
}

#[test]
fn an_answer_that_was_reasoning_is_kept_as_reasoning() {
    for gap in 1..4 {
        let history = History::in_memory().unwrap();
        history.begin(&run("run")).unwrap();
        let mut seen = CheckpointCursor::nothing_of(0, 0);
        let mut recording = stream(&[]);
        for step in 0..12 {
            push(&mut recording, Kind::Answer, &format!("{step}é "));
            if step == 6 {
                recording.answer_was_reasoning();
            }
            if step % gap == 0 {
                let arrived = seen.take(&recording, None).expect("something is new");
                history.checkpoint("run", &[arrived]).unwrap();
                let kept = remains(&history);
                assert_eq!(kept, recording, "after {step} events, a checkpoint every {gap}");
            }
        }
    }
}

#[test]
fn a_request_without_news_makes_no_checkpoint() {
    let mut seen = CheckpointCursor::nothing_of(3, 1);
    let mut recording = stream(&["a"]);
    let first = seen.take(&recording, None).expect("all of it is new");
    assert_eq!((first.lane, first.round), (3, 1), "it says whose it is");
    assert_eq!(seen.take(&recording, None), None, "nothing is written while nothing comes");
    recording.timeline.close_ns = Some(9);
    let second = seen.take(&recording, None).expect("the end of a body is news too");
    assert_eq!(second.recording.timeline.marks, [], "what was seen is not copied again");
    assert_eq!(second.recording.transcript.answer, "", "nor is its text");
}

#[test]
fn a_sample_is_kept_once() {
    let (run, recordings) = finished("run", 1);
    let (sample, recording) = (&run.lanes[0].samples[0], &recordings[0][0]);
    let mut seen = CheckpointCursor::nothing_of(0, 0);
    seen.take(recording, None).expect("all of it is new");
    let ended = seen.take(recording, Some(sample)).expect("that it ended is news");
    assert_eq!(ended.sample.as_ref(), Some(sample), "the sample is kept");
    assert_eq!(seen.take(recording, Some(sample)), None, "and not a second time");
}

#[test]
fn a_checkpoint_is_as_small_as_what_is_new() {
    let mut recording = stream(&["a"]);
    for _ in 0..1_000 {
        push(&mut recording, Kind::Answer, "word ");
    }
    let mut seen = CheckpointCursor::nothing_of(0, 0);
    seen.take(&recording, None).expect("all of it is new");
    push(&mut recording, Kind::Answer, "last");
    end(&mut recording);
    let arrived = seen.take(&recording, None).expect("three events are new");
    assert_eq!(arrived.recording.timeline.marks.len(), 3, "no old event is copied");
    assert_eq!(arrived.recording.transcript.answer, "last", "no old text is copied");
    assert_eq!(arrived.recording.usage.len(), 1, "the usage came with them");
}

#[test]
fn the_steps_of_a_chain_are_kept_when_the_next_begins_and_once() {
    let history = History::in_memory().unwrap();
    history.begin(&run("run")).unwrap();
    let mut seen = CheckpointCursor::nothing_of(0, 0);
    let mut recording = stream(&["a first ", "answer"]);
    history.checkpoint("run", &[seen.take(&recording, None).expect("new")]).unwrap();
    recording.begin_step(2);
    let begun = seen.take(&recording, None).expect("the next step has begun");
    assert!(begun.anew, "what was kept is an earlier step now");
    history.checkpoint("run", &[begun]).unwrap();
    assert_eq!(remains(&history), recording, "its text is not lost");
    push(&mut recording, Kind::Answer, "the second");
    let more = seen.take(&recording, None).expect("new");
    let chain = more.recording.chain.as_ref().expect("a chain");
    assert!(chain.earlier.is_empty(), "an earlier step is written once");
    history.checkpoint("run", &[more]).unwrap();
    end(&mut recording);
    recording.close_chain();
    history.checkpoint("run", &[seen.take(&recording, None).expect("its end")]).unwrap();
    assert_eq!(remains(&history), recording, "and at its end all of it is there");
}
