//! Checks every sentence of a whole answer against every other.

mod checks;
mod histories;
mod length_checks;
mod standing_checks;
mod undecided;

use std::cell::RefCell;

use measure::{Metric, SplitMix64};
use serde_json::Value;

use crate::fixtures::{price, rounds};
use crate::question::CompareQuestion;
use crate::request::MeasuredRequest;
use crate::view::view;
use crate::{CostOf, SpeedBy, Standing};

/// The truth about a contender: TTFT in milliseconds, tokens per second, dollars per million in and
/// out.
type Truth = (f64, f64, (f64, f64));

fn race(truths: &[Truth], n: usize, scatter: f64, random: &mut SplitMix64) -> Vec<MeasuredRequest> {
    let names = ["alpha", "beta", "gamma", "delta"];
    truths
        .iter()
        .zip(names)
        .flat_map(|((ttft, tps, usd), name)| {
            let drawn: Vec<[f64; 3]> =
                (0..n).map(|_| [0, 1, 2].map(|_| (scatter * random.normal()).exp())).collect();
            rounds(name, &drawn, |one, [a, b, c]| {
                let (ttft, tps, tokens) = (ttft * a, tps * b, (100.0 * c).round());
                one.ttft_ms = Some(ttft);
                one.ttfat_ms = Some(ttft);
                one.decode_tps = Some(tps);
                one.out_tokens = Some(tokens);
                one.latency_ms = Some(ttft + tokens / tps * 1e3);
                one.cost_usd = Some((1_000.0 * usd.0 + tokens * usd.1) / 1e6);
                one.price = Some(price(*usd, None));
            })
        })
        .collect()
}

/// Every text of a document that is a sentence or the line of a card, with its location.
fn sentences(value: &Value, at: &str, found: &mut Vec<(String, String)>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                let at = format!("{at}/{key}");
                match value {
                    Value::String(text) if ["sentence", "lead"].contains(&key.as_str()) => {
                        found.push((at, text.clone()));
                    }
                    other => sentences(other, &at, found),
                }
            }
        }
        Value::Array(items) => {
            for item in items {
                sentences(item, at, found);
            }
        }
        _ => {}
    }
}

/// Words that claim that one is better than another.
const CLAIMS: [&str; 10] = [
    " is fastest",
    "ahead of",
    "beaten by",
    "are beaten",
    " choose ",
    "costs least",
    "faster than",
    "cheaper",
    " wins ",
    " against ",
];

