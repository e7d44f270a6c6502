//! Why a contender is not told apart from others.

use measure::{Count, Phrase};

measure::phrases! {
    pub(crate) fn untested(one: Phrase, names: Vec<Phrase>) = "open.untested", "too few runs, rounds or waves to compare {one} with {names}";
    pub(crate) fn incomparable(one: Phrase, names: Vec<Phrase>) = "open.incomparable", "{one} is not compared with {names}, because their prompts or answers are not of one kind";
    pub(crate) fn contradicted(one: Phrase, names: Vec<Phrase>) = "open.contradicted", "side by side {one} and {names} differ significantly, but their medians or mean costs over all requests say otherwise";
    pub(crate) fn beside(why: Phrase) = "open.beside", "; {why}";
    pub(crate) fn both(one: Phrase, other: Phrase) = "open.both", "{one}{other}";
    pub(crate) fn contradictions(n: Count) = "open.contradictions", "{n} {n:pair of contenders differs|pairs of contenders differ} side by side and otherwise by medians, which are over other runs, rounds or prompts as well";
}
