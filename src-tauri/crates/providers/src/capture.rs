//! A captured request: a JSON body, a `curl` line or a call of PowerShell's as it was sent elsewhere, read into what a lane sends.
//!
//! What no field is known for is kept verbatim among the payload's own and named in the notes. A key is returned apart and
//! is in nothing else.

pub(crate) mod address;
pub(crate) mod ansi_quotes;
pub(crate) mod anthropic;
mod batch;
pub(crate) mod chat;
mod code;
pub(crate) mod curl;
mod curl_fault;
pub(crate) mod curl_options;
pub(crate) mod escaped_quotes;
mod fence;
pub(crate) mod fields;
mod functions;
pub(crate) mod gemini;
pub(crate) mod gemini_calls;
mod google_sdk;
mod here_text;
pub(crate) mod kept_words;
pub(crate) mod notes;
pub(crate) mod openapi;
mod piped;
pub(crate) mod powershell;
pub(crate) mod powershell_value;
pub(crate) mod read_body;
pub(crate) mod repeated;
pub(crate) mod responses;
pub(crate) mod rounded;
pub(crate) mod sdk;
pub(crate) mod shell;
mod shell_syntax;
pub(crate) mod shell_word;
mod spoken_key;
pub(crate) mod unread;
pub(crate) mod whole_object;
mod word_reader;

use measure::Phrase;
use secrecy::SecretString;
use serde_json::{Map, Value};

use crate::capture::code::unread_object;
use crate::capture::curl::CurlLine;
use crate::capture::fields::{CaptureError, Captured};
use crate::capture::kept_words::keep_words;
use crate::capture::read_body::read_body;
use crate::capture::repeated::repeated;
use crate::capture::rounded::all_rounded;
use crate::capture::sdk::unfold;
use crate::capture::spoken_key::spoken_key;
use crate::catalogue::catalogue;
use crate::dialects::dialect::Dialect;
use crate::limits::LARGEST_REQUEST;
use crate::request::payload::names_what_is_stored;
use crate::wire::carried_key;
use crate::wire::json_size::is_too_large;

/// Notes on one request; nobody reads more.
const MOST_NOTES: usize = 64;

/// Reads a captured request, and the key that was in it. `dialect` overrides what the body looks like.
///
/// # Errors
/// A [`CaptureError`] if it is longer than any request, if it is no JSON object and no `curl` line, or if it is of no
/// dialect that is read.
pub fn read_capture(
    text: &str,
    dialect: Option<Dialect>,
) -> Result<(Captured, Option<SecretString>), CaptureError> {
    read(text, dialect, true)
}

/// The same without the words in which it was pasted: for a request that is written anew.
///
/// # Errors
/// As [`read_capture`].
pub fn read_capture_anew(
    text: &str,
    dialect: Option<Dialect>,
) -> Result<(Captured, Option<SecretString>), CaptureError> {
    read(text, dialect, false)
}

fn read(
    text: &str,
    dialect: Option<Dialect>,
    keeps_words: bool,
) -> Result<(Captured, Option<SecretString>), CaptureError> {
    let text = fence::within(text.trim_start_matches('\u{feff}').trim());
    // A file of a batch may be longer than a request.
    let (text, lines) = batch::first_of_lines(text).unwrap_or((text, 1));
    if text.len() > LARGEST_REQUEST {
        return Err(CaptureError::TooLong { most: LARGEST_REQUEST / (1024 * 1024) });
    }
    if text.is_empty() {
        return Err(CaptureError::Empty);
    }
    let is_body = text.starts_with('{');
    let mut line = if is_body { CurlLine::default() } else { read_line(text)? };
    let body = if is_body { text } else { line.body.as_str() };
    if is_too_large(body.as_bytes()) {
        return Err(CaptureError::TooLong { most: LARGEST_REQUEST / (1024 * 1024) });
    }
    let ((rounded, more_rounded), (repeated, more)) = (all_rounded(body), repeated(body));
    let mut body: Map<String, Value> = serde_json::from_str(body).map_err(|error| {
        let of_program = if is_body { unread_object(body) } else { None };
        of_program.unwrap_or_else(|| unread_json(&error))
    })?;
    let mut requests = 1;
    // What an SDK is called with is no body that was sent.
    if is_body {
        requests = batch::unwrap(&mut body, &mut line, lines)?;
        unfold(&mut body, &mut line);
    }
    line.tell_host();
    let keys = carried_key::taken_out(&mut body);
    if let Some(place) = keys.address {
        return Err(CaptureError::KeyInAddress { place });
    }
    line.notes.extend(keys.places.iter().map(|place| notes::key_in_field(place)));
    if keys.more > 0 {
        line.notes.push(notes::more_keys(keys.more.into()));
    }
    line.notes.extend(spoken_key(&body));
    let told = dialect.or(line.dialect);
    if let (None, Some(why)) = (told, unsure(&body)) {
        line.notes.push(notes::unsure(why));
    }
    let dialect = told.or_else(|| dialect_of(&body));
    let dialect = dialect.ok_or_else(|| match body.get("prompt") {
        Some(Value::String(_) | Value::Array(_)) => {
            CaptureError::NotRead { dialect: "OpenAI’s legacy Completions" }
        }
        _ => CaptureError::NoDialect,
    })?;
    let mut captured = read_body(body.clone(), dialect)?;
    if keeps_words {
        keep_words(&mut captured, &body);
    }
    captured.requests = requests;
    captured.notes.extend(rounded.iter().map(|number| notes::rounded(number)));
    if more_rounded > 0 {
        captured.notes.push(notes::more_rounded(more_rounded.into()));
    }
    captured.notes.extend(repeated.iter().map(|place| notes::repeated(place)));
    if more > 0 {
        captured.notes.push(notes::more_repeated(more.into()));
    }
    // A server goes by its address, whatever the body says.
    captured.model = line.model.or(captured.model);
    captured.provider = line.base_url.as_deref().and_then(|base| {
        let fits = |row: &&crate::Provider| row.dialect == dialect && row.base_url == base;
        catalogue().iter().find(fits).map(|row| row.id.clone())
    });
    captured.base_url = line.base_url;
    // What the line says, a key in it first of all, before what is only written otherwise.
    captured.notes.splice(0..0, line.notes);
    let more = captured.notes.len().saturating_sub(MOST_NOTES);
    if more > 0 {
        captured.notes.truncate(MOST_NOTES);
        captured.notes.push(notes::more_notes(more.into()));
    }
    captured.payload.headers = line.headers;
    if !captured.payload.headers.is_empty() {
        captured.payload.dialect = Some(dialect);
    }
    Ok((captured, line.key))
}

