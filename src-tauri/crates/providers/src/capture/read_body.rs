//! Reads a body of a dialect whose name is known.

use serde_json::{Map, Value};

use crate::capture::fields::{CaptureError, Captured};
use crate::capture::{anthropic, chat, gemini, responses};
use crate::dialects::dialect::Dialect;
use crate::request::turn::{Content, Part, Role, Turn};

/// Reads a body.
///
/// # Errors
/// If a part of it has another shape than the dialect says, or the dialect is not read.
pub(crate) fn read_body(
    body: Map<String, Value>,
    dialect: Dialect,
) -> Result<Captured, CaptureError> {
    let mut captured = match dialect {
        Dialect::OpenaiChat => chat::read(body)?,
        Dialect::OpenaiResponses => responses::read(body)?,
        Dialect::Anthropic => anthropic::read(body)?,
        Dialect::Gemini => gemini::read(body)?,
        _ => return Err(CaptureError::NotRead { dialect: dialect.title() }),
    };
    settle(&mut captured);
    Ok(captured)
}

/// What a body says, whatever its words and its model are; `None` if it cannot be read.
pub(crate) fn meaning(body: Map<String, Value>, dialect: Dialect) -> Option<Captured> {
    let mut read = read_body(body, dialect).ok()?;
    for turn in &mut read.payload.turns {
        without_nothing(&mut turn.parts, dialect);
        turn.parts.iter_mut().for_each(|part| as_usual(part, dialect));
    }
    Some(Captured { model: None, notes: Vec::new(), ..read })
}

/// Leaves out texts without letters, which are written for no lane of Anthropic's.
fn without_nothing(parts: &mut Vec<Part>, dialect: Dialect) {
    if dialect == Dialect::Anthropic {
        parts.retain(|part| *part != Part::text(""));
    }
}

/// Leaves out how closely an image is looked at where it is said to be as usual, and writes what a function returned to Gemini,
/// which is an object there and may stand in it as text, in one way.
fn as_usual(part: &mut Part, dialect: Dialect) {
    match &mut part.content {
        Content::Image { detail, .. } => {
            detail.take_if(|detail| detail == "auto");
        }
        Content::ToolResult { output, .. } => {
            without_nothing(output, dialect);
            for part in output {
                if let Content::Text { text } = &mut part.content
                    && dialect == Dialect::Gemini
                    && let Ok(object) = serde_json::from_str::<Map<String, Value>>(text)
                {
                    *text = Value::from(object).to_string();
                }
                as_usual(part, dialect);
            }
        }
        _ => {}
    }
}

/// Puts a plain system turn at the start and a plain turn of the user at the end where a plan has its own place for them.
/// Instructions alone stay a turn: a plan without one asks nothing.
pub(super) fn settle(captured: &mut Captured) {
    let is_asked = !captured.prompt.is_empty();
    let turns = &mut captured.payload.turns;
    let text = |turn: Option<&Turn>, role: Role| {
        let turn = turn.filter(|turn| turn.role == role)?;
        turn.plain().filter(|text| !text.is_empty()).map(str::to_owned)
    };
    if (is_asked || turns.len() > 1)
        && let Some(system) = text(turns.first(), Role::System)
    {
        captured.system = Some(system);
        turns.remove(0);
    }
    if let Some(prompt) = text(turns.last(), Role::User) {
        captured.prompt = prompt;
        turns.pop();
    }
}
