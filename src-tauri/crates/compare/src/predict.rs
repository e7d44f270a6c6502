//! Predicted latency by answer length, and the lengths at which the fastest contender changes.
//!
//! `latency(n) = TTFT + thinking + n ÷ output speed`, the formula that published comparisons agree on, with measured
//! medians. `n` is the number of answer tokens; thinking is its measured duration.

use measure::format;
use serde::Serialize;

use crate::contender::ContenderSummary;
use crate::cost_speed::Exclusion;

/// Shortest answer length, in tokens.
pub(crate) const SHORTEST: f64 = 16.0;
/// Longest answer length, in tokens.
pub(crate) const LONGEST: f64 = 8_192.0;
/// Number of lengths per doubling.
const PER_DOUBLING: u32 = 4;

/// Lengths from the shortest to the longest, evenly spaced on a log scale.
pub(crate) fn lengths() -> impl Iterator<Item = f64> {
    let doublings = (LONGEST / SHORTEST).log2();
    let steps = doublings * f64::from(PER_DOUBLING);
    (0..).map(f64::from).take_while(move |step| *step <= steps).map(|step| {
        let length = SHORTEST * (step / f64::from(PER_DOUBLING)).exp2();
        length.round()
    })
}

/// The latency model of a contender.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LatencyModel {
    /// Which contender.
    pub place: u32,
    /// Time to first token, in milliseconds.
    pub wait_ms: f64,
    /// Visible thinking, in milliseconds.
    pub think_ms: f64,
    /// Output speed, in tokens per second.
    pub tps: f64,
    /// Lengths of the shortest and longest measured answers, in tokens.
    pub measured: (f64, f64),
}

impl LatencyModel {
    /// The model of a contender; `None` if its TTFT or speed is unknown.
    pub(crate) fn of(contender: &ContenderSummary) -> Option<Self> {
        let lengths = &contender.answer_tokens.as_ref()?.spread;
        Some(Self {
            place: contender.place,
            wait_ms: contender.ttft_ms.as_ref()?.middle,
            think_ms: contender
                .thinking_ms
                .as_ref()
                .map_or(0.0, |thinking| thinking.middle.max(0.0)),
            tps: contender.decode_tps.as_ref()?.middle,
            measured: (lengths.min, lengths.max),
        })
        .filter(|pace| pace.tps > 0.0)
    }

    /// Time to the first answer token, in milliseconds.
    pub(crate) fn start_ms(&self) -> f64 {
        self.wait_ms + self.think_ms
    }

    /// Time to write `tokens`, in milliseconds.
    pub(crate) fn write_ms(&self, tokens: f64) -> f64 {
        tokens / self.tps * 1e3
    }

    /// Total latency, in milliseconds.
    pub(crate) fn latency_ms(&self, tokens: f64) -> f64 {
        self.start_ms() + self.write_ms(tokens)
    }

    /// Whether the length is within the measured range; otherwise the prediction is extrapolated.
    pub(crate) fn knows(&self, tokens: f64) -> bool {
        (self.measured.0..=self.measured.1).contains(&tokens)
    }

    /// The part of the line within the measured range, as tokens and milliseconds.
    fn measured_part(&self) -> Vec<(f64, f64)> {
        let (from, to) = self.measured;
        let between = lengths().filter(|tokens| *tokens > from && *tokens < to);
        let all = std::iter::once(from).chain(between).chain((to > from).then_some(to));
        all.map(|tokens| (tokens, self.latency_ms(tokens))).collect()
    }

    /// The length at which both take equally long: `n* = (start_B − start_A) ÷ (1/s_A − 1/s_B)`. `None` if the lines
    /// are parallel or cross outside the possible lengths.
    pub(crate) fn break_even(&self, other: &Self) -> Option<f64> {
        let per_token = 1e3 / self.tps - 1e3 / other.tps;
        let tokens = (other.start_ms() - self.start_ms()) / per_token;
        Some(tokens).filter(|tokens| tokens.is_finite() && *tokens >= 1.0)
    }
}

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
    /// Output speed, in tokens per second.
    pub tps: f64,
}

/// A range of lengths in which one contender is fastest.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Leader {
    /// Which contender.
    pub place: u32,
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
    /// The length in tokens; absent if one of them is faster at every length, or if they do not differ significantly.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<f64>,
    /// Whether the length is outside the measured range of either.
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

/// Computes the chart.
pub(crate) fn by_length(contenders: &[&ContenderSummary]) -> Lengths {
    let models: Vec<(&ContenderSummary, LatencyModel)> =
        contenders.iter().filter_map(|one| Some((*one, LatencyModel::of(one)?))).collect();
    let excluded = contenders.iter().filter(|one| LatencyModel::of(one).is_none()).map(|one| {
        let why = match (&one.ttft_ms, &one.answer_tokens) {
            (None, _) => "no first token known",
            (_, None) => "no answer, or its tokens were not counted",
            _ => "no output speed known",
        };
        Exclusion { place: one.place, why: why.to_owned() }
    });
    let lines = models.iter().map(|(_, pace)| LatencyLine {
        place: pace.place,
        latency_ms: lengths().map(|tokens| pace.latency_ms(tokens)).collect(),
        measured: pace.measured_part(),
        wait_ms: pace.wait_ms,
        think_ms: pace.think_ms,
        tps: pace.tps,
    });
    let leaders = leaders(&models.iter().map(|(_, pace)| *pace).collect::<Vec<_>>());
    let pairs = models
        .iter()
        .enumerate()
        .flat_map(|(index, a)| models.iter().skip(index + 1).map(move |b| break_even(*a, *b)));
    Lengths {
        lengths: lengths().collect(),
        lines: lines.collect(),
        break_evens: pairs.collect(),
        excluded: excluded.collect(),
        sentence: sentence(&models, &leaders),
        leaders,
    }
}

