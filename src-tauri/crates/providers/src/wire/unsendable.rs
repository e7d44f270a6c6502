//! What no lane of any dialect would ever send: it cannot have come from a request of ours.

use crate::limits::{
    DEEPEST_REQUEST, LARGEST_REQUEST, LONGEST_OWN_HEADER, MOST_OWN_HEADERS, MOST_TURNS,
};
use crate::request::payload::Payload;
use crate::wire::carried_key;
use crate::wire::json_size::{Depth, Size};

impl Payload {
    /// Whether it is nested more deeply than a run with it could be read again.
    pub(crate) fn is_too_deep(&self) -> bool {
        Depth::of(self) > DEEPEST_REQUEST
    }

    /// Why no lane would send it, as the end of a sentence; `None` if some lane might.
    pub fn unsendable(&self) -> Option<String> {
        if self.turns.len() > MOST_TURNS {
            return Some(format!("its conversation has more than {MOST_TURNS} turns"));
        }
        if Size::of(self) > LARGEST_REQUEST {
            let most = LARGEST_REQUEST / (1024 * 1024);
            return Some(format!("its request is longer than {most} MB"));
        }
        if self.is_too_deep() {
            return Some(format!("its request is nested more than {DEEPEST_REQUEST} deep"));
        }
        if let Some(place) = carried_key::in_payload(self) {
            return Some(format!("the field `{place}` of its request looks like a key"));
        }
        if self.headers.iter().any(|(name, value)| carried_key::is_carried_by_header(name, value)) {
            return Some("a header of its request looks like a key".to_owned());
        }
        let is_long = self.headers.values().any(|value| value.len() > LONGEST_OWN_HEADER);
        if self.headers.len() > MOST_OWN_HEADERS || is_long {
            return Some("its request has more headers than are sent".to_owned());
        }
        let mut parts = self.turns.iter().flat_map(|turn| &turn.parts);
        let has_no_bytes = parts.any(crate::request::turn::Part::has_no_bytes);
        has_no_bytes.then(|| "an image or a document of its request is no Base64".to_owned())
    }
}
