//! Questions of the Berkeley function calling leaderboard (BFCL): a question, the functions that may be called and, in a file beside it
//! or with it, the calls that are right.

use std::collections::BTreeMap;

use measure::Phrase;
use serde_json::{Map, Value, json};

use crate::workload::rows::fault::{Fault, SetError};
use crate::workload::rows::{bounds, json_text, wording};

/// Kinds of values that have other names in JSON Schema, as the leaderboard itself sends them.
const KINDS: [(&str, &str); 7] = [
    ("dict", "object"),
    ("float", "number"),
    ("tuple", "array"),
    ("list", "array"),
    ("bool", "boolean"),
    ("any", "string"),
    ("Any", "string"),
];
/// The names of JSON Schema.
const OF_SCHEMAS: [&str; 7] = ["object", "array", "string", "number", "integer", "boolean", "null"];
/// What says of a question how the leaderboard's own machines answer it.
const OF_SEVERAL_TURNS: [&str; 5] =
    ["involved_classes", "initial_config", "missed_function", "excluded_function", "path"];
/// The folder of the calls that are right, beside that of the questions.
const ANSWERS: &str = "possible_answer";

measure::phrases! {
    fn played() = "unread_leaderboard.played", "it is answered in several turns with services of the leaderboard's own, and a row asks once. Leave it out.";
    fn no_questions() = "unread_leaderboard.no_questions", "these are right calls without their questions. Give the file of the questions, which reads this one beside it, in the folder possible_answer.";
    fn other_code() = "unread_leaderboard.other_code", "its arguments are Java or JavaScript in texts, which the leaderboard converts before it compares them. Leave it out.";
    fn several_turns() = "unread_leaderboard.several_turns", "it has several turns, each with its answer, and a row asks once. Leave it out.";
    fn no_such_type(kind: &str) = "unread_leaderboard.no_such_type", "JSON has no values of the type `{kind}`. Leave it out.";
    fn call_list() = "unread_leaderboard.call_list", "it is a list of calls.";
    fn python_calls() = "unread_leaderboard.python_calls", "it is calls in Python, which the leaderboard runs to compare what they return. Leave it out.";
    fn call_form(form: &str) = "unread_leaderboard.call_form", "each call is an object with the function's name, such as {form}.";
    fn argument_list(name: &str, form: &str) = "unread_leaderboard.argument_list", "each argument of `{name}` has a list of its possible values, such as {form}.";
}

/// Whether the fields are those of a question, or of the calls that are right.
pub(super) fn is_one(fields: &Map<String, Value>) -> bool {
    let has = |name: &str| fields.contains_key(name);
    let is_played = has("question") && OF_SEVERAL_TURNS.into_iter().any(has);
    let is_answer = has("ground_truth") && has("id") && !has("prompt") && !has("messages");
    has("question") && has("function") || is_played || is_answer
}

