//! Paired comparison over rounds: each lane against the leader.

use measure::{
    ALIKE_LENGTH, BestComparison, Comparison, Counter, Metric, Stopping, Surface, TIE, Unit,
    VERDICT_FROM, Verdict, Warning, format, middle,
};
use serde::Serialize;

use crate::plan::Workload;
use crate::result::lane::Lane;
use crate::result::run::Run;
use crate::result::sample::Sample;
use crate::result::summary::are_paces_selected;

/// Two lanes of a race, compared over its rounds by one metric.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Pairwise {
    /// Id of the metric.
    pub metric: &'static str,
    /// Index of the leader among the lanes that ran.
    pub leader: u32,
    /// Index of the other lane.
    pub other: u32,
    /// Number of lanes compared by this metric, including the leader.
    pub lanes: u32,
    /// The comparison, with the leader as A and the other lane as B.
    pub comparison: Comparison,
    /// The comparison in words, part by part: each surface writes the lanes and amounts in its own way.
    pub sentence: Vec<SentencePart>,
}

impl Pairwise {
    /// The comparison in words, with the lanes by these names, in their order; `None` where one has none.
    pub fn text(&self, names: &[String]) -> Option<String> {
        SentencePart::text(&self.sentence, Metric::by_id(self.metric)?.definition().unit, names)
    }
}

/// A part of a sentence.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
#[serde(tag = "type", content = "value", rename_all = "snake_case")]
pub enum SentencePart {
    /// Words.
    Text(String),
    /// The name of a lane, given as its index among the lanes that ran.
    Lane(u32),
    /// The size of a difference, in the unit of the metric.
    Amount(f64),
}

impl SentencePart {
    /// The sentence of these parts, with amounts in this unit and the lanes by these names; `None` where one has none.
    pub(crate) fn text(parts: &[Self], unit: Unit, names: &[String]) -> Option<String> {
        let written = |part: &Self| {
            Some(match part {
                Self::Text(text) => text.clone(),
                Self::Lane(lane) => names.get(*lane as usize)?.clone(),
                Self::Amount(value) => unit.written(*value),
            })
        };
        parts.iter().map(written).collect()
    }
}

/// Compares each lane with the one with the best median, by metric; empty for a race of one round. Rounds are pairs,
/// because a disturbance in a round affects both lanes.
///
/// Simulated lanes are not compared with real ones. Speeds are in o200k tokens, so that a finer tokenizer makes no lane
/// faster. Latencies are compared only if the answers have about the same length.
pub fn pairwise(run: &Run) -> Vec<Pairwise> {
    match run.plan.workload() {
        Workload::Rounds { repeat, .. } if repeat >= 2 => {}
        Workload::Rounds { .. } | Workload::Sweep(_) => return Vec::new(),
    }
    let any_real = run.lanes.iter().any(|lane| !lane.simulated);
    let lanes: Vec<(usize, &Lane)> =
        run.lanes.iter().enumerate().filter(|(_, lane)| !(any_real && lane.simulated)).collect();
    let stopping = run.plan.stopping();
    let metrics = Metric::shown_on(Surface::Rounds);
    metrics.into_iter().flat_map(|metric| by_metric(&lanes, metric, stopping)).collect()
}

fn by_metric(lanes: &[(usize, &Lane)], metric: Metric, stopping: Stopping) -> Vec<Pairwise> {
    let values: Vec<(u32, Vec<Option<f64>>)> = lanes
        .iter()
        .filter_map(|(place, lane)| {
            let rounds = comparables(&lane.samples, metric);
            let known = rounds.iter().any(Option::is_some);
            Some((u32::try_from(*place).ok()?, rounds)).filter(|_| known)
        })
        .collect();
    let too_different =
        metric.grows_with_the_answer() && !are_alike(lanes.iter().map(|(_, lane)| *lane));
    let Some(better) = metric.definition().better.filter(|_| !too_different) else {
        return Vec::new();
    };
    let (places, rounds): (Vec<u32>, Vec<_>) = values.into_iter().unzip();
    let Some(compared) = BestComparison::of(&rounds, better, stopping) else { return Vec::new() };
    let number = u32::try_from(places.len()).unwrap_or(u32::MAX);
    let is_watched = stopping == Stopping::WhenSettled;
    compared
        .others
        .iter()
        .filter_map(|(other, comparison)| {
            let (leader, other) = (*places.get(compared.best)?, *places.get(*other)?);
            let standing = match comparison.verdict {
                Verdict::Tie if compared.is_alike(comparison) => Standing::Alike,
                Verdict::Tie if is_watched => Standing::Open,
                Verdict::Tie => Standing::Tie { lanes: number },
                Verdict::A => Standing::Apart,
                Verdict::B => Standing::Contrary,
            };
            let mut sentence = sentence(metric, [leader, other], standing, comparison);
            sentence.extend(
                failures(lanes, leader).into_iter().chain(failures(lanes, other)).flatten(),
            );
            let comparison = *comparison;
            let metric = metric.id();
            Some(Pairwise { metric, leader, other, lanes: number, comparison, sentence })
        })
        .collect()
}

