//! Predicted time and cost of a workload: one request, a month of requests, and an agent loop.

use measure::format;
use serde::{Deserialize, Serialize};

use crate::contender::ContenderSummary;
use crate::predict::LatencyModel;

/// Days per month.
const DAYS: f64 = 30.0;

/// A workload: the size of a request and how often it is sent.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Workload {
    /// Input tokens of a request.
    pub in_tokens: f64,
    /// Answer tokens, without reasoning.
    pub out_tokens: f64,
    /// Requests per day.
    pub requests_per_day: f64,
    /// Sequential requests in an agent loop.
    pub steps: u32,
    /// Whether each step of a loop also reads the answers of earlier steps.
    pub growing: bool,
}

impl Workload {
    /// Input tokens of a whole loop. If it grows, step k also reads the k−1 answers before it: `steps · in + out ·
    /// steps · (steps − 1) ÷ 2`.
    pub fn loop_in_tokens(&self) -> f64 {
        let steps = f64::from(self.steps);
        let grown = if self.growing { self.out_tokens * steps * (steps - 1.0) / 2.0 } else { 0.0 };
        steps * self.in_tokens + grown
    }
}

/// A built-in workload.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, specta::Type)]
pub struct WorkloadPreset {
    /// Id in a question.
    pub id: &'static str,
    /// Display name.
    pub name: &'static str,
    /// The workload.
    pub workload: Workload,
}

const fn preset(
    id: &'static str,
    name: &'static str,
    (in_tokens, out_tokens): (f64, f64),
    steps: u32,
) -> WorkloadPreset {
    let workload =
        Workload { in_tokens, out_tokens, requests_per_day: 1_000.0, steps, growing: true };
    WorkloadPreset { id, name, workload }
}

/// The built-in workloads.
pub(crate) const PRESETS: [WorkloadPreset; 5] = [
    preset("chat", "Chat", (500.0, 300.0), 20),
    preset("autocomplete", "Autocomplete", (1_500.0, 24.0), 20),
    preset("rag", "RAG answer", (8_000.0, 500.0), 20),
    preset("code", "Code file", (2_000.0, 4_000.0), 20),
    preset("agent", "Agent loop", (4_000.0, 500.0), 20),
];

impl Default for Workload {
    fn default() -> Self {
        PRESETS.first().map_or(
            Self {
                in_tokens: 0.0,
                out_tokens: 0.0,
                requests_per_day: 0.0,
                steps: 1,
                growing: false,
            },
            |preset| preset.workload,
        )
    }
}

/// The prediction for one contender. Times are in milliseconds, money in dollars.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Estimate {
    /// Which contender.
    pub place: u32,
    /// Time to first token; absent, like the other times, if TTFT or speed is unknown.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait_ms: Option<f64>,
    /// Visible thinking.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub think_ms: Option<f64>,
    /// Time to write the answer.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub write_ms: Option<f64>,
    /// Sum of the three.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_ms: Option<f64>,
    /// Whether the length is outside the measured range.
    pub extrapolated: bool,
    /// Cost of one request at today's prices, reasoning included; absent, like the other costs, if there is no price.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usd: Option<f64>,
    /// Cost of 30 days.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usd_per_month: Option<f64>,
    /// Duration of a loop whose steps run one after another, each at the measured TTFT; a longer context would add to
    /// it.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loop_ms: Option<f64>,
    /// Cost of a loop.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loop_usd: Option<f64>,
}

/// The predictions for all contenders.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct WhatIf {
    /// The workload.
    pub workload: Workload,
    /// Shortest time first; unknown times last.
    pub estimates: Vec<Estimate>,
    /// The result in one sentence.
    pub sentence: String,
}

/// Cost of a request with this input and answer length. Reasoning is billed as output, so the contender's measured
/// reasoning is added to the answer.
pub(crate) fn usd(
    contender: &ContenderSummary,
    pace: &LatencyModel,
    in_tokens: f64,
    answer: f64,
) -> Option<f64> {
    let thought = contender.reasoning_tokens.as_ref().map_or(0.0, |reasoning| reasoning.middle);
    let price = contender.price.as_ref()?;
    Some(price.estimate(in_tokens, answer + thought, pace.latency_ms(answer) / 1e3))
}

