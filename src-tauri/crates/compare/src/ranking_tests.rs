use checks::CheckVerdict;

use super::use_case::use_case;
use super::*;
use crate::fixtures::{english, equal, five, gathered, is, point, settled, sixteen};
use crate::request::{MeasuredRequest, Outcome};

fn of(points: &[MeasuredRequest], use_case: &UseCase) -> Ranking {
    let groups = gathered(points);
    let contenders: Vec<_> = groups.iter().map(|group| &group.contender).collect();
    ranking(&contenders, &[], use_case, &settled(&groups))
}

fn named_test(use_case: UseCase) -> UseCase {
    UseCase { name: "Test".to_owned(), ..use_case }
}

fn half(terms: &[(Figure, f64)], limits: &[(Figure, f64)]) -> UseCase {
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
fn a_contender_beyond_a_limit_has_no_rank_and_sets_no_standard() {
    let points = [
        sixteen("a", 100.0, 10.0, (1.0, 1.0)),
        sixteen("b", 200.0, 60.0, (1.0, 1.0)),
        sixteen("c", 400.0, 60.0, (1.0, 1.0)),
    ]
    .concat();
    let answer = of(&points, &half(&[(Figure::Ttfat, 1.0)], &[(Figure::Speed, 50.0)]));
    let ranks: Vec<_> = answer.ranked.iter().map(|one| (one.place, one.rank)).collect();
    assert_eq!(ranks, [(1, Some(1)), (2, Some(2)), (0, None)], "a is too slow");
    assert!(
        answer.ranked[0].score.is_some_and(|score| is(score, 1.0)),
        "b is the best of the able"
    );
    assert_eq!(
        english(&answer.ranked[2].against),
        ["output speed 10.0 tok/s is below 50.0 tok/s"],
        "why"
    );
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
fn failing_too_often_is_a_limit_and_no_slowness() {
    let mut points = sixteen("a", 100.0, 50.0, (1.0, 1.0));
    points.push(MeasuredRequest { outcome: Outcome::Failed, ..point("a") });
    let answer = of(&points, &half(&[(Figure::Ttfat, 1.0)], &[(Figure::ErrorRate, 0.05)]));
    assert_eq!(
        english(&answer.ranked[0].against),
        ["error rate 5.9 % is above 5.0 %, but may be 0.1 % to 29 %"],
        "one of seventeen failed"
    );
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
fn a_limit_that_few_requests_keep_is_open() {
    let few = half(&[(Figure::Ttfat, 1.0)], &[(Figure::ErrorRate, 0.02)]);
    let answer = of(&sixteen("a", 100.0, 50.0, (1.0, 1.0)), &few);
    assert_eq!(answer.ranked[0].rank, Some(1), "nothing failed");
    assert_eq!(
        english(&answer.ranked[0].open),
        ["error rate 0 % of 16 requests may be 0 % to 21 %"],
        "and one in five may, with 95 % confidence (Clopper and Pearson)"
    );
    assert!(
        answer.sentence.to_string().ends_with(
            "Whether a keeps the limits is open: error rate 0 % of 16 requests may be 0 % to 21 %."
        ),
        "said in the sentence: {}",
        answer.sentence
    );
    let many: Vec<MeasuredRequest> =
        (0..200).map(|round| MeasuredRequest { round, ..point("a") }).collect();
    let answer = of(&many, &few);
    assert_eq!(english(&answer.ranked[0].open), Vec::<String>::new(), "of 200 at most 1.8 %");
}

#[test]
fn a_limit_that_may_be_broken_by_chance_says_so() {
    let limit = half(&[(Figure::Ttfat, 1.0)], &[(Figure::ErrorRate, 0.02)]);
    let mut points = sixteen("a", 100.0, 50.0, (1.0, 1.0));
    points.push(MeasuredRequest { outcome: Outcome::Failed, round: 16, ..point("a") });
    let against = of(&points, &limit).ranked[0].against.clone();
    assert_eq!(
        english(&against),
        ["error rate 5.9 % is above 2.0 %, but may be 0.1 % to 29 %"],
        "one of seventeen shows little"
    );
}

/// `n` rounds of one race with this TTFT, except that every tenth takes `slow_ms`.
fn with_a_tail(provider: &str, n: u32, ttft_ms: f64, slow_ms: f64) -> Vec<MeasuredRequest> {
    let one = |round: u32| {
        let waited = Some(if round % 10 == 9 { slow_ms } else { ttft_ms } + f64::from(round % 3));
        MeasuredRequest { round, ttft_ms: waited, ttfat_ms: waited, ..point(provider) }
    };
    (0..n).map(one).collect()
}

#[test]
fn a_tail_in_a_score_settles_as_much_as_its_requests_carry() {
    let by_tail = half(&[(Figure::TtfatTail, 60.0), (Figure::Ttfat, 40.0)], &[]);
    let ranks = |n| {
        let points = [with_a_tail("a", n, 100.0, 300.0), with_a_tail("b", n, 130.0, 900.0)];
        of(&points.concat(), &by_tail).ranked.iter().map(|one| (one.rank, one.rank_to)).collect()
    };
    let open: Vec<_> = ranks(20);
    assert_eq!(open, [(Some(1), Some(2)); 2], "the p95 of twenty requests has no upper end");
    let shown: Vec<_> = ranks(200);
    assert_eq!(
        shown,
        [(Some(1), Some(1)), (Some(2), Some(2))],
        "that of two hundred does, below the other's lower one"
    );
}

#[test]
fn the_worst_of_few_is_no_p95_and_a_failure_is_slower_than_one() {
    let by_tail = half(&[(Figure::Ttfat, 1.0)], &[(Figure::TtfatTail, 150.0)]);
    let eight = of(&with_a_tail("a", 8, 140.0, 140.0), &by_tail);
    assert!(
        eight.ranked[0].open[0].to_string().starts_with("worst TTFAT 0.14 s of 8 requests"),
        "eight have no p95: {:?}",
        eight.ranked[0].open
    );
    let mut failing = with_a_tail("a", 40, 100.0, 100.0);
    for point in failing.iter_mut().step_by(10) {
        point.outcome = Outcome::Failed;
    }
    let against = of(&failing, &by_tail).ranked[0].against.clone();
    assert_eq!(
        english(&against),
        ["p95 TTFAT is unbounded: too many requests failed"],
        "a tenth failed, so those that succeeded have not the p95"
    );
}

#[test]
fn tails_of_several_runs_are_compared_run_by_run() {
    let by_tail = half(&[(Figure::TtfatTail, 100.0)], &[]);
    let runs = |provider: &str, slow_ms: f64| {
        let run = |run: u32| {
            let slow_ms = slow_ms + 5.0 * f64::from(run);
            let named = move |one| MeasuredRequest { run: format!("run-{run}"), ..one };
            with_a_tail(provider, 30, 100.0, slow_ms).into_iter().map(named)
        };
        (0..6).flat_map(run).collect::<Vec<_>>()
    };
    // Their medians differ too; otherwise no prediction would distinguish them.
    let slower = runs("b", 900.0)
        .into_iter()
        .map(|one| MeasuredRequest { ttft_ms: one.ttft_ms.map(|ms| ms * 1.3), ..one });
    let points: Vec<MeasuredRequest> = runs("a", 300.0).into_iter().chain(slower).collect();
    let answer = of(&points, &by_tail);
    let ranks: Vec<_> = answer.ranked.iter().map(|one| (one.place, one.rank_to)).collect();
    assert_eq!(ranks, [(0, Some(1)), (1, Some(2))], "six runs with a p95 each: {answer:?}");
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

/// 40 rounds at $0.001 a request, of which so many are answered right.
fn answered(provider: &str, right: usize, usd: f64) -> Vec<MeasuredRequest> {
    let mut points = equal(40, provider, (100.0, 50.0), (0.0, usd));
    for (nth, point) in points.iter_mut().enumerate() {
        point.verdict = Some(if nth < right { CheckVerdict::Right } else { CheckVerdict::Wrong });
        (point.took_ms, point.spent_usd) = (point.latency_ms, point.cost_usd);
    }
    points
}

#[test]
fn contenders_of_short_answers_are_ranked_by_what_a_right_one_took_and_cost() {
    // An answer of a few tokens has no speed, so nothing of another length can be predicted from it.
    let short = |provider: &str, right: usize, usd: f64| {
        let mut points = answered(provider, right, usd);
        for point in &mut points {
            (point.decode_tps, point.neutral_tps, point.answer_tps) = (None, None, None);
        }
        points
    };
    let points = [short("cheap", 30, 1.0), short("fair", 40, 2.0), short("dear", 40, 9.0)].concat();
    let answer = of(&points, &use_case_of_checked());
    let places: Vec<u32> = answer.ranked.iter().map(|one| one.place).collect();
    let named = |place: u32| ["cheap", "dear", "fair"][place as usize];
    assert_eq!(places.into_iter().map(named).collect::<Vec<_>>(), ["fair", "dear", "cheap"]);
    assert!(
        answer.ranked[2].against[0].to_string().contains("is below 95"),
        "the cheapest is wrong too often: {:?}",
        answer.ranked[2].against
    );
    let fair = &answer.ranked[0].parts;
    let of_figure = |figure: Figure| fair.iter().find(|part| part.figure == figure)?.value;
    assert_eq!(of_figure(Figure::TimePerRight), Some(2_100.0), "as measured, in milliseconds");
    assert!(is(of_figure(Figure::CostPerRight).expect("a cost"), 0.0002), "and in dollars");
    let told = answer.sentence.to_string();
    assert!(told.contains("fair, 100 of 100"), "significantly: {told}");
    assert!(!told.contains("predicted"), "nothing is: {told}");
}

#[test]
fn a_cheap_contender_that_is_often_wrong_is_not_cheap() {
    let cost = half(&[(Figure::Cost, 1.0)], &[]);
    let per_right = half(&[(Figure::CostPerRight, 1.0)], &[]);
    let points = [answered("cheap", 10, 1.0), answered("right", 40, 2.0)].concat();
    let first = |use_case: &UseCase| of(&points, use_case).ranked[0].place;
    assert_eq!((first(&cost), first(&per_right)), (0, 1), "a quarter right costs four times more");
    let sentence = of(&points, &per_right).sentence.to_string();
    assert!(sentence.starts_with("For test: right, 100 of 100"), "significantly: {sentence}");
    let near = [answered("cheap", 30, 1.0), answered("right", 40, 1.2)].concat();
    let sentence = of(&near, &per_right).sentence.to_string();
    assert!(sentence.contains("no one is significantly best"), "within the intervals: {sentence}");
}

#[test]
fn a_share_of_right_answers_is_a_least_limit_that_may_be_open() {
    let limit = |right| {
        let points = answered("a", right, 1.0);
        of(&points, &half(&[(Figure::Cost, 1.0)], &[(Figure::Right, 0.95)])).ranked[0].clone()
    };
    let all = limit(40);
    assert!(all.against.is_empty(), "all are right");
    assert!(
        all.open[0].to_string().contains("of 40 requests may be 91"),
        "of too few: {:?}",
        all.open
    );
    let most = limit(37);
    assert!(most.against[0].to_string().contains("is below 95"), "{:?}", most.against);
    assert!(
        most.against[0].to_string().contains("but may be"),
        "which is not sure: {:?}",
        most.against
    );
    assert!(
        !limit(20).against[0].to_string().contains("may be"),
        "which is: {:?}",
        limit(20).against
    );
}

#[test]
fn without_checks_a_right_answer_has_no_cost() {
    let points = sixteen("a", 100.0, 50.0, (1.0, 1.0));
    let answer = of(&points, &half(&[(Figure::CostPerRight, 1.0)], &[]));
    assert_eq!(english(&answer.ranked[0].against), ["no answer was checked"], "said so");
    let none = of(&answered("a", 0, 1.0), &half(&[(Figure::CostPerRight, 1.0)], &[]));
    assert_eq!(english(&none.ranked[0].against), ["no answer is right"], "and of no right one");
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
