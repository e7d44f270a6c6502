//! The encoding of a request's raw log, and of the steps of its chain before it.
//!
//! A request that is no later step of a chain is its timeline (see [`timeline_codec`]). A chain has a layout of its own:
//!
//! ```text
//! u8      3, the layout
//! bytes   the timeline
//! varint  which of the chain's steps it is
//! u8      which of these hold: 1 its own request was sent, 2 its timeline is the chain's
//! varint  when its own request was sent, if it was
//! varint  how many steps were asked before it, each:
//!   varint  which step
//!   bytes   its reasoning, its answer and its tool calls
//!   bytes   its usage as JSON
//!   bytes   its timeline
//! ```
//!
//! `bytes` are their number as a varint, then they themselves. Layouts 1 and 2 are those of a timeline.

use measure::{ChainLog, Recording, StepLog, Timeline, Transcript};

use crate::tables::timeline_codec::{self, ByteReader, LogError, narrow, put};

const LAYOUT: u8 = 3;
const WAS_SENT: u8 = 1;
const IS_CLOSED: u8 = 2;
/// The most steps that are read, more than any chain has.
const MOST_STEPS: u64 = 64;

/// The log of a recording: its timeline and its chain. Its own texts are stored beside it.
pub(crate) fn encode(recording: &Recording) -> Result<Vec<u8>, serde_json::Error> {
    let timeline = timeline_codec::encode(&recording.timeline)?;
    let Some(chain) = &recording.chain else { return Ok(timeline) };
    let mut bytes = vec![LAYOUT];
    put_bytes(&mut bytes, &timeline);
    put(&mut bytes, u64::from(chain.step));
    let sent = if chain.sent_ns.is_some() { WAS_SENT } else { 0 };
    bytes.push(sent | if chain.closed { IS_CLOSED } else { 0 });
    if let Some(sent_ns) = chain.sent_ns {
        put(&mut bytes, sent_ns);
    }
    put(&mut bytes, chain.earlier.len() as u64);
    for StepLog { step, recording } in &chain.earlier {
        put(&mut bytes, u64::from(*step));
        let said = &recording.transcript;
        for text in [&said.reasoning, &said.answer, &said.tool] {
            put_bytes(&mut bytes, text.as_bytes());
        }
        put_bytes(&mut bytes, &serde_json::to_vec(&recording.usage)?);
        put_bytes(&mut bytes, &timeline_codec::encode(&recording.timeline)?);
    }
    Ok(bytes)
}

/// The timeline and the chain of a log.
pub(crate) fn decode(bytes: &[u8]) -> Result<(Timeline, Option<Box<ChainLog>>), LogError> {
    if bytes.first() != Some(&LAYOUT) {
        return Ok((timeline_codec::decode(bytes)?, None));
    }
    let mut rest = ByteReader(bytes);
    rest.byte()?;
    let timeline = timeline_codec::decode(rest.counted()?)?;
    let step = narrow(rest.varint()?)?;
    let flags = rest.byte()?;
    let sent_ns = (flags & WAS_SENT != 0).then(|| rest.varint()).transpose()?;
    let count = rest.varint()?;
    if count > MOST_STEPS {
        return Err(LogError::OutOfRange);
    }
    let mut earlier = Vec::new();
    for _ in 0..count {
        let step = narrow(rest.varint()?)?;
        let (reasoning, answer, tool) = (rest.text()?, rest.text()?, rest.text()?);
        let usage = serde_json::from_slice(rest.counted()?);
        let usage = usage.map_err(|error| LogError::Json(error.to_string()))?;
        let timeline = timeline_codec::decode(rest.counted()?)?;
        let transcript = Transcript { reasoning, answer, tool };
        let recording = Recording { timeline, transcript, usage, chain: None };
        earlier.push(StepLog { step, recording });
    }
    if !rest.is_empty() {
        return Err(LogError::TooLong);
    }
    let closed = flags & IS_CLOSED != 0;
    Ok((timeline, Some(Box::new(ChainLog { step, sent_ns, closed, earlier }))))
}

fn put_bytes(bytes: &mut Vec<u8>, own: &[u8]) {
    put(bytes, own.len() as u64);
    bytes.extend_from_slice(own);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::stream;

    fn chain() -> Recording {
        let mut recording = stream(&["no"]);
        recording.usage = vec![serde_json::json!({"total": 3})];
        recording.begin_step(2);
        let own = stream(&["yes, ", "indeed"]);
        recording.timeline = own.timeline;
        recording.transcript = own.transcript;
        recording
    }

    fn back(recording: &Recording) -> Recording {
        let (timeline, chain) = decode(&encode(recording).unwrap()).unwrap();
        Recording { timeline, chain, ..recording.clone() }
    }

    #[test]
    fn a_chain_comes_back_with_all_of_its_steps() {
        let mut recording = chain();
        assert_eq!(back(&recording), recording, "while it is under way");
        recording.close_chain();
        assert_eq!(back(&recording), recording, "and once it has ended");
        let alone = stream(&["one"]);
        let own = timeline_codec::encode(&alone.timeline).unwrap();
        assert_eq!(encode(&alone).unwrap(), own, "a single request is stored as ever");
        assert_eq!(back(&alone), alone);
    }

    #[test]
    fn a_damaged_chain_is_refused_and_never_read_without_end() {
        let whole = encode(&chain()).unwrap();
        for length in 0..whole.len() {
            assert!(decode(&whole[..length]).is_err(), "{length} of {} bytes", whole.len());
        }
        assert_eq!(decode(&[whole.clone(), vec![0]].concat()), Err(LogError::TooLong));
        for at in 0..whole.len() {
            let mut other = whole.clone();
            other[at] ^= 0xff;
            let _ended = decode(&other);
        }
    }
}
