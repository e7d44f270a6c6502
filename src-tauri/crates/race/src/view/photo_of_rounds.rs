//! The photo finish of all measured rounds of a race: one row per contender, drawn as in its median round, with its
//! crossing in each round and the uncertainty of its gap.

use measure::{
    BestComparison, Better, Interval, Metric, Pace, Stopping, Verdict, is_tie, middle, typical,
};
use serde::{Deserialize, Serialize};

use crate::result::run::Run;
use crate::result::sample::Sample;
use crate::result::status::Status;
use crate::view::photo::{Photo, PhotoLane, lane_in_photo, story};

/// The photo finish over all measured rounds. A lane's times are medians, or means with too few rounds for a median;
/// what it had written is taken from the round whose crossing was nearest to its typical time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct PhotoOfRounds {
    /// As for one round. A lane has a rank if it finished in every round.
    pub photo: Photo,
    /// One per lane of the run, in order.
    pub lanes: Vec<LaneOfRounds>,
    /// Why several lanes share the first place; absent if one is first.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shared: Option<SharedFirst>,
}

/// Why several lanes share the first place over all measured rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum SharedFirst {
    /// Every one is within 2 % of the winner, and so of the same use, even where the rounds do tell them apart.
    WithinTie,
    /// The rounds tell none of them apart from the winner.
    NotToldApart,
    /// Each is either the one or the other.
    Either,
}

impl SharedFirst {
    /// `within_tie` says of each lane that shares the winner's place whether it is within 2 % of the winner.
    fn of(within_tie: &[bool]) -> Option<Self> {
        let within = within_tie.iter().filter(|is_within| **is_within).count();
        match within {
            _ if within_tie.is_empty() => None,
            0 => Some(Self::NotToldApart),
            all if all == within_tie.len() => Some(Self::WithinTie),
            _ => Some(Self::Either),
        }
    }
}

/// A lane over all measured rounds.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct LaneOfRounds {
    /// When it crossed the line in each round, in milliseconds since its send; absent if it did not.
    pub crossed_ms: Vec<Option<f64>>,
    /// Number of rounds in which it failed.
    pub failed: u32,
    /// 95 % confidence interval of how much later than the winner it crosses the line, in milliseconds; absent below
    /// six rounds.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap_ci: Option<Interval>,
    /// The same interval in tokens, from 0 to the line: how many it had written when the first crossed. It ends at the
    /// line for a lane that may itself have been first. Of a winner that shares its place, what it had written if the
    /// other was first. Absent where no interval is known.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written_ci: Option<Interval>,
}

/// The crossings of one race at a line.
pub(crate) struct Crossings<'a> {
    /// For each lane, in each measured round, in milliseconds.
    pub(crate) times: &'a [Vec<Option<f64>>],
    /// The progress of each lane in each measured round.
    pub(crate) paces: &'a [Vec<Pace>],
    /// The position of the line.
    pub(crate) tokens: u32,
    /// Lanes that finished in every round and can be ranked.
    pub(crate) ranked: &'a [usize],
    /// The leaders among them, best first.
    pub(crate) leaders: &'a [u32],
}