/// Reads a line of a shell: of `curl`, or of PowerShell's own command.
fn read_line(text: &str) -> Result<CurlLine, CaptureError> {
    // Windows and notebooks break lines in their own ways.
    let rows = text.replace("\r\n", "\n");
    match powershell::call(&rows) {
        Some((call, has_session)) => powershell::read(call, has_session),
        None => CurlLine::read(&rows),
    }
}

/// Why a text is no JSON that is read. The parser tells half of a character, and a number beyond all, by its words alone.
fn unread_json(error: &serde_json::Error) -> CaptureError {
    let (line, column) = (error.line(), error.column());
    let said = error.to_string();
    if ["surrogate", "unexpected end of hex escape"].iter().any(|words| said.contains(words)) {
        return CaptureError::HalfCharacter { line, column };
    }
    if said.contains("number out of range") {
        return CaptureError::LargeNumber { line, column };
    }
    CaptureError::NoJson { line, column }
}

/// Why a body with `messages` that may be of two dialects is read as one of Anthropic's.
fn unsure(body: &Map<String, Value>) -> Option<Phrase> {
    let is_open = body.contains_key("messages") && !body.contains_key("contents");
    let is_sure = chat::is_surely_one(body) || anthropic::is_surely_one(body);
    if is_open && !is_sure { anthropic::looks_like_one(body) } else { None }
}

/// The dialect that a body looks like.
fn dialect_of(body: &Map<String, Value>) -> Option<Dialect> {
    if body.contains_key("contents") {
        return Some(Dialect::Gemini);
    }
    if body.contains_key("messages") {
        let is_sure = !chat::is_surely_one(body) && anthropic::is_surely_one(body);
        return Some(if is_sure || unsure(body).is_some() {
            Dialect::Anthropic
        } else {
            Dialect::OpenaiChat
        });
    }
    let is_interaction =
        ["generation_config", "system_instruction"].iter().any(|name| body.contains_key(*name));
    if is_interaction {
        return Some(Dialect::GeminiInteractions);
    }
    let is_response = body.contains_key("input") || names_what_is_stored(body);
    is_response.then_some(Dialect::OpenaiResponses)
}

#[cfg(test)]
#[path = "capture/tests.rs"]
mod tests;

#[cfg(test)]
#[path = "capture/as_pasted_tests.rs"]
mod as_pasted_tests;

#[cfg(test)]
#[path = "capture/curl_tests.rs"]
mod curl_tests;

#[cfg(test)]
#[path = "capture/dropped_tests.rs"]
mod dropped_tests;

#[cfg(test)]
#[path = "capture/given_text_tests.rs"]
mod given_text_tests;

#[cfg(test)]
#[path = "capture/own_shapes_tests.rs"]
mod own_shapes_tests;

#[cfg(test)]
#[path = "capture/pasted_lane_tests.rs"]
mod pasted_lane_tests;

#[cfg(test)]
#[path = "capture/key_shapes_tests.rs"]
mod key_shapes_tests;

#[cfg(test)]
#[path = "capture/replayed_tests.rs"]
mod replayed_tests;

#[cfg(all(test, target_os = "linux"))]
#[path = "capture/linear_tests.rs"]
mod linear_tests;
