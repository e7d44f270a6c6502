use super::*;
use crate::fixtures::{five, gathered, is};
use crate::request::MeasuredRequest;

fn pace(place: u32, start_ms: f64, tps: f64) -> LatencyModel {
    LatencyModel { place, wait_ms: start_ms, think_ms: 0.0, tps, measured: (0.0, 1e9) }
}

fn chart(points: &[MeasuredRequest]) -> Lengths {
    let groups = gathered(points);
    by_length(&groups.iter().map(|group| &group.contender).collect::<Vec<_>>())
}

#[test]
fn an_answer_takes_its_first_token_and_its_tokens_over_its_speed() {
    let pace = LatencyModel { think_ms: 300.0, ..pace(0, 200.0, 50.0) };
    assert!(is(pace.latency_ms(100.0), 2_500.0), "0.2 s, 0.3 s and 100 tokens at 50 a second");
}

#[test]
fn two_lines_meet_where_what_one_lost_at_the_start_is_made_up() {
    // 400 ms later, and 10 ms a token against 2: 50 tokens.
    let (early, fast) = (pace(0, 200.0, 100.0), pace(1, 600.0, 500.0));
    assert!(early.break_even(&fast).is_some_and(|tokens| is(tokens, 50.0)), "400 ms at 8 a token");
    assert!(fast.break_even(&early).is_some_and(|tokens| is(tokens, 50.0)), "either way");
    assert_eq!(early.break_even(&pace(1, 900.0, 100.0)), None, "side by side they never meet");
    assert_eq!(early.break_even(&pace(1, 100.0, 500.0)), None, "one is better in both");
}

#[test]
fn the_lengths_run_from_16_to_8192_and_each_once() {
    let all: Vec<f64> = lengths().collect();
    assert_eq!(
        (all.len(), all.first(), all.last()),
        (37, Some(&16.0), Some(&8_192.0)),
        "9 doublings"
    );
    assert!(all.windows(2).all(|pair| pair[0] < pair[1]), "they rise");
}

#[test]
fn the_leader_at_each_length_is_the_one_that_is_done_first() {
    let models = [
        pace(0, 180.0, 276.0),
        pace(1, 310.0, 2_096.0),
        pace(2, 240.0, 66.0),
        pace(3, 100.0, 40.0),
        pace(4, 2_000.0, 9_000.0),
    ];
    let leaders = leaders(&models);
    for tokens in lengths() {
        let best = models.iter().map(|pace| pace.latency_ms(tokens)).fold(f64::INFINITY, f64::min);
        let leader = leaders.iter().find(|leader| tokens >= leader.from && tokens <= leader.to);
        let leader =
            leader.and_then(|leader| models.iter().find(|pace| pace.place == leader.place));
        let own = leader.expect("every length has its leader").latency_ms(tokens);
        assert!(is(own, best), "{tokens} tokens: {own} against {best}");
    }
    let order: Vec<u32> = leaders.iter().map(|leader| leader.place).collect();
    assert_eq!(order, [0, 1, 4], "whoever leads later writes faster");
    assert!(super::leaders(&[]).is_empty(), "nobody leads nobody");
}

#[test]
fn the_part_that_was_measured_reaches_from_the_shortest_answer_to_the_longest() {
    let pace = LatencyModel { measured: (40.0, 100.0), ..pace(0, 200.0, 100.0) };
    let part = pace.measured_part();
    let lengths: Vec<f64> = part.iter().map(|(tokens, _)| *tokens).collect();
    assert_eq!(lengths, [40.0, 45.0, 54.0, 64.0, 76.0, 91.0, 100.0], "over the chart's lengths");
    assert!(is(part[0].1, 600.0), "0.2 s and 40 tokens at 100 a second");
    let one = LatencyModel { measured: (40.0, 40.0), ..pace }.measured_part();
    assert_eq!(one.len(), 1, "one length is one point");
}

#[test]
fn the_words_say_what_to_choose() {
    let points = [five("early", 200.0, 100.0, (1.0, 1.0)), five("fast", 600.0, 500.0, (1.0, 1.0))];
    let chart = chart(&points.concat());
    let pair = chart.break_evens.first().expect("two are a pair");
    assert_eq!((pair.shorter, pair.longer), (0, 1), "the one that starts first is for short ones");
    assert!(pair.extrapolated, "50 tokens were not measured: all answers had 100");
    assert_eq!(
        pair.sentence,
        "Shorter than 50 tokens choose early, longer choose fast, if both keep their pace beyond the measured lengths.",
        "and what it rests on"
    );
    assert_eq!(
        chart.sentence,
        "Up to 50 tokens choose early, longer choose fast. Answers of 100 tokens were measured; beyond that, the lines are extrapolated.",
        "the same of all"
    );
}

#[test]
fn one_that_is_better_in_both_is_chosen_at_every_length() {
    let points =
        [five("a", 600.0, 100.0, (1.0, 1.0)), five("b", 200.0, 500.0, (1.0, 1.0))].concat();
    let chart = chart(&points);
    let pair = chart.break_evens.first().expect("two are a pair");
    assert_eq!((pair.shorter, pair.tokens), (1, None), "b leads, and they never meet");
    assert_eq!(pair.sentence, "b is faster than a at every length.", "said so");
    assert!(chart.sentence.starts_with("b is fastest at every length from 16 to 8,192"), "too");
}

#[test]
fn what_the_samples_do_not_tell_apart_has_no_break_even() {
    let points =
        [five("a", 200.0, 100.0, (1.0, 1.0)), five("b", 201.0, 101.0, (1.0, 1.0))].concat();
    let chart = chart(&points);
    let pair = chart.break_evens.first().expect("two are a pair");
    assert_eq!(pair.tokens, None, "a length out of noise would mislead");
    assert_eq!(pair.sentence, "a and b do not differ significantly.", "said so");
}

#[test]
fn whoever_has_no_speed_is_named_and_has_no_line() {
    let mut points = five("a", 200.0, 100.0, (1.0, 1.0));
    points.extend(five("b", 200.0, 100.0, (1.0, 1.0)).into_iter().map(|mut point| {
        point.decode_tps = None;
        point
    }));
    let chart = chart(&points);
    assert_eq!(chart.lines.len(), 1, "one line");
    assert_eq!(chart.excluded.first().map(|left| left.place), Some(1), "b has none");
    assert!(chart.sentence.starts_with("a takes 0.20 s and 1.00 s for each 100 tokens."), "alone");
}
