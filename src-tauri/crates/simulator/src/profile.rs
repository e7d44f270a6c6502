//! The simulated contenders, and the published figures they are modelled on.

use serde::Serialize;
use specta::Type;

use crate::knobs::{FaultKind, InjectedFault, Knobs, Length, Position};

/// A kind of provider: TTFT, speed, and behaviour under load.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct Profile {
    /// The model's name in a request.
    pub model: &'static str,
    /// Display name.
    pub label: &'static str,
    /// A one-sentence description.
    pub story: &'static str,
    /// Source and date of the figure it is modelled on.
    pub source: &'static str,
    /// TTFT of a single request, in microseconds.
    pub ttft_us: u32,
    /// Output speed of a single request.
    pub tokens_per_second: u32,
    /// Tokens of reasoning before an answer; 0 for a model that does not reason first.
    pub reasoning_tokens: u32,
    /// Approximate length of an answer without a limit, in tokens.
    pub answer_tokens: u32,
    /// Jitter of a gap around the mean, in percent.
    pub jitter_percent: u32,
    /// Number of requests served at a time; more are queued. 0 for no limit.
    pub slots: u32,
    /// Increase of TTFT per other request in flight, in thousandths.
    pub ttft_stretch_permille: u32,
    /// Increase of each gap per other request in flight, in thousandths.
    pub gap_stretch_permille: u32,
    /// Share of the tokens after which it fails, in percent; absent if it does not fail.
    pub fails_at_percent: Option<u8>,
}

/// A neutral provider: exactly as its knobs say, to the microsecond, under any load.
const SCRIPTED: Profile = Profile {
    model: "scripted",
    label: "Scripted",
    story: "Does exactly what its knobs say, with no slowing and no jitter.",
    source: "Made for tests.",
    ttft_us: 200_000,
    tokens_per_second: 100,
    reasoning_tokens: 0,
    answer_tokens: 100,
    jitter_percent: 0,
    slots: 0,
    ttft_stretch_permille: 0,
    gap_stretch_permille: 0,
    fails_at_percent: None,
};

// The first four are the contenders of a first race: they finish within about ten seconds, and none
// fails. The stretches follow the fall from 1 to 8 to 32 streams in General Compute's comparison of
// June 2025: an LPU cloud went from 215 to 180 to 140 tok/s, a GPU cloud from 85 to 70 to 52.
const SHOWN: [Profile; 6] = [
    Profile {
        model: "wafer-scale",
        label: "Wafer-scale chip",
        story: "The whole model sits on one dinner-plate chip: it answers faster than anyone reads.",
        source: "Cerebras, Llama 3.1 70B: 2,100 tok/s, 0.3 s (Morph guide, April 2026)",
        ttft_us: 300_000,
        tokens_per_second: 2_100,
        answer_tokens: 560,
        jitter_percent: 10,
        slots: 16,
        ttft_stretch_permille: 40,
        gap_stretch_permille: 15,
        ..SCRIPTED
    },
    Profile {
        model: "gpu-cloud",
        label: "GPU cloud",
        story: "An open model on rented GPUs, batched with everyone else's requests.",
        source: "DeepInfra, Llama 70B: about 120 tok/s, 0.5 s (Morph guide, April 2026)",
        ttft_us: 500_000,
        tokens_per_second: 120,
        answer_tokens: 480,
        jitter_percent: 30,
        slots: 32,
        ttft_stretch_permille: 35,
        gap_stretch_permille: 20,
        ..SCRIPTED
    },
    Profile {
        model: "reasoning",
        label: "Reasoning model",
        story: "Thinks before it speaks, so the first words of its answer come late.",
        source: "Gemini 2.5 Pro: 117 tok/s (Morph guide, April 2026), its 21 s of thought cut to 1.5 s",
        ttft_us: 600_000,
        tokens_per_second: 117,
        reasoning_tokens: 176,
        answer_tokens: 400,
        jitter_percent: 25,
        slots: 32,
        ttft_stretch_permille: 35,
        gap_stretch_permille: 20,
        ..SCRIPTED
    },
    Profile {
        model: "frontier",
        label: "Frontier model",
        story: "A very large model that takes its time over every word.",
        source: "Claude Opus 4.6: 40 tok/s, 1.8 s (Morph guide, April 2026)",
        ttft_us: 1_800_000,
        tokens_per_second: 40,
        answer_tokens: 320,
        jitter_percent: 35,
        slots: 24,
        ttft_stretch_permille: 50,
        gap_stretch_permille: 15,
        ..SCRIPTED
    },
    Profile {
        model: "lpu",
        label: "LPU",
        story: "A chip built for one thing, reading weights from its own fast memory.",
        source: "Groq, Llama 3.3 70B: 276 tok/s, 0.3 s (Morph guide, April 2026)",
        ttft_us: 300_000,
        tokens_per_second: 276,
        answer_tokens: 520,
        jitter_percent: 15,
        slots: 16,
        ttft_stretch_permille: 50,
        gap_stretch_permille: 17,
        ..SCRIPTED
    },
    Profile {
        model: "flaky",
        label: "Flaky endpoint",
        story: "Starts well and breaks off in the middle, to show how a failed lane looks.",
        source: "Together, Llama 70B: 85 tok/s, 0.48 s (General Compute, June 2025); the failure is ours",
        ttft_us: 480_000,
        tokens_per_second: 85,
        answer_tokens: 400,
        jitter_percent: 30,
        slots: 32,
        ttft_stretch_permille: 35,
        gap_stretch_permille: 20,
        fails_at_percent: Some(45),
        ..SCRIPTED
    },
];

