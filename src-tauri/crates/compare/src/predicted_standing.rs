//! How two contenders stand in a number that is predicted from several metrics.
//!
//! It is evaluated in each run or round with that run's own numbers, and whoever is better in it is better in a metric that it rests on.

use measure::Metric;

use crate::difference::{Difference, DifferenceDetail};
use crate::evidence::{Evidence, Middles};
use crate::slope_end::SlopeEnd;
use crate::standing::Standing;
use crate::verdicts::{TIMES, Verdicts};

/// What a prediction rests on, so that it cannot tell apart contenders that are alike in all of it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum RestsOn<'a> {
    /// Times and speeds alone: whoever is faster is better in one of [`TIMES`].
    Times,
    /// Several metrics: whoever is better is so in one of them.
    Any(&'a [Metric]),
    /// Something known exactly beside what was measured, such as a price, so that the number itself is tested.
    Itself,
}

/// Whether two numbers differ by more than rounding.
fn are_apart((one, other): (f64, f64)) -> bool {
    (one - other).abs() > 1e-9 * one.abs().max(other.abs())
}

impl Verdicts {
    /// Whether a prediction may be better for one than for the other.
    fn may_be_better(&self, one: u32, other: u32, rests_on: RestsOn<'_>) -> bool {
        self.in_any(rests_on, |metric| self.standing(one, other, metric) == Standing::Better)
    }

    /// Whether this holds of any metric that a prediction rests on; of one that is itself tested, it does.
    fn in_any(&self, rests_on: RestsOn<'_>, holds: impl Fn(Metric) -> bool) -> bool {
        let metrics = match rests_on {
            RestsOn::Itself => return true,
            RestsOn::Times => &TIMES,
            RestsOn::Any(metrics) => metrics,
        };
        // More tokens of one's own for one text are no speed where the texts are known in the same tokens.
        let is_fair = |metric: &&Metric| {
            **metric != Metric::DecodeTps || self.ranked_speed == Metric::DecodeTps
        };
        metrics.iter().filter(is_fair).any(|metric| holds(*metric))
    }

