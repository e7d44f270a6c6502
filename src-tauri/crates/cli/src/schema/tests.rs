//! `docs/schemas`: generated from the types that are printed.

use std::fs;
use std::path::Path;

use compare::CompareView;
use race::Run;
use serde_json::{Value, json};
use specta_jsonschema::JsonSchema;
use store::{RunPage, Spend};

use super::*;
use crate::discover::FoundServers;
use crate::history::peers::PeersOutput;
use crate::history::recompute::RecomputeOutput;
use crate::keys::KeyListing;
use crate::network::NetworkOutput;
use crate::own_commands::ChecksOutput;
use crate::prices::PricesOutput;
use crate::providers::{ModelsOutput, ProvidersOutput};
use crate::suite::SuiteList;
use crate::watch::alarms::AlarmList;
use app::{WatchDocument, WatchList};

/// If set, the schemas are written instead of read.
const UPDATE: &str = "UPDATE_SCHEMAS";

fn generated<T: specta::Type>(schema: Schema, title: &str) -> Value {
    let exporter = JsonSchema::default()
        .title(title.to_owned())
        // Additions of a later version are not errors.
        .allow_additional_properties(true);
    let mut value = exporter.export_type_value::<T>(specta_serde::Format).expect("it has a schema");
    if [Schema::Compare, Schema::Keys].contains(&schema) {
        phrases_as_texts(&mut value);
    }
    let named =
        json!({ "properties": { "schema": { "const": schema.name() } }, "required": ["schema"] });
    let document = value.as_object_mut().expect("a schema is an object");
    let all = document.entry("allOf").or_insert_with(|| json!([]));
    all.as_array_mut().expect("a list").push(named);
    // A field that a type gains moves no other line.
    value.sort_all_objects();
    value
}

/// Documents have the English text of a phrase: see `measure::in_english`.
fn phrases_as_texts(schema: &mut Value) {
    let phrase = schema["$defs"].as_object().and_then(|kinds| {
        let mut names =
            kinds.keys().filter(|name| name.as_str() == "Phrase" || name.ends_with("_Phrase"));
        names.next().cloned()
    });
    let Some(phrase) = phrase else { return };
    put_texts(schema, &format!("#/$defs/{phrase}"));
    let kinds = schema["$defs"].as_object_mut().expect("an object");
    for name in [phrase.as_str(), "PhraseValue", "Amount", "Range", "Form", "Unit"] {
        kinds.shift_remove(name).expect("what a phrase is made of");
    }
    for name in ["Metric", "Warning"] {
        let text = schema.to_string();
        if !text.contains(&format!("\"#/$defs/{name}\"")) {
            schema["$defs"].as_object_mut().expect("an object").shift_remove(name);
        }
    }
}

fn put_texts(schema: &mut Value, phrase: &str) {
    match schema {
        Value::Object(fields) if fields.get("$ref").is_some_and(|to| to == phrase) => {
            fields.shift_remove("$ref");
            fields.insert("type".to_owned(), json!("string"));
        }
        Value::Object(fields) => fields.values_mut().for_each(|one| put_texts(one, phrase)),
        Value::Array(all) => all.iter_mut().for_each(|one| put_texts(one, phrase)),
        _ => {}
    }
}

fn all() -> [(Schema, Value); 23] {
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
        (Schema::Suites, generated::<Document<SuiteList>>(Schema::Suites, "The built-in suites")),
        (
            Schema::Checks,
            generated::<Document<ChecksOutput>>(Schema::Checks, "Commands that may check answers"),
        ),
        (Schema::Watch, generated::<Document<WatchDocument>>(Schema::Watch, "A watch")),
        (Schema::Watches, generated::<Document<WatchList>>(Schema::Watches, "The list of watches")),
        (
            Schema::Alarm,
            generated::<Document<app::AlarmDocument>>(Schema::Alarm, "What a watch tells"),
        ),
        (Schema::Alarms, generated::<Document<AlarmList>>(Schema::Alarms, "The alarms of a watch")),
        (Schema::Keys, generated::<Document<KeyListing>>(Schema::Keys, "The keys that are kept")),
        (
            Schema::Providers,
            generated::<Document<ProvidersOutput<'_>>>(Schema::Providers, "Providers"),
        ),
        (Schema::Models, generated::<Document<ModelsOutput<'_>>>(Schema::Models, "Models")),
        (Schema::Servers, generated::<Document<FoundServers<'_>>>(Schema::Servers, "Servers")),
        (
            Schema::Network,
            generated::<Document<NetworkOutput>>(Schema::Network, "The network settings"),
        ),
        (
            Schema::Calibration,
            generated::<Document<race::Calibration>>(Schema::Calibration, "A calibration"),
        ),
        (
            Schema::Verification,
            generated::<Document<store::Verification>>(Schema::Verification, "A verification"),
        ),
        (
            Schema::Imported,
            generated::<Document<store::ImportSummary>>(Schema::Imported, "An import"),
        ),
        (
            Schema::Recomputed,
            generated::<Document<RecomputeOutput>>(Schema::Recomputed, "What was computed anew"),
        ),
        (
            Schema::Peers,
            generated::<Document<PeersOutput>>(Schema::Peers, "What other tools would report"),
        ),
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
