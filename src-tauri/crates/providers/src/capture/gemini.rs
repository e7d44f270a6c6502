//! Reads a body of Gemini's `generateContent`, whose fields have two spellings.

use measure::Phrase;
use serde_json::{Map, Value, json};

use crate::capture::fields::{CaptureError, Captured, Fields, bare, push, results_first, shape};
use crate::capture::gemini_calls::Calls;
use crate::capture::google_sdk::put_config;
use crate::capture::notes;
use crate::capture::openapi::json_schema;
use crate::capture::unread;
use crate::dialects::dialect::Dialect;
use crate::request::payload::Payload;
use crate::request::place::Place;
use crate::request::response_format::{ResponseFormat, SchemaFormat};
use crate::request::tool::{Function, Tool, ToolChoice};
use crate::request::turn::{Content, Part, Role, Source, Turn};

/// The two spellings of the fields that are read.
const SPELLINGS: [(&str, &str); 28] = [
    ("system_instruction", "systemInstruction"),
    ("generation_config", "generationConfig"),
    ("tool_config", "toolConfig"),
    ("service_tier", "serviceTier"),
    ("top_p", "topP"),
    ("top_k", "topK"),
    ("max_output_tokens", "maxOutputTokens"),
    ("stop_sequences", "stopSequences"),
    ("response_mime_type", "responseMimeType"),
    ("response_schema", "responseSchema"),
    ("response_json_schema", "responseJsonSchema"),
    ("thinking_config", "thinkingConfig"),
    ("thinking_level", "thinkingLevel"),
    ("thinking_budget", "thinkingBudget"),
    ("include_thoughts", "includeThoughts"),
    ("response_modalities", "responseModalities"),
    ("media_resolution", "mediaResolution"),
    ("safety_settings", "safetySettings"),
    ("cached_content", "cachedContent"),
    ("function_declarations", "functionDeclarations"),
    ("parameters_json_schema", "parametersJsonSchema"),
    ("function_calling_config", "functionCallingConfig"),
    ("allowed_function_names", "allowedFunctionNames"),
    ("inline_data", "inlineData"),
    ("file_data", "fileData"),
    ("function_call", "functionCall"),
    ("function_response", "functionResponse"),
    ("candidate_count", "candidateCount"),
];

/// An object with the fields that are read under one spelling. A field that stands there in both, with two values, keeps its
/// other spelling too, so that it is sent as it is.
fn spelt(mut object: Map<String, Value>) -> Fields {
    for (other, usual) in SPELLINGS {
        if object.contains_key(usual) && object.get(usual) == object.get(other) {
            object.shift_remove(other);
        }
    }
    let both: Vec<&str> = SPELLINGS
        .iter()
        .filter(|(other, usual)| object.contains_key(*other) && object.contains_key(*usual))
        .map(|(other, _)| *other)
        .collect();
    let name = |name: String| match SPELLINGS.iter().find(|(other, _)| *other == name) {
        Some((other, usual)) if !both.contains(other) => (*usual).to_owned(),
        _ => name,
    };
    Fields(object.into_iter().map(|(key, value)| (name(key), value)).collect())
}

fn inner(fields: &mut Fields, name: &str) -> Option<Fields> {
    fields.object(name).map(|object| spelt(object.0))
}

pub(super) fn read(body: Map<String, Value>) -> Result<Captured, CaptureError> {
    let mut captured = Captured::new(Dialect::Gemini);
    let mut fields = spelt(body);
    if let Some(config) = inner(&mut fields, "config") {
        put_config(config, &mut fields, &mut captured.notes);
    }
    captured.model = fields.text("model").map(|model| bare(&model).to_owned());
    captured.service_tier = fields.text("serviceTier");
    let mut payload = std::mem::take(&mut captured.payload);
    let mut calls = Calls::of(&fields.0);
    match fields.0.shift_remove("systemInstruction") {
        None | Some(Value::Null) => {}
        Some(Value::String(text)) => payload.turns.push(Turn::text(Role::System, text)),
        Some(system) => {
            let system = of_parts(system);
            if system.get("role").is_some() {
                captured.notes.push(notes::system_role());
            }
            content(
                system,
                Some(Role::System),
                Place::Field("systemInstruction"),
                &mut calls,
                &mut payload.turns,
                &mut captured.notes,
            )?;
        }
    }
    let mut read = |value: Value, place: Place<'_>| {
        content(value, None, place, &mut calls, &mut payload.turns, &mut captured.notes)
    };
    match fields.0.shift_remove("contents") {
        Some(Value::String(text)) => {
            read(json!({ "parts": [{ "text": text }] }), Place::Field("contents"))?;
        }
        Some(Value::Array(list)) if is_one_turn(&list) => {
            read(json!({ "parts": list }), Place::Field("contents"))?;
        }
        Some(Value::Array(list)) => {
            for (number, value) in (1..).zip(list) {
                read(value, Place::Turn(number))?;
            }
        }
        Some(value) => read(value, Place::Field("contents"))?,
        None => {}
    }
    for value in fields.list("tools").unwrap_or_default() {
        tools(value, &mut payload.tools);
    }
    if let Some(mut config) = inner(&mut fields, "toolConfig") {
        if let Some(calling) = inner(&mut config, "functionCallingConfig") {
            match choice(&calling.0) {
                Some(choice) => payload.tool_choice = Some(choice),
                None => config.put_back("functionCallingConfig", calling),
            }
        }
        fields.put_back("toolConfig", config);
    }
    if let Some(mut config) = inner(&mut fields, "generationConfig") {
        captured.max_tokens = config.count("maxOutputTokens");
        captured.temperature = config.number("temperature");
        if let Some(mut thinking) = inner(&mut config, "thinkingConfig") {
            captured.effort = thinking.effort("thinkingLevel");
            if captured.effort.is_some() {
                // Thoughts are asked for with every level.
                thinking.drop_if("includeThoughts", &true.into());
                thinking.drop_if("include_thoughts", &true.into());
            }
            config.put_back("thinkingConfig", thinking);
        }
        config.drop_if("candidateCount", &1.into());
        settings(&mut config, &mut payload);
        fields.put_back("generationConfig", config);
    }
    payload.dialect = Some(Dialect::Gemini);
    captured.payload = payload;
    captured.keep(fields);
    Ok(captured)
}

