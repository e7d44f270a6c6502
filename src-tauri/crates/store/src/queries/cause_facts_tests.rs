use measure::ConnectionTiming;
use providers::ServerReport;
use race::Run;

use super::*;
use crate::queries::watched::tests::{keep, watched};

fn connection(reused: bool, dns_us: u32) -> ConnectionTiming {
    ConnectionTiming {
        dns_us: Some(dns_us),
        tcp_us: Some(20_000),
        tls_us: None,
        reused,
        ..ConnectionTiming::default()
    }
}

/// A race of three requests: a new connection, used again twice.
fn change(run: &mut Run) {
    for (sample, reused) in run.lanes[0].samples.iter_mut().zip([false, true, true]) {
        sample.connection = Some(connection(reused, if reused { 0 } else { 7_000 }));
        (sample.speed.ttft_ms, sample.speed.ttfb_ms) = (Some(250.0), Some(240.0));
        sample.speed.decode_tps = Some(100.0);
        sample.server = Some(ServerReport {
            queue_ms: Some(90.0),
            model: Some("fast-02".into()),
            system_fingerprint: (!reused).then(|| "fp_b".into()),
            ..ServerReport::default()
        });
    }
    run.lanes[1].samples[0].doubts.push(Warning::ClientLimited);
    run.lanes[1].samples[1].status = Status::Throttled;
}

#[test]
fn a_turn_has_its_phases_and_who_answered() {
    let history = watched();
    keep(&history, 5, false, change);
    keep(&history, 6, true, change);
    let taken = history.taken_turns("w", 0, 10).unwrap();
    assert_eq!(taken.keys().copied().collect::<Vec<_>>(), [5], "the rhythm's own");
    let facts = history.cause_facts("w", &BTreeSet::from([4, 5, 6])).unwrap();
    let [one] = &facts[&0][..] else { panic!("{facts:?}") };
    assert_eq!((one.number, one.requests, one.failed), (5, 3, 0));
    let phase = |phase| one.phases_ms.get(&phase).copied();
    assert_eq!(phase(RequestPhase::Dns), Some(7.0), "of the new connection alone");
    assert_eq!((phase(RequestPhase::Connect), phase(RequestPhase::Tls)), (Some(20.0), None));
    assert_eq!(phase(RequestPhase::Queue), Some(90.0));
    assert_eq!(phase(RequestPhase::FirstByte), Some(240.0));
    assert_eq!(phase(RequestPhase::FirstText), Some(10.0));
    assert_eq!(phase(RequestPhase::Decode), Some(10.0));
    assert_eq!((one.model.as_deref(), one.fingerprint.as_deref()), (Some("fast-02"), Some("fp_b")));
    let [other] = &facts[&1][..] else { panic!("{facts:?}") };
    assert_eq!((other.requests, other.failed, other.strained), (3, 1, 1));
    assert_eq!(other.model, None, "unknown is absent");
}

#[test]
fn a_machine_that_slept_says_nothing_of_phases() {
    let history = watched();
    keep(&history, 5, false, |run| {
        change(run);
        for sample in &mut run.lanes[0].samples {
            sample.doubts.push(Warning::ClockGap);
        }
    });
    let facts = history.cause_facts("w", &BTreeSet::from([5])).unwrap();
    let one = &facts[&0][0];
    assert_eq!((one.phases_ms.len(), one.ttft_ms), (0, None));
    assert_eq!(one.model.as_deref(), Some("fast-02"), "and of the model what there is");
}
