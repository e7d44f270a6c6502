//! Cost against speed: the Pareto frontier, and which contender is dominated by which.

use std::iter::once;

use measure::{Amount, Better, Metric, Phrase, percentile};
use serde::Serialize;

use crate::contender::ContenderSummary;
use crate::cost_speed_axes::{AxisPlace, CostOf, SpeedBy};
use crate::exclusion::Exclusion;
use crate::failures::failures_beside;
use crate::group::ranked_speed;
use crate::least_right::OftenRight;
use crate::metric_summary::{MetricSummary, amount, better, speed};
use crate::prompt_ends;
use crate::standing::Standing;
use crate::undecided::{Undecided, and, pairs_told};
use crate::verdicts::Verdicts;
use crate::wording::{cards, contenders as lacking, cost_speed as say};

/// A contender in the chart.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct CostSpeedMark {
    /// Which contender.
    pub place: u32,
    /// Its cost.
    pub x: AxisPlace,
    /// Its speed.
    pub y: AxisPlace,
    /// Whether it rests on fewer than five samples.
    pub weak: bool,
    /// Whether no contender dominates it.
    pub on_frontier: bool,
    /// Whether it is at least as good as the median of the shown contenders, in both cost and speed.
    pub attractive: bool,
    /// Contenders that are significantly better in one and significantly better or alike in the other, cheapest first.
    pub dominated_by: Vec<u32>,
    /// The same in one sentence.
    pub sentence: Phrase,
}

/// The chart.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct CostSpeed {
    /// What the costs refer to.
    pub cost_of: CostOf,
    /// The meaning of speed.
    pub speed_by: SpeedBy,
    /// Id of the metric that measures speed.
    pub speed: &'static str,
    /// Input tokens per output token in a blended price.
    pub blend: f64,
    /// Contenders with both a cost and a speed.
    pub marks: Vec<CostSpeedMark>,
    /// The frontier, from the cheapest upwards.
    pub frontier: Vec<u32>,
    /// Median cost of the shown contenders; absent below three, where a quadrant adds nothing.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub median_x: Option<f64>,
    /// Median speed of the shown contenders; absent if `median_x` is.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub median_y: Option<f64>,
    /// Contenders without both.
    pub excluded: Vec<Exclusion>,
    /// The result in one sentence.
    pub sentence: Phrase,
}

/// How one stands to another in cost and speed together: better in one, and better or alike in the other, is dominance, and who is worse
/// in one does not dominate.
fn in_both((cost, speed): (Standing, Standing)) -> Standing {
    let both = [speed, cost];
    let any = |standing| both.contains(&standing);
    if any(Standing::Worse) {
        return Standing::Worse;
    }
    let mut open = both
        .into_iter()
        .filter(|own| !matches!(own, Standing::Better | Standing::Alike | Standing::Unsettled));
    match open.next() {
        Some(why) => why,
        None if any(Standing::Unsettled) => Standing::Unsettled,
        None if any(Standing::Better) => Standing::Better,
        None => Standing::Alike,
    }
}

/// What speed means unless somebody chooses: answers of a few tokens have no output speed, and their time is what is left.
fn usual(contenders: &[&ContenderSummary], ranked: Metric) -> SpeedBy {
    let any = |metric| contenders.iter().any(|one| one.summary(metric).is_some());
    if any(ranked) || !any(Metric::LatencyMs) { SpeedBy::default() } else { SpeedBy::Latency }
}

