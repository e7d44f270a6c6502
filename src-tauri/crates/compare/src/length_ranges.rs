//! The ranges of answer lengths in which each pair of contenders has one standing. This is the only place that finds where
//! one ends, so that break-evens and leaders name the same lengths.

use measure::format;

use crate::answer_lengths::{LONGEST, SHORTEST, lengths};
use crate::latency_model::LatencyModel;
use crate::standing::Standing;

/// Halvings of the distance between two of the chart's lengths until a range's end is known to less than a token in 5,000.
const HALVINGS: u32 = 10;

/// A range of lengths in which the first of a pair has one standing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct StandingRange {
    pub(crate) standing: Standing,
    /// Start of the range, in tokens.
    pub(crate) from: f64,
    /// End of the range, in tokens: the start of the next.
    pub(crate) to: f64,
}

impl StandingRange {
    /// Whether both ends are written alike, so that a sentence cannot tell them apart.
    fn is_of_no_length(&self) -> bool {
        format::whole(self.from) == format::whole(self.to)
    }
}

/// The ranges of one pair, from the shortest of the chart's lengths to the longest.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PairRanges {
    /// The places of the two.
    pub(crate) places: (u32, u32),
    /// Why neither is better where neither is: one reason for all such lengths.
    pub(crate) undecided: Standing,
    pub(crate) ranges: Vec<StandingRange>,
}

impl PairRanges {
    /// Those of the pair: who of the two is better at a length is `decided`, and why neither is, `undecided`.
    pub(crate) fn of(
        (one, other): (&LatencyModel, &LatencyModel),
        decided: &dyn Fn(f64) -> Option<Standing>,
        undecided: &dyn Fn(f64) -> Standing,
    ) -> Self {
        let undecided = why_undecided(undecided);
        let at: &dyn Fn(f64) -> Standing = &|tokens| decided(tokens).unwrap_or(undecided);
        let mut starts: Vec<(f64, Standing)> = Vec::new();
        for tokens in lengths() {
            let standing = at(tokens);
            match starts.last().copied() {
                None => starts.push((tokens, standing)),
                Some((_, before)) if before == standing => {}
                Some((_, before)) => {
                    let low = lengths().take_while(|each| *each < tokens).last();
                    let cell = ((low.unwrap_or(tokens), before), (tokens, standing));
                    changes(at, cell, HALVINGS, &mut starts);
                }
            }
        }
        let longest = lengths().last().unwrap_or_default();
        let ends = starts.iter().skip(1).map(|(from, _)| *from).chain([longest]);
        let ranges = starts.iter().zip(ends);
        let ranges = ranges.map(|((from, standing), to)| StandingRange {
            standing: *standing,
            from: *from,
            to,
        });
        let crossing = one.break_even(other);
        Self {
            places: (one.place, other.place),
            undecided,
            ranges: joined(ranges.collect(), crossing),
        }
    }

    /// How `place` compares with the other of the pair at a length.
    pub(crate) fn standing(&self, place: u32, tokens: f64) -> Standing {
        let found = self.ranges.iter().find(|range| (range.from..=range.to).contains(&tokens));
        let standing = found.map_or(self.undecided, |range| range.standing);
        if place == self.places.0 { standing } else { standing.reversed() }
    }

    /// The lengths at which its standing changes.
    pub(crate) fn boundaries(&self) -> impl Iterator<Item = f64> + '_ {
        self.ranges.iter().skip(1).map(|range| range.from)
    }
}

/// The reason of a pair for which neither is better at some lengths: that at which one is not merely unsettled, if there is one.
fn why_undecided(at: &dyn Fn(f64) -> Standing) -> Standing {
    let middle = (SHORTEST * LONGEST).sqrt();
    let open = [SHORTEST, middle, LONGEST].map(at).into_iter().filter(|own| !own.is_decided());
    let mut open = open.filter(|own| *own != Standing::Unsettled);
    open.next().unwrap_or(Standing::Unsettled)
}

/// Finds every change between two lengths with different standings, and adds the starts of the new ones. One range may end
/// and the next begin at different lengths, with a third between them.
fn changes(
    at: &dyn Fn(f64) -> Standing,
    ((low, before), (high, after)): ((f64, Standing), (f64, Standing)),
    halvings: u32,
    starts: &mut Vec<(f64, Standing)>,
) {
    if before == after {
        return;
    }
    let middle = (low * high).sqrt();
    if halvings == 0 {
        starts.push((middle, after));
        return;
    }
    let between = at(middle);
    changes(at, ((low, before), (middle, between)), halvings - 1, starts);
    changes(at, ((middle, between), (high, after)), halvings - 1, starts);
}

/// Without ranges of no length, whose neighbours meet within them, and with the exact length at which two lines cross where one is
/// better before it and the other after it.
fn joined(ranges: Vec<StandingRange>, crossing: Option<f64>) -> Vec<StandingRange> {
    let mut joined: Vec<StandingRange> = Vec::new();
    for range in ranges {
        match joined.last_mut() {
            Some(before) if before.standing == range.standing || range.is_of_no_length() => {
                before.to = range.to;
            }
            // The first one is of no length itself.
            Some(before) if before.is_of_no_length() => {
                *before = StandingRange { from: before.from, ..range };
            }
            Some(before) => {
                let from = before.to;
                joined.push(StandingRange { from, ..range });
            }
            None => joined.push(range),
        }
    }
    for index in 1..joined.len() {
        let (before, after) = joined.split_at_mut(index);
        let (Some(before), Some(after)) = (before.last_mut(), after.first_mut()) else { continue };
        if before.standing.is_decided() && after.standing.is_decided() {
            let near = |at: &f64| {
                format::whole(*at) == format::whole(before.to)
                    || (at / before.to - 1.0).abs() < 0.01
            };
            let at = crossing.filter(near).unwrap_or(before.to);
            (before.to, after.from) = (at, at);
        }
    }
    joined
}
