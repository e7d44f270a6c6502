//! Repairs JSON that one broken character makes unreadable.

/// The replacement character in a JSON text, as long as the half of a pair that it replaces.
const REPLACEMENT: &[u8] = b"\\ufffd";

/// The beginning of a character that a server split over two events, as it appears in the JSON of the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Half {
    bytes: [u8; 6],
    length: usize,
}

impl Half {
    fn of(found: &[u8]) -> Option<Self> {
        let mut bytes = [0; 6];
        bytes.get_mut(..found.len())?.copy_from_slice(found);
        Some(Self { bytes, length: found.len() })
    }

    fn bytes(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }

    /// How many bytes at the start of `rest`, the beginning of a text, complete the character; `None` if they do not.
    fn completed_by(&self, rest: &[u8]) -> Option<usize> {
        if self.bytes().first() == Some(&b'\\') {
            return (surrogate(rest, 0) == Some(false)).then_some(6);
        }
        let mut whole = self.bytes().to_vec();
        let missing = 4_usize.saturating_sub(self.length);
        (1..=missing).find(|more| {
            whole.extend(rest.get(more - 1));
            std::str::from_utf8(&whole).is_ok()
        })
    }
}

/// State about characters that were split in two.
#[derive(Debug, Default)]
pub(super) struct Cut {
    /// The first half of one, until the next text.
    half: Option<Half>,
    /// Whether it belongs to the current event.
    is_new: bool,
    /// Number of halves whose other half did not come.
    lost: u32,
}

impl Cut {
    /// The next event begins.
    pub(super) fn next(&mut self) {
        self.is_new = false;
    }

    /// How many halves remained halves; each is reported once. A half waits for the other until an event with text, or
    /// the end.
    pub(super) fn lost(&mut self, is_past: bool) -> u32 {
        if is_past && !self.is_new && self.half.take().is_some() {
            self.lost += 1;
        }
        std::mem::take(&mut self.lost)
    }

    fn wait(&mut self, half: Option<Half>) {
        self.lost += u32::from(self.half.is_some());
        (self.half, self.is_new) = (half, true);
    }
}

/// The data with the replacement character for invalid UTF-8 and for halves of surrogate pairs, and without control
/// characters; `None` if it contains nothing of the kind. A character that a server split over two events has two
/// halves: the first is kept in `cut`, and put before the second when that arrives.
pub(super) fn repaired(data: &[u8], cut: &mut Cut) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(data.len());
    let (mut at, mut is_changed) = (0, false);
    while let Some(byte) = data.get(at) {
        let length = match byte {
            // The second half is at the beginning of a text.
            b'"' => {
                let rest = data.get(at + 1..).unwrap_or_default();
                let begun = cut.half.filter(|_| !cut.is_new);
                let second = begun.and_then(|half| Some((half, half.completed_by(rest)?)));
                if let Some((half, length)) = second {
                    out.push(b'"');
                    out.extend_from_slice(half.bytes());
                    (cut.half, is_changed, at) = (None, true, at + 1);
                    length
                } else {
                    1
                }
            }
            b'\\' => match (surrogate(data, at), surrogate(data, at + 6)) {
                (Some(true), Some(false)) => 12,
                (Some(is_first), _) => {
                    // The first half is at the end of a text.
                    if is_first && data.get(at + 6) == Some(&b'"') {
                        cut.wait(data.get(at..at + 6).and_then(Half::of));
                    } else {
                        out.extend_from_slice(REPLACEMENT);
                    }
                    (at, is_changed) = (at + 6, true);
                    continue;
                }
                (None, _) => 2,
            },
            // Between values a line feed is white space; within a text no control character is allowed.
            0..=0x1f if !byte.is_ascii_whitespace() => {
                (at, is_changed) = (at + 1, true);
                continue;
            }
            0x80.. => match character(data.get(at..).unwrap_or_default()) {
                Ok(length) => length,
                Err(length) => {
                    let broken = data.get(at..at + length).unwrap_or_default();
                    if data.get(at + length) == Some(&b'"') && is_beginning(broken) {
                        cut.wait(Half::of(broken));
                    } else {
                        out.extend_from_slice("\u{fffd}".as_bytes());
                    }
                    (at, is_changed) = (at + length, true);
                    continue;
                }
            },
            _ => 1,
        };
        out.extend_from_slice(data.get(at..at + length).or(data.get(at..)).unwrap_or_default());
        at += length;
    }
    is_changed.then_some(out)
}

