//! Whole sweeps against servers of known truth.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use providers::Roster;
use race::{
    CapacityTarget, Entry, Ladder, Level, LevelEnd, Load, Plan, Recording, Run, RunKind, RunState,
    Status, Sweep, SweepEvent, Timeouts,
};
use tokio::sync::mpsc::unbounded_channel;

use crate::arena::{Arena, block_on, lane_at, plan};
use crate::raw::{END, delta, serve};

fn load(concurrency: Vec<u32>, samples: u32) -> Load {
    Load { concurrency, samples, waves: None, unique_prompts: false, ..Load::default() }
}

pub(crate) fn entries(plan: &Plan) -> Vec<Entry> {
    let roster = Roster::new(Vec::new(), &BTreeMap::new());
    let contenders = race::check(plan, &roster, &cost::Prices::default()).expect("it can start");
    contenders.into_iter().map(|contender| Entry::new(contender, None, None)).collect()
}

fn sweep_of(plan: Plan) -> Sweep {
    let entries = entries(&plan);
    Sweep::new("sweep".into(), "2026-11-21T00:00:00Z".into(), plan, entries, Timeouts::default())
}

/// Runs a sweep to its end: the run, and every level's raw logs.
fn swept(sweep: Sweep) -> (Run, Vec<Vec<Recording>>) {
    let (events, mut told) = unbounded_channel();
    let run = block_on(sweep.run(&events));
    drop(events);
    let mut logs = Vec::new();
    while let Ok(event) = told.try_recv() {
        if let SweepEvent::LevelEnded { recordings, .. } = event {
            logs.push(Arc::unwrap_or_clone(recordings));
        }
    }
    (run, logs)
}

/// Every request of a sweep, measured or not.
pub(crate) fn swept_samples(plan: Plan) -> Vec<race::Sample> {
    let (run, _) = swept(sweep_of(plan));
    let levels = run.lanes.into_iter().flat_map(|lane| lane.levels);
    levels.flat_map(|level| level.requests().cloned().collect::<Vec<_>>()).collect()
}

fn levels(run: &Run) -> &[Level] {
    run.lanes.first().map_or(&[], |lane| &lane.levels)
}

#[test]
fn a_closed_loop_keeps_so_many_in_flight_from_its_first_sample_to_its_last() {
    let arena = Arena::open();
    let lane = arena.lane("ttft=40ms&gap=4ms&tokens=20");
    let (run, logs) =
        swept(sweep_of(Plan { load: Some(load(vec![1, 6], 18)), ..plan(vec![lane]) }));
    assert_eq!((run.kind, run.state), (RunKind::Sweep, RunState::Finished), "it ends by itself");
    let [one, six] = levels(&run) else { panic!("two levels were asked for") };
    for (level, streams, logs) in [(one, 1_u32, &logs[0]), (six, 6, &logs[1])] {
        assert_eq!(level.concurrency, Some(streams), "in the order they were asked for");
        assert_eq!(level.ended, LevelEnd::Done, "every sample was taken");
        assert_eq!(level.samples.len(), 18, "as many as were asked for, no more");
        assert!(level.samples.iter().all(|s| s.status == Status::Ok), "and all went well");
        assert_eq!(logs.len(), level.requests().count(), "each request has its raw log");
        let inflight = level.avg_inflight.expect("the load stood");
        let wanted = f64::from(streams);
        assert!((inflight / wanted - 1.0).abs() < 0.05, "{streams} in flight, not {inflight}");
        let reused =
            level.samples.iter().filter(|s| s.connection.as_ref().is_some_and(|c| c.reused));
        assert_eq!(reused.count(), 18, "a measured request makes no connection");
    }
    let warmups = six.others.iter().filter(|sample| sample.status != Status::Cancelled).count();
    assert!(warmups >= 6, "each stream was answered before anything was measured: {warmups}");
    let (alone, together) = (one.sys_output_tps, six.sys_output_tps);
    let ratio = together.zip(alone).map(|(six, one)| six / one).expect("both have one");
    assert!(
        (ratio - 6.0).abs() < 0.6,
        "a server that never queues serves six times as much: {ratio}"
    );
}

