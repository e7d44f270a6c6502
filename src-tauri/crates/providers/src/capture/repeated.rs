//! Names that stand more than once in one object, of which every JSON reader keeps one value and most keep the last.

use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::catalogue::recognise::is_key;

/// Number of places that are named.
const MOST_NAMED: usize = 8;
/// Characters of a name that are repeated to the user.
const LONGEST_NAME: usize = 64;

/// The places of a JSON text at which a name stands again, such as `tools[0].name`, in the order of the text, and how many
/// more there are.
pub(super) fn repeated(json: &str) -> (Vec<String>, usize) {
    let mut found = Found::default();
    let mut reader = serde_json::Deserializer::from_str(json);
    // What is not JSON is told by who reads its values.
    let _read = Walk { place: &Place::Whole, found: &mut found }.deserialize(&mut reader);
    (found.places, found.more)
}

#[derive(Default)]
struct Found {
    places: Vec<String>,
    more: usize,
}

/// Where a value stands.
enum Place<'a> {
    Whole,
    Field(&'a Place<'a>, &'a str),
    Item(&'a Place<'a>, usize),
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Field(within, name) => {
                let dot = if matches!(within, Place::Whole) { "" } else { "." };
                let shown: String = name.chars().take(LONGEST_NAME).collect();
                let shown = if is_key(name) { "…".to_owned() } else { shown };
                write!(f, "{within}{dot}{}", shown.escape_debug())
            }
            Self::Item(within, at) => write!(f, "{within}[{at}]"),
        }
    }
}

struct Walk<'a> {
    place: &'a Place<'a>,
    found: &'a mut Found,
}

impl<'de> DeserializeSeed<'de> for Walk<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<(), A::Error> {
        for at in 0.. {
            let place = Place::Item(self.place, at);
            if values.next_element_seed(Walk { place: &place, found: self.found })?.is_none() {
                break;
            }
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        let mut names = HashSet::new();
        while let Some(name) = fields.next_key::<String>()? {
            let place = Place::Field(self.place, &name);
            if names.contains(&name) {
                if self.found.places.len() < MOST_NAMED {
                    self.found.places.push(place.to_string());
                } else {
                    self.found.more += 1;
                }
                fields.next_value::<IgnoredAny>()?;
                continue;
            }
            fields.next_value_seed(Walk { place: &place, found: self.found })?;
            names.insert(name);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_stands_again_is_found_wherever_it_stands_and_however_it_is_written() {
        for (json, places) in [
            (
                r#"{"a": 1, "b": {"a": 2}, "c": [{"a": 3}, {"a": 4}], "d": "{\"a\":1,\"a\":2}"}"#,
                &[][..],
            ),
            (r#"{"a": 1, "a": 1}"#, &["a"]),
            (r#"{"a": 1, "\u0061": [], "a": {}}"#, &["a", "a"]),
            (
                r#"{"tools": [{}, {"function": {"name": "x", "name": "y"}}]}"#,
                &["tools[1].function.name"],
            ),
            (r#"{"a\n": 1, "a\n": 2"#, &["a\\n"]),
            (
                r#"{"sk-proj-0123456789012345678901": 1, "sk-proj-0123456789012345678901": 2}"#,
                &["…"],
            ),
            ("not JSON", &[]),
        ] {
            assert_eq!(
                repeated(json),
                (places.iter().map(|&place| place.to_owned()).collect(), 0),
                "{json}"
            );
        }
        let many = format!("{{{}\"a\":0}}", r#""a":0,"#.repeat(100));
        assert_eq!(repeated(&many).1, 92, "the rest is counted");
    }
}