/// Instructions as the SDKs take them too: a list of parts, or one part without a list.
fn of_parts(system: Value) -> Value {
    let is_part = |system: &Value| system.get("text").is_some() && system.get("parts").is_none();
    if system.is_array() || is_part(&system) { json!({ "parts": system }) } else { system }
}

/// Whether a list holds the parts of one turn, which the SDKs take for a conversation: texts, and parts without a turn.
fn is_one_turn(list: &[Value]) -> bool {
    let is_part = |value: &Value| {
        value.is_string() || value.as_object().is_some_and(|value| !value.contains_key("parts"))
    };
    !list.is_empty() && list.iter().all(is_part)
}

fn settings(config: &mut Fields, payload: &mut Payload) {
    payload.top_p = config.number("topP");
    payload.seed = config.integer("seed");
    payload.stop = config.texts("stopSequences").unwrap_or_default();
    let is_json =
        config.0.get("responseMimeType").and_then(Value::as_str) == Some("application/json");
    let any = |value: &Value| Some(value.clone());
    let schema = config.take("responseJsonSchema", any);
    let schema = schema.or_else(|| config.take("responseSchema", any).map(json_schema));
    payload.response_format = match schema {
        Some(schema) if is_json => {
            Some(ResponseFormat::Schema(SchemaFormat { schema, ..SchemaFormat::default() }))
        }
        Some(schema) => {
            config.0.insert("responseJsonSchema".into(), schema);
            None
        }
        None if is_json => Some(ResponseFormat::Json),
        None => None,
    };
    if payload.response_format.is_some() {
        config.0.shift_remove("responseMimeType");
    } else if config.0.get("responseMimeType").and_then(Value::as_str) == Some("text/plain") {
        config.0.shift_remove("responseMimeType");
        payload.response_format = Some(ResponseFormat::Text);
    }
}

fn choice(calling: &Map<String, Value>) -> Option<ToolChoice> {
    let is_known = calling.keys().all(|key| key == "mode" || key == "allowedFunctionNames");
    let names = calling.get("allowedFunctionNames").and_then(Value::as_array);
    let names: Vec<&str> = names.into_iter().flatten().filter_map(Value::as_str).collect();
    match (calling.get("mode")?.as_str()?, &names[..]) {
        _ if !is_known => None,
        ("AUTO", []) => Some(ToolChoice::Auto),
        ("NONE", []) => Some(ToolChoice::None),
        ("ANY", []) => Some(ToolChoice::Required),
        ("ANY", [name]) => Some(ToolChoice::Tool((*name).to_owned())),
        _ => None,
    }
}

/// The functions of a tool, and whatever else it is.
fn tools(value: Value, into: &mut Vec<Tool>) {
    let Value::Object(tool) = value else {
        into.push(Tool::Own(value));
        return;
    };
    let mut tool = spelt(tool);
    for value in tool.list("functionDeclarations").unwrap_or_default() {
        let read = || {
            let mut fields = spelt(value.as_object()?.clone());
            let (name, description) = (fields.text("name")?, fields.text("description"));
            let any = |value: &Value| Some(value.clone());
            let schema = fields.take("parametersJsonSchema", any);
            let parameters = schema.or_else(|| fields.take("parameters", any).map(json_schema));
            Some(Function { name, description, parameters, own: fields.0, ..Function::default() })
        };
        into.push(read().map_or_else(
            || Tool::Own(serde_json::json!({ "functionDeclarations": [value.clone()] })),
            Tool::Function,
        ));
    }
    if !tool.0.is_empty() {
        into.push(Tool::Own(tool.0.into()));
    }
}

