//! The values of a lane that may be compared with those of another.

use measure::{Counter, Metric, TextOfSpeeds, Unit, Warning};

use crate::result::sample::Sample;
use crate::result::summary::are_paces_selected;

/// What the output speeds of these requests are of.
pub(crate) fn text_of_speeds(samples: &[Sample]) -> TextOfSpeeds {
    let good = || samples.iter().filter(|sample| sample.status.is_ok());
    TextOfSpeeds {
        has_reasoning: good().any(covers_reasoning),
        has_answers_alone: good().any(|sample| !sample.reasoning_type.is_shown_whole()),
    }
}

/// By which metric lanes with speeds of these texts are compared instead of this one: what one shows and another does not is no speed
/// of theirs, so that answers are compared with answers.
pub(crate) fn shared_metric(texts: TextOfSpeeds, metric: Metric) -> Metric {
    match metric {
        Metric::DecodeTps if texts.is_mixed() => Metric::AnswerTps,
        metric => metric,
    }
}

/// Whether a request's output speed is of its reasoning as well.
fn covers_reasoning(sample: &Sample) -> bool {
    sample.reasoning_type.is_shown_whole() && !sample.reasoning.is_empty()
}

/// The values of one lane, round by round; none if one of its answers is known to be wrong, and none of a speed if more than one
/// request in twenty was too quick for one.
pub(crate) fn comparables(samples: &[Sample], metric: Metric) -> Vec<Option<f64>> {
    if samples.iter().any(Sample::is_wrong) {
        return vec![None; samples.len()];
    }
    if metric.is_pace() && are_paces_selected(samples.iter()) {
        return vec![None; samples.len()];
    }
    samples.iter().map(|sample| comparable(sample, metric)).collect()
}

/// Whether a metric depends on how tokens are counted.
pub(crate) fn counts_tokens(metric: Metric) -> bool {
    metric.definition().counter == Counter::Any
}

/// A metric of a successful request, in o200k tokens if it counts tokens; without the server's count it already is.
fn comparable(sample: &Sample, metric: Metric) -> Option<f64> {
    let is_apart = metric.is_timed() && sample.doubts.contains(&Warning::FirstSchemaUse);
    let is_good = sample.status.is_ok() && !is_apart;
    let value = |metric| sample.values().get(metric).filter(|_| is_good);
    let is_of_all = metric == Metric::AnswerTps && !covers_reasoning(sample);
    if (metric == Metric::DecodeTps || is_of_all)
        && let Some(neutral) = value(Metric::NeutralTps)
    {
        return Some(neutral);
    }
    let value = value(metric)?;
    let difference = match sample.count_diff_pct {
        _ if !counts_tokens(metric) => return Some(value),
        None if sample.out_tokens_server.is_none() => return Some(value),
        known => known?,
    };
    // Server's count = neutral count · (1 + difference).
    let server_per_neutral = 1.0 + difference / 100.0;
    Some(match metric.definition().unit {
        // Time per token: the tokens are in the denominator.
        Unit::Duration | Unit::Milliseconds => value * server_per_neutral,
        _ => value / server_per_neutral,
    })
}
