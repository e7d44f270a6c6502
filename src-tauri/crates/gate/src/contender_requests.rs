//! What the requests of one contender were.

use std::collections::{BTreeMap, BTreeSet};

use measure::{Better, Metric, Values};
use race::{Lane, Run, Sample, answering_model};

use crate::limit::Share;

/// The requests of one contender: the values of those that succeeded, and how the others ended. Requests that we stopped are
/// in none of it.
#[derive(Debug, Clone, Default)]
pub struct ContenderRequests {
    /// Its name.
    pub name: String,
    /// The values of each metric over the requests that succeeded, in the order of the requests.
    pub values: BTreeMap<&'static str, Vec<f64>>,
    /// Requests that succeeded.
    pub succeeded: u32,
    /// Requests that failed.
    pub failed: u32,
    /// Requests with a right answer.
    pub right: u32,
    /// Requests with a wrong answer.
    pub wrong: u32,
    /// The models that answered, as far as responses name them, by the step of a chain that each answer is of; empty for a baseline.
    pub models: BTreeMap<Option<u32>, BTreeSet<String>>,
    /// The values of each request that succeeded; empty for a baseline, which does not keep them together.
    requests: Vec<Values>,
}

impl ContenderRequests {
    /// A contender without requests.
    pub fn named(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// The contenders of a race, by these names, which are those of its lanes in their order. A sweep has none, because its
    /// requests were sent under several loads.
    pub fn of_run(run: &Run, names: &[String]) -> Vec<Self> {
        let of_lane = |(lane, name): (&Lane, &String)| {
            let mut observed = Self::named(name);
            for sample in &lane.samples {
                observed.add_sample(sample);
            }
            observed
        };
        run.lanes.iter().zip(names).map(of_lane).collect()
    }

    fn add_sample(&mut self, sample: &Sample) {
        if sample.status.is_ours() {
            return;
        }
        match (sample.status.is_ok(), sample.right) {
            (true, Some(true)) => self.right += 1,
            (true, Some(false)) => self.wrong += 1,
            _ => {}
        }
        let (step, model) = answering_model(sample);
        if let Some(model) = model {
            self.models.entry(step).or_default().insert(model.to_owned());
        }
        self.add(sample.status.is_ok().then(|| sample.values()));
    }

    /// Adds a request: its values if it succeeded, `None` if it failed.
    pub fn add(&mut self, values: Option<Values>) {
        let Some(values) = values else {
            self.failed = self.failed.saturating_add(1);
            return;
        };
        self.succeeded = self.succeeded.saturating_add(1);
        for (metric, value) in values.iter() {
            if let Some(value) = value.filter(|value| value.is_finite()) {
                self.values.entry(metric.id()).or_default().push(value);
            }
        }
        self.requests.push(values);
    }

    /// Adds the requests of another race to the same contender.
    pub fn join(&mut self, other: Self) {
        for (metric, values) in other.values {
            self.values.entry(metric).or_default().extend(values);
        }
        self.succeeded = self.succeeded.saturating_add(other.succeeded);
        self.failed = self.failed.saturating_add(other.failed);
        self.right = self.right.saturating_add(other.right);
        self.wrong = self.wrong.saturating_add(other.wrong);
        self.requests.extend(other.requests);
        for (step, models) in other.models {
            self.models.entry(step).or_default().extend(models);
        }
    }

    /// How many models answered the same requests: above 1, its numbers are of all of them together.
    pub(crate) fn number_of_models(&self) -> usize {
        self.models.values().map(BTreeSet::len).max().unwrap_or(0)
    }

    /// All requests.
    pub fn n(&self) -> u32 {
        self.succeeded.saturating_add(self.failed)
    }

    /// The values of a metric in ascending order. A failed request is worse than every other; one that succeeded without a value
    /// is left out. What a failed request cost says nothing of one that succeeds, so it is in no percentile of a cost.
    pub(crate) fn sorted(&self, metric: Metric) -> Vec<f64> {
        let known = self.values.get(metric.id()).into_iter().flatten().copied();
        let worst = match metric.definition().better {
            Some(Better::Higher) => f64::NEG_INFINITY,
            _ => f64::INFINITY,
        };
        let failed = if metric == Metric::CostUsd { 0 } else { self.failed as usize };
        let mut sorted: Vec<f64> = known.chain(std::iter::repeat_n(worst, failed)).collect();
        sorted.sort_by(f64::total_cmp);
        sorted
    }

    /// How many requests a share counts, and of how many; `None` where that is not known.
    pub(crate) fn counted(&self, share: &Share) -> Option<(u32, u32)> {
        match share {
            Share::Errors => Some((self.failed, self.n())),
            // A request that failed came to no right answer. Where nothing was checked, nothing is known to be right.
            Share::Right => {
                let checked = self.right + self.wrong;
                let of = if checked > 0 { checked.saturating_add(self.failed) } else { 0 };
                Some((self.right, of))
            }
            Share::Within(limits) => {
                if self.requests.len() != self.succeeded as usize {
                    return None;
                }
                let keeps = |values: &&Values| {
                    limits.iter().all(|(metric, limit)| {
                        let value = values.get(*metric);
                        value.is_some_and(|value| match metric.definition().better {
                            Some(Better::Higher) => value >= *limit,
                            _ => value <= *limit,
                        })
                    })
                };
                let good = self.requests.iter().filter(keeps).count();
                Some((u32::try_from(good).unwrap_or(u32::MAX), self.n()))
            }
        }
    }
}
