//! By the rules of which shell a line is read.

/// By whose rules a line is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Syntax {
    Posix,
    PowerShell,
    /// `cmd.exe`.
    Windows,
}

impl Syntax {
    /// Whose line it is, by the sign at the end of its first row.
    pub(super) fn of(line: &str) -> Self {
        // A text below it is no part of the line.
        let line = line.split_once("<<").map_or(line, |(line, _)| line);
        let first = line.split_once('\n').map_or("", |(first, _)| first);
        // Chromium copies a line for Windows with this sign before every quote.
        if first.ends_with('^') || line.contains("curl ^\"") || line.contains("curl.exe ^\"") {
            Self::Windows
        } else if first.ends_with('`') || has_doubled_quote(line) {
            Self::PowerShell
        } else {
            Self::Posix
        }
    }
}

/// Whether a row has a quote written twice within single quotes, as PowerShell writes one there. To a POSIX shell it would be two texts
/// side by side, which nobody writes; where a quote is written in its way as well, it is a POSIX shell's row.
fn has_doubled_quote(line: &str) -> bool {
    let (mut quote, mut length, mut is_doubled) = (None, 0_usize, false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (None, '\\') => {
                if letters.next() == Some('\'') {
                    return false;
                }
            }
            (None, '\'' | '"') => (quote, length) = (Some(letter), 0),
            (Some('"'), '\\') => drop(letters.next()),
            (Some('\''), '\'') if length > 0 && letters.next_if_eq(&'\'').is_some() => {
                is_doubled = true;
            }
            (Some(mark), letter) if mark == letter => quote = None,
            _ => length += 1,
        }
    }
    is_doubled && quote.is_none()
}

/// The line as `cmd.exe` hands it on: a caret outside of its quotes takes the sense of what follows it, and a row's end away.
pub(super) fn uncaret(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut letters = line.chars().peekable();
    let mut is_quoted = false;
    while let Some(letter) = letters.next() {
        if letter == '^' && !is_quoted {
            letters.next_if_eq(&'\n');
            plain.extend(letters.next());
        } else {
            is_quoted ^= letter == '"';
            // Its quotes end with its row.
            is_quoted &= letter != '\n';
            plain.push(letter);
        }
    }
    plain
}
