//! The arguments of `paceline sweep`. The doc comments here are the help that `--help` prints.

use std::path::PathBuf;

use clap::Args;
use race::workload::Preset;
use race::{Arrivals, Ladder, Limits, Load, OnThrottle};

use crate::plan::arguments::AskArguments;

#[derive(Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own on the command line"
)]
pub(crate) struct SweepArguments {
    #[command(flatten)]
    pub(crate) ask: AskArguments,
    /// Closed loop: requests kept in flight, one level per number [default: 1,8,32]
    #[arg(long, value_name = "N,N…", value_delimiter = ',', conflicts_with_all = ["rate", "ladder"])]
    pub(crate) concurrency: Vec<u32>,
    /// Open loop: requests per second, whether or not earlier ones have ended, one level per number
    #[arg(long, value_name = "R,R…", value_delimiter = ',', conflicts_with = "ladder")]
    pub(crate) rate: Vec<f64>,
    /// Send them at random times (a Poisson process) instead of at equal intervals
    #[arg(long, requires = "rate")]
    pub(crate) poisson: bool,
    /// Find the levels: start at 1 and double until throughput stops following the load, requests wait long or fail, or N is
    /// reached; then close in on the load where that begins, with at most 12 levels in all
    #[arg(long, value_name = "N")]
    pub(crate) ladder: Option<u32>,
    /// p95 TTFT that ends a ladder, in milliseconds, instead of requests that wait
    #[arg(long, value_name = "MS", requires = "ladder")]
    pub(crate) ladder_ttft: Option<f64>,
    /// Measured requests per level [default: 50, or the preset's]
    #[arg(long, value_name = "N")]
    pub(crate) samples: Option<u32>,
    /// Use the prompts and levels of a published method: general-compute, artificial-analysis-100, -1k, -10k, -100k,
    /// chat, autocomplete, rag, code-file, agent-loop, code-apply
    #[arg(long, value_name = "NAME", value_parser = preset, conflicts_with_all = ["prompt", "prompt_file", "system", "input_tokens", "table", "prompts"])]
    pub(crate) preset: Option<Preset>,
    /// Use a generated prompt of this many tokens
    #[arg(long, value_name = "N", conflicts_with_all = ["prompt", "prompt_file", "table", "prompts"])]
    pub(crate) input_tokens: Option<u32>,
    /// Fill in the `{{names}}` of the prompt from a CSV file whose first line names its columns; rows are used in turn
    #[arg(long, value_name = "FILE", conflicts_with = "prompts")]
    pub(crate) table: Option<PathBuf>,
    /// Use the prompts of this file in turn: one per line, as a JSON string
    #[arg(long, value_name = "FILE", conflicts_with_all = ["prompt", "prompt_file"])]
    pub(crate) prompts: Option<PathBuf>,
    /// Send the same prompt every time, so that prompt caches help
    #[arg(long)]
    pub(crate) same_prompt: bool,
    /// Force every answer to the length of --max-tokens; works with vLLM, `SGLang` and compatible servers at your own
    /// addresses
    #[arg(long, requires = "max_tokens")]
    pub(crate) force_length: bool,
    /// Make a new connection for each request
    #[arg(long)]
    pub(crate) cold: bool,
    /// Goodput limits of a request: voice, chat, coding, batch, or limits in milliseconds such as
    /// `ttft=500,tpot=33,total=10000`
    #[arg(long, value_name = "LIMITS", value_parser = limits)]
    pub(crate) goodput: Option<Limits>,
    /// Budget of the whole sweep in dollars; it stops before it could exceed it
    #[arg(long, value_name = "USD")]
    pub(crate) budget: Option<f64>,
    /// Budget of the whole sweep in output tokens; it stops before it could exceed it
    #[arg(long, value_name = "N")]
    pub(crate) budget_tokens: Option<u32>,
    /// Go on when a request is refused with 429, to measure the error rate under overload. A refused stream waits as long
    /// as the provider asks, at most 10 s
    #[arg(long)]
    pub(crate) continue_on_throttle: bool,
    /// Seed of random arrivals; the same seed gives the same times
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u32,
    /// Repeat the unique prompts of another run, as to measure its prompts in a warm cache: that run's id
    #[arg(long, value_name = "ID", conflicts_with = "same_prompt")]
    pub(crate) nonce: Option<String>,
    /// Resume a sweep that was stopped or interrupted, after its last level: its id, or a unique prefix
    #[arg(long, value_name = "ID", conflicts_with_all = ["lanes", "prompt", "prompt_file", "preset", "input_tokens", "table", "prompts", "concurrency", "rate", "ladder", "no_save"])]
    pub(crate) resume: Option<String>,
}

impl SweepArguments {
    /// The load from the arguments.
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
            on_throttle: if self.continue_on_throttle {
                OnThrottle::Continue
            } else {
                OnThrottle::Stop
            },
            seed: self.seed,
            nonce: self.nonce.clone(),
        }
    }
}

fn preset(name: &str) -> Result<Preset, String> {
    name.parse().map_err(|error: race::workload::UnknownPreset| error.to_string())
}

/// Parses a preset's name or single limits.
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
            let said = limits(bad).expect_err("it is not a limit");
            assert!(said.contains("voice") && said.contains("ttft=500"), "{bad}: {said}");
        }
    }
}
