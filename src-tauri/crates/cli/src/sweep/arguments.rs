//! What `paceline sweep` can be told. The doc comments here are the help that `--help` prints.

use std::path::PathBuf;

use clap::Args;
use race::workload::Preset;
use race::{Arrivals, Ladder, Limits, Load};

use crate::plan::arguments::AskArguments;

#[derive(Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own on the command line"
)]
pub(crate) struct SweepArguments {
    #[command(flatten)]
    pub(crate) ask: AskArguments,
    /// Requests kept in flight, a level for each number [default: 1,8,32]
    #[arg(long, value_name = "N,N…", value_delimiter = ',', conflicts_with_all = ["rate", "ladder"])]
    pub(crate) concurrency: Vec<u32>,
    /// Send so many requests per second, whatever becomes of them, a level for each number
    #[arg(long, value_name = "R,R…", value_delimiter = ',', conflicts_with = "ladder")]
    pub(crate) rate: Vec<f64>,
    /// Send them at random, as independent people would (a Poisson process), and not at equal distances
    #[arg(long, requires = "rate")]
    pub(crate) poisson: bool,
    /// Find the levels: from 1 on, doubled each time, until requests queue or N is reached
    #[arg(long, value_name = "N")]
    pub(crate) ladder: Option<u32>,
    /// The p95 of TTFT that ends a ladder, in milliseconds [default: twice that of its first level]
    #[arg(long, value_name = "MS", requires = "ladder")]
    pub(crate) ladder_ttft: Option<f64>,
    /// Measured requests in each level [default: 50, or what the preset says]
    #[arg(long, value_name = "N")]
    pub(crate) samples: Option<u32>,
    /// Ask what a published method asks, at its levels: general-compute, artificial-analysis-100, -1k, -10k, -100k,
    /// chat, autocomplete, rag, code-file, agent-loop, code-apply
    #[arg(long, value_name = "NAME", value_parser = preset, conflicts_with_all = ["prompt", "prompt_file", "system", "input_tokens", "table", "prompts"])]
    pub(crate) preset: Option<Preset>,
    /// Ask something of so many tokens, written by us
    #[arg(long, value_name = "N", conflicts_with_all = ["prompt", "prompt_file", "table", "prompts"])]
    pub(crate) input_tokens: Option<u32>,
    /// Fill the `{{names}}` in the prompt from a CSV file whose first line names its columns; its rows are asked in turn
    #[arg(long, value_name = "FILE", conflicts_with = "prompts")]
    pub(crate) table: Option<PathBuf>,
    /// Ask the prompts of this file in turn: one in each line, as a JSON string
    #[arg(long, value_name = "FILE", conflicts_with_all = ["prompt", "prompt_file"])]
    pub(crate) prompts: Option<PathBuf>,
    /// Send the same prompt every time, and let caches of prompts help
    #[arg(long)]
    pub(crate) same_prompt: bool,
    /// Make every answer as long as --max-tokens, where the server can be made to: vLLM, `SGLang`, and what speaks as they
    /// do at addresses of your own
    #[arg(long, requires = "max_tokens")]
    pub(crate) force_length: bool,
    /// Make a connection for each request, and not before
    #[arg(long)]
    pub(crate) cold: bool,
    /// What a request must keep to count for goodput: voice, chat, coding, batch, or limits in milliseconds such as
    /// `ttft=500,tpot=33,total=10000`
    #[arg(long, value_name = "LIMITS", value_parser = limits)]
    pub(crate) goodput: Option<Limits>,
    /// Stop before the whole sweep could cost more than this
    #[arg(long, value_name = "USD")]
    pub(crate) budget: Option<f64>,
    /// Stop before the whole sweep could be answered with more output tokens than this
    #[arg(long, value_name = "N")]
    pub(crate) budget_tokens: Option<u32>,
    /// Where random arrivals and the words that make prompts unique begin; the same number gives the same sweep
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u32,
    /// Go on with a sweep that was stopped or cut off, after its last level: its id, or the beginning of it
    #[arg(long, value_name = "ID", conflicts_with_all = ["lanes", "prompt", "prompt_file", "preset", "input_tokens", "table", "prompts", "concurrency", "rate", "ladder", "no_save"])]
    pub(crate) resume: Option<String>,
}

impl SweepArguments {
    /// The load that is asked for.
    pub(crate) fn load(&self) -> Load {
        let usual = Load::default();
        let names_levels = !self.rate.is_empty() || self.ladder.is_some();
        let method = self.preset.map(Preset::method);
        let concurrency = match &self.concurrency[..] {
            [] if names_levels => Vec::new(),
            [] => method.map_or(usual.concurrency, |method| method.levels.to_vec()),
            named => named.to_vec(),
        };
        let samples = self.samples.or(method.map(|method| method.samples));
        Load {
            concurrency,
            rates: self.rate.clone(),
            arrivals: if self.poisson { Arrivals::Poisson } else { Arrivals::Constant },
            samples: samples.unwrap_or(usual.samples),
            unique_prompts: !self.same_prompt,
            preset: self.preset,
            prompts: Vec::new(),
            force_length: self.force_length,
            cold: self.cold,
            ladder: self.ladder.map(|most| Ladder { most, ttft_p95_ms: self.ladder_ttft }),
            limits: self.goodput,
            budget_usd: self.budget,
            budget_tokens: self.budget_tokens,
            seed: self.seed,
        }
    }
}

fn preset(name: &str) -> Result<Preset, String> {
    name.parse().map_err(|error: race::workload::UnknownPreset| error.to_string())
}

/// A preset's name, or limits one by one.
fn limits(text: &str) -> Result<Limits, String> {
    if let Some((_, limits)) = Limits::PRESETS.iter().find(|(name, _)| *name == text) {
        return Ok(*limits);
    }
    let mut limits = Limits::default();
    for part in text.split(',') {
        let bad = || {
            let names: Vec<&str> = Limits::PRESETS.iter().map(|(name, _)| *name).collect();
            format!(
                "`{part}` is no limit; write one of {}, or limits such as ttft=500,tpot=33,total=10000",
                names.join(", ")
            )
        };
        let (name, ms) = part.split_once('=').ok_or_else(bad)?;
        let ms: f64 = ms.trim().parse().map_err(|_| bad())?;
        if !(ms.is_finite() && ms > 0.0) {
            return Err(bad());
        }
        match name.trim() {
            "ttft" => limits.ttft_ms = Some(ms),
            "tpot" => limits.tpot_ms = Some(ms),
            "total" => limits.latency_ms = Some(ms),
            _ => return Err(bad()),
        }
    }
    Ok(limits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_a_name_or_a_list() {
        let chat = limits("chat").expect("a preset");
        assert_eq!(chat.ttft_ms, Some(500.0), "what a conversation bears");
        let own = limits("ttft=200, total=5000").expect("a list");
        assert_eq!(
            (own.ttft_ms, own.tpot_ms, own.latency_ms),
            (Some(200.0), None, Some(5_000.0)),
            "as written"
        );
        for bad in ["fast", "ttft", "ttft=-1", "ttft=NaN", "speed=5"] {
            let said = limits(bad).expect_err("it is none");
            assert!(said.contains("voice") && said.contains("ttft=500"), "{bad}: {said}");
        }
    }
}
