//! Reads a body of Anthropic Messages.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use measure::Phrase;
use serde_json::{Map, Value};

use crate::capture::fields::{
    CaptureError, Captured, Fields, ephemeral, push, results_first, shape,
};
use crate::capture::notes;
use crate::capture::unread;
use crate::dialects::dialect::Dialect;
use crate::request::place::Place;
use crate::request::response_format::{ResponseFormat, SchemaFormat};
use crate::request::tool::{Function, Tool, ToolChoice};
use crate::request::turn::{Content, Part, Role, Source, Turn};

/// Fields that no other dialect with `messages` has.
const FIELDS: [&str; 6] =
    ["system", "stop_sequences", "output_config", "anthropic_version", "mcp_servers", "container"];

/// Whether a body with `messages` is surely one of this dialect.
pub(super) fn is_surely_one(body: &Map<String, Value>) -> bool {
    let has_schema = |tool: &Value| tool.get("input_schema").is_some();
    let tools = body.get("tools").and_then(Value::as_array);
    // Others have parts of the same names with other fields in them.
    let is_block = |part: &Value| match part.get("type").and_then(Value::as_str) {
        Some("tool_use") => part.get("input").is_some(),
        Some("tool_result") => part.get("tool_use_id").is_some(),
        Some("image" | "document") => part.get("source").is_some_and(Value::is_object),
        Some("thinking") => part.get("thinking").is_some_and(Value::is_string),
        Some("redacted_thinking" | "server_tool_use") => true,
        _ => false,
    };
    FIELDS.iter().any(|name| body.contains_key(*name))
        || tools.is_some_and(|tools| tools.iter().any(has_schema))
        || contents(body).any(is_block)
}

/// Whether a body with `messages`, which nothing tells for sure, is more likely one of this dialect, and why. It has the
/// limit that every request of this dialect has.
pub(super) fn looks_like_one(body: &Map<String, Value>) -> Option<Phrase> {
    let model = body.get("model").and_then(Value::as_str).unwrap_or_default();
    // Gateways name the vendor before a model, and take bodies of OpenAI's shape.
    if !body.contains_key("max_tokens") || model.contains('/') {
        return None;
    }
    let thinks = body.get("thinking").is_some_and(|thinking| {
        thinking.get("budget_tokens").is_some()
            || thinking.get("type").and_then(Value::as_str) == Some("adaptive")
    });
    let is_claude = model.starts_with("claude");
    let is_marked = || contents(body).any(|part| part.get("cache_control").is_some());
    if is_claude {
        Some(notes::claude())
    } else if thinks {
        Some(notes::thinks())
    } else {
        is_marked().then(notes::marked)
    }
}

/// The parts of all messages.
fn contents(body: &Map<String, Value>) -> impl Iterator<Item = &Value> {
    let messages = body.get("messages").and_then(Value::as_array).into_iter().flatten();
    messages.filter_map(|message| message.get("content")?.as_array()).flatten()
}

pub(super) fn read(body: Map<String, Value>) -> Result<Captured, CaptureError> {
    let mut captured = Captured::new(Dialect::Anthropic);
    let mut fields = Fields(body);
    captured.streams(&mut fields);
    captured.model = fields.text("model");
    if fields.text("anthropic_version").is_some() {
        captured.notes.push(notes::version_field());
    }
    captured.max_tokens = fields.count("max_tokens");
    captured.temperature = fields.number("temperature");
    captured.service_tier = fields.text("service_tier");
    if fields.0.get("speed").and_then(Value::as_str) == Some("fast")
        && captured.service_tier.is_none()
    {
        captured.service_tier = fields.text("speed");
    }
    let mut payload = std::mem::take(&mut captured.payload);
    match fields.0.shift_remove("system") {
        None | Some(Value::Null) => {}
        Some(system) => {
            payload.turns.push(Turn {
                role: Role::System,
                parts: parts(system, false),
                own: Map::new(),
            });
        }
    }
    for (number, message) in (1..).zip(fields.list("messages").unwrap_or_default()) {
        self::message(message, Place::Turn(number), &mut payload.turns, &mut captured.notes)?;
    }
    payload.tools = fields.list("tools").unwrap_or_default().iter().map(tool).collect();
    if let Some(mut choice) = fields.object("tool_choice") {
        let parallel = choice.bool("disable_parallel_tool_use").map(|is_off| !is_off);
        let asked = read_choice(&choice.0);
        if let Some(asked) = asked {
            payload.tool_choice = Some(asked);
            payload.parallel_tool_calls = parallel;
        } else {
            if let Some(parallel) = parallel {
                choice.0.insert("disable_parallel_tool_use".into(), (!parallel).into());
            }
            fields.put_back("tool_choice", choice);
        }
    }
    if let Some(mut config) = fields.object("output_config") {
        captured.effort = config.effort("effort");
        payload.response_format = config.take("format", format);
        fields.put_back("output_config", config);
    }
    if payload.response_format.is_none() {
        // Its name while it was preliminary.
        payload.response_format = fields.take("output_format", format);
    }
    payload.stop = fields.texts("stop_sequences").unwrap_or_default();
    payload.top_p = fields.number("top_p");
    payload.dialect = Some(Dialect::Anthropic);
    let is_said = |part: &Part| matches!(part.content, Content::Text { .. });
    let last = payload.turns.last().filter(|turn| turn.role == Role::Assistant);
    if last.is_some_and(|turn| turn.parts.iter().any(is_said)) {
        captured.notes.push(notes::begun_answer());
    }
    captured.payload = payload;
    captured.keep(fields);
    Ok(captured)
}

