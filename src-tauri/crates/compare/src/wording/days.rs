//! What changed over the days.

use measure::{Amount, Count, Metric, Phrase};

measure::phrases! {
    pub(crate) fn nothing() = "days.nothing", "No request is here that could tell of a change over the days.";
    pub(crate) fn all_failed(n: Count) = "days.all_failed", "Of {n} {n:request|requests} none was answered, so there is no number that could change over the days.";
    pub(crate) fn one_day(least: Count) = "days.one_day", "All requests are from one day; a change over the days needs at least {least}.";
    pub(crate) fn too_few(needed: Count, days: Count) = "days.too_few", "Whether a number changed can be told from {needed} days of one contender or more; there are at most {days}.";
    pub(crate) fn too_few_shared(needed: Count, days: Count) = "days.too_few_shared", "Whether a number changed can be told from {needed} days of one contender or more; there are at most {days} with a prompt that was also used on other days.";
    pub(crate) fn none_found(days: Count, but: Option<Phrase>) = "days.none_found", "Over {days} {days:day|days} no step to a new level and no steady rise or fall was found in any number of answered requests{but}.";
    pub(crate) fn latencies_unlike() = "days.latencies_unlike", "; latencies were not compared where the length of the answers changed";
    pub(crate) fn failures_unseen(failed: Count, n: Count) = "days.failures_unseen", "; {failed} of {n} {n:request|requests} failed, and whether failures came or went was not looked at";
    pub(crate) fn failures_steady(failed: Count, n: Count) = "days.failures_steady", "; {failed} of {n} {n:request|requests} failed, and no day is known from which on more or fewer did";
    pub(crate) fn hardly_yet(days: Count) = "days.hardly_yet", "A step within the last {days} days would hardly show yet.";
    pub(crate) fn pooled(all: Vec<Phrase>) = "days.pooled", "Numbers here are of all days, although some changed: {all}.";
    pub(crate) fn pooled_of(name: Phrase, since: Vec<String>) = "days.pooled_of", "those of {name} since {since}";
    pub(crate) fn more(n: Count, since: Vec<String>) = "days.more", "{n} more {n:change|changes}, since {since}.";

    pub(crate) fn step_better(name: Phrase, metric: Metric, date: &str, levels: Option<Phrase>, before: Count, since: Amount)
        = "days.step_better", "{name}’s {metric} is better since {date}{levels} ({before} {before:day|days} before, {since} since).";
    pub(crate) fn step_worse(name: Phrase, metric: Metric, date: &str, levels: Option<Phrase>, before: Count, since: Amount)
        = "days.step_worse", "{name}’s {metric} is worse since {date}{levels} ({before} {before:day|days} before, {since} since).";
    pub(crate) fn step_other(name: Phrase, metric: Metric, date: &str, levels: Option<Phrase>, before: Count, since: Amount)
        = "days.step_other", "{name}’s {metric} is another since {date}{levels} ({before} {before:day|days} before, {since} since).";
    pub(crate) fn levels(from: Amount, to: Amount, times: Option<Phrase>) = "days.levels", " from {from} to {to}{times}";
    pub(crate) fn times(times: Amount) = "days.times", ", {times} what it was";
    pub(crate) fn times_by_prompts(times: Amount) = "days.times_by_prompts", ", {times} what it was by the same prompts";

    pub(crate) fn fails_more(name: Phrase, date: &str, after: Amount, before: Amount, days: Count, since: Count)
        = "days.fails_more", "{name} fails more often since {date}: in {after} of its requests, and in {before} before ({days} {days:day|days} before, {since} since). Chance brings so clear a change in at most 5 % of histories without one.";
    pub(crate) fn fails_less(name: Phrase, date: &str, after: Amount, before: Amount, days: Count, since: Count)
        = "days.fails_less", "{name} fails less often since {date}: in {after} of its requests, and in {before} before ({days} {days:day|days} before, {since} since). Chance brings so clear a change in at most 5 % of histories without one.";

    pub(crate) fn rose(name: Phrase, metric: Metric, by: Phrase, levels: Option<Phrase>, date: &str, so: Option<Phrase>, days: Count)
        = "days.rose", "{name}’s {metric} rose by {by}{levels} since {date}{so} ({days} {days:day|days} measured).";
    pub(crate) fn fell(name: Phrase, metric: Metric, by: Phrase, levels: Option<Phrase>, date: &str, so: Option<Phrase>, days: Count)
        = "days.fell", "{name}’s {metric} fell by {by}{levels} since {date}{so} ({days} {days:day|days} measured).";
    pub(crate) fn a_day(by: Amount, own: Option<Phrase>, low: Amount, high: Amount) = "days.a_day", "{by} a day{own} (95 %: {low} to {high})";
    pub(crate) fn by_prompts() = "days.by_prompts", " by the same prompts";
    pub(crate) fn from_to(from: Amount, to: Amount) = "days.from_to", ", from {from} to {to}";
    pub(crate) fn gets_better() = "days.gets_better", ": it gets better";
    pub(crate) fn gets_worse() = "days.gets_worse", ": it gets worse";

    pub(crate) fn changed(name: Phrase, metric: Metric, step: Phrase, drift: Phrase, days: Count)
        = "days.changed", "{name}’s {metric} changed, {step}, or {drift}: {days} {days:day|days} cannot tell which.";
    pub(crate) fn got_better(name: Phrase, metric: Metric, step: Phrase, drift: Phrase, days: Count)
        = "days.got_better", "{name}’s {metric} got better, {step}, or {drift}: {days} {days:day|days} cannot tell which.";
    pub(crate) fn got_worse(name: Phrase, metric: Metric, step: Phrase, drift: Phrase, days: Count)
        = "days.got_worse", "{name}’s {metric} got worse, {step}, or {drift}: {days} {days:day|days} cannot tell which.";
    pub(crate) fn by_step(date: &str, levels: Option<Phrase>) = "days.by_step", "by a step on {date}{levels}";
    pub(crate) fn by_rise(by: Amount, date: &str) = "days.by_rise", "by a steady rise of {by} a day since {date}";
    pub(crate) fn by_fall(by: Amount, date: &str) = "days.by_fall", "by a steady fall of {by} a day since {date}";
}
