//! Which question each lane answered right, question by question.

use std::collections::BTreeMap;

use measure::Phrase;
use serde::{Deserialize, Serialize};

use crate::plan::Plan;
use crate::result::among_words::among_other_words;
use crate::result::lane::Lane;
use crate::result::sample::Sample;
use crate::workload::PromptSet;

/// The most questions of a table that is read; a document has all.
const MOST_SHOWN: usize = 60;

/// Which question each lane answered right.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Questions {
    /// Every question that was asked and has checks, in order.
    pub all: Vec<Question>,
    /// Indexes in `all` of those that a table shows. Of very many, those that every lane answered right are left out first.
    pub shown: Vec<u32>,
    /// How many a table leaves out that every lane answered right.
    pub right_left_out: u32,
    /// How many others it leaves out.
    pub others_left_out: u32,
    /// What to expect instead, in a sentence or two, where most wrong answers have the expected text among other words; absent
    /// otherwise.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<Phrase>,
}

/// A row of a set, or a round where every round asks the same, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Question {
    /// From 0, the index of its row in the set or suite; without a set, that of its measured round.
    pub at: u32,
    /// The name of its row and how its prompt begins; absent for a round, and where prompts were left out.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What came of it lane by lane; null for a lane of which no answer counts.
    pub lanes: Vec<Option<QuestionAnswers>>,
}

/// What a lane answered to one question.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct QuestionAnswers {
    /// How often it was asked: the sum of these four.
    pub asked: u32,
    /// Answers that pass every check.
    pub right: u32,
    /// Answers that fail one.
    pub wrong: u32,
    /// Answers of which neither can be said.
    pub unknown: u32,
    /// Requests that failed without an answer to check.
    pub failed: u32,
}

impl QuestionAnswers {
    /// With one more request, if it was checked or failed. What Paceline ended is in nothing.
    fn with(self, sample: &Sample) -> Option<Self> {
        let Self { asked, right, wrong, unknown, failed } = self;
        let asked = asked + 1;
        Some(match sample.right {
            Some(true) => Self { asked, right: right + 1, ..self },
            Some(false) => Self { asked, wrong: wrong + 1, ..self },
            None if sample.is_unanswered() => Self { asked, failed: failed + 1, ..self },
            None if sample.verdict().is_some() => Self { asked, unknown: unknown + 1, ..self },
            None => return None,
        })
    }

    fn is_all_right(self) -> bool {
        self.right == self.asked
    }
}

/// See [`Run::questions`](crate::Run::questions). Where prompts were left out, so were the names of a set's rows.
pub(crate) fn questions(plan: &Plan, lanes: &[Lane], has_prompts: bool) -> Option<Questions> {
    let has_rows = plan.set.is_some();
    if !has_rows && plan.is_sweep() {
        return None;
    }
    let mut found: BTreeMap<u32, Vec<Option<QuestionAnswers>>> = BTreeMap::new();
    for (lane, place) in lanes.iter().zip(0_usize..) {
        for (at, sample) in asked(lane, has_rows) {
            let came = found.entry(at).or_insert_with(|| vec![None; lanes.len()]);
            if let Some(own) = came.get_mut(place) {
                *own = own.unwrap_or_default().with(sample).or(*own);
            }
        }
    }
    let all: Vec<Question> = found
        .into_iter()
        .filter(|(at, came)| is_checked(plan, *at, came))
        .map(|(at, lanes)| Question { at, name: name_of(plan, at, has_prompts), lanes })
        .collect();
    let hint = || among_other_words(plan, lanes);
    (all.len() > 1).then(|| Questions { hint: hint(), ..Questions::of(all) })
}

/// Whether a question has checks: its plan says so, or an answer was checked, of which an export without prompts tells only that.
fn is_checked(plan: &Plan, at: u32, came: &[Option<QuestionAnswers>]) -> bool {
    let of_row = || Some(!plan.set.as_ref()?.rows().get(at as usize)?.checks.is_empty());
    let mut counted = came.iter().flatten().peekable();
    let is_planned = !plan.checks.is_empty() || of_row().unwrap_or_default();
    (is_planned && counted.peek().is_some()) || counted.any(|own| own.failed < own.asked)
}

impl Questions {
    fn of(all: Vec<Question>) -> Self {
        let is_many = all.len() > MOST_SHOWN;
        let is_right = |one: &Question| one.lanes.iter().flatten().all(|own| own.is_all_right());
        let open = (0_u32..).zip(&all).filter(|(_, one)| !(is_many && is_right(one)));
        let mut shown: Vec<u32> = open.map(|(index, _)| index).collect();
        let number = |some: usize| u32::try_from(some).unwrap_or(u32::MAX);
        let right_left_out = number(all.len() - shown.len());
        let others_left_out = number(shown.len().saturating_sub(MOST_SHOWN));
        shown.truncate(MOST_SHOWN);
        Self { all, shown, right_left_out, others_left_out, hint: None }
    }

    /// Only those that a table shows.
    pub(crate) fn shown_alone(self) -> Self {
        let mut all: Vec<Option<Question>> = self.all.into_iter().map(Some).collect();
        let shown = self.shown.iter().filter_map(|at| all.get_mut(*at as usize)?.take());
        let all: Vec<Question> = shown.collect();
        Self { shown: (0_u32..).zip(&all).map(|(at, _)| at).collect(), all, ..self }
    }
}

/// The measured requests of a lane with what each asked: its row, or its round.
pub(crate) fn asked(lane: &Lane, has_rows: bool) -> impl Iterator<Item = (u32, &Sample)> {
    let of_levels = lane.levels.iter().flat_map(|level| &level.samples);
    let all = of_levels.chain(&lane.samples).zip(0_u32..);
    all.filter_map(move |(sample, round)| {
        let at = if has_rows { sample.row? } else { round };
        Some((at, sample))
    })
}

