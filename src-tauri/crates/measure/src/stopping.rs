//! What ended a race.

/// What decided how many rounds a race had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopping {
    /// A number set beforehand, so that a test made once at the end is valid.
    Planned,
    /// The values themselves, looked at after each round.
    WhenSettled,
}