/// Whether a metric of a race is settled, or never will be, by each lane's samples so far: the leader is significantly
/// better than every other lane, or within 2 % of it; or fewer than two lanes have had a value in as many rounds as a
/// verdict needs.
pub(crate) fn is_settled(lanes: &[Vec<Option<f64>>], metric: Metric) -> bool {
    let known = lanes.iter().filter(|lane| lane.iter().any(Option::is_some)).count();
    let rounds = lanes.iter().map(Vec::len).max().unwrap_or(0);
    if known < 2 {
        return rounds >= VERDICT_FROM as usize;
    }
    let compared = metric
        .definition()
        .better
        .and_then(|better| BestComparison::of(lanes, better, Stopping::WhenSettled));
    compared.is_some_and(|compared| compared.is_settled())
}

/// The values of one lane, round by round; none of a speed if more than one request in twenty was too quick for one.
pub(crate) fn comparables(samples: &[Sample], metric: Metric) -> Vec<Option<f64>> {
    if metric.is_pace() && are_paces_selected(samples.iter()) {
        return vec![None; samples.len()];
    }
    samples.iter().map(|sample| comparable(sample, metric)).collect()
}

/// The outcome of comparing two lanes.
#[derive(Clone, Copy)]
enum Standing {
    /// The leader is better.
    Apart,
    /// The leader has the better median of its own rounds, and is worse over the rounds that both have.
    Contrary,
    /// They differ by less than 2 %.
    Alike,
    /// The planned rounds show neither, among this many lanes.
    Tie { lanes: u32 },
    /// A race "until settled" ended before it was settled.
    Open,
}

/// In how many of its rounds a lane failed, which the comparison of times cannot say; `None` if in none.
fn failures(lanes: &[(usize, &Lane)], place: u32) -> Option<[SentencePart; 3]> {
    let (_, lane) = lanes.iter().find(|(at, _)| u32::try_from(*at) == Ok(place))?;
    let ended = || lane.samples.iter().filter(|sample| !sample.status.is_ours());
    let number = |many: usize| format::count(u32::try_from(many).unwrap_or(u32::MAX));
    let failed = ended().filter(|sample| !sample.status.is_ok()).count();
    (failed > 0).then(|| {
        let words = format!(" failed in {} of {} rounds.", number(failed), number(ended().count()));
        [SentencePart::Text(" ".to_owned()), SentencePart::Lane(place), SentencePart::Text(words)]
    })
}

