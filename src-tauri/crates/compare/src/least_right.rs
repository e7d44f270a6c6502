//! Who is right often enough to be compared by speed and cost alone: by the share of requests, of which one that failed is not right.

use measure::{Amount, Phrase};

use crate::contender::ContenderSummary;
use crate::exclusion::Exclusion;
use crate::predict::{Lengths, by_length};
use crate::verdicts::Verdicts;
use crate::wording::{contenders as lacking, job as say};

/// Contenders of which at least some share of requests came to a right answer, and the others.
pub(crate) struct OftenRight<'a> {
    /// Everybody.
    pub all: Vec<&'a ContenderSummary>,
    /// Those that are right often enough; all of them unless a share is asked for.
    pub contenders: Vec<&'a ContenderSummary>,
    /// The others, each with why.
    pub excluded: Vec<Exclusion>,
    /// That there is no contender that is; absent if there is one, and if no share is asked for.
    pub nobody: Option<Phrase>,
}

impl<'a> OftenRight<'a> {
    /// Those of these contenders of which at least this share of requests came to a right answer, 0 to 1, of those that were checked or
    /// failed; `None` for any.
    pub(crate) fn of(contenders: &[&'a ContenderSummary], least: Option<f64>) -> Self {
        let Some(least) = least else {
            let all = contenders.to_vec();
            return Self { contenders: all.clone(), all, excluded: Vec::new(), nobody: None };
        };
        let share = |one: &ContenderSummary| one.right.and_then(|right| right.share);
        let (enough, others): (Vec<_>, Vec<_>) = contenders
            .iter()
            .copied()
            .partition(|one| share(one).is_some_and(|share| share >= least));
        let exclusion = |one: &&ContenderSummary| Exclusion {
            place: one.place,
            why: match share(one) {
                None => lacking::not_checked(),
                Some(share) => lacking::too_often_wrong(Amount::share(share)),
            },
        };
        let nobody = enough.is_empty().then(|| say::none_right(Amount::share(least)));
        let (all, excluded) = (contenders.to_vec(), others.iter().map(exclusion).collect());
        Self { all, contenders: enough, excluded, nobody }
    }

    /// The chart of answer lengths of those that are right often enough, with the others left out.
    pub(crate) fn lengths(&self, verdicts: &Verdicts) -> Lengths {
        let mut lengths = by_length(&self.contenders, verdicts);
        lengths.excluded.extend(self.excluded.iter().cloned());
        lengths
    }
}
