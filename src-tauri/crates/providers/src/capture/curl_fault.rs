//! What is a `curl` line, and the words with which one is refused.

use std::borrow::Cow;

use crate::capture::fields::CaptureError;
use crate::capture::shell_word::Filler;

/// Whether a text begins with the program's name.
pub(super) fn is_curl(text: &str) -> bool {
    let program = text.split_whitespace().next().unwrap_or_default();
    let program = program.rsplit(['/', '\\']).next().unwrap_or_default();
    program == "curl" || program.eq_ignore_ascii_case("curl.exe")
}

/// Refuses what a shell would fill in, which nobody knows.
pub(super) fn filled(by: Option<&Filler>) -> Result<(), CaptureError> {
    match by {
        None => Ok(()),
        Some(Filler::Variable(name)) => {
            Err(fault(format!("it uses the variable `{name}`; write its value in its place")))
        }
        Some(Filler::Command) => Err(fault(
            "it has what a command writes put in (`$(…)` or backticks), and nothing is run; write that text in its place",
        )),
    }
}

pub(super) fn fault(fault: impl Into<Cow<'static, str>>) -> CaptureError {
    CaptureError::Curl { fault: fault.into() }
}
