//! The tokens and the cost of a request, and which counts are believed.

use providers::SafeText;

use super::*;

#[test]
fn counts_that_disagree_are_reported_in_both_directions() {
    // "Hello world" is two tokens of o200k_base.
    for (counted, told) in [(2, false), (1, true), (3, true)] {
        let text = recording(
            &[(Kind::Answer, "Hello world")],
            json!({"prompt_tokens": 7, "completion_tokens": counted}),
        );
        assert_eq!(
            sample(&text, &finished()).doubts.contains(&Warning::CountsDisagree),
            told,
            "{counted} by the server and 2 by the same tokenizer here"
        );
    }
}

#[test]
fn fewer_tokens_than_any_tokenizer_takes_for_the_text_are_told_whatever_the_model() {
    let groq = provider("groq").expect("in the catalogue");
    let plain = context(groq, "Say hello to the world");
    // 200 words of five letters and a space; English takes about a token each.
    let words = "words ".repeat(200);
    for (counted, told) in [(40, true), (83, true), (84, false), (200, false), (900, false)] {
        let usage = json!({"prompt_tokens": 7, "completion_tokens": counted});
        let text = recording(&[(Kind::Answer, &words)], usage);
        let asked = SampleContext { model: "llama-3.3-70b-versatile", ..plain };
        let doubts = Sample::of(&text, &finished(), &asked, None).doubts;
        assert_eq!(doubts.contains(&Warning::CountsDisagree), told, "{counted} of 1,000 letters");
    }
    let usage = json!({"prompt_tokens": 7, "completion_tokens": 1});
    let word = recording(&[(Kind::Answer, "Donaudampfschiffahrtsgesellschaft")], usage);
    let asked = SampleContext { model: "llama-3.3-70b-versatile", ..plain };
    let doubts = Sample::of(&word, &finished(), &asked, None).doubts;
    assert!(!doubts.contains(&Warning::CountsDisagree), "one word may be one token");
}

#[test]
fn the_tokens_of_the_answer_alone_are_kept_beside_those_of_the_whole_text() {
    let usage = json!({"prompt_tokens": 5, "completion_tokens": 50, "total_tokens": 55,
        "completion_tokens_details": {"reasoning_tokens": 47}});
    let said =
        [(Kind::Reasoning, "Let me think"), (Kind::Answer, "Hello"), (Kind::Answer, " world")];
    let verbatim = Reply { reasoning_type: ReasoningType::Verbatim, ..finished() };
    let sample = sample(&recording(&said, usage), &verbatim);
    assert_eq!((sample.out_tokens_neutral, sample.answer_tokens_neutral), (Some(5), Some(2)));
    assert_eq!(sample.answer_tokens_server, Some(3), "which the server counts otherwise");
}

#[test]
fn both_counts_stand_side_by_side_and_say_who_counted() {
    let text = recording(
        &[(Kind::Answer, "Hello"), (Kind::Answer, " world")],
        json!({"prompt_tokens": 5, "completion_tokens": 3, "total_tokens": 8}),
    );
    let sample = sample(&text, &finished());
    assert_eq!(
        sample.token_source,
        Some(TokenSource::Server),
        "the server's count is the one that is billed"
    );
    assert_eq!(
        (sample.out_tokens_server, sample.out_tokens_neutral),
        (Some(3), Some(2)),
        "o200k_base counts 2"
    );
    assert_eq!(sample.count_diff_pct, Some(50.0), "and how far they are apart");
    assert!(!sample.doubts.contains(&Warning::UsageMissing), "usage came");
}

#[test]
fn without_usage_the_count_is_ours_and_says_so() {
    let text = recording(&[(Kind::Answer, "Hello"), (Kind::Answer, " world")], json!(null));
    let sample = sample(&text, &finished());
    assert_eq!(sample.token_source, Some(TokenSource::Neutral), "we counted");
    assert_eq!(sample.out_tokens_server, None, "the server's count is unknown, not zero");
    assert!(sample.doubts.contains(&Warning::UsageMissing), "and the user is told");
}

