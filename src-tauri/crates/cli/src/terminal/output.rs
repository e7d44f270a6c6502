//! Standard output and standard error. Nothing else writes to either.

use std::io::{self, BufWriter, ErrorKind, IsTerminal, StdoutLock, Write};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::terminal::runner_commands::{self, DisarmedJson, disarmed};
use crate::terminal::{Terminal, words};

/// Counts the beginning and the end of each write to one of the two, so that another thread sees a write that does not
/// end because nobody reads.
pub(crate) struct Writes(AtomicU64);

/// Of standard output.
pub(crate) static RESULTS: Writes = Writes(AtomicU64::new(0));
/// Of standard error.
pub(crate) static MESSAGES: Writes = Writes(AtomicU64::new(0));

impl Writes {
    /// The number of the write that is under way, if one is.
    pub(crate) fn under_way(&self) -> Option<u64> {
        let counted = self.0.load(Ordering::Acquire);
        (counted % 2 == 1).then_some(counted)
    }

    fn count<T>(&self, write: impl FnOnce() -> T) -> T {
        self.0.fetch_add(1, Ordering::AcqRel);
        let written = write();
        self.0.fetch_add(1, Ordering::AcqRel);
        written
    }
}

/// A writer whose writes are counted.
struct Counted<W>(W, &'static Writes);

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.1.count(|| self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.1.count(|| self.0.flush())
    }
}

/// Writes results to standard output, without any control sequence but our colours and without any command to a CI runner: they
/// may repeat what a server or a file said. A closed pipe, as with `head`, is not an error.
///
/// # Errors
/// If standard output cannot be written for any other reason, such as a full disk.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let text = inert(text);
    let text = if runner_commands::are_obeyed() { disarmed(&text) } else { text.as_str().into() };
    put(|out| out.write_all(text.as_bytes()))
}

/// Writes to standard output what is JSON, or a shell's line that holds some. A file has it byte for byte. A terminal would obey some
/// characters, and shows their escapes, which say the same in JSON.
///
/// # Errors
/// As [`print`].
pub(crate) fn print_exact(text: &str) -> io::Result<()> {
    if io::stdout().is_terminal() {
        return print(&escaped(text));
    }
    let text = if runner_commands::are_obeyed() { disarmed(text) } else { text.into() };
    put(|out| out.write_all(text.as_bytes()))
}

/// The text with the escapes of JSON in place of what a terminal obeys.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        let mut bytes = [0; 4];
        let alone = &*character.encode_utf8(&mut bytes);
        if words::plain(alone) == alone {
            out.push(character);
        } else {
            let mut units = [0; 2];
            out.extend(
                character.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")),
            );
        }
    }
    out
}

/// Writes commands to a CI runner to standard output, which no text within them ends.
///
/// # Errors
/// As [`print`].
pub(crate) fn command(text: &str) -> io::Result<()> {
    put(|out| out.write_all(inert(text).as_bytes()))
}

/// The text without what a terminal obeys, other than a change of colour.
fn inert(text: &str) -> String {
    let mut pieces = text.split(SEQUENCE);
    let mut out = words::plain(pieces.next().unwrap_or_default());
    for piece in pieces {
        let colour = piece.split_once('m').filter(|(numbers, _)| is_colour(numbers));
        match colour {
            Some((numbers, rest)) => {
                out.extend([SEQUENCE, numbers, "m"]);
                out.push_str(&words::plain(rest));
            }
            None => out.push_str(&words::plain(&format!("{SEQUENCE}{piece}"))),
        }
    }
    out
}

/// What begins a control sequence.
const SEQUENCE: &str = "\u{1b}[";

fn is_colour(numbers: &str) -> bool {
    numbers.len() <= 8 && numbers.bytes().all(|byte| byte.is_ascii_digit() || byte == b';')
}

/// Writes bytes for a terminal as they are. A closed one is not an error.
///
/// # Errors
/// As [`print`].
pub(crate) fn draw(bytes: &[u8]) -> io::Result<()> {
    put(|out| out.write_all(bytes))
}

/// Writes one JSON document and a line break. It is streamed, because the document of a large run takes megabytes.
///
/// # Errors
/// As [`print`].
pub(crate) fn print_json(document: &impl serde::Serialize) -> io::Result<()> {
    put(|out| {
        if runner_commands::are_obeyed() {
            report::write_json(DisarmedJson::new(&mut *out), document)?;
        } else {
            report::write_json(&mut *out, document)?;
        }
        out.write_all(b"\n")
    })
}

type Results = BufWriter<Counted<StdoutLock<'static>>>;

fn put(write: impl FnOnce(&mut Results) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(Counted(io::stdout().lock(), &RESULTS));
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Prints a message to standard error, without anything that a terminal obeys: it may repeat what a file or a server said. If
/// standard error is closed, the message is dropped.
pub(crate) fn say(text: &str) {
    let err = io::stderr().lock();
    let width = err.is_terminal().then(|| Terminal::size().0);
    let mut err = Counted(err, &MESSAGES);
    let text = words::plain(text);
    let text = if runner_commands::are_obeyed() { disarmed(&text) } else { text.as_str().into() };
    for line in text.lines() {
        let _unheard = writeln!(err, "{}", words::wrapped(line, width, ""));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::{Ink, Tone};

    #[test]
    fn what_a_terminal_would_obey_in_json_is_shown_by_its_escape() {
        let json = "{\"a\": \"é 👩‍👧 \u{202e}b\u{9b}\"}\n";
        assert_eq!(escaped(json), "{\"a\": \"é 👩‍👧 \\u202eb\\u009b\"}\n", "which says the same");
    }

    #[test]
    fn a_printed_text_changes_colours_and_nothing_else_of_a_terminal() {
        let ours = Ink::Coloured.paint(Tone::Strong, "ok\n");
        assert_eq!(inert(&ours), ours, "our own colours stay");
        for steering in [
            "\u{1b}[2J",
            "\u{1b}]0;x\u{7}",
            "\u{1b}[1;1H",
            "\u{9b}2J",
            "\u{1b}[?25l",
            "\rx",
            "\u{202e}",
        ] {
            let shown = inert(&format!("{ours}a{steering}b{ours}"));
            let (first, last) = (shown.strip_prefix(&ours), shown.strip_suffix(&ours));
            assert!(first.is_some() && last.is_some(), "what is ours stays: {shown:?}");
            assert!(shown.contains('\u{fffd}') && !shown.contains(steering), "{shown:?}");
        }
    }
}
