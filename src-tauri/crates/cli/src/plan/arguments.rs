//! Prompt, lanes, keys and network: arguments shared by races and sweeps. The doc comments here are the help that
//! `--help` prints.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use providers::Effort;
use race::workload::Suite;

/// Prompt, lanes and keys.
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "switches of a command line")]
pub(crate) struct AskArguments {
    /// The prompt
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, conflicts_with = "prompt_file")]
    pub(crate) prompt: Option<String>,
    /// Read the prompt from a file; `-` reads it from standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) prompt_file: Option<PathBuf>,
    /// Race a whole request as it was sent elsewhere: a JSON body of OpenAI Chat Completions, OpenAI Responses, Anthropic or
    /// Gemini, alone or in a line of a batch file, a `curl` line, or a call of PowerShell's Invoke-WebRequest, with its tools,
    /// images and schemas; `-` reads it from standard input. Without --lane its own model at its own address is raced. A key in it is left out
    #[arg(long, value_name = "FILE", conflicts_with_all = ["prompt", "prompt_file"])]
    pub(crate) request: Option<PathBuf>,
    /// Give one lane a request of its own: its number from 1, and a file as for --request; repeat for several lanes
    #[arg(long = "request-of", value_name = "N=FILE")]
    pub(crate) request_of: Vec<String>,
    /// What makes an answer right, as KIND:VALUE; repeat for several, of which all have to hold. Kinds: `contains:TEXT`,
    /// `icontains:TEXT`, `equals:TEXT`, `iequals:TEXT`, `regex:PATTERN`, `number:42±0.5` (or `42±1%`, `first:42`, `only:42`),
    /// `json`, `json:fenced`, `json-schema:@FILE`, `tool-call-valid`, `tool-call-equals:@FILE`, `merged:@FILE`,
    /// `characters:10..50`, `words:10..50`, `sentences:1..3`, `language:de`, `no-refusal`, `not:CHECK` for what must not hold, as in
    /// `not:icontains:TEXT`,
    /// `command:LINE` for a command of your own, which reads the answer and ends with 0 if it is right and with 1 if it is wrong
    #[arg(long = "check", value_name = "CHECK", allow_hyphen_values = true)]
    pub(crate) check: Vec<String>,
    /// Read more checks from a file: a JSON list as in a run's document, or TOML with a `[[checks]]` for each; `-` reads
    /// standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) checks: Option<PathBuf>,
    /// Run this command as a check, in this run, without being asked: as it is written after `command:`, word for word; repeat for
    /// several
    #[arg(long, value_name = "COMMAND", allow_hyphen_values = true)]
    pub(crate) allow_command: Vec<String>,
    /// Ask the prompts of this file in turn, in a race one in each round: JSON Lines or a JSON list, each a prompt as a JSON string or
    /// an object with `prompt`, `messages` or a whole `request`, and with `expected`, `check` or `checks` for what makes its answer
    /// right; or CSV with columns of these names. Files of a batch as `OpenAI`, Anthropic and Gemini take them, samples of `OpenAI`
    /// evals, questions of the Berkeley function calling leaderboard and configurations of promptfoo in YAML or JSON are read too, with files beside them. A token
    /// limit, a temperature and an effort that all requests ask for are those of the plan
    #[arg(long, value_name = "FILE", conflicts_with_all = ["prompt", "prompt_file", "request"])]
    pub(crate) prompts: Option<PathBuf>,
    /// Fill in the `{{names}}` of the prompt from a CSV file whose first line names its columns; rows are asked in turn, in a race
    /// one in each round. Its columns `expected`, `check` and `checks` say what makes the answer right
    #[arg(long, value_name = "FILE", conflicts_with = "prompts")]
    pub(crate) table: Option<PathBuf>,
    /// Ask the prompts of a built-in suite in turn, each with what makes its answer right: tool-calls, schemas, sums, merges, needles,
    /// instructions; see `paceline suite`
    #[arg(long, value_name = "NAME", value_parser = suite, conflicts_with_all = ["prompt", "prompt_file", "request", "prompts", "table"])]
    pub(crate) suite: Option<Suite>,
    /// Print what each lane would send first, byte for byte but for its key and the number of a unique prompt, and as a
    /// `curl` line; send nothing
    #[arg(long, conflicts_with = "json")]
    pub(crate) show_request: bool,
    /// The system prompt
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) system: Option<String>,
    /// A contender: PROVIDER/MODEL, or `DIALECT@BASE_URL#MODEL` for any other address; repeat for each [default: four
    /// simulated ones]. In a race it can be a chain, timed end to end and per step: `LANE -> LANE` asks the second the first one's
    /// answer, `LANE -> LANE if check fails` asks it the prompt if --check fails, and `LANE -> LANE if it says NAME -> LANE otherwise` lets
    /// the first one's answer pick
    #[arg(long = "lane", value_name = "LANE")]
    pub(crate) lanes: Vec<String>,
    /// A lane that is a chain, from a file whose steps have prompts and settings of their own: TOML with `[[steps]]`, each with `lane` and, where
    /// needed, `when` (`always`, `if check fails`, `if it says NAME`, `otherwise`), `checks`, `prompt`, `system`, `max-tokens`,
    /// `temperature`, `effort`, `service-tier`; or the same as JSON. `{{prompt}}` in the texts of a later step is what the lane was
    /// asked, `{{answer}}` the answer of the step before, and `{{answer1}}` that of the first; repeat for several
    #[arg(long = "chain", value_name = "FILE")]
    pub(crate) chains: Vec<PathBuf>,
    /// Maximum output tokens of each request [default: the provider's own limit]
    #[arg(long, value_name = "N")]
    pub(crate) max_tokens: Option<u32>,
    /// Sampling temperature, 0 to 2 [default: the provider's own]
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    pub(crate) temperature: Option<f64>,
    /// Reasoning effort [default: the provider's own]
    #[arg(long, value_parser = effort())]
    pub(crate) effort: Option<Effort>,
    /// Service tier that every lane requests, in its provider's own word, such as `flex` or `priority` [default: the
    /// account's own]
    #[arg(long, value_name = "TIER")]
    pub(crate) service_tier: Option<String>,
    /// Repeat the unique prompts of another run, for example to measure them with a warm cache: that run's id, or a
    /// unique prefix
    #[arg(long, value_name = "ID")]
    pub(crate) nonce: Option<String>,
    #[command(flatten)]
    pub(crate) keys: KeyArguments,
    #[command(flatten)]
    pub(crate) network: NetworkArguments,
    /// Timeout from the request to its first visible text, whatever else arrives, in seconds [default: 600]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) first_token_timeout: Option<Duration>,
    /// Timeout between later chunks, in seconds [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) idle_timeout: Option<Duration>,
    /// Maximum duration of one request, in seconds [default: 3600]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) deadline: Option<Duration>,
    /// Print one JSON document, and nothing else, on standard output
    #[arg(long)]
    pub(crate) json: bool,
    /// Do not save to the history
    #[arg(long)]
    pub(crate) no_save: bool,
    /// Start even if today's spending could exceed the daily cap set in the window
    #[arg(long)]
    pub(crate) over_cap: bool,
    /// Show every number below the table, then its formula and when it is absent
    #[arg(long, conflicts_with = "json")]
    pub(crate) explain: bool,
}

