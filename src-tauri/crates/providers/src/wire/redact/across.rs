//! The search across the texts of a reply: a key whose first letters end the reasoning and whose others begin the answer, or a tool
//! call, is in none of them.

use std::collections::VecDeque;
use std::ops::Range;

use measure::{Kind, Transcript};

use super::needles::Needles;
use super::search::Search;

/// Bytes before a change from one text to another, and after it, that are searched as one.
const REACH: usize = 4 * 1024;
/// Stretches between such changes that are remembered, more than a key's shortest part has letters.
const MOST_STRETCHES: usize = 64;

/// A text of a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Reasoning,
    Answer,
    Tool,
}

impl Part {
    /// In the order in which they are shown.
    const ALL: [Self; 3] = [Self::Reasoning, Self::Answer, Self::Tool];

    fn of(kind: Kind) -> Self {
        match kind {
            Kind::Reasoning => Self::Reasoning,
            Kind::ToolName | Kind::Tool => Self::Tool,
            _ => Self::Answer,
        }
    }

    fn text(self, of: &mut Transcript) -> &mut String {
        match self {
            Self::Reasoning => &mut of.reasoning,
            Self::Answer => &mut of.answer,
            Self::Tool => &mut of.tool,
        }
    }
}

/// The search across texts in their order of arrival.
#[derive(Clone, Default)]
pub(super) struct Across {
    /// Which text grew last.
    last: Option<Part>,
    /// The search, while the last change is near. Most replies have one change, or none.
    joint: Option<Box<Joint>>,
    /// Bytes since the change.
    since: usize,
}

/// Stretches of several texts, read as one.
#[derive(Clone, Default)]
struct Joint {
    search: Search,
    stretches: VecDeque<Stretch>,
}

#[derive(Clone, Copy)]
struct Stretch {
    part: Part,
    /// Where it begins among all that is read.
    begin: u64,
    /// Where it begins in its text.
    at: usize,
}

impl Across {
    /// Redacts what the last text, which has grown by `added` bytes, completes of a secret.
    pub(super) fn grown(
        &mut self,
        kind: Kind,
        transcript: &mut Transcript,
        added: usize,
        secrets: &[Needles],
    ) {
        if added == 0 {
            return;
        }
        let part = Part::of(kind);
        if kind == Kind::Rewrite {
            self.joint = None;
            let before = [Part::Reasoning, Part::Tool];
            self.last = before.into_iter().find(|part| !part.text(transcript).is_empty());
        }
        let last = *self.last.get_or_insert(part);
        if last != part {
            self.last = Some(part);
            self.since = 0;
            self.joint.get_or_insert_with(|| {
                let mut joint = Box::<Joint>::default();
                let end = last.text(transcript).len();
                joint.read(last, end.saturating_sub(REACH)..end, transcript, secrets);
                joint
            });
        }
        let Some(joint) = &mut self.joint else { return };
        let end = part.text(transcript).len();
        let begin = end.saturating_sub(added);
        joint.read(part, begin..end.min(begin + REACH), transcript, secrets);
        self.since = self.since.saturating_add(added);
        if self.since > REACH {
            self.joint = None;
        }
    }

    /// The answer so far was reasoning, and stands behind so many bytes of it.
    pub(super) fn answer_was_reasoning(&mut self, behind: usize) {
        if self.last == Some(Part::Answer) {
            self.last = Some(Part::Reasoning);
        }
        let stretches = self.joint.iter_mut().flat_map(|joint| &mut joint.stretches);
        for stretch in stretches.filter(|stretch| stretch.part == Part::Answer) {
            (stretch.part, stretch.at) = (Part::Reasoning, stretch.at + behind);
        }
    }
}