/// The name of a row that was asked; that of a suite's is known however it was exported.
fn name_of(plan: &Plan, at: u32, has_prompts: bool) -> Option<String> {
    let set = plan.set.as_ref()?;
    let is_known = has_prompts || matches!(set, PromptSet::Suite { .. });
    set.rows().get(at as usize).filter(|_| is_known)?.title()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::run::{PromptsLeftOut, Run};
    use crate::result::status::Status;
    use crate::testing::{lane, run, sample};
    use crate::workload::{Row, Suite};

    /// A race over so many questions, of which the second lane answers every `nth` wrong and fails at the last.
    fn asked_of_two(count: u32, nth: u32) -> Run {
        let rows: Vec<Row> = (0..count)
            .map(|at| Row {
                name: format!("q{at}"),
                prompt: format!("What is {at} times seven, and why is it\nnot another number?"),
                ..Row::default()
            })
            .collect();
        let lanes = [0, 1].map(|place| {
            lane((0..count).map(|row| {
                let fails = place == 1 && row + 1 == count;
                let right = (!fails).then_some(place == 0 || row % nth != 0);
                let status = if fails { Status::ErrorNet } else { Status::Ok };
                Sample { row: Some(row), right, ..sample(status) }
            }))
        });
        let mut run = run(lanes.into());
        run.plan.set = Some(PromptSet::Rows { rows: rows.into() });
        run
    }

    fn came(asked: u32, right: u32, wrong: u32, failed: u32) -> QuestionAnswers {
        QuestionAnswers { asked, right, wrong, unknown: 0, failed }
    }

    #[test]
    fn each_question_says_who_answered_it_right() {
        let found = asked_of_two(4, 3).questions().expect("they were checked");
        let name = "q0: What is 0 times seven, and why is it not another…";
        assert_eq!(found.all[0].name.as_deref(), Some(name), "its name and how it begins");
        assert_eq!(
            found.all[0].lanes,
            [Some(came(1, 1, 0, 0)), Some(came(1, 0, 1, 0))],
            "lane by lane"
        );
        assert_eq!(found.all[3].lanes[1], Some(came(1, 0, 0, 1)), "no answer is not right");
        assert_eq!(found.shown, [0, 1, 2, 3], "four fit");
        assert_eq!((found.right_left_out, found.others_left_out), (0, 0), "none is left out");
    }

    #[test]
    fn a_document_has_every_question_and_says_which_a_table_shows() {
        let found = asked_of_two(500, 5).into_document().questions.expect("they were checked");
        assert_eq!((found.all.len(), found.shown.len()), (500, 60), "the table is bounded");
        let is_open = |at: &u32| found.all[*at as usize].lanes[1] != Some(came(1, 1, 0, 0));
        assert!(found.shown.iter().all(is_open), "those that are not right come first");
        assert_eq!(
            (found.right_left_out, found.others_left_out),
            (399, 41),
            "and the rest is told"
        );
    }

    #[test]
    fn questions_of_a_suite_have_their_names() {
        let mut run = asked_of_two(3, 2);
        run.plan.set = Some(PromptSet::Suite { suite: Suite::Sums });
        let found = run.questions().expect("they were checked");
        let first = &Suite::Sums.rows()[0];
        let name = found.all[0].name.clone().expect("a name");
        assert!(name.starts_with(&format!("{}: ", first.name)), "{name}");
    }

    #[test]
    fn a_question_that_every_lane_failed_at_is_one_if_it_has_checks() {
        let mut run = asked_of_two(3, 2);
        for lane in &mut run.lanes {
            lane.samples[1] = Sample { row: Some(1), ..sample(Status::ErrorNet) };
        }
        let rows = |run: &Run| run.questions().expect("checked").all.into_iter().map(|one| one.at);
        assert_eq!(rows(&run).collect::<Vec<_>>(), [0, 2], "nothing says that it was checked");
        run.plan.checks = vec![checks::Check::NoRefusal];
        assert_eq!(rows(&run).collect::<Vec<_>>(), [0, 1, 2], "its answers would have been");
    }

    #[test]
    fn what_was_asked_more_than_once_is_counted_and_what_paceline_ended_is_not() {
        let mut run = asked_of_two(2, 2);
        for lane in &mut run.lanes {
            let again = lane.samples.clone();
            lane.samples.extend(again);
        }
        run.lanes[0].samples.push(Sample { row: Some(0), ..sample(Status::Cancelled) });
        run.lanes.push(lane([Sample { row: Some(1), ..sample(Status::Cancelled) }]));
        let found = run.questions().expect("they were checked");
        assert_eq!(
            found.all[0].lanes,
            [Some(came(2, 2, 0, 0)), Some(came(2, 0, 2, 0)), None],
            "of two each"
        );
    }

    #[test]
    fn where_prompts_were_left_out_a_question_has_its_number() {
        let mut run = asked_of_two(2, 2);
        run.prompts_left_out =
            Some(PromptsLeftOut { prompt_hash: "0".repeat(16), prompt_tokens: None });
        let found = run.questions().expect("they were checked");
        assert!(found.all.iter().all(|one| one.name.is_none()), "names tell what was asked");
    }

    #[test]
    fn where_nothing_was_checked_there_are_no_questions() {
        let mut run = asked_of_two(3, 2);
        for sample in run.lanes.iter_mut().flat_map(|lane| &mut lane.samples) {
            (sample.right, sample.status) = (None, Status::Ok);
        }
        assert_eq!(run.questions(), None, "nothing is right or wrong");
        let document = serde_json::to_value(run.into_document()).expect("JSON");
        assert_eq!(document.get("questions"), None, "absent, and not empty");
    }
}