#[test]
fn a_count_of_nothing_beside_a_text_is_no_count() {
    let text =
        recording(&[(Kind::Answer, "Hello")], json!({"prompt_tokens": 5, "completion_tokens": 0}));
    assert_eq!(
        sample(&text, &finished()).token_source,
        Some(TokenSource::Neutral),
        "some servers send zeros"
    );
}

#[test]
fn reasoning_that_was_counted_and_not_shown_is_hidden() {
    let text = recording(
        &[(Kind::Answer, "Hello"), (Kind::Answer, " world")],
        json!({"prompt_tokens": 5, "completion_tokens": 102, "total_tokens": 107,
               "completion_tokens_details": {"reasoning_tokens": 100}}),
    );
    let sample = sample(&text, &finished());
    assert_eq!(sample.reasoning_type, ReasoningType::Hidden, "nobody saw it");
    assert_eq!(sample.answer_tokens_server, Some(2), "what is left is the answer");
    assert_eq!(
        sample.speed.decode_tps.map(f64::round),
        Some(10.0),
        "one answer token after the first in 0.1 s"
    );
    assert_eq!(sample.count_diff_pct, None, "what was not shown cannot be counted here");
}

/// A request that shows 40 words of reasoning and 40 of an answer, with `thought` tokens of reasoning and `answer` of an answer by the
/// server.
fn reasoned(thought: u64, answer: u64) -> Sample {
    let mut words = vec![(Kind::Reasoning, " the"); 40];
    words.extend([(Kind::Answer, " the"); 40]);
    let usage = json!({"prompt_tokens": 5, "completion_tokens": thought + answer,
        "completion_tokens_details": {"reasoning_tokens": thought}});
    let recording = recording(&words, usage);
    let verbatim = Reply { reasoning_type: ReasoningType::Verbatim, ..finished() };
    sample(&recording, &verbatim)
}

#[test]
fn reasoning_counted_far_above_its_text_is_a_summary_and_lays_no_hidden_token_over_it() {
    let whole = reasoned(40, 40);
    let summary = reasoned(240, 40);
    assert_eq!(summary.reasoning_type, ReasoningType::Summary, "40 of 240 tokens were seen");
    assert!(summary.doubts.contains(&Warning::ReasoningSummary), "{:?}", summary.doubts);
    assert_eq!(summary.speed.reasoning_tps, None, "nobody saw how fast it reasoned");
    assert_eq!(summary.speed.answer_tps, whole.speed.answer_tps, "the answer is what it was");
    assert_eq!(summary.speed.decode_tps, summary.speed.answer_tps, "and alone has a speed");
    assert_eq!(summary.speed.neutral_tps, whole.speed.answer_tps, "in our tokens as well");
    assert_eq!(summary.reasoning_tokens_server, Some(240), "the bill stands");
    assert_eq!(summary.count_diff_pct, None, "two counts of different texts have no difference");
    assert!(!summary.doubts.contains(&Warning::TokensBundled), "{:?}", summary.doubts);
    assert_eq!(summary.reasoning_seen(), ReasoningType::Verbatim, "which was inferred");
}

#[test]
fn reasoning_that_its_text_can_hold_by_any_tokenizer_is_word_for_word() {
    for (thought, answer, is_whole) in [
        (40, 40, true),
        // Markers of where it begins and ends.
        (96, 40, true),
        (97, 40, false),
        // This server's tokenizer takes three tokens for each of ours, as its answer shows.
        (240, 120, true),
        (257, 120, false),
        // A coarser tokenizer takes no more of the reasoning.
        (96, 20, true),
        (97, 20, false),
    ] {
        let sample = reasoned(thought, answer);
        let seen = sample.reasoning_type == ReasoningType::Verbatim;
        assert_eq!(seen, is_whole, "{thought} of reasoning beside {answer} of the answer");
        assert_eq!(sample.doubts.contains(&Warning::ReasoningSummary), !is_whole);
        assert_eq!(sample.speed.reasoning_tps.is_some(), is_whole);
    }
}

