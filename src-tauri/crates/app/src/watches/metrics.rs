//! What watches measure, for Prometheus and whatever reads its text: counters and histograms of the requests of their turns since
//! this process began. Names are those of OpenTelemetry's conventions for generative AI where there are such, as Prometheus writes
//! them; a prompt, an answer or an address is in none.

use std::sync::atomic::AtomicU64;

use measure::{Metric, Warning};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};
use race::{Lane, Sample, Status};
use store::WatchTurn;

use crate::watches::turns::TakenTurn;

/// As OpenTelemetry recommends for `gen_ai.client.operation.duration`, in seconds.
const DURATIONS: [f64; 14] =
    [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
/// As OpenTelemetry recommends for times to a first chunk or token, in seconds.
const FIRSTS: [f64; 16] =
    [0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0];
/// Output speeds, in tokens per second.
const SPEEDS: [f64; 14] = [
    2.0, 5.0, 10.0, 20.0, 30.0, 50.0, 75.0, 100.0, 150.0, 200.0, 400.0, 1_000.0, 2_500.0, 10_000.0,
];
/// As OpenTelemetry recommends for `gen_ai.client.token.usage`.
const TOKENS: [f64; 14] = [
    1.0,
    4.0,
    16.0,
    64.0,
    256.0,
    1_024.0,
    4_096.0,
    16_384.0,
    65_536.0,
    262_144.0,
    1_048_576.0,
    4_194_304.0,
    16_777_216.0,
    67_108_864.0,
];
/// The media type of [`WatchMetrics::text`].
pub const OPENMETRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Who is measured.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Contender {
    watch: String,
    gen_ai_operation_name: &'static str,
    gen_ai_provider_name: String,
    gen_ai_request_model: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Ended {
    #[prometheus(flatten)]
    contender: Contender,
    /// How a request failed; empty for one that succeeded.
    error_type: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Usage {
    #[prometheus(flatten)]
    contender: Contender,
    gen_ai_token_type: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Checked {
    #[prometheus(flatten)]
    contender: Contender,
    verdict: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfWatch {
    watch: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Turns {
    watch: String,
    outcome: &'static str,
}

type Histograms<L> = Family<L, Histogram, fn() -> Histogram>;

/// The metrics of the watches whose turns are taken by this process.
pub struct WatchMetrics {
    registry: Registry,
    durations: Histograms<Ended>,
    first_chunks: Histograms<Contender>,
    ttfts: Histograms<Contender>,
    speeds: Histograms<Contender>,
    tokens: Histograms<Usage>,
    dollars: Family<Contender, Counter<f64, AtomicU64>>,
    answers: Family<Checked, Counter>,
    turns: Family<Turns, Counter>,
    changes: Family<OfWatch, Counter>,
    latest: Family<OfWatch, Gauge>,
}

fn durations() -> Histogram {
    Histogram::new(DURATIONS)
}

fn firsts() -> Histogram {
    Histogram::new(FIRSTS)
}

fn speeds() -> Histogram {
    Histogram::new(SPEEDS)
}

fn tokens() -> Histogram {
    Histogram::new(TOKENS)
}

impl Default for WatchMetrics {
    fn default() -> Self {
        let mut new = Self {
            registry: Registry::default(),
            durations: Family::new_with_constructor(durations),
            first_chunks: Family::new_with_constructor(firsts),
            ttfts: Family::new_with_constructor(firsts),
            speeds: Family::new_with_constructor(speeds),
            tokens: Family::new_with_constructor(tokens),
            dollars: Family::default(),
            answers: Family::default(),
            turns: Family::default(),
            changes: Family::default(),
            latest: Family::default(),
        };
        new.register();
        new
    }
}

impl WatchMetrics {
    fn register(&mut self) {
        let seconds = || Unit::Seconds;
        let registry = &mut self.registry;
        registry.register_with_unit(
            "gen_ai_client_operation_duration",
            "From sending a request to its end",
            seconds(),
            self.durations.clone(),
        );
        registry.register_with_unit(
            "gen_ai_client_operation_time_to_first_chunk",
            "From sending a request to the first event of its answer",
            seconds(),
            self.first_chunks.clone(),
        );
        registry.register_with_unit(
            "paceline_time_to_first_token",
            "From sending a request to its first token, reasoning included",
            seconds(),
            self.ttfts.clone(),
        );
        registry.register(
            "paceline_output_tokens_per_second",
            "Output speed of an answer after its first read",
            self.speeds.clone(),
        );
        registry.register(
            "gen_ai_client_token_usage",
            "Tokens of a request and of its answer, as the server counts",
            self.tokens.clone(),
        );
        registry.register("paceline_cost_dollars", "What requests cost", self.dollars.clone());
        registry.register("paceline_answers", "Answers that were checked", self.answers.clone());
        registry.register("paceline_watch_turns", "Turns of a watch", self.turns.clone());
        registry.register(
            "paceline_watch_changes",
            "Changes that a watch noticed",
            self.changes.clone(),
        );
        registry.register_with_unit(
            "paceline_watch_latest_turn_timestamp",
            "When the latest turn was due, since 1970",
            seconds(),
            self.latest.clone(),
        );
    }

    /// Counts a turn of a watch, or several that were missed.
    pub fn count_turn(&self, watch: &str, turn: &WatchTurn) {
        let turns = Turns { watch: watch.to_owned(), outcome: turn.outcome.word() };
        self.turns.get_or_create(&turns).inc_by(u64::from(turn.turns));
        self.latest.get_or_create(&OfWatch { watch: watch.to_owned() }).set(turn.due_s);
    }

    /// Counts a turn that was taken: itself, the requests of its race and the changes that were noticed with it.
    pub fn count(&self, watch: &str, taken: &TakenTurn) {
        self.count_turn(watch, &taken.turn);
        let changes = self.changes.get_or_create(&OfWatch { watch: watch.to_owned() });
        changes.inc_by(taken.changes.len() as u64);
        for lane in taken.run.iter().flat_map(|run| &run.lanes) {
            for sample in lane.samples.iter().filter(|sample| !sample.status.is_ours()) {
                self.count_request(watch, lane, sample);
            }
        }
    }

    fn count_request(&self, watch: &str, lane: &Lane, sample: &Sample) {
        let contender = Contender {
            watch: watch.to_owned(),
            gen_ai_operation_name: "chat",
            gen_ai_provider_name: lane.provider.clone(),
            gen_ai_request_model: lane.model.clone(),
        };
        // A machine that slept says nothing of times.
        let is_timed = sample.sent_at_ms.is_some() && !sample.doubts.contains(&Warning::ClockGap);
        if let Some(took) = sample.took_ms().filter(|_| is_timed) {
            let ended =
                Ended { contender: contender.clone(), error_type: error_type(sample.status) };
            self.durations.get_or_create(&ended).observe(took / 1e3);
        }
        if let Some(right) = sample.right {
            let checked = Checked {
                contender: contender.clone(),
                verdict: if right { "right" } else { "wrong" },
            };
            self.answers.get_or_create(&checked).inc();
        }
        let values = sample.values();
        let known = |metric: Metric| values.get(metric).filter(|value| value.is_finite());
        if let Some(usd) = known(Metric::CostUsd) {
            self.dollars.get_or_create(&contender).inc_by(usd.max(0.0));
        }
        for (metric, kind) in
            [(Metric::InTokensServer, "input"), (Metric::OutTokensServer, "output")]
        {
            let Some(count) = known(metric) else { continue };
            let usage = Usage { contender: contender.clone(), gen_ai_token_type: kind };
            self.tokens.get_or_create(&usage).observe(count);
        }
        if !sample.status.is_ok() {
            return;
        }
        for (metric, family, unit) in [
            (Metric::FirstEventMs, &self.first_chunks, 1e3),
            (Metric::TtftMs, &self.ttfts, 1e3),
            (Metric::DecodeTps, &self.speeds, 1.0),
        ] {
            if let Some(value) = known(metric) {
                family.get_or_create(&contender).observe(value / unit);
            }
        }
    }

    /// The metrics as `OpenMetrics` text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing into a text cannot fail.
        let _written = encode(&mut text, &self.registry);
        text
    }
}

/// How a request failed, as documents have it; empty if it did not.
fn error_type(status: Status) -> String {
    if status.is_ok() {
        return String::new();
    }
    let word = serde_json::to_value(status).ok();
    word.as_ref().and_then(|word| word.as_str()).unwrap_or("other").to_owned()
}

#[cfg(test)]
#[path = "metrics_tests.rs"]
mod tests;
