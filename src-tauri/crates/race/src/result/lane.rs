//! One contender's part of a run.

use std::collections::{BTreeMap, BTreeSet};

use cost::Price;
use measure::{AtPromptLength, Metric, Phrase, RightAnswers, Spread, UncertaintyBudget};
use providers::{Adjustment, Dialect, Provider};
use serde::{Deserialize, Serialize};

use crate::plan::load::Load;
use crate::result::cache_saving::{CacheSaving, cache_savings};
use crate::result::capacity::Capacity;
use crate::result::feelings::feelings;
use crate::result::knee::Knee;
use crate::result::lane_step::{CHAIN, LaneStep, StepShare, chain_names};
use crate::result::level::Level;
use crate::result::level_cache_use;
use crate::result::level_intervals;
use crate::result::load_findings;
use crate::result::metric_step::may_have_a_step;
use crate::result::prompt_ends::prompt_ends;
use crate::result::prompt_length_findings;
use crate::result::prompt_length_line::PromptLengthLine;
use crate::result::sample::Sample;

/// What a lane is called: its provider and its model. A simulated one is never named like a real provider.
pub fn lane_name(label: &str, model: &str, simulated: bool) -> String {
    format!("{} {model}", if simulated { "SIMULATED" } else { label })
}

/// One contender's part of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Lane {
    /// Index in the plan, from 0.
    pub place: u32,
    /// The provider's id.
    pub provider: String,
    /// The provider's name.
    pub label: String,
    /// The model as the provider calls it.
    pub model: String,
    /// The wire protocol spoken.
    pub dialect: Dialect,
    /// Where requests went.
    pub base_url: String,
    /// Whether it is a simulated provider.
    pub simulated: bool,
    /// Its price when the run began, if known. Later price changes do not affect a run.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
    /// How its requests differ from the plan.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub adjustments: Vec<Adjustment>,
    /// The steps of a chain, the first included; empty for single requests. Such a lane is of no provider: its id is `chain`, its name and its
    /// model are those of its steps, and its dialect and address those of the first.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<LaneStep>,
    /// One per measured round, in order; a sweep's are in its levels.
    pub samples: Vec<Sample>,
    /// Each metric over the samples whose status is `ok`.
    pub summary: BTreeMap<String, Spread>,
    /// The uncertainty of each number of `summary`, with its sources, in documents: see [`Run::into_document`].
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub uncertainty: BTreeMap<String, UncertaintyBudget>,
    /// How the typical values of perceptible numbers feel to a reader, in documents.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub feels: BTreeMap<String, String>,
    /// Its medians at the shortest and the longest prompts, in documents of a race over prompts that are more than 1.25× apart: every
    /// median of what waits for the prompt in `summary` is then over prompts of several lengths, and a time or cost that no request
    /// need have had. Otherwise empty.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at_prompt_lengths: Vec<AtPromptLength>,
    /// How many of its measured answers are right, in documents; absent without checks.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right: Option<RightAnswers>,
    /// A sweep's levels, in the order in which they were run; empty for a race.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<Level>,
    /// The knee of its levels, in documents: see [`Run::into_document`].
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub knee: Option<Knee>,
    /// The capacity that its levels show, in documents of a sweep that seeks it.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity: Option<Capacity>,
    /// How its time to first token grows with its prompts, in documents of a sweep over prompt lengths.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt_length_line: Option<PromptLengthLine>,
    /// What the prompt cache saved, length by length, in documents of a sweep that sends prompts again; empty for any other.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cache_savings: Vec<CacheSaving>,
}

impl Lane {
    /// The lane of a run that is about to begin: without a price, adjustments or results.
    pub fn begun(place: u32, provider: &Provider, model: &str) -> Self {
        Self {
            place,
            provider: provider.id.clone(),
            label: provider.label.clone(),
            model: model.to_owned(),
            dialect: provider.dialect,
            base_url: provider.base_url.clone(),
            simulated: provider.simulated,
            price: None,
            adjustments: Vec::new(),
            steps: Vec::new(),
            samples: Vec::new(),
            summary: BTreeMap::new(),
            uncertainty: BTreeMap::new(),
            feels: BTreeMap::new(),
            at_prompt_lengths: Vec::new(),
            right: None,
            levels: Vec::new(),
            knee: None,
            capacity: None,
            prompt_length_line: None,
            cache_savings: Vec::new(),
        }
    }

    /// The lane as a chain of these steps, the first of which it was.
    #[must_use]
    pub(crate) fn chained(self, steps: Vec<LaneStep>) -> Self {
        let (label, model) = chain_names(&steps);
        Self {
            provider: CHAIN.to_owned(),
            label,
            model,
            simulated: steps.iter().any(|step| step.simulated),
            price: None,
            adjustments: Vec::new(),
            steps,
            ..self
        }
    }

