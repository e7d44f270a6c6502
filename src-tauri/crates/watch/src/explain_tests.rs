use std::collections::BTreeMap;

use measure::SplitMix64;

use super::*;
use crate::change_causes::{ModelChange, ModelSign, RequestPhase, WatchedNumber};
use crate::step::Direction;
use crate::turn_facts::TurnFacts;

/// A Thursday, in hourly turns.
const FROM: u32 = (4 + 7 * 2_900 + 3) * 24 + 9;
const DAYS_BEFORE: u32 = 28;

/// What happens to a turn of a lane.
type Happens<'a> = &'a dyn Fn(&mut TurnFacts);

/// The hourly turns of a lane, the last of which is number [`FROM`] + `since` − 1.
fn lane(seed: u64, name: &str, since: u32, happens: Happens<'_>) -> LaneFacts {
    let mut random = SplitMix64::new(seed);
    let turn = |number: u32| {
        let mut noise = |sigma: f64| (sigma * random.normal()).exp();
        let busy = if (8..18).contains(&(number % 24)) { 1.3 } else { 1.0 };
        let (queue, text) = (120.0 * busy * noise(0.1), 30.0 * noise(0.1));
        let (round_trip, tcp) = (20.0 * noise(0.05), 20.0 * noise(0.05));
        let decode = 11.0 * noise(0.05);
        let mut turn = TurnFacts {
            number,
            requests: 3,
            checked: 3,
            right: 3,
            decode_tps: Some(1e3 / decode),
            phases_ms: BTreeMap::from([
                (RequestPhase::Connect, tcp),
                (RequestPhase::RoundTrip, round_trip),
                (RequestPhase::Queue, queue),
                (RequestPhase::FirstByte, round_trip + queue + 100.0 * noise(0.05)),
                (RequestPhase::FirstText, text),
                (RequestPhase::Decode, decode),
            ]),
            model: Some("fast-01".to_owned()),
            fingerprint: Some("fp_a".to_owned()),
            in_tokens: Some(51.0),
            out_tokens: Some(100.0 * noise(0.02)),
            ..TurnFacts::default()
        };
        happens(&mut turn);
        let part = |phase| turn.phases_ms.get(&phase).copied().unwrap_or(0.0);
        turn.ttft_ms = Some(part(RequestPhase::FirstByte) + part(RequestPhase::FirstText));
        turn
    };
    LaneFacts {
        name: name.to_owned(),
        provider: name.to_owned(),
        model: format!("model of {name}"),
        host: Some(format!("api.{name}.com")),
        turns: (FROM - DAYS_BEFORE * 24..FROM + since).map(turn).collect(),
    }
}

fn slower(number: WatchedNumber) -> UnexplainedChange {
    UnexplainedChange {
        lane: 0,
        number,
        direction: if number == WatchedNumber::Speed { Direction::Down } else { Direction::Up },
        from_turn: FROM,
        at_turn: FROM + 4,
        is_step: true,
    }
}

fn add(turn: &mut TurnFacts, phases: &[RequestPhase], ms: f64) {
    for phase in phases.iter().filter(|_| turn.number >= FROM) {
        *turn.phases_ms.entry(*phase).or_default() += ms;
    }
}

fn queued(turn: &mut TurnFacts) {
    add(turn, &[RequestPhase::Queue, RequestPhase::FirstByte], 150.0);
}

fn far(turn: &mut TurnFacts) {
    add(turn, &[RequestPhase::Connect, RequestPhase::RoundTrip, RequestPhase::FirstByte], 90.0);
}

fn explained(lanes: &[LaneFacts]) -> ChangeCauses {
    causes_of(slower(WatchedNumber::Ttft), lanes, 24)
}

