//! Who may be asked, once a plan is admitted.

use std::sync::Arc;

use race::{Entry, Run, Sweep, Timeouts};

use crate::own_command::AllowedCommands;

/// Who may be asked by a plan that was admitted, with their keys.
#[derive(Clone, Default)]
pub struct Admitted {
    /// Its contenders, in order.
    pub lanes: Vec<Entry>,
    /// The later steps of each of these that is a chain, in order; none for the others.
    pub later: Vec<Vec<Entry>>,
    /// Its judge.
    pub judge: Option<Entry>,
    /// The commands that may check its answers: those of its checks.
    pub(crate) commands: AllowedCommands,
}

/// Contenders without a judge and without commands.
impl From<Vec<Entry>> for Admitted {
    fn from(lanes: Vec<Entry>) -> Self {
        Self { lanes, ..Self::default() }
    }
}

impl Admitted {
    /// A resumed sweep of the same plan, with the commands that may check its answers.
    #[must_use]
    pub fn resumed(self, run: Run, timeouts: Timeouts) -> Sweep {
        Sweep::again(run, self.lanes, timeouts).running_commands(Arc::new(self.commands))
    }

    /// All of them.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Entry> {
        self.lanes.iter().chain(self.later.iter().flatten()).chain(&self.judge)
    }
}
