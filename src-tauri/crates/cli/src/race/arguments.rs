//! The arguments of `paceline race`. The doc comments here are the help that `--help` prints.

use clap::Args;
use measure::Metric;
use race::SETTLED_BY;

use crate::plan::arguments::AskArguments;
use crate::plan::judge::JudgeSettings;

#[derive(Args)]
pub(crate) struct RaceArguments {
    #[command(flatten)]
    pub(crate) ask: AskArguments,
    /// Number of measured rounds; with --until-settled the maximum [default: 1, or 100 with --until-settled]. With --prompts or
    /// --table how often each prompt is asked
    #[arg(long, value_name = "N")]
    repeat: Option<u32>,
    /// End the race as soon as METRIC is settled: the best lane is significantly better than every other, or within 2 %
    /// of it. The verdict is valid although it is tested after each round (a confidence sequence at 95 %)
    #[arg(long, value_name = "METRIC", num_args = 0..=1, default_missing_value = "ttft", value_parser = settled_by)]
    pub(crate) until_settled: Option<Metric>,
    /// Number of warm-up rounds before them, not measured
    #[arg(long, value_name = "K", default_value_t = 0)]
    pub(crate) warmup: u32,
    /// Ask this model after the race which of two answers is better, blind to names and in both orders; written as a --lane. Its
    /// requests count in what the race may cost. Its word is never mixed with checks, and is not used unless it surely agrees with
    /// itself
    #[arg(long, value_name = "LANE")]
    pub(crate) judge: Option<String>,
    #[command(flatten)]
    pub(crate) judge_settings: JudgeSettings,
    /// Say whether the other lanes are the same service as this one, by when they call tools, whether their calls are valid (with
    /// --check tool-call-valid), how answers to the same prompt begin (with --temperature and repeated prompts), how long they are and how they
    /// end: its number from 1, or the lane as given to --lane
    #[arg(long, value_name = "LANE")]
    pub(crate) reference: Option<String>,
    /// Put a number in front of the prompt of every request, so that prompt caches do not help: without it the rounds
    /// after the first may be answered from one
    #[arg(long)]
    pub(crate) unique_prompts: bool,
}

/// Maximum number of rounds of a race until it is settled, unless given: enough for a difference of a third of the
/// scatter.
const MOST_UNTIL_SETTLED: u32 = 100;

impl RaceArguments {
    /// The number of measured rounds, or their maximum.
    pub(crate) fn rounds(&self) -> u32 {
        let usual = if self.until_settled.is_some() { MOST_UNTIL_SETTLED } else { 1 };
        self.repeat.unwrap_or(usual)
    }
}

/// A metric by its short word: `ttft` or `tps`.
fn settled_by(word: &str) -> Result<Metric, String> {
    let words = ["ttft", "tps"];
    let known = words.into_iter().zip(SETTLED_BY).find(|(each, _)| *each == word);
    known.map(|(_, metric)| metric).ok_or_else(|| format!("it can be one of: {}", words.join(", ")))
}
