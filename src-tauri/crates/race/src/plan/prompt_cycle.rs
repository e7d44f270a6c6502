//! The prompts of a sweep's requests: a preset's texts, a set of prompts in turn, or the plan's prompt.

use std::collections::BTreeMap;

use providers::Request;

use crate::plan::Plan;
use crate::plan::load::Load;
use crate::plan::prompt_lengths::PromptLevel;
use crate::plan::step::Step;
use crate::plan::unique_prompts::{UniqueNumbers, marked};
use crate::workload::{Row, Rows, renumbered, unique};

/// The texts of a sweep, generated once, because a long text takes longer to generate than to send.
pub(crate) struct PromptCycle {
    system: Option<String>,
    /// What replaces the contender's own prompt, in turn; empty if that is used every time.
    rows: Rows,
    /// Whether they are those of the plan's set.
    is_set: bool,
    /// Whether they already begin with a unique number.
    is_numbered: bool,
    is_unique: bool,
    numbers: UniqueNumbers,
    /// The prompt of each length that the sweep covers.
    lengths: BTreeMap<u32, String>,
}

impl PromptCycle {
    /// The texts of the sweep `run_id` of a plan, at its load.
    pub(crate) fn of(plan: &Plan, load: &Load, run_id: &str) -> Self {
        let preset = load.preset.map(crate::workload::Preset::prompts);
        let is_numbered = preset.is_some();
        let step = |prompt: String| Row { prompt, ..Row::default() };
        let (system, rows) = match preset {
            Some(preset) => {
                (preset.system, preset.prompts.into_iter().map(step).collect::<Vec<_>>().into())
            }
            None => (None, plan.rows()),
        };
        let is_set = plan.set.is_some() && !is_numbered;
        let numbers = UniqueNumbers::from(load.nonce.as_deref().unwrap_or(run_id));
        let levels = load.steps().into_iter().filter_map(Step::prompt);
        let lengths = levels.map(|level| (level.tokens, level.text())).collect();
        Self { system, rows, is_set, is_numbered, is_unique: load.unique_prompts, numbers, lengths }
    }

    /// Number of requests of one sample: the steps of an agent, otherwise 1.
    pub(crate) fn steps(&self) -> u32 {
        if self.is_numbered { u32::try_from(self.rows.len()).unwrap_or(u32::MAX).max(1) } else { 1 }
    }

    /// The longest request of a level in bytes: the one with the highest possible cost.
    pub(crate) fn longest(&self, contender: &Request, level: Step) -> Request {
        if let Some(level) = level.prompt() {
            return self.of_length(contender, level, 0);
        }
        let length = |at: &usize| self.rows.get(*at).map_or(0, Row::length);
        let longest = (0..self.rows.len()).max_by_key(length).unwrap_or_default();
        self.at(contender, longest, 0)
    }

    /// The request of a level with this number. `step` is its place in an agent's loop, from 0; the steps of one agent have its
    /// number and share their unique prefix.
    pub(crate) fn request(
        &self,
        contender: &Request,
        level: Step,
        number: u64,
        step: u32,
    ) -> Request {
        if let Some(level) = level.prompt() {
            return self.of_length(contender, level, number);
        }
        // A set of prompts has no steps: each prompt is a request of its own.
        let turn = if self.is_numbered { u64::from(step) } else { number };
        self.at(contender, self.index(turn), number)
    }

    /// The index of the row whose turn it is.
    fn index(&self, turn: u64) -> usize {
        usize::try_from(turn % self.rows.len().max(1) as u64).unwrap_or(0)
    }

    /// The row of the plan's set that the request with this number asks; `None` without a set.
    pub(crate) fn row(&self, number: u64) -> Option<u32> {
        self.is_set.then(|| u32::try_from(self.index(number)).unwrap_or_default())
    }

    /// The whole input of a contender's request that asked this row of the plan's set, but for its number.
    pub(crate) fn input_text(&self, contender: &Request, row: Option<u32>) -> String {
        let row = row.and_then(|row| self.rows.get(row as usize));
        row.map_or_else(|| contender.input_text(), |row| row.asked_by(contender).input_text())
    }