#[test]
fn the_phases_that_moved_are_named_with_intervals_and_the_others_are_not() {
    for seed in 0..20 {
        let found = explained(&[lane(seed, "acme", 5, &queued)]);
        let named: Vec<RequestPhase> = found.phases.iter().map(|one| one.phase).collect();
        assert_eq!(named.len(), 2, "queue and first byte: {found:?}");
        for one in &found.phases {
            assert!(
                matches!(one.phase, RequestPhase::Queue | RequestPhase::FirstByte),
                "{found:?}"
            );
            assert!(one.ms_low > 0.0 && (90.0..210.0).contains(&one.ms), "{found:?}");
        }
        assert!(found.whole_ms.is_some_and(|ms| (90.0..210.0).contains(&ms)), "{found:?}");
    }
}

#[test]
fn a_slower_decode_is_told_for_each_token() {
    let happens = |turn: &mut TurnFacts| {
        add(turn, &[RequestPhase::Decode], 4.0);
        turn.decode_tps = turn.phases_ms.get(&RequestPhase::Decode).map(|ms| 1e3 / ms);
    };
    let found = causes_of(slower(WatchedNumber::Speed), &[lane(1, "acme", 5, &happens)], 24);
    let [decode] = &found.phases[..] else { panic!("one: {found:?}") };
    assert_eq!(decode.phase, RequestPhase::Decode);
    assert!((3.0..5.0).contains(&decode.ms), "{found:?}");
}

#[test]
fn of_a_change_that_its_turns_do_not_show_no_phase_is_named() {
    let found = explained(&[lane(2, "acme", 5, &|_| {})]);
    assert_eq!(found, ChangeCauses::default(), "nothing happened");
}

#[test]
fn the_network_is_called_when_all_unrelated_providers_move_at_the_same_turns() {
    let lanes: Vec<LaneFacts> = (0..3)
        .zip(["acme", "globex", "initech"])
        .map(|(seed, name)| lane(seed, name, 5, &far))
        .collect();
    let network = explained(&lanes).network.expect("all three moved");
    assert_eq!((network.providers, network.of), (3, 3));
    assert_eq!(network.with, ["globex", "initech"]);
}

#[test]
fn nothing_is_said_of_the_network_with_one_host_or_a_provider_that_stayed() {
    let alone = [lane(0, "acme", 5, &far)];
    assert_eq!(explained(&alone).network, None);
    let local = LaneFacts { host: None, ..lane(1, "globex", 5, &far) };
    assert_eq!(explained(&[alone[0].clone(), local]).network, None, "its requests stay here");
    let related = LaneFacts { provider: "acme".to_owned(), ..lane(1, "globex", 5, &far) };
    assert_eq!(explained(&[alone[0].clone(), related]).network, None, "one provider");
    let stayed = lane(2, "initech", 5, &|_| {});
    let lanes = [alone[0].clone(), lane(1, "globex", 5, &far), stayed];
    assert_eq!(explained(&lanes).network, None, "initech goes by the same network");
}

#[test]
fn who_moved_days_before_did_not_move_with_it() {
    let earlier = |turn: &mut TurnFacts| {
        if turn.number + 48 >= FROM {
            *turn.phases_ms.entry(RequestPhase::FirstByte).or_default() += 90.0;
        }
    };
    let lanes = [lane(0, "acme", 5, &far), lane(1, "globex", 5, &earlier)];
    assert_eq!(explained(&lanes).network, None);
}

#[test]
fn failures_of_all_providers_at_once_are_the_networks() {
    let fails = |turn: &mut TurnFacts| turn.failed = if turn.number >= FROM { 2 } else { 0 };
    let lanes = [lane(0, "acme", 5, &fails), lane(1, "globex", 5, &fails)];
    let found = causes_of(slower(WatchedNumber::Failures), &lanes, 24);
    assert_eq!(found.network.map(|network| network.providers), Some(2));
    let lanes = [lanes[0].clone(), lane(1, "globex", 5, &|_| {})];
    let found = causes_of(slower(WatchedNumber::Failures), &lanes, 24);
    assert_eq!(found.network, None, "globex answers");
}

