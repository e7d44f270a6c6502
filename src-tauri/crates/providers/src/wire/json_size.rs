//! The memory a JSON text takes once parsed: a short object takes a hundred times its own bytes.

use crate::limits::{LARGEST_JSON, LARGEST_REQUEST};

/// Memory of an object with any field, and of each field beside its value: its key, and its place in the object's table.
const OBJECT: usize = 640;
const FIELD: usize = 128;
/// Memory of a list with any value, and of each value of a list or object while it grows.
const LIST: usize = 288;
const VALUE: usize = 144;
/// Minimum memory of a text, half of it counted at each quote.
const HALF_TEXT: usize = 16;

/// A text of up to this many bytes is not checked: it cannot take much. Events of honest streams are shorter.
const SHORT: usize = 4 * 1024;

/// Counts what is written as JSON, up to the largest request.
pub(crate) struct Size(usize);

impl Size {
    /// Bytes of it as JSON; more than [`LARGEST_REQUEST`] if it is longer, at whose end writing stops.
    pub(crate) fn of(value: &impl serde::Serialize) -> usize {
        let mut size = Self(0);
        match serde_json::to_writer(&mut size, value) {
            Ok(()) => size.0,
            Err(_) => LARGEST_REQUEST + 1,
        }
    }
}

/// Finds how deeply JSON is nested while it is written.
#[derive(Default)]
pub(crate) struct Depth {
    now: usize,
    most: usize,
    in_text: bool,
    after_backslash: bool,
}

impl Depth {
    /// The most lists and objects around one value; 0 for a value that cannot be written.
    pub(crate) fn of(value: &impl serde::Serialize) -> usize {
        let mut depth = Self::default();
        let written = serde_json::to_writer(&mut depth, value);
        written.map_or(0, |()| depth.most)
    }
}

impl std::io::Write for Depth {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        for byte in bytes {
            match byte {
                _ if self.after_backslash => self.after_backslash = false,
                b'\\' if self.in_text => self.after_backslash = true,
                b'"' => self.in_text = !self.in_text,
                b'{' | b'[' if !self.in_text => {
                    self.now += 1;
                    self.most = self.most.max(self.now);
                }
                b'}' | b']' if !self.in_text => self.now = self.now.saturating_sub(1),
                _ => {}
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl std::io::Write for Size {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len();
        if self.0 > LARGEST_REQUEST {
            return Err(std::io::ErrorKind::FileTooLarge.into());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Whether the parsed values of a JSON text would take more memory than allowed. Reads each byte once, and a short text
/// not at all.
pub(crate) fn is_too_large(json: &[u8]) -> bool {
    json.len() > SHORT && takes_more(json, LARGEST_JSON)
}

/// Whether the parsed values of a JSON text may take more memory than this many bytes. Reads each byte once.
pub fn takes_more(json: &[u8], most: usize) -> bool {
    let (mut bytes, mut in_text, mut after_backslash) = (0_usize, false, false);
    for byte in json {
        bytes += match byte {
            _ if after_backslash => {
                after_backslash = false;
                1
            }
            b'\\' if in_text => {
                after_backslash = true;
                1
            }
            b'"' => {
                in_text = !in_text;
                HALF_TEXT
            }
            _ if in_text => 1,
            b'{' => OBJECT,
            b'[' => LIST,
            b':' => FIELD,
            b',' => VALUE,
            _ => 0,
        };
        if bytes > most {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::dialect::Dialect;
    use crate::error::fault::FaultClass;
    use crate::wire::recorded::read_recorded;

    const MB: usize = 1024 * 1024;

    #[test]
    fn an_event_or_a_body_of_very_many_values_ends_its_lane_in_every_dialect() {
        let maps = format!(r#"{{"x":[{}0]}}"#, r#"{"a":0},"#.repeat(200_000));
        for dialect in Dialect::ALL {
            for body in [format!("data: {maps}\n\ndata: {{}}\n\n"), maps.clone()] {
                let (_, reply) = read_recorded(dialect, &[(1, body.as_bytes())]);
                let class = reply.fault.map(|fault| fault.class);
                assert_eq!(class, Some(FaultClass::TooLarge), "{dialect:?}: 1.6 MB take 170");
            }
        }
    }

    #[test]
    fn a_text_counts_as_its_bytes_and_many_values_as_what_they_take() {
        let text = format!(r#"{{"text":"{}"}}"#, r#"{[,:\"\\"#.repeat(MB / 8));
        assert!(!takes_more(text.as_bytes(), MB + 2_048), "nothing within a text is a value");
        assert!(takes_more(text.as_bytes(), MB / 2), "but it takes its bytes");
        let maps = format!("[{}0]", r#"{"a":0},"#.repeat(10_000));
        assert!(takes_more(maps.as_bytes(), 5 * MB), "80 KB of objects take seven megabytes");
        assert!(!takes_more(maps.as_bytes(), 10 * MB), "and not more than counted");
    }

    #[test]
    fn a_list_of_ten_thousand_models_is_read() {
        let model = r#"{"id":"some/model-name-v1","object":"model","created":1,"owned_by":"somebody","pricing":{"in":"1","out":"2"}},"#;
        let list = format!(r#"{{"data":[{}0]}}"#, model.repeat(10_000));
        assert!(!is_too_large(list.as_bytes()), "an honest list is far below");
        let hostile = format!("[{}0]", r#"{"":0},"#.repeat(600_000));
        assert!(is_too_large(hostile.as_bytes()), "4 MB that would take half a gigabyte are not");
        assert!(!is_too_large(&hostile.as_bytes()[..SHORT]), "a short text is never too large");
    }
}
