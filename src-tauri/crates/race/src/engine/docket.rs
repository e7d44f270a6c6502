//! What a judge is asked about: every two answers of each round, in both orders.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use crate::plan::Plan;
use crate::plan::judge_prompt::{LONGEST_ANSWER, LONGEST_QUESTION, cut_to, mark_of};
use crate::result::judgement::{JudgeVote, Judgement};
use crate::result::lane::Lane;
use crate::result::run::Run;

/// Two answers of one round.
pub(crate) struct AnswerPair {
    pub(crate) round: u32,
    pub(crate) lanes: [u32; 2],
    pub(crate) question: Arc<str>,
    pub(crate) answers: [Arc<str>; 2],
    pub(crate) is_cut: bool,
    pub(crate) is_named: bool,
}

/// What is asked: each pair in both orders.
pub(crate) struct Docket {
    pub(crate) pairs: Vec<AnswerPair>,
    pub(crate) identical: u32,
    pub(crate) mark: String,
    pub(crate) criteria: Option<String>,
}

impl Docket {
    /// Every two answers of each measured round that both have one.
    pub(crate) fn of(run: &Run) -> Self {
        let criteria = run.plan.judge.as_ref().and_then(|judge| judge.criteria.clone());
        let mut docket = Self { pairs: Vec::new(), identical: 0, mark: mark_of(&run.id), criteria };
        let names = names(run);
        let rounds = run.lanes.iter().map(|lane| lane.samples.len()).max().unwrap_or_default();
        for round in 0..u32::try_from(rounds).unwrap_or(u32::MAX) {
            let question = question(&run.plan, round);
            let is_question_cut = question.len() != cut_to(&question, LONGEST_QUESTION).len();
            let question: Arc<str> = cut_to(&question, LONGEST_QUESTION).into();
            let answers: Vec<(u32, Answer)> = (0_u32..)
                .zip(&run.lanes)
                .filter_map(|(at, lane)| Some((at, Answer::of(lane, round, &names)?)))
                .collect();
            for (place, (low, one)) in answers.iter().enumerate() {
                for (high, other) in answers.iter().skip(place + 1) {
                    if one.text == other.text {
                        docket.identical += 1;
                        continue;
                    }
                    docket.pairs.push(AnswerPair {
                        round,
                        lanes: [*low, *high],
                        question: Arc::clone(&question),
                        answers: [Arc::clone(&one.text), Arc::clone(&other.text)],
                        is_cut: is_question_cut || one.is_cut || other.is_cut,
                        is_named: one.is_named || other.is_named,
                    });
                }
            }
        }
        docket
    }

    /// What was said before, by the numbers of their requests, and is not asked again: but for requests that failed and cost
    /// nothing.
    pub(crate) fn said_before(&self, before: Option<&Judgement>) -> BTreeMap<usize, JudgeVote> {
        let Some(before) = before else { return BTreeMap::new() };
        // By what they are about: a race of many lanes or rounds has a hundred thousand.
        let places: HashMap<(u32, [u32; 2]), usize> =
            (0..).zip(&self.pairs).map(|(at, pair)| ((pair.round, pair.lanes), at)).collect();
        let number = |vote: &JudgeVote| {
            // The lane that comes first is the lower one, in whatever order they were shown.
            let lanes = [vote.first.min(vote.second), vote.first.max(vote.second)];
            let pair = places.get(&(vote.round, lanes))?;
            Some(pair * 2 + usize::from(vote.first > vote.second))
        };
        let is_kept = |vote: &&JudgeVote| !before.is_free_failure(vote);
        let kept = before.votes.iter().filter(is_kept);
        kept.filter_map(|vote| Some((number(vote)?, vote.clone()))).collect()
    }

    /// The pair that a request is about, and whether the answer of the later lane stands first.
    pub(crate) fn asked(&self, at: usize) -> Option<(&AnswerPair, bool)> {
        Some((self.pairs.get(at / 2)?, at % 2 == 1))
    }
}

impl Run {
    /// Counts again, by its answers and the votes of its judge, what nobody said a word about, which answers are the same, which
    /// were cut and which name a model. Whether a question was cut cannot be known without the prompts.
    pub fn count_judged_again(&mut self) {
        let Some(mut judgement) = self.judgement.take() else { return };
        let docket = Docket::of(self);
        let of_pair: HashMap<(u32, [u32; 2]), &AnswerPair> =
            docket.pairs.iter().map(|pair| ((pair.round, pair.lanes), pair)).collect();
        let mut begun = BTreeSet::new();
        for vote in &mut judgement.votes {
            let about = (vote.round, [vote.first.min(vote.second), vote.first.max(vote.second)]);
            let Some(pair) = of_pair.get(&about) else { continue };
            begun.insert(about);
            vote.named = pair.is_named;
            vote.cut = pair.is_cut || (vote.cut && self.prompts_left_out.is_some());
        }
        let left = docket.pairs.len().saturating_sub(begun.len());
        judgement.not_asked = u32::try_from(left).unwrap_or(u32::MAX);
        judgement.identical = docket.identical;
        self.judgement = Some(judgement);
    }
}

/// An answer as a judge is shown it.
struct Answer {
    text: Arc<str>,
    is_cut: bool,
    is_named: bool,
}

impl Answer {
    fn of(lane: &Lane, round: u32, names: &[String]) -> Option<Self> {
        let sample = lane.samples.get(round as usize).filter(|sample| sample.status.is_ok())?;
        let (text, tools) = (sample.text.as_str().trim(), sample.tools.as_str().trim());
        let whole = match (text, tools) {
            ("", "") => return None,
            (text, "") => text.to_owned(),
            ("", tools) => format!("[calls of tools]\n{tools}"),
            (text, tools) => format!("{text}\n[calls of tools]\n{tools}"),
        };
        let shown = cut_to(&whole, LONGEST_ANSWER);
        let lower = shown.to_lowercase();
        Some(Self {
            is_cut: shown.len() != whole.len(),
            is_named: names.iter().any(|name| has_word(&lower, name)),
            text: shown.into(),
        })
    }
}

/// Whether a text has these words, and not as a part of longer ones.
fn has_word(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, found)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let after = text.get(at + found.len()..).and_then(|after| after.chars().next());
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

/// The names by which a judge could know whose an answer is, in lower case.
fn names(run: &Run) -> Vec<String> {
    let of_lane = |lane: &Lane| [lane.label.to_lowercase(), lane.model.to_lowercase()];
    let names = run.lanes.iter().flat_map(of_lane);
    names.filter(|name| name.chars().count() > 3).collect()
}

/// What a measured round asked, as text. Where lanes have system prompts of their own, without any.
fn question(plan: &Plan, round: u32) -> String {
    let mut shared = plan.shared_input();
    if plan.lanes.iter().any(|lane| lane.request.is_some()) {
        shared.system = None;
    }
    let rows = plan.rows();
    let row = plan.row_of_round(plan.warmup.saturating_add(round));
    match row.and_then(|row| rows.get(row as usize)) {
        Some(row) => row.over(shared).text(),
        None => shared.text(),
    }
}
