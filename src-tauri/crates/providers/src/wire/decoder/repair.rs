//! JSON that one broken character makes unreadable.

/// The replacement character in a JSON text, as long as the half of a pair that it replaces.
const REPLACEMENT: &[u8] = b"\\ufffd";

/// The data with the replacement character for invalid UTF-8 and for halves of surrogate pairs, and without control
/// characters; `None` if there is nothing of that kind in it. An emoji that a server cut into two events is two halves.
pub(super) fn repaired(data: &[u8]) -> Option<Vec<u8>> {
    let text = String::from_utf8_lossy(data);
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let (mut at, mut is_changed) = (0, bytes != data);
    while let Some(byte) = bytes.get(at) {
        let length = match byte {
            b'\\' => match (surrogate(bytes, at), surrogate(bytes, at + 6)) {
                (Some(true), Some(false)) => 12,
                (Some(_), _) => {
                    out.extend_from_slice(REPLACEMENT);
                    (at, is_changed) = (at + 6, true);
                    continue;
                }
                (None, _) => 2,
            },
            // Between values a line feed is white space, and in a text no control character may stand.
            0..=0x1f if !byte.is_ascii_whitespace() => {
                (at, is_changed) = (at + 1, true);
                continue;
            }
            _ => 1,
        };
        out.extend_from_slice(bytes.get(at..at + length).or(bytes.get(at..)).unwrap_or_default());
        at += length;
    }
    is_changed.then_some(out)
}

/// Whether the escape at `at` is the first half of a surrogate pair or the second; `None` if it is neither.
fn surrogate(bytes: &[u8], at: usize) -> Option<bool> {
    let digits = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
    let number = u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    match number {
        0xd800..0xdc00 => Some(true),
        0xdc00..0xe000 => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::dialects::dialect::Dialect;
    use crate::wire::recorded::read_recorded;

    /// The answer of a chunk with this text, and how many events were not read.
    fn read(text: &[u8]) -> (String, u32) {
        let before = b"data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a".as_slice();
        let whole = [before, text, b"b\"}}]}\n\ndata: [DONE]\n\n".as_slice()].concat();
        let (recording, reply) = read_recorded(Dialect::OpenaiChat, &[(1, &whole)]);
        (recording.transcript.answer, reply.unread)
    }

    #[test]
    fn a_broken_character_costs_only_itself() {
        for (text, answer) in [
            (b"\xff".as_slice(), "a\u{fffd}b"),
            (br"\ud83d", "a\u{fffd}b"),
            (br"\ude00", "a\u{fffd}b"),
            (br"\ud83d\ud83d\ude00", "a\u{fffd}\u{1f600}b"),
            (br"\ud83d\ude00\\ud83d\u0000", "a\u{1f600}\\ud83d\0b"),
            (b"\0", "ab"),
            (b"\x07\xe9", "a\u{fffd}b"),
        ] {
            assert_eq!(read(text), (answer.to_owned(), 0), "{}", String::from_utf8_lossy(text));
        }
    }

    #[test]
    fn what_cannot_be_read_is_counted() {
        let body = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}\n\n\
             data: {\"choices\":[{\n\ndata: [DONE]\n\n\
             data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"late\"}}]}\n\n";
        let (recording, reply) = read_recorded(Dialect::OpenaiChat, &[(1, body.as_bytes())]);
        assert_eq!(reply.fault, None, "the answer is one");
        assert_eq!(
            (recording.transcript.answer.as_str(), reply.unread),
            ("a", 2),
            "and it is told"
        );
    }
}
