//! Which program's code a text is, so that it can be said what to paste instead. None is run, and none is read.

use measure::Phrase;

use crate::capture::fields::CaptureError;
use crate::capture::unread;

/// Bytes of a text in which it is looked for.
const LOOKED_AT: usize = 64 * 1024;

/// Calls of SDKs, in whatever language: an object follows in JavaScript, and named arguments in Python.
const CALLS: [&str; 12] = [
    ".completions.create(",
    ".completions.parse(",
    ".completions.stream(",
    ".responses.create(",
    ".responses.parse(",
    ".responses.stream(",
    ".messages.create(",
    ".messages.stream(",
    ".generate_content(",
    ".generate_content_stream(",
    ".generateContent(",
    ".generateContentStream(",
];
const JAVASCRIPT: [&str; 8] = [
    "new OpenAI(",
    "new Anthropic(",
    "new GoogleGenAI(",
    "from \"openai\"",
    "from 'openai'",
    "from \"@anthropic-ai/sdk\"",
    "fetch(",
    "axios.post(",
];
const PYTHON: [&str; 11] = [
    "import openai",
    "from openai import",
    "import anthropic",
    "from anthropic import",
    "from google import genai",
    "import litellm",
    "from litellm import",
    "requests.post(",
    "httpx.post(",
    "OpenAI(",
    "Anthropic(",
];
/// Other programs that send requests, by the word with which their lines begin.
const PROGRAMS: [&str; 5] = ["wget", "http", "https", "xh", "POST"];

/// Why an object that is written as in a program, and no JSON, is not read: Python writes texts between single quotes, and JavaScript
/// names without any. `None` if it is neither.
pub(super) fn unread_object(text: &str) -> Option<CaptureError> {
    let within = text.strip_prefix('{')?.trim_start();
    let (language, instead) = if within.starts_with('\'') {
        ("Python", unread::print_object_of_python())
    } else if within.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_') {
        ("JavaScript", unread::print_object_of_javascript())
    } else {
        return None;
    };
    Some(CaptureError::Code { language: Phrase::verbatim(language), instead })
}

/// Why a text that is code is not read; `None` if it is none that is known.
pub(super) fn unread_code(text: &str) -> Option<CaptureError> {
    let end = text.char_indices().map(|(at, _)| at).take_while(|at| *at <= LOOKED_AT).last();
    let text =
        if text.len() > LOOKED_AT { text.get(..end.unwrap_or(0)).unwrap_or(text) } else { text };
    let call = CALLS.iter().find_map(|call| text.split_once(call));
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let is_javascript = match call {
        Some((_, arguments)) => arguments.trim_start().starts_with('{'),
        None => has(&JAVASCRIPT),
    };
    if is_javascript {
        return Some(CaptureError::Code {
            language: Phrase::verbatim("JavaScript"),
            instead: unread::print_javascript(),
        });
    }
    if call.is_some() || has(&PYTHON) {
        return Some(CaptureError::Code {
            language: Phrase::verbatim("Python"),
            instead: unread::print_python(),
        });
    }
    let first = text.split_whitespace().next().unwrap_or_default();
    let program = PROGRAMS.into_iter().find(|program| *program == first)?;
    Some(match program {
        "POST" => {
            CaptureError::Code { language: unread::http_request(), instead: unread::paste_body() }
        }
        _ => CaptureError::Code {
            language: unread::other_program(),
            instead: unread::write_as_curl(),
        },
    })
}
