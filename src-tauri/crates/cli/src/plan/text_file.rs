//! Texts from files and from standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Maximum size of a prompt, a table or a price list; no model's context is larger.
pub(crate) const LARGEST_TEXT: u64 = 64 * 1024 * 1024;

/// Maximum size of an import: all runs of an export together.
pub(crate) const LARGEST_EXPORT: u64 = 2 * 1024 * 1024 * 1024;

/// The text exactly as in the file, including its last line break, if it has at most `most` bytes. `what` it is to be stands
/// in errors.
///
/// # Errors
/// Why it cannot be read.
pub(crate) fn from_file(file: &Path, what: &str, most: u64) -> Result<String, String> {
    let is_stdin = file == Path::new("-");
    let name = if is_stdin { "Standard input".into() } else { file.display().to_string() };
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::InvalidData => {
            format!("{name} is no text in UTF-8, so it cannot be read as {what}.")
        }
        _ => format!("{name} could not be read as {what}: {error}."),
    };
    let mut text = String::new();
    let reader: Box<dyn Read> = if is_stdin {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(file).map_err(failed)?)
    };
    let read = reader.take(most + 1).read_to_string(&mut text).map_err(failed)?;
    if read as u64 > most {
        return Err(format!("{name} is over {} MiB, too large for {what}.", most >> 20));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_an_end_is_read_to_the_limit_and_refused() {
        let told = from_file(Path::new("/dev/zero"), "prices", 1024 * 1024);
        if cfg!(unix) {
            assert_eq!(told, Err("/dev/zero is over 1 MiB, too large for prices.".to_owned()));
        }
    }
}
