//! Server-sent events, by the grammar and as servers actually send them.
//!
//! Line ends may be LF, CRLF or a lone CR; `data` lines of one event are joined with a line feed; a leading byte order
//! mark, `id` and `retry` are ignored. Bare JSON in the body, outside the grammar, is also emitted, because some
//! servers report an error in a success that way, and a server that cannot stream answers that way.

use memchr::memchr2;

use crate::limits::LONGEST_EVENT;

/// One item of the body.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Event<'a> {
    /// An event with data.
    Message {
        /// The event's name, if it has one.
        name: Option<&'a [u8]>,
        /// Its data.
        data: &'a [u8],
    },
    /// A comment or an event without data: a keep-alive.
    Alive,
    /// A JSON value outside the grammar.
    Bare(&'a [u8]),
}

/// An event or line beyond [`LONGEST_EVENT`].
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TooLong;

/// The state between two network reads.
#[derive(Debug, Default)]
pub(crate) struct Sse {
    /// The start of an incomplete line.
    partial: Vec<u8>,
    name: Option<Vec<u8>>,
    data: Vec<u8>,
    has_data: bool,
    /// JSON outside the grammar, up to its last line.
    bare: Vec<u8>,
    nesting: Nesting,
    /// Bytes of the current event, for the raw log.
    wire_bytes: usize,
    after_cr: bool,
    past_start: bool,
}