fn content(
    value: Value,
    role: Option<Role>,
    place: Place<'_>,
    calls: &mut Calls,
    turns: &mut Vec<Turn>,
    told: &mut Vec<Phrase>,
) -> Result<(), CaptureError> {
    let Value::Object(content) = value else {
        return Err(shape(place, unread::no_content()));
    };
    let mut content = Fields(content).without_nulls();
    let said = content.text("role");
    let role = match (role, said.as_deref()) {
        (Some(role), _) => role,
        (None, None | Some("user" | "function")) => Role::User,
        (None, Some("model")) => Role::Assistant,
        _ => return Err(shape(place, unread::role(vec!["`user`", "`model`"]))),
    };
    let mut parts: Vec<Part> = Vec::new();
    let parts_given = match content.0.shift_remove("parts") {
        Some(Value::Array(list)) => list,
        Some(one @ (Value::String(_) | Value::Object(_))) => vec![one],
        Some(_) => return Err(shape(place, unread::no_parts())),
        None => Vec::new(),
    };
    for value in parts_given {
        // The SDKs take a text for a part.
        let value = match value {
            Value::String(text) => json!({ "text": text }),
            part => part,
        };
        let part = part(&value, calls);
        parts.push(part.unwrap_or_else(|| Content::Own { value }.into()));
    }
    let is_result = |part: &Part| matches!(part.content, Content::ToolResult { .. });
    if role == Role::User && parts.iter().any(is_result) {
        let (results, rest) = results_first(parts, place, told);
        push(turns, Role::Tool, results, content.0);
        if !rest.is_empty() {
            push(turns, Role::User, rest, Map::new());
        }
    } else {
        push(turns, role, parts, content.0);
    }
    Ok(())
}

fn part(value: &Value, calls: &mut Calls) -> Option<Part> {
    let mut fields = spelt(value.as_object()?.clone()).without_nulls();
    // A thought is of the model that thought it.
    if fields.0.contains_key("thought") {
        return None;
    }
    let content = if let Some(text) = fields.text("text") {
        Content::Text { text }
    } else if let Some(data) = fields.object("inlineData") {
        bytes(data, |data| {
            let kind = data.text("mimeType").or_else(|| data.text("mime_type"))?;
            Some(Source::Base64 { media_type: kind, data: data.text("data")? })
        })?
    } else if let Some(file) = fields.object("fileData") {
        bytes(file, |file| {
            let media_type = file.text("mimeType").or_else(|| file.text("mime_type"));
            let url = file.text("fileUri").or_else(|| file.text("file_uri"))?;
            Some(Source::Url { url, media_type })
        })?
    } else if let Some(call) = fields.object("functionCall") {
        let mut call = call.without_nulls();
        let name = call.text("name")?;
        let arguments = call.0.shift_remove("args").unwrap_or_else(|| Map::new().into());
        let id = call.text("id");
        if !call.0.is_empty() {
            return None;
        }
        Content::ToolCall { id: calls.called(&name, id), name, arguments }
    } else if let Some(mut response) = fields.object("functionResponse") {
        let name = response.text("name")?;
        let said = response.0.shift_remove("response").unwrap_or_default();
        let id = response.text("id");
        if !response.0.is_empty() {
            return None;
        }
        let (text, is_error) = returned(&said);
        let (call_id, output) = (calls.returned(&name, id), vec![Part::text(text)]);
        // The id of the call says its name.
        let name = (calls.names.get(&call_id) != Some(&name)).then_some(name);
        Content::ToolResult { call_id, name, output, is_error }
    } else {
        return None;
    };
    Some(Part { content, cache: None, own: fields.0 })
}

/// An image or a document, told by its media type; anything else stays as it is.
fn bytes(mut fields: Fields, source: impl Fn(&mut Fields) -> Option<Source>) -> Option<Content> {
    let source = source(&mut fields)?;
    let kind = match &source {
        Source::Base64 { media_type, .. } => Some(media_type.as_str()),
        Source::Url { media_type: Some(kind), .. } => Some(kind.as_str()),
        Source::Url { url, media_type: None } => by_ending(url),
    }?;
    let is_image = kind.starts_with("image/");
    let is_document = kind == "application/pdf" || kind.starts_with("text/");
    if !fields.0.is_empty() {
        return None;
    }
    if is_image {
        Some(Content::Image { source, detail: None })
    } else {
        is_document.then_some(Content::Document { source, name: None })
    }
}

/// The media type that the end of an address tells.
fn by_ending(url: &str) -> Option<&'static str> {
    let ending = url.rsplit('.').next()?.to_ascii_lowercase();
    match ending.as_str() {
        "png" | "jpg" | "jpeg" | "webp" | "gif" | "heic" | "heif" | "bmp" => Some("image/*"),
        "pdf" => Some("application/pdf"),
        _ => None,
    }
}

/// What a function returned, as text, and whether it failed.
fn returned(response: &Value) -> (String, bool) {
    let only = response.as_object().filter(|fields| fields.len() == 1);
    let text = |name: &str| Some(only?.get(name)?.as_str()?.to_owned());
    match (text("error"), text("output").or_else(|| text("result"))) {
        (Some(text), _) => (text, true),
        (None, Some(text)) => (text, false),
        (None, None) => (response.to_string(), false),
    }
}
