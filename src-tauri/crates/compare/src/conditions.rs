//! The measurement conditions that every chart prints below itself.

use std::collections::{BTreeMap, BTreeSet};

use cost::TokenSource;
use measure::{
    Amount, MEDIAN_FROM, Phrase, PhraseValue, TextOfSpeeds, Warning, WarningCount, format,
};

use crate::aspect::AspectInUse;
use crate::contender::{ContenderSummary, warnings};
use crate::days::{Wall, Zone};
use crate::group::Group;
use crate::request::{LoadLevel, MeasuredRequest, Outcome, float};
use crate::wording::conditions as say;
use crate::wording::contenders::{self as whom, with_commas};

/// The conditions of the shown requests, as a list of short facts.
pub(crate) fn conditions(
    shown: &[&Group<'_>],
    simulated: bool,
    zone: Zone<'_>,
    more: [Option<Phrase>; 7],
) -> Vec<Phrase> {
    let points: Vec<&MeasuredRequest> =
        shown.iter().flat_map(|group| &group.points).copied().collect();
    let Some(first) = points.iter().map(|point| point.at_s).min() else { return Vec::new() };
    let last = points.iter().map(|point| point.at_s).max().unwrap_or(first);
    let (from, to) = (Wall::at(first, zone).date(), Wall::at(last, zone).date());
    let zone = zone.name_at([first, last].into_iter());
    // Facts about a run are read from any of its requests.
    let runs: BTreeMap<&str, &MeasuredRequest> =
        points.iter().map(|point| (point.run.as_str(), *point)).collect();
    let runs: Vec<&MeasuredRequest> = runs.into_values().collect();
    let contenders: Vec<&ContenderSummary> = shown.iter().map(|group| &group.contender).collect();
    let mut fact = vec![
        if simulated { say::simulated() } else { say::real() },
        say::requests_in_runs(points.len().into(), runs.len().into()),
        if from == to { say::on(&from, zone) } else { say::from_to(&from, &to, zone) },
    ];
    // Early: what leaves the window may have room for the first of them alone.
    fact.extend(warned(&points));
    fact.push(prompts(&points));
    fact.extend(limits(&points));
    let is_at_a_rate =
        |point: &&MeasuredRequest| matches!(point.load, LoadLevel::Per1000Seconds(_));
    fact.extend(points.iter().any(is_at_a_rate).then(say::from_due));
    let read = lengths(&contenders, ContenderSummary::prompt_lengths);
    fact.extend(read.map(|(least, most)| {
        if format::whole(least) == format::whole(most) {
            say::tokens_in(most.into())
        } else {
            say::tokens_in_from(least.into(), most.into())
        }
    }));
    fact.extend(
        lengths(&contenders, mixed_lengths)
            .map(|(least, most)| say::pooled_lengths(least.into(), most.into())),
    );
    fact.extend(answers(&contenders));
    fact.extend(counted(&contenders));
    fact.extend(texts_of_speeds(&contenders));
    fact.push(connections(&runs));
    fact.extend(machines(&runs));
    fact.push(calibration(&runs));
    fact.extend(more.into_iter().flatten());
    let failed: u32 = contenders.iter().map(|one| one.failed).sum();
    if failed > 0 {
        fact.push(say::failed(number(failed)));
    }
    let few = contenders.iter().filter(|one| (1..MEDIAN_FROM).contains(&one.good)).count();
    if few > 0 {
        fact.push(say::hollow(MEDIAN_FROM.into()));
    }
    fact
}

/// The warnings of the successful requests, each with how many carry it; `None` if none does.
fn warned(points: &[&MeasuredRequest]) -> Option<Phrase> {
    let good: Vec<&MeasuredRequest> =
        points.iter().copied().filter(|point| point.outcome == Outcome::Good).collect();
    let of = |each: &WarningCount| say::warned_requests(each.warning, each.requests.into());
    let all: Vec<Phrase> = warnings(&good).iter().map(of).collect();
    (!all.is_empty()).then(|| say::warned(all))
}

/// A number that stands among others without a separator of thousands in English.
fn number(number: u32) -> Amount {
    Amount::digits(f64::from(number), 0)
}

/// The prompt, or the number of different prompts.
fn prompts(points: &[&MeasuredRequest]) -> Phrase {
    let prompts: BTreeSet<&str> = points.iter().map(|point| point.prompt.as_str()).collect();
    match (prompts.len(), prompts.first()) {
        (1, Some(hash)) => say::prompt(hash),
        (several, _) => say::prompts(Amount::digits(float(several), 0)),
    }
}

/// Token limit and temperature, if all requests share them.
fn limits(points: &[&MeasuredRequest]) -> Vec<Phrase> {
    fn alike<T: PartialEq>(mut all: impl Iterator<Item = T>) -> Option<T> {
        let first = all.next()?;
        all.all(|other| other == first).then_some(first)
    }
    let most = match alike(points.iter().map(|point| point.max_tokens)) {
        Some(most) => most.map(|most| say::most_tokens(number(most))),
        None => Some(say::different_limits()),
    };
    let temperature = match alike(points.iter().map(|point| point.temperature)) {
        Some(temperature) => temperature.map(|own| say::temperature(&own.to_string())),
        None => Some(say::different_temperatures()),
    };
    most.into_iter().chain(temperature).chain(efforts(points)).chain(tiers(points)).collect()
}

/// The requested effort, or every one where they differ; `None` if it is the default of all.
fn efforts(points: &[&MeasuredRequest]) -> Option<Phrase> {
    let all: BTreeSet<Option<&str>> =
        points.iter().map(|point| point.asked_with.effort.as_deref()).collect();
    let words = |own: Option<&str>| own.map_or_else(whom::default_effort, whom::effort_of);
    in_words(&all, &words, say::different_efforts)
}

/// The same of the requested service tier.
fn tiers(points: &[&MeasuredRequest]) -> Option<Phrase> {
    let all: BTreeSet<Option<&str>> =
        points.iter().map(|point| point.asked_with.service_tier.as_deref()).collect();
    let words = |own: Option<&str>| own.map_or_else(whom::default_tier, whom::tier);
    in_words(&all, &words, say::different_tiers)
}

fn in_words(
    all: &BTreeSet<Option<&str>>,
    words: &dyn Fn(Option<&str>) -> Phrase,
    differ: fn(Vec<Phrase>) -> Phrase,
) -> Option<Phrase> {
    match all.first() {
        Some(only) if all.len() == 1 => only.map(|own| words(Some(own))),
        _ => (all.len() > 1).then(|| differ(all.iter().map(|own| words(*own)).collect())),
    }
}

/// The range of lengths over contenders, from the shortest to the longest.
fn lengths(
    contenders: &[&ContenderSummary],
    of: impl Fn(&ContenderSummary) -> Option<(f64, f64)>,
) -> Option<(f64, f64)> {
    let all = || contenders.iter().filter_map(|one| of(one));
    let least = all().map(|(least, _)| least).reduce(f64::min)?;
    Some((least, all().map(|(_, most)| most).reduce(f64::max)?))
}

/// The shortest and the longest prompt of a contender that was asked prompts of more than about one length: its medians of what
/// waits for the prompt are of none of them.
fn mixed_lengths(one: &ContenderSummary) -> Option<(f64, f64)> {
    one.prompt_lengths().filter(|_| !one.at_prompt_lengths.is_empty())
}

/// How long answers are: from the shortest to the longest where each contender's are of one length, and otherwise what is usual of each.
fn answers(contenders: &[&ContenderSummary]) -> Option<Phrase> {
    let (least, most) =
        lengths(contenders, |one| one.out_tokens.as_ref().map(|own| (own.middle, own.middle)))?;
    let own = || contenders.iter().filter_map(|one| one.out_tokens.as_ref());
    let vary = own().any(|own| format::whole(own.spread.min) != format::whole(own.spread.max));
    Some(match (format::whole(least) == format::whole(most), vary) {
        (true, false) => say::tokens_out(most.into()),
        (true, true) => say::usual_tokens_out(most.into()),
        (false, false) => say::tokens_out_from(least.into(), most.into()),
        (false, true) => say::usual_tokens_out_from(least.into(), most.into()),
    })
}

/// Whose speeds are of reasoning as well, where those of others are of their answers alone: a difference need not be one of pace.
fn texts_of_speeds(contenders: &[&ContenderSummary]) -> Option<Phrase> {
    let all: TextOfSpeeds = contenders.iter().map(|one| one.text_of_speeds).collect();
    let reasoned = contenders.iter().filter(|one| one.text_of_speeds.has_reasoning);
    let names: Vec<Phrase> = reasoned.map(|one| one.name.clone()).collect();
    all.is_mixed().then(|| say::speeds_with_reasoning(names))
}

/// Who counted the tokens, and how many speeds are left out because another counter was used.
fn counted(contenders: &[&ContenderSummary]) -> Option<Phrase> {
    let by = |who| contenders.iter().filter(move |one| one.counted == Some(who));
    let neutral: Vec<Phrase> = by(TokenSource::Neutral).map(|one| one.name.clone()).collect();
    let otherwise: u32 = contenders.iter().map(|one| one.counted_otherwise).sum();
    let good: u32 = contenders.iter().map(|one| one.good).sum();
    let otherwise = (otherwise > 0).then(|| say::otherwise(number(otherwise), number(good)));
    match (by(TokenSource::Server).count(), neutral.as_slice()) {
        (0, []) => None,
        (0, _) => Some(say::by_o200k(otherwise)),
        (_, []) => Some(say::by_servers(otherwise)),
        (_, _) => Some(say::by_both(neutral, otherwise)),
    }
}

/// Whether connections were warm, as in races and most sweeps.
fn connections(runs: &[&MeasuredRequest]) -> Phrase {
    match runs.iter().filter(|run| run.cold).count() {
        0 => say::warm(),
        cold if cold == runs.len() => say::cold(),
        cold => say::cold_in(of(cold, runs)),
    }
}

/// The machine, or the number of machines, and for how many runs it is unknown if it is known for others.
fn machines(runs: &[&MeasuredRequest]) -> Vec<Phrase> {
    let known: BTreeSet<&str> = runs.iter().filter_map(|run| run.machine.as_deref()).collect();
    let unknown = runs.iter().filter(|run| run.machine.is_none()).count();
    let fact = match (known.len(), known.first()) {
        (0, _) | (_, None) => return Vec::new(),
        (1, Some(machine)) => say::machine(machine),
        (several, _) => say::machines(several.into()),
    };
    let unknown = (unknown > 0).then(|| say::machine_unknown(of(unknown, runs)));
    [fact].into_iter().chain(unknown).collect()
}

/// The largest timestamp error of any machine, and for how many runs it is unknown.
fn calibration(runs: &[&MeasuredRequest]) -> Phrase {
    let errors = || runs.iter().filter_map(|run| run.ttft_error_ms);
    let Some(most) = errors().reduce(f64::max) else { return say::not_calibrated() };
    let most = Amount::digits(most, if most < 0.1 { 2 } else { 1 });
    match runs.len() - errors().count() {
        0 => say::late(most),
        missing => say::late_but(most, of(missing, runs)),
    }
}

/// `2 of 5 runs`.
fn of(some: usize, runs: &[&MeasuredRequest]) -> Phrase {
    say::of_runs(some.into(), runs.len().into())
}

/// The condition that names what is pooled although it differs.
pub(crate) fn pooled(aspects: &[AspectInUse]) -> Option<Phrase> {
    let of = |aspect: &AspectInUse| {
        let values = with_commas(aspect.values.iter().cloned())?;
        Some(say::pooled_aspect(aspect.name.clone(), values))
    };
    let pooled: Vec<Phrase> = aspects.iter().filter(|one| one.pooled).filter_map(of).collect();
    (!pooled.is_empty()).then(|| say::pooled(pooled))
}

/// Which loads are not in the numbers.
pub(crate) fn other_loads(
    asked: Option<LoadLevel>,
    load: Option<LoadLevel>,
    all: &[LoadLevel],
) -> Option<Phrase> {
    let words = |load: LoadLevel| match load {
        LoadLevel::InFlight(n) => say::at_once(Amount::digits(n.into(), 0)),
        LoadLevel::Per1000Seconds(n) => say::a_second(LoadLevel::a_second(n)),
    };
    let load = load?;
    if let Some(asked) = asked.filter(|asked| *asked != load) {
        return Some(say::no_such_load(words(asked), words(load)));
    }
    let others: Vec<Phrase> =
        all.iter().copied().filter(|other| *other != load).map(words).collect();
    (!others.is_empty()).then(|| say::other_loads(others))
}

/// The condition that names what was left out because of its warnings.
pub(crate) fn left_out_words(left_out: u32, because: &[Warning]) -> Option<Phrase> {
    (left_out > 0).then(|| say::left_out(left_out.into(), warning_tags(because)))
}

/// These warnings, as values of a sentence.
pub(crate) fn warning_tags(all: &[Warning]) -> Vec<PhraseValue> {
    all.iter().copied().map(PhraseValue::from).collect()
}

#[cfg(test)]
#[path = "conditions_tests.rs"]
mod tests;
