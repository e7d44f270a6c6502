//! A call of Google's SDKs, written as JSON: what they would send is put where a body has it.

use measure::Phrase;
use serde_json::Map;

use crate::capture::fields::Fields;
use crate::capture::notes;

/// Fields that stand beside `generationConfig` in a body, and within `config` in a call of Google's SDKs.
const BESIDE: [&str; 7] = [
    "systemInstruction",
    "tools",
    "toolConfig",
    "safetySettings",
    "cachedContent",
    "labels",
    "serviceTier",
];
/// What a call of Google's SDKs says to the SDK.
const OF_GOOGLES: [&str; 6] = [
    "httpOptions",
    "http_options",
    "abortSignal",
    "automaticFunctionCalling",
    "automatic_function_calling",
    "shouldReturnHttpResponse",
];

/// Puts the `config` of a call of Google's SDKs where a body has it.
pub(super) fn put_config(config: Fields, fields: &mut Fields, told: &mut Vec<Phrase>) {
    let mut generation = Map::new();
    for (name, value) in config.without_nulls().0 {
        let usual = match name.as_str() {
            "safety_settings" => "safetySettings",
            "cached_content" => "cachedContent",
            name => name,
        };
        if OF_GOOGLES.contains(&usual) {
            told.push(notes::of_sdk(usual));
        } else if BESIDE.contains(&usual) && !fields.0.contains_key(usual) {
            fields.0.insert(usual.to_owned(), value);
        } else {
            generation.insert(name, value);
        }
    }
    if fields.0.contains_key("generationConfig") {
        fields.put_back("config", Fields(generation));
    } else {
        fields.put_back("generationConfig", Fields(generation));
    }
}
