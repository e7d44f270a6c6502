//! Lanes that are chains: in one line with arrows, or from a file.

use std::path::Path;

use checks::{Check, written};
use providers::Effort;
use race::{LanePlan, LaneRequest, MOST_STEPS, NextStep, StepRule};
use serde::Deserialize;

use crate::plan::lane;
use crate::plan::text_file::from_file;

/// The largest file of a chain, in bytes.
const LARGEST: u64 = 4 * 1024 * 1024;
/// How a later step is written whose rule is none of these.
const RULES: &str = "`if check fails`, `if it says NAME` or `otherwise`";

/// A lane, or a chain: `LANE -> LANE if check fails`. Each later step ends in when it is asked; without that it always is.
///
/// # Errors
/// What is wrong and how to write it.
pub(crate) fn parse(text: &str) -> Result<LanePlan, String> {
    let whole = text.replace(" \u{2192} ", " -> ");
    let mut parts = whole.split(" -> ");
    let first = lane::parse(parts.next().unwrap_or_default())?;
    few_steps(whole.matches(" -> ").count() + 1)?;
    let then = parts.map(|part| {
        let (lane, rule) = without_rule(part.trim());
        Ok(NextStep { lane: lane::parse(lane)?, rule })
    });
    Ok(LanePlan { later: then.collect::<Result<_, String>>()?, ..first })
}

/// A later step without its rule, and that rule.
fn without_rule(part: &str) -> (&str, StepRule) {
    for words in [" if check fails", " if a check fails"] {
        if let Some(lane) = part.strip_suffix(words) {
            return (lane, StepRule::CheckFails { checks: Vec::new() });
        }
    }
    if let Some(lane) = part.strip_suffix(" otherwise") {
        return (lane, StepRule::Otherwise);
    }
    match part.rsplit_once(" if it says ") {
        Some((lane, name)) => (lane, StepRule::Says { name: name.trim().to_owned() }),
        None => (part, StepRule::Always),
    }
}

/// A file of a chain.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChainFile {
    steps: Vec<StepFile>,
}

/// One step as a file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct StepFile {
    /// As for --lane.
    lane: String,
    /// Absent for the first step, and for a step that is always asked.
    when: Option<String>,
    /// What decides whether a step is asked `if check fails`.
    #[serde(default)]
    checks: Vec<CheckInFile>,
    prompt: Option<String>,
    system: Option<String>,
    max_tokens: Option<u32>,
    temperature: Option<f64>,
    effort: Option<Effort>,
    service_tier: Option<String>,
}

/// A check as for --check, or as a run's document has it.
#[derive(Deserialize)]
#[serde(untagged)]
enum CheckInFile {
    Written(String),
    Whole(Check),
}

/// The chain of a file: TOML with a `[[steps]]` for each, or the same as JSON.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn read(file: &Path) -> Result<LanePlan, String> {
    let text = from_file(file, "a chain", LARGEST)?;
    of_text(&text).map_err(|why| format!("The chain of {}: {why}", file.display()))
}

fn of_text(text: &str) -> Result<LanePlan, String> {
    let ChainFile { steps } = if text.trim_start().starts_with('{') {
        serde_json::from_str(text).map_err(|error| format!("it is no JSON with steps: {error}."))?
    } else {
        toml::from_str(text).map_err(|error| {
            format!("it is no TOML with a [[steps]] for each: {}.", error.message())
        })?
    };
    few_steps(steps.len())?;
    let mut steps = (1_u32..).zip(steps);
    let Some((_, first)) = steps.next() else { return Err("it has no steps.".to_owned()) };
    if first.when.is_some() || !first.checks.is_empty() {
        return Err("step 1 is always asked. Leave out its `when` and its `checks`.".to_owned());
    }
    let then = steps.map(|(number, step)| {
        let of_step = |why: String| format!("step {number}: {why}");
        let rule = rule_of(&step).map_err(of_step)?;
        Ok(NextStep { rule, lane: lane_of(step).map_err(of_step)? })
    });
    let then = then.collect::<Result<_, String>>()?;
    Ok(LanePlan { later: then, ..lane_of(first).map_err(|why| format!("step 1: {why}"))? })
}

/// Refuses a chain of more steps than a race asks, before any of them is read further.
fn few_steps(steps: usize) -> Result<(), String> {
    if steps > MOST_STEPS {
        return Err(format!("it has {steps} steps; at most {MOST_STEPS} are asked."));
    }
    Ok(())
}

fn rule_of(step: &StepFile) -> Result<StepRule, String> {
    let words = step.when.as_deref().map_or("always", str::trim);
    let words = words.strip_prefix("if ").unwrap_or(words);
    let mut checks = Vec::new();
    for check in &step.checks {
        checks.push(match check {
            CheckInFile::Written(text) => written(text).map_err(|why| why.to_string())?,
            CheckInFile::Whole(check) => check.clone(),
        });
    }
    let rule = match words {
        "always" => StepRule::Always,
        "check fails" | "a check fails" => return Ok(StepRule::CheckFails { checks }),
        "otherwise" => StepRule::Otherwise,
        other => match other.strip_prefix("it says ") {
            Some(name) => StepRule::Says { name: name.trim().to_owned() },
            None => return Err(format!("`when` is none of `always`, {RULES}.")),
        },
    };
    if checks.is_empty() {
        Ok(rule)
    } else {
        Err("only a step that is asked `if check fails` has checks.".to_owned())
    }
}

