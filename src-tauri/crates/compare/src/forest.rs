//! Who is better in one number, seen from the leader: everybody else by how many times worse they are, nearest first.

use measure::{Better, Interval, Metric};
use serde::Serialize;

use crate::standing::Standing;
use crate::verdicts::PairComparison;

/// Everybody against the leader in one metric.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Forest {
    /// The metric.
    pub metric: Metric,
    /// The contender that is significantly better than the most others; among several, the one with the best estimate.
    pub leader: u32,
    /// Everybody else that was compared with the leader, nearest first; unknown ones last.
    pub rows: Vec<ForestRow>,
}

/// A contender against the leader.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, specta::Type)]
pub struct ForestRow {
    /// The contender.
    pub place: u32,
    /// How the leader compares with it.
    pub standing: Standing,
    /// How many times worse than the leader it is, above 1 where it is; absent where a value can be 0.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<f64>,
    /// 95 % confidence interval of that; absent where too few observations carry none.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ci: Option<Interval>,
    /// The number of runs, rounds or parts of a run behind it, of the contender that has fewer.
    pub n: u32,
    /// Whether its standing holds for one run of each, so that how much runs differ is unknown; absent if not.
    #[specta(optional)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub one_run_each: bool,
}

/// One for each metric in which anybody was compared, in the catalogue's order.
pub(crate) fn forests(pairs: &[PairComparison]) -> Vec<Forest> {
    Metric::ALL.into_iter().filter_map(|metric| forest(pairs, metric)).collect()
}

fn forest(pairs: &[PairComparison], metric: Metric) -> Option<Forest> {
    let pairs: Vec<&PairComparison> = pairs.iter().filter(|pair| pair.metric == metric).collect();
    let is_higher = metric.definition().better == Some(Better::Higher);
    let leader = leader(&pairs, is_higher)?;
    let mut rows: Vec<ForestRow> =
        pairs.iter().filter_map(|pair| row(leader, pair, is_higher)).collect();
    let order = |row: &ForestRow| row.times.unwrap_or(f64::INFINITY);
    rows.sort_by(|a, b| order(a).total_cmp(&order(b)));
    Some(Forest { metric, leader, rows })
}

fn leader(pairs: &[&PairComparison], is_higher: bool) -> Option<u32> {
    let mut places: Vec<u32> = pairs.iter().flat_map(|pair| [pair.a, pair.b]).collect();
    places.sort_unstable();
    places.dedup();
    let won = |place: u32| {
        let own = pairs.iter().filter_map(|pair| seen_from(place, pair));
        own.fold((0_u32, 0_u32), |(better, ahead), seen| {
            let is_ahead = seen.ratio.is_some_and(|r| if is_higher { r > 1.0 } else { r < 1.0 });
            (better + u32::from(seen.standing == Standing::Better), ahead + u32::from(is_ahead))
        })
    };
    // Of equals the first.
    places.into_iter().rev().max_by_key(|place| won(*place))
}

/// A pair as one of the two sees it.
struct Seen {
    other: u32,
    standing: Standing,
    /// The own value ÷ the other's.
    ratio: Option<f64>,
    ci: Option<Interval>,
}

fn seen_from(place: u32, pair: &PairComparison) -> Option<Seen> {
    if pair.a == place {
        let PairComparison { b: other, standing, ratio, ci, .. } = *pair;
        return Some(Seen { other, standing, ratio, ci });
    }
    (pair.b == place).then(|| Seen {
        other: pair.a,
        standing: pair.standing.reversed(),
        ratio: pair.ratio.map(f64::recip),
        ci: pair.ci.map(turned),
    })
}

fn turned(ci: Interval) -> Interval {
    Interval { low: ci.high.recip(), high: ci.low.recip() }
}

fn row(leader: u32, pair: &PairComparison, is_higher: bool) -> Option<ForestRow> {
    let Seen { other, standing, ratio, ci } = seen_from(leader, pair)?;
    // A speed that is twice the other's is as good as half its time: more is worse than the leader.
    let (times, ci) = if is_higher { (ratio, ci) } else { (ratio.map(f64::recip), ci.map(turned)) };
    let is_drawn = |ci: &Interval| ci.low > 0.0 && ci.high.is_finite();
    Some(ForestRow {
        place: other,
        standing,
        times: times.filter(|times| times.is_finite()),
        ci: ci.filter(is_drawn),
        n: pair.n,
        one_run_each: pair.is_of_one_run_each(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::difference::Basis;

    fn pair(a: u32, b: u32, standing: Standing, ratio: Option<f64>) -> PairComparison {
        let ci = ratio.map(|ratio| Interval { low: ratio * 0.8, high: ratio * 1.25 });
        PairComparison {
            a,
            b,
            metric: Metric::TtftMs,
            standing,
            ratio,
            ci,
            n: 6,
            basis: Basis::Rounds,
        }
    }

    #[test]
    fn everybody_is_seen_from_the_leader_whichever_way_the_pair_was_compared() {
        let found = forests(&[pair(0, 1, Standing::Worse, Some(2.0))]);
        assert_eq!(found.len(), 1, "one metric was compared");
        assert_eq!(
            (found[0].metric, found[0].leader),
            (Metric::TtftMs, 1),
            "who took half as long"
        );
        let row = found[0].rows[0];
        assert_eq!((row.place, row.standing), (0, Standing::Better), "as the leader stands to it");
        assert_eq!(row.times, Some(2.0), "the other is twice as bad");
        assert_eq!(row.ci, Some(Interval { low: 1.6, high: 2.5 }), "and so is its interval");
    }

    #[test]
    fn a_row_says_that_it_holds_for_one_run_of_each() {
        let told = |standing: Standing, basis: Basis| {
            let pair = PairComparison { basis, ..pair(0, 1, standing, Some(0.5)) };
            let row = forests(&[pair])[0].rows[0];
            let written = serde_json::to_value(row).expect("a row is JSON");
            (row.one_run_each, written.get("one_run_each").is_some())
        };
        assert_eq!(told(Standing::Better, Basis::OneRunEach), (true, true), "of these runs alone");
        assert_eq!(told(Standing::Better, Basis::Runs), (false, false), "of runs in general");
        let open = told(Standing::Unsettled, Basis::OneRunEach);
        assert_eq!(open, (false, false), "it claims nothing that could hold");
    }

    #[test]
    fn less_of_a_speed_is_worse() {
        let faster =
            PairComparison { metric: Metric::DecodeTps, ..pair(0, 1, Standing::Better, Some(4.0)) };
        let found = forests(&[faster]);
        assert_eq!((found[0].leader, found[0].rows[0].times), (0, Some(4.0)), "four times as fast");
    }

    #[test]
    fn the_nearest_is_first_and_the_unknown_last() {
        let found = forests(&[
            pair(0, 1, Standing::Better, Some(0.4)),
            pair(0, 2, Standing::Better, Some(0.8)),
            pair(0, 3, Standing::Unsettled, None),
            pair(1, 2, Standing::Worse, Some(2.0)),
        ]);
        let order: Vec<u32> = found[0].rows.iter().map(|row| row.place).collect();
        assert_eq!(order, [2, 1, 3], "by how many times worse they are");
        assert_eq!(found[0].rows[2].times, None, "what is unknown is no number");
        assert_eq!(forests(&[]), [], "nobody is compared");
    }
}
