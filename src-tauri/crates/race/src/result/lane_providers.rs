//! The providers to which a lane's requests went.

use providers::Provider;

use crate::result::sample::Sample;

/// The provider of a lane and, of a chain, those of its steps.
#[derive(Debug, Clone, PartialEq)]
pub struct LaneProviders {
    /// The lane's own; of a chain that of its first step.
    pub own: Provider,
    /// Those of a chain's steps, in order; empty for single requests.
    pub steps: Vec<Provider>,
}

impl From<Provider> for LaneProviders {
    fn from(own: Provider) -> Self {
        Self { own, steps: Vec::new() }
    }
}

impl LaneProviders {
    /// The provider of the step at an index, from 0.
    pub fn of_step(&self, step: u32) -> &Provider {
        self.steps.get(step as usize).unwrap_or(&self.own)
    }

    /// The provider that gave the answer of a sample: of a chain, that of the step that was asked last.
    pub fn of_answer(&self, sample: &Sample) -> &Provider {
        sample.steps.last().map_or(&self.own, |last| self.of_step(last.step))
    }
}
