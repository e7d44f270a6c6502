//! How much two contenders differ in one number, and how surely.
//!
//! - **Shared runs** are paired, and the mean of their differences has Student's interval: what affected both in a run
//!   cancels out, and the scatter between runs is part of it.
//! - **Different runs** have the wider of Welch's interval (1947) and Student's, prompt by prompt where they were asked several
//!   ([`crate::prompt_strata`]): by Welch's alone, two runs that happen to be alike would be certain beside many others. A side
//!   with one run is taken to differ from run to run as the other does, and the error of its own median comes on top: one run of few requests, or of requests that scatter more, says less.
//!   Without that error, because they are too few, there is no verdict.
//! - **One run each** says nothing about how runs differ. In one race the rounds that both are in are paired, with the exact signed-rank
//!   test and its Hodges–Lehmann interval, or, if the race was to end once settled, with evidence that holds after
//!   every round. Otherwise medians are compared by R. M. Price and D. G. Bonett (2002), "Distribution-free confidence
//!   intervals for difference and ratio of medians", those of a level with the correlation of its batches
//!   ([`measure::BatchCorrelation`]), and only where both are known.

use measure::{ALPHA, rank_sum_p};

use crate::difference::{
    Basis, Difference, DifferenceDetail, by_student, by_variances, of_sides, unknown,
};
use crate::difference_of_rounds::{by_round, rounds, watched_rounds};
use crate::evidence::{Evidence, EvidenceRun, Number, finite};
use crate::median_of_parts::MedianOfParts;
use crate::prompt_strata::{RunValue, SideScatter, are_asked_alike, stratified};
use crate::request::float;

impl Difference {
    /// The difference of a number of two contenders; `None` if either does not have it.
    pub(crate) fn of(
        a: &Evidence,
        b: &Evidence,
        number: Number<'_>,
        wanted: DifferenceDetail,
    ) -> Option<Self> {
        Self::between((a, number), (b, number), wanted)
    }

    /// The same for a number that each side computes in its own way.
    pub(crate) fn between(
        (a, number_a): (&Evidence, Number<'_>),
        (b, number_b): (&Evidence, Number<'_>),
        wanted: DifferenceDetail,
    ) -> Option<Self> {
        let of_runs = |one: &Evidence, number: Number<'_>| -> Vec<(usize, f64)> {
            let runs = one.runs.iter().enumerate();
            runs.filter_map(|(index, run)| Some((index, finite(number(&run.middles))?))).collect()
        };
        let (of_a, of_b) = (of_runs(a, number_a), of_runs(b, number_b));
        let fewest = of_a.len().min(of_b.len());
        if fewest == 0 {
            return None;
        }
        let (shared, asked_alike) = shared((a, &of_a), (b, &of_b));
        if shared.len() >= 2 && 2 * shared.len() >= fewest {
            return Some(Self { like_for_like: asked_alike, ..paired(&shared, wanted) });
        }
        if of_a.len() + of_b.len() > 2 {
            let (of_a, of_b) = (values(a, &of_a), values(b, &of_b));
            let within =
                (OneRun::of(of_a.len(), (a, number_a)), OneRun::of(of_b.len(), (b, number_b)));
            return Some(unpaired(&of_a, &of_b, within, wanted));
        }
        let like_for_like = are_asked_alike(&values(a, &of_a), &values(b, &of_b));
        let are_lanes = a.raced && b.raced && shared.len() == 1;
        let by_round = if are_lanes { by_round((a, number_a), (b, number_b)) } else { Vec::new() };
        // Two of one race that are never in one round, as of models that answered by turns, are two of different requests.
        let found = match (by_round.is_empty(), a.until_settled) {
            (true, _) => medians((a, number_a), (b, number_b), wanted),
            (false, true) => watched_rounds(&by_round),
            (false, false) => rounds(by_round, wanted),
        };
        found.map(|found| Self { like_for_like, ..found })
    }
}

/// The numbers of these runs of a contender, with what was asked in each.
fn values<'a>(one: &'a Evidence, of: &[(usize, f64)]) -> Vec<RunValue<'a>> {
    let run = |(index, value): &(usize, f64)| Some((&one.runs.get(*index)?.asked, *value));
    of.iter().filter_map(run).collect()
}

/// The difference after − before of one contender.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ChangeOfRuns {
    /// The difference.
    pub difference: Difference,
    /// Whether the runs of either side differ as a whole (exact rank-sum test at 5 %, whatever the scatter of runs):
    /// then it is no unusual run that is taken for a change. Takes four runs on either side.
    pub lasts: bool,
}

/// The difference after − before of one contender, judged by the scatter between runs: of either side, and of `others`.
/// If that is unknown, by the requests of the two runs.
pub(crate) fn changed(
    (before, after, others): (&Evidence, &Evidence, &Evidence),
    number: Number<'_>,
    wanted: DifferenceDetail,
) -> Option<ChangeOfRuns> {
    let of = |one: &Evidence| -> Vec<f64> {
        one.runs.iter().filter_map(|run| finite(number(&run.middles))).collect()
    };
    let (was, is, others) = (of(before), of(after), of(others));
    if was.is_empty() || is.is_empty() {
        return None;
    }
    let sides = [&was, &is, &others].map(|side| (mean_and_variance(side), float(side.len())));
    let free = |(_, n): &((f64, f64), f64)| (n - 1.0).max(0.0);
    let df: f64 = sides.iter().map(free).sum();
    if df < 1.0 {
        let difference = medians((after, number), (before, number), wanted)?;
        return Some(ChangeOfRuns { difference, lasts: false });
    }
    let squares: f64 = sides.iter().map(|side| free(side) * side.0.1).sum();
    let [(of_before, nb), (of_after, na), _] = sides;
    let told = (was.len().min(is.len()), Basis::Runs);
    let estimate = of_after.0 - of_before.0;
    let mut variances = vec![(squares / df * (1.0 / nb + 1.0 / na), df)];
    for (runs, side) in [(&was, before), (&is, after)] {
        // Other runs may have had more requests, or steadier ones, than the only one of a side.
        match OneRun::of(runs.len(), (side, number)) {
            OneRun::Several => {}
            OneRun::Known(within, freedom) => variances.push((within, freedom)),
            OneRun::Unknown => {
                let difference = unknown(estimate, told);
                return Some(ChangeOfRuns { difference, lasts: false });
            }
        }
    }
    let difference = by_variances(estimate, &variances, told, wanted);
    Some(ChangeOfRuns { difference, lasts: rank_sum_p(&is, &was) <= ALPHA })
}

