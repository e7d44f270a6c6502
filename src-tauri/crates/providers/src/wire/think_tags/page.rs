//! Tracks the position in a growing text: line starts, quotes and code fences.

/// Minimum number of marks of a Markdown fence.
const FENCE: u32 = 3;

/// The position after the text read so far.
#[derive(Debug, Clone, Copy)]
pub(super) struct Page {
    /// Whether anything but white space has been read.
    has_text: bool,
    /// Whether the line has nothing but white space so far.
    is_blank: bool,
    /// The mark with which the line began and its count, as long as there is nothing else.
    run: Option<(char, u32)>,
    /// The mark of the open fence.
    fence: Option<char>,
    /// The last character.
    last: Option<char>,
    /// Characters read.
    #[cfg(test)]
    pub(super) letters: usize,
}

impl Default for Page {
    fn default() -> Self {
        Self {
            has_text: false,
            is_blank: true,
            run: None,
            fence: None,
            last: None,
            #[cfg(test)]
            letters: 0,
        }
    }
}

impl Page {
    /// Reads one character.
    pub(super) fn read(&mut self, letter: char) {
        self.last = Some(letter);
        #[cfg(test)]
        {
            self.letters += 1;
        }
        if letter == '\n' {
            (self.is_blank, self.run) = (true, None);
            return;
        }
        if letter.is_whitespace() {
            return;
        }
        self.has_text = true;
        let run = match self.run {
            Some((mark, times)) if mark == letter => Some((mark, times + 1)),
            None if self.is_blank && matches!(letter, '`' | '~') => Some((letter, 1)),
            _ => None,
        };
        self.is_blank = false;
        if let Some((mark, FENCE)) = run {
            match self.fence {
                None => self.fence = Some(mark),
                Some(open) if open == mark => self.fence = None,
                Some(_) => {}
            }
        }
        self.run = run;
    }

    pub(super) fn has_text(&self) -> bool {
        self.has_text
    }

    pub(super) fn is_at_line_start(&self) -> bool {
        self.is_blank
    }

    pub(super) fn is_fenced(&self) -> bool {
        self.fence.is_some()
    }

    /// Whether the position is within quotes.
    pub(super) fn is_in_quotes(&self) -> bool {
        self.last.is_some_and(|last| matches!(last, '`' | '"' | '\'' | '“' | '‘' | '«' | '\\'))
    }
}
