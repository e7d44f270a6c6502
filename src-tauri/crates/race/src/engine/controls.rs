//! What stops a race, one of its lanes, or its judge.

use tokio_util::sync::CancellationToken;

/// Stops a race or one of its lanes. Copies control the same race.
#[derive(Clone)]
pub struct Controls {
    all: CancellationToken,
    lanes: Vec<CancellationToken>,
}

impl Controls {
    /// Those of a race with so many lanes.
    pub(crate) fn of_lanes(lanes: usize) -> Self {
        let all = CancellationToken::new();
        Self { lanes: (0..lanes).map(|_| all.child_token()).collect(), all }
    }

    /// What everything that stops with the race waits for.
    pub(crate) fn all(&self) -> CancellationToken {
        self.all.clone()
    }

    /// The same of each lane.
    pub(crate) fn lanes(&self) -> impl Iterator<Item = &CancellationToken> {
        self.lanes.iter()
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.all.is_cancelled()
    }

    /// Stops every lane; their measurements are kept.
    pub fn stop(&self) {
        self.all.cancel();
    }

    /// Stops one lane, by its index among those that run, from 0; its measurements are kept.
    pub fn stop_lane(&self, lane: u32) {
        if let Some(token) = self.lanes.get(lane as usize) {
            token.cancel();
        }
    }
}
