//! Length of the inputs that a plan sends, in `o200k_base` tokens. Images and documents are not counted.

use cost::tokens;

use crate::plan::Plan;
use crate::plan::input::Input;
use crate::plan::load::Load;
use crate::plan::unique_prompts::number_tokens;
use crate::workload::Preset;

/// Lengths of what is asked with an input of the plan's, in turn, as it is sent: with the number that makes it unique. One length if
/// every request asks the same.
pub(crate) fn sent_tokens(plan: &Plan, input: Input<'_>) -> Vec<u32> {
    // A published method's prompt already has a number.
    let is_numbered = plan.load.as_ref().is_some_and(|load| load.preset.is_some());
    let number = number_tokens(plan.has_unique_prompts() && !is_numbered);
    let counted = |input: Input<'_>| tokens::count(&input.text()).saturating_add(number);
    let rows = plan.rows();
    if rows.is_empty() {
        return vec![counted(input)];
    }
    rows.iter().map(|row| counted(row.over(input))).collect()
}

/// Length of the input that the lanes share, as it is sent; the mean if there are several.
pub fn prompt_tokens(plan: &Plan) -> u32 {
    mean(&sent_tokens(plan, plan.shared_input()))
}

/// The mean of lengths, rounded up; 0 of none.
pub(crate) fn mean(lengths: &[u32]) -> u32 {
    let sum = lengths.iter().copied().map(u64::from).sum::<u64>();
    u32::try_from(sum.div_ceil((lengths.len() as u64).max(1))).unwrap_or(u32::MAX)
}

/// Length of one input of a sweep: by the preset's method, or counted, including the number that makes the prompt unique.
pub(crate) fn input_tokens(plan: &Plan, input: Input<'_>, load: &Load) -> u32 {
    if let Some(lengths) = &load.lengths {
        return lengths.mean_tokens().saturating_add(tokens_beside(input));
    }
    match load.preset.map(Preset::method) {
        Some(method) => method.input_tokens + method.growth_tokens * (method.steps - 1) / 2,
        None => mean(&sent_tokens(plan, input)),
    }
}

/// Length of the longest input, as in [`input_tokens`].
pub(crate) fn longest_input_tokens(plan: &Plan, input: Input<'_>, load: &Load) -> u32 {
    if let Some(lengths) = &load.lengths {
        let longest = lengths.tokens.iter().copied().max().unwrap_or_default();
        return longest.saturating_add(tokens_beside(input));
    }
    if let Some(method) = load.preset.map(Preset::method) {
        return method.input_tokens + method.growth_tokens * (method.steps - 1);
    }
    sent_tokens(plan, input).into_iter().max().unwrap_or_default()
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
