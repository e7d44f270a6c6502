//! Reasoning that a model writes into its answer between `<think>` and `</think>`, told apart from the answer even
//! when the tags are split over chunks.

/// Which side of the tags a stretch of text is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Reasoning,
    Answer,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum State {
    /// Nothing but white space has come: a tag may follow.
    #[default]
    Start,
    Inside,
    /// Right after the closing tag, where white space separates and is not yet answer.
    Closed,
    Outside,
}

const OPEN: &str = "<think>";
const CLOSE: &str = "</think>";

/// Splits the text of an answer. Text that may be the start of a tag is held back until it is decided, together with
/// the `T` that says when it arrived, so that its stamp is not that of the chunk that decided it.
#[derive(Debug)]
pub(crate) struct Think<T> {
    state: State,
    held: Vec<(String, T)>,
}

impl<T> Default for Think<T> {
    fn default() -> Self {
        Self { state: State::default(), held: Vec::new() }
    }
}

impl<T: Copy> Think<T> {
    /// Whether a thinking tag has been seen.
    pub(crate) fn seen(&self) -> bool {
        matches!(self.state, State::Inside | State::Closed)
    }

    /// Takes the text that arrived with `at` and hands on what is decided.
    pub(crate) fn push(&mut self, text: &str, at: T, mut on: impl FnMut(Side, &str, T)) {
        if self.state == State::Outside {
            on(Side::Answer, text, at);
            return;
        }
        self.held.push((text.to_owned(), at));
        while self.step(&mut on) {}
    }

    /// The stream has ended: what was held back is what it looks like.
    pub(crate) fn finish(&mut self, mut on: impl FnMut(Side, &str, T)) {
        let side = if self.state == State::Inside { Side::Reasoning } else { Side::Answer };
        let whole = self.held_text().len();
        self.release(whole, Some(side), &mut on);
    }

    /// Decides what it can; whether there may be more to decide.
    fn step(&mut self, on: &mut impl FnMut(Side, &str, T)) -> bool {
        let held = self.held_text();
        if held.is_empty() {
            return false;
        }
        match self.state {
            State::Start => {
                let text = held.trim_start();
                if text.starts_with(OPEN) {
                    let tag_end = held.len() - text.len() + OPEN.len();
                    self.release(tag_end, None, on);
                    self.state = State::Inside;
                    true
                } else if OPEN.starts_with(text) {
                    false
                } else {
                    self.release(held.len(), Some(Side::Answer), on);
                    self.state = State::Outside;
                    false
                }
            }
            State::Inside => {
                if let Some(close) = held.find(CLOSE) {
                    self.release(close, Some(Side::Reasoning), on);
                    self.release(CLOSE.len(), None, on);
                    self.state = State::Closed;
                    return true;
                }
                let undecided = longest_tag_start(&held);
                self.release(held.len() - undecided, Some(Side::Reasoning), on);
                false
            }
            State::Closed => {
                let blank = held.len() - held.trim_start().len();
                self.release(blank, None, on);
                if blank < held.len() {
                    self.release(held.len() - blank, Some(Side::Answer), on);
                    self.state = State::Outside;
                }
                false
            }
            State::Outside => {
                self.release(held.len(), Some(Side::Answer), on);
                false
            }
        }
    }

    fn held_text(&self) -> String {
        self.held.iter().map(|(text, _)| text.as_str()).collect()
    }

    /// Lets the first `bytes` go, each stretch with its own arrival; `None` drops them.
    fn release(
        &mut self,
        mut bytes: usize,
        side: Option<Side>,
        on: &mut impl FnMut(Side, &str, T),
    ) {
        while bytes > 0 && !self.held.is_empty() {
            let (text, at) = self.held.remove(0);
            let cut = bytes.min(text.len());
            let (now, later) = text.split_at(cut);
            bytes -= cut;
            if let Some(side) = side.filter(|_| !now.is_empty()) {
                on(side, now, at);
            }
            if !later.is_empty() {
                self.held.insert(0, (later.to_owned(), at));
            }
        }
        self.held.retain(|(text, _)| !text.is_empty());
    }
}

/// Bytes at the end of `text` that could be the start of the closing tag.
fn longest_tag_start(text: &str) -> usize {
    (1..CLOSE.len())
        .rev()
        .find(|length| CLOSE.get(..*length).is_some_and(|start| text.ends_with(start)))
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(chunks: &[&str]) -> (String, String, Vec<usize>) {
        let (mut reasoning, mut answer, mut arrivals) = (String::new(), String::new(), Vec::new());
        let mut think = Think::default();
        let mut note = |side, text: &str, at| {
            arrivals.push(at);
            match side {
                Side::Reasoning => reasoning.push_str(text),
                Side::Answer => answer.push_str(text),
            }
        };
        for (at, chunk) in chunks.iter().enumerate() {
            think.push(chunk, at, &mut note);
        }
        think.finish(&mut note);
        (reasoning, answer, arrivals)
    }

    #[test]
    fn tags_split_anywhere_are_found() {
        let text = "\n<think>Hm, 1 < 2.\n</think>\n\nThe é answer.";
        let cuts: Vec<usize> = (0..=text.len()).filter(|cut| text.is_char_boundary(*cut)).collect();
        for &first in &cuts {
            for &second in cuts.iter().filter(|cut| **cut >= first) {
                let chunks = [&text[..first], &text[first..second], &text[second..]];
                let (reasoning, answer, _) = split(&chunks);
                assert_eq!(reasoning, "Hm, 1 < 2.\n", "cut at {first} and {second}");
                assert_eq!(answer, "The é answer.", "cut at {first} and {second}");
            }
        }
    }

    #[test]
    fn an_answer_that_only_starts_like_a_tag_keeps_its_text_and_its_first_stamp() {
        let (reasoning, answer, arrivals) = split(&["<th", "ead> is HTML"]);
        assert_eq!(
            (reasoning.as_str(), answer.as_str()),
            ("", "<thead> is HTML"),
            "no text is lost"
        );
        assert_eq!(arrivals, [0, 1], "what was held back keeps the stamp it arrived with");
    }

    #[test]
    fn a_tag_later_in_an_answer_is_text() {
        let (reasoning, answer, _) = split(&["Use <think>", "x</think>"]);
        assert_eq!(
            (reasoning.as_str(), answer.as_str()),
            ("", "Use <think>x</think>"),
            "only a leading tag counts"
        );
    }

    #[test]
    fn thinking_that_never_ends_stays_thinking() {
        let (reasoning, answer, _) = split(&["<think>", "on and on </thi"]);
        assert_eq!(
            (reasoning.as_str(), answer.as_str()),
            ("on and on </thi", ""),
            "cut off while thinking"
        );
    }
}
