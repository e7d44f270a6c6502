//! How far samples scatter.

use measure::{Amount, Count, Metric, Phrase};

measure::phrases! {
    pub(crate) fn unknown(metric: Metric) = "samples.unknown", "No {metric} is known.";
    pub(crate) fn one_each(metric: Metric) = "samples.one_each", "How far the {metric} scatters is not known from one sample of each.";
    pub(crate) fn none_strays(metric: Metric, name: Phrase, tail: Amount, middle: Amount) = "samples.none_strays", "Nobody’s {metric} strayed in these requests, where {name}’s went furthest: to {tail} from {middle}.";
    pub(crate) fn no_known_strays(metric: Metric, name: Phrase, tail: Amount, middle: Amount) = "samples.no_known_strays", "No known {metric} strayed in these requests, where {name}’s went furthest: to {tail} from {middle}.";
    pub(crate) fn scatters(name: Phrase, metric: Metric, most: Option<Phrase>, over: Option<Phrase>, tail: Phrase, from: Phrase, n: Amount)
        = "samples.scatters", "{name}’s {metric} scattered{most}{over}: {tail}, {from} (n = {n}).";
    pub(crate) fn most() = "samples.most", " most in these requests (not tested)";
    pub(crate) fn most_of_enough() = "samples.most_of_enough", " most in these requests of those with enough samples (not tested)";
    pub(crate) fn most_of_as_many() = "samples.most_of_as_many", " most in these requests of those with as many samples (not tested)";
    pub(crate) fn over_prompts(least: Count, most: Count) = "samples.over_prompts", " over prompts of {least} to {most} tokens";
    pub(crate) fn its_worst(tail: Amount) = "samples.its_worst", "its worst is {tail}";
    pub(crate) fn its_p5(tail: Amount) = "samples.its_p5", "its p5 is {tail}";
    pub(crate) fn its_p95(tail: Amount) = "samples.its_p95", "its p95 is {tail}";
    pub(crate) fn its_median(times: Amount, middle: Amount) = "samples.its_median", "{times} from its median of {middle}";
    pub(crate) fn its_median_at_longest(times: Amount, middle: Amount) = "samples.its_median_at_longest", "{times} from its median of {middle} at its longest prompts";
    pub(crate) fn its_mean_at_longest(times: Amount, middle: Amount) = "samples.its_mean_at_longest", "{times} from its mean of {middle} at its longest prompts";
    pub(crate) fn its_mean(times: Amount, middle: Amount) = "samples.its_mean", "{times} from its mean of {middle}";
}