/// A server with one seat, which each request occupies for `service`: a request that arrives in the meantime waits. The
/// `stall`-th request occupies it for three seconds.
fn one_seat(service: Duration, stall: u32) -> String {
    let (seat, number) = (Arc::new(Mutex::new(())), AtomicU32::new(0));
    serve(move |_, socket| {
        let _seat = seat.lock().unwrap_or_else(PoisonError::into_inner);
        let is_stalled = number.fetch_add(1, Ordering::SeqCst) == stall;
        std::thread::sleep(if is_stalled { Duration::from_secs(3) } else { service });
        let body = delta("{\"content\":\"Hello\"}") + &delta("{\"content\":\" there.\"}") + END;
        let length = body.len();
        let head = format!(
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
        );
        let _gone = socket.write_all((head + &body).as_bytes());
    })
}

#[test]
fn a_stall_is_felt_by_everybody_who_was_due_behind_it() {
    let open = Load { concurrency: Vec::new(), rates: vec![10.0], ..load(Vec::new(), 40) };
    let lane = lane_at(&one_seat(Duration::from_millis(20), 5), "m");
    let (run, _) = swept(sweep_of(Plan { load: Some(open), ..plan(vec![lane]) }));
    let [level] = levels(&run) else { panic!("one rate is one level") };
    assert_eq!(
        level.samples.len(),
        40,
        "each was sent when it was due, whatever became of the others"
    );
    let over = |ms: f64| {
        let felt = level.samples.iter().filter_map(|sample| sample.speed.ttft_perceived_ms);
        felt.filter(|felt| *felt > ms).count()
    };
    assert!(
        over(1_000.0) >= 20,
        "two seconds of people waited a second or more: {}",
        over(1_000.0)
    );
    assert!(over(2_500.0) >= 4, "those right behind it for most of it: {}", over(2_500.0));
    let lag = level.send_lag_p99_ms.expect("it is measured");
    assert!(
        lag < 500.0,
        "and that is the server's doing: no request was held back by the stall of 3 s, {lag} ms late at most"
    );
}

#[test]
fn a_429_ends_the_level_and_those_above_it() {
    let arena = Arena::open();
    let lane = arena.lane("fault=429&retry_after=2s");
    let (run, _) = swept(sweep_of(Plan { load: Some(load(vec![2, 4], 10)), ..plan(vec![lane]) }));
    let [level] = levels(&run) else { panic!("nobody asks more of who asks to wait") };
    assert!(matches!(level.ended, LevelEnd::Throttled { .. }), "{:?}", level.ended);
    let all = level.requests().count();
    assert!((1..=4).contains(&all), "what was under way is all that was sent: {all}");
    assert!(level.requests().all(|s| s.status == Status::Throttled), "and told as what it was");
}

#[test]
fn a_budget_is_kept_with_everything_under_way_counted() {
    let arena = Arena::open();
    let lane = arena.lane("ttft=10ms&gap=1ms&tokens=50");
    let capped = Load { budget_tokens: Some(700), ..load(vec![4, 8], 100) };
    let plan = Plan { max_tokens: Some(50), load: Some(capped), ..plan(vec![lane]) };
    let (run, _) = swept(sweep_of(plan));
    let [level] = levels(&run) else { panic!("no level is begun without money") };
    assert_eq!(level.ended, LevelEnd::Budget, "it says why");
    let said: u32 = level.requests().filter_map(|sample| sample.out_tokens_server).sum();
    assert!(said <= 700, "the cap is kept: {said}");
    assert!(said > 500, "and used: {said}");
    assert!(
        level.requests().all(|sample| sample.status == Status::Ok),
        "between requests, never within"
    );
    assert!(!level.samples.is_empty(), "what was measured is kept");
}

/// A server that starts at once with at most two in flight, and half a second later with more.
fn crowded_by_three() -> String {
    let in_flight = AtomicU32::new(0);
    serve(move |_, socket| {
        let others = in_flight.fetch_add(1, Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(if others < 2 { 5 } else { 500 }));
        in_flight.fetch_sub(1, Ordering::SeqCst);
        let body = delta("{\"content\":\"Hello\"}") + END;
        let head =
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
        let _gone = socket.write_all((head.to_owned() + &body).as_bytes());
    })
}

