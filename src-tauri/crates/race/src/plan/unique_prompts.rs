//! The numbers that make the prompts of a run unique, of a race as of a sweep.

use std::sync::Arc;

use providers::{Payload, Request};

use crate::plan::{MOST_LANES, Plan};
use crate::workload::{NONCE_TOKENS, nonce_of, unique};

/// The unique numbers of a run. They follow from its id, so that no two runs share one, unless its plan names another
/// run whose prompts are repeated.
#[derive(Debug, Clone, Copy)]
pub(crate) struct UniqueNumbers {
    first: u64,
}

impl UniqueNumbers {
    /// The numbers of the run `run_id` of `plan`; `None` if all its requests have the same prompt.
    pub(crate) fn of(plan: &Plan, run_id: &str) -> Option<Self> {
        plan.has_unique_prompts().then(|| Self::from(plan.repeated_nonce().unwrap_or(run_id)))
    }

    /// The numbers that follow from a run's id.
    pub(crate) fn from(run_id: &str) -> Self {
        Self { first: nonce_of(run_id) }
    }

    /// The number of a sweep's request.
    pub(crate) fn of_request(self, number: u64) -> u64 {
        self.first.wrapping_add(number)
    }

    /// The number of a prompt of this length that a sweep sends again and again: below those of its other requests.
    pub(crate) fn of_cached(self, tokens: u32) -> u64 {
        self.first.wrapping_sub(1 + u64::from(tokens))
    }

    /// The request of a lane in a round, both from 0 and counted as the plan counts them: warm-up rounds and muted lanes
    /// included. Lanes do not share a number, because two of them may reach the same cache.
    pub(crate) fn in_round(self, request: &Request, round: u32, lane: u32) -> Request {
        self.in_step(request, round, lane, 0)
    }

    /// The same for a step of a lane that is a chain, from 0. No two steps share a number either: it lies above those of all rounds.
    pub(crate) fn in_step(self, request: &Request, round: u32, lane: u32, step: u32) -> Request {
        marked(request.clone(), self.of_step(round, lane, step), unique)
    }

    /// The number of that request.
    pub(crate) fn of_step(self, round: u32, lane: u32, step: u32) -> u64 {
        let number = u64::from(round) * MOST_LANES as u64 + u64::from(lane);
        self.of_request(number.wrapping_add(u64::from(step) << 42))
    }
}

/// Number of tokens that the unique number adds to each input.
pub(crate) fn number_tokens(is_unique: bool) -> u32 {
    if is_unique { NONCE_TOKENS } else { 0 }
}

/// The request with a number in front of whatever the model reads first.
pub(crate) fn marked(mut request: Request, nonce: u64, mark: fn(&str, u64) -> String) -> Request {
    let has_turns = !request.payload.turns.is_empty();
    let has_words =
        request.payload.as_pasted.as_ref().is_some_and(|pasted| !pasted.fields.is_empty());
    let numbered = |text: &mut String| {
        let now = mark(text, nonce);
        let said = has_words.then(|| now.clone());
        (std::mem::replace(text, now), said)
    };
    let of_turns = |payload: &mut Payload| payload.first_text().map(numbered);
    let changed = match request.system.as_mut() {
        Some(system) => Some(numbered(system)),
        None if has_turns => of_turns(Arc::make_mut(&mut request.payload)),
        None => None,
    };
    let (written, said) = changed.unwrap_or_else(|| numbered(&mut request.prompt));
    if let Some(said) = said.filter(|_| !written.is_empty()) {
        Arc::make_mut(&mut request.payload).say_otherwise(&written, &said);
    }
    request
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::request;
    use providers::{Role, Turn};
    use std::collections::BTreeSet;
    use std::sync::Arc;

    fn asked(plan: &Plan, run: &str, round: u32, lane: u32) -> String {
        let numbers = UniqueNumbers::of(plan, run).expect("they are unique");
        numbers.in_round(&request("Why?"), round, lane).prompt
    }

    #[test]
    fn no_two_requests_of_races_share_a_prompt_and_a_race_can_be_repeated_on_purpose() {
        let plan = Plan { unique_prompts: true, ..Plan::default() };
        let all: BTreeSet<String> = ["one", "two"]
            .into_iter()
            .flat_map(|run| (0..50).map(move |round| (run, round)))
            .flat_map(|(run, round)| (0..12).map(move |lane| (run, round, lane)))
            .map(|(run, round, lane)| asked(&plan, run, round, lane))
            .collect();
        assert_eq!(all.len(), 2 * 50 * 12, "of no run, round or lane");
        assert!(all.iter().all(|prompt| prompt.ends_with("\n\nWhy?")), "and ask the same");
        let numbers = UniqueNumbers::of(&plan, "one").expect("they are unique");
        let step = |step| numbers.in_step(&request("Why?"), 3, 5, step).prompt;
        let steps: BTreeSet<String> = (0..8).map(step).collect();
        assert_eq!(steps.len(), 8, "nor of any step");
        assert_eq!(all.intersection(&steps).count(), 1, "the first of which is the lane's request");
        let again = Plan { nonce: Some("one".into()), ..plan.clone() };
        assert_eq!(asked(&again, "three", 7, 3), asked(&plan, "one", 7, 3), "or repeats one");
    }

    #[test]
    fn the_number_stands_before_whatever_the_model_reads_first() {
        let number = |request: Request| marked(request, 7, unique);
        let told = number(Request { system: Some("Be brief.".into()), ..request("Why?") });
        assert_eq!(told.prompt, "Why?", "a cache begins at the system prompt");
        assert!(told.system.is_some_and(|system| system.ends_with("Be brief.")), "so it does");
        let turn = Turn::text(Role::User, "Earlier.");
        let payload = Arc::new(Payload { turns: vec![turn], ..Payload::default() });
        let talked = number(Request { payload: Arc::clone(&payload), ..request("Why?") });
        assert_eq!((&talked.system, talked.prompt.as_str()), (&None, "Why?"), "as they were");
        assert!(talked.input_text().starts_with('7'), "it stands before the first turn");
    }

    #[test]
    fn without_the_option_a_race_sends_its_prompt_as_it_is_written() {
        assert!(UniqueNumbers::of(&Plan::default(), "run").is_none(), "nothing is put before it");
        assert_eq!(number_tokens(false), 0, "or counted");
    }
}
