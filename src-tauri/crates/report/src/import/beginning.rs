//! What a file begins with, by which one that is no export is refused before it is read: it may be any file, of any size.

use race::SCHEMA as RUN_SCHEMA;

use crate::document::SCHEMA;
use crate::plain::clipped;

/// The names with which our own documents may begin, in whatever order somebody else wrote them.
const HEAD: [&str; 8] = [
    "schema",
    "about",
    "app_version",
    "exported_at",
    "exported_on",
    "calibration",
    "prompts_left_out",
    "runs",
];
/// White space of JSON.
const SPACE: [char; 4] = [' ', '\t', '\r', '\n'];
const NOT_OURS: &str = "the file was not exported by Paceline.";

/// Whether a file that begins like this may be an export.
///
/// # Errors
/// What it is not, whatever follows.
pub(super) fn check(bytes: &[u8]) -> Result<(), String> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        // The beginning may end within a character.
        Err(error) if error.error_len().is_none() => {
            let whole = bytes.get(..error.valid_up_to()).unwrap_or_default();
            std::str::from_utf8(whole).unwrap_or_default()
        }
        Err(_) => {
            return Err("the file is no text in UTF-8, so it was not exported by Paceline.".into());
        }
    };
    let Some(fields) = text.trim_start_matches(SPACE).strip_prefix('{') else {
        return Err(
            "the file is not a JSON document of Paceline. Export it again with --format json."
                .into(),
        );
    };
    match word(fields) {
        Some((name, rest)) if name == "schema" => {
            let value = rest.trim_start_matches(SPACE).strip_prefix(':').and_then(word);
            check_schema(value.map(|(value, _)| value).as_deref())
        }
        Some((name, _)) if HEAD.contains(&name.as_str()) => Ok(()),
        _ => Err(NOT_OURS.into()),
    }
}

/// Whether a document of this kind is read.
///
/// # Errors
/// What to do instead.
pub(super) fn check_schema(schema: Option<&str>) -> Result<(), String> {
    match schema {
        Some(SCHEMA) => Ok(()),
        Some(RUN_SCHEMA) => Err(
            "this is a run as --json prints it, without its raw logs. Export it with `paceline history export ID \
             --format json`."
                .into(),
        ),
        Some(other) if other.starts_with("paceline.") => Err(format!(
            "the file is {}, and this Paceline reads {SCHEMA}. Update Paceline.",
            clipped(other)
        )),
        _ => Err(NOT_OURS.into()),
    }
}

/// The string of JSON with which a text begins, and what follows it.
fn word(text: &str) -> Option<(String, &str)> {
    let text = text.trim_start_matches(SPACE);
    let mut words = serde_json::Deserializer::from_str(text).into_iter::<String>();
    let word = words.next()?.ok()?;
    Some((word, text.get(words.byte_offset()..)?))
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn what_is_no_export_is_refused_by_its_beginning() {
        let zeros = [0; 4_096];
        let of = |text: &str| check(text.as_bytes()).expect_err(text);
        assert!(check(&zeros).is_err(), "a file of nothing");
        assert!(check(b"\x89PNG\r\n").expect_err("a picture").contains("UTF-8"));
        for text in ["", "[", "[{\"schema\":\"paceline.export/1\"}]", "a: b", "\u{feff}{}"] {
            assert!(of(text).contains("is not a JSON document"), "{text}");
        }
        for text in ["{", "{}", "{\"a\":1", "{\"schema\":7", "{\"schema\":\"other", "{\"sche"] {
            assert!(of(text).contains("was not exported by Paceline"), "{text}");
        }
        assert!(of("{\"schema\":\"paceline.export/9\"").contains("Update Paceline"), "a newer one");
        assert!(of("{\"schema\" : \"paceline.run/1\"").contains("without its raw logs"), "a run");
    }

    #[test]
    fn an_export_in_whatever_order_and_spacing_may_be_read() {
        for text in [
            "{\"schema\":\"paceline.export/1\",\"about\":\"Each",
            " \n{\t\"schema\" :\r\n\"paceline.export/1\"",
            "{\"about\":\"Each run",
            "{\"runs\":[{",
        ] {
            assert_eq!(check(text.as_bytes()), Ok(()), "{text}");
        }
        let cut = &"{\"schema\":\"paceline.export/1\",\"about\":\"€".as_bytes();
        let cut = cut.get(..cut.len() - 1).expect("longer");
        assert_eq!(check(cut), Ok(()), "the beginning ends within a letter");
    }
}
