//! The routes.

use serde_json::{Value, json};

use crate::ask::Ask;
use crate::clock::Nanos;
use crate::connection::QueuedRequest;
use crate::profile::{Profile, profiles};
use crate::refusal;
use crate::request::Request;
use crate::response::{ApiError, Framing, Response};
use crate::script::{AnswerContext, Script, Wait};
use crate::server::Server;
use crate::truth::Truth;

/// Maximum number of model names counted; beyond it counting restarts.
const MOST_MODELS: usize = 10_000;
/// Maximum number of prompts in the cache, and of known schemas; beyond it they are forgotten.
const MOST_PROMPTS: usize = 10_000;

const COMPLETIONS: &str = "/v1/chat/completions";
const MODELS: &str = "/v1/models";
const TRUTH: &str = "/truth";

impl Server {
    /// Answers a complete request.
    pub(crate) fn answer(&mut self, id: usize, request: &Request, read_at: Nanos) {
        if request.method == "POST" && request.path == COMPLETIONS {
            return self.complete(id, request, read_at);
        }
        let response = self.resource(request, read_at);
        self.respond(id, &response, request.method == "HEAD", request.close);
    }

    fn resource(&self, request: &Request, read_at: Nanos) -> Response {
        let path = request.path.as_str();
        let model = path.strip_prefix(MODELS).and_then(|rest| rest.strip_prefix('/'));
        let allowed = match path {
            COMPLETIONS => "POST, OPTIONS",
            MODELS | TRUTH => "GET, HEAD, OPTIONS",
            _ if model.is_some() => "GET, HEAD, OPTIONS",
            _ => return Response::not_served(404, &format!("Unknown request URL: {path}.")),
        };
        let method = request.method.as_str();
        if method == "OPTIONS" {
            let empty = String::new();
            let response =
                Response { status: 204, content_type: "", headers: String::new(), body: empty };
            return response.with_header("allow", allowed);
        }
        if !allowed.split(", ").any(|allowed| allowed == method) {
            let message = format!("Not allowed to {method} on {path}.");
            return Response::not_served(405, &message).with_header("allow", allowed);
        }
        let created_unix_s = self.created_unix_s(read_at);
        match (path, model) {
            (TRUTH, _) => Response::json(200, &json!(self.shared.truths())),
            (_, Some(model)) => match Profile::named(model) {
                Some(profile) => Response::json(200, &described(profile, created_unix_s)),
                None => ApiError::model_not_found(model).into(),
            },
            _ => {
                let models = profiles().iter().map(|profile| described(profile, created_unix_s));
                let models: Vec<_> = models.collect();
                Response::json(200, &json!({ "object": "list", "data": models }))
            }
        }
    }

    /// The request with the time for its prompt, which is then in the cache if the model has one, and for a schema that is new.
    fn read_prompt(&mut self, mut ask: Ask) -> Ask {
        if let Some(hash) = ask.schema_hash.filter(|_| ask.knobs.schema_ns > 0) {
            if self.schemas.len() >= MOST_PROMPTS {
                self.schemas.clear();
            }
            if self.schemas.insert(hash) {
                ask.knobs.ttft_ns = ask.knobs.ttft_ns.saturating_add(ask.knobs.schema_ns);
            }
        }
        if !ask.knobs.caches {
            return ask.with_prompt_read();
        }
        if self.cached.len() >= MOST_PROMPTS {
            self.cached.clear();
        }
        let is_new = self.cached.insert(ask.prompt_hash);
        let ask = if is_new { ask } else { ask.found_in_cache() };
        ask.with_prompt_read()
    }

    fn complete(&mut self, id: usize, request: &Request, read_at: Nanos) {
        let ask = match Ask::from_body(&request.body) {
            Ok(ask) => ask,
            Err(error) => return self.respond(id, &error.into(), false, request.close),
        };
        let ask = self.read_prompt(ask);
        self.sequence += 1;
        if self.numbers.len() >= MOST_MODELS {
            self.numbers.clear();
        }
        let number = self.numbers.entry(ask.model.clone()).or_default();
        *number += 1;
        let number = *number;
        let truth = Truth::new(self.sequence, ask.model.clone());
        // Without chunks, the end of the connection is the only possible end of a stream.
        let framing = Framing { chunked: request.chunks, close: request.close || !request.chunks };
        let fault = ask.knobs.fault_for(number);
        if let Some(response) = refusal::of(&ask, fault, request.authorization.as_deref()) {
            let circumstances = AnswerContext {
                sequence: self.sequence,
                number,
                created_unix_s: self.created_unix_s(read_at),
                in_flight: self.load.in_flight(ask.profile),
                framing,
            };
            let script = Script::at_once(response, Wait::default(), circumstances);
            return self.start(id, read_at, script, truth, read_at, None);
        }
        self.admit(
            id,
            QueuedRequest { ask, fault, number, framing, read_at, truth, has_slot: false },
        );
    }
}

fn described(profile: &Profile, created_unix_s: u64) -> Value {
    json!({
        "id": profile.model, "object": "model", "created": created_unix_s, "owned_by": "simulator",
    })
}
