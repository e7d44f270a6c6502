//! The file of a gate: what is raced, how long at most, and the limits.

use std::collections::BTreeMap;

use measure::{Better, Metric};
use serde::Deserialize;
use thiserror::Error;

use crate::limit::{Bound, Limit, Quantity, Share};
use crate::stages::MOST_ROUNDS;

/// The maximum size of a file of limits, in bytes.
pub const LARGEST_LIMITS: u64 = 1024 * 1024;
/// The maximum number of limits in a file.
const MOST_LIMITS: usize = 200;

/// A file of limits.
#[derive(Debug, Clone, PartialEq)]
pub struct LimitsFile {
    /// The options of the race, by their names on the command line without hyphens in front; empty if a race is judged that was
    /// made before.
    pub race: toml::Table,
    /// The maximum number of measured rounds.
    pub rounds: u32,
    /// The maximum cost in dollars; absent for the daily cap alone.
    pub budget_usd: Option<f64>,
    /// The limits, at least one.
    pub limits: Vec<Limit>,
}

/// Why a file of limits cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LimitsError {
    /// It is not TOML, or has a field that it cannot have.
    #[error("It cannot be read: {0}")]
    Unreadable(String),
    /// A limit cannot be used.
    #[error("Limit {number}: {problem}")]
    Limit {
        /// Its place in the file, from 1.
        number: usize,
        /// What is wrong, and what to write.
        problem: String,
    },
    /// The file as a whole cannot be used.
    #[error("{0}")]
    File(String),
}

/// Most characters of a line that is quoted.
const LONGEST_LINE: usize = 200;

