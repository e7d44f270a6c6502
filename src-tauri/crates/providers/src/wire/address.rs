//! Builds addresses from parts.

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

/// Joins a base address and a path. Segments that end the one and start the other are not repeated: users paste
/// `https://api.anthropic.com/v1` as a base for `/v1/messages`.
pub(crate) fn joined(base_url: &str, path: &str) -> String {
    let base = base_url.trim_end_matches('/');
    let host_starts = base.find("://").map_or(0, |scheme| scheme + 3);
    let host_ends = base.get(host_starts..).and_then(|rest| rest.find('/'));
    let own = host_ends.and_then(|at| base.get(host_starts + at..)).unwrap_or_default();
    let starts = path.match_indices('/').skip(1).filter_map(|(at, _)| path.get(..at));
    let repeated = starts.filter(|start| !start.is_empty() && own.ends_with(start)).last();
    let base = repeated.and_then(|start| base.strip_suffix(start)).unwrap_or(base);
    format!("{base}{path}")
}

/// Characters of a model's name that are escaped in a path. Slashes and colons stay, because they separate parts in
/// both.
const NOT_IN_PATH: &AsciiSet = &CONTROLS.add(b' ').add(b'?').add(b'#').add(b'%');

/// A model's name as part of a path.
pub(crate) fn in_path(model: &str) -> String {
    utf8_percent_encode(model, NOT_IN_PATH).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_segment_that_a_person_pasted_with_the_address_is_not_said_twice() {
        for (base, path, whole) in [
            ("https://a.example/v1", "/chat/completions", "https://a.example/v1/chat/completions"),
            ("https://a.example/v1", "/v1/messages", "https://a.example/v1/messages"),
            ("https://a.example/", "/v1/messages", "https://a.example/v1/messages"),
            (
                "https://a.example/openai/v1",
                "/openai/v1/chat/completions",
                "https://a.example/openai/v1/chat/completions",
            ),
            (
                "https://a.example/openai",
                "/openai/v1/chat/completions",
                "https://a.example/openai/v1/chat/completions",
            ),
            ("https://v1", "/v1/messages", "https://v1/v1/messages"),
            ("http://[::1]:9/api", "/api/chat", "http://[::1]:9/api/chat"),
        ] {
            assert_eq!(joined(base, path), whole, "one address, however it was pasted");
        }
    }

    #[test]
    fn a_model_in_a_path_cannot_add_a_query_of_its_own() {
        assert_eq!(
            in_path("meta/llama-3:8b?x=1#y z"),
            "meta/llama-3:8b%3Fx=1%23y%20z",
            "its own separators stand, others are written out"
        );
    }
}
