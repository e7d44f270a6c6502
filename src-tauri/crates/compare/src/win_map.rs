//! Best contender per job: output length on the x axis, value of one second on the y axis.
//!
//! The contender that minimises `cost(n) + value of a second × latency(n)` wins a cell. If time has no value the
//! cheapest wins; if it is valuable, the fastest.

use measure::{Amount, Phrase};
use serde::Serialize;

use crate::answer_lengths::lengths;
use crate::contender::ContenderSummary;
use crate::context_length::TooLong;
use crate::estimation::usd;
use crate::evidence::Middles;
use crate::exclusion::Exclusion;
use crate::latency_model::LatencyModel;
use crate::least_right::OftenRight;
use crate::measured_lengths::ClaimedLengths;
use crate::predicted_standing::RestsOn;
use crate::request::{float, small};
use crate::standing::Standing;
use crate::undecided::{Undecided, and};
use crate::verdicts::Verdicts;
use crate::what_if::{time_standing, waits_with_cache};
use crate::wording::{contenders as lacking, job as say};
use crate::workload::Workload;

/// Lowest value of a second on the map, in dollars.
const LEAST_USD: f64 = 1e-5;
/// Rows per decade, and number of decades.
const PER_DECADE: u32 = 4;
const DECADES: u32 = 5;

/// The map.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct WinMap {
    /// Output lengths, in tokens: the columns.
    pub lengths: Vec<f64>,
    /// Values of one second, in dollars: the rows, lowest first.
    pub values: Vec<f64>,
    /// The winner of each cell, row by row; empty if no contender can be placed.
    pub winners: Vec<Vec<u32>>,
    /// Whether the length of each cell, or the prompt, is outside the measured range of any contender on the map.
    pub extrapolated: Vec<Vec<bool>>,
    /// Whether each cell's winner is not significantly better than every other.
    pub tied: Vec<Vec<bool>>,
    /// The winner for the given workload; absent if none is significantly better than every other.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub here: Option<u32>,
    /// The share of cells that each contender wins significantly; contenders without any are omitted.
    pub shares: Vec<WinShare>,
    /// Contenders without a price or a speed.
    pub excluded: Vec<Exclusion>,
    /// The result in one sentence.
    pub sentence: Phrase,
}

/// A contender's share of the map.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, specta::Type)]
pub struct WinShare {
    /// Which contender.
    pub place: u32,
    /// Its cells ÷ all cells, 0 to 1.
    pub share: f64,
}

/// The values of a second in ascending order, evenly spaced on a log scale.
pub(crate) fn values() -> impl Iterator<Item = f64> {
    (0..=DECADES * PER_DECADE)
        .map(|step| LEAST_USD * 10_f64.powf(f64::from(step) / f64::from(PER_DECADE)))
}

/// A contender that can be placed, because its price and pace are known.
type PricedContender<'a> = (&'a ContenderSummary, LatencyModel);

/// The money and time of a request.
fn worth(
    one: &ContenderSummary,
    model: &LatencyModel,
    (in_tokens, out_tokens): (f64, f64),
    second_usd: f64,
) -> Option<(f64, f64)> {
    let cost = usd(one, model, in_tokens, out_tokens)?;
    Some((cost + second_usd * model.latency_of_ms(Some(in_tokens), out_tokens) / 1e3, cost))
}

/// A contender with what a request of it is worth.
type Worth<'a> = (&'a PricedContender<'a>, (f64, f64));

/// What a request is worth of each, the lowest cost + value of time first; on a draw, the cheapest.
fn in_order<'a>(
    priced: &'a [PricedContender<'a>],
    tokens: (f64, f64),
    second_usd: f64,
) -> Vec<Worth<'a>> {
    let mut known: Vec<Worth<'a>> = priced
        .iter()
        .filter_map(|each| Some((each, worth(each.0, &each.1, tokens, second_usd)?)))
        .collect();
    known.sort_by(|(_, a), (_, b)| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    known
}

