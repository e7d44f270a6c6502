//! What lengths a prediction rests on, which every sentence says that goes beyond them.

use measure::{Amount, Count, Form, LEAST_PROMPT_TOKENS, Phrase, PhraseValue, Range, Unit, format};

use crate::answer_lengths::{LONGEST, SHORTEST};
use crate::latency_model::LatencyModel;
use crate::prompt_tokens::LENGTHS_APART;
use crate::wording::contenders::with_commas;
use crate::wording::lengths as say;
use crate::workload::Workload;

/// The lengths of which a sentence says something, in tokens, each from the shortest to the longest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ClaimedLengths {
    answers: (f64, f64),
    /// Absent where the prompts are those that were measured.
    prompts: Option<(f64, f64)>,
}

impl ClaimedLengths {
    /// Every answer length of the charts, to the measured prompts.
    pub(crate) fn every_answer() -> Self {
        Self { answers: (SHORTEST, LONGEST), prompts: None }
    }

    /// Every answer length of the charts, to a prompt of this many tokens.
    pub(crate) fn every_answer_to(in_tokens: f64) -> Self {
        Self { prompts: Some((in_tokens, in_tokens)), ..Self::every_answer() }
    }

    /// One request of a workload.
    pub(crate) fn of_request(workload: &Workload) -> Self {
        let (input, answer) = (workload.in_tokens, workload.out_tokens);
        Self { answers: (answer, answer), prompts: Some((input, input)) }
    }

    /// A request of a workload and each step of its loop.
    pub(crate) fn of_loop(workload: &Workload) -> Self {
        let last = workload.longest_prompt();
        Self { prompts: Some((workload.in_tokens, last)), ..Self::of_request(workload) }
    }

    fn answers_beyond(self, model: &LatencyModel) -> bool {
        !model.knows(self.answers.0) || !model.knows(self.answers.1)
    }

    fn prompts_beyond(self, model: &LatencyModel) -> bool {
        self.prompts
            .is_some_and(|(least, most)| !model.knows_prompt(least) || !model.knows_prompt(most))
    }

    /// Whether any of them is outside the lengths that a contender was measured with.
    pub(crate) fn are_beyond(self, model: &LatencyModel) -> bool {
        self.answers_beyond(model) || self.prompts_beyond(model)
    }

    /// What a sentence about them rests on, if any is outside the measured lengths of one of the contenders:
    /// ` (predicted from answers of 40 tokens and prompts of 8 uncached tokens)`. Otherwise nothing.
    pub(crate) fn rest_on<'a>(
        self,
        models: impl Iterator<Item = &'a LatencyModel> + Clone,
    ) -> Option<Phrase> {
        let mut parts = Vec::new();
        if models.clone().any(|model| self.answers_beyond(model)) {
            let measured = common(&models.clone().map(|model| model.measured));
            parts.push(said(&measured, (say::answers, say::common_answers)));
        }
        if models.clone().any(|model| self.prompts_beyond(model)) {
            let known = models.clone().all(|model| model.prompts.at.is_some());
            let measured = common(&models.clone().map(|model| model.prompts.measured));
            let said = said(&measured, prompts_in(models.clone()));
            parts.push(if known { said } else { say::unknown_prompts() });
        }
        let predicted = (!parts.is_empty()).then(|| say::predicted(parts));
        // What is said of the measured prompts is said of none of them if their lengths differ.
        let over = common(&models.clone().map(|model| model.prompts.measured));
        let is_wide = |(least, most): &(f64, f64)| {
            self.prompts.is_none() && *most >= LENGTHS_APART * least.max(LEAST_PROMPT_TOKENS)
        };
        let wide = over.ranges.iter().copied().find(is_wide);
        let over = wide.map(|range| CommonLengths { ranges: vec![range], ..over });
        let over = over.map(|over| say::over(said(&over, prompts_in(models))));
        with_commas(predicted.into_iter().chain(over)).map(say::rests_on)
    }
}

/// Says which lengths they are.
type SaidLengths = fn(Vec<PhraseValue>, Count) -> Phrase;

/// How prompts of such lengths are called, by whose tokens they are counted in: those that were measured, and the range that the
/// measured ones have in common.
fn prompts_in<'a>(
    mut models: impl Iterator<Item = &'a LatencyModel>,
) -> (SaidLengths, SaidLengths) {
    if models.any(|model| model.prompts.is_neutral) {
        (say::neutral_prompts, say::common_neutral_prompts)
    } else {
        (say::prompts, say::common_prompts)
    }
}

/// The lengths that all contenders were measured with.
struct CommonLengths {
    /// From and to; without any in common, the ranges of each in order.
    ranges: Vec<(f64, f64)>,
    /// Whether it is where ranges overlap that differ: then nobody need have been measured within it.
    is_overlap: bool,
}

fn common(ranges: &(impl Iterator<Item = (f64, f64)> + Clone)) -> CommonLengths {
    let starts = || ranges.clone().map(|(from, _)| from);
    let ends = || ranges.clone().map(|(_, to)| to);
    let (from, to) = (starts().fold(0.0, f64::max), ends().fold(f64::INFINITY, f64::min));
    if from <= to {
        let written = |(from, to): (f64, f64)| (format::whole(from), format::whole(to));
        let is_own = |own: (f64, f64)| written(own) == written((from, to));
        let is_length = format::whole(from) == format::whole(to);
        let is_overlap = !is_length && !ranges.clone().all(is_own);
        return CommonLengths { ranges: vec![(from, to)], is_overlap };
    }
    // Nobody was measured between the ranges of two, so they are not put into one; those that touch, or whose ends are written
    // alike, are.
    let mut each: Vec<(f64, f64)> = ranges.clone().collect();
    each.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut apart: Vec<(f64, f64)> = Vec::new();
    for (from, to) in each {
        match apart.last_mut() {
            Some(last) if from <= last.1 || format::whole(from) == format::whole(last.1) => {
                last.1 = last.1.max(to);
            }
            _ => apart.push((from, to)),
        }
    }
    CommonLengths { ranges: apart, is_overlap: false }
}

