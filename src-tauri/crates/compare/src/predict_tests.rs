use measure::SplitMix64;

use super::*;
use crate::fixtures::{gathered, is, rounds, settled, sixteen};
use crate::request::MeasuredRequest;

fn chart(points: &[MeasuredRequest]) -> Lengths {
    let groups = gathered(points);
    let contenders: Vec<_> = groups.iter().map(|group| &group.contender).collect();
    by_length(&contenders, &settled(&groups))
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
    let models =
        [(180.0, 276.0), (310.0, 2_096.0), (240.0, 66.0), (100.0, 40.0), (2_000.0, 9_000.0)];
    let points: Vec<MeasuredRequest> = models
        .iter()
        .zip(["a", "b", "c", "d", "e"])
        .flat_map(|((ttft, tps), name)| sixteen(name, *ttft, *tps, (1.0, 1.0)))
        .collect();
    let chart = chart(&points);
    let at = |place: usize, tokens: f64| models[place].0 + tokens / models[place].1 * 1e3;
    for tokens in lengths() {
        let best = (0..5).map(|place| at(place, tokens)).fold(f64::INFINITY, f64::min);
        let leader =
            chart.leaders.iter().find(|leader| tokens >= leader.from && tokens <= leader.to);
        let own = at(leader.expect("every length has its leader").place as usize, tokens);
        assert!(is(own, best), "{tokens} tokens: {own} against {best}");
    }
    let order: Vec<u32> = chart.leaders.iter().map(|leader| leader.place).collect();
    assert_eq!(order, [0, 1, 4], "whoever leads later writes faster");
}

#[test]
fn the_part_that_was_measured_reaches_from_the_shortest_answer_to_the_longest() {
    let mut points = sixteen("a", 200.0, 100.0, (1.0, 1.0));
    for (point, tokens) in points.iter_mut().zip([40.0, 100.0].iter().cycle()) {
        point.out_tokens = Some(*tokens);
        point.latency_ms = Some(200.0 + tokens * 10.0);
    }
    let of = |points: &[MeasuredRequest]| chart(points).lines[0].measured.clone();
    let part = of(&points);
    let lengths: Vec<f64> = part.iter().map(|(tokens, _)| *tokens).collect();
    assert_eq!(lengths, [40.0, 45.0, 54.0, 64.0, 76.0, 91.0, 100.0], "over the chart's lengths");
    assert!(is(part[0].1, 600.0), "0.2 s and 40 tokens at 100 a second");
    points.retain(|point| point.out_tokens == Some(40.0));
    assert_eq!(of(&points).len(), 1, "one length is one point");
}

#[test]
fn each_line_says_how_well_it_fits_at_its_own_length() {
    let mut points = sixteen("a", 200.0, 100.0, (1.0, 1.0));
    let fit = |points: &[MeasuredRequest]| chart(points).lines[0].fit;
    assert!(fit(&points).is_some_and(|fit| is(fit, 1.0)), "0.2 s and 1 s are 1.2 s");
    for point in &mut points {
        point.latency_ms = Some(1_500.0);
    }
    assert!(fit(&points).is_some_and(|fit| is(fit, 0.8)), "300 ms are not accounted for");
}

#[test]
fn the_words_say_what_to_choose() {
    let points =
        [sixteen("early", 200.0, 100.0, (1.0, 1.0)), sixteen("fast", 600.0, 500.0, (1.0, 1.0))];
    let chart = chart(&points.concat());
    let pair = chart.break_evens.first().expect("two are a pair");
    assert_eq!((pair.shorter, pair.longer), (0, 1), "the one that starts first is for short ones");
    assert!(pair.extrapolated, "50 tokens were not measured: all answers had 100");
    assert_eq!(
        pair.sentence.to_string(),
        "Shorter than 50 tokens choose early, longer choose fast (predicted from answers of 100 tokens).",
        "and what it rests on"
    );
    assert_eq!(
        chart.sentence.to_string(),
        "Up to 50 tokens early is fastest; longer than 50 tokens fast is fastest (predicted from answers of 100 tokens).",
        "the same of all"
    );
}

#[test]
fn one_that_is_better_in_both_is_chosen_at_every_length() {
    let points =
        [sixteen("a", 600.0, 100.0, (1.0, 1.0)), sixteen("b", 200.0, 500.0, (1.0, 1.0))].concat();
    let chart = chart(&points);
    let pair = chart.break_evens.first().expect("two are a pair");
    assert_eq!((pair.shorter, pair.tokens), (1, None), "b leads, and they never meet");
    assert_eq!(
        pair.sentence.to_string(),
        "b is faster than a at every length from 16 to 8,192 tokens (predicted from answers of 100 tokens).",
        "said so"
    );
    assert!(pair.extrapolated, "answers of 100 tokens were measured, and none of any other length");
    assert!(
        chart.sentence.to_string().starts_with("b is fastest at every length from 16 to 8,192"),
        "too"
    );
}

