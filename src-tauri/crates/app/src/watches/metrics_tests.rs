use store::TurnOutcome;

use super::*;

fn turn(outcome: TurnOutcome, turns: u32) -> WatchTurn {
    WatchTurn {
        number: 7,
        asked: false,
        due_s: 1_774_656_000,
        started_s: None,
        ended_s: None,
        run_id: None,
        outcome,
        why: None,
        most: None,
        turns,
    }
}

#[test]
fn turns_are_counted_by_how_they_ended_and_nothing_is_said_of_what_was_not_measured() {
    let metrics = WatchMetrics::default();
    assert!(!metrics.text().contains("{watch="), "nothing is known yet");
    metrics.count_turn("w", &turn(TurnOutcome::Missed, 3));
    metrics.count_turn("w", &turn(TurnOutcome::Missed, 2));
    metrics.count_turn("w", &turn(TurnOutcome::OverBudget, 1));
    let text = metrics.text();
    for line in [
        "paceline_watch_turns_total{watch=\"w\",outcome=\"missed\"} 5",
        "paceline_watch_turns_total{watch=\"w\",outcome=\"over_budget\"} 1",
        "paceline_watch_latest_turn_timestamp_seconds{watch=\"w\"} 1774656000",
    ] {
        assert!(text.lines().any(|one| one == line), "{line} in {text}");
    }
    assert!(text.ends_with("# EOF\n"), "as OpenMetrics ends");
    assert!(!text.contains("_bucket{"), "no request was measured");
}

#[test]
fn names_in_metrics_cannot_add_a_line() {
    let metrics = WatchMetrics::default();
    metrics.count_turn("a\"} 1\npaceline_forged_total 9\\", &turn(TurnOutcome::Done, 1));
    let text = metrics.text();
    assert!(!text.lines().any(|line| line.starts_with("paceline_forged")), "{text}");
}
