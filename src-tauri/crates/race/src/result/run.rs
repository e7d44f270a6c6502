//! A run as the history stores it and `--json` prints it: the document `paceline.run/1`.

use cost::MinuteOfWeek;
use measure::DEF_VERSION;
use providers::Provider;
use serde::{Deserialize, Serialize};
use time::format_description::well_known::Rfc3339;
use time::{OffsetDateTime, UtcOffset};

use crate::plan::{Plan, Workload};
use crate::result::cache_use::{CacheUse, CacheUseFinding, cache_uses};
use crate::result::judgement::Judgement;
use crate::result::lane::Lane;
use crate::result::output_length::RequestedLength;
use crate::result::pair_verdict::PairVerdict;
use crate::result::question_view::{QuestionView, question_view};
use crate::result::questions::{Questions, questions};
use crate::result::request_part::{RequestPart, RequestPartFinding, request_parts};
use crate::result::right_pairs::{RightPair, right_pairs};
use crate::result::round_step::{RoundStep, RoundStepFinding, round_steps};
use crate::result::same_service::{ServiceComparison, same_service};
use crate::result::sample_context::SampleContext;
use crate::result::schema_use::{SchemaUse, SchemaUseFinding, schema_uses};
use crate::result::service_finding::ServiceFinding;
use crate::result::uncertainty;

/// Name and version of the document format.
pub const SCHEMA: &str = "paceline.run/1";

/// The kind of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum RunKind {
    /// Lanes side by side, round by round, each round with one start gun.
    Race,
    /// One lane at a time at rising load, level by level.
    Sweep,
}

impl RunKind {
    /// Its name in documents.
    pub fn word(self) -> &'static str {
        match self {
            Self::Race => "race",
            Self::Sweep => "sweep",
        }
    }
}

/// The state of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    /// It is running.
    Running,
    /// Every lane ended on its own.
    Finished,
    /// The user stopped it.
    Stopped,
    /// The app exited during the run; what had arrived is kept.
    Interrupted,
}

/// What is known of prompts that were left out of an export.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct PromptsLeftOut {
    /// Their fingerprint: 16 hexadecimal digits.
    pub prompt_hash: String,
    /// Their length in `o200k_base` tokens; absent where requests were asked different things.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt_tokens: Option<u32>,
}

/// A complete run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Run {
    /// Always [`SCHEMA`].
    pub schema: String,
    /// Unique, and sorts by time.
    pub id: String,
    /// Whether it is a race or a sweep.
    pub kind: RunKind,
    /// When the start gun was fired or, before that, when the run was created; RFC 3339 in UTC.
    pub started_at: String,
    /// Its state.
    pub state: RunState,
    /// Whether any lane was simulated. Such runs never mix with real ones.
    pub simulated: bool,
    /// Whether it was measured elsewhere and imported: the history sets it, whatever a document says.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub imported: bool,
    /// Version of the metric definitions of its numbers.
    pub def_version: u32,
    /// One-line description of the machine; absent in runs made before it was recorded.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<String>,
    /// Timestamp error of that machine in milliseconds, if it was calibrated; for a sweep it is stored with each level.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttft_error_ms: Option<f64>,
    /// What stands for the prompts of a run that was exported without them; absent for any other.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompts_left_out: Option<PromptsLeftOut>,
    /// The plan.
    pub plan: Plan,
    /// The results, without muted lanes.
    pub lanes: Vec<Lane>,
    /// The lane that is right most often against each other one, in documents; empty without checks.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub right_pairs: Vec<RightPair>,
    /// Which question each lane answered right, in documents: row by row of a set, or round by round; absent if none was checked, and for
    /// a single one.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub questions: Option<Questions>,
    /// The lane with the best median against each other one, by metric, in documents; empty for a race of one round and for a
    /// sweep.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairwise: Vec<PairVerdict>,
    /// Whether each lane answers like the reference of the race, in documents; empty without one.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub same_service: Vec<ServiceFinding>,
    /// What a lane's images, or the schema of its answer, take in time to first token beside a lane without them, in documents; empty
    /// without such lanes.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub request_parts: Vec<RequestPartFinding>,
    /// What the first use of a schema took beside the later ones, lane by lane, in documents; empty without one.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub schema_uses: Vec<SchemaUseFinding>,
    /// What the prompt cache saved in time to first token, lane by lane, in documents; empty without rounds with and without it.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cache_uses: Vec<CacheUseFinding>,
    /// Steps of time to first token between rounds, lane by lane, in documents of races; empty without one.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub round_steps: Vec<RoundStepFinding>,
    /// What a judge said of its answers; absent without one, or if the race was stopped before it was asked.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judgement: Option<Judgement>,
}

