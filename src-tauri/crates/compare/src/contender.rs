//! One contender: the summary of its requests.

use std::collections::BTreeMap;
use std::sync::Arc;

use cost::{Price, TokenSource};
use measure::{
    ALIKE_PROMPTS, AtPromptLength, Interval, Metric, Phrase, RightAnswers, Tail, TextOfSpeeds,
    UncertaintyBudget, Warning, WarningCount, waits_for_the_prompt,
};
use serde::Serialize;

use crate::carried::{CarriedSummary, carried};
use crate::dependence::{Dependence, OfRuns};
use crate::evidence::{TAIL, ttfat_tail};
use crate::first_schema_use::{FirstSchemaUse, first_schema_use};
use crate::latency_model::LatencyModel;
use crate::mean_cost::mean_interval;
use crate::metric_summary::{MetricSummary, value};
use crate::number_budgets::number_budgets;
use crate::paid::paid;
use crate::prompt_ends::prompt_ends;
use crate::prompt_tokens::OwnTokens;
use crate::request::{LoadLevel, MeasuredRequest, Outcome, Warnings, float, small};
use crate::right_answers::right_answers;
use crate::wording::contenders::{self as say, with_commas};
use crate::writing::{answer_speed, text_of_speeds};

/// A contender and the summary of its requests. Spreads cover only successful requests; failed ones count in
/// `error_rate`, stopped ones in neither.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct ContenderSummary {
    /// Index among all contenders, from 0; it decides the colour.
    pub place: u32,
    /// Id in a question: provider, name, model, load, and whatever else distinguishes it from others with the same
    /// ones.
    pub id: String,
    /// The shortest unique name.
    pub name: Phrase,
    /// The provider's id.
    pub provider: String,
    /// The provider's name.
    pub label: String,
    /// The model as the provider calls it.
    pub model: String,
    /// Load of its lane.
    pub load: LoadLevel,
    /// Whether it is shown. Everything in the answer except a contender's own numbers covers only those that are shown.
    pub shown: bool,
    /// Runs it took part in.
    pub runs: u32,
    /// Requests that succeeded.
    pub good: u32,
    /// Requests that failed.
    pub failed: u32,
    /// Requests that were stopped, by the user or because the app was closed.
    pub stopped: u32,
    /// Requests of a chain among those that succeeded that went on to a later step; absent for single requests.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub climbed: Option<u32>,
    /// `failed ÷ (good + failed)`, 0 to 1; absent if there are neither.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_rate: Option<f64>,
    /// 95 % interval of the error rate, given that requests of one run or wave share their luck.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_rate_ci: Option<Interval>,
    /// How many of its checked answers are right, and what a right one takes; absent if none was checked.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<RightAnswers>,
    /// p95 of time to first answer token in milliseconds, where a failed request is slower than every other, with its 95 % interval,
    /// given that requests of one run or wave share their luck.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttfat_p95: Option<Tail>,
    /// Time to first token, in milliseconds.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttft_ms: Option<MetricSummary>,
    /// What the first use of a schema took beside later ones, in time to first token; absent without a first use that has later ones
    /// in its run. Where there are others, the first uses are in no other number.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_schema_use: Option<FirstSchemaUse>,
    /// Time to first answer token, in milliseconds.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttfat_ms: Option<MetricSummary>,
    /// Time from the first token to the first token of the answer, in milliseconds, per request: the visible thinking.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thinking_ms: Option<MetricSummary>,
    /// End-to-end latency, in milliseconds.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_ms: Option<MetricSummary>,
    /// Output speed, in tokens per second, over the requests counted by `counted`.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decode_tps: Option<MetricSummary>,
    /// Output speed in `o200k_base` tokens per second, the same unit for every tokenizer.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub neutral_tps: Option<MetricSummary>,
    /// Output speed of the answer, in tokens per second; for a request without visible thinking, its output speed.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer_tps: Option<MetricSummary>,
    /// Cost of one request, in dollars, at the prices of its day: the mean, with the interval of that.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<MetricSummary>,
    /// Output tokens of one request, over the requests counted by `counted`.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out_tokens: Option<MetricSummary>,
    /// Output tokens of the answer over the same requests; all output tokens if no reasoning was counted. A request
    /// that ended before its answer began has none.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer_tokens: Option<MetricSummary>,
    /// Reasoning tokens of one request, if the server counts them.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning_tokens: Option<MetricSummary>,
    /// Input tokens of one request.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_tokens: Option<MetricSummary>,
    /// Input tokens of one request that did not come from the prompt cache.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uncached_tokens: Option<MetricSummary>,
    /// Its medians at the shortest and the longest prompts, where those are more than 1.25× apart: every other median of what waits
    /// for the prompt is then over prompts of several lengths, and a time or cost that no request need have had. Otherwise empty.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub at_prompt_lengths: Vec<AtPromptLength>,
    /// How uncertain its typical TTFT, TTFAT, latency, speeds and cost are, by metric, and its p95 TTFAT by `ttfat_p95_ms`; absent
    /// for a median over prompts of very different lengths, as no sentence quotes it.
    #[specta(optional)]
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub uncertainty: BTreeMap<&'static str, UncertaintyBudget>,
    /// When its tools were called, what came from the cache and from a prediction, and which service tiers answered; absent if
    /// nothing of it is known.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub carried: Option<CarriedSummary>,
    /// Whether it has several runs, each with a p95 of its own.
    #[serde(skip)]
    pub(crate) knows_tails_by_run: bool,
    /// The speed by which it is ranked: in `o200k_base` tokens if every contender has one, otherwise in its own.
    #[serde(skip)]
    pub(crate) ranked_speed: Metric,
    /// What its output speeds are of.
    #[serde(skip)]
    pub(crate) text_of_speeds: TextOfSpeeds,
    /// Predicts its latencies; absent if its TTFT or its speed is unknown.
    #[serde(skip)]
    pub(crate) latency: Option<LatencyModel>,
    /// Who counted the tokens behind its speeds: the counter of most of its requests; on a draw the server.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<TokenSource>,
    /// What its typical wait and speed feel like to a reader, by metric.
    #[specta(optional)]
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub feels: BTreeMap<&'static str, &'static str>,
    /// The warnings of its successful requests, the most frequent first.
    pub warnings: Vec<WarningCount>,
    /// Successful requests whose tokens were counted by another source; their speeds are left out.
    pub counted_otherwise: u32,
    /// Its current price.
    #[serde(skip)]
    pub price: Option<Arc<Price>>,
    /// The most input tokens that its model reads; absent if that is not known.
    #[serde(skip)]
    pub(crate) context: Option<u32>,
}

