//! A request of a document from elsewhere, taken from its raw log.

use cost::{CostSource, Price};
use measure::{Recording, Warning};
use providers::{Reply, SafeText};

use crate::result::chain_sample::step_logs;
use crate::result::lane::Lane;
use crate::result::lane_providers::LaneProviders;
use crate::result::redefined::OF_A_REQUEST;
use crate::result::run::Run;
use crate::result::sample::{Sample, StepSample};
use crate::result::sample_context::SampleContext;
use crate::result::status::Status;

/// Whether a warning follows from the raw log whenever it is right; all others also stay if only the document has them.
fn is_of_the_log(doubt: Warning) -> bool {
    OF_A_REQUEST.contains(&doubt) || doubt == Warning::CountsDisagree
}

impl Run {
    /// One of the requests of a lane with everything that its raw log says: texts, times, counts, speeds, its cost, and
    /// each warning that follows from them. How it ended, what the server reported beside the stream (its times
    /// only if they can be), and what no log
    /// has (the machine's share, an input that the server did not count) stay as they are.
    #[must_use]
    pub fn as_logged(
        &self,
        lane: &Lane,
        providers: &LaneProviders,
        sample: &Sample,
        recording: &Recording,
    ) -> Sample {
        if !lane.is_chain() || sample.steps.len() != recording.earlier().len() + 1 {
            // What was sent is not counted again: the document does not say which text each request had.
            let context = self.sample_context(lane, &providers.own, "");
            return logged(context, sample, recording);
        }
        let logs = step_logs(recording);
        let steps = sample.steps.iter().zip(&logs).map(|(own, (_, log))| {
            let context = self.step_context(lane, own.step, providers.of_step(own.step), "");
            StepSample { step: own.step, sample: logged(context, &own.sample, log) }
        });
        let chain = Sample::of_steps(steps.collect(), recording, providers.of_answer(sample));
        let (right, checks) = (sample.right, sample.checks.clone());
        chain.map_or_else(|| sample.clone(), |chain| Sample { right, checks, ..chain })
    }
}

/// One request with everything that its raw log says.
fn logged(context: SampleContext<'_>, sample: &Sample, recording: &Recording) -> Sample {
    let has_text = recording.timeline.text().next().is_some();
    let status = match sample.status {
        Status::Ok | Status::OkEmpty if has_text => Status::Ok,
        Status::Ok => Status::OkEmpty,
        status => status,
    };
    let price = context.price.or(sample.price.as_ref());
    let context = SampleContext { price, sharing: 1, row: sample.row, ..context };
    let logged = Sample::of(recording, &reply(sample, recording), &context, Some(status));
    let of_log = logged.doubts.iter().copied();
    let kept = sample
        .doubts
        .iter()
        .copied()
        .filter(|doubt| !is_of_the_log(*doubt) && !logged.doubts.contains(doubt));
    let doubts = of_log.chain(kept).collect();
    let logged = Sample {
        doubts,
        prefill_tps: logged.prefill_tps.filter(|_| sample.prefill_tps.is_some()),
        connection: logged.connection.or_else(|| sample.connection.clone()),
        strain: logged.strain.or(sample.strain),
        right: sample.right,
        checks: sample.checks.clone(),
        ..logged
    };
    if is_open(sample, &logged, price) {
        let Sample { cost_usd, cost_source, price, .. } = sample.clone();
        return Sample { cost_usd, cost_source, price, ..logged };
    }
    logged
}

/// Whether the log leaves the cost open, and the document's is possible: a request's share of a machine is at most all
/// of its time, and an input that nobody counted costs something beside the output.
fn is_open(sample: &Sample, logged: &Sample, price: Option<&Price>) -> bool {
    let (Some(told), Some(found)) = (sample.cost_usd, logged.cost_usd) else {
        return sample.cost_usd.is_none();
    };
    if price.is_some_and(|price| price.per_hour.is_some()) {
        return sample.cost_source == logged.cost_source && told <= found;
    }
    let is_computed = logged.cost_source == Some(CostSource::Computed);
    is_computed && logged.in_tokens_server.is_none() && told >= found
}

/// How often a request can have been sent by what else is known of it: once more for a field that was left out, and for a closed
/// connection, of which a prediction that is streamed has two.
fn attempts(sample: &Sample, has_answer: bool) -> u32 {
    let has = |doubt| sample.doubts.contains(&doubt);
    let left_out = u32::from(sample.left_out.is_some() || has(Warning::SecondAttempt));
    let stale = u32::from(has(Warning::StaleConnection));
    let least = if has_answer { 1 + left_out + stale } else { 0 };
    sample.attempts.clamp(least, 1 + left_out + 2 * stale)
}

/// The reply as far as a sample has kept it.
fn reply(sample: &Sample, recording: &Recording) -> Reply {
    let has = |doubt| sample.doubts.contains(&doubt);
    // Who was answered had been asked.
    let has_answer = matches!(sample.status, Status::Ok | Status::OkEmpty | Status::Refused);
    let safe = |text: &Option<String>| text.as_deref().map(|text| SafeText::without(text, None));
    Reply {
        finish_reason: safe(&sample.finish_reason),
        done: !has(Warning::NoTerminator),
        reasoning_type: sample.reasoning_seen(),
        reasoned_unseen: has(Warning::ReasoningHidden),
        refused: sample.status == Status::Refused,
        not_streamed: sample.not_streamed_and_at_limit(recording).0,
        server: sample
            .server
            .as_ref()
            .map(|told| told.as_logged(&recording.usage))
            .unwrap_or_default(),
        fault: sample.error.clone(),
        unread: u32::from(has(Warning::EventUnread)),
        attempts: attempts(sample, has_answer),
        left_out: safe(&sample.left_out),
        stale: has(Warning::StaleConnection),
    }
}