impl Run {
    /// A run that is about to begin, with `lanes` without results. `id` must be unique; `started_at` is RFC 3339 in
    /// UTC.
    pub fn begun(
        kind: RunKind,
        id: String,
        started_at: String,
        plan: Plan,
        lanes: Vec<Lane>,
    ) -> Self {
        Self {
            schema: SCHEMA.to_owned(),
            id,
            kind,
            started_at,
            state: RunState::Running,
            simulated: lanes.iter().any(|lane| lane.simulated),
            imported: false,
            def_version: DEF_VERSION,
            machine: None,
            ttft_error_ms: None,
            prompts_left_out: None,
            plan,
            lanes,
            right_pairs: Vec::new(),
            questions: None,
            pairwise: Vec::new(),
            same_service: Vec::new(),
            request_parts: Vec::new(),
            schema_uses: Vec::new(),
            cache_uses: Vec::new(),
            round_steps: Vec::new(),
            judgement: None,
        }
    }

    /// The lane that is right most often against each other one, over what both were asked: the same row of a set, or the same round
    /// of a race. Of several comparisons each has to be surer (C. E. Bonferroni). Empty without two lanes that answered the same.
    pub fn right_pairs(&self) -> Vec<RightPair> {
        right_pairs(&self.lanes, self.plan.set.is_some())
    }

    /// Which question each lane answered right: the rows of its set, or the rounds of a race. `None` if none was checked, and for a
    /// single one.
    pub fn questions(&self) -> Option<Questions> {
        questions(&self.plan, &self.lanes, self.prompts_left_out.is_none())
    }

    /// The same as far as a table shows it, with why answers are not right: for a view that has no answers.
    pub fn question_view(&self) -> Option<QuestionView> {
        question_view(&self.plan, &self.lanes, self.prompts_left_out.is_none())
    }

    /// Each lane beside the reference that the plan names; none if it names none. Which of two lanes gave an answer to a prompt is
    /// what is permuted, so that prompts which are answered differently by anybody are no difference between lanes.
    pub fn same_service(&self) -> Vec<ServiceComparison> {
        same_service(&self.plan, &self.lanes)
    }

    /// Each lane of a race whose request has images or a schema more than another lane's of the same contender, beside that lane; of
    /// several such lanes, the one with the fewest images. Only where the rounds give an interval.
    pub fn request_parts(&self) -> Vec<RequestPart> {
        request_parts(&self.plan, &self.lanes)
    }

    /// What the first uses of a schema took in a race beside the later ones, lane by lane; only of lanes with later ones. It says
    /// what was, and for no cause: whether the provider compiled the schema is not in the times.
    pub fn schema_uses(&self) -> Vec<SchemaUse> {
        schema_uses(&self.plan, &self.lanes)
    }

    /// What the prompt cache saved in a race in time to first token, lane by lane: rounds with input from it, beside rounds of the same
    /// lane, or of another of the same contender, without. Only where the server reports what came from its cache.
    pub fn cache_uses(&self) -> Vec<CacheUse> {
        cache_uses(&self.plan, &self.lanes)
    }

    /// Each lane of a race whose time to first token or speed took a step between two of its rounds: no round need have had its median.
    pub fn round_steps(&self) -> Vec<RoundStep> {
        round_steps(&self.plan, &self.lanes)
    }

    /// The run with the values derived from its requests: each number's uncertainty and what it feels like, each
    /// contender's knee, its capacity if sought, and the line of its TTFT over prompt length. Documents contain them;
    /// the history does not store them.
    #[must_use]
    pub fn into_document(mut self) -> Self {
        self.right_pairs = self.right_pairs();
        self.questions = self.questions();
        self.same_service = self.same_service().into_iter().map(|one| one.found).collect();
        self.request_parts = self.request_parts().into_iter().map(|one| one.found).collect();
        self.schema_uses = self.schema_uses().into_iter().map(|one| one.found).collect();
        self.cache_uses = self.cache_uses().into_iter().map(|one| one.found).collect();
        self.round_steps = self.round_steps().into_iter().map(|one| one.found).collect();
        let lanes = self.lanes.len();
        if let Some(judgement) = &mut self.judgement {
            judgement.findings = Some(judgement.found(lanes));
        }
        for lane in &mut self.lanes {
            lane.feels = lane.feelings();
            lane.at_prompt_lengths = lane.prompt_ends().map(Vec::from).unwrap_or_default();
            lane.right = lane.right_answers().or(lane.right);
            let steps = std::mem::take(&mut lane.steps);
            lane.steps = (0_u32..)
                .zip(steps)
                .map(|(step, own)| own.summed_up(step, &lane.samples))
                .collect();
            lane.uncertainty =
                uncertainty::of_lane(&lane.samples, &lane.summary, self.ttft_error_ms);
            for level in &mut lane.levels {
                level.uncertainty = uncertainty::of_level(level);
                level.feels = level.feelings();
                level.right = level.right_answers().or(level.right);
            }
        }
        if let Some(load) = &self.plan.load {
            for lane in &mut self.lanes {
                lane.knee = lane.knee_under(load);
                lane.capacity = lane.capacity_under(load);
                lane.prompt_length_line = lane.line_by_prompt_length();
                lane.cache_savings = lane.cache_savings();
            }
        }
        self
    }

