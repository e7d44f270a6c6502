use super::*;
use crate::fixtures::{gathered, rounds};
use crate::request::{MeasuredRequest, Outcome};

fn run(id: &str, at_s: i64, ttft: &[f64]) -> Vec<MeasuredRequest> {
    rounds("a", ttft, |point, ms| {
        point.run = id.to_owned();
        point.at_s = at_s;
        point.ttft_ms = Some(ms);
    })
}

fn of(points: &[MeasuredRequest], before: Option<&str>, after: Option<&str>) -> Changes {
    let groups = gathered(points);
    changes(&groups.iter().collect::<Vec<_>>(), Metric::TtftMs, before, after)
}

fn ttft(changes: &Changes) -> Option<ChangeVerdict> {
    let ttft = changes.changes.iter().find(|change| change.metric == Metric::TtftMs);
    ttft.map(|change| change.verdict)
}

const FAST: [f64; 6] = [100.0, 102.0, 104.0, 106.0, 108.0, 110.0];
const SLOW: [f64; 6] = [200.0, 202.0, 204.0, 206.0, 208.0, 210.0];

#[test]
fn two_runs_that_differ_beyond_their_scatter_differ_and_no_more_is_known() {
    let points = [run("1", 10, &SLOW), run("2", 20, &FAST)].concat();
    let found = of(&points, None, None);
    assert_eq!(ttft(&found), Some(ChangeVerdict::Differs), "from the oldest to the newest");
    assert_eq!(
        found.sentence.to_string(),
        "The runs differ in a’s time to first token from 0.21 s to 0.11 s. With one run on either side, the usual \
         difference between runs is unknown.",
        "nothing else differs, and what two runs cannot tell"
    );
    let back = of(&points, Some("2"), Some("1"));
    assert_eq!(ttft(&back), Some(ChangeVerdict::Differs), "the other way round");
    let (there, back) = (&found.changes[0].difference, &back.changes[0].difference);
    let (there, back) = (there.expect("six each"), back.expect("six each"));
    assert!(there.high < 0.0 && back.low > 0.0, "100 ms either way");
}

#[test]
fn inconclusive_samples_are_unsettled() {
    let wide = [100.0, 150.0, 200.0, 250.0, 300.0, 350.0];
    let shifted = [110.0, 160.0, 210.0, 260.0, 310.0, 360.0];
    let found = of(&[run("1", 10, &wide), run("2", 20, &shifted)].concat(), None, None);
    assert_eq!(ttft(&found), Some(ChangeVerdict::Unsettled), "10 ms of 200 scattered by 100");
    assert!(
        found.sentence.to_string().starts_with("No change is significant. With one run"),
        "said so"
    );
    let few = of(&[run("1", 10, &FAST[..2]), run("2", 20, &SLOW[..2])].concat(), None, None);
    assert_eq!(ttft(&few), Some(ChangeVerdict::Unsettled), "two samples settle nothing");
    assert!(few.sentence.to_string().starts_with("Too few requests in a run to tell."), "and why");
}

#[test]
fn less_than_2_percent_is_alike_however_sure() {
    let found = of(&[run("1", 10, &[100.0; 6]), run("2", 20, &[101.0; 6])].concat(), None, None);
    assert_eq!(ttft(&found), Some(ChangeVerdict::Alike), "a millisecond of a hundred");
    assert!(found.sentence.to_string().starts_with("No change is significant."), "so it is");
}

/// Each run with its own level.
fn runs(prefix: &str, levels: &[f64]) -> Vec<MeasuredRequest> {
    let numbered = levels.iter().zip(0..);
    numbered
        .flat_map(|(level, at)| {
            let own = [0.97, 0.99, 1.0, 1.01, 1.02, 1.03].map(|by| by * level);
            run(&format!("{prefix}{at}"), at, &own)
        })
        .collect()
}

#[test]
fn a_change_beyond_the_scatter_between_runs_is_better_or_worse() {
    let before = runs("a", &[200.0, 210.0, 190.0, 205.0]);
    let after = runs("b", &[120.0, 110.0, 115.0, 125.0]);
    let points = [before, after].concat();
    let found = of(&points, Some("a0+a1+a2+a3"), Some("b0+b1+b2+b3"));
    assert_eq!(ttft(&found), Some(ChangeVerdict::Better), "{}", found.sentence);
    assert_eq!(found.before.as_deref(), Some("a0+a1+a2+a3"), "four runs on a side");
    assert!(found.sentence.to_string().starts_with("Better: a’s time to first token"), "said so");
    assert!(!found.sentence.to_string().contains("unknown"), "how runs differ is known");
    let back = of(&points, Some("b0+b1+b2+b3"), Some("a0+a1+a2+a3"));
    assert_eq!(ttft(&back), Some(ChangeVerdict::Worse), "the other way round");
    let single = of(&points, Some("a0"), Some("a1"));
    assert_eq!(
        ttft(&single),
        Some(ChangeVerdict::Unsettled),
        "5 % between runs that others differ by as well"
    );
}

