use super::use_case::use_case;
use super::*;
use crate::fixtures::{english, five, gathered, is, point, settled, sixteen};
use crate::request::{MeasuredRequest, Outcome};

pub(super) fn of(points: &[MeasuredRequest], use_case: &UseCase) -> Ranking {
    let groups = gathered(points);
    let contenders: Vec<_> = groups.iter().map(|group| &group.contender).collect();
    ranking(&contenders, &[], use_case, &settled(&groups))
}

fn named_test(use_case: UseCase) -> UseCase {
    UseCase { name: "Test".to_owned(), ..use_case }
}

pub(super) fn half(terms: &[(Figure, f64)], limits: &[(Figure, f64)]) -> UseCase {
    named_test(use_case("x", (0.0, 100.0, 1), terms, limits))
}

#[test]
fn a_score_is_the_weighted_geometric_mean_of_how_near_each_figure_is_to_the_best() {
    // a: 100 ms, 50 tok/s; b: 400 ms, 200 tok/s. Each has a quarter of the best value in one of
    // them.
    let points =
        [sixteen("a", 100.0, 50.0, (1.0, 1.0)), sixteen("b", 400.0, 200.0, (1.0, 1.0))].concat();
    let even = of(&points, &half(&[(Figure::Ttfat, 1.0), (Figure::Speed, 1.0)], &[]));
    assert!(even.ranked.iter().all(|one| one.score.is_some_and(|s| is(s, 0.5))), "√(1 · ¼)");
    assert_eq!(
        even.sentence.to_string(),
        "For test no one is significantly best: a and b.",
        "nobody is ahead"
    );
    let answer = of(&points, &half(&[(Figure::Ttfat, 3.0), (Figure::Speed, 1.0)], &[]));
    let scores: Vec<f64> = answer.ranked.iter().filter_map(|one| one.score).collect();
    assert!(is(scores[0], 0.25_f64.powf(0.25)), "a: 1 and a quarter to the quarter, 0.71");
    assert!(is(scores[1], 0.25_f64.powf(0.75)), "b: a quarter to three quarters, 0.35");
    assert_eq!(
        answer.sentence.to_string(),
        "For test: a, 71 of 100 against 35 of b.",
        "the same in words"
    );
    assert_eq!(answer.formula.to_string(), "Weighed: TTFAT 75 % and output speed 25 %.", "and how");
}

#[test]
fn who_cannot_read_the_prompts_of_a_use_has_no_rank_for_it() {
    let mut points =
        [sixteen("a", 100.0, 60.0, (1.0, 1.0)), sixteen("b", 200.0, 60.0, (1.0, 1.0))].concat();
    for one in points.iter_mut().filter(|one| one.provider == "a") {
        one.context = Some(8_192);
    }
    let with = |figure: Figure, steps: u32| {
        let asked = use_case("x", (8_000.0, 100.0, steps), &[(figure, 1.0)], &[]);
        let ranked = of(&points, &named_test(asked)).ranked;
        let own = ranked.iter().find(|one| one.place == 0).expect("it is there");
        (own.rank.is_some(), english(&own.against))
    };
    let why = vec!["it reads at most 8,192 tokens, and a prompt of this use has more".to_owned()];
    assert_eq!(with(Figure::Latency, 3), (true, Vec::new()), "one request fits");
    assert_eq!(with(Figure::LoopTime, 2), (true, Vec::new()), "and so does a second");
    assert_eq!(with(Figure::LoopTime, 3), (false, why.clone()), "the third has 8,200");
    assert_eq!(with(Figure::LoopCost, 3), (false, why), "nor does it cost anything");
}

#[test]
fn an_unknown_value_is_not_zero() {
    let answer = of(&[point("a")], &half(&[(Figure::Cost, 1.0)], &[]));
    assert_eq!(english(&answer.ranked[0].against), ["no price known today"], "whatever it cost");
    assert_eq!(answer.ranked[0].rank, None, "so it has no rank");
    assert_eq!(
        answer.sentence.to_string(),
        "For test no contender can be ranked: no price known today.",
        "said so"
    );
}

#[test]
fn where_each_is_not_ranked_for_another_reason_each_is_named_with_its_own() {
    let mut points = sixteen("slow", 100.0, 10.0, (1.0, 1.0));
    points.extend(sixteen("frail", 100.0, 90.0, (1.0, 1.0)));
    points.push(MeasuredRequest { outcome: Outcome::Failed, ..point("frail") });
    let limits = [(Figure::Speed, 50.0), (Figure::ErrorRate, 0.05)];
    let said = of(&points, &half(&[(Figure::Ttfat, 1.0)], &limits)).sentence.to_string();
    assert!(said.contains("slow (output speed 10.0 tok/s is below 50.0 tok/s)"), "{said}");
    assert!(said.contains("frail (error rate 5.9 % is above 5.0 %"), "{said}");
}

