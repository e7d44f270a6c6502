//! Where a text is cut before its tokens are counted, so that no text takes long.
//!
//! The tokenizer finds words by a pattern that keeps a state for each block of Unicode in each place of a word. A text that mixes
//! hundreds of blocks has more of them than it keeps, and then computes each anew: a hundred times as slow. It also merges a word as
//! a whole, in memory many times its size.

/// A run of this many bytes without a border between words is cut: megabytes of one character would take seconds. A multiple of the
/// vocabulary's longest tokens of one character, so that such a run has the count that it has as a whole.
pub(crate) const LONGEST_RUN: usize = 4 * 1024;
/// The same of white space, of which the tokenizer looks for the end again at each character.
const LONGEST_SPACE: usize = 512;
/// The most bytes of a part with white space that is not ASCII: at each such character the tokenizer reads all that follows in it.
const LONGEST_WIDE: usize = 2 * 1024;
/// Of a text that mixes blocks, so many bytes are looked at together; half of it if a word ends behind that.
const WINDOW: usize = 2 * LONGEST_RUN;
/// Blocks of 64 rare characters beyond which those of a window are counted one by one, and a text is looked at in windows.
const MOST_BLOCKS: usize = 64;
/// Borders between a Chinese, Japanese or Korean letter and a character that is neither that nor ASCII, beyond which a text is cut
/// at each: no token holds both.
const MOST_BORDERS: usize = 256;
/// Blocks of 64 characters that there are.
const BLOCKS: usize = 0x11_0000 / 64;

/// The parts of a text that are counted one after the other.
pub(crate) struct Parts<'a> {
    rest: &'a str,
    is_mixed: bool,
    /// Bytes that are left of the window; only of a mixed text.
    window: usize,
    /// Whether each rare character of the window is a part.
    is_rich: bool,
}

impl<'a> Parts<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        Self { rest: text, is_mixed: is_mixed(text), window: 0, is_rich: false }
    }

    fn end(&mut self) -> usize {
        if !self.is_mixed {
            return end_of_runs(self.rest);
        }
        if self.window == 0 {
            self.window = end_of_window(self.rest);
            self.is_rich = blocks(self.rest.get(..self.window).unwrap_or(self.rest)) > MOST_BLOCKS;
        }
        let window = self.rest.get(..self.window).unwrap_or(self.rest);
        let end = end_of_script(window, self.is_rich);
        let end = end_of_runs(window.get(..end).unwrap_or(window));
        self.window -= end;
        end
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let (part, rest) = self.rest.split_at(self.end());
        self.rest = rest;
        Some(part)
    }
}

/// What the tokenizer takes to find the end of a word.
#[derive(PartialEq, Eq, Clone, Copy)]
enum Script {
    /// Nothing: ASCII, and the punctuation of Chinese, Japanese and all languages.
    Plain,
    /// Nothing, if the word has no other letters.
    Cjk,
    /// Its pattern, in a few blocks: Latin with marks, Greek, Cyrillic, Armenian, Hebrew, Arabic.
    Other,
    /// Its pattern, in hundreds of blocks.
    Rare,
}

impl Script {
    fn of(c: char) -> Self {
        match c {
            '\0'..='\u{7f}'
            | '\u{2010}'..='\u{2027}'
            | '\u{3000}'..='\u{303f}'
            | '\u{ff00}'..='\u{ffef}' => Self::Plain,
            '\u{3041}'..='\u{30ff}'
            | '\u{3400}'..='\u{4dbf}'
            | '\u{4e00}'..='\u{9fff}'
            | '\u{ac00}'..='\u{d7a3}' => Self::Cjk,
            '\u{80}'..='\u{7ff}' => Self::Other,
            _ => Self::Rare,
        }
    }
}

/// Whether a text has more blocks of other scripts, or borders between them and Chinese, Japanese or Korean, than people write.
fn is_mixed(text: &str) -> bool {
    if text.is_ascii() {
        return false;
    }
    let (mut seen, mut borders, mut last) = (Seen::default(), 0, Script::Plain);
    // Plain characters between two scripts make them no less one text.
    for c in text.chars() {
        let now = Script::of(c);
        if now == Script::Plain {
            continue;
        }
        borders += usize::from(is_border(last, now));
        if now == Script::Rare {
            seen.add(c);
        }
        if seen.count > MOST_BLOCKS || borders > MOST_BORDERS {
            return true;
        }
        last = now;
    }
    false
}

/// Whether one is a Chinese, Japanese or Korean letter, and the other one of another script.
fn is_border(one: Script, other: Script) -> bool {
    (one == Script::Cjk) != (other == Script::Cjk) && one != Script::Plain && other != Script::Plain
}

/// Blocks of 64 characters that were seen.
struct Seen {
    blocks: Box<[bool]>,
    count: usize,
}

impl Default for Seen {
    fn default() -> Self {
        Self { blocks: vec![false; BLOCKS].into(), count: 0 }
    }
}