/// The fastest contender by range of lengths. From the shortest length on, the next leader is the faster contender
/// whose line is the next to cross the current leader's.
pub(crate) fn leaders(models: &[LatencyModel]) -> Vec<Leader> {
    let mut leaders = Vec::new();
    let mut from = SHORTEST;
    let first = models.iter().min_by(|a, b| {
        let at = |pace: &LatencyModel| pace.latency_ms(from);
        at(a).total_cmp(&at(b)).then(b.tps.total_cmp(&a.tps))
    });
    let Some(mut leader) = first else { return leaders };
    loop {
        let next = models
            .iter()
            .filter(|other| other.tps > leader.tps)
            .filter_map(|other| Some((other, leader.break_even(other)?)))
            .filter(|(_, tokens)| *tokens >= from && *tokens < LONGEST)
            .min_by(|(a, x), (b, y)| x.total_cmp(y).then(b.tps.total_cmp(&a.tps)));
        let to = next.map_or(LONGEST, |(_, tokens)| tokens);
        leaders.push(Leader { place: leader.place, from, to });
        let Some((other, tokens)) = next else { return leaders };
        (leader, from) = (other, tokens);
    }
}

fn break_even(
    (a, own): (&ContenderSummary, LatencyModel),
    (b, other): (&ContenderSummary, LatencyModel),
) -> BreakEven {
    let alike = |x: Option<&_>, y: Option<&_>| {
        x.zip(y).is_some_and(|(x, y): (&crate::MetricSummary, &crate::MetricSummary)| x.ties(y))
    };
    let tie = alike(a.ttft_ms.as_ref(), b.ttft_ms.as_ref())
        && alike(a.decode_tps.as_ref(), b.decode_tps.as_ref());
    let tokens = own.break_even(&other).filter(|_| !tie);
    // Before the crossing, the one with the earlier start leads; without a crossing, the one that leads at any length.
    let a_first = match tokens {
        Some(_) => own.start_ms() <= other.start_ms(),
        None => own.latency_ms(SHORTEST) <= other.latency_ms(SHORTEST),
    };
    let (shorter, longer) = if a_first { (a, b) } else { (b, a) };
    let extrapolated = tokens.is_some_and(|tokens| !own.knows(tokens) || !other.knows(tokens));
    let sentence = match tokens {
        _ if tie => {
            format!("{} and {} do not differ significantly.", a.name, b.name)
        }
        None => format!("{} is faster than {} at every length.", shorter.name, longer.name),
        Some(tokens) => format!(
            "Shorter than {} tokens choose {}, longer choose {}{}.",
            format::whole(tokens),
            shorter.name,
            longer.name,
            if extrapolated { ", if both keep their pace beyond the measured lengths" } else { "" }
        ),
    };
    BreakEven { shorter: shorter.place, longer: longer.place, tokens, extrapolated, sentence }
}

fn sentence(models: &[(&ContenderSummary, LatencyModel)], leaders: &[Leader]) -> String {
    let named = |place: u32| {
        models.iter().find(|(one, _)| one.place == place).map_or("", |(one, _)| one.name.as_str())
    };
    let said = match leaders {
        [] => return "No contender has both a TTFT and a speed.".to_owned(),
        [_] if models.len() == 1 => {
            let (one, pace) = match models.first() {
                Some((one, pace)) => (*one, pace),
                None => return String::new(),
            };
            format!(
                "{} takes {} and {} for each 100 tokens.",
                one.name,
                format::seconds(pace.start_ms()),
                format::seconds(pace.write_ms(100.0))
            )
        }
        [one] => format!(
            "{} is fastest at every length from {} to {} tokens.",
            named(one.place),
            format::whole(one.from),
            format::whole(one.to)
        ),
        [first, rest @ ..] => {
            let first =
                format!("Up to {} tokens choose {}", format::whole(first.to), named(first.place));
            let rest = rest.iter().map(|leader| {
                if leader.to < LONGEST {
                    format!(", up to {} {}", format::whole(leader.to), named(leader.place))
                } else {
                    format!(", longer choose {}", named(leader.place))
                }
            });
            first + &rest.collect::<String>() + "."
        }
    };
    let from = models.iter().map(|(_, pace)| pace.measured.0).fold(f64::INFINITY, f64::min);
    let to = models.iter().map(|(_, pace)| pace.measured.1).fold(0.0, f64::max);
    if from <= SHORTEST && to >= LONGEST {
        return said;
    }
    let measured = if format::whole(from) == format::whole(to) {
        format::whole(to)
    } else {
        format!("{} to {}", format::whole(from), format::whole(to))
    };
    format!(
        "{said} Answers of {measured} tokens were measured; beyond that, the lines are extrapolated."
    )
}

#[cfg(test)]
#[path = "predict_tests.rs"]
mod tests;