#[test]
fn each_use_weighs_what_it_is_about() {
    for use_case in use_cases() {
        let all: f64 = use_case.terms.iter().map(|term| term.weight).sum();
        assert!(is(all, 100.0), "the weights of {} are read as percent", use_case.id);
    }
    let points =
        [sixteen("quick", 100.0, 500.0, (4.0, 12.0)), sixteen("cheap", 1_000.0, 60.0, (0.1, 0.3))]
            .concat();
    let first = |id: &str| {
        let all = use_cases();
        let one = all.iter().find(|one| one.id == id).expect("there is one");
        of(&points, one).ranked[0].place
    };
    assert_eq!((first("voice"), first("batch")), (1, 0), "places are by name: cheap is 0");
}

#[test]
fn a_recommendation_says_whether_its_times_are_doubtful() {
    let mut points =
        [sixteen("a", 100.0, 100.0, (1.0, 1.0)), sixteen("b", 400.0, 50.0, (1.0, 1.0))].concat();
    for one in points.iter_mut().take(3) {
        let warnings = [measure::Warning::ClientLimited, measure::Warning::StoppedAtLimit];
        one.warnings = warnings.into_iter().collect();
    }
    let answer = of(&points, &half(&[(Figure::Ttfat, 1.0)], &[]));
    assert_eq!(
        answer.sentence.to_string(),
        "For test: a, 100 of 100 against 25 of b. Requests of a have warnings: client-limited in 3 of 16.",
        "a limit that was hit is no doubt about a time"
    );
}

#[test]
fn whoever_is_spoken_of_has_its_warnings_told() {
    let mut points =
        [sixteen("a", 100.0, 100.0, (1.0, 1.0)), sixteen("b", 400.0, 50.0, (1.0, 1.0))].concat();
    for one in points.iter_mut().skip(16).take(2) {
        one.warnings = [measure::Warning::ClientLimited].into_iter().collect();
    }
    let against_the_next = of(&points, &half(&[(Figure::Ttfat, 1.0)], &[])).sentence.to_string();
    let warned = "Requests of b have warnings: client-limited in 2 of 16.";
    assert!(
        against_the_next.ends_with(warned),
        "of the one it is held against: {against_the_next}"
    );
    let late = half(&[(Figure::Ttfat, 1.0)], &[(Figure::Ttfat, 300.0)]);
    let against = of(&points, &late).ranked[1].against.clone();
    assert_eq!(
        english(&against),
        ["TTFAT 0.40 s is above 0.30 s", "client-limited in 2 of 16"],
        "a limit of a time is broken by requests that may be wrong"
    );
    let dear = half(&[(Figure::Ttfat, 1.0)], &[(Figure::Cost, 1e-9)]);
    let against = english(&of(&points, &dear).ranked[1].against);
    assert_eq!(against.len(), 1, "a cost is none of this machine's: {against:?}");
    let slow = half(&[(Figure::Ttfat, 1.0)], &[(Figure::Ttfat, 1.0)]);
    let nobody = of(&points, &slow).sentence.to_string();
    assert_eq!(nobody.matches("client-limited").count(), 1, "once is enough: {nobody}");
}

#[test]
fn a_score_of_lengths_that_were_not_measured_says_so() {
    let points =
        [sixteen("a", 100.0, 500.0, (1.0, 1.0)), sixteen("b", 400.0, 60.0, (1.0, 1.0))].concat();
    let of_length = |out_tokens: f64| {
        let asked =
            named_test(use_case("x", (1_000.0, out_tokens, 1), &[(Figure::Latency, 1.0)], &[]));
        of(&points, &asked).sentence.to_string()
    };
    assert_eq!(of_length(100.0), "For test: a, 100 of 100 against 15 of b.", "as measured");
    assert!(
        of_length(400.0).ends_with(" of b (predicted from answers of 100 tokens)."),
        "{}",
        of_length(400.0)
    );
}

