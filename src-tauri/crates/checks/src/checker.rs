//! Checks, ready to be applied to many answers.

use std::sync::Arc;

use measure::Phrase;

use crate::answer::{Answer, Tool};
use crate::check::{Check, MOST_CHECKS};
use crate::compiling::Compiling;
use crate::length::Lengths;
use crate::number::NumbersRead;
use crate::pattern::{CompiledPattern, MOST_STEPS};
use crate::schema::CompiledSchema;
use crate::tool_call::OfferedTools;
use crate::verdict::{CheckResult, Finding};
use crate::{
    command, language, length, merged, negation, number, refusal, text, tool_call_equals, unusable,
    whole_json, wording,
};

/// The longest text that a check may expect, in bytes.
const LONGEST_EXPECTED: usize = 1 << 20;

/// Bytes of an answer that its checks read together, each that reads it anew counted with its whole length: a stop waits for them.
const MOST_READ: usize = 64 << 20;

/// The checks of one request, compiled.
#[derive(Debug)]
pub struct Checker {
    checks: Vec<Arc<Ready>>,
}

/// Compiles the checks of one plan, those of its rows and the tools of its requests, all within one bound.
#[derive(Debug, Default)]
pub struct Compiler {
    compiling: Compiling,
}

/// Checks, compiled once for all requests: but for what depends on the tools of each.
#[derive(Debug, Clone, Default)]
pub struct CompiledChecks {
    checks: Vec<Arc<Ready>>,
}

/// The tools of a request, compiled for the checks of its calls.
#[derive(Debug, Clone)]
pub struct CompiledTools(Arc<Ready>);

#[derive(Debug)]
struct Ready {
    check: Check,
    title: Phrase,
    means: Result<Means, Phrase>,
}

/// What a check needs to be compiled for.
#[derive(Debug)]
enum Means {
    Nothing,
    Pattern(CompiledPattern),
    Schema(Box<CompiledSchema>),
    Tools(OfferedTools),
}

impl Compiler {
    /// These checks; of more than [`MOST_CHECKS`] the first.
    pub fn checks(&mut self, checks: &[Check]) -> CompiledChecks {
        let ready = |check: &Check| {
            let means = means(check, &mut self.compiling);
            Arc::new(Ready { check: check.clone(), title: check.phrase(), means })
        };
        CompiledChecks { checks: checks.iter().take(MOST_CHECKS).map(ready).collect() }
    }

    /// The tools that a request offers.
    pub fn tools(&mut self, tools: &[Tool<'_>]) -> CompiledTools {
        let tools = OfferedTools::of(tools, &mut self.compiling);
        let means = tools.problem().map_or(Ok(Means::Tools(tools)), Err);
        let check = Check::ToolCallValid;
        CompiledTools(Arc::new(Ready { title: check.phrase(), check, means }))
    }
}

impl CompiledChecks {
    /// Whether any of them depends on the tools of a request.
    pub fn need_tools(&self) -> bool {
        self.checks.iter().any(|ready| ready.needs_tools())
    }

    /// These and `more` after them, for a request that offers `tools`; without tools, what depends on them is unknown.
    pub fn with(&self, more: &Self, tools: Option<&CompiledTools>) -> Checker {
        let with_tools = |ready: &Arc<Ready>| match tools {
            Some(CompiledTools(tools)) if ready.needs_tools() => Arc::clone(tools),
            _ => Arc::clone(ready),
        };
        Checker { checks: self.checks.iter().chain(&more.checks).map(with_tools).collect() }
    }
}

impl Checker {
    /// The checks of a request that offers these tools. A check that cannot be used is unknown for every answer; ask
    /// [`Self::problems`] first.
    pub fn of(checks: &[Check], tools: &[Tool<'_>]) -> Self {
        let mut compiler = Compiler::default();
        let compiled = compiler.checks(checks);
        let tools = compiled.need_tools().then(|| compiler.tools(tools));
        compiled.with(&CompiledChecks::default(), tools.as_ref())
    }

    /// Why checks cannot be used, each with the check's title.
    pub fn problems(&self) -> impl Iterator<Item = Phrase> {
        self.checks.iter().filter_map(|ready| {
            let why = ready.means.as_ref().err()?;
            Some(wording::problem(ready.title.clone(), why.clone()))
        })
    }

    /// What each check finds in an answer, in order.
    pub fn results(&self, answer: &Answer<'_>) -> Vec<CheckResult> {
        let mut shared = Shared {
            steps: MOST_STEPS,
            bytes: MOST_READ,
            lengths: Lengths::default(),
            numbers: NumbersRead::default(),
        };
        self.checks.iter().map(|ready| ready.result(answer, &mut shared)).collect()
    }
}

/// What the checks of one answer share.
struct Shared {
    /// The steps that patterns may still take.
    steps: u64,
    /// The bytes that other checks may still read.
    bytes: usize,
    lengths: Lengths,
    numbers: NumbersRead,
}

impl Shared {
    /// Whether this check may read the answer.
    fn admits(&mut self, check: &Check, answer: &Answer<'_>) -> bool {
        let reads_anew = match check {
            Check::Contains(_)
            | Check::Equals(_)
            | Check::Json(_)
            | Check::JsonSchema(_)
            | Check::Merged(_)
            | Check::Language(_)
            | Check::NoRefusal
            | Check::ToolCallValid
            | Check::ToolCallEquals(_) => true,
            // These have a bound of their own, or read what others have, or read nothing.
            Check::Regex(_)
            | Check::Number(_)
            | Check::Length(_)
            | Check::Not(_)
            | Check::Command(_)
            | Check::Foreign(_) => false,
        };
        if !reads_anew {
            return true;
        }
        let calls = answer.calls.unwrap_or_default().iter();
        let length = answer.text.len() + calls.map(|call| call.arguments.len()).sum::<usize>();
        let left = self.bytes.checked_sub(length);
        self.bytes = left.unwrap_or(0);
        left.is_some()
    }
}

impl Ready {
    fn needs_tools(&self) -> bool {
        matches!(self.check, Check::ToolCallValid)
    }

