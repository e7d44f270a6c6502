use checks::CheckVerdict;
use measure::Metric;

use super::*;
use crate::cost_speed_axes::{CostOf, SpeedBy};
use crate::exclusion::Exclusion;
use crate::fixtures::{english, five, is, rounds, sixteen};
use crate::request::Outcome;
use crate::workload::Workload;

#[path = "view_condition_tests.rs"]
mod conditions;
#[path = "view_length_tests.rs"]
mod lengths;

fn mixed() -> Vec<MeasuredRequest> {
    let mut points = five("real", 200.0, 100.0, (1.0, 1.0));
    points.extend(five("sim", 1.0, 9_000.0, (1.0, 1.0)).into_iter().map(|mut point| {
        point.simulated = true;
        point
    }));
    points
}

#[test]
fn simulated_runs_never_mix_with_real_ones() {
    let real = view(&mixed(), &CompareQuestion::default());
    let names = |view: &CompareView| -> Vec<String> {
        view.contenders.iter().map(|one| one.provider.clone()).collect()
    };
    assert_eq!(names(&real), ["real"], "only real ones");
    assert_eq!((real.real_requests, real.simulated_requests), (5, 5), "and what else there is");
    let simulated =
        view(&mixed(), &CompareQuestion { simulated: true, ..CompareQuestion::default() });
    assert_eq!(names(&simulated), ["sim"], "only simulated ones");
    assert_eq!(
        english(&simulated.conditions).first().map(String::as_str),
        Some("SIMULATED"),
        "said so"
    );
}

#[test]
fn what_a_slider_moves_is_answered_as_if_all_had_been_read_again() {
    let points = [five("a", 200.0, 100.0, (1.0, 1.0)), five("b", 100.0, 90.0, (3.0, 9.0))];
    let points = points.concat();
    let first = CompareQuestion::default();
    let prepared = PreparedSelection::of(&points, &first);
    let workload = Workload { in_tokens: 9_000.0, ..Workload::default() };
    let moved = [
        CompareQuestion { blend: 9.0, cost_of: CostOf::MillionTokens, ..first.clone() },
        CompareQuestion { workload, second_usd: 0.3, ..first.clone() },
        CompareQuestion { speed_by: Some(SpeedBy::Latency), ..first.clone() },
        CompareQuestion { use_cases: use_cases().split_off(2), ..first.clone() },
    ];
    for question in moved {
        assert!(prepared.answers(&question), "a slider asks nothing of the requests");
        assert_eq!(prepared.view(&question), view(&points, &question), "{question:?}");
    }
    for question in [
        CompareQuestion { metric: Metric::CostUsd, ..first.clone() },
        CompareQuestion { hidden: vec!["a/a/model".to_owned()], ..first },
    ] {
        assert!(!prepared.answers(&question), "what is read off requests is read anew");
    }
}

#[test]
fn what_is_hidden_is_listed_and_enters_nothing() {
    let points = [five("a", 200.0, 100.0, (1.0, 1.0)), five("b", 100.0, 200.0, (1.0, 1.0))];
    let points = points.concat();
    let hidden = vec!["b/b/model".to_owned()];
    let answer = view(&points, &CompareQuestion { hidden, ..CompareQuestion::default() });
    let shown: Vec<bool> = answer.contenders.iter().map(|one| one.shown).collect();
    assert_eq!(shown, [true, false], "both are listed");
    assert_eq!((answer.requests, answer.cost_speed.marks.len()), (5, 1), "one is drawn");
    assert_eq!(answer.champions[0].place, Some(0), "b would have led");
}

#[test]
fn a_load_is_a_contender_of_its_own_and_can_be_asked_for() {
    let mut points = five("a", 200.0, 100.0, (1.0, 1.0));
    points.extend(five("a", 900.0, 50.0, (1.0, 1.0)).into_iter().map(|mut point| {
        point.load = LoadLevel::InFlight(8);
        point
    }));
    let all = view(&points, &CompareQuestion { every_load: true, ..CompareQuestion::default() });
    assert_eq!(
        (all.loads.as_slice(), all.contenders.len()),
        ([LoadLevel::InFlight(1), LoadLevel::InFlight(8)].as_slice(), 2),
        "two loads"
    );
    let one = view(
        &points,
        &CompareQuestion { load: Some(LoadLevel::InFlight(8)), ..CompareQuestion::default() },
    );
    let ttft = one.contenders[0].middle(Metric::TtftMs);
    assert!(one.contenders.len() == 1 && ttft.is_some_and(|ms| is(ms, 900.0)), "eight at once");
    let lightest = view(&points, &CompareQuestion::default());
    assert_eq!(lightest.load, Some(LoadLevel::InFlight(1)), "unasked it is the lightest");
    assert_eq!(lightest.contenders.len(), 1, "since nobody chooses between loads");
    let said = Phrase::sentences(lightest.conditions).to_string();
    assert!(said.contains("without requests under other loads: 8 at once"), "{said}");
    let said = Phrase::sentences(all.conditions).to_string();
    assert!(!said.contains("other loads"), "none is left out");
}

