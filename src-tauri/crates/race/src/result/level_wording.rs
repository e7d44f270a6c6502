//! What the levels of a sweep say: its loads, capacity, knee, and how TTFT grows with the prompt.

use measure::{Amount, Count, Phrase};

use crate::plan::prompt_lengths::PromptLevel;
use crate::plan::step::Step;

measure::phrases! {
    fn in_flight(n: Count) = "step.in_flight", "{n} in flight";
    fn one_per_second() = "step.one_per_second", "1 request per second";
    fn per_second(rate: Amount) = "step.per_second", "{rate} requests per second";
    fn tokens(n: Count, cached: Option<Phrase>, in_flight: Option<Phrase>) = "step.tokens", "{n} {n:token|tokens}{cached}{in_flight}";
    fn cached() = "step.cached", ", cached";
    fn and_in_flight(n: Count) = "step.and_in_flight", ", {n} in flight";
    pub(super) fn steps(all: Phrase, next: Phrase) = "step.list", "{all}, {next}";

    pub(super) fn capacity(target: Phrase, answer: Phrase, shares: Option<Phrase>) = "capacity.is", "Capacity with {target} {answer} (95 % confidence at each end, if more load is never served better{shares}).";
    pub(super) fn capacity_unknown(target: Phrase) = "capacity.unknown", "Capacity with {target} is unknown: too few requests.";
    pub(super) fn between(within: Phrase, past: Phrase) = "capacity.between", "is at least {within} and below {past}";
    pub(super) fn at_least(within: Phrase, highest: Phrase) = "capacity.at_least", "is at least {within}; the limits are not surely broken at any load up to {highest}";
    pub(super) fn below(past: Phrase) = "capacity.below", "is below {past}; the limits are not surely kept at any load";
    pub(super) fn no_waves_of_either() = "capacity.no_waves_of_either", " and failures and requests that are not good do not come in whole waves";
    pub(super) fn no_waves_of_failures() = "capacity.no_waves_of_failures", " and failures do not come in whole waves";
    pub(super) fn no_waves_outside() = "capacity.no_waves_outside", " and requests that are not good do not come in whole waves";
    pub(super) fn both(one: Phrase, other: Phrase) = "target.both", "{one} and {other}";
    pub(super) fn ttft_under(ttft: Amount) = "target.ttft_under", "p95 TTFT under {ttft}";
    pub(super) fn errors_under(share: Amount) = "target.errors_under", "errors under {share}";
    pub(super) fn good_over(share: Amount) = "target.good_over", "over {share} of requests good";

    pub(super) fn knee(good: Phrase, why: Phrase) = "knee.is", "The knee is at {good}, the last good load measured: {why}.";
    pub(super) fn elasticity(value: Amount, low: Amount, high: Amount) = "knee.elasticity", "elasticity {value}, 95 % CI {low} to {high}; 1 is in proportion, below 0.5 it no longer follows";
    pub(super) fn no_longer_follows(bad: Phrase) = "knee.no_longer_follows", "at {bad} throughput no longer follows the load";
    pub(super) fn no_longer_follows_by(bad: Phrase, how: Phrase) = "knee.no_longer_follows_by", "at {bad} throughput no longer follows the load ({how})";
    pub(super) fn backlog(bad: Phrase) = "knee.backlog", "at {bad} requests come faster than they are answered";
    pub(super) fn backlog_of(bad: Phrase, share: Amount) = "knee.backlog_of", "at {bad} requests come faster than they are answered: of those that came, {share} were not yet answered";
    pub(super) fn waiting(bad: Phrase) = "knee.waiting", "at {bad} an estimated quarter or more of an answer's time, and surely more than a tenth, is extra wait for its first token";
    pub(super) fn failures(bad: Phrase) = "knee.failures", "at {bad} more requests fail";
    pub(super) fn refused(bad: Phrase, held: Option<Phrase>) = "knee.refused", "{bad} was refused with 429{held}";
    pub(super) fn held(refused: Count, all: Count, also: Option<Phrase>, average: Amount) = "knee.held", " in {refused} of {all} {all:request|requests}{also}, and {average} were in flight on average";
    pub(super) fn measured_or_not() = "knee.measured_or_not", ", measured or not";
    pub(super) fn past_limit(bad: Phrase) = "knee.past_limit", "at {bad} p95 TTFT is past the limit";
    pub(super) fn full_in_flight(full: Amount, low: Amount, high: Amount) = "knee.full_in_flight", "Its full throughput is what {full} in flight (95 % CI {low} to {high}) would bring at the speed of low load.";
    pub(super) fn full_rate(full: Amount, low: Amount, high: Amount) = "knee.full_rate", "It serves about {full} requests per second (95 % CI {low} to {high}).";
    pub(super) fn knee_unknown() = "knee.unknown", "Whether there is a knee is unknown: no request succeeded.";
    pub(super) fn no_knee(most: Phrase, follows: Phrase) = "knee.none", "No knee up to {most}: {follows}.";
    pub(super) fn no_knee_shown(most: Phrase, follows: Phrase) = "knee.none_shown", "No knee is shown up to {most}: {follows}.";
    pub(super) fn follows(how: Phrase) = "knee.follows", "throughput follows the load ({how})";
    pub(super) fn seems_to_follow(how: Phrase) = "knee.seems_to_follow", "throughput seems to follow the load ({how})";
    pub(super) fn follows_not_settled(how: Phrase) = "knee.follows_not_settled", "whether throughput follows the load is not settled ({how})";
    pub(super) fn follows_unknown() = "knee.follows_unknown", "whether throughput follows the load is unknown";
    pub(super) fn few_waves(steps: Phrase) = "knee.few_waves", "The waves measured at {steps} are too few, or differ too much, to be sure of it.";

    pub(super) fn growth_unknown() = "length.unknown", "How TTFT grows with the prompt is unknown: it needs answers at two lengths, one at least twice the other.";
    pub(super) fn bent(first: Amount, last: Amount, from: Count, to: Count, counter: Option<Phrase>) = "length.bent", "TTFT does not grow in a straight line with the prompt (95 % confidence): by {first} per 1,000 uncached input tokens from the shortest length to the next, and by {last} from the second longest to the longest. Measured from {from} to {to} tokens{counter}; what a longer prompt takes is unknown.";
    pub(super) fn in_o200k() = "length.in_o200k", ", counted in o200k tokens";
    pub(super) fn third_length() = "length.third_length", "A third length would tell whether it is a straight line.";
    pub(super) fn within_line(share: Amount) = "length.within_line", "Every median is within {share} of that line.";
    pub(super) fn falls(by: Amount, low: Amount, high: Amount, from: Count, to: Count, counter: Option<Phrase>) = "length.falls", "TTFT does not grow with the prompt: it falls by {by} (95 % CI {low} to {high}) for every 1,000 uncached input tokens. Measured from {from} to {to} tokens{counter}; beyond, it is unknown.";
    pub(super) fn line(base: Phrase, per: Phrase, rate: Phrase, from: Count, to: Count, counter: Option<Phrase>) = "length.line", "TTFT is {base} plus {per} for every 1,000 uncached input tokens{rate}. Measured from {from} to {to} tokens{counter}; beyond, it is extrapolated.";
    pub(super) fn base(base: Amount, ci: Option<Phrase>, network: Option<Phrase>) = "length.base", "{base}{ci}{network}";
    pub(super) fn per(per: Amount, ci: Option<Phrase>) = "length.per", "{per}{ci}";
    pub(super) fn ci(low: Amount, high: Amount) = "length.ci", " (95 % CI {low} to {high}, if requests are independent)";
    pub(super) fn of_network(round_trip: Amount) = "length.of_network", ", of which the network's round trip is {round_trip},";
    pub(super) fn read_per_second(n: Count) = "length.read_per_second", ", or {n} tokens read per second";
    pub(super) fn may_be_zero() = "length.may_be_zero", ", which may also be zero";
    pub(super) fn no_interval() = "length.no_interval", "; too few requests for an interval";
    pub(super) fn sent_again(all: Phrase) = "cache.sent_again", "When the same prompt is sent again, TTFT is {all}.";
    pub(super) fn instead(with: Amount, without: Amount, n: Count, read: Phrase, saved: Option<Phrase>) = "cache.instead", "{with} instead of {without} at {n} tokens ({read}){saved}";
    pub(super) fn read(n: Count) = "cache.read", "{n} from the cache";
    pub(super) fn none_read() = "cache.none_read", "none of them reported as cached";
    pub(super) fn saves(low: Amount, high: Amount) = "cache.saves", ", which saves {low} to {high} of the time that the prompt's length takes";
    pub(super) fn saves_at_most(high: Amount) = "cache.saves_at_most", ", which saves at most {high} of the time that the prompt's length takes";
}

/// A load in words.
pub(super) fn step(step: Step) -> Phrase {
    match step {
        Step::Streams(streams) => in_flight(streams.into()),
        Step::Rate(rate) if (rate - 1.0).abs() < f64::EPSILON => one_per_second(),
        Step::Rate(rate) => {
            let digits = rate.to_string().split_once('.').map_or(0, |(_, digits)| digits.len());
            per_second(Amount::digits(rate, u8::try_from(digits).unwrap_or(u8::MAX)))
        }
        Step::Prompt(PromptLevel { tokens: n, in_flight, cached: is_cached }) => tokens(
            n.into(),
            is_cached.then(cached),
            (in_flight > 1).then(|| and_in_flight(in_flight.into())),
        ),
    }
}
