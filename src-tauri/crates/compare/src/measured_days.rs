//! On how many days requests were sent.

use std::collections::BTreeSet;

use crate::days::{Wall, Zone};
use crate::group::Group;
use crate::request::MeasuredRequest;

/// The days on which requests were sent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MeasuredDays {
    /// Days of any request of anybody.
    pub(crate) of_all: usize,
    /// Most days on which one contender answered.
    pub(crate) of_one: usize,
}

impl MeasuredDays {
    pub(crate) fn of(groups: &[&Group<'_>], zone: Zone<'_>) -> Self {
        let day = |request: &MeasuredRequest| Wall::at(request.at_s, zone).day;
        let all = groups.iter().flat_map(|group| &group.points).map(|request| day(request));
        let of = |group: &&Group<'_>| group.good().map(day).collect::<BTreeSet<_>>().len();
        Self {
            of_all: all.collect::<BTreeSet<_>>().len(),
            of_one: groups.iter().map(of).max().unwrap_or(0),
        }
    }
}