/// The prompt of the first race: with an answer long enough to watch, on a familiar topic.
pub const FIRST_PROMPT: &str = "Explain the trade-offs between synchronous and asynchronous I/O in production web \
                                services, with an example of each.";

/// The contenders of the first race: four different profiles, none of which fails.
pub fn first_race() -> impl ExactSizeIterator<Item = &'static Profile> {
    SHOWN.iter().take(4)
}

/// The listed profiles. The profile `scripted`, for tests, also answers but is not listed.
pub fn profiles() -> &'static [Profile] {
    &SHOWN
}

impl Profile {
    /// The profile named by the part of the model before any `?`.
    pub(crate) fn named(model: &str) -> Option<&'static Self> {
        const TESTED: &Profile = &SCRIPTED;
        profiles().iter().chain([TESTED]).find(|profile| profile.model == model)
    }

    /// The knobs of the profile by default.
    pub(crate) fn knobs(&self) -> Knobs {
        let mut knobs = Knobs::plain();
        knobs.ttft_ns = u64::from(self.ttft_us) * 1_000;
        knobs.gap_ns = 1_000_000_000 / u64::from(self.tokens_per_second.max(1));
        knobs.reasoning_tokens = self.reasoning_tokens;
        knobs.jitter_percent = self.jitter_percent;
        // Whole sentences for readers; an exact number of tokens for tests.
        knobs.tokens = if self.jitter_percent == 0 {
            Length::Exactly(self.answer_tokens)
        } else {
            Length::About(self.answer_tokens)
        };
        knobs.fault = self.fails_at_percent.map(|percent| InjectedFault {
            kind: FaultKind::Error,
            at: Position::Percent(percent),
        });
        knobs
    }

    /// `time_ns` with `in_flight` requests; each one besides itself adds `permille` thousandths.
    pub(crate) fn stretched(time_ns: u64, permille: u32, in_flight: u32) -> u64 {
        let others = u64::from(in_flight.saturating_sub(1));
        time_ns + time_ns.saturating_mul(others * u64::from(permille)) / 1_000
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lone_request_is_not_slowed() {
        for profile in profiles() {
            let gap = profile.knobs().gap_ns;
            assert_eq!(
                Profile::stretched(gap, profile.gap_stretch_permille, 1),
                gap,
                "the published figure is that of a single request"
            );
        }
    }

    #[test]
    fn each_other_request_slows_by_the_same_share() {
        let gap = Profile::stretched(1_000_000, 20, 8);
        assert_eq!(gap, 1_140_000, "seven others at 2 % each");
    }

    #[test]
    fn the_first_race_ends_within_twelve_seconds_and_nobody_fails() {
        for profile in profiles().iter().take(4) {
            let tokens = profile.reasoning_tokens + profile.answer_tokens;
            let whole_ms = profile.ttft_us / 1_000 + tokens * 1_000 / profile.tokens_per_second;
            assert!(whole_ms < 11_500, "{} keeps a newcomer waiting {whole_ms} ms", profile.model);
            assert_eq!(profile.fails_at_percent, None, "a first race shows what works");
        }
    }

    #[test]
    fn every_profile_says_whose_figure_it_is() {
        for profile in profiles() {
            let dated = profile.source.contains("2026") || profile.source.contains("2025");
            assert!(dated, "{} is shaped on a dated figure", profile.model);
        }
        assert!(
            profiles().iter().all(|profile| profile.model != "scripted"),
            "the profile for tests is not shown to people"
        );
    }
}
