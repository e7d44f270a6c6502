//! What a JSON Schema applies to what, so that the work of a validation can be bounded before it begins.

use std::collections::HashMap;

use measure::Phrase;
use serde_json::{Map, Value};

use crate::compiling::Compiling;
use crate::pattern::CompiledPattern;
use crate::unusable;

/// The most values of a schema, those within it included.
const MOST_VALUES: u64 = 20_000;
/// The most bytes of all texts of a schema.
const MOST_TEXT: u64 = 200_000;
/// The most regular expressions of a schema.
const MOST_PATTERNS: usize = 50;
/// How deep schemas may lie within each other, references followed.
const DEEPEST: usize = 100;

/// Keywords whose work cannot be bounded: their validator looks at every subschema again, at each level.
const UNBOUNDED: [&str; 5] =
    ["$dynamicRef", "$recursiveRef", "contentSchema", "unevaluatedItems", "unevaluatedProperties"];

/// A subschema, by what it applies.
#[derive(Debug, Default)]
pub(crate) struct Node {
    /// Steps of its own keywords for one value.
    pub(crate) own_steps: u64,
    /// States of its `pattern`, for each byte of a text.
    pub(crate) text_states: u64,
    /// States of its `patternProperties`, for each byte of a field's name.
    pub(crate) name_states: u64,
    /// Whether it looks at everything within a list.
    pub(crate) compares_items: bool,
    /// Whether a reference leads to it.
    pub(crate) is_shared: bool,
    /// Applied to the same value.
    pub(crate) in_place: Vec<usize>,
    /// Applied to the field of a name.
    pub(crate) fields: HashMap<String, usize>,
    /// Applied to any field.
    pub(crate) any_field: Vec<usize>,
    /// Applied to the names of fields.
    pub(crate) names: Vec<usize>,
    /// Applied to the items of these places.
    pub(crate) first_items: Vec<usize>,
    /// Applied to any item.
    pub(crate) any_item: Vec<usize>,
}

/// The subschemas of a schema that validation can reach; the first is the whole.
#[derive(Debug)]
pub(crate) struct SchemaGraph {
    pub(crate) nodes: Vec<Node>,
}

impl SchemaGraph {
    /// # Errors
    /// Why the schema cannot be used.
    pub(crate) fn of(schema: &Value, compiling: &mut Compiling) -> Result<Self, Phrase> {
        let (values, text) = size(schema);
        if values > MOST_VALUES || text > MOST_TEXT {
            return Err(unusable::large_schema(MOST_VALUES.into(), MOST_TEXT.into()));
        }
        let mut reader = Reader {
            root: schema,
            nodes: Vec::new(),
            known: HashMap::new(),
            patterns: 0,
            compiling,
        };
        reader.node(schema, 0)?;
        let graph = Self { nodes: reader.nodes };
        if graph.applies_itself() {
            return Err(unusable::endless_schema());
        }
        Ok(graph)
    }

