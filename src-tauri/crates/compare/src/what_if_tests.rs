use super::*;
use crate::fixtures::{gathered, is, point, price, rounds, settled, sixteen};
use crate::request::MeasuredRequest;

const WORKLOAD: Workload = Workload {
    in_tokens: 1_000.0,
    out_tokens: 300.0,
    requests_per_day: 100.0,
    steps: 20,
    growing: false,
};

#[test]
fn a_request_a_month_and_a_loop_follow_from_each_other() {
    let points = sixteen("a", 200.0, 100.0, (1.0, 5.0));
    let answer = estimate(&gathered(&points)[0].contender, &WORKLOAD);
    assert!(answer.total_ms.is_some_and(|ms| is(ms, 3_200.0)), "0.2 s and 300 at 100 a second");
    assert!(answer.loop_ms.is_some_and(|ms| is(ms, 64_000.0)), "20 of them");
    assert!(answer.usd.is_some_and(|usd| is(usd, 0.0025)), "1,000 · $1 + 300 · $5 per million");
    assert!(answer.usd_per_month.is_some_and(|usd| is(usd, 7.5)), "30 days of 100");
    assert!(answer.loop_usd.is_some_and(|usd| is(usd, 0.05)), "20 steps that read no more");
    assert!(answer.extrapolated, "answers of 100 tokens were measured, none of 300");
}

#[test]
fn a_loop_that_grows_reads_its_own_answers_again() {
    let growing = Workload { growing: true, ..WORKLOAD };
    let read: f64 = growing.step_in_tokens().sum();
    assert!(is(read, 77_000.0), "20 · 1,000 + 300 · (0 + 1 + … + 19)");
    let points = sixteen("a", 200.0, 100.0, (1.0, 5.0));
    let answer = estimate(&gathered(&points)[0].contender, &growing);
    assert!(answer.loop_usd.is_some_and(|usd| is(usd, 0.107)), "77,000 · $1 + 6,000 · $5");
}

#[test]
fn reasoning_is_paid_for_as_output() {
    let points = rounds("a", &[(); 5], |point, ()| {
        point.reasoning_tokens = Some(40.0);
        point.price = Some(price((1.0, 5.0), None));
    });
    let answer = estimate(&gathered(&points)[0].contender, &WORKLOAD);
    assert!(answer.usd.is_some_and(|usd| is(usd, 0.0027)), "1,000 · $1 + (300 + 40) · $5");
}

#[test]
fn without_a_price_there_is_no_cost_and_without_a_speed_no_time() {
    let bare = rounds("a", &[(); 5], |point, ()| point.decode_tps = None);
    let answer = estimate(&gathered(&bare)[0].contender, &WORKLOAD);
    assert_eq!(
        (answer.total_ms, answer.loop_ms, answer.usd),
        (None, None, None),
        "nothing is known"
    );
    let mut priced = sixteen("a", 200.0, 100.0, (1.0, 5.0));
    for point in &mut priced {
        point.decode_tps = None;
    }
    let answer = estimate(&gathered(&priced)[0].contender, &WORKLOAD);
    assert!(answer.usd.is_some_and(|usd| is(usd, 0.0025)), "tokens cost the same at any speed");
}

#[test]
fn a_machine_by_the_hour_is_paid_for_its_time() {
    let mut points = sixteen("a", 200.0, 100.0, (1.0, 5.0));
    for point in &mut points {
        point.price = Some(price((0.0, 0.0), Some(3.6)));
    }
    let groups = gathered(&points);
    let one = &groups[0].contender;
    let answer = estimate(one, &WORKLOAD);
    assert!(answer.usd.is_some_and(|usd| is(usd, 0.0032)), "3.2 s at a tenth of a cent");
    let said = what_if(&[one], WORKLOAD, &settled(&groups)).sentence.to_string();
    assert!(
        said.contains("of 100 a day (predicted from answers of 100 tokens). A machine paid by the hour is taken to serve"),
        "the time, so the cost too: {said}"
    );
}

