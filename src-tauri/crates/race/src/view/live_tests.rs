use measure::TokensSoFar;

use super::*;
use crate::view::live_state::lock;
use providers::Clock;

fn state() -> Arc<RaceState> {
    let state = RaceState::new(Clock::start(), 1, 0);
    state.begin_round(0);
    state.fire();
    Arc::new(state)
}

fn write(state: &RaceState, kind: Kind, text: &str) {
    let lane_state = state.lane(0).expect("one lane");
    lock(&lane_state.progress).phase = Phase::Waiting;
    let mut recording = lock(&lane_state.recording);
    let at_ns = state.clock.now_ns();
    let event = u32::try_from(recording.timeline.marks.len()).expect("few");
    let text_bytes = u32::try_from(text.len()).expect("short");
    recording.timeline.push(ArrivalEvent {
        at_ns,
        event,
        kind,
        text_bytes,
        wire_bytes: 9,
        tokens_so_far: TokensSoFar::UNTOLD,
    });
    recording.transcript.push(kind, text);
}

#[test]
fn every_text_is_shown_once_however_often_one_looks() {
    let state = state();
    let mut live = Live::new(Arc::clone(&state));
    let mut shown = String::new();
    for text in ["Hé", "llo", ", world", "."] {
        write(&state, Kind::Answer, text);
        for _ in 0..3 {
            for lane in live.frame().lanes {
                shown.push_str(&lane.answer);
            }
        }
    }
    assert_eq!(shown, "Héllo, world.", "nothing lost, nothing twice");
}

#[test]
fn a_rewrite_puts_the_whole_answer_in_the_place_of_the_old_one() {
    let state = state();
    let mut live = Live::new(Arc::clone(&state));
    write(&state, Kind::Rewrite, "Teh qucik");
    live.frame();
    write(&state, Kind::Rewrite, "The quick fox");
    let lane = live.frame().lanes.remove(0);
    assert!(lane.replaces, "what was shown is a draft");
    assert_eq!(lane.answer, "The quick fox", "and the new text is whole");
    assert_eq!(lane.tokens, 3, "a draft's tokens are not added up");
}

#[test]
fn an_answer_that_was_reasoning_is_moved_and_its_tokens_count_once() {
    let state = state();
    let mut live = Live::new(Arc::clone(&state));
    let told = |live: &mut Live| live.frame().lanes.remove(0);
    write(&state, Kind::Answer, "Okay, the user");
    let before = told(&mut live);
    write(&state, Kind::Answer, " asks.\n");
    lock(&state.lane(0).expect("one lane").recording).answer_was_reasoning();
    let moved = told(&mut live);
    assert_eq!(moved.reasoning, "Okay, the user asks.\n", "all of it is to be shown as thought");
    assert_eq!((moved.answer.as_str(), moved.replaces), ("", true), "and none of it as answer");
    assert_eq!((moved.phase, moved.first_answer_us), (Phase::Thinking, None), "so far");
    assert!(moved.tokens > before.tokens && moved.tokens < 2 * before.tokens, "counted once");
    write(&state, Kind::Answer, "Yes.");
    let answered = told(&mut live);
    assert_eq!((answered.answer.as_str(), answered.replaces), ("Yes.", false), "then goes on");
    assert_eq!(answered.reasoning, "", "and nothing is shown twice");
}

#[test]
fn a_step_that_begins_tells_what_is_over_and_starts_its_own_text() {
    let state = state();
    let mut live = Live::new(Arc::clone(&state));
    write(&state, Kind::Answer, "a wrong answer");
    let first = live.frame().lanes.remove(0);
    assert_eq!((first.step, first.earlier.len()), (0, 0), "no step is over");
    let recording = &state.lane(0).expect("one lane").recording;
    lock(recording).timeline.close_ns = Some(state.clock.now_ns());
    lock(recording).begin_step(2);
    let begun = live.frame().lanes.remove(0);
    assert_eq!((begun.step, begun.tokens, begun.answer.as_str()), (2, 0, ""), "nothing of it yet");
    let [over] = &begun.earlier[..] else { panic!("one step: {begun:?}") };
    assert_eq!((over.step, over.first_any_us), (0, first.first_any_us));
    assert!(over.ended_us >= over.first_any_us, "it has an end");
    assert_eq!(begun.phase, Phase::Waiting, "and the next is waited for");
    write(&state, Kind::Answer, "right");
    let told = live.frame().lanes.remove(0);
    assert_eq!((told.answer.as_str(), told.earlier.len()), ("right", 0), "told once");
}

#[test]
fn the_phase_follows_from_what_has_arrived() {
    let state = state();
    let mut live = Live::new(Arc::clone(&state));
    write(&state, Kind::Empty, "");
    assert_eq!(live.frame().lanes[0].phase, Phase::Waiting, "a role chunk is not thinking");
    write(&state, Kind::Reasoning, "hm");
    assert_eq!(live.frame().lanes[0].phase, Phase::Thinking, "reasoning is");
    write(&state, Kind::Answer, "It");
    assert_eq!(live.frame().lanes[0].phase, Phase::Writing, "and the answer is writing");
}

#[test]
fn every_hundredth_token_has_a_tick() {
    let state = state();
    let mut live = Live::new(Arc::clone(&state));
    let mut ticks = 0;
    for _ in 0..25 {
        write(&state, Kind::Answer, &" the".repeat(10));
        ticks += live.frame().lanes[0].ticks_us.len();
    }
    assert_eq!(ticks, 2, "250 tokens pass 100 and 200");
}

#[test]
fn the_live_rate_is_over_the_last_second() {
    let mut cursor =
        Cursor { window: VecDeque::from([(0, 50.0), (1_500_000_000, 30.0)]), ..Cursor::default() };
    let rate = cursor.rate(Some(0), 2_000_000_000);
    assert_eq!(rate.map(f64::round), Some(30.0), "what came two seconds ago is past");
    let stalled = cursor.rate(Some(0), 9_000_000_000).map(|rate| (rate, rate.is_sign_negative()));
    assert_eq!(stalled, Some((0.0, false)), "and who stalls writes nothing, not less than nothing");
    let mut bundled =
        Cursor { window: VecDeque::from([(0, 50.0), (250_000_000, 10.0)]), ..Cursor::default() };
    let rate = bundled.rate(Some(0), 500_000_000);
    assert_eq!(rate.map(f64::round), Some(20.0), "what came first took no time since it came");
    assert_eq!(
        Cursor::default().rate(Some(0), 100_000_000),
        None,
        "a tenth of a second says nothing yet"
    );
}
