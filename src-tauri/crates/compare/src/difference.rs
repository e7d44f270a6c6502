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

use measure::{
    ALPHA, Interval, anytime_interval, anytime_p, rank_sum_p, signed_rank_estimate, signed_rank_p,
    student,
};
use serde::Serialize;

use crate::evidence::{Evidence, EvidenceRun, Number, finite};
use crate::median_of_parts::MedianOfParts;
use crate::middle::median;
use crate::prompt_strata::{RunValue, SideScatter, are_asked_alike, stratified};
use crate::request::{float, small};

/// Maximum number of rounds whose differences in a predicted number are tested directly; more are reduced by taking medians of neighbours.
const MOST_PAIRED: usize = 40;

/// The fewest pairs of rounds whose signs can differ significantly: one of 2⁵ has all of six alike.
pub(crate) const FEWEST_PAIRED: usize = 6;

/// What a difference rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// Runs in which both took part.
    SharedRuns,
    /// Different runs.
    Runs,
    /// The rounds of one race. How much runs differ is unknown.
    Rounds,
    /// One run each, or rounds of one race in which never both took part. How much runs differ is unknown.
    OneRunEach,
}

impl Basis {
    /// Whether the interval includes the scatter between runs.
    pub fn knows_runs(self) -> bool {
        matches!(self, Self::SharedRuns | Self::Runs)
    }
}

/// The parts of a difference to compute: an interval takes longer than a verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DifferenceDetail {
    /// The p-value.
    Verdict,
    /// The p-value and the interval.
    Interval,
}

/// The difference a − b.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Difference {
    /// The estimate.
    pub estimate: f64,
    /// The 95 % confidence interval, for this difference alone; absent with too few observations.
    pub interval: Option<Interval>,
    /// The two-sided p-value of no difference.
    pub p: f64,
    /// Number of runs, rounds or parts behind it, on the side with fewer.
    pub n: u32,
    /// What it rests on.
    pub basis: Basis,
    /// Whether both were asked the same, as often, in what it rests on: otherwise it is one between prompts as well.
    pub like_for_like: bool,
    /// Whether it could be tested. Of too few runs, rounds or waves nothing is known but the estimate.
    pub is_tested: bool,
}

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

impl Difference {
    /// Itself, without a verdict if it is one of one run each whose medians are not both known.
    pub(crate) fn if_known(self, are_known: bool) -> Self {
        match self.basis {
            Basis::OneRunEach if !are_known => {
                Self { interval: None, p: 1.0, is_tested: false, ..self }
            }
            _ => self,
        }
    }
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

fn by_student(
    (estimate, error, df): (f64, f64, f64),
    (n, basis): (usize, Basis),
    wanted: DifferenceDetail,
) -> Difference {
    // A difference below rounding error is no difference.
    let t = if error > 0.0 {
        estimate / error
    } else if estimate == 0.0 {
        0.0
    } else {
        f64::INFINITY
    };
    let interval = (wanted == DifferenceDetail::Interval).then(|| {
        let reach = if error > 0.0 { student::critical(ALPHA, df) * error } else { 0.0 };
        Interval { low: estimate - reach, high: estimate + reach }
    });
    let p = student::p_value(t, df);
    let n = small(n);
    Difference { estimate, interval, p, n, basis, like_for_like: true, is_tested: true }
}

/// A difference of which nothing is known but its estimate.
fn unknown(estimate: f64, (n, basis): (usize, Basis)) -> Difference {
    let (n, interval) = (small(n), None);
    Difference { estimate, interval, p: 1.0, n, basis, like_for_like: true, is_tested: false }
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

/// The difference of two means whose variances are estimated with so many degrees of freedom each: F. E. Satterthwaite (1946).
fn by_variances(
    estimate: f64,
    variances: &[(f64, f64)],
    told: (usize, Basis),
    wanted: DifferenceDetail,
) -> Difference {
    let variance: f64 = variances.iter().map(|(variance, _)| variance).sum();
    let by_freedom: f64 =
        variances.iter().map(|(variance, freedom)| variance * variance / freedom).sum();
    let fewest = variances.iter().map(|(_, freedom)| *freedom).fold(f64::INFINITY, f64::min);
    let df = if by_freedom > 0.0 { variance * variance / by_freedom } else { fewest };
    by_student((estimate, variance.sqrt(), df), told, wanted)
}

/// The difference of two sides of several runs each: the less sure of Welch's test, which knows either side's scatter by its own runs
/// alone, and Student's, which takes one scatter for both. Two runs that happen to be alike would be certain by the first, and a side that
/// scatters less by the other.
fn of_sides(
    estimate: f64,
    sides: [SideScatter; 2],
    told: (usize, Basis),
    wanted: DifferenceDetail,
) -> Difference {
    let own = sides.map(|side| (side.variance * side.share, side.df));
    let welch = by_variances(estimate, &own, told, wanted);
    let df: f64 = sides.iter().map(|side| side.df).sum();
    let variance = sides.iter().map(|side| side.variance * side.df).sum::<f64>() / df;
    let share: f64 = sides.iter().map(|side| side.share).sum();
    let student = by_student((estimate, (variance * share).sqrt(), df), told, wanted);
    let wider = |one: Interval, other: Interval| Interval {
        low: one.low.min(other.low),
        high: one.high.max(other.high),
    };
    let interval = welch.interval.zip(student.interval).map(|(one, other)| wider(one, other));
    Difference { interval, p: welch.p.max(student.p), ..welch }
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
fn by_round(a: (&Evidence, Number<'_>), b: (&Evidence, Number<'_>)) -> Vec<f64> {
    paired_rounds(a, b).into_iter().map(|(of_a, of_b)| of_a - of_b).collect()
}

/// The differences by round of a race that was to end once settled: evidence and an interval that hold after every round.
fn watched_rounds(differences: &[f64]) -> Option<Difference> {
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
fn rounds(mut differences: Vec<f64>, wanted: DifferenceDetail) -> Option<Difference> {
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
#[path = "difference_tests.rs"]
mod tests;
