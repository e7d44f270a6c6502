//! Whose answers are right.

use measure::{Amount, Count, Phrase};

measure::phrases! {
    pub(crate) fn right(name: Phrase, share: Amount, n: Count, failed: Option<Phrase>) = "quality.right", "{name} is right in {share} of {n} {n:request|requests}{failed}";
    pub(crate) fn failed(n: Count) = "quality.failed", ", {n} of which failed";
    pub(crate) fn unknown(name: Phrase) = "quality.unknown", "{name}";
    pub(crate) fn alone(one: Phrase) = "quality.alone", "{one}.";
    pub(crate) fn none_more(first: Phrase, last: Phrase) = "quality.none_more", "{first}, {last}; none is right significantly more often than another.";
    pub(crate) fn more(first: Phrase, last: Phrase, name: Phrase, others: Vec<Phrase>) = "quality.more", "{first}, {last}; {name} is right significantly more often than {others}.";
}
