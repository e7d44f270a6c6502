//! What requests cost on average, how sure that is, and how the costs of two contenders differ where one of them is a chain.
//!
//! A chain's requests go one of two ways, at very different costs, so that their ranks and medians say what the usual way costs and
//! nothing of the other. Its costs are compared by their means ([`MeanDifference`]); where runs differ as well, by the less sure of that and
//! of what the runs say.

use measure::{ALPHA, Interval, MeanDifference, MeanPaid, Metric, Paid, TIE, student};

use crate::dependence::{Dependence, OfRuns};
use crate::difference::{Difference, DifferenceDetail};
use crate::evidence::{Evidence, Middles};
use crate::request::float;

/// The 95 % interval of the mean of these costs, in order of run, lane and round.
pub(crate) fn mean_interval(dependence: Dependence, costs: &OfRuns<'_, Paid>) -> Option<Interval> {
    let all: Vec<Paid> = costs.iter().map(|(_, paid)| *paid).collect();
    let values: Vec<f64> = all.iter().map(|paid| paid.value).collect();
    match dependence {
        Dependence::Rounds => MeanPaid::of(&all)?.interval(ALPHA),
        Dependence::Waves(waves, n) => waves.with_values(values.len(), n).mean_interval(&values),
        Dependence::Runs => {
            let own = MeanPaid::of(&all)?;
            let of_runs = of_runs(own.mean, costs)?;
            if all.iter().all(|paid| paid.climbed.is_none()) {
                return Some(of_runs);
            }
            Some(hull(of_runs, own.interval(ALPHA)?))
        }
    }
}

/// The interval of a mean over requests of several runs, each with a luck of its own: K.-Y. Liang and S. L. Zeger (1986).
fn of_runs(mean: f64, costs: &OfRuns<'_, Paid>) -> Option<Interval> {
    let runs: Vec<f64> = costs
        .chunk_by(|(a, _), (b, _)| a == b)
        .map(|run| run.iter().map(|(_, paid)| paid.value - mean).sum())
        .collect();
    let (n, k) = (float(costs.len()), float(runs.len()));
    if runs.len() < 2 {
        return None;
    }
    let squares: f64 = runs.iter().map(|off| off * off).sum();
    let error = (squares * k / (k - 1.0)).sqrt() / n;
    let reach = student::critical(ALPHA, k - 1.0) * error;
    Some(Interval { low: mean - reach, high: mean + reach })
}

fn hull(a: Interval, b: Interval) -> Interval {
    Interval { low: a.low.min(b.low), high: a.high.max(b.high) }
}

/// How the mean costs of two differ of which one is a chain.
pub(crate) struct CostDifference {
    /// The difference in dollars.
    pub difference: Difference,
    /// The mean of the first ÷ that of the second; absent if one is 0.
    pub ratio: Option<f64>,
    /// Whether the two are alike.
    pub alike: bool,
}

/// The difference of the mean costs of two of which one is a chain; `None` for any other pair. `known` is what is known of the two
/// otherwise: on what a difference rests, and whether both were asked the same.
pub(crate) fn cost_difference(
    (a, b): (&Evidence, &Evidence),
    metric: Metric,
    known: Difference,
) -> Option<CostDifference> {
    if !metric.adds_up() || !(a.is_chain() || b.is_chain()) {
        return None;
    }
    let (own, other) = (MeanPaid::of(&a.paid)?, MeanPaid::of(&b.paid)?);
    let found = MeanDifference::of(&own, &other, ALPHA);
    let (mut interval, mut p) = (found.ci, found.p);
    if known.basis.knows_runs() {
        let itself = |middles: &Middles| middles.value(metric);
        let of_runs = Difference::of(a, b, &itself, DifferenceDetail::Interval)?;
        interval = interval.zip(of_runs.interval).map(|(a, b)| hull(a, b));
        p = p.max(of_runs.p);
    }
    // How often a chain climbed is known less surely of a race that ended for what it showed.
    let interval = interval.filter(|_| !(a.until_settled || b.until_settled));
    let is_tested = interval.is_some();
    let p = if is_tested { p } else { 1.0 };
    let margin = TIE * own.mean.min(other.mean);
    let alike = interval.is_some_and(|ci| ci.low >= -margin && ci.high <= margin);
    let difference = Difference { estimate: found.difference, interval, p, is_tested, ..known };
    let ratio = (own.mean > 0.0 && other.mean > 0.0).then(|| own.mean / other.mean);
    Some(CostDifference { difference, ratio, alike })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{gathered, rounds, settled};
    use crate::request::MeasuredRequest;
    use crate::standing::Standing;

    /// A chain that climbs in every `every`th of its rounds, at 20 times the cost, which is 1/1,000 of a dollar without.
    fn chain(provider: &str, n: usize, every: usize) -> Vec<MeasuredRequest> {
        let values: Vec<usize> = (0..n).collect();
        rounds(provider, &values, |one, at| {
            one.climbed = Some(at % every == 0);
            one.cost_usd = Some(if at % every == 0 { 0.02 } else { 0.001 });
        })
    }

    fn single(provider: &str, n: usize, usd: f64) -> Vec<MeasuredRequest> {
        rounds(provider, &vec![(); n], |one, ()| one.cost_usd = Some(usd))
    }

    #[test]
    fn who_climbs_often_costs_more_than_who_costs_a_little_more_than_its_first_step() {
        let points = [chain("a", 60, 2), single("b", 60, 0.004)].concat();
        let groups = gathered(&points);
        let cost = groups[0].contender.cost_usd.as_ref().expect("priced");
        assert!((cost.middle - 0.0105).abs() < 1e-12, "half of them: {}", cost.middle);
        let ci = cost.spread.ci.expect("sixty");
        assert!(ci.low < 0.0105 && 0.0105 < ci.high && ci.low > 0.004, "{ci:?}");
        let stands = settled(&groups).standing(0, 1, Metric::CostUsd);
        assert_eq!(stands, Standing::Worse, "$0.0105 on average is more than $0.004");
        let rare = [chain("a", 60, 12), single("b", 60, 0.004)].concat();
        let stands = settled(&gathered(&rare)).standing(0, 1, Metric::CostUsd);
        assert_eq!(stands, Standing::Unsettled, "$0.0026, by five climbs of sixty");
    }

    #[test]
    fn of_a_chain_that_never_climbed_no_cost_is_said_to_be_less() {
        let points = [chain("a", 60, 100), single("b", 60, 0.004)].concat();
        let points: Vec<_> = points.into_iter().filter(|one| one.climbed != Some(true)).collect();
        let stands = settled(&gathered(&points)).standing(0, 1, Metric::CostUsd);
        assert_eq!(stands, Standing::Untested, "what it costs where it climbs is unknown");
    }
}
