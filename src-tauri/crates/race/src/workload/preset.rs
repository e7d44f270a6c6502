//! Presets: published benchmark methods and common uses, as shapes of prompts.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A benchmark method: input, output limit, load and number of samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// The published comparison of General Compute.
    GeneralCompute,
    /// The shortest inputs of Artificial Analysis.
    #[serde(rename = "artificial-analysis-100")]
    ArtificialAnalysis100,
    /// The default inputs of Artificial Analysis.
    #[serde(rename = "artificial-analysis-1k")]
    ArtificialAnalysis1k,
    /// The long inputs of Artificial Analysis.
    #[serde(rename = "artificial-analysis-10k")]
    ArtificialAnalysis10k,
    /// The longest inputs of Artificial Analysis.
    #[serde(rename = "artificial-analysis-100k")]
    ArtificialAnalysis100k,
    /// A question in a conversation: short input, short output.
    Chat,
    /// The next lines of a file: some code as input, very short output.
    Autocomplete,
    /// A question about retrieved documents: long input, short output.
    Rag,
    /// A file written from a description: short input, long output.
    CodeFile,
    /// An agent: each step reads the results of earlier steps.
    AgentLoop,
    /// An edit merged into a file: the file in, the file out.
    CodeApply,
}

/// What a preset fixes. Tokens are those of `o200k_base`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, specta::Type)]
pub struct Method {
    /// Length of the system prompt; 0 if there is none.
    pub system_tokens: u32,
    /// Length of the first prompt and the system prompt together.
    pub input_tokens: u32,
    /// Number of consecutive requests; 1 except for an agent.
    pub steps: u32,
    /// Growth of the prompt per step.
    pub growth_tokens: u32,
    /// Output token limit of each request.
    pub max_tokens: u32,
    /// Concurrent requests, level by level.
    pub levels: &'static [u32],
    /// Samples per level; a sample is all steps in order.
    pub samples: u32,
    /// Reported percentiles.
    pub percentiles: &'static [u8],
}

/// No preset has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no preset `{name}`; known: {}", Preset::ALL.map(Preset::name).join(", "))]
pub struct UnknownPreset {
    /// The requested name.
    pub name: String,
}

/// Defaults of a preset of one request.
const SINGLE: Method = Method {
    system_tokens: 0,
    input_tokens: 0,
    steps: 1,
    growth_tokens: 0,
    max_tokens: 0,
    levels: &[1, 4, 16],
    samples: 32,
    percentiles: &[50, 95],
};

/// Artificial Analysis reports medians over 72 hours with a test every three hours.
const ARTIFICIAL_ANALYSIS: Method =
    Method { levels: &[1, 10], samples: 24, percentiles: &[50], ..SINGLE };

impl Preset {
    /// Every preset, published ones first.
    pub const ALL: [Self; 11] = [
        Self::GeneralCompute,
        Self::ArtificialAnalysis100,
        Self::ArtificialAnalysis1k,
        Self::ArtificialAnalysis10k,
        Self::ArtificialAnalysis100k,
        Self::Chat,
        Self::Autocomplete,
        Self::Rag,
        Self::CodeFile,
        Self::AgentLoop,
        Self::CodeApply,
    ];