    fn result(&self, answer: &Answer<'_>, shared: &mut Shared) -> CheckResult {
        self.finding(answer, shared).named(&self.title, answer.is_cut)
    }

    fn finding(&self, answer: &Answer<'_>, shared: &mut Shared) -> Finding {
        let means = match &self.means {
            Ok(means) => means,
            Err(why) => return Finding::Unknown(wording::cannot_be_used(why.clone())),
        };
        found(&self.check, means, answer, shared)
    }
}

/// What a check finds in an answer, with what it was compiled to.
fn found(check: &Check, means: &Means, answer: &Answer<'_>, shared: &mut Shared) -> Finding {
    if !shared.admits(check, answer) {
        return Finding::Unknown(wording::read_too_much((MOST_READ >> 20).into()));
    }
    match (check, means) {
        (Check::Contains(expected), _) => text::contains(expected, answer.text),
        (Check::Equals(expected), _) => text::equals(expected, answer.text),
        (Check::Regex(expected), Means::Pattern(pattern)) => {
            pattern.find(expected, answer.text, &mut shared.steps)
        }
        (Check::Number(expected), _) => number::near(expected, answer.text, &mut shared.numbers),
        (Check::Json(form), _) => whole_json::valid(*form, answer.text),
        (Check::JsonSchema(expected), Means::Schema(schema)) => schema.find(expected, answer.text),
        (Check::ToolCallValid, Means::Tools(tools)) => tools.valid(answer),
        (Check::ToolCallEquals(expected), _) => tool_call_equals::equal(expected, answer),
        (Check::Merged(expected), _) => merged::is_file(expected, answer.text),
        (Check::Length(expected), _) => {
            length::in_range(expected, answer.text, &mut shared.lengths)
        }
        (Check::Language(expected), _) => language::spoken(expected, answer.text),
        (Check::NoRefusal, _) => refusal::none(answer.text, answer.is_refused),
        (Check::Not(it), means) => {
            negation::opposite(it, found(&it.check, means, answer, shared), answer.text)
        }
        (Check::Command(_), _) => command::unrun(),
        (Check::Foreign(it), _) => Finding::Unknown(it.reason()),
        (Check::Regex(_) | Check::JsonSchema(_) | Check::ToolCallValid, _) => {
            Finding::Unknown(wording::not_compiled())
        }
    }
}

/// # Errors
/// Why the check cannot be used.
fn means(check: &Check, compiling: &mut Compiling) -> Result<Means, Phrase> {
    let problem = match check {
        Check::Contains(expected) if expected.text.is_empty() => Some(unusable::empty_text()),
        Check::Contains(expected) => too_long(&expected.text),
        Check::Equals(expected) => too_long(&expected.text),
        Check::Merged(expected) => too_long(&expected.file),
        Check::Number(expected) => number::problem(expected),
        Check::ToolCallEquals(expected) => tool_call_equals::problem(expected),
        Check::Length(expected) => length::problem(expected),
        Check::Language(expected) => language::problem(expected),
        Check::Command(expected) => command::problem(expected),
        Check::Not(negation) => match negation::problem(negation) {
            None => return means(&negation.check, compiling),
            problem => problem,
        },
        Check::Regex(expected) => {
            return CompiledPattern::of(&expected.pattern, compiling).map(Means::Pattern);
        }
        Check::JsonSchema(expected) => {
            return CompiledSchema::of(&expected.schema, compiling)
                .map(|schema| Means::Schema(Box::new(schema)));
        }
        // What it needs follows from the tools of each request.
        Check::ToolCallValid | Check::Json(_) | Check::NoRefusal | Check::Foreign(_) => None,
    };
    problem.map_or(Ok(Means::Nothing), Err)
}

fn too_long(expected: &str) -> Option<Phrase> {
    (expected.len() > LONGEST_EXPECTED).then(|| unusable::long_text(LONGEST_EXPECTED.into()))
}

#[cfg(test)]
#[path = "checker_tests.rs"]
mod tests;