#[test]
fn a_capacity_is_the_load_up_to_which_a_service_level_is_kept() {
    let lane = lane_at(&crowded_by_three(), "m");
    let target = CapacityTarget {
        ttft_p95_ms: Some(250.0),
        error_rate: None,
        good_fraction: None,
        most: 16,
        per_second: false,
    };
    let sought = Load { capacity: Some(target), waves: Some(10), ..load(Vec::new(), 600) };
    let plan = Plan { load: Some(sought.clone()), ..plan(vec![lane]) };
    let (run, _) = swept(sweep_of(plan));
    let asked: Vec<_> =
        levels(&run).iter().map(|level| (level.concurrency, level.samples.len())).collect();
    let found = run.lanes[0].capacity_under(&sought).expect("it was sought");
    // A machine so busy that some of its own requests are late is not sure about two, but never accepts three.
    assert!(
        found.within.is_some_and(|within| within.load() <= 2.0),
        "one surely is carried: {found:?} of {asked:?}"
    );
    assert!(
        found.past.is_some_and(|past| (3.0..=4.0).contains(&past.load())),
        "three or four surely are not: {found:?} of {asked:?}"
    );
    assert!(
        asked.iter().any(|(_, samples)| *samples < 600),
        "a level ends once it is sure: {asked:?}"
    );
}

#[test]
fn a_ladder_climbs_until_requests_queue() {
    // Long compared with the time a busy machine takes between two requests, during which the seat is empty.
    let lane = lane_at(&one_seat(Duration::from_millis(100), u32::MAX), "m");
    let ladder = Some(Ladder { most: 64, ttft_p95_ms: None });
    let climbing = Load { ladder, waves: Some(8), ..load(Vec::new(), 8) };
    let (run, _) = swept(sweep_of(Plan { load: Some(climbing), ..plan(vec![lane]) }));
    let tried: Vec<_> = levels(&run).iter().filter_map(|level| level.concurrency).collect();
    // If the machine is too busy to be sure with two, it is with four.
    assert!(
        matches!(tried[..], [1, 2] | [1, 2, 4] | [1, 2, 4, 3]),
        "one seat is full with one, and the next loads find that out: {tried:?}"
    );
}

#[test]
fn every_prompt_can_begin_with_words_of_its_own() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&seen);
    let server = serve(move |request, socket| {
        let prompt = request.split("\"content\":\"").nth(1).unwrap_or_default();
        log.lock().unwrap_or_else(PoisonError::into_inner).push(prompt.to_owned());
        let body = delta("{\"content\":\"Yes.\"}") + END;
        let head =
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
        let _gone = socket.write_all((head.to_owned() + &body).as_bytes());
    });
    let unique = Load { unique_prompts: true, ..load(vec![2], 5) };
    let (run, _) =
        swept(sweep_of(Plan { load: Some(unique), ..plan(vec![lane_at(&server, "m")]) }));
    assert_eq!(levels(&run)[0].samples.len(), 5, "they were answered");
    let mut beginnings: Vec<String> = seen
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .iter()
        .map(|prompt| prompt.chars().take(18).collect())
        .collect();
    let all = beginnings.len();
    beginnings.sort();
    beginnings.dedup();
    assert_eq!(beginnings.len(), all, "no two begin alike: {beginnings:?}");
}

/// Runs a sweep and stops it once this many requests have been measured.
fn stopped_after(sweep: Sweep, enough: u32) -> Run {
    let controls = sweep.controls();
    ended_after(sweep, enough, move || controls.stop())
}