    /// How one contender compares with another in a number predicted from several metrics, where lower is better.
    /// `shown` are the two predictions as shown.
    pub(crate) fn predicted(
        &self,
        places: (u32, u32),
        shown: ((f64, f64), RestsOn<'_>),
        number: &dyn Fn(u32, &Middles) -> Option<f64>,
    ) -> Standing {
        let decided = self.decided(places, shown, number);
        decided.unwrap_or_else(|| self.undecided(places, shown, number))
    }

    /// Whether that is better, which takes less time to find than why it is not.
    pub(crate) fn is_predicted_better(
        &self,
        places: (u32, u32),
        shown: ((f64, f64), RestsOn<'_>),
        number: &dyn Fn(u32, &Middles) -> Option<f64>,
    ) -> bool {
        self.decided(places, shown, number) == Some(Standing::Better)
    }

    /// How one contender compares with another in a predicted duration, as [`Verdicts::predicted`].
    pub(crate) fn time(
        &self,
        places: (u32, u32),
        shown: (f64, f64),
        number: &dyn Fn(u32, &Middles) -> Option<f64>,
    ) -> Standing {
        let decided = self.decided_time(places, shown, number);
        decided.unwrap_or_else(|| self.undecided(places, (shown, RestsOn::Times), number))
    }

    /// Who is faster in a predicted duration; `None` if neither is. Whoever waits less and writes faster is faster at every length: so far
    /// as no slope over prompts comes in, the duration is made of nothing else.
    pub(crate) fn decided_time(
        &self,
        (one, other): (u32, u32),
        shown: (f64, f64),
        number: &dyn Fn(u32, &Middles) -> Option<f64>,
    ) -> Option<Standing> {
        let (better, worse) = if shown.0 < shown.1 { (one, other) } else { (other, one) };
        let has_slope = [one, other].iter().any(|place| self.slope_errors.contains_key(place));
        let by_parts = || {
            let parts = [Metric::TtftMs, Metric::TtfatMs, self.ranked_speed];
            let is_better =
                |metric: &Metric| self.standing(better, worse, *metric) == Standing::Better;
            let is_faster = !has_slope && are_apart(shown) && parts.iter().all(is_better);
            is_faster.then_some(if better == one { Standing::Better } else { Standing::Worse })
        };
        self.decided((one, other), (shown, RestsOn::Times), number).or_else(by_parts)
    }

    /// The difference of a predicted number over the runs or rounds behind the verdicts.
    fn difference(
        &self,
        (one, other): (u32, u32),
        number: &dyn Fn(u32, &Middles) -> Option<f64>,
    ) -> Option<Difference> {
        let (a, b) = self.evidence.get(&one).zip(self.evidence.get(&other))?;
        Difference::between(
            (a, &|middles| number(one, middles)),
            (b, &|middles| number(other, middles)),
            DifferenceDetail::Verdict,
        )
    }

    /// Why neither is better in a predicted number.
    fn undecided(
        &self,
        (one, other): (u32, u32),
        (shown, rests_on): ((f64, f64), RestsOn<'_>),
        number: &dyn Fn(u32, &Middles) -> Option<f64>,
    ) -> Standing {
        let found = self.difference((one, other), number).filter(|found| found.is_tested);
        let Some(found) = found else { return Standing::Untested };
        if !found.like_for_like && self.are_of_other_prompts(one, other) {
            return Standing::Incomparable;
        }
        // Side by side another is better than by the predictions from medians, and in something that they rest on.
        let (ahead, behind) = if found.estimate < 0.0 { (one, other) } else { (other, one) };
        let contradicts = found.p <= self.level
            && are_apart(shown)
            && (found.estimate < 0.0) != (shown.0 < shown.1)
            && self.in_any(rests_on, |metric| {
                let own = self.standing(ahead, behind, metric);
                matches!(own, Standing::Better | Standing::Contradicted)
            });
        if contradicts { Standing::Contradicted } else { Standing::Unsettled }
    }

    /// Whether two were asked prompts of different lengths.
    fn are_of_other_prompts(&self, one: u32, other: u32) -> bool {
        self.other_prompts.contains(&(one.min(other), one.max(other)))
    }

    /// Who is better in a predicted number; `None` if neither is.
    pub(crate) fn decided(
        &self,
        (one, other): (u32, u32),
        (shown, rests_on): ((f64, f64), RestsOn<'_>),
        number: &dyn Fn(u32, &Middles) -> Option<f64>,
    ) -> Option<Standing> {
        let (a, b) = self.evidence.get(&one).zip(self.evidence.get(&other))?;
        let (better, worse) = if shown.0 < shown.1 { (one, other) } else { (other, one) };
        if !self.may_be_better(better, worse, rests_on) {
            return None;
        }
        // Each side is evaluated with its own price and model, and its slope at this end.
        let with_slopes = |of_one: SlopeEnd, of_other: SlopeEnd| {
            let at = |place, middles: &Middles, slope_end| {
                number(place, &Middles { slope_end, ..*middles })
            };
            Difference::between(
                (a, &|middles| at(one, middles, of_one)),
                (b, &|middles| at(other, middles, of_other)),
                DifferenceDetail::Verdict,
            )
        };
        let is_of_other_prompts = self.are_of_other_prompts(one, other);
        let agrees = |difference: &Difference, level: f64| {
            difference.p <= level
                && are_apart(shown)
                && (difference.like_for_like || !is_of_other_prompts)
                && (difference.estimate < 0.0) == (shown.0 < shown.1)
        };
        let plain = with_slopes(SlopeEnd::Estimate, SlopeEnd::Estimate);
        let plain = plain.filter(|found| agrees(found, self.level))?;
        // It has to hold with the slopes at the ends that speak against it.
        let is_first = plain.estimate < 0.0;
        let of_one = self.slope_end((one, a), number, is_first);
        let of_other = self.slope_end((other, b), number, !is_first);
        let holds = (of_one, of_other) == (SlopeEnd::Estimate, SlopeEnd::Estimate)
            || with_slopes(of_one, of_other).is_some_and(|found| agrees(&found, self.level / 2.0));
        holds.then_some(if is_first { Standing::Better } else { Standing::Worse })
    }

    /// Estimate of how much larger a predicted number is for one contender than for another, over the runs or rounds behind their
    /// verdicts.
    pub(crate) fn predicted_difference(
        &self,
        (one, other): (u32, u32),
        number: &dyn Fn(u32, &Middles) -> Option<f64>,
    ) -> Option<f64> {
        Some(self.difference((one, other), number)?.estimate)
    }

    /// The end of the interval of a contender's slope that makes its prediction larger, or smaller.
    fn slope_end(
        &self,
        (place, of): (u32, &Evidence),
        number: &dyn Fn(u32, &Middles) -> Option<f64>,
        is_larger: bool,
    ) -> SlopeEnd {
        let Some(errors) = self.slope_errors.get(&place) else { return SlopeEnd::Estimate };
        // Runs of one contender are of about the same prompts.
        let runs = || of.runs.first().into_iter().chain(of.runs.last());
        let with = |slope_end: SlopeEnd| -> Vec<Option<f64>> {
            runs().map(|run| number(place, &Middles { slope_end, ..run.middles })).collect()
        };
        SlopeEnd::that_makes(is_larger, *errors, with)
    }
}
