//! Files of a batch, as OpenAI's, Anthropic's and Gemini's take them, each line a whole request with a name; and lines that are bodies.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value};

/// Whether a text is a whole batch as Anthropic's API takes one. Nothing of it is kept.
pub(super) fn is_one(text: &str) -> bool {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Batch {
        #[serde(rename = "requests")]
        _requests: Vec<IgnoredAny>,
    }
    serde_json::from_str::<Batch>(text).is_ok()
}

/// What a line of a batch says of it, beside the request by the name that its vendor gives it.
const OF_A_LINE: [&str; 5] = ["custom_id", "method", "url", "body", "params"];
/// What a row of our own has beside the request that it asks.
const OF_A_ROW: [&str; 5] = ["name", "id", "expected", "check", "checks"];

/// The fields of a row of our own, from those of a line of a batch, or of a body alone, which names its model; the fields as they were
/// if it is neither. What neither knows stays a field of the row, such as a check.
pub(super) fn own(mut fields: Map<String, Value>) -> Map<String, Value> {
    let has = |name: &str| fields.contains_key(name);
    let holds = |name: &str| fields.get(name).is_some_and(Value::is_object);
    let is_line = has("custom_id") && (holds("body") || holds("params"));
    let is_geminis = has("key") && holds("request");
    let is_body = has("model") && ["messages", "input", "contents"].into_iter().any(has);
    if is_body && !has("ideal") {
        let (row, body): (Map<_, _>, Map<_, _>) =
            fields.into_iter().partition(|(name, _)| OF_A_ROW.contains(&name.as_str()));
        return row.into_iter().chain([("request".to_owned(), body.into())]).collect();
    }
    let id = if is_line { "custom_id" } else { "key" };
    let Some(name) = fields.get(id).filter(|_| is_line || is_geminis).cloned() else {
        return fields;
    };
    if is_line {
        let line = OF_A_LINE.into_iter().filter_map(|name| fields.remove_entry(name));
        let line: Map<String, Value> = line.collect();
        fields.insert("request".to_owned(), line.into());
    } else {
        fields.remove(id);
    }
    fields.insert("name".to_owned(), name);
    fields
}
