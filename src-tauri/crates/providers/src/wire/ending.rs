//! The meaning of finish reasons.
//!
//! One table serves all dialects: gateways pass on their backends' words, so `SAFETY` and `refusal` both occur in
//! OpenAI's format, and no word has two meanings. An unknown word counts as a plain end, because servers have many of
//! their own for that.

/// How an answer ended, by its provider's finish reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The model was done, or reached a stop sequence.
    Complete,
    /// It called a tool.
    ToolCall,
    /// The output limit was reached; the word does not say whose.
    Limit,
    /// The model's context was full.
    ContextFull,
    /// A filter of the provider blocked the prompt, the answer, or the rest of it.
    Filtered,
    /// The model declined.
    Refused,
    /// The model paused and waits to be continued.
    Paused,
    /// It was stopped, but not by the user.
    Cancelled,
    /// It failed midway.
    Failed,
    /// No known word.
    Unknown,
}

/// The words, in lower case.
const WORDS: [(Ending, &[&str]); 9] = [
    (
        Ending::Complete,
        &[
            // OpenAI and compatible servers; vLLM, TGI and older servers.
            "stop",
            "eos",
            "eos_token",
            "stop_sequence",
            "completed",
            "end",
            // Anthropic, Cohere.
            "end_turn",
            "complete",
        ],
    ),
    (
        Ending::ToolCall,
        &["tool_calls", "function_call", "tool_use", "tool_call", "requires_action"],
    ),
    (
        Ending::Limit,
        &[
            "length",
            "max_tokens",
            "max_output_tokens",
            "max_length",
            "max_messages",
            // Gemini, and its Interactions.
            "continuation",
            "incomplete",
            "budget_exceeded",
        ],
    ),
    (
        Ending::ContextFull,
        // Anthropic and Z.ai, Mistral, Cohere.
        &["model_context_window_exceeded", "model_length", "error_limit"],
    ),
    (
        Ending::Filtered,
        &[
            "content_filter",
            "content_filtered",
            "guardrail_intervened",
            // Gemini, of the answer and of the prompt.
            "safety",
            "recitation",
            "prohibited_content",
            "blocklist",
            "spii",
            "language",
            "model_armor",
            "jailbreak",
            "image_safety",
            "image_prohibited_content",
            "image_recitation",
            // Cohere; Z.ai.
            "error_toxic",
            "sensitive",
        ],
    ),
    (Ending::Refused, &["refusal"]),
    (Ending::Paused, &["pause_turn"]),
    (
        Ending::Cancelled,
        // vLLM and SGLang; Replicate; Responses.
        &["abort", "canceled", "cancelled", "user_cancel", "steered"],
    ),
    (
        Ending::Failed,
        &[
            "error",
            "failed",
            "timeout",
            "network_error",
            "insufficient_system_resource",
            // Gemini.
            "other",
            "malformed_function_call",
            "malformed_response",
            "unexpected_tool_call",
            "too_many_tool_calls",
            "missing_thought_signature",
            "no_image",
            "image_other",
        ],
    ),
];

impl Ending {
    /// The meaning of a provider's word.
    pub fn of(word: &str) -> Self {
        let same = |known: &&str| known.eq_ignore_ascii_case(word);
        let means = WORDS.iter().find(|(_, words)| words.iter().any(same));
        means.map_or(Self::Unknown, |(ending, _)| *ending)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dialects_word_has_its_meaning() {
        for (ending, words) in [
            (Ending::Complete, &["stop", "end_turn", "STOP", "COMPLETE", "completed", "eos"][..]),
            (Ending::ToolCall, &["tool_calls", "tool_use", "TOOL_CALL", "function_call"]),
            (
                Ending::Limit,
                &["length", "max_tokens", "MAX_TOKENS", "max_output_tokens", "CONTINUATION"],
            ),
            (
                Ending::ContextFull,
                &["model_context_window_exceeded", "model_length", "ERROR_LIMIT"],
            ),
            (
                Ending::Filtered,
                &[
                    "content_filter",
                    "SAFETY",
                    "RECITATION",
                    "PROHIBITED_CONTENT",
                    "BLOCKLIST",
                    "SPII",
                    "IMAGE_SAFETY",
                ],
            ),
            (Ending::Refused, &["refusal"]),
            (Ending::Paused, &["pause_turn"]),
            (Ending::Cancelled, &["canceled", "cancelled", "steered", "abort"]),
            (Ending::Failed, &["ERROR", "error", "MALFORMED_FUNCTION_CALL", "TIMEOUT", "OTHER"]),
            (Ending::Unknown, &["", "no_such_word"]),
        ] {
            for word in words {
                assert_eq!(Ending::of(word), ending, "{word}");
            }
        }
    }

    #[test]
    fn no_word_means_two_things() {
        let mut all: Vec<&str> = WORDS.iter().flat_map(|(_, words)| *words).copied().collect();
        let many = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), many, "or the table's order would decide");
    }
}
