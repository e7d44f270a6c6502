//! The forecast of a sweep: requests, tokens, cost and time, before anything is sent.

use cost::{Price, Prices};
use measure::Phrase;
use providers::{KeyNeed, Provider, Request, Roster};
use serde::{Deserialize, Serialize};

use crate::plan::asked_rows;
use crate::plan::check::{check, differing, notes_on};
use crate::plan::contender::{price_of, request_of};
use crate::plan::input_length::{
    input_tokens, longest_input_tokens, most_input_tokens, tokens_beside,
};
use crate::plan::load::Load;
use crate::plan::most_cost::most_cost;
use crate::plan::prompt_source::PromptSource;
use crate::plan::step::Step;
use crate::plan::wording;
use crate::plan::{InputLength, LanePlan, Note, Plan, Problem};

/// The speed of a contender's latest run, one request at a time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LastPace {
    /// Time to first token, in milliseconds.
    pub ttft_ms: f64,
    /// Output speed, in tokens per second.
    pub decode_tps: f64,
}

/// The forecast of a sweep.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Forecast {
    /// Contenders that will run.
    pub lanes: u32,
    /// The levels in order; a ladder may end before the last.
    pub steps: Vec<Step>,
    /// Maximum number of levels of a contender: a ladder takes more than its steps to narrow down the knee.
    #[serde(default)]
    pub most_levels: u32,
    /// Whether the levels are an upper bound.
    pub is_ladder: bool,
    /// Maximum number of requests sent, including unmeasured ones. The engine keeps to it.
    pub requests: u32,
    /// Length of one input in `o200k_base` tokens; the mean if there are several.
    pub prompt_tokens: u32,
    /// Length of the longest input in `o200k_base` tokens.
    #[serde(default)]
    pub longest_prompt_tokens: u32,
    /// The contenders whose own input has another length; the mean if there are several.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub own_inputs: Vec<InputLength>,
    /// Output token limit of one request, if the contenders share one.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u32>,
    /// Maximum output tokens of all requests together; absent if a contender has no limit.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_tokens: Option<u32>,
    /// Maximum cost of all priced contenders in dollars: every request has the longest input, in which a provider may
    /// count more tokens than `o200k_base` does (see `most_input_tokens`), and the maximum output. Absent if none has
    /// both a price and a limit.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_usd: Option<f64>,
    /// Indices in the plan of contenders without a price.
    pub unpriced: Vec<u32>,
    /// Indices in the plan of contenders whose provider needs a key that is missing.
    pub missing_keys: Vec<u32>,
    /// Duration in milliseconds if every contender is as fast as alone and nothing queues; absent if one of them was
    /// never raced or has no token limit.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_ms: Option<f64>,
    /// Problems that prevent the start; empty if the sweep can start.
    pub problems: Vec<Problem>,
    /// Requests that differ from the plan, lane by lane.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// What of a set's requests is read differently than it stands there, is left out, or goes to some lanes only, each in a sentence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prompt_notes: Vec<Phrase>,
}

/// The context of a forecast: roster, prices, keys and past speeds.
pub struct ForecastContext<'a> {
    /// The roster.
    pub roster: &'a Roster,
    /// The prices.
    pub prices: &'a Prices,
    /// Returns whether there is a key for a provider.
    pub has_key: &'a dyn Fn(&Provider) -> bool,
    /// Returns the latest speed of a provider's model.
    pub pace: &'a dyn Fn(&Provider, &str) -> Option<LastPace>,
}

/// The forecast of a sweep that is still being edited. It generates no long texts, so it can run at every keystroke.
pub fn forecast_draft(
    plan: &Plan,
    load: &Load,
    wording: &PromptSource,
    around: &ForecastContext,
) -> Forecast {
    let unworded = |preset| Plan {
        load: Some(Load { preset, prompts: Vec::new(), ..load.clone() }),
        set: None,
        ..plan.clone()
    };
    if let PromptSource::Preset { preset } = wording
        && load.lengths.is_none()
    {
        let max_tokens = plan.max_tokens.or(Some(preset.method().max_tokens));
        let prompt = preset.name().to_owned();
        return forecast(&Plan { prompt, max_tokens, ..unworded(Some(*preset)) }, around);
    }
    match wording.plan(plan.clone(), load.clone()) {
        Ok((worded, prompt_notes)) => Forecast { prompt_notes, ..forecast(&worded, around) },
        Err(problem) => {
            let mut told = forecast(&unworded(None), around);
            // Problems of the texts say more than a complaint about an empty prompt.
            told.problems.retain(|other| other.message != wording::empty_prompt());
            told.problems.insert(0, problem);
            told
        }
    }
}

