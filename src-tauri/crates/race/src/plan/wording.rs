//! What prevents the start of a plan and what is told before it, as phrases.

use measure::{Amount, Count, MetricTitle, Phrase};

measure::phrases! {
    pub(crate) fn no_lane() = "plan.no_lane", "There is no lane to race. Add one, or unmute one.";
    pub(crate) fn too_many_lanes(lanes: Count, most: Count) = "plan.too_many_lanes", "There are {lanes} lanes; at most {most} can race at once.";
    pub(crate) fn deadline(most: Count) = "plan.deadline", "The deadline must be more than 0 and at most {most} seconds, or be empty.";
    pub(crate) fn rounds(most: Count) = "plan.rounds", "Rounds must be between 1 and {most}, warm-up included.";
    pub(crate) fn never_settled(metric: MetricTitle, known: Vec<MetricTitle>) = "plan.never_settled", "A race cannot run until {metric} is settled; it can for {known}.";
    pub(crate) fn max_tokens() = "plan.max_tokens", "Max tokens must be at least 1; leave it empty for the provider's own limit.";
    pub(crate) fn temperature(given: &str) = "plan.temperature", "The temperature is {given}; it must lie between 0 and 2, or be empty.";
    pub(crate) fn context_too_short(label: &str, model: &str, context: Count, longest: Count) = "plan.context_too_short", "{label} {model} reads at most {context} tokens, fewer than the longest prompt with its system prompt, {longest}. Leave out the lengths that it cannot read, or leave it out.";
    pub(crate) fn unlimited_answers(label: &str, model: &str) = "plan.unlimited_answers", "The budget cannot be kept: nothing limits the answers of {label} {model}. Set max tokens, or leave the budget out.";
    pub(crate) fn uncounted_input(label: &str, what: Phrase) = "plan.uncounted_input", "The budget in dollars cannot be kept: only {label} knows how many tokens {what} come to. Leave the budget out.";
    pub(crate) fn no_price_for_length(label: &str, model: &str, tokens: Count) = "plan.no_price_for_length", "The budget in dollars cannot be kept: no price of {label} {model} holds for inputs of up to {tokens} tokens. Use a shorter prompt, set a price, or leave the budget out.";
    pub(crate) fn no_price(label: &str, model: &str) = "plan.no_price", "The budget in dollars cannot be kept: {label} {model} has no price. Set a price per token under Providers or with `paceline prices set`, or leave the budget out.";
    pub(crate) fn priced_by_hour(label: &str, model: &str) = "plan.priced_by_hour", "The budget in dollars cannot be kept: {label} {model} is priced by the hour, not by the token. Set a price per token under Providers or with `paceline prices set`, or leave the budget out.";
    pub(crate) fn dollars_of_no_request(label: &str, model: &str, most: Amount, budget: Amount) = "plan.dollars_of_no_request", "The budget of {budget} lets nothing be sent: one request to {label} {model} may cost {most}. Raise it, or lower max tokens or the length of the prompt.";
    pub(crate) fn tokens_of_no_request(label: &str, model: &str, most: Count, budget: Count) = "plan.tokens_of_no_request", "The budget of {budget} output tokens lets nothing be sent: one request to {label} {model} may take {most}. Raise it, or lower max tokens.";
    pub(crate) fn needs_address(label: &str, example: &str, id: &str) = "plan.needs_address", "{label} needs an address, such as {example}. Set it under Providers, or with `paceline providers at {id} ADDRESS`.";
    pub(crate) fn needs_model(label: &str) = "plan.needs_model", "{label} needs a model.";
    pub(crate) fn plain_http(place: &str) = "plan.plain_http", "Nothing may be sent: `{place}` is on a public network, and over http:// everyone on the way could read the prompt and the key. Use https://, or allow plain HTTP for this host under Providers or with `paceline network set --plain-http`.";
    pub(crate) fn unknown_provider(id: &str) = "plan.unknown_provider", "There is no provider `{id}`; `paceline providers` lists them, and any other address can be written as DIALECT@BASE_URL#MODEL.";
    pub(crate) fn length_without_limit() = "plan.length_without_limit", "An answer's length is the limit on its tokens: set max tokens.";
    pub(crate) fn no_fixed_length(label: &str) = "plan.no_fixed_length", "{label} cannot be forced to a fixed answer length; vLLM, SGLang, Cerebras, Fireworks, Mistral and addresses of your own can.";
    pub(crate) fn no_tiers(label: &str) = "plan.no_tiers", "{label} has no service tiers that a request can ask for. Leave the tier out for this lane.";
    pub(crate) fn other_tiers(label: &str, tier: &str, known: Vec<String>) = "plan.other_tiers", "{label} has no service tier `{tier}`; it has {known}.";
    pub(crate) fn no_such_lane() = "plan.no_such_lane", "There is no such lane.";
    pub(crate) fn cost_unknown_until_start() = "plan.cost_unknown_until_start", "What it may cost at most is not known before the start: only then does the model say whether it keeps max tokens.";
    pub(crate) fn cost_unknown(what: Phrase) = "plan.cost_unknown", "What it may cost at most is not known: only the provider knows what {what} come to.";

    // What lanes are asked.
    pub(crate) fn empty_prompt() = "plan.empty_prompt", "The prompt is empty. Write the prompt for every contender.";
    pub(crate) fn empty_lane_prompt() = "plan.empty_lane_prompt", "The prompt of this lane is empty. Write one, or remove what the lane has of its own.";
    pub(crate) fn too_much(total: Count, most: Count) = "plan.too_much", "The requests of all lanes come to {total} MB, and at most {most} MB are written before a start. Race fewer lanes, or smaller images.";
    pub(crate) fn replaces_request() = "plan.replaces_request", "This sweep generates whole prompts, which a conversation, tools or a form of the answer would change. Remove them, or sweep with the prompt of your own.";
    pub(crate) fn replaces_lane_request() = "plan.replaces_lane_request", "This sweep brings its own prompts, in place of the request that this lane has of its own. Remove the lane's, or sweep with the prompt of your own.";
    pub(crate) fn prompt_length(tokens: Count, shortest: Count, most: Count) = "plan.prompt_length", "A prompt of {tokens} tokens cannot be written; it has between {shortest} and {most}.";
    pub(crate) fn unfilled(why: Phrase) = "plan.unfilled", "The prompt cannot be filled: {why}.";
    pub(crate) fn unread_table(why: Phrase) = "plan.unread_table", "The table cannot be read: {why}.";
    pub(crate) fn no_prompts() = "plan.no_prompts", "The set of prompts holds none.";

    // The judge.
    pub(crate) fn judge_of_steps() = "plan.judge_of_steps", "A judge is one model, and this one has steps. Leave them out.";
    pub(crate) fn judge_of_sweep() = "plan.judge_of_sweep", "A judge compares answers that were given side by side, and a sweep has none. Leave the judge out, or race.";
    pub(crate) fn judge_needs_lanes() = "plan.judge_needs_lanes", "A judge compares two answers, so it needs at least two lanes. Add one, or leave the judge out.";
    pub(crate) fn judged_too_often(requests: Count, most: Count) = "plan.judged_too_often", "The judge would be asked {requests} times, once for each two lanes in each round and in both orders; at most {most} times are. Race fewer lanes or fewer rounds, or leave the judge out.";
    pub(crate) fn judge_of_other_requests() = "plan.judge_of_other_requests", "A judge compares answers to the same request, and a lane has a prompt or a payload of its own. Remove it, or leave the judge out.";
    pub(crate) fn judge_criteria(most: Count) = "plan.judge_criteria", "What the judge judges by has more than {most} characters. Write less.";
    pub(crate) fn judge_nobody() = "plan.judge_nobody", "Nobody was named who judges this race. Name a model.";
    pub(crate) fn judge_not_ended() = "plan.judge_not_ended", "Only a race that came to its own end is judged.";
    pub(crate) fn judge_without_prompts() = "plan.judge_without_prompts", "This race came here without its prompts, and a judge has to know what was asked.";
    pub(crate) fn judged_already(judge: &str) = "plan.judged_already", "{judge} has said all that there is to say of this race. A race has one judge, so that nobody asks until one agrees: race again to ask another.";
    pub(crate) fn judged_by_another(judge: &str) = "plan.judged_by_another", "{judge} was asked and paid for this race, and only it can be asked the rest. A race has one judge, so that nobody asks until one agrees: race again to ask another.";
    pub(crate) fn judge_needs_key(label: &str) = "plan.judge_needs_key", "The judge's provider, {label}, needs a key. Add it under Providers or with `paceline keys set`, or leave the judge out.";

    // Sets of prompts.
    pub(crate) fn of_row(at: Count, why: Phrase) = "plan.of_row", "Row {at} of the prompts: {why}";
    pub(crate) fn of_named_row(at: Count, name: &str, why: Phrase) = "plan.of_named_row", "Row {at} of the prompts, “{name}”: {why}";
    pub(crate) fn row_asks_nothing() = "plan.row_asks_nothing", "it asks nothing. Give it a prompt, or delete it.";
    pub(crate) fn set_without_rows() = "plan.set_without_rows", "The set of prompts has no rows.";
    pub(crate) fn set_of_too_many(rows: Count, most: Count) = "plan.set_of_too_many", "The set has {rows} prompts; at most {most} are asked. Split it.";
    pub(crate) fn set_too_large(most: Count) = "plan.set_too_large", "The prompts of the set come to more than {most} MB. Split it.";
    pub(crate) fn set_and_generated() = "plan.set_and_generated", "A sweep that generates its prompts asks no set of prompts. Leave one of the two out.";
    pub(crate) fn set_until_settled() = "plan.set_until_settled", "A race over a set of prompts asks all of them, so it does not end as soon as a metric is settled. Give a number of rounds.";
    pub(crate) fn too_many_checks(checks: Count, most: Count) = "plan.too_many_checks", "There are {checks} checks; at most {most} are applied to an answer.";
    pub(crate) fn checks_of_row(checks: Count, most: Count) = "plan.checks_of_row", "it has {checks} checks, and at most {most} are applied.";
    pub(crate) fn checks_too_large(most: Count) = "plan.checks_too_large", "The checks come to more than {most} MB.";
    pub(crate) fn of_rows(said: Phrase, with: Count, rows: Count, name: &str) = "plan.of_rows", "{said} ({with} of {rows} prompts, the first `{name}`)";
    pub(crate) fn more_of_rows(more: Count) = "plan.more_of_rows", "{more} more like these are not listed.";

    // Chains.
    pub(crate) fn chain_of_sweep() = "plan.chain_of_sweep", "A sweep sends one request after another, and a chain is several. Race it, or sweep its steps one by one.";
    pub(crate) fn too_many_steps(steps: Count, most: Count) = "plan.too_many_steps", "The chain has {steps} steps; at most {most} are asked.";
    pub(crate) fn of_step(step: Count, why: Phrase) = "plan.of_step", "Step {step}: {why}";
    pub(crate) fn no_such_step() = "plan.no_such_step", "There is no such step.";
    pub(crate) fn nested_chain() = "plan.nested_chain", "A step has no steps of its own. Add them to the chain.";
    pub(crate) fn step_payload() = "plan.step_payload", "A step is sent the tools, images and turns of its lane. Leave out its own.";
    pub(crate) fn step_variable(name: &str) = "plan.step_variable", "There is no `{name}` before this step. Write `prompt`, `answer`, or `answer` with the number of a step before it.";
    pub(crate) fn step_without_checks() = "plan.step_without_checks", "It is asked if a check fails, and there is no check. Add one to the plan, or to this step.";
    pub(crate) fn step_by_command() = "plan.step_by_command", "It is asked if a check fails, and a command of your own answers only once nothing is measured. Give this step checks without commands.";
    pub(crate) fn step_name(most: Count) = "plan.step_name", "The name by which an answer picks it has between 1 and {most} characters, on one line.";
    pub(crate) fn step_name_twice(name: &str) = "plan.step_name_twice", "Another step beside it is picked by `{name}`, too.";
    pub(crate) fn no_otherwise() = "plan.no_otherwise", "The answer may name none of the steps. Make the last of them the one that is asked otherwise.";
    pub(crate) fn otherwise_of_nothing() = "plan.otherwise_of_nothing", "It is asked otherwise, and no step before it is picked by a name.";

    // The load of a sweep.
    pub(crate) fn no_levels() = "plan.no_levels", "A sweep needs levels: streams in flight, requests per second, or a ladder.";
    pub(crate) fn streams(level: Count, most: Count) = "plan.streams", "{level} streams in flight cannot be swept; a level is between 1 and {most}.";
    pub(crate) fn rate(rate: &str, most: Count) = "plan.rate", "{rate} requests per second cannot be sent; a rate is above 0 and at most {most}.";
    pub(crate) fn samples(most: Count) = "plan.samples", "Samples must be between 1 and {most} in each level.";
    pub(crate) fn waves(most: Count) = "plan.waves", "Waves must be between 1 and {most} in each level.";
    pub(crate) fn settled_share() = "plan.settled_share", "A level can end once its median TTFT is known within a share between 0 and 100 % of it.";
    pub(crate) fn settled_or_capacity() = "plan.settled_or_capacity", "A sweep that seeks a capacity ends a level once the answer is clear; leave out the precision at which a level is settled.";
    pub(crate) fn agent_rate() = "plan.agent_rate", "An agent's steps follow each other, so its load is a number of agents in flight, not requests per second. Choose requests in flight.";
    pub(crate) fn budget() = "plan.budget", "A budget must be above 0 dollars.";
    pub(crate) fn one_axis() = "plan.one_axis", "A sweep goes over prompt lengths or over loads, not both: with prompt lengths choose one number of requests in flight.";
    pub(crate) fn own_prompts() = "plan.own_prompts", "A sweep over prompt lengths writes its own prompts; leave out the published method and the set of prompts.";
    pub(crate) fn lengths_need_unique() = "plan.lengths_need_unique", "A sweep over prompt lengths needs unique prompts, or a prompt cache hides what a length takes; ask for the cached pass to measure both.";
    pub(crate) fn number_of_lengths(most: Count) = "plan.number_of_lengths", "A sweep over prompt lengths has between 1 and {most} of them.";
    pub(crate) fn length_twice(tokens: Count) = "plan.length_twice", "The prompt length {tokens} is asked for twice; name it once.";
    pub(crate) fn no_service_level() = "plan.no_service_level", "A capacity needs a service level: p95 TTFT, an error rate, or a share of good requests.";
    pub(crate) fn ttft_limit() = "plan.ttft_limit", "The limit of p95 TTFT must be above 0 milliseconds.";
    pub(crate) fn level_shares() = "plan.level_shares", "The error rate and the share of good requests of a service level lie between 0 and 100 %.";
    pub(crate) fn no_goodput_limits() = "plan.no_goodput_limits", "A share of good requests needs goodput limits. Set them.";

    // Models that retire.
    pub(crate) fn retired(model: &str, day: &str) = "plan.retired", "{model} was to be shut down on {day} and may no longer answer.";
    pub(crate) fn retires_today(model: &str, day: &str) = "plan.retires_today", "{model} is shut down today, {day}.";
    pub(crate) fn retires_tomorrow(model: &str, day: &str) = "plan.retires_tomorrow", "{model} is shut down tomorrow, {day}.";
    pub(crate) fn retires_in(model: &str, day: &str, days: Count) = "plan.retires_in", "{model} is shut down on {day}, in {days} days.";
}
