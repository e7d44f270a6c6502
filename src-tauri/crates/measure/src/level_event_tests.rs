use super::*;
use crate::SplitMix64;
use crate::timeline::{ArrivalEvent, Kind, TokensSoFar};

const MS: u64 = 1_000_000;

/// A request that is due at `due_ms` and answered after `ttft_ms` with ten tokens, one every 5 ms.
fn answered(due_ms: u64, ttft_ms: u64) -> Timeline {
    let mut timeline = Timeline::starting_at(due_ms * MS);
    timeline.send_ns = Some(due_ms * MS);
    for event in 0..10 {
        timeline.push(ArrivalEvent {
            at_ns: (due_ms + ttft_ms + 5 * u64::from(event)) * MS,
            event,
            kind: Kind::Answer,
            text_bytes: 4,
            wire_bytes: 40,
            tokens_so_far: TokensSoFar::UNTOLD,
        });
    }
    timeline.close_ns = Some((due_ms + ttft_ms + 50) * MS);
    timeline
}

fn failed(due_ms: u64) -> Timeline {
    let mut timeline = Timeline::starting_at(due_ms * MS);
    timeline.close_ns = Some((due_ms + 5) * MS);
    timeline
}

fn found(requests: &[(Timeline, Option<bool>)]) -> Vec<LevelEvent> {
    let requests: Vec<LevelEventRequest<'_>> = requests
        .iter()
        .map(|(timeline, is_ok)| LevelEventRequest { timeline, is_measured: true, is_ok: *is_ok })
        .collect();
    LevelEvent::of(&requests, 0)
}

fn good(timelines: impl IntoIterator<Item = Timeline>) -> Vec<(Timeline, Option<bool>)> {
    timelines.into_iter().map(|timeline| (timeline, Some(true))).collect()
}

fn said(requests: &[(Timeline, Option<bool>)]) -> String {
    let all: Vec<String> = found(requests).iter().map(|one| one.sentence().to_string()).collect();
    all.join(" ")
}

#[test]
fn a_stall_of_three_seconds_is_told_with_its_time_and_who_waited() {
    // Ten a second; the server stands still from 2 s to 5 s.
    let all = (0..80).map(|place| {
        let due = 100 * place;
        let stalled = (2_000..5_000).contains(&due);
        answered(due, if stalled { 5_000 - due } else { 50 })
    });
    let events = found(&good(all));
    let [LevelEvent::Silence { from_ms, until_ms, requests }] = events[..] else {
        panic!("one silence: {events:?}")
    };
    assert!((from_ms - 2_000.0).abs() < 60.0 && (until_ms - 5_000.0).abs() < 20.0, "{events:?}");
    assert_eq!(requests, 30, "all that were due meanwhile");
    let sentence = events[0].sentence().to_string();
    assert!(sentence.contains("nothing arrived in any of up to 30 requests"), "{sentence}");
    let one = LevelEvent::Silence { from_ms, until_ms, requests: 1 }.sentence().to_string();
    assert!(one.ends_with("nothing arrived for the one request in flight."), "{one}");
}

#[test]
fn new_answers_that_do_not_begin_are_told_while_others_go_on() {
    let mut long = answered(0, 50);
    for event in 10..1_600 {
        long.push(ArrivalEvent {
            at_ns: (50 + 5 * u64::from(event)) * MS,
            event,
            kind: Kind::Answer,
            text_bytes: 4,
            wire_bytes: 40,
            tokens_so_far: TokensSoFar::UNTOLD,
        });
    }
    long.close_ns = Some(8_100 * MS);
    let held = (1..80).map(|place| {
        let due = 100 * place;
        answered(due, if (2_000..5_000).contains(&due) { 5_000 - due } else { 50 })
    });
    let events = found(&good([long].into_iter().chain(held)));
    let is_wait = matches!(events[..], [LevelEvent::Waiting { requests: 30, .. }]);
    assert!(is_wait, "an answer was being written all the time: {events:?}");
}

