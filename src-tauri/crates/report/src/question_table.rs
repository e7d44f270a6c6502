//! Which question each lane answered right, question by question.

use std::collections::BTreeMap;

use measure::format;
use race::{Lane, Run, Sample};

/// The most questions of a table. Of more, those that every lane answered right are left out first.
const MOST_QUESTIONS: usize = 60;

/// The longest beginning of a prompt that names a question, in characters.
const LONGEST_PROMPT: usize = 48;

/// Questions × lanes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionTable {
    /// The name of what was asked, and those of the lanes.
    pub headings: Vec<String>,
    /// A row for each question: its name and, lane by lane, whether it was answered right.
    pub rows: Vec<Vec<String>>,
    /// How many questions are left out, in a sentence; absent if none is.
    pub left_out: Option<String>,
}

/// What came of one question in one lane.
#[derive(Debug, Clone, Copy, Default)]
struct Came {
    right: u32,
    wrong: u32,
    unknown: u32,
    failed: u32,
}

impl Came {
    fn add(&mut self, sample: &Sample) {
        match (sample.right, sample.is_unanswered()) {
            (Some(true), _) => self.right += 1,
            (Some(false), _) => self.wrong += 1,
            (None, true) => self.failed += 1,
            (None, false) if sample.verdict().is_some() => self.unknown += 1,
            (None, false) => {}
        }
    }

    fn is_checked(self) -> bool {
        self.right + self.wrong + self.unknown > 0
    }

    fn cell(self) -> String {
        let all = self.right + self.wrong + self.unknown + self.failed;
        match (self, all) {
            (_, 0) => String::new(),
            (Self { right: 1, .. }, 1) => "right".to_owned(),
            (Self { wrong: 1, .. }, 1) => "\u{2717} wrong".to_owned(),
            (Self { failed: 1, .. }, 1) => "\u{2717} failed".to_owned(),
            (_, 1) => "? unknown".to_owned(),
            (Self { right, wrong, failed, .. }, _) => {
                let mark = match wrong + failed {
                    0 if right == all => "",
                    0 => "? ",
                    _ => "\u{2717} ",
                };
                format!("{mark}{}/{}", format::count(right), format::count(all))
            }
        }
    }
}

/// Questions × lanes of a run over a set of prompts, or rounds × lanes of a race of several; `None` without checked answers, and for a
/// single round. `names` are those of the lanes.
pub fn question_table(run: &Run, names: &[String]) -> Option<QuestionTable> {
    let has_rows = run.plan.set.is_some();
    if !has_rows && run.plan.is_sweep() {
        return None;
    }
    let mut asked: BTreeMap<u32, Vec<Came>> = BTreeMap::new();
    for (lane, at) in run.lanes.iter().zip(0_usize..) {
        for (question, sample) in questions(lane, has_rows) {
            let all =
                asked.entry(question).or_insert_with(|| vec![Came::default(); run.lanes.len()]);
            if let Some(own) = all.get_mut(at) {
                own.add(sample);
            }
        }
    }
    // A failed request of a row without a check is none of a question that has a right answer.
    asked.retain(|_, came| came.iter().any(|one| one.is_checked()));
    if asked.len() < 2 {
        return None;
    }
    let whole = asked.len();
    if whole > MOST_QUESTIONS {
        asked.retain(|_, came| came.iter().any(|one| one.wrong + one.unknown + one.failed > 0));
    }
    let all_right = whole - asked.len();
    let more = asked.len().saturating_sub(MOST_QUESTIONS);
    let rows = run.plan.rows();
    let name = |question: u32| match rows.get(question as usize).filter(|_| has_rows) {
        Some(row) => question_name(&row.name, &row.prompt),
        None if has_rows => (question + 1).to_string(),
        None => format!("Round {}", question + 1),
    };
    let shown = asked.iter().take(MOST_QUESTIONS).map(|(question, came)| {
        std::iter::once(name(*question)).chain(came.iter().map(|one| one.cell())).collect()
    });
    let first = if has_rows { "Question" } else { "Round" };
    Some(QuestionTable {
        headings: std::iter::once(first.to_owned()).chain(names.iter().cloned()).collect(),
        rows: shown.collect(),
        left_out: left_out(all_right, more),
    })
}

fn left_out(all_right: usize, more: usize) -> Option<String> {
    let right = (all_right > 0).then(|| {
        format!("{} that every lane answered right", format::several(all_right, "question"))
    });
    let more = (more > 0).then(|| format!("{} more", format::several(more, "question")));
    let both: Vec<String> = right.into_iter().chain(more).collect();
    (!both.is_empty()).then(|| format!("Left out: {}.", both.join(" and ")))
}

/// The measured requests of a lane with what each asked: its row, or its round.
fn questions(lane: &Lane, has_rows: bool) -> Vec<(u32, &Sample)> {
    let of_levels = lane.levels.iter().flat_map(|level| &level.samples);
    let all = of_levels.chain(&lane.samples).zip(0_u32..);
    let each =
        |(sample, round): (&'_ Sample, u32)| Some(if has_rows { sample.row? } else { round });
    all.filter_map(|(sample, round)| Some((each((sample, round))?, sample))).collect()
}

/// A question's name and how its prompt begins; one of the two where that is all there is.
fn question_name(name: &str, prompt: &str) -> String {
    let prompt = prompt.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut begins: String = prompt.chars().take(LONGEST_PROMPT).collect();
    if begins.len() < prompt.len() {
        begins.push('\u{2026}');
    }
    match (name.trim(), begins.as_str()) {
        ("", begins) => begins.to_owned(),
        (name, "") => name.to_owned(),
        (name, begins) => format!("{name}: {begins}"),
    }
}

#[cfg(test)]
#[path = "tests/questions.rs"]
mod tests;
