use measure::Values;

use super::*;

fn contender() -> ContenderRequests {
    let mut observed = ContenderRequests::named("a");
    for ttft in [123.456_789, 100.0] {
        observed.add(Some(Values::of(|metric| match metric {
            Metric::TtftMs => Some(ttft),
            Metric::Chunks => Some(7.0),
            _ => None,
        })));
    }
    observed.add(None);
    (observed.right, observed.wrong) = (1, 1);
    observed
}

fn baseline() -> Baseline {
    Baseline::of(&[contender()], vec!["r".into()], "2026-11-26T00:00:00Z".into(), "h".into(), None)
}

#[test]
fn a_baseline_is_read_as_it_was_written_and_holds_no_text() {
    let written = baseline().document().expect("finite");
    let read = Baseline::read(&written).expect("ours");
    assert_eq!(read, baseline());
    let [own] = read.contenders().try_into().expect("one contender");
    assert_eq!((own.succeeded, own.failed, own.right, own.wrong), (2, 1, 1, 1));
    assert_eq!(own.values.get("ttft_ms"), Some(&vec![100.0, 123.457]), "ascending, six digits");
    assert!(!written.contains("chunks"), "what has no better direction has no limit: {written}");
}

#[test]
fn a_baseline_that_contradicts_itself_is_refused() {
    let written = baseline().document().expect("finite");
    let with = |from: &str, to: &str| {
        assert!(written.contains(from), "{written}");
        Baseline::read(&written.replace(from, to)).map(|_| ()).map_err(|error| error.to_string())
    };
    for (from, to, said) in [
        ("paceline.baseline/1", "paceline.baseline/2", "schema"),
        ("\"succeeded\": 2", "\"succeeded\": 1", "more"),
        ("\"right\": 1", "\"right\": 9", "more answers were checked"),
        ("100.0", "-100.0", "below 0"),
        ("100.0", "1e999", "no baseline"),
        ("ttft_ms", "speed", "metric that nobody knows"),
        ("\"failed\": 1", "\"failed\": -1", "no baseline"),
        // Each would have its rank: 34 GB of them.
        ("\"failed\": 1", "\"failed\": 4294967295", "more than 100,000 requests"),
        ("\"name\"", "\"title\"", "no baseline"),
    ] {
        let told = with(from, to).expect_err(to);
        assert!(told.contains(said), "{to}: {told}");
    }
    let other = format!("\"def_version\": {DEF_VERSION}");
    let told = with(&other, "\"def_version\": 4").expect_err("other definitions");
    assert!(told.contains("Measure the baseline again"), "{told}");
}
