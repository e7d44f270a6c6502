//! Prose that reads as an answer to the prompt, cut into pieces of one token each.
//!
//! A piece is a short common word with the space before it, or a punctuation mark; nearly every
//! piece is one token of `o200k_base`, so a neutral count stays close to the simulator's own.

use std::borrow::Cow;

/// One token's text.
pub(crate) type Piece = Cow<'static, str>;

/// `{}` stands for the subject of the prompt.
const OPENINGS: [&str; 4] = [
    "The short answer on {} is that it depends on the load, and on who has to live with the \
     result. A choice that looks fast in a small test can turn out slow once real people use it, \
     so start with what you can measure and build up from there.",
    "There are two honest ways to look at {}. One starts from the person who waits, the other from \
     the machine that works, and most bad plans come from using only one of them. Take both, write \
     down what each one needs, and see where they disagree.",
    "When people ask about {}, they often want a rule. There is one, but it is a small one: keep \
     the simple form until a number tells you to change it. The rest of this answer is about how \
     to find that number and how to trust it.",
    "Let me begin with what matters most about {}: the cost of a wrong choice is not equal on both \
     sides. One mistake costs you a few hours, the other can hold back a whole team for a year. \
     That is why the order of the steps counts more than their speed.",
];

const PARAGRAPHS: [&str; 8] = [
    "First, look at the time a single request takes from end to end. Part of it is spent waiting \
     for something else, and no clever code will make that part go away. What you can do is use \
     the wait for other work, as long as the order of the results does not matter.",
    "Second, think about what happens when a step fails. With {} it is easy to write the path where \
     all goes well and forget the other one. A good design says what is kept, what is thrown away, \
     and who is told about it, before the first user finds out.",
    "The simple form has a great strength: you can read it from top to bottom and know what runs \
     next. When it breaks, the error points to the line that broke. Many teams give this up too \
     early and then spend months to get it back with better tools.",
    "The other form wins when there are many small tasks that mostly wait. One thread can then look \
     after a thousand of them, and memory stays low. The price is that the state of each task now \
     lives in more than one place, and you must keep those places in step.",
    "A test helps more than an opinion here. Take the part of the system that hurts, run it both \
     ways with the same data, and write down the middle value and the slow end. If the two are \
     close, take the one that is easier to explain to a new person.",
    "Do not forget the limits around you. A database, a network and a disk each have a point where \
     more work at the same time makes all of it slow. If you push past that point, {} will look \
     like the cause of a problem that sits one layer below.",
    "It also pays to think about how the choice will age. Code is read far more often than it is \
     written, and the people who read it next year will not know what you know today. Leave them a \
     short note that says why, not how, and put the numbers next to it.",
    "In practice, a mix works well for {}: a plain core that does one thing after the other, and a \
     thin edge that deals with the outside world. The core is easy to test since it never waits, \
     and the edge is small enough to change when the load grows.",
];

const CLOSING: &str = "So the best plan is a small one. Pick the form that you can explain in a minute, measure it \
     where it counts, and change one thing at a time. If the numbers say that {} is not the slow \
     part, leave it alone and look at the part that is.";

const THOUGHTS: [&str; 4] = [
    "Okay, the question is about {}. Let me think about what the person really wants to know. They \
     could want a rule, or they could want the reasons behind it. I should give both, but keep the \
     answer short and put the rule first.",
    "What are the main points here? There is the cost of waiting, the cost of extra code, and the \
     way errors show up. I could start with an example, but it may be better to say the idea \
     first and then show where it does not hold.",
    "Wait, is that always true? If the work is heavy and never waits, then doing more at once does \
     not help at all. It only helps when there is something else to do in the gap. So the answer \
     has to say which case we are in.",
    "Let me check this against a real case with {}. A small service with few users is fine either \
     way. A large one will hit a limit, and then the order of the steps matters. Good, so I will \
     say that, add one warning, and end with a clear next step.",
];

/// Words of a prompt that do not indicate its subject.
const PLAIN_WORDS: [&str; 44] = [
    "about",
    "also",
    "answer",
    "between",
    "briefly",
    "compare",
    "could",
    "describe",
    "difference",
    "does",
    "each",
    "explain",
    "from",
    "give",
    "have",
    "help",
    "into",
    "just",
    "like",
    "list",
    "main",
    "make",
    "more",
    "paragraph",
    "paragraphs",
    "please",
    "sentence",
    "sentences",
    "short",
    "should",
    "show",
    "some",
    "tell",
    "that",
    "their",
    "them",
    "there",
    "this",
    "what",
    "when",
    "which",
    "with",
    "words",
    "write",
];

/// The subject of a prompt, as far as its words show: at most two of them, joined.
pub(crate) fn subject(prompt: &str) -> String {
    let mut found: Vec<String> = Vec::new();
    for word in prompt.split_whitespace() {
        let word = word.trim_matches(|mark: char| mark.is_ascii_punctuation()).to_ascii_lowercase();
        let telling = (4..=14).contains(&word.len())
            && word.bytes().all(|letter| letter.is_ascii_lowercase())
            && !PLAIN_WORDS.contains(&word.as_str());
        if telling && !found.contains(&word) {
            found.push(word);
        }
        if found.len() == 2 {
            break;
        }
    }
    if found.is_empty() { "this question".to_owned() } else { found.join(" and ") }
}

/// The approximate number of tokens of a prompt: its words and marks.
pub(crate) fn prompt_tokens(prompt: &str) -> u32 {
    let words = prompt.split_whitespace().count();
    let marks = prompt.chars().filter(char::is_ascii_punctuation).count();
    u32::try_from(words + marks).unwrap_or(u32::MAX)
}

