//! Evidence that two contenders differ, valid although it is looked at after each round, and the confidence sequence
//! that belongs to it.
//!
//! If a 5 % test is repeated after every round until it rejects, it rejects in far more than 5 % of races between equal
//! lanes. The evidence here is an *e-process*, a bet against their equality that starts at 1 and is not expected to
//! grow if they are equal. The chance that it ever exceeds `1 / α` is at most `α`: J. Ville (1939), *Étude critique de
//! la notion de collectif*; A. Ramdas, P. Grünwald, V. Vovk and G. Shafer (2023), "Game-theoretic statistics and safe
//! anytime-valid inference". So a race may stop as soon as the evidence is large enough.
//!
//! The bet is on the sign of each difference, and larger for a larger difference, relative to those so far:
//!
//! `E = mean over λ of ∏ᵢ (1 + λ · sign(dᵢ) · Rᵢ / i)`, `λ ∈ {¼, ½, ¾, 0.95}`
//!
//! where `Rᵢ` is the rank of `|dᵢ|` among the first `i` sizes. If the two are interchangeable within a round, each sign
//! is a fair coin whatever its size and whatever came before, so each factor has the mean 1. This is the assumption of
//! the signed-rank test, and no other is made.

use crate::interval::Interval;

/// The fractions of the evidence that are staked. No single one suits every difference: small differences need small
/// bets.
const BETS: [f64; 4] = [0.25, 0.5, 0.75, 0.95];

/// Halvings of a range. Each end is the outer one that remains, so the interval is too wide by at most 1 part in 10⁹ of
/// the range.
const HALVINGS: u32 = 30;

/// The evidence of paired differences, as e-values: 1 says nothing, 20 corresponds to 5 %.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Evidence {
    /// That the differences are above 0.
    pub(crate) above: f64,
    /// That they are below 0.
    pub(crate) below: f64,
}

impl Evidence {
    /// The evidence of `differences`, in chronological order.
    pub(crate) fn of(differences: impl Iterator<Item = f64>) -> Self {
        let won = Winnings::of(differences);
        Self { above: mean(won.above), below: mean(won.below) }
    }
}

/// What each of the [`BETS`] has made of 1.
struct Winnings {
    above: [f64; BETS.len()],
    below: [f64; BETS.len()],
    /// The sizes of the differences, ascending.
    sizes: Vec<f64>,
}

impl Winnings {
    fn of(differences: impl Iterator<Item = f64>) -> Self {
        let ones = [1.0; BETS.len()];
        let sizes = Vec::with_capacity(differences.size_hint().0);
        let mut won = Self { above: ones, below: ones, sizes };
        for off in differences {
            let size = off.abs();
            let at = won.sizes.partition_point(|each| *each <= size);
            let is_new = at.checked_sub(1).and_then(|last| won.sizes.get(last)) < Some(&size);
            let smaller = if is_new { at } else { won.sizes.partition_point(|each| *each < size) };
            won.sizes.insert(at, size);
            let score = score(off, (smaller, at + 1), won.sizes.len());
            for ((above, below), bet) in won.above.iter_mut().zip(&mut won.below).zip(BETS) {
                *above *= 1.0 + bet * score;
                *below *= 1.0 - bet * score;
            }
        }
        won
    }

    /// The score of a difference that is among those seen.
    fn score(&self, off: f64) -> f64 {
        let smaller = self.sizes.partition_point(|each| *each < off.abs());
        let up_to_equal = self.sizes.partition_point(|each| *each <= off.abs());
        score(off, (smaller, up_to_equal), self.sizes.len())
    }
}

/// `sign(d) · R / n` of a difference among `n`, of which so many are smaller, and so many no larger; equal sizes share the mean of
/// their ranks.
fn score(off: f64, (smaller, up_to_equal): (usize, usize), n: usize) -> f64 {
    let rank = as_f64(smaller + up_to_equal + 1) / 2.0;
    if off == 0.0 { 0.0 } else { off.signum() * rank / as_f64(n) }
}

fn mean(products: [f64; BETS.len()]) -> f64 {
    products.iter().sum::<f64>() / as_f64(BETS.len())
}

/// The number of further rounds, at most `most`, after which there is as much evidence as `enough` that the middle of
/// `differences` is above 0 (of the differences with their signs turned, below it), if they go on as they were: each bet
/// grows by the factor by which it would have grown on average, `exp(mean of ln(1 + λ · sign(dᵢ) · Rᵢ / n))`. `None` if it is
/// more, or never. Differences must be finite.
pub(crate) fn rounds_until(differences: &[f64], enough: f64, most: u32) -> Option<u32> {
    let won = Winnings::of(differences.iter().copied());
    let growth = BETS.map(|bet| {
        let logarithms = differences.iter().map(|off| (bet * won.score(*off)).ln_1p());
        logarithms.sum::<f64>() / as_f64(differences.len())
    });
    let is_enough = |more: &u32| {
        let mut later = won.above;
        for (won, growth) in later.iter_mut().zip(growth) {
            *won *= (f64::from(*more) * growth).exp();
        }
        mean(later) >= enough
    };
    (1..=most).find(is_enough)
}

