//! Whole numbers that JavaScript would round, on the way to the window and back.
//!
//! A request may hold any JSON, and JavaScript reads every number as a double: of whole numbers beyond 2^53 it keeps a neighbour. So
//! such a number goes to the window as `{"$number": "9007199254740993"}` and comes back as the number it was. A name of the user's
//! that looks like this one has one more `$` in the window. `ui/src/backend/exact.ts` reads and writes the same.

use std::borrow::Cow;

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Number, Value};

/// The largest whole number up to which JavaScript keeps all.
const LARGEST_WHOLE: u64 = 1 << 53;
/// The name of a number that crosses as text.
const NAME: &str = "$number";

/// A document that may hold JSON of the user's, all of whose whole numbers cross between the engine and the window.
#[derive(Debug, Clone, specta::Type)]
#[specta(transparent)]
pub(crate) struct Exact<T>(pub(crate) T);

impl<T: Serialize> Serialize for Exact<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = serde_json::to_string(&self.0).map_err(S::Error::custom)?;
        let text = for_window(&text).into_owned();
        RawValue::from_string(text).map_err(S::Error::custom)?.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Exact<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut value = Value::deserialize(deserializer)?;
        from_window(&mut value);
        T::deserialize(value).map(Self).map_err(D::Error::custom)
    }
}

/// Whether a name is that of a number that crosses as text, or one of the user's that was given more `$`.
fn is_ours(name: &str) -> bool {
    name.trim_start_matches('$').len() < name.len() && name.trim_start_matches('$') == "number"
}

/// The number, if it is whole and JavaScript would round it.
fn is_rounded(number: &str) -> bool {
    let digits = number.strip_prefix('-').unwrap_or(number);
    digits.bytes().all(|byte| byte.is_ascii_digit())
        && digits.parse::<u64>().is_ok_and(|whole| whole > LARGEST_WHOLE)
}

/// Where the text of a JSON string ends that begins at a quote: behind its last quote.
fn behind_string(json: &str, from: usize) -> usize {
    let mut is_escaped = false;
    for (at, byte) in json.bytes().enumerate().skip(from + 1) {
        if byte == b'"' && !is_escaped {
            return at + 1;
        }
        is_escaped = byte == b'\\' && !is_escaped;
    }
    json.len()
}

/// JSON as the window gets it. It has no space between its values, as `serde_json` writes it.
fn for_window(json: &str) -> Cow<'_, str> {
    let mut written = String::new();
    let (mut at, mut copied) = (0, 0);
    while let Some(byte) = json.as_bytes().get(at) {
        let end = match byte {
            b'"' => behind_string(json, at),
            b'-' | b'0'..=b'9' => {
                let rest = &json[at..];
                at + rest.find([',', '}', ']']).unwrap_or(rest.len())
            }
            _ => at + 1,
        };
        let token = &json[at..end];
        let put = if token.len() > 15 && *byte != b'"' && is_rounded(token) {
            Some(format!("{{\"{NAME}\":\"{token}\"}}"))
        } else if json[end..].starts_with(':') && is_ours(token.trim_matches('"')) {
            Some(format!("\"${}", &token[1..]))
        } else {
            None
        };
        if let Some(put) = put {
            written.push_str(&json[copied..at]);
            written.push_str(&put);
            copied = end;
        }
        at = end;
    }
    if copied == 0 {
        return json.into();
    }
    written.push_str(&json[copied..]);
    written.into()
}

/// Puts the numbers that crossed as text back.
fn from_window(value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(from_window),
        Value::Object(object) => {
            if let Some(number) = number_of(object) {
                *value = Value::Number(number);
                return;
            }
            if object.keys().any(|name| is_ours(name)) {
                let renamed = std::mem::take(object).into_iter().map(|(name, value)| {
                    let name = if is_ours(&name) { name[1..].to_owned() } else { name };
                    (name, value)
                });
                *object = renamed.collect();
            }
            object.values_mut().for_each(from_window);
        }
        _ => {}
    }
}

fn number_of(object: &Map<String, Value>) -> Option<Number> {
    let text = object.get(NAME).filter(|_| object.len() == 1)?.as_str()?;
    let unsigned = text.parse::<u64>().map(Number::from);
    unsigned.or_else(|_| text.parse::<i64>().map(Number::from)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn whole_numbers_that_javascript_rounds_cross_and_come_back() {
        for (json, crossing) in [
            (r#"{"id":9007199254740993}"#, r#"{"id":{"$number":"9007199254740993"}}"#),
            (
                r"[-9007199254740993,18446744073709551615]",
                r#"[{"$number":"-9007199254740993"},{"$number":"18446744073709551615"}]"#,
            ),
            (r#"{"$number":"1","a":{"$$number":2}}"#, r#"{"$$number":"1","a":{"$$$number":2}}"#),
            (
                r#"{"a":"$number","b\"":"\\","c":9007199254740993}"#,
                r#"{"a":"$number","b\"":"\\","c":{"$number":"9007199254740993"}}"#,
            ),
        ] {
            assert_eq!(for_window(json), crossing, "to the window");
            let mut value: Value = serde_json::from_str(crossing).expect("JSON");
            from_window(&mut value);
            assert_eq!(value.to_string(), json, "and back");
        }
    }

    #[test]
    fn what_javascript_keeps_crosses_as_it_is() {
        for json in [
            r#"{"n":9007199254740992,"m":0.1,"big":1e300,"text":"9007199254740993","number":1}"#,
            r#"[0.30000000000000004,9007199254740994.0,-1,"\"9007199254740993"]"#,
            r#""9007199254740993""#,
        ] {
            assert!(matches!(for_window(json), Cow::Borrowed(_)), "{json}");
        }
    }

    #[test]
    fn a_document_crosses_as_its_own_type() {
        let fields = json!({ "id": 9_007_199_254_740_993_u64, "share": 0.1 });
        let Value::Object(fields) = fields else { panic!("an object") };
        let payload = providers::Payload { fields, ..Default::default() };
        let crossing = serde_json::to_string(&Exact(payload.clone())).expect("a document");
        assert!(crossing.contains(r#"{"$number":"9007199254740993"}"#), "as text: {crossing}");
        let back: Exact<providers::Payload> = serde_json::from_str(&crossing).expect("it is one");
        assert_eq!(back.0, payload, "the same");
    }
}
