//! What a workload would take and cost: one request, a month of them, and a loop of an agent.

use measure::format;
use serde::{Deserialize, Serialize};

use crate::contender::Contender;
use crate::predict::Pace;

/// Days that a month has here.
const DAYS: f64 = 30.0;

/// What is asked for, and how often.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Workload {
    /// Input tokens of a request.
    pub in_tokens: f64,
    /// Tokens of its answer, reasoning apart.
    pub out_tokens: f64,
    /// Requests in a day.
    pub requests_per_day: f64,
    /// Requests in a loop of an agent, one after another.
    pub steps: u32,
    /// Whether each step of a loop also reads the answers of those before it.
    pub growing: bool,
}

impl Workload {
    /// Input tokens of a whole loop. Where it grows, step k reads the k−1 answers before it too:
    /// `steps · in + out · steps · (steps − 1) ÷ 2`.
    pub fn loop_in_tokens(&self) -> f64 {
        let steps = f64::from(self.steps);
        let grown = if self.growing { self.out_tokens * steps * (steps - 1.0) / 2.0 } else { 0.0 };
        steps * self.in_tokens + grown
    }
}

/// A workload that many have.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, specta::Type)]
pub struct WorkloadPreset {
    /// What it is called in a question.
    pub id: &'static str,
    /// What people read.
    pub name: &'static str,
    /// It.
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

/// The workloads one can begin with.
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

/// What it would come to with one contender. Times are milliseconds, money dollars.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Estimate {
    /// Which contender.
    pub place: u32,
    /// Until the first token; absent where TTFT or speed is not known, as are the other times.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait_ms: Option<f64>,
    /// Thinking that can be seen.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub think_ms: Option<f64>,
    /// Writing the answer.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub write_ms: Option<f64>,
    /// All three.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_ms: Option<f64>,
    /// Whether answers as long were not measured.
    pub drawn_on: bool,
    /// What one request would cost at the prices of today, its reasoning included; absent where no price is known, as are
    /// the other costs.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usd: Option<f64>,
    /// What 30 days of them would cost.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usd_per_month: Option<f64>,
    /// What a loop would take, its steps one after another, each at the TTFT that was measured: a longer context would
    /// add to it.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loop_ms: Option<f64>,
    /// What a loop would cost.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loop_usd: Option<f64>,
}

/// The workload with each contender, and what that says.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct WhatIf {
    /// What was asked for.
    pub workload: Workload,
    /// The shortest time first; whoever's is not known comes last.
    pub estimates: Vec<Estimate>,
    /// What it says.
    pub sentence: String,
}

/// What a request with so many tokens in and so long an answer would cost. Reasoning is billed as output, so what the
/// contender needed of it is added to the answer.
pub(crate) fn usd(contender: &Contender, pace: &Pace, in_tokens: f64, answer: f64) -> Option<f64> {
    let thought = contender.reasoning_tokens.as_ref().map_or(0.0, |reasoning| reasoning.middle);
    let tariff = contender.tariff?;
    Some(tariff.usd(in_tokens, answer + thought, pace.latency_ms(answer) / 1e3))
}

/// What the workload would come to with one contender.
pub(crate) fn estimate(contender: &Contender, workload: &Workload) -> Estimate {
    let pace = Pace::of(contender);
    let length = workload.out_tokens;
    let steps = f64::from(workload.steps);
    let total_ms = pace.map(|pace| pace.latency_ms(length));
    // Where no pace is known, only a machine by the hour has no cost: tokens have theirs at any speed.
    let timeless = Pace {
        place: contender.place,
        wait_ms: 0.0,
        think_ms: 0.0,
        tps: f64::INFINITY,
        measured: (0.0, 0.0),
    };
    let hourly = contender.tariff.is_some_and(|tariff| tariff.usd_per_hour.is_some());
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
        drawn_on: pace.is_some_and(|pace| !pace.knows(length)),
        usd: one,
        usd_per_month: one.map(|usd| usd * workload.requests_per_day * DAYS),
        loop_ms: total_ms.map(|ms| ms * steps),
        loop_usd: step.map(|usd| usd * steps),
    }
}

/// What the workload would come to with each of them.
pub(crate) fn what_if(contenders: &[&Contender], workload: Workload) -> WhatIf {
    let mut all: Vec<(&Contender, Estimate)> =
        contenders.iter().map(|one| (*one, estimate(one, &workload))).collect();
    let time = |(_, estimate): &(&Contender, Estimate)| estimate.total_ms.unwrap_or(f64::INFINITY);
    all.sort_by(|a, b| time(a).total_cmp(&time(b)));
    let sentence = sentence(&all, &workload);
    WhatIf {
        workload,
        estimates: all.into_iter().map(|(_, estimate)| estimate).collect(),
        sentence,
    }
}

