//! Tool calls that fit the tools of their request.

use std::collections::HashMap;

use measure::Phrase;
use serde_json::{Map, Value};

use crate::answer::{Answer, Call, Tool};
use crate::compiling::Compiling;
use crate::quote::quoted;
use crate::schema::CompiledSchema;
use crate::verdict::{Finding, ToolCallError};
use crate::whole_json::read;
use crate::{unusable, wording};

/// The most tool calls of an answer that are looked at.
const MOST_CALLS: usize = 1_000;
/// Names of tools that a reason lists.
const NAMES_SHOWN: usize = 5;

/// The tools of a request, by name. A schema that cannot be used says why.
#[derive(Debug)]
pub(crate) struct OfferedTools {
    functions: HashMap<String, Option<Result<CompiledSchema, Phrase>>>,
    names: Vec<String>,
    /// Whether there are tools whose calls follow a provider's own rules.
    has_own: bool,
}

impl OfferedTools {
    pub(crate) fn of(tools: &[Tool<'_>], compiling: &mut Compiling) -> Self {
        let mut offered = Self { functions: HashMap::new(), names: Vec::new(), has_own: false };
        for tool in tools {
            match tool {
                Tool::Own => offered.has_own = true,
                Tool::Function { name, parameters } => {
                    offered.names.push((*name).to_owned());
                    let schema = parameters.map(|schema| CompiledSchema::of(schema, compiling));
                    offered.functions.insert((*name).to_owned(), schema);
                }
            }
        }
        offered
    }

    /// Why calls of these tools cannot be checked at all.
    pub(crate) fn problem(&self) -> Option<Phrase> {
        if self.functions.is_empty() {
            return Some(unusable::no_tool());
        }
        let unusable = |name: &String| match self.functions.get(name) {
            Some(Some(Err(why))) => Some(unusable::of_tool(&quoted(name), why.clone())),
            _ => None,
        };
        self.names.iter().find_map(unusable)
    }

    /// Whether every call of an answer is valid. The first that is wrong decides.
    pub(crate) fn valid(&self, answer: &Answer<'_>) -> Finding {
        let calls = match told_apart(answer) {
            Ok(calls) => calls,
            Err(finding) => return finding,
        };
        if calls.is_empty() {
            return Finding::WrongCall(ToolCallError::NoCall, wording::no_call());
        }
        let mut unknown = None;
        for (number, call) in (1_usize..).zip(calls) {
            match self.call(number, call) {
                Finding::Right => {}
                Finding::Unknown(why) => drop(unknown.get_or_insert(Finding::Unknown(why))),
                wrong => return wrong,
            }
        }
        unknown.unwrap_or(Finding::Right)
    }

    fn call(&self, number: usize, call: &Call<'_>) -> Finding {
        let Some(schema) = self.functions.get(call.name) else {
            let name = quoted(call.name);
            if self.has_own {
                return Finding::Unknown(wording::maybe_own_tool(number.into(), &name));
            }
            let shown: Vec<String> =
                self.names.iter().take(NAMES_SHOWN).map(|name| quoted(name)).collect();
            let more = if self.names.len() > NAMES_SHOWN { ", …" } else { "" };
            let tools = format!("{}{more}", shown.join(", "));
            let reason = wording::unknown_tool(number.into(), &tools, &name);
            return Finding::WrongCall(ToolCallError::UnknownName, reason);
        };
        let of_call = |why: Phrase| wording::of_named_call(number.into(), &quoted(call.name), why);
        let arguments = match arguments(call) {
            Ok(arguments) => arguments,
            Err(Finding::Wrong(why)) => {
                return Finding::WrongCall(ToolCallError::BadJson, of_call(why));
            }
            Err(other) => return other,
        };
        if !arguments.is_object() {
            let reason = of_call(wording::no_object(kind(&arguments)));
            return Finding::WrongCall(ToolCallError::SchemaMismatch, reason);
        }
        match schema {
            None => Finding::Right,
            Some(Err(why)) => Finding::Unknown(of_call(why.clone())),
            Some(Ok(schema)) => match schema.fits(&arguments) {
                Finding::Wrong(why) => {
                    Finding::WrongCall(ToolCallError::SchemaMismatch, of_call(why))
                }
                other => other,
            },
        }
    }
}

/// The calls of an answer, if they can be told apart and are not too many.
pub(crate) fn told_apart<'a>(answer: &Answer<'a>) -> Result<&'a [Call<'a>], Finding> {
    let calls = answer.calls.ok_or_else(|| Finding::Unknown(wording::mixed_calls()))?;
    if calls.len() > MOST_CALLS {
        return Err(Finding::Unknown(wording::too_many_calls(MOST_CALLS.into())));
    }
    Ok(calls)
}

