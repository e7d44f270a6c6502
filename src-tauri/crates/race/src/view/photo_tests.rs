use measure::{ArrivalEvent, Kind, ShownTokens, Timeline, TokensSoFar};

use super::*;
use crate::result::lane::Lane;
use crate::testing::{lane as lane_of, run, sample};

/// A raw log of one token per chunk: when each came, in milliseconds since the send.
fn log(at_ms: impl IntoIterator<Item = u64>) -> Pace {
    bundles(at_ms.into_iter().map(|at| (at, 1)))
}

/// A raw log of chunks of several tokens each; the gun is at 7 ms and the send 3 ms later.
fn bundles(chunks: impl IntoIterator<Item = (u64, u32)>) -> Pace {
    let mut timeline = Timeline::starting_at(7_000_000);
    timeline.send_ns = Some(10_000_000);
    let mut tokens = 0;
    for (event, (at_ms, bring)) in (0..).zip(chunks) {
        tokens += bring;
        timeline.push(ArrivalEvent {
            at_ns: 10_000_000 + at_ms * 1_000_000,
            event,
            kind: Kind::Answer,
            text_bytes: 4 * bring,
            wire_bytes: 0,
            tokens_so_far: TokensSoFar::UNTOLD,
        });
    }
    let answer = (1..=tokens).map(|token| token * 4).collect();
    Pace::of(&timeline, &ShownTokens { answer, ..ShownTokens::default() })
}

fn steady(first_ms: u64, every_ms: u64, tokens: u64) -> Pace {
    log((0..tokens).map(|token| first_ms + token * every_ms))
}

fn ended(status: Status, first_ms: f64, cost_usd: Option<f64>) -> Lane {
    let mut sample = sample(status);
    sample.speed.ttft_ms = Some(first_ms);
    sample.speed.ttfat_ms = Some(first_ms);
    sample.cost_usd = cost_usd;
    lane_of([sample])
}

fn ok(first_ms: f64) -> Lane {
    ended(Status::Ok, first_ms, None)
}

fn taken(lanes: Vec<Lane>, paces: &[Pace], tokens: u32) -> Photo {
    let paces: Vec<Option<&Pace>> = paces.iter().map(Some).collect();
    photo(&run(lanes), 0, &paces, tokens)
}

fn ranks(photo: &Photo) -> Vec<Option<u32>> {
    photo.lanes.iter().map(|lane| lane.rank).collect()
}

#[test]
fn the_photo_shows_what_each_lane_had_written_when_the_first_crossed() {
    // The tenth token of the first comes at 100 + 9 × 10 = 190 ms; the second has 1 + ⌊140 ÷ 20⌋ = 8 by then.
    let paces = [steady(100, 10, 30), steady(50, 20, 30), steady(400, 1, 30)];
    let seen = taken(vec![ok(100.0), ok(50.0), ok(400.0)], &paces, 10);
    assert_eq!(seen.at_ms, Some(190.0), "the first to ten tokens");
    let written: Vec<u32> = seen.lanes.iter().map(|lane| lane.written).collect();
    assert_eq!(written, [10, 8, 0], "counted in the raw log at 190 ms");
    assert_eq!(ranks(&seen), [Some(1), Some(2), Some(3)], "190, 230 and 409 ms");
    assert_eq!(seen.lanes[1].gap_ms, Some(40.0), "230 ms is 40 later");
    assert_eq!(seen.lanes[0].gap_ms, None, "nobody was before the first");
    let said = PhotoStory {
        first: vec![0],
        second: Some(1),
        times: Some(230.0 / 190.0),
        spoke_first: Some(1),
        silent: vec![2],
        ..PhotoStory::default()
    };
    assert_eq!(seen.said, said, "who won, by how much, who spoke first, who was silent");
}

#[test]
fn lanes_less_than_two_percent_apart_cross_in_a_dead_heat() {
    let paces = [steady(1_000, 10, 30), steady(1_015, 10, 30), steady(1_500, 10, 30)];
    let seen = taken(vec![ok(1_000.0), ok(1_015.0), ok(1_500.0)], &paces, 10);
    assert_eq!(
        ranks(&seen),
        [Some(1), Some(1), Some(3)],
        "two share the first place, none is second"
    );
    let tied: Vec<bool> = seen.lanes.iter().map(|lane| lane.tied).collect();
    assert_eq!(tied, [true, true, false], "and are marked");
    assert_eq!((seen.said.first, seen.said.second), (vec![0, 1], Some(2)), "both are named");
}

#[test]
fn a_difference_within_the_timestamp_error_is_a_dead_heat() {
    let mut calibrated = run(vec![ok(100.0), ok(104.0)]);
    let paces = [steady(100, 1, 30), steady(104, 1, 30)];
    let paces: Vec<Option<&Pace>> = paces.iter().map(Some).collect();
    assert_eq!(ranks(&photo(&calibrated, 0, &paces, 10)), [Some(1), Some(2)], "4 % apart");
    calibrated.ttft_error_ms = Some(4.0);
    assert_eq!(
        ranks(&photo(&calibrated, 0, &paces, 10)),
        [Some(1), Some(1)],
        "but 4 ms is the error"
    );
}

