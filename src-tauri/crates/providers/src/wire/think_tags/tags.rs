//! The tags around reasoning.

use std::sync::{Arc, LazyLock};

use super::page::Page;
use crate::catalogue::Provider;

/// Opening and closing tags of open models.
const KNOWN: [(&str, &str); 9] = [
    // DeepSeek, Qwen, GLM and most others.
    ("<think>", "</think>"),
    // MiniMax M3.
    ("<mm:think>", "</mm:think>"),
    // Seed-OSS.
    ("<seed:think>", "</seed:think>"),
    ("<thinking>", "</thinking>"),
    // Gemini, behind its OpenAI-compatible address.
    ("<thought>", "</thought>"),
    // Magistral.
    ("[THINK]", "[/THINK]"),
    // Kimi.
    ("◁think▷", "◁/think▷"),
    // Command A Reasoning.
    ("<|START_THINKING|>", "<|END_THINKING|>"),
    // gpt-oss, if the server does not parse its channels.
    ("<|channel|>analysis<|message|>", "<|end|><|start|>assistant<|channel|>final<|message|>"),
];

static DEFAULT: LazyLock<Tags> = LazyLock::new(|| Tags::of(Vec::new()));

/// Pairs of tags.
#[derive(Debug, Clone)]
pub(crate) struct Tags {
    pairs: Arc<[(String, String)]>,
    /// First characters of tags.
    first: Arc<[char]>,
}

impl Default for Tags {
    /// The known tags.
    fn default() -> Self {
        DEFAULT.clone()
    }
}

impl Tags {
    /// The known tags and these. Empty tags are ignored.
    pub(crate) fn with(more: &[(String, String)]) -> Self {
        if more.is_empty() { Self::default() } else { Self::of(more.to_vec()) }
    }

    fn of(mut pairs: Vec<(String, String)>) -> Self {
        pairs.extend(KNOWN.map(|(open, close)| (open.to_owned(), close.to_owned())));
        pairs.retain(|(open, close)| !open.is_empty() && !close.is_empty());
        let tags = pairs.iter().flat_map(|(open, close)| [open, close]);
        let mut first: Vec<char> = tags.filter_map(|tag| tag.chars().next()).collect();
        first.sort_unstable();
        first.dedup();
        Self { pairs: pairs.into(), first: first.into() }
    }

    /// Whether a tag begins with this character.
    pub(super) fn begin_with(&self, letter: char) -> bool {
        self.first.contains(&letter)
    }

    /// The tags of this pair.
    pub(super) fn pair(&self, pair: usize) -> Option<(&str, &str)> {
        self.pairs.get(pair).map(|(open, close)| (open.as_str(), close.as_str()))
    }

    /// The pair whose opening tag is at the start of `text`, and the tag's length.
    pub(super) fn opening(&self, text: &str) -> Option<(usize, usize)> {
        let mut pairs = self.pairs.iter().enumerate();
        pairs.find_map(|(pair, (open, _))| text.starts_with(open).then_some((pair, open.len())))
    }

    /// Length of the closing tag at the start of `text`.
    pub(super) fn closing(&self, text: &str) -> Option<usize> {
        self.pairs.iter().find_map(|(_, close)| text.starts_with(close).then_some(close.len()))
    }

    /// Whether the whole of `text` could be the start of a tag.
    pub(super) fn may_begin(&self, text: &str) -> bool {
        self.pairs.iter().any(|(open, close)| open.starts_with(text) || close.starts_with(text))
    }
}

impl Provider {
    /// Whether an answer without known reasoning has an unopened closing thinking tag outside quotes, so that the text
    /// before it may be reasoning.
    pub fn leaves_a_tag(&self, answer: &str) -> bool {
        has_stray_tag(answer, &Tags::with(&self.thinking_tags))
    }
}

pub(super) fn has_stray_tag(answer: &str, tags: &Tags) -> bool {
    let mut page = Page::default();
    for (at, letter) in answer.char_indices() {
        if tags.begin_with(letter) {
            let rest = answer.get(at..).unwrap_or_default();
            if tags.opening(rest).is_some() {
                return false;
            }
            if tags.closing(rest).is_some() {
                return page.has_text() && !page.is_in_quotes();
            }
        }
        page.read(letter);
    }
    false
}