/// `None` for a race of one round, or if nobody leads.
pub(crate) fn photo_of_rounds(
    run: &Run,
    crossings: &Crossings<'_>,
    stopping: Stopping,
) -> Option<PhotoOfRounds> {
    let Crossings { times, tokens, ranked, leaders, .. } = *crossings;
    if run.lanes.iter().all(|lane| lane.samples.len() < 2) {
        return None;
    }
    let typical: Vec<Option<f64>> =
        times.iter().map(|rounds| middle(rounds.iter().copied().flatten())).collect();
    let mut order: Vec<(usize, f64)> = ranked
        .iter()
        .filter(|index| times.get(**index).is_some_and(|all| all.iter().all(Option::is_some)))
        .filter_map(|index| Some((*index, (*typical.get(*index)?)?)))
        .collect();
    order.sort_by(|(_, a), (_, b)| a.total_cmp(b));
    let (winner, at_ms) = order.first().copied().filter(|_| !leaders.is_empty())?;
    let rounds: Vec<Option<usize>> =
        times.iter().zip(&typical).map(|(times, typical)| median_round(times, *typical)).collect();
    let samples: Vec<Option<&Sample>> = run
        .lanes
        .iter()
        .zip(&rounds)
        .map(|(lane, round)| round.map_or(lane.samples.last(), |round| lane.samples.get(round)))
        .collect();
    let round_of = |index: usize| rounds.get(index).copied().flatten();
    let mut drawn: Vec<PhotoLane> = (0..run.lanes.len())
        .map(|index| {
            let sample = samples.get(index).copied().flatten();
            let typical = typical.get(index).copied().flatten();
            drawn(run, index, sample, (round_of(index), typical), crossings, at_ms)
        })
        .collect();
    rank(&mut drawn, &order, leaders);
    let mut lanes: Vec<LaneOfRounds> = run
        .lanes
        .iter()
        .zip(times)
        .map(|(lane, times)| LaneOfRounds {
            crossed_ms: times.clone(),
            failed: failed(&lane.samples),
            ..LaneOfRounds::default()
        })
        .collect();
    let compared: Vec<Vec<Option<f64>>> =
        order.iter().filter_map(|(index, _)| times.get(*index).cloned()).collect();
    let best = BestComparison::of(&compared, Better::Lower, stopping);
    // How much earlier than the winner a lane may have been that shares its place.
    let mut earlier_ms: f64 = 0.0;
    let mut within_tie = Vec::new();
    for (place, comparison) in best.iter().flat_map(|best| &best.others) {
        let Some((index, typical)) =
            order.get(*place).copied().filter(|(index, _)| *index != winner)
        else {
            continue;
        };
        // The best lane is A and crosses first: as much as it is earlier, the other is later.
        let gap_ms = comparison.difference.map_or(typical - at_ms, |difference| -difference);
        let gap_ci = comparison.ci.map(|ci| Interval { low: -ci.high, high: -ci.low });
        let own = median_crossing(crossings, index, round_of(index));
        if let Some(lane) = drawn.get_mut(index) {
            lane.gap_ms = Some(gap_ms);
            if let Some((pace, own_ms)) = own.filter(|_| gap_ci.is_some()) {
                lane.written = pace.tokens_by_ms(own_ms - gap_ms);
            }
        }
        if let Some(lane) = lanes.get_mut(index) {
            lane.gap_ci = gap_ci;
            lane.written_ci = own.zip(gap_ci).map(|(own, gap)| written_between(own, gap, tokens));
        }
        if u32::try_from(index).is_ok_and(|index| leaders.contains(&index)) {
            earlier_ms = earlier_ms.max(gap_ci.map_or(0.0, |gap| -gap.low));
            // One that is told apart shares the place only because it is within a tie.
            let is_alike = best.as_ref().is_some_and(|best| best.is_alike(*place));
            within_tie.push(comparison.verdict == Verdict::A || is_alike);
        }
    }
    let own = median_crossing(crossings, winner, round_of(winner)).filter(|_| earlier_ms > 0.0);
    if let (Some(own), Some(lane)) = (own, lanes.get_mut(winner)) {
        let gap = Interval { low: 0.0, high: earlier_ms };
        lane.written_ci = Some(written_between(own, gap, tokens));
    }
    // The crossings of the rounds in which a lane did not fail are no time of a lane that did.
    for (lane, _) in drawn.iter_mut().zip(&lanes).filter(|(_, over)| over.failed > 0) {
        lane.crossed_ms = None;
    }
    let mut said = story(run, &samples, &drawn, &order);
    said.failed = named(lanes.iter().map(|lane| lane.failed > 0));
    let (cheapest, share) = cheapest(run, &order, winner).unzip();
    (said.cheapest, said.cost_share) = (cheapest, share);
    let photo = Photo { tokens, at_ms: Some(at_ms), lanes: drawn, said };
    Some(PhotoOfRounds { photo, lanes, shared: SharedFirst::of(&within_tie) })
}

