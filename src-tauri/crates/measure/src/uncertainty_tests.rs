use super::*;
use crate::SplitMix64;

/// Values around 100 whose median has an interval of this width: 98, 100 and 102.
fn spread() -> Spread {
    let values = [96.0, 98.0, 98.0, 99.0, 100.0, 101.0, 102.0, 102.0, 104.0];
    Spread::of(values).expect("there are values")
}

fn standards(budget: &UncertaintyBudget) -> Vec<(UncertaintySource, String)> {
    budget.parts.iter().map(|part| (part.source, format!("{:.4}", part.standard))).collect()
}

const ALL_KNOWN: HowMeasured = HowMeasured {
    stamp_error_ms: Some(0.6),
    over_ms: Some(1_000.0),
    tokens: Some(100.0),
    is_first_read_estimated: true,
    is_split_estimated: true,
    counters_differ: Some(0.1),
};

#[test]
fn a_time_since_the_send_has_its_stamp_and_its_sampling() {
    let budget = UncertaintyBudget::of(Metric::TtftMs, &spread(), &ALL_KNOWN).expect("known");
    let ci = spread().ci.expect("nine values carry one");
    let sampling = (ci.high - ci.low) / (2.0 * Z95);
    let stamp = 0.6 / 12_f64.sqrt();
    assert_eq!(budget.bias, Some(0.3), "late by 0 to 0.6 ms, and never early");
    assert_eq!(
        standards(&budget),
        [
            (UncertaintySource::Stamp, format!("{stamp:.4}")),
            (UncertaintySource::Sampling, format!("{sampling:.4}"))
        ],
        "tokens play no part in it"
    );
    let combined = 2.0 * stamp.hypot(sampling);
    assert!((budget.plus_minus - combined).abs() < 1e-12, "the root of their squares, twice");
    assert_eq!(budget.largest, UncertaintySource::Sampling, "nine requests differ by more");
}

#[test]
fn the_speed_of_an_answer_has_all_four_parts() {
    let budget = UncertaintyBudget::of(Metric::AnswerTps, &spread(), &ALL_KNOWN).expect("known");
    let all: Vec<UncertaintySource> = budget.parts.iter().map(|part| part.source).collect();
    assert_eq!(all, UncertaintySource::ALL, "each once");
    let of = |source| budget.parts.iter().find(|part| part.source == source).expect("it is there");
    let near = |source, expected: f64| {
        let own = of(source).standard;
        assert!((own - expected).abs() < 1e-9, "{source:?}: {own}, not {expected}");
    };
    near(UncertaintySource::Stamp, 100.0 * 0.6 / 6_f64.sqrt() / 1_000.0);
    near(UncertaintySource::Count, 100.0 * 0.1 / 3_f64.sqrt());
    near(UncertaintySource::FirstRead, 100.0 / 3_f64.sqrt() / 100.0);
    assert_eq!(budget.largest, UncertaintySource::Count, "a tenth of the tokens may be elsewhere");
    let whole = UncertaintyBudget::of(Metric::DecodeTps, &spread(), &ALL_KNOWN).expect("known");
    assert!(
        whole.parts.iter().all(|part| part.source != UncertaintySource::Count),
        "the whole stream has the server's own count"
    );
}

#[test]
fn a_part_that_is_not_known_is_named_and_never_nothing() {
    let one = Spread::of([250.0]).expect("one value");
    let nothing = HowMeasured::default();
    assert_eq!(UncertaintyBudget::of(Metric::TtftMs, &one, &nothing), None, "no part is known");
    let calibrated = HowMeasured { stamp_error_ms: Some(0.5), ..nothing };
    let budget = UncertaintyBudget::of(Metric::TtftMs, &one, &calibrated).expect("its stamp is");
    assert_eq!(budget.unknown, [UncertaintySource::Sampling], "one request says nothing of others");
    assert_eq!(
        budget.sentence(Unit::Duration),
        "at least ±0.29 ms about 0.25 ms less, timestamps; sampling unknown",
        "so it is a lower bound"
    );
    let whole = UncertaintyBudget::of(Metric::TtftMs, &spread(), &ALL_KNOWN).expect("known");
    assert!(whole.sentence(Unit::Duration).ends_with("mostly sampling"), "otherwise its largest");
}

#[test]
fn lateness_makes_times_too_long_and_rates_over_them_too_low() {
    let budget = |metric| UncertaintyBudget::of(metric, &spread(), &ALL_KNOWN).expect("known");
    let rate = budget(Metric::E2eTps);
    assert!(
        (rate.bias.expect("it is calibrated") + 0.03).abs() < 1e-9,
        "0.3 ms of a second: {rate:?}"
    );
    assert_eq!(budget(Metric::DecodeTps).bias, None, "both reads are late");
    let certain = Spread::of([100.0; 9]).expect("nine");
    let said = |metric| {
        UncertaintyBudget::of(metric, &certain, &ALL_KNOWN)
            .expect("known")
            .sentence(metric.definition().unit)
    };
    assert!(said(Metric::E2eTps).contains(" more, "), "{}", said(Metric::E2eTps));
    assert!(
        said(Metric::LatencyMs).contains(" about 0.30 ms less, "),
        "{}",
        said(Metric::LatencyMs)
    );
}

