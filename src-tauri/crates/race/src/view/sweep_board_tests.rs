use std::sync::Arc;

use super::*;
use crate::plan::Plan;
use crate::plan::step::Ladder;
use crate::result::knee::tests::level;
use crate::result::run::RunState;
use crate::testing;

fn header(load: Load, lanes: usize) -> Run {
    let run = testing::run((0..lanes).map(|_| testing::lane([])).collect());
    Run { plan: Plan { load: Some(load), ..run.plan.clone() }, state: RunState::Running, ..run }
}

fn load() -> Load {
    Load { concurrency: vec![1, 4], samples: 6, waves: None, ..Load::default() }
}

fn ended(lane: usize, is_measured: bool, ttft_ms: f64) -> SweepEvent {
    SweepEvent::RequestEnded {
        lane,
        is_measured,
        is_ok: true,
        is_cut: false,
        is_throttled: false,
        ttft_ms: Some(ttft_ms),
        took_ms: Some(1_000.0),
        spent_usd: None,
        spent_tokens: Some(10.0),
    }
}

fn began(lane: usize, streams: u32) -> SweepEvent {
    SweepEvent::LevelBegan { lane, step: Step::Streams(streams) }
}

fn over(lane: usize, streams: u32, ended: LevelEnd) -> SweepEvent {
    let level = Level { concurrency: Some(streams), ended, measured: 6, ..Level::default() };
    SweepEvent::LevelEnded {
        lane,
        level: Box::new(level),
        recordings: Arc::default(),
        numbers: 0..0,
    }
}

#[test]
fn a_cell_fills_as_its_requests_end() {
    let mut board = SweepBoard::new(&header(load(), 1));
    assert_eq!(board.frame().left, 6 + 1 + 6 + 4, "the samples, and one to warm each stream up");
    assert_eq!(board.frame().left_ms, None, "nobody knows how long one takes");
    board.accept(&began(0, 1));
    assert_eq!(board.frame().cells[0][0].state, CellState::Warming, "nothing is measured yet");
    board.accept(&ended(0, false, 100.0));
    for ttft in [100.0, 200.0, 300.0, 400.0] {
        board.accept(&ended(0, true, ttft));
    }
    let cell = board.frame().cells[0][0].clone();
    assert_eq!((cell.state, cell.done, cell.of), (CellState::Running, 4, 6), "four of six");
    assert_eq!(cell.ttft_p50_ms, None, "four samples carry no median");
    board.accept(&ended(0, true, 500.0));
    let frame = board.frame();
    assert_eq!(frame.cells[0][0].ttft_p50_ms, Some(300.0), "five do");
    assert_eq!(frame.left_ms, Some(1_000.0 + 3.0 * 1_000.0), "one more, and three rounds of four");
    assert_eq!((frame.spent_usd, frame.spent_tokens), (None, Some(10.0)), "no price is no zero");
}

#[test]
fn a_failure_is_counted_and_a_request_that_we_cut_is_none() {
    let mut board = SweepBoard::new(&header(load(), 1));
    board.accept(&began(0, 1));
    let SweepEvent::RequestEnded { spent_usd, .. } = ended(0, true, 1.0) else { return };
    let failed = |is_cut, is_throttled| SweepEvent::RequestEnded {
        lane: 0,
        is_measured: true,
        is_ok: false,
        is_cut,
        is_throttled,
        ttft_ms: None,
        took_ms: None,
        spent_usd,
        spent_tokens: None,
    };
    board.accept(&failed(false, true));
    board.accept(&failed(true, false));
    let cell = board.frame().cells[0][0].clone();
    assert_eq!((cell.done, cell.failed, cell.throttled), (1, 1, 1), "the cut one is neither");
}

#[test]
fn a_throttled_contender_gets_no_more_requests() {
    let mut board = SweepBoard::new(&header(load(), 2));
    board.accept(&began(0, 1));
    board.accept(&over(0, 1, LevelEnd::Throttled { retry_after_ms: None }));
    let states: Vec<Vec<CellState>> =
        board.frame().cells.iter().map(|row| row.iter().map(|cell| cell.state).collect()).collect();
    assert_eq!(states[0], [CellState::Throttled, CellState::Skipped], "its next level is skipped");
    assert_eq!(states[1], [CellState::Waiting; 2], "the other contender's are not");
}

