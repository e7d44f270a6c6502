//! `paceline calibrate`: its result, and where that is repeated.

use tempfile::tempdir;

use crate::{at, document, done, status, text};

#[test]
fn what_calibration_finds_stands_beside_every_race_that_follows() {
    let home = tempdir().expect("a folder");
    let race =
        ["race", "--json", "--prompt", "Hi", "--lane", "simulated/scripted?ttft=20ms&tokens=5"];
    let before = document(&done(home.path(), &race));
    assert!(before.get("ttft_error_ms").is_none(), "what was not measured is not said");
    let found = done(home.path(), &["calibrate", "--json"]);
    assert_eq!(status(&found), 0, "{}", text(&found.stderr));
    let calibration = document(&found);
    let stamps = at(&calibration, "/stamps").as_array().expect("a list").clone();
    let streams: Vec<_> = stamps.iter().map(|found| at(found, "/streams").clone()).collect();
    assert_eq!(streams, [1, 8, 32, 128, 512], "from one stream to as many as a race can have");
    for found in &stamps {
        let late = at(found, "/ttft_p50_ms").as_f64().expect("a number");
        assert!(late >= 0.0, "nobody reads a token before it is written: {found}");
    }
    for key in ["dated", "machine", "version"] {
        assert!(at(&calibration, &format!("/{key}")).is_string(), "it says its {key}");
    }
    let after = document(&done(home.path(), &race));
    let few = at(&stamps[0], "/n").as_u64().expect("it is counted") < 100;
    let first = at(&stamps[0], if few { "/ttft_max_ms" } else { "/ttft_p99_ms" });
    assert_eq!(at(&after, "/ttft_error_ms"), first, "one lane is as far off as one stream was");
    for run in [&before, &after] {
        assert_eq!(
            at(run, "/machine"),
            at(&calibration, "/machine"),
            "and each race says on which machine it was measured, calibrated or not"
        );
    }
    let told = text(&done(home.path(), &["compare", "--simulated"]).stdout);
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    let machine = at(&calibration, "/machine").as_str().expect("a line");
    assert!(told.contains(machine), "what is compared says it too: {told}");
    assert!(told.contains("1 of 2 runs not calibrated"), "and which it cannot vouch for: {told}");
    assert!(told.contains("warm connections"), "and how it connected: {told}");
}