impl ContenderSummary {
    /// Input tokens of its requests: the median twice where their prompts are of about one length, and otherwise the shortest and
    /// the longest, as no prompt may have the median.
    pub(crate) fn prompt_lengths(&self) -> Option<(f64, f64)> {
        let own = self.in_tokens.as_ref()?;
        let (least, most) = (own.spread.min, own.spread.max);
        Some(if most > ALIKE_PROMPTS * least { (least, most) } else { (own.middle, own.middle) })
    }

    /// One of its numbers at the shortest and at the longest prompts; `None` where all are of about one length, or no prompt makes it
    /// worse.
    pub fn at_ends(&self, metric: Metric) -> Option<[(f64, f64); 2]> {
        let [short, long] = self.at_prompt_lengths.as_slice() else { return None };
        let at = |end: &AtPromptLength| Some((end.in_tokens, end.value(metric)?));
        Some([at(short)?, at(long)?])
    }

    /// As how many of its own tokens its server counts prompts of given lengths.
    pub(crate) fn own_tokens(&self) -> OwnTokens {
        self.latency.map_or(OwnTokens::SAME, |model| model.prompts.own)
    }

    /// Summarises these requests of one contender, in order of run, lane and round; `told` is what distinguishes it
    /// from others of its name. `None` if there are none.
    pub(crate) fn of(
        points: &[&MeasuredRequest],
        place: usize,
        (name, told): (Phrase, &[Phrase]),
        hidden: &[String],
    ) -> Option<Self> {
        let one = points.first()?;
        let of = |outcome| points.iter().copied().filter(move |point| point.outcome == outcome);
        let answered: Vec<&MeasuredRequest> = of(Outcome::Good).collect();
        let good = without_first_uses(&answered);
        let counted = counted(&good);
        let ended: Vec<&MeasuredRequest> =
            points.iter().copied().filter(|one| one.outcome != Outcome::Stopped).collect();
        let dependence = Dependence::of(&ended);
        let summary = |of: &dyn Fn(&MeasuredRequest) -> Option<f64>| {
            let values = good.iter().filter_map(|one| Some((one.run.as_str(), of(one)?)));
            MetricSummary::of_dependent(values.collect(), dependence)
        };
        let failed = of(Outcome::Failed).count();
        let spread = |metric: Metric| {
            let mut found = summary(&|point| value(metric, point, counted))?;
            if failed > 0 && metric.is_awaited() {
                // As in a lane, a failed request is slower than every other.
                let values: Vec<f64> =
                    good.iter().filter_map(|one| value(metric, one, counted)).collect();
                found.spread = found.spread.with_failures(&values, failed);
            }
            Some(of_metric(found, metric, (dependence, &good)))
        };
        let counted_alike = |of: &dyn Fn(&MeasuredRequest) -> Option<f64>| {
            summary(&|point| of(point).filter(|_| point.counted == counted))
        };
        let is_failed = |one: &MeasuredRequest| one.outcome == Outcome::Failed;
        let failures = ended.iter().map(|one| (one.run.as_str(), is_failed(one))).collect();
        // As in a level, a failed request is slower than every other.
        let timed = ended.iter().filter_map(|one| {
            let is_first_use =
                one.warnings.has(Warning::FirstSchemaUse) && good.len() < answered.len();
            let ttfat_ms = value(Metric::TtfatMs, one, counted).filter(|_| !is_first_use);
            Some((one.run.as_str(), if is_failed(one) { f64::INFINITY } else { ttfat_ms? }))
        });
        let first_answer_tokens: OfRuns<'_, f64> = timed.collect();
        let mut runs: Vec<&str> = points.iter().map(|point| point.run.as_str()).collect();
        runs.dedup();
        let told = with_commas(told.iter().cloned());
        let apart = told.as_ref().map(|told| format!(" ({told})")).unwrap_or_default();
        let load = one.load.suffix();
        let id = format!("{}/{}/{}{load}{apart}", one.provider, one.label, one.model);
        let name = if let Some(told) = told { say::told(name, told) } else { name };
        let first_use = first_schema_use(&answered, &name);
        let speed = spread(Metric::NeutralTps).map_or(Metric::DecodeTps, |_| Metric::NeutralTps);
        let at_prompt_lengths = prompt_ends(&good).map(Vec::from).unwrap_or_default();
        let is_pooled = !at_prompt_lengths.is_empty();
        let quoted =
            |metric| spread(metric).filter(|_| !(is_pooled && waits_for_the_prompt(metric)));
        let ttfat_p95 = dependence.tail(&first_answer_tokens, TAIL);
        let tail = ttfat_p95.filter(|_| !is_pooled);
        let uncertainty = number_budgets(&quoted, tail, &good, counted);
        Some(Self {
            place: small(place),
            shown: !hidden.contains(&id),
            id,
            name,
            provider: one.provider.clone(),
            label: one.label.clone(),
            model: one.model.clone(),
            load: one.load,
            runs: small(runs.len()),
            good: small(answered.len()),
            failed: small(failed),
            stopped: small(of(Outcome::Stopped).count()),
            climbed: climbed(&answered),
            error_rate: (!ended.is_empty()).then(|| float(failed) / float(ended.len())),
            error_rate_ci: dependence.share_interval(&failures),
            right: right_answers(&ended),
            ttfat_p95,
            uncertainty,
            knows_tails_by_run: failed == 0 && knows_tails_by_run(&good),
            ttft_ms: spread(Metric::TtftMs),
            first_schema_use: first_use,
            ttfat_ms: spread(Metric::TtfatMs),
            thinking_ms: summary(&|point| Some(point.ttfat_ms? - point.ttft_ms?)),
            latency_ms: spread(Metric::LatencyMs),
            decode_tps: spread(Metric::DecodeTps),
            neutral_tps: spread(Metric::NeutralTps),
            feels: feels(&quoted, speed, &good),
            warnings: warnings(&answered),
            answer_tps: summary(&|one| answer_speed(one, counted)),
            cost_usd: spread(Metric::CostUsd),
            out_tokens: counted_alike(&|point| point.out_tokens),
            answer_tokens: counted_alike(&MeasuredRequest::answer_tokens),
            reasoning_tokens: summary(&|point| point.reasoning_tokens),
            in_tokens: summary(&|point| point.in_tokens),
            uncached_tokens: summary(&MeasuredRequest::uncached_tokens),
            at_prompt_lengths,
            carried: carried(&answered, spread),
            ranked_speed: Metric::DecodeTps,
            text_of_speeds: text_of_speeds(&good, counted),
            latency: LatencyModel::of(small(place), &good, counted),
            counted,
            counted_otherwise: small(
                good.iter()
                    .filter(|point| point.counted.is_some() && point.counted != counted)
                    .count(),
            ),
            price: points.iter().rev().find_map(|point| point.price.clone()),
            context: points.iter().rev().find_map(|point| point.context),
        })
    }