/// The confidence sequence of the middle of `differences`: it contains it after *every* round with confidence 1 −
/// `alpha`, however long the race goes on and however often it is looked at. `None` as long as either end is open.
/// Differences must be finite.
///
/// It consists of the centers against which there is evidence below `2 / alpha` on either side. Evidence for "above"
/// falls as the center rises, so each end is found by halving.
pub fn interval(differences: &[f64], alpha: f64) -> Option<Interval> {
    let low = differences.iter().copied().min_by(f64::total_cmp)?;
    let high = differences.iter().copied().max_by(f64::total_cmp)?;
    // Beyond the extremes all signs are equal, and no center has more evidence against it.
    let beyond = (high - low).max(high.abs()).max(low.abs()) * 1e-9 + f64::MIN_POSITIVE;
    let against = |center: f64| Evidence::of(differences.iter().map(|each| each - center));
    between((low - beyond, high + beyond), 0.0, &against, alpha)
}

/// The same of how many times the second of each pair the first is: the factors `r` against which the differences `aᵢ − r·bᵢ` are
/// evidence below `2 / alpha` on either side. It excludes 1 exactly where [`interval`] excludes 0. Values must be finite and
/// above 0.
pub(crate) fn ratio(pairs: &[(f64, f64)], alpha: f64) -> Option<Interval> {
    let ratios = || pairs.iter().map(|(a, b)| a / b);
    let (low, high) = (ratios().min_by(f64::total_cmp)?, ratios().max_by(f64::total_cmp)?);
    let against = |factor: f64| Evidence::of(pairs.iter().map(|(a, b)| a - factor * b));
    between((low * (1.0 - 1e-9), high * (1.0 + 1e-9)), 1.0, &against, alpha)
}

/// The values between two beyond all seen `against` which there is not enough evidence; `None` while either end is open. Whether
/// `equal`, the value of no difference, is among them decides on which side of it an end is sought.
fn between(
    (under, over): (f64, f64),
    equal: f64,
    against: &dyn Fn(f64) -> Evidence,
    alpha: f64,
) -> Option<Interval> {
    let enough = 2.0 / alpha;
    let is_above = |value: f64| against(value).above >= enough;
    let is_below = |value: f64| against(value).below >= enough;
    if !is_above(under) || !is_below(over) {
        return None;
    }
    let end = |(out, inside): (f64, f64), is_out: &dyn Fn(f64) -> bool| {
        let is_between = (equal - out) * (equal - inside) < 0.0;
        let from = match is_between.then(|| is_out(equal)) {
            Some(true) => (equal, inside),
            Some(false) => (out, equal),
            None => (out, inside),
        };
        let halved = (0..HALVINGS).fold(from, |(out, inside), _| {
            let middle = out.midpoint(inside);
            if is_out(middle) { (middle, inside) } else { (out, middle) }
        });
        halved.0
    };
    Some(Interval { low: end((under, over), &is_above), high: end((over, under), &is_below) })
}

/// The anytime-valid p-value of no difference, whatever ended the race: the chance, for equal contenders, that the
/// evidence on either side ever gets this large. Differences must be finite.
pub fn anytime_p(differences: &[f64]) -> f64 {
    let evidence = Evidence::of(differences.iter().copied());
    (2.0 / evidence.above.max(evidence.below)).min(1.0)
}

