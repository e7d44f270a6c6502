//! Tool calls in deltas: which call a piece belongs to.

use super::chunk::ToolCall;
use crate::wire::decoder::Pieces;

/// The tool calls of one stream.
#[derive(Default)]
pub(super) struct Calls {
    /// The one that began last.
    open: Option<Open>,
}

struct Open {
    index: Option<String>,
    id: String,
    name: String,
    has_arguments: bool,
}

impl Calls {
    /// Reads one piece. The first piece of a call has its name and, on most servers, its id; the others have only its
    /// number, and servers that number every call 0 tell them apart by their ids.
    pub(super) fn read(&mut self, call: ToolCall<'_>, pieces: &mut Pieces<'_>) {
        let index = call.index.map(|raw| raw.get().to_owned());
        let id = call.id.map(|id| id.0.into_owned()).unwrap_or_default();
        let Some(mut function) = call.function.or(call.custom) else { return };
        let name = function.name.take().map(|name| name.0.into_owned()).unwrap_or_default();
        let arguments = function.written();
        let is_open =
            self.open.as_ref().is_some_and(|open| open.goes_on(index.as_ref(), &id, &name));
        if !is_open && !name.is_empty() {
            pieces.tool_call(None, &name);
            self.open = Some(Open { index, id, name, has_arguments: false });
        } else if !is_open && !arguments.is_empty() {
            pieces.mixed_calls();
        } else if self.open.as_ref().is_some_and(|open| !name.is_empty() && open.name != name) {
            // A name in pieces, whose end nobody knows.
            pieces.mixed_calls();
            pieces.arguments(None, &name);
        }
        if let Some(open) = &mut self.open {
            open.has_arguments |= !arguments.is_empty();
        }
        pieces.arguments(None, &arguments);
    }
}

impl Open {
    /// Whether a piece belongs to this call. Some servers repeat its id and its name.
    fn goes_on(&self, index: Option<&String>, id: &str, name: &str) -> bool {
        let is_same_place = index.is_none() || self.index.is_none() || self.index.as_ref() == index;
        // Without ids, a name after arguments begins another call.
        let is_same_call =
            if id.is_empty() { name.is_empty() || !self.has_arguments } else { self.id == id };
        is_same_place && is_same_call
    }
}