#[test]
fn a_count_differs_by_its_requests_alone() {
    let budget = UncertaintyBudget::of(Metric::Chunks, &spread(), &ALL_KNOWN).expect("known");
    let all: Vec<UncertaintySource> = budget.parts.iter().map(|part| part.source).collect();
    assert_eq!(all, [UncertaintySource::Sampling], "events are counted exactly");
}

#[test]
fn plus_and_minus_holds_the_truth_in_about_95_of_100() {
    // A timestamp that is late by up to 3 ms, and twenty requests around 100 with σ = 5 ms.
    let mut random = SplitMix64::new(11);
    let how = HowMeasured { stamp_error_ms: Some(3.0), ..HowMeasured::default() };
    let trials = 2_000;
    let held = (0..trials)
        .filter(|_| {
            let late = 3.0 * random.unit();
            let values: Vec<f64> = (0..20).map(|_| 100.0 + late + 5.0 * random.normal()).collect();
            let spread = Spread::of(values).expect("twenty");
            let budget = UncertaintyBudget::of(Metric::TtftMs, &spread, &how).expect("known");
            let late = budget.bias.expect("it is calibrated");
            (spread.middle() - late - 100.0).abs() <= budget.plus_minus
        })
        .count();
    assert!((1_840..=1_990).contains(&held), "{held} of {trials}");
}

#[test]
fn every_source_has_a_formula_that_ends() {
    for source in UncertaintySource::ALL {
        assert!(source.formula().ends_with('.'), "{}", source.name());
    }
}

#[test]
fn a_percentile_and_a_rate_of_a_level_have_budgets_of_their_own() {
    let values: Vec<f64> = (0..200).map(f64::from).collect();
    let tail = Tail::of(values, 0, 0.95).expect("there are values");
    let (low, high) = tail.low.zip(tail.high).expect("two hundred bound it");
    let budget = UncertaintyBudget::of_tail(Metric::TtftMs, &tail, &ALL_KNOWN).expect("known");
    let sampling = (high - low) / (2.0 * Z95);
    let expected = 2.0 * sampling.hypot(0.6 / 12_f64.sqrt());
    assert!((budget.plus_minus - expected).abs() < 1e-9, "of its own interval: {budget:?}");
    assert_eq!((budget.largest, budget.bias), (UncertaintySource::Sampling, Some(0.3)), "as late");
    let few = Tail { high: None, ..tail };
    let budget =
        UncertaintyBudget::of_tail(Metric::TtftMs, &few, &ALL_KNOWN).expect("its stamp is");
    assert_eq!(budget.unknown, [UncertaintySource::Sampling], "an open end bounds nothing");
    let failed = Tail { value: None, ..tail };
    assert_eq!(UncertaintyBudget::of_tail(Metric::TtftMs, &failed, &ALL_KNOWN), None, "no number");
    let ci = Some(Interval { low: 9.0, high: 11.0 });
    let how = HowMeasured { over_ms: Some(2_000.0), ..ALL_KNOWN };
    let rate = UncertaintyBudget::of_rate(10.0, ci, &how).expect("known");
    assert_eq!(
        standards(&rate),
        [
            (UncertaintySource::Stamp, format!("{:.4}", 10.0 * 0.6 / 6_f64.sqrt() / 2_000.0)),
            (UncertaintySource::Sampling, format!("{:.4}", 1.0 / Z95))
        ],
        "requests are counted exactly"
    );
}

#[test]
fn an_interval_that_reaches_much_farther_to_one_side_is_told_by_its_ends() {
    // A lane that answers after 80 or after 405 ms, as a queue has it.
    let values = [80.0, 80.5, 81.0, 82.0, 84.1, 404.0, 405.0, 405.0, 406.0];
    let skewed = Spread::of(values).expect("nine values");
    let none = HowMeasured::default();
    let budget =
        UncertaintyBudget::of(Metric::TtftMs, &skewed, &none).expect("its sampling is known");
    let ends = budget.ends.expect("one end is far away");
    assert!((79.0..84.0).contains(&ends.low), "no answer came sooner: {ends:?}");
    assert!((404.0..413.0).contains(&ends.high), "and the half that was slow is in it: {ends:?}");
    let said = budget.sentence(Unit::Duration);
    assert!(said.starts_with("at least 80.") && said.contains(" ms to 4"), "{said}");
    assert!(!said.contains('±'), "{said}");
    let even = UncertaintyBudget::of(Metric::TtftMs, &spread(), &ALL_KNOWN).expect("known");
    assert_eq!(even.ends, None, "98, 100 and 102 are as far apart");
}
