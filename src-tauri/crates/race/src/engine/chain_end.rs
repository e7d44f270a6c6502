//! The sample of a chain that has ended, from what there is of its steps.

use measure::Recording;
use providers::{Reply, Request};

use crate::engine::later_steps::EndedStep;
use crate::result::chain_sample::step_logs;
use crate::result::run::Run;
use crate::result::sample::{Sample, StepSample};
use crate::result::sample_context::SampleContext;
use crate::result::status::Status;

/// One request of a chain that has ended.
pub(crate) struct ChainEnd<'a> {
    pub(crate) header: &'a Run,
    /// Index of the lane among those that run.
    pub(crate) lane: usize,
    /// The request of the first step.
    pub(crate) first: (&'a Request, SampleContext<'a>),
    pub(crate) row: Option<u32>,
}

impl ChainEnd<'_> {
    /// Its sample; `None` if the lane is no chain. `last` is the reply of the last step and, if it was stopped, the status.
    pub(crate) fn sample(
        &self,
        recording: &Recording,
        (reply, status): (&Reply, Option<Status>),
        ended: &[EndedStep],
    ) -> Option<Sample> {
        let lane = self.header.lanes.get(self.lane).filter(|lane| lane.is_chain())?;
        let (first, asked_first) = &self.first;
        let last = ended.len().checked_sub(1)?;
        let provider = ended.last()?.request.as_ref().map_or(&first.provider, |own| &own.provider);
        let mut steps = Vec::with_capacity(ended.len());
        for ((at, own), (_, log)) in ended.iter().enumerate().zip(step_logs(recording)) {
            let request = own.request.as_deref().unwrap_or(first);
            let prompt = request.input_text();
            let asked = self.header.step_context(lane, own.step, &request.provider, &prompt);
            let asked = SampleContext {
                row: self.row,
                is_first_schema_use: asked_first.is_first_schema_use,
                ..asked
            };
            let (reply, status) = if at == last { (reply, status) } else { (&own.reply, None) };
            let mut sample = Sample::of(&log, reply, &asked, status);
            sample.put_results(own.checks.clone());
            steps.push(StepSample { step: own.step, sample });
        }
        Sample::of_steps(steps, recording, provider)
    }
}
