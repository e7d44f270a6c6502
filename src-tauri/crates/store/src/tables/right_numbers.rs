//! What the list keeps of the checked answers of a lane, beside its metrics.

use measure::RightAnswers;

/// What is listed of the checked answers of a lane.
pub(crate) fn right_numbers(found: RightAnswers) -> impl Iterator<Item = (String, f64)> {
    let numbers = [
        ("right", found.share),
        ("wrong_answers", Some(f64::from(found.wrong))),
        ("unknown_answers", Some(f64::from(found.unknown))),
        ("seconds_per_right", found.seconds_per_right),
        ("usd_per_right", found.usd_per_right),
    ];
    numbers.into_iter().filter_map(|(id, number)| Some((id.to_owned(), number?)))
}