    /// What it is called wherever it stands beside others: see [`lane_name`].
    pub fn name(&self) -> String {
        lane_name(&self.label, &self.model, self.simulated)
    }

    /// Whether it is a chain of several steps.
    pub fn is_chain(&self) -> bool {
        !self.steps.is_empty()
    }

    /// The name and the model that its steps give a chain; its own for a single request.
    pub fn names_by_steps(&self) -> (String, String) {
        if self.is_chain() {
            chain_names(&self.steps)
        } else {
            (self.label.clone(), self.model.clone())
        }
    }

    /// In how many of its measured rounds more than the first step was asked; `None` for a single request, or if it was never asked.
    pub fn climbs(&self) -> Option<StepShare> {
        StepShare::climbed(&self.samples).filter(|_| self.is_chain())
    }

    /// What its typical values feel like to a reader, by metric: those of `summary` that have bands. No wait and no speed that took a step between two rounds,
    /// since no round need have had its median.
    pub fn feelings(&self) -> BTreeMap<String, String> {
        let mut felt = feelings(&self.summary, &self.samples);
        let mut leave_out = |stepped: Metric, is_of_it: fn(Metric) -> bool| {
            if may_have_a_step(&self.samples, stepped) {
                felt.retain(|id, _| !Metric::by_id(id).is_some_and(is_of_it));
            }
        };
        leave_out(Metric::TtftMs, Metric::is_awaited);
        leave_out(Metric::NeutralTps, Metric::is_pace);
        felt
    }

    /// Its medians at the shortest and at the longest prompts, where these are of very different length: a wait over all of them is then
    /// none that a request had. `None` where all are of about one length, and for a sweep.
    pub fn prompt_ends(&self) -> Option<[AtPromptLength; 2]> {
        prompt_ends(&self.samples)
    }

    /// What happened within each of its levels, a sentence each.
    pub fn level_events(&self) -> impl Iterator<Item = (&Level, String)> {
        self.levels.iter().flat_map(|level| {
            level.events.iter().map(move |event| (level, event.sentence().to_string()))
        })
    }

    /// The levels that were not cut off midway. A resumed sweep skips only these, and only these are compared.
    pub fn whole_levels(&self) -> impl Iterator<Item = &Level> {
        self.levels.iter().filter(|level| level.is_whole())
    }

    /// Every request of the lane: level by level with measured ones first, or round by round.
    pub fn requests(&self) -> impl Iterator<Item = &Sample> {
        self.levels.iter().flat_map(Level::requests).chain(&self.samples)
    }

    /// As [`Self::requests`], to change them.
    pub fn requests_mut(&mut self) -> impl Iterator<Item = &mut Sample> {
        let of_levels = self.levels.iter_mut();
        of_levels
            .flat_map(|level| level.samples.iter_mut().chain(&mut level.others))
            .chain(&mut self.samples)
    }

    /// The fields that its server refused and that were left out of the second attempt, each once, in order.
    pub fn left_out(&self) -> BTreeSet<String> {
        self.requests().filter_map(|sample| sample.left_out.clone()).collect()
    }

    /// The knee of its levels under the load of its sweep.
    pub fn knee_under(&self, load: &Load) -> Option<Knee> {
        Knee::of(load, &self.whole_levels().collect::<Vec<_>>())
    }

    /// The capacity of its levels under the load of its sweep.
    pub fn capacity_under(&self, load: &Load) -> Option<Capacity> {
        Capacity::of(load, &self.whole_levels().collect::<Vec<_>>())
    }

    /// How its time to first token grows with its prompts: see [`PromptLengthLine::of`].
    pub fn line_by_prompt_length(&self) -> Option<PromptLengthLine> {
        PromptLengthLine::of(&self.whole_levels().collect::<Vec<_>>())
    }

    /// What the prompt cache saved, length by length; empty unless levels sent one prompt again.
    pub fn cache_savings(&self) -> Vec<CacheSaving> {
        let levels: Vec<&Level> = self.whole_levels().collect();
        cache_savings(&levels, PromptLengthLine::of(&levels).as_ref())
    }

    /// What its levels say, one or two sentences each, without its name: how TTFT grows with the prompt in a sweep over prompt
    /// lengths, otherwise its capacity if sought, or its knee, and what a prompt cache saved.
    pub fn level_findings(&self, load: &Load) -> Vec<Phrase> {
        let levels: Vec<&Level> = self.whole_levels().collect();
        if load.lengths.is_some() {
            return prompt_length_findings::findings(&levels);
        }
        let found = load_findings::finding(load, &levels).into_iter();
        found.chain(level_cache_use::findings(load, &levels)).collect()
    }

    /// How sure the numbers of its levels are, in sentences without its name: the intervals of the median and p95 of TTFT
    /// and of the error rate, and at which levels they are unknown.
    pub fn level_intervals(&self) -> Vec<String> {
        level_intervals::intervals(&self.whole_levels().collect::<Vec<_>>())
    }
}
