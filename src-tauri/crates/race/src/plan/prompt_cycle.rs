//! The prompts of a sweep's requests: a preset's texts, a set of prompts in turn, or the plan's prompt.

use providers::Request;

use crate::plan::load::Load;
use crate::workload::{renumbered, unique};

/// The texts of a sweep, generated once, because a long text takes longer to generate than to send.
pub(crate) struct PromptCycle {
    system: Option<String>,
    /// Prompts that replace the contender's own, in turn; empty if its own is used every time.
    prompts: Vec<String>,
    /// Whether they already begin with a unique number.
    is_numbered: bool,
    is_unique: bool,
}

impl PromptCycle {
    pub(crate) fn of(load: &Load) -> Self {
        let preset = load.preset.map(crate::workload::Preset::prompts);
        let is_numbered = preset.is_some();
        let (system, prompts) = match preset {
            Some(preset) => (preset.system, preset.prompts),
            None => (None, load.prompts.clone()),
        };
        Self { system, prompts, is_numbered, is_unique: load.unique_prompts }
    }

    /// The longest request, measured in bytes: the one that can cost most.
    pub(crate) fn longest(&self, contender: &Request) -> Request {
        let length = |at: &usize| self.prompts.get(*at).map_or(0, String::len);
        let longest = (0..self.prompts.len()).max_by_key(length).unwrap_or_default();
        self.request(contender, longest as u64)
    }

    /// The request with this number. Steps that belong together share their unique prefix.
    pub(crate) fn request(&self, contender: &Request, number: u64) -> Request {
        let mut request = contender.clone();
        let turns = self.prompts.len().max(1) as u64;
        let turn = usize::try_from(number % turns).unwrap_or(0);
        if let Some(prompt) = self.prompts.get(turn) {
            request.prompt.clone_from(prompt);
        }
        if self.system.is_some() {
            request.system.clone_from(&self.system);
        }
        if !self.is_unique {
            return request;
        }
        // A set of prompts has no steps: each of them is a request of its own.
        let nonce = if self.is_numbered { number / turns } else { number };
        let mark = if self.is_numbered { renumbered } else { unique };
        match request.system.as_mut() {
            Some(system) => *system = mark(system, nonce),
            None => request.prompt = mark(&request.prompt, nonce),
        }
        request
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::Preset;

    fn contender() -> Request {
        Request {
            provider: providers::provider("custom").expect("in the catalogue").clone(),
            model: "m".into(),
            system: None,
            prompt: "Why?".into(),
            max_tokens: None,
            temperature: None,
            effort: None,
            inputs: providers::Inputs::Usual,
        }
    }

    #[test]
    fn without_more_every_request_asks_what_the_plan_asks() {
        let same = PromptCycle::of(&Load { unique_prompts: false, ..Load::default() });
        assert_eq!(same.request(&contender(), 5).prompt, "Why?", "the same every time");
        let unique = PromptCycle::of(&Load::default());
        let (one, two) = (unique.request(&contender(), 1), unique.request(&contender(), 2));
        assert!(one.prompt != two.prompt && one.prompt.ends_with("Why?"), "each with its number");
        let told = Request { system: Some("Be brief.".into()), ..contender() };
        let asked = unique.request(&told, 1);
        assert_eq!(asked.prompt, "Why?", "a cache begins at the system prompt");
        assert!(
            asked.system.is_some_and(|system| system.ends_with("Be brief.")),
            "so the number does"
        );
    }

    #[test]
    fn a_set_of_prompts_is_asked_in_turn() {
        let texts = PromptCycle::of(&Load {
            unique_prompts: false,
            prompts: ["a", "b", "c"].map(str::to_owned).to_vec(),
            ..Load::default()
        });
        let asked: Vec<String> =
            (0..4).map(|number| texts.request(&contender(), number).prompt).collect();
        assert_eq!(asked, ["a", "b", "c", "a"], "and begun again");
    }

    #[test]
    fn the_longest_request_is_the_one_that_costs_most() {
        let texts = PromptCycle::of(&Load {
            prompts: ["a", "a long one", "b"].map(str::to_owned).to_vec(),
            ..Load::default()
        });
        let longest = texts.longest(&contender()).prompt;
        assert!(longest.ends_with("a long one"), "with its number before it: {longest}");
        let alone = PromptCycle::of(&Load::default()).longest(&contender()).prompt;
        assert!(alone.ends_with("Why?"), "or the plan's own: {alone}");
    }

    #[test]
    fn the_steps_of_an_agent_share_what_makes_them_unique() {
        let agent = Load { preset: Some(Preset::AgentLoop), ..Load::default() };
        let texts = PromptCycle::of(&agent);
        let start = |number| {
            let Request { system, prompt, .. } = texts.request(&contender(), number);
            system.unwrap_or(prompt).chars().take(21).collect::<String>()
        };
        assert_eq!(
            start(20),
            start(39),
            "an agent that goes on finds in the cache what it has read"
        );
        assert_ne!(start(19), start(20), "and another agent does not");
    }
}
