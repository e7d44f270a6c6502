//! How sure the numbers of a level are. Its requests are not independent: those in flight together share the server's
//! state, so thirty-two at one moment may say little more than one.
//!
//! Requests in order of sending are split into batches of at least one wave, which is as many as are in flight at once.
//! How much the batches scatter, and how much each resembles the one before, gives the effective number of independent
//! requests: E. L. Korn and B. I. Graubard, "Confidence intervals for proportions with small expected number of
//! positive counts estimated from survey data" (1998), with the autoregression of A. Tafazzoli, J. R. Wilson, E. K.
//! Lada and N. M. Steiger, "Performance of Skart" (2011). For that number the interval is exact. The interval of a
//! quantile follows from that of the share of requests below it: R. S. Woodruff, "Confidence intervals for medians and
//! other position measures" (1952).

use crate::batch_correlation::BatchCorrelation;
use crate::binomial::{as_f64, at_most_of, chance_where, quantile_ranks};
use crate::correlation_time::correlation_time;
use crate::interval::Interval;
use crate::judge::CONFIDENCE;
use crate::percentile::{finite_sorted, percentile};
use crate::queue_memory::QueueMemory;
use crate::student::{critical, p_value};
use crate::tails::{CertifiedPercentile, Tail};

/// Minimum number of waves for an interval of a median or a percentile; fewer say too little about how much they
/// scatter.
pub const WAVES_FROM: u32 = 8;
/// Maximum number of batches; with more, each is too short to be independent of the next. B. Schmeiser, "Batch size
/// effects in the analysis of simulation output" (1982).
const MOST_BATCHES: f64 = 20.0;
/// Degrees of freedom with which Student's distribution is a normal one to six digits.
const NORMAL: f64 = 1e6;
/// An event seen in fewer batches than this may happen to whole waves: they are too few to tell.
const SEEN_IN: usize = 8;
/// Minimum number of waves that bound a mean, as if all differences between requests were shared by their wave.
const FEWEST_WAVES: f64 = 3.0;
/// Correlation times in a wave of an open loop, so that a wave says little of the next.
const TIMES_IN_A_WAVE: f64 = 3.0;
/// Independent requests that as many as a queue remembers are worth at most for a median, as simulated: its own scatter is no
/// witness, since a level that happened to find the queue short is told more often than others.
const WORTH_OF_A_MEMORY: f64 = 2.0;
/// A wave that no level has.
const LONGEST: f64 = 1e12;
/// How many requests are in flight at once, where values are given in order of sending.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Waves {
    in_flight: f64,
    /// Confidence of its intervals.
    confidence: f64,
    /// Of how many requests each says as much as one independent one, at least, by what is known of their queue.
    remembers: f64,
}

/// What the means of the batches say about the overall mean.
struct Batches {
    /// Its variance.
    variance: f64,
    /// Degrees of freedom of that variance.
    freedom: f64,
}

impl Batches {
    /// For `k` batches whose means have a `variance` and resemble each other like this.
    fn of(variance: f64, k: f64, alike: BatchCorrelation) -> Self {
        Self { variance: variance / k * alike.variance_ratio, freedom: alike.freedom }
    }
}

impl Waves {
    /// Waves of this many requests on average, at least one.
    pub fn of(in_flight: f64) -> Self {
        let in_flight = if in_flight.is_finite() { in_flight.max(1.0) } else { 1.0 };
        Self { in_flight, confidence: CONFIDENCE, remembers: 1.0 }
    }

    /// Waves of an open loop of this many requests, or of as many as three times what resemble each other in their `times` in
    /// order of sending (∞ for one that failed): the queue that they wait in outlasts them ([`correlation_time`]).
    pub fn of_open_loop(in_flight: f64, times: &[f64]) -> Self {
        Self::of(in_flight.max(TIMES_IN_A_WAVE * correlation_time(times)))
    }

    /// The same, at least so long that a queue with this memory forgets within one.
    #[must_use]
    pub fn before_queue(self, memory: QueueMemory) -> Self {
        let requests = memory.requests().min(LONGEST);
        let remembers = (requests / WORTH_OF_A_MEMORY).max(1.0);
        Self { in_flight: self.in_flight.max(requests), remembers, ..self }
    }

