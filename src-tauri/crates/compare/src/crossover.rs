//! The length of answer from which on another of two contenders is faster.

use measure::{Interval, Phrase, format};
use serde::Serialize;

use crate::answer_lengths::{LONGEST, SHORTEST};
use crate::contender::ContenderSummary;
use crate::latency_model::LatencyModel;
use crate::length_ranges::{PairRanges, StandingRange};
use crate::measured_lengths::ClaimedLengths;
use crate::standing::Standing;
use crate::verdicts::Verdicts;
use crate::wording::lengths as say;

/// Halvings of a break-even's interval until the number is known to a thousandth of it.
const CROSSING_HALVINGS: u32 = 12;

/// A contender with its model.
pub(crate) type ModelledContender<'a> = (&'a ContenderSummary, LatencyModel);

/// The break-even length of two contenders.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct BreakEven {
    /// The faster one for shorter answers, or for all.
    pub shorter: u32,
    /// The other one.
    pub longer: u32,
    /// The length in tokens; absent unless one of them is significantly faster at short answers and the other at long
    /// ones.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<f64>,
    /// Between these lengths the two do not differ significantly; absent if `tokens` is.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ci: Option<Interval>,
    /// Whether any length that the sentence speaks of is outside the measured range of either.
    pub extrapolated: bool,
    /// Which one to choose, in one sentence.
    pub sentence: Phrase,
}

/// The break-even of a pair that has these ranges of lengths.
pub(crate) fn break_even(
    (a, own): ModelledContender,
    (b, other): ModelledContender,
    of_pair: &PairRanges,
    verdicts: &Verdicts,
) -> BreakEven {
    let (ranges, undecided) = (of_pair.ranges.as_slice(), of_pair.undecided);
    let settled: Vec<&StandingRange> =
        ranges.iter().filter(|range| range.standing.is_decided()).collect();
    let a_first = settled.first().map_or_else(
        || own.latency_ms(SHORTEST) <= other.latency_ms(SHORTEST),
        |range| range.standing == Standing::Better,
    );
    let (shorter, longer) = if a_first { (a, b) } else { (b, a) };
    let is_first = |range: &StandingRange| (range.standing == Standing::Better) == a_first;
    let (mut tokens, mut ci) = (None, None);
    let is_tested = undecided == Standing::Unsettled;
    let whole = format::whole;
    let name = |one: &ContenderSummary| one.name.clone();
    let sentence = match (ranges, settled.as_slice()) {
        (_, []) => {
            let said = match undecided {
                Standing::Untested => say::untested,
                Standing::Incomparable => say::incomparable,
                Standing::Contradicted => say::contradicted,
                _ => say::never_differ,
            };
            said(name(a), name(b))
        }
        ([_], [_]) => say::always(name(shorter), name(longer), SHORTEST.into(), LONGEST.into()),
        // One is better at the shortest lengths, and the other at the longest.
        ([first, .., last], [before, after])
            if first == *before && last == *after && !is_first(after) =>
        {
            let (low, high) = (before.to, after.from);
            let at = crossing((&own, &other), (low, high), verdicts);
            (tokens, ci) = (Some(at.clamp(low, low.max(high))), Some(Interval { low, high }));
            if whole(low) == whole(high) {
                say::choose(low.into(), name(shorter), name(longer))
            } else {
                let said = if is_tested { say::choose_outside } else { say::choose_apart };
                said(low.into(), name(shorter), high.into(), name(longer))
            }
        }
        (_, several) => {
            let each = several.iter().map(|range| {
                let (one, other) =
                    if is_first(range) { (shorter, longer) } else { (longer, shorter) };
                faster(range, name(one), name(other))
            });
            let said = if is_tested { say::in_parts } else { say::in_shown_parts };
            said(Phrase::clauses(each))
        }
    };
    let claimed = ClaimedLengths::every_answer();
    let models = [own, other];
    BreakEven {
        shorter: shorter.place,
        longer: longer.place,
        tokens,
        ci,
        extrapolated: models.iter().any(|model| claimed.are_beyond(model)),
        sentence: say::whole(sentence, claimed.rest_on(models.iter())),
    }
}

/// Who is faster than whom in this range.
fn faster(range: &StandingRange, one: Phrase, other: Phrase) -> Phrase {
    match (range.from <= SHORTEST, range.to >= LONGEST) {
        (true, _) => say::faster_up_to(one, other, range.to.into()),
        (false, true) => say::faster_from(one, other, range.from.into()),
        (false, false) => say::faster_between(one, other, range.from.into(), range.to.into()),
    }
}

/// The length between two at which the answers of both take equally long: where the difference over the runs behind their verdicts
/// changes its sign, so that the number lies within an interval of the same runs as they show it.
fn crossing(
    (one, other): (&LatencyModel, &LatencyModel),
    (mut low, mut high): (f64, f64),
    verdicts: &Verdicts,
) -> f64 {
    let difference = |tokens: f64| {
        verdicts.predicted_difference((one.place, other.place), &|place, middles| {
            let model = if place == one.place { one } else { other };
            Some(model.within(middles)?.latency_ms(tokens))
        })
    };
    let starts = difference(low).is_some_and(|at| at < 0.0);
    for _ in 0..CROSSING_HALVINGS {
        let middle = (low * high).sqrt();
        let is_before = difference(middle).is_some_and(|at| at < 0.0) == starts;
        if is_before { low = middle } else { high = middle }
    }
    (low * high).sqrt()
}
