//! Commands to a CI runner. GitHub's and Azure's obey every line of a job's output that begins with `::`, or that has `##[`,
//! `##vso[` or the like anywhere, whoever wrote it: a server's error could set an output or a variable of later steps.

use std::borrow::Cow;
use std::io::{self, Write};

/// Whether a runner reads what this process writes.
pub(crate) fn are_obeyed() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    ["CI", "GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"].into_iter().any(is_set)
}

/// The text with a space in whatever a runner would obey.
pub(crate) fn disarmed(text: &str) -> Cow<'_, str> {
    if !text.contains("::") && !text.contains("##") {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let rest = line.trim_start();
        let mut rest = match rest.strip_prefix("::") {
            Some(command) => {
                out.push_str(line.strip_suffix(rest).unwrap_or_default());
                out.push_str(": :");
                command
            }
            None => line,
        };
        while let Some((before, after)) = rest.split_once("##") {
            let is_command =
                after.trim_start_matches(|c: char| c.is_ascii_alphabetic()).starts_with('[');
            out.push_str(before);
            // Of three in a row the last two may be one.
            out.push_str(if is_command { "# #" } else { "#" });
            rest =
                if is_command { after } else { rest.get(before.len() + 1..).unwrap_or_default() };
        }
        out.push_str(rest);
    }
    out.into()
}

/// Writes JSON in which no text is a command: of two `#` in a row the second is escaped.
pub(crate) struct DisarmedJson<W> {
    out: W,
    is_after_hash: bool,
}

impl<W: Write> DisarmedJson<W> {
    pub(crate) fn new(out: W) -> Self {
        Self { out, is_after_hash: false }
    }
}

impl<W: Write> Write for DisarmedJson<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut from = 0;
        for (at, byte) in bytes.iter().enumerate() {
            let is_second = *byte == b'#' && self.is_after_hash;
            if is_second {
                self.out.write_all(bytes.get(from..at).unwrap_or_default())?;
                self.out.write_all(b"\\u0023")?;
                from = at + 1;
            }
            self.is_after_hash = *byte == b'#' && !is_second;
        }
        self.out.write_all(bytes.get(from..).unwrap_or_default())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a line is a command as the runners' sources read it: `actions/runner`, `ActionCommand.cs`, and
    /// `azure-pipelines-agent`, `Command.cs`.
    fn is_obeyed(line: &str) -> bool {
        let letters = |text: &str| {
            text.trim_start_matches(|c: char| c.is_ascii_alphabetic()).starts_with('[')
        };
        line.trim().starts_with("::")
            || line.match_indices("##").any(|(at, _)| letters(&line[at + 2..]))
    }

    #[test]
    fn nothing_that_is_printed_is_a_command_to_a_ci_runner() {
        for hostile in [
            "failed: \n::set-output name=a::b\nx",
            "  ::add-mask::a",
            "\u{a0}\t::stop-commands::x",
            "a ##[set-output name=a]b",
            "a ##vso[task.setvariable variable=a]b",
            "####vso[a]##[b]",
            "##teamcity[a]",
            "::::a",
        ] {
            assert!(hostile.lines().any(is_obeyed), "{hostile:?}");
            let shown = disarmed(hostile);
            assert!(!shown.lines().any(is_obeyed), "{hostile:?}: {shown:?}");
            assert_eq!(shown.replace(' ', ""), hostile.replace(' ', ""), "nothing is lost");
        }
        for honest in ["## Heading\n### [a]", "std::mem\nlet a = b::c;", "a: b", ""] {
            assert_eq!(disarmed(honest), honest);
        }
    }

    #[test]
    fn a_document_says_the_same_and_has_no_command() {
        let told = serde_json::json!({ "a": "###vso[x]y", "##[b]": ["::c", "#", "\\##[d]"] });
        let mut out = Vec::new();
        // In pieces of one byte, as a writer may be given them.
        let mut writer = DisarmedJson::new(&mut out);
        for byte in told.to_string().bytes() {
            writer.write_all(&[byte]).expect("in memory");
        }
        let text = String::from_utf8(out).expect("text");
        assert!(!is_obeyed(&text), "{text}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).expect("JSON"), told);
    }
}
