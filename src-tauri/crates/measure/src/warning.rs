//! Warnings: reasons to read a number with care. A warning is stored beside the number. Its id, tag and advice are
//! defined here alone: the command line prints them, and the window receives them as a constant.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The texts of a warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Advice {
    /// Tag of a few words, for a badge.
    pub tag: &'static str,
    /// What it means and what to do about it, in one sentence.
    pub advice: &'static str,
}

/// Each row: condition, variant, id in documents, tag, advice.
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
            /// Every warning.
            pub const ALL: [Self; [$(Self::$variant),*].len()] = [$(Self::$variant),*];

            /// Id in documents.
            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$variant => $id,)*
                }
            }

            /// Tag and advice.
            const fn says(self) -> Advice {
                match self {
                    $(Self::$variant => Advice { tag: $tag, advice: $advice },)*
                }
            }
        }
    };
}

warnings! {
    /// The text arrived in bursts, so the pace of the stream is not the model's.
    Buffered, "buffered", "buffered",
        "The text arrived in bursts, so this answer has no output speed; look for a proxy or gateway that buffers.";
    /// The answer came as one JSON body instead of a stream.
    NotStreamed, "not_streamed", "not streamed",
        "The server answered with one JSON body, so there is no first token to time. Check that it can stream.";
    /// The server sent no token counts.
    UsageMissing, "usage_missing", "no usage sent",
        "The server sent no usage, so tokens are counted here with o200k_base.";
    /// The server's count and ours are more than 10 % apart.
    CountsDisagree, "counts_disagree", "counts disagree",
        "The server's token count differs from o200k_base by more than 10 %, or is less than any tokenizer takes for the text; compare lanes by one of the two.";
    /// Several tokens per chunk: gaps between chunks are not gaps between tokens.
    TokensBundled, "tokens_bundled", "several tokens per chunk",
        "Chunks hold several tokens, so gaps between chunks are not inter-token latency.";
    /// The number of tokens in the first chunk is estimated.
    TpotApprox, "tpot_approx", "speed approximate",
        "The token count of the first chunk is estimated, so the speed of a short answer is approximate.";
    /// Reasoning and answer were not counted separately: the total is split in proportion to our own count of each
    /// text.
    SplitEstimated, "split_estimated", "split estimated",
        "The server did not count reasoning and answer separately, so the speed of each rests on an estimate of its tokens.";
    /// The server's counts contradict each other or the text, and are not used.
    CountImpossible, "count_impossible", "impossible count",
        "The server reported a token count that contradicts the text or its other counts, so that count is not used.";
    /// Part of the prompt came from the provider's cache.
    PromptCached, "prompt_cached", "prompt cached",
        "The provider served part of the prompt from its cache, which shortens TTFT. The medians of a race hold such requests beside the others, and Compare separates them; send unique prompts to measure without the cache.";
    /// The connection was made inside the measured request.
    ConnectedLate, "connected_late", "connected late",
        "The connection was made after the start gun; the time it took is not part of TTFT.";
    /// The answer reached the token limit and was cut.
    StoppedAtLimit, "stopped_at_limit", "hit the token limit",
        "The answer was cut at the token limit; raise max tokens to get all of it.";
    /// The answer was cut by a limit not set by the user.
    LimitNotAsked, "limit_not_asked", "not your limit",
        "The answer was cut by a limit of the provider or the model, not by yours; set max tokens to compare equal lengths.";
    /// A second attempt after the server refused an option; the clock was restarted.
    SecondAttempt, "second_attempt", "second attempt",
        "The server refused an option, so the request was sent again without it and the clock restarted.";
    /// A reused connection turned out to be closed, so the request was sent again on a new one. The provider may have
    /// received both.
    StaleConnection, "stale_connection", "sent again",
        "The server had closed the reused connection, so the request was sent again on a new one and the clock restarted; the first request may be billed too.";
    /// The stream ended without its terminal marker.
    NoTerminator, "no_terminator", "no end marker",
        "The stream ended without its end marker; the last words may be missing.";
    /// Some of what the server sent could not be read or exceeded a limit.
    EventUnread, "event_unread", "event not read",
        "Some events of the stream were broken, too large, or came after its end, and were not read; the answer or its token counts may be incomplete.";
    /// The server reasoned without showing it; speeds are of the answer alone.
    ReasoningHidden, "reasoning_hidden", "hidden reasoning",
        "The model reasoned without showing it; that time is part of TTFT, if there is one, and of the latency.";
    /// The server counted far more reasoning than its text holds; speeds are of the answer alone.
    ReasoningSummary, "reasoning_summary", "summary of reasoning",
        "The server counted far more reasoning than its text holds, so that text is a summary: output speed is of the answer alone, and how fast the model reasoned is not known.";
    /// The server did not count everything that is billed, or the price is not that of the tier that answered.
    CostEstimated, "cost_estimated", "cost estimated",
        "The cost is an estimate: the server sent no count of the request's tokens, as some never do and none does of a request that failed or was cancelled, or no price is listed for the tier that answered.";
    /// The load was steady for less than 80 % of the level's time.
    NotSteady, "not_steady", "not steady",
        "The load was steady for less than 80 % of the level's time; take more samples or, if requests were refused or came faster than they were answered, a lower load.";
    /// Fewer waves of requests were measured than the interval of a median needs, or they differ too much for one.
    FewWaves, "few_waves", "too few independent",
        "The requests that were measured are worth too few independent ones, so the uncertainty of the median TTFT is unknown, and so may be that of percentiles: those in flight together share the server's state, and those that follow each other may resemble each other. Eight samples per request in flight are the least that can settle it; where requests resemble each other, or may wait in a queue at a rate, take more.";
    /// This machine was the bottleneck: it was late to send or to read.
    ClientLimited, "client_limited", "client-limited",
        "This machine was late to send or to read, so its own delays are part of the numbers, and an answer that it read at once has no output speed; use fewer streams or a quieter machine.";
    /// The machine slept or its clock was set during the request.
    ClockGap, "clock_gap", "clock gap",
        "The machine slept or its clock was set during the run, so these times are left out of every summary. Run it again.";
    /// The answer is too short for its speed to mean much.
    Short, "short", "short",
        "Fewer than 20 o200k tokens arrived after the first read, too few for a meaningful speed; ask for a longer answer.";
    /// The answer ended before the requested length.
    StoppedEarly, "stopped_early", "stopped early",
        "The answer ended before the requested length; compare speeds, not total times.";
    /// The request differs from the plan because the model does not accept what the plan asks.
    Adjusted, "adjusted", "request changed",
        "The model does not accept a setting of the plan, so the request was changed; the lane shows how. Compare it only with lanes that were sent the same request.";
    /// The answer contains a closing thinking tag without an opening one.
    StrayTag, "stray_tag", "stray think tag",
        "The answer contains a closing thinking tag without an opening one; the text before it may be reasoning, so the time to first answer token may be too short.";
    /// The server counted far fewer input tokens than were sent.
    PromptCut, "prompt_cut", "prompt truncated",
        "The server counted far fewer input tokens than were sent: it truncated the prompt or does not count cached tokens. Prefill speed and cost refer to the shorter prompt.";
    /// Different service tiers answered requests of one lane.
    TiersMixed, "tiers_mixed", "service tiers mixed",
        "Different service tiers answered requests of this lane. They differ in speed and price, so do not pool them.";
    /// Different models answered requests of one lane.
    ModelsMixed, "models_mixed", "models mixed",
        "Different models answered requests of this lane or level, by the names in their answers, so its medians and verdicts are over all of them together; Compare separates them, except at a step of a chain that only some rounds asked. Ask for one version of the model, or find out what routes the requests.";
    /// The lane's first request with a schema in the run, for which the provider may have compiled it.
    FirstSchemaUse, "first_schema_use", "first use of a schema",
        "This was the lane's first request with this schema in the run, which the provider may have compiled for it; with more rounds the others are summarised without it.";
    /// A service tier answered that was not the requested one.
    OtherTier, "other_tier", "other service tier",
        "A service tier other than the requested one answered, for example because that one was full; speed and price are those of the tier that answered.";
}

impl Warning {
    /// Whether this machine may have read the answer late: what arrived meanwhile was read at once, so that it says nothing
    /// of how it was sent.
    pub const fn is_of_late_reading(self) -> bool {
        matches!(self, Self::ClientLimited | Self::ClockGap)
    }

    /// Tag of a few words, for a badge.
    pub const fn tag(self) -> &'static str {
        self.says().tag
    }

    /// What it means and what to do about it, in one sentence.
    pub const fn advice(self) -> &'static str {
        self.says().advice
    }

    /// Whether it says that times or speeds may be wrong, rather than something else about an answer.
    pub const fn is_of_times(self) -> bool {
        matches!(
            self,
            Self::ClientLimited
                | Self::NotSteady
                | Self::ClockGap
                | Self::Buffered
                | Self::StaleConnection
                | Self::SecondAttempt
                | Self::TiersMixed
                | Self::OtherTier
        )
    }

    /// Tag and advice of every warning, by id.
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