/// Checks one document for contradictions.
fn hold(requests: &[MeasuredRequest], question: &CompareQuestion) -> Value {
    let answer = view(requests, question);
    let document = measure::in_english(&answer).expect("an answer is JSON");
    let mut texts = Vec::new();
    sentences(&document, "", &mut texts);
    let standing = |a: u32, b: u32, metric: Metric| {
        answer.pairs.iter().find_map(|pair| match pair {
            pair if pair.metric != metric => None,
            pair if (pair.a, pair.b) == (a, b) => Some(pair.standing),
            pair if (pair.a, pair.b) == (b, a) => Some(pair.standing.reversed()),
            _ => None,
        })
    };
    let places: Vec<u32> = answer.contenders.iter().map(|one| one.place).collect();
    let all_open = answer.pairs.iter().all(|pair| !pair.standing.is_decided());
    if all_open && question.cost_of == CostOf::Request {
        // A price is exact, whatever was measured.
        let one_price = answer.contenders.windows(2).all(|two| two[0].price == two[1].price);
        for (at, text) in &texts {
            for claim in CLAIMS.into_iter().filter(|claim| one_price || *claim != "costs least") {
                assert!(!text.contains(claim), "nothing differs, yet {at} says: {text}");
            }
        }
    }
    // A card without a tie leads everyone in its own metric.
    for (card, metric) in answer.champions.iter().zip([Metric::TtftMs, Metric::DecodeTps]) {
        let Some(leader) = card.place.filter(|_| !card.tie) else { continue };
        for other in places.iter().filter(|other| **other != leader) {
            assert_eq!(
                standing(leader, *other, metric),
                Some(Standing::Better),
                "{}: {} {}",
                card.title,
                card.figure,
                card.lead
            );
        }
    }
    // No contender is dominated by one that is not better in one and at least alike in the other.
    let speed = match answer.cost_speed.speed_by {
        SpeedBy::TokensPerSecond | SpeedBy::OwnTokensPerSecond => Metric::DecodeTps,
        SpeedBy::Latency => Metric::LatencyMs,
    };
    for mark in &answer.cost_speed.marks {
        for by in &mark.dominated_by {
            let in_speed = standing(*by, mark.place, speed);
            assert!(
                matches!(in_speed, Some(Standing::Better | Standing::Alike)),
                "{}",
                mark.sentence
            );
        }
        assert_eq!(mark.dominated_by.is_empty(), mark.on_frontier, "{}", mark.sentence);
    }
    // A break-even lies in its interval, and one is better before it and the other after it.
    for pair in &answer.lengths.break_evens {
        let Some(tokens) = pair.tokens else { continue };
        let ci = pair.ci.expect("a number has its interval");
        assert!(ci.contains(tokens), "{}", pair.sentence);
        for leader in &answer.lengths.leaders {
            let inside = leader.from >= ci.high || leader.to <= ci.low;
            let wrong = if leader.from >= ci.high { pair.shorter } else { pair.longer };
            let tied = leader.tied.contains(&wrong) || leader.place == wrong;
            assert!(!(inside && tied), "{} against {}", pair.sentence, answer.lengths.sentence);
        }
    }
    // A single rank means being ranked against every other one.
    for ranking in &answer.rankings {
        let first: Vec<_> = ranking.ranked.iter().filter(|one| one.rank == Some(1)).collect();
        let alone = first.first().is_some_and(|one| one.rank_to == Some(1));
        assert!(!alone || first.len() == 1, "{}", ranking.sentence);
        let said = ranking.sentence.to_string();
        let says_open = [
            "no one is significantly best",
            "no one is shown to be best",
            "it is not known who is best",
        ];
        let says_open = says_open.iter().any(|text| said.contains(text));
        let ranked = ranking.ranked.iter().filter(|one| one.score.is_some()).count();
        assert_eq!(says_open, ranked > 1 && !alone, "{}", ranking.sentence);
    }
    document
}

fn questions() -> [CompareQuestion; 3] {
    [
        CompareQuestion::default(),
        CompareQuestion {
            speed_by: Some(SpeedBy::Latency),
            second_usd: 0.1,
            ..CompareQuestion::default()
        },
        CompareQuestion { cost_of: CostOf::MillionTokens, ..CompareQuestion::default() },
    ]
}

#[test]
fn no_two_sentences_of_an_answer_contradict_each_other() {
    let usd = (1.0, 5.0);
    let worlds: [&[Truth]; 5] = [
        // Equal in everything.
        &[(300.0, 100.0, usd), (300.0, 100.0, usd)],
        &[(300.0, 100.0, usd), (303.0, 101.0, usd), (297.0, 99.0, usd), (300.0, 100.0, usd)],
        // The same price, one a little faster.
        &[(300.0, 101.1, usd), (310.0, 103.4, usd)],
        // One early, one fast, one in between.
        &[(150.0, 60.0, usd), (600.0, 500.0, (3.0, 9.0)), (300.0, 100.0, (0.1, 0.4))],
        // One is better in everything.
        &[(100.0, 300.0, (0.5, 1.0)), (400.0, 80.0, usd), (420.0, 78.0, usd)],
    ];
    let mut random = SplitMix64::new(15);
    for truths in worlds {
        for (n, scatter) in [(1, 0.1), (8, 0.05), (20, 0.2)] {
            for question in questions() {
                hold(&race(truths, n, scatter, &mut random), &question);
            }
        }
    }
}