fn lane_of(step: StepFile) -> Result<LanePlan, String> {
    let StepFile { lane, prompt, system, max_tokens, temperature, effort, service_tier, .. } = step;
    let request = (prompt.is_some() || system.is_some()).then(|| LaneRequest {
        prompt,
        system,
        payload: None,
    });
    Ok(LanePlan { max_tokens, temperature, effort, service_tier, request, ..lane::parse(&lane)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAILS: StepRule = StepRule::CheckFails { checks: Vec::new() };

    #[test]
    fn an_arrow_asks_the_next_step_and_its_end_says_when() {
        let chain =
            parse("openai/nano -> groq/openai/gpt-oss-120b if check fails").expect("a chain");
        assert_eq!((chain.model.as_str(), chain.later.len()), ("nano", 1));
        let next = &chain.later[0];
        assert_eq!(
            (next.lane.provider.as_str(), next.lane.model.as_str()),
            ("groq", "openai/gpt-oss-120b")
        );
        assert_eq!(next.rule, FAILS);
        let router = parse(
            "a/r \u{2192} a/c if it says code -> a/m if it says maths -> a/o otherwise -> a/p",
        );
        let rules: Vec<StepRule> =
            router.expect("a router").later.into_iter().map(|next| next.rule).collect();
        let says = |name: &str| StepRule::Says { name: name.to_owned() };
        assert_eq!(rules, [says("code"), says("maths"), StepRule::Otherwise, StepRule::Always]);
        let single = parse("groq/m").expect("a lane");
        assert_eq!(single, lane::parse("groq/m").expect("a lane"), "without an arrow as ever");
        let wrong = parse("groq/m -> nothing").expect_err("no lane");
        assert!(wrong.contains("`nothing` names no model"), "{wrong}");
        assert!(parse("groq/m -> ").is_err(), "nor is an empty one");
        let long = parse(&["a/b"; 400].join(" -> ")).expect_err("no race asks as many");
        assert!(long.contains("400 steps"), "{long}");
    }

    #[test]
    fn a_file_gives_each_step_its_own_prompt_and_settings() {
        let in_toml = r#"
            [[steps]]
            lane = "openai/nano"
            max-tokens = 50
            [[steps]]
            lane = "openai/large"
            when = "if check fails"
            checks = ["contains:Paris", { kind = "json" }]
            prompt = "{{prompt}} Not {{answer}}."
            system = "Be right."
            effort = "low"
        "#;
        let chain = of_text(in_toml).expect("a chain");
        assert_eq!((chain.max_tokens, &chain.request), (Some(50), &None));
        let NextStep { lane, rule } = &chain.later[0];
        let StepRule::CheckFails { checks } = rule else { panic!("{rule:?}") };
        assert_eq!(checks.len(), 2, "its own");
        let own = lane.request.as_ref().expect("its own texts");
        assert_eq!(own.prompt.as_deref(), Some("{{prompt}} Not {{answer}}."));
        assert_eq!((own.system.as_deref(), lane.effort), (Some("Be right."), Some(Effort::Low)));
        let json = r#"{"steps": [{"lane": "a/b"}, {"lane": "a/c", "when": "otherwise"}]}"#;
        assert_eq!(of_text(json).expect("the same as JSON").later[0].rule, StepRule::Otherwise);
    }

    #[test]
    fn what_is_wrong_with_a_file_names_the_step() {
        let long = "[[steps]]\nlane = \"a/b\"\n".repeat(9);
        for (text, expected) in [
            ("steps = []", "it has no steps"),
            ("[[steps]]\nlane = \"a/b\"\nwhen = \"always\"", "step 1 is always asked"),
            ("[[steps]]\nlane = \"a/b\"\n[[steps]]\nlane = \"c\"", "step 2: `c` names no model"),
            (
                "[[steps]]\nlane = \"a/b\"\n[[steps]]\nlane = \"a/c\"\nwhen = \"sometimes\"",
                "`when` is none of",
            ),
            (
                "[[steps]]\nlane = \"a/b\"\n[[steps]]\nlane = \"a/c\"\nchecks = [\"json\"]",
                "has checks",
            ),
            ("[[steps]]\nlane = \"a/b\"\nmodel = \"x\"", "unknown field"),
            ("{", "no JSON with steps"),
            (long.as_str(), "9 steps; at most 8 are asked"),
        ] {
            let why = of_text(text).expect_err(text);
            assert!(why.contains(expected), "{expected}: {why}");
        }
    }
}