/// Redacts what the texts spell in the order in which they are shown, whatever that of their arrival was.
pub(super) fn redact_as_shown(transcript: &mut Transcript, secrets: &[Needles]) {
    let mut joint = Joint::default();
    for part in Part::ALL {
        let end = part.text(transcript).len();
        let head = end.min(REACH);
        joint.read(part, 0..head, transcript, secrets);
        if end > 2 * REACH {
            joint = Joint::default();
        }
        joint.read(part, head.max(end.saturating_sub(REACH))..end, transcript, secrets);
    }
    let mut hits = Vec::new();
    joint.search.finish(secrets, &mut |from, upto| hits.push((from, upto)));
    joint.star(&hits, transcript);
}

impl Joint {
    /// Reads a stretch of a text, and redacts what it completes.
    fn read(
        &mut self,
        part: Part,
        stretch: Range<usize>,
        transcript: &mut Transcript,
        secrets: &[Needles],
    ) {
        let begin = self.search.read_bytes();
        let goes_on = self.stretches.back().is_some_and(|last| {
            let read = usize::try_from(begin - last.begin).unwrap_or(usize::MAX);
            last.part == part && last.at.saturating_add(read) == stretch.start
        });
        if !goes_on {
            self.stretches.push_back(Stretch { part, begin, at: stretch.start });
        }
        if self.stretches.len() > MOST_STRETCHES {
            self.stretches.pop_front();
        }
        let bytes = part.text(transcript).as_bytes().get(stretch).unwrap_or_default();
        let mut hits: Vec<(u64, u64)> = Vec::new();
        self.search.read(bytes, secrets, &mut |from, upto| hits.push((from, upto)));
        self.star(&hits, transcript);
    }

    /// Redacts these hits in each text that has a part of them.
    fn star(&self, hits: &[(u64, u64)], transcript: &mut Transcript) {
        if hits.is_empty() {
            return;
        }
        let ends = self.stretches.iter().skip(1).map(|next| next.begin);
        let ends = ends.chain([self.search.read_bytes()]);
        for (stretch, end) in self.stretches.iter().zip(ends) {
            let within = |at: u64| {
                let at = at.clamp(stretch.begin, end) - stretch.begin;
                stretch.at + usize::try_from(at).unwrap_or(usize::MAX)
            };
            for (from, upto) in hits {
                star(stretch.part.text(transcript), within(*from)..within(*upto));
            }
        }
    }
}

/// Replaces each byte of the characters in a stretch by an asterisk, so that lengths stay valid.
fn star(text: &mut String, stretch: Range<usize>) {
    let Range { start: mut from, end: mut upto } = stretch;
    upto = upto.min(text.len());
    if from >= upto {
        return;
    }
    while !text.is_char_boundary(from) {
        from -= 1;
    }
    while !text.is_char_boundary(upto) {
        upto += 1;
    }
    let stars = "*".repeat(upto - from);
    text.replace_range(from..upto, &stars);
}

#[cfg(test)]
mod tests {
    use secrecy::SecretString;

    use super::*;
    use crate::wire::redact::Redaction;

    const KEY: &str = "sk-Mk7Qh2Vx9LmT4cWz8RbN6yKd3F";

    /// The texts after these pieces came, redacted as a stream's are.
    fn heard(pieces: &[(Kind, &str)]) -> Transcript {
        let key = SecretString::from(KEY);
        let mut redaction = Redaction::of(Some(&key));
        let mut texts = Transcript::default();
        for (kind, text) in pieces {
            texts.push(*kind, text);
            redaction.tail(*kind, texts.part_mut(*kind).expect("a text"), text.len());
            redaction.across(*kind, &mut texts, text.len());
        }
        redaction.finish(&mut texts);
        texts
    }

    /// How many letters of the key stand in a row in the texts, one below the other.
    fn shown(texts: &Transcript) -> usize {
        let Transcript { reasoning, answer, tool } = texts;
        let all = [reasoning, answer, tool].map(String::as_str).concat();
        let letters: String = all.chars().filter(char::is_ascii_alphanumeric).collect();
        let key: String = KEY.chars().filter(char::is_ascii_alphanumeric).collect();
        let parts = (1..=key.len()).rev();
        let mut found =
            parts.flat_map(|long| (0..=key.len() - long).map(move |at| (long, at, at + long)));
        found.find(|(_, at, to)| letters.contains(&key[*at..*to])).map_or(0, |(long, ..)| long)
    }

