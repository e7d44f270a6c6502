//! A compact, lossless encoding of timelines.
//!
//! The layout, version 2. A `varint` is LEB128: seven bits per byte, least significant first, the high bit set on all
//! but the last. A `step` is the wrapping difference to the value before it, zigzag-coded (0, −1, 1, −2 …) so that
//! small steps in either direction are short.
//!
//! ```text
//! u8      2, the layout's version
//! varint  plan_ns
//! u8      which of these follow: 1 send_ns, 2 headers_ns, 4 close_ns, 8 connection, 16 written_ns, 32 first_byte_ns,
//!         64 strain
//! step    send_ns, headers_ns, close_ns, written_ns, first_byte_ns, each from plan_ns, as far as present
//! varint  length of the connection's JSON, then that JSON, if present
//! varint  length of the strain's JSON, then that JSON, if present
//! varint  how many marks follow, each:
//!   u8      its kind's place in `KINDS`; plus 16 if tokens_so_far is present
//!   step    at_ns, from the mark before; the first from plan_ns
//!   step    event, from the mark before; the first from 0
//!   varint  text_bytes
//!   varint  wire_bytes
//!   step    tokens_so_far, from the last that was present, the first from 0; if present
//! ```
//!
//! A token every 10 ms takes about 10 bytes. A layout is frozen; a change gets a new version. Version 1 is the same
//! without the fields of bits 16 and above, and is read as if they were absent.

use measure::{ArrivalEvent, ClientLoad, ConnectionTiming, Kind, Timeline, TokensSoFar};

const LAYOUT: u8 = 2;
const OLDEST_LAYOUT: u8 = 1;
const HAS_SEND: u8 = 1;
const HAS_HEADERS: u8 = 2;
const HAS_CLOSE: u8 = 4;
const HAS_CONNECTION: u8 = 8;
const HAS_WRITTEN: u8 = 16;
const HAS_FIRST_BYTE: u8 = 32;
const HAS_STRAIN: u8 = 64;
const HAS_TOKENS: u8 = 16;

/// Kinds by their code. Append only.
const KINDS: [Kind; 12] = [
    Kind::Reasoning,
    Kind::Answer,
    Kind::Tool,
    Kind::Rewrite,
    Kind::Empty,
    Kind::Alive,
    Kind::Usage,
    Kind::Finish,
    Kind::Done,
    Kind::Fault,
    Kind::Created,
    Kind::ToolName,
];

fn code(kind: Kind) -> u8 {
    match kind {
        Kind::Reasoning => 0,
        Kind::Answer => 1,
        Kind::Tool => 2,
        Kind::Rewrite => 3,
        Kind::Empty => 4,
        Kind::Alive => 5,
        Kind::Usage => 6,
        Kind::Finish => 7,
        Kind::Done => 8,
        Kind::Fault => 9,
        Kind::Created => 10,
        Kind::ToolName => 11,
    }
}

/// Why bytes are not a timeline.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum LogError {
    #[error("its raw log has layout {0}, which this version does not know")]
    Layout(u8),
    #[error("its raw log ends too early")]
    TooShort,
    #[error("its raw log continues after its end")]
    TooLong,
    #[error("its raw log holds a number that is out of range")]
    OutOfRange,
    #[error("its raw log holds an entry of unknown kind {0}")]
    Kind(u8),
    #[error("its raw log holds a text that is none")]
    Text,
    #[error("its raw log describes its connection or its machine wrongly: {0}")]
    Json(String),
}

pub(crate) fn encode(timeline: &Timeline) -> Result<Vec<u8>, serde_json::Error> {
    let mut bytes = Vec::with_capacity(64 + timeline.marks.len() * 12);
    bytes.push(LAYOUT);
    put(&mut bytes, timeline.plan_ns);
    let Timeline {
        plan_ns,
        send_ns,
        written_ns,
        first_byte_ns,
        headers_ns,
        close_ns,
        connection,
        strain,
        marks,
    } = timeline;
    let present = |is: bool, bit: u8| if is { bit } else { 0 };
    bytes.push(
        present(send_ns.is_some(), HAS_SEND)
            | present(headers_ns.is_some(), HAS_HEADERS)
            | present(close_ns.is_some(), HAS_CLOSE)
            | present(connection.is_some(), HAS_CONNECTION)
            | present(written_ns.is_some(), HAS_WRITTEN)
            | present(first_byte_ns.is_some(), HAS_FIRST_BYTE)
            | present(strain.is_some(), HAS_STRAIN),
    );
    for stamp in [send_ns, headers_ns, close_ns, written_ns, first_byte_ns].into_iter().flatten() {
        put(&mut bytes, step(*plan_ns, *stamp));
    }
    let connection = connection.as_ref().map(serde_json::to_vec).transpose()?;
    let strain = strain.as_ref().map(serde_json::to_vec).transpose()?;
    for json in [connection, strain].into_iter().flatten() {
        put(&mut bytes, json.len() as u64);
        bytes.extend_from_slice(&json);
    }
    put(&mut bytes, marks.len() as u64);
    let (mut at_ns, mut event, mut tokens) = (*plan_ns, 0, 0);
    for mark in marks {
        let so_far = mark.tokens_so_far.count();
        bytes.push(code(mark.kind) | present(so_far.is_some(), HAS_TOKENS));
        put(&mut bytes, step(at_ns, mark.at_ns));
        put(&mut bytes, step(event, u64::from(mark.event)));
        put(&mut bytes, u64::from(mark.text_bytes));
        put(&mut bytes, u64::from(mark.wire_bytes));
        if let Some(so_far) = so_far {
            put(&mut bytes, step(tokens, u64::from(so_far)));
            tokens = u64::from(so_far);
        }
        (at_ns, event) = (mark.at_ns, u64::from(mark.event));
    }
    Ok(bytes)
}

