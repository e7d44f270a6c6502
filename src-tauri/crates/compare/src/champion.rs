//! The cards at the top: which contender leads by which number, and by how much or with whom it ties.

use measure::{Amount, Better, Metric, Phrase};
use serde::Serialize;

use crate::climbs::climbs_beside;
use crate::contender::ContenderSummary;
use crate::context_length;
use crate::cost_speed::is_shown_as_one;
use crate::cost_speed_axes::CostOf;
use crate::estimation::estimate;
use crate::failures::failures_beside;
use crate::group::ranked_speed;
use crate::latency_model::LatencyModel;
use crate::measured_lengths::ClaimedLengths;
use crate::metric_summary::{MetricSummary, speed};
use crate::prompt_ends;
use crate::request::float;
use crate::short_answers::short_beside;
use crate::standing::Standing;
use crate::undecided::Undecided;
use crate::verdicts::Verdicts;
use crate::what_if::{loop_standing, waits_with_cache};
use crate::wording::{cards as say, contenders as whom};
use crate::workload::Workload;

/// One card.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Champion {
    /// Name of the number.
    pub title: Phrase,
    /// Place of the contender with the best value; absent if no contender has the number.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<u32>,
    /// The leader's value.
    pub figure: Phrase,
    /// What that value feels like to a reader; absent where nobody feels it, and for prompts of very different lengths.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feels: Option<&'static str>,
    /// How far ahead it is, or with whom it ties.
    pub lead: Phrase,
    /// Whether it is not significantly better than every other, so that it is no champion.
    pub tie: bool,
}

/// Candidate speeds for "the cheapest above N tok/s".
const FLOORS: [f64; 8] = [2_000.0, 1_000.0, 500.0, 200.0, 100.0, 60.0, 30.0, 15.0];

/// A candidate for the lead: its value, and its spread if the value was measured.
struct Candidate<'a> {
    one: &'a ContenderSummary,
    value: f64,
    summary: Option<&'a MetricSummary>,
}

/// How two contenders compare in the number of a card.
struct Comparison<'a> {
    /// How the first compares with the second.
    standing: &'a dyn Fn(&ContenderSummary, &ContenderSummary) -> Standing,
    /// Whether what tells the two apart is one run of each.
    is_of_one_run_each: &'a dyn Fn(&ContenderSummary, &ContenderSummary) -> bool,
    /// The metric, if the number is measured: how far apart two are is then what their shared runs and rounds show, and not the ratio
    /// of the medians, between which other prompts may lie.
    measured: Option<(Metric, &'a Verdicts)>,
    /// What is said of one that is alone.
    alone: fn() -> Phrase,
}

/// Computes the cards.
pub(crate) fn champions(
    contenders: &[&ContenderSummary],
    (cost_of, blend): (CostOf, f64),
    workload: &Workload,
    verdicts: &Verdicts,
) -> Vec<Champion> {
    let measured = |metric: Metric| {
        let candidate = |one: &&'_ ContenderSummary| one.summary(metric).map(|own| own.middle);
        contenders
            .iter()
            .filter_map(|one| {
                Some(Candidate { one, value: candidate(one)?, summary: one.summary(metric) })
            })
            .collect::<Vec<_>>()
    };
    let stands = |metric| {
        move |a: &ContenderSummary, b: &ContenderSummary| {
            verdicts.standing(a.place, b.place, metric)
        }
    };
    let of_one_run =
        |a: &ContenderSummary, b: &ContenderSummary| verdicts.is_of_one_run_each(a.place, b.place);
    let first_token = card(
        say::first_token(),
        measured(Metric::TtftMs),
        Better::Lower,
        &|ms, is_measured| {
            let ttft = Amount::seconds(ms);
            if is_measured { say::ttft_p50(ttft) } else { say::figure(ttft.into()) }
        },
        &Comparison {
            standing: &stands(Metric::TtftMs),
            is_of_one_run_each: &of_one_run,
            measured: Some((Metric::TtftMs, verdicts)),
            alone: say::alone,
        },
    );
    let ranked = ranked_speed(contenders);
    let fastest = card(
        say::fastest_writing(),
        measured(ranked),
        Better::Higher,
        &|tps, _| speed(ranked, tps),
        &Comparison {
            standing: &stands(ranked),
            is_of_one_run_each: &of_one_run,
            measured: Some((ranked, verdicts)),
            alone: say::alone,
        },
    );
    let estimates: Vec<_> = contenders.iter().map(|one| (*one, estimate(one, workload))).collect();
    let loops = estimates
        .iter()
        .filter_map(|(one, own)| Some(Candidate { one, value: own.loop_ms?, summary: None }));
    let predicted = estimates.iter().filter(|(_, own)| own.loop_ms.is_some());
    let models: Vec<LatencyModel> = predicted.filter_map(|(one, _)| one.latency).collect();
    let mut agent = card(
        say::best_for(workload.steps.into()),
        loops.collect(),
        Better::Lower,
        &|ms, _| say::a_loop(Amount::span(ms)),
        &Comparison {
            standing: &|a, b| loop_standing((a, b), workload, verdicts),
            is_of_one_run_each: &of_one_run,
            measured: None,
            alone: say::alone,
        },
    );
    if agent.place.is_some() {
        let rest = ClaimedLengths::of_loop(workload).rest_on(models.iter());
        agent.lead = with(agent.lead, rest);
        let leader = contenders.iter().find(|one| Some(one.place) == agent.place);
        let is_cached = leader.is_some_and(|one| waits_with_cache(one));
        agent.lead = with(agent.lead, is_cached.then(say::with_cache));
    }
    let too_long: Vec<_> = estimates.iter().map(|(one, own)| (*one, own.too_long)).collect();
    agent.lead = with(agent.lead, context_length::told(&too_long));
    vec![first_token, fastest, cheapest(contenders, (cost_of, blend), verdicts), agent]
}

