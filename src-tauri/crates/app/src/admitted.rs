//! Who may be asked, once a plan is admitted.

use race::Entry;

/// Who may be asked by a plan that was admitted, with their keys.
#[derive(Clone, Default)]
pub struct Admitted {
    /// Its contenders, in order.
    pub lanes: Vec<Entry>,
    /// Its judge.
    pub judge: Option<Entry>,
}

/// Contenders without a judge.
impl From<Vec<Entry>> for Admitted {
    fn from(lanes: Vec<Entry>) -> Self {
        Self { lanes, judge: None }
    }
}

impl Admitted {
    /// All of them.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Entry> {
        self.lanes.iter().chain(&self.judge)
    }
}
