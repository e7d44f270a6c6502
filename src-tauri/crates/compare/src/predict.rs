//! Predicted latency by answer length, and the lengths at which the fastest contender changes.

use measure::{Interval, format};
use serde::Serialize;

use crate::answer_lengths::{LONGEST, SHORTEST, lengths};
use crate::contender::ContenderSummary;
use crate::cost_speed::Exclusion;
use crate::latency_model::LatencyModel;
use crate::length_ranges::{PairRanges, StandingRange};
use crate::measured_lengths::ClaimedLengths;
use crate::verdicts::{RestsOn, Standing, Verdicts};

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
    /// Output speed of the answer, in tokens per second.
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
    pub sentence: String,
}

/// The chart.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Lengths {
    /// The lengths of the chart, in tokens.
    pub lengths: Vec<f64>,
    /// Lines of the contenders with known TTFT and speed.
    pub lines: Vec<LatencyLine>,
    /// The fastest contender by range, from the shortest length to the longest.
    pub leaders: Vec<Leader>,
    /// Every pair of them.
    pub break_evens: Vec<BreakEven>,
    /// Contenders without both.
    pub excluded: Vec<Exclusion>,
    /// The result in one sentence.
    pub sentence: String,
}

/// A contender with its model.
type ModelledContender<'a> = (&'a ContenderSummary, LatencyModel);

fn line((one, model): &ModelledContender<'_>) -> LatencyLine {
    let (from, to) = model.measured;
    let between = lengths().filter(|tokens| *tokens > from && *tokens < to);
    let measured = std::iter::once(from).chain(between).chain((to > from).then_some(to));
    let own = one.answer_tokens.as_ref().map(|tokens| tokens.middle);
    let fit = own.zip(one.latency_ms.as_ref()).map(|(n, ms)| model.latency_ms(n) / ms.middle);
    LatencyLine {
        place: model.place,
        latency_ms: lengths().map(|tokens| model.latency_ms(tokens)).collect(),
        measured: measured.map(|tokens| (tokens, model.latency_ms(tokens))).collect(),
        wait_ms: model.wait_ms,
        think_ms: model.think_ms,
        tps: model.tps,
        fit: fit.filter(|fit| fit.is_finite()),
    }
}

