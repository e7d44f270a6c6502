//! The calls of functions in a Gemini body, which need not have ids.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde_json::{Map, Value};

/// The ids of the calls of a body.
fn ids(body: &Map<String, Value>) -> BTreeSet<String> {
    let contents = body.get("contents").and_then(Value::as_array).into_iter().flatten();
    let parts = contents.filter_map(|content| content.get("parts")?.as_array()).flatten();
    let calls = parts.filter_map(|part| part.get("functionCall").or(part.get("function_call")));
    calls.filter_map(|call| Some(call.get("id")?.as_str()?.to_owned())).collect()
}

/// Calls without an id, which are matched with their results by name and order.
#[derive(Default)]
pub(super) struct Calls {
    made: usize,
    open: BTreeMap<String, VecDeque<String>>,
    /// The names of the functions that were called, by the ids of the calls.
    pub(super) names: BTreeMap<String, String>,
    /// The ids that the body itself has.
    taken: BTreeSet<String>,
}

impl Calls {
    /// None yet of the calls of this body.
    pub(super) fn of(body: &Map<String, Value>) -> Self {
        Self { taken: ids(body), ..Self::default() }
    }

    pub(super) fn called(&mut self, name: &str, id: Option<String>) -> String {
        self.made += 1;
        let id = id.unwrap_or_else(|| {
            while self.taken.contains(&format!("call_{}", self.made)) {
                self.made += 1;
            }
            let id = format!("call_{}", self.made);
            self.open.entry(name.to_owned()).or_default().push_back(id.clone());
            id
        });
        self.names.insert(id.clone(), name.to_owned());
        id
    }

    pub(super) fn returned(&mut self, name: &str, id: Option<String>) -> String {
        let of_order = || self.open.get_mut(name)?.pop_front();
        id.or_else(of_order).unwrap_or_else(|| format!("call_of_{name}"))
    }
}
