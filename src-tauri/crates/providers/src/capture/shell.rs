//! The words of a line as a shell reads them: a POSIX shell, PowerShell, or the prompt of Windows. Nothing is run or filled
//! in: where the shell would put something in, the word says so.

use std::iter::Peekable;
use std::str::Chars;

use crate::capture::ansi_quotes::quoted;
use crate::capture::shell_word::{Command, Fill, Filler, Torn, Word};

/// By whose rules a line is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Syntax {
    Posix,
    PowerShell,
    /// `cmd.exe`.
    Windows,
}

/// Words of the longest line.
const MOST_WORDS: usize = 1_000;
/// Characters of a variable's name that are told.
const LONGEST_NAME: usize = 64;
/// What stands for a command that would be run.
const RUN: &str = "$(…)";

impl Syntax {
    /// Whose line it is, by the sign at the end of its first row.
    fn of(line: &str) -> Self {
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

/// The first command of a line. Rows without a sign at their end go on, as they do where a line was copied without it.
///
/// # Errors
/// [`Torn`] if it has no words.
pub(super) fn split(line: &str) -> Result<Command, Torn> {
    let syntax = Syntax::of(line);
    let without_carets;
    let line = if syntax == Syntax::Windows {
        without_carets = uncaret(line);
        &without_carets
    } else {
        line
    };
    let is_guessed = syntax == Syntax::PowerShell && !line.contains("`\n");
    let mut reader = Reader {
        syntax,
        letters: line.chars().peekable(),
        command: Command { has_doubled_quotes: is_guessed, ..Command::default() },
        word: None,
        is_file: false,
    };
    reader.read()?;
    Ok(reader.command)
}

/// The line as `cmd.exe` hands it on: a caret outside of its quotes takes the sense of what follows it, and a row's end away.
fn uncaret(line: &str) -> String {
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

struct Reader<'a> {
    syntax: Syntax,
    letters: Peekable<Chars<'a>>,
    command: Command,
    word: Option<Word>,
    /// Whether the word names a file that is read or written.
    is_file: bool,
}

impl Reader<'_> {
    fn read(&mut self) -> Result<(), Torn> {
        while let Some(letter) = self.letters.next() {
            match letter {
                '#' if self.word.is_none() && self.syntax != Syntax::Windows => {
                    while self.letters.next_if(|letter| *letter != '\n').is_some() {}
                }
                letter if letter.is_whitespace() => self.end_word()?,
                '|' | '&' => {
                    // `&>` and `|&` are such signs too.
                    self.end_word()?;
                    let is_twice = self.letters.next_if_eq(&letter).is_some();
                    self.command.ended_by = Some(match (letter, is_twice) {
                        ('|', false) => "|",
                        ('|', true) => "||",
                        (_, false) => "&",
                        (_, true) => "&&",
                    });
                    return Ok(());
                }
                ';' if self.syntax != Syntax::Windows => {
                    self.end_word()?;
                    self.command.ended_by = Some(";");
                    return Ok(());
                }
                '<' | '>' => {
                    // The number of a stream belongs to the sign.
                    self.word.take_if(|word| word.text.bytes().all(|byte| byte.is_ascii_digit()));
                    self.end_word()?;
                    while self.letters.next_if(|next| "<>&|".contains(*next)).is_some() {}
                    self.letters.next_if_eq(&'(');
                    self.is_file = true;
                    self.command.is_redirected = true;
                    while self.letters.next_if(|next| matches!(next, ' ' | '\t')).is_some() {}
                }
                '\'' if self.syntax != Syntax::Windows => self.single()?,
                '"' => self.double()?,
                '\\' if self.syntax == Syntax::Posix => match self.letters.next() {
                    Some('\n') => {}
                    letter => self.push(letter.unwrap_or('\\')),
                },
                letter => self.sign(letter, true)?,
            }
        }
        self.end_word()
    }

    fn word(&mut self) -> &mut Word {
        self.word.get_or_insert_default()
    }

    fn push(&mut self, letter: char) {
        self.word().text.push(letter);
    }

    fn end_word(&mut self) -> Result<(), Torn> {
        let Some(word) = self.word.take() else { return Ok(()) };
        if std::mem::take(&mut self.is_file) {
            return Ok(());
        }
        if self.command.words.len() >= MOST_WORDS {
            return Err(Torn::TooMany);
        }
        self.command.words.push(word);
        Ok(())
    }

    /// What stands between single quotes is text.
    fn single(&mut self) -> Result<(), Torn> {
        self.word();
        loop {
            match self.letters.next().ok_or(Torn::Open)? {
                '\'' => {
                    if self.syntax != Syntax::PowerShell || self.letters.next_if_eq(&'\'').is_none()
                    {
                        return Ok(());
                    }
                    self.push('\'');
                }
                letter => self.push(letter),
            }
        }
    }

    fn double(&mut self) -> Result<(), Torn> {
        self.word();
        loop {
            match self.letters.next().ok_or(Torn::Open)? {
                '"' => {
                    if self.syntax == Syntax::Posix || self.letters.next_if_eq(&'"').is_none() {
                        return Ok(());
                    }
                    self.push('"');
                }
                '\\' if self.syntax == Syntax::Posix => {
                    match self.letters.next().ok_or(Torn::Open)? {
                        '\n' => {}
                        letter @ ('$' | '`' | '"' | '\\') => self.push(letter),
                        letter => {
                            self.push('\\');
                            self.push(letter);
                        }
                    }
                }
                letter => self.sign(letter, false)?,
            }
        }
    }

    /// A letter that means the same between double quotes and outside of quotes.
    fn sign(&mut self, letter: char, is_bare: bool) -> Result<(), Torn> {
        match (self.syntax, letter) {
            (Syntax::Posix, '`') => {
                loop {
                    match self.letters.next().ok_or(Torn::Open)? {
                        '`' => break,
                        '\\' => drop(self.letters.next()),
                        _ => {}
                    }
                }
                self.fill(RUN, Filler::Command);
            }
            (Syntax::PowerShell, '`') => match self.letters.next().ok_or(Torn::Open)? {
                '\n' => {}
                'n' => self.push('\n'),
                'r' => self.push('\r'),
                't' => self.push('\t'),
                letter => self.push(letter),
            },
            (Syntax::Posix | Syntax::PowerShell, '$') => self.dollar(is_bare)?,
            (Syntax::Windows, '%') => self.percent(),
            (Syntax::Windows, '\\') => {
                // Backslashes are escapes only before a quote.
                let mut count = 1;
                while self.letters.next_if_eq(&'\\').is_some() {
                    count += 1;
                }
                let is_escape = self.letters.peek() == Some(&'"');
                let kept = if is_escape { count / 2 } else { count };
                self.word().text.extend(std::iter::repeat_n('\\', kept));
                if is_escape && count % 2 == 1 {
                    self.letters.next();
                    self.push('"');
                }
            }
            (_, letter) => self.push(letter),
        }
        Ok(())
    }

    fn fill(&mut self, written: &str, by: Filler) {
        let word = self.word();
        word.fills.push(Fill { at: word.text.len(), by });
        word.text.push_str(written);
    }

    fn variable(&mut self, written: &str) {
        let told = written.chars().take(LONGEST_NAME).collect();
        self.fill(written, Filler::Variable(told));
    }

    /// What begins with a dollar, which is behind.
    fn dollar(&mut self, is_bare: bool) -> Result<(), Torn> {
        let Some(&next) = self.letters.peek() else {
            self.push('$');
            return Ok(());
        };
        let is_posix = self.syntax == Syntax::Posix;
        match next {
            '\'' if is_posix && is_bare => {
                self.letters.next();
                let text = quoted(&mut self.letters).ok_or(Torn::Open)?;
                self.word().text.push_str(&text);
            }
            // Text that a shell would translate, which is none here.
            '"' if is_posix && is_bare => {}
            '(' => {
                self.closing('(', ')')?;
                self.fill(RUN, Filler::Command);
            }
            '{' => {
                let within = self.closing('{', '}')?;
                let is_name = |letter: &char| letter.is_alphanumeric() || "_:".contains(*letter);
                let name: String = within.chars().take_while(is_name).collect();
                let name = name.trim_end_matches(':');
                self.variable(&format!("${{{name}}}"));
            }
            next if next.is_ascii_alphabetic() || next == '_' => {
                let is_scope = !is_posix;
                let mut name = String::from("$");
                while let Some(letter) = self.letters.next_if(|letter| {
                    letter.is_ascii_alphanumeric() || *letter == '_' || is_scope && *letter == ':'
                }) {
                    name.push(letter);
                }
                self.variable(&name);
            }
            next if next.is_ascii_digit() || is_posix && "@*#?$!-".contains(next) => {
                self.letters.next();
                self.variable(&format!("${next}"));
            }
            _ => self.push('$'),
        }
        Ok(())
    }

    /// What stands between a sign, which is next, and the one that closes it.
    fn closing(&mut self, open: char, close: char) -> Result<String, Torn> {
        let (mut depth, mut quote, mut within) = (0_usize, None, String::new());
        loop {
            let letter = self.letters.next().ok_or(Torn::Open)?;
            match (quote, letter) {
                (None | Some('"'), '\\') => drop(self.letters.next()),
                (None, '\'' | '"') => quote = Some(letter),
                (Some(mark), letter) if mark == letter => quote = None,
                (None, letter) if letter == open => depth += 1,
                (None, letter) if letter == close => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return Ok(within);
                    }
                }
                (None, letter) if within.len() < LONGEST_NAME => within.push(letter),
                _ => {}
            }
        }
    }

    /// What begins with a percent sign, which is behind: a variable only between two, without blanks.
    fn percent(&mut self) {
        let is_name = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '_';
        let mut name = String::new();
        while let Some(letter) = self.letters.next_if(is_name) {
            name.push(letter);
        }
        if !name.is_empty() && self.letters.next_if_eq(&'%').is_some() {
            self.variable(&format!("%{name}%"));
        } else {
            self.word().text.push('%');
            self.word().text.push_str(&name);
        }
    }
}

#[cfg(test)]
#[path = "shell_tests.rs"]
mod tests;