/// Computes the chart. The frontier is Pareto's: the contenders that none dominates.
pub(crate) fn cost_speed(
    often_right: &OftenRight<'_>,
    cost_of: CostOf,
    speed_by: Option<SpeedBy>,
    blend: f64,
    verdicts: &Verdicts,
) -> CostSpeed {
    let contenders = &often_right.contenders;
    let ranked = ranked_speed(contenders);
    let speed_by = speed_by.unwrap_or_else(|| usual(contenders, ranked));
    let metric = speed_by.metric(ranked);
    let better = better(metric);
    let mut placed = Vec::new();
    let mut excluded = often_right.excluded.clone();
    for contender in contenders {
        let x = match cost_of {
            CostOf::Request => contender.cost_usd.as_ref().map(AxisPlace::of),
            CostOf::MillionTokens => contender
                .price
                .as_ref()
                .and_then(|price| price.blended(blend))
                .map(AxisPlace::exact),
        };
        match (x, contender.summary(metric)) {
            (Some(x), Some(y)) => placed.push((*contender, x, y)),
            (None, _) => excluded.push(Exclusion::of(contender, no_cost(contender, cost_of))),
            (_, None) => excluded.push(Exclusion::of(contender, lacking::no_metric(metric))),
        }
    }
    placed.sort_by(|(_, a, _), (_, b, _)| a.at.total_cmp(&b.at));
    let at: Vec<(f64, f64)> = placed.iter().map(|(_, x, y)| (x.at, y.middle)).collect();
    let median = |mut values: Vec<f64>| {
        values.sort_by(f64::total_cmp);
        (values.len() >= 3).then(|| percentile(&values, 0.5)).flatten()
    };
    let median_x = median(at.iter().map(|(x, _)| *x).collect());
    let median_y = median(at.iter().map(|(_, y)| *y).collect());
    let stands = |other: &ContenderSummary, contender: &ContenderSummary| {
        let cost = cost_of.standing((other, contender), blend, verdicts);
        let speed = verdicts.standing(other.place, contender.place, metric);
        (cost, speed)
    };
    let (mut marks, mut beaten) = (Vec::new(), Vec::new());
    for (contender, x, y) in &placed {
        let own = (x.at, y.middle);
        let others: Vec<(&ContenderSummary, Standing)> = placed
            .iter()
            .filter(|(other, ..)| other.place != contender.place)
            .map(|(other, ..)| (*other, in_both(stands(other, contender))))
            .collect();
        let above = others.iter().filter(|(_, standing)| *standing == Standing::Better);
        let above: Vec<&ContenderSummary> = above.map(|(other, _)| *other).collect();
        let by = above.first().and_then(|first| {
            let index = placed.iter().position(|(other, ..)| other.place == first.place)?;
            let other = *at.get(index)?;
            let of = |metric| verdicts.ratio(contender.place, first.place, metric);
            let cost = of(Metric::CostUsd).filter(|_| cost_of == CostOf::Request);
            // Two that are compared by their shared runs and rounds are as far apart as those show.
            let ratios = (cost.unwrap_or(own.0 / other.0), of(metric).unwrap_or(own.1 / other.1));
            Some((*first, worse(ratios, stands(first, contender), speed_by)))
        });
        let in_quadrant = median_x.zip(median_y).is_some_and(|(mx, my)| {
            own.0 <= mx && if better == Better::Higher { own.1 >= my } else { own.1 <= my }
        });
        marks.push(CostSpeedMark {
            place: contender.place,
            x: *x,
            y: AxisPlace::of(y),
            weak: y.is_weak() || (cost_of == CostOf::Request && weak_cost(contender)),
            on_frontier: above.is_empty(),
            attractive: in_quadrant,
            dominated_by: above.iter().map(|other| other.place).collect(),
            sentence: mark_sentence((contender, own), (by.as_ref(), &others), (cost_of, metric)),
        });
        beaten.extend(by.map(|(by, how)| (*contender, by, how)));
    }
    let frontier = marks.iter().filter(|mark| mark.on_frontier).map(|mark| mark.place).collect();
    let pairs = placed.iter().enumerate().flat_map(|(index, (one, ..))| {
        placed.iter().skip(index + 1).map(move |(other, ..)| {
            let either = [in_both(stands(one, other)), in_both(stands(other, one))];
            let whys = [Standing::Untested, Standing::Incomparable, Standing::Contradicted];
            let why = whys.into_iter().find(|why| either.contains(why));
            (one.place, other.place, why.unwrap_or(Standing::Unsettled))
        })
    });
    let pairs: Vec<(u32, u32, Standing)> = pairs.collect();
    let sentence = sentence(&placed, &marks, (&beaten, &pairs), left_out(often_right, &excluded));
    CostSpeed {
        cost_of,
        speed_by,
        speed: metric.id(),
        blend,
        marks,
        frontier,
        median_x,
        median_y,
        excluded,
        sentence,
    }
}

