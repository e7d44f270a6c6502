//! Contenders that are not told apart, each for a reason of its own, in every sentence of an answer.

use std::cell::RefCell;
use std::sync::Arc;

use measure::{Metric, SplitMix64};

use super::{Truth, checks, race, sentences};
use crate::question::CompareQuestion;
use crate::request::{MeasuredRequest, Outcome};
use crate::standing::Standing;
use crate::view::{CompareView, view};

/// The answer about these, of which no sentence contradicts another, and every sentence.
fn answered(requests: &[MeasuredRequest]) -> (CompareView, Vec<String>) {
    let answer = view(requests, &CompareQuestion::default());
    let broken = RefCell::default();
    checks::Held { answer: &answer, seed: 0, broken: &broken }.hold();
    let broken = broken.into_inner();
    assert!(broken.is_empty(), "{broken:#?}");
    let document = measure::in_english(&answer).expect("an answer is JSON");
    let mut texts = Vec::new();
    sentences(&document, "", &mut texts);
    (answer, texts.into_iter().map(|(_, text)| text).collect())
}

fn standing(answer: &CompareView, (a, b): (u32, u32), metric: Metric) -> Option<Standing> {
    let found = |pair: &&crate::PairComparison| (pair.a, pair.b, pair.metric) == (a, b, metric);
    answer.pairs.iter().find(found).map(|pair| pair.standing)
}

const USD: (f64, f64) = (1.0, 4.0);
const EQUAL: [Truth; 2] = [(100.0, 100.0, USD), (100.0, 100.0, USD)];

#[test]
fn who_answered_in_few_rounds_is_untested_in_every_sentence_beside_two_that_were_tested() {
    let truths = [EQUAL[0], EQUAL[1], (1_000.0, 20.0, USD)];
    let mut requests = race(&truths, 12, 0.05, &mut SplitMix64::new(21));
    for one in requests.iter_mut().filter(|one| one.provider == "gamma" && one.round > 2) {
        let failed = MeasuredRequest::new("gamma", "model");
        let (run, at_s, prompt) = (one.run.clone(), one.at_s, one.prompt.clone());
        *one = MeasuredRequest { run, at_s, prompt, round: one.round, ..failed };
        one.outcome = Outcome::Failed;
    }
    let (answer, texts) = answered(&requests);
    assert_eq!(standing(&answer, (0, 2), Metric::TtftMs), Some(Standing::Untested), "three rounds");
    assert_eq!(standing(&answer, (0, 1), Metric::TtftMs), Some(Standing::Unsettled), "twelve");
    for text in &texts {
        for clause in text.split(['.', ';']).filter(|clause| clause.contains("gamma")) {
            let frontier = clause.contains("On the frontier") || clause.contains("tok/s");
            assert!(frontier || !clause.contains("signific"), "gamma was not tested: {text}");
        }
    }
    let of = |start: &str| texts.iter().find(|text| text.contains(start)).expect(start);
    let told = "too few runs, rounds or waves to compare";
    for start in ["At no length is one shown to be fastest", "With ", "On the frontier"] {
        assert!(of(start).contains(told), "apart from the tested: {}", of(start));
    }
}

/// A race of two lanes, in which another model answers for the first after so many of 40 rounds.
fn switched(after: u32) -> Vec<MeasuredRequest> {
    let mut requests =
        race(&[(100.0, 130.0, USD), (150.0, 100.0, USD)], 40, 0.05, &mut SplitMix64::new(3));
    for one in requests.iter_mut().filter(|one| one.provider == "alpha") {
        let is_first = one.round < after;
        one.answered_by = Some(Arc::from(if is_first { "v1" } else { "v2" }));
        if !is_first {
            one.ttft_ms = one.ttft_ms.map(|ms| 4.0 * ms);
            one.ttfat_ms = one.ttft_ms;
            one.decode_tps = one.decode_tps.map(|tps| tps / 2.0);
            let written = one.out_tokens.zip(one.decode_tps).map(|(n, tps)| n / tps * 1e3);
            one.latency_ms = one.ttft_ms.zip(written).map(|(wait, written)| wait + written);
        }
    }
    requests
}

