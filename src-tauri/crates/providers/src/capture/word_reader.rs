//! One word of a line as a shell reads it: its quotes, its escapes, and where the shell would put something in.

use std::iter::Peekable;
use std::str::Chars;

use crate::capture::ansi_quotes::quoted;
use crate::capture::here_text::HereText;
use crate::capture::shell_syntax::Syntax;
use crate::capture::shell_word::{Fill, Filler, Torn, Word};

/// Characters of a variable's name that are told.
const LONGEST_NAME: usize = 64;
/// What stands for a command that would be run.
pub(super) const RUN: &str = "$(…)";

/// Reads the letters of a line into the word that is open.
pub(super) struct WordReader<'a> {
    pub(super) syntax: Syntax,
    pub(super) letters: Peekable<Chars<'a>>,
    pub(super) word: Option<Word>,
    /// Whether it reads the text below a line, in which no further text is looked for.
    is_below: bool,
}

impl<'a> WordReader<'a> {
    pub(super) fn new(syntax: Syntax, text: &'a str) -> Self {
        Self { syntax, letters: text.chars().peekable(), word: None, is_below: false }
    }

    fn word(&mut self) -> &mut Word {
        self.word.get_or_insert_default()
    }

    pub(super) fn push(&mut self, letter: char) {
        self.word().text.push(letter);
    }

    /// What stands between single quotes is text.
    pub(super) fn single(&mut self) -> Result<(), Torn> {
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

    pub(super) fn double(&mut self) -> Result<(), Torn> {
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
    pub(super) fn sign(&mut self, letter: char, is_bare: bool) -> Result<(), Torn> {
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
                if is_posix
                    && !self.is_below
                    && let Some(word) = self.cat_of_text()?
                {
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
pub(super) fn here_word(here: &HereText, letters: &mut Peekable<Chars<'_>>) -> Result<Word, Torn> {
    let text = here.rows(letters)?;
    if here.is_literal {
        return Ok(Word { text, ..Word::default() });
    }
    let mut reader = WordReader::new(Syntax::Posix, &text);
    (reader.word, reader.is_below) = (Some(Word::default()), true);
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