#[test]
fn a_short_answer_does_not_tell_how_its_tokenizer_cuts() {
    let of = |thought: u64| {
        let mut words = vec![(Kind::Reasoning, " the"); 40];
        words.push((Kind::Answer, " yes"));
        let usage = json!({"prompt_tokens": 5, "completion_tokens": thought + 1,
            "completion_tokens_details": {"reasoning_tokens": thought}});
        let verbatim = Reply { reasoning_type: ReasoningType::Verbatim, ..finished() };
        sample(&recording(&words, usage), &verbatim).reasoning_type
    };
    assert_eq!(of(176), ReasoningType::Verbatim, "four for each of ours, and marks");
    assert_eq!(of(177), ReasoningType::Summary, "no vocabulary takes so many");
}

#[test]
fn cost_is_computed_from_the_dated_price_and_the_counts() {
    let text = recording(
        &[(Kind::Answer, "Hello")],
        json!({"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100,
               "prompt_tokens_details": {"cached_tokens": 400}}),
    );
    let sample = sample(&text, &finished());
    // 600 × $0.15 + 400 × $0.075 + 100 × $0.60 per million.
    assert_eq!(sample.cost_usd, Some(0.000_18), "cached tokens cost what cached tokens cost");
    assert!(
        sample.price.is_some_and(|price| !price.dated.is_empty()),
        "and the price says when it held"
    );
    assert!(sample.doubts.contains(&Warning::PromptCached), "a cached prompt shortens TTFT");
}

#[test]
fn a_providers_own_figure_wins_and_no_price_is_no_cost() {
    let reported = recording(
        &[(Kind::Answer, "Hello")],
        json!({"prompt_tokens": 10, "completion_tokens": 1, "total_tokens": 11, "cost": 0.25}),
    );
    let said = sample(&reported, &finished());
    assert_eq!(
        (said.cost_usd, said.cost_source),
        (Some(0.25), Some(cost::CostSource::Reported)),
        "its own bill"
    );
    assert_eq!(said.price, None, "no price of ours was used");
    let custom = provider("custom").expect("in the catalogue");
    let unpriced =
        recording(&[(Kind::Answer, "Hello")], json!({"prompt_tokens": 10, "completion_tokens": 1}));
    let sample = Sample::of(&unpriced, &finished(), &context(custom, "Hi"), None);
    assert_eq!(sample.cost_usd, None, "no price is no cost, never zero");
}

#[test]
fn what_a_request_cost_is_by_the_tier_that_answered() {
    let usage = json!({"prompt_tokens": 1_000, "completion_tokens": 1_000});
    let recording = recording(&[(Kind::Answer, "Yes.")], usage);
    let by = |tier: Option<&str>| {
        let mut reply = finished();
        reply.server.service_tier = tier.map(|tier| SafeText::without(tier, None));
        sample(&recording, &reply).doubts.contains(&Warning::CostEstimated)
    };
    assert!(!by(None) && !by(Some("on_demand")), "the standard price is known");
    assert!(by(Some("performance")), "a tier without a price of its own is an estimate");
}

#[test]
fn a_count_that_no_text_holds_is_a_warning_and_is_not_used() {
    let words = [(Kind::Answer, "Hello "); 20];
    for claimed in
        [json!(1e308), json!(9e15), json!(u64::MAX), json!(4_294_967_295_u64), json!(1_000_000)]
    {
        let text = recording(&words, json!({"prompt_tokens": 5, "completion_tokens": claimed}));
        let sample = sample(&text, &finished());
        assert!(
            sample.doubts.contains(&Warning::CountImpossible),
            "{claimed}: {:?}",
            sample.doubts
        );
        assert_eq!(sample.out_tokens_server, None, "{claimed} is not used");
        assert_eq!(sample.token_source, Some(TokenSource::Neutral), "we count");
        assert!(sample.speed.decode_tps.is_some_and(|tps| tps < 30.0), "{:?}", sample.speed);
        assert!(sample.cost_usd.is_some_and(|usd| usd < 0.001), "{:?}", sample.cost_usd);
        assert!(sample.ticks_ms.is_empty(), "20 words fill no track");
        let text = recording(&words, json!({"prompt_tokens": claimed, "completion_tokens": 20}));
        let sample = super::sample(&text, &finished());
        let is_input = claimed.as_f64().is_some_and(|tokens| tokens <= 1e6);
        assert_eq!(sample.in_tokens_server.is_some(), is_input, "{claimed} tokens of input");
    }
}

