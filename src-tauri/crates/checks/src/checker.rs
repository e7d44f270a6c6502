//! Checks, ready to be applied to many answers.

use std::sync::Arc;

use crate::answer::{Answer, Tool};
use crate::check::{Check, MOST_CHECKS};
use crate::compiling::Compiling;
use crate::pattern::CompiledPattern;
use crate::quote::bounded;
use crate::schema::CompiledSchema;
use crate::tool_call::OfferedTools;
use crate::verdict::{CheckResult, CheckVerdict, Finding};
use crate::{language, length, merged, number, refusal, text, tool_call_equals, whole_json};

/// The longest text that a check may expect, in bytes.
const LONGEST_EXPECTED: usize = 1 << 20;

/// The checks of one request, compiled.
#[derive(Debug)]
pub struct Checker {
    checks: Vec<Arc<Ready>>,
}

/// The checks of a plan, compiled once for all its lanes.
#[derive(Debug)]
pub struct CompiledChecks {
    checks: Vec<Arc<Ready>>,
    compiling: Compiling,
}

#[derive(Debug)]
struct Ready {
    check: Check,
    title: String,
    means: Result<Means, String>,
}

/// What a check needs to be compiled for.
#[derive(Debug)]
enum Means {
    Nothing,
    Pattern(CompiledPattern),
    Schema(Box<CompiledSchema>),
    Tools(OfferedTools),
}

impl CompiledChecks {
    /// These checks, but for what depends on the tools of a request.
    pub fn of(checks: &[Check]) -> Self {
        let mut compiling = Compiling::default();
        let ready = |check: &Check| {
            let means = means(check, &mut compiling);
            Arc::new(Ready { check: check.clone(), title: check.title(), means })
        };
        let checks = checks.iter().take(MOST_CHECKS).map(ready).collect();
        Self { checks, compiling }
    }

    /// The checks of a request that offers these tools.
    pub fn with_tools(&mut self, tools: &[Tool<'_>]) -> Checker {
        let Self { checks, compiling } = self;
        let mut offered = None;
        let mut with = |ready: &Arc<Ready>| match ready.check {
            // Each such check says the same.
            Check::ToolCallValid => Arc::clone(offered.get_or_insert_with(|| {
                let tools = OfferedTools::of(tools, compiling);
                let means = tools.problem().map_or(Ok(Means::Tools(tools)), Err);
                Arc::new(Ready { check: ready.check.clone(), title: ready.title.clone(), means })
            })),
            _ => Arc::clone(ready),
        };
        Checker { checks: checks.iter().map(&mut with).collect() }
    }
}

impl Checker {
    /// The checks of a request that offers these tools. A check that cannot be used is unknown for every answer; ask
    /// [`Self::problems`] first.
    pub fn of(checks: &[Check], tools: &[Tool<'_>]) -> Self {
        CompiledChecks::of(checks).with_tools(tools)
    }

    /// Why checks cannot be used, each with the check's title.
    pub fn problems(&self) -> impl Iterator<Item = String> {
        self.checks.iter().filter_map(|ready| {
            let why = ready.means.as_ref().err()?;
            Some(format!(
                "The check \u{201c}{}\u{201d} cannot be used. {}",
                ready.title,
                bounded(why)
            ))
        })
    }

    /// What each check finds in an answer, in order.
    pub fn results(&self, answer: &Answer<'_>) -> Vec<CheckResult> {
        self.checks.iter().map(|ready| ready.result(answer)).collect()
    }
}

impl Ready {
    fn result(&self, answer: &Answer<'_>) -> CheckResult {
        let (verdict, reason, tool_call_error) = match self.finding(answer) {
            Finding::Right => (CheckVerdict::Right, None, None),
            Finding::Wrong(reason) => (CheckVerdict::Wrong, Some(reason), None),
            Finding::WrongCall(error, reason) => (CheckVerdict::Wrong, Some(reason), Some(error)),
            Finding::Unknown(reason) => (CheckVerdict::Unknown, Some(reason), None),
        };
        let reason = reason.map(|reason| match verdict {
            CheckVerdict::Wrong if answer.is_cut => {
                format!("{reason}; its length limit cut the answer")
            }
            _ => reason,
        });
        CheckResult {
            check: self.title.clone(),
            verdict,
            reason: reason.map(|reason| bounded(&reason)),
            tool_call_error,
        }
    }

    fn finding(&self, answer: &Answer<'_>) -> Finding {
        let means = match &self.means {
            Ok(means) => means,
            Err(why) => return Finding::Unknown(format!("the check cannot be used: {why}")),
        };
        match (&self.check, means) {
            (Check::Contains(expected), _) => text::contains(expected, answer.text),
            (Check::Equals(expected), _) => text::equals(expected, answer.text),
            (Check::Regex(expected), Means::Pattern(pattern)) => {
                pattern.find(expected, answer.text)
            }
            (Check::Number(expected), _) => number::near(expected, answer.text),
            (Check::Json(form), _) => whole_json::valid(*form, answer.text),
            (Check::JsonSchema(expected), Means::Schema(schema)) => {
                schema.find(expected, answer.text)
            }
            (Check::ToolCallValid, Means::Tools(tools)) => tools.valid(answer),
            (Check::ToolCallEquals(expected), _) => tool_call_equals::equal(expected, answer),
            (Check::Merged(expected), _) => merged::is_file(expected, answer.text),
            (Check::Length(expected), _) => length::in_range(expected, answer.text),
            (Check::Language(expected), _) => language::spoken(expected, answer.text),
            (Check::NoRefusal, _) => refusal::none(answer.text, answer.is_refused),
            (Check::Regex(_) | Check::JsonSchema(_) | Check::ToolCallValid, _) => {
                Finding::Unknown("the check was not compiled".to_owned())
            }
        }
    }
}

/// # Errors
/// Why the check cannot be used.
fn means(check: &Check, compiling: &mut Compiling) -> Result<Means, String> {
    let problem = match check {
        Check::Contains(expected) if expected.text.is_empty() => {
            Some("Every answer contains an empty text.".to_owned())
        }
        Check::Contains(expected) => too_long(&expected.text),
        Check::Equals(expected) => too_long(&expected.text),
        Check::Merged(expected) => too_long(&expected.file),
        Check::Number(expected) => number::problem(expected),
        Check::ToolCallEquals(expected) => tool_call_equals::problem(expected),
        Check::Length(expected) => length::problem(expected),
        Check::Language(expected) => language::problem(expected),
        Check::Regex(expected) => {
            return CompiledPattern::of(&expected.pattern, compiling).map(Means::Pattern);
        }
        Check::JsonSchema(expected) => {
            return CompiledSchema::of(&expected.schema, compiling)
                .map(|schema| Means::Schema(Box::new(schema)));
        }
        // What it needs follows from the tools of each request.
        Check::ToolCallValid | Check::Json(_) | Check::NoRefusal => None,
    };
    problem.map_or(Ok(Means::Nothing), Err)
}

fn too_long(expected: &str) -> Option<String> {
    (expected.len() > LONGEST_EXPECTED)
        .then(|| format!("The expected text is longer than {LONGEST_EXPECTED} bytes."))
}

#[cfg(test)]
#[path = "checker_tests.rs"]
mod tests;