/// Computes the chart.
pub(crate) fn by_length(contenders: &[&ContenderSummary], verdicts: &Verdicts) -> Lengths {
    let models: Vec<ModelledContender> =
        contenders.iter().filter_map(|one| Some((*one, one.latency?))).collect();
    let excluded = contenders.iter().filter(|one| one.latency.is_none()).map(|one| {
        let why = match (&one.ttft_ms, &one.answer_tokens) {
            (None, _) => "no first token known",
            (_, None) => "no answer, or its tokens were not counted",
            _ => "no output speed known",
        };
        Exclusion { place: one.place, why: why.to_owned() }
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
    Lengths {
        lengths: lengths().collect(),
        lines: models.iter().map(line).collect(),
        break_evens: pairs
            .iter()
            .map(|(a, b, ranges)| break_even(**a, **b, &ranges.ranges))
            .collect(),
        excluded: excluded.collect(),
        sentence: sentence(&models, &leaders),
        leaders,
    }
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
        first.sort_by(|a, b| at(a).total_cmp(&at(b)).then(b.tps.total_cmp(&a.tps)));
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

fn break_even(
    (a, own): ModelledContender,
    (b, other): ModelledContender,
    ranges: &[StandingRange],
) -> BreakEven {
    let settled: Vec<&StandingRange> = ranges
        .iter()
        .filter(|range| matches!(range.standing, Standing::Better | Standing::Worse))
        .collect();
    let a_first = settled.first().map_or_else(
        || own.latency_ms(SHORTEST) <= other.latency_ms(SHORTEST),
        |range| range.standing == Standing::Better,
    );
    let (shorter, longer) = if a_first { (a, b) } else { (b, a) };
    let is_first = |range: &StandingRange| (range.standing == Standing::Better) == a_first;
    let (mut tokens, mut ci) = (None, None);
    let whole = format::whole;
    let sentence = match (ranges, settled.as_slice()) {
        (_, []) => format!("{} and {} do not differ significantly at any length", a.name, b.name),
        ([_], [_]) => format!(
            "{} is faster than {} at every length from {} to {} tokens",
            shorter.name,
            longer.name,
            whole(SHORTEST),
            whole(LONGEST)
        ),
        // One is better at the shortest lengths, and the other at the longest.
        ([first, .., last], [before, after])
            if first == *before && last == *after && !is_first(after) =>
        {
            let (low, high) = (before.to, after.from);
            tokens = own.break_even(&other).map(|at| at.clamp(low, low.max(high)));
            ci = tokens.map(|_| Interval { low, high });
            if whole(low) == whole(high) {
                format!(
                    "Shorter than {} tokens choose {}, longer choose {}",
                    whole(low),
                    shorter.name,
                    longer.name
                )
            } else {
                format!(
                    "Shorter than {} tokens choose {}, longer than {} choose {}; in between they do not differ \
                     significantly",
                    whole(low),
                    shorter.name,
                    whole(high),
                    longer.name
                )
            }
        }
        (_, several) => {
            let each = several.iter().map(|range| {
                let (one, other) =
                    if is_first(range) { (shorter, longer) } else { (longer, shorter) };
                format!("{} is faster than {} {}", one.name, other.name, in_words(range))
            });
            let each: Vec<String> = each.collect();
            let all = each.join("; ");
            format!("{all}; at other lengths they do not differ significantly")
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
        sentence: format!("{sentence}{}.", claimed.rest_on(models.iter())),
    }
}

fn in_words(range: &StandingRange) -> String {
    let whole = format::whole;
    match (range.from <= SHORTEST, range.to >= LONGEST) {
        (true, _) => format!("up to {} tokens", whole(range.to)),
        (false, true) => format!("from {} tokens on", whole(range.from)),
        (false, false) => format!("from {} to {} tokens", whole(range.from), whole(range.to)),
    }
}

fn sentence(models: &[ModelledContender], leaders: &[Leader]) -> String {
    let named = |place: u32| {
        models.iter().find(|(one, _)| one.place == place).map_or("", |(one, _)| one.name.as_str())
    };
    let whole = format::whole;
    let text = match leaders {
        [] => return "No contender has both a TTFT and a speed.".to_owned(),
        [_] if models.len() == 1 => {
            let (one, model) = match models.first() {
                Some((one, model)) => (*one, model),
                None => return String::new(),
            };
            format!(
                "{} takes {} and {} for each 100 tokens",
                one.name,
                format::seconds(model.start_ms()),
                format::seconds(1e5 / model.tps)
            )
        }
        [one] if one.tied.is_empty() => format!(
            "{} is fastest at every length from {} to {} tokens",
            named(one.place),
            whole(one.from),
            whole(one.to)
        ),
        [one] => format!("At no length is one fastest: {}", among(one, named)),
        several => {
            let said = |leader: &Leader| {
                if leader.tied.is_empty() {
                    format!("{} is fastest", named(leader.place))
                } else {
                    among(leader, named)
                }
            };
            // Of long lists only the first and the number are said, so that consecutive ones may read the same.
            // A range between two pairs' break-evens may be too short to be told by whole tokens.
            let told: Vec<&Leader> =
                several.iter().filter(|one| whole(one.from) != whole(one.to)).collect();
            let parts = told.chunk_by(|a, b| said(a) == said(b)).filter_map(|alike| {
                let (first, last) = (alike.first()?, alike.last()?);
                let range = match (first.from <= SHORTEST, last.to >= LONGEST) {
                    (true, true) => "at every length".to_owned(),
                    (true, false) => format!("up to {} tokens", whole(last.to)),
                    (false, true) => format!("longer than {} tokens", whole(first.from)),
                    (false, false) => format!("from {} to {}", whole(first.from), whole(last.to)),
                };
                Some(format!("{range} {}", said(first)))
            });
            let joined = parts.collect::<Vec<_>>().join("; ");
            let mut letters = joined.chars();
            letters.next().map_or_else(String::new, |first| {
                first.to_uppercase().chain(letters).collect::<String>()
            })
        }
    };
    let claimed = ClaimedLengths::every_answer();
    format!("{text}{}.", claimed.rest_on(models.iter().map(|(_, model)| model)))
}

/// `a, b and c do not differ significantly`, for contenders that lead a range together.
fn among<'a>(leader: &Leader, named: impl Fn(u32) -> &'a str) -> String {
    let all: Vec<&str> =
        std::iter::once(leader.place).chain(leader.tied.iter().copied()).map(named).collect();
    // A long list of names says less than how many there are.
    if all.len() > 4 {
        let first = all.first().copied().unwrap_or_default();
        return format!("{first} and {} others do not differ significantly", all.len() - 1);
    }
    format!("{} do not differ significantly", format::list(&all))
}

#[cfg(test)]
#[path = "predict_tests.rs"]
mod tests;
