//! Length of the inputs that a plan sends, in `o200k_base` tokens. Images and documents are not counted.

use cost::tokens;

use crate::plan::input::Input;
use crate::plan::load::Load;
use crate::workload::{NONCE_TOKENS, Preset};

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
    let mark = if load.unique_prompts { NONCE_TOKENS } else { 0 };
    longest.unwrap_or_else(|| tokens::count(&input.text())).saturating_add(mark)
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
    let mark = if load.unique_prompts { NONCE_TOKENS } else { 0 };
    u32::try_from(mean).unwrap_or(u32::MAX).saturating_add(mark)
}

/// Length of the input with another prompt.
fn tokens_with(input: Input<'_>, prompt: &str) -> u32 {
    tokens::count(&Input { prompt, ..input }.text())
}