/// The forecast of a sweep of `plan`.
pub fn forecast(plan: &Plan, around: &ForecastContext) -> Forecast {
    let load = plan.load.clone().unwrap_or_default();
    let mut told = Forecast {
        steps: load.steps(),
        most_levels: load.most_levels(),
        is_ladder: load.is_adaptive(),
        max_tokens: plan.max_tokens,
        prompt_tokens: input_tokens(plan, plan.shared_input(), &load),
        longest_prompt_tokens: longest_input_tokens(plan, plan.shared_input(), &load),
        problems: check(plan, around.roster, around.prices).err().unwrap_or_default(),
        ..Forecast::default()
    };
    of_lanes(&mut told, plan, &load, around);
    told
}

fn of_lanes(told: &mut Forecast, plan: &Plan, load: &Load, around: &ForecastContext) {
    let each = load.most_requests();
    let (mut most_tokens, mut most_usd, mut expected_ms) = (Some(0_u32), None, Some(0.0));
    for (place, lane) in (0_u32..).zip(&plan.lanes).filter(|(_, lane)| !lane.muted) {
        let Ok(request) = request_of(plan, lane, around.roster) else { continue };
        told.lanes += 1;
        told.notes.extend(notes_on(place, &request, asked_rows::sent_otherwise(plan, &request)));
        let mut longest = told.longest_prompt_tokens;
        if lane.request.is_some() {
            let input = plan.input_of(lane);
            longest = longest_input_tokens(plan, input, load);
            let own = input_tokens(plan, input, load);
            told.own_inputs.extend(differing(place, own, told.prompt_tokens));
        }
        let limit = request.most_tokens();
        most_tokens = most_tokens
            .zip(limit)
            .map(|(sum, limit)| sum.saturating_add(limit.saturating_mul(each)));
        let provider = &request.provider;
        expected_ms = expected_ms
            .zip((around.pace)(provider, &request.model))
            .zip(limit)
            .map(|((sum, pace), limit)| sum + lane_ms(load, pace, limit));
        if provider.key == KeyNeed::Required && !(around.has_key)(provider) {
            told.missing_keys.push(place);
        }
        if provider.simulated {
            continue;
        }
        let price = price_of(&request, around.prices);
        let input = (plan, lane, longest);
        match most_of_lane(input, load, &request, price.as_ref()) {
            Some(most) => most_usd = Some(most_usd.unwrap_or(0.0) + most),
            None if price.is_none() => told.unpriced.push(place),
            None => {}
        }
    }
    told.requests = told.lanes.saturating_mul(each);
    told.most_tokens = most_tokens.filter(|_| told.lanes > 0);
    told.most_usd = most_usd;
    // The pace was measured with a prompt of another length.
    let is_known = told.lanes > 0 && !load.is_adaptive() && load.lengths.is_none();
    told.expected_ms = expected_ms.filter(|_| is_known);
}

/// Maximum cost of all requests of a contender, in dollars; those of each prompt length with that much input.
fn most_of_lane(
    (plan, lane, longest): (&Plan, &LanePlan, u32),
    load: &Load,
    request: &Request,
    price: Option<&Price>,
) -> Option<f64> {
    let most = |input: u32, requests: u32| {
        let input = u64::from(most_input_tokens(input));
        most_cost(request, price, input, requests).map(cost::Cost::usd)
    };
    if load.lengths.is_none() {
        return most(longest, load.most_requests());
    }
    let beside = tokens_beside(plan.input_of(lane));
    let levels = load.steps().into_iter().filter_map(|step| Some((step, step.prompt()?)));
    levels
        .map(|(step, level)| most(level.tokens.saturating_add(beside), load.most_requests_at(step)))
        .sum()
}

