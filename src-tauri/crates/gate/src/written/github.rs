//! Annotations of GitHub Actions: lines that the runner reads from standard output.

use crate::decision::Outcome;
use crate::document::GateDocument;

/// One annotation for each limit that is not kept or is of several models, and one for the whole.
pub fn github(document: &GateDocument) -> String {
    let kind = |outcome| match outcome {
        Outcome::Pass => "notice",
        Outcome::Fail => "error",
        Outcome::NotEnoughData => "warning",
    };
    let line = |outcome, title: &str, message: &str| {
        format!("::{} title={}::{}\n", kind(outcome), property(title), data(message))
    };
    let mut out = line(document.outcome, "Paceline gate", &document.headline());
    for finding in document.findings.iter().filter(|finding| finding.needs_words()) {
        let title = format!("{}: {}", finding.contender, finding.limit);
        out.push_str(&line(finding.outcome, &title, &finding.sentence));
    }
    out
}

/// A message: the runner decodes these three.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property, which ends at a colon or a comma.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
