//! The sample of a chain: what its requests come to together.

use cost::CostSource;
use measure::{Recording, Warning};
use providers::Provider;

use crate::plan::chain::answer_of;
use crate::result::lane::Lane;
use crate::result::lane_providers::LaneProviders;
use crate::result::run::Run;
use crate::result::sample::{Sample, StepSample};
use crate::result::sample_context::SampleContext;

/// Warnings of an earlier step that are about numbers of the whole chain: its times, or its cost.
const OF_THE_CHAIN: [Warning; 10] = [
    Warning::ClockGap,
    Warning::ClientLimited,
    Warning::ConnectedLate,
    Warning::StaleConnection,
    Warning::SecondAttempt,
    Warning::PromptCached,
    Warning::CostEstimated,
    Warning::CountImpossible,
    Warning::OtherTier,
    Warning::Adjusted,
];

impl Sample {
    /// The sample of a chain whose steps ended like this, in order. `recording` is that of the chain, closed, and `provider` that of the last
    /// step. The answer is the last step's, times run from the send of the first, and the cost is that of all.
    pub(crate) fn of_steps(
        steps: Vec<StepSample>,
        recording: &Recording,
        provider: &Provider,
    ) -> Option<Self> {
        let last = &steps.last()?.sample;
        let sent_at_ms = steps.iter().find_map(|step| step.sample.sent_at_ms);
        let before_ms = last.sent_at_ms.zip(sent_at_ms).map(|(own, first)| own - first);
        let earlier = steps.iter().rev().skip(1).flat_map(|step| &step.sample.doubts);
        let mut doubts = last.doubts.clone();
        for doubt in earlier.filter(|doubt| OF_THE_CHAIN.contains(doubt)) {
            if !doubts.contains(doubt) {
                doubts.push(*doubt);
            }
        }
        let cost_usd = steps.iter().map(|step| cost_of(&step.sample)).sum::<Option<f64>>();
        // Nothing is charged if nothing was, as for a single request.
        let cost_usd = cost_usd.filter(|_| steps.iter().any(|step| step.sample.cost_usd.is_some()));
        let is_single = steps.len() == 1;
        let chain = Self {
            speed: last.speed_again(recording, provider),
            prefill_tps: last.prefill_tps.filter(|_| is_single),
            sent_at_ms,
            error_at_ms: last.error_at_ms.zip(before_ms).map(|(at, before)| at + before),
            cost_usd,
            cost_source: cost_usd.and_then(|_| source_of(&steps)),
            price: last.price.clone().filter(|_| is_single),
            doubts,
            right: None,
            checks: Vec::new(),
            ..last.clone()
        };
        Some(Self { steps, ..chain })
    }
}

fn cost_of(sample: &Sample) -> Option<f64> {
    sample.cost_usd.or(sample.is_refused().then_some(0.0))
}

/// How the cost of several requests was determined: as that of each or, where they differ, computed.
fn source_of(steps: &[StepSample]) -> Option<CostSource> {
    let mut sources = steps.iter().filter_map(|step| step.sample.cost_source);
    let first = sources.next()?;
    Some(if sources.all(|other| other == first) { first } else { CostSource::Computed })
}

/// The request of each step of a chain alone, in order, with the step's index.
pub(crate) fn step_logs(recording: &Recording) -> Vec<(u32, Recording)> {
    let earlier = recording.earlier().iter().map(|step| (step.step, step.recording.clone()));
    earlier.chain([(recording.step(), recording.own_step())]).collect()
}

impl Run {
    /// The sample of a request that was interrupted when the app exited, of a chain or not: see [`Sample::interrupted`]. How the steps of a chain ended is lost
    /// with it. `prompt` is the whole input text of the lane.
    pub fn interrupted_request(
        &self,
        lane: &Lane,
        providers: &LaneProviders,
        (prompt, row): (&str, Option<u32>),
        recording: &mut Recording,
    ) -> Sample {
        recording.close_chain();
        if !lane.is_chain() {
            let context = self.sample_context(lane, &providers.own, prompt);
            return Sample::interrupted(recording, &SampleContext { row, ..context });
        }
        let mut said = prompt.to_owned();
        let mut steps = Vec::new();
        for (step, log) in step_logs(recording) {
            let context = self.step_context(lane, step, providers.of_step(step), &said);
            let sample = Sample::interrupted(&log, &SampleContext { row, ..context });
            steps.push(StepSample { step, sample });
            // What a later step was asked is not kept; at least the prompt and the answer.
            said = format!("{prompt}\n{}", answer_of(&log));
        }
        let provider = providers.of_step(recording.step());
        match Sample::of_steps(steps, recording, provider) {
            Some(sample) => sample,
            None => Sample::interrupted(recording, &self.sample_context(lane, provider, prompt)),
        }
    }
}

#[cfg(test)]
#[path = "chain_sample_tests.rs"]
mod tests;
