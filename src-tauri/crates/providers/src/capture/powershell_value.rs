//! The values of a PowerShell line: texts between quotes, over several rows, or made bytes of. Nothing is run or filled in: where
//! PowerShell would put something in, the word says so.

use std::iter::Peekable;
use std::str::Chars;

use crate::capture::curl_fault::fault;
use crate::capture::fields::CaptureError;
use crate::capture::shell_word::{Fill, Filler, Word};
use crate::capture::unread;

/// Characters of a name that is told.
pub(super) const LONGEST_NAME: usize = 64;

/// The fault of a line that ends too early.
pub(super) fn open() -> CaptureError {
    fault(unread::open_bracket())
}

/// The letters of a line that are left.
pub(super) struct Values<'a> {
    pub(super) letters: Peekable<Chars<'a>>,
}

impl Values<'_> {
    /// The next sign, which is not taken, behind blanks and ends of rows that go on.
    pub(super) fn next_sign(&mut self) -> Option<char> {
        loop {
            match *self.letters.peek()? {
                '`' => {
                    self.letters.next();
                    // Its row goes on.
                    while self.letters.next_if(|next| matches!(next, ' ' | '\t')).is_some() {}
                    self.letters.next_if_eq(&'\n');
                }
                '\n' => return Some('\n'),
                blank if blank.is_whitespace() => drop(self.letters.next()),
                sign => return Some(sign),
            }
        }
    }

    /// A value: a text between quotes, one that is made bytes of, or a word.
    pub(super) fn value(&mut self) -> Result<Word, CaptureError> {
        let mut word = Word::default();
        match self.next_sign().ok_or_else(open)? {
            '\'' => self.single(&mut word)?,
            '"' => self.double(&mut word)?,
            '@' => self.here(&mut word)?,
            '(' => self.bytes_of(&mut word)?,
            _ => {
                let is_end = |letter: char| letter.is_whitespace() || ";|=}".contains(letter);
                while let Some(&letter) = self.letters.peek().filter(|letter| !is_end(**letter)) {
                    self.letters.next();
                    if letter == '$' { self.dollar(&mut word)? } else { word.text.push(letter) }
                }
            }
        }
        Ok(word)
    }

    /// A text in which nothing is filled in.
    fn single(&mut self, word: &mut Word) -> Result<(), CaptureError> {
        self.letters.next();
        loop {
            match self.letters.next().ok_or_else(open)? {
                '\'' if self.letters.next_if_eq(&'\'').is_none() => return Ok(()),
                letter => word.text.push(letter),
            }
        }
    }

    fn double(&mut self, word: &mut Word) -> Result<(), CaptureError> {
        self.letters.next();
        loop {
            match self.letters.next().ok_or_else(open)? {
                '"' if self.letters.next_if_eq(&'"').is_none() => return Ok(()),
                '`' => self.escape(word)?,
                '$' => self.dollar(word)?,
                letter => word.text.push(letter),
            }
        }
    }

    fn escape(&mut self, word: &mut Word) -> Result<(), CaptureError> {
        match self.letters.next().ok_or_else(open)? {
            '\n' => {}
            'n' => word.text.push('\n'),
            'r' => word.text.push('\r'),
            't' => word.text.push('\t'),
            letter => word.text.push(letter),
        }
        Ok(())
    }

    /// A text over several rows, between `@'` and `'@`, or `@"` and `"@`.
    fn here(&mut self, word: &mut Word) -> Result<(), CaptureError> {
        self.letters.next();
        let quote = self.letters.next().filter(|quote| matches!(quote, '\'' | '"'));
        let quote = quote.ok_or_else(|| fault(unread::made_body()))?;
        while self.letters.next_if(|next| matches!(next, ' ' | '\t')).is_some() {}
        self.letters.next_if_eq(&'\n').ok_or_else(open)?;
        loop {
            match self.letters.next().ok_or_else(open)? {
                '\n' if self.letters.peek() == Some(&quote) => {
                    self.letters.next();
                    if self.letters.next_if_eq(&'@').is_some() {
                        return Ok(());
                    }
                    word.text.push('\n');
                    word.text.push(quote);
                }
                '`' if quote == '"' => self.escape(word)?,
                '$' if quote == '"' => self.dollar(word)?,
                letter => word.text.push(letter),
            }
        }
    }

    /// `([System.Text.Encoding]::UTF8.GetBytes("…"))`, as browsers write a text with letters beyond ASCII.
    fn bytes_of(&mut self, word: &mut Word) -> Result<(), CaptureError> {
        const MADE: &str = "[System.Text.Encoding]::UTF8.GetBytes(";
        self.letters.next();
        let made = || fault(unread::made_body());
        for expected in MADE.chars() {
            let letter = self.letters.next().ok_or_else(open)?;
            if !letter.eq_ignore_ascii_case(&expected) {
                return Err(made());
            }
        }
        *word = self.value()?;
        for _ in 0..2 {
            if self.next_sign() != Some(')') {
                return Err(made());
            }
            self.letters.next();
        }
        Ok(())
    }

    /// What begins with a dollar, which is behind: `$([char]228)` is a letter, and anything else is filled in by PowerShell.
    fn dollar(&mut self, word: &mut Word) -> Result<(), CaptureError> {
        let mut name = String::from("$");
        match self.letters.peek() {
            Some('(') => {
                if let Some(units) = self.letter_numbers() {
                    word.text.push_str(&String::from_utf16_lossy(&units));
                } else {
                    word.fills.push(Fill { at: word.text.len(), by: Filler::Command });
                    word.text.push_str("$(…)");
                    self.skip_brackets()?;
                }
                return Ok(());
            }
            Some('{') => {
                self.letters.next();
                while let Some(letter) = self.letters.next_if(|letter| *letter != '}') {
                    name.push(letter);
                }
                self.letters.next().ok_or_else(open)?;
            }
            Some(letter) if letter.is_alphabetic() || *letter == '_' => {
                while let Some(letter) = self
                    .letters
                    .next_if(|letter| letter.is_alphanumeric() || "_:".contains(*letter))
                {
                    name.push(letter);
                }
            }
            _ => {
                word.text.push('$');
                return Ok(());
            }
        }
        let told = name.chars().take(LONGEST_NAME).collect();
        word.fills.push(Fill { at: word.text.len(), by: Filler::Variable(told) });
        word.text.push_str(&name);
        Ok(())
    }

    /// The units of UTF-16 that `([char]55357)$([char]56832)` stands for: letters in a row, because a letter may be of two. Nothing is taken
    /// if it is something else.
    fn letter_numbers(&mut self) -> Option<Vec<u16>> {
        let mut units = Vec::new();
        loop {
            let mut ahead = self.letters.clone();
            if !units.is_empty() && ahead.next() != Some('$') {
                break;
            }
            let unit = letter_number(&mut ahead);
            let Some(unit) = unit else { break };
            units.push(unit);
            self.letters = ahead;
        }
        (!units.is_empty()).then_some(units)
    }

    /// Goes to the end of what stands between brackets, of which the first is next.
    fn skip_brackets(&mut self) -> Result<(), CaptureError> {
        let mut depth = 0_usize;
        loop {
            match self.letters.next().ok_or_else(open)? {
                '(' => depth += 1,
                ')' => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return Ok(());
                    }
                }
                _ => {}
            }
        }
    }
}

/// The number of `([char]228)`, which it takes.
fn letter_number(letters: &mut Peekable<Chars<'_>>) -> Option<u16> {
    for expected in "([char]".chars() {
        letters.next_if(|letter| letter.eq_ignore_ascii_case(&expected))?;
    }
    let mut digits = String::new();
    while let Some(digit) = letters.next_if(char::is_ascii_digit) {
        digits.push(digit);
        if digits.len() > 5 {
            return None;
        }
    }
    letters.next_if_eq(&')')?;
    digits.parse().ok()
}
