//! Whether two shares differ: R. A. Fisher's exact test, by which too few events never count as a difference.

use crate::float::float;

/// The chance of a share at least as large among the first as it is, given the events of both, if they have one share in common: events and of how
/// many, of the first and of the second.
pub(crate) fn larger_p((events, of): (usize, usize), (other_events, other): (usize, usize)) -> f64 {
    let (all, drawn) = (of + other, events + other_events);
    if events > of || other_events > other {
        return 1.0;
    }
    let most = of.min(drawn);
    let ln_all = ln_choose(all, drawn);
    let chance: f64 = (events..=most)
        .filter(|first| drawn - first <= other)
        .map(|first| (ln_choose(of, first) + ln_choose(other, drawn - first) - ln_all).exp())
        .sum();
    chance.min(1.0)
}

/// The logarithm of the number of ways to choose k of n, k ≤ n.
fn ln_choose(n: usize, k: usize) -> f64 {
    let k = k.min(n - k);
    (1..=k).map(|i| (float(n - k + i) / float(i)).ln()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lady_tasting_tea_is_as_he_published_it() {
        assert!((larger_p((4, 4), (0, 4)) - 1.0 / 70.0).abs() < 1e-12);
        assert!((larger_p((3, 4), (1, 4)) - 17.0 / 70.0).abs() < 1e-12);
    }

    #[test]
    fn of_nothing_nothing_follows() {
        assert!((larger_p((0, 0), (3, 5)) - 1.0).abs() < 1e-12);
        assert!((larger_p((0, 9), (0, 9)) - 1.0).abs() < 1e-12);
        assert!((larger_p((9, 5), (0, 9)) - 1.0).abs() < 1e-12, "no such share");
    }
}