#[expect(clippy::cast_precision_loss, reason = "a race has at most a thousand rounds")]
fn as_f64(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    /// The evidence of `differences` against `center`.
    fn evidence(differences: &[f64], center: f64) -> Evidence {
        Evidence::of(differences.iter().map(|each| each - center))
    }

    #[test]
    fn the_evidence_of_one_round_is_its_bet() {
        let one = evidence(&[3.0], 0.0);
        assert!((one.above - 1.6125).abs() < 1e-12, "mean of 1.25, 1.5, 1.75 and 1.95: {one:?}");
        assert!((one.below - 0.3875).abs() < 1e-12, "mean of 0.75, 0.5, 0.25 and 0.05: {one:?}");
        assert_eq!(evidence(&[3.0], 3.0), Evidence { above: 1.0, below: 1.0 }, "0 has no sign");
    }

    #[test]
    fn a_p_value_that_may_be_looked_at_is_the_inverse_of_the_evidence() {
        let all_above = [1.0; 20];
        let seen = evidence(&all_above, 0.0).above;
        assert!((anytime_p(&all_above) - 2.0 / seen).abs() < 1e-12, "of either side");
        assert!((anytime_p(&[1.0, -1.0]) - 1.0).abs() < 1e-12, "one each says nothing");
        assert!((anytime_p(&[]) - 1.0).abs() < 1e-12, "nor does nothing");
    }

    #[test]
    fn a_small_difference_after_large_ones_says_less_than_a_large_one() {
        let with = |last: f64| evidence(&[5.0, 6.0, 7.0, last], 0.0);
        assert!(with(-1.0).above > with(-9.0).above, "one against three");
        assert!(with(1.0).above < with(9.0).above, "the fourth of four");
    }

    #[test]
    fn the_interval_excludes_a_center_exactly_where_the_evidence_does() {
        let mut random = SplitMix64::new(4);
        let differences: Vec<f64> = (0..40).map(|_| 1.0 + random.normal()).collect();
        let ci = interval(&differences, 0.05).expect("forty rounds close it");
        for (center, is_inside) in [
            (ci.low - 1e-6, false),
            (ci.low + 1e-6, true),
            (ci.high - 1e-6, true),
            (ci.high + 1e-6, false),
        ] {
            let seen = evidence(&differences, center);
            let is_in = seen.above < 40.0 && seen.below < 40.0;
            assert_eq!(is_in, is_inside, "{center} of {ci:?}: {seen:?}");
        }
    }

    #[test]
    fn the_interval_of_a_ratio_excludes_one_exactly_where_that_of_the_difference_excludes_nothing()
    {
        let mut random = SplitMix64::new(6);
        let mut excluded = [0; 2];
        for _ in 0..200 {
            let mut one = |level: f64| 100.0 * (level + 0.7 * random.normal()).exp();
            let pairs: Vec<(f64, f64)> = (0..24).map(|_| (one(0.6), one(0.0))).collect();
            let differences: Vec<f64> = pairs.iter().map(|(a, b)| a - b).collect();
            let both = interval(&differences, 0.05).zip(ratio(&pairs, 0.05));
            let (of_difference, of_ratio) = both.expect("enough rounds");
            let out = !of_ratio.contains(1.0);
            assert_eq!(out, !of_difference.contains(0.0), "{of_ratio:?} and {of_difference:?}");
            excluded[usize::from(out)] += 1;
        }
        assert!(excluded.iter().all(|many| *many > 20), "both ways were tried: {excluded:?}");
        let twice: Vec<(f64, f64)> =
            (1..30).map(|at| (2.0 * f64::from(at), f64::from(at))).collect();
        let ci = ratio(&twice, 0.05).expect("29 rounds close it");
        assert!((ci.low - 2.0).abs() < 1e-6 && (ci.high - 2.0).abs() < 1e-6, "{ci:?}");
    }

    #[test]
    fn rounds_until_there_is_enough_evidence_are_those_that_it_takes_if_all_goes_on() {
        let seen: Vec<f64> = [3.0, -1.0, 2.0, 4.0, -2.5, 5.0, 1.5, 2.2].repeat(2);
        let more = rounds_until(&seen, 40.0, 1_000).expect("twelve of sixteen are above");
        let needed = (1..200)
            .find(|more| {
                let later = seen.iter().copied().cycle().take(seen.len() + more);
                Evidence::of(later).above >= 40.0
            })
            .expect("they are far enough above");
        assert!(needed.abs_diff(more as usize) <= 4, "{more} and, one after the other, {needed}");
        let turned: Vec<f64> = seen.iter().map(|off| -off).collect();
        assert_eq!(rounds_until(&turned, 40.0, 1_000), None, "that they are below, never");
        assert_eq!(rounds_until(&seen, 40.0, more - 1), None, "more than may be");
        assert_eq!(rounds_until(&[0.0; 9], 40.0, 1_000), None, "two that never differ never will");
        assert_eq!(rounds_until(&[], 40.0, 1_000), None, "nothing goes on as nothing");
    }

    #[test]
    fn few_rounds_leave_the_interval_open() {
        assert_eq!(interval(&[], 0.05), None, "nothing");
        assert_eq!(interval(&[1.0; 5], 0.05), None, "1.95⁵ · ¼ is far below 40");
        let ci = interval(&[1.0; 30], 0.05).expect("thirty times the same");
        assert!((ci.low - 1.0).abs() < 1e-6 && (ci.high - 1.0).abs() < 1e-6, "{ci:?}");
    }

    #[test]
    fn checked_after_each_round_equal_contenders_differ_in_at_most_one_race_of_twenty() {
        let mut random = SplitMix64::new(9);
        let mut wrong = 0;
        for _ in 0..400 {
            let differences: Vec<f64> = (0..60).map(|_| random.normal()).collect();
            let ever = (1..=60).any(|rounds| {
                let seen = evidence(&differences[..rounds], 0.0);
                seen.above.max(seen.below) >= 40.0
            });
            wrong += u32::from(ever);
        }
        assert!(wrong <= 20, "5 % of 400 are 20, and the bound is generous: {wrong}");
    }
}
