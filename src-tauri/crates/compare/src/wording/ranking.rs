//! Rankings: figures, formula, limits and results.

use measure::{Amount, Count, Phrase, PhraseValue, Warning};

measure::phrases! {
    pub(crate) fn ttfat() = "figure.ttfat", "TTFAT";
    pub(crate) fn ttfat_tail() = "figure.ttfat_tail", "p95 TTFAT";
    pub(crate) fn worst_ttfat() = "figure.worst_ttfat", "worst TTFAT";
    pub(crate) fn speed() = "figure.speed", "output speed";
    pub(crate) fn latency() = "figure.latency", "latency";
    pub(crate) fn cost() = "figure.cost", "cost";
    pub(crate) fn loop_time() = "figure.loop_time", "loop time";
    pub(crate) fn loop_cost() = "figure.loop_cost", "loop cost";
    pub(crate) fn error_rate() = "figure.error_rate", "error rate";
    pub(crate) fn right() = "figure.right", "right answers";
    pub(crate) fn time_per_right() = "figure.time_per_right", "time per right answer";
    pub(crate) fn cost_per_right() = "figure.cost_per_right", "cost per right answer";

    pub(crate) fn unbounded_tail() = "unranked.unbounded_tail", "p95 TTFAT is unbounded: too many requests failed";
    pub(crate) fn none_right() = "unranked.none_right", "no answer is right";
    pub(crate) fn none_checked() = "unranked.none_checked", "no answer was checked";
    pub(crate) fn reads_at_most(most: Count) = "unranked.reads_at_most", "it reads at most {most} tokens, and a prompt of this use has more";
    pub(crate) fn not_known(figure: Phrase) = "unranked.not_known", "{figure} not known";

    pub(crate) fn above(figure: Phrase, own: Amount, limit: Amount, but: Option<Phrase>) = "limit.above", "{figure} {own} is above {limit}{but}";
    pub(crate) fn below(figure: Phrase, own: Amount, limit: Amount, but: Option<Phrase>) = "limit.below", "{figure} {own} is below {limit}{but}";
    pub(crate) fn but_may_be(range: Phrase) = "limit.but_may_be", ", but may be {range}";
    pub(crate) fn of_requests(figure: Phrase, own: Amount, n: Count, range: Phrase) = "limit.of_requests", "{figure} {own} of {n} {n:request|requests} may be {range}";
    pub(crate) fn by_prompt(figure: Phrase, own: Phrase) = "limit.by_prompt", "{figure} {own}";
    pub(crate) fn from_to(low: Amount, high: Amount) = "limit.from_to", "{low} to {high}";
    pub(crate) fn or_more(low: Amount) = "limit.or_more", "{low} or anything more";
    pub(crate) fn up_to(high: Amount) = "limit.up_to", "up to {high}";
    pub(crate) fn few_runs(runs: Amount) = "limit.few_runs", "anything: {runs} runs are too few to tell";
    pub(crate) fn few_requests() = "limit.few_requests", "anything: too few requests to tell";

    pub(crate) fn no_weight() = "ranking.no_weight", "No figure has a weight.";
    pub(crate) fn weight(figure: Phrase, share: Amount) = "ranking.weight", "{figure} {share}";
    pub(crate) fn weighed(all: Vec<Phrase>) = "ranking.weighed", "Weighed: {all}.";
    pub(crate) fn must_keep(all: Vec<Phrase>) = "ranking.must_keep", "Must keep: {all}.";
    pub(crate) fn at_most(figure: Phrase, limit: Amount) = "ranking.at_most", "{figure} at most {limit}";
    pub(crate) fn at_least(figure: Phrase, limit: Amount) = "ranking.at_least", "{figure} at least {limit}";

    pub(crate) fn nobody(purpose: Phrase) = "ranking.nobody", "For {purpose} no contender can be ranked.";
    pub(crate) fn nobody_because(purpose: Phrase, why: Vec<Phrase>) = "ranking.nobody_because", "For {purpose} no contender can be ranked: {why}.";
    pub(crate) fn against(name: Phrase, why: Vec<Phrase>) = "ranking.against", "{name} ({why})";
    pub(crate) fn only(purpose: Phrase, name: Phrase, rest: Option<Phrase>) = "ranking.only", "For {purpose}: {name}{rest}.";
    pub(crate) fn best(purpose: Phrase, name: Phrase, own: Amount, other: Amount, next: Phrase, rest: Option<Phrase>) = "ranking.best", "For {purpose}: {name}, {own} of 100 against {other} of {next}{rest}.";
    pub(crate) fn none_best(purpose: Phrase, names: Vec<Phrase>, rest: Option<Phrase>) = "ranking.none_best", "For {purpose} no one is significantly best: {names}{rest}.";
    pub(crate) fn none_shown(purpose: Phrase, names: Vec<Phrase>, rest: Option<Phrase>) = "ranking.none_shown", "For {purpose} no one is shown to be best: {names}{rest}.";
    pub(crate) fn untested(purpose: Phrase, names: Vec<Phrase>, rest: Option<Phrase>) = "ranking.untested", "For {purpose} it is not known who is best, from so few runs, rounds or waves: {names}{rest}.";
    pub(crate) fn left_out(all: Vec<Phrase>) = "ranking.left_out", "Left out: {all}.";
    pub(crate) fn limits_open(name: Phrase, limits: Vec<Phrase>) = "ranking.limits_open", "Whether {name} keeps the limits is open: {limits}.";
    pub(crate) fn warned(name: Phrase, warnings: Vec<Phrase>) = "ranking.warned", "Requests of {name} have warnings: {warnings}.";
    pub(crate) fn many_warned(n: Count, tags: Vec<PhraseValue>) = "ranking.many_warned", "Requests of {n} {n:contender|contenders} named here have warnings: {tags}.";
    pub(crate) fn warning_in(warning: Warning, n: Amount, all: Amount) = "ranking.warning_in", "{warning} in {n} of {all}";
}
