//! The body and the headers of a request: what its dialect writes, the fields of the model's family and row, and the
//! request's own, which may add to all of it and overwrite nothing that was asked for.

use std::fmt;

use hyper::header::{HeaderMap, HeaderName, HeaderValue};
use measure::Phrase;
use serde_json::{Map, Value};

use crate::capture::openapi::{ORDER, has_order};
use crate::catalogue;
use crate::catalogue::recognise::names_key;
use crate::dialects::dialect::Dialect;
use crate::dialects::ledger::{Ledger, shown};
use crate::difference::{self, Adjustment, Difference};
use crate::extra::Extra;
use crate::limits::{
    DEEPEST_REQUEST, LARGEST_REQUEST, LONGEST_OWN_HEADER, MOST_OWN_HEADERS, MOST_TURNS,
};
use crate::request::Request;
use crate::request::refusal::Refusal;
use crate::request::turn::{Part, Role};
use crate::request::uncarried;
use crate::terms::merge;
use crate::wire::carried_key;
use crate::wire::json_size::Size;
use crate::wire::known_settings::check_known;
use crate::wire::pasted_words::{add_fields, put_words};

/// Fields that are written from the conversation, the lane, and how it is measured.
const WRITTEN: [&str; 10] = [
    "stream",
    "model",
    "version",
    "messages",
    "contents",
    "prompt",
    "system",
    "system_instruction",
    "systemInstruction",
    "instructions",
];
/// Fields that limit an answer, whose limit the budget has to know.
const LIMITS: [&str; 7] = [
    "max_tokens",
    "max_completion_tokens",
    "max_output_tokens",
    "maxOutputTokens",
    "max_new_tokens",
    "max_length",
    "num_predict",
];
/// Fields whose limit is of the thoughts alone, which count against that of the answer.
const THOUGHTS: [&str; 2] = ["reasoning", "thinking"];
/// Fields by which one request is answered several times; one answer is timed.
const ANSWERS: [&str; 4] = ["n", "best_of", "candidateCount", "candidate_count"];
/// Fields that hold the settings of an answer, in which one asks for several as well.
const GENERATION: [&str; 3] = ["generationConfig", "generation_config", "options"];
/// Fields that are sent without being asked for, so that the request's own word counts.
const DEFAULTS: [&str; 8] = [
    "store",
    "truncate",
    "shift",
    "stream_options",
    "usage",
    "reasoning.summary",
    "generation_config.thinking_summaries",
    "generationConfig.thinkingConfig.includeThoughts",
];
/// Dialects in which instructions stand beside the conversation, which has a turn at least.
const NEEDS_A_TURN: [Dialect; 4] =
    [Dialect::Anthropic, Dialect::Gemini, Dialect::GeminiInteractions, Dialect::Replicate];
/// Headers that belong to the connection, to a key, or to how the answer is measured.
const HEADERS: [&str; 20] = [
    "authorization",
    "proxy-authorization",
    "x-api-key",
    "api-key",
    "x-goog-api-key",
    "cookie",
    "host",
    "content-length",
    "content-type",
    "content-encoding",
    "transfer-encoding",
    "connection",
    "keep-alive",
    "te",
    "trailer",
    "upgrade",
    "expect",
    "accept",
    "accept-encoding",
    "user-agent",
];
/// The largest number that every reader of JSON keeps as it is.
const LARGEST_SEED: u64 = 1 << 53;
/// The header that names a vendor's preliminary features, several after one another.
const BETA: &str = "anthropic-beta";

/// Removes a field of a body, `a.b` being `b` within `a`.
fn remove(body: &mut Map<String, Value>, path: &str) {
    match path.split_once('.') {
        None => {
            body.shift_remove(path);
        }
        Some((object, rest)) => {
            if let Some(Value::Object(within)) = body.get_mut(object) {
                remove(within, rest);
            }
        }
    }
}

impl Request {
    /// What this lane cannot carry of the request. It prevents the start; empty if everything is sent.
    pub fn refusals(&self) -> Vec<Refusal> {
        let (body, mut ledger) = self.written(None);
        let has_only_instructions = self.conversation().all(|(_, turn)| is_instruction(turn.role));
        let is_stored = self.payload.asks_what_is_stored();
        if has_only_instructions && !is_stored && NEEDS_A_TURN.contains(&self.provider.dialect) {
            let api = self.provider.dialect.title();
            ledger.refuse("prompt", uncarried::only_instructions(api));
        }
        let turns = self.payload.turns.len();
        if turns > MOST_TURNS {
            ledger.refuse("turns", uncarried::turns(turns.into(), MOST_TURNS.into()));
        }
        if self.payload.seed.is_some_and(|seed| seed.unsigned_abs() > LARGEST_SEED) {
            ledger.refuse("seed", uncarried::large_seed());
        }
        if Size::of(&body) > LARGEST_REQUEST {
            let most = LARGEST_REQUEST / (1024 * 1024);
            ledger.refuse("turns", uncarried::length(most.into()));
        }
        if self.payload.turns.iter().flat_map(|turn| &turn.parts).any(Part::has_no_bytes) {
            ledger.refuse("turns", uncarried::no_bytes());
        }
        if self.payload.is_too_deep() {
            ledger.refuse("fields", uncarried::depth(DEEPEST_REQUEST.into()));
        }
        if let Some(place) = carried_key::in_payload(&self.payload) {
            ledger.refuse("fields", uncarried::key_in_field(&place));
        }
        self.check_headers(&mut ledger);
        ledger.refusals
    }

