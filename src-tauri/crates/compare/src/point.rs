//! Points: one measured request each, as stored in the history.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// Who counted the tokens of a speed. The two are never pooled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Counted {
    /// The server, in its usage report.
    Server,
    /// Paceline, with `o200k_base` over the text.
    Neutral,
}

/// How a request ended, as far as it matters for a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It succeeded and its numbers count. A success without a token has no speed.
    Good,
    /// The provider or the connection failed. It counts in the error rate and in no speed.
    Failed,
    /// The user or the app stopped it. It is not the provider's failure and counts nowhere.
    Stopped,
}

/// The load of a lane. Speeds under different loads cannot be compared.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, specta::Type,
)]
#[serde(rename_all = "snake_case")]
pub enum LoadLevel {
    /// Requests in flight; 1 in a race.
    InFlight(u32),
    /// Requests due per 1,000 seconds, whether or not earlier ones have ended.
    Per1000Seconds(u32),
}

impl LoadLevel {
    /// Whether the lane has one request in flight at a time.
    pub fn is_single(self) -> bool {
        self == Self::InFlight(1)
    }

    /// As a suffix of a name; empty for one at a time.
    pub(crate) fn told(self) -> String {
        match self {
            Self::InFlight(1) => String::new(),
            Self::InFlight(n) => format!(" ({n} at once)"),
            Self::Per1000Seconds(n) => {
                let rate = format!("{:.3}", f64::from(n) / 1e3);
                format!(" ({} a second)", rate.trim_end_matches('0').trim_end_matches('.'))
            }
        }
    }
}

/// The current price of a model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tariff {
    /// Dollars per million input tokens that are not cached.
    pub input_usd_per_million: f64,
    /// Dollars per million output tokens.
    pub output_usd_per_million: f64,
    /// Dollars per hour of the user's own machine, if time is charged instead of tokens.
    pub usd_per_hour: Option<f64>,
}

impl Tariff {
    /// The cost of one request in dollars: its tokens, and the time for which it occupies a machine paid by the hour.
    pub fn usd(&self, in_tokens: f64, out_tokens: f64, seconds: f64) -> f64 {
        let tokens =
            in_tokens * self.input_usd_per_million + out_tokens * self.output_usd_per_million;
        tokens / 1e6 + self.usd_per_hour.map_or(0.0, |hour| hour * seconds / 3_600.0)
    }

    /// Blended price in dollars per million tokens, with `ratio` input tokens per output token. `None` for a machine
    /// paid by the hour, whose tokens have no price.
    pub fn blended(&self, ratio: f64) -> Option<f64> {
        let sum = ratio * self.input_usd_per_million + self.output_usd_per_million;
        self.usd_per_hour.is_none().then(|| sum / (ratio + 1.0))
    }
}

/// One measured request. Times are milliseconds, rates tokens per second, money dollars; `None` is unknown.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// The run it belongs to; ids sort by time.
    pub run: String,
    /// Start of that run, in seconds since 1970 UTC.
    pub at_s: i64,
    /// Its lane in the run, from 0.
    pub lane: u32,
    /// Its round in the lane, from 0. Requests of one run and round were sent together.
    pub round: u32,
    /// Whether it went to a simulated provider.
    pub simulated: bool,
    /// The provider's id.
    pub provider: String,
    /// The provider's name.
    pub label: String,
    /// The model as the provider calls it.
    pub model: String,
    /// Version of the definitions its numbers were computed under.
    pub def_version: u32,
    /// Fingerprint of its prompt.
    pub prompt: String,
    /// Output token limit; `None` for the provider's default.
    pub max_tokens: Option<u32>,
    /// Sampling temperature; `None` for the provider's default.
    pub temperature: Option<f64>,
    /// Load of its lane.
    pub load: LoadLevel,
    /// Whether the requests of its round were sent at one start gun, as in a race.
    pub raced: bool,
    /// One-line description of the machine.
    pub machine: Option<Arc<str>>,
    /// Timestamp error of that machine in milliseconds; `None` if it was not calibrated.
    pub ttft_error_ms: Option<f64>,
    /// Whether each request of its run made a new connection; otherwise connections were warm.
    pub cold: bool,
    /// How it ended.
    pub outcome: Outcome,
    /// Time to first token.
    pub ttft_ms: Option<f64>,
    /// Time to first answer token.
    pub ttfat_ms: Option<f64>,
    /// End-to-end latency.
    pub latency_ms: Option<f64>,
    /// Output speed.
    pub decode_tps: Option<f64>,
    /// Input tokens, cached ones included.
    pub in_tokens: Option<f64>,
    /// Output tokens, reasoning included, by `counted`.
    pub out_tokens: Option<f64>,
    /// Reasoning tokens among them, as the server counts.
    pub reasoning_tokens: Option<f64>,
    /// Who counted the output tokens.
    pub counted: Option<Counted>,
    /// Cost at the prices of its day.
    pub cost_usd: Option<f64>,
    /// Current price of its model.
    pub tariff: Option<Tariff>,
}

impl Point {
    /// Its prompt fingerprint and output token limit.
    pub(crate) fn asked(&self) -> (&str, Option<u32>) {
        (&self.prompt, self.max_tokens)
    }
}

/// A count as a float.
pub(crate) fn float(count: usize) -> f64 {
    f64::from(small(count))
}

/// A count as `u32`, the type that the window receives.
pub(crate) fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TARIFF: Tariff =
        Tariff { input_usd_per_million: 1.0, output_usd_per_million: 5.0, usd_per_hour: None };

    fn is(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn a_request_costs_its_tokens() {
        assert!(is(TARIFF.usd(1_000.0, 200.0, 9.0), 0.002), "1,000 · $1 + 200 · $5 per million");
    }

    #[test]
    fn a_machine_by_the_hour_costs_the_time_it_is_kept() {
        let own = Tariff {
            input_usd_per_million: 0.0,
            output_usd_per_million: 0.0,
            usd_per_hour: Some(3.6),
        };
        assert!(is(own.usd(1_000.0, 200.0, 5.0), 0.005), "a tenth of a cent a second");
        assert_eq!(own.blended(3.0), None, "its tokens have no price");
    }

    #[test]
    fn a_load_stands_behind_a_name_unless_it_is_one() {
        let told =
            [LoadLevel::InFlight(1), LoadLevel::InFlight(8), LoadLevel::Per1000Seconds(2_500)]
                .map(LoadLevel::told);
        assert_eq!(told, ["", " (8 at once)", " (2.5 a second)"], "as people say it");
    }

    #[test]
    fn blended_three_to_one_weighs_input_three_times() {
        assert!(TARIFF.blended(3.0).is_some_and(|usd| is(usd, 2.0)), "(3 · 1 + 5) ÷ 4");
        assert!(TARIFF.blended(0.0).is_some_and(|usd| is(usd, 5.0)), "output alone");
    }
}