fn sentence(all: &[(&Contender, Estimate)], workload: &Workload) -> String {
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
        return format!("Nobody's time for {asked} can be told.");
    };
    let time = format!(
        "With {asked}, {} is done first, in {}; {} steps take {}.",
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
    use crate::fixtures::{five, gathered, is, rounds};
    use crate::point::Tariff;

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
        let told = estimate(&gathered(&points)[0].contender, &WORKLOAD);
        assert!(told.total_ms.is_some_and(|ms| is(ms, 3_200.0)), "0.2 s and 300 at 100 a second");
        assert!(told.loop_ms.is_some_and(|ms| is(ms, 64_000.0)), "20 of them");
        assert!(told.usd.is_some_and(|usd| is(usd, 0.0025)), "1,000 · $1 + 300 · $5 per million");
        assert!(told.usd_per_month.is_some_and(|usd| is(usd, 7.5)), "30 days of 100");
        assert!(told.loop_usd.is_some_and(|usd| is(usd, 0.05)), "20 steps that read no more");
        assert!(told.drawn_on, "answers of 100 tokens were measured, none of 300");
    }

    #[test]
    fn a_loop_that_grows_reads_its_own_answers_again() {
        let growing = Workload { growing: true, ..WORKLOAD };
        let read = growing.loop_in_tokens();
        assert!(is(read, 77_000.0), "20 · 1,000 + 300 · (0 + 1 + … + 19)");
        let points = five("a", 200.0, 100.0, (1.0, 5.0));
        let told = estimate(&gathered(&points)[0].contender, &growing);
        assert!(told.loop_usd.is_some_and(|usd| is(usd, 0.107)), "77,000 · $1 + 6,000 · $5");
    }

    #[test]
    fn reasoning_is_paid_for_as_output() {
        let points = rounds("a", &[(); 5], |point, ()| {
            point.reasoning_tokens = Some(40.0);
            point.tariff = Some(Tariff {
                input_usd_per_million: 1.0,
                output_usd_per_million: 5.0,
                usd_per_hour: None,
            });
        });
        let told = estimate(&gathered(&points)[0].contender, &WORKLOAD);
        assert!(told.usd.is_some_and(|usd| is(usd, 0.0027)), "1,000 · $1 + (300 + 40) · $5");
    }

    #[test]
    fn without_a_price_there_is_no_cost_and_without_a_speed_no_time() {
        let bare = rounds("a", &[(); 5], |point, ()| point.decode_tps = None);
        let told = estimate(&gathered(&bare)[0].contender, &WORKLOAD);
        assert_eq!((told.total_ms, told.loop_ms, told.usd), (None, None, None), "nothing is known");
        let mut priced = five("a", 200.0, 100.0, (1.0, 5.0));
        for point in &mut priced {
            point.decode_tps = None;
        }
        let told = estimate(&gathered(&priced)[0].contender, &WORKLOAD);
        assert!(told.usd.is_some_and(|usd| is(usd, 0.0025)), "tokens cost the same at any speed");
    }

    #[test]
    fn a_machine_by_the_hour_is_paid_for_its_time() {
        let hourly = Some(Tariff {
            input_usd_per_million: 0.0,
            output_usd_per_million: 0.0,
            usd_per_hour: Some(3.6),
        });
        let mut points = five("a", 200.0, 100.0, (1.0, 5.0));
        for point in &mut points {
            point.tariff = hourly;
        }
        let told = estimate(&gathered(&points)[0].contender, &WORKLOAD);
        assert!(told.usd.is_some_and(|usd| is(usd, 0.0032)), "3.2 s at a tenth of a cent");
    }

    #[test]
    fn the_sentence_names_the_quickest_and_the_cheapest() {
        let points = [five("a", 200.0, 100.0, (1.0, 5.0)), five("b", 500.0, 50.0, (0.1, 0.5))];
        let points = points.concat();
        let groups = gathered(&points);
        let all: Vec<&Contender> = groups.iter().map(|group| &group.contender).collect();
        assert_eq!(
            what_if(&all, WORKLOAD).sentence,
            "With 1,000 tokens in and 300 out, a is done first, in 3.20 s; 20 steps take 64.0 s. \
             b costs least: $0.00025 a request, $0.75 for 30 days of 100 a day.",
            "each with its number"
        );
    }
}