#[test]
fn counts_that_contradict_each_other_are_not_used() {
    let of = |usage| sample(&recording(&[(Kind::Answer, "Hello "); 20], usage), &finished());
    let reasoned = of(json!({"prompt_tokens": 5, "completion_tokens": 20,
        "completion_tokens_details": {"reasoning_tokens": 30}}));
    assert!(reasoned.doubts.contains(&Warning::CountImpossible), "more thoughts than tokens");
    assert_eq!(
        (reasoned.reasoning_tokens_server, reasoned.out_tokens_server),
        (None, Some(20)),
        "the total may be true"
    );
    let cached = of(json!({"prompt_tokens": 5, "completion_tokens": 20,
        "prompt_tokens_details": {"cached_tokens": 6}}));
    assert!(cached.doubts.contains(&Warning::CountImpossible), "more cached than sent");
    assert_eq!(cached.cached_read_tokens, None, "so nobody knows what was cached");
    assert!(!cached.doubts.contains(&Warning::PromptCached), "and nothing is said of it");
    let sound = of(json!({"prompt_tokens": 5, "completion_tokens": 20}));
    assert!(!sound.doubts.contains(&Warning::CountImpossible), "{:?}", sound.doubts);
}

#[test]
fn tokens_that_the_text_does_not_hold_were_written_out_of_sight() {
    // 20 words shown but 5,000 tokens billed: the rest was reasoning.
    let usage = json!({"prompt_tokens": 5, "completion_tokens": 5_000});
    let billed = sample(&recording(&[(Kind::Answer, "Hello "); 20], usage), &finished());
    assert_eq!(billed.reasoning_type, ReasoningType::Hidden, "{:?}", billed.doubts);
    assert_eq!(billed.out_tokens_server, Some(5_000), "the bill stands");
    assert!(billed.speed.decode_tps.is_some_and(|tps| tps < 30.0), "{:?}", billed.speed.decode_tps);
    assert!(billed.doubts.contains(&Warning::SplitEstimated), "{:?}", billed.doubts);
}

#[test]
fn a_split_that_the_server_does_not_give_is_scaled_to_its_total() {
    // We count 20 and 20; the server 60 in all.
    let mut words = vec![(Kind::Reasoning, " the"); 20];
    words.extend([(Kind::Answer, " the"); 20]);
    let verbatim = Reply { reasoning_type: ReasoningType::Verbatim, ..finished() };
    let split = json!({"prompt_tokens": 5, "completion_tokens": 60,
        "completion_tokens_details": {"reasoning_tokens": 30}});
    let with = sample(&recording(&words, split), &verbatim);
    let without = recording(&words, json!({"prompt_tokens": 5, "completion_tokens": 60}));
    let without = sample(&without, &verbatim);
    assert_eq!(without.speed.answer_tps, with.speed.answer_tps, "one counter for both");
    assert_eq!(without.speed.reasoning_tps, with.speed.reasoning_tps, "in each phase");
    assert!(without.doubts.contains(&Warning::SplitEstimated), "and said: {:?}", without.doubts);
    assert!(!with.doubts.contains(&Warning::SplitEstimated), "which nobody says of a count");
}

#[test]
fn hidden_tokens_are_placed_nowhere() {
    // 940 hidden tokens and 60 words.
    let usage = json!({"prompt_tokens": 5, "completion_tokens": 1_000,
        "completion_tokens_details": {"reasoning_tokens": 940}});
    let text = recording(&[(Kind::Answer, " the"); 60], usage);
    let sample = sample(&text, &finished());
    assert!(sample.ticks_ms.is_empty(), "60 tokens fill no track: {:?}", sample.ticks_ms);
    assert_eq!(crate::pace_of(Some(&sample), Some(&text)).total(), 60, "nor win a medal for 512");
}