    /// The spread of one of the numbers behind every comparison.
    pub fn summary(&self, metric: Metric) -> Option<&MetricSummary> {
        match metric {
            Metric::TtftMs => self.ttft_ms.as_ref(),
            Metric::TtfatMs => self.ttfat_ms.as_ref(),
            Metric::LatencyMs => self.latency_ms.as_ref(),
            Metric::DecodeTps => self.decode_tps.as_ref(),
            Metric::NeutralTps => self.neutral_tps.as_ref(),
            Metric::CostUsd => self.cost_usd.as_ref(),
            Metric::OutTokens => self.out_tokens.as_ref(),
            Metric::InTokensServer => self.in_tokens.as_ref(),
            Metric::ReasoningTokensServer => self.reasoning_tokens.as_ref(),
            _ => None,
        }
    }

    /// The same contender with everything predictions need, and without its spreads.
    pub(crate) fn clone_without_spreads(&self) -> Self {
        Self {
            ttft_ms: None,
            first_schema_use: None,
            ttfat_ms: None,
            thinking_ms: None,
            latency_ms: None,
            decode_tps: None,
            neutral_tps: None,
            answer_tps: None,
            cost_usd: None,
            out_tokens: None,
            answer_tokens: None,
            in_tokens: None,
            uncached_tokens: None,
            at_prompt_lengths: Vec::new(),
            uncertainty: BTreeMap::new(),
            carried: None,
            ..self.clone()
        }
    }

