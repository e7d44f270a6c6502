//! The arguments of `paceline sweep`. The doc comments here are the help that `--help` prints.

use clap::Args;
use race::workload::Preset;
use race::{
    Arrivals, CapacityTarget, Ladder, Limits, Load, OnThrottle, PromptLengths, USUAL_MOST_AT_A_RATE,
};

use crate::plan::arguments::AskArguments;

/// Minimum number of requests of each level when a capacity is sought: enough to distinguish 1 % past the limit from 5
/// %.
const CAPACITY_SAMPLES: u32 = 300;

/// Requests of each prompt length: just enough for the uncertainty of a line through several lengths, because long
/// prompts are expensive.
const LENGTH_SAMPLES: u32 = 10;

/// Maximum number of requests, and of waves, of a level that ends once it is settled.
const SETTLED_SAMPLES: u32 = 320;
/// See [`SETTLED_SAMPLES`].
const SETTLED_WAVES: u32 = 64;

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
    /// Find the levels: start at 1 and double until throughput stops following the load, requests wait long or fail, or
    /// N is reached; then narrow down the load where that begins, with at most 12 levels in all
    #[arg(long, value_name = "N")]
    pub(crate) ladder: Option<u32>,
    /// p95 TTFT in milliseconds that ends a ladder, instead of waiting requests
    #[arg(long, value_name = "MS", requires = "ladder")]
    pub(crate) ladder_ttft: Option<f64>,
    /// Find the highest number of requests in flight that keeps a service level, such as `ttft_p95<500ms`, `errors<1%`,
    /// `goodput>95%`, or several separated by commas: by bisection, with each level running until it surely is kept or
    /// surely is not. A failed request exceeds every limit; `goodput` is the share of requests within the limits of
    /// --goodput whose answer is right, if it is checked
    #[arg(long, value_name = "LEVEL", value_parser = service_level, conflicts_with_all = ["concurrency", "rate", "ladder"])]
    pub(crate) capacity: Option<CapacityTarget>,
    /// Seek the capacity in requests per second instead of requests in flight
    #[arg(long, requires = "capacity")]
    pub(crate) per_second: bool,
    /// Highest load at which the capacity is sought
    #[arg(long, value_name = "N", requires = "capacity", default_value_t = 128)]
    pub(crate) capacity_most: u32,
    /// End a level as soon as the 95 % interval of its median TTFT is within PERCENT of it on either side [default: 5];
    /// its samples (320 unless set) and waves (64 unless set) are then the maximum. The interval is valid although it
    /// decides when the level ends, if no wave of requests resembles the one before
    #[arg(long, value_name = "PERCENT", num_args = 0..=1, require_equals = true, default_missing_value = "5", value_parser = percent, conflicts_with = "capacity")]
    pub(crate) until_settled: Option<f64>,
    /// Measured requests per level; with --capacity the maximum, 300 unless set [default: 50, or the preset's]
    #[arg(long, value_name = "N")]
    pub(crate) samples: Option<u32>,
    /// Measure at least this many waves in each level; a wave is as many requests as are in flight. Requests of one
    /// wave share the server's state, so fewer than 8 waves give no interval of the median [default: 10; none with
    /// --samples or --preset]
    #[arg(long, value_name = "N", conflicts_with = "rate")]
    pub(crate) waves: Option<u32>,
    /// With --rate, measure at most this many requests in each level: after --samples it goes on for as long as the 95 % interval
    /// of its median TTFT takes before the server's queue, if so many are enough [default: 320; none with --samples or --preset]
    #[arg(long, value_name = "N", requires = "rate", conflicts_with_all = ["until_settled", "capacity"])]
    pub(crate) most_samples: Option<u32>,
    /// Use the prompts and levels of a published method: general-compute, artificial-analysis-100, -1k, -10k, -100k,
    /// chat, autocomplete, rag, code-file, agent-loop, code-apply
    #[arg(long, value_name = "NAME", value_parser = preset, conflicts_with_all = ["prompt", "prompt_file", "request", "system", "input_tokens", "table", "prompts", "suite"])]
    pub(crate) preset: Option<Preset>,
    /// Use a generated prompt of this many tokens. Several numbers, such as `1000,10000,100000`, are the levels of the
    /// sweep: TTFT over prompt length, at one number of requests in flight [1 unless --concurrency is given], with 10
    /// requests of each length unless --samples is given
    #[arg(long, value_name = "N,N…", value_delimiter = ',', conflicts_with_all = ["prompt", "prompt_file", "request", "table", "prompts", "suite"])]
    pub(crate) input_tokens: Vec<u32>,
    /// Measure each of several --input-tokens a second time with one prompt sent every time, so that a prompt cache helps
    #[arg(long, requires = "input_tokens")]
    pub(crate) cached: bool,
    /// Send the same prompt every time, so that prompt caches help
    #[arg(long, conflicts_with = "nonce")]
    pub(crate) same_prompt: bool,
    /// Force every answer to the length of --max-tokens; works with vLLM, `SGLang` and compatible servers at your own
    /// addresses
    #[arg(long, requires = "max_tokens")]
    pub(crate) force_length: bool,
    /// Make a new connection for each request
    #[arg(long)]
    pub(crate) cold: bool,
    /// Goodput limits of a request: voice, chat, coding, batch, or limits in milliseconds such as
    /// `ttft=500,tpot=33,total=10000`. Where answers are checked, only right ones are good
    #[arg(long, value_name = "LIMITS", value_parser = limits)]
    pub(crate) goodput: Option<Limits>,
    /// Budget of the whole sweep in dollars; it stops before it could exceed it
    #[arg(long, value_name = "USD")]
    pub(crate) budget: Option<f64>,
    /// Budget of the whole sweep in output tokens; it stops before it could exceed it
    #[arg(long, value_name = "N")]
    pub(crate) budget_tokens: Option<u32>,
    /// Continue when a request is refused with 429, to measure the error rate under overload. A refused stream waits as
    /// long as the provider asks, at most 10 s
    #[arg(long)]
    pub(crate) continue_on_throttle: bool,
    /// Seed of random arrivals; the same seed gives the same times
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u32,
    /// Resume a sweep that was stopped or interrupted, after its last level, or with a larger `--budget` one that its budget
    /// ended: its id, or a unique prefix
    #[arg(long, value_name = "ID", conflicts_with_all = ["lanes", "prompt", "prompt_file", "preset", "input_tokens", "table", "prompts", "suite", "concurrency", "rate", "ladder", "capacity", "nonce", "no_save"])]
    pub(crate) resume: Option<String>,
}

