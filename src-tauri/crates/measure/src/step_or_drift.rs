//! Whether a daily series that changed went to a new level in one step, or rose or fell steadily.
//!
//! Neither model contains the other, and a step also chooses its day, so that the closer fit says little by itself. Each is
//! therefore called only where the other is refuted: D. R. Cox (1961), "Tests of separate families of hypotheses", by
//! simulation as in D. A. Williams (1970), "Discrimination between regression models to determine the pattern of enzyme
//! synthesis in synchronous cell cultures", which had to make this choice.
//!
//! - **The statistic** is the logarithm of how far the days lie from the line, ÷ how far they lie from the two levels, both
//!   as the sum of absolute distances. It is large for a step.
//! - **Its distribution under either model** is that of the fitted model with its own residuals in another order, larger by the
//!   degrees of freedom that the fit took. Days that resemble each other still do so in what is simulated, by the smaller of
//!   the two models' correlations, because a model that does not fit leaves residuals that look correlated.

use crate::change_point::{closest_split, float};
use crate::percentile::percentile;
use crate::random::SplitMix64;
use crate::theil_sen::TheilSenLine;

/// Maximum number of days; more are reduced by taking medians of neighbours.
const MOST_DAYS: usize = 60;
/// The number of series simulated under either model.
const SIMULATED: usize = 199;
/// A model is refuted if at most so many of its series have a statistic as extreme as the days: a p-value of (4 + 1) ÷ 200,
/// which is half of 5 %, since the models that are simulated are themselves estimates.
const REFUTED: usize = 4;
/// Degrees of freedom that a line takes, and a step with its day.
const LINE_TAKES: f64 = 2.0;
const STEP_TAKES: f64 = 4.0;

/// The shape of a change over the days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepOrDrift {
    /// One step to a new level.
    Step,
    /// A steady rise or fall.
    Drift,
    /// The days fit both, or neither.
    Unsettled,
}

/// The shape of the change of a series of days in order, each as its number and its value.
pub fn step_or_drift(days: &[(f64, f64)]) -> StepOrDrift {
    told_apart(days).unwrap_or(StepOrDrift::Unsettled)
}

fn told_apart(days: &[(f64, f64)]) -> Option<StepOrDrift> {
    let reduced = crate::theil_sen::reduced(days, MOST_DAYS);
    let (numbers, values): (Vec<f64>, Vec<f64>) = reduced.into_iter().unzip();
    let observed = statistic(&numbers, &values)?;
    let line = TheilSenLine::of(&numbers, &values)?;
    let on_line: Vec<f64> = numbers.iter().map(|day| line.at(*day)).collect();
    let on_step = levels(&values)?;
    let residuals =
        |fit: &[f64]| values.iter().zip(fit).map(|(value, fit)| value - fit).collect::<Vec<f64>>();
    let (off_line, off_step) = (residuals(&on_line), residuals(&on_step));
    let alike = correlation(&off_line, LINE_TAKES).min(correlation(&off_step, STEP_TAKES));
    let mut random = SplitMix64::new(values.len() as u64);
    let mut is_refuted = |model: (&[f64], &[f64], f64), is_extreme: fn(f64, f64) -> bool| {
        let (fit, residuals, takes) = model;
        let n = float(residuals.len());
        let wider = (n / (n - takes).max(1.0)).sqrt();
        let extreme = (0..SIMULATED).filter(|_| {
            let noise = reordered(residuals, alike, &mut random);
            let series: Vec<f64> =
                fit.iter().zip(noise).map(|(fit, noise)| fit + wider * noise).collect();
            statistic(&numbers, &series).is_none_or(|one| is_extreme(one, observed))
        });
        // The count is known to be too large before all are drawn.
        extreme.take(REFUTED + 1).count() <= REFUTED
    };
    let is_no_line = is_refuted((&on_line, &off_line, LINE_TAKES), |one, seen| one >= seen);
    let is_no_step = is_refuted((&on_step, &off_step, STEP_TAKES), |one, seen| one <= seen);
    Some(match (is_no_line, is_no_step) {
        (true, false) => StepOrDrift::Step,
        (false, true) => StepOrDrift::Drift,
        _ => StepOrDrift::Unsettled,
    })
}

/// How much farther days lie from a line than from two levels, as a logarithm.
fn statistic(numbers: &[f64], values: &[f64]) -> Option<f64> {
    let line: f64 = TheilSenLine::of(numbers, values)?.left.iter().map(|one| one.abs()).sum();
    let (_, step) = closest_split(values)?;
    // Days that lie exactly on a model are still not infinitely far from the other.
    let least = 1e-9 * (line + step);
    (least > 0.0).then(|| (line.max(least) / step.max(least)).ln())
}

/// The level of each day by the step that is closest.
fn levels(values: &[f64]) -> Option<Vec<f64>> {
    let (at, _) = closest_split(values)?;
    let (before, after) = values.split_at_checked(at)?;
    let level = |side: &[f64]| {
        let mut sorted = side.to_vec();
        sorted.sort_by(f64::total_cmp);
        percentile(&sorted, 0.5)
    };
    let (was, is) = (level(before)?, level(after)?);
    let each = before.iter().map(|_| was).chain(after.iter().map(|_| is));
    Some(each.collect())
}

