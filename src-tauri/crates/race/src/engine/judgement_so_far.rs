//! What a judge has said while it is asked: kept as it comes, because each word of it was paid for.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use crate::result::judgement::{JudgeVote, Judgement};
use crate::view::live_state::lock;

/// What a judge has said so far.
#[derive(Default)]
pub struct JudgementSoFar(Mutex<SoFar>);

#[derive(Default)]
struct SoFar {
    /// Who was asked, without votes; `None` before.
    of: Option<Judgement>,
    pairs: usize,
    /// By the numbers of their requests: two of each pair, one after the other.
    votes: BTreeMap<usize, JudgeVote>,
    /// Whether something was said since the last look.
    is_new: bool,
}

impl JudgementSoFar {
    pub(crate) fn begin(&self, of: Judgement, pairs: usize, votes: BTreeMap<usize, JudgeVote>) {
        *lock(&self.0) = SoFar { of: Some(of), pairs, votes, is_new: false };
    }

    pub(crate) fn has(&self, request: usize) -> bool {
        lock(&self.0).votes.contains_key(&request)
    }

    pub(crate) fn add(&self, request: usize, vote: JudgeVote) {
        let mut so_far = lock(&self.0);
        so_far.votes.insert(request, vote);
        so_far.is_new = true;
    }

    /// What it has said, if any of it was not there at the last look.
    pub fn news(&self) -> Option<Judgement> {
        let mut so_far = lock(&self.0);
        if !std::mem::take(&mut so_far.is_new) {
            return None;
        }
        so_far.judgement()
    }

    /// All that it said.
    pub(crate) fn whole(&self) -> Judgement {
        lock(&self.0).judgement().unwrap_or_default()
    }
}

impl SoFar {
    fn judgement(&self) -> Option<Judgement> {
        let begun: BTreeSet<usize> = self.votes.keys().map(|request| request / 2).collect();
        let left = self.pairs.saturating_sub(begun.len());
        Some(Judgement {
            votes: self.votes.values().cloned().collect(),
            not_asked: u32::try_from(left).unwrap_or(u32::MAX),
            ..self.of.clone()?
        })
    }
}
