//! Turns the subset of `OpenAPI` in which Gemini's schemas were written first into JSON Schema.

use serde_json::{Map, Value};

/// The types of that subset, which it writes in capitals.
const TYPES: [&str; 7] = ["STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL"];

/// Limits of sizes, which it may write as texts.
const LIMITS: [&str; 6] =
    ["minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"];

/// The same schema as JSON Schema: types in lower case, and a value that may be null as a type of two.
pub(super) fn json_schema(schema: Value) -> Value {
    match schema {
        Value::Object(fields) => of_object(fields),
        Value::Array(list) => list.into_iter().map(json_schema).collect(),
        value => value,
    }
}

fn of_object(fields: Map<String, Value>) -> Value {
    let mut schema = Map::new();
    let mut is_nullable = false;
    for (name, value) in fields {
        match (name.as_str(), value) {
            ("type", Value::String(kind)) if TYPES.contains(&kind.as_str()) => {
                schema.insert(name, kind.to_ascii_lowercase().into());
            }
            ("nullable", Value::Bool(may)) => is_nullable = may,
            // Its JSON has whole numbers of 64 bits as texts.
            (limit, Value::String(text)) if LIMITS.contains(&limit) => {
                let value = text.parse::<u64>().map_or_else(|_| text.into(), Value::from);
                schema.insert(name, value);
            }
            // Values and names, not schemas.
            ("enum" | "required" | "default" | "example" | "description" | "title", value) => {
                schema.insert(name, value);
            }
            // Each of these is a name of the user's own, with a schema.
            ("properties", Value::Object(properties)) => {
                let properties: Map<_, _> = properties
                    .into_iter()
                    .map(|(name, value)| (name, json_schema(value)))
                    .collect();
                schema.insert(name, properties.into());
            }
            (_, value) => {
                schema.insert(name, json_schema(value));
            }
        }
    }
    put_in_order(&mut schema);
    if is_nullable {
        may_be_null(&mut schema);
    }
    schema.into()
}

/// In which order the fields of an object are answered, as Gemini alone has it.
pub(crate) const ORDER: &str = "propertyOrdering";

/// Names the fields of an object in the order in which they are to be answered: elsewhere the order in which they stand is
/// that.
fn put_in_order(schema: &mut Map<String, Value>) {
    let Some(Value::Array(order)) = schema.get(ORDER).cloned() else { return };
    let Some(Value::Object(properties)) = schema.get_mut("properties") else { return };
    let names = order.iter().filter_map(Value::as_str);
    let first: Map<String, Value> =
        names.filter_map(|name| properties.shift_remove_entry(name)).collect();
    let rest = std::mem::replace(properties, first);
    properties.extend(rest);
}

/// Whether a schema says in which order fields are answered, by Gemini's word for it.
pub(crate) fn has_order(schema: &Value) -> bool {
    match schema {
        Value::Object(fields) => {
            fields.get(ORDER).is_some_and(Value::is_array) || fields.values().any(has_order)
        }
        Value::Array(list) => list.iter().any(has_order),
        _ => false,
    }
}

/// Takes null as well: as a type, as one of the values, and as one of the schemas. A schema that stands elsewhere, or is made of
/// several, is one of two.
fn may_be_null(schema: &mut Map<String, Value>) {
    let is_of_others = ["$ref", "allOf"].iter().any(|name| schema.contains_key(*name));
    if is_of_others {
        let whole = std::mem::take(schema);
        let or_null = vec![whole.into(), serde_json::json!({ "type": "null" })];
        schema.insert("anyOf".into(), or_null.into());
        return;
    }
    if let Some(kind) = schema.shift_remove("type") {
        schema.insert("type".into(), Value::Array(vec![kind, "null".into()]));
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        values.push(Value::Null);
    }
    for name in ["anyOf", "oneOf"] {
        if let Some(Value::Array(schemas)) = schema.get_mut(name) {
            schemas.push(serde_json::json!({ "type": "null" }));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_may_be_null_may_be_so_wherever_its_schema_stands() {
        let nothing = json!({ "type": "null" });
        for (gemini, as_json) in [
            (json!({ "type": "STRING", "nullable": true }), json!({ "type": ["string", "null"] })),
            (
                json!({ "$ref": "#/$defs/a", "description": "d", "nullable": true }),
                json!({ "anyOf": [{ "$ref": "#/$defs/a", "description": "d" }, nothing] }),
            ),
            (
                json!({ "allOf": [{ "$ref": "#/$defs/a" }], "nullable": true }),
                json!({ "anyOf": [{ "allOf": [{ "$ref": "#/$defs/a" }] }, nothing] }),
            ),
            (json!({ "$ref": "#/$defs/a", "nullable": false }), json!({ "$ref": "#/$defs/a" })),
            (
                json!({ "type": "ARRAY", "minItems": "1", "maxItems": 5, "items": { "maxLength": "9" } }),
                json!({ "type": "array", "minItems": 1, "maxItems": 5, "items": { "maxLength": 9 } }),
            ),
            (
                json!({ "properties": { "propertyOrdering": { "type": "STRING" } } }),
                json!({ "properties": { "propertyOrdering": { "type": "string" } } }),
            ),
            (
                json!({ "properties": { "minItems": { "type": "STRING" } } }),
                json!({ "properties": { "minItems": { "type": "string" } } }),
            ),
        ] {
            assert_eq!(json_schema(gemini.clone()), as_json, "{gemini}");
        }
    }

    #[test]
    fn fields_stand_in_the_order_in_which_gemini_answers_them() {
        let field = json!({ "type": "STRING" });
        let schema = json!({
            "type": "OBJECT",
            "properties": { "z": field, "verdict": field, "reason": field, "a": field },
            "propertyOrdering": ["reason", "verdict", "unknown"],
        });
        let read = json_schema(schema);
        let names: Vec<&String> =
            read["properties"].as_object().expect("an object").keys().collect();
        assert_eq!(names, ["reason", "verdict", "z", "a"], "and then as they stand");
        assert_eq!(read["properties"]["reason"], json!({ "type": "string" }), "as they are");
        assert!(has_order(&json!({ "items": [read] })), "wherever it stands");
        assert!(!has_order(&json!({ "properties": { "propertyOrdering": field } })), "a name");
    }
}
