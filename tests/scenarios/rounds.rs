//! Rounds: one start gun for all lanes, connections made before it, and as many requests as planned.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

use measure::{Metric, Verdict};
use race::{Plan, Status};

use crate::arena::{Arena, lane_at, ms, plan, ran};
use crate::raw::{END, delta, serve};

#[test]
fn all_lanes_start_on_one_gun() {
    let arena = Arena::open();
    let lanes = (0..16).map(|_| arena.lane("ttft=50ms&gap=1ms&tokens=5")).collect();
    let run = ran(plan(lanes));
    let sent: Vec<f64> =
        run.lanes.iter().map(|lane| lane.samples[0].sent_at_ms.expect("each was sent")).collect();
    assert!(
        sent.iter().all(|at| (0.0..100.0).contains(at)),
        "none before it, none long after: {sent:?}"
    );
    let alone = arena.truths(16).iter().filter(|truth| truth.in_flight < Some(2)).count();
    assert!(alone < 8, "they ran side by side and not one after another");
}

#[test]
fn connections_stand_before_the_gun_and_are_used_again() {
    let arena = Arena::open();
    let lanes =
        vec![arena.lane("ttft=20ms&gap=1ms&tokens=4"), arena.lane("ttft=30ms&gap=1ms&tokens=4")];
    let run = ran(Plan { repeat: 3, ..plan(lanes) });
    for lane in &run.lanes {
        for (round, sample) in lane.samples.iter().enumerate() {
            let connection = sample.connection.as_ref().expect("there was one");
            assert!(connection.ahead, "round {round}: no handshake is part of a measured time");
            assert_eq!(
                connection.reused,
                round > 0,
                "round {round}: the first one pays for connecting"
            );
            assert_eq!(
                sample.speed.connect_time_ms.is_some(),
                round == 0,
                "and is the only one to show it"
            );
        }
        let remotes: Vec<_> =
            lane.samples.iter().filter_map(|s| Some(&s.connection.as_ref()?.remote)).collect();
        assert!(
            arena.base_url().contains(remotes[0].as_str()),
            "it says where the connection leads"
        );
    }
}

#[test]
fn a_connection_that_the_server_closed_is_reopened_before_the_gun() {
    let arena = Arena::open();
    let lane = arena.lane("ttft=10ms&gap=1ms&tokens=10&fault=drop@50%&every=2");
    let run = ran(Plan { repeat: 2, ..plan(vec![lane]) });
    let samples = &run.lanes[0].samples;
    assert_eq!(samples[0].status, Status::Truncated, "the first was cut off");
    assert_eq!(samples[1].status, Status::Ok, "and the second is not the worse for it");
    let second = samples[1].connection.as_ref().expect("there was one");
    assert!(second.ahead && !second.reused, "it had a connection of its own, made ahead");
}

#[test]
fn warm_up_rounds_are_run_and_not_measured() {
    let arena = Arena::open();
    let lane = arena.lane("ttft=10ms&gap=1ms&tokens=4");
    let run = ran(Plan { repeat: 3, warmup: 2, ..plan(vec![lane]) });
    assert_eq!(run.lanes[0].samples.len(), 3, "as many samples as measured rounds");
    assert_eq!(arena.truths(5).len(), 5, "and as many requests as rounds in all");
    assert_eq!(run.lanes[0].summary["ttft_ms"].n, 3, "the summary is over the measured ones");
    let first = run.lanes[0].samples[0].connection.as_ref().expect("there was one");
    assert!(first.reused, "the warm-up made the connection");
}

/// The prompts that a race of three rounds after one to warm up sends to two lanes of one model.
fn asked(planned: &Plan) -> Vec<String> {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&seen);
    let server = serve(move |request, socket| {
        let prompt = request.split("\"content\":\"").nth(1).unwrap_or_default();
        let prompt = prompt.split('"').next().unwrap_or_default().to_owned();
        log.lock().unwrap_or_else(PoisonError::into_inner).push(prompt);
        let body = delta("{\"content\":\"Yes.\"}") + END;
        let head =
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
        let _gone = socket.write_all((head.to_owned() + &body).as_bytes());
    });
    let lanes = vec![lane_at(&server, "m"), lane_at(&server, "m")];
    let run = ran(Plan { repeat: 3, warmup: 1, lanes, ..planned.clone() });
    let answered = |lane: &race::Lane| lane.summary.get("ttft_ms").is_some_and(|ttft| ttft.n == 3);
    assert!(run.lanes.iter().all(answered), "all were answered");
    seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

