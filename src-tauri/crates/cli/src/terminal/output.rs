//! Standard output and standard error. Nothing else writes to either.

use std::io::{self, BufWriter, ErrorKind, IsTerminal, StdoutLock, Write};

use crate::terminal::{Terminal, words};

/// Writes results to standard output. A reader that has gone away, such as `head`, has had what it wanted.
///
/// # Errors
/// When standard output cannot be written for any other reason, such as a full disk behind it.
pub(crate) fn print(text: &str) -> io::Result<()> {
    put(|out| out.write_all(text.as_bytes()))
}

/// Writes one JSON document, on a line of its own, as it is made: the document of a large run takes megabytes.
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

/// Says something to the person, on standard error. When even that is closed there is nobody to tell.
pub(crate) fn say(text: &str) {
    let mut err = io::stderr().lock();
    let width = err.is_terminal().then(|| Terminal::size().0);
    for line in text.lines() {
        let _unheard = writeln!(err, "{}", words::wrapped(line, width, ""));
    }
}
