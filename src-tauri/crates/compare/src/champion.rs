//! The cards at the top: which contender leads by which number, and by how much or with whom it ties.

use measure::{Better, Metric, format};
use serde::Serialize;

use crate::contender::ContenderSummary;
use crate::cost_speed::{CostOf, factor as format_factor};
use crate::failures::failures_beside;
use crate::group::ranked_speed;
use crate::latency_model::LatencyModel;
use crate::measured_lengths::ClaimedLengths;
use crate::metric_summary::{MetricSummary, speed_text};
use crate::request::float;
use crate::verdicts::{Standing, Verdicts};
use crate::what_if::{estimate, loop_standing};
use crate::workload::Workload;

/// One card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, specta::Type)]
pub struct Champion {
    /// Name of the number.
    pub title: String,
    /// Place of the contender with the best value; absent if no contender has the number.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<u32>,
    /// The leader's value.
    pub figure: String,
    /// How far ahead it is, or with whom it ties.
    pub lead: String,
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
    /// The metric, if the number is measured: how far apart two are is then what their shared runs and rounds show, and not the ratio
    /// of the medians, between which other prompts may lie.
    measured: Option<(Metric, &'a Verdicts)>,
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
    let first_token = card(
        "First token",
        measured(Metric::TtftMs),
        Better::Lower,
        &|value, measured| {
            let p50 = if measured { "TTFT p50 " } else { "" };
            format!("{p50}{}", format::seconds(value))
        },
        &Comparison {
            standing: &stands(Metric::TtftMs),
            measured: Some((Metric::TtftMs, verdicts)),
        },
    );
    let speed = ranked_speed(contenders);
    let fastest = card(
        "Fastest writing",
        measured(speed),
        Better::Higher,
        &|tps, _| speed_text(speed, tps),
        &Comparison { standing: &stands(speed), measured: Some((speed, verdicts)) },
    );
    let loops = contenders.iter().filter_map(|one| {
        Some(Candidate { one, value: estimate(one, workload).loop_ms?, summary: None })
    });
    let models: Vec<LatencyModel> = contenders.iter().filter_map(|one| one.latency).collect();
    let mut agent = card(
        &format!("Best for {}", format::several(workload.steps as usize, "step")),
        loops.collect(),
        Better::Lower,
        &|ms, _| format!("{} a loop", format::span(ms)),
        &Comparison { standing: &|a, b| loop_standing((a, b), workload, verdicts), measured: None },
    );
    if agent.place.is_some() {
        agent.lead += &ClaimedLengths::of_loop(workload).rest_on(models.iter());
    }
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
    let title = if floor > 0.0 {
        let speed = speed_text(ranked_speed(contenders), floor);
        format!("Cheapest above {}", speed.replace(".0 ", " "))
    } else {
        "Cheapest".to_owned()
    };
    let unit = match cost_of {
        CostOf::Request => "a request",
        CostOf::MillionTokens => "per million, blended",
    };
    let cheapest = card(
        &title,
        candidates.collect(),
        Better::Lower,
        &|usd, _| format!("{} {unit}", format::dollars(usd)),
        &Comparison {
            standing: &|a, b| cost_of.standing((a, b), blend, verdicts),
            measured: (cost_of == CostOf::Request).then_some((Metric::CostUsd, verdicts)),
        },
    );
    // A median below the floor may be there by luck.
    let may_reach = |one: &ContenderSummary| {
        let speed = one.summary(one.ranked_speed);
        speed.is_some_and(|speed| speed.spread.ci.is_none_or(|ci| ci.high >= floor))
    };
    let of_card = |usd: f64| {
        let own = priced.iter().find(|(one, ..)| Some(one.place) == cheapest.place);
        own.is_some_and(|(_, own, _)| usd < *own)
    };
    let others =
        priced.iter().filter(|(one, usd, tps)| *tps < floor && of_card(*usd) && may_reach(one));
    let names: Vec<&str> = others.map(|(one, ..)| one.name.as_str()).collect();
    if names.is_empty() {
        return cheapest;
    }
    let (verb, may) = if names.len() == 1 { ("costs", "may") } else { ("cost", "may all") };
    let lead = format!("{} {verb} less and {may} write as fast", format::list(&names));
    Champion { lead, tie: true, ..cheapest }
}

fn card(
    title: &str,
    mut candidates: Vec<Candidate<'_>>,
    better: Better,
    text: &dyn Fn(f64, bool) -> String,
    compared: &Comparison<'_>,
) -> Champion {
    candidates.sort_by(|a, b| match better {
        Better::Lower => a.value.total_cmp(&b.value),
        Better::Higher => b.value.total_cmp(&a.value),
    });
    let Some((first, others)) = candidates.split_first() else {
        return Champion {
            title: title.to_owned(),
            place: None,
            figure: String::new(),
            lead: "unknown".to_owned(),
            tie: false,
        };
    };
    let figure = match first.summary {
        Some(summary) if summary.is_weak() => {
            format!(
                "{} in {}",
                text(first.value, false),
                format::several(summary.spread.n as usize, "sample")
            )
        }
        _ => text(first.value, true),
    };
    let (mut lead, tie) = lead(first, others, better, compared);
    lead += &failures_beside(first.one);
    Champion { title: title.to_owned(), place: Some(first.one.place), figure, lead, tie }
}

/// How far ahead the first is, or who it is not ahead of.
fn lead(
    first: &Candidate<'_>,
    others: &[Candidate<'_>],
    better: Better,
    compared: &Comparison<'_>,
) -> (String, bool) {
    let Some(next) = others.first() else { return ("nothing to compare with".to_owned(), false) };
    let of = |wanted: &[Standing]| -> Vec<&Candidate<'_>> {
        let is_wanted =
            |other: &&Candidate<'_>| wanted.contains(&(compared.standing)(first.one, other.one));
        others.iter().filter(is_wanted).collect()
    };
    // A contender that is significantly worse by the pair's own metric cannot lead either.
    let unsettled = of(&[Standing::Unsettled, Standing::Worse]);
    let alike = of(&[Standing::Alike]);
    if !unsettled.is_empty() {
        // Where too few observations carry an interval, no difference was tested: the medians may lie far apart.
        let is_untested = |other: &Candidate<'_>| {
            compared.measured.is_some_and(|(metric, verdicts)| {
                verdicts.is_unknown(first.one.place, other.one.place, metric)
            })
        };
        let why = if unsettled.iter().all(|other| is_untested(other)) {
            "too few runs, rounds or waves to compare with"
        } else {
            "no significant lead over"
        };
        return (format!("{why} {}", several(&unsettled)), true);
    }
    if !alike.is_empty() {
        return (format!("within 2 % of {}", several(&alike)), true);
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
    let factor = ahead.map(format_factor).filter(|factor| factor != "1.00×");
    let lead = factor.map_or_else(|| "ahead of".to_owned(), |factor| format!("{factor} ahead of"));
    (format!("{lead} {}", next.one.name), false)
}

/// Two names, or the first of several and how many there are.
fn several(them: &[&Candidate<'_>]) -> String {
    match them {
        [first, _, _, ..] => format!("{} and {} others", first.one.name, them.len() - 1),
        few => format::list(&few.iter().map(|other| &other.one.name).collect::<Vec<_>>()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{gathered, point, settled, sixteen};
    use crate::request::MeasuredRequest;

    fn cards(points: &[MeasuredRequest]) -> Vec<Champion> {
        let groups = gathered(points);
        let all: Vec<&ContenderSummary> = groups.iter().map(|group| &group.contender).collect();
        champions(&all, (CostOf::MillionTokens, 3.0), &Workload::default(), &settled(&groups))
    }

    fn text(card: &Champion) -> (&str, Option<u32>, &str, &str) {
        (&card.title, card.place, &card.figure, &card.lead)
    }

    #[test]
    fn each_card_names_the_leader_its_number_and_its_lead() {
        let points = [
            sixteen("a", 180.0, 276.0, (0.59, 0.79)),
            sixteen("b", 310.0, 2_096.0, (0.6, 1.8)),
            sixteen("c", 240.0, 66.0, (0.1, 0.3)),
        ];
        let cards = cards(&points.concat());
        assert_eq!(
            cards.iter().map(text).collect::<Vec<_>>(),
            [
                ("First token", Some(0), "TTFT p50 0.18 s", "1.33× ahead of c"),
                ("Fastest writing", Some(1), "2,096 tok/s", "7.6× ahead of a"),
                (
                    "Cheapest above 200 tok/s",
                    Some(0),
                    "$0.64 per million, blended",
                    "1.41× ahead of b"
                ),
                (
                    "Best for 20 steps",
                    Some(1),
                    "9.06 s a loop",
                    "2.8× ahead of a (predicted from answers of 100 tokens and prompts of 1,000 uncached tokens)"
                ),
            ],
            "two of three reach 200 tok/s; 20 · (0.31 + 300 ÷ 2,096) s"
        );
    }

    #[test]
    fn an_insignificant_difference_is_a_tie() {
        let points =
            [sixteen("a", 180.0, 100.0, (1.0, 1.0)), sixteen("b", 181.0, 100.0, (1.0, 1.0))];
        let cards = cards(&points.concat());
        assert!(cards.iter().all(|card| card.tie), "one of 180 is no lead: {cards:?}");
        assert_eq!(cards[0].lead, "within 2 % of b", "and is called so");
    }

    #[test]
    fn too_few_samples_lead_nobody() {
        let slow = MeasuredRequest { ttft_ms: Some(900.0), ..point("b") };
        let card = cards(&[point("a"), slow]).swap_remove(0);
        assert_eq!(card.figure, "0.20 s in 1 sample", "how many there are");
        assert_eq!(
            (card.lead.as_str(), card.tie),
            ("too few runs, rounds or waves to compare with b", true),
            "so"
        );
    }

    #[test]
    fn a_cheaper_one_just_below_the_floor_may_reach_it() {
        let around = |name: &str, tps: f64, usd: f64| {
            let mut points = sixteen(name, 200.0, tps, (usd, usd));
            for (point, by) in points.iter_mut().zip([0.9, 1.1].into_iter().cycle()) {
                point.decode_tps = Some(tps * by);
            }
            points
        };
        let card =
            |tps| cards(&[around("a", 70.0, 1.0), around("b", tps, 0.5)].concat()).swap_remove(2);
        let near = card(59.0);
        assert_eq!(
            (near.title.as_str(), near.place, near.lead.as_str(), near.tie),
            ("Cheapest above 60 tok/s", Some(0), "b costs less and may write as fast", true),
            "53 to 65 tok/s hold the floor"
        );
        assert_eq!(card(30.0).lead, "nothing to compare with", "surely slower");
    }

    #[test]
    fn alone_and_unknown_are_reported_as_such() {
        let cards = cards(&[point("a")]);
        assert_eq!(cards[0].lead, "nothing to compare with", "one contender");
        assert_eq!(cards[2].title, "Cheapest", "above no speed, where nobody has a price");
        assert_eq!((cards[2].place, cards[2].lead.as_str()), (None, "unknown"), "price");
    }
}
