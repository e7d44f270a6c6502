//! Answers too short for a speed, said beside each speed that leads.

use measure::{Phrase, Warning};

use crate::contender::ContenderSummary;
use crate::wording::contenders as say;

/// How many of the first of these contenders' answers are too short for a meaningful speed, or of the next, if most of them are.
pub(crate) fn short_beside<'a>(
    contenders: impl IntoIterator<Item = &'a ContenderSummary>,
) -> Option<Phrase> {
    contenders.into_iter().find_map(|one| {
        let of = one.warnings.iter().find(|count| count.warning == Warning::Short)?;
        let is_most = 2 * u64::from(of.requests) > u64::from(one.good);
        is_most.then(|| say::short_beside(of.requests.into(), one.good.into(), one.name.clone()))
    })
}
