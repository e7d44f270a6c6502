//! A step to a new level.

use measure::Interval;

/// Which way a number moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// To a higher level.
    Up,
    /// To a lower level.
    Down,
}

/// A step to a new level: where it is, and how large.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// The turn from which on the new level holds.
    pub from_turn: u64,
    /// New level ÷ old level, the pattern of the week taken out.
    pub ratio: f64,
    /// 95 % confidence interval of `ratio`, given where the step is; absent with too few turns after it.
    pub interval: Option<Interval>,
}