/// The prediction for one contender.
pub(crate) fn estimate(contender: &ContenderSummary, workload: &Workload) -> Estimate {
    let pace = LatencyModel::of(contender);
    let length = workload.out_tokens;
    let steps = f64::from(workload.steps);
    let total_ms = pace.map(|pace| pace.latency_ms(length));
    // Without a known pace, only a machine paid by the hour has no cost: token prices do not depend on speed.
    let timeless = LatencyModel {
        place: contender.place,
        wait_ms: 0.0,
        think_ms: 0.0,
        tps: f64::INFINITY,
        measured: (0.0, 0.0),
    };
    let hourly = contender.price.as_ref().is_some_and(|price| price.per_hour.is_some());
    let known = pace.or_else(|| (!hourly).then_some(timeless));
    let one = known.and_then(|pace| usd(contender, &pace, workload.in_tokens, length));
    let per_step = workload.loop_in_tokens() / steps;
    let step = known.and_then(|pace| usd(contender, &pace, per_step, length));
    Estimate {
        place: contender.place,
        wait_ms: pace.map(|pace| pace.wait_ms),
        think_ms: pace.map(|pace| pace.think_ms),
        write_ms: pace.map(|pace| pace.write_ms(length)),
        total_ms,
        extrapolated: pace.is_some_and(|pace| !pace.knows(length)),
        usd: one,
        usd_per_month: one.map(|usd| usd * workload.requests_per_day * DAYS),
        loop_ms: total_ms.map(|ms| ms * steps),
        loop_usd: step.map(|usd| usd * steps),
    }
}

/// Computes the predictions.
pub(crate) fn what_if(contenders: &[&ContenderSummary], workload: Workload) -> WhatIf {
    let mut all: Vec<(&ContenderSummary, Estimate)> =
        contenders.iter().map(|one| (*one, estimate(one, &workload))).collect();
    let time =
        |(_, estimate): &(&ContenderSummary, Estimate)| estimate.total_ms.unwrap_or(f64::INFINITY);
    all.sort_by(|a, b| time(a).total_cmp(&time(b)));
    let sentence = sentence(&all, &workload);
    WhatIf {
        workload,
        estimates: all.into_iter().map(|(_, estimate)| estimate).collect(),
        sentence,
    }
}

