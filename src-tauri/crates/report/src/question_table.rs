//! Which question each lane answered right, as a table of texts.

use measure::format;
use race::{Question, QuestionAnswers, Questions, Run};

/// Questions × lanes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionTable {
    /// The name of what was asked, and those of the lanes.
    pub headings: Vec<String>,
    /// A row for each question: its name and, lane by lane, whether it was answered right.
    pub rows: Vec<Vec<String>>,
    /// How many questions are left out, in a sentence; absent if none is.
    pub left_out: Option<String>,
    /// What to expect instead where most wrong answers have the expected text among other words; absent otherwise.
    pub hint: Option<String>,
}

/// The questions of a run that a table shows; `None` if nothing was checked, or one question was asked. `names` are those of the lanes.
pub fn question_table(run: &Run, names: &[String]) -> Option<QuestionTable> {
    let found = run.questions()?;
    let first = if run.plan.set.is_some() { "Question" } else { "Round" };
    let row = |at: &u32| {
        let question = found.all.get(*at as usize)?;
        let came = question.lanes.iter().map(|came| came.map(cell).unwrap_or_default());
        Some(std::iter::once(name(question, first)).chain(came).collect())
    };
    Some(QuestionTable {
        headings: std::iter::once(first.to_owned()).chain(names.iter().cloned()).collect(),
        rows: found.shown.iter().filter_map(row).collect(),
        left_out: left_out(&found),
        hint: found.hint.as_ref().map(ToString::to_string),
    })
}

fn name(question: &Question, kind: &str) -> String {
    question.name.clone().unwrap_or_else(|| format!("{kind} {}", question.at + 1))
}

fn cell(came: QuestionAnswers) -> String {
    match came {
        QuestionAnswers { asked: 1, right: 1, .. } => "right".to_owned(),
        QuestionAnswers { asked: 1, wrong: 1, .. } => "\u{2717} wrong".to_owned(),
        QuestionAnswers { asked: 1, failed: 1, .. } => "\u{2717} failed".to_owned(),
        QuestionAnswers { asked: 1, .. } => "? unknown".to_owned(),
        QuestionAnswers { asked, right, wrong, failed, .. } => {
            let mark = match wrong + failed {
                0 if right == asked => "",
                0 => "? ",
                _ => "\u{2717} ",
            };
            format!("{mark}{}/{}", format::count(right), format::count(asked))
        }
    }
}

fn left_out(found: &Questions) -> Option<String> {
    let questions = |some: u32| format::several(some as usize, "question");
    let right = (found.right_left_out > 0)
        .then(|| format!("{} that every lane answered right", questions(found.right_left_out)));
    let others =
        (found.others_left_out > 0).then(|| format!("{} more", questions(found.others_left_out)));
    let both: Vec<String> = right.into_iter().chain(others).collect();
    (!both.is_empty()).then(|| format!("Left out: {}.", both.join(" and ")))
}

#[cfg(test)]
#[path = "tests/questions.rs"]
mod tests;
