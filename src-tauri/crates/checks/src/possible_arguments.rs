//! Arguments of a tool call that may have one of several values, compared as the Berkeley function calling leaderboard compares them
//! (`ast_checker.py` of its evaluator): every argument has a list of the values that are right.

use std::borrow::Cow;

use measure::Phrase;
use serde_json::{Map, Value};

use crate::unusable;
use crate::whole_json::is_same;

/// What stands in a list of values for an argument that may be left out.
const LEFT_OUT: &str = "";
/// What does not count in a text.
const IGNORED: [char; 8] = [' ', ',', '.', '/', '-', '_', '*', '^'];

/// Why these cannot be possible arguments of a tool with this name.
pub(crate) fn problem(name: &str, possible: &Value) -> Option<Phrase> {
    let Some(fields) = possible.as_object() else { return Some(unusable::arguments(name)) };
    let is_list = |value: &Value| value.as_array().is_some_and(|list| !list.is_empty());
    (!fields.values().all(is_list)).then(|| unusable::argument_without_list(name))
}

/// Arguments that were found. Their texts are read once as they are compared, however many values are possible: an answer may be a
/// text of a megabyte, and what is expected a list of a hundred thousand values.
#[derive(Debug)]
pub(crate) struct FoundArguments {
    value: Value,
    loose: Value,
}

impl FoundArguments {
    pub(crate) fn of(value: Value) -> Self {
        Self { loose: all_loose(&value), value }
    }

    /// As they were written.
    pub(crate) fn value(&self) -> &Value {
        &self.value
    }
}

/// A value with all its texts [`loose`].
fn all_loose(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(loose(text).into_owned()),
        Value::Array(values) => Value::Array(values.iter().map(all_loose).collect()),
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| (name.clone(), all_loose(value))).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

/// Whether arguments are among the possible ones.
pub(crate) fn are_possible(possible: &Value, found: &FoundArguments) -> bool {
    match (possible, &found.value, &found.loose) {
        (Value::Object(possible), Value::Object(fields), Value::Object(loose)) => {
            is_of_fields(possible, fields, loose)
        }
        _ => false,
    }
}

/// Where arguments are none of the possible ones, what is possible there and what was found.
pub(crate) fn difference(
    possible: &Value,
    found: &FoundArguments,
) -> Option<(String, Option<String>, Option<String>)> {
    let fields = (possible.as_object(), found.value.as_object(), found.loose.as_object());
    let (Some(possible), Some(found), Some(loose)) = fields else {
        let told = (String::new(), Some(possible.to_string()), Some(found.value.to_string()));
        return Some(told);
    };
    for ((name, value), loose) in found.iter().zip(loose.values()) {
        let allowed = possible.get(name);
        if !allowed.is_some_and(|allowed| is_one_of(allowed, value, loose)) {
            return Some((format!("/{name}"), allowed.map(told), Some(value.to_string())));
        }
    }
    let missing =
        |(name, allowed): &(&String, &Value)| !found.contains_key(*name) && !may_miss(allowed);
    let (name, allowed) = possible.iter().find(missing)?;
    Some((format!("/{name}"), Some(told(allowed)), None))
}

/// The values of a list, in words.
fn told(allowed: &Value) -> String {
    let values: Vec<String> = allowed
        .as_array()
        .into_iter()
        .flatten()
        .filter(|one| *one != LEFT_OUT)
        .map(Value::to_string)
        .collect();
    values.join(" or ")
}

fn may_miss(allowed: &Value) -> bool {
    allowed.as_array().is_some_and(|list| list.iter().any(|one| one == LEFT_OUT))
}

fn is_one_of(allowed: &Value, found: &Value, loosened: &Value) -> bool {
    allowed.as_array().is_some_and(|list| list.iter().any(|one| is_like(one, found, loosened)))
}

/// Whether a value is this possible one; `loosened` is the same value with all its texts loose. The work grows with the size of
/// what is possible, whatever that of what was found: there may be many possible values.
fn is_like(possible: &Value, found: &Value, loosened: &Value) -> bool {
    match (possible, found, loosened) {
        (Value::String(possible), Value::String(_), Value::String(loosened)) => {
            loose(possible) == *loosened
        }
        (Value::Array(possible), Value::Array(found), Value::Array(loosened)) => {
            possible.len() == found.len()
                && possible
                    .iter()
                    .zip(found.iter().zip(loosened))
                    .all(|(possible, (found, loosened))| is_like(possible, found, loosened))
        }
        (Value::Object(possible), Value::Object(fields), Value::Object(loosened))
            if is_of_lists(possible) =>
        {
            is_of_fields(possible, fields, loosened)
                || is_same(&Value::Object(possible.clone()), found)
        }
        (possible, found, _) => is_same(possible, found),
    }
}

