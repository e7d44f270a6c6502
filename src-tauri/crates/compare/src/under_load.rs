//! The requests that a question is about, under the load that it compares.

use measure::WarningCount;

use crate::contender::warnings;
use crate::question::CompareQuestion;
use crate::request::{LoadLevel, MeasuredRequest, Outcome, small};

/// The requests that a question is about, before it narrows them by lengths and prompts.
pub(crate) struct UnderLoad<'a> {
    pub(crate) requests: Vec<&'a MeasuredRequest>,
    /// The loads there are, and the one that is shown; `None` for all of them.
    pub(crate) loads: Vec<LoadLevel>,
    pub(crate) load: Option<LoadLevel>,
    /// The warnings of those that succeeded, and those for which others are left out.
    pub(crate) warnings: Vec<WarningCount>,
    /// How many are left out for their warnings.
    pub(crate) left_out: u32,
    /// How many were computed under other definitions than the newest.
    pub(crate) other_definitions: u32,
}

impl<'a> UnderLoad<'a> {
    pub(crate) fn of(points: &'a [MeasuredRequest], question: &CompareQuestion) -> Self {
        let wanted = || points.iter().filter(|point| point.simulated == question.simulated);
        let newest = wanted().map(|point| point.def_version).max();
        let comparable: Vec<&MeasuredRequest> =
            wanted().filter(|point| Some(point.def_version) == newest).collect();
        let other_definitions = small(wanted().count() - comparable.len());
        let loads = loads_of(&comparable);
        let asked_load = question.load.filter(|load| loads.contains(load));
        let load = asked_load.or_else(|| loads.first().copied()).filter(|_| !question.every_load);
        let mut requests = comparable;
        requests.retain(|point| load.is_none_or(|load| point.load == load));
        let before = requests.len();
        let all = warnings(&good(&requests));
        requests.retain(|one| !one.warnings.has_any(&question.leave_out));
        // Requests that are left out for one warning may have been all that carried another, which nobody asked about.
        let shown = warnings(&good(&requests));
        let warnings = WarningCount::all(|warning| {
            let among = if question.leave_out.contains(&warning) { &all } else { &shown };
            let found = among.iter().find(|one| one.warning == warning);
            found.map_or(0, |one| one.requests as usize)
        });
        let left_out = small(before - requests.len());
        Self { requests, loads, load, warnings, left_out, other_definitions }
    }
}

/// The loads of requests, ascending.
fn loads_of(requests: &[&MeasuredRequest]) -> Vec<LoadLevel> {
    let mut loads: Vec<LoadLevel> = requests.iter().map(|one| one.load).collect();
    loads.sort_unstable();
    loads.dedup();
    loads
}

/// The requests that succeeded.
fn good<'a>(requests: &[&'a MeasuredRequest]) -> Vec<&'a MeasuredRequest> {
    requests.iter().copied().filter(|one| one.outcome == Outcome::Good).collect()
}
