use std::time::Duration;

use serde_json::json;

use super::*;
use crate::testing::time_of;
use crate::verdict::{CheckVerdict, all_right};
use crate::{ForeignCheck, LONGEST_REASON, WRITTEN_FORMS, written};

/// A check of every kind.
fn every_check() -> Vec<Check> {
    let written_of = |text: &str| written(text).expect(text);
    vec![
        written_of("contains:Paris"),
        written_of("iequals:paris"),
        written_of(r"regex:(?i)\bparis\b"),
        written_of("number:42±1%"),
        written_of("json:fenced"),
        written_of(r#"json-schema:{"type": "object", "required": ["city"]}"#),
        written_of("tool-call-valid"),
        written_of(r#"tool-call-equals:[{"name": "now", "arguments": {}}]"#),
        written_of("merged:Paris"),
        written_of("words:1..5"),
        written_of("language:en"),
        written_of("no-refusal"),
        written_of("not:contains:Paris"),
        written_of("not:no-refusal"),
    ]
}

const NOW: [Tool<'static>; 1] = [Tool::Function { name: "now", parameters: None }];

#[test]
fn a_check_is_the_same_after_it_was_written_and_read() {
    for check in every_check() {
        let document = serde_json::to_string(&check).expect("a check is JSON");
        assert!(document.starts_with("{\"kind\":\""), "its kind comes first: {document}");
        let read: Check = serde_json::from_str(&document).expect("and is read");
        assert_eq!(read, check, "{document}");
    }
}

#[test]
fn every_check_gives_a_bounded_reason_whatever_the_answer() {
    let checker = Checker::of(&every_check(), &NOW);
    assert_eq!(checker.problems().count(), 0, "each can be used");
    let hostile = [
        String::new(),
        "\u{202e}\u{1b}[2J".repeat(10_000),
        "[".repeat(100_000),
        "{\"\u{0}".repeat(10_000),
        "9".repeat(100_000),
        "```".repeat(10_000),
        "a\u{300}".repeat(50_000),
    ];
    for text in &hostile {
        let answer = Answer { text, calls: Some(&[]), ..Answer::default() };
        let results = checker.results(&answer);
        assert_eq!(results.len(), every_check().len(), "one result each");
        for result in results {
            assert_eq!(
                result.reason.is_none(),
                result.verdict == CheckVerdict::Right,
                "{result:?}"
            );
            let reason = result.reason.unwrap_or_default();
            assert!(reason.chars().count() <= LONGEST_REASON, "{}: {reason}", result.check);
            assert!(!reason.chars().any(char::is_control), "{}: {reason:?}", result.check);
            assert!(!reason.contains('\u{202e}'), "{}: {reason:?}", result.check);
        }
    }
}

#[test]
fn a_check_that_cannot_be_used_is_told_before_and_is_unknown_after() {
    let checks: Vec<Check> = ["regex:(", "language:tlh", "words:5..1", "tool-call-valid"]
        .map(|text| written(text).expect(text))
        .to_vec();
    let checker = Checker::of(&checks, &[]);
    let problems: Vec<String> = checker.problems().map(|one| one.to_string()).collect();
    assert_eq!(problems.len(), checks.len(), "{problems:?}");
    assert!(
        problems[0].starts_with("The check “matches \"(\"” cannot be used. The pattern"),
        "{problems:?}"
    );
    let results = checker.results(&Answer { text: "(", ..Answer::default() });
    assert!(results.iter().all(|result| result.verdict == CheckVerdict::Unknown), "{results:?}");
    assert_eq!(all_right(&results), None, "nothing is known of the answer");
}

#[test]
fn why_a_check_cannot_be_used_is_a_phrase_that_each_language_writes() {
    let schema = |schema: &str| format!("json-schema:{schema}");
    let long = format!("equals:{}", "x".repeat((1 << 20) + 1));
    let written_checks = [
        "regex:(",
        r"regex:(\w{100}){100}",
        "language:tlh",
        "words:5..1",
        "words:..",
        "number:1±-2",
        "tool-call-valid",
        r#"tool-call-equals:[{"name": "a", "arguments": 5}]"#,
        r#"tool-call-equals:[{"name": "a", "possible": {"x": 1}}]"#,
        "not:tool-call-valid",
        "not:command:true",
        "command:a\nb",
        &long,
        &schema("[]"),
        &schema(r#"{"type": "strin"}"#),
        &schema(r#"{"$ref": "other.json"}"#),
        &schema(r##"{"$ref": "#"}"##),
        &schema(r#"{"unevaluatedItems": false}"#),
        &schema(r#"{"pattern": "(?=a)"}"#),
    ];
    for text in written_checks {
        let check = written(text).expect("it can be written");
        let checker = Checker::of(&[check], &[]);
        let problems: Vec<Phrase> = checker.problems().collect();
        let [problem] = &problems[..] else { panic!("one problem: {problems:?}") };
        let shown: String = text.chars().take(60).collect();
        let told = format!("{:?}", problem.values.get("why").expect("why"));
        assert!(told.contains("unusable."), "{shown} has a phrase of its own: {told}");
        let result = checker.results(&Answer { text: "x", ..Answer::default() }).remove(0);
        assert!(result.reason_phrase.is_some(), "also beside an answer: {shown}: {result:?}");
    }
    for text in ["contain:x", "number:x", "words:a", "json-schema:{", "not:not:json", "json:x"] {
        let why = written(text).expect_err(text);
        assert!(!why.is_verbatim(), "how {text} is written is a phrase, too: {why}");
    }
}

#[test]
fn a_check_of_another_tool_says_why_in_a_phrase_unless_that_says_something_else() {
    let own = ForeignCheck::of("promptfoo", "llm-rubric", crate::unusable::no_command());
    let results = |check: &ForeignCheck| {
        let checker = Checker::of(&[Check::Foreign(check.clone())], &[]);
        let result = checker.results(&Answer { text: "x", ..Answer::default() }).remove(0);
        (result.reason.unwrap_or_default(), result.reason_phrase.is_some())
    };
    assert_eq!(results(&own), ("There is no command.".to_owned(), true));
    let other = ForeignCheck { why: "it is a rubric".to_owned(), ..own.clone() };
    assert_eq!(results(&other), ("it is a rubric".to_owned(), false), "what is read counts");
    let document = serde_json::to_value(Check::Foreign(own.clone())).expect("JSON");
    assert_eq!(serde_json::from_value::<Check>(document).expect("a check"), Check::Foreign(own));
    let earlier = json!({"kind": "foreign", "tool": "promptfoo", "name": "pi", "why": "a word"});
    let Ok(Check::Foreign(earlier)) = serde_json::from_value::<Check>(earlier) else {
        panic!("a check of an earlier version")
    };
    assert_eq!(results(&earlier), ("a word".to_owned(), false));
}

#[test]
fn a_wrong_answer_that_was_cut_says_so() {
    let checker = Checker::of(&[written("json").expect("a check")], &[]);
    let answer = Answer { text: "{\"a\"", is_cut: true, ..Answer::default() };
    let reason = checker.results(&answer).remove(0).reason.expect("it is wrong");
    assert!(reason.ends_with("; its length limit cut the answer"), "{reason}");
}

#[test]
fn every_written_form_has_a_kind_that_is_read() {
    for (form, meaning) in WRITTEN_FORMS {
        let kind = form.split(':').next().expect("a kind");
        let why = written(kind).err().map(|why| why.to_string()).unwrap_or_default();
        assert!(!why.contains("no such check"), "{form} ({meaning})");
    }
}

/// How long it takes to check a text with every check, at best.
fn time_to_check(checker: &Checker, text: &str) -> Duration {
    let answer = Answer { text, calls: Some(&[]), ..Answer::default() };
    let once = || time_of(|| drop(checker.results(&answer)));
    (0..5).map(|_| once()).min().unwrap_or_default()
}

#[test]
fn four_times_the_answer_takes_about_four_times_the_time() {
    let checker = Checker::of(&every_check(), &NOW);
    for unit in ["Paris is 42. ", "{\"a\": [", "a\u{300} ", "1,234.", "中文。", "\r\n", "```\n"]
    {
        let few = unit.repeat(5_000);
        let many = unit.repeat(20_000);
        let (one, four) = (time_to_check(&checker, &few), time_to_check(&checker, &many));
        // Four times the text takes sixteen times as long where something is quadratic.
        let most = one * 10 + Duration::from_millis(20);
        assert!(four < most, "{unit:?}: {one:?} and {four:?}");
    }
}

#[test]
fn fifty_checks_of_a_long_answer_read_a_bounded_part_of_it() {
    let text = "1,234.5 words of an answer. ".repeat(100_000);
    let of = |form: &str| {
        let checks: Vec<Check> = (0..50)
            .map(|n| written(&form.replace('N', &n.to_string())).expect("a check"))
            .collect();
        Checker::of(&checks, &[])
    };
    let unknown = |form: &str| {
        let results = of(form).results(&Answer { text: &text, ..Answer::default() });
        results.iter().filter(|result| result.verdict == CheckVerdict::Unknown).count()
    };
    // 64 MiB are 23 times the answer.
    assert_eq!(unknown("contains:missing N"), 50 - 23, "of those that read it anew");
    assert_eq!(unknown("number:N"), 0, "numbers are read once for all");
    assert_eq!(unknown("words:..N"), 0, "and so are words counted");
}

/// `cargo nextest run -p checks --release --run-ignored only`: the time for ten thousand answers of 2 kB against a schema and
/// a pattern.
#[test]
#[ignore = "it prints how long 10,000 answers take, and a time is no assertion"]
fn ten_thousand_answers() {
    let schema = json!({
        "type": "object",
        "properties": {
            "rows": {"type": "array", "items": {"$ref": "#/$defs/row"}},
        },
        "required": ["rows"],
        "$defs": {"row": {
            "type": "object",
            "properties": {"id": {"type": "integer"}, "name": {"type": "string", "pattern": "^[A-Z]"}},
            "required": ["id", "name"],
            "additionalProperties": false
        }}
    });
    let checks = [
        written(&format!("json-schema:{schema}")).expect("a check"),
        written(r"regex:(?i)\bparis\b").expect("a check"),
    ];
    let rows: Vec<_> = (0..60).map(|n| json!({"id": n, "name": "Paris by night"})).collect();
    let text = json!({"rows": rows}).to_string();
    let checker = Checker::of(&checks, &[]);
    let answer = Answer { text: &text, ..Answer::default() };
    let mut right = 0;
    let took = time_of(|| {
        right = (0..10_000).filter(|_| all_right(&checker.results(&answer)) == Some(true)).count();
    });
    assert_eq!(right, 10_000, "each of them fits");
    #[expect(clippy::print_stdout, reason = "what is measured")]
    {
        println!("10,000 answers of {} bytes: {took:?}", text.len());
    }
}

#[test]
fn checks_are_compiled_once_for_all_lanes_and_only_so_much_of_them() {
    let large = |number: usize| written(&format!("regex:x{number}\\w{{5}}")).expect("a check");
    let mut checks: Vec<Check> = (0..MOST_CHECKS - 1).map(large).collect();
    checks.push(Check::ToolCallValid);
    let lanes = time_of(|| {
        let mut compiler = Compiler::default();
        let compiled = compiler.checks(&checks);
        for _ in 0..500 {
            let checker = compiled.with(&CompiledChecks::default(), Some(&compiler.tools(&NOW)));
            assert_eq!(checker.problems().count(), 0, "they can be used");
        }
    });
    let one = time_of(|| drop(Checker::of(&checks, &NOW)));
    assert!(lanes < 5 * one + Duration::from_millis(500), "{one:?} and {lanes:?}");
    // Each pattern is new, and some are too large.
    let pattern = |number: usize| json!({"pattern": format!("x{number}\\w{{90}}")});
    let schema =
        |lane: usize| json!({"anyOf": (0..50).map(|n| pattern(50 * lane + n)).collect::<Vec<_>>()});
    let mut compiler = Compiler::default();
    let compiled = compiler.checks(&[Check::ToolCallValid]);
    let mut said = Vec::new();
    let took = time_of(|| {
        for lane in 0..500 {
            let parameters = schema(lane);
            let tools = [Tool::Function { name: "now", parameters: Some(&parameters) }];
            let checker = compiled.with(&CompiledChecks::default(), Some(&compiler.tools(&tools)));
            said.extend(checker.problems().map(|one| one.to_string()));
        }
    });
    assert!(took < Duration::from_secs(60), "25,000 patterns: {took:?}");
    let last = said.last().expect("not all can be used");
    assert!(last.contains("too large to be compiled"), "{last}");
}

#[test]
fn the_patterns_of_one_answer_take_no_more_time_together_than_one_may() {
    let pattern = |number: usize| written(&format!("regex:1[01]{{{}}}2", 20 + number));
    let checks: Vec<Check> =
        (0..MOST_CHECKS).map(|number| pattern(number).expect("a pattern")).collect();
    let checker = Checker::of(&checks, &[]);
    let verdicts = |text: &str| -> Vec<CheckVerdict> {
        let answer = Answer { text, ..Answer::default() };
        checker.results(&answer).into_iter().map(|result| result.verdict).collect()
    };
    let long = verdicts(&"0110".repeat(400_000));
    assert_eq!(long.first(), Some(&CheckVerdict::Wrong), "the first is matched");
    assert_eq!(
        long.last(),
        Some(&CheckVerdict::Unknown),
        "what all before it took is not there twice"
    );
    let short = verdicts(&"0110".repeat(4_000));
    assert_eq!(short, vec![CheckVerdict::Wrong; MOST_CHECKS], "a usual answer is matched by all");
}
