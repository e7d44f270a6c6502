use measure::ReasoningType::{self, Summary, Verbatim};

use super::*;
use crate::result::status::Status;
use crate::testing::{lane, run, sample};

/// A lane with these times to first token, whose answers have as many o200k tokens as `tokens` says.
fn with_ttft(values: &[f64], tokens: u32) -> Lane {
    lane(values.iter().map(|ttft_ms| {
        let mut sample = sample(Status::Ok);
        sample.speed.ttft_ms = Some(*ttft_ms);
        sample.speed.latency_ms = Some(ttft_ms + 10.0 * f64::from(tokens));
        sample.speed.decode_tps = Some(100.0 + ttft_ms / 1_000.0);
        sample.out_tokens_neutral = Some(tokens);
        sample.count_diff_pct = Some(0.0);
        sample
    }))
}

/// A race of seven rounds.
fn race(lanes: Vec<Lane>) -> Run {
    let mut run = run(lanes);
    run.plan.repeat = 7;
    run
}

const SLOW: [f64; 7] = [500.0, 510.0, 490.0, 505.0, 520.0, 495.0, 507.0];

fn by(run: &Run, metric: Metric) -> Vec<(u32, u32, Verdict)> {
    let of_metric = pairwise(run).into_iter().filter(|pair| pair.metric == metric.id());
    of_metric.map(|pair| (pair.leader, pair.other, pair.comparison.verdict)).collect()
}

#[test]
fn each_lane_is_compared_with_the_one_of_the_best_median() {
    let quick = with_ttft(&SLOW.map(|ms| ms - 100.0), 50);
    let seen = by(&race(vec![with_ttft(&SLOW, 50), quick]), Metric::TtftMs);
    assert_eq!(seen, [(1, 0, Verdict::A)], "100 ms sooner in each of seven rounds");
}

#[test]
fn a_verdict_over_the_rounds_that_both_answered_names_the_failures_of_each() {
    let mut flaky = with_ttft(&SLOW.map(|ms| ms - 100.0), 50);
    flaky.samples.extend(vec![sample(Status::ErrorHttp); 5]);
    let mut solid = with_ttft(&SLOW, 50);
    solid.samples.extend(with_ttft(&SLOW[..5], 50).samples);
    let mut run = race(vec![flaky, solid]);
    run.plan.repeat = 12;
    let pairs = pairwise(&run);
    let ttft = pairs.iter().find(|pair| pair.metric == "ttft_ms").expect("it is compared");
    let said = ttft.text(&["flaky".to_owned(), "solid".to_owned()]).expect("both have names");
    assert!(said.contains("in 7 of 7 rounds"), "{said}");
    assert!(said.ends_with(" flaky failed in 5 of 12 rounds."), "{said}");
}

#[test]
fn a_verdict_on_a_wait_says_whom_a_cache_served() {
    let lane = |ms: f64, cached: Option<u32>, rounds: usize| {
        let mut lane = with_ttft(&SLOW.map(|own| own - ms), 50);
        for (round, one) in lane.samples.iter_mut().enumerate() {
            one.cached_read_tokens = cached.map(|tokens| if round < rounds { tokens } else { 0 });
            one.doubts.extend((round < rounds).then_some(measure::Warning::PromptCached));
        }
        lane
    };
    let said = |one: Lane, two: Lane| {
        let pairs = pairwise(&race(vec![one, two]));
        let ttft = pairs.iter().find(|pair| pair.metric == "ttft_ms").expect("it is compared");
        ttft.text(&["warm".to_owned(), "cold".to_owned()]).expect("both have names")
    };
    let told = said(lane(100.0, Some(900), 7), lane(0.0, Some(0), 0));
    assert!(
        told.ends_with(
            " A prompt cache served warm in 7 of 7 rounds, by its server’s count, and cold in 0 of 7."
        ),
        "which is a part of its lead: {told}"
    );
    let unknown = said(lane(100.0, Some(900), 7), lane(0.0, None, 0));
    assert!(unknown.ends_with("count; that of cold does not tell."), "not 0: {unknown}");
    let alike = said(lane(100.0, Some(900), 7), lane(0.0, Some(900), 7));
    assert!(!alike.contains("cache"), "both were: {alike}");
}