#[test]
fn an_insignificant_difference_has_no_break_even() {
    let points =
        [sixteen("a", 200.0, 100.0, (1.0, 1.0)), sixteen("b", 201.0, 101.0, (1.0, 1.0))].concat();
    let chart = chart(&points);
    let pair = chart.break_evens.first().expect("two are a pair");
    assert_eq!(pair.tokens, None, "a length out of noise would mislead");
    assert!(
        pair.sentence
            .to_string()
            .starts_with("a and b do not differ significantly at any length (predicted"),
        "said so: {}",
        pair.sentence
    );
}

#[test]
fn a_contender_without_a_speed_is_named_and_has_no_line() {
    let mut points = sixteen("a", 200.0, 100.0, (1.0, 1.0));
    points.extend(sixteen("b", 200.0, 100.0, (1.0, 1.0)).into_iter().map(|mut point| {
        point.decode_tps = None;
        point
    }));
    let chart = chart(&points);
    assert_eq!(chart.lines.len(), 1, "one line");
    assert_eq!(chart.excluded.first().map(|left| left.place), Some(1), "b has none");
    assert!(
        chart
            .sentence
            .to_string()
            .starts_with("a takes 0.20 s and 1.00 s for each 100 tokens (pre"),
        "alone"
    );
}

#[test]
fn contenders_equal_in_time_are_told_apart_by_no_length_whatever_their_prices() {
    let mut random = SplitMix64::new(21);
    let mut told = 0;
    for _ in 0..150 {
        let all: Vec<Vec<MeasuredRequest>> = ["a", "b", "c", "d"]
            .iter()
            .zip([0.001, 0.002, 0.004, 0.008])
            .map(|(name, usd)| {
                let mut scattered = || (0.2 * random.normal()).exp();
                let drawn: Vec<[f64; 2]> = (0..8).map(|_| [scattered(), scattered()]).collect();
                rounds(name, &drawn, |one, [of_ttft, of_tps]| {
                    one.raced = true;
                    one.ttft_ms = Some(300.0 * of_ttft);
                    one.ttfat_ms = one.ttft_ms;
                    one.decode_tps = Some(100.0 * of_tps);
                    one.latency_ms = Some(300.0 * of_ttft + 1e3 / of_tps);
                    one.cost_usd = Some(usd);
                })
            })
            .collect();
        let chart = chart(&all.concat());
        let is_told = |pair: &BreakEven| !pair.sentence.to_string().contains("at any length");
        told += u32::from(chart.break_evens.iter().any(is_told));
    }
    // 5 % each for TTFT and speed, which measured verdicts have as well.
    assert!(told <= 20, "one is faster at some length in {told} of 150 documents");
}

#[test]
fn consecutive_ranges_that_read_alike_are_said_once() {
    let names = ["a", "b", "c", "d", "e", "f"];
    let points: Vec<MeasuredRequest> =
        names.iter().flat_map(|name| sixteen(name, 200.0, 100.0, (1.0, 1.0))).collect();
    let groups = gathered(&points);
    let contenders: Vec<_> = groups.iter().map(|group| &group.contender).collect();
    let models: Vec<ModelledContender> =
        contenders.iter().filter_map(|one| Some((*one, one.latency?))).collect();
    let open = |_, _, _| Standing::Unsettled;
    let leader =
        |tied: &[u32], from: f64, to: f64| Leader { place: 0, tied: tied.to_vec(), from, to };
    // Who is among the five differs, and only their number is said.
    let leaders = [leader(&[1, 2, 3, 4], 16.0, 100.0), leader(&[1, 2, 3, 5], 100.0, 8_192.0)];
    let said = sentence(&models, &leaders, &open).to_string();
    assert_eq!(said.matches("do not differ significantly").count(), 1, "{said}");
    assert!(said.starts_with("At every length a and 4 others do not differ"), "{said}");
    let more = leader(&[1, 2, 3, 4, 5], 100.0, 900.0);
    let one = leader(&[], 900.0, 8_192.0);
    let said =
        sentence(&models, &[leader(&[1, 2, 3, 4], 16.0, 100.0), more, one], &open).to_string();
    assert!(
        said.starts_with(
            "Up to 900 tokens none is shown to be fastest: 5 to 6 contenders do not differ"
        ),
        "{said}"
    );
    assert!(said.contains("; longer than 900 tokens a is fastest"), "{said}");
    let other = Leader { place: 1, tied: vec![0, 2, 3, 4], from: 100.0, to: 8_192.0 };
    let said = sentence(&models, &[leader(&[1, 2, 3, 4], 16.0, 100.0), other], &open).to_string();
    assert!(
        said.starts_with("At every length none is shown to be fastest: 5 contenders do not"),
        "{said}"
    );
}
