//! What contenders are called, what tells them apart, and why one is not in a chart.

use measure::{Amount, Count, Metric, Phrase};

measure::phrases! {
    pub(crate) fn named(name: &str) = "contender.named", "{name}";
    pub(crate) fn at_once(name: &str, n: Amount) = "contender.at_once", "{name} ({n} at once)";
    pub(crate) fn a_second(name: &str, rate: Amount) = "contender.a_second", "{name} ({rate} a second)";
    pub(crate) fn told(name: Phrase, by: Phrase) = "contender.told", "{name} ({by})";
    pub(crate) fn commas(all: Phrase, next: Phrase) = "commas", "{all}, {next}";
    pub(crate) fn first_of(first: Phrase, others: Count) = "contender.first_of", "{first} and {others} others";

    pub(crate) fn answered_model() = "aspect.answered_model", "model that answered";
    pub(crate) fn effort() = "aspect.effort", "reasoning effort";
    pub(crate) fn temperature() = "aspect.temperature", "temperature";
    pub(crate) fn service_tier() = "aspect.service_tier", "service tier";
    pub(crate) fn request() = "aspect.request", "request";
    pub(crate) fn prompt_cache() = "aspect.prompt_cache", "prompt cache";
    pub(crate) fn connection() = "aspect.connection", "connection";
    pub(crate) fn dialect() = "aspect.dialect", "dialect";
    pub(crate) fn address() = "aspect.address", "address";
    pub(crate) fn machine() = "aspect.machine", "machine";

    pub(crate) fn answered_by(model: &str) = "aspect.answered_model.is", "answered by {model}";
    pub(crate) fn effort_of(effort: &str) = "aspect.effort.is", "effort {effort}";
    pub(crate) fn temperature_of(temperature: &str) = "aspect.temperature.is", "temperature {temperature}";
    pub(crate) fn tier(tier: &str) = "aspect.service_tier.is", "tier {tier}";
    pub(crate) fn request_of(request: &str) = "aspect.request.is", "request {request}";
    pub(crate) fn cached_prompt() = "aspect.prompt_cache.is", "cached prompt";
    pub(crate) fn cold_connection() = "aspect.connection.is", "cold connection";
    pub(crate) fn by_dialect(dialect: &str) = "aspect.dialect.is", "by {dialect}";
    pub(crate) fn at_address(address: &str) = "aspect.address.is", "at {address}";
    pub(crate) fn from_machine(machine: &str) = "aspect.machine.is", "from {machine}";
    pub(crate) fn default_effort() = "aspect.effort.default", "default effort";
    pub(crate) fn default_temperature() = "aspect.temperature.default", "default temperature";
    pub(crate) fn default_tier() = "aspect.service_tier.default", "default tier";
    pub(crate) fn plain_prompt() = "aspect.request.default", "plain prompt";
    pub(crate) fn prompt_not_cached() = "aspect.prompt_cache.default", "prompt not cached";
    pub(crate) fn warm_connection() = "aspect.connection.default", "warm connection";
    pub(crate) fn unknown() = "aspect.unknown", "unknown";

    pub(crate) fn all_failed(n: Count) = "excluded.all_failed", "none of its {n} {n:request|requests} was answered";
    pub(crate) fn no_metric(metric: Metric) = "excluded.no_metric", "no {metric} known";
    pub(crate) fn no_first_token() = "excluded.no_first_token", "no first token known";
    pub(crate) fn no_answer() = "excluded.no_answer", "no answer, or its tokens were not counted";
    pub(crate) fn no_output_speed() = "excluded.no_output_speed", "no output speed known";
    pub(crate) fn by_the_hour() = "excluded.by_the_hour", "paid by the hour, so its tokens have no price";
    pub(crate) fn no_price() = "excluded.no_price", "no price known today";
    pub(crate) fn no_cost() = "excluded.no_cost", "no cost known: no price when it ran, or no count of tokens";
    pub(crate) fn not_checked() = "excluded.not_checked", "no answer was checked";
    pub(crate) fn too_often_wrong(right: Amount) = "excluded.too_often_wrong", "right in {right} of its requests";
    pub(crate) fn reads_at_most(most: Count) = "excluded.reads_at_most", "reads at most {most} tokens";
    pub(crate) fn no_pace() = "excluded.no_pace", "no pace known";

    pub(crate) fn first_schema_use(name: Phrase, n: Count, first: Amount, later: Amount, standing: Option<Phrase>, cached: Option<Phrase>) = "contender.first_schema_use",
        "{name}: TTFT {first} at the first use of a schema and {later} later, over {n} first {n:use|uses}{standing}{cached}.";

    pub(crate) fn failed(name: Phrase, failed: Count, n: Count) = "failures.one", "{name} failed in {failed} of {n} {n:request|requests}";
    pub(crate) fn failures(all: Vec<Phrase>) = "failures.all", "No time or cost here counts failures: {all}.";
    pub(crate) fn one_run_each() = "verdict.one_run_each", "Of contenders with one run each, this holds for these runs: how much runs differ is unknown.";
    pub(crate) fn failures_told(all: Vec<Phrase>) = "failures.told", "{all}.";
    pub(crate) fn failures_undrawn(all: Vec<Phrase>) = "failures.undrawn", "These are answered requests alone: {all}.";
    pub(crate) fn failures_beside(failed: Count, n: Count) = "failures.beside", "; {failed} of its {n} requests failed";
    pub(crate) fn climbs_beside(climbed: Count, n: Count) = "climbs.beside", "; the mean of a chain, of whose {n} {n:request|requests} {climbed} went on to a later step";
    pub(crate) fn short_beside(short: Count, n: Count, name: Phrase) = "short.beside", "; {short} of {n} {n:answer|answers} of {name} were too short for a meaningful speed";
}

/// Some things with commas between them; `None` of none.
pub(crate) fn with_commas(all: impl IntoIterator<Item = Phrase>) -> Option<Phrase> {
    all.into_iter().reduce(commas)
}
