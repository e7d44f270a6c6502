//! Reasoning that a model writes into its answer between tags such as `<think>` and `</think>`, separated from the
//! answer even if tags are split over chunks or the opening tag never arrives.
//!
//! Many chat templates write the opening tag themselves, at the end of the prompt: the model then only closes it, and
//! the text taken for the answer was reasoning. An unopened closing tag is accepted if it is the first tag of the text
//! and alone on its line, after some text and outside a code fence. That is how such models write it; a model that
//! merely mentions the tag writes it within a sentence, in quotes, in a fence, or after the opening one. A bare tag
//! elsewhere is treated as text, and [`Provider::leaves_a_tag`](crate::Provider::leaves_a_tag) reports it.

use std::collections::VecDeque;

mod page;
mod tags;
use page::Page;
pub(crate) use tags::Tags;

/// Maximum white space held back before other text, and between a closing tag and the end of its line, in bytes.
const LONGEST_BLANK: usize = 256;

/// Whether a stretch of text is inside or outside the tags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Reasoning,
    Answer,
}

/// A decision about text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Segment<'a, T> {
    /// A stretch of text with its arrival.
    Text(Side, &'a str, T),
    /// All of the answer so far was reasoning.
    WasReasoning,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum State {
    /// No tag so far.
    #[default]
    Untagged,
    /// Between the tags of this pair.
    Inside(usize),
    /// Right after the closing tag, where white space is a separator, not answer.
    Closed,
    /// The answer, in which a tag is plain text.
    Answer,
}

/// Splits the text of an answer. Text that may be the start of a tag is held back until it is decided, together with
/// its arrival `T`, so that it does not get the timestamp of the deciding chunk.
#[derive(Debug)]
pub(crate) struct ThinkTags<T> {
    tags: Tags,
    state: State,
    /// Undecided text, preceded by text in which a tag may have begun.
    text: String,
    /// Bytes of `text` that have been emitted.
    released: usize,
    /// Arrivals of the bytes that have not been emitted.
    arrivals: VecDeque<(usize, T)>,
    /// Bytes at the start of `text` that `page` has already read: white space, which waits for what follows.
    read: usize,
    /// The position in the answer at which the text after those begins.
    page: Page,
    seen: bool,
}

impl<T> ThinkTags<T> {
    /// Looks for these tags.
    pub(crate) fn new(tags: Tags) -> Self {
        Self {
            tags,
            state: State::default(),
            text: String::new(),
            released: 0,
            arrivals: VecDeque::new(),
            read: 0,
            page: Page::default(),
            seen: false,
        }
    }
}

impl<T: Copy> ThinkTags<T> {
    /// Whether a thinking tag has been seen.
    pub(crate) fn seen(&self) -> bool {
        self.seen
    }

    /// Takes text that arrived with `at` and emits what is decided.
    pub(crate) fn push(&mut self, text: &str, at: T, mut on: impl FnMut(Segment<'_, T>)) {
        if self.state == State::Answer {
            on(Segment::Text(Side::Answer, text, at));
            return;
        }
        self.text.push_str(text);
        self.arrivals.push_back((text.len(), at));
        while self.step(false, &mut on) {}
    }

    /// The stream has ended: emits text that was held back, as what it looks like.
    pub(crate) fn finish(&mut self, mut on: impl FnMut(Segment<'_, T>)) {
        while self.step(true, &mut on) {}
    }

    /// Decides what it can, and returns whether there may be more to decide. If the stream `is_over`, nothing is held
    /// back.
    fn step(&mut self, is_over: bool, on: &mut impl FnMut(Segment<'_, T>)) -> bool {
        if self.text.is_empty() {
            return false;
        }
        match self.state {
            State::Untagged => self.read_untagged(is_over, on),
            State::Inside(pair) => {
                let Some((_, close)) = self.tags.pair(pair) else { return false };
                let (found, length) = (self.text.find(close), close.len());
                let undecided = if is_over { 0 } else { longest_start(&self.text, close) };
                let Some(at) = found else {
                    let decided = self.text.len() - undecided;
                    self.release(decided, Some(Side::Reasoning), on);
                    self.forget(decided);
                    return false;
                };
                self.release(at, Some(Side::Reasoning), on);
                self.forget(at);
                self.drop(length, on);
                self.state = State::Closed;
                true
            }
            State::Closed => {
                self.drop(self.text.len() - self.text.trim_start().len(), on);
                if !self.text.is_empty() {
                    self.state = State::Answer;
                }
                !self.text.is_empty()
            }
            State::Answer => {
                self.release(self.text.len(), Some(Side::Answer), on);
                self.forget(self.text.len());
                false
            }
        }
    }

    /// Reads a text without tags so far, up to the first place where a tag is or may begin.
    fn read_untagged(&mut self, is_over: bool, on: &mut impl FnMut(Segment<'_, T>)) -> bool {
        let mut at = self.read;
        while let Some(rest) = self.text.get(at..)
            && let Some(letter) = rest.chars().next()
        {
            if self.tags.begin_with(letter) {
                if let Some((pair, length)) = self.tags.opening(rest) {
                    return self.opened(at, pair, length, on);
                }
                if let Some(length) = self.tags.closing(rest) {
                    return self.closed(at, length, is_over, on);
                }
                if !is_over && self.tags.may_begin(rest) {
                    return self.wait(at, on);
                }
            }
            self.page.read(letter);
            at += letter.len_utf8();
        }
        if is_over || self.page.has_text() || at > LONGEST_BLANK {
            self.release(at, Some(Side::Answer), on);
            self.forget(at);
        } else {
            // White space before a tag is not part of the answer, so it waits for what follows.
            self.read = at;
        }
        false
    }

    /// More text is needed to decide about `at`. If it cannot be a tag to remove, only the decision waits, not the
    /// text.
    fn wait(&mut self, at: usize, on: &mut impl FnMut(Segment<'_, T>)) -> bool {
        if self.page.has_text() {
            let decided = if self.page.is_at_line_start() { at } else { self.text.len() };
            self.release(decided, Some(Side::Answer), on);
            self.forget(at);
        } else {
            self.read = at;
        }
        false
    }

    fn opened(
        &mut self,
        at: usize,
        pair: usize,
        length: usize,
        on: &mut impl FnMut(Segment<'_, T>),
    ) -> bool {
        if self.page.has_text() {
            // Later in an answer a tag is text, and so is its closing tag.
            self.state = State::Answer;
        } else {
            self.drop(at + length, on);
            (self.state, self.seen) = (State::Inside(pair), true);
        }
        true
    }

    fn closed(
        &mut self,
        at: usize,
        length: usize,
        is_over: bool,
        on: &mut impl FnMut(Segment<'_, T>),
    ) -> bool {
        let after = self.text.get(at + length..).unwrap_or_default();
        let may_be_believed = self.page.is_at_line_start() && !self.page.is_fenced();
        let is_alone = if may_be_believed { end_of_line(after, is_over) } else { Some(false) };
        let Some(is_alone) = is_alone else { return self.wait(at, on) };
        let is_last = after.trim_start().is_empty();
        if is_alone && self.page.has_text() {
            self.release(at, Some(Side::Answer), on);
            self.forget(at);
            on(Segment::WasReasoning);
            self.drop(length, on);
            (self.state, self.seen) = (State::Closed, true);
        } else if is_alone && is_last && !is_over && after.len() <= LONGEST_BLANK {
            // A tag alone would be a mention of the tag.
            return self.wait(at, on);
        } else if is_alone && !is_last {
            // Before an answer it ends empty reasoning.
            self.drop(at + length, on);
            self.state = State::Closed;
        } else {
            self.state = State::Answer;
        }
        true
    }

    /// Emits everything up to `upto` that has not been emitted, each stretch with its own arrival; `None` drops it.
    fn release(&mut self, upto: usize, side: Option<Side>, on: &mut impl FnMut(Segment<'_, T>)) {
        while self.released < upto {
            let Some((length, at)) = self.arrivals.front_mut() else { return };
            let cut = (upto - self.released).min(*length);
            let text = self.text.get(self.released..self.released + cut).unwrap_or_default();
            if let Some(side) = side.filter(|_| !text.is_empty()) {
                on(Segment::Text(side, text, *at));
            }
            self.released += cut;
            *length -= cut;
            if *length == 0 {
                self.arrivals.pop_front();
            }
        }
    }

    /// Drops the next `bytes`.
    fn drop(&mut self, bytes: usize, on: &mut impl FnMut(Segment<'_, T>)) {
        self.release(bytes, None, on);
        self.forget(bytes);
    }

    /// Discards text before `upto`, which is not needed again.
    fn forget(&mut self, upto: usize) {
        self.text.drain(..upto);
        self.released = self.released.saturating_sub(upto);
        self.read = self.read.saturating_sub(upto);
    }
}

/// Whether only white space follows up to the end of the line; `None` while unknown.
fn end_of_line(after: &str, is_over: bool) -> Option<bool> {
    let blank = after.find(|letter: char| !letter.is_whitespace() || letter == '\n');
    match blank.and_then(|at| after.get(at..)) {
        Some(rest) => Some(rest.starts_with('\n')),
        None if is_over => Some(true),
        None => (after.len() > LONGEST_BLANK).then_some(false),
    }
}

/// Bytes at the end of `text` that could be the start of `tag`.
fn longest_start(text: &str, tag: &str) -> usize {
    (1..tag.len())
        .rev()
        .find(|length| tag.get(..*length).is_some_and(|start| text.ends_with(start)))
        .unwrap_or(0)
}

#[cfg(test)]
mod tests;