    /// The same, where how long a queue remembers is unknown: no level is a whole one.
    #[must_use]
    pub fn unknown(self) -> Self {
        Self { in_flight: LONGEST, ..self }
    }

    /// About how many requests a level of these waves would need for the interval of a median, where this is known of its
    /// queue, to two digits; `None` if a million are too few.
    pub fn needed(self, memory: QueueMemory) -> Option<f64> {
        let least = f64::from(WAVES_FROM);
        Some(rounded_up((least * self.in_flight).max(memory.needed(least)?)))
    }

    /// The same, with intervals that all hold jointly with 95 % confidence although they are looked at this many times
    /// while requests arrive, and may decide when to stop: C. E. Bonferroni (1936).
    #[must_use]
    pub fn looked_at(self, times: u32) -> Self {
        self.with_confidence(1.0 - (1.0 - CONFIDENCE) / f64::from(times.max(1)))
    }

    /// The same, with intervals of another `confidence`, between 0 and 1.
    #[must_use]
    pub fn with_confidence(self, confidence: f64) -> Self {
        Self { confidence, ..self }
    }

    /// Whether `n` requests are enough waves for an interval of a median or a percentile.
    pub fn carry(self, n: usize) -> bool {
        self.number(n) >= f64::from(WAVES_FROM)
    }

    /// The waves if only `values` of `n` requests have a value.
    #[must_use]
    pub fn with_values(self, values: usize, n: usize) -> Self {
        let part = as_f64(values) / as_f64(n.max(1));
        let (of_part, remembers) =
            (Self::of(self.in_flight * part), (self.remembers * part).max(1.0));
        Self { confidence: self.confidence, remembers, ..of_part }
    }

    /// The 95 % interval of the share of requests that an event happens to. With few waves, of an event that happens to
    /// whole waves. `None` without requests.
    pub fn share_interval(self, happened: &[bool]) -> Option<Interval> {
        let n = happened.len();
        let share = mean(happened.iter().map(|one| f64::from(*one)))?;
        let whole_waves = self.number(n).clamp(1.0, as_f64(n));
        let batches = cut(happened, self.batches_of(n));
        let seen = |event: bool| batches.iter().filter(|batch| batch.contains(&event)).count();
        let is_seen = seen(true).min(seen(false)) >= SEEN_IN;
        let worth = match self.worth(happened) {
            Some(worth) if is_seen => worth,
            Some(worth) => worth.min(whole_waves),
            None => whole_waves,
        };
        let clusters = [true, false].map(|event| neighbours(&batches, event));
        Some(share_of_clusters((share, clusters), (worth, whole_waves), self.confidence))
    }

    /// The 95 % interval of the median of finite `values`. `None` with too few waves, or if they differ too much.
    pub fn median_interval(self, values: &[f64]) -> Option<Interval> {
        let (low, high) = self.quantile_interval(values, 0.5);
        Some(Interval { low: low?, high: high? })
    }

    /// The 95 % interval of the mean of finite `values`. `None` with too few waves, or if they differ too much.
    pub fn mean_interval(self, values: &[f64]) -> Option<Interval> {
        let middle = mean(values.iter().copied())?;
        let Batches { variance, freedom } = self.batches(values)?;
        let reach = variance.sqrt() * critical(1.0 - self.confidence, freedom);
        Some(Interval { low: middle - reach, high: middle + reach }).filter(|_| reach.is_finite())
    }

    /// The mean of finite `values` and its standard error, scaled so that `z` of them are as sure as `z` standard
    /// deviations of a normal distribution. With too few waves for their scatter, as if all differences between
    /// requests were shared by their wave. `None` with fewer than three waves.
    pub fn mean_and_error(self, values: &[f64], z: f64) -> Option<(f64, f64)> {
        let middle = mean(values.iter().copied())?;
        let Batches { variance, freedom } = match self.batches(values) {
            Some(batches) => batches,
            None => self.few_batches(values, middle)?,
        };
        Some((middle, variance.sqrt() * student(z, freedom) / z))
    }