impl Seen {
    fn add(&mut self, c: char) {
        if let Some(seen) = self.blocks.get_mut(c as usize / 64) {
            self.count += usize::from(!*seen);
            *seen = true;
        }
    }
}

/// How many blocks of 64 the rare characters are of.
fn blocks(text: &str) -> usize {
    let mut seen = Seen::default();
    text.chars().filter(|c| Script::of(*c) == Script::Rare).for_each(|c| seen.add(c));
    seen.count
}

/// Where a window of a mixed text ends: if possible before a sign behind a letter or a number, where a word always ends.
fn end_of_window(text: &str) -> usize {
    let (mut last, mut end) = (' ', 0);
    for (at, c) in text.char_indices() {
        if at >= WINDOW {
            return at;
        }
        if at >= LONGEST_RUN && is_end_of_word(last, c) {
            return at;
        }
        (last, end) = (c, at + c.len_utf8());
    }
    end
}

/// Where the part of a window ends that is counted at once: where a word ends between two scripts or, if none does, where the other
/// script begins.
fn end_of_script(window: &str, is_rich: bool) -> usize {
    let mut script = Script::Plain;
    let (mut before, mut end_of_word) = (None, None);
    for (at, c) in window.char_indices() {
        let now = Script::of(c);
        if let Some((last, _)) = before
            && is_rich
            && (last == Script::Rare || now == Script::Rare)
        {
            return at;
        }
        if now == Script::Plain {
            if before.is_some_and(|(_, last)| is_end_of_word(last, c)) {
                end_of_word = end_of_word.or(Some(at));
            }
        } else {
            if is_border(script, now) {
                // A single space before a letter is the word's.
                let space = before.is_some_and(|(_, last)| last == ' ');
                return end_of_word.unwrap_or(at - usize::from(space && at > 1));
            }
            (script, end_of_word) = (now, None);
        }
        before = Some((now, c));
    }
    window.len()
}

/// Whether a word always ends between two characters: a letter or a number, and a sign that belongs to none.
fn is_end_of_word(last: char, next: char) -> bool {
    last.is_alphanumeric()
        && Script::of(next) == Script::Plain
        && !next.is_alphanumeric()
        && next != '\''
}

/// What a character is to the tokenizer, which never merges a number or two kinds but for one character before a word.
#[derive(PartialEq, Eq, Clone, Copy)]
enum CharacterKind {
    Space,
    Punctuation,
    Number,
    /// Letters, their marks, and all that may be one of these.
    Word,
}

impl CharacterKind {
    fn of(c: char) -> Self {
        match c {
            'a'..='z' | 'A'..='Z' => Self::Word,
            _ if c.is_whitespace() => Self::Space,
            _ if c.is_ascii_punctuation() => Self::Punctuation,
            // What Chinese and Japanese write between words, and the quotation marks and dashes of all languages.
            '\u{2010}'..='\u{205e}'
            | '\u{3001}'..='\u{3003}'
            | '\u{3008}'..='\u{301f}'
            | '\u{ff01}'..='\u{ff0f}'
            | '\u{ff1a}'..='\u{ff20}' => Self::Punctuation,
            _ if c.is_numeric() => Self::Number,
            _ => Self::Word,
        }
    }
}

/// Where a text is cut that mixes nothing: after [`LONGEST_RUN`] bytes of one kind, or [`LONGEST_SPACE`]; where a word ends after
/// [`LONGEST_SPACE`] bytes with white space that is not ASCII; or at its end.
fn end_of_runs(text: &str) -> usize {
    if text.len() <= LONGEST_SPACE {
        return text.len();
    }
    let (mut begun, mut kind) = (0, CharacterKind::Number);
    let (mut last, mut has_wide_space) = (' ', false);
    for (at, c) in text.char_indices() {
        let is_long = has_wide_space && at >= LONGEST_SPACE;
        if is_long && (is_border_of_words(last, c) || at >= LONGEST_WIDE) {
            return at;
        }
        let now = CharacterKind::of(c);
        if now != kind || now == CharacterKind::Number {
            (begun, kind) = (at, now);
        } else if at - begun
            >= if now == CharacterKind::Space { LONGEST_SPACE } else { LONGEST_RUN }
        {
            return at;
        }
        has_wide_space |= now == CharacterKind::Space && !c.is_ascii();
        last = c;
    }
    text.len()
}

/// Whether no word holds both of two characters: besides the [ends](is_end_of_word) of words before a sign, white space after what
/// is none, and a digit beside a letter.
fn is_border_of_words(last: char, next: char) -> bool {
    let is_space = next.is_whitespace() && !matches!(next, '\r' | '\n');
    let is_digit_beside_letter = last.is_ascii_alphanumeric()
        && next.is_ascii_alphanumeric()
        && last.is_ascii_digit() != next.is_ascii_digit();
    is_end_of_word(last, next) || is_digit_beside_letter || (is_space && !last.is_whitespace())
}