/// The length of the character at the beginning, or of the bytes in place of one.
fn character(bytes: &[u8]) -> Result<usize, usize> {
    let most = bytes.get(..bytes.len().min(4)).unwrap_or_default();
    match std::str::from_utf8(most) {
        Ok(text) => Ok(text.chars().next().map_or(1, char::len_utf8)),
        Err(error) if error.valid_up_to() > 0 => {
            let valid = most.get(..error.valid_up_to()).unwrap_or_default();
            let text = std::str::from_utf8(valid).unwrap_or_default();
            Ok(text.chars().next().map_or(1, char::len_utf8))
        }
        // Without a length, the bytes end in the middle of the character.
        Err(error) => Err(error.error_len().unwrap_or(most.len())),
    }
}

/// Whether these bytes begin a character without completing it.
fn is_beginning(bytes: &[u8]) -> bool {
    let wanted = match bytes.first() {
        Some(0xc2..=0xdf) => 2,
        Some(0xe0..=0xef) => 3,
        Some(0xf0..=0xf4) => 4,
        _ => return false,
    };
    bytes.len() < wanted
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
    fn a_broken_character_affects_only_itself() {
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

    /// The answer of two chunks, each at its own time, and how many events were not read.
    fn read_two(first: &[u8], second: &[u8]) -> (String, u32) {
        let chunk = |text: &[u8]| {
            let before = b"data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"".as_slice();
            [before, text, b"\"}}]}\n\n".as_slice()].concat()
        };
        let (first, second) = (chunk(first), chunk(second));
        let parts = [(1, first.as_slice()), (2, second.as_slice()), (3, b"data: [DONE]\n\n")];
        let (recording, reply) = read_recorded(Dialect::OpenaiChat, &parts);
        let logged: u64 = recording.timeline.text().map(|mark| u64::from(mark.text_bytes)).sum();
        assert_eq!(logged, recording.transcript.answer.len() as u64, "the log says the same");
        (recording.transcript.answer, reply.unread)
    }

    #[test]
    fn a_character_that_was_cut_into_two_events_is_whole() {
        for (first, second, answer) in [
            (br"a\ud83d".as_slice(), br"\ude00b".as_slice(), "a\u{1f600}b"),
            (br"\ud83d", br"\ude00", "\u{1f600}"),
            (br"a\ud83d\ude00\ud83d", br"\ude01\ud83d\ude02", "a\u{1f600}\u{1f601}\u{1f602}"),
            (b"a\xf0", b"\x9f\x98\x80b", "a\u{1f600}b"),
            (b"a\xf0\x9f\x98", b"\x80b", "a\u{1f600}b"),
            (b"a\xc3", b"\xa9", "a\u{e9}"),
            (b"a\xe5\x93", b"\x88b", "a\u{54c8}b"),
        ] {
            assert_eq!(read_two(first, second), (answer.to_owned(), 0), "{answer}");
        }
    }

    #[test]
    fn an_unmatched_half_is_reported() {
        for (first, second, answer) in [
            (br"a\ud83d".as_slice(), b"b".as_slice(), "ab"),
            (br"a\ud83d", br"\ud83d\ude00", "a\u{1f600}"),
            (br"a\ud83d", b"\xff", "a\u{fffd}"),
            (b"a\xf0\x9f", b"b", "ab"),
            (b"a\xf0\x9f", b"\xff\x80", "a\u{fffd}\u{fffd}"),
            (b"a", br"b\ud83d", "ab"),
        ] {
            assert_eq!(read_two(first, second), (answer.to_owned(), 1), "{answer}");
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
