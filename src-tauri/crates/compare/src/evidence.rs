//! The evidence behind a comparison of contenders: their numbers run by run, or round by round within one run.
//!
//! Requests of one run share their luck: the hour, the route, the load of the servers. So an observation is a run, not
//! a request. T. Kalibera and R. Jones (2013), "Rigorous benchmarking in reasonable time". A contender with only one
//! run is known by its rounds, and how its runs differ is unknown.

use std::collections::BTreeSet;

use crate::dependence::Dependence;
use crate::metric_summary::value;
use crate::middle::median;
use crate::paid::paid;
use crate::prompt_strata::Asked;
use crate::request::MeasuredRequest;
use crate::slope_end::SlopeEnd;
use crate::writing::Writing;
use measure::{Metric, Paid, Stopping, percentile, typical};

/// The percentile used as the tail.
pub(crate) const TAIL: f64 = 0.95;

/// Minimum number of requests at which the tail is not simply the slowest one.
const TAIL_FROM: usize = 20;

/// Maximum number of rounds that are kept.
const MOST_ROUNDS: usize = 1_000;

/// The middle of each number over some requests; of the cost the mean.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Middles {
    /// Time to first token, in milliseconds.
    pub ttft_ms: Option<f64>,
    /// p95 of time to first answer token, in milliseconds; absent for a part of a run and for a short run.
    pub ttfat_tail_ms: Option<f64>,
    /// Time to first answer token, in milliseconds.
    pub ttfat_ms: Option<f64>,
    /// Visible thinking, in milliseconds.
    pub think_ms: Option<f64>,
    /// End-to-end latency, in milliseconds.
    pub latency_ms: Option<f64>,
    /// Output speed, in tokens per second.
    pub decode_tps: Option<f64>,
    /// Output speed, in `o200k_base` tokens per second.
    pub neutral_tps: Option<f64>,
    /// How the answer is written, in the server's own tokens.
    pub writing: Option<Writing>,
    /// How it is written in `o200k_base` tokens.
    pub neutral_writing: Option<Writing>,
    /// Cost of a request, in dollars.
    pub cost_usd: Option<f64>,
    /// Reasoning tokens, as the server counts.
    pub reasoning_tokens: Option<f64>,
    /// Input tokens that no cache held.
    pub uncached_tokens: Option<f64>,
    /// The same in `o200k_base` tokens, where the prompts are known in them.
    pub uncached_length: Option<f64>,
    /// The question's metric.
    pub asked_for: Option<(Metric, f64)>,
    /// Where a prediction from them takes the time that an input token adds.
    pub slope_end: SlopeEnd,
}

impl Middles {
    fn of(requests: &[&MeasuredRequest], counted: Option<cost::TokenSource>) -> Self {
        let middle = |of: &dyn Fn(&MeasuredRequest) -> Option<f64>| {
            median(requests.iter().filter_map(|request| of(request)).collect())
        };
        let metric = |metric| middle(&|request| value(metric, request, counted));
        let asked_for = requests.iter().find_map(|request| Some(request.asked_for?.0));
        Self {
            ttft_ms: metric(Metric::TtftMs),
            ttfat_tail_ms: ttfat_tail(requests),
            ttfat_ms: metric(Metric::TtfatMs),
            think_ms: middle(&|request| Some((request.ttfat_ms? - request.ttft_ms?).max(0.0))),
            latency_ms: metric(Metric::LatencyMs),
            decode_tps: metric(Metric::DecodeTps),
            neutral_tps: metric(Metric::NeutralTps),
            writing: Writing::of(requests, &|request| Writing::own(request, counted)),
            neutral_writing: Writing::of(requests, &|request| Writing::neutral(request, counted)),
            cost_usd: typical(Metric::CostUsd, requests.iter().filter_map(|one| one.cost_usd)),
            reasoning_tokens: metric(Metric::ReasoningTokensServer),
            uncached_tokens: middle(&MeasuredRequest::uncached_tokens),
            uncached_length: middle(&MeasuredRequest::uncached_length),
            asked_for: asked_for.and_then(|asked| Some((asked, metric(asked)?))),
            slope_end: SlopeEnd::Estimate,
        }
    }

