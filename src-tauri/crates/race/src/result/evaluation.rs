//! Computes a sample from a request's recording: the one place for a race that just ended, an interrupted run, and a
//! stored log that is recomputed.

use cost::{ChargeContext, CostSource, Price, TokenSource, tokens};
use measure::{
    ClientLoad, Counts, Kind, ReasoningType, Recording, Speed, Timeline, Warning, ms, ticks_ms,
};
use providers::{Ending, Fault, FaultClass, Provider, Reply, Usage};

use crate::result::output_length::LengthError;
use crate::result::prompt::Prompt;
use crate::result::sample::Sample;
use crate::result::sample_context::SampleContext;
use crate::result::status::Status;
use crate::result::token_counts::{TokenCounts, saturating_u32};
use crate::result::unfinished::UnfinishedNote;

/// Tokens between two ticks on the track.
pub(crate) const TICK_TOKENS: u32 = 100;
/// Difference of counts in percent that raises a warning if both use the same tokenizer.
const COUNTS_DISAGREE_PCT: f64 = 10.0;

/// The context of a request with the minute in which it was sent.
fn as_sent<'a>(asked: &SampleContext<'a>, timeline: &Timeline) -> SampleContext<'a> {
    let sent_ns = timeline.send_ns.unwrap_or(timeline.plan_ns);
    SampleContext { sent: asked.sent_at(sent_ns), ..*asked }
}

