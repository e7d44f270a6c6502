//! Reasoning that a model writes into its answer between tags such as `<think>` and `</think>`, told apart from the
//! answer even when the tags are split over chunks, and even when the opening tag never came.
//!
//! Many chat templates write the opening tag themselves, at the end of the prompt: the model then only closes it, and
//! what had been taken for the answer was reasoning. A closing tag that nobody opened is believed when it is the first
//! tag of the text and stands alone on its line, after some text and outside a code fence. That is how such models write
//! it, and a model that merely speaks of the tag does not: it writes it within a sentence, in quotes, in a fence, or
//! after the opening one. Whoever leaves a bare tag elsewhere is not believed, and [`Provider::leaves_a_tag`](crate::Provider::leaves_a_tag) tells so.

use std::collections::VecDeque;

mod page;
mod tags;
use page::Page;
pub(crate) use tags::Tags;

/// Most white space held back before anything else has come, and between a closing tag and the end of its line, in
/// bytes.
const LONGEST_BLANK: usize = 256;

/// Which side of the tags a stretch of text is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Reasoning,
    Answer,
}

/// What has been decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found<'a, T> {
    /// A stretch of text, and when it arrived.
    Text(Side, &'a str, T),
    /// All of the answer so far was reasoning.
    WasReasoning,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum State {
    /// No tag has come.
    #[default]
    Untagged,
    /// Between the tags of this pair.
    Inside(usize),
    /// Right after the closing tag, where white space separates and is not yet answer.
    Closed,
    /// The answer, in which a tag is text.
    Answer,
}

/// Splits the text of an answer. Text that may be the start of a tag is held back until it is decided, together with
/// the `T` that says when it arrived, so that its stamp is not that of the chunk that decided it.
#[derive(Debug)]
pub(crate) struct ThinkTags<T> {
    tags: Tags,
    state: State,
    /// What is not decided yet, and before it what a tag may have begun in.
    text: String,
    /// Bytes of `text` that have been handed on.
    released: usize,
    /// How many bytes of what has not been handed on arrived when.
    arrivals: VecDeque<(usize, T)>,
    /// Where in the answer `text` begins.
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

    /// Takes the text that arrived with `at` and hands on what is decided.
    pub(crate) fn push(&mut self, text: &str, at: T, mut on: impl FnMut(Found<'_, T>)) {
        if self.state == State::Answer {
            on(Found::Text(Side::Answer, text, at));
            return;
        }
        self.text.push_str(text);
        self.arrivals.push_back((text.len(), at));
        while self.step(false, &mut on) {}
    }

    /// The stream has ended: what was held back is what it looks like.
    pub(crate) fn finish(&mut self, mut on: impl FnMut(Found<'_, T>)) {
        while self.step(true, &mut on) {}
    }

    /// Decides what it can; whether there may be more to decide. Where the stream `is_over`, nothing is held back.
    fn step(&mut self, is_over: bool, on: &mut impl FnMut(Found<'_, T>)) -> bool {
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

    /// Reads on, in a text in which no tag has come, up to the first place where one stands or may begin.
    fn read_untagged(&mut self, is_over: bool, on: &mut impl FnMut(Found<'_, T>)) -> bool {
        let mut at = 0;
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
            // White space before a tag is none of the answer, so it waits. It is read again with what follows.
            self.page = Page::default();
        }
        false
    }

    /// More must come before what stands at `at` is decided. Where it cannot be a tag that is to be left out, only the
    /// look at it waits.
    fn wait(&mut self, at: usize, on: &mut impl FnMut(Found<'_, T>)) -> bool {
        if self.page.has_text() {
            let decided = if self.page.is_at_line_start() { at } else { self.text.len() };
            self.release(decided, Some(Side::Answer), on);
            self.forget(at);
        } else {
            self.page = Page::default();
        }
        false
    }

    fn opened(
        &mut self,
        at: usize,
        pair: usize,
        length: usize,
        on: &mut impl FnMut(Found<'_, T>),
    ) -> bool {
        if self.page.has_text() {
            // Later in an answer it is text, and so is what closes it.
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
        on: &mut impl FnMut(Found<'_, T>),
    ) -> bool {
        let after = self.text.get(at + length..).unwrap_or_default();
        let may_be_believed = self.page.is_at_line_start() && !self.page.is_fenced();
        let is_alone = if may_be_believed { end_of_line(after, is_over) } else { Some(false) };
        let Some(is_alone) = is_alone else { return self.wait(at, on) };
        let is_last = after.trim_start().is_empty();
        if is_alone && self.page.has_text() {
            self.release(at, Some(Side::Answer), on);
            self.forget(at);
            on(Found::WasReasoning);
            self.drop(length, on);
            (self.state, self.seen) = (State::Closed, true);
        } else if is_alone && is_last && !is_over && after.len() <= LONGEST_BLANK {
            // Nothing but the tag would be a tag in words.
            return self.wait(at, on);
        } else if is_alone && !is_last {
            // Before an answer it ends thoughts of which there were none.
            self.drop(at + length, on);
            self.state = State::Closed;
        } else {
            self.state = State::Answer;
        }
        true
    }

    /// Hands on everything up to `upto` that has not been, each stretch with its own arrival; `None` drops it.
    fn release(&mut self, upto: usize, side: Option<Side>, on: &mut impl FnMut(Found<'_, T>)) {
        while self.released < upto {
            let Some((length, at)) = self.arrivals.front_mut() else { return };
            let cut = (upto - self.released).min(*length);
            let text = self.text.get(self.released..self.released + cut).unwrap_or_default();
            if let Some(side) = side.filter(|_| !text.is_empty()) {
                on(Found::Text(side, text, *at));
            }
            self.released += cut;
            *length -= cut;
            if *length == 0 {
                self.arrivals.pop_front();
            }
        }
    }

    /// Leaves out the next `bytes`.
    fn drop(&mut self, bytes: usize, on: &mut impl FnMut(Found<'_, T>)) {
        self.release(bytes, None, on);
        self.forget(bytes);
    }

    /// Nothing before `upto` will be looked at again.
    fn forget(&mut self, upto: usize) {
        self.text.drain(..upto);
        self.released = self.released.saturating_sub(upto);
    }
}

/// Whether nothing but white space stands before the end of the line; `None` while that is not known.
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
