//! The measurement conditions, as short facts.

use measure::{Amount, Count, Phrase, PhraseValue, Warning};

measure::phrases! {
    pub(crate) fn simulated() = "condition.simulated", "SIMULATED";
    pub(crate) fn real() = "condition.real", "real requests";
    pub(crate) fn requests_in_runs(requests: Count, runs: Count) = "condition.requests_in_runs", "{requests} {requests:request|requests} in {runs} {runs:run|runs}";
    pub(crate) fn on(date: &str, zone: Phrase) = "condition.on", "{date} ({zone})";
    pub(crate) fn from_to(from: &str, to: &str, zone: Phrase) = "condition.from_to", "{from} to {to} ({zone})";
    pub(crate) fn zones(names: Vec<String>) = "condition.zones", "{names}";
    pub(crate) fn prompt(hash: &str) = "condition.prompt", "prompt {hash}";
    pub(crate) fn prompts(n: Amount) = "condition.prompts", "{n} different prompts";
    pub(crate) fn most_tokens(most: Amount) = "condition.most_tokens", "max {most}";
    pub(crate) fn different_limits() = "condition.different_limits", "different limits";
    pub(crate) fn temperature(temperature: &str) = "condition.temperature", "temperature {temperature}";
    pub(crate) fn different_temperatures() = "condition.different_temperatures", "different temperatures";
    pub(crate) fn different_efforts(all: Vec<Phrase>) = "condition.different_efforts", "different efforts: {all}";
    pub(crate) fn different_tiers(all: Vec<Phrase>) = "condition.different_tiers", "different service tiers: {all}";
    pub(crate) fn from_due() = "condition.from_due", "times of requests at a rate are from when each was due";
    pub(crate) fn tokens_in(n: Count) = "condition.tokens_in", "{n} {n:token|tokens} in";
    pub(crate) fn tokens_out(n: Count) = "condition.tokens_out", "{n} {n:token|tokens} out";
    pub(crate) fn tokens_in_from(least: Count, most: Count) = "condition.tokens_in_from", "{least}–{most} tokens in";
    pub(crate) fn tokens_out_from(least: Count, most: Count) = "condition.tokens_out_from", "{least}–{most} tokens out";
    pub(crate) fn usual_tokens_out(n: Count) = "condition.usual_tokens_out", "usually {n} {n:token|tokens} out";
    pub(crate) fn usual_tokens_out_from(least: Count, most: Count) = "condition.usual_tokens_out_from", "usually {least}–{most} tokens out";
    pub(crate) fn pooled_lengths(least: Count, most: Count) = "condition.pooled_lengths", "a contender’s medians of waits, latencies and costs pool prompts of {least} to {most} tokens, so that no request need have had them";
    pub(crate) fn by_o200k(otherwise: Option<Phrase>) = "condition.by_o200k", "tokens by o200k_base{otherwise}";
    pub(crate) fn by_servers(otherwise: Option<Phrase>) = "condition.by_servers", "tokens as counted by the servers{otherwise}";
    pub(crate) fn by_both(names: Vec<Phrase>, otherwise: Option<Phrase>) = "condition.by_both", "tokens as counted by the servers, for {names} by o200k_base{otherwise}";
    pub(crate) fn speeds_with_reasoning(names: Vec<Phrase>) = "condition.speeds_with_reasoning", "speeds of {names} are of shown reasoning as well, those of others of answers alone, and are not compared";
    pub(crate) fn otherwise(n: Amount, all: Amount) = "condition.otherwise", ", {n} of {all} counted differently and left out of speeds";
    pub(crate) fn warm() = "condition.warm", "warm connections";
    pub(crate) fn cold() = "condition.cold", "cold connections";
    pub(crate) fn cold_in(runs: Phrase) = "condition.cold_in", "cold connections in {runs}, otherwise warm";
    pub(crate) fn of_runs(some: Count, runs: Count) = "condition.of_runs", "{some} of {runs} {runs:run|runs}";
    pub(crate) fn machine(name: &str) = "condition.machine", "{name}";
    pub(crate) fn machines(n: Count) = "condition.machines", "{n} {n:machine|machines}";
    pub(crate) fn machine_unknown(runs: Phrase) = "condition.machine_unknown", "machine unknown in {runs}";
    pub(crate) fn not_calibrated() = "condition.not_calibrated", "not calibrated";
    pub(crate) fn late(most: Amount) = "condition.late", "up to {most} ms late";
    pub(crate) fn late_but(most: Amount, missing: Phrase) = "condition.late_but", "up to {most} ms late, {missing} not calibrated";
    pub(crate) fn failed(n: Amount) = "condition.failed", "{n} failed, in no speed";
    pub(crate) fn hollow(least: Count) = "condition.hollow", "hollow: fewer than {least} samples";

    pub(crate) fn warned_requests(warning: Warning, n: Count) = "condition.warned_requests", "{warning} ({n} {n:request|requests})";
    pub(crate) fn warned(all: Vec<Phrase>) = "condition.warned", "warnings: {all}";

    pub(crate) fn run_by_run() = "condition.run_by_run", "differences are tested run by run";
    pub(crate) fn one_run_each() = "condition.one_run_each", "from one run each: how much runs differ is unknown";
    pub(crate) fn some_one_run_each() = "condition.some_one_run_each", "differences are tested run by run; some from one run each: how much runs differ is unknown";
    pub(crate) fn pooled_aspect(name: Phrase, values: Phrase) = "condition.pooled_aspect", "{name} ({values})";
    pub(crate) fn pooled(all: Vec<Phrase>) = "condition.pooled", "pooled over {all}";
    pub(crate) fn left_out(n: Count, tags: Vec<PhraseValue>) = "condition.left_out", "{n} {n:request|requests} left out: {tags}";
    pub(crate) fn other_loads(others: Vec<Phrase>) = "condition.other_loads", "without requests under other loads: {others}";
    pub(crate) fn no_such_load(asked: Phrase, shown: Phrase) = "condition.no_such_load", "no request was made at {asked}: these are at {shown}";
    pub(crate) fn at_once(n: Amount) = "condition.at_once", "{n} at once";
    pub(crate) fn a_second(rate: Amount) = "condition.a_second", "{rate} a second";
    pub(crate) fn other_lengths(others: Vec<PhraseValue>) = "condition.other_lengths", "sweeps over prompts of {others} tokens are in the predictions alone";
    pub(crate) fn one_length(length: Count, others: Vec<PhraseValue>) = "condition.one_length", "prompts of {length} tokens; sweeps over prompts of {others} tokens are in the predictions alone";
    pub(crate) fn no_common_prompt() = "condition.no_common_prompt", "contenders were asked different prompts, none in common";
    pub(crate) fn common_prompts(n: Count) = "condition.common_prompts", "contenders were asked different prompts, only {n} {n:prompt|prompts} in common";
    pub(crate) fn mixed_differently() = "condition.mixed_differently", "contenders were asked the same prompts unequally often: each one’s medians are of its own mix, differences between runs are those within each prompt";
}