/// The round in which a lane crossed nearest to its typical time.
fn median_round(times: &[Option<f64>], typical: Option<f64>) -> Option<usize> {
    let typical = typical?;
    let distances = times.iter().enumerate().filter_map(|(round, at_ms)| Some((round, (*at_ms)?)));
    distances
        .min_by(|(_, a), (_, b)| (a - typical).abs().total_cmp(&(b - typical).abs()))
        .map(|(round, _)| round)
}

/// A lane's progress in its median round, and when it crossed the line in it, in milliseconds.
fn median_crossing<'a>(
    crossings: &Crossings<'a>,
    index: usize,
    round: Option<usize>,
) -> Option<(&'a Pace, f64)> {
    let round = round?;
    let at_ms = crossings.times.get(index)?.get(round).copied().flatten()?;
    Some((crossings.paces.get(index)?.get(round)?, at_ms))
}

/// What a lane had written before it crossed, by as long as either end of the interval of its gap.
fn written_between((pace, own_ms): (&Pace, f64), gap: Interval, tokens: u32) -> Interval {
    let at = |gap_ms: f64| f64::from(pace.tokens_by_ms(own_ms - gap_ms).min(tokens));
    Interval { low: at(gap.high), high: at(gap.low) }
}

fn drawn(
    run: &Run,
    index: usize,
    sample: Option<&Sample>,
    (round, crossed_ms): (Option<usize>, Option<f64>),
    crossings: &Crossings<'_>,
    at_ms: f64,
) -> PhotoLane {
    let Crossings { times, paces, tokens, .. } = *crossings;
    let paces = paces.get(index).map_or(&[][..], Vec::as_slice);
    let pace = round.map_or(paces.last(), |round| paces.get(round));
    let own = round.and_then(|round| times.get(index)?.get(round).copied().flatten());
    // The round is slightly earlier or later than the median; it is drawn as if it were the median.
    let shift = own.zip(crossed_ms).map_or(0.0, |(own, typical)| own - typical);
    let samples = run.lanes.get(index).map_or(&[][..], |lane| lane.samples.as_slice());
    let first_ms = middle(samples.iter().filter_map(|sample| sample.speed.ttft_ms));
    let mut drawn = lane_in_photo(sample, pace, tokens, Some(at_ms + shift));
    // So are the steps of a chain within its wait.
    let scale = first_ms.zip(drawn.first_ms).filter(|(_, own)| *own > 0.0);
    let scale = scale.map_or(1.0, |(typical, own)| typical / own);
    for step in &mut drawn.earlier {
        (step.from_ms, step.to_ms) = (step.from_ms * scale, step.to_ms * scale);
    }
    PhotoLane { first_ms, crossed_ms, ..drawn }
}

/// The leaders share the first place; every other lane is compared with the first lane of the current place.
fn rank(lanes: &mut [PhotoLane], order: &[(usize, f64)], leaders: &[u32]) {
    if order.len() < 2 {
        return;
    }
    let leads = |index: usize| u32::try_from(index).is_ok_and(|index| leaders.contains(&index));
    let (first, rest): (Vec<_>, Vec<_>) =
        order.iter().copied().partition(|(index, _)| leads(*index));
    let mut groups: Vec<Vec<(usize, f64)>> = vec![first];
    for (place, (index, at_ms)) in rest.into_iter().enumerate() {
        let joins = place > 0
            && groups
                .last()
                .and_then(|group| group.first())
                .is_some_and(|(_, head)| is_tie(*head, at_ms));
        match groups.last_mut().filter(|_| joins) {
            Some(group) => group.push((index, at_ms)),
            None => groups.push(vec![(index, at_ms)]),
        }
    }
    let mut rank = 1;
    for group in groups {
        for (index, _) in &group {
            if let Some(lane) = lanes.get_mut(*index) {
                lane.rank = Some(rank);
                lane.tied = group.len() > 1;
            }
        }
        rank += u32::try_from(group.len()).unwrap_or(u32::MAX);
    }
}

