//! Texts from files and from standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Maximum size of a prompt or a table; no model's context is larger.
pub(crate) const LARGEST_TEXT: u64 = 64 * 1024 * 1024;
/// How much of a file is looked at before the rest of it is read.
const BEGINNING: u64 = 4_096;

/// A file of which nothing but the beginning has been read.
pub(crate) struct TextFile<'a> {
    name: String,
    what: &'a str,
    most: u64,
    /// Its size, as far as it is known.
    size: Option<u64>,
    beginning: Vec<u8>,
    rest: Box<dyn Read>,
}

impl<'a> TextFile<'a> {
    /// Opens a file of at most `most` bytes. `what` it is to be stands in errors.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub(crate) fn open(file: &Path, what: &'a str, most: u64) -> Result<Self, String> {
        let is_stdin = file == Path::new("-");
        let name = if is_stdin { "Standard input".into() } else { file.display().to_string() };
        let failed = |error| unreadable(&name, what, &error);
        let (mut rest, size): (Box<dyn Read>, _) = if is_stdin {
            (Box::new(io::stdin().lock()), None)
        } else {
            let opened = File::open(file).map_err(failed)?;
            let known = opened.metadata().ok().filter(std::fs::Metadata::is_file);
            (Box::new(opened), known.map(|known| known.len()))
        };
        let mut opened =
            Self { name, what, most, size, beginning: Vec::new(), rest: Box::new(io::empty()) };
        if size.is_some_and(|size| size > most) {
            return Err(opened.too_large());
        }
        let read = rest.by_ref().take(BEGINNING).read_to_end(&mut opened.beginning);
        read.map_err(|error| unreadable(&opened.name, what, &error))?;
        opened.rest = rest;
        Ok(opened)
    }

    /// Its first bytes, or all of it.
    pub(crate) fn beginning(&self) -> &[u8] {
        &self.beginning
    }

    /// The text exactly as in the file, including its last line break.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub(crate) fn text(mut self) -> Result<String, String> {
        let mut bytes = std::mem::take(&mut self.beginning);
        let left = (self.most + 1).saturating_sub(bytes.len() as u64);
        // Room for all of it at once: a buffer that grows is twice as large as what it holds, and for a moment there are two.
        let known = self.size.and_then(|size| usize::try_from(size).ok());
        bytes.reserve_exact(known.unwrap_or_default().saturating_sub(bytes.len()));
        let read = self.rest.by_ref().take(left).read_to_end(&mut bytes);
        read.map_err(|error| unreadable(&self.name, self.what, &error))?;
        if bytes.len() as u64 > self.most {
            return Err(self.too_large());
        }
        String::from_utf8(bytes)
            .map_err(|_| unreadable(&self.name, self.what, &io::ErrorKind::InvalidData.into()))
    }

    fn too_large(&self) -> String {
        format!("{} is over {} MiB, too large for {}.", self.name, self.most >> 20, self.what)
    }
}

fn unreadable(name: &str, what: &str, error: &io::Error) -> String {
    if error.kind() == io::ErrorKind::InvalidData {
        format!("{name} is no text in UTF-8, so it cannot be read as {what}.")
    } else {
        format!("{name} could not be read as {what}: {error}.")
    }
}

/// The text exactly as in the file, if it has at most `most` bytes. `what` it is to be stands in errors.
///
/// # Errors
/// Why it cannot be read.
pub(crate) fn from_file(file: &Path, what: &str, most: u64) -> Result<String, String> {
    TextFile::open(file, what, most)?.text()
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

    #[test]
    fn a_file_that_is_too_large_is_refused_before_it_is_read_and_a_smaller_one_is_read_whole() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("prices.json");
        File::create(&file).and_then(|made| made.set_len(1 << 40)).expect("a file of nothing");
        let told = from_file(&file, "prices", 1024 * 1024).expect_err("a terabyte");
        assert!(told.contains("is over 1 MiB, too large for prices."), "{told}");
        let text = "a€".repeat(2_000) + "\r\n";
        std::fs::write(&file, &text).expect("written");
        let opened = TextFile::open(&file, "prices", 1024 * 1024).expect("it is there");
        assert_eq!(opened.beginning().len(), 4_096, "its beginning, cut within a letter");
        assert_eq!(opened.text().as_ref(), Ok(&text), "and then all of it, to the last line break");
        std::fs::write(&file, [b'a', 0xff]).expect("written");
        let told = from_file(&file, "prices", 1024).expect_err("no text");
        assert!(told.contains("is no text in UTF-8"), "{told}");
    }
}