impl SweepArguments {
    /// The load from the arguments.
    pub(crate) fn load(&self) -> Load {
        let usual = Load::default();
        let names_levels =
            !self.rate.is_empty() || self.ladder.is_some() || self.capacity.is_some();
        let method = self.preset.map(Preset::method);
        let lengths = self.lengths();
        let concurrency = match &self.concurrency[..] {
            [] if names_levels => Vec::new(),
            [] if lengths.is_some() => vec![1],
            [] => method.map_or(usual.concurrency, |method| method.levels.to_vec()),
            named => named.to_vec(),
        };
        let of_length = lengths.as_ref().map(|_| LENGTH_SAMPLES);
        let samples = self.samples.or(method.map(|method| method.samples)).or(of_length);
        // An explicit number of requests is kept to exactly.
        let usual_waves = usual.waves.filter(|_| samples.is_none());
        let (samples, waves) = match (self.capacity, self.until_settled) {
            (Some(_), _) => (self.samples.unwrap_or(CAPACITY_SAMPLES), usual.waves),
            (None, Some(_)) => {
                (samples.unwrap_or(SETTLED_SAMPLES), usual_waves.map(|_| SETTLED_WAVES))
            }
            (None, None) => (samples.unwrap_or(usual.samples), usual_waves),
        };
        Load {
            concurrency,
            rates: self.rate.clone(),
            arrivals: if self.poisson { Arrivals::Poisson } else { Arrivals::Constant },
            samples,
            most_samples: self.most_samples(samples),
            waves: self.waves.or(waves.filter(|_| self.rate.is_empty())),
            unique_prompts: !self.same_prompt,
            preset: self.preset,
            prompts: Vec::new(),
            force_length: self.force_length,
            cold: self.cold,
            ladder: self.ladder.map(|most| Ladder { most, ttft_p95_ms: self.ladder_ttft }),
            capacity: self.capacity.map(|level| CapacityTarget {
                most: self.capacity_most,
                per_second: self.per_second,
                ..level
            }),
            settled_within: self.until_settled,
            lengths,
            limits: self.goodput,
            budget_usd: self.budget,
            budget_tokens: self.budget_tokens,
            on_throttle: if self.continue_on_throttle {
                OnThrottle::Continue
            } else {
                OnThrottle::Stop
            },
            seed: self.seed,
            nonce: None,
        }
    }
}

impl SweepArguments {
    /// The most requests of a level at a rate: an explicit number of samples is kept to exactly.
    fn most_samples(&self, samples: u32) -> Option<u32> {
        let usual =
            (self.samples.is_none() && self.preset.is_none() && self.until_settled.is_none())
                .then_some(USUAL_MOST_AT_A_RATE.max(samples));
        self.most_samples.or(usual).filter(|_| !self.rate.is_empty())
    }

