use std::time::Duration;

use serde_json::json;

use super::*;
use crate::testing::time_of;

fn compile(schema: &Value) -> Result<CompiledSchema, String> {
    CompiledSchema::of(schema, &mut Compiling::default()).map_err(|why| why.to_string())
}

fn found(schema: &Value, value: &Value) -> Finding {
    compile(schema).expect("it can be used").fits(value)
}

fn wrong(schema: &Value, value: &Value) -> String {
    match found(schema, value) {
        Finding::Wrong(reason) => reason.to_string(),
        other => panic!("{value}: {other:?}"),
    }
}

fn weather() -> Value {
    json!({
        "type": "object",
        "properties": {
            "city": {"type": "string", "pattern": "^[A-Z]"},
            "unit": {"enum": ["C", "F"]},
            "day": {"type": "string", "format": "date"},
            "near": {"type": "array", "items": {"$ref": "#"}, "uniqueItems": true}
        },
        "required": ["city"],
        "additionalProperties": false
    })
}

#[test]
fn a_value_that_does_not_fit_is_told_by_its_place() {
    assert_eq!(
        found(&weather(), &json!({"city": "Paris", "unit": "C"})),
        Finding::Right,
        "it fits"
    );
    for (value, place, rule) in [
        (json!({}), "the top", "\"city\" is a required property"),
        (json!({"city": "paris"}), "\"/city\"", "does not match"),
        (json!({"city": "Paris", "unit": "K"}), "\"/unit\"", "is not one of"),
        (json!({"city": "Paris", "x": 1}), "the top", "Additional properties"),
        (json!({"city": "Paris", "day": "yesterday"}), "\"/day\"", "is not a \"date\""),
        (json!({"city": "Paris", "near": [{"city": 1}]}), "\"/near/0/city\"", "\"string\""),
        (json!([]), "the top", "is not of type \"object\""),
    ] {
        let reason = wrong(&weather(), &value);
        assert!(reason.contains(place) && reason.contains(rule), "{value}: {reason}");
    }
}

