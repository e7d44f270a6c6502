use super::*;
use crate::fixtures::{is, point, price, rounds, sixteen};
use crate::predict::Lengths;
use crate::question::CompareQuestion;
use crate::view::{CompareView, view};
use crate::workload::Workload;

/// Sixteen rounds of a server that writes 100 `o200k_base` tokens in a second, which it counts as `own` each.
fn counting(provider: &str, own: f64) -> Vec<MeasuredRequest> {
    let mut all = sixteen(provider, 200.0, 100.0, (1.0, 4.0));
    for (request, at) in all.iter_mut().zip(0..) {
        let noise = 1.0 + f64::from(at % 5) * 1e-4;
        request.neutral_tps = Some(100.0 * noise);
        request.decode_tps = Some(100.0 * own * noise);
        request.out_tokens = Some(100.0 * own);
        request.latency_ms = Some(200.0 + 1_000.0 / noise);
    }
    all
}

fn answer(requests: &[MeasuredRequest]) -> CompareView {
    let workload = Workload { in_tokens: 1_000.0, out_tokens: 300.0, ..Workload::default() };
    view(requests, &CompareQuestion { workload, ..CompareQuestion::default() })
}

#[test]
fn the_same_text_in_more_tokens_of_ones_own_is_not_written_faster() {
    let (plain, fine) = (counting("plain", 1.0), counting("fine", 1.5));
    let told = answer(&[plain, fine, counting("coarse", 0.7)].concat());
    let Lengths { lines, leaders, sentence, .. } = &told.lengths;
    let at_one_length: Vec<f64> = lines.iter().map(|line| line.latency_ms[20]).collect();
    for one in &at_one_length {
        assert!(is(*one / at_one_length[0], 1.0), "the same time for the same text: {lines:?}");
    }
    assert_eq!((leaders.len(), leaders[0].tied.len()), (1, 2), "nobody leads: {sentence}");
    for line in lines {
        assert!(line.fit.is_some_and(|fit| is(fit, 1.0)), "as measured: {line:?}");
    }
}

#[test]
fn a_text_costs_as_many_tokens_as_its_server_counts() {
    let told = answer(&[counting("plain", 1.0), counting("fine", 1.5)].concat());
    let usd = |name: &str| {
        let one = told.contenders.iter().find(|one| one.provider == name).expect("it is there");
        let of_one = told.what_if.estimates.iter().find(|of| of.place == one.place);
        of_one.and_then(|of| of.usd).expect("a price")
    };
    // $1 and $4 per million tokens: 1,000 in, and 300 or 450 out.
    assert!(is(usd("plain"), 0.0022) && is(usd("fine"), 0.0028), "1.5 tokens for one");
    let sentence = told.what_if.sentence.to_string();
    assert!(sentence.contains("plain costs least"), "by tokenizers surely apart: {sentence}");
}

#[test]
fn of_one_tokenizer_the_lower_price_costs_less_whatever_was_written() {
    let dear = |own: f64, usd: f64| {
        let mut one = counting("dear", own);
        for request in &mut one {
            request.price = Some(price((1.0, usd), None));
        }
        answer(&[counting("plain", 1.02), one].concat()).what_if.sentence.to_string()
    };
    assert!(dear(1.02, 4.1).contains("plain costs least"), "{}", dear(1.02, 4.1));
    assert!(dear(1.025, 4.0).contains("cost the same"), "{}", dear(1.025, 4.0));
}

/// The same, asked prompts of 1,000 and 10,000 `o200k_base` tokens, each of which takes 50 µs.
fn reading(provider: &str, own: f64) -> Vec<MeasuredRequest> {
    let mut all = counting(provider, own);
    for (request, length) in all.iter_mut().zip([1_000.0, 10_000.0].into_iter().cycle()) {
        request.prompt_tokens = Some(length);
        request.in_tokens = Some(own * length);
        let wrote_ms = request.latency_ms.unwrap_or_default() - 200.0;
        request.ttft_ms = Some(150.0 + 0.05 * length);
        request.ttfat_ms = request.ttft_ms;
        request.latency_ms = request.ttft_ms.map(|ms| ms + wrote_ms);
    }
    all
}

fn asked(requests: &[MeasuredRequest]) -> CompareView {
    let workload = Workload { in_tokens: 5_000.0, out_tokens: 100.0, ..Workload::default() };
    view(requests, &CompareQuestion { workload, ..CompareQuestion::default() })
}

#[test]
fn a_prompt_takes_the_time_of_its_text_and_costs_what_its_server_counts() {
    let told = asked(&[reading("plain", 1.0), reading("fine", 1.5)].concat());
    for of in &told.what_if.estimates {
        assert!(of.wait_ms.is_some_and(|ms| is(ms, 400.0)), "150 ms and 5,000 at 50 µs: {of:?}");
    }
    let usd: Vec<f64> = told.what_if.estimates.iter().filter_map(|of| of.usd).collect();
    let (least, most) = (usd[0].min(usd[1]), usd[0].max(usd[1]));
    // $1 and $4 per million: 5,000 and 100, or half as many more of each.
    assert!(is(least, 0.0054) && is(most, 0.0081), "{usd:?}");
    let said = told.what_if.sentence.to_string();
    assert!(
        said.starts_with("With 5,000 o200k tokens in and 100 out, no one is significantly fastest"),
        "{said}"
    );
    assert!(said.contains("plain costs least"), "{said}");
    let far = Workload { in_tokens: 90_000.0, out_tokens: 100.0, ..Workload::default() };
    let question = CompareQuestion { workload: far, ..CompareQuestion::default() };
    let all = [reading("plain", 1.0), reading("fine", 1.5)].concat();
    let said = view(&all, &question).what_if.sentence.to_string();
    assert!(said.contains("prompts of 1,000 to 10,000 uncached o200k tokens"), "{said}");
}

