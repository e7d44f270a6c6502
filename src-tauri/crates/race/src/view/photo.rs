//! The photo finish of a round: what each lane had written when the first one crossed the finish line. Times count from
//! each lane's own send, as TTFT does, and tokens are `o200k_base` tokens of the shown text, so that they are
//! comparable between lanes.

use measure::{Pace, is_tie};
use serde::{Deserialize, Serialize};

use crate::result::run::Run;
use crate::result::sample::{Sample, StepSample};
use crate::result::status::Status;

/// The photo finish of one measured round.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Photo {
    /// The position of the finish line in tokens; at least 1.
    pub tokens: u32,
    /// When the first ranked lane crossed it, in milliseconds; absent if none did.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_ms: Option<f64>,
    /// One per lane of the run, in order.
    pub lanes: Vec<PhotoLane>,
    /// The findings.
    pub said: PhotoStory,
}

/// A lane in the photo.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct PhotoLane {
    /// Its place at the line, from 1; lanes in a dead heat share one. Absent for a lane that did not cross, failed or
    /// answered wrong, for a simulated lane beside real ones, and if fewer than two lanes are left to rank.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<u32>,
    /// Whether another lane shares its place.
    pub tied: bool,
    /// Time to its first text, in milliseconds; absent if none came.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_ms: Option<f64>,
    /// Time until it crossed the line, in milliseconds; absent if it never did, or failed, even beyond the line.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crossed_ms: Option<f64>,
    /// How much later than the first it crossed, in milliseconds; absent if it did not, or was the first.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap_ms: Option<f64>,
    /// Tokens it had written when the first lane crossed.
    pub written: u32,
    /// Tokens it wrote in all.
    pub total: u32,
    /// Tokens before its answer began.
    pub thought: u32,
    /// Tokens beyond the line in the chunk that carried it over.
    pub beyond: u32,
    /// Of a chain, the texts of the steps before the one whose answer it is: they came while that was waited for.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<PhotoStep>,
}

/// The text of a step whose answer does not count, in milliseconds since the chain's send.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct PhotoStep {
    /// Which of the chain's steps it is, from 0.
    pub step: u32,
    /// When its first text came.
    pub from_ms: f64,
    /// When it ended.
    pub to_ms: f64,
}

/// The findings of a photo finish; lanes are given by index.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct PhotoStory {
    /// The lane that was first, or several in a dead heat; empty if none is ranked.
    pub first: Vec<u32>,
    /// The next lane after them.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<u32>,
    /// How many times as long the second took; above 1.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<f64>,
    /// The ranked lane whose first text came before the winner's, by more than a tie; absent if there is none.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spoke_first: Option<u32>,
    /// Lanes that had written nothing when the first lane crossed.
    pub silent: Vec<u32>,
    /// Lanes that failed.
    pub failed: Vec<u32>,
    /// The single lane with the lowest cost, if it is not the winner and the costs of all ranked lanes are known.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cheapest: Option<u32>,
    /// Its cost as a share of the winner's, from 0 to 1.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_share: Option<f64>,
}

/// The photo finish of a measured round, from 0, at a line of this many tokens. `paces` holds each lane's progress in
/// that round. Lanes cross in a dead heat if they differ by less than 2 %, by no more than the error of this machine's
/// timestamps, or if the chunk that carried the first of them over the line was so large and came so late that it hides
/// who was first.
pub(crate) fn photo(run: &Run, round: usize, paces: &[Option<&Pace>], tokens: u32) -> Photo {
    let samples: Vec<Option<&Sample>> =
        run.lanes.iter().map(|lane| lane.samples.get(round)).collect();
    let any_real = run.lanes.iter().any(|lane| !lane.simulated);
    let crossed: Vec<Option<f64>> =
        paces.iter().map(|pace| pace.and_then(|pace| pace.time_to_ms(tokens))).collect();
    let mut order: Vec<(usize, f64)> = run
        .lanes
        .iter()
        .enumerate()
        .filter(|(_, lane)| !(any_real && lane.simulated))
        .filter(|(index, _)| finished(samples.get(*index).copied().flatten()))
        .filter_map(|(index, _)| Some((index, (*crossed.get(index)?)?)))
        .collect();
    order.sort_by(|(_, a), (_, b)| a.total_cmp(b));
    let at_ms = order.first().map(|(_, at_ms)| *at_ms);
    let mut lanes: Vec<PhotoLane> = (0..run.lanes.len())
        .map(|index| {
            let sample = samples.get(index).copied().flatten();
            lane_in_photo(sample, paces.get(index).copied().flatten(), tokens, at_ms)
        })
        .collect();
    if order.len() > 1 {
        let error_ms = run.ttft_error_ms.unwrap_or(0.0);
        rank(&mut lanes, &order, paces, tokens, error_ms);
    }
    for (index, crossed_ms) in order.iter().skip(1) {
        if let Some(lane) = lanes.get_mut(*index) {
            lane.gap_ms = at_ms.map(|at_ms| crossed_ms - at_ms);
        }
    }
    let said = story(run, &samples, &lanes, &order);
    Photo { tokens, at_ms, lanes, said }
}

