//! Texts from files and from standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Maximum size of a text; no model's context is larger.
const LARGEST: u64 = 64 * 1024 * 1024;

/// The text exactly as in the file, including its last line break. `what` it is to be stands in errors.
///
/// # Errors
/// Why it cannot be read.
pub(crate) fn from_file(file: &Path, what: &str) -> Result<String, String> {
    let is_stdin = file == Path::new("-");
    let name = if is_stdin { "Standard input".into() } else { file.display().to_string() };
    let failed = |error: io::Error| format!("{name} could not be read as a {what}: {error}.");
    let mut text = String::new();
    let reader: Box<dyn Read> = if is_stdin {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(file).map_err(failed)?)
    };
    let read = reader.take(LARGEST + 1).read_to_string(&mut text).map_err(failed)?;
    if read as u64 > LARGEST {
        return Err(format!("{name} is over {} MiB, too large for a {what}.", LARGEST >> 20));
    }
    Ok(text)
}