/// Duration of one contender's levels at the speed it has alone: each stream answers one warm-up request and then its
/// share of the samples.
fn lane_ms(load: &Load, pace: LastPace, limit: u32) -> f64 {
    let answer_ms = pace.ttft_ms + f64::from(limit) / pace.decode_tps * 1e3;
    let level = |step: &Step| match step {
        Step::Rate(rate) => f64::from(load.samples_at(*step)) / rate * 1e3 + answer_ms,
        step => {
            let streams = step.streams().unwrap_or(1).max(1);
            f64::from(1 + load.samples_at(*step).div_ceil(streams)) * answer_ms
        }
    };
    load.steps().iter().map(level).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::LanePlan;
    use crate::workload::Preset;
    use std::collections::BTreeMap;

    fn plan(max_tokens: Option<u32>) -> Plan {
        let lane = LanePlan {
            provider: "groq".into(),
            model: "openai/gpt-oss-120b".into(),
            ..LanePlan::default()
        };
        Plan { prompt: "Why?".into(), max_tokens, lanes: vec![lane], ..Plan::default() }
    }

    fn forecast_of(max_tokens: Option<u32>, load: &Load, wording: &PromptSource) -> Forecast {
        let around = ForecastContext {
            roster: &Roster::new(Vec::new(), &BTreeMap::new()),
            prices: &Prices::default(),
            has_key: &|_| false,
            pace: &|_, _| Some(LastPace { ttft_ms: 1_000.0, decode_tps: 100.0 }),
        };
        forecast_draft(&plan(max_tokens), load, wording, &around)
    }

    #[test]
    fn it_says_how_much_is_sent_and_what_that_costs_at_most() {
        let load = Load { concurrency: vec![1, 4], samples: 10, waves: None, ..Load::default() };
        let told = forecast_of(Some(100), &load, &PromptSource::Own);
        assert_eq!(told.requests, 10 + 4 + 10 + 16, "the samples, and four for each stream");
        assert_eq!(told.most_tokens, Some(4_000), "100 in each of 40");
        let waves = Load { waves: Some(10), ..load.clone() };
        let of_waves = forecast_of(Some(100), &waves, &PromptSource::Own).requests;
        assert_eq!(of_waves, 10 + 4 + 40 + 16, "ten waves of four are 40");
        assert_eq!(told.missing_keys, [0], "Groq wants a key");
        // 4,000 tokens at $0.60 per million, and twice some twenty prompt tokens plus 64 in each of 40 requests at
        // $0.15.
        let usd = told.most_usd.expect("it has a price");
        assert!((0.0030..0.0032).contains(&usd), "{usd}");
        assert_eq!(told.problems, [], "a key that is missing is told apart");
    }

    #[test]
    fn the_time_is_that_of_its_rounds_at_the_pace_of_last_time() {
        let load = Load { concurrency: vec![1, 4], samples: 10, waves: None, ..Load::default() };
        let two_seconds_each = forecast_of(Some(100), &load, &PromptSource::Own).expected_ms;
        assert_eq!(two_seconds_each, Some((11.0 + 4.0) * 2_000.0), "1 + 10 rounds, then 1 + 3");
        let open = Load { concurrency: Vec::new(), rates: vec![5.0], samples: 10, ..load.clone() };
        let told_open = forecast_of(Some(100), &open, &PromptSource::Own).expected_ms;
        assert_eq!(told_open, Some(4_000.0), "ten in two seconds, and the last one's answer");
        assert_eq!(
            forecast_of(None, &load, &PromptSource::Own).expected_ms,
            None,
            "without a limit who knows"
        );
        let ladder = Some(crate::Ladder { most: 8, ttft_p95_ms: None });
        let ladder = Load { concurrency: Vec::new(), ladder, ..load };
        assert_eq!(
            forecast_of(Some(100), &ladder, &PromptSource::Own).expected_ms,
            None,
            "it ends when it ends"
        );
    }

    #[test]
    fn a_preset_is_described_without_its_texts() {
        let preset = PromptSource::Preset { preset: Preset::AgentLoop };
        let told = forecast_of(None, &Load::default(), &preset);
        assert_eq!(told.prompt_tokens, 2_000 + 1_500 * 19 / 2, "the mean of its twenty steps");
        assert_eq!(told.longest_prompt_tokens, 2_000 + 1_500 * 19, "the last of them");
        assert_eq!(told.max_tokens, Some(400), "as its method says");
        let steps = PromptSource::Preset { preset: Preset::AgentLoop };
        let four = Load { concurrency: vec![4], samples: 3, waves: None, ..Load::default() };
        let requests = forecast_of(None, &four, &steps).requests;
        assert_eq!(requests, 3 * 20 + 4 * 4, "a sample is all of its steps");
    }

    #[test]
    fn faults_of_the_texts_and_of_the_load_are_reported_together() {
        let load = Load { samples: 0, ..Load::default() };
        let told = forecast_of(Some(1), &load, &PromptSource::Length { tokens: 1 });
        let said: Vec<String> = told.problems.iter().map(|p| p.message.to_string()).collect();
        assert!(said.iter().any(|s| s.contains("cannot be written")), "{said:?}");
        assert!(said.iter().any(|s| s.contains("Samples must be")), "{said:?}");
    }
}
