//! Documents for other programs, in which a phrase is its English text.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Phrase;

/// A document as JSON, with every phrase in it written in English.
///
/// # Errors
/// If it is no JSON.
pub fn in_english(document: &impl Serialize) -> serde_json::Result<Value> {
    serde_json::to_value(document).map(written)
}

fn written(value: Value) -> Value {
    match value {
        Value::Object(fields) if is_phrase(&fields) => {
            let phrase = Phrase::deserialize(Value::Object(fields));
            // What is not known is absent: no phrase of ours is unreadable.
            phrase.map_or(Value::Null, |phrase| Value::String(phrase.to_string()))
        }
        Value::Object(fields) => {
            fields.into_iter().map(|(key, value)| (key, written(value))).collect()
        }
        Value::Array(items) => items.into_iter().map(written).collect(),
        other => other,
    }
}

fn is_phrase(fields: &Map<String, Value>) -> bool {
    fields.len() == 3 && ["id", "english", "values"].iter().all(|key| fields.contains_key(*key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Amount, Count};

    crate::phrases! {
        fn took(n: Count, time: Amount, more: Option<Phrase>) = "test.took", "{n} {n:round|rounds}, {time}{more}";
    }

    #[test]
    fn every_phrase_of_a_document_is_its_english_text_and_nothing_else_changes() {
        let one = || {
            took(
                Count(1.0),
                Amount::seconds(300.0),
                Some(took(Count(2.0), Amount::times(2.0), None)),
            )
        };
        let document =
            serde_json::json!({ "z": one(), "a": [one(), 1.5, "x"], "id": { "id": null } });
        let text = "1 round, 0.30 s2 rounds, 2.0×";
        let expected =
            serde_json::json!({ "z": text, "a": [text, 1.5, "x"], "id": { "id": null } });
        let found = in_english(&document).expect("it is JSON");
        assert_eq!(PHRASES[0].problems(), Vec::<String>::new(), "it has all of its values");
        assert_eq!(found.to_string(), expected.to_string(), "with its fields in their order");
    }

    #[test]
    fn an_amount_that_is_no_number_is_written_as_unknown() {
        let said = in_english(&took(Count(3.0), Amount::seconds(f64::NAN), None)).expect("JSON");
        assert_eq!(said, "3 rounds, –", "as on the command line");
    }
}
