//! Detects requests of one lane or level that were answered by different models or service tiers.

use std::collections::{BTreeMap, BTreeSet};

use measure::Warning;
use providers::ServerReport;

use crate::result::sample::Sample;

/// What a response says of who answered.
type Answerer = fn(&ServerReport) -> Option<&str>;

/// Who may differ, and the warning that says so.
const KINDS: [(Answerer, Warning); 2] = [
    (|server| server.service_tier.as_deref(), Warning::TiersMixed),
    (|server| server.model.as_deref(), Warning::ModelsMixed),
];

/// The warnings of samples of which more than one tier, or more than one model, answered.
pub(crate) fn mixed(samples: &[Sample]) -> impl Iterator<Item = Warning> {
    let kinds = KINDS.into_iter().filter(|(answerer, _)| number(samples, *answerer) > 1);
    kinds.map(|(_, warning)| warning)
}

/// How many models answered these, as far as they are named.
pub(crate) fn models(samples: &[Sample]) -> usize {
    let [_, (model, _)] = KINDS;
    number(samples, model)
}

/// Adds these warnings to each sample that names who answered it.
pub(crate) fn note_mixed(samples: &mut [Sample]) {
    for (answerer, warning) in KINDS {
        if number(samples, answerer) < 2 {
            continue;
        }
        for sample in &mut *samples {
            let is_named = sample.server.as_ref().is_some_and(|server| answerer(server).is_some());
            if is_named && !sample.doubts.contains(&warning) {
                sample.doubts.push(warning);
            }
        }
    }
}

/// Who answered a request, if the response names it, and which step of a chain its answer is of. The steps of a chain ask different
/// models on purpose, so only answers by the same step are of one that changed.
fn answered_by(sample: &Sample, answerer: Answerer) -> (Option<u32>, Option<&str>) {
    let step = sample.steps.last().map(|last| last.step);
    (step, sample.server.as_ref().and_then(answerer))
}

/// The model that answered a request, if the response names it, and which step of a chain its answer is of.
pub fn answering_model(sample: &Sample) -> (Option<u32>, Option<&str>) {
    let [_, (model, _)] = KINDS;
    answered_by(sample, model)
}

/// How many answered, as far as responses name them.
fn number(samples: &[Sample], answerer: Answerer) -> usize {
    let mut by_step: BTreeMap<Option<u32>, BTreeSet<&str>> = BTreeMap::new();
    for sample in samples {
        let (step, who) = answered_by(sample, answerer);
        by_step.entry(step).or_default().extend(who);
    }
    by_step.values().map(BTreeSet::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use providers::SafeText;

    use super::*;
    use crate::result::sample::StepSample;
    use crate::result::status::Status;
    use crate::testing::sample;

    fn by(tier: Option<&str>, model: Option<&str>) -> Sample {
        let text = |text: &str| SafeText::without(text, None);
        let server = ServerReport {
            service_tier: tier.map(text),
            model: model.map(text),
            ..ServerReport::default()
        };
        Sample { server: Some(server), ..sample(Status::Ok) }
    }

    #[test]
    fn differing_tiers_are_marked_on_each_request_that_names_one() {
        let mut samples =
            [by(Some("default"), Some("m")), by(None, Some("m")), by(Some("flex"), Some("m"))];
        note_mixed(&mut samples);
        let told = samples.map(|sample| sample.doubts.contains(&Warning::TiersMixed));
        assert_eq!(told, [true, false, true], "what names none may be of any");
        let mut alike = [by(Some("flex"), None), by(None, None), by(Some("flex"), None)];
        note_mixed(&mut alike);
        assert!(alike.iter().all(|sample| sample.doubts.is_empty()), "one tier is one lane");
    }

    #[test]
    fn models_that_answer_in_turns_are_told_and_counted() {
        let mut samples = [by(None, Some("a")), by(None, Some("b")), by(None, Some("a"))];
        assert_eq!(mixed(&samples).collect::<Vec<_>>(), [Warning::ModelsMixed], "of any level");
        assert_eq!(models(&samples), 2, "so many");
        note_mixed(&mut samples);
        let is_told = |sample: &Sample| sample.doubts == [Warning::ModelsMixed];
        assert!(samples.iter().all(is_told), "each is one of them");
        assert_eq!(models(&[by(None, None), by(None, Some("a"))]), 1, "one names none");
    }

    #[test]
    fn the_steps_of_a_chain_may_ask_different_models() {
        let step = |step: u32, model: &str| {
            let one = by(None, Some(model));
            let steps = vec![StepSample { step, sample: one.clone() }];
            Sample { steps, ..one }
        };
        let chain = [step(0, "small"), step(1, "large"), step(0, "small")];
        assert_eq!(mixed(&chain).count(), 0, "each step has its own");
        let changed = [step(0, "small"), step(1, "large"), step(0, "other")];
        assert_eq!(mixed(&changed).count(), 1, "the first step was answered by two");
    }
}
