//! Wrong answers that have the text that was expected of them, among other words: whoever expects `Paris` may mean an answer in which it
//! stands.

use checks::{Check, CheckVerdict, WholeText};
use measure::{Count, Phrase};

use crate::plan::Plan;
use crate::result::lane::Lane;
use crate::result::sample::Sample;
use crate::workload::PromptSet;

/// The longest answer that is looked at, in bytes.
const LONGEST: usize = 20_000;
/// From this many characters on, upper and lower case are the same: `A` is an answer, and `a` a word in any.
const FROM_WORDS: usize = 4;

measure::phrases! {
    fn among_words(some: Count, wrong: Count) = "question.among_words", "{some} of {wrong} wrong {wrong:answer|answers} {some:has|have} the whole expected text among other words. Where that is right, check for `icontains:TEXT` in place of `equals:TEXT` or of `expected`; or ask for the answer alone.";
}

/// What to do where at least half of the wrong answers have what was expected of them among other words. A built-in suite means what it
/// expects.
pub(crate) fn among_other_words(plan: &Plan, lanes: &[Lane]) -> Option<Phrase> {
    if matches!(plan.set, Some(PromptSet::Suite { .. })) {
        return None;
    }
    let rows = plan.rows();
    let (mut some, mut wrong) = (0_u32, 0_u32);
    let of_levels = lanes.iter().flat_map(|lane| &lane.levels).flat_map(|level| &level.samples);
    let samples = of_levels.chain(lanes.iter().flat_map(|lane| &lane.samples));
    for sample in samples.filter(|sample| sample.is_wrong()) {
        wrong += 1;
        let row = sample.row.and_then(|at| rows.get(at as usize));
        let of_row = row.map(|row| row.checks.as_slice()).unwrap_or_default();
        some += u32::from(has_it(sample, plan.checks.iter().chain(of_row)));
    }
    (some > 0 && 2 * some >= wrong).then(|| among_words(some.into(), wrong.into()))
}

/// Whether each check that finds an answer wrong expects a text that stands in it.
fn has_it<'a>(sample: &Sample, checks: impl Iterator<Item = &'a Check>) -> bool {
    let found = sample.checks.iter().zip(checks);
    let mut wrong = found.filter(|(result, _)| result.verdict == CheckVerdict::Wrong).peekable();
    let stands_in = |check: &Check| match check {
        Check::Equals(WholeText { text, .. }) => stands_in(text.trim(), &sample.text),
        _ => false,
    };
    sample.text.len() <= LONGEST && wrong.peek().is_some() && wrong.all(|(_, it)| stands_in(it))
}

/// Whether a text stands in an answer by itself, and not as a part of a word.
fn stands_in(text: &str, answer: &str) -> bool {
    let (text, answer) = if text.chars().count() < FROM_WORDS {
        (text.to_owned(), answer.to_owned())
    } else {
        (text.to_lowercase(), answer.to_lowercase())
    };
    let joins = |one: Option<char>, other: Option<char>| {
        // Letters of scripts without spaces stand beside each other.
        let is_joined = |c: char| c.is_ascii_alphanumeric();
        one.is_some_and(is_joined) && other.is_some_and(is_joined)
    };
    !text.is_empty()
        && answer.match_indices(&text).any(|(at, found)| {
            let before = answer.get(..at).and_then(|start| start.chars().next_back());
            let after = answer.get(at + found.len()..).and_then(|rest| rest.chars().next());
            !joins(before, found.chars().next()) && !joins(found.chars().next_back(), after)
        })
}

#[cfg(test)]
mod tests {
    use checks::{Answer, Checker, written};

    use super::*;
    use crate::result::run::Run;
    use crate::result::status::Status;
    use crate::testing::{lane, run, sample};
    use crate::workload::{Row, Suite};

    /// A race over these expected texts, answered so.
    fn answered(pairs: &[(&str, &str)]) -> Run {
        let check = |expected: &str| written(&format!("equals:{expected}")).expect("a check");
        let samples = (0_u32..).zip(pairs).map(|(row, (expected, text))| {
            let checker = Checker::of(&[check(expected)], &[]);
            let checks = checker.results(&Answer { text, ..Answer::default() });
            let right = checks::all_right(&checks);
            Sample { row: Some(row), right, checks, text: (*text).into(), ..sample(Status::Ok) }
        });
        let mut run = run(vec![lane(samples.collect::<Vec<_>>())]);
        let row = |(expected, _): &(&str, &str)| Row {
            prompt: "Capital?".into(),
            checks: vec![check(expected)],
            ..Row::default()
        };
        run.plan.set =
            Some(PromptSet::Rows { rows: pairs.iter().map(row).collect::<Vec<_>>().into() });
        run
    }

    fn hint(run: &Run) -> Option<String> {
        Some(run.questions()?.hint?.to_string())
    }

    #[test]
    fn answers_that_have_what_was_expected_among_other_words_say_how_to_expect_that() {
        let run = answered(&[
            ("Paris", "The capital of France is Paris."),
            ("Oslo", "OSLO, of course"),
            ("Rome", "Rome"),
            ("Kiel", "I do not know."),
        ]);
        let told = hint(&run).expect("two of three");
        assert!(told.starts_with("2 of 3 wrong answers have the whole expected text"), "{told}");
        assert!(told.contains("`icontains:TEXT`"), "what to do: {told}");
    }

    #[test]
    fn nothing_is_said_where_most_answers_are_wrong_otherwise_or_a_suite_asks() {
        let run = answered(&[("Paris", "It is Paris."), ("Oslo", "Rome"), ("Kiel", "Bonn")]);
        assert_eq!(hint(&run), None, "one of three");
        for (expected, text) in [
            ("yes", "Yesterday"),
            ("A", "It is a pity"),
            ("Bern", "Bernard"),
            ("42", "421 and 1421"),
        ] {
            let run = answered(&[(expected, text), (expected, text)]);
            assert_eq!(hint(&run), None, "{text} has not {expected} by itself");
        }
        let mut run = answered(&[("Paris", "It is Paris."), ("Oslo", "It is Oslo.")]);
        assert!(hint(&run).is_some(), "both");
        run.plan.set = Some(PromptSet::Suite { suite: Suite::Sums });
        assert_eq!(hint(&run), None, "a suite means what it expects");
        let chinese = answered(&[("巴黎", "法国的首都是巴黎。"), ("奥斯陆", "奥斯陆是首都")]);
        assert!(hint(&chinese).is_some(), "words without spaces between them");
    }
}