impl Sse {
    /// Parses one network read. `on` receives every completed event with its size on the wire.
    pub(crate) fn feed(
        &mut self,
        mut bytes: &[u8],
        mut on: impl FnMut(Event<'_>, u32),
    ) -> Result<(), TooLong> {
        while let Some(first) = bytes.first() {
            if self.after_cr {
                self.after_cr = false;
                if *first == b'\n' {
                    self.wire_bytes += 1;
                    bytes = bytes.get(1..).unwrap_or_default();
                    continue;
                }
            }
            let Some(end) = memchr2(b'\n', b'\r', bytes) else {
                self.wire_bytes += bytes.len();
                self.partial.extend_from_slice(bytes);
                break;
            };
            let (line, rest) = bytes.split_at(end);
            self.after_cr = rest.first() == Some(&b'\r');
            bytes = rest.get(1..).unwrap_or_default();
            self.wire_bytes += line.len() + 1;
            if self.partial.is_empty() {
                self.line(line, &mut on);
            } else {
                let mut whole = std::mem::take(&mut self.partial);
                whole.extend_from_slice(line);
                self.line(&whole, &mut on);
                whole.clear();
                self.partial = whole;
            }
        }
        if self.partial.len().max(self.data.len()).max(self.bare.len()) > LONGEST_EVENT {
            return Err(TooLong);
        }
        Ok(())
    }

    /// Bytes of the event that is not complete yet.
    pub(crate) fn waiting(&self) -> usize {
        self.partial.len() + self.data.len() + self.bare.len()
    }

    /// The body has ended: also emits an event without its final blank line.
    pub(crate) fn finish(&mut self, mut on: impl FnMut(Event<'_>, u32)) {
        let rest = std::mem::take(&mut self.partial);
        if !rest.is_empty() {
            self.line(&rest, &mut on);
        }
        if !self.bare.is_empty() {
            let bare = std::mem::take(&mut self.bare);
            on(Event::Bare(&bare), self.take_wire_bytes());
        }
        self.dispatch(&mut on);
    }

    fn line(&mut self, line: &[u8], on: &mut impl FnMut(Event<'_>, u32)) {
        let line =
            if self.past_start { line } else { line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line) };
        self.past_start = true;
        if !self.bare.is_empty() || (!self.has_data && matches!(line.first(), Some(b'{' | b'['))) {
            self.bare_line(line, on);
            return;
        }
        if line.is_empty() {
            self.dispatch(on);
            return;
        }
        let (field, value) = match memchr::memchr(b':', line) {
            Some(0) => {
                if !self.has_data {
                    on(Event::Alive, self.take_wire_bytes());
                }
                return;
            }
            Some(colon) => {
                (line.get(..colon).unwrap_or_default(), line.get(colon + 1..).unwrap_or_default())
            }
            None => (line, [].as_slice()),
        };
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match field {
            b"data" => {
                if self.has_data {
                    self.data.push(b'\n');
                }
                self.data.extend_from_slice(value);
                self.has_data = true;
            }
            b"event" => self.name = Some(value.to_vec()),
            _ => {}
        }
    }

    /// A line of JSON outside the grammar; the value is complete once every bracket is closed.
    fn bare_line(&mut self, line: &[u8], on: &mut impl FnMut(Event<'_>, u32)) {
        self.bare.extend_from_slice(line);
        self.bare.push(b'\n');
        self.nesting.read(line);
        if self.nesting.is_closed() {
            let bare = std::mem::take(&mut self.bare);
            self.nesting = Nesting::default();
            on(Event::Bare(&bare), self.take_wire_bytes());
        }
    }

    fn dispatch(&mut self, on: &mut impl FnMut(Event<'_>, u32)) {
        let name = self.name.take();
        if self.has_data {
            let wire_bytes = self.take_wire_bytes();
            on(Event::Message { name: name.as_deref(), data: &self.data }, wire_bytes);
        } else if name.is_some() {
            on(Event::Alive, self.take_wire_bytes());
        }
        self.data.clear();
        self.has_data = false;
    }

    fn take_wire_bytes(&mut self) -> u32 {
        u32::try_from(std::mem::take(&mut self.wire_bytes)).unwrap_or(u32::MAX)
    }
}

/// The open brackets of a JSON value. Each byte is read once: parsing the value at each line that could be its last
/// would take time that grows with the square of its length.
#[derive(Debug, Default)]
struct Nesting {
    depth: usize,
    in_text: bool,
    after_backslash: bool,
}

impl Nesting {
    fn read(&mut self, bytes: &[u8]) {
        for byte in bytes {
            if self.in_text {
                match byte {
                    _ if self.after_backslash => self.after_backslash = false,
                    b'\\' => self.after_backslash = true,
                    b'"' => self.in_text = false,
                    _ => {}
                }
                continue;
            }
            match byte {
                b'"' => self.in_text = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
    }

    fn is_closed(&self) -> bool {
        self.depth == 0 && !self.in_text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pieces: &[&[u8]]) -> Vec<String> {
        let mut sse = Sse::default();
        let mut seen = Vec::new();
        let mut note = |event: Event<'_>, _| {
            seen.push(match event {
                Event::Message { name, data } => format!(
                    "{}={}",
                    String::from_utf8_lossy(name.unwrap_or_default()),
                    String::from_utf8_lossy(data)
                ),
                Event::Alive => ":".to_owned(),
                Event::Bare(json) => format!("bare {}", String::from_utf8_lossy(json).trim_end()),
            });
        };
        for piece in pieces {
            sse.feed(piece, &mut note).expect("short");
        }
        sse.finish(&mut note);
        seen
    }

    #[test]
    fn any_line_end_and_any_cut_read_the_same() {
        let expected = [":", "=a\nb", "error=é😀", "=last"];
        for end in ["\n", "\r\n", "\r"] {
            let text = [
                "\u{feff}: hi",
                "",
                "id: 7",
                "retry: 10",
                "data:a",
                "data: b",
                "",
                "event: error",
                "data: é😀",
                "",
                "data: last",
                "",
                "",
            ]
            .join(end);
            let bytes = text.as_bytes();
            for cut in 0..=bytes.len() {
                let (left, right) = bytes.split_at(cut);
                assert_eq!(
                    read(&[left, right]),
                    expected,
                    "cut at byte {cut} with line end {end:?}"
                );
            }
            let single: Vec<&[u8]> = bytes.chunks(1).collect();
            assert_eq!(read(&single), expected, "byte by byte with line end {end:?}");
        }
    }

    #[test]
    fn json_outside_the_grammar_is_one_value_however_it_is_laid_out() {
        let body = b"data: {\"a\":1}\n\n{\n  \"error\": {\n    \"code\": 503\n  }\n}\n";
        assert_eq!(
            read(&[body]),
            ["={\"a\":1}", "bare {\n  \"error\": {\n    \"code\": 503\n  }\n}"],
            "an inner closing brace does not end the value"
        );
        assert_eq!(
            read(&[b"{\"choices\":[]}"]),
            ["bare {\"choices\":[]}"],
            "and needs no line end"
        );
        assert_eq!(
            read(&[b"{\"a\":\"}\\\"}\",\n\"b\":[1,\n2]}\n{\"c\":3}\n"]),
            ["bare {\"a\":\"}\\\"}\",\n\"b\":[1,\n2]}", "bare {\"c\":3}"],
            "a bracket in a text closes nothing"
        );
    }

    #[test]
    fn an_event_without_its_blank_line_is_read_when_the_body_ends() {
        assert_eq!(read(&[b"data: [DONE]"]), ["=[DONE]"], "servers do stop right after the marker");
    }

    #[test]
    fn an_endless_line_is_refused() {
        let mut sse = Sse::default();
        let megabyte = vec![b'x'; 1024 * 1024];
        let outcome = (0..5).try_for_each(|_| sse.feed(&megabyte, |_, _| {}));
        assert_eq!(outcome, Err(TooLong), "memory is bounded whatever a server sends");
    }
}