    /// Settings of the plan that this model does not accept, and what is sent instead. Empty if everything is sent as
    /// asked.
    pub fn adjustments(&self) -> Vec<Adjustment> {
        self.all_differences().iter().map(Difference::adjustment).collect()
    }

    /// The same, each in a sentence.
    pub fn differences(&self) -> Vec<Phrase> {
        self.all_differences().into_iter().map(Difference::phrase).collect()
    }

    fn all_differences(&self) -> Vec<Difference> {
        let mut differences = self.terms().differences;
        if !self.payload.is_empty() {
            differences.extend(self.written(None).1.all_differences());
        }
        differences
    }

    /// The body as the dialect writes it, with the fields of the model's family and row, and those of the request's own.
    /// `without` is the option that the second attempt leaves out.
    pub(crate) fn body(&self, without: Option<Extra>) -> Value {
        self.written(without).0
    }

    fn written(&self, without: Option<Extra>) -> (Value, Ledger) {
        let terms = self.terms();
        let mut ledger = Ledger::new(self.provider.dialect, self.payload.dialect);
        let wire = self.provider.dialect.wire();
        let mut body = wire.body(self, &terms, without, &mut ledger);
        if let Value::Object(body) = &mut body {
            if !self.provider.model_in_body {
                body.shift_remove("model");
            }
            let pasted = self.as_pasted();
            add_fields(body, terms.fields, self, &mut ledger);
            merge(body, &self.provider.extra_body);
            self.add_own(body, &mut ledger);
            check_known(self, &terms, body, &mut ledger);
            if pasted.is_none() {
                self.tell_order(&mut ledger);
            }
            if let Some(pasted) = pasted {
                let id = self.provider.id.as_str();
                let is_of_row = id != "custom" && catalogue::provider(id).is_some();
                put_words(pasted, body, is_of_row, &mut ledger);
            }
            // Asked for by the request's own words too, it would be refused a second time.
            if let Some(option) = without {
                remove(body, option.field());
            }
        }
        if self.payload.is_empty() {
            // No name of a user's is in it, and it stays byte for byte what it was in every earlier run.
            body.sort_all_objects();
        }
        (body, ledger)
    }

    fn add_own(&self, body: &mut Map<String, Value>, ledger: &mut Ledger) {
        // Its inputs are the model's own, so a request may name any of them.
        let names_inputs = self.provider.dialect == Dialect::Replicate;
        for (name, value) in &self.payload.fields {
            let is_input = name == "input" && !names_inputs;
            let is_written = WRITTEN.contains(&name.as_str()) && !self.names_stored_prompt(name);
            if is_written || is_input {
                ledger.refuse("fields", uncarried::written_field(&shown(name)));
            } else if ledger.takes_field(name, value) {
                add(body, &Path { before: None, name }, value, ledger);
            }
        }
    }

    /// Tells that a schema has a word of Gemini's, which goes along and other dialects do not know.
    fn tell_order(&self, ledger: &mut Ledger) {
        let is_read = self.provider.dialect == Dialect::Gemini;
        if !is_read && self.payload.every_schema().any(has_order) {
            let field = difference::field(ORDER);
            ledger.left_out(field, None, difference::order_of_gemini());
        }
    }

    /// Whether a field names a prompt that is stored at the provider, beside what is asked here.
    fn names_stored_prompt(&self, name: &str) -> bool {
        name == "prompt" && self.payload.dialect == Some(Dialect::OpenaiResponses)
    }

