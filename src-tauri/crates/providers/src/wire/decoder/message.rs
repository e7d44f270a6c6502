//! An event of a stream, as a dialect reads it.

/// An event with data.
pub(crate) struct Message<'a> {
    /// The event's name, if it has one.
    pub(crate) name: Option<&'a [u8]>,
    /// Its data.
    pub(crate) data: &'a [u8],
    /// Whether it is bare JSON in the body, outside the SSE grammar.
    pub(crate) is_bare: bool,
}

impl Message<'_> {
    /// Whether it is the terminal marker of OpenAI and compatible servers.
    pub(crate) fn is_done(&self) -> bool {
        self.data.trim_ascii_start().starts_with(b"[DONE]")
    }

    /// Whether the event is called `error`.
    pub(crate) fn is_error(&self) -> bool {
        self.name == Some(b"error")
    }
}
