//! The steps of a lane that is a chain: which is asked next, and what it is asked.

use std::collections::BTreeMap;
use std::sync::Arc;

use measure::Recording;
use providers::{LARGEST_STEP, Request};

use crate::plan::step_rule::{StepRule, said_at};
use crate::plan::{LanePlan, NextStep};
use crate::workload::{Template, TemplateError};

/// The most steps of a chain, the first included.
pub const MOST_STEPS: usize = 8;

impl LanePlan {
    /// Whether it is a chain of several steps.
    pub fn is_chain(&self) -> bool {
        !self.later.is_empty()
    }

    /// Its steps in order: the lane itself, then those after it.
    pub fn steps(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(self.later.iter().map(|next| &next.lane))
    }

    /// One of its steps, from 0: the lane itself, then those after it.
    pub fn step(&self, step: u32) -> Option<&Self> {
        match (step as usize).checked_sub(1) {
            None => Some(self),
            Some(later) => self.later.get(later).map(|next| &next.lane),
        }
    }
}

/// Which step of a chain is asked after the step `asked`, both from 0. `answer` is its answer, absent if it has none; `passes` says whether that
/// passes the checks before a step.
pub(crate) fn next_step(
    then: &[NextStep],
    asked: u32,
    answer: Option<&str>,
    mut passes: impl FnMut(u32) -> bool,
) -> Option<u32> {
    let number = |place: usize| u32::try_from(place + 1).unwrap_or(u32::MAX);
    let rule = |place: usize| then.get(place).map(|next| &next.rule);
    let mut place = asked as usize;
    // Of several steps one was picked; those beside it are not asked.
    if place.checked_sub(1).and_then(rule).is_some_and(|own| matches!(own, StepRule::Says { .. })) {
        place = end_of_branches(then, place);
    }
    loop {
        match rule(place)? {
            StepRule::Always => return answer.map(|_| number(place)),
            StepRule::CheckFails { .. } => {
                if answer.is_none() || !passes(number(place)) {
                    return Some(number(place));
                }
                place += 1;
            }
            StepRule::Says { .. } | StepRule::Otherwise => {
                return picked(then, place, answer?).map(number);
            }
        }
    }
}

/// The first place after those of which an answer picks one.
fn end_of_branches(then: &[NextStep], from: usize) -> usize {
    let branches = then.iter().skip(from);
    let mut end = from;
    for next in branches {
        if !next.rule.is_branch() {
            break;
        }
        end += 1;
        if next.rule == StepRule::Otherwise {
            break;
        }
    }
    end
}

/// The place whose name an answer says first; of names at one place, the longest.
fn picked(then: &[NextStep], from: usize, answer: &str) -> Option<usize> {
    let lower = answer.to_lowercase();
    let end = end_of_branches(then, from);
    let mut otherwise = None;
    let mut first: Option<(usize, std::cmp::Reverse<usize>, usize)> = None;
    for (place, next) in then.iter().enumerate().take(end).skip(from) {
        match &next.rule {
            StepRule::Says { name } => {
                if let Some(at) = said_at(&lower, name) {
                    let found = (at, std::cmp::Reverse(name.trim().len()), place);
                    first = Some(first.map_or(found, |first| first.min(found)));
                }
            }
            StepRule::Otherwise => otherwise = Some(place),
            _ => {}
        }
    }
    first.map(|(.., place)| place).or(otherwise)
}

/// What a later step is asked, with the places of what is known only once it is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct StepInput {
    prompt: Template,
    /// Absent for the system prompt of the lane.
    system: Option<Template>,
}

/// The variable of the prompt that the lane was asked.
pub(crate) const PROMPT: &str = "prompt";
/// The variable of the answer of the step before, and with a number from 1 that of any step before.
pub(crate) const ANSWER: &str = "answer";

/// The prompt of a step that has none of its own.
fn usual(rule: &StepRule) -> &'static str {
    match rule {
        StepRule::Always => "{{answer}}",
        StepRule::CheckFails { .. } | StepRule::Says { .. } | StepRule::Otherwise => "{{prompt}}",
    }
}