/// The fields of a row of our own, and what is told of it. Which calls are right says `ground_truth`; of a question to which no function
/// is an answer, as its name says, that none is made.
///
/// # Errors
/// What of it cannot be carried.
pub(super) fn own(
    mut fields: Map<String, Value>,
) -> Result<(Map<String, Value>, Vec<Phrase>), Fault> {
    let id = fields.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
    if let Some(other) = OF_SEVERAL_TURNS.into_iter().find(|name| fields.contains_key(*name)) {
        return Err(Fault::of(other, played()));
    }
    let Some(question) = fields.remove("question") else {
        return Err(Fault::of("ground_truth", no_questions()));
    };
    if ["java", "javascript"].iter().any(|of| id.split('_').any(|word| word == *of)) {
        return Err(Fault::of("function", other_code()));
    }
    let functions = match fields.remove("function").unwrap_or_default() {
        Value::Array(all) => all,
        one => vec![one],
    };
    let mut is_renamed = false;
    let mut tools = Vec::with_capacity(functions.len());
    for mut function in functions {
        if let Some(parameters) = function.get_mut("parameters") {
            renamed(parameters).map_err(|why| Fault::of("function", why))?;
        }
        if let Some(Value::String(name)) = function.get_mut("name") {
            is_renamed |= name.contains('.');
            *name = sent(name);
        }
        tools.push(json!({ "type": "function", "function": function }));
    }
    fields.insert("messages".to_owned(), messages(question)?);
    fields.insert("tools".to_owned(), tools.into());
    let mut notes = Vec::new();
    if is_renamed {
        notes.push(wording::renamed());
    }
    let equal = |calls: Vec<Value>| json!({ "kind": "tool_call_equals", "calls": calls, "any_order": true });
    let checks = match fields.remove("ground_truth") {
        Some(truth) => {
            let calls = calls_of(&truth).map_err(|why| Fault::of("ground_truth", why))?;
            vec![json!("tool-call-valid"), equal(calls)]
        }
        None if id.contains("irrelevance") => vec![equal(Vec::new())],
        None => {
            if !id.contains("relevance") {
                notes.push(wording::no_right_calls(ANSWERS));
            }
            vec![json!("tool-call-valid")]
        }
    };
    fields.insert("checks".to_owned(), checks.into());
    Ok((fields, notes))
}

/// A text of questions with the right calls of each, if it is one of this leaderboard without them: those with the same `id` in the file
/// of the same name in the folder `possible_answer`, of which `read` gives the text; `None` if there is none. `name` is that of the
/// text's own file.
///
/// # Errors
/// Why the right calls cannot be read.
pub fn with_right_calls(
    text: &str,
    name: &str,
    read: impl FnOnce(&str) -> Option<Result<String, String>>,
) -> Result<String, SetError> {
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    let is_without = |line: &str| {
        let fields: Option<Map<String, Value>> = serde_json::from_str(line).ok();
        fields.is_some_and(|fields| is_one(&fields) && !fields.contains_key("ground_truth"))
    };
    if !lines().next().is_some_and(is_without) {
        return Ok(text.to_owned());
    }
    let file = format!("{ANSWERS}/{name}");
    let answers = match read(&file) {
        None => return Ok(text.to_owned()),
        Some(answers) => answers
            .map_err(|why| SetError::within(Phrase::verbatim(&file), Phrase::verbatim(&why)))?,
    };
    bounds::few(lines().count())?;
    bounds::small(&answers)?;
    let mut right = BTreeMap::new();
    for line in answers.lines().filter(|line| !line.trim().is_empty()) {
        let mut answer = json_text::value_of(line).map_err(|error| {
            SetError::within(Phrase::verbatim(&file), Phrase::verbatim(&error.to_string()))
        })?;
        let truth = answer.get_mut("ground_truth").map(Value::take);
        if let (Some(id), Some(truth)) = (answer.get("id").and_then(Value::as_str), truth) {
            right.insert(id.to_owned(), truth);
        }
    }
    let with = |line: &str| {
        let fields: Option<Map<String, Value>> = serde_json::from_str(line).ok();
        let joined = fields.and_then(|mut fields| {
            let truth = right.remove(fields.get("id")?.as_str()?)?;
            fields.entry("ground_truth").or_insert(truth);
            Some(Value::Object(fields).to_string())
        });
        joined.unwrap_or_else(|| line.to_owned())
    };
    // A line that stays where it was is named by its number.
    let joined: Vec<String> = text.lines().map(with).collect();
    Ok(joined.join("\n"))
}

/// The messages of a question.
fn messages(question: Value) -> Result<Value, Fault> {
    Ok(match question {
        Value::String(prompt) => json!([{ "role": "user", "content": prompt }]),
        Value::Array(mut turns) if turns.first().is_some_and(Value::is_array) => {
            if turns.len() > 1 {
                return Err(Fault::of("question", several_turns()));
            }
            turns.pop().unwrap_or_default()
        }
        messages => messages,
    })
}