/// A judgement of what requests of two are worth.
type Judgement<'a, T> = &'a dyn Fn(
    &Verdicts,
    (u32, u32),
    ((f64, f64), RestsOn<'_>),
    &dyn Fn(u32, &Middles) -> Option<f64>,
) -> T;

/// What it says of these two.
fn judged<T>(
    (best, own): Worth<'_>,
    (other, theirs): Worth<'_>,
    (tokens, second_usd): ((f64, f64), f64),
    judge: Judgement<'_, T>,
    verdicts: &Verdicts,
) -> T {
    // A lower price is certain; who costs as much or more is only better if faster.
    let rests_on = if own.1 < theirs.1 { RestsOn::Itself } else { RestsOn::Times };
    let places = (best.0.place, other.0.place);
    judge(verdicts, places, ((own.0, theirs.0), rests_on), &|place, middles| {
        let (one, model) = if place == best.0.place { best } else { other };
        Some(worth(one, &model.within(middles)?, tokens, second_usd)?.0)
    })
}

/// The contender of the lowest cost + value of time, and whether it is not significantly better than every other.
fn winner<'a>(
    priced: &'a [PricedContender<'a>],
    tokens: (f64, f64),
    second_usd: f64,
    verdicts: &Verdicts,
) -> Option<(&'a PricedContender<'a>, bool)> {
    let known = in_order(priced, tokens, second_usd);
    let (best, others) = known.split_first()?;
    let asked = (tokens, second_usd);
    let tied = others
        .iter()
        .any(|other| !judged(*best, *other, asked, &Verdicts::is_predicted_better, verdicts));
    Some((best.0, tied))
}

/// Computes the map for requests with the workload's input tokens.
pub(crate) fn win_map(
    often_right: &OftenRight<'_>,
    workload: &Workload,
    second_usd: f64,
    verdicts: &Verdicts,
) -> WinMap {
    let contenders = &often_right.contenders;
    let priced: Vec<PricedContender> = contenders
        .iter()
        .filter(|one| one.price.is_some())
        .filter(|one| !TooLong::is_request(one, workload))
        .filter_map(|one| Some((*one, one.latency?)))
        .collect();
    let excluded =
        contenders.iter().filter(|one| !priced.iter().any(|(p, _)| p.place == one.place));
    let excluded = excluded.map(|one| {
        let lack = if TooLong::is_request(one, workload) {
            lacking::reads_at_most(one.context.unwrap_or_default().into())
        } else if one.price.is_none() {
            lacking::no_price()
        } else {
            lacking::no_pace()
        };
        Exclusion::of(one, lack)
    });
    let (mut winners, mut extrapolated, mut tied) = (Vec::new(), Vec::new(), Vec::new());
    for value in values() {
        let row: Vec<(u32, bool, bool)> = lengths()
            .filter_map(|length| {
                let asked = (workload.in_tokens, length);
                let ((one, _), tied) = winner(&priced, asked, value, verdicts)?;
                let cell =
                    ClaimedLengths::of_request(&Workload { out_tokens: length, ..*workload });
                let is_beyond = priced.iter().any(|(_, model)| cell.are_beyond(model));
                Some((one.place, is_beyond, tied))
            })
            .collect();
        winners.push(row.iter().map(|(place, ..)| *place).collect());
        extrapolated.push(row.iter().map(|(_, extrapolated, _)| *extrapolated).collect());
        tied.push(row.iter().map(|(.., tied)| *tied).collect::<Vec<bool>>());
    }
    let shares = shares(&priced, &winners, &tied);
    let asked = (workload.in_tokens, workload.out_tokens);
    let here = winner(&priced, asked, second_usd, verdicts);
    let too_long = |one: &&&ContenderSummary| TooLong::is_request(one, workload);
    let too_long: Vec<Phrase> = contenders
        .iter()
        .filter(too_long)
        .filter_map(|one| Some(say::reads_at_most(one.name.clone(), one.context?.into())))
        .collect();
    let left_out =
        (!too_long.is_empty()).then(|| say::left_out(workload.in_tokens.into(), too_long));
    let any = winners.iter().any(|row: &Vec<u32>| !row.is_empty());
    WinMap {
        lengths: lengths().collect(),
        values: values().collect(),
        winners: if any { winners } else { Vec::new() },
        extrapolated: if any { extrapolated } else { Vec::new() },
        tied: if any { tied } else { Vec::new() },
        here: here.filter(|(_, tied)| !tied).map(|((one, _), _)| one.place),
        excluded: often_right.excluded.iter().cloned().chain(excluded).collect(),
        sentence: sentence(
            &priced,
            (&shares, here),
            (workload, second_usd),
            (left_out, often_right.excluded.is_empty()),
            verdicts,
        ),
        shares,
    }
}

fn shares(priced: &[PricedContender], winners: &[Vec<u32>], tied: &[Vec<bool>]) -> Vec<WinShare> {
    let all = winners.iter().map(Vec::len).sum();
    let mut shares: Vec<WinShare> = priced
        .iter()
        .filter_map(|(one, _)| {
            let cells = winners.iter().flatten().zip(tied.iter().flatten());
            let own = cells.filter(|(winner, tied)| **winner == one.place && !**tied).count();
            (own > 0).then(|| WinShare { place: one.place, share: float(own) / float(all) })
        })
        .collect();
    shares.sort_by(|a, b| b.share.total_cmp(&a.share));
    shares
}

