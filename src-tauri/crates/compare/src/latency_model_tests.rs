use super::*;
use crate::evidence::Evidence;
use crate::fixtures::{is, rounds};
use crate::request::Outcome;

fn pace(place: u32, start_ms: f64, tps: f64) -> LatencyModel {
    let prompts = Prompts {
        at: None,
        measured: (0.0, 0.0),
        slope: None,
        curve: None,
        end: SlopeEnd::Estimate,
        is_neutral: false,
        own: OwnTokens::SAME,
    };
    let writing = Writing { tps, head: 0.0, own_tokens: 1.0, own_tokens_range: (1.0, 1.0) };
    LatencyModel {
        place,
        wait_ms: start_ms,
        think_ms: 0.0,
        writing,
        is_neutral: false,
        measured: (0.0, 1e9),
        prompts,
        neutral_prompts: None,
    }
}

fn model(requests: &[MeasuredRequest]) -> LatencyModel {
    let good: Vec<&MeasuredRequest> =
        requests.iter().filter(|one| one.outcome == Outcome::Good).collect();
    LatencyModel::of(0, &good, Some(TokenSource::Server)).expect("they have a TTFT and a speed")
}

#[test]
fn an_answer_takes_its_first_token_and_its_tokens_over_its_speed() {
    let pace = LatencyModel { think_ms: 300.0, ..pace(0, 200.0, 50.0) };
    assert!(is(pace.latency_ms(100.0), 2_500.0), "0.2 s, 0.3 s and 100 tokens at 50 a second");
}

#[test]
fn two_lines_meet_where_what_one_lost_at_the_start_is_made_up() {
    // 400 ms later, and 10 ms a token versus 2: 50 tokens.
    let (early, fast) = (pace(0, 200.0, 100.0), pace(1, 600.0, 500.0));
    assert!(early.break_even(&fast).is_some_and(|tokens| is(tokens, 50.0)), "400 ms at 8 a token");
    assert!(fast.break_even(&early).is_some_and(|tokens| is(tokens, 50.0)), "either way");
    assert_eq!(early.break_even(&pace(1, 900.0, 100.0)), None, "side by side they never meet");
    assert_eq!(early.break_even(&pace(1, 100.0, 500.0)), None, "one is better in both");
}

/// 40 thoughts at 20 tok/s, then 30 words at 100 tok/s.
#[test]
fn an_answer_is_written_at_its_own_speed_and_not_at_that_of_the_thoughts() {
    let thinking = rounds("a", &[(); 8], |one, ()| {
        one.ttft_ms = Some(100.0);
        one.ttfat_ms = Some(2_100.0);
        one.latency_ms = Some(2_390.0);
        one.out_tokens = Some(70.0);
        one.reasoning_tokens = Some(40.0);
        one.decode_tps = Some(69.0 / 2.29);
        one.answer_tps = Some(100.0);
    });
    let model = model(&thinking);
    assert!(is(model.latency_ms(30.0), 2_390.0), "at its own length it is what was measured");
    assert!(is(model.latency_ms(500.0), 7_090.0), "2.1 s and 499 words at 100 a second");
}

#[test]
fn tokens_that_come_with_the_first_take_no_time() {
    let bundled = rounds("a", &[(); 8], |one, ()| {
        one.ttft_ms = Some(200.0);
        one.ttfat_ms = Some(200.0);
        one.latency_ms = Some(1_040.0);
        one.decode_tps = Some(100.0);
        one.out_tokens = Some(100.0);
    });
    let model = model(&bundled);
    assert!(is(model.writing.head, 16.0), "84 tokens took 0.84 s: {}", model.writing.head);
    assert!(is(model.latency_ms(100.0), 1_040.0), "what was measured");
    assert!(is(model.latency_ms(10.0), 200.0), "ten come at once");
}

#[test]
fn a_longer_prompt_waits_longer_where_prompts_of_several_lengths_were_measured() {
    let lengths = [100.0, 1_000.0, 10_000.0];
    let requests = rounds("a", &lengths.repeat(4), |one, tokens| {
        one.in_tokens = Some(tokens);
        one.ttft_ms = Some(150.0 + 0.05 * tokens);
        one.ttfat_ms = one.ttft_ms;
        one.latency_ms = one.ttft_ms.map(|ms| ms + 1_000.0);
    });
    let model = model(&requests);
    assert!(model.prompts.slope.is_some_and(|slope| is(slope.ms_per_token, 0.05)), "50 µs a token");
    for tokens in [100.0, 4_000.0, 10_000.0] {
        let wait = model.wait_for_ms(Some(tokens));
        assert!(is(wait, 150.0 + 0.05 * tokens), "{tokens} tokens: {wait}");
    }
    assert!(model.knows_prompt(4_000.0) && !model.knows_prompt(100_000.0), "flagged outside");
}

#[test]
fn tokens_from_the_cache_are_not_read_again() {
    let requests =
        rounds("a", &[(100.0, 0.0), (8_000.0, 7_900.0)].repeat(6), |one, (all, cached)| {
            one.in_tokens = Some(all);
            one.cached_tokens = Some(cached);
        });
    let model = model(&requests);
    assert_eq!(model.prompts.slope, None, "both read 100 tokens");
    assert_eq!(model.prompts.measured, (100.0, 100.0), "which is what was measured");
}

#[test]
fn prompts_of_one_length_do_not_predict_a_longer_one() {
    let model = model(&rounds("a", &[(); 8], |_, ()| ()));
    assert!(is(model.wait_for_ms(Some(8_000.0)), 200.0), "the TTFT of what was measured");
    assert!(!model.knows_prompt(8_000.0) && model.knows_prompt(1_000.0), "and it is said so");
}

#[test]
fn a_run_waits_as_long_as_its_own_prompts_take() {
    let of = |tokens: f64| {
        rounds("a", &[(); 6], move |point, ()| {
            point.in_tokens = Some(tokens);
            point.ttft_ms = Some(100.0 + 0.1 * tokens);
        })
    };
    let (mut short, mut long) = (of(1_000.0), of(9_000.0));
    short.extend(long.iter().cloned());
    let good: Vec<&MeasuredRequest> = short.iter().collect();
    let model = LatencyModel::of(0, &good, Some(TokenSource::Server)).expect("it has a pace");
    for one in &mut long {
        one.run = "run-2".to_owned();
    }
    let evidence = Evidence::of(&long.iter().collect::<Vec<_>>(), Some(TokenSource::Server));
    let own = evidence.runs[0].middles;
    let own = model.within(&own).expect("it has a pace").wait_for_ms(Some(3_000.0));
    assert!(is(own, 400.0), "less than its 1,000 ms, by 6,000 tokens: {own}");
}