#[test]
fn what_a_server_usually_takes_is_no_stall() {
    let slow = (0..20).map(|place| answered(4_100 * place, 4_000));
    assert_eq!(found(&good(slow)), [], "it always takes four seconds");
    let once = (0..20).map(|place| answered(1_000 * place, if place == 9 { 900 } else { 50 }));
    assert_eq!(found(&good(once)), [], "less than a second is one slow request");
    let alone = (0..20).map(|place| answered(3_000 * place, if place == 9 { 2_000 } else { 250 }));
    assert_eq!(found(&good(alone)), [], "of one request, eight times the usual is no stall");
    assert_eq!(found(&[]), [], "nothing was sent");
}

#[test]
fn scatter_is_seldom_told_as_anything() {
    let mut random = SplitMix64::new(7);
    let mut told = 0;
    for _ in 0..200 {
        // Four streams, log-normal TTFT with a sigma of 0.7.
        let all = (0..200_u64).map(|place| {
            let ttft = 300.0 * (0.7 * random.normal()).exp();
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "above 0")]
            answered(125 * place, ttft as u64)
        });
        told += u32::from(!found(&good(all)).is_empty());
    }
    assert!(told <= 6, "{told} of 200 levels in which nothing happened");
}

#[test]
fn waves_that_share_their_luck_are_seldom_told_as_a_step() {
    let mut random = SplitMix64::new(11);
    let mut told = 0;
    for _ in 0..200 {
        // Ten waves of sixteen in flight: a wave's luck has a sigma of 0.5, a request's own of 0.1.
        let waves = (0..10_u64).map(|wave| (wave, 300.0 * (0.5 * random.normal()).exp()));
        let waves: Vec<(u64, f64)> = waves.collect();
        let all = waves.iter().flat_map(|(wave, of_wave)| {
            (0..16_u64)
                .map(|_| {
                    let ttft = of_wave * (0.1 * random.normal()).exp();
                    #[expect(
                        clippy::cast_possible_truncation,
                        clippy::cast_sign_loss,
                        reason = "above 0"
                    )]
                    answered(2_000 * wave, ttft as u64)
                })
                .collect::<Vec<_>>()
        });
        let all: Vec<Timeline> = all.collect();
        let events = found(&good(all));
        told += u32::from(events.iter().any(|event| matches!(event, LevelEvent::Step { .. })));
    }
    assert!(told <= 6, "a step in {told} of 200 levels without one");
}

#[test]
fn an_outage_is_told_and_scattered_failures_are_not() {
    let all = |is_failed: fn(u64) -> bool| -> Vec<(Timeline, Option<bool>)> {
        let of = |place: u64| {
            if is_failed(place) {
                (failed(100 * place), Some(false))
            } else {
                (answered(100 * place, 50), Some(true))
            }
        };
        (0..100).map(of).collect()
    };
    let outage = said(&all(|place| (40..52).contains(&place)));
    assert!(outage.starts_with("12 requests in a row failed, sent from 4.0"), "{outage}");
    assert_eq!(said(&all(|place| place % 3 == 0)), "", "a third fails, never two in a row");
    assert_eq!(
        said(&all(|place| place % 10 < 3)),
        "",
        "three of ten in a row are as the rate says"
    );
    assert_eq!(said(&all(|_| true)), "", "where all fail, the error rate says it");
}

#[test]
fn a_step_of_the_time_to_first_token_is_told_with_both_sides() {
    let mut random = SplitMix64::new(3);
    let mut noise = || random.next_bits() % 20;
    let all: Vec<Timeline> = (0..60)
        .map(|place| answered(100 * place, if place < 40 { 100 } else { 300 } + noise()))
        .collect();
    let events = found(&good(all));
    let [LevelEvent::Step { at_ms, before_ms, after_ms }] = events[..] else {
        panic!("one step: {events:?}")
    };
    assert!((at_ms - 4_000.0).abs() < 250.0, "after forty requests: {at_ms}");
    assert!((before_ms - 110.0).abs() < 10.0 && (after_ms - 310.0).abs() < 10.0, "{events:?}");
}

#[test]
fn what_paceline_cut_is_no_failure() {
    let mut all = good((0..20).map(|place| answered(100 * place, 50)));
    all.extend((20..30).map(|place| (failed(100 * place), None)));
    assert_eq!(found(&all), [], "it was the end of the level");
}