#[test]
fn a_ladder_skips_what_is_past_the_knee_and_adds_what_it_closes_in_with() {
    let ladder = Some(Ladder { most: 16, ttft_p95_ms: None });
    let mut board = SweepBoard::new(&header(Load { concurrency: Vec::new(), ladder, ..load() }, 1));
    // Five are answered per second at most.
    for (streams, ttft_ms) in [(1, 100.0), (2, 100.0), (4, 100.0), (8, 700.0)] {
        let level = level(streams, ttft_ms, f64::from(streams.min(5)));
        board.accept(&SweepEvent::LevelEnded {
            lane: 0,
            level: Box::new(level),
            recordings: Arc::default(),
            numbers: 0..0,
        });
    }
    let states =
        |frame: &SweepFrame| -> Vec<_> { frame.cells[0].iter().map(|cell| cell.state).collect() };
    let (done, skipped) = (CellState::Done, CellState::Skipped);
    assert_eq!(states(&board.frame()), [done, done, done, done, skipped], "16 is not tried");
    board.accept(&began(0, 7));
    let frame = board.frame();
    assert_eq!(frame.steps, [1, 2, 4, 7, 8, 16].map(Step::Streams), "what lies between is");
    assert_eq!(
        states(&frame),
        [done, done, done, CellState::Warming, done, skipped],
        "at its place by load"
    );
}

#[test]
fn a_resumed_sweep_begins_with_what_it_has() {
    let mut run = header(load(), 1);
    let level = Level { concurrency: Some(1), measured: 6, ..Level::default() };
    let half = Level { concurrency: Some(4), ended: LevelEnd::Stopped, ..Level::default() };
    run.lanes[0].levels = vec![level, half];
    let mut board = SweepBoard::new(&run);
    let states: Vec<_> = board.frame().cells[0].iter().map(|cell| cell.state).collect();
    assert_eq!(states, [CellState::Done, CellState::Stopped], "as it was left");
    assert_eq!(board.frame().left, 0, "nothing is to come while it rests");
    let mut board = board.going_on();
    assert_eq!(board.frame().left, 6 + 4, "the stopped level is measured whole");
    board.accept(&began(0, 4));
    assert_eq!(board.frame().cells[0][1].state, CellState::Warming, "from its beginning");
}

#[test]
fn a_level_that_waits_for_cancelled_requests_says_so_until_it_begins_or_is_stopped() {
    let mut board = SweepBoard::new(&header(load(), 1));
    let waits = |wait: Option<std::time::Duration>| SweepEvent::LevelWaits {
        lane: 0,
        step: Step::Streams(4),
        wait,
    };
    let state = |board: &mut SweepBoard| board.frame().cells[0][1].state;
    let left = board.frame().left;
    board.accept(&waits(Some(std::time::Duration::from_secs(3))));
    assert_eq!(state(&mut board), CellState::Settling, "why nothing happens");
    assert_eq!(board.frame().left, left, "it is still to come");
    board.accept(&waits(None));
    assert_eq!(state(&mut board), CellState::Waiting, "what was stopped waits for nothing");
    board.accept(&waits(Some(std::time::Duration::from_secs(3))));
    board.accept(&began(0, 4));
    assert_eq!(state(&mut board), CellState::Warming, "then it begins");
}

#[test]
fn a_median_says_what_it_feels_like_while_it_comes_in() {
    let mut board = SweepBoard::new(&header(load(), 1));
    board.accept(&began(0, 1));
    for _ in 0..4 {
        board.accept(&ended(0, true, 320.0));
    }
    let felt = |board: &mut SweepBoard| board.frame().cells[0][0].feels;
    assert_eq!(felt(&mut board), None, "four have no median");
    board.accept(&ended(0, true, 320.0));
    assert_eq!(felt(&mut board), Some("fine for conversation"), "320 ms");
}