#[test]
fn a_chunk_that_hides_who_was_first_makes_a_dead_heat() {
    // 20 tokens every 100 ms: the chunk at 200 ms carries it from 20 to 40, over a line at 30.
    let bundled = bundles([(100, 20), (200, 20), (300, 20)]);
    let close = steady(50, 6, 60); // its 26th at 200 ms, its 30th at 224 ms
    let seen = taken(vec![ok(100.0), ok(50.0)], &[bundled.clone(), close], 30);
    assert_eq!(
        ranks(&seen),
        [Some(1), Some(1)],
        "four tokens and 24 ms behind a chunk ten beyond, after 100 ms"
    );
    assert_eq!(seen.lanes[0].beyond, 10, "the length of its whisker");
    let far = steady(50, 12, 60); // its 13th at 200 ms
    let seen = taken(vec![ok(100.0), ok(50.0)], &[bundled, far], 30);
    assert_eq!(ranks(&seen), [Some(1), Some(2)], "17 tokens behind is behind");
    let whole = bundles([(200, 60)]);
    let seen = taken(vec![ok(200.0), ok(230.0)], &[whole, steady(230, 1, 60)], 30);
    assert_eq!(ranks(&seen), [Some(1), Some(2)], "an answer in one piece hides nobody");
}

#[test]
fn a_lane_that_failed_or_never_crossed_has_no_rank() {
    let failed = ended(Status::ErrorStream, 10.0, None);
    let paces = [steady(100, 10, 30), steady(10, 1, 20), steady(50, 20, 30), steady(50, 20, 5)];
    let seen = taken(vec![ok(100.0), failed, ok(50.0), ok(50.0)], &paces, 10);
    assert_eq!(
        ranks(&seen),
        [Some(1), None, Some(2), None],
        "one failed beyond the line, one stopped before it"
    );
    assert_eq!(seen.at_ms, Some(190.0), "a lane that failed takes no photo");
    assert_eq!(seen.said.failed, [1], "and is named");
    assert_eq!(seen.lanes[3].total, 5, "how far the other came");
    let alone = taken(vec![ok(100.0)], &[steady(100, 10, 30)], 10);
    assert_eq!(
        (ranks(&alone), alone.said.first),
        (vec![None], vec![]),
        "one lane has beaten nobody"
    );
}

#[test]
fn a_simulated_lane_is_not_ranked_beside_real_ones() {
    let mut simulated = ok(1.0);
    simulated.simulated = true;
    let paces = [steady(1, 1, 30), steady(100, 10, 30), steady(200, 10, 30)];
    let seen = taken(vec![simulated, ok(100.0), ok(200.0)], &paces, 10);
    assert_eq!(ranks(&seen), [None, Some(1), Some(2)], "however fast");
    assert_eq!(seen.at_ms, Some(190.0), "and takes no photo");
}

#[test]
fn the_cheapest_is_named_with_its_share_of_the_winners_cost() {
    let paces = [steady(100, 10, 30), steady(200, 10, 30)];
    let lanes =
        |first, second| vec![ended(Status::Ok, 100.0, first), ended(Status::Ok, 200.0, second)];
    let seen = taken(lanes(Some(0.003), Some(0.001)), &paces, 10).said;
    assert_eq!(seen.cheapest, Some(1), "a third");
    assert!(seen.cost_share.is_some_and(|share| (share - 1.0 / 3.0).abs() < 1e-12), "{seen:?}");
    let seen = taken(lanes(Some(0.001), Some(0.003)), &paces, 10).said;
    assert_eq!(seen.cheapest, None, "the winner was the cheapest too");
    let seen = taken(lanes(Some(0.003), None), &paces, 10).said;
    assert_eq!(seen.cheapest, None, "a cost that nobody knows may be the least");
}

#[test]
fn thinking_is_what_came_before_the_answer() {
    let mut thinker = ok(100.0);
    thinker.samples[0].speed.ttfat_ms = Some(150.0);
    let seen = taken(vec![thinker, ok(100.0)], &[steady(100, 10, 30), steady(100, 10, 30)], 10);
    assert_eq!(seen.lanes[0].thought, 5, "100 to 140 ms");
    assert_eq!(seen.lanes[1].thought, 0, "the answer was its first word");
}

#[test]
fn the_texts_of_a_chains_earlier_steps_came_within_its_wait() {
    let step = |step, sent_ms, ttft_ms, ended_ms| StepSample {
        step,
        sample: Sample {
            speed: measure::Speed { ttft_ms, ..measure::Speed::default() },
            sent_at_ms: Some(sent_ms),
            ended_at_ms: Some(ended_ms),
            ..sample(Status::Ok)
        },
    };
    let mut chain = ok(500.0);
    chain.samples[0].sent_at_ms = Some(3.0);
    chain.samples[0].steps = vec![
        step(0, 3.0, Some(100.0), 203.0),
        step(1, 204.0, None, 300.0),
        step(3, 303.0, Some(200.0), 900.0),
    ];
    let paces = [steady(500, 10, 30), steady(100, 10, 30)];
    let seen = taken(vec![chain.clone(), ok(100.0)], &paces, 10);
    let text = PhotoStep { step: 0, from_ms: 100.0, to_ms: 200.0 };
    assert_eq!(seen.lanes[0].earlier, [text], "since the send; the second failed without any");
    assert_eq!(seen.lanes[1].earlier, [], "a single request has none");
    let mut twice =
        vec![chain, lane_of([ok(100.0).samples.remove(0), ok(100.0).samples.remove(0)])];
    let mut slower = twice[0].samples[0].clone();
    slower.speed.ttft_ms = Some(1_500.0);
    twice[0].samples.push(slower);
    let paces = [vec![steady(500, 10, 30), steady(1_500, 10, 30)], vec![steady(100, 10, 30); 2]];
    let of_rounds = crate::view::medals::medals(&run(twice), &paces, Some(10)).over_rounds;
    let shown = of_rounds.expect("two rounds").photo.lanes.remove(0);
    let text = PhotoStep { step: 0, from_ms: 200.0, to_ms: 400.0 };
    assert_eq!((shown.first_ms, shown.earlier), (Some(1_000.0), vec![text]), "of a typical wait");
}
