//! A baseline: the numbers of an earlier measurement, in a small file without texts that can live in a repository.

use std::collections::BTreeMap;

use measure::{DEF_VERSION, Metric};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::contender_requests::ContenderRequests;

/// Name and version of the document.
pub const BASELINE_SCHEMA: &str = "paceline.baseline/1";
/// The maximum size of a baseline, in bytes.
pub const LARGEST_BASELINE: u64 = 64 * 1024 * 1024;
/// The maximum number of contenders of one.
const MOST_CONTENDERS: usize = 64;
/// The maximum number of requests of a contender: each failed one has its rank.
const MOST_REQUESTS: u32 = 100_000;

/// A baseline.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    /// Always [`BASELINE_SCHEMA`].
    pub schema: String,
    /// The runs that it is made of.
    pub runs: Vec<String>,
    /// When the first of them began, RFC 3339 in UTC.
    pub measured_at: String,
    /// Version of the definitions of its numbers.
    pub def_version: u32,
    /// Fingerprint of what was asked.
    pub prompt_hash: String,
    /// The machine that measured; absent if it is not known.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<String>,
    /// The contenders.
    pub contenders: Vec<BaselineContender>,
}

/// One contender of a baseline.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
#[serde(deny_unknown_fields)]
pub struct BaselineContender {
    /// Its name.
    name: String,
    /// Requests that succeeded.
    succeeded: u32,
    /// Requests that failed.
    failed: u32,
    /// Right answers.
    #[serde(default, skip_serializing_if = "is_zero")]
    right: u32,
    /// Wrong answers.
    #[serde(default, skip_serializing_if = "is_zero")]
    wrong: u32,
    /// The values of each metric that has a better direction, ascending, to six digits.
    values: BTreeMap<String, Vec<f64>>,
}

/// Why a baseline cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BaselineError {
    /// It is no such document.
    #[error("It is no baseline of this version: {0}")]
    Unreadable(String),
    /// Its numbers mean something else.
    #[error(
        "Its numbers follow version {found} of the definitions and these version {DEF_VERSION}, so they cannot be compared. Measure the baseline again."
    )]
    Definitions {
        /// The version that it names.
        found: u32,
    },
    /// Its numbers contradict each other.
    #[error("It cannot be right: {0}")]
    Impossible(String),
}

impl Baseline {
    /// The baseline of these contenders.
    pub fn of(
        contenders: &[ContenderRequests],
        runs: Vec<String>,
        measured_at: String,
        prompt_hash: String,
        machine: Option<String>,
    ) -> Self {
        Self {
            schema: BASELINE_SCHEMA.to_owned(),
            runs,
            measured_at,
            def_version: DEF_VERSION,
            prompt_hash,
            machine,
            contenders: contenders.iter().map(BaselineContender::of).collect(),
        }
    }

    /// Reads a baseline. It may come from anywhere.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn read(text: &str) -> Result<Self, BaselineError> {
        let read: Self = serde_json::from_str(text)
            .map_err(|error| BaselineError::Unreadable(error.to_string()))?;
        if read.schema != BASELINE_SCHEMA {
            return Err(BaselineError::Unreadable(format!("its schema is not {BASELINE_SCHEMA}.")));
        }
        if read.def_version != DEF_VERSION {
            return Err(BaselineError::Definitions { found: read.def_version });
        }
        let impossible = |why: &str| Err(BaselineError::Impossible(why.to_owned()));
        if read.contenders.is_empty() || read.contenders.len() > MOST_CONTENDERS {
            return impossible("it has no contender, or more than 64.");
        }
        for contender in &read.contenders {
            if contender.succeeded.saturating_add(contender.failed) > MOST_REQUESTS {
                return impossible("a contender has more than 100,000 requests.");
            }
            if u64::from(contender.right) + u64::from(contender.wrong)
                > u64::from(contender.succeeded)
            {
                return impossible("more answers were checked than there are.");
            }
            for (id, values) in &contender.values {
                if Metric::by_id(id).is_none() {
                    return impossible("it has a metric that nobody knows.");
                }
                if values.len() > contender.succeeded as usize {
                    return impossible("a metric has more values than requests succeeded.");
                }
                if values.iter().any(|value| !value.is_finite() || *value < 0.0) {
                    return impossible("a value is below 0.");
                }
            }
        }
        Ok(read)
    }

    /// Its document, in lines that a diff can show.
    ///
    /// # Errors
    /// If a number is not finite, which none of ours is.
    pub fn document(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(self)?.replace(",\n          ", ", ") + "\n")
    }

    /// Its contenders.
    pub fn contenders(&self) -> Vec<ContenderRequests> {
        self.contenders.iter().map(BaselineContender::observed).collect()
    }
}

impl BaselineContender {
    fn of(observed: &ContenderRequests) -> Self {
        let ranked =
            |id: &str| Metric::by_id(id).is_some_and(|metric| metric.definition().is_ranked());
        let kept = |(id, values): (&&'static str, &Vec<f64>)| {
            let mut values: Vec<f64> = values.iter().copied().map(six_digits).collect();
            values.sort_by(f64::total_cmp);
            ((*id).to_owned(), values)
        };
        Self {
            name: observed.name.clone(),
            succeeded: observed.succeeded,
            failed: observed.failed,
            right: observed.right,
            wrong: observed.wrong,
            values: observed.values.iter().filter(|(id, _)| ranked(id)).map(kept).collect(),
        }
    }

    fn observed(&self) -> ContenderRequests {
        let mut observed = ContenderRequests::named(&self.name);
        (observed.succeeded, observed.failed) = (self.succeeded, self.failed);
        (observed.right, observed.wrong) = (self.right, self.wrong);
        let known = self.values.iter();
        observed.values = known
            .filter_map(|(id, values)| Some((Metric::by_id(id)?.id(), values.clone())))
            .collect();
        observed
    }
}

/// A value to six digits: more would only be noise in a repository.
fn six_digits(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

#[cfg(test)]
#[path = "baseline_tests.rs"]
mod tests;
