//! The warnings that cast doubt on times and speeds, told of those of whom a sentence speaks.

use measure::{Amount, Phrase, PhraseValue, Warning};

use crate::contender::ContenderSummary;
use crate::wording::ranking as say;

/// The most contenders whose warnings are told one by one.
const NAMED: usize = 3;

fn own(one: &ContenderSummary) -> impl Iterator<Item = (Warning, u32)> + '_ {
    let doubtful = one.warnings.iter().filter(|own| own.warning.is_of_times());
    doubtful.map(|own| (own.warning, own.requests))
}

/// Each such warning of a contender, with how many of its requests have it.
pub(crate) fn doubts(one: &ContenderSummary) -> Vec<Phrase> {
    let number = |number: u32| Amount::digits(number.into(), 0);
    own(one)
        .map(|(warning, requests)| say::warning_in(warning, number(requests), number(one.good)))
        .collect()
}

/// Further sentences saying whose times are doubtful among those of whom one speaks.
pub(crate) fn doubtful(spoken_of: &[&ContenderSummary]) -> Vec<Phrase> {
    let mut warned: Vec<&ContenderSummary> = Vec::new();
    for one in spoken_of {
        let is_new = warned.iter().all(|other| other.place != one.place);
        if is_new && own(one).next().is_some() {
            warned.push(one);
        }
    }
    if warned.len() > NAMED {
        let has =
            |warning: &Warning| warned.iter().any(|one| own(one).any(|(own, _)| own == *warning));
        let tags = Warning::ALL.into_iter().filter(has).map(PhraseValue::from).collect();
        return vec![say::many_warned(warned.len().into(), tags)];
    }
    warned.into_iter().map(|one| say::warned(one.name.clone(), doubts(one))).collect()
}