    /// The typical value of one of its numbers.
    pub fn middle(&self, metric: Metric) -> Option<f64> {
        self.summary(metric).map(|summary| summary.middle)
    }
}

/// The summary as one of a metric: of one that adds up with the interval of its mean.
fn of_metric(
    mut found: MetricSummary,
    metric: Metric,
    (dependence, good): (Dependence, &[&MeasuredRequest]),
) -> MetricSummary {
    if metric.adds_up() {
        let costs = good.iter().filter_map(|one| Some((one.run.as_str(), paid(one)?)));
        let ci = mean_interval(dependence, &costs.collect());
        found.spread.ci = ci.map(|ci| ci.holding(found.spread.mean));
    }
    found.of_metric(metric)
}

/// How many of these requests of a chain went on to a later step; `None` for single requests.
fn climbed(answered: &[&MeasuredRequest]) -> Option<u32> {
    let many = answered.iter().filter(|one| one.climbed == Some(true)).count();
    answered.iter().any(|one| one.climbed.is_some()).then(|| small(many))
}

/// What a typical wait and the typical `speed` feel like to a reader, by metric; as in a race no speed where most answers are too short
/// for one.
fn feels(
    quoted: &dyn Fn(Metric) -> Option<MetricSummary>,
    speed: Metric,
    good: &[&MeasuredRequest],
) -> BTreeMap<&'static str, &'static str> {
    let short = good.iter().filter(|one| one.warnings.has(Warning::Short)).count();
    let speed = Some(speed).filter(|_| 2 * short <= good.len());
    let all = [Some(Metric::TtftMs), speed].into_iter().flatten();
    all.filter_map(|metric| Some((metric.id(), metric.feels(quoted(metric)?.middle)?))).collect()
}

/// The requests without the first uses of a schema, which a provider may have compiled for them, if there are others.
fn without_first_uses<'a>(good: &[&'a MeasuredRequest]) -> Vec<&'a MeasuredRequest> {
    let is_first = |one: &&&MeasuredRequest| one.warnings.has(Warning::FirstSchemaUse);
    let (first, others): (Vec<_>, Vec<_>) = good.iter().partition(is_first);
    if others.is_empty() { first } else { others }
}

/// Counts the warnings of some requests: first those that cast doubt on times, then the most frequent.
pub(crate) fn warnings(requests: &[&MeasuredRequest]) -> Vec<WarningCount> {
    let warned: Vec<Warnings> =
        requests.iter().map(|one| one.warnings).filter(|some| !some.is_empty()).collect();
    WarningCount::all(|warning| warned.iter().filter(|some| some.has(warning)).count())
}

/// Whether there are several runs, and each has a p95 of its own TTFAT.
fn knows_tails_by_run(good: &[&MeasuredRequest]) -> bool {
    let runs = || good.chunk_by(|a, b| a.run == b.run);
    runs().count() > 1 && runs().all(|run| ttfat_tail(run).is_some())
}

/// The counter of most of these requests.
fn counted(good: &[&MeasuredRequest]) -> Option<TokenSource> {
    let by = |who| good.iter().filter(|point| point.counted == Some(who)).count();
    match (by(TokenSource::Server), by(TokenSource::Neutral)) {
        (0, 0) => None,
        (server, neutral) if server >= neutral => Some(TokenSource::Server),
        _ => Some(TokenSource::Neutral),
    }
}
