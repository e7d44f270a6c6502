//! How two contenders differ in the rounds of one race that both are in.

use measure::{ALPHA, anytime_interval, anytime_p, signed_rank_estimate, signed_rank_p};

use crate::difference::{Basis, Difference, DifferenceDetail};
use crate::evidence::{Evidence, Number, finite};
use crate::middle::median;
use crate::request::small;

/// Maximum number of rounds whose differences in a predicted number are tested directly; more are reduced by taking medians of neighbours.
const MOST_PAIRED: usize = 40;

/// The fewest pairs of rounds whose signs can differ significantly: one of 2⁵ has all of six alike.
pub(crate) const FEWEST_PAIRED: usize = 6;

/// The numbers of both in the rounds of one race that both have, in order.
pub(crate) fn paired_rounds(
    (a, number_a): (&Evidence, Number<'_>),
    (b, number_b): (&Evidence, Number<'_>),
) -> Vec<(f64, f64)> {
    let mut others = b.parts.iter().peekable();
    let mut pairs = Vec::new();
    for part in &a.parts {
        while others.next_if(|other| other.index < part.index).is_some() {}
        let Some(other) = others.next_if(|other| other.index == part.index) else { continue };
        if let (Some(of_a), Some(of_b)) =
            (finite(number_a(&part.middles)), finite(number_b(&other.middles)))
        {
            pairs.push((of_a, of_b));
        }
    }
    pairs
}

/// The differences of those.
pub(crate) fn by_round(a: (&Evidence, Number<'_>), b: (&Evidence, Number<'_>)) -> Vec<f64> {
    paired_rounds(a, b).into_iter().map(|(of_a, of_b)| of_a - of_b).collect()
}

/// The differences by round of a race that was to end once settled: evidence and an interval that hold after every round.
pub(crate) fn watched_rounds(differences: &[f64]) -> Option<Difference> {
    let interval = anytime_interval(differences, ALPHA);
    Some(Difference {
        estimate: median(differences.to_vec())?,
        interval,
        p: anytime_p(differences),
        n: small(differences.len()),
        basis: Basis::Rounds,
        like_for_like: true,
        // Evidence counts from the first round on, also while an end of the interval is still open.
        is_tested: differences.len() >= FEWEST_PAIRED,
    })
}

/// The differences by round of one race.
pub(crate) fn rounds(mut differences: Vec<f64>, wanted: DifferenceDetail) -> Option<Difference> {
    let n = differences.len();
    if n > MOST_PAIRED {
        let size = n.div_ceil(MOST_PAIRED);
        differences = differences.chunks(size).filter_map(|some| median(some.to_vec())).collect();
    }
    let (estimate, interval) = match wanted {
        DifferenceDetail::Interval => signed_rank_estimate(&differences, ALPHA)?,
        DifferenceDetail::Verdict => (median(differences.clone())?, None),
    };
    let p = signed_rank_p(&differences);
    let (basis, is_tested) = (Basis::Rounds, n >= FEWEST_PAIRED);
    Some(Difference { estimate, interval, p, n: small(n), basis, like_for_like: true, is_tested })
}
