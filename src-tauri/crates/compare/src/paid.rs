//! What one request cost.

use measure::Paid;

use crate::request::MeasuredRequest;

/// What a request cost, if that is known.
pub(crate) fn paid(one: &MeasuredRequest) -> Option<Paid> {
    let value = one.cost_usd.filter(|usd| usd.is_finite())?;
    Some(Paid { value, climbed: one.climbed })
}