    /// The prompt lengths that the sweep covers: several, or one that is also measured from the cache.
    fn lengths(&self) -> Option<PromptLengths> {
        let is_axis = self.input_tokens.len() > 1 || self.cached;
        is_axis.then(|| PromptLengths { tokens: self.input_tokens.clone(), cached: self.cached })
    }
}

/// Parses a percentage above 0 and at most 100, as a share.
fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim().trim_end_matches('%').trim().parse::<f64>().ok();
    let share = number.map(|percent| percent / 100.0);
    share.filter(|share| *share > 0.0 && *share <= 1.0).ok_or_else(|| {
        format!("`{text}` is not a percentage above 0 and at most 100; write one such as 5 or 2.5%")
    })
}

/// Parses `ttft_p95<500ms,errors<1%,goodput>95%`.
fn service_level(text: &str) -> Result<CapacityTarget, String> {
    let mut level = CapacityTarget {
        ttft_p95_ms: None,
        error_rate: None,
        good_fraction: None,
        most: 1,
        per_second: false,
    };
    for part in text.split(',') {
        let bad = || {
            format!(
                "`{part}` is not a service level; write ttft_p95<500ms (or <0.5s), errors<1%, goodput>95%, or several \
                 with commas"
            )
        };
        let (name, limit) = part.split_once(['<', '>']).ok_or_else(bad)?;
        let (name, limit) = (name.trim(), limit.trim());
        let of = |unit: &str| {
            let number = limit.strip_suffix(unit)?.trim().parse::<f64>().ok()?;
            (number.is_finite() && number > 0.0).then_some(number)
        };
        let share = || of("%").filter(|percent| *percent < 100.0).map(|percent| percent / 100.0);
        match (name, part.contains('<')) {
            ("ttft_p95", true) => {
                let in_ms = of("ms").or_else(|| of("s").map(|seconds| seconds * 1e3));
                level.ttft_p95_ms = Some(in_ms.ok_or_else(bad)?);
            }
            ("errors", true) => level.error_rate = Some(share().ok_or_else(bad)?),
            ("goodput", false) => level.good_fraction = Some(share().ok_or_else(bad)?),
            _ => return Err(bad()),
        }
    }
    Ok(level)
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
                "`{part}` is not a limit; write one of {}, or limits such as ttft=500,tpot=33,total=10000",
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
    fn a_percentage_is_a_share() {
        assert_eq!((percent("5"), percent("2.5%")), (Ok(0.05), Ok(0.025)), "with its sign or not");
        for bad in ["0", "-1", "101", "much", "NaN"] {
            let said = percent(bad).expect_err("it is none");
            assert!(said.contains("2.5%"), "{bad}: {said}");
        }
    }

    #[test]
    fn a_level_at_a_rate_goes_on_by_default_and_a_number_of_samples_is_kept_to() {
        #[derive(clap::Parser)]
        struct Alone {
            #[command(flatten)]
            sweep: SweepArguments,
        }
        let load = |words: &[&str]| {
            let all = std::iter::once("sweep").chain(words.iter().copied());
            let load = <Alone as clap::Parser>::parse_from(all).sweep.load();
            (load.samples, load.most_samples, load.waves)
        };
        assert_eq!(load(&["--rate", "5"]), (50, Some(320), None));
        assert_eq!(load(&["--rate", "5", "--samples", "40"]), (40, None, None), "exactly");
        let most = load(&["--rate", "5", "--samples", "40", "--most-samples", "90"]);
        assert_eq!(most, (40, Some(90), None), "as asked");
        assert_eq!(load(&["--rate", "5", "--preset", "chat"]).1, None, "a method is followed");
        assert_eq!(load(&["--rate", "5", "--until-settled"]).1, None, "its samples are the most");
        assert_eq!(load(&[]), (50, None, Some(10)), "a closed loop has waves");
    }

    #[test]
    fn a_service_level_is_written_with_its_units() {
        let ttft = |text| service_level(text).map(|level| level.ttft_p95_ms);
        assert_eq!(ttft("ttft_p95<500ms"), Ok(Some(500.0)), "milliseconds");
        assert_eq!(ttft("ttft_p95 < 0.5 s"), Ok(Some(500.0)), "seconds");
        let all = service_level("ttft_p95<1s,errors<1%,goodput>95%").expect("three limits");
        assert_eq!((all.error_rate, all.good_fraction), (Some(0.01), Some(0.95)), "shares");
        for bad in
            ["ttft_p95<500", "ttft_p99<1s", "500ms", "ttft_p95<-1s", "errors>1%", "goodput>100%"]
        {
            let said = service_level(bad).expect_err("it is none");
            assert!(said.contains("ttft_p95<500ms"), "{bad}: {said}");
        }
    }

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