    /// Whether a subschema comes back to itself at one and the same value: none is left to be looked at before the others.
    fn applies_itself(&self) -> bool {
        let mut waits_for: Vec<usize> = self.nodes.iter().map(|node| node.in_place.len()).collect();
        let mut asked_by = vec![Vec::new(); self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate() {
            for inner in &node.in_place {
                if let Some(asked_by) = asked_by.get_mut(*inner) {
                    asked_by.push(at);
                }
            }
        }
        let unasked = waits_for.iter().enumerate().filter(|(_, inner)| **inner == 0);
        let mut free: Vec<usize> = unasked.map(|(at, _)| at).collect();
        let mut looked_at = 0;
        while let Some(at) = free.pop() {
            looked_at += 1;
            for outer in asked_by.get(at).into_iter().flatten() {
                if let Some(left) = waits_for.get_mut(*outer) {
                    *left -= 1;
                    if *left == 0 {
                        free.push(*outer);
                    }
                }
            }
        }
        looked_at < self.nodes.len()
    }
}

struct Reader<'a, 'c> {
    root: &'a Value,
    nodes: Vec<Node>,
    /// Each subschema's node, by where it lies.
    known: HashMap<*const Value, usize>,
    patterns: usize,
    compiling: &'c mut Compiling,
}

impl<'a> Reader<'a, '_> {
    fn node(&mut self, schema: &'a Value, depth: usize) -> Result<usize, Phrase> {
        if let Some(known) = self.known.get(&std::ptr::from_ref(schema)) {
            return Ok(*known);
        }
        if depth > DEEPEST {
            return Err(unusable::deep_schema(DEEPEST.into()));
        }
        let at = self.nodes.len();
        self.nodes.push(Node::default());
        self.known.insert(std::ptr::from_ref(schema), at);
        let mut node = Node { own_steps: 1, ..Node::default() };
        match schema {
            Value::Bool(_) => {}
            Value::Object(keywords) => {
                for (keyword, value) in keywords {
                    self.keyword(&mut node, keyword, value, depth)?;
                }
            }
            _ => return Err(unusable::no_schema()),
        }
        if let Some(own) = self.nodes.get_mut(at) {
            // A reference to it may have been found within it.
            node.is_shared = own.is_shared;
            *own = node;
        }
        Ok(at)
    }

    fn keyword(
        &mut self,
        node: &mut Node,
        keyword: &str,
        value: &'a Value,
        depth: usize,
    ) -> Result<(), Phrase> {
        if UNBOUNDED.contains(&keyword) {
            return Err(unusable::keyword(keyword));
        }
        match keyword {
            "$ref" => {
                let target = self.target(value)?;
                let target = self.node(target, depth + 1)?;
                if let Some(shared) = self.nodes.get_mut(target) {
                    shared.is_shared = true;
                }
                node.in_place.push(target);
            }
            "$id" | "id" if depth > 0 && value.is_string() => {
                return Err(unusable::inner_id(keyword));
            }
            "$defs" | "definitions" => {}
            "allOf" | "anyOf" | "oneOf" => self.list(&mut node.in_place, value, depth)?,
            "if" | "then" | "else" | "not" => node.in_place.push(self.node(value, depth + 1)?),
            "dependentSchemas" | "dependencies" => {
                for schema in fields(value).filter(|(_, schema)| !schema.is_array()) {
                    node.in_place.push(self.node(schema.1, depth + 1)?);
                }
                node.own_steps += size(value).0;
            }
            "properties" => {
                for (name, schema) in fields(value) {
                    let field = self.node(schema, depth + 1)?;
                    node.fields.insert(name.clone(), field);
                }
                node.own_steps += steps(node.fields.len());
            }
            "patternProperties" => {
                for (pattern, schema) in fields(value) {
                    node.name_states += self.states(pattern)?;
                    node.any_field.push(self.node(schema, depth + 1)?);
                }
            }
            "additionalProperties" => node.any_field.push(self.node(value, depth + 1)?),
            "propertyNames" => node.names.push(self.node(value, depth + 1)?),
            "items" if value.is_array() => self.list(&mut node.first_items, value, depth)?,
            "prefixItems" => self.list(&mut node.first_items, value, depth)?,
            "items" | "additionalItems" | "contains" => {
                node.any_item.push(self.node(value, depth + 1)?);
            }
            "pattern" => {
                node.text_states += self.states(value.as_str().unwrap_or_default())?;
            }
            "uniqueItems" => node.compares_items |= *value != Value::Bool(false),
            // `enum`, `const`, `required` and all that need one step.
            _ => node.own_steps += size(value).0,
        }
        Ok(())
    }

    fn list(&mut self, to: &mut Vec<usize>, value: &'a Value, depth: usize) -> Result<(), Phrase> {
        for schema in value.as_array().into_iter().flatten() {
            to.push(self.node(schema, depth + 1)?);
        }
        Ok(())
    }

