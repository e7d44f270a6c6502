//! Latency by answer length, and what a prediction rests on.

use measure::{Amount, Count, Phrase, PhraseValue};

measure::phrases! {
    pub(crate) fn whole(text: Phrase, rest: Option<Phrase>) = "lengths.whole", "{text}{rest}.";
    pub(crate) fn nobody() = "lengths.nobody", "No contender has both a TTFT and a speed.";
    pub(crate) fn alone(name: Phrase, start: Amount, each: Amount) = "lengths.alone", "{name} takes {start} and {each} for each 100 tokens";
    pub(crate) fn everywhere(name: Phrase, from: Count, to: Count) = "lengths.everywhere", "{name} is fastest at every length from {from} to {to} tokens";
    pub(crate) fn nowhere(names: Vec<Phrase>) = "lengths.nowhere", "At no length is one shown to be fastest: {names} do not differ significantly";
    pub(crate) fn nowhere_of_many(first: Phrase, others: Count) = "lengths.nowhere_of_many", "At no length is one shown to be fastest: {first} and {others} others do not differ significantly";
    pub(crate) fn nowhere_tested(one: Phrase, names: Vec<Phrase>) = "lengths.nowhere_tested", "Who is faster is known at no length: too few runs, rounds or waves to compare {one} with {names}";
    pub(crate) fn nowhere_shown() = "lengths.nowhere_shown", "At no length is one shown to be fastest";
    pub(crate) fn leads(range: Phrase, name: Phrase) = "lengths.leads", "{range} {name} is fastest";
    pub(crate) fn tied(range: Phrase, names: Vec<Phrase>) = "lengths.tied", "{range} {names} do not differ significantly";
    pub(crate) fn untested_at(range: Phrase, one: Phrase, names: Vec<Phrase>) = "lengths.untested", "{range} too few runs, rounds or waves are there to compare {one} with {names}";
    pub(crate) fn none_at(range: Phrase) = "lengths.none_at", "{range} none is shown to be fastest";
    pub(crate) fn tied_of_many(range: Phrase, first: Phrase, others: Count) = "lengths.tied_of_many", "{range} {first} and {others} others do not differ significantly";
    pub(crate) fn tied_of_some(range: Phrase, n: Count) = "lengths.tied_of_some", "{range} none is shown to be fastest: {n} contenders do not differ significantly from the fastest";
    pub(crate) fn tied_of_varied(range: Phrase, least: Count, most: Count) = "lengths.tied_of_varied", "{range} none is shown to be fastest: {least} to {most} contenders do not differ significantly from the fastest";
    pub(crate) fn at_every_length() = "lengths.at_every_length", "at every length";
    pub(crate) fn up_to(to: Count) = "lengths.up_to", "up to {to} tokens";
    pub(crate) fn longer_than(from: Count) = "lengths.longer_than", "longer than {from} tokens";
    pub(crate) fn between(from: Count, to: Count) = "lengths.between", "from {from} to {to}";
    pub(crate) fn first_at_every_length() = "lengths.first.at_every_length", "At every length";
    pub(crate) fn first_up_to(to: Count) = "lengths.first.up_to", "Up to {to} tokens";
    pub(crate) fn first_longer_than(from: Count) = "lengths.first.longer_than", "Longer than {from} tokens";
    pub(crate) fn first_between(from: Count, to: Count) = "lengths.first.between", "From {from} to {to}";

    pub(crate) fn by_parts(all: Vec<Phrase>) = "lengths.by_parts", "That is by TTFT and speed; measured latencies differ: {all}.";
    pub(crate) fn by_parts_of_many(n: Count) = "lengths.by_parts_of_many", "That is by TTFT and speed; the measured latencies of {n} {n:pair|pairs} differ.";
    pub(crate) fn was_faster(one: Phrase, other: Phrase) = "lengths.was_faster", "{one} was faster than {other}";

    pub(crate) fn fits(all: Vec<Phrase>) = "lengths.fits", "Predicted ÷ measured latency at the measured length: {all}.";
    pub(crate) fn others_fit(all: Vec<Phrase>) = "lengths.others_fit", "Predicted ÷ measured latency at the measured length: {all}; within 5 % of 1 for the others.";
    pub(crate) fn all_fit(n: Count) = "lengths.all_fit", "Predicted ÷ measured latency at the measured length is within 5 % of 1 for all {n} {n:contender|contenders}.";
    pub(crate) fn fit(name: Phrase, fit: Amount) = "lengths.fit", "{name} {fit}";
    pub(crate) fn fit_is_off(name: Phrase, fit: Amount) = "lengths.fit_is_off", "{name} {fit} (off by more than 5 %)";

    pub(crate) fn never_differ(one: Phrase, other: Phrase) = "break_even.never_differ", "{one} and {other} do not differ significantly at any length";
    pub(crate) fn untested(one: Phrase, other: Phrase) = "break_even.untested", "{one} and {other} cannot be compared: too few runs, rounds or waves";
    pub(crate) fn incomparable(one: Phrase, other: Phrase) = "break_even.incomparable", "{one} and {other} are not compared at any length, because their prompts or answers are not of one kind";
    pub(crate) fn contradicted(one: Phrase, other: Phrase) = "break_even.contradicted", "{one} and {other} differ significantly side by side, but at no length as their medians over all requests say";
    pub(crate) fn always(one: Phrase, other: Phrase, from: Count, to: Count) = "break_even.always", "{one} is faster than {other} at every length from {from} to {to} tokens";
    pub(crate) fn choose(tokens: Count, shorter: Phrase, longer: Phrase) = "break_even.choose", "Shorter than {tokens} tokens choose {shorter}, longer choose {longer}";
    pub(crate) fn choose_outside(low: Count, shorter: Phrase, high: Count, longer: Phrase) = "break_even.choose_outside", "Shorter than {low} tokens choose {shorter}, longer than {high} choose {longer}; in between they do not differ significantly";
    pub(crate) fn choose_apart(low: Count, shorter: Phrase, high: Count, longer: Phrase) = "break_even.choose_apart", "Shorter than {low} tokens choose {shorter}, longer than {high} choose {longer}; in between neither is shown to be faster";
    pub(crate) fn in_shown_parts(parts: Phrase) = "break_even.in_shown_parts", "{parts}; at other lengths neither is shown to be faster";
    pub(crate) fn in_parts(parts: Phrase) = "break_even.in_parts", "{parts}; at other lengths they do not differ significantly";
    pub(crate) fn faster_up_to(one: Phrase, other: Phrase, to: Count) = "break_even.faster_up_to", "{one} is faster than {other} up to {to} tokens";
    pub(crate) fn faster_from(one: Phrase, other: Phrase, from: Count) = "break_even.faster_from", "{one} is faster than {other} from {from} tokens on";
    pub(crate) fn faster_between(one: Phrase, other: Phrase, from: Count, to: Count) = "break_even.faster_between", "{one} is faster than {other} from {from} to {to} tokens";

    pub(crate) fn rests_on(all: Phrase) = "rests_on.all", " ({all})";
    pub(crate) fn predicted(from: Vec<Phrase>) = "rests_on.predicted", "predicted from {from}";
    pub(crate) fn over(prompts: Phrase) = "rests_on.over", "over {prompts}";
    pub(crate) fn answers(lengths: Vec<PhraseValue>, n: Count) = "rests_on.answers", "answers of {lengths} {n:token|tokens}";
    pub(crate) fn prompts(lengths: Vec<PhraseValue>, n: Count) = "rests_on.prompts", "prompts of {lengths} uncached {n:token|tokens}";
    pub(crate) fn neutral_prompts(lengths: Vec<PhraseValue>, n: Count) = "rests_on.neutral_prompts", "prompts of {lengths} uncached o200k {n:token|tokens}";
    pub(crate) fn common_answers(lengths: Vec<PhraseValue>, n: Count) = "rests_on.common_answers", "answers in the common range of {lengths} {n:token|tokens}";
    pub(crate) fn common_prompts(lengths: Vec<PhraseValue>, n: Count) = "rests_on.common_prompts", "prompts in the common range of {lengths} uncached {n:token|tokens}";
    pub(crate) fn common_neutral_prompts(lengths: Vec<PhraseValue>, n: Count) = "rests_on.common_neutral_prompts", "prompts in the common range of {lengths} uncached o200k {n:token|tokens}";
    pub(crate) fn unknown_prompts() = "rests_on.unknown_prompts", "prompts of unknown length";
}
