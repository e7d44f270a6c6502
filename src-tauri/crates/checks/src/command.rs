//! A command of the user's own that checks answers: what it is given, and what its end means. Nothing here starts a process.

use measure::Phrase;
use serde::Serialize;

use crate::answer::Answer;
use crate::check::OwnCommand;
use crate::quote::{bounded, is_hidden};
use crate::verdict::{CheckResult, Finding};
use crate::{unusable, wording};

/// The most characters of a command.
pub const LONGEST_COMMAND: usize = 1_000;

/// How a command ended by itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CommandEnd {
    /// Its exit status; absent if a signal ended it.
    pub status: Option<i32>,
    /// What it wrote to standard output.
    pub output: String,
    /// What it wrote to standard error.
    pub errors: String,
}

/// What a command reads that asks for JSON.
#[derive(Serialize)]
struct Input<'a> {
    text: &'a str,
    /// Absent if they cannot be told apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    calls: Option<Vec<InputCall<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<&'a str>,
}

#[derive(Serialize)]
struct InputCall<'a> {
    name: &'a str,
    /// As they came, which need not be JSON.
    arguments: &'a str,
}

impl OwnCommand {
    /// What it reads on its standard input, for an answer to the row of this name.
    pub fn input(&self, answer: &Answer<'_>, row: Option<&str>) -> Vec<u8> {
        if !self.json {
            return answer.text.as_bytes().to_vec();
        }
        let call = |call: &crate::Call<'_>| (call.name.to_owned(), call.arguments.to_owned());
        let calls: Option<Vec<(String, String)>> =
            answer.calls.map(|calls| calls.iter().map(call).collect());
        let calls = calls.as_ref().map(|calls| {
            calls.iter().map(|(name, arguments)| InputCall { name, arguments }).collect()
        });
        serde_json::to_vec(&Input { text: answer.text, calls, row }).unwrap_or_default()
    }

    /// What its end says of the answer: 0 is right and 1 wrong, with the first line of its output as the reason. Any other end
    /// says nothing, and neither does a 1 with words on standard error alone, by which most languages report a failure of the
    /// program itself. `Err` is why it has no end of its own.
    pub fn result(&self, end: Result<CommandEnd, Phrase>) -> CheckResult {
        let finding = match end {
            Ok(end) => finding(&end),
            Err(why) => Finding::Unknown(why),
        };
        finding.named(&crate::Check::Command(self.clone()).phrase(), false)
    }
}

fn finding(end: &CommandEnd) -> Finding {
    let said = first_line(&end.output);
    let failed = first_line(&end.errors);
    match (end.status, said, failed) {
        (Some(0), ..) => Finding::Right,
        (Some(1), Some(reason), _) => Finding::Wrong(Phrase::verbatim(reason)),
        (Some(1), None, Some(failed)) => {
            Finding::Unknown(wording::command_failed(&bounded(failed)))
        }
        (Some(1), None, None) => Finding::Wrong(wording::command_without_reason()),
        (Some(status), said, failed) => {
            let status = status.to_string();
            Finding::Unknown(match failed.or(said) {
                Some(words) => wording::command_ended_saying(&status, &bounded(words)),
                None => wording::command_ended(&status),
            })
        }
        (None, ..) => Finding::Unknown(wording::command_killed()),
    }
}

/// The first line that says something.
fn first_line(text: &str) -> Option<&str> {
    text.lines().map(str::trim).find(|line| !line.is_empty())
}

/// # Errors
/// Why a command cannot be used.
pub(crate) fn problem(command: &OwnCommand) -> Option<Phrase> {
    let text = &command.command;
    if text.trim().is_empty() {
        return Some(unusable::no_command());
    }
    if text.chars().count() > LONGEST_COMMAND {
        return Some(unusable::long_command(LONGEST_COMMAND.into()));
    }
    // Whoever is asked about it has to see all of it.
    text.chars().any(is_hidden).then(unusable::hidden_in_command)
}

