//! A call of OpenAI's or Anthropic's SDK, written as JSON: what it would send is put where a body has it.

use serde_json::{Map, Value};

use crate::capture::curl::CurlLine;
use crate::capture::fields::Fields;
use crate::capture::notes;
use crate::dialects::ledger::shown;

/// What a call of OpenAI's and Anthropic's SDKs says to the SDK.
const OF_CLIENT: [&str; 2] = ["timeout", "max_retries"];

/// A list of texts that is not empty.
fn texts(value: &Value) -> Option<Vec<String>> {
    let texts = value.as_array()?.iter().map(|text| text.as_str().map(str::to_owned));
    texts.collect::<Option<Vec<_>>>().filter(|texts| !texts.is_empty())
}

/// Puts the additional fields and headers of a call where a request has them, as OpenAI's and Anthropic's SDKs do.
pub(super) fn unfold(body: &mut Map<String, Value>, line: &mut CurlLine) {
    for name in OF_CLIENT {
        if body.remove(name).is_some() {
            line.notes.push(notes::of_sdk(name));
        }
    }
    let mut fields = Fields(std::mem::take(body));
    if let Some(query) = fields.object("extra_query") {
        line.notes.extend(query.0.keys().map(|name| notes::query(&shown(name))));
    }
    if let Some(key) = fields.text("idempotency_key") {
        line.header(&format!("idempotency-key: {key}"));
    }
    // As the SDK does: the header that is written out stands in place of these.
    // The clouds that serve Anthropic's models take them as a field of the body.
    for name in ["betas", "anthropic_beta"] {
        if let Some(betas) = fields.take(name, texts) {
            line.header(&format!("anthropic-beta: {}", betas.join(",")));
        }
    }
    for (name, value) in fields.object("extra_headers").map(|headers| headers.0).unwrap_or_default()
    {
        match value.as_str() {
            Some(value) => {
                line.header(&format!("{name}: {value}"));
            }
            None => line.notes.push(notes::no_text_header()),
        }
    }
    let more = fields.object("extra_body").map(|more| more.0).unwrap_or_default();
    *body = fields.0;
    // Where both have a field, the SDKs send that of `extra_body`.
    body.extend(more);
}
