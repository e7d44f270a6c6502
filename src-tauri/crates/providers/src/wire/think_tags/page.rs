//! Where on its page a place in a growing text stands.

/// A fence of Markdown has this many marks, or more.
const FENCE: u32 = 3;

/// The place behind what has been read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Page {
    /// Whether anything but white space has been read.
    has_text: bool,
    /// Whether the line has nothing but white space so far.
    is_blank: bool,
    /// The mark with which the line began, and how many of it there are, as long as there is nothing else.
    run: Option<(char, u32)>,
    /// The mark of the fence that is open.
    fence: Option<char>,
    /// What was read last.
    last: Option<char>,
}

impl Default for Page {
    fn default() -> Self {
        Self { has_text: false, is_blank: true, run: None, fence: None, last: None }
    }
}

impl Page {
    /// Reads on.
    pub(super) fn read(&mut self, letter: char) {
        self.last = Some(letter);
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

    /// Whether what follows is being quoted.
    pub(super) fn is_in_quotes(&self) -> bool {
        self.last.is_some_and(|last| matches!(last, '`' | '"' | '\'' | '“' | '‘' | '«' | '\\'))
    }
}
