//! Length of the inputs that a plan sends, in `o200k_base` tokens. Images and documents are not counted.

use cost::tokens;

use crate::plan::Plan;
use crate::plan::input::Input;
use crate::plan::load::Load;
use crate::plan::unique_prompts::number_tokens;
use crate::workload::Preset;

/// Length of an input of the plan's as it is sent: with the number that makes it unique.
pub(crate) fn sent_tokens(plan: &Plan, input: Input<'_>) -> u32 {
    // A published method's prompt already has a number.
    let is_numbered = plan.load.as_ref().is_some_and(|load| load.preset.is_some());
    let number = number_tokens(plan.has_unique_prompts() && !is_numbered);
    tokens::count(&input.text()).saturating_add(number)
}

/// Length of the input that the lanes share, as it is sent.
pub fn prompt_tokens(plan: &Plan) -> u32 {
    sent_tokens(plan, plan.shared_input())
}

/// Length of one input of a sweep: by the preset's method, or counted, including the number that makes the prompt unique.
pub(crate) fn input_tokens(input: Input<'_>, load: &Load) -> u32 {
    if let Some(lengths) = &load.lengths {
        return lengths.mean_tokens().saturating_add(tokens_beside(input));
    }
    match load.preset.map(Preset::method) {
        Some(method) => method.input_tokens + method.growth_tokens * (method.steps - 1) / 2,
        None => mean_tokens(input, load),
    }
}

/// Length of the longest input, as in [`input_tokens`].
pub(crate) fn longest_input_tokens(input: Input<'_>, load: &Load) -> u32 {
    if let Some(lengths) = &load.lengths {
        let longest = lengths.tokens.iter().copied().max().unwrap_or_default();
        return longest.saturating_add(tokens_beside(input));
    }
    if let Some(method) = load.preset.map(Preset::method) {
        return method.input_tokens + method.growth_tokens * (method.steps - 1);
    }
    let longest = load.prompts.iter().map(|prompt| tokens_with(input, prompt)).max();
    let longest = longest.unwrap_or_else(|| tokens::count(&input.text()));
    longest.saturating_add(number_tokens(load.unique_prompts))
}

/// Length of everything before the prompt, including the line break after it.
pub(crate) fn tokens_beside(input: Input<'_>) -> u32 {
    if input.system.is_none() && input.payload.is_empty() {
        return 0;
    }
    let before = Input { prompt: "", ..input }.text();
    tokens::count(before.strip_suffix('\n').unwrap_or(&before)).saturating_add(1)
}

/// Maximum input tokens that a provider counts for a text of this many `o200k_base` tokens: no tokenizer in use
/// produces twice as many for the same text in a language it was made for, and a chat template adds some.
pub(crate) fn most_input_tokens(counted: u32) -> u32 {
    counted.saturating_mul(2).saturating_add(64)
}

/// Mean length of the prompts that are used in turn, with all that is before them.
fn mean_tokens(input: Input<'_>, load: &Load) -> u32 {
    let sum = load.prompts.iter().map(|prompt| u64::from(tokens_with(input, prompt))).sum::<u64>();
    let number = load.prompts.len() as u64;
    let mean =
        if number == 0 { u64::from(tokens::count(&input.text())) } else { sum.div_ceil(number) };
    u32::try_from(mean).unwrap_or(u32::MAX).saturating_add(number_tokens(load.unique_prompts))
}

/// Length of the input with another prompt.
fn tokens_with(input: Input<'_>, prompt: &str) -> u32 {
    tokens::count(&Input { prompt, ..input }.text())
}
