//! One request of a run, as documents have it.

use checks::CheckResult;
use cost::{Price, TokenSource};
use measure::{ClientLoad, ConnectionTiming, Paid, ReasoningType, Speed, Warning};
use providers::{Fault, ServerReport};
use serde::{Deserialize, Serialize};

use crate::result::shared_text::SharedText;
use crate::result::status::Status;

/// One request: its numbers, its texts and its failure. Absent means unknown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Sample {
    /// How it ended.
    pub status: Status,
    /// The speed metrics.
    #[serde(flatten)]
    pub speed: Speed,
    /// Who counted the tokens of the speeds.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_source: Option<TokenSource>,
    /// All output tokens, as the server counts.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out_tokens_server: Option<u32>,
    /// Reasoning tokens, as the server counts; part of `out_tokens_server`.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning_tokens_server: Option<u32>,
    /// `out_tokens_server` − `reasoning_tokens_server` − `rejected_prediction_tokens`.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer_tokens_server: Option<u32>,
    /// All visible output, counted here with `o200k_base`.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out_tokens_neutral: Option<u32>,
    /// The answer and tool calls among it, without reasoning; absent in runs from before it was kept.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer_tokens_neutral: Option<u32>,
    /// (server − neutral) ÷ neutral, in percent.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count_diff_pct: Option<f64>,
    /// All input tokens, cached ones included, as the server counts.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_tokens_server: Option<u32>,
    /// Input tokens served from the provider's cache.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached_read_tokens: Option<u32>,
    /// `cached_read_tokens` ÷ `in_tokens_server`, 0 to 1.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached_share: Option<f64>,
    /// Input tokens written to the provider's cache.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached_write_tokens: Option<u32>,
    /// Tokens of the predicted output that the answer took over, as the server counts; part of `out_tokens_server`.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepted_prediction_tokens: Option<u32>,
    /// Tokens of the predicted output that are not in the answer and are billed as output, as the server counts; part of
    /// `out_tokens_server`.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rejected_prediction_tokens: Option<u32>,
    /// Input tokens ÷ TTFT, in tokens per second: a lower bound, because TTFT includes the network and any queue.
    /// Present only if the run had no other request in flight to the same server, the server confirms that nothing was
    /// cached, and there was no hidden reasoning.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prefill_tps: Option<f64>,
    /// (output tokens − requested tokens) ÷ requested tokens, in percent, by the server's count, for a request that
    /// succeeded.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub osl_diff_pct: Option<f64>,
    /// How reasoning was delivered.
    pub reasoning_type: ReasoningType,
    /// The provider's finish reason.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finish_reason: Option<String>,
    /// Cost in dollars.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
    /// How the cost was determined.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_source: Option<cost::CostSource>,
    /// The price it was computed with.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
    /// Reasons to read these numbers with care.
    pub doubts: Vec<Warning>,
    /// The connection it used.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub connection: Option<ConnectionTiming>,
    /// The state of this machine during the request.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strain: Option<ClientLoad>,
    /// The server's own report, never mixed with our measurements.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<ServerReport>,
    /// Number of attempts; 2 if an option was refused and left out the second time.
    pub attempts: u32,
    /// The field of the request that the server refused and that was left out of the second attempt.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<String>,
    /// Arrival of every 100th token, in milliseconds since the start gun.
    pub ticks_ms: Vec<f64>,
    /// When the request was sent, in milliseconds since the start gun.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent_at_ms: Option<f64>,
    /// When the request ended, in milliseconds since the start gun.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at_ms: Option<f64>,
    /// When it failed, in milliseconds since the send.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_at_ms: Option<f64>,
    /// The answer.
    #[specta(type = String)]
    pub text: SharedText,
    /// Names and arguments of tool calls, in order of arrival.
    #[serde(default, skip_serializing_if = "SharedText::is_empty")]
    #[specta(type = String)]
    pub tools: SharedText,
    /// The reasoning, if it was shown.
    #[specta(type = String)]
    pub reasoning: SharedText,
    /// The failure.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Fault>,
    /// The row of the plan's set that it asked, from 0; absent without a set.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<u32>,
    /// Whether the answer is right; absent if that is unknown, if the request failed, or without checks.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right: Option<bool>,
    /// What each check of the plan found, in order; empty if the request failed, or without checks.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<CheckResult>,
    /// The requests of a chain, in the order in which they were asked; empty for a single request. The answer and its tokens are those of
    /// the last, times run from the send of the first, and the cost is that of all.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepSample>,
}

/// One request of a chain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct StepSample {
    /// Which of its lane's steps it asked, from 0.
    pub step: u32,
    /// The request alone. `right` and `checks` say what decided whether the next step was asked, where checks did.
    pub sample: Sample,
}

impl Sample {
    /// The output tokens that the model wrote, as the server counts: all but the rejected ones of a predicted output.
    pub(crate) fn written_tokens_server(&self) -> Option<u32> {
        Some(self.out_tokens_server?.saturating_sub(self.rejected_prediction_tokens.unwrap_or(0)))
    }

    /// Whether it went on to a later step of its chain; `None` for a single request.
    pub fn climbed(&self) -> Option<bool> {
        (!self.steps.is_empty()).then_some(self.steps.len() > 1)
    }

    /// What it cost, if that is known.
    pub(crate) fn paid(&self) -> Option<Paid> {
        let value = self.cost_usd.filter(|usd| usd.is_finite())?;
        Some(Paid { value, climbed: self.climbed() })
    }

    /// Whether the provider rejected the request or never saw it, so that it costs nothing. A model that declines is
    /// charged for its answer.
    pub fn is_refused(&self) -> bool {
        if !self.steps.is_empty() {
            return self.steps.iter().all(|step| step.sample.is_refused());
        }
        matches!(self.status, Status::ErrorHttp | Status::Throttled) || self.sent_at_ms.is_none()
    }
}