/// The comparison of two lanes in words.
fn sentence(
    metric: Metric,
    [leader, other]: [u32; 2],
    standing: Standing,
    comparison: &Comparison,
) -> Vec<SentencePart> {
    use SentencePart::{Amount, Lane, Text};

    let text = |text: &str| Text(text.to_owned());
    let definition = metric.definition();
    let counted = if counts_tokens(metric) { " (o200k tokens)" } else { "" };
    let rounds = if comparison.n == 1 { "round" } else { "rounds" };
    let won =
        format!("{} of {} {rounds}", format::count(comparison.won), format::count(comparison.n));
    let mut parts = vec![Text(format!("{}{counted}: ", definition.name)), Lane(leader)];
    let known = comparison.difference.zip(comparison.ci);
    let (by, ci) = match (standing, known) {
        (Standing::Apart | Standing::Contrary, Some(known)) => known,
        (Standing::Alike, Some(_)) => {
            parts.extend([text(" and "), Lane(other)]);
            parts.push(Text(format!(
                " differ by less than {} % (the first was better in {won}).",
                format::whole(100.0 * TIE)
            )));
            return parts;
        }
        (Standing::Tie { lanes }, Some(_)) => {
            let among = if lanes > 2 { format!(" among {lanes} lanes") } else { String::new() };
            let needed = comparison.rounds_needed.map_or_else(String::new, |needed| {
                format!(" A race of about {needed} rounds would settle a difference of this size with a chance of 80 %.")
            });
            parts.extend([text(" and "), Lane(other)]);
            parts.push(Text(format!(
                " do not differ significantly{among} (the first was better in {won}).{needed}"
            )));
            return parts;
        }
        (standing, _) => {
            let why = match standing {
                Standing::Open => "That is not settled.".to_owned(),
                _ => format!("A verdict needs at least {VERDICT_FROM} rounds."),
            };
            // The leader has the better median of its own rounds; a lane that failed in some may have won those they share.
            let is_ahead = 2 * comparison.won >= comparison.n;
            parts.push(text(if is_ahead { " was better than " } else { " and " }));
            parts.push(Lane(other));
            parts.push(Text(if is_ahead {
                format!(" in {won}. {why}")
            } else {
                format!(": the first was better in {won}. {why}")
            }));
            return parts;
        }
    };
    let (low, high) = (ci.low.abs().min(ci.high.abs()), ci.low.abs().max(ci.high.abs()));
    let is_contrary = matches!(standing, Standing::Contrary);
    if is_contrary {
        parts.extend([text(" has the better median of its own rounds, but "), Lane(other)]);
        let lost = comparison.n - comparison.won - comparison.equal;
        let (lost, n) = (format::count(lost), format::count(comparison.n));
        parts.push(Text(format!(" was better in {lost} of the {n} {rounds} that both have, by ")));
    } else {
        parts.extend([text(" was better than "), Lane(other)]);
        // How long a lane's luck lasts is unknown, so the claim is about the time of the race.
        parts.extend([Text(format!(" while this race ran, in {won}, by "))]);
    }
    parts.extend([Amount(by.abs()), text(" (95 %: "), Amount(low), text(" to "), Amount(high)]);
    parts.push(text(if is_contrary { "). Neither is said to be better." } else { ")." }));
    parts
}

/// Whether a metric depends on how tokens are counted.
fn counts_tokens(metric: Metric) -> bool {
    metric.definition().counter == Counter::Any
}

/// A metric of a successful request, in o200k tokens if it counts tokens; without the server's count it already is.
fn comparable(sample: &Sample, metric: Metric) -> Option<f64> {
    let is_apart = metric.is_timed() && sample.doubts.contains(&Warning::FirstSchemaUse);
    let is_good = sample.status.is_ok() && !is_apart;
    let value = |metric| sample.values().get(metric).filter(|_| is_good);
    if metric == Metric::DecodeTps
        && let Some(neutral) = value(Metric::NeutralTps)
    {
        return Some(neutral);
    }
    let value = value(metric)?;
    let difference = match sample.count_diff_pct {
        _ if !counts_tokens(metric) => return Some(value),
        None if sample.out_tokens_server.is_none() => return Some(value),
        known => known?,
    };
    // Server's count = neutral count · (1 + difference).
    let server_per_neutral = 1.0 + difference / 100.0;
    Some(match metric.definition().unit {
        // Time per token: the tokens are in the denominator.
        Unit::Duration | Unit::Milliseconds => value * server_per_neutral,
        _ => value / server_per_neutral,
    })
}

/// Whether the median answers of the lanes have about the same length in o200k tokens.
fn are_alike<'a>(lanes: impl Iterator<Item = &'a Lane>) -> bool {
    let length = |lane: &Lane| {
        let good = lane.samples.iter().filter(|sample| sample.status.is_ok());
        middle(good.filter_map(|sample| sample.out_tokens_neutral).map(f64::from))
    };
    let lengths: Vec<f64> = lanes.filter_map(length).collect();
    let longest = lengths.iter().copied().fold(0.0, f64::max);
    lengths.iter().all(|length| longest <= ALIKE_LENGTH * length)
}

#[cfg(test)]
#[path = "pairwise_tests.rs"]
mod tests;