#[test]
fn a_job_says_that_nothing_of_its_prompt_is_cached_where_a_contender_was_measured_so() {
    let mut cached = sixteen("cached", 100.0, 100.0, (1.0, 5.0));
    for point in &mut cached {
        point.cached_tokens = Some(900.0);
    }
    let plain = sixteen("plain", 200.0, 100.0, (1.0, 5.0));
    let said = |points: &[MeasuredRequest]| {
        let groups = gathered(points);
        let contenders: Vec<&ContenderSummary> =
            groups.iter().map(|group| &group.contender).collect();
        what_if(&contenders, WORKLOAD, &settled(&groups)).sentence.to_string()
    };
    let told = said(&[cached, plain.clone()].concat());
    let expected =
        "Times of cached are with the wait that was measured with a cache, costs without one.";
    assert!(told.ends_with(expected), "its wait is not that of a prompt without a cache: {told}");
    assert!(!said(&plain).contains("cache"), "of whom it goes without saying");
}

/// Runs of 6,000 tokens that cost 0.1 ms each if no cache has them: one request of `first`, then three of which a cache held 5,800.
fn cached_after_the_first(first: &str) -> Vec<MeasuredRequest> {
    let one = |run: u32, round: u32| {
        let (cached, prompt) = if round == 0 { (0.0, first) } else { (5_800.0, "long") };
        let length = if prompt == "long" { 6_000.0 } else { 10.0 };
        let ms = 50.0 + 0.1 * (length - cached) + f64::from(run % 3);
        MeasuredRequest {
            run: format!("run-{run}"),
            round,
            prompt: prompt.to_owned(),
            in_tokens: Some(length),
            cached_tokens: Some(cached),
            ttft_ms: Some(ms),
            ttfat_ms: Some(ms),
            latency_ms: Some(ms + 1_000.0),
            price: Some(price((1.0, 5.0), None)),
            ..point("a")
        }
    };
    (0..8).flat_map(|run| (0..4).map(move |round| one(run, round))).collect()
}

#[test]
fn requests_with_a_cache_and_without_show_what_an_uncached_token_adds() {
    let job = Workload { in_tokens: 8_000.0, out_tokens: 100.0, growing: false, ..WORKLOAD };
    let of = |points: &[MeasuredRequest]| {
        let groups = gathered(points);
        let all: Vec<&ContenderSummary> = groups.iter().map(|group| &group.contender).collect();
        let wait_ms = |cached: bool| {
            let one = all.iter().find(|one| is_cached(one) == cached).expect("of both kinds");
            one.latency.expect("a pace").wait_for_ms(Some(job.in_tokens))
        };
        let said = what_if(&all, job, &settled(&groups)).sentence.to_string();
        ([true, false].map(wait_ms), said)
    };
    let (waits_ms, said) = of(&cached_after_the_first("long"));
    let is_near = |ms: f64| (ms / 851.0 - 1.0).abs() < 0.01;
    assert!(waits_ms.into_iter().all(is_near), "50 ms and 0.1 for each of 8,000: {waits_ms:?}");
    assert!(said.contains("Nothing of this prompt is taken to come from a cache"), "{said}");
    let ([cached_ms, _], said) = of(&cached_after_the_first("short"));
    assert!((cached_ms - 71.0).abs() < 1.0, "another prompt shows nothing of it: {cached_ms}");
    assert!(said.contains("with the wait that was measured with a cache"), "so it says: {said}");
}

