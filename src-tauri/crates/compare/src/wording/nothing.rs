//! Why there is nothing to compare.

use measure::{Count, PhraseValue};

measure::phrases! {
    pub(crate) fn none_measured() = "nothing.none_measured", "There is nothing to compare: no request was measured. A race of two lanes measures some.";
    pub(crate) fn all_simulated(n: Count) = "nothing.all_simulated", "There is nothing to compare: all {n} {n:request is|requests are} simulated, which are compared apart.";
    pub(crate) fn none_simulated(n: Count) = "nothing.none_simulated", "There is nothing to compare: none of the {n} {n:request|requests} is simulated.";
    pub(crate) fn all_left_out(n: Count, tags: Vec<PhraseValue>) = "nothing.all_left_out", "There is nothing to compare: all {n} {n:request is|requests are} left out for their warnings: {tags}.";
    pub(crate) fn none_in_common() = "nothing.none_in_common", "There is nothing to compare: no prompt was asked of every contender.";
}