#[test]
fn no_simulated_lane_is_compared_with_a_real_one() {
    let mut simulated = with_ttft(&SLOW.map(|ms| ms - 400.0), 50);
    simulated.simulated = true;
    let real = with_ttft(&SLOW.map(|ms| ms - 100.0), 50);
    let seen = by(&race(vec![simulated.clone(), real, with_ttft(&SLOW, 50)]), Metric::TtftMs);
    assert_eq!(seen, [(1, 2, Verdict::A)], "the two real ones, by their places in the run");
    let mut other = with_ttft(&SLOW, 50);
    other.simulated = true;
    let seen = by(&race(vec![simulated, other]), Metric::TtftMs);
    assert_eq!(seen, [(0, 1, Verdict::A)], "where all are simulated they are compared");
}

#[test]
fn latencies_of_answers_of_different_lengths_are_not_compared() {
    let alike = race(vec![with_ttft(&SLOW, 50), with_ttft(&SLOW, 54)]);
    assert_eq!(by(&alike, Metric::LatencyMs).len(), 1, "8 % longer is about the same");
    let unlike = race(vec![with_ttft(&SLOW, 50), with_ttft(&SLOW, 570)]);
    assert_eq!(by(&unlike, Metric::LatencyMs), [], "who writes less is not faster");
    assert_eq!(by(&unlike, Metric::TtftMs).len(), 1, "the first token does not depend on it");
}

#[test]
fn speeds_are_compared_in_the_same_tokens() {
    let fine = |mut lane: Lane| {
        for sample in &mut lane.samples {
            // 20 % more tokens for the same text, and therefore 20 % more per second.
            sample.count_diff_pct = Some(20.0);
            sample.speed.decode_tps = sample.speed.decode_tps.map(|tps| tps * 1.2 - 12.0);
        }
        lane
    };
    let run = race(vec![fine(with_ttft(&SLOW, 50)), with_ttft(&SLOW, 50)]);
    let seen = by(&run, Metric::DecodeTps);
    assert_eq!(seen, [(1, 0, Verdict::A)], "in o200k tokens the second is faster");
    let document = with_verdicts(run, &["a".to_owned(), "b".to_owned()]);
    let named: Vec<&str> = document.pairwise.iter().map(|pair| pair.metric.as_str()).collect();
    let expected = ["ttft_ms", "neutral_tps", "latency_ms"];
    assert_eq!(named, expected, "and a document says which tokens they are");
    let without_difference = |server: Option<u32>| {
        let mut lane = with_ttft(&SLOW, 50);
        for sample in &mut lane.samples {
            (sample.out_tokens_server, sample.count_diff_pct) = (server, None);
        }
        by(&race(vec![lane, with_ttft(&SLOW.map(|ms| ms + 9.0), 50)]), Metric::DecodeTps)
    };
    assert_eq!(without_difference(Some(60)), [], "nobody knows what the server's tokens are");
    assert_eq!(without_difference(None).len(), 1, "without them the speed is in o200k tokens");
}