    /// Where a reference leads.
    fn target(&self, reference: &Value) -> Result<&'a Value, Phrase> {
        let reference = reference.as_str().unwrap_or_default();
        let pointer = reference.strip_prefix('#').and_then(unescaped);
        let pointer = pointer.ok_or_else(unusable::reference_outside)?;
        self.root.pointer(&pointer).ok_or_else(unusable::reference_nowhere)
    }

    fn states(&mut self, pattern: &str) -> Result<u64, Phrase> {
        self.patterns += 1;
        if self.patterns > MOST_PATTERNS {
            return Err(unusable::patterns_of_schema(MOST_PATTERNS.into()));
        }
        let compiled = CompiledPattern::of(pattern, self.compiling)?;
        // The validator compiles it again.
        self.compiling.spend(compiled.size())?;
        Ok(compiled.states())
    }
}

/// A JSON pointer from the fragment of a reference.
fn unescaped(fragment: &str) -> Option<String> {
    if !(fragment.is_empty() || fragment.starts_with('/')) {
        return None;
    }
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let digits = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok())?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = after.get(2..)?;
    }
    String::from_utf8(bytes).ok()
}

fn fields(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}

/// How many values a value has, itself included, and how many bytes of text.
pub(crate) fn size(value: &Value) -> (u64, u64) {
    match value {
        Value::String(text) => (1, steps(text.len())),
        Value::Array(items) => items.iter().map(size).fold((1, 0), sum),
        Value::Object(fields) => {
            let of = |(name, value): (&String, &Value)| sum(size(value), (0, steps(name.len())));
            fields.iter().map(of).fold((1, 0), sum)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => (1, 0),
    }
}

fn sum(one: (u64, u64), other: (u64, u64)) -> (u64, u64) {
    (one.0 + other.0, one.1 + other.1)
}

/// A count of things as steps.
pub(crate) fn steps(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn why(schema: &Value) -> String {
        let graph = SchemaGraph::of(schema, &mut Compiling::default());
        graph.expect_err("it cannot be used").to_string()
    }

    #[test]
    fn a_reference_leads_to_a_place_of_the_schema_itself() {
        let schema = json!({"$ref": "#/$defs/a~1b%20c", "$defs": {"a/b c": {"type": "string"}}});
        let graph = SchemaGraph::of(&schema, &mut Compiling::default()).expect("it can be used");
        assert_eq!(graph.nodes.len(), 2, "the whole and what it refers to");
        for outside in ["https://example.com/schema.json", "other.json", "#anchor", "file:///x"] {
            let sentence = why(&json!({"$ref": outside}));
            assert!(sentence.contains("outside"), "{outside}: {sentence}");
        }
        assert!(why(&json!({"$ref": "#/$defs/none"})).contains("nowhere"), "to nothing");
    }

    #[test]
    fn what_cannot_be_bounded_is_refused_by_name() {
        for keyword in UNBOUNDED {
            let sentence = why(&json!({"properties": {"a": {keyword: false}}}));
            assert!(sentence.contains(keyword), "{sentence}");
        }
        assert!(why(&json!({"$defs": {"a": {"$id": "x"}}, "$ref": "#/$defs/a"})).contains("$id"));
        assert!(why(&json!(["a"])).contains("object"), "no schema");
        let patterns: Vec<Value> = (0..=MOST_PATTERNS).map(|_| json!({"pattern": "a"})).collect();
        assert!(why(&json!({"anyOf": patterns})).contains("patterns"), "too many");
        assert!(why(&json!({"pattern": "(?=a)"})).contains("look-around"), "not linear");
        assert!(why(&json!({"enum": vec![0; 20_001]})).contains("too large"), "too many values");
        let deep = (0..60).fold(json!(true), |inner, _| json!({"items": {"not": inner}}));
        assert!(why(&deep).contains("deep"), "too deep");
    }
}