#[test]
fn what_truly_differs_is_said_in_every_view() {
    let truths = [(100.0, 300.0, (0.5, 1.0)), (400.0, 80.0, (1.0, 5.0))];
    let mut random = SplitMix64::new(5);
    let document = hold(&race(&truths, 20, 0.1, &mut random), &CompareQuestion::default());
    let mut texts = Vec::new();
    sentences(&document, "", &mut texts);
    for wanted in [
        "4.0× ahead of beta",
        "beta is beaten by alpha",
        "alpha is fastest at every length",
        "alpha is faster than beta at every length",
        "alpha costs least",
        "choose alpha",
        "For chat: alpha",
    ] {
        let near = wanted.split(' ').next_back().unwrap_or(wanted);
        let said = texts.iter().any(|(_, text)| text.contains(wanted));
        let ahead =
            wanted.contains("ahead") && texts.iter().any(|(_, text)| text.contains("ahead of"));
        assert!(said || ahead, "{wanted} ({near}) is in none of {texts:#?}");
    }
}

/// A contender that starts early beside one that writes fast, with so little scatter that the two are unsettled within a few
/// tokens of their break-even.
#[test]
fn the_break_even_of_a_steady_pair_is_the_same_in_every_sentence() {
    let mut random = SplitMix64::new(3);
    for scatter in [0.0, 0.002, 0.005, 0.01, 0.02] {
        let truths = [(150.0, 60.0, (1.0, 5.0)), (600.0, 410.0, (1.0, 5.0))];
        let requests = race(&truths, 12, scatter, &mut random);
        let answer = view(&requests, &CompareQuestion::default());
        let broken = RefCell::default();
        checks::Held { answer: &answer, seed: 0, broken: &broken }.hold();
        let broken = broken.into_inner();
        assert!(broken.is_empty(), "with a scatter of {scatter}: {broken:#?}");
        let pair = &answer.lengths.break_evens[0];
        assert!(
            pair.sentence.to_string().starts_with("Shorter than"),
            "they do cross: {}",
            pair.sentence
        );
    }
}

#[test]
fn equal_contenders_differ_in_few_documents() {
    let mut random = SplitMix64::new(8);
    let equal = [(300.0, 100.0, (1.0, 5.0)), (300.0, 100.0, (1.0, 5.0))];
    let wrong = (0..40)
        .filter(|_| {
            let document = hold(&race(&equal, 10, 0.2, &mut random), &CompareQuestion::default());
            let mut texts = Vec::new();
            sentences(&document, "", &mut texts);
            texts.iter().any(|(_, text)| CLAIMS.iter().any(|claim| text.contains(claim)))
        })
        .count();
    assert!(wrong <= 13, "5 % for each of four metrics, of 40, and two deviations: {wrong}");
}

/// How many histories are held; more by `COHERENCE_HISTORIES=5000`, from another seed on by `COHERENCE_SEED`.
const HISTORIES: u64 = 40;

#[test]
fn no_two_sentences_about_a_history_by_chance_contradict_each_other() {
    let asked = |name: &str| std::env::var(name).ok().and_then(|value| value.parse().ok());
    let first = asked("COHERENCE_SEED").unwrap_or(0);
    let broken = RefCell::default();
    for seed in first..first + asked("COHERENCE_HISTORIES").unwrap_or(HISTORIES) {
        let requests = histories::history(seed);
        for (at, question) in questions().into_iter().enumerate() {
            let every_load = (seed + at as u64).is_multiple_of(2);
            let answer = view(&requests, &CompareQuestion { every_load, ..question });
            checks::Held { answer: &answer, seed, broken: &broken }.hold();
        }
    }
    let broken = broken.into_inner();
    assert!(broken.is_empty(), "an answer contradicts itself: {broken:#?}");
}

#[test]
fn what_could_not_be_tested_is_said_to_be_unknown_in_every_view() {
    let usd = (1.0, 5.0);
    let truths = [(100.0, 101.0, usd), (156.0, 67.0, usd), (401.0, 100.0, (2.0, 6.0))];
    let mut random = SplitMix64::new(2);
    for (n, is_tested) in [(1, false), (5, false), (8, true)] {
        for question in questions() {
            let document = hold(&race(&truths, n, 0.6, &mut random), &question);
            let mut texts = Vec::new();
            sentences(&document, "", &mut texts);
            for (at, text) in &texts {
                assert!(is_tested || !text.contains("significant"), "{n} rounds: {at}: {text}");
                assert!(!is_tested || !text.contains("too few runs"), "{n} rounds: {at}: {text}");
                assert!(!text.contains("no length is one fastest"), "not shown is not so: {text}");
            }
        }
    }
}
