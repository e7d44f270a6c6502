//! The axis of a sweep over prompt lengths, at one load.

use measure::Phrase;
use serde::{Deserialize, Serialize};

use crate::plan::wording;
use crate::workload::{MOST_TOKENS, NONCE_TOKENS, prompt_of};

/// Maximum number of lengths of a sweep; more than that is a typing error.
const MOST_LENGTHS: usize = 32;

/// The prompt lengths that a sweep covers. Its load is one number of requests in flight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct PromptLengths {
    /// Lengths in `o200k_base` tokens, one level each, in order, including the number that makes a prompt unique.
    pub tokens: Vec<u32>,
    /// Whether each length is measured a second time with one prompt that is sent every time, so that a prompt cache helps.
    #[serde(default)]
    pub cached: bool,
}

/// A level at one prompt length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct PromptLevel {
    /// Length of its prompts in `o200k_base` tokens.
    pub tokens: u32,
    /// Requests in flight.
    pub in_flight: u32,
    /// Whether it sends the same prompt every time; otherwise each is unique.
    #[serde(default)]
    pub cached: bool,
}

impl PromptLevel {
    /// Its prompt, without what makes it unique.
    pub(crate) fn text(self) -> String {
        text_of(self.tokens)
    }
}

impl PromptLengths {
    /// The shortest prompt, without what makes it unique.
    pub(crate) fn shortest_text(&self) -> String {
        self.tokens.iter().min().map_or_else(String::new, |tokens| text_of(*tokens))
    }

    /// The levels at this many requests in flight: each length, then each length from the cache if `cached`.
    pub(crate) fn levels(&self, in_flight: u32) -> impl Iterator<Item = PromptLevel> {
        let passes: &[bool] = if self.cached { &[false, true] } else { &[false] };
        self.tokens.iter().flat_map(move |tokens| {
            passes.iter().map(move |cached| PromptLevel {
                tokens: *tokens,
                in_flight,
                cached: *cached,
            })
        })
    }

    /// The mean of the lengths, rounded up.
    pub(crate) fn mean_tokens(&self) -> u32 {
        let sum: u64 = self.tokens.iter().map(|tokens| u64::from(*tokens)).sum();
        u32::try_from(sum.div_ceil((self.tokens.len() as u64).max(1))).unwrap_or(u32::MAX)
    }

    /// Problems that prevent the start, in sentences that say what to do.
    pub(crate) fn problems(&self) -> Vec<Phrase> {
        let mut problems = Vec::new();
        if self.tokens.is_empty() || self.tokens.len() > MOST_LENGTHS {
            problems.push(wording::number_of_lengths(MOST_LENGTHS.into()));
        }
        let shortest = NONCE_TOKENS + 1;
        if let Some(tokens) =
            self.tokens.iter().find(|tokens| !(shortest..=MOST_TOKENS).contains(*tokens))
        {
            let (tokens, shortest) = ((*tokens).into(), shortest.into());
            problems.push(wording::prompt_length(tokens, shortest, MOST_TOKENS.into()));
        }
        let mut each = self.tokens.clone();
        each.sort_unstable();
        if let Some(twice) = each.windows(2).find_map(|pair| match pair {
            [one, other] if one == other => Some(one),
            _ => None,
        }) {
            problems.push(wording::length_twice((*twice).into()));
        }
        problems
    }
}

fn text_of(tokens: u32) -> String {
    prompt_of(tokens.saturating_sub(NONCE_TOKENS))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lengths(tokens: &[u32]) -> PromptLengths {
        PromptLengths { tokens: tokens.to_vec(), cached: false }
    }

    #[test]
    fn each_length_is_a_level_and_its_cache_another() {
        let cold = lengths(&[100, 1_000]);
        let named = |lengths: &PromptLengths| -> Vec<(u32, u32, bool)> {
            lengths.levels(2).map(|one| (one.tokens, one.in_flight, one.cached)).collect()
        };
        assert_eq!(named(&cold), [(100, 2, false), (1_000, 2, false)], "in the order asked for");
        let both = PromptLengths { cached: true, ..cold };
        let all = [(100, 2, false), (100, 2, true), (1_000, 2, false), (1_000, 2, true)];
        assert_eq!(named(&both), all, "cold before cached");
        assert_eq!(both.mean_tokens(), 550, "as each is asked equally often");
    }

    #[test]
    fn lengths_that_cannot_be_written_are_refused_by_name() {
        assert_eq!(lengths(&[100, 1_000]).problems(), []);
        for (tokens, says) in [
            (vec![], "between 1 and 32"),
            (vec![5], "between 19 and 200,000"),
            (vec![300_000], "A prompt of 300,000 tokens"),
            (vec![100, 50, 100], "100 is asked for twice"),
        ] {
            let problems = Phrase::sentences(lengths(&tokens).problems()).to_string();
            assert!(problems.contains(says), "{says}: {problems}");
        }
    }
}
