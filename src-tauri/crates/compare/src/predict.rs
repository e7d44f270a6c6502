//! Predicted latency by answer length, and the lengths at which the fastest contender changes.

use measure::{Amount, Phrase, format};
use serde::Serialize;

use crate::answer_lengths::{LONGEST, SHORTEST, lengths};
use crate::contender::ContenderSummary;
use crate::crossover::{BreakEven, ModelledContender, break_even};
use crate::exclusion::Exclusion;
use crate::latency_model::LatencyModel;
use crate::length_ranges::PairRanges;
use crate::line_fit;
use crate::measured_latency::{FasterPair, denied, own_length, told};
use crate::measured_lengths::ClaimedLengths;
use crate::verdicts::{RestsOn, Standing, Verdicts};
use crate::what_if::is_time_untested;
use crate::wording::{contenders, lengths as say};

/// One contender's line.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct LatencyLine {
    /// Which contender.
    pub place: u32,
    /// Milliseconds for an answer of each of the chart's lengths.
    pub latency_ms: Vec<f64>,
    /// The part within the measured range, as tokens and milliseconds. The rest is extrapolated.
    pub measured: Vec<(f64, f64)>,
    /// Time to first token, in milliseconds.
    pub wait_ms: f64,
    /// Visible thinking, in milliseconds.
    pub think_ms: f64,
    /// Output speed of the answer, in the tokens of `lengths` per second.
    pub tps: f64,
    /// Predicted ÷ measured median latency at its own median length: how well the line fits. Absent without a latency.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fit: Option<f64>,
}

/// A range of lengths in which one contender is fastest.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Leader {
    /// Which contender.
    pub place: u32,
    /// Contenders that are not significantly slower in this range.
    pub tied: Vec<u32>,
    /// Start of the range, in tokens.
    pub from: f64,
    /// End of the range, in tokens.
    pub to: f64,
}

/// The chart.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Lengths {
    /// The lengths of the chart: in `o200k_base` tokens if the texts of all contenders with a speed are known in them,
    /// otherwise in each server's own.
    pub lengths: Vec<f64>,
    /// Lines of the contenders with known TTFT and speed.
    pub lines: Vec<LatencyLine>,
    /// The fastest contender by range, from the shortest length to the longest.
    pub leaders: Vec<Leader>,
    /// Every pair of them.
    pub break_evens: Vec<BreakEven>,
    /// Contenders without both.
    pub excluded: Vec<Exclusion>,
    /// How well the lines fit what was measured, in one sentence; absent if that is known of none.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fits: Option<Phrase>,
    /// The result in one sentence.
    pub sentence: Phrase,
}

fn line((one, model): &ModelledContender<'_>) -> LatencyLine {
    let (from, to) = model.measured;
    let between = lengths().filter(|tokens| *tokens > from && *tokens < to);
    let measured = std::iter::once(from).chain(between).chain((to > from).then_some(to));
    let own = one.answer_tokens.as_ref().map(|own| own.middle / model.writing.own_tokens);
    let fit = own.zip(one.latency_ms.as_ref()).map(|(n, ms)| model.latency_ms(n) / ms.middle);
    LatencyLine {
        place: model.place,
        latency_ms: lengths().map(|tokens| model.latency_ms(tokens)).collect(),
        measured: measured.map(|tokens| (tokens, model.latency_ms(tokens))).collect(),
        wait_ms: model.wait_ms,
        think_ms: model.think_ms,
        tps: model.writing.tps,
        fit: fit.filter(|fit| fit.is_finite()),
    }
}

