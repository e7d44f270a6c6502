//! The measurement conditions of a run, which every chart and export prints.

use std::collections::BTreeSet;

use cost::TokenSource;
use measure::WarningCount;
use providers::input_text;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::plan::Plan;
use crate::plan::input_length::prompt_tokens;
use crate::plan::shown::sorted_json;
use crate::result::run::Run;
use crate::result::sample::Sample;
use crate::workload::{Preset, PromptSet};

/// Facts common to all numbers of a run. Absent means unknown.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct MeasurementConditions {
    /// Fingerprint of the prompts, see [`Run::prompt_hash`]. Runs with the same prompts have the same one.
    pub prompt_hash: String,
    /// That prompt's length in `o200k_base` tokens, system prompt included.
    pub prompt_tokens: u32,
    /// The prompt lengths that a sweep covered, in `o200k_base` tokens; empty otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prompt_lengths: Vec<u32>,
    /// Output token limit of a request.
    pub max_tokens: Option<u32>,
    /// Sampling temperature.
    pub temperature: Option<f64>,
    /// Measured requests, all lanes and levels together.
    pub measured: u32,
    /// Who counted the tokens of the speeds; several if samples differ.
    pub token_sources: Vec<TokenSource>,
    /// HTTP versions of the responses.
    pub protocols: Vec<String>,
    /// Whether every request made a new connection; absent for a race, whose lanes reuse theirs.
    pub cold: Option<bool>,
    /// Whether every request had a prompt of its own; absent for a race of one round, where nothing is sent twice.
    pub unique_prompts: Option<bool>,
    /// One-line description of the machine; absent in runs made before it was recorded.
    pub machine: Option<String>,
    /// Timestamp error of that machine in milliseconds; the maximum over levels.
    pub ttft_error_ms: Option<f64>,
    /// Version of the metric definitions.
    pub def_version: u32,
    /// When it began, RFC 3339 in UTC.
    pub started_at: String,
    /// Whether any of it was simulated.
    pub simulated: bool,
    /// The warnings of its successful measured requests.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<WarningCount>,
    /// Whether it was measured elsewhere and imported.
    #[specta(optional)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub imported: bool,
}

/// Number of bytes kept of a prompt's hash. Among a million prompts the chance of a collision is 1 in 37 million.
const HASH_BYTES: usize = 8;

impl MeasurementConditions {
    /// The conditions of a run.
    pub fn of(run: &Run) -> Self {
        let plan = &run.plan;
        let samples: Vec<&Sample> = run
            .lanes
            .iter()
            .flat_map(|lane| {
                lane.samples.iter().chain(lane.levels.iter().flat_map(|level| &level.samples))
            })
            .collect();
        let mut token_sources = Vec::new();
        for source in samples.iter().filter_map(|sample| sample.token_source) {
            if !token_sources.contains(&source) {
                token_sources.push(source);
            }
        }
        let protocols: BTreeSet<String> = samples
            .iter()
            .filter_map(|sample| Some(sample.connection.as_ref()?.http_version.clone()))
            .collect();
        Self {
            prompt_hash: run.prompt_hash(),
            prompt_tokens: run
                .prompts_left_out
                .as_ref()
                .and_then(|left_out| left_out.prompt_tokens)
                .unwrap_or_else(|| prompt_tokens(plan)),
            prompt_lengths: plan
                .load
                .as_ref()
                .and_then(|load| Some(load.lengths.as_ref()?.tokens.clone()))
                .unwrap_or_default(),
            max_tokens: plan.max_tokens,
            temperature: plan.temperature,
            measured: u32::try_from(samples.len()).unwrap_or(u32::MAX),
            token_sources,
            protocols: protocols.into_iter().collect(),
            cold: plan.load.as_ref().map(|load| load.cold),
            unique_prompts: (plan.is_sweep() || plan.rounds() > 1 || plan.unique_prompts)
                .then(|| plan.has_unique_prompts()),
            machine: run.machine.clone(),
            ttft_error_ms: run.most_ttft_error_ms(),
            def_version: run.def_version,
            started_at: run.started_at.clone(),
            simulated: run.simulated,
            warnings: warnings(&samples),
            imported: run.imported,
        }
    }
}

/// The warnings of those that succeeded.
fn warnings(samples: &[&Sample]) -> Vec<WarningCount> {
    let warned: Vec<&Sample> = samples
        .iter()
        .copied()
        .filter(|sample| sample.status.is_ok() && !sample.doubts.is_empty())
        .collect();
    WarningCount::all(|warning| {
        warned.iter().filter(|sample| sample.doubts.contains(&warning)).count()
    })
}

impl Run {
    /// The fingerprint of what it asked: that of its plan or, where its prompts were left out of an export, the one that
    /// stands in their place.
    pub fn prompt_hash(&self) -> String {
        match &self.prompts_left_out {
            Some(left_out) => left_out.prompt_hash.clone(),
            None => prompt_fingerprint(&self.plan),
        }
    }
}