/// The cheapest contender above a speed floor: the highest floor reached by at least half of those with a price and a
/// speed.
fn cheapest(
    contenders: &[&ContenderSummary],
    (cost_of, blend): (CostOf, f64),
    verdicts: &Verdicts,
) -> Champion {
    let cost = |one: &ContenderSummary| cost_of.of(one, blend);
    let priced: Vec<(&ContenderSummary, f64, f64)> = contenders
        .iter()
        .filter_map(|one| Some((*one, cost(one)?, one.middle(one.ranked_speed)?)))
        .collect();
    let reach = |floor: f64| priced.iter().filter(|(.., tps)| *tps >= floor).count();
    let half = float(priced.len()) / 2.0;
    let floor = FLOORS.into_iter().find(|floor| reach(*floor) > 0 && float(reach(*floor)) >= half);
    let floor = floor.unwrap_or(0.0);
    let candidates =
        priced.iter().filter(|(.., tps)| *tps >= floor).map(|(one, usd, _)| Candidate {
            one,
            value: *usd,
            summary: one.cost_usd.as_ref().filter(|_| cost_of == CostOf::Request),
        });
    let title = match ranked_speed(contenders) {
        _ if floor <= 0.0 => say::cheapest(),
        Metric::NeutralTps => say::cheapest_above_o200k(floor.into()),
        _ => say::cheapest_above(floor.into()),
    };
    let of_one_run = |a: &ContenderSummary, b: &ContenderSummary| {
        cost_of == CostOf::Request && verdicts.is_of_one_run_each(a.place, b.place)
    };
    let cheapest = card(
        title,
        candidates.collect(),
        Better::Lower,
        &|usd, _| match cost_of {
            CostOf::Request => say::a_request(Amount::dollars(usd)),
            CostOf::MillionTokens => say::per_million(Amount::dollars(usd)),
        },
        &Comparison {
            standing: &|a, b| cost_of.standing((a, b), blend, verdicts),
            is_of_one_run_each: &of_one_run,
            measured: (cost_of == CostOf::Request).then_some((Metric::CostUsd, verdicts)),
            // Those below the floor have a cost as well.
            alone: if priced.len() > 1 { say::alone_above } else { say::alone },
        },
    );
    let leader = contenders.iter().copied().find(|one| Some(one.place) == cheapest.place);
    let of_the_floor = short_beside(leader.filter(|_| floor > 0.0));
    // A median below the floor may be there by luck; but not that of one who is known to write slower than the card's.
    let is_slower = |one: &ContenderSummary| {
        let stands = |place| verdicts.standing(one.place, place, one.ranked_speed);
        cheapest.place.is_some_and(|place| stands(place) == Standing::Worse)
    };
    let may_reach = |one: &ContenderSummary| {
        let speed = one.summary(one.ranked_speed);
        speed.is_some_and(|speed| match speed.spread.ci {
            Some(ci) => ci.high >= floor,
            None => !is_slower(one),
        })
    };
    let of_card = |usd: f64| {
        let own = priced.iter().find(|(one, ..)| Some(one.place) == cheapest.place);
        own.is_some_and(|(_, own, _)| usd < *own)
    };
    let others =
        priced.iter().filter(|(one, usd, tps)| *tps < floor && of_card(*usd) && may_reach(one));
    let knows = |one: &ContenderSummary| {
        one.summary(one.ranked_speed).is_some_and(|speed| speed.spread.ci.is_some())
    };
    let (known, unknown): (Vec<_>, Vec<_>) =
        others.map(|(one, ..)| *one).partition(|one| knows(one));
    let names = |of: &[&ContenderSummary]| of.iter().map(|one| one.name.clone()).collect();
    let known = match known.as_slice() {
        [] => None,
        [one] => Some(say::may_be_as_fast(one.name.clone())),
        several => Some(say::may_all_be_as_fast(names(several))),
    };
    let unknown = match unknown.as_slice() {
        [] => None,
        [one] => Some(say::how_fast_unknown(one.name.clone())),
        several => Some(say::how_fast_all_unknown(names(several))),
    };
    let open: Vec<Phrase> = known.into_iter().chain(unknown).collect();
    let card = if open.is_empty() {
        cheapest
    } else {
        let lead = with(Phrase::clauses(open), leader.and_then(failures_beside));
        let of_chain = leader.filter(|_| cost_of == CostOf::Request).and_then(climbs_beside);
        let lead = with(lead, of_chain);
        Champion { lead, tie: true, ..cheapest }
    };
    Champion { lead: with(card.lead, of_the_floor), ..card }
}

