//! The words of a captured body in the body of a lane of its dialect.

use measure::Phrase;
use serde_json::{Map, Value};

use crate::capture::read_body::meaning;
use crate::dialects::ledger::{Ledger, shown};
use crate::difference::{self, Difference};
use crate::request::Request;
use crate::request::as_pasted::{AsPasted, OF_A_LANE};
use crate::terms::merge;

/// Most fields that are compared one by one, each of which reads the whole body again. No dialect has as many; a plan from elsewhere
/// may.
const MOST_ALONE: usize = 64;

impl AsPasted {
    /// The part of it that says the same in this body; `None` if there is none.
    pub(crate) fn that_says_the_same(self, body: &Map<String, Value>) -> Option<Self> {
        let is_idle = self.fields.is_empty() && self.without.is_empty();
        let before = if is_idle { None } else { meaning(body.clone(), self.dialect) }?;
        let says_it =
            |body: Map<String, Value>| meaning(body, self.dialect).is_some_and(|is| is == before);
        if says_it(self.within(body)) {
            return Some(self);
        }
        if self.fields.len() > MOST_ALONE {
            return None;
        }
        let mut same = Self {
            dialect: self.dialect,
            effort: self.effort,
            fields: Map::new(),
            without: Vec::new(),
        };
        for (name, value) in &self.fields {
            let other = self.without.iter().find(|other| is_other_spelling(other, name));
            let alone = Self {
                dialect: self.dialect,
                effort: self.effort,
                fields: Map::from_iter([(name.clone(), value.clone())]),
                without: other.cloned().into_iter().collect(),
            };
            // One that is in no other's place would stand beside what it is to replace.
            let is_in_place = other.is_some() || body.contains_key(name);
            if is_in_place && says_it(alone.within(body)) {
                same.fields.extend(alone.fields);
                same.without.extend(alone.without);
            }
        }
        (!same.fields.is_empty()).then_some(same)
    }

    /// The body with these words.
    fn within(&self, body: &Map<String, Value>) -> Map<String, Value> {
        let mut body = body.clone();
        // A plan may come from elsewhere, and would have a lane of its own in them.
        let is_ones_own = |name: &str| !OF_A_LANE.contains(&name);
        for name in self.without.iter().filter(|name| is_ones_own(name)) {
            body.shift_remove(name);
        }
        let fields = self.fields.iter().filter(|(name, _)| is_ones_own(name));
        body.extend(fields.map(|(name, value)| (name.clone(), value.clone())));
        body
    }
}

/// Whether two names are two spellings of one, as Gemini has them, or two names of one setting.
fn is_other_spelling(one: &str, other: &str) -> bool {
    let plain = |name: &str| name.replace('_', "").to_ascii_lowercase();
    one != other && (plain(one) == plain(other) || is_other_name(one, other))
}

/// Names that one setting has at different providers.
const SYNONYMS: [[&str; 2]; 2] = [["max_tokens", "max_completion_tokens"], ["seed", "random_seed"]];

/// Whether two different names are of one setting.
fn is_other_name(one: &str, other: &str) -> bool {
    one != other && SYNONYMS.iter().any(|names| names.contains(&one) && names.contains(&other))
}

impl AsPasted {
    /// The same without the names of settings for which this body has another: its row knows what its provider takes.
    fn with_names_of(&self, body: &Map<String, Value>) -> Self {
        let is_rows = |name: &str| body.keys().any(|own| is_other_name(own, name));
        let mut kept = self.clone();
        kept.fields.retain(|name, _| !is_rows(name));
        kept.without.retain(|name| !self.fields.keys().any(|own| is_other_name(own, name)));
        kept
    }
}