fn sentence(
    priced: &[PricedContender],
    (shares, here): (&[WinShare], Option<(&PricedContender, bool)>),
    (workload, second_usd): (&Workload, f64),
    (left_out, are_all_right): (Option<Phrase>, bool),
    verdicts: &Verdicts,
) -> Phrase {
    let Some(((here, _), is_tied)) = here else {
        let nobody = if are_all_right { say::nobody } else { say::none_placed };
        return left_out.unwrap_or_else(nobody);
    };
    if small(priced.len()) == 1 {
        let said = match (&left_out, are_all_right) {
            (_, false) => say::only_one_placed,
            (Some(_), true) => say::alone_to_read,
            (None, true) => say::alone,
        };
        return Phrase::sentences(std::iter::once(said(here.name.clone())).chain(left_out));
    }
    let asked = (workload.in_tokens, workload.out_tokens);
    let known = in_order(priced, asked, second_usd);
    let others = known.iter().skip(1);
    let undecided = known.first().into_iter().flat_map(|best| {
        let stands = |other: &Worth<'_>| {
            judged(*best, *other, (asked, second_usd), &Verdicts::predicted, verdicts)
        };
        others.clone().map(move |other| (other.0.0.name.clone(), stands(other)))
    });
    let undecided = Undecided::of(here.name.clone(), undecided);
    let pairs = priced
        .iter()
        .enumerate()
        .flat_map(|(index, one)| priced.iter().skip(index + 1).map(move |other| (one.0, other.0)));
    let duration = |model: &LatencyModel| {
        Some(model.latency_of_ms(Some(workload.in_tokens), workload.out_tokens))
    };
    let stand: Vec<Standing> =
        pairs.map(|(one, other)| time_standing((one, other), verdicts, &duration)).collect();
    let are_all = |of: &dyn Fn(&Standing) -> bool| stand.iter().all(of);
    let is_untested = are_all(&|own| *own == Standing::Untested);
    let is_tested = are_all(&|own| {
        !matches!(own, Standing::Untested | Standing::Incomparable | Standing::Contradicted)
    });
    let named = |place: u32| priced.iter().find(|(one, _)| one.place == place).map(|(one, _)| one);
    let wins = |part: &WinShare| {
        Some(say::wins(named(part.place)?.name.clone(), Amount::share(part.share)))
    };
    let parts: Vec<Phrase> = shares.iter().filter_map(wins).collect();
    let rest_on = |claimed: ClaimedLengths| claimed.rest_on(priced.iter().map(|(_, model)| model));
    let (second, hour) = (Amount::dollars(second_usd), Amount::dollars(second_usd * 3_600.0));
    let tokens = workload.out_tokens.into();
    let rest = rest_on(ClaimedLengths::of_request(workload));
    let choice = match undecided.first() {
        _ if !is_tied => say::choose(second, hour, tokens, here.name.clone(), rest),
        Some((Standing::Untested, _)) => {
            say::unknown_choice(second, hour, tokens, and(undecided.rest(), rest))
        }
        Some((Standing::Incomparable | Standing::Contradicted, _)) => {
            say::choice_unshown(second, hour, tokens, and(undecided.rest(), rest))
        }
        _ => say::no_choice(second, hour, tokens, and(undecided.rest(), rest)),
    };
    let rest = rest_on(ClaimedLengths::every_answer_to(workload.in_tokens));
    let map = match shares.iter().map(|part| part.share).sum::<f64>() {
        _ if parts.is_empty() && is_untested => say::nowhere_tested(rest),
        _ if parts.is_empty() && is_tested => say::nowhere(rest),
        _ if parts.is_empty() => say::nowhere_shown(rest),
        all if all < 0.995 => say::partly(parts, rest),
        _ => say::wholly(parts, rest),
    };
    let cached = priced.iter().map(|(one, _)| *one).filter(|one| waits_with_cache(one));
    let cached: Vec<Phrase> = cached.map(|one| one.name.clone()).collect();
    let cached = (!cached.is_empty()).then(|| say::wait_with_cache(cached));
    Phrase::sentences([choice, map].into_iter().chain(left_out).chain(cached))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{gathered, is, point, settled, sixteen};
    use crate::request::MeasuredRequest;

    fn map(points: &[MeasuredRequest], second_usd: f64) -> WinMap {
        let groups = gathered(points);
        let all: Vec<&ContenderSummary> = groups.iter().map(|group| &group.contender).collect();
        win_map(
            &OftenRight::of(&all, None),
            &Workload { in_tokens: 0.0, out_tokens: 1_000.0, ..Workload::default() },
            second_usd,
            &settled(&groups),
        )
    }

    /// 1,000 tokens: cheap for $0.001 in 10 s, fast for $0.011 in 2 s. They are even at $0.00125 a second.
    fn two() -> Vec<MeasuredRequest> {
        [sixteen("cheap", 0.0, 100.0, (0.0, 1.0)), sixteen("fast", 0.0, 500.0, (0.0, 11.0))]
            .concat()
    }

    #[test]
    fn a_second_that_is_worth_little_goes_to_the_cheapest_and_one_worth_much_to_the_fastest() {
        assert_eq!(map(&two(), 0.0012).here, Some(0), "8 s are worth less than a cent");
        assert_eq!(map(&two(), 0.0013).here, Some(1), "8 s are worth more than a cent");
        let map = map(&two(), 0.0012);
        let corner = |row: Option<&Vec<u32>>| row.and_then(|row| row.first()).copied();
        assert_eq!(corner(map.winners.first()), Some(0), "the lowest value");
        assert_eq!(corner(map.winners.last()), Some(1), "the highest");
    }

    #[test]
    fn each_cell_goes_to_the_cheapest_in_money_and_time() {
        let points = [two(), sixteen("middle", 50.0, 200.0, (0.0, 3.0))].concat();
        let map = map(&points, 0.001);
        let cost = |place: u32, n: f64, value: f64| {
            let (start, tps, usd) =
                [(0.0, 100.0, 1.0), (0.0, 500.0, 11.0), (0.05, 200.0, 3.0)][place as usize];
            usd * n / 1e6 + value * (start + n / tps)
        };
        for (row, value) in map.winners.iter().zip(&map.values) {
            for (winner, n) in row.iter().zip(&map.lengths) {
                let best =
                    (0..3).map(|place| cost(place, *n, *value)).fold(f64::INFINITY, f64::min);
                assert!(is(cost(*winner, *n, *value), best), "{n} tokens at {value} a second");
            }
        }
        let all: f64 = map.shares.iter().map(|part| part.share).sum();
        assert!(is(all, 1.0), "the parts are the whole");
    }

    #[test]
    fn who_cannot_read_the_prompt_is_not_on_the_map_and_named() {
        let mut points = [two(), sixteen("short", 0.0, 900.0, (0.0, 0.1))].concat();
        for one in points.iter_mut().filter(|one| one.provider == "short") {
            one.context = Some(4_000);
        }
        let groups = gathered(&points);
        let all: Vec<&ContenderSummary> = groups.iter().map(|group| &group.contender).collect();
        let of = |in_tokens: f64| {
            let workload = Workload { in_tokens, out_tokens: 1_000.0, ..Workload::default() };
            win_map(&OftenRight::of(&all, None), &workload, 0.001, &settled(&groups))
        };
        assert_eq!((of(4_000.0).here, of(4_000.0).excluded.len()), (Some(2), 0), "it wins all");
        let beyond = of(5_000.0);
        assert!(beyond.winners.iter().flatten().all(|place| *place != 2), "it wins nothing");
        assert_eq!(beyond.excluded[0].why.to_string(), "reads at most 4,000 tokens");
        let said = beyond.sentence.to_string();
        let names = "A prompt of 5,000 tokens is too long for short (reads at most 4,000 tokens).";
        assert!(said.ends_with(names), "{said}");
    }

    #[test]
    fn cells_beyond_what_was_measured_say_so() {
        let map = map(&two(), 0.001);
        let known: Vec<f64> = map
            .extrapolated
            .first()
            .expect("there are rows")
            .iter()
            .zip(&map.lengths)
            .filter_map(|(extrapolated, length)| (!extrapolated).then_some(*length))
            .collect();
        assert_eq!(known, Vec::<f64>::new(), "only answers of 100 tokens were measured");
    }

    #[test]
    fn a_contender_without_a_price_wins_nothing() {
        let map = map(&[point("unpriced")], 0.001);
        assert_eq!((map.here, map.winners.len(), map.shares.len()), (None, 0, 0), "no map at all");
        assert_eq!(map.excluded.len(), 1, "and who is missing");
        assert!(
            map.sentence.to_string().contains("set prices"),
            "and what to do: {}",
            map.sentence
        );
    }

    #[test]
    fn the_values_run_from_a_thousandth_of_a_cent_to_a_dollar() {
        let all: Vec<f64> = values().collect();
        assert_eq!(all.len(), 21, "five factors of ten, four rows each, and the last");
        assert!(is(all[0], 1e-5) && is(all[20], 1.0), "from end to end");
    }
}