/// The arguments of a call; none at all are an empty object.
pub(crate) fn arguments(call: &Call<'_>) -> Result<Value, Finding> {
    match call.arguments.trim() {
        "" => Ok(Value::Object(Map::new())),
        text => read(text),
    }
}

fn kind(value: &Value) -> Phrase {
    match value {
        Value::Null => wording::null(),
        Value::Bool(_) => wording::boolean(),
        Value::Number(_) => wording::number(),
        Value::String(_) => wording::text(),
        Value::Array(_) => wording::list(),
        Value::Object(_) => wording::object(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn found(has_own: bool, calls: &[(&str, &str)]) -> Finding {
        let parameters = json!({
            "type": "object",
            "properties": {"city": {"type": "string"}},
            "required": ["city"]
        });
        let mut tools = vec![
            Tool::Function { name: "weather", parameters: Some(&parameters) },
            Tool::Function { name: "now", parameters: None },
        ];
        tools.extend(has_own.then_some(Tool::Own));
        let calls: Vec<Call<'_>> =
            calls.iter().map(|(name, arguments)| Call { name, arguments }).collect();
        OfferedTools::of(&tools, &mut Compiling::default())
            .valid(&Answer { calls: Some(&calls), ..Answer::default() })
    }

    fn error(calls: &[(&str, &str)]) -> ToolCallError {
        match found(false, calls) {
            Finding::WrongCall(error, _) => error,
            other => panic!("{calls:?}: {other:?}"),
        }
    }

    #[test]
    fn the_ways_to_be_wrong_are_told_apart() {
        assert_eq!(found(false, &[("weather", r#"{"city": "Rome"}"#)]), Finding::Right, "valid");
        assert_eq!(found(false, &[("now", "")]), Finding::Right, "without arguments");
        assert_eq!(error(&[]), ToolCallError::NoCall, "none");
        assert_eq!(error(&[("weather", r#"{"city": "Ro"#)]), ToolCallError::BadJson, "cut");
        assert_eq!(error(&[("weathr", "{}")]), ToolCallError::UnknownName, "no such tool");
        assert_eq!(
            error(&[("weather", "{}")]),
            ToolCallError::SchemaMismatch,
            "a field is missing"
        );
        assert_eq!(error(&[("weather", "")]), ToolCallError::SchemaMismatch, "all are");
        assert_eq!(error(&[("now", "[]")]), ToolCallError::SchemaMismatch, "no object");
        let second = [("now", "{}"), ("later", "{}")];
        assert_eq!(error(&second), ToolCallError::UnknownName, "every call counts");
    }

    #[test]
    fn a_reason_says_what_was_expected_and_found() {
        let reason = |calls| match found(false, calls) {
            Finding::WrongCall(_, reason) => reason.to_string(),
            other => panic!("{other:?}"),
        };
        assert_eq!(
            reason(&[("now", ""), ("weathr", "{}")]),
            r#"expected call 2 of "weather", "now", found "weathr""#,
            "the names"
        );
        let sentence = reason(&[("weather", r#"{"city": 5}"#)]);
        assert_eq!(
            sentence,
            "call 1 of \"weather\": expected JSON of the schema, found at \"/city\": \"5\" is not of type \"string\"",
            "the place"
        );
    }

    #[test]
    fn what_cannot_be_told_is_unknown() {
        assert!(matches!(found(true, &[("search", "{}")]), Finding::Unknown(_)), "its own tool");
        let tools = OfferedTools::of(
            &[Tool::Function { name: "now", parameters: None }],
            &mut Compiling::default(),
        );
        assert!(
            matches!(tools.valid(&Answer::default()), Finding::Unknown(_)),
            "calls that came mixed"
        );
        assert!(
            OfferedTools::of(&[], &mut Compiling::default()).problem().is_some(),
            "a request without tools"
        );
        let schema = json!({"$ref": "https://example.com"});
        let tool = Tool::Function { name: "now", parameters: Some(&schema) };
        let why = OfferedTools::of(&[tool], &mut Compiling::default())
            .problem()
            .expect("it cannot be used")
            .to_string();
        assert!(why.starts_with("The tool \"now\": "), "{why}");
    }
}
