//! The commands of the user's own among the checks of a plan.

use checks::{Check, OwnCommand};

use crate::plan::Plan;
use crate::workload::{PromptSet, Row};

impl Plan {
    /// The commands of its checks and of those of its rows, each once, in order.
    pub fn commands(&self) -> Vec<&str> {
        let rows = self.set.iter().flat_map(|set| set.rows().iter());
        let all = self.checks.iter().chain(rows.flat_map(|row| &row.checks));
        let mut commands: Vec<&str> = Vec::new();
        for command in all.filter_map(own_command) {
            if !commands.contains(&command.command.as_str()) {
                commands.push(&command.command);
            }
        }
        commands
    }

    /// The commands among the checks of an answer to the row at an index, from 0, or to the plan's own prompt, each with its place
    /// among their results.
    pub(crate) fn commands_of(&self, row: Option<u32>) -> Vec<(usize, &OwnCommand)> {
        let of_row = self.row_at(row).map(|row| row.checks.as_slice()).unwrap_or_default();
        let all = self.checks.iter().chain(of_row).enumerate();
        all.filter_map(|(at, check)| Some((at, own_command(check)?))).collect()
    }

    /// The row at an index of the set, from 0.
    pub(crate) fn row_at(&self, row: Option<u32>) -> Option<&Row> {
        self.set.as_ref().map(PromptSet::rows)?.get(row? as usize)
    }
}

fn own_command(check: &Check) -> Option<&OwnCommand> {
    match check {
        Check::Command(command) => Some(command),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use checks::written;

    use super::*;

    #[test]
    fn commands_of_a_plan_and_its_rows_are_told_once_and_keep_their_places() {
        let check = |text: &str| written(text).expect("a check");
        let row = |checks: &[&str]| Row {
            prompt: "Why?".into(),
            checks: checks.iter().map(|text| check(text)).collect(),
            ..Row::default()
        };
        let rows = vec![row(&["json", "command:b"]), row(&["command:json:a"]), row(&[])];
        let plan = Plan { checks: vec![check("json"), check("command:a")], ..Plan::default() }
            .asking(PromptSet::Rows { rows: rows.into() });
        assert_eq!(plan.commands(), ["a", "b"], "each once, however it reads the answer");
        let of = |row| -> Vec<(usize, &str)> {
            let all = plan.commands_of(row).into_iter();
            all.map(|(at, command)| (at, command.command.as_str())).collect()
        };
        assert_eq!(of(Some(0)), [(1, "a"), (3, "b")], "those of the plan first");
        assert_eq!(of(Some(1)), [(1, "a"), (2, "a")]);
        assert_eq!(of(None), [(1, "a")], "without a row the plan's alone");
        assert_eq!(Plan::default().commands(), [""; 0], "none");
    }
}