    /// The request with a prompt of one length: unique by its number or, in a level whose prompts are cached, the same every time.
    fn of_length(&self, contender: &Request, level: PromptLevel, number: u64) -> Request {
        let mut request = contender.clone();
        if let Some(prompt) = self.lengths.get(&level.tokens) {
            request.prompt.clone_from(prompt);
        }
        marked(request, self.number_of_level(level, number), unique)
    }

    fn number_of_level(&self, level: PromptLevel, number: u64) -> u64 {
        if level.cached {
            self.numbers.of_cached(level.tokens)
        } else {
            self.numbers.of_request(number)
        }
    }

    /// The number at the front of the request of a level with this number; `None` if requests have none.
    pub(crate) fn number(&self, level: Step, number: u64) -> Option<u64> {
        match level.prompt() {
            Some(level) => Some(self.number_of_level(level, number)),
            None => self.is_unique.then(|| self.numbers.of_request(number)),
        }
    }

    /// The request with the prompt at an index, made unique by a number.
    fn at(&self, contender: &Request, index: usize, number: u64) -> Request {
        let row = self.rows.get(index);
        let mut request = row.map_or_else(|| contender.clone(), |row| row.asked_by(contender));
        if self.system.is_some() {
            request.system.clone_from(&self.system);
        }
        if !self.is_unique {
            return request;
        }
        let nonce = self.numbers.of_request(number);
        marked(request, nonce, if self.is_numbered { renumbered } else { unique })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::prompt_lengths::PromptLengths;
    use crate::workload::{Preset, PromptSet};
    use providers::{Payload, Role, Turn};

    const USUAL: Step = Step::Streams(1);

    fn planned(load: &Load) -> Plan {
        Plan { load: Some(load.clone()), ..Plan::default() }
    }

    fn texts(load: &Load) -> PromptCycle {
        PromptCycle::of(&planned(load), load, "run")
    }

    fn contender() -> Request {
        crate::testing::request("Why?")
    }

    #[test]
    fn without_more_every_request_asks_what_the_plan_asks() {
        let same = texts(&Load { unique_prompts: false, ..Load::default() });
        assert_eq!(same.request(&contender(), USUAL, 5, 0).prompt, "Why?", "the same every time");
        let unique = texts(&Load::default());
        let (one, two) =
            (unique.request(&contender(), USUAL, 1, 0), unique.request(&contender(), USUAL, 2, 0));
        assert!(one.prompt != two.prompt && one.prompt.ends_with("Why?"), "each with its number");
        let told = Request { system: Some("Be brief.".into()), ..contender() };
        let asked = unique.request(&told, USUAL, 1, 0);
        assert_eq!(asked.prompt, "Why?", "a cache begins at the system prompt");
        assert!(
            asked.system.is_some_and(|system| system.ends_with("Be brief.")),
            "so the number does"
        );
    }

    #[test]
    fn a_set_of_prompts_is_asked_in_turn() {
        let texts = texts(&Load {
            unique_prompts: false,
            prompts: ["a", "b", "c"].map(str::to_owned).to_vec(),
            ..Load::default()
        });
        let asked: Vec<String> =
            (0..4).map(|number| texts.request(&contender(), USUAL, number, 0).prompt).collect();
        assert_eq!(asked, ["a", "b", "c", "a"], "and begun again");
    }

    #[test]
    fn a_row_is_asked_in_place_of_what_the_contender_has_and_known_by_its_index() {
        let turn = Turn::text(Role::User, "Earlier.");
        let payload = Payload { turns: vec![turn], ..Payload::default() };
        let rows = vec![
            Row { prompt: "a".into(), system: Some(String::new()), ..Row::default() },
            Row { prompt: "b".into(), payload: Some(payload.into()), ..Row::default() },
        ];
        let load = Load { unique_prompts: false, ..Load::default() };
        let plan = planned(&load).asking(PromptSet::Rows { rows: rows.into() });
        let texts = PromptCycle::of(&plan, &load, "run");
        let told = Request { system: Some("Be brief.".into()), ..contender() };
        let first = texts.request(&told, USUAL, 4, 0);
        assert_eq!((first.prompt.as_str(), first.system), ("a", None), "an empty one is none");
        let second = texts.request(&told, USUAL, 5, 0);
        assert_eq!(second.system.as_deref(), Some("Be brief."), "the contender's own stays");
        assert_eq!(second.payload.turns.len(), 1, "what the row carries");
        assert_eq!((texts.row(4), texts.row(5)), (Some(0), Some(1)), "in turn");
        assert_eq!(texts.input_text(&told, Some(1)), second.input_text(), "what was sent");
        assert_eq!(self::texts(&load).row(4), None, "without a set there are none");
    }

    #[test]
    fn the_longest_request_is_the_one_that_costs_most() {
        let set = texts(&Load {
            prompts: ["a", "a long one", "b"].map(str::to_owned).to_vec(),
            ..Load::default()
        });
        let longest = set.longest(&contender(), USUAL).prompt;
        assert!(longest.ends_with("a long one"), "with its number before it: {longest}");
        let alone = texts(&Load::default()).longest(&contender(), USUAL).prompt;
        assert!(alone.ends_with("Why?"), "or the plan's own: {alone}");
    }

    #[test]
    fn the_steps_of_an_agent_share_what_makes_them_unique() {
        let agent = Load { preset: Some(Preset::AgentLoop), ..Load::default() };
        let texts = texts(&agent);
        assert_eq!(texts.steps(), 20, "as its method says");
        let start = |number, step| {
            let Request { system, prompt, .. } = texts.request(&contender(), USUAL, number, step);
            system.unwrap_or(prompt).chars().take(21).collect::<String>()
        };
        assert_eq!(
            start(1, 0),
            start(1, 19),
            "an agent that goes on finds in the cache what it has read"
        );
        assert_ne!(start(1, 0), start(2, 0), "and another agent does not");
        let length = |step| texts.request(&contender(), USUAL, 1, step).prompt.len();
        assert!(length(0) < length(1) && length(18) < length(19), "and reads more at each step");
    }

    #[test]
    fn another_sweep_has_prompts_of_its_own_and_can_repeat_those_of_one() {
        let asked = |load: &Load, run| {
            PromptCycle::of(&planned(load), load, run).request(&contender(), USUAL, 3, 0).prompt
        };
        let usual = Load::default();
        assert_ne!(asked(&usual, "one"), asked(&usual, "two"), "a cache knows none of them");
        assert_eq!(asked(&usual, "one"), asked(&usual, "one"), "a sweep that goes on is the same");
        let again = Load { nonce: Some("one".into()), ..Load::default() };
        assert_eq!(asked(&again, "two"), asked(&usual, "one"), "or repeats one on purpose");
    }

    #[test]
    fn a_level_sends_prompts_of_its_length_unique_or_from_the_cache() {
        let lengths = PromptLengths { tokens: vec![50, 400], cached: true };
        let load = Load { concurrency: vec![1], lengths: Some(lengths), ..Load::default() };
        let texts = texts(&load);
        let asked = |tokens, cached, number| {
            let level = Step::Prompt(PromptLevel { tokens, in_flight: 1, cached });
            texts.request(&contender(), level, number, 0).prompt
        };
        for tokens in [50, 400] {
            let (one, two) = (asked(tokens, false, 1), asked(tokens, false, 2));
            assert_eq!(cost::tokens::count(&one), tokens, "with the number that makes it unique");
            assert!(one.chars().take(3).ne(two.chars().take(3)), "no cache knows its first token");
            assert_eq!(asked(tokens, true, 1), asked(tokens, true, 2), "the same prompt again");
            assert_eq!(cost::tokens::count(&asked(tokens, true, 1)), tokens, "and as long");
            assert_ne!(asked(tokens, true, 1), one, "and none that was sent before");
        }
        let short = asked(50, true, 0).chars().take(21).collect::<String>();
        assert!(!asked(400, true, 0).starts_with(&short), "each length has a cache of its own");
        let level = Step::Prompt(PromptLevel { tokens: 400, in_flight: 1, cached: false });
        let longest = texts.longest(&contender(), level).prompt;
        assert_eq!(cost::tokens::count(&longest), 400, "what the budget counts");
    }
}