#[test]
fn a_lane_whose_reasoning_is_not_shown_is_compared_by_answers() {
    // Both write answers at 100 tok/s, and one reasons in sight, at 50.
    let lane_of = |kind: ReasoningType, neutral: f64| {
        let mut lane = with_ttft(&SLOW, 80);
        for (at, sample) in (0_u32..).zip(&mut lane.samples) {
            let jitter = f64::from(at % 3) / 100.0;
            sample.reasoning_type = kind;
            sample.reasoning = "so".into();
            sample.speed.answer_tps = Some(100.0 + jitter);
            sample.speed.decode_tps = Some(neutral + jitter);
            sample.speed.neutral_tps = Some(neutral + jitter);
            sample.count_diff_pct = kind.is_shown_whole().then_some(0.0);
        }
        lane
    };
    let mixed = race(vec![lane_of(Summary, 100.0), lane_of(Verbatim, 66.0)]);
    assert_eq!(by(&mixed, Metric::DecodeTps), [], "one has a speed of more than its answer");
    let said = sentence(&mixed, Metric::AnswerTps);
    assert!(said.starts_with("Output speed of the answer (o200k tokens): "), "{said}");
    assert!(said.contains(" differ by less than 2 %"), "their answers are equal: {said}");
    let document = with_verdicts(mixed, &["a".to_owned(), "b".to_owned()]);
    assert!(document.pairwise.iter().any(|pair| pair.metric == "answer_tps"), "it says so");
    let whole = race(vec![lane_of(Verbatim, 90.0), lane_of(Verbatim, 66.0)]);
    assert_eq!(by(&whole, Metric::DecodeTps).len(), 1, "what all show is compared as it was");
}

#[test]
fn rounds_through_which_the_machine_slept_are_left_out() {
    let mut slept = with_ttft(&SLOW.map(|ms| ms - 100.0), 50);
    slept.samples[0].doubts.push(measure::Warning::ClockGap);
    let seen = pairwise(&race(vec![with_ttft(&SLOW, 50), slept]));
    let first = seen.first().expect("they are compared");
    assert_eq!((first.metric, first.comparison.n), ("ttft_ms", 6), "six rounds are left");
}

/// The only sentence about this metric, with its lanes as `#0`.
fn sentence(run: &Run, metric: Metric) -> String {
    let pairs = pairwise(run);
    let pair = pairs.iter().find(|pair| pair.metric == metric.id()).expect("it is compared");
    pair.sentence.to_string()
}

#[test]
fn a_comparison_is_a_sentence_with_its_lanes_rounds_and_interval() {
    let quick = with_ttft(&SLOW.map(|ms| ms - 100.0), 50);
    let settled = race(vec![with_ttft(&SLOW, 50), quick.clone()]);
    assert_eq!(
        sentence(&settled, Metric::TtftMs),
        "Time to first token (TTFT): #1 was better than #0 while this race ran, in 7 of 7 rounds, by 100 ms (95 %: 100 ms to 100 ms).",
        "who, how often, by how much and between which bounds"
    );
    let alike = race(vec![
        with_ttft(&SLOW, 50),
        with_ttft(&[500.0, 511.0, 489.0, 505.5, 519.5, 495.0, 507.0], 50),
    ]);
    let alike = sentence(&alike, Metric::TtftMs);
    assert!(alike.contains("differ by less than 2 %"), "{alike}");
    let even = race(vec![
        with_ttft(&SLOW, 50),
        with_ttft(&[560.0, 451.0, 549.0, 445.5, 579.5, 435.0, 567.0], 50),
    ]);
    let tie = sentence(&even, Metric::TtftMs);
    assert!(tie.contains(" and ") && tie.contains("do not differ significantly"), "{tie}");
    let short = |lane: &Lane| Lane {
        samples: lane.samples.iter().take(2).cloned().collect(),
        ..lane.clone()
    };
    let two = Run {
        plan: crate::Plan { repeat: 2, ..settled.plan.clone() },
        lanes: settled.lanes.iter().map(short).collect(),
        ..settled
    };
    let seen = sentence(&two, Metric::TtftMs);
    assert!(seen.ends_with("in 2 of 2 rounds. A verdict needs at least 6 rounds."), "{seen}");
}

