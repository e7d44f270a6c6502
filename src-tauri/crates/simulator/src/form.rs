//! JSON that fits a schema, with the words of an answer in it.

use serde_json::{Map, Value, json};

/// Objects within objects that are followed.
const DEEPEST: u8 = 6;
/// Where the words of the answer go, as JSON writes it.
const WORDS: &str = "\u{1}";
const WORDS_IN_JSON: &str = "\\u0001";

/// A JSON text around the words of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Form {
    /// The name of the tool that is called with it; empty for an answer.
    pub(crate) name: String,
    before: String,
    after: String,
    /// Whether the words stand in a text. Without one, there is white space in their place.
    has_words: bool,
}

impl Form {
    /// An example of `schema`.
    pub(crate) fn of(name: &str, schema: &Value) -> Self {
        let mut has_words = false;
        let example = example(schema, schema, &mut has_words, 0);
        let text = if example.is_object() { example } else { json!({}) }.to_string();
        let (before, after) = match text.split_once(WORDS_IN_JSON) {
            Some((before, after)) => (before, after),
            None => text.split_at(text.len() - 1),
        };
        Self {
            name: name.to_owned(),
            before: before.to_owned(),
            after: after.to_owned(),
            has_words,
        }
    }

    /// Appends word `index` of the words `whole.0..whole.1` to `out`, with what stands before the first and after the last.
    pub(crate) fn write(&self, word: &str, index: u32, whole: (u32, u32), out: &mut String) {
        if index == whole.0 {
            out.push_str(&self.before);
        }
        out.push_str(if self.has_words { word.trim_end_matches('\n') } else { " " });
        if index + 1 == whole.1 {
            out.push_str(&self.after);
        }
    }
}

/// The least value that fits `schema`, with [`WORDS`] in the first text that may be any.
fn example(schema: &Value, root: &Value, has_words: &mut bool, depth: u8) -> Value {
    let field = |name: &str| schema.get(name);
    if depth > DEEPEST {
        return Value::Null;
    }
    if let Some(fixed) = field("const").or_else(|| field("enum")?.get(0)) {
        return fixed.clone();
    }
    let place = field("$ref").and_then(Value::as_str).and_then(|place| place.strip_prefix('#'));
    let other = place
        .and_then(|place| root.pointer(place))
        .or_else(|| ["anyOf", "oneOf", "allOf"].iter().find_map(|name| field(name)?.get(0)));
    if let Some(other) = other {
        return example(other, root, has_words, depth + 1);
    }
    let kind = field("type").map(|kind| kind.get(0).unwrap_or(kind)).and_then(Value::as_str);
    match kind {
        Some("string") if *has_words || field("format").or(field("pattern")).is_some() => {
            json!("2026-01-01")
        }
        Some("string") => {
            *has_words = true;
            WORDS.into()
        }
        Some("integer" | "number") => field("minimum").cloned().unwrap_or_else(|| 1.into()),
        Some("boolean") => true.into(),
        Some("array") => {
            let least = field("minItems").and_then(Value::as_u64).unwrap_or(0) > 0;
            let item = field("items").filter(|_| least);
            item.map(|item| example(item, root, has_words, depth + 1)).into_iter().collect()
        }
        Some("object") | None => object(schema, root, has_words, depth),
        Some(_) => Value::Null,
    }
}

fn object(schema: &Value, root: &Value, has_words: &mut bool, depth: u8) -> Value {
    let properties = schema.get("properties").and_then(Value::as_object);
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = |name: &str| required.is_none_or(|all| all.iter().any(|one| one == name));
    let mut made = Map::new();
    for (name, property) in properties.into_iter().flatten().filter(|(name, _)| is_required(name)) {
        made.insert(name.clone(), example(property, root, has_words, depth + 1));
    }
    made.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(schema: &Value) -> Value {
        let (form, mut text) = (Form::of("f", schema), String::new());
        for (index, word) in (0..).zip([" two", " words"]) {
            form.write(word, index, (0, 2), &mut text);
        }
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    #[test]
    fn what_is_written_fits_its_schema() {
        let weather = json!({
            "type": "object",
            "properties": {
                "city": { "type": "string" },
                "day": { "type": "string", "format": "date" },
                "unit": { "type": "string", "enum": ["c", "f"] },
                "note": { "type": "string" },
            },
            "required": ["city", "day", "unit"],
        });
        assert_eq!(
            written(&weather),
            json!({ "city": " two words", "day": "2026-01-01", "unit": "c" }),
            "what is required, with the words in it"
        );
        let nested = json!({
            "type": "object",
            "properties": { "list": { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/item" } }, "n": { "type": ["integer", "null"] } },
            "$defs": { "item": { "anyOf": [{ "type": "object", "properties": { "text": { "type": "string" } } }] } },
        });
        assert_eq!(
            written(&nested),
            json!({ "list": [{ "text": " two words" }], "n": 1 }),
            "within"
        );
        let wordless =
            json!({ "type": "object", "properties": { "n": { "type": "number", "minimum": 3 } } });
        assert_eq!(written(&wordless), json!({ "n": 3 }), "white space changes nothing");
        assert_eq!(written(&json!({})), json!({}), "a tool without arguments");
        let endless = json!({ "type": "object", "properties": { "a": { "$ref": "#" } } });
        assert!(written(&endless).is_object(), "a schema of itself ends");
    }
}
