//! The cards of who leads by which number.

use measure::{Amount, Count, Phrase, PhraseValue};

measure::phrases! {
    pub(crate) fn first_token() = "card.first_token", "First token";
    pub(crate) fn fastest_writing() = "card.fastest_writing", "Fastest writing";
    pub(crate) fn best_for(steps: Count) = "card.best_for", "Best for {steps} {steps:step|steps}";
    pub(crate) fn cheapest() = "card.cheapest", "Cheapest";
    pub(crate) fn cheapest_above(floor: Count) = "card.cheapest_above", "Cheapest above {floor} tok/s";
    pub(crate) fn cheapest_above_o200k(floor: Count) = "card.cheapest_above_o200k", "Cheapest above {floor} o200k tok/s";

    pub(crate) fn ttft_p50(ttft: Amount) = "card.ttft_p50", "TTFT p50 {ttft}";
    pub(crate) fn figure(value: PhraseValue) = "card.figure", "{value}";
    pub(crate) fn o200k_speed(rate: Amount) = "card.o200k_speed", "{rate} o200k tok/s";
    pub(crate) fn a_loop(time: Amount) = "card.a_loop", "{time} a loop";
    pub(crate) fn a_request(cost: Amount) = "card.a_request", "{cost} a request";
    pub(crate) fn per_million(cost: Amount) = "card.per_million", "{cost} per million, blended";
    pub(crate) fn at_two_lengths(short: Phrase, least: Count, long: Phrase, most: Count) = "card.at_two_lengths", "{short} at {least} {least:token|tokens} in, {long} at {most}";
    pub(crate) fn of_few(figure: Phrase, n: Count) = "card.of_few", "{figure} in {n} {n:sample|samples}";

    pub(crate) fn unknown() = "card.unknown", "unknown";
    pub(crate) fn alone() = "card.alone", "nothing to compare with";
    pub(crate) fn alone_above() = "card.alone_above", "no other with a cost usually writes that fast";
    pub(crate) fn may_be_as_fast(name: Phrase) = "card.may_be_as_fast", "{name} costs less and may write as fast";
    pub(crate) fn may_all_be_as_fast(names: Vec<Phrase>) = "card.may_all_be_as_fast", "{names} cost less and may all write as fast";
    pub(crate) fn how_fast_unknown(name: Phrase) = "card.how_fast_unknown", "{name} costs less, and too little is known of how fast it writes";
    pub(crate) fn how_fast_all_unknown(names: Vec<Phrase>) = "card.how_fast_all_unknown", "{names} cost less, and too little is known of how fast they write";
    pub(crate) fn untested(names: Phrase) = "card.untested", "too few runs, rounds or waves to compare with {names}";
    pub(crate) fn no_lead(names: Phrase) = "card.no_lead", "no significant lead over {names}";
    pub(crate) fn incomparable(names: Phrase) = "card.incomparable", "not compared with {names}, because the prompts or answers are not of one kind";
    pub(crate) fn contradicted(names: Phrase) = "card.contradicted", "side by side no lead over {names}, whatever the medians or mean costs over all requests say";
    pub(crate) fn within_tie(names: Phrase) = "card.within_tie", "within 2 % of {names}";
    pub(crate) fn ahead(name: Phrase) = "card.ahead", "ahead of {name}";
    pub(crate) fn times_ahead(times: Amount, name: Phrase) = "card.times_ahead", "{times} ahead of {name}";
    pub(crate) fn in_one_run_each() = "card.in_one_run_each", ", in one run each";
    pub(crate) fn with_cache() = "card.with_cache", "; its wait was measured with a cache";
    pub(crate) fn names(all: Vec<Phrase>) = "card.names", "{all}";
    pub(crate) fn lead(lead: Phrase, more: Option<Phrase>) = "card.lead", "{lead}{more}";
}
