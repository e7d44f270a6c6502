//! Stopping: a stopped lane keeps its measurements, and the others are not affected.

use std::sync::Arc;
use std::time::Duration;

use measure::Recording;
use race::{Controls, Plan, RaceState, Run, RunState, Status, Timeouts};
use simulator::Outcome;

use crate::arena::{Arena, block_on, plan, race_of};

/// Races a plan, and acts once a lane has received this many chunks of text.
fn raced(
    plan: Plan,
    lane: usize,
    chunks: usize,
    act: impl FnOnce(&Controls),
) -> (Run, Vec<Vec<Recording>>) {
    let race = race_of(plan, Timeouts::default());
    let (state, controls) = (race.state(), race.controls());
    block_on(async {
        let racing = tokio::spawn(race.run(None));
        until(&state, lane, chunks).await;
        act(&controls);
        racing.await.expect("the race ends")
    })
}

/// Waits until a lane has received this many chunks of text.
pub(crate) async fn until(state: &Arc<RaceState>, lane: usize, chunks: usize) {
    for _ in 0..1_000 {
        let arrived = state.with_recording(lane, |recording| recording.timeline.text().count());
        if arrived.is_some_and(|arrived| arrived >= chunks) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("lane {lane} never received {chunks} chunks");
}

#[test]
fn a_lane_that_is_stopped_keeps_what_it_measured_and_the_others_run_on() {
    let arena = Arena::open();
    let long = arena.lane("ttft=20ms&gap=5ms&tokens=4000");
    let short = arena.lane("ttft=20ms&gap=5ms&tokens=80");
    let (run, recordings) = raced(plan(vec![long, short]), 0, 10, |controls| controls.stop_lane(0));
    let (stopped, other) = (&run.lanes[0].samples[0], &run.lanes[1].samples[0]);
    assert_eq!(stopped.status, Status::Cancelled, "it was our doing, not the provider's");
    assert_eq!(stopped.error, None, "and is no failure");
    assert!(stopped.speed.chunks >= 10 && !stopped.text.is_empty(), "what had arrived is kept");
    assert!(
        stopped.speed.ttft_ms.is_some() && stopped.speed.decode_tps.is_some(),
        "and its numbers"
    );
    assert_eq!(stopped.out_tokens_server, None, "the server's count never came, and is no zero");
    assert_eq!(
        recordings[0][0].timeline.text().count(),
        stopped.speed.chunks as usize,
        "nor is its log lost"
    );
    assert_eq!((other.status, other.speed.chunks), (Status::Ok, 80), "the other lane is whole");
    assert_eq!(run.state, RunState::Finished, "the run itself was not stopped");
    assert!(!run.lanes[0].summary.contains_key("ttft_ms"), "no aggregate counts it");
    let gone = arena.truths(2).iter().filter(|truth| truth.outcome == Outcome::ClientGone).count();
    assert_eq!(gone, 1, "the server stops producing what nobody reads");
}

#[test]
fn a_race_that_is_stopped_keeps_every_lane() {
    let arena = Arena::open();
    let lanes = (0..3).map(|_| arena.lane("ttft=20ms&gap=5ms&tokens=4000")).collect();
    let (run, _) = raced(Plan { repeat: 5, ..plan(lanes) }, 2, 5, Controls::stop);
    assert_eq!(run.state, RunState::Stopped, "the user stopped it");
    for lane in &run.lanes {
        let statuses: Vec<_> = lane.samples.iter().map(|sample| sample.status).collect();
        assert_eq!(
            statuses,
            [Status::Cancelled],
            "the round under way is kept, the others are not run"
        );
        assert!(lane.samples[0].sent_at_ms.is_some(), "with what it measured");
    }
    assert_eq!(arena.truths(3).len(), 3, "no further request is sent");
}

#[test]
fn a_lane_can_be_stopped_before_its_first_token() {
    let arena = Arena::open();
    let lanes = vec![arena.lane("ttft=60s&tokens=5"), arena.lane("ttft=20ms&gap=2ms&tokens=50")];
    let (run, _) = raced(plan(lanes), 1, 1, |controls| controls.stop_lane(0));
    let sample = &run.lanes[0].samples[0];
    assert_eq!(sample.status, Status::Cancelled, "waiting can be stopped too");
    assert_eq!(
        (sample.speed.ttft_ms, sample.token_source),
        (None, None),
        "nothing had come, not zero"
    );
    assert_eq!(run.lanes[1].samples[0].status, Status::Ok, "and the other lane ends by itself");
}

#[test]
fn a_lane_that_ended_before_the_stop_stays_as_it_ended() {
    let arena = Arena::open();
    let lanes =
        vec![arena.lane("ttft=10ms&gap=1ms&tokens=5"), arena.lane("ttft=20ms&gap=5ms&tokens=4000")];
    let (run, _) = raced(plan(lanes), 1, 60, Controls::stop);
    let statuses: Vec<_> = run.lanes.iter().map(|lane| lane.samples[0].status).collect();
    assert_eq!(statuses, [Status::Ok, Status::Cancelled], "a stop changes nothing that was over");
}