/// An endless text, token by token.
#[derive(Debug, Clone)]
pub(crate) struct Text {
    pieces: Vec<Piece>,
}

impl Text {
    /// An answer about `subject`; each `voice` has its own opening and its own order of points.
    pub(crate) fn answer(subject: &str, voice: usize) -> Self {
        let opening = OPENINGS.iter().cycle().skip(voice).take(1);
        let body = PARAGRAPHS.iter().cycle().skip(voice * 3).take(PARAGRAPHS.len());
        Self::of(opening.chain(body).chain([&CLOSING]), subject)
    }

    /// An update as the answer, word by word, with its length in pieces. If it is not `whole`, its last line is missing.
    pub(crate) fn applied(update: &str, is_whole: bool) -> (Self, u32) {
        let update = update.trim_end();
        let kept = if is_whole { update } else { update.rsplit_once('\n').map_or("", |cut| cut.0) };
        let words = kept.split_inclusive([' ', '\n']);
        let mut pieces: Vec<Piece> = words.map(|word| Cow::Owned(word.to_owned())).collect();
        if pieces.is_empty() {
            pieces.push(Cow::Borrowed("\n"));
        }
        let many = u32::try_from(pieces.len()).unwrap_or(u32::MAX);
        (Self { pieces }, many)
    }

    /// Reasoning about `subject`.
    pub(crate) fn thoughts(subject: &str, voice: usize) -> Self {
        Self::of(THOUGHTS.iter().cycle().skip(voice).take(THOUGHTS.len()), subject)
    }

    fn of<'a>(paragraphs: impl Iterator<Item = &'a &'static str>, subject: &str) -> Self {
        let mut pieces = Vec::with_capacity(1_024);
        for paragraph in paragraphs {
            push_paragraph(&mut pieces, paragraph, subject);
        }
        Self { pieces }
    }

    /// The text of token `index`. After its end the text starts again.
    pub(crate) fn piece(&self, index: u32) -> &str {
        self.pieces.get(index as usize % self.pieces.len()).map_or("", AsRef::as_ref)
    }

    /// The first length of at least `tokens` at which a sentence ends.
    pub(crate) fn sentence_end(&self, tokens: u32) -> u32 {
        let ends = |length: &u32| *length > 0 && self.piece(length - 1).starts_with('.');
        (tokens..tokens.saturating_add(200)).find(ends).unwrap_or(tokens)
    }
}

fn push_paragraph(pieces: &mut Vec<Piece>, paragraph: &'static str, subject: &str) {
    let mut start = 0;
    for word in paragraph.split(' ') {
        let bare = word.trim_end_matches([',', '.', ':', ';', '?']);
        let end = start + bare.len();
        if bare == "{}" {
            pieces.extend(subject.split(' ').map(|word| Cow::Owned(format!(" {word}"))));
        } else {
            // A word keeps the space before it, as tokens do; nothing is copied.
            let spaced = paragraph.get(start.saturating_sub(1)..end);
            pieces.push(Cow::Borrowed(spaced.unwrap_or(bare)));
        }
        if let Some(mark) = word.get(bare.len()..).filter(|mark| !mark.is_empty()) {
            pieces.push(Cow::Borrowed(mark));
        }
        start += word.len() + 1;
    }
    // The full stop and the empty line after it are one token of o200k_base.
    if let Some(last) = pieces.last_mut() {
        *last = Cow::Borrowed(".\n\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(text: &Text, tokens: u32) -> String {
        (0..tokens).map(|index| text.piece(index)).collect()
    }

    #[test]
    fn the_subject_is_the_telling_words_of_the_prompt() {
        let prompt = "Explain the trade-offs between threads and async I/O in two paragraphs.";
        assert_eq!(subject(prompt), "threads and async", "the first two words that tell");
        assert_eq!(subject("Why is the sky blue?"), "blue", "short words do not tell");
        assert_eq!(subject("??"), "this question", "a prompt may say nothing");
    }

    #[test]
    fn a_text_reads_as_prose_about_the_subject() {
        let text = joined(&Text::answer("threads", 0), 12);
        assert_eq!(text, "The short answer on threads is that it depends on the load", "spaced");
    }

    #[test]
    fn an_update_is_applied_whole_or_without_its_last_line() {
        let written = |is_whole| {
            let (text, tokens) = Text::applied("a b\n  c\n", is_whole);
            joined(&text, tokens)
        };
        assert_eq!((written(true).as_str(), written(false).trim_end()), ("a b\n  c", "a b"));
    }

    #[test]
    fn voices_differ() {
        let texts: Vec<_> = (0..4).map(|voice| joined(&Text::answer("ink", voice), 30)).collect();
        let mut distinct = texts.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), texts.len(), "lanes side by side say different things");
    }

    #[test]
    fn a_length_is_rounded_up_to_the_end_of_a_sentence() {
        let text = Text::answer("threads", 1);
        let length = text.sentence_end(100);
        assert!((100..160).contains(&length), "a sentence is not longer than that: {length}");
        assert!(joined(&text, length).trim_end().ends_with('.'), "the last mark is a full stop");
    }

    #[test]
    fn a_piece_is_nearly_always_one_token_of_o200k_base() {
        let tokenizer = tiktoken::encoding::o200k_base();
        for voice in 0..8 {
            for text in [Text::answer("threads", voice), Text::thoughts("threads", voice)] {
                let neutral = tokenizer.count(&joined(&text, 500));
                assert!(
                    (496..=504).contains(&neutral),
                    "500 of our tokens are {neutral} of the neutral ones"
                );
            }
        }
    }
}
