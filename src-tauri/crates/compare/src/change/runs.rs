//! The runs of a comparison between runs: all available ones, and those on either side.

use std::collections::{BTreeSet, HashMap};

use measure::Phrase;
use serde::Serialize;

use crate::failures::is_many;
use crate::group::Group;
use crate::request::Outcome;
use crate::wording::change as say;

/// A run to choose from.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct RunName {
    /// Its id.
    pub id: String,
    /// When it began, in seconds since 1970 UTC.
    pub at_s: i32,
    /// Names of its shown contenders.
    pub contenders: Vec<Phrase>,
}

/// The runs on either side, and the other runs with the same requests, oldest first.
pub(super) struct Sides<'a> {
    pub(super) before: Vec<&'a RunPrompts<'a>>,
    pub(super) after: Vec<&'a RunPrompts<'a>>,
    pub(super) others: Vec<&'a RunPrompts<'a>>,
}

impl<'a> Sides<'a> {
    pub(super) fn of(
        runs: &'a [RunPrompts<'a>],
        before: Option<&str>,
        after: Option<&str>,
    ) -> Option<Self> {
        let chosen = |ids: Option<&str>| -> Vec<&RunPrompts> {
            let ids: BTreeSet<&str> = ids.into_iter().flat_map(|ids| ids.split('+')).collect();
            runs.iter().filter(|run| ids.contains(run.name.id.as_str())).collect()
        };
        let mut after = chosen(after);
        if after.is_empty() {
            after.extend(runs.last());
        }
        let first = after.first().copied()?;
        let mut before = chosen(before);
        if before.is_empty() {
            let mut earlier =
                runs.iter().rev().skip_while(|run| run.name.id != first.name.id).skip(1);
            before.extend(earlier.find(|run| run.asked == first.asked).or(runs.first()));
        }
        before.retain(|run| after.iter().all(|other| other.name.id != run.name.id));
        let is_chosen = |run: &RunPrompts| {
            before.iter().chain(&after).any(|other| other.name.id == run.name.id)
        };
        let others = runs.iter().filter(|run| run.asked == first.asked && !is_chosen(run));
        let others = others.collect();
        (!before.is_empty()).then_some(Self { before, after, others })
    }

    /// Whether either side was asked another prompt than the other, or the same ones in other shares of its runs.
    pub(super) fn is_uneven(&self) -> bool {
        let asked = |side: &[&'a RunPrompts<'a>], run: &RunPrompts<'_>| {
            side.iter().filter(|other| other.asked == run.asked).count()
        };
        self.before.iter().chain(&self.after).any(|run| {
            asked(&self.before, run) * self.after.len()
                != asked(&self.after, run) * self.before.len()
        })
    }
}

impl Sides<'_> {
    /// How many requests of a contender failed in the runs of a side, and how many there were.
    fn failed(side: &[&RunPrompts<'_>], group: &Group<'_>) -> (usize, usize) {
        let ids: BTreeSet<&str> = side.iter().map(|run| run.name.id.as_str()).collect();
        let own = group.points.iter().filter(|one| ids.contains(one.run.as_str()));
        let own = own.filter(|one| matches!(one.outcome, Outcome::Good | Outcome::Failed));
        own.fold((0, 0), |(failed, all), one| {
            (failed + usize::from(one.outcome == Outcome::Failed), all + 1)
        })
    }

    /// That no contender has numbers on both sides.
    pub(super) fn nobody(&self, groups: &[&Group<'_>]) -> Phrase {
        let is_in = |side: &[&RunPrompts<'_>], group: &Group<'_>| Self::failed(side, group).1 > 0;
        let is_in_both =
            |group: &&Group<'_>| is_in(&self.before, group) && is_in(&self.after, group);
        if groups.iter().any(is_in_both) { say::nobody_answered() } else { say::nobody() }
    }

    /// How many requests of either side failed, whose times no number has; `None` if hardly any did.
    pub(super) fn failures(&self, groups: &[&Group<'_>]) -> Option<Phrase> {
        let told = groups.iter().filter_map(|group| {
            let [before, after] = [&self.before, &self.after].map(|side| Self::failed(side, group));
            let is_told = before.1 > 0 && after.1 > 0 && (is_many(before) || is_many(after));
            is_told.then(|| {
                let name = group.contender.name.clone();
                let (was, is) =
                    ((before.0.into(), before.1.into()), (after.0.into(), after.1.into()));
                say::failed(name, was.0, was.1, is.0, is.1)
            })
        });
        let told: Vec<Phrase> = told.collect();
        (!told.is_empty()).then(|| say::failures(told))
    }
}

pub(super) fn ids(runs: &[&RunPrompts<'_>]) -> String {
    let ids: Vec<&str> = runs.iter().map(|run| run.name.id.as_str()).collect();
    ids.join("+")
}

/// A run while it is gathered: its name, and the prompts of its requests.
pub(super) struct RunPrompts<'a> {
    pub(super) name: RunName,
    asked: BTreeSet<(&'a str, Option<u32>)>,
}

/// Every run, oldest first.
pub(super) fn gathered<'a>(groups: &[&Group<'a>]) -> Vec<RunPrompts<'a>> {
    let mut runs: HashMap<&str, RunPrompts<'a>> = HashMap::new();
    for group in groups {
        let name = &group.contender.name;
        for point in &group.points {
            let run = runs.entry(point.run.as_str()).or_insert_with(|| RunPrompts {
                name: RunName {
                    id: point.run.clone(),
                    at_s: i32::try_from(point.at_s).unwrap_or(i32::MAX),
                    contenders: Vec::new(),
                },
                asked: BTreeSet::new(),
            });
            if run.name.contenders.last() != Some(name) {
                run.name.contenders.push(name.clone());
            }
            run.asked.insert(point.asked());
        }
    }
    let mut runs: Vec<RunPrompts> = runs.into_values().collect();
    runs.sort_by(|a, b| (a.name.at_s, &a.name.id).cmp(&(b.name.at_s, &b.name.id)));
    runs
}