    /// The request of one of its lanes. `prompt` is the whole input text.
    pub fn sample_context<'a>(
        &'a self,
        lane: &'a Lane,
        provider: &'a Provider,
        prompt: &'a str,
    ) -> SampleContext<'a> {
        SampleContext {
            provider,
            model: &lane.model,
            prompt,
            price: lane.price.as_ref(),
            sent: self.minute_of_week(),
            sharing: self.sharing(&lane.provider, &lane.base_url),
            machine_ms: None,
            length: self.length_asked(lane, 0),
            is_adjusted: !lane.adjustments.is_empty(),
            is_first_schema_use: false,
            row: None,
        }
    }

    /// The request of one step of a chain, from 0. `prompt` is the whole input text of the step.
    pub fn step_context<'a>(
        &'a self,
        lane: &'a Lane,
        step: u32,
        provider: &'a Provider,
        prompt: &'a str,
    ) -> SampleContext<'a> {
        let of_lane = self.sample_context(lane, provider, prompt);
        let Some(own) = lane.steps.get(step as usize) else { return of_lane };
        SampleContext {
            model: &own.model,
            price: own.price.as_ref(),
            sharing: self.sharing(&own.provider, &own.base_url),
            length: self.length_asked(lane, step),
            is_adjusted: !own.adjustments.is_empty(),
            ..of_lane
        }
    }

    /// How many lanes ask this provider at this address, of chains any of their steps.
    fn sharing(&self, provider: &str, base_url: &str) -> u32 {
        let is_there = |lane: &&Lane| {
            let of_steps =
                lane.steps.iter().map(|step| (step.provider.as_str(), step.base_url.as_str()));
            std::iter::once((lane.provider.as_str(), lane.base_url.as_str()))
                .chain(of_steps)
                .any(|own| own == (provider, base_url))
        };
        u32::try_from(self.lanes.iter().filter(is_there).count()).unwrap_or(u32::MAX)
    }

    /// The timestamp error of its machine in milliseconds; the maximum over its levels.
    pub fn most_ttft_error_ms(&self) -> Option<f64> {
        let levels = self.lanes.iter().flat_map(|lane| &lane.levels);
        levels
            .filter_map(|level| level.ttft_error_ms)
            .chain(self.ttft_error_ms)
            .max_by(f64::total_cmp)
    }

    /// The output length requested from a step of one of its lanes. A race sets a limit; a sweep sets a target, because it
    /// compares equal work.
    fn length_asked(&self, lane: &Lane, step: u32) -> Option<RequestedLength> {
        let planned = self.plan.lanes.get(lane.place as usize);
        let own = planned.and_then(|planned| planned.step(step)?.max_tokens);
        let tokens = own.or(self.plan.max_tokens)?;
        Some(match self.plan.workload() {
            Workload::Sweep(_) => RequestedLength::Target(tokens),
            Workload::Rounds { .. } => RequestedLength::AtMost(tokens),
        })
    }

    /// When it began, for prices that vary with the hour.
    pub(crate) fn minute_of_week(&self) -> Option<MinuteOfWeek> {
        minute_of_week(&self.started_at)
    }
}

/// The minute of the week at a time, RFC 3339; `None` if it is none.
pub(crate) fn minute_of_week(time: &str) -> Option<MinuteOfWeek> {
    let time = OffsetDateTime::parse(time, &Rfc3339).ok()?.to_offset(UtcOffset::UTC);
    let day = u16::from(time.weekday().number_days_from_monday());
    Some((day * 24 + u16::from(time.hour())) * 60 + u16::from(time.minute()))
}
