//! Cost against speed.

use measure::{Amount, Count, Phrase};

measure::phrases! {
    pub(crate) fn same_price() = "cost_speed.same_price", "about the same price";
    pub(crate) fn just_above() = "cost_speed.just_above", "just above its price";
    pub(crate) fn times_price(times: Amount) = "cost_speed.times_price", "{times} its price";
    pub(crate) fn not_free() = "cost_speed.not_free", "not free";
    pub(crate) fn same_speed() = "cost_speed.same_speed", "about the same speed";
    pub(crate) fn times_speed(times: Amount) = "cost_speed.times_speed", "{times} its speed";
    pub(crate) fn times_time(times: Amount) = "cost_speed.times_time", "{times} its time";

    pub(crate) fn a_request(cost: Amount) = "cost_speed.a_request", "{cost} a request";
    pub(crate) fn a_request_of_chain(cost: Amount, climbed: Count, n: Count) = "cost_speed.a_request_of_chain", "{cost} a request on average, of which {climbed} of {n} went on to a later step";
    pub(crate) fn per_million(cost: Amount) = "cost_speed.per_million", "{cost} per million tokens";
    pub(crate) fn unbeaten() = "cost_speed.unbeaten", "none is significantly better in both";
    pub(crate) fn unshown() = "cost_speed.unshown", "none is shown to be better in both";
    pub(crate) fn untested() = "cost_speed.untested", "too few runs, rounds or waves to know whether one is better in both";
    pub(crate) fn beaten(by: Phrase, how: Phrase) = "cost_speed.beaten", "beaten by {by}: {how}";
    pub(crate) fn mark(name: Phrase, cost: Phrase, speed: Phrase, so: Phrase) = "cost_speed.mark", "{name}: {cost}, {speed}; {so}.";

    pub(crate) fn nobody() = "cost_speed.nobody", "No contender can be placed.";
    pub(crate) fn all_lack() = "cost_speed.all_lack", "No contender has both a cost and a speed; each is listed with what it lacks.";
    pub(crate) fn alone(name: Phrase) = "cost_speed.alone", "{name} is the only one here, so there is nothing to compare it with.";
    pub(crate) fn only_one_placed(name: Phrase, others: Vec<Phrase>) = "cost_speed.only_one_placed", "Only {name} can be placed, so there is nothing to compare it with. Left out: {others}.";
    pub(crate) fn left_out(name: Phrase, why: Phrase) = "cost_speed.left_out", "{name} ({why})";
    pub(crate) fn more_left_out(n: Count) = "cost_speed.more_left_out", "{n} more";
    pub(crate) fn all_on_frontier(names: Vec<Phrase>, rest: Option<Phrase>) = "cost_speed.all_on_frontier", "On the frontier: {names}. None is significantly better than another in cost and speed together{rest}.";
    pub(crate) fn unshown_on_frontier(names: Vec<Phrase>, rest: Option<Phrase>) = "cost_speed.unshown_on_frontier", "On the frontier: {names}. None is shown to be better than another in cost and speed together{rest}.";
    pub(crate) fn untested_on_frontier(names: Vec<Phrase>) = "cost_speed.untested_on_frontier", "On the frontier: {names}. Too few runs, rounds or waves are there to know whether one is better than another in cost and speed together.";
    pub(crate) fn on_frontier(names: Vec<Phrase>) = "cost_speed.on_frontier", "On the frontier: {names}.";
    pub(crate) fn is_beaten(name: Phrase, by: Phrase, how: Phrase, more: Option<Phrase>) = "cost_speed.is_beaten", "{name} is beaten by {by}: {how}{more}.";
    pub(crate) fn more_beaten(n: Count) = "cost_speed.more_beaten", "; {n} more {n:is|are} beaten";
}
