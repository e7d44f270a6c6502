//! Standard output and standard error. Nothing else writes to either.

use std::io::{self, BufWriter, ErrorKind, IsTerminal, StdoutLock, Write};

use crate::terminal::{Terminal, words};

/// Writes results to standard output. A closed pipe, as with `head`, is not an error.
///
/// # Errors
/// If standard output cannot be written for any other reason, such as a full disk.
pub(crate) fn print(text: &str) -> io::Result<()> {
    put(|out| out.write_all(text.as_bytes()))
}

/// Writes one JSON document and a line break. It is streamed, because the document of a large run takes megabytes.
///
/// # Errors
/// As [`print`].
pub(crate) fn print_json(document: &impl serde::Serialize) -> io::Result<()> {
    put(|out| {
        serde_json::to_writer(&mut *out, document)?;
        out.write_all(b"\n")
    })
}

fn put(write: impl FnOnce(&mut BufWriter<StdoutLock<'_>>) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Prints a message to standard error. If that is closed, the message is dropped.
pub(crate) fn say(text: &str) {
    let mut err = io::stderr().lock();
    let width = err.is_terminal().then(|| Terminal::size().0);
    for line in text.lines() {
        let _unheard = writeln!(err, "{}", words::wrapped(line, width, ""));
    }
}
