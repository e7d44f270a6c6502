//! The random numbers of a simulation, and how what is simulated scatters around its truth.

use std::ops::{Deref, DerefMut};

use measure::SplitMix64;

/// A distribution with median 0 and, but for its steps, variance 1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) enum Scatter {
    #[default]
    Normal,
    /// Student's, with three degrees of freedom: both tails heavy.
    Student,
    /// Pareto's, with a shape of 3: the upper tail is heavy, and there is none below.
    Pareto,
    /// Normal, in steps of half a standard deviation, as by a coarse clock: many values are equal.
    Coarse,
}

impl Scatter {
    /// Each by its name on the command line, and in words.
    pub(crate) const ALL: [(&'static str, &'static str, Self); 4] = [
        ("normal", "normal", Self::Normal),
        ("t3", "Student's t with 3 degrees of freedom", Self::Student),
        ("pareto", "Pareto with shape 3", Self::Pareto),
        ("coarse", "normal in steps of half a standard deviation", Self::Coarse),
    ];

    pub(crate) fn in_words(self) -> &'static str {
        Self::ALL.into_iter().find(|(.., known)| *known == self).map_or("", |(_, words, _)| words)
    }

    fn drawn(self, random: &mut SplitMix64) -> f64 {
        match self {
            Self::Normal => random.normal(),
            Self::Coarse => (2.0 * random.normal()).round() / 2.0,
            Self::Student => {
                let squares: f64 = (0..3).map(|_| random.normal().powi(2)).sum();
                // Its variance is 3.
                random.normal() / squares.sqrt()
            }
            Self::Pareto => {
                // Median 2^(1/3), variance 3/4.
                (random.unit().powf(-1.0 / 3.0) - 2.0_f64.cbrt()) / 0.75_f64.sqrt()
            }
        }
    }
}

/// The random numbers of one simulation.
pub(crate) struct Random {
    bits: SplitMix64,
    scatter: Scatter,
}

impl Random {
    pub(crate) fn new(seed: u64, scatter: Scatter) -> Self {
        Self { bits: SplitMix64::new(seed), scatter }
    }

    /// A deviation from the truth, in standard deviations.
    pub(crate) fn scatter(&mut self) -> f64 {
        self.scatter.drawn(&mut self.bits)
    }
}

impl Deref for Random {
    type Target = SplitMix64;

    fn deref(&self) -> &SplitMix64 {
        &self.bits
    }
}

impl DerefMut for Random {
    fn deref_mut(&mut self) -> &mut SplitMix64 {
        &mut self.bits
    }
}

/// The quantile of a sorted sample that is this large.
pub(crate) fn quantile(sorted: &[f64], share: f64) -> f64 {
    measure::percentile(sorted, share).unwrap_or(f64::NAN)
}
