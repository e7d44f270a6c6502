//! What changed between runs.

use measure::{Amount, Count, Metric, Phrase};

measure::phrases! {
    pub(crate) fn uneven() = "change.uneven", "The runs were asked different prompts or had other limits, so every number also compares workloads.";
    pub(crate) fn one_run() = "change.one_run", "There is only one run; a difference needs two.";
    pub(crate) fn no_run() = "change.no_run", "There is no run; a difference needs two.";
    pub(crate) fn nobody() = "change.nobody", "No contender is in both runs.";
    pub(crate) fn nobody_answered() = "change.nobody_answered", "No contender was answered in both runs.";
    pub(crate) fn failed(name: Phrase, before: Count, of: Count, after: Count, n: Count) = "change.failed", "{name} failed in {before} of {of} {of:request|requests} before and {after} of {n} after";
    pub(crate) fn failures(all: Vec<Phrase>) = "change.failures", "No number counts requests that failed: {all}.";
    pub(crate) fn moved(name: Phrase, metric: Metric, before: Amount, after: Amount) = "change.moved", "{name}’s {metric} from {before} to {after}";
    pub(crate) fn better(all: Vec<Phrase>) = "change.better", "Better: {all}.";
    pub(crate) fn worse(all: Vec<Phrase>) = "change.worse", "Worse: {all}.";
    pub(crate) fn differ(all: Vec<Phrase>) = "change.differ", "The runs differ in {all}.";
    pub(crate) fn few() = "change.few", "Too few requests in a run to tell.";
    pub(crate) fn not_significant() = "change.not_significant", "No change is significant.";
    pub(crate) fn unknown_usual() = "change.unknown_usual", "With one run on either side, the usual difference between runs is unknown.";
    pub(crate) fn unusual() = "change.unusual", "That is more than its other runs differ, but to tell a change from an unusual run takes four runs on either side.";
}
