//! Whom the requests of a stored lane went to, step by step.

use providers::{Dialect, KeyNeed, Provider};
use race::{Lane, LaneProviders};

use crate::error::HistoryError;

/// The providers of a lane, from the current catalogue if it still has the same dialect. The raw log holds usage in the dialect of its
/// request.
///
/// # Errors
/// If an address cannot be one of a provider.
pub(crate) fn providers_of(lane: &Lane) -> Result<LaneProviders, HistoryError> {
    let steps = lane
        .steps
        .iter()
        .map(|step| provider((&step.provider, &step.label), step.dialect, &step.base_url));
    let steps = steps.collect::<Result<Vec<_>, _>>()?;
    let own = match steps.first() {
        Some(first) => first.clone(),
        None => provider((&lane.provider, &lane.label), lane.dialect, &lane.base_url)?,
    };
    Ok(LaneProviders { own, steps })
}

fn provider(
    (id, label): (&str, &str),
    dialect: Dialect,
    base_url: &str,
) -> Result<Provider, HistoryError> {
    if let Some(row) = providers::provider(id).filter(|row| row.dialect == dialect) {
        return Ok(row.clone());
    }
    providers::custom(id, label, dialect, base_url, KeyNeed::Optional)
        .map_err(|source| HistoryError::BadAddress { what: label.to_owned(), source })
}