/// What is found by the pure check.
pub(crate) fn unrun() -> Finding {
    Finding::Unknown(wording::command_not_run())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::CheckVerdict::{Right, Unknown, Wrong};
    use crate::{Call, Check, Checker};

    fn command(line: &str, json: bool) -> OwnCommand {
        OwnCommand { command: line.to_owned(), json }
    }

    fn end(status: Option<i32>, output: &str, errors: &str) -> CommandEnd {
        CommandEnd { status, output: output.to_owned(), errors: errors.to_owned() }
    }

    #[test]
    fn zero_is_right_one_is_wrong_and_any_other_end_is_unknown() {
        let check = command("grep -q Paris", false);
        for (end, verdict, reason) in [
            (Ok(end(Some(0), "fine", "")), Right, None),
            (Ok(end(Some(1), "\n  no capital\nmore", "x")), Wrong, Some("no capital")),
            (Ok(end(Some(1), "", "")), Wrong, Some("the command gave no reason")),
            (Ok(end(Some(1), " ", "Traceback (most recent")), Unknown, Some("fails: Traceback (")),
            (Ok(end(Some(127), "", "sh: nowhere: not found")), Unknown, Some("with 127")),
            (Ok(end(Some(127), "", "sh: nowhere: not found")), Unknown, Some("nowhere: not found")),
            (Ok(end(None, "", "")), Unknown, Some("signal")),
            (Err(Phrase::verbatim("it took longer than 10 s")), Unknown, Some("longer than 10 s")),
        ] {
            let result = check.result(end.clone());
            assert_eq!(result.verdict, verdict, "{end:?}");
            let told = result.reason.unwrap_or_default();
            assert!(reason.is_none_or(|reason| told.contains(reason)), "{end:?}: {told}");
            assert_eq!(result.check, "passes the command \"grep -q Paris\"");
        }
    }

    #[test]
    fn a_reason_of_a_command_is_bounded_and_steers_no_terminal() {
        let long = format!("\u{1b}[31m{}", "x".repeat(100_000));
        let result = command("x", false).result(Ok(end(Some(1), &long, "")));
        let reason = result.reason.expect("a reason");
        assert!(reason.chars().count() <= crate::LONGEST_REASON, "bounded");
        assert!(reason.starts_with("\\u{1b}[31mxx"), "{reason}");
    }

    #[test]
    fn by_itself_the_check_is_unknown_whatever_the_answer_is() {
        let check = Check::Command(command("true", false));
        let checker = Checker::of(&[check], &[]);
        assert_eq!(checker.problems().count(), 0, "it can be used");
        let [result] = &checker.results(&Answer { text: "x", ..Answer::default() })[..] else {
            panic!("one result")
        };
        assert_eq!(result.verdict, Unknown);
        assert_eq!(result.reason.as_deref(), Some("no command was run for this answer"));
    }

    #[test]
    fn a_command_is_given_the_text_or_all_of_the_answer_as_json() {
        let calls = [Call { name: "now", arguments: "{\"a\": " }];
        let answer = Answer { text: "Grüße\n", calls: Some(&calls), ..Answer::default() };
        assert_eq!(command("x", false).input(&answer, Some("r")), "Grüße\n".as_bytes());
        let json: serde_json::Value =
            serde_json::from_slice(&command("x", true).input(&answer, Some("r"))).expect("JSON");
        let wanted = serde_json::json!({
            "text": "Grüße\n", "calls": [{"name": "now", "arguments": "{\"a\": "}], "row": "r"
        });
        assert_eq!(json, wanted);
        let unknown = command("x", true).input(&Answer { text: "a", ..Answer::default() }, None);
        assert_eq!(unknown, br#"{"text":"a"}"#, "what is unknown is absent");
    }

    #[test]
    fn a_command_that_nobody_could_read_before_allowing_it_cannot_be_used() {
        for (line, why) in [
            (" ", "no command"),
            ("a\nb", "cannot be seen"),
            ("echo \u{202e}x", "cannot be seen"),
            (&*"x".repeat(LONGEST_COMMAND + 1), "longer than"),
        ] {
            let checker = Checker::of(&[Check::Command(command(line, false))], &[]);
            let problems: Vec<String> = checker.problems().map(|one| one.to_string()).collect();
            assert!(problems.len() == 1 && problems[0].contains(why), "{line:?}: {problems:?}");
        }
        assert_eq!(problem(&command(&"ü".repeat(LONGEST_COMMAND), true)), None, "characters");
    }
}