#[test]
fn numbers_are_only_compared_under_one_definition() {
    let mut points = five("a", 200.0, 100.0, (1.0, 1.0));
    points.extend(five("a", 900.0, 50.0, (1.0, 1.0)).into_iter().map(|mut point| {
        point.def_version = measure::DEF_VERSION - 1;
        point
    }));
    let answer = view(&points, &CompareQuestion::default());
    assert_eq!((answer.requests, answer.other_definitions), (5, 5), "the newest, and what is left");
    let ttft = answer.contenders[0].middle(Metric::TtftMs);
    assert!(ttft.is_some_and(|ms| is(ms, 200.0)), "older numbers mean something else");
}

#[test]
fn nothing_at_all_has_an_answer_that_says_so() {
    let answer = view(&[], &CompareQuestion::default());
    assert!(answer.contenders.is_empty() && answer.conditions.is_empty(), "there is nothing");
    for sentence in [
        &answer.cost_speed.sentence.to_string(),
        &answer.lengths.sentence.to_string(),
        &answer.win_map.sentence.to_string(),
        &answer.what_if.sentence.to_string(),
        &answer.distribution.sentence.to_string(),
        &answer.trend.sentence.to_string(),
        &answer.changes.sentence.to_string(),
    ] {
        assert!(!sentence.is_empty(), "each chart says what it is missing");
    }
    assert!(answer.rankings.iter().all(|one| one.ranked.is_empty()), "nobody has a rank");
}

#[test]
fn failures_alone_break_nothing() {
    let mut points = five("a", 200.0, 100.0, (1.0, 1.0));
    for point in &mut points {
        point.outcome = crate::Outcome::Failed;
        point.ttft_ms = None;
    }
    let answer = view(&points, &CompareQuestion::default());
    assert_eq!(answer.contenders[0].error_rate, Some(1.0), "every request failed");
    assert!(answer.cost_speed.marks.is_empty() && answer.lengths.lines.is_empty(), "no speeds");
}

#[test]
fn speeds_are_ranked_in_tokens_of_one_kind_and_shown_in_each_servers_own_beside() {
    // Two of equal pace; one of them counts a fifth more tokens of its own for the same text.
    let fine = rounds("fine", &[(); 16], |one, ()| {
        (one.decode_tps, one.neutral_tps) = (Some(120.0), Some(100.0));
    });
    let coarse = rounds("coarse", &[(); 16], |one, ()| {
        (one.decode_tps, one.neutral_tps) = (Some(100.0), Some(100.0));
    });
    let answer = view(&[fine.clone(), coarse.clone()].concat(), &CompareQuestion::default());
    let fastest = answer.champions.iter().find(|card| card.title.to_string() == "Fastest writing");
    let fastest = fastest.expect("both have a speed");
    assert_eq!(fastest.figure.to_string(), "100 o200k tok/s", "the same unit for both");
    assert_eq!(fastest.lead.to_string(), "within 2 % of fine", "a tokenizer is no speed");
    assert_eq!(answer.cost_speed.speed, "neutral_tps", "on the chart as well");
    let own = SpeedBy::OwnTokensPerSecond;
    let question = CompareQuestion { speed_by: Some(own), ..CompareQuestion::default() };
    let by_own = view(&[fine, coarse.clone()].concat(), &question);
    assert_eq!(by_own.cost_speed.speed, "decode_tps", "or as asked");
    let older = rounds("old", &[(); 16], |one, ()| one.decode_tps = Some(90.0));
    let answer = view(&[coarse, older].concat(), &CompareQuestion::default());
    assert_eq!(answer.cost_speed.speed, "decode_tps", "of which one has none, all have their own");
}

#[test]
fn whoever_is_recommended_although_it_fails_is_named_with_its_failures() {
    let mut flaky = sixteen("flaky", 100.0, 300.0, (0.5, 0.5));
    for one in flaky.iter_mut().take(6) {
        one.outcome = Outcome::Failed;
        (one.ttft_ms, one.ttfat_ms, one.latency_ms, one.decode_tps) = (None, None, None, None);
    }
    let points = [flaky, sixteen("sure", 200.0, 100.0, (1.0, 1.0))].concat();
    let answer = view(&points, &CompareQuestion::default());
    let told = " No time or cost here counts failures: flaky failed in 6 of 16 requests.";
    for sentence in [
        &answer.lengths.sentence.to_string(),
        &answer.cost_speed.sentence.to_string(),
        &answer.win_map.sentence.to_string(),
        &answer.what_if.sentence.to_string(),
    ] {
        assert!(sentence.ends_with(told), "{sentence}");
    }
    let pair = answer.lengths.break_evens[0].sentence.to_string();
    assert!(pair.ends_with(told), "which of two to choose is a recommendation: {pair}");
    let mark = answer.cost_speed.marks.iter().find(|mark| mark.place == answer.contenders[0].place);
    let mark = mark.map(|mark| mark.sentence.to_string()).unwrap_or_default();
    assert!(mark.ends_with("; 6 of its 16 requests failed."), "and so is a place: {mark}");
    let first = &answer.champions[0];
    assert!(first.lead.to_string().ends_with("; 6 of its 16 requests failed"), "{first:?}");
    let sure = view(&points[16..], &CompareQuestion::default());
    assert!(!sure.what_if.sentence.to_string().contains("failures"), "and nobody else");
}