#[test]
fn a_verdict_over_prompts_of_very_different_lengths_says_over_which() {
    let asked = |by: f64, lengths: [u32; 2]| {
        let mut lane = with_ttft(&SLOW, 50);
        for (round, sample) in lane.samples.iter_mut().enumerate() {
            let tokens = lengths[round % 2];
            sample.in_tokens_server = Some(tokens);
            sample.speed.ttft_ms = Some(50.0 + by * f64::from(tokens));
        }
        lane
    };
    let of = |lengths| race(vec![asked(0.2, lengths), asked(0.25, lengths)]);
    let said = sentence(&of([90, 8_505]), Metric::TtftMs);
    let over = " Rounds asked prompts of 90 to 8,505 tokens: the difference is the middle one over these lengths, and may be another at each.";
    assert!(said.ends_with(over), "neither 4.5 ms nor 425 ms: {said}");
    let speed = sentence(&of([90, 8_505]), Metric::DecodeTps);
    assert!(!speed.contains("asked prompts"), "no speed waits for a prompt: {speed}");
    let alike = sentence(&of([8_000, 8_505]), Metric::TtftMs);
    assert!(!alike.contains("asked prompts"), "about one length: {alike}");
}

#[test]
fn rounds_in_which_both_are_equal_are_told_as_such() {
    let of = |other: &[f64; 7]| {
        let pair = race(vec![with_ttft(&SLOW, 50), with_ttft(other, 50)]);
        sentence(&pair, Metric::TtftMs)
    };
    let same = of(&SLOW);
    assert!(same.ends_with("differ by less than 2 % (equal in 7 of 7 rounds)."), "{same}");
    let few = of(&[500.0, 510.0, 490.0, 505.0, 520.0, 496.0, 508.0]);
    assert!(few.ends_with("(the first was better in 2 of 7 rounds, equal in 5)."), "{few}");
    let late = SLOW.map(|ms| ms + 200.0);
    let once = of(&[500.0, late[1], late[2], late[3], late[4], late[5], late[6]]);
    assert!(once.contains(", in 6 of 7 rounds, equal in 1, by "), "{once}");
}

#[test]
fn a_verdict_on_a_speed_of_answers_too_short_for_one_says_so() {
    let short = |mut lane: Lane, many: usize| {
        for sample in lane.samples.iter_mut().take(many) {
            sample.doubts.push(measure::Warning::Short);
        }
        lane
    };
    let quick = with_ttft(&SLOW.map(|ms| ms - 100.0), 50);
    let most = race(vec![with_ttft(&SLOW, 50), short(quick.clone(), 5)]);
    let said = sentence(&most, Metric::DecodeTps);
    assert!(
        said.ends_with(" 5 of 7 answers of #1 were too short for a meaningful speed."),
        "{said}"
    );
    let said = sentence(&most, Metric::TtftMs);
    assert!(!said.contains("too short"), "a wait is no speed: {said}");
    let few = race(vec![with_ttft(&SLOW, 50), short(quick, 3)]);
    let said = sentence(&few, Metric::DecodeTps);
    assert!(!said.contains("too short"), "most were long enough: {said}");
}

#[test]
fn a_race_until_settled_that_is_not_says_about_how_many_rounds_more_it_takes() {
    let quick = with_ttft(&[480.0, 495.0, 470.0, 515.0, 490.0, 500.0, 480.0], 50);
    let mut open = race(vec![with_ttft(&SLOW, 50), quick]);
    open.plan.until_settled = Some(Metric::TtftMs);
    let pairs = pairwise(&open);
    let pair = pairs.iter().find(|pair| pair.metric == "ttft_ms").expect("it is compared");
    let more = pair.comparison.rounds_more.expect("five of seven rounds point to the second");
    let said = sentence(&open, Metric::TtftMs);
    assert!(
        said.ends_with(&format!(
            ". That is not settled. About {more} more rounds would settle a difference of the size seen, with a chance of 80 %."
        )),
        "{said}"
    );
    let names = ["a".to_owned(), "b".to_owned()];
    let document = with_verdicts(open.clone(), &names);
    let verdict = document.pairwise.iter().find(|pair| pair.metric == "ttft_ms").expect("kept");
    assert_eq!(
        (verdict.standing, verdict.comparison.rounds_more),
        (PairStanding::Open, Some(more)),
        "documents have the number and the sentence"
    );
    assert!(verdict.sentence.contains(&format!("About {more} more rounds")), "{verdict:?}");
    let contrary = with_ttft(&[509.0, 511.0, 491.0, 504.9, 521.0, 496.0, 504.0], 50);
    open.lanes[1] = contrary;
    let said = sentence(&open, Metric::TtftMs);
    assert!(said.ends_with("That is not settled."), "nothing points to the leader: {said}");
}