impl StepInput {
    /// The input of a later step.
    ///
    /// # Errors
    /// A text of it is no template.
    pub(crate) fn of(next: &NextStep) -> Result<Self, TemplateError> {
        let own = next.lane.request.as_ref();
        let prompt = own.and_then(|own| own.prompt.as_deref()).unwrap_or(usual(&next.rule));
        let system = own.and_then(|own| own.system.as_deref());
        let system = system.map(Template::parse).transpose()?;
        Ok(Self { prompt: Template::parse(prompt)?, system })
    }

    /// Its texts as they were written.
    pub(crate) fn templates(&self) -> impl Iterator<Item = &Template> {
        std::iter::once(&self.prompt).chain(&self.system)
    }

    /// The request of the step: `asked` is that of the lane in this round at the step's provider, and `earlier` are the steps that were
    /// asked before. A step that was not asked has said nothing. `None` if its texts are longer than [`LARGEST_STEP`].
    pub(crate) fn fill(
        &self,
        asked: &Request,
        earlier: &[(u32, &Recording)],
        steps: u32,
    ) -> Option<Request> {
        let mut answers: BTreeMap<String, String> =
            (1..=steps).map(|number| (format!("{ANSWER}{number}"), String::new())).collect();
        for (step, recording) in earlier {
            let answer = answer_of(recording);
            answers.insert(format!("{ANSWER}{}", step + 1), answer.to_owned());
            answers.insert(ANSWER.to_owned(), answer.to_owned());
        }
        answers.insert(PROMPT.to_owned(), asked.prompt.clone());
        let bytes = self.templates().map(|text| text.filled_bytes(&answers));
        let fits = bytes.fold(0, usize::saturating_add) <= LARGEST_STEP;
        fits.then(|| self.filled(asked, &answers))
    }

    /// The same before anything was asked: the names of the answers stand in their places. `steps` is the number of steps before it.
    pub(crate) fn unanswered(&self, asked: &Request, steps: u32) -> Request {
        let numbered = (1..=steps).map(|number| format!("{ANSWER}{number}"));
        let names = numbered.chain([ANSWER.to_owned()]);
        let names = names.map(|name| (name.clone(), format!("{{{{{name}}}}}")));
        let prompt = (PROMPT.to_owned(), asked.prompt.clone());
        self.filled(asked, &names.chain([prompt]).collect())
    }

    fn filled(&self, asked: &Request, values: &BTreeMap<String, String>) -> Request {
        let mut request = asked.clone();
        // Every variable was known before the start.
        request.prompt = self.prompt.fill(values).unwrap_or_default();
        if let Some(system) = &self.system {
            let system = system.fill(values).unwrap_or_default();
            request.system = Some(system).filter(|system| !system.trim().is_empty());
        }
        if let Some(pasted) = &request.payload.as_pasted
            && !pasted.fields.is_empty()
        {
            // Its words are those of the lane's own prompt.
            Arc::make_mut(&mut request.payload).as_pasted = None;
        }
        request
    }
}

/// The answer of a step: its text or, without one, its calls of tools.
pub(crate) fn answer_of(recording: &Recording) -> &str {
    let said = &recording.transcript;
    if said.answer.trim().is_empty() { said.tool.trim() } else { said.answer.trim() }
}

#[cfg(test)]
mod tests {
    use measure::Kind;

    use super::*;
    use crate::plan::lane_request::LaneRequest;
    use crate::testing::request;

    fn steps(rules: &[StepRule]) -> Vec<NextStep> {
        let step = |rule: &StepRule| NextStep { rule: rule.clone(), ..NextStep::default() };
        rules.iter().map(step).collect()
    }

    fn says(name: &str) -> StepRule {
        StepRule::Says { name: name.to_owned() }
    }

    const FAILS: StepRule = StepRule::CheckFails { checks: Vec::new() };

    #[test]
    fn a_pipeline_goes_on_while_there_are_answers() {
        let then = steps(&[StepRule::Always, StepRule::Always]);
        let next = |asked, answer| next_step(&then, asked, answer, |_| unreachable!("no check"));
        assert_eq!(next(0, Some("a")), Some(1));
        assert_eq!(next(1, Some("b")), Some(2));
        assert_eq!(next(2, Some("c")), None, "it was the last");
        assert_eq!(next(1, None), None, "nothing to go on with");
    }