/// Computes the chart.
pub(crate) fn by_length(contenders: &[&ContenderSummary], verdicts: &Verdicts) -> Lengths {
    let models: Vec<ModelledContender> =
        contenders.iter().filter_map(|one| Some((*one, one.latency?))).collect();
    let excluded = contenders.iter().filter(|one| one.latency.is_none()).map(|one| {
        let why = match (&one.ttft_ms, &one.answer_tokens) {
            (None, _) => contenders::no_first_token(),
            (_, None) => contenders::no_answer(),
            _ => contenders::no_output_speed(),
        };
        Exclusion { place: one.place, why }
    });
    let pairs = models.iter().enumerate().flat_map(|(index, a)| {
        models.iter().skip(index + 1).map(move |b| {
            let standing = |tokens: f64| standing_at((&a.1, &b.1), tokens, verdicts);
            (a, b, PairRanges::of((&a.1, &b.1), &standing))
        })
    });
    let pairs: Vec<(&ModelledContender, &ModelledContender, PairRanges)> = pairs.collect();
    let ranges: Vec<&PairRanges> = pairs.iter().map(|(.., ranges)| ranges).collect();
    let leaders = leaders(&models, &ranges);
    let denied = |pair| denied_of(pair, verdicts);
    let is_led_by = |((one, other), length): &(FasterPair<'_>, f64)| {
        let at = leaders.iter().find(|leader| (leader.from..=leader.to).contains(length));
        let leads = |one: &ContenderSummary| {
            at.is_some_and(|at| at.place == one.place || at.tied.contains(&one.place))
        };
        leads(one) && leads(other)
    };
    let of_leaders: Vec<FasterPair<'_>> =
        pairs.iter().filter_map(denied).filter(is_led_by).map(|(pair, _)| pair).collect();
    let are_untested = |a: u32, b: u32| {
        let of = |place: u32| models.iter().find(|(one, _)| one.place == place);
        of(a).zip(of(b)).is_some_and(|(a, b)| {
            is_time_untested((a.0, b.0), verdicts, &|model| Some(model.latency_ms(SHORTEST)))
        })
    };
    let lines: Vec<LatencyLine> = models.iter().map(line).collect();
    let name =
        |place: u32| models.iter().find(|(one, _)| one.place == place).map(|(one, _)| &one.name);
    let fits = lines.iter().filter_map(|line| Some((name(line.place)?.clone(), line.fit?)));
    Lengths {
        fits: line_fit::told(&fits.collect::<Vec<_>>()),
        lengths: lengths().collect(),
        lines,
        break_evens: pairs
            .iter()
            .map(|pair| {
                let (a, b, ranges) = pair;
                let denied: Vec<_> = denied(pair).into_iter().map(|(pair, _)| pair).collect();
                let found = break_even(**a, **b, &ranges.ranges, verdicts);
                let of_one_run = verdicts.is_of_one_run_each(a.0.place, b.0.place);
                let of_one_run = of_one_run.then(contenders::one_run_each);
                let sentence = with(with(found.sentence, told(&denied)), of_one_run);
                BreakEven { sentence, ..found }
            })
            .collect(),
        excluded: excluded.collect(),
        sentence: with(sentence(&models, &leaders, &are_untested), told(&of_leaders)),
        leaders,
    }
}

fn with(sentence: Phrase, more: Option<Phrase>) -> Phrase {
    match more {
        Some(more) => Phrase::sentences([sentence, more]),
        None => sentence,
    }
}

/// The pair in the order of their measured latencies, if what is predicted of their own length says something else; and that length.
fn denied_of<'a>(
    (a, b, ranges): &(&ModelledContender<'a>, &ModelledContender<'a>, PairRanges),
    verdicts: &Verdicts,
) -> Option<(FasterPair<'a>, f64)> {
    let length = own_length((a.0, &a.1), (b.0, &b.1))?;
    let pair = denied((a.0, b.0), ranges.standing(a.1.place, length), verdicts)?;
    Some((pair, length))
}

/// How one model compares with another at a length.
fn standing_at(
    (one, other): (&LatencyModel, &LatencyModel),
    tokens: f64,
    verdicts: &Verdicts,
) -> Standing {
    let shown = (one.latency_ms(tokens), other.latency_ms(tokens));
    verdicts.predicted((one.place, other.place), (shown, RestsOn::Times), &|place, middles| {
        let model = if place == one.place { one } else { other };
        Some(model.within(middles)?.latency_ms(tokens))
    })
}

/// The fastest contender by range of lengths, and who may be it: who is significantly slower than nobody there. Beside
/// the fastest alone would not do: its interval may be so wide that it also ties with one whom a third clearly beats.
fn leaders(models: &[ModelledContender], pairs: &[&PairRanges]) -> Vec<Leader> {
    let mut cuts: Vec<f64> = pairs.iter().flat_map(|pair| pair.boundaries()).collect();
    cuts.extend([SHORTEST, LONGEST]);
    cuts.sort_by(f64::total_cmp);
    cuts.dedup();
    let mut leaders: Vec<Leader> = Vec::new();
    for (from, to) in cuts.iter().copied().zip(cuts.iter().copied().skip(1)) {
        let tokens = (from * to).sqrt();
        let is_beaten = |place: u32| {
            let mut own =
                pairs.iter().filter(|pair| pair.places.0 == place || pair.places.1 == place);
            own.any(|pair| pair.standing(place, tokens) == Standing::Worse)
        };
        let mut first: Vec<&LatencyModel> =
            models.iter().map(|(_, model)| model).filter(|model| !is_beaten(model.place)).collect();
        let at = |model: &LatencyModel| model.latency_ms(tokens);
        first.sort_by(|a, b| at(a).total_cmp(&at(b)).then(b.writing.tps.total_cmp(&a.writing.tps)));
        let mut places = first.into_iter().map(|model| model.place);
        let Some(place) = places.next() else { continue };
        let next = Leader { place, tied: places.collect(), from, to };
        let among = |leader: &Leader| {
            let mut all: Vec<u32> = leader.tied.iter().copied().chain([leader.place]).collect();
            all.sort_unstable();
            all
        };
        match leaders.last_mut() {
            Some(last) if among(last) == among(&next) => last.to = to,
            _ => leaders.push(next),
        }
    }
    leaders
}

