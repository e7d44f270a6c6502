//! Whether contenders were asked the same prompts, and as often.

use std::collections::{BTreeMap, BTreeSet};

use measure::Phrase;

use crate::group::Group;
use crate::request::float;
use crate::wording::conditions as say;

/// The share that each prompt, whatever its output token limit, has of a contender's requests. Limits are a condition of their own.
type Shares<'a> = BTreeMap<&'a str, f64>;

/// The largest difference between the shares that one prompt has of two contenders' requests that needs no word: rounds that
/// were stopped move a share by as much.
const ALIKE_SHARES: f64 = 0.1;

/// The prompts of the shown contenders.
pub(crate) struct AskedPrompts<'a> {
    /// Those that all of them were asked.
    pub common: BTreeSet<&'a str>,
    /// Whether any contender had others.
    pub differ: bool,
    /// Whether a prompt has different shares of two contenders' requests.
    are_mixed_differently: bool,
}

impl<'a> AskedPrompts<'a> {
    /// Of all contenders. Those with only failures have nothing to compare.
    pub(crate) fn of(all: &[Group<'a>]) -> Self {
        let shown = all.iter().filter(|group| group.contender.shown && group.contender.good > 0);
        let each: Vec<Shares<'a>> = shown.map(shares).collect();
        let asked = each.iter().map(|shares| shares.keys().copied().collect::<BTreeSet<_>>());
        let common = asked.reduce(|a, b| &a & &b).unwrap_or_default();
        let differ = each.iter().any(|own| own.len() > common.len());
        let is_mixed = |asked: &&'a str| {
            let shares = || each.iter().filter_map(|shares| shares.get(asked).copied());
            shares().fold(0.0, f64::max) - shares().fold(1.0, f64::min) > ALIKE_SHARES
        };
        let are_mixed_differently = common.iter().any(is_mixed);
        Self { common, differ, are_mixed_differently }
    }

    /// The condition that contenders were asked different prompts, or the same ones in different shares.
    pub(crate) fn in_words(&self) -> Option<Phrase> {
        match (self.differ, self.common.len()) {
            (true, 0) => Some(say::no_common_prompt()),
            (true, some) => Some(say::common_prompts(some.into())),
            (false, _) => self.are_mixed_differently.then(say::mixed_differently),
        }
    }
}

fn shares<'a>(group: &Group<'a>) -> Shares<'a> {
    let each = 1.0 / float(group.points.len().max(1));
    let mut shares = Shares::new();
    for asked in group.points.iter().map(|point| point.prompt.as_str()) {
        *shares.entry(asked).or_default() += each;
    }
    shares
}
