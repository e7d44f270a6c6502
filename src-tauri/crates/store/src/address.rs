//! Checks addresses before they are stored: those that could contain a key are refused.

use providers::checked_base_url;
use race::{Lane, LanePlan, Plan};

use crate::error::HistoryError;

/// The normalised address. `what` names its purpose.
pub(crate) fn checked(what: impl FnOnce() -> String, given: &str) -> Result<String, HistoryError> {
    checked_base_url(given).map_err(|source| HistoryError::BadAddress { what: what(), source })
}

/// Refuses a plan in which a lane's own address could contain a key.
pub(crate) fn check_plan(plan: &Plan) -> Result<(), HistoryError> {
    let judge = plan.judge.as_ref().map(|judge| std::slice::from_ref(&judge.lane));
    check_line_up(&plan.lanes)?;
    check_line_up(judge.unwrap_or_default())
}

/// Refuses a line-up in which a lane's own address could contain a key.
pub(crate) fn check_line_up(lanes: &[LanePlan]) -> Result<(), HistoryError> {
    for lane in lanes {
        if let Some(base_url) = &lane.base_url {
            checked(|| format!("the lane {}/{}", lane.provider, lane.model), base_url)?;
        }
        for next in &lane.later {
            check_line_up(std::slice::from_ref(&next.lane))?;
        }
    }
    Ok(())
}

/// Refuses lanes whose address could contain a key.
pub(crate) fn check_lanes(lanes: &[Lane]) -> Result<(), HistoryError> {
    for lane in lanes {
        checked(|| format!("the lane {}/{}", lane.provider, lane.model), &lane.base_url)?;
        for step in &lane.steps {
            checked(|| format!("the step {}/{}", step.provider, step.model), &step.base_url)?;
        }
    }
    Ok(())
}