impl AskArguments {
    /// Whether it names any lane.
    pub(crate) fn names_lanes(&self) -> bool {
        !self.lanes.is_empty() || !self.chains.is_empty()
    }

    /// Whether any of it was sent elsewhere before.
    pub(crate) fn has_captured(&self) -> bool {
        self.request.is_some() || !self.request_of.is_empty()
    }
}

/// A suite by its name.
pub(crate) fn suite(name: &str) -> Result<Suite, String> {
    name.parse().map_err(|error: race::workload::UnknownSuite| error.to_string())
}

fn effort() -> impl TypedValueParser<Value = Effort> {
    let of_word = |word: String| Effort::ALL.into_iter().find(|effort| effort.word() == word);
    PossibleValuesParser::new(Effort::ALL.map(Effort::word))
        .try_map(move |word| of_word(word).ok_or("no such effort"))
}

#[derive(Args)]
pub(crate) struct KeyArguments {
    /// Take a provider's key from the environment variable NAME instead of the keyring; `custom=NAME` applies to
    /// lanes at your own addresses
    #[arg(long = "key-env", value_name = "PROVIDER=NAME")]
    pub(crate) key_env: Vec<String>,
}

/// Network settings for this command only, overriding `paceline network`.
#[derive(Args, Clone, Default)]
pub(crate) struct NetworkArguments {
    /// Reach every provider through this proxy: `system`, `direct`, or an address such as `http://127.0.0.1:3128` or
    /// `socks5h://127.0.0.1:1080`. Store its login with `paceline keys set proxy`
    // Parsed by us as text, because an error of the argument parser would repeat a password in it.
    #[arg(long, value_name = "PROXY")]
    pub(crate) proxy: Option<String>,
    /// Trust the certificates in this PEM file in addition to the system's
    #[arg(long, value_name = "FILE")]
    pub(crate) ca_file: Option<PathBuf>,
    /// Allow http:// to this public host; everyone on the network path can read the prompt and the key
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) plain_http: Vec<String>,
}

/// A plausible timeout: above 0, at most a day.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 =
        text.parse().map_err(|_| "write a number of seconds, such as 30".to_owned())?;
    if seconds > 0.0 && seconds <= 86_400.0 {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err("it must be more than 0 and at most 86400 seconds".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_of_time_is_a_number_that_somebody_would_wait() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)), "half a second is one");
        for text in ["0", "-1", "NaN", "inf", "1e9", "soon"] {
            assert!(seconds(text).is_err(), "{text} is none");
        }
    }
}
