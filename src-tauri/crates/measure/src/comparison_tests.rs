use super::*;
use crate::confidence_sequence::anytime_p;
use crate::random::SplitMix64;

/// What rounds of these differences say of two contenders.
fn of(differences: &[f64]) -> PairOfRounds {
    let pairs: Vec<(f64, f64)> = differences.iter().map(|each| (*each, 0.0)).collect();
    PairOfRounds::of(&pairs, Stopping::Planned).expect("there are rounds")
}

/// B has 1,000 in each round; A − B is each of `differences`.
fn pair(differences: &[f64], better: Better) -> Comparison {
    Comparison::of(differences, better, (&of(differences), true), 2).expect("there are rounds")
}

fn lower(differences: &[f64]) -> Comparison {
    pair(differences, Better::Lower)
}

fn values(values: &[f64]) -> Vec<Option<f64>> {
    values.iter().copied().map(Some).collect()
}

fn is(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

#[test]
fn a_lane_better_in_each_of_six_rounds_is_better() {
    let seen = lower(&[-10.0, -11.0, -14.0, -4.0, -9.0, -12.0]);
    assert_eq!((seen.n, seen.won, seen.equal), (6, 6, 0), "A is lower six times of six");
    assert_eq!(seen.ci, Some(Interval { low: -14.0, high: -4.0 }), "the range of six");
    assert_eq!(seen.verdict, Verdict::A, "the whole interval is below 0");
    assert_eq!(seen.rounds_needed, None, "it is settled");
}

#[test]
fn a_rate_is_better_when_it_is_higher() {
    let slower = [-10.0, -11.0, -14.0, -4.0, -9.0, -12.0];
    let seen = pair(&slower, Better::Higher);
    assert_eq!((seen.verdict, seen.won), (Verdict::B, 0), "A has the lower rate");
    let faster = slower.map(|by| -by);
    assert_eq!(pair(&faster, Better::Higher).verdict, Verdict::A, "A has the higher rate");
    assert_eq!(lower(&faster).verdict, Verdict::B, "and the longer time");
}

#[test]
fn what_both_met_in_a_round_does_not_hide_a_difference() {
    let load = [120.0, 900.0, 310.0, 2_400.0, 150.0, 640.0, 1_300.0, 220.0];
    let both = [values(&load), values(&load.map(|load| load + 20.0))];
    let seen =
        BestComparison::of(&both, Better::Lower, Stopping::Planned).expect("there are values");
    let [(1, against)] = seen.others.as_slice() else { panic!("there is one other") };
    assert_eq!(seen.best, 0, "A has the lower median");
    assert_eq!(against.verdict, Verdict::A, "A is 20 ms faster under every load");
    assert_eq!(against.difference.map(f64::round), Some(-20.0), "by 20 ms");
}

#[test]
fn rounds_that_contradict_each_other_are_a_tie() {
    let seen = lower(&[-30.0, -10.0, 5.0, -20.0, 15.0, -1.0, 0.0]);
    assert_eq!(seen.verdict, Verdict::Tie, "0 lies between -30 and 15");
    assert_eq!((seen.n, seen.won, seen.equal), (7, 4, 1), "four won, one shared of seven");
}

#[test]
fn fewer_than_six_rounds_settle_nothing_between_two() {
    let seen = lower(&[-10.0, -11.0, -14.0, -4.0]);
    assert_eq!((seen.n, seen.verdict), (4, Verdict::Tie), "four rounds carry no interval");
    assert_eq!((seen.difference, seen.ci), (None, None), "nor a middle");
    assert_eq!(seen.won, 4, "who won how often is known all the same");
    let seen = lower(&[-10.0, -11.0, -14.0, -4.0, -9.0]);
    assert_eq!(seen.difference, Some(-10.0), "five carry a middle");
    assert_eq!(
        (seen.ci, seen.verdict),
        (None, Verdict::Tie),
        "equal ones agree in 6.25 % of races"
    );
    assert_eq!(seen.rounds_needed, None, "without an interval nothing can be foretold");
}

#[test]
fn a_verdict_needs_its_own_interval_and_all_contenders_together() {
    let clear = [-10.0, -11.0, -14.0, -4.0, -9.0, -12.0];
    let seen =
        Comparison::of(&clear, Better::Lower, (&of(&clear), false), 8).expect("there are rounds");
    assert_eq!(seen.verdict, Verdict::Tie, "among eight, six rounds that agree are chance");
    assert!(seen.rounds_needed.is_some_and(|needed| needed > 6), "more would settle it");
}

#[test]
fn a_round_that_one_of_them_has_no_value_in_is_left_out() {
    let a = values(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let b = values(&[11.0, 13.0, 12.0, 14.0, 17.0, 15.0]);
    let whole = BestComparison::of(&[a.clone(), b.clone()], Better::Lower, Stopping::Planned);
    let (mut some_a, mut some_b) = (a, b);
    some_a.extend([None, Some(3.5), Some(f64::NAN)]);
    some_b.extend([Some(13.5), Some(f64::INFINITY), Some(13.5)]);
    assert_eq!(
        BestComparison::of(&[some_a, some_b], Better::Lower, Stopping::Planned),
        whole,
        "half a pair compares nothing"
    );
    let nobody = BestComparison::of(&[vec![None], vec![]], Better::Lower, Stopping::Planned);
    assert_eq!(nobody, None, "who has no values has no best");
    let alone =
        BestComparison::of(&[vec![Some(1.0)], vec![None]], Better::Lower, Stopping::Planned);
    assert_eq!(
        alone,
        Some(BestComparison { best: 0, value: 1.0, others: vec![], alike: vec![] }),
        "and nobody to compare with"
    );
}

#[test]
fn how_many_rounds_are_needed_follows_from_the_width() {
    let evenly =
        |middle: f64| -> Vec<f64> { (0..21).map(|at| middle + f64::from(at) - 10.0).collect() };
    let near = lower(&evenly(2.0));
    let nearer = lower(&evenly(1.0));
    let (near, nearer) = (near.rounds_needed.expect("a tie"), nearer.rounds_needed.expect("a tie"));
    let ratio = f64::from(nearer) / f64::from(near);
    assert!(
        (3.8..4.2).contains(&ratio),
        "half the difference takes four times the rounds: {ratio}"
    );
    assert_eq!(lower(&evenly(0.0)).rounds_needed, None, "nothing points to either");
    assert_eq!(lower(&evenly(0.01)).rounds_needed, None, "more than a race can have");
    assert_eq!(lower(&[0.0; 9]).rounds_needed, None, "two that never differ never will");
    let (differences, better) = (evenly(2.0), Better::Lower);
    let among_eight = Comparison::of(&differences, better, (&of(&differences), false), 8);
    let among_eight = among_eight.expect("rounds");
    assert!(among_eight.rounds_needed > Some(near), "among eight it takes more");
}

#[test]
fn a_race_that_is_not_settled_says_how_many_more_rounds_it_takes() {
    // Of every four rounds A is better in three.
    let seen = |rounds: usize, by: f64, better: Better, lanes: usize| {
        let each = (0..rounds).map(|at| if at % 4 == 3 { 0.5 * by } else { -by });
        let differences: Vec<f64> = each.collect();
        let pairs: Vec<(f64, f64)> = differences.iter().map(|by| (500.0 + by, 500.0)).collect();
        let pair = PairOfRounds::of(&pairs, Stopping::WhenSettled).expect("there are rounds");
        Comparison::watched(&differences, better, &pair, lanes).expect("there are rounds")
    };
    let (lower, higher) = (Better::Lower, Better::Higher);
    let few = seen(8, 100.0, lower, 2).rounds_more.expect("six of eight point to A");
    let later = seen(12, 100.0, lower, 2).rounds_more.expect("nine of twelve do");
    assert!(later < few, "what was seen is part of the evidence: {later} and {few}");
    assert_eq!(seen(8, -100.0, higher, 2).rounds_more, Some(few), "whichever way is better");
    let among_eight = seen(8, 100.0, lower, 8).rounds_more;
    assert!(among_eight > Some(few), "among eight it takes more: {among_eight:?}");
    assert_eq!(seen(4, 100.0, lower, 2).rounds_more, None, "four rounds foretell nothing");
    assert_eq!(seen(8, 100.0, higher, 2).rounds_more, None, "nothing points to A");
    let settled = seen(200, 100.0, lower, 2);
    assert_eq!((settled.verdict, settled.rounds_more), (Verdict::A, None), "nothing is left");
    let planned = BestComparison::of(
        &[values(&[1.0, 2.0, 3.0, 5.0, 4.0, 9.0]), values(&[2.0, 4.0, 2.0, 6.0, 8.0, 5.0])],
        lower,
        Stopping::Planned,
    );
    let planned = planned.expect("there are rounds").others;
    assert!(
        planned.iter().all(|(_, each)| each.rounds_more.is_none()),
        "rounds added to planned ones until they differ would make false verdicts likely"
    );
}

#[test]
fn rounds_in_which_one_failed_make_a_race_as_much_longer() {
    let slow = [509.0, 511.0, 491.0, 505.0, 521.0, 496.0, 504.0, 503.0];
    let quick = [480.0, 495.0, 470.0, 515.0, 490.0, 500.0, 480.0, 501.0];
    // As many rounds again in which the second failed.
    let failing = |all: &[f64]| -> Vec<Option<f64>> {
        all.iter().flat_map(|value| [Some(*value), None]).collect()
    };
    let twice = |all: &[f64]| -> Vec<Option<f64>> {
        all.iter().flat_map(|value| [Some(*value), Some(*value)]).collect()
    };
    for (stopping, rounds) in [(Stopping::WhenSettled, 8), (Stopping::Planned, 8)] {
        let one = |lanes: [Vec<Option<f64>>; 2]| {
            let compared = BestComparison::of(&lanes, Better::Lower, stopping).expect("values");
            let (_, comparison) = *compared.others.first().expect("another");
            (comparison.n, comparison.rounds_more.or(comparison.rounds_needed))
        };
        let (n, whole) = one([values(&slow), values(&quick)]);
        assert_eq!(n, rounds);
        let whole = whole.expect("most point to the second");
        let (n, half) = one([twice(&slow), failing(&quick)]);
        assert_eq!((n, half), (rounds, Some(2 * whole)), "half of them count");
    }
}

#[test]
fn as_many_more_rounds_as_are_said_settle_a_true_difference_in_four_of_five_races() {
    let mut random = SplitMix64::new(3);
    let (mut told, mut settled) = (0, 0);
    for _ in 0..300 {
        let mut differences: Vec<f64> = (0..10).map(|_| random.normal() - 0.5).collect();
        let is_settled = |so_far: &[f64]| anytime_p(so_far) <= ALPHA;
        let more = rounds_more(&differences, Better::Lower, (2.0 / ALPHA, 2));
        let Some(more) = more.filter(|_| !is_settled(&differences)) else { continue };
        told += 1;
        settled += u32::from((0..more).any(|_| {
            differences.push(random.normal() - 0.5);
            is_settled(&differences)
        }));
    }
    assert!(told > 150, "most say how many: {told}");
    assert!(100 * settled >= 80 * told, "{settled} of {told}");
}

#[test]
fn the_order_of_a_pair_does_not_matter() {
    // From a tie to a clear case.
    for lowest in -14..=-11 {
        let a: Vec<f64> = (lowest..lowest + 21).map(|by| 1_000.0 + f64::from(by)).collect();
        let b = vec![1_000.0; 21];
        let one = BestComparison::of(&[values(&a), values(&b)], Better::Lower, Stopping::Planned)
            .expect("values");
        let other = BestComparison::of(&[values(&b), values(&a)], Better::Lower, Stopping::Planned)
            .expect("values");
        assert_eq!(one.best, 1 - other.best, "the same one is best, from {lowest}");
        let (one, other) = (one.others[0].1, other.others[0].1);
        assert_eq!(one.verdict, other.verdict, "by the same verdict");
        assert_eq!((one.won, one.equal), (other.won, other.equal), "and as many rounds");
    }
}

#[test]
fn what_is_unknown_is_not_written() {
    let written = serde_json::to_value(lower(&[-1.0, 1.0])).expect("a comparison is JSON");
    let expected = serde_json::json!({"n": 2, "won": 1, "equal": 0, "verdict": "tie"});
    assert_eq!(written, expected, "unknown is absent, never zero");
    let read: Comparison = serde_json::from_value(written).expect("and is read again");
    assert_eq!(read, lower(&[-1.0, 1.0]), "as it was");
    assert!(is(lower(&[-1.0; 5]).difference.unwrap_or(0.0), -1.0), "a known one is");
}

#[test]
fn a_watched_race_needs_more_evidence_than_a_planned_one() {
    let lanes = |rounds: usize| {
        let a: Vec<_> = (0..rounds).map(|_| Some(100.0)).collect();
        let b: Vec<_> = [150.0, 151.0, 149.0].into_iter().cycle().take(rounds).map(Some).collect();
        [a, b]
    };
    let verdict = |rounds: usize, stopping: Stopping| {
        let seen = BestComparison::of(&lanes(rounds), Better::Lower, stopping).expect("values");
        (seen.others[0].1.verdict, seen.others[0].1.ci.is_some(), seen.is_settled())
    };
    assert_eq!(verdict(6, Stopping::Planned), (Verdict::A, true, true), "six of six, once");
    assert_eq!(verdict(6, Stopping::WhenSettled), (Verdict::Tie, false, false), "and watched");
    assert_eq!(verdict(14, Stopping::WhenSettled), (Verdict::A, true, true), "14 of 14");
}

#[test]
fn lanes_whose_difference_lies_within_two_percent_are_settled_as_alike() {
    let a: Vec<_> = (0..40).map(|_| Some(100.0)).collect();
    let b: Vec<_> = (0..40).map(|round| Some(99.7 + 0.6 * f64::from(round % 2))).collect();
    let seen = BestComparison::of(&[a, b], Better::Lower, Stopping::WhenSettled).expect("values");
    let comparison = seen.others[0].1;
    assert_eq!(comparison.verdict, Verdict::Tie, "neither is better: {comparison:?}");
    assert!(seen.is_settled(), "and by less than 2 of 100: {comparison:?}");
    let a: Vec<_> = (0..40).map(|_| Some(10.0)).collect();
    let b: Vec<_> = (0..40).map(|round| Some(9.7 + 0.6 * f64::from(round % 2))).collect();
    let seen = BestComparison::of(&[a, b], Better::Lower, Stopping::WhenSettled).expect("values");
    assert!(!seen.is_settled(), "the same difference is not within 0.2: {:?}", seen.others);
}