/// The fingerprint of a plan's prompts: the first 16 hexadecimal digits of SHA-256 over the system prompt, a line break
/// and the prompt; over the payload and what lanes have of their own, as JSON with sorted names and with hashes in the place
/// of Base64, if there are any; and over the rows of a set, or a sweep's prompts and preset, or its prompt lengths, as JSON, if it has any.
/// Of a run use [`Run::prompt_hash`], which knows it even where the prompts were left out of an export.
pub fn prompt_fingerprint(plan: &Plan) -> String {
    let mut text = input_text(plan.system.as_deref(), None, &plan.prompt);
    text += &written_payloads(plan);
    if let Some(load) = &plan.load
        && (load.preset.is_some() || !load.prompts.is_empty())
    {
        // Only text and numbers, which JSON can always represent.
        text += &serde_json::to_string(&(&load.preset, &load.prompts)).unwrap_or_default();
    }
    if let Some(set) = &plan.set {
        text += &written_rows(set);
    }
    if let Some(lengths) = plan.load.as_ref().and_then(|load| load.lengths.as_ref()) {
        text += &serde_json::to_string(&lengths.tokens).unwrap_or_default();
    }
    fingerprint(&text)
}

/// The rows of a set as JSON, with hashes in the place of Base64. A set of prompts alone is written as in plans from before there were
/// sets, so that the two have one fingerprint.
fn written_rows(set: &PromptSet) -> String {
    if let PromptSet::Suite { suite } = set {
        return serde_json::to_string(suite).unwrap_or_default();
    }
    let rows = set.rows();
    let prompts: Vec<&str> = rows.iter().map(|row| row.prompt.as_str()).collect();
    let mut text = serde_json::to_string(&(None::<Preset>, prompts)).unwrap_or_default();
    if rows.iter().any(|row| row.system.is_some() || row.payload.is_some()) {
        let alone = Plan { set: Some(set.clone()), ..Plan::default() };
        let (alone, _) = alone.detached();
        let rows = alone.set.map(|set| set.rows().clone()).unwrap_or_default();
        let others: Vec<_> = rows.iter().map(|row| (&row.system, &row.payload)).collect();
        text += &sorted_json(&others);
    }
    text
}

/// The payload and the lanes' own requests of a plan as JSON, with hashes in the place of Base64; empty without any.
fn written_payloads(plan: &Plan) -> String {
    let has_own = plan.lanes.iter().any(|lane| lane.request.is_some());
    if plan.payload.is_empty() && !has_own {
        return String::new();
    }
    let (plan, _) = plan.clone().detached();
    let own: Vec<_> = plan.lanes.iter().map(|lane| &lane.request).collect();
    sorted_json(&(&plan.payload, own))
}

fn fingerprint(text: &str) -> String {
    let hash = Sha256::digest(text.as_bytes());
    hash.iter().take(HASH_BYTES).fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use measure::Warning;

    use super::*;
    use crate::result::level::Level;
    use crate::result::status::Status;
    use crate::testing::{lane, run, sample};

    #[test]
    fn conditions_say_the_machine_and_the_most_that_it_may_be_off() {
        let level = |ms| Level { ttft_error_ms: ms, ..Level::default() };
        let mut levels = lane([]);
        levels.levels = vec![level(Some(0.2)), level(Some(0.6)), level(None)];
        let known = Run {
            machine: Some("Abacus, 2 cores, linux".to_owned()),
            ttft_error_ms: Some(0.3),
            imported: true,
            ..run(vec![levels])
        };
        let told = MeasurementConditions::of(&known);
        assert_eq!(told.machine, known.machine, "whoever quotes a number knows where it is from");
        assert!(told.imported, "nor who says so");
        assert_eq!(told.ttft_error_ms, Some(0.6), "the worst level is said, none is hidden");

        let unknown = MeasurementConditions::of(&run(vec![lane([])]));
        assert_eq!(
            (unknown.machine, unknown.ttft_error_ms),
            (None, None),
            "and nothing is made up"
        );
    }

    #[test]
    fn warnings_of_what_succeeded_are_counted_in_races_and_sweeps() {
        let with =
            |status, doubts: &[Warning]| Sample { doubts: doubts.to_vec(), ..sample(status) };
        let samples = [
            with(Status::Ok, &[Warning::Short]),
            with(Status::Ok, &[Warning::Short, Warning::Buffered]),
            with(Status::Ok, &[]),
            with(Status::TimeoutFirst, &[Warning::Short]),
        ];
        let counted = |run: &Run| {
            let all = MeasurementConditions::of(run).warnings;
            all.iter().map(|each| (each.warning, each.requests)).collect::<Vec<_>>()
        };
        let expected = [(Warning::Buffered, 1), (Warning::Short, 2)];
        assert_eq!(counted(&run(vec![lane(samples.clone())])), expected, "of a race");
        let mut sweep = lane([]);
        sweep.levels = vec![Level { samples: samples.to_vec(), ..Level::default() }];
        assert_eq!(counted(&run(vec![sweep])), expected, "and of a sweep");
    }

    #[test]
    fn a_hash_is_that_of_every_other_tool() {
        assert_eq!(
            fingerprint("abc"),
            "ba7816bf8f01cfea",
            "the first digits of FIPS 180-2's own example"
        );
    }
}