/// The lag-1 correlation of residuals, from 0 to 0.9, raised by what a fit with this many parameters takes from it (F. H. C.
/// Marriott and J. A. Pope 1954).
fn correlation(residuals: &[f64], takes: f64) -> f64 {
    let squares: f64 = residuals.iter().map(|one| one * one).sum();
    if squares <= 0.0 {
        return 0.0;
    }
    let next: f64 =
        residuals.iter().zip(residuals.iter().skip(1)).map(|(one, next)| one * next).sum();
    let seen = next / squares;
    (seen + takes * (1.0 + 3.0 * seen) / float(residuals.len())).clamp(0.0, 0.9)
}

/// Residuals in another order, each of which resembles the one before by `alike`: an autoregression of what one leaves of the
/// next, shuffled.
fn reordered(residuals: &[f64], alike: f64, random: &mut SplitMix64) -> Vec<f64> {
    let first = residuals.get(random.below(residuals.len())).copied();
    let mut fresh: Vec<f64> = first
        .into_iter()
        .map(|one| one * (1.0 - alike * alike).sqrt())
        .chain(residuals.iter().zip(residuals.iter().skip(1)).map(|(one, next)| next - alike * one))
        .collect();
    random.shuffle(&mut fresh);
    let mut last = None;
    for one in &mut fresh {
        let own = match last {
            Some(last) => alike * last + *one,
            None => *one / (1.0 - alike * alike).sqrt(),
        };
        (*one, last) = (own, Some(own));
    }
    fresh
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The truth of a series: what it rises by in standard deviations of a day, and how.
    #[derive(Debug, Clone, Copy)]
    enum Truth {
        Drift(f64),
        /// After this share of the days.
        Step(f64, f64),
    }

    /// How many of 100 series of this truth are called a step, and how many a drift; each day resembles the one before by `r`.
    fn called(truth: Truth, days: u32, r: f64) -> (usize, usize) {
        let mut random = SplitMix64::new(17);
        let one = |_: usize| {
            let mut last = random.normal();
            let series: Vec<(f64, f64)> = (0..days)
                .map(|day| {
                    last = r * last + (1.0 - r * r).sqrt() * random.normal();
                    let share = f64::from(day) / f64::from(days);
                    let moved = match truth {
                        Truth::Drift(all) => all * share,
                        Truth::Step(all, from) if share >= from => all,
                        Truth::Step(..) => 0.0,
                    };
                    (f64::from(day), moved + last)
                })
                .collect();
            step_or_drift(&series)
        };
        let all: Vec<StepOrDrift> = (0..100).map(one).collect();
        let count = |shape| all.iter().filter(|one| **one == shape).count();
        (count(StepOrDrift::Step), count(StepOrDrift::Drift))
    }

    /// 5 of 100, and two standard errors.
    const MOST_WRONG: usize = 9;

    #[test]
    fn a_drift_is_seldom_called_a_step_and_a_step_seldom_a_drift() {
        for (days, r) in [(14, 0.0), (30, 0.3)] {
            for all in [3.0, 6.0] {
                let (step, _) = called(Truth::Drift(all), days, r);
                assert!(
                    step <= MOST_WRONG,
                    "{days} days, {all} σ, {r}: {step} drifts called a step"
                );
                for from in [0.5, 0.8] {
                    let (_, drift) = called(Truth::Step(all, from), days, r);
                    assert!(
                        drift <= MOST_WRONG,
                        "{days} days, {all} σ from {from} on, {r}: {drift} steps called a drift"
                    );
                }
            }
        }
    }

    #[test]
    fn a_clear_change_is_called_what_it_is() {
        let (_, drift) = called(Truth::Drift(8.0), 30, 0.0);
        assert!(drift >= 90, "eight deviations in a month: {drift}");
        for from in [0.25, 0.5, 0.8] {
            let (step, _) = called(Truth::Step(4.0, from), 30, 0.0);
            assert!(step >= 80, "four deviations from {from} on: {step}");
        }
    }

    #[test]
    fn days_without_scatter_are_told_apart_and_few_or_equal_ones_are_not() {
        let series = |value: &dyn Fn(u32) -> f64, n: u32| {
            (0..n).map(|day| (f64::from(day), value(day))).collect::<Vec<(f64, f64)>>()
        };
        let step = series(&|day| f64::from(u8::from(day >= 12)), 30);
        assert_eq!(step_or_drift(&step), StepOrDrift::Step, "two levels");
        let drift = series(&f64::from, 30);
        assert_eq!(step_or_drift(&drift), StepOrDrift::Drift, "a line");
        assert_eq!(step_or_drift(&series(&|_| 3.0, 30)), StepOrDrift::Unsettled, "nothing moved");
        assert_eq!(step_or_drift(&series(&f64::from, 4)), StepOrDrift::Unsettled, "four days");
        assert_eq!(step_or_drift(&[]), StepOrDrift::Unsettled, "none");
    }

    #[test]
    fn many_days_are_reduced_and_keep_their_shape() {
        let step = (0..2_000).map(|day| (f64::from(day), f64::from(u8::from(day >= 1_500))));
        assert_eq!(step_or_drift(&step.collect::<Vec<_>>()), StepOrDrift::Step, "of 2,000 days");
    }
}