/// Runs a sweep and calls `end` once this many measured requests have ended.
fn ended_after(sweep: Sweep, enough: u32, end: impl Fn() + Send + 'static) -> Run {
    let (events, mut told) = unbounded_channel();
    block_on(async {
        let stopper = tokio::spawn(async move {
            let mut measured = 0;
            while let Some(event) = told.recv().await {
                measured +=
                    u32::from(matches!(event, SweepEvent::RequestEnded { is_measured: true, .. }));
                if measured == enough {
                    end();
                }
            }
        });
        let run = sweep.run(&events).await;
        drop(events);
        stopper.await.expect("it listens to the end");
        run
    })
}

#[test]
fn a_sweep_that_is_stopped_keeps_what_it_measured() {
    let arena = Arena::open();
    let lane = arena.lane("ttft=10ms&gap=5ms&tokens=20");
    let sweep = sweep_of(Plan { load: Some(load(vec![2, 4], 500)), ..plan(vec![lane]) });
    let run = stopped_after(sweep, 6);
    assert_eq!(run.state, RunState::Stopped, "the user stopped it");
    let [level] = levels(&run) else { panic!("nothing begins after a stop") };
    assert_eq!(level.ended, LevelEnd::Stopped, "in the middle");
    let ok = level.samples.iter().filter(|sample| sample.status == Status::Ok).count();
    assert!(ok >= 6, "what had been measured is there: {ok}");
    let lag = level.send_lag_p99_ms;
    assert!(lag.is_none_or(|lag| lag < 100.0), "what never left was not late: {lag:?}");
}

#[test]
fn a_paused_sweep_finishes_requests_in_flight() {
    let arena = Arena::open();
    let lane = arena.lane("ttft=10ms&gap=5ms&tokens=20");
    let sweep = sweep_of(Plan { load: Some(load(vec![4], 500)), ..plan(vec![lane]) });
    let controls = sweep.controls();
    let run = ended_after(sweep, 6, move || controls.pause());
    assert_eq!(run.state, RunState::Stopped, "it can go on later");
    let [level] = levels(&run) else { panic!("nothing begins after a pause") };
    assert_eq!(level.ended, LevelEnd::Stopped, "in the middle");
    let cut = level.requests().filter(|sample| sample.status != Status::Ok).count();
    assert_eq!(cut, 0, "no request was cut");
    assert!(level.measured < 20, "and only those under way were waited for: {}", level.measured);
}

#[test]
fn a_refused_contender_gets_no_more_requests_when_the_sweep_resumes() {
    let arena = Arena::open();
    let lanes = vec![arena.lane("fault=429"), arena.lane("ttft=10ms&gap=1ms&tokens=5")];
    let planned = Plan { load: Some(load(vec![1, 2], 12)), ..plan(lanes) };
    let run = stopped_after(sweep_of(planned.clone()), 6);
    let entries = entries(&planned);
    let (run, _) = swept(Sweep::again(run, entries, Timeouts::default()));
    let counts: Vec<_> = run.lanes.iter().map(|lane| lane.whole_levels().count()).collect();
    assert_eq!(counts, [1, 2], "the refused one stays where it was, the other goes on");
}

#[test]
fn a_sweep_resumes_at_the_level_where_it_was_stopped() {
    let arena = Arena::open();
    let lane = arena.lane("ttft=10ms&gap=1ms&tokens=5");
    let planned = Plan { load: Some(load(vec![1, 2, 3], 12)), ..plan(vec![lane]) };
    let sweep = sweep_of(planned.clone()).measured_on("Abacus, 2 cores, linux".to_owned());
    let run = stopped_after(sweep, 15);
    let entries = entries(&planned);
    let (run, _) = swept(Sweep::again(run, entries, Timeouts::default()));
    assert_eq!(run.machine.as_deref(), Some("Abacus, 2 cores, linux"), "on its own machine");
    let ends: Vec<_> =
        levels(&run).iter().map(|level| (level.concurrency, level.ended.clone())).collect();
    let expected = [
        (Some(1), LevelEnd::Done),
        (Some(2), LevelEnd::Stopped),
        (Some(2), LevelEnd::Done),
        (Some(3), LevelEnd::Done),
    ];
    assert_eq!(ends, expected, "what was stopped is kept, and measured again whole");
    assert_eq!(run.lanes[0].whole_levels().count(), 3, "charts draw each load once");
}