#[test]
fn drafts_differ_and_a_schema_names_its_own() {
    let seventh =
        json!({"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"const": 1}]});
    assert!(matches!(found(&seventh, &json!([2])), Finding::Wrong(_)), "a list of items by place");
    assert!(compile(&json!({"items": [{"const": 1}]})).is_err(), "no schema of 2020-12");
    let unknown = json!({"$schema": "https://example.com/own"});
    assert!(compile(&unknown).is_err(), "it is not fetched");
    let why = compile(&json!({"type": "strin"})).expect_err("no type");
    assert!(why.starts_with("This is no schema: "), "{why}");
}

/// Runs a test with the stack of a thread of a pool, and returns how long it took.
fn on_a_small_stack(test: impl FnOnce() + Send + 'static) -> Duration {
    time_of(|| {
        let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(test);
        thread.expect("a thread").join().expect("the stack was deep enough");
    })
}

/// Each definition refers twice to the next: 2^45 paths through 45 definitions.
fn doubling(keyword: &str) -> Value {
    let mut definitions = serde_json::Map::new();
    for n in 0..45 {
        let next = json!({"$ref": format!("#/$defs/d{}", n + 1)});
        definitions.insert(format!("d{n}"), json!({keyword: [next.clone(), next]}));
    }
    definitions.insert("d45".to_owned(), json!({"type": "null"}));
    json!({"$ref": "#/$defs/d0", "$defs": definitions})
}

#[test]
fn a_schema_with_exponentially_many_paths_is_unknown() {
    for keyword in ["anyOf", "allOf", "oneOf"] {
        let took = on_a_small_stack(move || {
            let finding = found(&doubling(keyword), &json!(1));
            assert!(matches!(finding, Finding::Unknown(_)), "{keyword}: {finding:?}");
        });
        assert!(took < Duration::from_secs(10), "{keyword}: {took:?}");
    }
}

#[test]
fn a_value_whose_depth_doubles_the_paths_is_unknown() {
    let schema = json!({
        "properties": {"c": {"anyOf": [{"$ref": "#"}, {"allOf": [{"$ref": "#"}]}]}},
        "required": ["x"]
    });
    let value = (0..100).fold(json!(1), |inner, _| json!({"c": inner}));
    let took = on_a_small_stack(move || {
        let finding = found(&schema, &value);
        assert!(matches!(finding, Finding::Unknown(_) | Finding::Wrong(_)), "{finding:?}");
    });
    assert!(took < Duration::from_secs(10), "{took:?}");
}

#[test]
fn a_schema_that_comes_back_to_itself_at_one_value_is_refused() {
    for schema in [
        json!({"$ref": "#"}),
        json!({"not": {"$ref": "#"}}),
        json!({"anyOf": [{"$ref": "#"}, {"type": "null"}]}),
        json!({"properties": {"a": {"if": {"$ref": "#/properties/a"}, "then": false}}}),
        json!({"$ref": "#/$defs/a", "$defs": {"a": {"allOf": [{"$ref": "#/$defs/b"}]}, "b": {"not": {"$ref": "#/$defs/a"}}}}),
    ] {
        let why = compile(&schema).expect_err("it has no meaning");
        assert!(why.contains("without end"), "{schema}: {why}");
    }
    let tree = json!({"type": "object", "properties": {"left": {"$ref": "#"}, "right": {"allOf": [{"$ref": "#"}, {"$ref": "#"}]}}});
    let value = json!({"left": {}, "right": {"left": {}}});
    assert_eq!(found(&tree, &value), Finding::Right, "a part of the value is another value");
}

#[test]
fn the_deepest_schema_and_the_deepest_value_fit_on_a_small_stack() {
    // As deep as a schema may be, and every part of it compiled within the one before.
    let chain = |last: usize| {
        let mut definitions = serde_json::Map::new();
        for n in 0..last {
            let next = json!({"properties": {"c": {"$ref": format!("#/$defs/d{}", n + 1)}}});
            definitions.insert(format!("d{n}"), next);
        }
        definitions.insert(format!("d{last}"), json!({"$ref": "#/$defs/d0"}));
        json!({"$ref": "#/$defs/d0", "$defs": definitions})
    };
    let value = (0..120).fold(json!(1), |inner, _| json!({"c": inner}));
    on_a_small_stack(move || {
        assert_eq!(found(&chain(48), &value), Finding::Right, "as deep as may be");
        assert!(compile(&chain(60)).is_err(), "and no deeper");
    });
    let in_place = (0..45).fold(json!({"type": "null"}), |inner, _| json!({"allOf": [inner]}));
    let schema = json!({"$ref": "#/$defs/a", "$defs": {"a": {
        "allOf": [in_place, {"items": {"$ref": "#/$defs/a"}}]
    }}});
    let value = (0..127).fold(json!(1), |inner, _| json!([inner]));
    on_a_small_stack(move || {
        let _any = found(&schema, &value);
    });
}

#[test]
fn large_lists_against_large_schemas_end() {
    let many: Vec<u32> = (0..9_000).collect();
    let schemas = [
        json!({"items": {"enum": many}}),
        json!({"uniqueItems": true, "items": {"uniqueItems": true}}),
        json!({"items": {"anyOf": [{"type": "string"}, {"items": {"pattern": "[01]*1[01]{300}$"}}]}}),
        json!({"items": {"multipleOf": 1e-300}}),
    ];
    let values = [
        Value::Array(vec![json!(-1); 200_000]),
        json!([vec![json!([[1], [2]]); 50_000]]),
        json!([["0".repeat(500_000)], ["1".repeat(400_000)]]),
        Value::Array(vec![json!(1e300); 50_000]),
    ];
    for schema in &schemas {
        let compiled = compile(schema).expect("it can be used");
        for value in &values {
            let took = time_of(|| drop(compiled.fits(value)));
            assert!(took < Duration::from_secs(20), "{}: {took:?}", quoted(&schema.to_string()));
        }
    }
}

#[test]
fn alternatives_that_all_fail_take_no_memory() {
    let schema = json!({"anyOf": [
        {"items": {"anyOf": [{"type": "string"}, {"const": 1}]}},
        {"items": {"type": "object"}}
    ]});
    let reason = wrong(&schema, &Value::Array(vec![json!(2); 300_000]));
    assert_eq!(reason, "expected JSON of the schema, found JSON that does not fit", "no place");
}