fn failed(samples: &[Sample]) -> u32 {
    let failed = samples.iter().filter(|s| !matches!(s.status, Status::Ok | Status::Cancelled));
    u32::try_from(failed.count()).unwrap_or(u32::MAX)
}

fn named(are: impl IntoIterator<Item = bool>) -> Vec<u32> {
    (0..).zip(are).filter(|(_, is)| *is).map(|(index, _)| index).collect()
}

/// The single lane with the lowest cost over all rounds, if it is not the winner, and its share of the winner's cost.
fn cheapest(run: &Run, order: &[(usize, f64)], winner: usize) -> Option<(u32, f64)> {
    let cost = |index: usize| -> Option<f64> {
        let costs: Option<Vec<f64>> =
            run.lanes.get(index)?.samples.iter().map(|sample| sample.cost_usd).collect();
        typical(Metric::CostUsd, costs?)
    };
    let costs: Vec<(usize, f64)> =
        order.iter().map(|(index, _)| Some((*index, cost(*index)?))).collect::<Option<_>>()?;
    let (least, usd) = costs.iter().copied().min_by(|(_, a), (_, b)| a.total_cmp(b))?;
    let winners = cost(winner)?;
    let alone = costs.iter().all(|(index, other)| *index == least || !is_tie(*other, usd));
    let index = u32::try_from(least).ok()?;
    (alone && least != winner && winners > 0.0).then_some((index, usd / winners))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{lane, run, sample};
    use crate::view::medals::medals;
    use measure::{ArrivalEvent, Kind, ShownTokens, Timeline, TokensSoFar};

    /// Ten tokens, the first after this many milliseconds, the others 10 ms apart.
    fn pace(first_ms: u64) -> Pace {
        let mut timeline = Timeline::starting_at(0);
        timeline.send_ns = Some(0);
        for event in 0..10 {
            timeline.push(ArrivalEvent {
                at_ns: (first_ms + u64::from(event) * 10) * 1_000_000,
                event,
                kind: Kind::Answer,
                text_bytes: 4,
                wire_bytes: 0,
                tokens_so_far: TokensSoFar::UNTOLD,
            });
        }
        let answer = (1..=10).map(|token| token * 4).collect();
        Pace::of(&timeline, &ShownTokens { answer, ..ShownTokens::default() })
    }

    fn seen(firsts: &[Vec<u64>], broken: &[usize]) -> Option<PhotoOfRounds> {
        let lanes = firsts.iter().enumerate().map(|(index, rounds)| {
            lane(rounds.iter().map(|first| {
                let mut sample =
                    sample(if broken.contains(&index) { Status::ErrorNet } else { Status::Ok });
                sample.speed.ttft_ms = u32::try_from(*first).ok().map(f64::from);
                sample.speed.ttfat_ms = sample.speed.ttft_ms;
                sample
            }))
        });
        let paces: Vec<Vec<Pace>> =
            firsts.iter().map(|rounds| rounds.iter().map(|first| pace(*first)).collect()).collect();
        medals(&run(lanes.collect()), &paces, Some(10)).over_rounds
    }

    #[test]
    fn a_race_with_rounds_has_one_photo_of_medians_with_every_crossing() {
        let rounds = |at: u64| (0..7).map(|round| at + round).collect::<Vec<u64>>();
        let seen = seen(&[rounds(100), rounds(300), rounds(110)], &[]).unwrap();
        let crossed: Vec<_> = seen.photo.lanes.iter().map(|lane| lane.crossed_ms).collect();
        // The tenth token comes 90 ms after the first; the median of seven rounds is the fourth.
        assert_eq!(crossed, [Some(193.0), Some(393.0), Some(203.0)], "medians");
        assert_eq!(seen.photo.at_ms, Some(193.0), "the winner's");
        let written: Vec<_> = seen.photo.lanes.iter().map(|lane| lane.written).collect();
        assert_eq!(written, [10, 0, 9], "what each had by then in its own median round");
        let ranks: Vec<_> = seen.photo.lanes.iter().map(|lane| lane.rank).collect();
        assert_eq!(ranks, [Some(1), Some(3), Some(2)], "told apart in every round");
        assert_eq!(seen.photo.lanes[2].gap_ms, Some(10.0), "paired by round");
        assert_eq!(
            seen.lanes[2].gap_ci,
            Some(Interval { low: 10.0, high: 10.0 }),
            "the same in every round, so the interval is a point"
        );
        assert_eq!(seen.lanes[1].crossed_ms.len(), 7, "a mark for each round");
    }

    #[test]
    fn a_tie_says_in_tokens_why_it_is_one() {
        // The second is 30 ms later in the middle, but up to 40 ms earlier in single rounds.
        let first = vec![100, 102, 104, 106, 108, 110, 112];
        let second = [30, -40, 70, 50, -30, 60, 40];
        let second: Vec<u64> = first
            .iter()
            .zip(second)
            .map(|(at, by): (&u64, i64)| at.saturating_add_signed(by))
            .collect();
        let third: Vec<u64> = first.iter().map(|at| at + 50).collect();
        let seen = seen(&[first, second, third], &[]).unwrap();
        assert!(seen.photo.lanes[0].tied && seen.photo.lanes[1].tied, "not told apart");
        assert_eq!(seen.shared, Some(SharedFirst::NotToldApart), "and it says so");
        let tied = seen.lanes[1].written_ci.unwrap();
        assert!(tied.low < 10.0, "it may have been behind");
        assert!((tied.high - 10.0).abs() < f64::EPSILON, "and may have been over the line");
        let winner = seen.lanes[0].written_ci.unwrap();
        assert!(winner.low < 10.0, "as may the winner have been behind: {winner:?}");
        let third = seen.lanes[2].written_ci.unwrap();
        assert_eq!((third.low, third.high), (5.0, 5.0), "50 ms later in every round: five of ten");
        assert_eq!(seen.photo.lanes[2].written, 5, "drawn where its gap says");
        let written = f64::from(seen.photo.lanes[1].written);
        assert!(tied.low <= written && written <= tied.high, "each interval holds what is drawn");
    }

    #[test]
    fn a_lane_told_apart_by_less_than_a_tie_is_not_called_indistinguishable() {
        // The tenth token of the first comes at 490 ms or soon after; 2 % of that is 9.8 ms.
        let rounds = |at: u64| (0..7).map(|round| at + round).collect::<Vec<u64>>();
        let noisy = [400, 431, 372, 433, 404, 375, 436];
        let close = seen(&[rounds(400), rounds(405)], &[]).unwrap();
        assert_eq!(close.lanes[1].gap_ci, Some(Interval { low: 5.0, high: 5.0 }), "5 ms for sure");
        assert_eq!(close.photo.said.first, [0, 1], "which is of no use to anybody");
        assert_eq!(close.shared, Some(SharedFirst::WithinTie), "and why it says");
        let mixed = seen(&[rounds(400), rounds(405), noisy.to_vec()], &[]).unwrap();
        assert_eq!(mixed.shared, Some(SharedFirst::Either), "one of each");
        let apart = seen(&[rounds(400), rounds(450)], &[]).unwrap();
        assert_eq!(apart.shared, None, "nobody shares the first place");
    }

    #[test]
    fn a_lane_that_failed_in_a_round_has_no_rank_and_says_how_often() {
        let seen = seen(&[vec![100, 101], vec![150, 151], vec![50, 50]], &[2]).unwrap();
        assert_eq!(seen.photo.lanes[2].rank, None, "it did not finish");
        assert_eq!(seen.photo.lanes[2].crossed_ms, None, "and has no time at the line");
        assert_eq!(seen.lanes[2].failed, 2, "in both rounds");
        assert_eq!(seen.photo.said.failed, [2], "and is said to have failed");
        assert_eq!(seen.photo.said.first, [0], "the first of those that finished");
        assert_eq!(seen.lanes[1].gap_ci, None, "two rounds carry no interval");
    }

    #[test]
    fn one_round_is_its_own_photo() {
        assert_eq!(seen(&[vec![100], vec![150]], &[]), None, "nothing to sum up");
    }
}