fn finished(sample: Option<&Sample>) -> bool {
    sample.is_some_and(|sample| sample.status == Status::Ok && !sample.is_wrong())
}

fn failed(sample: Option<&Sample>) -> bool {
    sample.is_some_and(|sample| !matches!(sample.status, Status::Ok | Status::Cancelled))
}

/// A lane this many milliseconds after its send, or at its end.
pub(crate) fn lane_in_photo(
    sample: Option<&Sample>,
    pace: Option<&Pace>,
    tokens: u32,
    at_ms: Option<f64>,
) -> PhotoLane {
    let speed = sample.map(|sample| &sample.speed);
    let first_ms = speed.and_then(|speed| speed.ttft_ms);
    let earlier = sample.map(earlier_steps).unwrap_or_default();
    let Some(pace) = pace else { return PhotoLane { first_ms, earlier, ..PhotoLane::default() } };
    let answer_ms = speed.and_then(|speed| speed.ttfat_ms);
    PhotoLane {
        first_ms,
        crossed_ms: pace.time_to_ms(tokens).filter(|_| !failed(sample)),
        written: at_ms.map_or(pace.total(), |at_ms| pace.tokens_by_ms(at_ms)),
        total: pace.total(),
        thought: answer_ms.map_or(pace.total(), |answer_ms| pace.tokens_before_ms(answer_ms)),
        beyond: pace.chunk_with(tokens).map_or(0, |chunk| chunk.beyond),
        earlier,
        ..PhotoLane::default()
    }
}

/// The texts of a chain's steps before the last. One that came to no text has none.
fn earlier_steps(chain: &Sample) -> Vec<PhotoStep> {
    let (Some((_, earlier)), Some(sent_ms)) = (chain.steps.split_last(), chain.sent_at_ms) else {
        return Vec::new();
    };
    let text = |own: &StepSample| {
        let Sample { speed, sent_at_ms, ended_at_ms, .. } = &own.sample;
        let from_ms = (*sent_at_ms)? + speed.ttft_ms? - sent_ms;
        let to_ms = (*ended_at_ms)? - sent_ms;
        (to_ms > from_ms).then_some(PhotoStep { step: own.step, from_ms, to_ms })
    };
    earlier.iter().filter_map(text).collect()
}

/// Numbers the lanes in their order. Each is compared with the first lane of the current place, so that a chain of
/// small differences does not tie the first with the last.
fn rank(
    lanes: &mut [PhotoLane],
    order: &[(usize, f64)],
    paces: &[Option<&Pace>],
    tokens: u32,
    error_ms: f64,
) {
    let mut heads: Vec<(usize, f64, Vec<usize>)> = Vec::new();
    for (index, at_ms) in order {
        let joins = heads.last().is_some_and(|(head, head_ms, _)| {
            let pace_of = |index: usize| paces.get(index).copied().flatten();
            is_tie(*head_ms, *at_ms)
                || at_ms - head_ms <= error_ms
                || is_hidden(pace_of(*head), pace_of(*index), *head_ms, *at_ms, tokens)
        });
        match heads.last_mut().filter(|_| joins) {
            Some((_, _, together)) => together.push(*index),
            None => heads.push((*index, *at_ms, vec![*index])),
        }
    }
    let mut rank = 1;
    for (_, _, together) in &heads {
        for index in together {
            if let Some(lane) = lanes.get_mut(*index) {
                lane.rank = Some(rank);
                lane.tied = together.len() > 1;
            }
        }
        rank += u32::try_from(together.len()).unwrap_or(u32::MAX);
    }
}