#[test]
fn who_answers_wrongly_too_often_leads_nowhere_and_is_not_on_the_map() {
    let right_in = |of: usize, mut points: Vec<MeasuredRequest>| {
        for (nth, point) in points.iter_mut().enumerate() {
            let is_right = nth < of;
            point.verdict = Some(if is_right { CheckVerdict::Right } else { CheckVerdict::Wrong });
        }
        points
    };
    let cheap = right_in(12, sixteen("cheap", 0.0, 500.0, (0.0, 1.0)));
    let sound = right_in(16, sixteen("sound", 50.0, 100.0, (0.0, 11.0)));
    let points = [cheap, sound].concat();
    let of =
        |least_right| view(&points, &CompareQuestion { least_right, ..CompareQuestion::default() });
    let leaders = |view: &CompareView| -> Vec<Option<u32>> {
        view.champions.iter().map(|champion| champion.place).collect()
    };
    let names: Vec<String> = of(None).contenders.iter().map(|one| one.provider.clone()).collect();
    assert_eq!(names, ["cheap", "sound"], "by their places");
    for enough in [of(None), of(Some(0.75))] {
        assert!(leaders(&enough).iter().all(|place| *place == Some(0)), "12 of 16 are enough");
        assert_eq!(enough.cost_speed.frontier, [0]);
        assert_eq!(enough.win_map.here, Some(0));
    }
    let strict = of(Some(0.95));
    assert!(leaders(&strict).iter().all(|place| *place == Some(1)), "{:?}", strict.champions);
    assert_eq!((&*strict.cost_speed.frontier, strict.win_map.here), (&[1][..], Some(1)));
    for excluded in [&strict.cost_speed.excluded, &strict.win_map.excluded] {
        let [Exclusion { place: 0, why }] = &excluded[..] else { panic!("{excluded:?}") };
        assert_eq!(why.to_string(), "right in 75 % of its requests");
    }
    let only = strict.cost_speed.sentence.to_string();
    let told = "Only sound can be placed, so there is nothing to compare it with. Left out: cheap (right in 75 % of its requests).";
    assert_eq!(only, told, "the other one has a cost and a speed");
    assert_eq!(strict.win_map.sentence.to_string(), "Only sound can be placed on the map.");
    assert_eq!(strict.quality.order, [1, 0], "how often each is right is said of both");
    let fastest = |view: &CompareView| {
        let sentences = [&view.lengths.sentence, &view.what_if.sentence];
        sentences.map(|sentence| sentence.to_string().contains("cheap is fastest"))
    };
    assert_eq!(
        (fastest(&of(None)), fastest(&strict)),
        ([true; 2], [false; 2]),
        "nor is it fastest"
    );
    let [Exclusion { place: 0, why }] = &strict.lengths.excluded[..] else { panic!("left out") };
    assert_eq!(why.to_string(), "right in 75 % of its requests");
    for ranking in &strict.rankings {
        let own = ranking.ranked.iter().find(|own| own.place == 0).expect("it is listed");
        assert_eq!((own.rank, own.score), (None, None), "{}: without a rank", ranking.sentence);
    }
    let nobody = of(Some(1.01));
    for sentence in [&nobody.cost_speed.sentence, &nobody.win_map.sentence] {
        assert!(
            sentence.to_string().starts_with("No contender is right in at least 101 %"),
            "{sentence}"
        );
    }
}

/// A race of sixteen rounds alone at its time.
fn at(run: &str, name: &str, ttft_ms: f64) -> Vec<MeasuredRequest> {
    let mut points = sixteen(name, ttft_ms, 100.0, (1.0, 1.0));
    for (one, at) in points.iter_mut().zip(0..) {
        run.clone_into(&mut one.run);
        one.ttft_ms = one.ttft_ms.map(|ms| ms + f64::from(at % 5));
    }
    points
}

#[test]
fn what_one_run_of_each_shows_is_said_of_these_runs() {
    let told = |other: &str| {
        let points = [at("1", "a", 100.0), at(other, "b", 200.0)].concat();
        let answer = view(&points, &CompareQuestion::default());
        let mut said = vec![
            answer.lengths.sentence.to_string(),
            answer.lengths.break_evens[0].sentence.to_string(),
            answer.what_if.sentence.to_string(),
            answer.cost_speed.sentence.to_string(),
            answer.win_map.sentence.to_string(),
        ];
        said.extend(answer.rankings.iter().map(|one| one.sentence.to_string()));
        (answer.champions[0].lead.to_string(), said)
    };
    let (lead, said) = told("2");
    assert!(lead.contains("ahead of b, in one run each"), "{lead}");
    for one in &said {
        assert!(one.contains("how much runs differ is unknown"), "{one}");
    }
    let (lead, said) = told("1");
    assert!(!lead.contains("one run each"), "rounds of one race: {lead}");
    assert!(said.iter().all(|one| !one.contains("how much runs differ")), "{said:?}");
}
