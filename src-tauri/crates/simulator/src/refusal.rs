//! Error responses instead of a completion.

use crate::ask::Ask;
use crate::knobs::{FaultKind, InjectedFault, StreamOptions};
use crate::response::{ApiError, Response};

/// The error response of a request, if it gets no completion. Only the fault `401` reads `authorization`, and only to
/// echo it in part, as `OpenAI` does.
pub(crate) fn of(
    ask: &Ask,
    fault: Option<InjectedFault>,
    authorization: Option<&str>,
) -> Option<Response> {
    if ask.has_stream_options && ask.knobs.stream_options != StreamOptions::Accepted {
        return Some(stream_options(ask.knobs.stream_options).into());
    }
    let error = match fault?.kind {
        FaultKind::Unauthorized => unauthorized(authorization),
        FaultKind::NotFound => ApiError::model_not_found(&ask.model),
        FaultKind::TooManyRequests => {
            let message = format!("Rate limit reached for {} on requests per min.", ask.model);
            let error = ApiError {
                status: 429,
                message,
                kind: "requests",
                param: None,
                code: Some("rate_limit_exceeded"),
            };
            let seconds = ask.knobs.retry_after_ns.div_ceil(1_000_000_000).to_string();
            return Some(
                Response::from(error)
                    .with_header("retry-after", &seconds)
                    .with_header("x-ratelimit-remaining-requests", "0"),
            );
        }
        FaultKind::ServerError => {
            ApiError::server(500, "The server had an error while processing your request.")
        }
        FaultKind::Unavailable => {
            ApiError::server(503, "The engine is currently overloaded, please try again later.")
        }
        FaultKind::Html => {
            return Some(Response {
                status: 200,
                content_type: "text/html; charset=utf-8",
                headers: String::new(),
                body: "<!doctype html>\n<title>Sign in to the network</title>\n\
                       <p>Please accept the terms to go on.</p>\n"
                    .to_owned(),
            });
        }
        FaultKind::Drop
        | FaultKind::Reset
        | FaultKind::Stall
        | FaultKind::Error
        | FaultKind::ErrorEvent
        | FaultKind::ErrorDone
        | FaultKind::ErrorLate
        | FaultKind::Json => return None,
    };
    Some(error.into())
}

fn stream_options(policy: StreamOptions) -> ApiError {
    let refused = |code, message| ApiError::invalid(Some("stream_options"), code, message);
    if policy == StreamOptions::Unprocessable {
        let message = "body.stream_options: Extra inputs are not permitted";
        return ApiError { status: 422, ..refused(Some("extra_forbidden"), message) };
    }
    refused(None, "Unrecognized request argument supplied: stream_options")
}

fn unauthorized(authorization: Option<&str>) -> ApiError {
    let key = authorization.map(|value| value.strip_prefix("Bearer ").unwrap_or(value));
    let message = match key {
        None => "You didn't provide an API key.".to_owned(),
        Some(key) => format!("Incorrect API key provided: {}.", masked(key)),
    };
    ApiError { status: 401, ..ApiError::invalid(None, Some("invalid_api_key"), message) }
}

/// The first eight characters and the last four, and no more than half of the key.
fn masked(key: &str) -> String {
    let length = key.chars().count();
    let (head, tail) = ((length / 4).min(8), (length / 4).min(4));
    let kept = |index: usize| index < head || index >= length - tail;
    key.chars().enumerate().map(|(index, char)| if kept(index) { char } else { '*' }).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn refused(model: &str, authorization: Option<&str>) -> Option<Response> {
        let body = json!({
            "model": model, "stream": true, "stream_options": { "include_usage": true },
            "messages": [{ "role": "user", "content": "hi" }],
        });
        let ask = Ask::from_body(body.to_string().as_bytes()).expect("the request is right");
        let fault = ask.knobs.fault_for(1);
        of(&ask, fault, authorization)
    }

    #[test]
    fn stream_options_are_refused_by_name_where_the_knob_says() {
        assert_eq!(refused("scripted", None), None, "most providers know them");
        for (policy, status) in [("400", 400), ("422", 422)] {
            let response = refused(&format!("scripted?stream_options={policy}"), None);
            let response = response.expect("a strict gateway");
            assert_eq!(response.status, status, "as the knob says");
            assert!(response.body.contains("stream_options"), "the client must learn which one");
        }
    }

    #[test]
    fn a_key_is_echoed_in_part() {
        let key = "sk-marker-0123456789-abcdefghij";
        let response = refused("scripted?fault=401", Some(&format!("Bearer {key}")));
        let body = response.expect("401").body;
        assert!(body.contains("sk-mark"), "its head is there for a redaction test to find");
        assert!(body.contains("ghij"), "and its tail");
        assert!(!body.contains("0123456789"), "its middle is not");
        assert_eq!(masked("ab"), "**", "a short key is hidden whole");
    }

    #[test]
    fn too_many_requests_say_when_to_come_back() {
        let response = refused("scripted?fault=429&retry_after=1.5s", None).expect("429");
        assert_eq!(response.status, 429, "the status of a rate limit");
        assert!(response.headers.contains("retry-after: 2\r\n"), "whole seconds, rounded up");
    }
}
