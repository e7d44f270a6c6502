//! How much work the validation of a value against a schema is at most.

use std::collections::HashMap;

use serde_json::Value;

use crate::schema_graph::{Node, SchemaGraph, size, steps};

/// The most steps of one validation, a step being some tens of nanoseconds.
const MOST_STEPS: u64 = 5_000_000;
/// How many schemas may be in evaluation within each other.
const DEEPEST: u64 = 400;
/// States of an automaton that are looked at in the time of one step.
const STATES_PER_STEP: u64 = 10;
/// Bytes of text that are looked at in the time of one step.
const BYTES_PER_STEP: u64 = 16;

/// The work of evaluating a subschema for a value.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Work {
    steps: u64,
    /// How many schemas are in evaluation within each other at most.
    height: u64,
}

impl Work {
    /// Adds what is evaluated within it.
    fn add(&mut self, inner: Self) {
        self.steps = self.steps.saturating_add(inner.steps);
        self.height = self.height.max(inner.height + 1);
    }
}

/// The most steps that the validation of `value` can take, whatever its result; `None` if that is more than a validation may
/// take. Finding out takes at most as many steps.
pub(crate) fn most_steps(graph: &SchemaGraph, value: &Value) -> Option<u64> {
    let mut reckoning = Reckoning { graph, shared: HashMap::new(), left: MOST_STEPS };
    let work = reckoning.work(0, value, 0)?;
    (work.steps <= MOST_STEPS).then_some(work.steps)
}

struct Reckoning<'a> {
    graph: &'a SchemaGraph,
    /// The work of subschemas to which references lead; absent while it is being reckoned.
    shared: HashMap<(usize, *const Value), Option<Work>>,
    /// Steps that the reckoning itself may still take.
    left: u64,
}

impl<'a> Reckoning<'a> {
    fn work(&mut self, at: usize, value: &'a Value, depth: u64) -> Option<Work> {
        self.left = self.left.checked_sub(1)?;
        let node = self.graph.nodes.get(at)?;
        let place = (at, std::ptr::from_ref(value));
        if node.is_shared {
            match self.shared.get(&place) {
                Some(Some(known)) => {
                    return (depth + known.height <= DEEPEST).then_some(*known);
                }
                // A cycle that gets nowhere is not followed by the validator either.
                Some(None) => return Some(Work::default()),
                None => drop(self.shared.insert(place, None)),
            }
        }
        if depth > DEEPEST {
            return None;
        }
        let mut work = Work { steps: node.own_steps, height: 0 };
        for inner in &node.in_place {
            work.add(self.work(*inner, value, depth + 1)?);
        }
        match value {
            Value::String(text) => {
                let bytes = steps(text.len());
                work.add(Work { steps: of_text(bytes, node.text_states), height: 0 });
            }
            Value::Array(items) => self.items(&mut work, node, items, depth)?,
            Value::Object(fields) => {
                for (name, value) in fields {
                    let own = node.fields.get(name).into_iter();
                    for inner in own.chain(&node.any_field) {
                        work.add(self.work(*inner, value, depth + 1)?);
                    }
                    let bytes = steps(name.len());
                    work.add(Work { steps: of_text(bytes, node.name_states), height: 0 });
                    for inner in &node.names {
                        work.add(self.name_work(*inner, bytes, depth + 1)?);
                    }
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
        if node.is_shared {
            self.shared.insert(place, Some(work));
        }
        Some(work)
    }

    /// The work of evaluating a subschema for the name of a field, which is a text of so many bytes.
    fn name_work(&mut self, at: usize, bytes: u64, depth: u64) -> Option<Work> {
        self.left = self.left.checked_sub(1)?;
        let node = self.graph.nodes.get(at).filter(|_| depth <= DEEPEST)?;
        let mut work = Work { steps: node.own_steps + of_text(bytes, node.text_states), height: 0 };
        for inner in &node.in_place {
            work.add(self.name_work(*inner, bytes, depth + 1)?);
        }
        Some(work)
    }

    fn items(
        &mut self,
        work: &mut Work,
        node: &Node,
        items: &'a [Value],
        depth: u64,
    ) -> Option<()> {
        if node.compares_items {
            let (values, text) = items
                .iter()
                .map(size)
                .fold((0, 0), |(values, text), (v, t)| (values + v, text + t));
            // Few items are compared with each other, many are hashed: each is looked at up to 15 times.
            let looked_at = 15 * (values + text / BYTES_PER_STEP);
            self.left = self.left.checked_sub(values)?;
            work.add(Work { steps: looked_at, height: 0 });
        }
        for (at, value) in items.iter().enumerate() {
            let own = node.first_items.get(at).into_iter();
            for inner in own.chain(&node.any_item) {
                work.add(self.work(*inner, value, depth + 1)?);
            }
        }
        Some(())
    }
}

/// The steps of looking at a text with automata of so many states together.
fn of_text(bytes: u64, states: u64) -> u64 {
    (bytes / BYTES_PER_STEP).saturating_add(bytes.saturating_mul(states) / STATES_PER_STEP)
}