    #[test]
    fn a_cascade_climbs_until_an_answer_passes() {
        let then = steps(&[FAILS, FAILS, StepRule::Always]);
        assert_eq!(next_step(&then, 0, Some("a"), |_| false), Some(1), "it fails");
        assert_eq!(next_step(&then, 0, None, |_| unreachable!("nothing to check")), Some(1));
        assert_eq!(next_step(&then, 1, Some("b"), |_| false), Some(2), "so does the second");
        assert_eq!(next_step(&then, 0, Some("a"), |_| true), Some(3), "whoever passes goes on");
        assert_eq!(
            next_step(&then, 0, Some("a"), |step| step == 1),
            Some(2),
            "each has its own checks"
        );
        assert_eq!(next_step(&steps(&[FAILS]), 0, Some("a"), |_| true), None, "it counts");
    }

    #[test]
    fn a_router_asks_the_step_whose_name_is_said_first_and_otherwise_the_last() {
        let then = steps(&[
            says("code"),
            says("codebase"),
            says("math"),
            StepRule::Otherwise,
            StepRule::Always,
        ]);
        let next = |asked, answer| next_step(&then, asked, Some(answer), |_| false);
        assert_eq!(next(0, "Code, not math"), Some(1));
        assert_eq!(next(0, "math"), Some(3));
        assert_eq!(next(0, "the codebase"), Some(2), "the whole word");
        assert_eq!(next(0, "decode"), Some(4), "none of them");
        for branch in 1..=4 {
            assert_eq!(next(branch, "math"), Some(5), "those beside it are not asked");
        }
        assert_eq!(
            next_step(&then, 0, None, |_| false),
            None,
            "a router without an answer picks nobody"
        );
    }

    fn said(text: &str) -> Recording {
        let mut recording = Recording::default();
        recording.transcript.push(Kind::Answer, text);
        recording
    }

    #[test]
    fn a_step_is_asked_with_what_was_said_before_it() {
        let asked = request("What is {{x}}?");
        let (one, two) = (said(" one\n"), said("{{prompt}}"));
        let both = [(0, &one), (2, &two)];
        let input = |rule: StepRule, prompt: Option<&str>, system: Option<&str>| {
            let own = LaneRequest {
                prompt: prompt.map(str::to_owned),
                system: system.map(str::to_owned),
                payload: None,
            };
            let mut next = NextStep { rule, ..NextStep::default() };
            next.lane.request = Some(own);
            StepInput::of(&next).expect("templates").fill(&asked, &both, 4).expect("short")
        };
        assert_eq!(input(FAILS, None, None).prompt, "What is {{x}}?", "asked the same");
        assert_eq!(
            input(StepRule::Always, None, None).prompt,
            "{{prompt}}",
            "the last answer, as it is"
        );
        let told = input(
            StepRule::Always,
            Some("{{prompt}}|{{answer1}}|{{answer2}}|{{answer}}"),
            Some("Be {{answer1}}."),
        );
        assert_eq!(told.prompt, "What is {{x}}?|one||{{prompt}}", "who was not asked said nothing");
        assert_eq!(told.system.as_deref(), Some("Be one."));
        let none = input(FAILS, None, Some(""));
        assert_eq!(none.system, None, "an empty one is none");
        let next = NextStep { rule: StepRule::Always, ..NextStep::default() };
        let unasked = StepInput::of(&next).expect("a template").unanswered(&asked, 1);
        assert_eq!(unasked.prompt, "{{answer}}", "before anything was said its name is there");
    }

    #[test]
    fn what_a_step_is_asked_is_no_longer_than_its_limit_however_often_it_names_an_answer() {
        let asked = request("short");
        let long = said(&"a".repeat(1024 * 1024));
        let filled = |times: usize| {
            let mut next = NextStep { rule: StepRule::Always, ..NextStep::default() };
            let (prompt, system) = ("{{answer}}".repeat(times), Some("{{answer1}}".to_owned()));
            next.lane.request = Some(LaneRequest { prompt: Some(prompt), system, payload: None });
            StepInput::of(&next).expect("templates").fill(&asked, &[(0, &long)], 1)
        };
        assert!(filled(7).is_some(), "8 MB with the system text");
        assert!(filled(8).is_none(), "9 MB");
        assert!(filled(400_000).is_none(), "400 GB, without writing any of it");
    }
}
