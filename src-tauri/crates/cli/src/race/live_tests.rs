use super::*;
use serde_json::json;

fn lanes(count: usize) -> Vec<Lane> {
    let lane = |place: usize| {
        serde_json::from_value(json!({
            "place": place, "provider": "simulated", "label": "Simulated", "model": format!("lane-{place}"),
            "dialect": "openai-chat", "base_url": "http://127.0.0.1/v1", "simulated": true, "samples": [], "summary": {},
        }))
        .expect("a lane")
    };
    (0..count).map(lane).collect()
}

fn frame(at_us: u32, lanes: Vec<LaneFrame>) -> Frame {
    Frame { at_us, lanes, ..Frame::default() }
}

/// A lane that sent at once, reasoned from 1 s and wrote from 2 s to 3 s.
fn writing() -> LaneFrame {
    LaneFrame {
        phase: Phase::Writing,
        tokens: 1_234,
        live_tps: Some(617.0),
        sent_us: Some(0),
        first_any_us: Some(1_000_000),
        first_answer_us: Some(2_000_000),
        last_us: Some(3_000_000),
        ..LaneFrame::default()
    }
}

#[test]
fn a_lane_shows_its_phases_on_the_shared_clock() {
    let mut view = View::new(&lanes(1));
    view.advance(&frame(3_000_000, vec![writing()]));
    let bar = view.lanes[0].bar(50, 3_000_000, 5_000_000);
    assert_eq!(
        bar,
        format!("{}{}{}{}", "·".repeat(10), "▒".repeat(10), "█".repeat(10), " ".repeat(20)),
        "a second of waiting, one of thinking, one of writing, and two to come"
    );
    let picture = view.lines(120, 24, Ink::Plain);
    let line = &picture[2];
    for part in ["SIMULATED lane-0", "writing", " 617 ", " 1.00 s ", " 1,234"] {
        assert!(line.contains(part), "{part} is missing from {line}");
    }
    for (title, number) in [("tok/s", "617"), ("TTFT", "1.00 s"), ("tokens", "1,234")] {
        let end = |line: &str, part: &str| {
            line.find(part).map(|at| line[..at + part.len()].chars().count())
        };
        assert_eq!(end(&picture[1], title), end(line, number), "{title} stands above its number");
    }
}

#[test]
fn a_frame_without_a_lane_changes_nothing_of_it() {
    let mut view = View::new(&lanes(2));
    view.advance(&frame(3_000_000, vec![writing()]));
    let before = view.lines(100, 24, Ink::Plain);
    view.advance(&frame(3_000_000, vec![]));
    assert_eq!(view.lines(100, 24, Ink::Plain), before, "frames tell what changed");
    let late = LaneFrame {
        phase: Phase::Writing,
        tokens: 1_300,
        last_us: Some(3_100_000),
        ..LaneFrame::default()
    };
    view.advance(&frame(3_100_000, vec![late]));
    assert!(
        view.lines(120, 24, Ink::Plain)[2].contains("1.00 s"),
        "what was told once is not told again, and stays"
    );
}

#[test]
fn a_new_round_begins_empty() {
    let mut view = View::new(&lanes(1));
    view.advance(&frame(3_000_000, vec![writing()]));
    view.advance(&Frame { round: 1, ..Frame::default() });
    let picture = view.lines(120, 24, Ink::Plain).join("\n");
    assert!(picture.starts_with("round 2, 0.000 s"), "rounds are counted from 1: {picture}");
    assert!(!picture.contains("617.0"), "nothing of the round before is left: {picture}");
}

#[test]
fn no_line_is_wider_than_the_terminal_and_the_picture_no_higher() {
    let mut view = View::new(&lanes(40));
    view.advance(&frame(3_000_000, vec![writing()]));
    for columns in [20, 40, 60, 80, 100, 132, 300] {
        let picture = view.lines(columns, 24, Ink::Plain);
        assert!(picture.len() < 24, "the cursor has a line of its own");
        for line in &picture {
            assert!(line.chars().count() < columns, "{columns} columns: {line}");
        }
        assert!(picture.last().is_some_and(|line| line.contains("more")), "the rest is counted");
    }
}

#[test]
fn the_clock_doubles_when_the_race_outlasts_it() {
    assert_eq!(scale_us(0), 5_000_000, "five seconds to begin with");
    assert_eq!(scale_us(5_000_000), 5_000_000, "to their very end");
    assert_eq!(scale_us(5_000_001), 10_000_000, "then ten");
    assert_eq!(scale_us(70_000_000), 80_000_000, "then twenty, forty, eighty");
    assert_eq!(scale_us(u32::MAX), u32::MAX, "up to more than an hour");
}