fn weak_cost(contender: &ContenderSummary) -> bool {
    contender.cost_usd.as_ref().is_none_or(MetricSummary::is_weak)
}

fn no_cost(contender: &ContenderSummary, cost_of: CostOf) -> Phrase {
    let hourly = contender.price.as_ref().is_some_and(|price| price.per_hour.is_some());
    match cost_of {
        CostOf::MillionTokens if hourly => lacking::by_the_hour(),
        CostOf::MillionTokens => lacking::no_price(),
        CostOf::Request => lacking::no_cost(),
    }
}

/// How a contender compares with one that dominates it: the ratios of its cost and speed to those of the other, where they
/// differ significantly.
fn worse(
    (cost_ratio, speed_ratio): (f64, f64),
    (cost, speed): (Standing, Standing),
    speed_by: SpeedBy,
) -> Phrase {
    let price = if cost != Standing::Better {
        say::same_price()
    } else if cost_ratio.is_finite() {
        // Exact prices can differ by less than a factor shows.
        let times = Amount::near_times(cost_ratio);
        if is_shown_as_one(times) { say::just_above() } else { say::times_price(times) }
    } else {
        say::not_free()
    };
    let times = Amount::near_times(speed_ratio);
    let speed = match speed_by {
        _ if speed != Standing::Better => say::same_speed(),
        SpeedBy::TokensPerSecond | SpeedBy::OwnTokensPerSecond => say::times_speed(times),
        SpeedBy::Latency => say::times_time(times),
    };
    lacking::commas(price, speed)
}

/// Whether a factor reads as if nothing differed.
pub(crate) fn is_shown_as_one(times: Amount) -> bool {
    times.to_string() == "1.00×"
}

/// Who dominates a contender, and how.
type BeatenBy<'a> = (&'a ContenderSummary, Phrase);

