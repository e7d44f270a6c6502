//! What is a `curl` line, and the words with which one is refused.

use measure::Phrase;

use crate::capture::fields::CaptureError;
use crate::capture::shell_word::Filler;
use crate::capture::unread;

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
        Some(Filler::Variable(name)) => Err(fault(unread::variable(name))),
        Some(Filler::Command) => Err(fault(unread::command())),
    }
}

pub(super) fn fault(fault: Phrase) -> CaptureError {
    CaptureError::Curl { fault }
}
