//! Warnings: reasons to read a number with care. Each is a value beside the number, and each has its id, its tag and its
//! advice here and nowhere else: the command line prints them, and the window gets them as a constant.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What a warning says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Advice {
    /// A word or two, for a badge.
    pub tag: &'static str,
    /// What it means and what to do about it, in one sentence.
    pub advice: &'static str,
}

/// Each row: what holds, the variant, its id in documents, its tag, its advice.
macro_rules! warnings {
    ($($(#[$holds:meta])* $variant:ident, $id:literal, $tag:literal, $advice:literal;)*) => {
        /// A reason to read a sample's numbers with care.
        #[derive(
            Debug,
            Clone,
            Copy,
            PartialEq,
            Eq,
            Hash,
            PartialOrd,
            Ord,
            Serialize,
            Deserialize,
            specta::Type,
        )]
        #[serde(rename_all = "snake_case")]
        pub enum Warning {
            $($(#[$holds])* $variant,)*
        }

        impl Warning {
            /// All of them.
            pub const ALL: [Self; [$(Self::$variant),*].len()] = [$(Self::$variant),*];

            /// Its name in documents.
            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$variant => $id,)*
                }
            }

            /// What it says.
            const fn says(self) -> Advice {
                match self {
                    $(Self::$variant => Advice { tag: $tag, advice: $advice },)*
                }
            }
        }
    };
}

warnings! {
    /// The text came in bursts, so the stream's pace is not the model's.
    Buffered, "buffered", "buffered",
        "The text arrived in bursts, so no decode speed is shown; look for a proxy or gateway that buffers.";
    /// The answer came as one JSON body instead of a stream.
    NotStreamed, "not_streamed", "not streamed",
        "The server answered with one JSON body; there is no first token to time. Check that it can stream.";
    /// The server sent no token counts.
    UsageMissing, "usage_missing", "no usage sent",
        "The server sent no usage, so tokens are counted here with o200k_base.";
    /// The server's count and ours are more than 10 % apart.
    CountsDisagree, "counts_disagree", "counts disagree",
        "The server's token count differs from o200k_base by more than 10 %; compare lanes by one of the two.";
    /// Several tokens per chunk: gaps between chunks are not gaps between tokens.
    TokensBundled, "tokens_bundled", "several tokens per chunk",
        "Several tokens arrive per chunk, so gaps between chunks are not inter-token latency.";
    /// The number of tokens in the first chunk is estimated.
    TpotApprox, "tpot_approx", "speed approximate",
        "The first chunk's tokens are estimated, so speed is approximate for short answers.";
    /// Part of the prompt came from the provider's cache.
    PromptCached, "prompt_cached", "prompt cached",
        "Part of the prompt was cached by the provider, which shortens time to first token.";
    /// The connection was made inside the measured request.
    ConnectedLate, "connected_late", "connected late",
        "The connection had to be made after the start gun; it is not part of TTFT.";
    /// The answer reached the token limit and was cut.
    StoppedAtLimit, "stopped_at_limit", "hit the token limit",
        "The answer was cut at the token limit; raise max tokens to see it whole.";
    /// The limit that cut the answer is not one that the user set.
    LimitNotAsked, "limit_not_asked", "not your limit",
        "The limit that cut the answer is not one you set, but the provider's or the model's own; set max tokens to compare equal lengths.";
    /// A second attempt, after the first was refused for an option; the clock was restarted.
    SecondAttempt, "second_attempt", "second attempt",
        "The server refused an option, so the request was sent again without it and the clock restarted.";
    /// A connection kept from an earlier request turned out to be closed, so the request was sent a second time, on a
    /// new one. The provider may have seen the first as well.
    StaleConnection, "stale_connection", "sent again",
        "The server had closed the kept connection, so the request was sent again on a new one and the clock restarted; the first may be billed too.";
    /// The stream ended without its terminal marker.
    NoTerminator, "no_terminator", "no end marker",
        "The stream closed without its end marker; the last words may be missing.";
    /// The server reasoned without showing it; speeds are of the answer alone.
    ReasoningHidden, "reasoning_hidden", "hidden reasoning",
        "The model reasoned without showing it; that time is inside TTFT.";
    /// Tokens were produced and then the request failed, so its cost is an estimate.
    CostEstimated, "cost_estimated", "cost estimated",
        "The request failed after producing tokens; what it cost is an estimate.";
    /// The load of a level stood for less than 80 % of its time.
    NotSteady, "not_steady", "not steady",
        "The load stood for less than 80 % of the level's time; take more samples.";
    /// This machine was the bottleneck: it was late to send or to read.
    ClientLimited, "client_limited", "client-limited",
        "This machine was late to send or to read, so the numbers are partly its own; use fewer streams or a quieter machine.";
    /// The machine slept or its clock was set in the middle.
    ClockGap, "clock_gap", "clock gap",
        "The machine slept, or its clock was set, while this ran; its times are left out of every summary. Run it again.";
    /// The answer is too short for its speed to mean much.
    Short, "short", "short",
        "Fewer than 20 tokens came after the first chunk, too few for a speed to mean much; ask for a longer answer.";
    /// The answer ended before the length that was asked for.
    StoppedEarly, "stopped_early", "stopped early",
        "The answer ended before the length that was asked for; compare speeds, not total times.";
    /// Something was sent otherwise than the plan asks, because the model does not take it.
    Adjusted, "adjusted", "asked otherwise",
        "The model does not take what the plan asks, so something else was sent; what, is said with the lane. Compare it only with lanes asked the same.";
    /// A closing thinking tag stands in the answer without an opening one.
    StrayTag, "stray_tag", "stray think tag",
        "A closing thinking tag stands in the answer and nothing opened it; what comes before it may be reasoning, so time to first answer token may be too short.";
    /// The server counted far fewer input tokens than were sent.
    PromptCut, "prompt_cut", "prompt cut",
        "The server counted far fewer input tokens than were sent: it cut the prompt, or leaves out what it had cached. Prefill speed and price are of the shorter prompt.";
    /// Requests of one lane were answered by different service tiers.
    TiersMixed, "tiers_mixed", "service tiers mixed",
        "Requests of this lane were answered by different service tiers, which differ in speed and price; do not read them as one.";
}

impl Warning {
    /// A word or two, for a badge.
    pub const fn tag(self) -> &'static str {
        self.says().tag
    }

    /// What it means and what to do about it, in one sentence.
    pub const fn advice(self) -> &'static str {
        self.says().advice
    }

    /// What every warning says, by its id.
    pub fn catalogue() -> BTreeMap<&'static str, Advice> {
        Self::ALL.into_iter().map(|warning| (warning.id(), warning.says())).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_warning_has_its_name_of_the_document_its_tag_and_its_advice() {
        let tags: BTreeSet<&str> = Warning::ALL.into_iter().map(Warning::tag).collect();
        assert_eq!(tags.len(), Warning::ALL.len(), "a tag tells a warning from the others");
        for warning in Warning::ALL {
            let written = serde_json::to_value(warning).expect("a warning is JSON");
            assert_eq!(written, warning.id(), "it is called so wherever it is written");
            assert!(warning.advice().ends_with('.'), "{}: advice is a sentence", warning.id());
        }
        assert_eq!(Warning::catalogue().len(), Warning::ALL.len(), "and none is left out");
    }
}
