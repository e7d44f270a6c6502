//! What a job would take and cost, and who is best for it.

use measure::{Amount, Count, Phrase, PhraseValue};

measure::phrases! {
    pub(crate) fn chat() = "job.chat", "Chat";
    pub(crate) fn autocomplete() = "job.autocomplete", "Autocomplete";
    pub(crate) fn rag() = "job.rag", "RAG answer";
    pub(crate) fn code() = "job.code", "Code file";
    pub(crate) fn agent() = "job.agent", "Agent loop";

    pub(crate) fn asked(input: Count, output: Count) = "job.asked", "{input} tokens in and {output} out, as each server counts";
    pub(crate) fn asked_in_o200k(input: Count, output: Count) = "job.asked_in_o200k", "{input} o200k tokens in and {output} out";
    pub(crate) fn asked_for_o200k(input: Count, output: Count) = "job.asked_for_o200k", "{input} tokens in, as each server counts, and {output} o200k tokens out";
    pub(crate) fn unpredicted(asked: Phrase, beyond: Option<Phrase>) = "job.unpredicted", "For {asked}, no contender's time can be predicted{beyond}.";
    pub(crate) fn time(asked: Phrase, lead: Phrase, steps: Option<Phrase>, rest: Option<Phrase>, beyond: Option<Phrase>) = "job.time", "With {asked}, {lead}{steps}{rest}{beyond}.";
    pub(crate) fn reads_at_most(name: Phrase, most: Count) = "job.reads_at_most", "{name} (reads at most {most} tokens)";
    pub(crate) fn too_long(names: Vec<Phrase>) = "job.too_long", "; the prompt is too long for {names}";
    pub(crate) fn loop_too_long(names: Vec<Phrase>) = "job.loop_too_long", "; the last prompt of the loop is too long for {names}";
    pub(crate) fn too_long_both(one: Phrase, other: Phrase) = "job.too_long_both", "{one}{other}";
    pub(crate) fn takes(name: Phrase, time: Amount) = "job.takes", "{name} takes {time}";
    pub(crate) fn fastest(name: Phrase, time: Amount) = "job.fastest", "{name} is fastest, at {time}";
    pub(crate) fn none_fastest(names: Vec<Phrase>, time: PhraseValue) = "job.none_fastest", "no one is significantly fastest among {names}, at {time}";
    pub(crate) fn none_shown(names: Vec<Phrase>, time: PhraseValue) = "job.none_shown", "no one is shown to be fastest among {names}, at {time}";
    pub(crate) fn untested(one: Phrase, names: Vec<Phrase>, time: PhraseValue) = "job.untested", "too few runs, rounds or waves are there to compare {one} with {names}, at {time}";
    pub(crate) fn steps(steps: Count, time: PhraseValue) = "job.steps", "; {steps} {steps:step takes|steps take} {time}";
    pub(crate) fn no_price() = "job.no_price", "No price is known today.";
    pub(crate) fn amounts(usd: Amount, month: Amount, n: Count, rest: Option<Phrase>) = "job.amounts", "{usd} a request, {month} for 30 days of {n} a day{rest}";
    pub(crate) fn costs(name: Phrase, amounts: Phrase) = "job.costs", "{name} costs {amounts}.";
    pub(crate) fn costs_least(name: Phrase, amounts: Phrase) = "job.costs_least", "{name} costs least: {amounts}.";
    pub(crate) fn cost_the_same(names: Vec<Phrase>, amounts: Phrase) = "job.cost_the_same", "{names} cost the same: {amounts}.";
    pub(crate) fn least_not_settled(names: Vec<Phrase>, name: Phrase, amounts: Phrase) = "job.least_not_settled", "Who costs least is not settled among {names}; {name} is predicted at {amounts}.";
    pub(crate) fn without_cache(names: Vec<Phrase>) = "job.without_cache", "Nothing of this prompt is taken to come from a cache, not even for {names}.";
    pub(crate) fn wait_with_cache(names: Vec<Phrase>) = "job.wait_with_cache", "Times of {names} are with the wait that was measured with a cache, costs without one.";
    pub(crate) fn by_the_hour() = "job.by_the_hour", "A machine paid by the hour is taken to serve its contender alone, without idle time.";

    pub(crate) fn left_out(input: Count, names: Vec<Phrase>) = "map.left_out", "A prompt of {input} tokens is too long for {names}.";
    pub(crate) fn none_right(share: Amount) = "map.none_right", "No contender is right in at least {share} of its requests.";
    pub(crate) fn nobody() = "map.nobody", "No contender has both a price and a pace; set prices for their models, or see why each has no pace.";
    pub(crate) fn alone(name: Phrase) = "map.alone", "{name} is the only contender with a price and a pace.";
    pub(crate) fn none_placed() = "map.none_placed", "No contender can be placed on the map.";
    pub(crate) fn only_one_placed(name: Phrase) = "map.only_one_placed", "Only {name} can be placed on the map.";
    pub(crate) fn alone_to_read(name: Phrase) = "map.alone_to_read", "{name} is the only contender with a price and a pace that can read the prompt.";
    pub(crate) fn choose(second: Amount, hour: Amount, tokens: Count, name: Phrase, rest: Option<Phrase>) = "map.choose", "Where a second is worth {second} ({hour} an hour) and answers have {tokens} tokens, choose {name}{rest}.";
    pub(crate) fn no_choice(second: Amount, hour: Amount, tokens: Count, rest: Option<Phrase>) = "map.no_choice", "Where a second is worth {second} ({hour} an hour) and answers have {tokens} tokens, no one is significantly the best choice{rest}.";
    pub(crate) fn choice_unshown(second: Amount, hour: Amount, tokens: Count, rest: Option<Phrase>) = "map.choice_unshown", "Where a second is worth {second} ({hour} an hour) and answers have {tokens} tokens, no one is shown to be the best choice{rest}.";
    pub(crate) fn unknown_choice(second: Amount, hour: Amount, tokens: Count, rest: Option<Phrase>) = "map.unknown_choice", "Where a second is worth {second} ({hour} an hour) and answers have {tokens} tokens, too few runs, rounds or waves are there to know the best choice{rest}.";
    pub(crate) fn wins(name: Phrase, share: Amount) = "map.wins", "{name} wins {share}";
    pub(crate) fn nowhere(rest: Option<Phrase>) = "map.nowhere", "Nowhere on the map is one significantly best{rest}.";
    pub(crate) fn nowhere_tested(rest: Option<Phrase>) = "map.nowhere_tested", "Nowhere on the map is it known who is best{rest}.";
    pub(crate) fn nowhere_shown(rest: Option<Phrase>) = "map.nowhere_shown", "Nowhere on the map is one shown to be best{rest}.";
    pub(crate) fn partly(parts: Vec<Phrase>, rest: Option<Phrase>) = "map.partly", "Of the map, {parts}; the rest is not settled{rest}.";
    pub(crate) fn wholly(parts: Vec<Phrase>, rest: Option<Phrase>) = "map.wholly", "Of the map, {parts}{rest}.";
}
