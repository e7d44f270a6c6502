//! The words of a line as a shell reads them: a POSIX shell, PowerShell, or the prompt of Windows. Nothing is run or filled
//! in: where the shell would put something in, the word says so.

use std::iter::Peekable;
use std::str::Chars;

use crate::capture::ansi_quotes::quoted;
use crate::capture::here_text::HereText;
use crate::capture::shell_syntax::{Syntax, uncaret};
use crate::capture::shell_word::{Command, Fill, Filler, Torn, Word};

/// Words of the longest line.
const MOST_WORDS: usize = 1_000;
/// Characters of a variable's name that are told.
const LONGEST_NAME: usize = 64;
/// What stands for a command that would be run.
const RUN: &str = "$(…)";

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
        is_input: false,
        here: Vec::new(),
    };
    reader.read()?;
    Ok(reader.command)
}

struct Reader<'a> {
    syntax: Syntax,
    letters: Peekable<Chars<'a>>,
    command: Command,
    word: Option<Word>,
    /// Whether the word names a file that is read or written.
    is_file: bool,
    /// Whether the word is what the command is given to read.
    is_input: bool,
    /// The texts that follow in the rows below.
    here: Vec<HereText>,
}

impl Reader<'_> {
    fn read(&mut self) -> Result<(), Torn> {
        while let Some(letter) = self.letters.next() {
            match letter {
                '#' if self.word.is_none() && self.syntax != Syntax::Windows => {
                    while self.letters.next_if(|letter| *letter != '\n').is_some() {}
                }
                '\n' if !self.here.is_empty() => {
                    self.end_word()?;
                    self.read_here()?;
                    self.command.is_followed =
                        self.letters.clone().any(|letter| !letter.is_whitespace());
                    return Ok(());
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
                    return self.end();
                }
                ';' if self.syntax != Syntax::Windows => {
                    self.end_word()?;
                    self.command.ended_by = Some(";");
                    return self.end();
                }
                '<' | '>' => {
                    // The number of a stream belongs to the sign.
                    self.word.take_if(|word| word.text.bytes().all(|byte| byte.is_ascii_digit()));
                    self.end_word()?;
                    if letter == '<' && self.syntax == Syntax::Posix && self.is_text_given() {
                        continue;
                    }
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
        self.end_word()?;
        if self.here.is_empty() { Ok(()) } else { Err(Torn::NoEnd) }
    }

    /// Whether what follows `<` gives a text to read: `<<EOF`, with the text in the rows below, or `<<<`, before a word.
    fn is_text_given(&mut self) -> bool {
        if self.letters.next_if_eq(&'<').is_none() {
            return false;
        }
        if self.letters.next_if_eq(&'<').is_some() {
            while self.letters.next_if(|next| matches!(next, ' ' | '\t')).is_some() {}
            self.is_input = true;
        } else {
            self.here.push(HereText::announced(&mut self.letters));
        }
        true
    }

    /// Takes what follows the command, once a sign has ended it.
    fn end(&mut self) -> Result<(), Torn> {
        if self.here.is_empty() {
            self.command.rest = self.letters.by_ref().collect();
            return Ok(());
        }
        // Its text begins below the row, which goes on where its end is escaped or within quotes.
        let (mut quote, mut is_escaped) = (None, false);
        loop {
            let letter = self.letters.next().ok_or(Torn::NoEnd)?;
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
            self.command.input = Some(here_word(&here, &mut self.letters)?);
        }
        Ok(())
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
                if is_posix && let Some(word) = self.cat_of_text()? {
                    self.append(word);
                    return Ok(());
                }
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

    fn append(&mut self, more: Word) {
        let word = self.word();
        let begin = word.text.len();
        word.text.push_str(&more.text);
        word.fills.extend(more.fills.into_iter().map(|fill| Fill { at: begin + fill.at, ..fill }));
    }

    /// The text of `$(cat <<EOF …)`, of which the dollar is behind; `None` if another command stands there.
    fn cat_of_text(&mut self) -> Result<Option<Word>, Torn> {
        let mut ahead = self.letters.clone();
        let is_blank = |letter: &char| letter.is_whitespace();
        ahead.next();
        while ahead.next_if(is_blank).is_some() {}
        let is_cat = "cat".chars().all(|letter| ahead.next_if_eq(&letter).is_some());
        while ahead.next_if(is_blank).is_some() {}
        let is_text = is_cat && "<<".chars().all(|letter| ahead.next_if_eq(&letter).is_some());
        if !is_text || ahead.peek() == Some(&'<') {
            return Ok(None);
        }
        let here = HereText::announced(&mut ahead);
        while ahead.next_if(|next| matches!(next, ' ' | '\t')).is_some() {}
        if ahead.next_if_eq(&'\n').is_none() {
            return Ok(None);
        }
        let mut word = here_word(&here, &mut ahead)?;
        while ahead.next_if(is_blank).is_some() {}
        // Whatever else follows would be read again and again.
        ahead.next_if_eq(&')').ok_or(Torn::Open)?;
        word.text.truncate(word.text.trim_end_matches('\n').len());
        self.letters = ahead;
        Ok(Some(word))
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

/// The text in the rows below a line, with what a shell would fill in within it.
fn here_word(here: &HereText, letters: &mut Peekable<Chars<'_>>) -> Result<Word, Torn> {
    let text = here.rows(letters)?;
    if here.is_literal {
        return Ok(Word { text, ..Word::default() });
    }
    let mut reader = Reader {
        syntax: Syntax::Posix,
        letters: text.chars().peekable(),
        command: Command::default(),
        word: Some(Word::default()),
        is_file: false,
        is_input: false,
        here: Vec::new(),
    };
    while let Some(letter) = reader.letters.next() {
        match (letter, reader.letters.peek()) {
            ('\\', Some('\n')) => drop(reader.letters.next()),
            ('\\', Some(&next @ ('$' | '`' | '\\'))) => {
                reader.letters.next();
                reader.push(next);
            }
            ('\\', _) => reader.push('\\'),
            _ => reader.sign(letter, false)?,
        }
    }
    Ok(reader.word.unwrap_or_default())
}

#[cfg(test)]
#[path = "shell_tests.rs"]
mod tests;