/// Whether the first lane's last chunk hides which was first: the other lane was within that chunk's length of the
/// line, and crossed within the silence before the chunk.
fn is_hidden(
    first: Option<&Pace>,
    other: Option<&Pace>,
    first_ms: f64,
    other_ms: f64,
    tokens: u32,
) -> bool {
    let Some((chunk, other)) = first.and_then(|pace| pace.chunk_with(tokens)).zip(other) else {
        return false;
    };
    let behind = tokens.saturating_sub(other.tokens_by_ms(first_ms));
    behind <= chunk.beyond && chunk.gap_ms.is_some_and(|gap_ms| other_ms - first_ms <= gap_ms)
}

/// The findings for ranked lanes; `order` holds those that can be ranked, first ones first.
pub(crate) fn story(
    run: &Run,
    samples: &[Option<&Sample>],
    lanes: &[PhotoLane],
    order: &[(usize, f64)],
) -> PhotoStory {
    let named = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
    let all = |keep: &dyn Fn(usize, &PhotoLane) -> bool| -> Vec<u32> {
        lanes
            .iter()
            .enumerate()
            .filter(|(index, lane)| keep(*index, lane))
            .map(|(index, _)| named(index))
            .collect()
    };
    let failed = all(&|index, _| failed(samples.get(index).copied().flatten()));
    let ranked: Vec<(usize, f64)> = order
        .iter()
        .filter(|(index, _)| lanes.get(*index).is_some_and(|lane| lane.rank.is_some()))
        .copied()
        .collect();
    let Some((winner, winner_ms)) = ranked.first().copied() else {
        return PhotoStory { failed, ..PhotoStory::default() };
    };
    let is_first = |index: usize| lanes.get(index).is_some_and(|lane| lane.rank == Some(1));
    let second = ranked.iter().find(|(index, _)| !is_first(*index)).copied();
    let first_word = |index: usize| lanes.get(index).and_then(|lane| lane.first_ms);
    let spoke_first = ranked
        .iter()
        .filter_map(|(index, _)| Some((*index, first_word(*index)?)))
        .min_by(|(_, a), (_, b)| a.total_cmp(b))
        .filter(|(index, at_ms)| {
            let winners = first_word(winner).unwrap_or(f64::INFINITY);
            !is_first(*index) && !is_tie(*at_ms, winners)
        });
    let costs: Option<Vec<(usize, f64)>> = ranked
        .iter()
        .map(|(index, _)| Some((*index, samples.get(*index).copied().flatten()?.cost_usd?)))
        .collect();
    let cheapest = costs.and_then(|costs| {
        let least = costs.iter().copied().min_by(|(_, a), (_, b)| a.total_cmp(b))?;
        let winners = costs.iter().find(|(index, _)| *index == winner)?.1;
        let alone = costs.iter().all(|(index, usd)| *index == least.0 || !is_tie(*usd, least.1));
        (alone && least.0 != winner && winners > 0.0).then_some((least.0, least.1 / winners))
    });
    let is_shown = |index: usize| run.lanes.get(index).is_some_and(|lane| !lane.samples.is_empty());
    PhotoStory {
        first: ranked.iter().filter(|(i, _)| is_first(*i)).map(|(i, _)| named(*i)).collect(),
        second: second.map(|(index, _)| named(index)),
        times: second.filter(|_| winner_ms > 0.0).map(|(_, at_ms)| at_ms / winner_ms),
        spoke_first: spoke_first.map(|(index, _)| named(index)),
        silent: all(&|index, lane| lane.written == 0 && is_shown(index)),
        failed,
        cheapest: cheapest.map(|(index, _)| named(index)),
        cost_share: cheapest.map(|(_, share)| share),
    }
}

#[cfg(test)]
#[path = "photo_tests.rs"]
mod tests;
