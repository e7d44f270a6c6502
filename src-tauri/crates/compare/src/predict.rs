//! Predicted latency by answer length, and the lengths at which the fastest contender changes.

use measure::{Amount, Phrase, format};
use serde::Serialize;

use crate::answer_lengths::{LONGEST, SHORTEST, lengths};
use crate::contender::ContenderSummary;
use crate::crossover::{BreakEven, ModelledContender, break_even};
use crate::evidence::Middles;
use crate::exclusion::Exclusion;
use crate::failures::failures_in_words;
use crate::latency_model::LatencyModel;
use crate::length_ranges::PairRanges;
use crate::line_fit;
use crate::measured_latency::{FasterPair, denied, own_length, told};
use crate::measured_lengths::ClaimedLengths;
use crate::standing::{Standing, may_be_best};
use crate::undecided::{Undecided, and, few, pairs_told};
use crate::verdicts::Verdicts;
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
    /// Contenders that are not shown to be slower in this range: than anybody, or, where nobody else may be fastest, than `place`.
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
        Exclusion::of(one, why)
    });
    let pairs = models.iter().enumerate().flat_map(|(index, a)| {
        models.iter().skip(index + 1).map(move |b| {
            let models = (&a.1, &b.1);
            let decided =
                |tokens: f64| at_length(models, tokens, &Verdicts::decided_time, verdicts);
            let standing = |tokens: f64| at_length(models, tokens, &Verdicts::time, verdicts);
            (a, b, PairRanges::of(models, &decided, &standing))
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
    let stands = |one: u32, other: u32, tokens: f64| standing_in(&ranges, (one, other), tokens);
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
                let found = break_even(**a, **b, ranges, verdicts);
                let of_one_run = verdicts.is_of_one_run_each(a.0.place, b.0.place);
                let of_one_run = of_one_run.then(contenders::one_run_each);
                let sentence = with(with(found.sentence, told(&denied)), of_one_run);
                let sentence = with(sentence, failures_in_words(&[a.0, b.0]));
                BreakEven { sentence, ..found }
            })
            .collect(),
        excluded: excluded.collect(),
        sentence: with(sentence(&models, &leaders, &stands), told(&of_leaders)),
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

/// A judgement of the times that two models predict for a length.
type Judgement<'a, T> =
    &'a dyn Fn(&Verdicts, (u32, u32), (f64, f64), &dyn Fn(u32, &Middles) -> Option<f64>) -> T;

/// What it says of these two models.
fn at_length<T>(
    (one, other): (&LatencyModel, &LatencyModel),
    tokens: f64,
    judge: Judgement<'_, T>,
    verdicts: &Verdicts,
) -> T {
    let shown = (one.latency_ms(tokens), other.latency_ms(tokens));
    judge(verdicts, (one.place, other.place), shown, &|place, middles| {
        let model = if place == one.place { one } else { other };
        Some(model.within(middles)?.latency_ms(tokens))
    })
}

/// How one contender compares with another at a length.
fn standing_in(pairs: &[&PairRanges], (one, other): (u32, u32), tokens: f64) -> Standing {
    let of_both = |pair: &&&PairRanges| pair.places == (one, other) || pair.places == (other, one);
    pairs.iter().find(of_both).map_or(Standing::Untested, |pair| pair.standing(one, tokens))
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
        let mut order: Vec<&LatencyModel> = models.iter().map(|(_, model)| model).collect();
        let at = |model: &LatencyModel| model.latency_ms(tokens);
        order.sort_by(|a, b| at(a).total_cmp(&at(b)).then(b.writing.tps.total_cmp(&a.writing.tps)));
        let order: Vec<u32> = order.into_iter().map(|model| model.place).collect();
        let stands = |one: u32, other: u32| standing_in(pairs, (one, other), tokens);
        let mut places = may_be_best(&order, &stands).into_iter();
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
    stands: &dyn Fn(u32, u32, f64) -> Standing,
) -> Phrase {
    let named = |place: u32| {
        let one = models.iter().find(|(one, _)| one.place == place);
        one.map_or_else(|| Phrase::sentences([]), |(one, _)| one.name.clone())
    };
    let standings = |leader: &Leader| -> Vec<(u32, u32, Standing)> {
        let (one, at) = (leader.place, (leader.from * leader.to).sqrt());
        leader.tied.iter().map(|other| (one, *other, stands(one, *other, at))).collect()
    };
    let undecided = |leader: &Leader| {
        let others = standings(leader).into_iter();
        Undecided::of(named(leader.place), others.map(|(_, other, own)| (named(other), own)))
    };
    let (text, more) = match leaders {
        [] => return say::nobody(),
        [_] if models.len() == 1 => {
            let Some((one, model)) = models.first() else { return say::nobody() };
            let each = Amount::seconds(1e5 / model.writing.tps);
            (say::alone(one.name.clone(), Amount::seconds(model.start_ms()), each), Vec::new())
        }
        [one] => {
            let found = undecided(one);
            let text = match (found.first(), among(&found)) {
                (None, _) => say::everywhere(named(one.place), one.from.into(), one.to.into()),
                (Some((Standing::Unsettled, _)), Among::All(names)) => say::nowhere(names),
                (Some((Standing::Unsettled, _)), Among::Many(first, others)) => {
                    say::nowhere_of_many(first, others.into())
                }
                (Some((Standing::Untested, names)), _) => {
                    say::nowhere_tested(found.one.clone(), few(names))
                }
                (Some(_), _) => say::nowhere_shown(),
            };
            (text, found.rest())
        }
        several => {
            // Of long lists only the first and the number are said, and of several in a row how many: with 24 contenders they
            // change at each of 276 break-evens.
            // A range between two pairs' break-evens may be too short to be told by whole tokens.
            let whole = format::whole;
            let told: Vec<(&Leader, Undecided, Among)> = several
                .iter()
                .filter(|one| whole(one.from) != whole(one.to))
                .map(|one| (one, undecided(one)))
                .map(|(one, found)| (one, among(&found), found))
                .map(|(one, among, found)| (one, found, among))
                .collect();
            let reads_on = |(_, a, who): &(&Leader, Undecided, Among),
                            (_, b, next): &(&Leader, Undecided, Among)| {
                a.first().map(|(why, _)| why) == b.first().map(|(why, _)| why)
                    && who.reads_as_one_with(next)
            };
            let parts = told.chunk_by(reads_on).enumerate();
            let text = Phrase::clauses(parts.filter_map(|(at, alike)| {
                let ((first, found, who), (last, ..)) = (alike.first()?, alike.last()?);
                let range = range((first.from, last.to), at == 0);
                Some(match (found.first(), who) {
                    (None, _) => say::leads(range, found.one.clone()),
                    (Some((Standing::Untested, names)), _) => {
                        say::untested_at(range, found.one.clone(), few(names))
                    }
                    (Some((Standing::Unsettled, _)), Among::All(names)) => {
                        say::tied(range, names.clone())
                    }
                    (Some((Standing::Unsettled, _)), Among::Many(first, others)) => {
                        if alike.iter().all(|(.., each)| each == who) {
                            return Some(say::tied_of_many(range, first.clone(), (*others).into()));
                        }
                        let many = || alike.iter().map(|(.., each)| each.number());
                        let (least, most) = (many().min()?, many().max()?);
                        if least == most {
                            say::tied_of_some(range, most.into())
                        } else {
                            say::tied_of_varied(range, least.into(), most.into())
                        }
                    }
                    (Some(_), _) => say::none_at(range),
                })
            }));
            // Why is said once of each pair: it holds at every length of which a part says that nobody is fastest.
            let main = |found: &Undecided| found.first().map(|(why, _)| why);
            let mut pairs: Vec<(u32, u32, Standing)> = told
                .iter()
                .flat_map(|(leader, found, _)| {
                    let main = main(found).filter(|why| *why == Standing::Untested);
                    standings(leader).into_iter().filter(move |(.., why)| Some(*why) != main)
                })
                .map(|(one, other, why)| (one.min(other), one.max(other), why))
                .collect();
            pairs.sort_by_key(|(one, other, _)| (*one, *other));
            pairs.dedup();
            (text, pairs_told(&pairs, &named))
        }
    };
    let claimed = ClaimedLengths::every_answer();
    let rest = claimed.rest_on(models.iter().map(|(_, model)| model));
    say::whole(text, and(more, rest))
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

/// The one and those of the main clause.
fn among(found: &Undecided) -> Among {
    let others = found.first().map_or(&[][..], |(_, names)| names);
    if others.len() >= 4 {
        return Among::Many(found.one.clone(), others.len());
    }
    Among::All(std::iter::once(&found.one).chain(others).cloned().collect())
}

#[cfg(test)]
#[path = "predict_tests.rs"]
mod tests;