fn mark_sentence(
    (contender, own): (&ContenderSummary, (f64, f64)),
    (by, others): (Option<&BeatenBy<'_>>, &[(&ContenderSummary, Standing)]),
    (cost_of, metric): (CostOf, Metric),
) -> Phrase {
    let cost = |usd: f64| match cost_of {
        CostOf::Request => match contender.climbed {
            Some(climbed) => {
                say::a_request_of_chain(Amount::dollars(usd), climbed.into(), contender.good.into())
            }
            None => say::a_request(Amount::dollars(usd)),
        },
        CostOf::MillionTokens => say::per_million(Amount::dollars(usd)),
    };
    let of_speed = |value: f64| match metric {
        Metric::LatencyMs => cards::figure(amount(metric, value).into()),
        metric => speed(metric, value),
    };
    let costs = contender.at_ends(Metric::CostUsd).filter(|_| cost_of == CostOf::Request);
    let cost = prompt_ends::figure(own.0, costs, &cost);
    let speed = prompt_ends::figure(own.1, contender.at_ends(metric), &of_speed);
    let named = others.iter().map(|(other, standing)| {
        // Who is worse in one of the two is known not to be better in both.
        let is_known = matches!(standing, Standing::Worse);
        (other.name.clone(), if is_known { Standing::Better } else { *standing })
    });
    let undecided = Undecided::of(contender.name.clone(), named);
    let so = match by {
        None => {
            let main = match undecided.first() {
                None | Some((Standing::Unsettled, _)) => say::unbeaten(),
                Some((Standing::Untested, _)) => say::untested(),
                Some(_) => say::unshown(),
            };
            Phrase::clauses(once(main).chain(undecided.rest()))
        }
        Some((other, how)) => say::beaten(other.name.clone(), how.clone()),
    };
    let so = match failures_beside(contender) {
        Some(failures) => cards::lead(so, Some(failures)),
        None => so,
    };
    say::mark(contender.name.clone(), cost, speed, so)
}

/// Who is dominated, by whom, and how.
type Domination<'a> = (&'a ContenderSummary, &'a ContenderSummary, Phrase);

/// Who is not in the chart, each with why.
enum LeftOut {
    Nobody,
    ForLacks(Vec<Phrase>),
    /// Some of them.
    ForWrongAnswers(Vec<Phrase>),
}

/// The most contenders of whom a sentence says why they are left out.
const NAMED: usize = 3;

fn left_out(often_right: &OftenRight<'_>, excluded: &[Exclusion]) -> LeftOut {
    let named = |exclusion: &Exclusion| {
        let one = often_right.all.iter().find(|one| one.place == exclusion.place)?;
        Some(say::left_out(one.name.clone(), exclusion.why.clone()))
    };
    let more = excluded.len().saturating_sub(NAMED);
    let more = (more > 0).then(|| say::more_left_out(more.into()));
    let told = excluded.iter().take(NAMED).filter_map(named).chain(more).collect();
    match (excluded, often_right.excluded.as_slice()) {
        ([], _) => LeftOut::Nobody,
        (_, []) => LeftOut::ForLacks(told),
        _ => LeftOut::ForWrongAnswers(told),
    }
}

fn sentence(
    placed: &[(&ContenderSummary, AxisPlace, &MetricSummary)],
    marks: &[CostSpeedMark],
    (beaten, pairs): (&[Domination<'_>], &[(u32, u32, Standing)]),
    left_out: LeftOut,
) -> Phrase {
    if marks.is_empty() {
        return if matches!(left_out, LeftOut::ForLacks(_)) {
            say::all_lack()
        } else {
            say::nobody()
        };
    }
    let named = |mark: &CostSpeedMark| {
        let one = placed.iter().find(|(one, ..)| one.place == mark.place);
        one.map(|(one, ..)| one.name.clone())
    };
    let frontier: Vec<Phrase> =
        marks.iter().filter(|mark| mark.on_frontier).filter_map(named).collect();
    let is_untested = pairs.iter().all(|(.., why)| *why == Standing::Untested);
    let of = |place: u32| placed.iter().find(|(one, ..)| one.place == place);
    let named_by_place =
        |place: u32| of(place).map_or_else(|| Phrase::sentences([]), |(one, ..)| one.name.clone());
    let text = match (frontier.as_slice(), marks.len()) {
        ([one], 1) => match left_out {
            LeftOut::Nobody => say::alone(one.clone()),
            LeftOut::ForLacks(others) | LeftOut::ForWrongAnswers(others) => {
                say::only_one_placed(one.clone(), others)
            }
        },
        (several, all) if several.len() == all && is_untested => {
            say::untested_on_frontier(frontier)
        }
        (several, all) if several.len() == all => {
            let any_tested = pairs.iter().any(|(.., why)| *why == Standing::Unsettled);
            let said = if any_tested { say::all_on_frontier } else { say::unshown_on_frontier };
            said(frontier, and(pairs_told(pairs, &named_by_place), None))
        }
        _ => say::on_frontier(frontier),
    };
    let Some((one, by, how)) = beaten.first() else { return text };
    let more = beaten.len() - 1;
    let more = (more > 0).then(|| say::more_beaten(more.into()));
    let is_beaten = say::is_beaten(one.name.clone(), by.name.clone(), how.clone(), more);
    Phrase::sentences([text, is_beaten])
}

#[cfg(test)]
#[path = "cost_speed_tests.rs"]
mod tests;