#[test]
fn an_exact_price_is_ranked_exactly_however_few_requests_there_are() {
    let by_cost = half(&[(Figure::Cost, 1.0)], &[]);
    let points = [
        five("a", 100.0, 50.0, (2.0, 2.0)),
        five("b", 100.0, 50.0, (1.0, 1.0)),
        five("c", 100.0, 50.0, (2.0, 2.0)),
    ]
    .concat();
    let answer = of(&points, &by_cost);
    let ranks: Vec<_> =
        answer.ranked.iter().map(|one| (one.place, one.rank, one.rank_to)).collect();
    assert_eq!(
        ranks,
        [(1, Some(1), Some(1)), (0, Some(2), Some(3)), (2, Some(2), Some(3))],
        "five requests carry no test, but prices have no scatter; equal ones share a rank"
    );
    assert_eq!(
        answer.sentence.to_string(),
        "For test: b, 100 of 100 against 50 of a.",
        "so it is best"
    );
}

/// Sixteen rounds of equal waits at this price, answers being so long that a request costs as much as another's.
fn equal_bills(
    provider: &str,
    usd_out: f64,
    noise_ms: impl Fn(u32) -> f64,
) -> Vec<MeasuredRequest> {
    let mut points = sixteen(provider, 100.0, 50.0, (0.0, usd_out));
    for point in &mut points {
        let ttft_ms = 100.0 + noise_ms(point.round);
        (point.ttft_ms, point.ttfat_ms) = (Some(ttft_ms), Some(ttft_ms));
        (point.out_tokens, point.cost_usd) = (Some(100.0 / usd_out), Some(1e-4));
    }
    points
}

#[test]
fn an_exact_price_counts_in_a_score_of_other_figures_whose_scatter_still_decides() {
    let mixed = half(&[(Figure::Ttfat, 1.0), (Figure::Cost, 1.0)], &[]);
    let ranks = |noise_ms: f64| -> Vec<_> {
        let jitter = move |round: u32| if round.is_multiple_of(2) { noise_ms } else { -noise_ms };
        let points = [equal_bills("a", 1.0, |_| 0.0), equal_bills("b", 2.0, jitter)];
        let answer = of(&points.concat(), &mixed);
        answer.ranked.iter().map(|one| (one.place, one.rank, one.rank_to)).collect()
    };
    assert_eq!(
        ranks(2.0),
        [(0, Some(1), Some(1)), (1, Some(2), Some(2))],
        "what was billed is equal, but a request of one length costs twice as much"
    );
    assert_eq!(
        ranks(80.0),
        [(0, Some(1), Some(2)), (1, Some(1), Some(2))],
        "a wait that is five times shorter in half of the rounds outweighs the price there"
    );
}

#[test]
fn who_has_no_rank_is_named_with_why() {
    let mut points =
        [five("a", 100.0, 100.0, (1.0, 1.0)), five("b", 200.0, 100.0, (1.0, 1.0))].concat();
    for one in points.iter_mut().filter(|one| one.provider == "a") {
        one.price = None;
    }
    let said = of(&points, &half(&[(Figure::Cost, 1.0)], &[])).sentence.to_string();
    assert_eq!(said, "For test: b. Left out: a (no price known today).");
}

#[test]
fn who_leads_a_ranking_without_a_limit_for_errors_is_named_with_its_failures() {
    let mut flaky = sixteen("flaky", 100.0, 100.0, (1.0, 1.0));
    for one in flaky.iter_mut().take(8) {
        one.outcome = Outcome::Failed;
    }
    let points = [flaky, sixteen("sure", 400.0, 100.0, (1.0, 1.0))].concat();
    let free = of(&points, &half(&[(Figure::Ttfat, 1.0)], &[])).sentence.to_string();
    assert!(
        free.starts_with("For test: flaky,")
            && free.ends_with(" flaky failed in 8 of 16 requests."),
        "half of them are not answered at all: {free}"
    );
    let limit = half(&[(Figure::Ttfat, 1.0)], &[(Figure::ErrorRate, 0.02)]);
    let limited = of(&points, &limit).sentence.to_string();
    assert!(!limited.contains("failed in"), "which is said of who is left out: {limited}");
}

#[test]
fn a_time_that_is_predicted_with_the_wait_of_a_cache_says_so() {
    let mut cached = sixteen("cached", 100.0, 100.0, (1.0, 5.0));
    for one in &mut cached {
        one.cached_tokens = Some(900.0);
    }
    let points = [cached, sixteen("plain", 400.0, 100.0, (1.0, 5.0))].concat();
    let said = |figure: Figure| of(&points, &half(&[(figure, 1.0)], &[])).sentence.to_string();
    let told =
        " Times of cached are with the wait that was measured with a cache, costs without one.";
    assert!(
        said(Figure::LoopTime).contains(told),
        "the steps are not cached: {}",
        said(Figure::LoopTime)
    );
    assert!(!said(Figure::Ttfat).contains(told), "that is what was measured");
}