fn sentence(
    models: &[ModelledContender],
    leaders: &[Leader],
    are_untested: &dyn Fn(u32, u32) -> bool,
) -> Phrase {
    let named = |place: u32| {
        let one = models.iter().find(|(one, _)| one.place == place);
        one.map_or_else(|| Phrase::sentences([]), |(one, _)| one.name.clone())
    };
    let is_untested =
        |leader: &Leader| leader.tied.iter().all(|place| are_untested(leader.place, *place));
    let text = match leaders {
        [] => return say::nobody(),
        [_] if models.len() == 1 => {
            let Some((one, model)) = models.first() else { return say::nobody() };
            let each = Amount::seconds(1e5 / model.writing.tps);
            say::alone(one.name.clone(), Amount::seconds(model.start_ms()), each)
        }
        [one] if one.tied.is_empty() => {
            say::everywhere(named(one.place), one.from.into(), one.to.into())
        }
        [one] => match (among(one, named), is_untested(one)) {
            (Among::All(names), true) => say::nowhere_tested(names),
            (Among::All(names), false) => say::nowhere(names),
            (Among::Many(first, others), true) => say::nowhere_tested_of_many(first, others.into()),
            (Among::Many(first, others), false) => say::nowhere_of_many(first, others.into()),
        },
        several => {
            // Of long lists only the first and the number are said, and of several in a row how many: with 24 contenders they
            // change at each of 276 break-evens.
            // A range between two pairs' break-evens may be too short to be told by whole tokens.
            let whole = format::whole;
            let told: Vec<(&Leader, Among)> = several
                .iter()
                .filter(|one| whole(one.from) != whole(one.to))
                .map(|one| (one, among(one, named)))
                .collect();
            let parts = told.chunk_by(|(_, a), (_, b)| a.reads_as_one_with(b)).enumerate();
            Phrase::clauses(parts.filter_map(|(at, alike)| {
                let ((first, who), (last, _)) = (alike.first()?, alike.last()?);
                let range = range((first.from, last.to), at == 0);
                Some(match who {
                    Among::All(names) => match names.as_slice() {
                        [one] => say::leads(range, one.clone()),
                        _ if alike.iter().all(|(one, _)| is_untested(one)) => {
                            say::untested_at(range, names.clone())
                        }
                        _ => say::tied(range, names.clone()),
                    },
                    Among::Many(first, others) if alike.iter().all(|(_, each)| each == who) => {
                        say::tied_of_many(range, first.clone(), (*others).into())
                    }
                    Among::Many(..) => {
                        let many = || alike.iter().map(|(_, each)| each.number());
                        let (least, most) = (many().min()?, many().max()?);
                        if least == most {
                            say::tied_of_some(range, most.into())
                        } else {
                            say::tied_of_varied(range, least.into(), most.into())
                        }
                    }
                })
            }))
        }
    };
    let claimed = ClaimedLengths::every_answer();
    say::whole(text, claimed.rest_on(models.iter().map(|(_, model)| model)))
}

/// A range of lengths, which begins the sentence or a later clause of it.
fn range((from, to): (f64, f64), is_first: bool) -> Phrase {
    match (from <= SHORTEST, to >= LONGEST, is_first) {
        (true, true, true) => say::first_at_every_length(),
        (true, true, false) => say::at_every_length(),
        (true, false, true) => say::first_up_to(to.into()),
        (true, false, false) => say::up_to(to.into()),
        (false, true, true) => say::first_longer_than(from.into()),
        (false, true, false) => say::longer_than(from.into()),
        (false, false, true) => say::first_between(from.into(), to.into()),
        (false, false, false) => say::between(from.into(), to.into()),
    }
}

/// Who leads a range.
#[derive(PartialEq)]
enum Among {
    /// These, of whom none differs from another if they are several.
    All(Vec<Phrase>),
    /// The first and the number of others: a long list of names says less than how many there are.
    Many(Phrase, usize),
}

impl Among {
    /// How many they are.
    fn number(&self) -> usize {
        match self {
            Self::All(names) => names.len(),
            Self::Many(_, others) => others + 1,
        }
    }

    /// Whether the next range is told in the same clause.
    fn reads_as_one_with(&self, next: &Self) -> bool {
        self == next || matches!((self, next), (Self::Many(..), Self::Many(..)))
    }
}

fn among(leader: &Leader, named: impl Fn(u32) -> Phrase) -> Among {
    let tied = leader.tied.iter().copied();
    let others = tied.len();
    if others >= 4 {
        return Among::Many(named(leader.place), others);
    }
    Among::All(std::iter::once(leader.place).chain(tied).map(named).collect())
}

#[cfg(test)]
#[path = "predict_tests.rs"]
mod tests;