#[test]
fn a_prompt_that_a_model_cannot_read_is_neither_predicted_nor_priced_and_named() {
    let mut points = sixteen("short", 100.0, 100.0, (0.1, 0.5));
    for point in &mut points {
        point.context = Some(8_192);
    }
    points.extend(sixteen("long", 200.0, 100.0, (1.0, 5.0)));
    let groups = gathered(&points);
    let contenders: Vec<&ContenderSummary> = groups.iter().map(|group| &group.contender).collect();
    let asked = |in_tokens: f64, growing: bool| {
        let workload = Workload { in_tokens, growing, ..WORKLOAD };
        what_if(&contenders, workload, &settled(&groups))
    };
    let own = |answer: &WhatIf| {
        let short = contenders.iter().find(|one| one.provider == "short").expect("it is there");
        let own = answer.estimates.iter().find(|own| own.place == short.place);
        own.expect("each contender has an estimate").clone()
    };
    let fits = asked(8_192.0, false);
    assert_eq!(own(&fits).too_long, None, "as many as it reads");
    assert!(fits.sentence.to_string().contains("short"), "{}", fits.sentence);
    let beyond = asked(8_193.0, false);
    let unread = own(&beyond);
    assert_eq!(
        (unread.total_ms, unread.usd, unread.loop_ms, unread.loop_usd),
        (None, None, None, None),
        "nothing is said of what its server would refuse"
    );
    let said = beyond.sentence.to_string();
    assert!(said.contains("long takes"), "the other is predicted: {said}");
    assert!(
        said.contains("; the prompt is too long for short (reads at most 8,192 tokens)."),
        "{said}"
    );
    assert!(said.contains("long costs") && !said.contains("short costs"), "{said}");
    // 4,000 tokens, and 300 more with each of 19 steps.
    let grown = asked(4_000.0, true);
    let loops = own(&grown);
    assert!(loops.total_ms.is_some() && loops.usd.is_some(), "one request fits");
    assert_eq!((loops.loop_ms, loops.loop_usd), (None, None), "its twentieth does not");
    let said = grown.sentence.to_string();
    assert!(said.contains("; the last prompt of the loop is too long for short (reads"), "{said}");
    let alone: Vec<&ContenderSummary> =
        contenders.iter().copied().filter(|one| one.provider == "short").collect();
    let nobody =
        what_if(&alone, Workload { in_tokens: 9_000.0, ..WORKLOAD }, &settled(&groups)).sentence;
    assert_eq!(
        nobody.to_string(),
        "For 9,000 tokens in and 300 out, as each server counts, no contender's time can be predicted; the prompt is too long for short (reads at most 8,192 tokens).",
        "and no price is said to be missing"
    );
}

#[test]
fn the_sentence_names_the_quickest_and_the_cheapest() {
    let points = [sixteen("a", 200.0, 100.0, (1.0, 5.0)), sixteen("b", 500.0, 50.0, (0.1, 0.5))];
    let points = points.concat();
    let groups = gathered(&points);
    let all: Vec<&ContenderSummary> = groups.iter().map(|group| &group.contender).collect();
    assert_eq!(
        what_if(&all, WORKLOAD, &settled(&groups)).sentence.to_string(),
        "With 1,000 tokens in and 300 out, as each server counts, a is fastest, at 3.20 s; 20 steps take 64.0 s (predicted \
         from answers of 100 tokens). b costs least: $0.00025 a request, $0.75 for 30 days of 100 a day.",
        "each with its number"
    );
}

#[test]
fn who_costs_least_is_not_said_where_thoughts_cost_and_scatter() {
    let thinking = |name: &str, tokens: [f64; 2]| {
        let drawn: Vec<f64> = (0..16).map(|round| tokens[round % 2]).collect();
        rounds(name, &drawn, |point, thought| {
            (point.reasoning_tokens, point.out_tokens) = (Some(thought), Some(100.0 + thought));
            point.price = Some(price((1.0, 5.0), None));
        })
    };
    let said = |of_b: [f64; 2]| {
        let points = [thinking("a", [100.0, 900.0]), thinking("b", of_b)].concat();
        let groups = gathered(&points);
        let all: Vec<&ContenderSummary> = groups.iter().map(|group| &group.contender).collect();
        what_if(&all, WORKLOAD, &settled(&groups)).sentence.to_string()
    };
    let open = said([880.0, 140.0]);
    assert!(open.contains("Who costs least is not settled among a and b"), "2 % apart: {open}");
    let clear = said([5_000.0, 5_900.0]);
    assert!(clear.contains("a costs least"), "ten times the thoughts in each round: {clear}");
}