/// An error that quotes a line of the file, which may be as long as the file.
fn in_short_lines(error: &str) -> String {
    let short = |line: &str| match line.char_indices().nth(LONGEST_LINE) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line.to_owned(),
    };
    error.trim_end().lines().map(short).collect::<Vec<_>>().join("\n")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenFile {
    #[serde(default)]
    race: toml::Table,
    #[serde(default)]
    rounds: Option<u32>,
    #[serde(default)]
    budget_usd: Option<f64>,
    #[serde(default)]
    limit: Vec<WrittenLimit>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenLimit {
    metric: Option<String>,
    percentile: Option<f64>,
    share: Option<String>,
    within: Option<BTreeMap<String, f64>>,
    at_most: Option<f64>,
    at_least: Option<f64>,
    worse_by_at_most: Option<f64>,
    lane: Option<usize>,
}

/// Rounds at most, unless given.
const USUAL_ROUNDS: u32 = 160;

impl LimitsFile {
    /// Reads a file of limits.
    ///
    /// # Errors
    /// What is wrong with it, where, and what to write instead.
    pub fn read(text: &str) -> Result<Self, LimitsError> {
        let written: WrittenFile = toml::from_str(text)
            .map_err(|error| LimitsError::Unreadable(in_short_lines(&error.to_string())))?;
        let whole = |problem: &str| Err(LimitsError::File(problem.to_owned()));
        if written.limit.is_empty() {
            return whole(
                "It has no limit. Write one, for example:\n\n[[limit]]\nmetric = \"ttft_ms\"\npercentile = 95\nat_most = 900",
            );
        }
        if written.limit.len() > MOST_LIMITS {
            return whole("It has more than 200 limits.");
        }
        let rounds = written.rounds.unwrap_or(USUAL_ROUNDS);
        if !(1..=MOST_ROUNDS).contains(&rounds) {
            return whole("`rounds` is from 1 to 10000: the most that are raced.");
        }
        if written.budget_usd.is_some_and(|budget| !(budget.is_finite() && budget > 0.0)) {
            return whole("`budget_usd` is a number of dollars above 0, such as 0.50.");
        }
        let limits = written.limit.into_iter().zip(1..).map(|(limit, number)| {
            limit.read().map_err(|problem| LimitsError::Limit { number, problem })
        });
        Ok(Self {
            race: written.race,
            rounds,
            budget_usd: written.budget_usd,
            limits: limits.collect::<Result<_, _>>()?,
        })
    }

    /// Whether any limit is of right answers, which takes checks.
    pub fn needs_checks(&self) -> bool {
        self.limits.iter().any(|limit| limit.quantity == Quantity::Share(Share::Right))
    }

    /// Whether any limit is against a baseline.
    pub fn needs_baseline(&self) -> bool {
        self.limits.iter().any(|limit| matches!(limit.bound, Bound::WorseByAtMost(_)))
    }
}

impl WrittenLimit {
    fn read(self) -> Result<Limit, String> {
        let bound = self.bound()?;
        let lane = match self.lane {
            None => None,
            Some(number) => Some(
                number.checked_sub(1).ok_or("`lane` counts from 1, in the order of the lanes.")?,
            ),
        };
        let quantity = match (&self.metric, &self.share) {
            (Some(_), Some(_)) => {
                return Err("it has both `metric` and `share`; write two limits.".to_owned());
            }
            (Some(id), None) => self.percentile_of(id, bound)?,
            (None, Some(share)) => self.share_of(share, bound)?,
            (None, None) => {
                return Err(
                    "it limits nothing. Write `metric = \"ttft_ms\"` with a `percentile`, or `share = \"errors\"`, \"right\" or \"within\"."
                        .to_owned(),
                );
            }
        };
        Ok(Limit { quantity, bound, lane })
    }

    fn bound(&self) -> Result<Bound, String> {
        let bounds = [
            self.at_most.map(Bound::AtMost),
            self.at_least.map(Bound::AtLeast),
            self.worse_by_at_most.map(Bound::WorseByAtMost),
        ];
        let mut bounds = bounds.into_iter().flatten();
        let bound = bounds
            .next()
            .ok_or("it has no bound. Write one of `at_most`, `at_least`, `worse_by_at_most`.")?;
        if bounds.next().is_some() {
            return Err("it has more than one bound; write a limit for each.".to_owned());
        }
        let (Bound::AtMost(value) | Bound::AtLeast(value) | Bound::WorseByAtMost(value)) = bound;
        if !value.is_finite() || value < 0.0 {
            return Err("its bound is not a number from 0 up.".to_owned());
        }
        Ok(bound)
    }

    fn percentile_of(&self, id: &str, bound: Bound) -> Result<Quantity, String> {
        if self.within.is_some() {
            return Err("`within` goes with `share = \"within\"`.".to_owned());
        }
        let metric = metric(id)?;
        let definition = metric.definition();
        let better = definition.better.ok_or_else(|| {
            format!(
                "`{id}` is neither better higher nor better lower, so no bound of it is a limit."
            )
        })?;
        let percent = self.percentile.ok_or(
            "it has no `percentile`. Write 50 for the median, 95 for the slow tail, 5 for the slow tail of a speed.",
        )?;
        if !(percent > 0.0 && percent < 100.0) {
            return Err("`percentile` lies between 0 and 100, such as 95.".to_owned());
        }
        match (bound, better) {
            (Bound::AtLeast(_), Better::Lower) => {
                return Err(format!("of `{id}` lower is better, so its limit is `at_most`."));
            }
            (Bound::AtMost(_), Better::Higher) => {
                return Err(format!("of `{id}` higher is better, so its limit is `at_least`."));
            }
            _ => {}
        }
        Ok(Quantity::Percentile(metric, percent / 100.0))
    }

    fn share_of(&self, share: &str, bound: Bound) -> Result<Quantity, String> {
        if self.percentile.is_some() {
            return Err("a share has no `percentile`.".to_owned());
        }
        let (share, is_worse_higher) = match (share, &self.within) {
            ("within", Some(within)) => (Share::Within(limits_within(within)?), false),
            ("within", None) => {
                return Err(
                    "it has no `within`. Write which limits a request has to keep, such as `within = { ttft_ms = 500, tpot_ms = 50 }`."
                        .to_owned(),
                );
            }
            (_, Some(_)) => return Err("`within` goes with `share = \"within\"`.".to_owned()),
            ("errors", None) => (Share::Errors, true),
            ("right", None) => (Share::Right, false),
            (other, None) => {
                return Err(format!(
                    "`{}` is no share. It can be \"errors\", \"right\" or \"within\".",
                    cut(other)
                ));
            }
        };
        let (Bound::AtMost(value) | Bound::AtLeast(value) | Bound::WorseByAtMost(value)) = bound;
        if value > 1.0 {
            return Err("a share is from 0 to 1: write 0.02 for 2 %.".to_owned());
        }
        match bound {
            Bound::AtLeast(_) if is_worse_higher => {
                return Err("of errors fewer are better, so their limit is `at_most`.".to_owned());
            }
            Bound::AtMost(_) if !is_worse_higher => {
                return Err(
                    "of this share higher is better, so its limit is `at_least`.".to_owned()
                );
            }
            Bound::AtMost(0.0) | Bound::AtLeast(1.0) => {
                return Err(
                    "no number of requests shows that not one of all to come is bad. Write how many may be, such as 0.01."
                        .to_owned(),
                );
            }
            _ => {}
        }
        if matches!((&share, bound), (Share::Within(_), Bound::WorseByAtMost(_))) {
            return Err("a baseline keeps each number by itself, so `within` has no baseline. Limit each metric against it.".to_owned());
        }
        Ok(Quantity::Share(share))
    }
}

fn limits_within(within: &BTreeMap<String, f64>) -> Result<Vec<(Metric, f64)>, String> {
    if within.is_empty() {
        return Err("`within` names no metric.".to_owned());
    }
    let each = |(id, limit): (&String, &f64)| {
        let metric = metric(id)?;
        if metric.definition().better.is_none() || !limit.is_finite() || *limit < 0.0 {
            return Err(format!("`within` cannot limit `{id}` so."));
        }
        Ok((metric, *limit))
    };
    within.iter().map(each).collect()
}

fn metric(id: &str) -> Result<Metric, String> {
    Metric::by_id(id).ok_or_else(|| {
        format!(
            "`{}` is no metric. The usual ones are ttft_ms, ttfat_ms, latency_ms, tpot_ms, decode_tps, neutral_tps and cost_usd; docs/definitions.md lists all.",
            cut(id)
        )
    })
}

/// A word of a file, not longer than anybody reads.
fn cut(word: &str) -> String {
    word.chars().filter(|character| !character.is_control()).take(60).collect()
}

#[cfg(test)]
#[path = "limits_file_tests.rs"]
mod tests;