    fn check_headers(&self, ledger: &mut Ledger) {
        let headers = &self.payload.headers;
        if headers.len() > MOST_OWN_HEADERS {
            let message = uncarried::headers(headers.len().into(), MOST_OWN_HEADERS.into());
            ledger.refuse("headers", message);
        }
        let wire = self.provider.dialect.wire();
        let of_row: Vec<&str> = self.provider.own_headers().map(|(name, _)| name).collect();
        let of_dialect: Vec<&str> = wire.headers().iter().map(|(name, _)| *name).collect();
        for (name, value) in headers {
            if !ledger.takes_own("headers", || uncarried::own_header(&shown(name))) {
                continue;
            }
            let lower = name.to_ascii_lowercase();
            let called = shown(&lower);
            let is = |other: &&str| other.eq_ignore_ascii_case(&lower);
            let message = if HEADERS.contains(&lower.as_str()) || names_key(&lower) {
                uncarried::our_header(&called)
            } else if lower != BETA && of_row.iter().chain(&of_dialect).any(is) {
                uncarried::providers_header(&called, &self.provider.label)
            } else if value.len() > LONGEST_OWN_HEADER {
                uncarried::long_header(&called, LONGEST_OWN_HEADER.into())
            } else if carried_key::is_carried_by_header("", value) {
                uncarried::key_in_header(&called)
            } else if HeaderName::from_bytes(name.as_bytes()).is_err()
                || HeaderValue::from_str(value).is_err()
            {
                uncarried::no_header(&called)
            } else {
                continue;
            };
            ledger.refuse("headers", message);
        }
    }

    /// Adds the request's own headers to those of its message.
    pub(crate) fn add_headers(&self, into: &mut HeaderMap) {
        let dialect = self.payload.dialect;
        if dialect.is_some_and(|dialect| dialect != self.provider.dialect) {
            return;
        }
        for (name, value) in &self.payload.headers {
            // None that was refused is ever sent, whoever calls.
            let is_own = !HEADERS.contains(&name.to_ascii_lowercase().as_str()) && !names_key(name);
            let (Ok(name), Ok(mut value)) =
                (HeaderName::from_bytes(name.as_bytes()), HeaderValue::from_str(value))
            else {
                continue;
            };
            let before = into.get(&name).and_then(|before| before.to_str().ok());
            match before {
                Some(before) if name == BETA => {
                    let both = format!("{before},{}", value.to_str().unwrap_or_default());
                    let Ok(both) = HeaderValue::from_str(&both) else { continue };
                    value = both;
                }
                Some(_) => continue,
                None => {}
            }
            if is_own {
                into.insert(name, value);
            }
        }
    }
}

fn is_instruction(role: Role) -> bool {
    matches!(role, Role::System | Role::Developer)
}

/// The names of the fields around a field and its own. It is written out only for a message, because a request may have
/// a million fields.
struct Path<'a> {
    before: Option<&'a Self>,
    name: &'a str,
}

impl Path<'_> {
    fn depth(&self) -> usize {
        1 + self.before.map_or(0, Path::depth)
    }

    /// Whether it is at, or within, the field that `place` names with dots.
    fn is_within(&self, place: &str) -> bool {
        let names = |path: &str| path.split('.').rev().map(str::to_owned).collect::<Vec<_>>();
        let (place, mut at) = (names(place), Some(self));
        while let Some(path) = at {
            if path.depth() == place.len() {
                let mut own = Some(path);
                return place.iter().all(|name| {
                    let is_same = own.is_some_and(|own| own.name == name);
                    own = own.and_then(|own| own.before);
                    is_same
                });
            }
            at = path.before;
        }
        false
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(before) = self.before {
            write!(f, "{before}.")?;
        }
        f.write_str(&shown(self.name))
    }
}

/// Adds a field without overwriting one.
fn add(into: &mut Map<String, Value>, path: &Path<'_>, value: &Value, ledger: &mut Ledger) {
    let name = path.name;
    let is_of_thoughts = path.before.is_some_and(|before| THOUGHTS.contains(&before.name));
    if LIMITS.contains(&name) && path.depth() <= 2 && !is_of_thoughts {
        ledger.refuse("fields", uncarried::limiting_field(&path.to_string()));
        return;
    }
    if name == "background" && path.before.is_none() && value == &Value::Bool(true) {
        ledger.refuse("fields", uncarried::background());
        return;
    }
    if ANSWERS.contains(&name) && path.depth() <= 2 && value.as_f64() != Some(1.0) {
        let is_setting = path.before.is_none_or(|before| GENERATION.contains(&before.name));
        if is_setting {
            ledger.refuse("fields", uncarried::several_answers(&path.to_string()));
            return;
        }
    }
    let inner = |into: &mut Map<String, Value>, from: &Map<String, Value>, ledger: &mut Ledger| {
        for (name, value) in from {
            add(into, &Path { before: Some(path), name }, value, ledger);
        }
    };
    match (into.get_mut(name), value) {
        (Some(Value::Object(into)), Value::Object(from)) => inner(into, from, ledger),
        (Some(is), value) if is == value => {}
        (Some(_), _) if !DEFAULTS.iter().any(|default| path.is_within(default)) => {
            ledger.refuse("fields", uncarried::field_set_twice(&path.to_string()));
        }
        (_, Value::Object(from)) => {
            // Field by field, so that one within it is looked at as well.
            let mut fresh = Map::new();
            inner(&mut fresh, from, ledger);
            into.insert(name.to_owned(), fresh.into());
        }
        (_, value) => {
            into.insert(name.to_owned(), value.clone());
        }
    }
}
