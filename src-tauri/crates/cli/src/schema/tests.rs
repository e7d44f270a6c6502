//! `docs/schemas`: generated from the types that are printed.

use std::fs;
use std::path::Path;

use compare::CompareView;
use race::Run;
use serde_json::{Value, json};
use specta_jsonschema::JsonSchema;
use store::{RunPage, Spend};

use super::*;
use crate::prices::PricesOutput;

/// If set, the schemas are written instead of read.
const UPDATE: &str = "UPDATE_SCHEMAS";

fn generated<T: specta::Type>(schema: Schema, title: &str) -> Value {
    let exporter = JsonSchema::default()
        .title(title.to_owned())
        // Additions of a later version are not errors.
        .allow_additional_properties(true);
    let mut value = exporter.export_type_value::<T>(specta_serde::Format).expect("it has a schema");
    let named =
        json!({ "properties": { "schema": { "const": schema.name() } }, "required": ["schema"] });
    let document = value.as_object_mut().expect("a schema is an object");
    let all = document.entry("allOf").or_insert_with(|| json!([]));
    all.as_array_mut().expect("a list").push(named);
    // A field that a type gains moves no other line.
    value.sort_all_objects();
    value
}

fn all() -> [(Schema, Value); 7] {
    [
        (Schema::Run, generated::<Run>(Schema::Run, "A race or a sweep")),
        (
            Schema::Gate,
            generated::<Document<gate::GateDocument>>(Schema::Gate, "The result of a gate"),
        ),
        (Schema::Compare, generated::<Document<CompareView>>(Schema::Compare, "A comparison")),
        (Schema::List, generated::<Document<RunPage>>(Schema::List, "The list of runs")),
        (Schema::Search, generated::<Document<FoundRuns>>(Schema::Search, "Runs found")),
        (Schema::Spend, generated::<Document<Spend>>(Schema::Spend, "Spending")),
        (Schema::Prices, generated::<Document<PricesOutput>>(Schema::Prices, "Prices")),
    ]
}

#[test]
fn every_document_has_a_schema_that_can_be_used() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/schemas");
    for (schema, fresh) in all() {
        let name = schema.to_possible_value().expect("it is a value").get_name().to_owned();
        jsonschema::draft202012::meta::validate(&fresh).expect("a schema of draft 2020-12");
        if std::env::var_os(UPDATE).is_some() {
            let text = serde_json::to_string_pretty(&fresh).expect("it is JSON") + "\n";
            fs::write(folder.join(format!("{name}.json")), text).expect("docs/ can be written");
            continue;
        }
        let kept: Value = serde_json::from_str(schema.text()).expect("the kept one is JSON");
        jsonschema::draft202012::new(&kept).expect("it compiles");
        assert_eq!(kept["$schema"], fresh["$schema"], "{name}: generated as today");
    }
}