    /// Its name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::GeneralCompute => "general-compute",
            Self::ArtificialAnalysis100 => "artificial-analysis-100",
            Self::ArtificialAnalysis1k => "artificial-analysis-1k",
            Self::ArtificialAnalysis10k => "artificial-analysis-10k",
            Self::ArtificialAnalysis100k => "artificial-analysis-100k",
            Self::Chat => "chat",
            Self::Autocomplete => "autocomplete",
            Self::Rag => "rag",
            Self::CodeFile => "code-file",
            Self::AgentLoop => "agent-loop",
            Self::CodeApply => "code-apply",
        }
    }

    /// Its method.
    pub fn method(self) -> Method {
        match self {
            Self::GeneralCompute => Method {
                system_tokens: 256,
                input_tokens: 512,
                max_tokens: 512,
                levels: &[1, 8, 32],
                samples: 50,
                ..SINGLE
            },
            Self::ArtificialAnalysis100 => {
                Method { input_tokens: 100, max_tokens: 300, ..ARTIFICIAL_ANALYSIS }
            }
            Self::ArtificialAnalysis1k => {
                Method { input_tokens: 1_000, max_tokens: 1_000, ..ARTIFICIAL_ANALYSIS }
            }
            Self::ArtificialAnalysis10k => {
                Method { input_tokens: 10_000, max_tokens: 1_500, ..ARTIFICIAL_ANALYSIS }
            }
            // The minimum for a level of ten: each costs as much as a hundred ordinary ones.
            Self::ArtificialAnalysis100k => Method {
                input_tokens: 100_000,
                max_tokens: 2_000,
                samples: 10,
                ..ARTIFICIAL_ANALYSIS
            },
            Self::Chat => {
                Method { system_tokens: 150, input_tokens: 400, max_tokens: 300, ..SINGLE }
            }
            Self::Autocomplete => Method { input_tokens: 402, max_tokens: 64, ..SINGLE },
            Self::Rag => {
                Method { system_tokens: 100, input_tokens: 8_000, max_tokens: 500, ..SINGLE }
            }
            Self::CodeFile => {
                Method { input_tokens: 105, max_tokens: 4_000, levels: &[1, 4], ..SINGLE }
            }
            Self::AgentLoop => Method {
                system_tokens: 300,
                input_tokens: 2_000,
                steps: 20,
                growth_tokens: 1_500,
                max_tokens: 400,
                levels: &[1, 4],
                samples: 4,
                ..SINGLE
            },
            Self::CodeApply => Method { input_tokens: 774, max_tokens: 1_200, ..SINGLE },
        }
    }
}

impl FromStr for Preset {
    type Err = UnknownPreset;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|preset| preset.name() == name)
            .ok_or_else(|| UnknownPreset { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preset_is_found_by_its_name_and_kept_under_it() {
        for preset in Preset::ALL {
            assert_eq!(preset.name().parse(), Ok(preset), "its name leads back to it");
            let kept = serde_json::to_value(preset).expect("a name is JSON");
            assert_eq!(kept, preset.name(), "a file and the command line call it alike");
        }
    }

    #[test]
    fn a_name_of_no_preset_is_answered_with_all_names() {
        let error = "artificial".parse::<Preset>().expect_err("it is the start of four");
        let message = error.to_string();
        assert!(message.starts_with("there is no preset `artificial`; known: general-compute, "));
        for preset in Preset::ALL {
            assert!(message.contains(preset.name()), "{} can be picked: {message}", preset.name());
        }
    }

    #[test]
    fn every_level_is_filled_and_rises() {
        for preset in Preset::ALL {
            let method = preset.method();
            let name = preset.name();
            assert!(method.levels.is_sorted_by(|a, b| a < b), "{name}: from little load to much");
            assert_eq!(method.levels.first(), Some(&1), "{name}: load is told against no load");
            assert!(
                method.levels.iter().all(|level| *level <= method.samples),
                "{name}: a level with fewer requests than places was never reached"
            );
        }
    }

    #[test]
    fn a_published_method_is_what_was_published() {
        let general = Preset::GeneralCompute.method();
        assert_eq!(
            (general.system_tokens, general.input_tokens, general.max_tokens, general.samples),
            (256, 512, 512, 50),
            "512 tokens with the system prompt, and 50 samples of each level"
        );
        assert_eq!(
            (general.levels, general.percentiles),
            (&[1, 8, 32][..], &[50, 95][..]),
            "as the tables of June 2025 have them"
        );
        for (preset, input, output) in [
            (Preset::ArtificialAnalysis100, 100, 300),
            (Preset::ArtificialAnalysis1k, 1_000, 1_000),
            (Preset::ArtificialAnalysis10k, 10_000, 1_500),
            (Preset::ArtificialAnalysis100k, 100_000, 2_000),
        ] {
            let method = preset.method();
            assert_eq!(
                (method.system_tokens, method.input_tokens, method.max_tokens),
                (0, input, output),
                "{}: its workloads by input and output",
                preset.name()
            );
            assert_eq!(method.levels, [1, 10], "{}: single and ten in parallel", preset.name());
        }
    }
}