#[test]
fn strain_that_came_with_it_is_this_machines_and_not_the_networks() {
    let strained = |turn: &mut TurnFacts| {
        far(turn);
        turn.strained = if turn.number >= FROM { 3 } else { 0 };
    };
    let lanes = [lane(0, "acme", 5, &strained), lane(1, "globex", 5, &strained)];
    let found = explained(&lanes);
    let machine = found.machine.expect("strain");
    assert_eq!((machine.strained, machine.of, machine.before), (5, 5, 0));
    assert_eq!(found.network, None);
    let faster = UnexplainedChange { direction: Direction::Down, ..slower(WatchedNumber::Ttft) };
    assert_eq!(causes_of(faster, &lanes, 24).machine, None, "strain makes nothing faster");
}

#[test]
fn strain_of_every_such_hour_explains_no_change() {
    let strained = |turn: &mut TurnFacts| {
        far(turn);
        turn.strained = if (9..14).contains(&(turn.number % 24)) { 3 } else { 0 };
    };
    let lanes = [lane(0, "acme", 5, &strained), lane(1, "globex", 5, &strained)];
    let found = explained(&lanes);
    assert_eq!((found.machine, found.network), (None, None), "nor is anything said of the network");
}

/// The signs of a lane to which this happens from [`FROM`] on.
fn signs(happens: Happens<'_>) -> Vec<ModelSign> {
    let since = |turn: &mut TurnFacts| {
        if turn.number >= FROM {
            happens(turn);
        }
    };
    explained(&[lane(3, "acme", 5, &since)]).model
}

#[test]
fn another_model_is_told_by_its_name_its_fingerprint_and_its_counts() {
    let found = signs(&|turn| {
        turn.model = Some("fast-02".to_owned());
        turn.fingerprint = Some("fp_b".to_owned());
        turn.in_tokens = Some(58.0);
        turn.out_tokens = turn.out_tokens.map(|tokens| tokens * 1.5);
        turn.right = 1;
    });
    let [named, fingerprint, input, output, right] = &found[..] else { panic!("{found:?}") };
    let (before, after) = ("fast-01".to_owned(), "fast-02".to_owned());
    assert_eq!(named, &ModelSign::Named { before, after });
    assert_eq!(fingerprint.says(), ModelChange::Probable);
    assert_eq!(input, &ModelSign::InputTokens { before: 51.0, after: 58.0 });
    let ModelSign::OutputTokens { ratio, ratio_low, .. } = output else { panic!("{output:?}") };
    assert!((1.4..1.6).contains(ratio) && *ratio_low > 1.0, "{output:?}");
    assert!(matches!(right, ModelSign::Right { before, after } if *before > 0.99 && *after < 0.4));
}

#[test]
fn a_model_that_changed_at_another_time_or_changes_all_the_time_is_no_sign() {
    let day_before = |turn: &mut TurnFacts| {
        if turn.number + 24 >= FROM {
            turn.model = Some("fast-02".to_owned());
        }
    };
    assert_eq!(explained(&[lane(3, "acme", 5, &day_before)]).model, [], "a day before");
    let rotates = |turn: &mut TurnFacts| {
        turn.fingerprint = Some(format!("fp_{}", turn.number / 6));
        turn.in_tokens = Some(50.0 + f64::from(turn.number % 7));
    };
    assert_eq!(explained(&[lane(3, "acme", 5, &rotates)]).model, [], "it always does");
    let back_again = |turn: &mut TurnFacts| {
        if turn.number == FROM {
            turn.model = Some("fast-02".to_owned());
        }
    };
    assert_eq!(explained(&[lane(3, "acme", 5, &back_again)]).model, [], "one turn");
}

#[test]
fn a_drift_has_no_turn_that_something_could_change_with() {
    let changed = lane(3, "acme", 5, &|turn| {
        if turn.number >= FROM {
            turn.model = Some("fast-02".to_owned());
        }
    });
    let drift = UnexplainedChange { is_step: false, ..slower(WatchedNumber::Ttft) };
    assert_eq!(causes_of(drift, &[changed], 24).model, []);
}

#[test]
fn later_turns_change_nothing_that_was_said() {
    let online = explained(&[lane(4, "acme", 5, &queued), lane(5, "globex", 5, &queued)]);
    let again = explained(&[lane(4, "acme", 60, &queued), lane(5, "globex", 60, &queued)]);
    assert_eq!(online, again, "turns that are read after a restart");
}
