//! Contenders: requests grouped by provider, model, load and whatever else separates them.

use std::collections::BTreeSet;

use measure::{Amount, Metric, Phrase};

use crate::aspect::{Aspect, AspectInUse, Key, cached_otherwise, separated, told_by};
use crate::cache_time::cache_time;
use crate::contender::ContenderSummary;
use crate::dependence::OfRuns;
use crate::evidence::Evidence;
use crate::metric_summary::value;
use crate::request::{LoadLevel, MeasuredRequest, Outcome};
use crate::wording::contenders as say;

/// A contender and its requests.
#[derive(Debug, Clone)]
pub(crate) struct Group<'a> {
    /// The summary.
    pub contender: ContenderSummary,
    /// Its requests that were not stopped, ordered by run, lane and round.
    pub points: Vec<&'a MeasuredRequest>,
    /// Its requests with prompts of every length that sweeps went over, on which its predictions rest.
    of_every_length: Vec<&'a MeasuredRequest>,
}

impl<'a> Group<'a> {
    /// The requests that succeeded.
    pub(crate) fn good(&self) -> impl Iterator<Item = &'a MeasuredRequest> + '_ {
        self.points.iter().copied().filter(|point| point.outcome == Outcome::Good)
    }

    /// The values of one number over the successful requests that have it, with the run of each, in order of run, lane and round.
    pub(crate) fn values_of_runs(&self, metric: Metric) -> OfRuns<'a, f64> {
        let counted = self.contender.counted;
        let of =
            |point: &'a MeasuredRequest| Some((point.run.as_str(), value(metric, point, counted)?));
        self.good().filter_map(of).collect()
    }

    /// The evidence behind comparisons of it.
    pub(crate) fn evidence(&self) -> Evidence {
        Evidence::of(&self.good().collect::<Vec<_>>(), self.contender.counted)
    }
}

/// Groups requests by provider, model, load and every [`Aspect`] that is not `pooled`, because a speed under one load
/// or at one effort cannot be compared with one under another. Groups are sorted by name; those whose id is in `hidden`
/// are not shown. Also returns the aspects that separate them.
///
/// Their numbers are those of requests of one `length`, where some were sent in sweeps over the length of prompts: a median over
/// several lengths is a time that no request took. What they predict rests on every length.
pub(crate) fn groups<'a>(
    points: &[&'a MeasuredRequest],
    hidden: &[String],
    pooled: &[Aspect],
    length: Option<u32>,
) -> (Vec<Group<'a>>, Vec<AspectInUse>) {
    let (parts, in_use) = separated(points, pooled);
    let keys: Vec<(Key, bool)> = parts
        .iter()
        .map(|(key, part)| (*key, part.first().is_some_and(|one| one.simulated)))
        .collect();
    let groups = parts
        .iter()
        .zip(&keys)
        .enumerate()
        .filter_map(|(place, ((_, part), own))| {
            let told = told_by(&own.0, keys.iter().map(|(key, _)| key));
            let alike: Vec<&MeasuredRequest> =
                part.iter().copied().filter(|point| point.swept_length == length).collect();
            let whose = (name(*own, &keys), told.as_slice());
            let mut contender = ContenderSummary::of(&alike, place, whose, hidden)?;
            if let Some(carried) = &mut contender.carried {
                carried.cache_time = cache_time(&alike, points);
            }
            if alike.len() < part.len() {
                contender.latency = contender.latency.map(|model| model.over_lengths_of(part));
            }
            if let Some(others) = parts.get(&cached_otherwise(&own.0)) {
                let asked_alike = of_the_same_prompts(&alike, others);
                let both: Vec<_> = alike.iter().copied().chain(asked_alike).collect();
                contender.latency = contender.latency.map(|model| model.with_slope_over(&both));
            }
            let ended = alike.into_iter().filter(|point| point.outcome != Outcome::Stopped);
            let of_every_length = part.clone();
            Some(Group { contender, points: ended.collect(), of_every_length })
        })
        .collect();
    (groups, in_use)
}

/// The requests of `all` that asked what any of these asked.
fn of_the_same_prompts<'a>(
    these: &[&'a MeasuredRequest],
    all: &[&'a MeasuredRequest],
) -> Vec<&'a MeasuredRequest> {
    let asked = |one: &&'a MeasuredRequest| (one.asked(), one.set_row, one.swept_length);
    let known: BTreeSet<_> = these.iter().map(asked).collect();
    all.iter().copied().filter(|one| known.contains(&asked(one))).collect()
}

/// The speed by which these contenders are ranked.
pub(crate) fn ranked_speed(contenders: &[&ContenderSummary]) -> Metric {
    contenders.first().map_or(Metric::DecodeTps, |one| one.ranked_speed)
}

/// Ranks the shown contenders by the speed that is fair across tokenizers, if every one with a speed has it.
pub(crate) fn agree_on_speed(groups: &mut [Group<'_>]) -> Metric {
    let of = |group: &Group<'_>| {
        let one = &group.contender;
        (one.decode_tps.is_some(), one.neutral_tps.is_some())
    };
    let mut speeds = groups.iter().filter(|group| group.contender.shown).map(of);
    let is_fair = speeds.all(|(own, fair)| fair || !own)
        && groups.iter().any(|group| group.contender.neutral_tps.is_some());
    let speed = if is_fair { Metric::NeutralTps } else { Metric::DecodeTps };
    let shown = groups.iter().filter(|group| group.contender.shown);
    let are_prompts_known = shown
        .filter_map(|group| group.contender.latency)
        .all(|model| model.knows_neutral_prompts());
    for group in groups {
        group.contender.ranked_speed = speed;
        if let Some(model) = group.contender.latency.filter(|_| is_fair) {
            let good: Vec<&MeasuredRequest> = group.good().collect();
            let counted = group.contender.counted;
            let model = model.in_neutral_tokens(&good, counted);
            group.contender.latency = Some(if are_prompts_known {
                model.with_neutral_prompts(&group.of_every_length)
            } else {
                model
            });
        }
    }
    speed
}

/// The provider's name; the model's if the provider's is shared or meaningless; both if both are shared. The load is
/// added unless it is a single request at a time.
fn name((own, simulated): (Key<'_>, bool), all: &[(Key<'_>, bool)]) -> Phrase {
    let (label, model, provider, load, _) = own;
    let others = || all.iter().map(|(key, _)| key).filter(|(l, m, ..)| (*l, *m) != (label, model));
    let label_is_shared = simulated || others().any(|(other, ..)| *other == label);
    let model_is_shared = others().any(|(_, other, ..)| *other == model);
    let name = match (label_is_shared, model_is_shared) {
        // An address alone is not a name.
        (false, _) if provider == "custom" => format!("{label} {model}"),
        (false, _) => label.to_owned(),
        (true, false) => model.to_owned(),
        (true, true) => format!("{label} {model}"),
    };
    match load {
        LoadLevel::InFlight(1) => say::named(&name),
        LoadLevel::InFlight(n) => say::at_once(&name, Amount::digits(n.into(), 0)),
        LoadLevel::Per1000Seconds(n) => say::a_second(&name, LoadLevel::a_second(n)),
    }
}

#[cfg(test)]
#[path = "group_tests.rs"]
mod tests;