/// Whether an object has the possible values of its fields, and not the values themselves.
fn is_of_lists(possible: &Map<String, Value>) -> bool {
    possible.values().all(Value::is_array)
}

fn is_of_fields(
    possible: &Map<String, Value>,
    found: &Map<String, Value>,
    loosened: &Map<String, Value>,
) -> bool {
    let mut known = 0;
    let is_right =
        possible.iter().all(|(name, allowed)| match found.get(name).zip(loosened.get(name)) {
            None => may_miss(allowed),
            Some((value, loosened)) => {
                known += 1;
                is_one_of(allowed, value, loosened)
            }
        });
    is_right && known == found.len()
}

/// A text without what does not count in it.
fn loose(text: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_ascii_digit() || c.is_ascii_lowercase();
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let kept: String = text.chars().filter(|c| !IGNORED.contains(c)).collect();
    Cow::Owned(kept.to_lowercase().replace('\'', "\""))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn right(possible: &Value, found: &Value) -> bool {
        assert_eq!(problem("f", possible), None, "{possible}");
        let found = FoundArguments::of(found.clone());
        let is_right = are_possible(possible, &found);
        assert_eq!(difference(possible, &found).is_none(), is_right, "{possible}, {found:?}");
        is_right
    }

    #[test]
    fn an_argument_has_any_of_its_possible_values_or_is_left_out_where_it_may_be() {
        let possible = json!({"base": [10], "height": [5], "unit": ["units", ""]});
        assert!(right(&possible, &json!({"base": 10, "height": 5})), "left out");
        assert!(right(&possible, &json!({"base": 10.0, "height": 5, "unit": "Units"})));
        let wrong =
            |found: Value| difference(&possible, &FoundArguments::of(found)).expect("a difference");
        assert_eq!(
            wrong(json!({"base": 10, "height": 5, "unit": "m"})),
            ("/unit".to_owned(), Some("\"units\"".to_owned()), Some("\"m\"".to_owned()))
        );
        assert_eq!(wrong(json!({"base": 10})), ("/height".to_owned(), Some("5".to_owned()), None));
        assert_eq!(
            wrong(json!({"base": 10, "height": 5, "depth": 1})),
            ("/depth".to_owned(), None, Some("1".to_owned())),
            "an argument more"
        );
    }

    #[test]
    fn texts_are_compared_as_the_leaderboard_does() {
        let possible = json!({"place": ["New York, NY", "N.Y."], "day": ["April 1, 2024"]});
        assert!(right(&possible, &json!({"place": "new york NY", "day": "april 1 2024"})));
        assert!(right(&possible, &json!({"place": "ny", "day": "April_1/2024"})));
        assert!(!right(&possible, &json!({"place": "New Jersey", "day": "April 1, 2024"})));
        assert!(right(&json!({"q": ["it's"]}), &json!({"q": "It\"s"})), "quotation marks");
        assert!(!right(&json!({"n": [1]}), &json!({"n": "1"})), "a text is no number");
    }

    #[test]
    fn lists_and_objects_have_possible_values_within() {
        let lists =
            json!({"stops": [["Santa Barbara", "Monterey"], ["Monterey", "Santa Barbara"]]});
        assert!(right(&lists, &json!({"stops": ["monterey", "santa barbara"]})), "either order");
        assert!(!right(&lists, &json!({"stops": ["Monterey"]})), "one is missing");
        let fields = json!({"update": [{"name": ["John Doe"], "email": ["j@example.com", ""]}]});
        assert!(right(&fields, &json!({"update": {"name": "john doe"}})));
        assert!(
            !right(&fields, &json!({"update": {"name": "John Doe", "age": 3}})),
            "a field more"
        );
        let of_objects = json!({"conditions": [[{"field": ["age"], "op": [">", "gt"]}]]});
        assert!(right(&of_objects, &json!({"conditions": [{"field": "age", "op": "gt"}]})));
        let itself = json!({"range": [{"ends": [1, 2]}]});
        assert!(right(&itself, &json!({"range": {"ends": [1, 2]}})), "or the object as it is");
    }
}
