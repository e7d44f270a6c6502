//! Minimal runs for tests.

use measure::{ReasoningType, Speed};
use providers::{Dialect, Inputs, KeyNeed, Provider, Request, custom};

use crate::plan::Plan;
use crate::result::lane::Lane;
use crate::result::run::{Run, RunKind, RunState};
use crate::result::sample::Sample;
use crate::result::sample_context::SampleContext;
use crate::result::shared_text::SharedText;
use crate::result::status::Status;

/// A request of `provider` for `prompt`, alone on its server, without a price or a length.
pub(crate) fn context<'a>(provider: &'a Provider, prompt: &'a str) -> SampleContext<'a> {
    SampleContext {
        provider,
        model: "m",
        prompt,
        price: None,
        sent: None,
        sharing: 1,
        machine_ms: None,
        length: None,
        is_adjusted: false,
        is_first_schema_use: false,
        row: None,
    }
}

pub(crate) fn sample(status: Status) -> Sample {
    Sample {
        status,
        speed: Speed::default(),
        token_source: None,
        out_tokens_server: None,
        reasoning_tokens_server: None,
        answer_tokens_server: None,
        out_tokens_neutral: None,
        answer_tokens_neutral: None,
        count_diff_pct: None,
        in_tokens_server: None,
        cached_read_tokens: None,
        cached_share: None,
        cached_write_tokens: None,
        accepted_prediction_tokens: None,
        rejected_prediction_tokens: None,
        reasoning_type: ReasoningType::None,
        finish_reason: None,
        cost_usd: None,
        cost_source: None,
        price: None,
        doubts: Vec::new(),
        connection: None,
        strain: None,
        prefill_tps: None,
        osl_diff_pct: None,
        server: None,
        attempts: 1,
        left_out: None,
        ticks_ms: Vec::new(),
        sent_at_ms: None,
        ended_at_ms: None,
        error_at_ms: None,
        text: SharedText::default(),
        tools: SharedText::default(),
        reasoning: SharedText::default(),
        error: None,
        row: None,
        right: None,
        checks: Vec::new(),
        steps: Vec::new(),
    }
}

/// A server of one's own at an address that nobody asks.
pub(crate) fn provider() -> Provider {
    let (dialect, key) = (Dialect::OpenaiChat, KeyNeed::Optional);
    let provider = custom("custom", "Custom", dialect, "http://127.0.0.1:8000/v1", key);
    provider.expect("an address")
}

/// A request to an address of one's own in this dialect.
pub(crate) fn request_of_dialect(dialect: Dialect) -> Request {
    let provider = custom("own", "Own", dialect, "http://127.0.0.1:9/v1", KeyNeed::Optional);
    Request { provider: provider.expect("an address"), ..request("Why?") }
}

/// A request with this prompt and nothing else.
pub(crate) fn request(prompt: &str) -> Request {
    Request {
        provider: provider(),
        model: "m".into(),
        system: None,
        prompt: prompt.to_owned(),
        max_tokens: None,
        temperature: None,
        effort: None,
        payload: std::sync::Arc::default(),
        inputs: Inputs::Usual,
    }
}

pub(crate) fn lane(samples: impl IntoIterator<Item = Sample>) -> Lane {
    let provider = provider();
    Lane { samples: samples.into_iter().collect(), ..Lane::begun(0, &provider, "m") }
}

pub(crate) fn run(lanes: Vec<Lane>) -> Run {
    let plan = Plan { prompt: "Why?".to_owned(), ..Plan::default() };
    let started_at = "2026-03-01T12:00:00Z".to_owned();
    let run = Run::begun(RunKind::Race, "run".to_owned(), started_at, plan, lanes);
    Run { state: RunState::Finished, simulated: false, ..run }
}