    /// The `p`-quantile (0 to 1) of `values`, where ∞ is a failed request, with its 95 % interval. An end is absent if
    /// too few waves or requests bound it. `None` without values.
    pub fn tail(self, values: &[f64], p: f64) -> Option<Tail> {
        let failed = values.iter().filter(|value| !value.is_finite()).count();
        let tail = Tail::of(values.iter().copied(), failed, p)?;
        let (low, high) = self.quantile_interval(values, p);
        Some(Tail { low, high, ..tail })
    }

    /// A bound of the `p`-quantile of `values`, where ∞ is a failed request, certified with this `confidence`: of as many
    /// independent requests as the waves are worth, or as there are waves if that is unknown. `None` without values.
    pub fn certified(self, values: &[f64], p: f64, confidence: f64) -> Option<CertifiedPercentile> {
        let waves = self.with_confidence(confidence);
        let worth = waves.worth_of_quantile(values, p).unwrap_or_else(|| self.number(values.len()));
        // Part of a wave is still a request.
        let worth = worth.max(1.0);
        let sorted = finite_sorted(values.iter().copied());
        let n = as_index(worth).min(values.len());
        (!values.is_empty())
            .then(|| CertifiedPercentile::of_worth(&sorted, values.len(), (p, confidence), n))
    }

    /// The effective number of independent requests that `values` are worth for their `p`-quantile: at least one.
    /// `None` with too few waves.
    pub fn worth_of_quantile(self, values: &[f64], p: f64) -> Option<f64> {
        let known = finite_sorted(values.iter().copied());
        let above = |share: f64| {
            let value = percentile(&known, share)?;
            self.worth(&values.iter().map(|one| *one > value).collect::<Vec<_>>())
        };
        // A wave that is slow as a whole moves the median as well as the tail, and more is known about the median.
        Some(above(p)?.min(above(0.5)?).min((as_f64(values.len()) / self.remembers).max(1.0)))
    }

    fn quantile_interval(self, values: &[f64], p: f64) -> (Option<f64>, Option<f64>) {
        let Some(worth) = self.worth_of_quantile(values, p) else { return (None, None) };
        quantile_of(values, p, (worth, self.confidence))
    }

    /// Number of waves in `n` requests.
    pub(crate) fn number(self, n: usize) -> f64 {
        as_f64(n) / self.in_flight
    }

    /// These requests, in order of sending, in the batches of whole waves by which it judges them.
    pub fn batches_in<T>(self, requests: &[T]) -> Vec<&[T]> {
        cut(requests, self.batches_of(requests.len()))
    }

    fn batches_of(self, n: usize) -> usize {
        let waves = self.number(n);
        as_index(waves / (waves / MOST_BATCHES).ceil().max(1.0)).max(1)
    }

    /// The effective number of independent requests, for an event that happened to some of them.
    pub(crate) fn worth(self, happened: &[bool]) -> Option<f64> {
        let n = as_f64(happened.len());
        let values: Vec<f64> = happened.iter().map(|one| f64::from(*one)).collect();
        let batches = self.batches(&values)?;
        let share = mean(values.iter().copied())?;
        let scatter = share * (1.0 - share);
        // An event that happened to none may happen to a whole wave at once.
        if scatter <= 0.0 {
            return Some(self.number(happened.len()).max(1.0));
        }
        let independent = if batches.variance > 0.0 { scatter / batches.variance } else { n };
        let level = 1.0 - self.confidence;
        let of_few = (critical(level, n - 1.0) / critical(level, batches.freedom)).powi(2);
        Some((independent * of_few).clamp(1.0, n))
    }

    fn batches(self, values: &[f64]) -> Option<Batches> {
        if !self.carry(values.len()) {
            return None;
        }
        let batches = cut(values, self.batches_of(values.len()));
        let means: Vec<f64> =
            batches.iter().filter_map(|batch| mean(batch.iter().copied())).collect();
        let k = as_f64(means.len());
        let middle = mean(means.iter().copied())?;
        let squares: f64 = means.iter().map(|one| (one - middle).powi(2)).sum();
        Some(Batches::of(squares / (k - 1.0), k, BatchCorrelation::of(&means)))
    }

