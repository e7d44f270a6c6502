//! Why no check is an assertion of promptfoo, and what to do instead, as clauses: a person reads them beside the answers of which the
//! assertion says nothing.

use measure::{Count, Phrase};

measure::phrases! {
    pub(super) fn field(name: &str) = "promptfoo.field", "`{name}` of an assertion has no equal here";
    pub(super) fn weightless() = "promptfoo.weightless", "it has the weight 0, by which promptfoo counts it as passed";
    pub(super) fn threshold() = "promptfoo.threshold", "its `threshold` has no equal here";
    pub(super) fn one_of_several() = "promptfoo.one_of_several", "no check says that one of several texts is missing";
    pub(super) fn invalid_calls() = "promptfoo.invalid_calls", "no check asks for calls that are not valid";
    pub(super) fn no_function() = "promptfoo.no_function", "the request offers no function, so no call can be held against one; offer it with `tools`";

    // By its kind.
    pub(super) fn code() = "promptfoo.code", "code of promptfoo's is not run; give the plan a command of your own, `command:python3 check.py`, or say what it looks for as `regex` or `contains`";
    pub(super) fn graded() = "promptfoo.graded", "that is a word of a model and no check; name a judge, `--judge LANE`, which is asked about every two answers in both orders";
    pub(super) fn other_model() = "promptfoo.other_model", "it asks another model, and no check does; say what makes the answer right as `contains` or `regex`";
    pub(super) fn latency() = "promptfoo.latency", "how long an answer may take is a limit of `paceline gate`, or of `--goodput` in a sweep";
    pub(super) fn cost() = "promptfoo.cost", "what an answer may cost is a limit of `paceline gate`";
    pub(super) fn json_within() = "promptfoo.json_within", "no check finds JSON within a text; ask for JSON alone, and use `is-json`";
    pub(super) fn other() = "promptfoo.other", "no check is its equal";

    // By the test or the set in which it stands.
    pub(super) fn scored() = "promptfoo.scored", "the `assertScoringFunction` of its test has no equal here: an answer is right if it passes all checks";
    pub(super) fn transformed(setting: &str) = "promptfoo.transformed", "`{setting}` of its test changes the answer before, and nothing of promptfoo's is run here";
    pub(super) fn share(share: &str, whose: Phrase, enough: Phrase) = "promptfoo.share", "by the `threshold` {share} of {whose} {enough}, and here an answer has to pass all; make a test of each, or count in a command of your own, `command:python3 check.py`";
    pub(super) fn its_test() = "promptfoo.its_test", "its test";
    pub(super) fn its_set() = "promptfoo.its_set", "its `assert-set`";
    pub(super) fn some(some: Count, all: Count) = "promptfoo.some", "{some} of its {all} assertions are enough";
    pub(super) fn none() = "promptfoo.none", "no assertion has to pass";
    pub(super) fn share_of_weight() = "promptfoo.share_of_weight", "assertions with that share of the weight are enough";
}