#[test]
fn a_prompt_that_is_not_known_in_tokens_of_all_is_counted_in_each_servers_own() {
    let mut carrying = reading("carrying", 1.5);
    carrying[3].prompt_tokens = None;
    let told = asked(&[reading("plain", 1.0), carrying].concat());
    let said = told.what_if.sentence.to_string();
    assert!(
        said.starts_with("With 5,000 tokens in, as each server counts, and 100 o200k tokens out"),
        "{said}"
    );
    let shorter = told.what_if.estimates[0].wait_ms.expect("a time");
    assert!(is(shorter, 150.0 + 0.05 * 5_000.0 / 1.5), "5,000 of its own are 3,333: {shorter}");
}

#[test]
fn what_a_model_reads_is_counted_in_its_own_tokens() {
    let within = |context: u32| {
        let mut fine = reading("fine", 1.5);
        for request in &mut fine {
            request.context = Some(context);
        }
        let told = asked(&[fine, reading("plain", 1.0)].concat());
        told.what_if.sentence.to_string()
    };
    assert!(!within(7_500 + 200 * 19).contains("too long"), "{}", within(20_000));
    assert!(within(7_499).contains("; the prompt is too long for fine"), "{}", within(7_499));
}

#[test]
fn texts_that_are_not_known_in_tokens_of_all_are_counted_in_each_servers_own() {
    let mut unread = counting("unread", 1.0);
    for request in &mut unread {
        request.neutral_tps = None;
    }
    let told = answer(&[counting("fine", 1.5), unread].concat());
    let speeds: Vec<f64> = told.lengths.lines.iter().map(|line| line.tps.round()).collect();
    assert_eq!(speeds, [150.0, 100.0], "as each counts");
}

#[test]
fn answer_tokens_that_came_with_the_first_took_no_time() {
    let mut one = point("a");
    (one.ttfat_ms, one.latency_ms) = (Some(200.0), Some(1_000.0));
    let own = Writing::own(&one, one.counted).expect("a speed");
    assert!(own.head.is_some_and(|head| is(head, 20.0)), "0.8 s at 100 a second are 80 of 100");
    one.neutral_tps = Some(50.0);
    let neutral = Writing::neutral(&one, one.counted).expect("a speed");
    assert!(is(neutral.tps, 50.0) && neutral.head.is_some_and(|head| is(head, 10.0)), "of 50");
    let of_none = rounds("a", &[()], |one, ()| one.decode_tps = None);
    assert_eq!(Writing::of(&[&of_none[0]], &|one| Writing::own(one, one.counted)), None);
}

/// The same for a server that shows 40 tokens of reasoning at 50 a second and then 40 of its answer at 100, and counts so many of
/// reasoning.
fn thinking(provider: &str, reasoning: f64) -> Vec<MeasuredRequest> {
    let mut all = sixteen(provider, 50.0, 100.0, (1.0, 4.0));
    for (request, at) in all.iter_mut().zip(0..) {
        let noise = 1.0 + f64::from(at % 5) * 1e-4;
        request.ttfat_ms = Some(850.0);
        request.latency_ms = Some(850.0 + 400.0 / noise);
        (request.reasoning_tokens, request.out_tokens) = (Some(reasoning), Some(reasoning + 40.0));
        request.decode_tps = Some((reasoning + 40.0) / 1.2 * noise);
        request.neutral_tps = Some(80.0 / 1.2 * noise);
        request.answer_tps = Some(100.0 * noise);
    }
    all
}

#[test]
fn reasoning_that_is_counted_and_not_shown_makes_no_answer_shorter() {
    let told = answer(&[thinking("summing", 240.0), thinking("open", 40.0)].concat());
    let Lengths { lines, leaders, sentence, .. } = &told.lengths;
    for line in lines {
        assert!(line.tps > 99.0 && line.tps < 101.0, "40 tokens in 0.4 s: {line:?}");
        assert!(line.fit.is_some_and(|fit| (fit - 1.0).abs() < 0.05), "as measured: {line:?}");
    }
    assert_eq!((leaders.len(), leaders[0].tied.len()), (1, 1), "twins: {sentence}");
}

#[test]
fn an_answer_after_shown_reasoning_is_counted_by_its_own_text() {
    let mut summing = thinking("summing", 240.0);
    for request in &mut summing {
        request.answer_neutral = Some(32.0);
    }
    let one = &summing[0];
    let neutral = Writing::neutral(one, one.counted).expect("its text is known");
    let tps = 32.0 / 0.4;
    assert!((neutral.tps - tps).abs() < 0.1 && is(neutral.own_tokens, 1.25), "{neutral:?}");
    assert!(neutral.length.is_some_and(|all| is(all, 32.0)), "40 of its own: {neutral:?}");
    let mut other = sixteen("plain", 50.0, 100.0, (1.0, 4.0));
    for request in &mut other {
        request.neutral_tps = Some(100.0);
    }
    let told = answer(&[summing, other].concat()).what_if.sentence.to_string();
    assert!(told.contains("o200k tokens out"), "so all are predicted in one unit: {told}");
}

#[test]
fn an_answer_whose_reasoning_is_hidden_is_known_in_tokens_of_all() {
    let mut hiding = point("a");
    (hiding.neutral_tps, hiding.answer_tps) = (Some(80.0), hiding.decode_tps);
    hiding.reasoning_tokens = Some(60.0);
    let neutral = Writing::neutral(&hiding, hiding.counted).expect("its rates are the answer's");
    assert!(is(neutral.tps, 80.0) && neutral.length.is_some_and(|all| is(all, 32.0)), "of 40");
}