/// The differences of the runs in which both took part, and whether both were asked the same in each. Runs are in the same
/// order on both sides.
fn shared(
    (a, of_a): (&Evidence, &[(usize, f64)]),
    (b, of_b): (&Evidence, &[(usize, f64)]),
) -> (Vec<f64>, bool) {
    fn id(run: &EvidenceRun) -> &str {
        &run.id
    }
    let mut others = of_b.iter().peekable();
    let (mut shared, mut asked_alike) = (Vec::new(), true);
    for (index, value) in of_a {
        let own = a.runs.get(*index);
        while others.next_if(|(other, _)| b.runs.get(*other).map(id) < own.map(id)).is_some() {}
        if let Some((at, other)) =
            others.next_if(|(other, _)| b.runs.get(*other).map(id) == own.map(id))
        {
            shared.push(value - other);
            asked_alike &=
                own.zip(b.runs.get(*at)).is_some_and(|(own, other)| own.asked == other.asked);
        }
    }
    (shared, asked_alike)
}

fn mean_and_variance(values: &[f64]) -> (f64, f64) {
    let n = float(values.len());
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, if values.len() > 1 { squares / (n - 1.0) } else { 0.0 })
}

fn paired(differences: &[f64], wanted: DifferenceDetail) -> Difference {
    let n = float(differences.len());
    let (mean, variance) = mean_and_variance(differences);
    let error = (variance / n).sqrt();
    by_student((mean, error, n - 1.0), (differences.len(), Basis::SharedRuns), wanted)
}

/// How sure the number of a side's only run is.
#[derive(Clone, Copy)]
enum OneRun {
    /// There are several runs, whose scatter contains it.
    Several,
    /// The variance of its median, and the degrees of freedom of that.
    Known(f64, f64),
    /// It has too few requests to tell.
    Unknown,
}

impl OneRun {
    /// Of a side with so many runs.
    fn of(runs: usize, side: (&Evidence, Number<'_>)) -> Self {
        if runs > 1 {
            return Self::Several;
        }
        let error = MedianOfParts::of(side).and_then(|median| median.error);
        error.map_or(Self::Unknown, |(error, freedom)| Self::Known(error * error, freedom))
    }
}

fn unpaired(
    a: &[RunValue<'_>],
    b: &[RunValue<'_>],
    within: (OneRun, OneRun),
    wanted: DifferenceDetail,
) -> Difference {
    if let Some(found) = stratified(a, b) {
        return of_sides(found.estimate, found.sides, (found.n, Basis::Runs), wanted);
    }
    let runs = |of: &[RunValue<'_>]| of.iter().map(|(_, value)| *value).collect::<Vec<f64>>();
    let ((of_a, va), (of_b, vb)) = (mean_and_variance(&runs(a)), mean_and_variance(&runs(b)));
    let (na, nb) = (float(a.len()), float(b.len()));
    let (estimate, told) = (of_a - of_b, (a.len().min(b.len()), Basis::Runs));
    let side = |variance: f64, n: f64| SideScatter { variance, df: n - 1.0, share: 1.0 / n };
    let one = |variance: f64, n: f64, within: OneRun| match within {
        OneRun::Known(within, freedom) => {
            let of_runs = (variance * (1.0 + 1.0 / n), n - 1.0);
            by_variances(estimate, &[of_runs, (within, freedom)], told, wanted)
        }
        OneRun::Several | OneRun::Unknown => unknown(estimate, told),
    };
    let found = match (a.len(), b.len()) {
        (1, _) => one(vb, nb, within.0),
        (_, 1) => one(va, na, within.1),
        _ => of_sides(estimate, [side(va, na), side(vb, nb)], told, wanted),
    };
    Difference { like_for_like: are_asked_alike(a, b), ..found }
}

/// The medians of one run each. Without a verdict if that of either is not known.
fn medians(
    a: (&Evidence, Number<'_>),
    b: (&Evidence, Number<'_>),
    wanted: DifferenceDetail,
) -> Option<Difference> {
    let (of_a, of_b) = (MedianOfParts::of(a)?, MedianOfParts::of(b)?);
    let (estimate, n) = (of_a.middle - of_b.middle, of_a.n.min(of_b.n));
    let Some(((ea, fa), (eb, fb))) = of_a.error.zip(of_b.error) else {
        return Some(unknown(estimate, (n, Basis::OneRunEach)));
    };
    let error = ea.hypot(eb);
    // B. L. Welch (1947).
    let df = error.powi(4) / (ea.powi(4) / fa + eb.powi(4) / fb);
    let df = if error > 0.0 { df } else { fa.min(fb) };
    Some(by_student((estimate, error, df), (n, Basis::OneRunEach), wanted))
}

#[cfg(test)]
#[path = "difference_of_runs_tests.rs"]
mod tests;
