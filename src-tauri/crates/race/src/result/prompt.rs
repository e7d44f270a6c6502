//! Detects whether a server read the whole prompt.

use cost::tokens;
use providers::{Dialect, Usage};

use crate::result::sample_context::SampleContext;

/// A server that counts this many times fewer tokens than we do did not read the whole text: tokenizers differ by less,
/// and a chat template only adds tokens.
const TIMES_FEWER: u64 = 2;
/// Fewer missing tokens than this do not matter for any comparison.
const LEAST_MISSING: u64 = 1_000;
/// No tokenizer in use needs fewer tokens than bytes ÷ this; if the server's count is above it, we need not count
/// ourselves.
const BYTES_PER_TOKEN: u64 = 6;
/// Ollama's smallest context has 4,096 tokens, or 2,048 if set so, and it keeps at least half a context of a prompt
/// that does not fit. A shorter count was not cut: Ollama does not count cached tokens.
const SHORTEST_CUT: u64 = 1_024;

/// How much of a prompt the server read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Prompt {
    /// All of it, as far as we can tell.
    Whole,
    /// Far less than was sent.
    Cut,
    /// Far less than was sent, because it had already read the rest.
    Cached,
}

impl Prompt {
    /// Compares the server's input count with ours. A server without a count gives no evidence.
    pub(crate) fn of(asked: &SampleContext<'_>, usage: &Usage) -> Self {
        let Some(read) = usage.in_total else { return Self::Whole };
        let bytes = u64::try_from(asked.prompt.len()).unwrap_or(u64::MAX);
        if bytes < LEAST_MISSING || bytes / BYTES_PER_TOKEN <= read {
            return Self::Whole;
        }
        let sent = u64::from(tokens::count(asked.prompt));
        if sent / TIMES_FEWER <= read || sent - read < LEAST_MISSING {
            return Self::Whole;
        }
        let leaves_cached_out = asked.provider.dialect == Dialect::Ollama;
        if leaves_cached_out && read < SHORTEST_CUT { Self::Cached } else { Self::Cut }
    }

    /// Whether part of it was cached, by the server's report or by its missing tokens.
    pub(crate) fn is_cached(self, usage: &Usage) -> bool {
        self == Self::Cached || usage.cached_read.is_some_and(|cached| cached > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(provider: &str, prompt: &str, counted: Option<u64>) -> Prompt {
        let provider = providers::provider(provider).expect("in the catalogue");
        let asked = crate::testing::context(provider, prompt);
        Prompt::of(&asked, &Usage { in_total: counted, ..Usage::default() })
    }

    #[test]
    fn a_prompt_missing_half_its_tokens_was_cut() {
        // Each of its words is one token.
        let prompt = " the quick brown fox".repeat(2_000);
        assert_eq!(read("vllm", &prompt, Some(3_000)), Prompt::Cut, "8,000 were sent");
        assert_eq!(read("vllm", &prompt, Some(4_500)), Prompt::Whole, "tokenizers differ");
        assert_eq!(read("vllm", &prompt, Some(9_000)), Prompt::Whole, "a template adds");
        assert_eq!(read("vllm", &prompt, None), Prompt::Whole, "nothing said is not nothing read");
        let short = " the quick brown fox".repeat(200);
        assert_eq!(read("vllm", &short, Some(10)), Prompt::Whole, "790 change no number");
    }

    #[test]
    fn a_text_that_takes_many_tokens_is_compared_by_tokens() {
        let dense = "0123456789abcdef".repeat(2_000);
        let sent = u64::from(tokens::count(&dense));
        assert!(sent > 8_000, "hexadecimal digits take a token for three or four: {sent}");
        assert_eq!(read("vllm", &dense, Some(sent / 2 + 10)), Prompt::Whole, "half is not cut");
        assert_eq!(read("vllm", &dense, Some(2_000)), Prompt::Cut, "a fifth of it is");
    }

    #[test]
    fn ollamas_cached_tokens_do_not_look_like_a_cut_prompt() {
        let prompt = " the quick brown fox".repeat(2_000);
        assert_eq!(read("ollama", &prompt, Some(1)), Prompt::Cached, "a repeated prompt");
        assert_eq!(read("ollama", &prompt, Some(2_050)), Prompt::Cut, "half of a context of 4,096");
        assert_eq!(read("anthropic", &prompt, Some(1)), Prompt::Cut, "its total counts the cache");
    }
}