    /// One of its numbers.
    pub(crate) fn value(&self, metric: Metric) -> Option<f64> {
        match metric {
            Metric::TtftMs => self.ttft_ms,
            Metric::TtfatMs => self.ttfat_ms,
            Metric::LatencyMs => self.latency_ms,
            Metric::DecodeTps => self.decode_tps,
            Metric::NeutralTps => self.neutral_tps,
            Metric::CostUsd => self.cost_usd,
            other => self.asked_for.filter(|(metric, _)| *metric == other).map(|(_, value)| value),
        }
    }
}

/// p95 of time to first answer token, in milliseconds; `None` with too few requests.
pub(crate) fn ttfat_tail(good: &[&MeasuredRequest]) -> Option<f64> {
    let mut values: Vec<f64> =
        good.iter().filter_map(|one| one.ttfat_ms).filter(|ms| ms.is_finite()).collect();
    values.sort_by(f64::total_cmp);
    percentile(&values, TAIL).filter(|_| values.len() >= TAIL_FROM)
}

/// Computes a number from the middles of a run or of a part of it.
pub(crate) type Number<'a> = &'a dyn Fn(&Middles) -> Option<f64>;

/// The value if it is a number.
pub(crate) fn finite(value: Option<f64>) -> Option<f64> {
    value.filter(|value| value.is_finite())
}

/// Part of a run: a round of a race, or a batch of whole waves of a level, as its own intervals take them.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Part {
    /// Its index; in a race, its round.
    pub index: u32,
    /// Its numbers.
    pub middles: Middles,
}

/// One run of a contender.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct EvidenceRun {
    /// The run's id.
    pub id: String,
    /// What was asked in it.
    pub asked: Asked,
    /// Its numbers.
    pub middles: Middles,
}

impl EvidenceRun {
    /// Of the successful requests of one run.
    fn of(run: &[&MeasuredRequest], counted: Option<cost::TokenSource>) -> Option<Self> {
        let asked: BTreeSet<(&str, Option<u32>)> = run.iter().map(|one| one.asked()).collect();
        let asked = asked.into_iter().map(|(prompt, limit)| (prompt.to_owned(), limit));
        let (id, middles) = (run.first()?.run.clone(), Middles::of(run, counted));
        Some(Self { id, asked: asked.collect(), middles })
    }
}

/// One contender's evidence.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Evidence {
    /// Its runs, oldest first.
    pub runs: Vec<EvidenceRun>,
    /// The parts of its only run; empty if it has several.
    pub parts: Vec<Part>,
    /// Whether the parts are rounds that began at one start gun.
    pub raced: bool,
    /// Whether the race was to end once settled, so that its values were looked at after each round.
    pub until_settled: bool,
    /// What its requests cost.
    pub paid: Vec<Paid>,
}

impl Evidence {
    /// Whether it is a chain.
    pub(crate) fn is_chain(&self) -> bool {
        self.paid.iter().any(|paid| paid.climbed.is_some())
    }

    /// The evidence of a contender's successful requests, in order of run, lane and round.
    pub(crate) fn of(good: &[&MeasuredRequest], counted: Option<cost::TokenSource>) -> Self {
        let by_run: Vec<&[&MeasuredRequest]> = good.chunk_by(|a, b| a.run == b.run).collect();
        let runs = by_run.iter().filter_map(|run| EvidenceRun::of(run, counted)).collect();
        let (parts, raced) = match by_run.as_slice() {
            [only] => (parts(only, counted), only.iter().all(|request| request.raced)),
            _ => (Vec::new(), false),
        };
        let until_settled =
            raced && good.iter().any(|request| request.stopping == Stopping::WhenSettled);
        let paid = good.iter().filter_map(|one| paid(one)).collect();
        Self { runs, parts, raced, until_settled, paid }
    }
}

fn parts(run: &[&MeasuredRequest], counted: Option<cost::TokenSource>) -> Vec<Part> {
    let Some(first) = run.first() else { return Vec::new() };
    let mut ordered = run.to_vec();
    ordered.sort_by_key(|request| (request.round, request.lane));
    let part = |(index, requests): (u32, &[&MeasuredRequest])| Part {
        index,
        middles: Middles::of(requests, counted),
    };
    if first.raced {
        let rounds = ordered.chunk_by(|a, b| a.round == b.round);
        let rounds = rounds.filter_map(|round| Some((round.first()?.round, round)));
        return rounds.take(MOST_ROUNDS).map(part).collect();
    }
    match Dependence::of(&ordered) {
        Dependence::Waves(waves, _) => (0..).zip(waves.batches_in(&ordered)).map(part).collect(),
        Dependence::Rounds | Dependence::Runs => Vec::new(),
    }
}
