//! Doubts about a number are values beside it, each with advice.

use serde::{Deserialize, Serialize};

/// A reason to read a sample's numbers with care.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, specta::Type,
)]
#[serde(rename_all = "snake_case")]
pub enum Doubt {
    /// The text came in bursts, so the stream's pace is not the model's.
    Buffered,
    /// The answer came as one JSON body instead of a stream.
    NotStreamed,
    /// The server sent no token counts.
    UsageMissing,
    /// The server's count and ours are more than 10 % apart.
    CountsDisagree,
    /// Several tokens per chunk: gaps between chunks are not gaps between tokens.
    TokensBundled,
    /// The number of tokens in the first chunk is estimated.
    TpotApprox,
    /// Part of the prompt came from the provider's cache.
    PromptCached,
    /// The connection was made inside the measured request.
    ConnectedLate,
    /// The answer reached the token limit and was cut.
    StoppedAtLimit,
    /// A second attempt, after the first was refused for an option; the clock was restarted.
    SecondAttempt,
    /// A connection kept from an earlier request turned out to be closed, so the request was sent a second time, on a
    /// new one. The provider may have seen the first as well.
    StaleConnection,
    /// The stream ended without its terminal marker.
    NoTerminator,
    /// The server reasoned without showing it; speeds are of the answer alone.
    ReasoningHidden,
    /// Tokens were produced and then the request failed, so its cost is an estimate.
    CostEstimated,
    /// The load of a level stood for less than 80 % of its time.
    NotSteady,
    /// This machine was the bottleneck: it was late to send or to read.
    ClientLimited,
    /// The machine slept or its clock was set in the middle.
    ClockGap,
    /// The answer is too short for its speed to mean much.
    Short,
    /// The answer ended before the length that was asked for.
    StoppedEarly,
    /// Something was sent otherwise than the plan asks, because the model does not take it.
    Adjusted,
    /// A closing thinking tag stands in the answer without an opening one.
    StrayTag,
    /// The server counted far fewer input tokens than were sent.
    PromptCut,
    /// Requests of one lane were answered by different service tiers.
    TiersMixed,
}

impl Doubt {
    /// What it means and what to do about it, in one sentence.
    pub fn advice(self) -> &'static str {
        match self {
            Self::Buffered => {
                "The text arrived in bursts, so no decode speed is shown; look for a proxy or gateway that buffers."
            }
            Self::NotStreamed => {
                "The server answered with one JSON body; there is no first token to time. Check that it can stream."
            }
            Self::UsageMissing => {
                "The server sent no usage, so tokens are counted here with o200k_base."
            }
            Self::CountsDisagree => {
                "The server's token count differs from o200k_base by more than 10 %; compare lanes by one of the two."
            }
            Self::TokensBundled => {
                "Several tokens arrive per chunk, so gaps between chunks are not inter-token latency."
            }
            Self::TpotApprox => {
                "The first chunk's tokens are estimated, so speed is approximate for short answers."
            }
            Self::PromptCached => {
                "Part of the prompt was cached by the provider, which shortens time to first token."
            }
            Self::ConnectedLate => {
                "The connection had to be made after the start gun; it is not part of TTFT."
            }
            Self::StoppedAtLimit => {
                "The answer was cut at the token limit; raise max tokens to see it whole."
            }
            Self::SecondAttempt => {
                "The server refused an option, so the request was sent again without it and the clock restarted."
            }
            Self::StaleConnection => {
                "The server had closed the kept connection, so the request was sent again on a new one and the clock restarted; the first may be billed too."
            }
            Self::NoTerminator => {
                "The stream closed without its end marker; the last words may be missing."
            }
            Self::ReasoningHidden => {
                "The model reasoned without showing it; that time is inside TTFT."
            }
            Self::CostEstimated => {
                "The request failed after producing tokens; what it cost is an estimate."
            }
            Self::NotSteady => {
                "The load stood for less than 80 % of the level's time; take more samples."
            }
            Self::ClientLimited => {
                "This machine was late to send or to read, so the numbers are partly its own; use fewer streams or a quieter machine."
            }
            Self::ClockGap => {
                "The machine slept, or its clock was set, while this ran; its times are left out of every summary. Run it again."
            }
            Self::Short => {
                "Fewer than 20 tokens came after the first chunk, too few for a speed to mean much; ask for a longer answer."
            }
            Self::StoppedEarly => {
                "The answer ended before the length that was asked for; compare speeds, not total times."
            }
            Self::Adjusted => {
                "The model does not take what the plan asks, so something else was sent; what, is said with the lane. Compare it only with lanes asked the same."
            }
            Self::StrayTag => {
                "A closing thinking tag stands in the answer and nothing opened it; what comes before it may be reasoning, so time to first answer token may be too short."
            }
            Self::PromptCut => {
                "The server counted far fewer input tokens than were sent: it cut the prompt, or leaves out what it had cached. Prefill speed and price are of the shorter prompt."
            }
            Self::TiersMixed => {
                "Requests of this lane were answered by different service tiers, which differ in speed and price; do not read them as one."
            }
        }
    }
}