#[test]
fn a_lane_that_won_no_shared_round_is_not_said_to_have_been_better() {
    let failing = |rounds: std::ops::Range<usize>| {
        let mut lane = with_ttft(&[105.0; 7], 50);
        for sample in &mut lane.samples[rounds] {
            sample.status = Status::Throttled;
        }
        lane
    };
    let steady = with_ttft(&[100.0, 100.0, 100.0, 200.0, 200.0, 200.0, 200.0], 50);
    let said = sentence(&race(vec![failing(3..7), steady]), Metric::TtftMs);
    assert!(
        said.ends_with(
            ": the first was better in 0 of 3 rounds. A verdict needs at least 6 rounds. #0 failed in 4 of 7 rounds."
        ),
        "its median of 105 ms leads, the rounds they share do not: {said}"
    );
    let pairs = pairwise(&race(vec![failing(3..7), failing(0..3)]));
    assert_eq!(pairs, [], "of two that share no round nothing is said");
}

#[test]
fn a_leader_that_lost_the_shared_rounds_is_not_said_to_be_better_and_settles_nothing() {
    // Without a failure: 120 ms slower in each round but the one that is its median.
    let leader: Vec<f64> = (0..9_u32).map(|round| f64::from(300 + 200 * round)).collect();
    let other: Vec<f64> = leader
        .iter()
        .map(|ms| if (*ms - 1_100.0).abs() < 1.0 { ms + 60.0 } else { ms - 120.0 })
        .collect();
    let mut nine = race(vec![with_ttft(&leader, 50), with_ttft(&other, 50)]);
    nine.plan.repeat = 9;
    assert_eq!(by(&nine, Metric::TtftMs), [(0, 1, Verdict::B)], "the better median, though worse");
    let said = sentence(&nine, Metric::TtftMs);
    assert!(
        said.contains(
            "#0 has the better median of its own rounds, but #1 was better in 8 of the 9 rounds"
        ),
        "{said}"
    );
    assert!(said.ends_with("Neither is said to be better."), "{said}");
    assert!(!said.contains("is better than"), "{said}");
    // With failures, and so many rounds that a race until settled finds the other better.
    let rounds = |of: &dyn Fn(u32) -> Option<f64>| (0..60).map(of).collect::<Vec<_>>();
    let lanes = [
        rounds(&|round| (round < 25).then_some(105.0 + f64::from(round % 5))),
        rounds(&|round| Some(if round < 25 { 100.0 + f64::from(round % 5) } else { 200.0 })),
    ];
    assert!(!is_settled(&lanes, Metric::TtftMs), "worse in each shared round, so not the best");
}

#[test]
fn a_race_until_settled_says_when_there_are_no_two_lanes_to_settle_between() {
    let refused = || lane(SLOW.map(|_| sample(Status::ErrorHttp)));
    let mut alone = race(vec![with_ttft(&SLOW, 50), refused()]);
    assert_eq!(nothing_to_settle(&alone), None, "it was not asked to");
    alone.plan.until_settled = Some(Metric::TtftMs);
    let said = nothing_to_settle(&alone).expect("one lane settles nothing");
    assert!(said.contains("in 7 rounds: 1 of 2 lanes had TTFT"), "{said}");
    alone.lanes.push(with_ttft(&SLOW, 50));
    assert_eq!(nothing_to_settle(&alone), None, "two have times");
}
