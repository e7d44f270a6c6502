//! The words of a line as a shell reads them: a POSIX shell, PowerShell, or the prompt of Windows. Nothing is run or filled
//! in: where the shell would put something in, the word says so.

use crate::capture::here_text::HereText;
use crate::capture::shell_syntax::{Syntax, uncaret};
use crate::capture::shell_word::{Command, Torn};
use crate::capture::word_reader::{WordReader, here_word};

/// Words of the longest line.
pub(super) const MOST_WORDS: usize = 1_000;

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
        open: WordReader::new(syntax, line),
        command: Command { has_doubled_quotes: is_guessed, ..Command::default() },
        is_file: false,
        is_input: false,
        here: Vec::new(),
    };
    reader.read()?;
    Ok(reader.command)
}

struct Reader<'a> {
    /// The word that is open, and the letters behind it.
    open: WordReader<'a>,
    command: Command,
    /// Whether the word names a file that is read or written.
    is_file: bool,
    /// Whether the word is what the command is given to read.
    is_input: bool,
    /// The texts that follow in the rows below.
    here: Vec<HereText>,
}

impl Reader<'_> {
    fn read(&mut self) -> Result<(), Torn> {
        while let Some(letter) = self.open.letters.next() {
            match letter {
                '#' if self.open.word.is_none() && self.open.syntax != Syntax::Windows => {
                    while self.open.letters.next_if(|letter| *letter != '\n').is_some() {}
                }
                '\n' if !self.here.is_empty() => {
                    self.end_word()?;
                    self.read_here()?;
                    self.command.is_followed =
                        self.open.letters.clone().any(|letter| !letter.is_whitespace());
                    return Ok(());
                }
                letter if letter.is_whitespace() => self.end_word()?,
                '|' | '&' => {
                    // `&>` and `|&` are such signs too.
                    self.end_word()?;
                    let is_twice = self.open.letters.next_if_eq(&letter).is_some();
                    self.command.ended_by = Some(match (letter, is_twice) {
                        ('|', false) => "|",
                        ('|', true) => "||",
                        (_, false) => "&",
                        (_, true) => "&&",
                    });
                    return self.end();
                }
                ';' if self.open.syntax != Syntax::Windows => {
                    self.end_word()?;
                    self.command.ended_by = Some(";");
                    return self.end();
                }
                '<' | '>' => {
                    // The number of a stream belongs to the sign.
                    self.open
                        .word
                        .take_if(|word| word.text.bytes().all(|byte| byte.is_ascii_digit()));
                    self.end_word()?;
                    if letter == '<' && self.open.syntax == Syntax::Posix && self.is_text_given() {
                        continue;
                    }
                    while self.open.letters.next_if(|next| "<>&|".contains(*next)).is_some() {}
                    self.open.letters.next_if_eq(&'(');
                    self.is_file = true;
                    self.command.is_redirected = true;
                    while self.open.letters.next_if(|next| matches!(next, ' ' | '\t')).is_some() {}
                }
                '\'' if self.open.syntax != Syntax::Windows => self.open.single()?,
                '"' => self.open.double()?,
                '\\' if self.open.syntax == Syntax::Posix => match self.open.letters.next() {
                    Some('\n') => {}
                    letter => self.open.push(letter.unwrap_or('\\')),
                },
                letter => self.open.sign(letter, true)?,
            }
        }
        self.end_word()?;
        if self.here.is_empty() { Ok(()) } else { Err(Torn::NoEnd) }
    }

    /// Whether what follows `<` gives a text to read: `<<EOF`, with the text in the rows below, or `<<<`, before a word.
    fn is_text_given(&mut self) -> bool {
        if self.open.letters.next_if_eq(&'<').is_none() {
            return false;
        }
        if self.open.letters.next_if_eq(&'<').is_some() {
            while self.open.letters.next_if(|next| matches!(next, ' ' | '\t')).is_some() {}
            self.is_input = true;
        } else {
            self.here.push(HereText::announced(&mut self.open.letters));
        }
        true
    }

    /// Takes what follows the command, once a sign has ended it.
    fn end(&mut self) -> Result<(), Torn> {
        if self.here.is_empty() {
            self.command.rest = self.open.letters.by_ref().collect();
            return Ok(());
        }
        // Its text begins below the row, which goes on where its end is escaped or within quotes.
        let (mut quote, mut is_escaped) = (None, false);
        loop {
            let letter = self.open.letters.next().ok_or(Torn::NoEnd)?;
            match (quote, letter) {
                (None, '\n') if !is_escaped => break,
                (None, '\'' | '"') if !is_escaped => quote = Some(letter),
                (Some(mark), letter) if letter == mark && !is_escaped => quote = None,
                _ => {}
            }
            is_escaped = letter == '\\' && !is_escaped && quote != Some('\'');
            self.command.rest.push(letter);
        }
        self.read_here()
    }

    /// Reads the texts of the rows below, of which the last counts.
    fn read_here(&mut self) -> Result<(), Torn> {
        for here in std::mem::take(&mut self.here) {
            self.command.input = Some(here_word(&here, &mut self.open.letters)?);
        }
        Ok(())
    }

    fn end_word(&mut self) -> Result<(), Torn> {
        let Some(word) = self.open.word.take() else { return Ok(()) };
        if std::mem::take(&mut self.is_file) {
            return Ok(());
        }
        if std::mem::take(&mut self.is_input) {
            self.command.input = Some(word);
            return Ok(());
        }
        if self.command.words.len() >= MOST_WORDS {
            return Err(Torn::TooMany);
        }
        self.command.words.push(word);
        Ok(())
    }
}

#[cfg(test)]
#[path = "shell_tests.rs"]
mod tests;
