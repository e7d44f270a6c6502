//! JSON on the way to the window and back: whole numbers that JavaScript would round, and long texts that both have.
//!
//! A request may hold any JSON, and JavaScript reads every number as a double: of whole numbers beyond 2^53 it keeps a neighbour. So
//! such a number goes to the window as `{"$number": "9007199254740993"}` and comes back as the number it was. A name of the user's
//! that looks like this one has one more `$` in the window. `ui/src/backend/exact.ts` reads and writes the same.
//!
//! A long text that the window has handed over comes as `{"$text": 7}`, by its slot in [`crate::held`], and what happens because
//! of the call names it so as well.

use std::borrow::Cow;
use std::sync::Arc;

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Number, Value};

use crate::held::Named;

/// The largest whole number up to which JavaScript keeps all.
const LARGEST_WHOLE: u64 = 1 << 53;
/// The name of a number that crosses as text.
const NAME: &str = "$number";
/// The name of the slot of a text.
const TEXT: &str = "$text";

/// A document that may hold JSON of the user's, all of whose whole numbers cross between the engine and the window.
#[derive(Debug, Clone, specta::Type)]
#[specta(transparent)]
pub(crate) struct Exact<T>(pub(crate) T);

impl<T: Serialize> Serialize for Exact<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        crossing(&self.0, &Named::default(), serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Exact<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Given::deserialize(deserializer).map(|Given { what, .. }| Self(what))
    }
}

/// A document of the window's, with the long texts that it named.
#[derive(Debug, specta::Type)]
#[specta(transparent)]
pub(crate) struct Given<T> {
    pub(crate) what: T,
    #[specta(skip)]
    pub(crate) named: Named,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Given<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut value = Value::deserialize(deserializer)?;
        let mut named = Named::default();
        from_window(&mut value, &mut named).map_err(D::Error::custom)?;
        let what = T::deserialize(value).map_err(D::Error::custom)?;
        Ok(Self { what, named })
    }
}

/// A document that answers one of the window's, and names the same long texts.
#[derive(Debug, Clone, specta::Type)]
#[specta(transparent)]
pub(crate) struct Told<T> {
    pub(crate) what: T,
    #[specta(skip)]
    pub(crate) named: Arc<Named>,
}

impl<T: Serialize> Serialize for Told<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        crossing(&self.what, &self.named, serializer)
    }
}

fn crossing<S: Serializer>(
    document: &impl Serialize,
    named: &Named,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let text = serde_json::to_string(document).map_err(S::Error::custom)?;
    let text = for_window(&text, named).into_owned();
    RawValue::from_string(text).map_err(S::Error::custom)?.serialize(serializer)
}

/// Whether a name is one of ours, or one of the user's that was given more `$`.
fn is_ours(name: &str) -> bool {
    let plain = name.trim_start_matches('$');
    plain.len() < name.len() && (plain == "number" || plain == "text")
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
fn for_window<'a>(json: &'a str, named: &Named) -> Cow<'a, str> {
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
            named.slot_of(token).map(|slot| format!("{{\"{TEXT}\":{slot}}}"))
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

/// Puts the numbers that crossed as text back, and the texts that crossed by their slots.
fn from_window(value: &mut Value, named: &mut Named) -> Result<(), String> {
    match value {
        Value::Array(values) => {
            for each in values {
                from_window(each, named)?;
            }
        }
        Value::Object(object) => {
            if let Some(number) = number_of(object) {
                *value = Value::Number(number);
                return Ok(());
            }
            if let Some(slot) = slot_of(object) {
                let text = named.take(slot).ok_or_else(|| format!("slot {slot} holds no text"))?;
                *value = Value::String(text.to_string());
                return Ok(());
            }
            if object.keys().any(|name| is_ours(name)) {
                let renamed = std::mem::take(object).into_iter().map(|(name, value)| {
                    let name = if is_ours(&name) { name[1..].to_owned() } else { name };
                    (name, value)
                });
                *object = renamed.collect();
            }
            for each in object.values_mut() {
                from_window(each, named)?;
            }
        }
        _ => {}
    }
    Ok(())
}

fn slot_of(object: &Map<String, Value>) -> Option<u16> {
    let slot = object.get(TEXT).filter(|_| object.len() == 1)?.as_u64()?;
    u16::try_from(slot).ok()
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
            (r#"{"$text":1,"$$text":2}"#, r#"{"$$text":1,"$$$text":2}"#),
            (
                r#"{"a":"$number","b\"":"\\","c":9007199254740993}"#,
                r#"{"a":"$number","b\"":"\\","c":{"$number":"9007199254740993"}}"#,
            ),
        ] {
            assert_eq!(for_window(json, &Named::default()), crossing, "to the window");
            let mut value: Value = serde_json::from_str(crossing).expect("JSON");
            from_window(&mut value, &mut Named::default()).expect("numbers");
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
            let crossing = for_window(json, &Named::default());
            assert!(matches!(crossing, Cow::Borrowed(_)), "{json}");
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

    #[test]
    fn a_text_that_the_window_has_handed_over_crosses_by_its_slot_both_ways() {
        let long = "A \"long\" text, ".repeat(100);
        let text = json!({ "slot": 4_000, "text": long });
        let held: crate::held::HeldText = serde_json::from_value(text).expect("a text");
        held.hold().expect("there is such a slot");
        let crossing = r#"{"prompt":{"$text":4000},"$$text":{"$number":"9007199254740993"}}"#;
        let given: Given<Value> = serde_json::from_str(crossing).expect("it is held");
        let meant = json!({ "prompt": long, "$text": 9_007_199_254_740_993_u64 });
        assert_eq!(given.what, meant, "what the window means");
        let told = Told { what: given.what, named: Arc::new(given.named) };
        let back: Value = serde_json::to_value(&told).expect("JSON");
        let crossing: Value = serde_json::from_str(crossing).expect("JSON");
        assert_eq!(back, crossing, "told without the text");
        let unknown = serde_json::from_str::<Given<Value>>(r#"{"prompt":{"$text":4095}}"#);
        assert!(unknown.unwrap_err().to_string().contains("slot 4095 holds no text"), "refused");
        let beyond = json!({ "slot": crate::held::TEXT_SLOTS, "text": "" });
        let beyond: crate::held::HeldText = serde_json::from_value(beyond).expect("a text");
        assert!(beyond.hold().is_err(), "there are only so many");
    }
}