#[test]
fn every_round_and_lane_can_have_a_prompt_that_no_cache_knows() {
    let same = plan(Vec::new());
    let sent = asked(&same);
    assert_eq!(sent.len(), 8, "two lanes, one round to warm up and three");
    assert_eq!(BTreeSet::from_iter(&sent).len(), 1, "the prompt as it is written: {sent:?}");
    let unique = asked(&Plan { unique_prompts: true, ..same.clone() });
    let beginnings: BTreeSet<String> =
        unique.iter().map(|prompt| prompt.chars().take(18).collect()).collect();
    assert_eq!((unique.len(), beginnings.len()), (8, 8), "no two begin alike: {unique:?}");
    assert!(unique.iter().all(|prompt| prompt.ends_with(&same.prompt)), "and each asks the same");
    let others = asked(&Plan { unique_prompts: true, ..same });
    assert!(others.iter().all(|prompt| !unique.contains(prompt)), "nor those of another race");
}

#[test]
fn a_race_until_settled_ends_when_the_difference_is_sure_and_not_before() {
    let arena = Arena::open();
    let lanes =
        vec![arena.lane("ttft=10ms&gap=1ms&tokens=2"), arena.lane("ttft=90ms&gap=1ms&tokens=2")];
    let until_settled = Some(Metric::TtftMs);
    let run = ran(Plan { repeat: 40, warmup: 1, until_settled, ..plan(lanes.clone()) });
    let rounds = run.lanes[0].samples.len();
    assert!((8..30).contains(&rounds), "eight times the TTFT is soon sure: {rounds} rounds");
    assert_eq!(run.plan.repeat as usize, rounds, "the run says how many rounds it took");
    assert_eq!(run.lanes[1].samples.len(), rounds, "of each lane");
    let pairs = race::pairwise(&run);
    let ttft = pairs.iter().find(|pair| pair.metric == "ttft_ms").expect("it was compared");
    assert_eq!(ttft.comparison.verdict, Verdict::A, "the verdict is the one that ended it");
    let few = ran(Plan { repeat: 3, until_settled, ..plan(lanes) });
    assert_eq!(few.lanes[0].samples.len(), 3, "the most rounds are not exceeded");
    assert_eq!(race::pairwise(&few)[0].comparison.verdict, Verdict::Tie, "and claim nothing");
}

#[test]
fn a_race_that_can_never_be_settled_ends_after_the_fewest_rounds_of_a_verdict() {
    let arena = Arena::open();
    let lanes = vec![arena.lane("ttft=1ms&tokens=2"), arena.lane("fault=status:401")];
    let until_settled = Some(Metric::TtftMs);
    let run = ran(Plan { repeat: 30, until_settled, ..plan(lanes) });
    assert_eq!(run.lanes[0].samples.len(), 6, "one lane alone has nobody to be compared with");
}

#[test]
fn a_muted_lane_asks_nothing() {
    let arena = Arena::open();
    let muted = race::LanePlan { muted: true, ..arena.lane("ttft=10ms&gap=1ms&tokens=2") };
    let run = ran(plan(vec![muted, arena.lane("ttft=10ms&gap=1ms&tokens=3")]));
    assert_eq!(run.lanes.len(), 1, "only who ran is in the run");
    assert_eq!(run.lanes[0].place, 1, "at its place in the plan");
    assert_eq!(arena.truths(1).len(), 1, "and the server saw one request");
}

#[test]
fn waiting_in_a_servers_queue_is_the_servers_time_and_not_ours() {
    let arena = Arena::open();
    // This profile serves sixteen at a time.
    let model = "wafer-scale?ttft=200ms&gap=2ms&tokens=20";
    let lanes = (0..24).map(|_| lane_at(arena.base_url(), model)).collect();
    let run = ran(plan(lanes));
    let mut truths = arena.truths(24);
    let queued = truths.iter().filter(|truth| truth.queued_us > 0).count();
    assert_eq!(queued, 8, "the others had to wait for their places");
    truths.sort_by_key(|truth| truth.first_content_us);
    let mut samples: Vec<_> = run.lanes.iter().map(|lane| &lane.samples[0]).collect();
    samples.sort_by(|a, b| a.speed.ttft_ms.partial_cmp(&b.speed.ttft_ms).expect("both are known"));
    for (sample, truth) in samples.iter().zip(&truths) {
        assert_eq!(sample.status, Status::Ok, "a request that waits is answered");
        let late = sample.speed.ttft_ms.expect("tokens came") - ms(truth.first_content_us);
        assert!(late >= 0.0, "nobody sees a token before it is sent: {late} ms");
        let queue = ms(Some(truth.queued_us));
        assert!(
            sample.speed.ttft_ms >= Some(queue),
            "a queue in front of the model is part of its first token: {queue} ms"
        );
    }
}
