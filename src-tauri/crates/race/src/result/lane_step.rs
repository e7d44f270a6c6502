//! One step of a lane that is a chain: who is asked, and how often it was.

use std::collections::BTreeMap;

use cost::Price;
use measure::{CONFIDENCE, Interval, Spread, wilson_interval};
use providers::{Adjustment, Dialect, Provider};
use serde::{Deserialize, Serialize};

use crate::result::sample::Sample;
use crate::result::summary::summary;

/// The provider's id of a lane that is a chain: its requests go to those of its steps.
pub const CHAIN: &str = "chain";

/// One step of a chain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct LaneStep {
    /// The provider's id.
    pub provider: String,
    /// The provider's name.
    pub label: String,
    /// The model as the provider calls it.
    pub model: String,
    /// The wire protocol spoken.
    pub dialect: Dialect,
    /// Where its requests went.
    pub base_url: String,
    /// Whether it is a simulated provider.
    pub simulated: bool,
    /// Its price when the run began, if known.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
    /// How its requests differ from the plan.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub adjustments: Vec<Adjustment>,
    /// How often it was asked, in documents.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<StepShare>,
    /// Each metric over its own requests whose status is `ok`, in documents.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub summary: BTreeMap<String, Spread>,
}

/// How often a step was asked.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct StepShare {
    /// Measured rounds in which it was.
    pub asked: u32,
    /// Measured rounds of the chain, without those that Paceline ended itself.
    pub of: u32,
    /// `asked` ÷ `of`.
    pub share: f64,
    /// The 95 % interval of that share: see [`wilson_interval`].
    pub interval: Interval,
}

impl LaneStep {
    /// A step at a provider, without a price, adjustments or results.
    pub fn begun(provider: &Provider, model: &str) -> Self {
        Self {
            provider: provider.id.clone(),
            label: provider.label.clone(),
            model: model.to_owned(),
            dialect: provider.dialect,
            base_url: provider.base_url.clone(),
            simulated: provider.simulated,
            price: None,
            adjustments: Vec::new(),
            asked: None,
            summary: BTreeMap::new(),
        }
    }

    /// The step with what its requests in these samples of the chain come to; `step` is its index, from 0.
    #[must_use]
    pub(crate) fn summed_up(mut self, step: u32, samples: &[Sample]) -> Self {
        let own: Vec<Sample> = samples
            .iter()
            .flat_map(|sample| &sample.steps)
            .filter(|own| own.step == step)
            .map(|own| own.sample.clone())
            .collect();
        self.asked = StepShare::of(step, samples);
        self.summary = summary(&own);
        self
    }
}

impl StepShare {
    /// How often the step at an index, from 0, was asked; `None` if the chain was never asked.
    pub(crate) fn of(step: u32, samples: &[Sample]) -> Option<Self> {
        Self::where_asked(samples, |sample| sample.steps.iter().any(|own| own.step == step))
    }

    /// How often any step after the first was.
    pub(crate) fn climbed(samples: &[Sample]) -> Option<Self> {
        Self::where_asked(samples, |sample| sample.climbed() == Some(true))
    }

    fn where_asked(samples: &[Sample], was_asked: impl Fn(&Sample) -> bool) -> Option<Self> {
        let ended = || samples.iter().filter(|sample| !sample.status.is_ours());
        let (asked, of) = (ended().filter(|sample| was_asked(sample)).count(), ended().count());
        let interval = wilson_interval(asked, of, CONFIDENCE)?;
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let (asked, of) = (count(asked), count(of));
        Some(Self { asked, of, share: f64::from(asked) / f64::from(of), interval })
    }
}

/// The name of a chain: the different providers of its steps, and their models, in order.
pub(crate) fn chain_names(steps: &[LaneStep]) -> (String, String) {
    let mut labels: Vec<&str> = steps.iter().map(|step| step.label.as_str()).collect();
    labels.dedup();
    let models: Vec<&str> = steps.iter().map(|step| step.model.as_str()).collect();
    let between = |names: &[&str]| names.join(" \u{2192} ");
    (between(&labels), between(&models))
}
