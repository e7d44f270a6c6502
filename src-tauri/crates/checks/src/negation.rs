//! The opposite of another check.

use measure::Phrase;

use crate::check::{Check, Negation};
use crate::text::told;
use crate::verdict::Finding;
use crate::{unusable, wording};

/// What is found if the negated check finds this in an answer with this text.
pub(crate) fn opposite(negation: &Negation, finding: Finding, answer: &str) -> Finding {
    match finding {
        Finding::Right => Finding::Wrong(match &*negation.check {
            Check::NoRefusal => wording::no_refusal(told(answer)),
            Check::ToolCallEquals(_) => wording::same_calls(),
            check => wording::not_opposite(check.phrase(), told(answer)),
        }),
        Finding::Wrong(_) | Finding::WrongCall(..) => Finding::Right,
        Finding::Unknown(why) => Finding::Unknown(why),
    }
}

/// Why a check has no opposite.
pub(crate) fn problem(negation: &Negation) -> Option<Phrase> {
    match &*negation.check {
        Check::Not(_) => Some(unusable::twice_opposite()),
        Check::ToolCallValid => Some(unusable::opposite_of_valid()),
        Check::Command(_) => Some(unusable::opposite_of_command()),
        Check::Foreign(_) => Some(unusable::opposite_of_foreign()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::CheckVerdict::{Right, Unknown, Wrong};
    use crate::{Answer, Checker, written};

    fn check(text: &str) -> Check {
        written(text).expect(text)
    }

    #[test]
    fn the_opposite_is_right_where_a_check_is_wrong_and_unknown_where_it_is_unknown() {
        for (form, answer, verdict, reason) in [
            ("not:contains:Paris", "It is Lyon.", Right, None),
            (
                "not:contains:Paris",
                "It is Paris.",
                Wrong,
                Some(r#"expected that not: contains "Paris"; found "It is Paris.""#),
            ),
            ("not:icontains:paris", "PARIS", Wrong, None),
            ("not:iequals:yes", "Yes, it is.", Right, None),
            (r"not:regex:\d", "none", Right, None),
            ("not:json", "{}", Wrong, None),
            (r#"not:json-schema:{"type": "object"}"#, "[]", Right, None),
            ("not:words:..3", "one two three four", Right, None),
            ("not:language:de", "?", Unknown, None),
            ("not:tool-call-equals:[]", "x", Wrong, Some("expected other tool calls, found these")),
            ("not:no-refusal", "I cannot help with that.", Right, None),
            ("not:no-refusal", "Sure.", Wrong, Some(r#"expected a refusal, found "Sure.""#)),
        ] {
            let checker = Checker::of(&[check(form)], &[]);
            assert_eq!(checker.problems().next(), None, "{form} can be used");
            let answer = Answer { text: answer, calls: Some(&[]), ..Answer::default() };
            let result = checker.results(&answer).remove(0);
            assert_eq!(result.verdict, verdict, "{form} of {answer:?}: {result:?}");
            assert!(reason.is_none() || result.reason.as_deref() == reason, "{result:?}");
        }
    }

    #[test]
    fn a_broken_call_is_told_as_none_of_its_kind_where_it_is_what_was_wanted() {
        let expected = check(r#"not:tool-call-equals:[{"name": "delete", "arguments": {}}]"#);
        let checker = Checker::of(&[expected], &[]);
        let calls = [crate::Call { name: "delete", arguments: "{" }];
        for calls in [&calls[..], &[]] {
            let answer = Answer { calls: Some(calls), ..Answer::default() };
            let result = checker.results(&answer).remove(0);
            assert_eq!((result.verdict, result.tool_call_error), (Right, None), "{calls:?}");
        }
        let unknown = checker.results(&Answer::default()).remove(0);
        assert_eq!(unknown.verdict, Unknown, "calls that cannot be told apart stay unknown");
    }

    #[test]
    fn what_has_no_opposite_is_refused_with_what_to_do_instead() {
        let not = |inner: Check| Check::Not(Negation { check: Box::new(inner) });
        for (inner, why) in [
            (not(check("json")), "the check itself"),
            (Check::ToolCallValid, "`tool-call-equals:[]`"),
            (check("command:true"), "`! grep -q Paris`"),
            (Check::Foreign(crate::ForeignCheck::default()), "no opposite"),
            (check("regex:("), "not understood"),
        ] {
            let checker = Checker::of(&[not(inner)], &[]);
            let problems: Vec<String> = checker.problems().map(|one| one.to_string()).collect();
            assert!(problems.len() == 1 && problems[0].contains(why), "{problems:?}");
            let result = checker.results(&Answer::default()).remove(0);
            assert_eq!(result.verdict, Unknown, "nothing is right by it: {result:?}");
        }
    }
}