fn sentence(all: &[(&ContenderSummary, Estimate)], workload: &Workload) -> String {
    let asked = format!(
        "{} tokens in and {} out",
        format::whole(workload.in_tokens),
        format::whole(workload.out_tokens)
    );
    let quickest = all.iter().find_map(|(one, e)| Some((one, e.total_ms?, e.loop_ms?)));
    let cheapest = all
        .iter()
        .filter_map(|(one, e)| Some((one, e.usd?, e.usd_per_month?)))
        .min_by(|(_, a, _), (_, b, _)| a.total_cmp(b));
    let Some((one, ms, loop_ms)) = quickest else {
        return format!("No contender's time for {asked} can be predicted.");
    };
    let time = format!(
        "With {asked}, {} is fastest, at {}; {} steps take {}.",
        one.name,
        format::span(ms),
        workload.steps,
        format::span(loop_ms)
    );
    let cost = match cheapest {
        None => " No price is known.".to_owned(),
        Some((one, usd, month)) => format!(
            " {} costs least: {} a request, {} for 30 days of {} a day.",
            one.name,
            format::dollars(usd),
            format::dollars(month),
            format::whole(workload.requests_per_day)
        ),
    };
    time + &cost
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{five, gathered, is, price, rounds};

    const WORKLOAD: Workload = Workload {
        in_tokens: 1_000.0,
        out_tokens: 300.0,
        requests_per_day: 100.0,
        steps: 20,
        growing: false,
    };

    #[test]
    fn a_request_a_month_and_a_loop_follow_from_each_other() {
        let points = five("a", 200.0, 100.0, (1.0, 5.0));
        let answer = estimate(&gathered(&points)[0].contender, &WORKLOAD);
        assert!(answer.total_ms.is_some_and(|ms| is(ms, 3_200.0)), "0.2 s and 300 at 100 a second");
        assert!(answer.loop_ms.is_some_and(|ms| is(ms, 64_000.0)), "20 of them");
        assert!(answer.usd.is_some_and(|usd| is(usd, 0.0025)), "1,000 · $1 + 300 · $5 per million");
        assert!(answer.usd_per_month.is_some_and(|usd| is(usd, 7.5)), "30 days of 100");
        assert!(answer.loop_usd.is_some_and(|usd| is(usd, 0.05)), "20 steps that read no more");
        assert!(answer.extrapolated, "answers of 100 tokens were measured, none of 300");
    }

    #[test]
    fn a_loop_that_grows_reads_its_own_answers_again() {
        let growing = Workload { growing: true, ..WORKLOAD };
        let read = growing.loop_in_tokens();
        assert!(is(read, 77_000.0), "20 · 1,000 + 300 · (0 + 1 + … + 19)");
        let points = five("a", 200.0, 100.0, (1.0, 5.0));
        let answer = estimate(&gathered(&points)[0].contender, &growing);
        assert!(answer.loop_usd.is_some_and(|usd| is(usd, 0.107)), "77,000 · $1 + 6,000 · $5");
    }

    #[test]
    fn reasoning_is_paid_for_as_output() {
        let points = rounds("a", &[(); 5], |point, ()| {
            point.reasoning_tokens = Some(40.0);
            point.price = Some(price((1.0, 5.0), None));
        });
        let answer = estimate(&gathered(&points)[0].contender, &WORKLOAD);
        assert!(answer.usd.is_some_and(|usd| is(usd, 0.0027)), "1,000 · $1 + (300 + 40) · $5");
    }

    #[test]
    fn without_a_price_there_is_no_cost_and_without_a_speed_no_time() {
        let bare = rounds("a", &[(); 5], |point, ()| point.decode_tps = None);
        let answer = estimate(&gathered(&bare)[0].contender, &WORKLOAD);
        assert_eq!(
            (answer.total_ms, answer.loop_ms, answer.usd),
            (None, None, None),
            "nothing is known"
        );
        let mut priced = five("a", 200.0, 100.0, (1.0, 5.0));
        for point in &mut priced {
            point.decode_tps = None;
        }
        let answer = estimate(&gathered(&priced)[0].contender, &WORKLOAD);
        assert!(answer.usd.is_some_and(|usd| is(usd, 0.0025)), "tokens cost the same at any speed");
    }

    #[test]
    fn a_machine_by_the_hour_is_paid_for_its_time() {
        let mut points = five("a", 200.0, 100.0, (1.0, 5.0));
        for point in &mut points {
            point.price = Some(price((0.0, 0.0), Some(3.6)));
        }
        let answer = estimate(&gathered(&points)[0].contender, &WORKLOAD);
        assert!(answer.usd.is_some_and(|usd| is(usd, 0.0032)), "3.2 s at a tenth of a cent");
    }

    #[test]
    fn the_sentence_names_the_quickest_and_the_cheapest() {
        let points = [five("a", 200.0, 100.0, (1.0, 5.0)), five("b", 500.0, 50.0, (0.1, 0.5))];
        let points = points.concat();
        let groups = gathered(&points);
        let all: Vec<&ContenderSummary> = groups.iter().map(|group| &group.contender).collect();
        assert_eq!(
            what_if(&all, WORKLOAD).sentence,
            "With 1,000 tokens in and 300 out, a is fastest, at 3.20 s; 20 steps take 64.0 s. \
             b costs least: $0.00025 a request, $0.75 for 30 days of 100 a day.",
            "each with its number"
        );
    }
}