    #[test]
    fn a_key_that_is_spread_over_texts_is_hidden_in_all_of_them() {
        let (first, last) = KEY.split_at(15);
        for pieces in [
            vec![(Kind::Reasoning, first), (Kind::Answer, last)],
            vec![(Kind::Reasoning, first), (Kind::Reasoning, "\n"), (Kind::Answer, last)],
            vec![(Kind::Answer, last), (Kind::Reasoning, first)],
            vec![(Kind::Answer, first), (Kind::ToolName, last)],
            vec![(Kind::Tool, last), (Kind::Answer, "é"), (Kind::Answer, first)],
            vec![
                (Kind::Reasoning, &KEY[..10]),
                (Kind::Answer, &KEY[10..20]),
                (Kind::Tool, &KEY[20..]),
            ],
            vec![(Kind::Reasoning, first), (Kind::Answer, "no"), (Kind::Rewrite, last)],
        ] {
            let texts = heard(&pieces);
            let all =
                |texts: &Transcript| texts.reasoning.len() + texts.answer.len() + texts.tool.len();
            assert!(shown(&texts) < 16, "{pieces:?}: {texts:?}");
            let mut plain = Transcript::default();
            for (kind, text) in &pieces {
                plain.push(*kind, text);
            }
            assert_eq!(all(&texts), all(&plain), "and no byte moves: {pieces:?}");
        }
    }

    #[test]
    fn a_letter_per_piece_is_a_key_as_well() {
        let pieces: Vec<(Kind, String)> = KEY
            .chars()
            .zip([Kind::Reasoning, Kind::Answer, Kind::Tool].into_iter().cycle())
            .map(|(letter, kind)| (kind, letter.to_string()))
            .collect();
        let pieces: Vec<(Kind, &str)> =
            pieces.iter().map(|(kind, text)| (*kind, text.as_str())).collect();
        let texts = heard(&pieces);
        let all = [texts.reasoning, texts.answer, texts.tool].concat();
        assert_eq!(all.replace('*', ""), "", "each of its letters");
    }

    #[test]
    fn texts_without_a_key_stay_as_they_are_and_long_ones_are_searched_at_their_ends() {
        let (first, last) = KEY.split_at(15);
        let long = "The sky is blue. ".repeat(1_000);
        let (before, after) = (format!("{long}{first}"), format!("{last}{long}"));
        let texts = heard(&[(Kind::Reasoning, &before), (Kind::Answer, &after)]);
        assert!(texts.reasoning.starts_with(&long) && texts.answer.ends_with(&long), "all else");
        assert!(shown(&texts) < 16, "at the seam");
        let apart = [(Kind::Reasoning, first), (Kind::Answer, &long), (Kind::Tool, last)];
        let texts = heard(&apart);
        assert_eq!(
            (texts.reasoning.as_str(), texts.tool.as_str()),
            (first, last),
            "no key is there"
        );
    }

    #[test]
    fn what_turns_out_to_be_reasoning_is_hidden_where_it_went() {
        let key = SecretString::from(KEY);
        let mut redaction = Redaction::of(Some(&key));
        let mut texts = Transcript::default();
        let push = |redaction: &mut Redaction, texts: &mut Transcript, kind, text: &str| {
            texts.push(kind, text);
            redaction.across(kind, texts, text.len());
        };
        push(&mut redaction, &mut texts, Kind::Tool, &KEY[..7]);
        push(&mut redaction, &mut texts, Kind::Answer, &KEY[7..15]);
        redaction.answer_was_reasoning(0);
        texts.reasoning = std::mem::take(&mut texts.answer);
        push(&mut redaction, &mut texts, Kind::Answer, &KEY[15..]);
        let all = [texts.reasoning, texts.answer, texts.tool].concat();
        assert_eq!(all.replace('*', ""), "", "each of its letters");
    }
}