impl Sample {
    /// Computes the sample of a request from its recording and reply. `status` overrides the one that the reply
    /// implies.
    pub fn of(
        recording: &Recording,
        reply: &Reply,
        asked: &SampleContext<'_>,
        status: Option<Status>,
    ) -> Self {
        let status = status.unwrap_or_else(|| status_of(recording, reply));
        let usage = Usage::of(&recording.usage, asked.provider);
        let counts = TokenCounts::of(recording, &usage, reply.reasoning_type);
        let usage = counts.usage;
        let at_limit = matches!(ending(reply), Ending::Limit | Ending::ContextFull);
        let (speed, mut doubts) = speed(recording, &counts.counts(), reply.not_streamed, at_limit);
        // A truncated answer is short for another reason, which its status gives.
        doubts.retain(|doubt| *doubt != Warning::Short || status.is_ok());
        let Recording { timeline, transcript, .. } = recording;
        let since_gun = |at: Option<u64>| Some(ms(at?.checked_sub(timeline.plan_ns)?));
        let (has_text, strain) = (timeline.text().next().is_some(), timeline.strain);
        let count_diff_pct = counts.count_diff_pct();
        let tier = reply.server.service_tier.as_deref();
        let own = as_sent(asked, timeline);
        let cost = cost_of(&usage, &counts, &own, busy_ms(timeline), status, tier);
        // A resend on a new connection has a warning of its own.
        let was_refused = reply.attempts > 1 + u32::from(reply.stale);
        let missed = LengthError::of(asked.length, status, usage.out_total);
        let prompt = Prompt::of(asked, &usage);
        let is_hidden = is_hidden(recording, reply, &usage, counts.reasoning_type);
        // A summary begins some time after the reasoning did.
        let is_unseen = is_hidden || counts.is_summary_by_count;
        doubts.extend(
            [
                (Warning::NotStreamed, reply.not_streamed && reply.fault.is_none()),
                (Warning::UsageMissing, has_text && counts.source == TokenSource::Neutral),
                (Warning::CountImpossible, counts.is_impossible),
                (Warning::CountsDisagree, counts_disagree(&counts, recording, asked.model)),
                (Warning::PromptCached, prompt.is_cached(&usage)),
                (
                    Warning::ConnectedLate,
                    timeline.connection.as_ref().is_some_and(|c| !c.ahead && !c.reused),
                ),
                (Warning::StoppedAtLimit, at_limit),
                (Warning::LimitNotAsked, at_limit && !asked.is_own_limit(usage.out_total)),
                (Warning::SecondAttempt, was_refused),
                (Warning::StaleConnection, reply.stale),
                (Warning::NoTerminator, status.is_ok() && !reply.done && !reply.not_streamed),
                (Warning::EventUnread, reply.unread > 0),
                (Warning::ReasoningHidden, is_hidden),
                (Warning::ReasoningSummary, counts.is_summary_by_count),
                (Warning::CostEstimated, cost.as_ref().is_some_and(|(cost, _)| cost.estimated)),
                (Warning::ClientLimited, strain.is_some_and(ClientLoad::limits_numbers)),
                (Warning::ClockGap, strain.is_some_and(ClientLoad::has_clock_gap)),
                (
                    Warning::StrayTag,
                    counts.reasoning_type == ReasoningType::None
                        && asked.provider.leaves_a_tag(&transcript.answer),
                ),
                (Warning::PromptCut, prompt == Prompt::Cut),
                (Warning::StoppedEarly, missed.as_ref().is_some_and(LengthError::is_too_much)),
                (Warning::Adjusted, asked.is_adjusted),
                (Warning::FirstSchemaUse, asked.is_first_schema_use),
                (Warning::OtherTier, asked.is_other_tier(tier)),
            ]
            .into_iter()
            .filter_map(|(doubt, holds)| holds.then_some(doubt)),
        );
        let error = fault_of(status, reply, usage.reasoning);
        Self {
            status,
            prefill_tps: asked.prefill_tps(&usage, speed.ttft_ms, is_unseen),
            ticks_ms: ticks_ms(timeline, &counts.shown_neutral(recording), TICK_TOKENS),
            speed,
            token_source: has_text.then_some(counts.source),
            out_tokens_server: usage.out_total.map(saturating_u32),
            reasoning_tokens_server: usage.reasoning.map(saturating_u32),
            answer_tokens_server: counts.answer_by_server(),
            out_tokens_neutral: has_text.then(|| saturating_u32(counts.neutral())),
            answer_tokens_neutral: has_text.then(|| saturating_u32(counts.answer_neutral())),
            count_diff_pct,
            in_tokens_server: usage.in_total.map(saturating_u32),
            cached_read_tokens: usage.cached_read.map(saturating_u32),
            cached_share: usage.cached_share(),
            cached_write_tokens: usage.cached_write.map(saturating_u32),
            accepted_prediction_tokens: usage.accepted_prediction.map(saturating_u32),
            rejected_prediction_tokens: usage.rejected_prediction.map(saturating_u32),
            osl_diff_pct: missed.map(|missed| missed.percent()),
            reasoning_type: counts.reasoning_type,
            finish_reason: reply.finish_reason.clone().map(String::from),
            cost_usd: cost.as_ref().map(|(cost, _)| cost.usd()),
            cost_source: cost.as_ref().map(|(cost, _)| cost.source),
            price: cost.and_then(|(_, price)| price),
            doubts,
            connection: timeline.connection.clone(),
            strain,
            server: Some(reply.server.clone())
                .filter(|server| *server != providers::ServerReport::default()),
            attempts: reply.attempts,
            left_out: reply.left_out.clone().map(String::from),
            sent_at_ms: since_gun(timeline.send_ns),
            ended_at_ms: since_gun(timeline.close_ns.or(timeline.last_any_ns())),
            error_at_ms: error.as_ref().and_then(|_| failed_at_ms(recording)),
            text: transcript.answer.as_str().into(),
            tools: transcript.tool.as_str().into(),
            reasoning: transcript.reasoning.as_str().into(),
            error,
            row: asked.row,
            right: None,
            checks: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// Computes the sample of a request that was interrupted when the app exited. Its reply is lost, and with it how
    /// reasoning was delivered; the reasoning in its raw log is taken as what the dialect usually sends. Reasoning
    /// between tags is then called verbatim, which gives the same numbers.
    pub fn interrupted(recording: &Recording, asked: &SampleContext<'_>) -> Self {
        let has_shown = recording.timeline.text().any(|mark| mark.kind == Kind::Reasoning);
        let shown = has_shown.then(|| asked.provider.dialect.shown_reasoning());
        let reply = Reply { reasoning_type: shown.unwrap_or_default(), ..Reply::default() };
        Self::of(recording, &reply, asked, Some(Status::Interrupted))
    }

    /// Recomputes the speed metrics of this sample from its raw log under the current definitions.
    pub fn speed_again(&self, recording: &Recording, provider: &Provider) -> Speed {
        let usage = Usage::of(&recording.usage, provider);
        let counts = TokenCounts::of(recording, &usage, self.reasoning_seen());
        let (not_streamed, at_limit) = self.not_streamed_and_at_limit(recording);
        speed(recording, &counts.counts(), not_streamed, at_limit).0
    }

    /// Whether what came was one body, and whether a limit cut it.
    pub(crate) fn not_streamed_and_at_limit(&self, recording: &Recording) -> (bool, bool) {
        let has = |doubt| self.doubts.contains(&doubt);
        // A failure as one body has no such warning, but neither the time of the first byte that its log has.
        let is_bare_failure = self.error.is_some()
            && self.speed.ttfb_ms.is_none()
            && recording.timeline.first_byte_ns.is_some();
        (has(Warning::NotStreamed) || is_bare_failure, has(Warning::StoppedAtLimit))
    }

    /// The reasoning that was observed in the stream. That it was hidden was inferred, and so was that it is a summary under the
    /// warning that says so; if it stood between tags, the same numbers follow from it.
    pub(crate) fn reasoning_seen(&self) -> ReasoningType {
        match self.reasoning_type {
            ReasoningType::Hidden => ReasoningType::None,
            ReasoningType::Summary if self.doubts.contains(&Warning::ReasoningSummary) => {
                ReasoningType::Verbatim
            }
            seen => seen,
        }
    }
}

/// Whether TTFT includes hidden reasoning: the provider says so, or counts reasoning tokens although none were shown
/// before the answer.
fn is_hidden(
    recording: &Recording,
    reply: &Reply,
    usage: &Usage,
    reasoning_type: ReasoningType,
) -> bool {
    let reasoned = matches!(reasoning_type, ReasoningType::Hidden | ReasoningType::Redacted)
        || usage.reasoning.is_some_and(|tokens| tokens > 0);
    let first = recording.timeline.text().next().map(|mark| mark.kind);
    reply.reasoned_unseen || (reasoned && first != Some(Kind::Reasoning))
}

/// Time from the send to the end, in milliseconds.
fn busy_ms(timeline: &measure::Timeline) -> Option<f64> {
    let ended = timeline.close_ns.or(timeline.last_any_ns())?;
    Some(ms(ended.checked_sub(timeline.send_ns?)?))
}

/// The meaning of the provider's finish reason.
fn ending(reply: &Reply) -> Ending {
    reply.finish_reason.as_deref().map_or(Ending::Unknown, Ending::of)
}

/// The status that follows from the failure and from what arrived.
pub(crate) fn status_of(recording: &Recording, reply: &Reply) -> Status {
    if let Some(fault) = &reply.fault {
        return match (fault.class, fault.http_status) {
            (FaultClass::TimeoutFirst, _) => Status::TimeoutFirst,
            (FaultClass::TimeoutIdle, _) => Status::TimeoutIdle,
            (FaultClass::Deadline, _) => Status::Deadline,
            _ if fault.is_throttled() => Status::Throttled,
            // The error was an event of a stream, not the whole body.
            (_, Some(200..=299)) if !reply.not_streamed => Status::ErrorStream,
            (_, Some(_)) => Status::ErrorHttp,
            (FaultClass::InStream | FaultClass::NotAStream | FaultClass::TooLarge, None) => {
                Status::ErrorStream
            }
            _ => Status::ErrorNet,
        };
    }
    let ended = reply.done || reply.finish_reason.is_some() || reply.not_streamed;
    if !ended {
        return Status::Truncated;
    }
    match ending(reply) {
        Ending::Filtered => Status::Filtered,
        Ending::Refused => Status::Refused,
        _ if reply.refused => Status::Refused,
        Ending::ContextFull | Ending::Paused | Ending::Cancelled => Status::Truncated,
        Ending::Failed => Status::ErrorStream,
        Ending::Complete | Ending::ToolCall | Ending::Limit | Ending::Unknown => {
            match recording.timeline.text().next() {
                None => Status::OkEmpty,
                Some(_) => Status::Ok,
            }
        }
    }
}

/// The failure, in the provider's words or ours. `reasoned` is the number of reasoning tokens.
fn fault_of(status: Status, reply: &Reply, reasoned: Option<u64>) -> Option<Fault> {
    let told = match status {
        Status::Ok | Status::Cancelled | Status::Interrupted => None,
        _ => UnfinishedNote::of(status, reply.finish_reason.as_deref(), reasoned),
    };
    let is_ours = matches!(status, Status::Cancelled | Status::Interrupted);
    let said = reply.fault.clone().filter(|_| !is_ours);
    said.or_else(|| {
        let UnfinishedNote { class, message, advice } = told?;
        let request_id = reply.server.request_id.clone();
        // The reason in it was redacted as part of the reply.
        Some(Fault { request_id, ..Fault::of(class, &message).advising(&advice) })
    })
}

/// When the error arrived or, without one, when the connection ended, in milliseconds since the send.
fn failed_at_ms(recording: &Recording) -> Option<f64> {
    let timeline = &recording.timeline;
    let at = timeline.first_of(Kind::Fault).or(timeline.close_ns)?;
    Some(ms(at.checked_sub(timeline.send_ns?)?))
}

/// A response that was not streamed has an end but no first token. The tool call that a limit cut is not complete.
pub(crate) fn speed(
    recording: &Recording,
    counts: &Counts,
    not_streamed: bool,
    at_limit: bool,
) -> (Speed, Vec<Warning>) {
    let neutral = |text: &str| u64::from(tokens::count(text));
    let (mut speed, doubts) =
        Speed::of(&recording.timeline, &recording.transcript, counts, &neutral);
    if at_limit {
        speed.tool_calls_ms = None;
        speed.tool_arguments_ms = speed.tool_arguments_ms.filter(|_| speed.tool_calls > Some(1));
    }
    if !not_streamed {
        return (speed, doubts);
    }
    let whole = Speed {
        latency_ms: speed.latency_ms,
        latency_perceived_ms: speed.latency_perceived_ms,
        ttfb_headers_ms: speed.ttfb_headers_ms,
        connect_time_ms: speed.connect_time_ms,
        rtt_ms: speed.rtt_ms,
        tool_calls: speed.tool_calls,
        e2e_tps: speed.e2e_tps,
        ..Speed::default()
    };
    (whole, Vec::new())
}

/// The cost of the request and the price used. A request that failed after producing tokens is still charged, with a
/// cost estimated from what had arrived.
fn cost_of(
    usage: &Usage,
    counts: &TokenCounts,
    asked: &SampleContext<'_>,
    busy_ms: Option<f64>,
    status: Status,
    tier: Option<&str>,
) -> Option<(cost::Cost, Option<Price>)> {
    let complete = usage.in_total.is_some() && usage.out_total.is_some();
    // The provider bills at least the input of a request that we cancelled, even before its first token.
    let is_cut = status.is_ours() && busy_ms.is_some();
    if !complete && usage.reported_usd.is_none() && counts.neutral() == 0 && !is_cut {
        return None;
    }
    let charged = cost::BillableTokens {
        in_total: usage.in_total.or_else(|| Some(u64::from(tokens::count(asked.prompt)))),
        cached_read: usage.cached_read,
        cached_write: usage.cached_write,
        out_total: usage.out_total.or(Some(counts.neutral())),
        reasoning: usage.reasoning,
        billed_in: usage.billed_in,
        billed_out: usage.billed_out,
        counted_by: if complete { TokenSource::Server } else { TokenSource::Neutral },
    };
    let circumstances = match asked.machine_ms {
        Some(share) => ChargeContext { sent: asked.sent, busy_ms: Some(share), sharing: 1 },
        None => ChargeContext { sent: asked.sent, busy_ms, sharing: asked.sharing },
    };
    let (price, is_listed) = asked.price.map(|price| price.answered_by(tier)).unzip();
    let cost = cost::of(price.as_ref(), &charged, usage.reported_usd, circumstances)?;
    let counted = complete && status.is_final() && is_listed.unwrap_or(true);
    let cost = if usage.reported_usd.is_some() || counted { cost } else { cost.as_estimate() };
    let by_price = cost.source != CostSource::Reported;
    Some((cost, price.filter(|_| by_price)))
}

/// Whether the server counts other tokens than its text has: fewer than any tokenizer takes, or others than that of its model.
fn counts_disagree(counts: &TokenCounts, recording: &Recording, model: &str) -> bool {
    let is_off = |diff: f64| diff.abs() > COUNTS_DISAGREE_PCT;
    counts.are_fewer_than_any_tokenizers(recording)
        || tokens::is_of_o200k(model) && counts.count_diff_pct().is_some_and(is_off)
}

#[cfg(test)]
#[path = "evaluation_tests.rs"]
mod tests;
