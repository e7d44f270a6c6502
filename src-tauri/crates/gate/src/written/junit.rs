//! `JUnit` XML, as test reporters read it: a suite for each contender, a case for each limit.

use maud::{PreEscaped, html};

use crate::decision::{Finding, Outcome};
use crate::document::GateDocument;

/// The result as `JUnit` XML. A violated limit is a failure; one without enough data is an error, so that no reporter counts it as
/// passed or skipped.
pub fn junit(document: &GateDocument) -> String {
    let mut contenders: Vec<&str> = Vec::new();
    for finding in &document.findings {
        if !contenders.contains(&finding.contender.as_str()) {
            contenders.push(&finding.contender);
        }
    }
    let of = |contender: &str| {
        let own = document.findings.iter().filter(move |finding| finding.contender == contender);
        own.collect::<Vec<&Finding>>()
    };
    let number = |findings: &[&Finding], outcome| {
        findings.iter().filter(|finding| finding.outcome == outcome).count()
    };
    let all: Vec<&Finding> = document.findings.iter().collect();
    let body = html! {
        testsuites name="paceline gate" tests=(all.len()) failures=(number(&all, Outcome::Fail)) errors=(number(&all, Outcome::NotEnoughData)) {
            @for contender in contenders {
                @let own = of(contender);
                testsuite name=(in_xml(contender)) tests=(own.len()) failures=(number(&own, Outcome::Fail)) errors=(number(&own, Outcome::NotEnoughData)) skipped="0" {
                    @for finding in own {
                        testcase classname=(in_xml(contender)) name=(in_xml(&finding.limit)) {
                            @match finding.outcome {
                                Outcome::Pass => {}
                                Outcome::Fail => { failure message=(in_xml(&finding.sentence)) { (in_xml(&finding.sentence)) } }
                                Outcome::NotEnoughData => { error type="not enough data" message=(in_xml(&finding.sentence)) { (in_xml(&finding.sentence)) } }
                            }
                            system-out { (in_xml(&finding.sentence)) }
                        }
                    }
                }
            }
        }
    };
    let xml = html! { (PreEscaped("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")) (body) };
    xml.into_string() + "\n"
}

/// A text without the characters that XML 1.0 cannot hold.
fn in_xml(text: &str) -> String {
    let fits = |character: &char| matches!(character, '\t' | '\n' | '\r' | '\u{20}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    text.chars().filter(fits).collect()
}
