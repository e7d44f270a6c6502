//! How often a chain went on to a later step, said beside what it costs.

use measure::Phrase;

use crate::contender::ContenderSummary;
use crate::wording::contenders as say;

/// That its cost is a mean, and of how many requests with a later step; `None` for single requests.
pub(crate) fn climbs_beside(one: &ContenderSummary) -> Option<Phrase> {
    Some(say::climbs_beside(one.climbed?.into(), one.good.into()))
}