pub(crate) fn decode(bytes: &[u8]) -> Result<Timeline, LogError> {
    let mut rest = ByteReader(bytes);
    let layout = rest.byte()?;
    if !(OLDEST_LAYOUT..=LAYOUT).contains(&layout) {
        return Err(LogError::Layout(layout));
    }
    let plan_ns = rest.varint()?;
    let present = rest.byte()?;
    let mut stamp = |bit: u8| {
        (present & bit != 0).then(|| rest.varint().map(|step| after(plan_ns, step))).transpose()
    };
    let (send_ns, headers_ns, close_ns) =
        (stamp(HAS_SEND)?, stamp(HAS_HEADERS)?, stamp(HAS_CLOSE)?);
    let (written_ns, first_byte_ns) = (stamp(HAS_WRITTEN)?, stamp(HAS_FIRST_BYTE)?);
    let connection: Option<ConnectionTiming> = rest.json(present & HAS_CONNECTION != 0)?;
    let strain: Option<ClientLoad> = rest.json(present & HAS_STRAIN != 0)?;
    let count = rest.varint()?;
    let mut marks = Vec::new();
    let (mut at_ns, mut event, mut tokens) = (plan_ns, 0, 0);
    for _ in 0..count {
        let head = rest.byte()?;
        let kind = head & !HAS_TOKENS;
        let kind = *KINDS.get(usize::from(kind)).ok_or(LogError::Kind(kind))?;
        at_ns = after(at_ns, rest.varint()?);
        event = after(event, rest.varint()?);
        let (text_bytes, wire_bytes) = (narrow(rest.varint()?)?, narrow(rest.varint()?)?);
        let tokens_so_far: TokensSoFar = if head & HAS_TOKENS == 0 {
            None
        } else {
            tokens = after(tokens, rest.varint()?);
            Some(narrow(tokens)?)
        }
        .into();
        let event = narrow(event)?;
        marks.push(ArrivalEvent { at_ns, event, kind, text_bytes, wire_bytes, tokens_so_far });
    }
    if rest.0.is_empty() {
        Ok(Timeline {
            plan_ns,
            send_ns,
            written_ns,
            first_byte_ns,
            headers_ns,
            close_ns,
            connection,
            strain,
            marks,
        })
    } else {
        Err(LogError::TooLong)
    }
}

pub(crate) fn narrow(number: u64) -> Result<u32, LogError> {
    u32::try_from(number).map_err(|_| LogError::OutOfRange)
}

/// The zigzag-coded wrapping difference from one value to the next.
fn step(from: u64, to: u64) -> u64 {
    let difference = to.wrapping_sub(from).cast_signed();
    ((difference << 1) ^ (difference >> 63)).cast_unsigned()
}

/// The value one [`step`] after `from`.
fn after(from: u64, step: u64) -> u64 {
    from.wrapping_add((step >> 1) ^ (step & 1).wrapping_neg())
}

pub(crate) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    loop {
        let [low, ..] = number.to_le_bytes();
        number >>= 7;
        if number == 0 {
            bytes.push(low);
            return;
        }
        bytes.push(low | 0x80);
    }
}

/// The remaining bytes.
pub(crate) struct ByteReader<'a>(pub(crate) &'a [u8]);

impl<'a> ByteReader<'a> {
    pub(crate) fn byte(&mut self) -> Result<u8, LogError> {
        let (first, rest) = self.0.split_first().ok_or(LogError::TooShort)?;
        self.0 = rest;
        Ok(*first)
    }

    fn bytes(&mut self, length: usize) -> Result<&'a [u8], LogError> {
        let (first, rest) = self.0.split_at_checked(length).ok_or(LogError::TooShort)?;
        self.0 = rest;
        Ok(first)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A length and that many bytes.
    pub(crate) fn counted(&mut self) -> Result<&'a [u8], LogError> {
        let length = usize::try_from(self.varint()?).map_err(|_| LogError::OutOfRange)?;
        self.bytes(length)
    }

    /// A length and that many bytes of text.
    pub(crate) fn text(&mut self) -> Result<String, LogError> {
        String::from_utf8(self.counted()?.to_vec()).map_err(|_| LogError::Text)
    }

    /// A length and that many bytes of JSON, if present.
    fn json<T: serde::de::DeserializeOwned>(&mut self, there: bool) -> Result<Option<T>, LogError> {
        if !there {
            return Ok(None);
        }
        let value = serde_json::from_slice(self.counted()?);
        value.map(Some).map_err(|error| LogError::Json(error.to_string()))
    }

    pub(crate) fn varint(&mut self) -> Result<u64, LogError> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let part = u64::from(byte & 0x7f);
            let placed = part << shift;
            if placed >> shift != part {
                return Err(LogError::OutOfRange);
            }
            number |= placed;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(LogError::OutOfRange)
    }
}

#[cfg(test)]
#[path = "timeline_codec_tests.rs"]
mod tests;