fn card(
    title: Phrase,
    mut candidates: Vec<Candidate<'_>>,
    better: Better,
    text: &dyn Fn(f64, bool) -> Phrase,
    compared: &Comparison<'_>,
) -> Champion {
    candidates.sort_by(|a, b| match better {
        Better::Lower => a.value.total_cmp(&b.value),
        Better::Higher => b.value.total_cmp(&a.value),
    });
    let Some((first, others)) = candidates.split_first() else {
        return Champion {
            title,
            place: None,
            figure: Phrase::sentences([]),
            feels: None,
            lead: say::unknown(),
            tie: false,
        };
    };
    let ends = compared.measured.and_then(|(metric, _)| first.one.at_ends(metric));
    let is_median = ends.is_none() && first.summary.is_none_or(|summary| !summary.is_weak());
    let value = prompt_ends::figure(first.value, ends, &|value| text(value, is_median));
    let figure = match first.summary {
        Some(summary) if summary.is_weak() => say::of_few(value, summary.spread.n.into()),
        _ => value,
    };
    let (lead, tie) = lead(first, others, better, compared);
    let is_of_one_run_each =
        others.first().is_some_and(|next| (compared.is_of_one_run_each)(first.one, next.one));
    let lead = with(lead, (!tie && is_of_one_run_each).then(say::in_one_run_each));
    let lead = with(lead, failures_beside(first.one));
    let is_cost = compared.measured.is_some_and(|(metric, _)| metric.adds_up());
    let lead = with(lead, climbs_beside(first.one).filter(|_| is_cost));
    let is_speed = compared.measured.is_some_and(|(metric, _)| metric == first.one.ranked_speed);
    let two = std::iter::once(first).chain(others.first()).map(|candidate| candidate.one);
    let lead = with(lead, is_speed.then(|| short_beside(two)).flatten());
    let feels = compared.measured.and_then(|(metric, _)| first.one.feels.get(metric.id()).copied());
    Champion { title, place: Some(first.one.place), figure, feels, lead, tie }
}

/// A lead with what follows it.
fn with(lead: Phrase, more: Option<Phrase>) -> Phrase {
    if more.is_some() { say::lead(lead, more) } else { lead }
}

/// How far ahead the first is, or who it is not ahead of.
fn lead(
    first: &Candidate<'_>,
    others: &[Candidate<'_>],
    better: Better,
    compared: &Comparison<'_>,
) -> (Phrase, bool) {
    let Some(next) = others.first() else { return ((compared.alone)(), false) };
    let standing = |other: &Candidate<'_>| (compared.standing)(first.one, other.one);
    let is_alike = |other: &&Candidate<'_>| standing(other) == Standing::Alike;
    let (alike, apart): (Vec<&Candidate<'_>>, Vec<_>) = others.iter().partition(is_alike);
    let undecided = apart.into_iter().map(|other| (other.one.name.clone(), standing(other)));
    let undecided = Undecided::of(first.one.name.clone(), undecided);
    let no_lead: Vec<Phrase> =
        undecided.by_why().filter_map(|(why, names)| no_lead(why, names)).collect();
    if !no_lead.is_empty() {
        return (Phrase::clauses(no_lead), true);
    }
    if !alike.is_empty() {
        let names: Vec<Phrase> = alike.iter().map(|other| other.one.name.clone()).collect();
        return (say::within_tie(several(&names)), true);
    }
    let own = |(metric, verdicts): (Metric, &Verdicts)| {
        verdicts.ratio(first.one.place, next.one.place, metric)
    };
    let ratio = compared
        .measured
        .and_then(own)
        .or_else(|| (first.value > 0.0 && next.value > 0.0).then(|| first.value / next.value));
    let ahead = ratio.map(|ratio| match better {
        Better::Lower => ratio.recip(),
        Better::Higher => ratio,
    });
    // Exact prices can differ by less than a factor shows.
    let times = ahead.map(Amount::near_times).filter(|times| !is_shown_as_one(*times));
    let name = next.one.name.clone();
    let lead = match times {
        Some(times) => say::times_ahead(times, name),
        None => say::ahead(name),
    };
    (lead, false)
}

/// Over whom there is no lead, and why; `None` for those over whom there is one.
fn no_lead(why: Standing, names: &[Phrase]) -> Option<Phrase> {
    let said = match why {
        Standing::Unsettled => say::no_lead,
        Standing::Untested => say::untested,
        Standing::Incomparable => say::incomparable,
        Standing::Contradicted => say::contradicted,
        Standing::Better | Standing::Worse | Standing::Alike => return None,
    };
    Some(said(several(names)))
}

/// Two names, or the first of several and how many there are.
fn several(names: &[Phrase]) -> Phrase {
    match names {
        [first, _, _, ..] => whom::first_of(first.clone(), (names.len() - 1).into()),
        few => say::names(few.to_vec()),
    }
}

#[cfg(test)]
#[path = "champion_tests.rs"]
mod tests;