#[test]
fn two_that_are_never_in_one_round_are_compared_as_different_requests() {
    let (answer, texts) = answered(&switched(20));
    let pair =
        answer.pairs.iter().find(|pair| (pair.a, pair.b, pair.metric) == (0, 1, Metric::TtftMs));
    let pair = pair.expect("twenty requests each");
    assert_eq!(
        (pair.standing, pair.basis, pair.n),
        (Standing::Better, crate::Basis::OneRunEach, 20),
        "by their medians"
    );
    for text in &texts {
        assert!(!text.contains("too few"), "twenty rounds each are enough: {text}");
    }
    assert!(
        texts.iter().any(|text| text.contains("alpha (answered by v1) is fastest at every length")),
        "of all it is compared with: {texts:#?}"
    );
}

#[test]
fn nobody_is_fastest_of_one_with_whom_he_cannot_be_compared() {
    let (answer, texts) = answered(&switched(37));
    assert_eq!(standing(&answer, (0, 1), Metric::TtftMs), Some(Standing::Untested), "3 of 40");
    let claims: Vec<&String> = texts.iter().filter(|text| text.contains(" is fastest")).collect();
    assert!(claims.is_empty(), "three rounds tell nothing: {claims:#?}");
}

#[test]
fn who_is_better_side_by_side_and_worse_by_the_medians_of_other_hours_is_said_to_be_so() {
    let mut random = SplitMix64::new(7);
    let mut requests = Vec::new();
    for run in 0..14_i64 {
        let is_shared = run % 4 == 3 || run == 12;
        let truths: &[Truth] = if is_shared {
            &[(300.0, 50.0, USD), (240.0, 62.5, USD)]
        } else {
            &[(100.0, 100.0, USD)]
        };
        let mut own = race(truths, 6, 0.02, &mut random);
        for one in &mut own {
            (one.run, one.at_s) = (format!("run-{run:02}"), one.at_s + 18_000 * run);
        }
        requests.extend(own);
    }
    let (answer, texts) = answered(&requests);
    for metric in [Metric::TtftMs, Metric::DecodeTps] {
        let found = standing(&answer, (0, 1), metric);
        assert_eq!(found, Some(Standing::Contradicted), "{metric:?}");
    }
    for text in &texts {
        let denies =
            ["do not differ significantly", "no significant lead", "significantly fastest"];
        let denied = denies.iter().any(|words| text.contains(words));
        assert!(!denied || text.contains("side by side"), "they do differ: {text}");
    }
    assert!(
        answer
            .conditions
            .iter()
            .any(|one| one.to_string().contains("1 pair of contenders differs")),
        "and the conditions say so"
    );
}

#[test]
fn who_waits_less_and_writes_faster_in_a_race_that_settled_is_faster_at_every_length() {
    let truths = [(100.0, 100.0, USD), (160.0, 70.0, USD)];
    let mut settled = 0;
    for seed in 0..12 {
        let mut requests = race(&truths, 14, 0.05, &mut SplitMix64::new(seed));
        for one in &mut requests {
            one.stopping = measure::Stopping::WhenSettled;
        }
        let (answer, texts) = answered(&requests);
        let parts = [Metric::TtftMs, Metric::DecodeTps];
        let is_better = |metric| standing(&answer, (0, 1), metric) == Some(Standing::Better);
        if parts.into_iter().all(is_better) {
            settled += 1;
            let said = answer.lengths.sentence.to_string();
            assert!(said.starts_with("alpha is fastest at every length"), "{said}");
        }
        for text in &texts {
            assert!(!text.contains("too few runs, rounds"), "14 rounds were tested: {text}");
        }
    }
    assert!(settled > 6, "the most of them: {settled}");
}
