use super::*;

const MS: u64 = 1_000_000;

#[test]
fn a_request_that_was_cut_counts_as_those_that_lived_longer() {
    let flight =
        |sent: u64, ended: u64, end| Flight { sent_ns: sent * MS, ended_ns: ended * MS, end };
    let all = [
        flight(0, 100, FlightEnd::Ok),
        flight(0, 200, FlightEnd::Ok),
        flight(100, 200, FlightEnd::Failed),
        flight(100, 200, FlightEnd::Cut),
    ];
    // Of the three that took at least 100 ms, two were answered, after 100 and after 200 ms.
    let expected = 1.0 + 1.0 + 100.0 * (1.0 / 100.0 + 1.0 / 200.0) / 3.0;
    let counted = completed(&all, (0, 200 * MS));
    assert!((counted - expected).abs() < 1e-9, "{counted} and not {expected}");
    let half = completed(&all[..2], (100 * MS, 200 * MS));
    assert!((half - 0.5).abs() < 1e-9, "half of the second lies in the window: {half}");
    assert!(completed(&all[3..], (0, 200 * MS)).abs() < 1e-12, "of nobody's end nothing is known");
    let refused = [flight(0, 10, FlightEnd::Failed), flight(0, 100, FlightEnd::Cut)];
    assert!(
        completed(&refused, (0, 100 * MS)).abs() < 1e-12,
        "where every request fails, one that was cut is no success"
    );
}

#[test]
fn those_in_flight_together_share_the_machine() {
    let recording = |sent: u64, ended: u64| {
        let mut recording = Recording::starting_at(sent * MS);
        recording.timeline.send_ns = Some(sent * MS);
        recording.timeline.close_ns = Some(ended * MS);
        recording
    };
    let all = [recording(0, 100), recording(50, 150), recording(50, 100), recording(300, 310)];
    let shares: Vec<f64> = machine_ms(all.iter()).into_iter().flatten().collect();
    let third = 50.0 / 3.0;
    for (share, expected) in shares.iter().zip([50.0 + third, third + 50.0, third, 10.0]) {
        assert!((share - expected).abs() < 1e-9, "{shares:?}");
    }
    assert!((shares.iter().sum::<f64>() - 160.0).abs() < 1e-9, "all of the time that it was busy");
    let unsent = Recording::starting_at(0);
    assert_eq!(machine_ms([&unsent].into_iter()), [None], "what was never sent used none of it");
}