/// `answers of 40 to 200 tokens`, `30 and 400 tokens` for ranges that lie apart, or `answers in the common range of 40 to 200 tokens`.
fn said(
    CommonLengths { ranges, is_overlap }: &CommonLengths,
    (say_measured, say_common): (SaidLengths, SaidLengths),
) -> Phrase {
    let say = if *is_overlap { say_common } else { say_measured };
    let range = |(low, high): &(f64, f64)| {
        if format::whole(*low) == format::whole(*high) {
            return Amount::of(Unit::Tokens, *high).into();
        }
        Range { form: Form::Unit(Unit::Tokens), low: *low, high: *high }.into()
    };
    // The noun agrees with the last number, unless there are several.
    let last = match ranges.as_slice() {
        [(low, high)] if format::whole(*low) == format::whole(*high) => *high,
        [.., (_, high)] => high.max(2.0),
        [] => 0.0,
    };
    say(ranges.iter().map(range).collect(), last.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{gathered, rounds};

    fn model(answers: &[f64], prompts: &[f64]) -> LatencyModel {
        let drawn: Vec<(f64, f64)> = answers.iter().copied().zip(prompts.iter().copied()).collect();
        let points = rounds("a", &drawn, |one, (answer, prompt)| {
            (one.out_tokens, one.in_tokens) = (Some(answer), Some(prompt));
        });
        gathered(&points)[0].contender.latency.expect("a model")
    }

    fn text(said: Option<Phrase>) -> String {
        said.map(|said| said.to_string()).unwrap_or_default()
    }

    fn workload(in_tokens: f64, out_tokens: f64, steps: u32) -> Workload {
        Workload { in_tokens, out_tokens, requests_per_day: 1.0, steps, growing: true }
    }

    #[test]
    fn what_was_measured_rests_on_itself() {
        let own = model(&[40.0, 200.0], &[8.0, 500.0]);
        let inside = ClaimedLengths::of_request(&workload(300.0, 100.0, 1));
        assert_eq!((inside.are_beyond(&own), inside.rest_on([own].iter())), (false, None));
    }

    #[test]
    fn each_kind_of_length_is_told_where_it_goes_beyond() {
        let own = model(&[40.0, 40.0], &[8.0, 8.0]);
        let told = |claimed: ClaimedLengths| text(claimed.rest_on([own].iter()));
        assert_eq!(
            told(ClaimedLengths::of_request(&workload(500.0, 300.0, 1))),
            " (predicted from answers of 40 tokens and prompts of 8 uncached tokens)"
        );
        assert_eq!(
            told(ClaimedLengths::of_request(&workload(8.0, 300.0, 1))),
            " (predicted from answers of 40 tokens)"
        );
        assert_eq!(told(ClaimedLengths::every_answer()), " (predicted from answers of 40 tokens)");
        let grown = ClaimedLengths::of_loop(&workload(8.0, 40.0, 20));
        assert_eq!(told(grown), " (predicted from prompts of 8 uncached tokens)", "its last step");
    }

    #[test]
    fn of_several_it_is_what_all_were_measured_with() {
        let several = [model(&[20.0, 200.0], &[8.0, 8.0]), model(&[40.0, 300.0], &[8.0, 8.0])];
        let told = text(ClaimedLengths::every_answer().rest_on(several.iter()));
        assert_eq!(
            told, " (predicted from answers in the common range of 40 to 200 tokens)",
            "the one has 20 and 200, the other 40 and 300, and none any between"
        );
        let same = [model(&[40.0, 200.0], &[8.0, 8.0]), model(&[40.1, 199.9], &[8.0, 8.0])];
        let told = text(ClaimedLengths::every_answer().rest_on(same.iter()));
        assert_eq!(told, " (predicted from answers of 40 to 200 tokens)", "of either");
        let touching = [model(&[20.0, 40.0], &[8.0, 8.0]), model(&[40.0, 300.0], &[8.0, 8.0])];
        let told = text(ClaimedLengths::every_answer().rest_on(touching.iter()));
        assert_eq!(told, " (predicted from answers of 40 tokens)", "which either measured");
        let apart = [model(&[20.0, 30.0], &[8.0, 8.0]), model(&[400.0, 500.0], &[8.0, 8.0])];
        let told = text(ClaimedLengths::every_answer().rest_on(apart.iter()));
        assert_eq!(
            told, " (predicted from answers of 20 to 30 and 400 to 500 tokens)",
            "none is of both"
        );
        let nearly = [model(&[39.8, 40.1], &[8.0, 8.0]), model(&[40.2, 40.4], &[8.0, 8.0])];
        let told = text(ClaimedLengths::every_answer().rest_on(nearly.iter()));
        assert_eq!(told, " (predicted from answers of 40 tokens)", "which nobody reads as two");
    }

    #[test]
    fn what_is_said_of_prompts_of_different_lengths_names_them() {
        let own = model(&[16.0, 8_192.0, 100.0], &[200.0, 3_000.0, 600.0]);
        let told = text(ClaimedLengths::every_answer().rest_on([own].iter()));
        assert_eq!(told, " (over prompts of 200 to 3,000 uncached tokens)", "none has the median");
        let one = ClaimedLengths::of_request(&workload(600.0, 100.0, 1)).rest_on([own].iter());
        assert_eq!(one, None, "a request has its own length");
    }
}
