//! A text that stands in the rows below a line of a shell, from `<<EOF` on.

use std::iter::Peekable;
use std::str::Chars;

use crate::capture::shell_word::Torn;

/// What is said of a text before its rows come.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct HereText {
    /// The row that ends it.
    end: String,
    /// Whether nothing in it is filled in.
    pub(super) is_literal: bool,
    /// Whether tabs before its rows are left out.
    drops_tabs: bool,
}

impl HereText {
    /// Reads what follows `<<`.
    pub(super) fn announced(letters: &mut Peekable<Chars<'_>>) -> Self {
        let drops_tabs = letters.next_if_eq(&'-').is_some();
        while letters.next_if(|next| matches!(next, ' ' | '\t')).is_some() {}
        let (mut end, mut is_literal, mut quote) = (String::new(), false, None);
        while let Some(letter) = letters.next_if(|next| {
            *next != '\n'
                && (quote.is_some() || !next.is_whitespace() && !"|&;<>()".contains(*next))
        }) {
            match (quote, letter) {
                (None, '\'' | '"') => quote = Some(letter),
                (Some(mark), letter) if letter == mark => quote = None,
                (None, '\\') => {}
                _ => {
                    end.push(letter);
                    continue;
                }
            }
            is_literal = true;
        }
        Self { end, is_literal, drops_tabs }
    }

    /// Reads its rows, with the one that ends it.
    ///
    /// # Errors
    /// [`Torn::NoEnd`] if that one is not there.
    pub(super) fn rows(&self, letters: &mut Peekable<Chars<'_>>) -> Result<String, Torn> {
        let mut text = String::new();
        loop {
            let begin = text.len();
            if self.drops_tabs {
                while letters.next_if_eq(&'\t').is_some() {}
            }
            while let Some(letter) = letters.next_if(|next| *next != '\n') {
                text.push(letter);
            }
            let is_last = letters.peek().is_none();
            if text.get(begin..) == Some(self.end.as_str()) {
                text.truncate(begin);
                return Ok(text);
            }
            if is_last {
                return Err(Torn::NoEnd);
            }
            letters.next();
            text.push('\n');
        }
    }
}
