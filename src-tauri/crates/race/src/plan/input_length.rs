//! Length of the inputs that a plan sends, in `o200k_base` tokens.

use cost::tokens;

use crate::plan::Plan;
use crate::plan::load::Load;
use crate::workload::{NONCE_TOKENS, Preset};

/// The whole input text of a request, to count its tokens.
pub fn whole_prompt(system: Option<&str>, prompt: &str) -> String {
    system.map_or_else(|| prompt.to_owned(), |system| format!("{system}\n{prompt}"))
}

/// Length of one input: by the preset's method, or counted, including the number that makes the prompt unique.
pub(crate) fn input_tokens(plan: &Plan, load: &Load) -> u32 {
    if let Some(lengths) = &load.lengths {
        return lengths.mean_tokens().saturating_add(system_tokens(plan));
    }
    match load.preset.map(Preset::method) {
        Some(method) => method.input_tokens + method.growth_tokens * (method.steps - 1) / 2,
        None => mean_tokens(plan, load),
    }
}

/// Length of the longest input, as in [`input_tokens`].
pub(crate) fn longest_input_tokens(plan: &Plan, load: &Load) -> u32 {
    if let Some(lengths) = &load.lengths {
        let longest = lengths.tokens.iter().copied().max().unwrap_or_default();
        return longest.saturating_add(system_tokens(plan));
    }
    if let Some(method) = load.preset.map(Preset::method) {
        return method.input_tokens + method.growth_tokens * (method.steps - 1);
    }
    let count = |prompt: &str| tokens::count(&whole_prompt(plan.system.as_deref(), prompt));
    let longest = load.prompts.iter().map(|prompt| count(prompt)).max();
    let mark = if load.unique_prompts { NONCE_TOKENS } else { 0 };
    longest.unwrap_or_else(|| count(&plan.prompt)).saturating_add(mark)
}

/// Length of the system prompt, including the line break after it.
pub(crate) fn system_tokens(plan: &Plan) -> u32 {
    plan.system.as_deref().map_or(0, |system| tokens::count(system).saturating_add(1))
}

/// Maximum input tokens that a provider counts for a text of this many `o200k_base` tokens: no tokenizer in use
/// produces twice as many for the same text in a language it was made for, and a chat template adds some.
pub(crate) fn most_input_tokens(counted: u32) -> u32 {
    counted.saturating_mul(2).saturating_add(64)
}

/// Mean length of the prompts that are used in turn, system prompt included.
fn mean_tokens(plan: &Plan, load: &Load) -> u32 {
    let count = |prompt: &str| tokens::count(&whole_prompt(plan.system.as_deref(), prompt));
    let sum = load.prompts.iter().map(|prompt| u64::from(count(prompt))).sum::<u64>();
    let number = load.prompts.len() as u64;
    let mean = if number == 0 { u64::from(count(&plan.prompt)) } else { sum.div_ceil(number) };
    let mark = if load.unique_prompts { NONCE_TOKENS } else { 0 };
    u32::try_from(mean).unwrap_or(u32::MAX).saturating_add(mark)
}
