use measure::{Metric, Values};

use super::*;
use crate::{ContenderRequests, GateDocument, LimitsFile, Look, judge};

/// Two contenders, one with a name that every format has to escape, and limits that are kept, violated and undecided.
fn document() -> GateDocument {
    let mut contenders = [
        ContenderRequests::named("a <b> & \"c\" | d: e, 100% \u{1}"),
        ContenderRequests::named("slow"),
    ];
    for (contender, ttft) in contenders.iter_mut().zip([100.0, 900.0]) {
        for _ in 0..100 {
            contender.add(Some(Values::of(|metric| match metric {
                Metric::TtftMs => Some(ttft),
                Metric::DecodeTps => Some(50.0),
                _ => None,
            })));
        }
    }
    let file = LimitsFile::read(
        "[[limit]]\nmetric = \"ttft_ms\"\npercentile = 95\nat_most = 500\n\
         [[limit]]\nmetric = \"decode_tps\"\npercentile = 5\nat_least = 40\n\
         [[limit]]\nshare = \"right\"\nat_least = 0.9\n",
    )
    .expect("well-formed");
    let findings = judge(&file.limits, &contenders, None, Look::ONLY);
    GateDocument::of(findings, vec!["run".to_owned()], 100, 1)
}

#[test]
fn junit_has_a_case_for_each_limit_and_counts_as_its_cases_say() {
    let xml = junit(&document());
    assert!(xml.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "), "{xml}");
    assert!(xml.contains("tests=\"6\" failures=\"1\" errors=\"2\""), "of all: {xml}");
    assert_eq!(xml.matches("<testcase ").count(), 6);
    assert_eq!(xml.matches("<failure ").count(), 1);
    assert_eq!(xml.matches("<error ").count(), 2, "undecided is neither kept nor skipped");
    assert!(xml.contains("a &lt;b&gt; &amp; &quot;c&quot;") && !xml.contains('\u{1}'), "{xml}");
}

#[test]
fn an_annotation_is_one_line_that_its_own_text_cannot_end() {
    let said = github(&document());
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 4, "the whole, one violated, two undecided: {said}");
    assert!(lines.iter().all(|line| line.starts_with("::")), "{said}");
    assert!(
        said.contains("::error title=slow%3A p95 time to first token at most 500 ms::"),
        "{said}"
    );
    assert!(said.contains("d%3A e%2C 100%25"), "{said}");
}

#[test]
fn markdown_is_a_table_that_no_name_breaks() {
    let said = markdown(&document());
    let rows: Vec<&str> = said.lines().filter(|line| line.starts_with("| ")).collect();
    assert_eq!(rows.len(), 7, "a heading and six limits: {said}");
    assert!(rows.iter().all(|row| row.replace("\\|", "").matches('|').count() == 6), "{said}");
    assert!(said.contains("a &lt;b&gt; &amp;"), "{said}");
    assert!(said.contains('┃') && said.contains('█'), "an interval is drawn beside its limit");
}

#[test]
fn numbers_for_other_tools_have_their_unit_and_direction() {
    let bencher: serde_json::Value =
        serde_json::from_str(&bencher(&document()).expect("finite")).expect("JSON");
    assert_eq!(bencher.pointer("/slow/ttft_ms_p95/value"), Some(&900.0.into()), "{bencher}");
    let smaller: serde_json::Value =
        serde_json::from_str(&smaller_is_better(&document()).expect("finite")).expect("JSON");
    let all = smaller.as_array().expect("a list");
    let speed = all
        .iter()
        .find(|one| {
            one.get("name").and_then(|name| name.as_str()) == Some("slow: 1000 ÷ p5 output speed")
        })
        .expect("a speed, turned");
    assert_eq!(speed.get("value"), Some(&20.0.into()), "1000 ÷ 50 tok/s: {speed}");
}

#[test]
fn a_badge_says_the_outcome_and_loads_nothing() {
    let svg = badge(&document());
    assert!(svg.starts_with("<svg ") && svg.contains("fail"), "{svg}");
    assert!(!svg.contains("href") && !svg.contains("<script"), "{svg}");
}