    fn few_batches(self, values: &[f64], middle: f64) -> Option<Batches> {
        let k = self.number(values.len()).floor();
        if k < FEWEST_WAVES {
            return None;
        }
        let squares: f64 = values.iter().map(|one| (one - middle).powi(2)).sum();
        // Where a wave shares everything, the requests scatter as k waves do around their own mean: (k − 1) ÷ k of it.
        Some(Batches::of(
            squares / as_f64(values.len()) * k / (k - 1.0),
            k,
            BatchCorrelation::seen(k, 0.0),
        ))
    }
}

/// The exact interval of the `p`-quantile of `values` that are `worth` this many independent ones. An end is absent if too
/// few bound it, or if it falls on a failed request, which is ∞.
pub(crate) fn quantile_of(
    values: &[f64],
    p: f64,
    (worth, confidence): (f64, f64),
) -> (Option<f64>, Option<f64>) {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (low, high) = quantile_ranks(as_index(worth), p, confidence);
    // A rank among the effective number of requests corresponds to one among all of them.
    let place =
        |rank: usize| (as_f64(rank) + 1.0) * (as_f64(values.len()) + 1.0) / (worth.floor() + 1.0);
    let at = |place: f64| sorted.get(as_index(place - 1.0)).copied().filter(|one| one.is_finite());
    let low = low.and_then(|rank| at(place(rank).floor()));
    (low, high.and_then(|rank| at(place(rank).ceil())))
}

/// The exact interval of a `share` of requests that are `worth` this many independent ones: C. J. Clopper and E. S. Pearson
/// (1934).
pub(crate) fn share_of(share: f64, (worth, confidence): (f64, f64)) -> Interval {
    let (events, aside) = (share * worth, (1.0 - confidence) / 2.0);
    let below = |p: f64| at_most_of(events - 1.0, worth, p);
    let low = if share > 0.0 { chance_where(below, 1.0 - aside) } else { 0.0 };
    let above = |p: f64| at_most_of(events, worth, p);
    let high = if share < 1.0 { chance_where(above, aside) } else { 1.0 };
    Interval { low, high }
}

/// The same where the requests to which the event happened, and those to which it did not, are in this many clusters apart from each
/// other. Each is worth at least one independent event: failures that were seen are no rate of nearly 0, however much they stuck together.
/// That bounds the end towards which they count, and the other as far as the `whole` waves or runs do, as where none was seen.
pub(crate) fn share_of_clusters(
    (share, [happened, others]): (f64, [usize; 2]),
    (worth, whole): (f64, f64),
    confidence: f64,
) -> Interval {
    let least = |clusters: usize, share: f64| {
        if clusters > 0 { as_f64(clusters) / share } else { 0.0 }
    };
    let (events, rest) = (least(happened, share), least(others, 1.0 - share));
    let with = |worth: f64| share_of(share, (worth, confidence));
    Interval {
        low: with(worth.max(events).max(rest.min(whole))).low,
        high: with(worth.max(rest).max(events.min(whole))).high,
    }
}

/// How many clusters of neighbouring batches have a request to which an event happened, or did not.
fn neighbours(batches: &[&[bool]], event: bool) -> usize {
    let seen = batches.chunk_by(|a, b| a.contains(&event) == b.contains(&event));
    seen.filter(|cluster| cluster.iter().any(|batch| batch.contains(&event))).count()
}

/// Splits `values` into this many parts of nearly equal length, in order.
fn cut<T>(values: &[T], parts: usize) -> Vec<&[T]> {
    let end = |part: usize| part * values.len() / parts.max(1);
    (0..parts).filter_map(|part| values.get(end(part)..end(part + 1))).collect()
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> Option<f64> {
    let n = values.len();
    (n > 0).then(|| values.sum::<f64>() / as_f64(n))
}

/// The whole part of a number of requests; 0 if it is negative.
fn as_index(number: f64) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a number of requests; a cast saturates"
    )]
    let whole = number as usize;
    whole
}

/// The next number of two digits, which is as exact as advice can be.
fn rounded_up(number: f64) -> f64 {
    let unit = 10_f64.powf((number.max(1.0).log10().floor() - 1.0).max(0.0));
    (number / unit).ceil() * unit
}

/// How many standard errors, estimated with this `freedom`, are as sure as `z` standard deviations of a normal distribution.
fn student(z: f64, freedom: f64) -> f64 {
    critical(p_value(z, NORMAL), freedom)
}

#[cfg(test)]
#[path = "waves_tests.rs"]
mod tests;
