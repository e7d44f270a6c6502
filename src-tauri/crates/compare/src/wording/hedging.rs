//! What hedging would have gained.

use measure::{Amount, Count, Phrase};

measure::phrases! {
    pub(crate) fn nothing() = "hedge.nothing", "Hedging these two would have gained nothing.";
    pub(crate) fn nothing_for_any(pairs: Amount) = "hedge.nothing_for_any", "Hedging would have gained nothing for any of {pairs} pairs.";
    pub(crate) fn in_rounds(n: Count) = "hedge.in_rounds", "In {n} {n:round|rounds} together";
    pub(crate) fn in_combinations() = "hedge.in_combinations", "With every combination of their requests, as if nothing slowed both at once";
    pub(crate) fn too_few(basis: Phrase) = "hedge.too_few", "{basis}, there are too few first tokens to tell.";
    pub(crate) fn whole(basis: Phrase, bought: Phrase, paid: Phrase, failed: Option<Phrase>, later: Option<Phrase>) = "hedge.whole", "{basis}, {bought}{paid}{failed}{later}.";
    pub(crate) fn p95() = "hedge.p95", "p95";
    pub(crate) fn median() = "hedge.median", "median";
    pub(crate) fn bought(other: Phrase, one: Phrase, what: Phrase, answered: Option<Phrase>, from: Amount, to: Amount) = "hedge.bought", "{other} beside {one} would have changed the {what} TTFT{answered} from {from} to {to}";
    pub(crate) fn not_bought(other: Phrase, one: Phrase, what: Phrase, answered: Option<Phrase>) = "hedge.not_bought", "{other} beside {one} would not have reduced the {what} TTFT{answered}";
    pub(crate) fn answered() = "hedge.answered", " of answered requests";
    pub(crate) fn paid(both: Amount, alone: Amount, counted: Option<Phrase>, times: Amount) = "hedge.paid", ", at a cost of at most {both} instead of {alone} a request{counted} ({times})";
    pub(crate) fn with_failed() = "hedge.with_failed", ", failed ones among them";
    pub(crate) fn unpaid() = "hedge.unpaid", "; the cost is unknown";
    pub(crate) fn failed(both: Amount, alone: Amount) = "hedge.failed", ". {both} of requests would have failed instead of {alone}";
    pub(crate) fn later(to: Amount, from: Amount) = "hedge.later", ". The median answer would have ended after {to} instead of {from}";
    pub(crate) fn delayed(delay: Amount, share: Amount, so: Phrase, failed: Option<Phrase>, paid: Option<Phrase>) = "hedge.delayed", "Sent only after {delay} without a word, in {share} of requests, {so}{failed}{paid}.";
    pub(crate) fn delayed_tail(other: Phrase, answered: Option<Phrase>, alone: Amount, together: Amount) = "hedge.delayed_tail", "{other} would have changed the TTFT of the slowest twentieth{answered} from {alone} to {together} on average";
    pub(crate) fn delayed_other(other: Phrase) = "hedge.delayed_other", "{other}";
    pub(crate) fn delayed_failed(both: Amount, alone: Amount) = "hedge.delayed_failed", ", {both} of requests failing instead of {alone}";
    pub(crate) fn delayed_paid(times: Amount) = "hedge.delayed_paid", ", at most {times} the cost";
}