/// The name by which a function is offered: most APIs take no dots in it, and the leaderboard replaces them too.
fn sent(name: &str) -> String {
    name.replace('.', "_")
}

/// Gives the kinds of values their names of JSON Schema.
///
/// # Errors
/// A kind that has none.
fn renamed(schema: &mut Value) -> Result<(), Phrase> {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::String(kind)) = fields.get_mut("type") {
                if let Some((_, name)) = KINDS.iter().find(|(other, _)| other == kind) {
                    (*name).clone_into(kind);
                } else if !OF_SCHEMAS.contains(&kind.as_str()) {
                    let kind: String = kind.chars().filter(|c| !c.is_control()).take(30).collect();
                    return Err(no_such_type(&kind));
                }
            }
            fields.values_mut().try_for_each(renamed)
        }
        Value::Array(all) => all.iter_mut().try_for_each(renamed),
        _ => Ok(()),
    }
}

/// The calls that are right, each argument with its possible values.
fn calls_of(truth: &Value) -> Result<Vec<Value>, Phrase> {
    let calls = truth.as_array().ok_or_else(call_list)?;
    let call = |call: &Value| {
        if call.is_string() {
            return Err(python_calls());
        }
        let named = call.as_object().filter(|call| call.len() == 1);
        let named = named.and_then(|call| call.iter().next());
        let (name, possible) = named.ok_or_else(|| call_form(r#"{"f": {"x": [1]}}"#))?;
        if !possible.as_object().is_some_and(|all| all.values().all(Value::is_array)) {
            return Err(argument_list(name, r#"{"x": [1]}"#));
        }
        Ok(json!({ "name": sent(name), "possible": possible }))
    };
    calls.iter().map(call).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::rows::{WrittenSet, read_rows};

    fn question(id: &str) -> Value {
        json!({
            "id": id,
            "question": [[{ "role": "user", "content": "How far is it from Oslo to Bergen?" }]],
            "function": [{ "name": "geo.distance", "description": "The way between two towns.", "parameters": {
                "type": "dict",
                "properties": {
                    "from": { "type": "string" },
                    "to": { "type": "string" },
                    "via": { "type": "tuple", "items": { "type": "float" } },
                    "unit": { "type": "string", "description": "km unless it is given" },
                },
                "required": ["from", "to"],
            } }],
        })
    }

    fn truth() -> Value {
        json!([{ "geo.distance": { "from": ["Oslo"], "to": ["Bergen"], "unit": ["km", ""], "via": ["", [1.5]] } }])
    }

    fn read(all: &[Value]) -> WrittenSet {
        let lines: Vec<String> = all.iter().map(Value::to_string).collect();
        read_rows(&lines.join("\n")).unwrap_or_else(|error| panic!("{error}"))
    }

    fn refused(one: &Value) -> String {
        read_rows(&one.to_string()).expect_err("refused").to_string()
    }

    fn checks_of(set: &WrittenSet, row: usize) -> Value {
        serde_json::to_value(&set.rows[row].checks).expect("JSON")
    }

    #[test]
    fn a_question_comes_in_with_its_functions_and_every_value_that_is_right() {
        let mut with = question("simple_python_0");
        with["ground_truth"] = truth();
        let set = read(&[with]);
        assert_eq!(set.rows[0].name, "simple_python_0");
        let tools = serde_json::to_value(&set.rows[0].payload.as_ref().expect("tools").tools);
        let tool = tools.expect("JSON")[0]["function"].clone();
        assert_eq!(tool["name"], "geo_distance", "as most APIs take names");
        assert_eq!(tool["parameters"]["type"], "object");
        assert_eq!(tool["parameters"]["properties"]["via"]["items"]["type"], "number");
        assert_eq!(
            checks_of(&set, 0),
            json!([
                { "kind": "tool_call_valid" },
                { "kind": "tool_call_equals", "any_order": true, "calls": [
                    { "name": "geo_distance", "arguments": null, "possible": truth()[0]["geo.distance"] },
                ] },
            ])
        );
        assert_eq!(set.notes.len(), 1, "{:?}", set.notes);
        assert!(set.notes[0].to_string().starts_with("Dots in the names"), "{:?}", set.notes);
    }

    #[test]
    fn the_right_calls_are_read_beside_the_questions() {
        let questions = [question("simple_python_0"), question("simple_python_1")];
        let text = questions.map(|one| one.to_string()).join("\n\n");
        let answers = json!({ "id": "simple_python_1", "ground_truth": truth() }).to_string();
        let joined = with_right_calls(&text, "BFCL_v4_simple_python.json", |file| {
            assert_eq!(file, "possible_answer/BFCL_v4_simple_python.json");
            Some(Ok(answers.clone()))
        });
        let set = read_rows(&joined.expect("joined")).expect("a set");
        assert_eq!(checks_of(&set, 1)[1]["calls"][0]["possible"]["to"], json!(["Bergen"]));
        assert_eq!(set.rows[0].checks.len(), 1, "the other has none in that file");
        assert!(
            set.notes
                .iter()
                .map(ToString::to_string)
                .any(|note| note.contains("not in the set") && note.contains("1 of 2"))
        );
        let alone = with_right_calls(&text, "x.json", |_| None).expect("as it is");
        assert_eq!(alone, text, "without a file of them");
        let other = with_right_calls("\"Why?\"", "x.json", |_| panic!("it is not read"));
        assert_eq!(other.expect("as it is"), "\"Why?\"", "other sets stay");
        let broken = with_right_calls(&text, "x.json", |_| Some(Ok("{".to_owned())));
        assert!(broken.expect_err("refused").to_string().contains("possible_answer/x.json"));
    }

    #[test]
    fn a_question_that_no_function_answers_is_right_without_a_call() {
        let set = read(&[question("live_irrelevance_0-0-0"), question("live_relevance_0-0-0")]);
        assert_eq!(
            checks_of(&set, 0),
            json!([{ "kind": "tool_call_equals", "calls": [], "any_order": true }]),
            "none"
        );
        assert_eq!(checks_of(&set, 1), json!([{ "kind": "tool_call_valid" }]), "any that is valid");
        assert_eq!(set.notes.len(), 1, "{:?}", set.notes);
    }

    #[test]
    fn what_the_leaderboard_answers_with_its_own_machines_is_refused_by_name() {
        let with = |id: &str, field: &str, value: Value| {
            let mut one = question(id);
            one[field] = value;
            refused(&one)
        };
        let told = refused(
            &json!({ "id": "multi_turn_base_0", "question": [[], []], "initial_config": {}, "path": [], "involved_classes": ["TravelAPI"] }),
        );
        assert!(told.contains("`involved_classes`") && told.contains("several turns"), "{told}");
        let told = with("simple_python_0", "question", json!([[], []]));
        assert!(told.contains("`question`") && told.contains("several turns"), "{told}");
        let told = with("exec_simple_0", "ground_truth", json!(["f(x=1)"]));
        assert!(told.contains("`ground_truth`") && told.contains("Python"), "{told}");
        let told = with("simple_python_0", "ground_truth", json!([{ "f": { "x": 1 } }]));
        assert!(told.contains("a list of its possible values"), "{told}");
        assert!(refused(&question("simple_java_7")).contains("Java"), "by its name");
        let hash = json!([{ "name": "f", "parameters": { "type": "dict", "properties": { "m": { "type": "HashMap" } } } }]);
        let told = with("live_simple_1", "function", hash);
        assert!(told.contains("`HashMap`"), "{told}");
        let told = refused(&json!({ "id": "simple_python_0", "ground_truth": truth() }));
        assert!(told.contains("without their questions"), "{told}");
    }
}