fn format(value: &Value) -> Option<ResponseFormat> {
    let mut format = Fields(value.as_object()?.clone());
    (format.text("type")? == "json_schema").then_some(())?;
    let schema = format.0.shift_remove("schema")?;
    format
        .0
        .is_empty()
        .then(|| ResponseFormat::Schema(SchemaFormat { schema, ..SchemaFormat::default() }))
}

fn read_choice(choice: &Map<String, Value>) -> Option<ToolChoice> {
    if choice.keys().any(|key| key != "type" && key != "name") {
        return None;
    }
    match choice.get("type")?.as_str()? {
        "auto" => Some(ToolChoice::Auto),
        "none" => Some(ToolChoice::None),
        "any" => Some(ToolChoice::Required),
        "tool" => Some(ToolChoice::Tool(choice.get("name")?.as_str()?.to_owned())),
        _ => None,
    }
}

fn tool(value: &Value) -> Tool {
    let read = || {
        let mut fields = Fields(value.as_object()?.clone());
        fields.drop_if("type", &"custom".into());
        if fields.0.contains_key("type") {
            return None;
        }
        let cache = ephemeral(&mut fields);
        Some(Function {
            name: fields.text("name")?,
            description: fields.text("description"),
            parameters: Some(fields.0.shift_remove("input_schema")?),
            strict: fields.bool("strict"),
            cache,
            own: fields.0,
        })
    };
    read().map_or_else(|| Tool::Own(value.clone()), Tool::Function)
}

/// A message, whose results of tools are a turn of their own.
fn message(
    value: Value,
    place: Place<'_>,
    turns: &mut Vec<Turn>,
    told: &mut Vec<Phrase>,
) -> Result<(), CaptureError> {
    let Value::Object(message) = value else {
        return Err(shape(place, unread::no_message()));
    };
    let mut message = Fields(message).without_nulls();
    let role = match message.text("role").as_deref() {
        Some("user") => Role::User,
        Some("assistant") => Role::Assistant,
        Some("system") => Role::System,
        _ => {
            return Err(shape(place, unread::role(vec!["`user`", "`assistant`", "`system`"])));
        }
    };
    let parts = parts(message.0.shift_remove("content").unwrap_or_default(), false);
    let is_result = |part: &Part| matches!(part.content, Content::ToolResult { .. });
    if role == Role::User && parts.iter().any(is_result) {
        let (results, rest) = results_first(parts, place, told);
        turns.push(Turn { role: Role::Tool, parts: results, own: message.0 });
        if !rest.is_empty() {
            push(turns, Role::User, rest, Map::new());
        }
    } else {
        push(turns, role, parts, message.0);
    }
    Ok(())
}

/// Reads blocks. `is_result` says whether they are of a tool's result, which holds no other result: each would be a copy of all
/// within it.
fn parts(content: Value, is_result: bool) -> Vec<Part> {
    match content {
        Value::Null => Vec::new(),
        Value::String(text) => vec![Part::text(text)],
        Value::Array(blocks) => blocks
            .into_iter()
            .map(|value| block(&value, is_result).unwrap_or_else(|| Content::Own { value }.into()))
            .collect(),
        value => vec![Content::Own { value }.into()],
    }
}

fn block(value: &Value, is_result: bool) -> Option<Part> {
    let mut fields = Fields(value.as_object()?.clone()).without_nulls();
    let cache = ephemeral(&mut fields);
    let content = match fields.text("type")?.as_str() {
        "text" => Content::Text { text: fields.text("text")? },
        "image" => Content::Image { source: source(fields.object("source")?)?, detail: None },
        "document" => {
            let name = fields.text("title");
            Content::Document { source: source(fields.object("source")?)?, name }
        }
        "tool_use" => Content::ToolCall {
            id: fields.text("id")?,
            name: fields.text("name")?,
            arguments: fields.0.shift_remove("input").filter(Value::is_object)?,
        },
        "tool_result" if !is_result => Content::ToolResult {
            call_id: fields.text("tool_use_id")?,
            name: None,
            output: parts(fields.0.shift_remove("content").unwrap_or_default(), true),
            is_error: fields.bool("is_error").unwrap_or_default(),
        },
        _ => return None,
    };
    Some(Part { content, cache, own: fields.0 })
}

fn source(mut source: Fields) -> Option<Source> {
    let read = match source.text("type")?.as_str() {
        "base64" => {
            Source::Base64 { media_type: source.text("media_type")?, data: source.text("data")? }
        }
        "text" => Source::Base64 {
            media_type: source.text("media_type")?,
            data: STANDARD.encode(source.text("data")?),
        },
        "url" => Source::Url { url: source.text("url")?, media_type: None },
        _ => return None,
    };
    source.0.is_empty().then_some(read)
}