/// Adds the fields of a model's family. Those of the row are told in every request, those of the family in one that was pasted for its
/// dialect; to that is added nothing of how the model thinks, if as much thinking is asked for as was pasted, and the body says how
/// or asks for none.
pub(super) fn add_fields(
    body: &mut Map<String, Value>,
    of_model: Option<&Map<String, Value>>,
    request: &Request,
    ledger: &mut Ledger,
) {
    let own = &request.payload.fields;
    let pasted = request.as_pasted();
    let mut added = of_model.cloned().unwrap_or_default();
    if let Some(pasted) = pasted {
        let is_said = |name: &str| pasted.effort == request.effort && own.contains_key(name);
        // In Messages an effort is a word beside it, which many a body has without any thinking.
        let is_unasked = |name: &str| name == "thinking" && request.is_word_alone();
        added.retain(|name, _| {
            !pasted.adds(name, request.effort) && !is_said(name) && !is_unasked(name)
        });
    }
    // In a request that was written here they say how its effort is asked for.
    let of_model = added.iter().filter(|_| pasted.is_some());
    for (name, value) in of_model.chain(&request.provider.extra_body) {
        // A lane's tier is one of its settings, which it shows.
        if own.get(name) != Some(value) && !request.provider.asks_for_tier_by(name) {
            let sent = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            ledger.differs(Difference {
                field: difference::field(&shown(name)),
                asked: None,
                sent: Some(Phrase::verbatim(&shown(&sent))),
                why: difference::of_model(),
            });
        }
    }
    merge(body, &added);
}

/// Puts the words of a captured body in place of the dialect's own, where they say the same. A row of the catalogue keeps its own
/// names of settings, which are those that its provider takes.
pub(super) fn put_words(
    pasted: &AsPasted,
    body: &mut Map<String, Value>,
    is_of_row: bool,
    ledger: &mut Ledger,
) {
    let of_lane = if is_of_row { pasted.with_names_of(body) } else { pasted.clone() };
    let same = of_lane.clone().that_says_the_same(body);
    let is_kept = |name: &str| same.as_ref().is_some_and(|same| same.fields.contains_key(name));
    for name in pasted.fields.keys().filter(|name| !is_kept(name)) {
        let why = if of_lane.fields.contains_key(name) {
            difference::written_anew()
        } else {
            difference::other_name()
        };
        ledger.left_out(difference::wording(&shown(name)), None, why);
    }
    if let Some(same) = same {
        *body = same.within(body);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::{Map, json};

    use crate::catalogue;
    use crate::dialects::testing::request;
    use crate::effort::Effort;
    use crate::request::as_pasted::AsPasted;
    use crate::request::payload::Payload;

    #[test]
    fn a_pasted_effort_of_messages_turns_no_thinking_on_that_was_not_pasted() {
        let row = catalogue::provider("anthropic").expect("in the catalogue").clone();
        let mut asked = request(row.dialect);
        asked.provider = row;
        asked.effort = Some(Effort::Medium);
        let pasted = |effort, model: &str| {
            let mut asked = asked.clone();
            asked.model = model.to_owned();
            let dialect = asked.provider.dialect;
            let as_pasted = AsPasted { dialect, effort, fields: Map::new(), without: Vec::new() };
            asked.payload = Arc::new(Payload { as_pasted: Some(as_pasted), ..Payload::default() });
            asked
        };
        for model in ["claude-sonnet-4-6", "claude-opus-5-5"] {
            let same = pasted(Some(Effort::Medium), model);
            let body = same.body(None);
            assert_eq!(body["output_config"], json!({ "effort": "medium" }), "{body}");
            assert!(body.get("thinking").is_none(), "{body}");
            assert!(pasted(None, model).body(None).get("thinking").is_some(), "another effort");
        }
        let body = pasted(Some(Effort::Medium), "claude-sonnet-4-6").body(None);
        assert_eq!(body["temperature"], 0.5, "it does not think: {body}");
    }

    #[test]
    fn what_a_row_adds_to_a_whole_request_is_told_whether_or_not_it_was_pasted() {
        let row = catalogue::provider("openrouter").expect("in the catalogue").clone();
        let mut asked = request(row.dialect);
        asked.provider = row;
        assert_eq!(asked.body(None)["usage"], json!({ "include": true }), "it is added");
        asked.payload = Arc::new(Payload { seed: Some(7), ..Payload::default() });
        let told: Vec<String> = asked.adjustments().iter().map(ToString::to_string).collect();
        assert!(told.iter().any(|told| told.starts_with("`usage` ")), "{told:?}");
        let own = json!({ "usage": { "include": true } });
        let fields = own.as_object().expect("an object").clone();
        asked.payload = Arc::new(Payload { fields, ..Payload::default() });
        assert_eq!(asked.adjustments(), [], "what was asked is not added");
    }
}
