//! Whose a preset is and of when, in sentences.

use measure::Phrase;

use crate::workload::preset::Preset;

measure::phrases! {
    pub(crate) fn general_compute() = "preset.general_compute", "General Compute, “LLM Token Generation Speed: How Providers Compare in 2025”, run in June 2025";
    pub(crate) fn by_1k() = "preset.by_1k", "Artificial Analysis, its page on how it measures performance, as of 2026, in an edition with 1k inputs as the default; another has 10k";
    pub(crate) fn short_by_1k() = "preset.short_by_1k", "Artificial Analysis, its page on how it measures performance, as of 2026, in an edition with 1k inputs as the default, the only ones it sends ten at once; an edition with 10k has no inputs of 100";
    pub(crate) fn by_10k() = "preset.by_10k", "Artificial Analysis, its page on how it measures performance, in an edition with 10k inputs and at least 1,500 output tokens as the default; which of its editions is the newest could not be dated in November 2026";
    pub(crate) fn long_by_1k() = "preset.long_by_1k", "Artificial Analysis, its page on how it measures performance, as of 2026, in an edition with 1k inputs as the default, the only ones it sends ten at once; 100k inputs are sent once a week";
    pub(crate) fn own() = "preset.own", "Paceline's own, November 2026";
    pub(crate) fn own_by_morph() = "preset.own_by_morph", "Paceline's own, November 2026, with the 20 steps of Morph's guide of April 2026";
    pub(crate) fn own_form_of_morph() = "preset.own_form_of_morph", "Paceline's own, November 2026, in the form that Morph documents for its models as of 2026";
}

impl Preset {
    /// Publisher and date. The texts of the prompts are our own in every preset.
    pub fn source(self) -> Phrase {
        match self {
            Self::GeneralCompute => general_compute(),
            Self::ArtificialAnalysis1k => by_1k(),
            Self::ArtificialAnalysis100 => short_by_1k(),
            Self::ArtificialAnalysis10k => by_10k(),
            Self::ArtificialAnalysis100k => long_by_1k(),
            Self::Chat | Self::Autocomplete | Self::Rag | Self::CodeFile => own(),
            Self::AgentLoop => own_by_morph(),
            Self::CodeApply => own_form_of_morph(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_says_who_and_when() {
        for preset in Preset::ALL {
            assert!(
                preset.source().to_string().contains("202"),
                "{}: a figure ages, so its year is told",
                preset.name()
            );
        }
    }
}
