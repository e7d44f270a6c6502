//! Where something stands in a request, in the words that a user finds it by.

use measure::Phrase;

/// A place in a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place<'a> {
    /// A turn, counted from 1.
    Turn(usize),
    /// A call of a tool in this turn.
    Call(usize),
    /// What a tool returned, in this turn.
    Result(usize),
    /// A tool of this name.
    Tool(&'a str),
    /// An item of the field `input`, counted from 1.
    Item(usize),
    /// A field of the body.
    Field(&'static str),
}

impl Place<'_> {
    /// As a sentence begins with it.
    pub(crate) fn begins(self) -> Phrase {
        match self {
            Self::Turn(number) => turn_begins(&number.to_string()),
            Self::Call(number) => call_begins(&number.to_string()),
            Self::Result(number) => result_begins(&number.to_string()),
            Self::Tool(name) => tool_begins(name),
            Self::Item(number) => item_begins(&number.to_string()),
            Self::Field(name) => field(name),
        }
    }

    /// Within a sentence, as what something is of.
    pub(crate) fn within(self) -> Phrase {
        match self {
            Self::Turn(number) => turn(&number.to_string()),
            Self::Call(number) => call(&number.to_string()),
            Self::Result(number) => result(&number.to_string()),
            Self::Tool(name) => tool(name),
            Self::Item(number) => item(&number.to_string()),
            Self::Field(name) => field(name),
        }
    }
}

measure::phrases! {
    fn turn(number: &str) = "place.turn", "turn {number}";
    fn turn_begins(number: &str) = "place.turn_begins", "Turn {number}";
    fn call(number: &str) = "place.call", "a tool call of turn {number}";
    fn call_begins(number: &str) = "place.call_begins", "A tool call of turn {number}";
    fn result(number: &str) = "place.result", "a tool result of turn {number}";
    fn result_begins(number: &str) = "place.result_begins", "A tool result of turn {number}";
    fn tool(name: &str) = "place.tool", "the tool `{name}`";
    fn tool_begins(name: &str) = "place.tool_begins", "The tool `{name}`";
    fn item(number: &str) = "place.item", "item {number} of `input`";
    fn item_begins(number: &str) = "place.item_begins", "Item {number} of `input`";
    fn field(name: &str) = "place.field", "`{name}`";
}