#[test]
fn an_unusual_run_is_not_taken_for_a_change() {
    let points = runs("a", &[200.0, 201.0, 199.0, 200.0, 202.0, 198.0, 200.0, 400.0]);
    let found = of(&points, None, None);
    assert_eq!(ttft(&found), Some(ChangeVerdict::Differs), "by far the slowest of eight");
    assert_eq!(
        found.sentence.to_string(),
        "The runs differ in a’s time to first token from 0.20 s to 0.40 s. That is more than its other runs differ, but \
         to tell a change from an unusual run takes four runs on either side.",
        "and what would show a change"
    );
    let sides = of(&points, Some("a0+a1+a2+a3"), Some("a4+a5+a6+a7"));
    assert_eq!(ttft(&sides), Some(ChangeVerdict::Unsettled), "one of four on a side");
}

#[test]
fn a_run_of_one_request_shows_no_difference() {
    let points = [runs("a", &[200.0, 201.0, 199.0, 200.0]), run("b", 20, &[400.0])].concat();
    let found = of(&points, None, None);
    assert_eq!(ttft(&found), Some(ChangeVerdict::Unsettled), "{}", found.sentence);
    assert!(found.changes[0].difference.is_none(), "how sure it is, is unknown");
}

#[test]
fn runs_that_differ_among_themselves_are_not_a_change() {
    let points = runs("a", &[200.0, 300.0, 150.0, 260.0, 180.0, 290.0]);
    let found = of(&points, Some("a0"), Some("a1"));
    assert_eq!(ttft(&found), Some(ChangeVerdict::Unsettled), "{}", found.sentence);
    assert_eq!(found.changes[0].basis, Some(Basis::Runs), "the other runs tell how they differ");
}

#[test]
fn unasked_the_newest_is_compared_with_the_last_that_was_asked_the_same() {
    let mut other = run("2", 20, &FAST);
    for point in &mut other {
        point.prompt = "another".to_owned();
    }
    let points = [run("0", 5, &FAST), run("1", 10, &FAST), other, run("3", 30, &SLOW)].concat();
    let found = of(&points, None, None);
    assert_eq!(found.before.as_deref(), Some("1"), "the second was asked another thing");
    assert!(!found.uneven, "both were asked one thing");
    let found = of(&points, Some("2"), None);
    assert!(
        found.uneven && found.sentence.to_string().ends_with("also compares workloads."),
        "said so"
    );
}

#[test]
fn a_longer_prompt_is_not_a_change_of_the_contender() {
    let before = runs("a", &[200.0, 210.0, 190.0, 205.0]);
    let mut after = runs("b", &[820.0, 810.0, 815.0, 825.0]);
    for point in &mut after {
        point.prompt = "a longer one".to_owned();
    }
    let points = [before, after].concat();
    let (older, newer) = (Some("a0+a1+a2+a3"), Some("b0+b1+b2+b3"));
    let found = of(&points, older, newer);
    assert!(found.uneven, "the prompts changed");
    assert_eq!(ttft(&found), Some(ChangeVerdict::Differs), "{}", found.sentence);
    assert!(
        !found.sentence.to_string().contains("four runs"),
        "more runs would not tell: {}",
        found.sentence
    );
    let mixed = of(&points, Some("a0+a1+b0+b1"), Some("a2+a3+b2+b3"));
    assert!(!mixed.uneven, "both sides were asked both, as often: {}", mixed.sentence);
}

#[test]
fn one_run_has_no_difference() {
    let found = of(&run("1", 10, &FAST), None, None);
    assert_eq!((found.before, found.changes.len(), found.runs.len()), (None, 0, 1), "no pair");
    assert_eq!(
        found.sentence.to_string(),
        "There is only one run; a difference needs two.",
        "and why"
    );
}

#[test]
fn who_is_faster_because_many_of_its_requests_fail_is_named_with_them() {
    let mut after = run("2", 20, &FAST);
    for (round, one) in (6..).zip(run("2", 20, &SLOW)) {
        let failed = MeasuredRequest { round, outcome: Outcome::Failed, ttft_ms: None, ..one };
        after.push(failed);
    }
    let found = of(&[run("1", 10, &SLOW), after].concat(), None, None).sentence.to_string();
    assert!(
        found.ends_with(
            "No number counts requests that failed: a failed in 0 of 6 requests before and 6 of 12 after."
        ),
        "those that were slow before may be those that fail now: {found}"
    );
}
