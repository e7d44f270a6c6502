//! Responses that are sent as a whole, and the format of errors.

use std::fmt::Write as _;

use serde_json::{Value, json};

/// How the end of a body is signalled.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Framing {
    /// In chunks; otherwise a stream ends with the connection.
    pub(crate) chunked: bool,
    /// Whether the connection closes after this answer.
    pub(crate) close: bool,
}

/// One complete HTTP response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) content_type: &'static str,
    /// Further headers, each ending its line.
    pub(crate) headers: String,
    pub(crate) body: String,
}

/// An error in the format of `OpenAI`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ApiError {
    pub(crate) status: u16,
    pub(crate) message: String,
    pub(crate) kind: &'static str,
    /// The invalid parameter.
    pub(crate) param: Option<&'static str>,
    pub(crate) code: Option<&'static str>,
}

impl ApiError {
    /// A request whose parameter `param` is invalid.
    pub(crate) fn invalid(
        param: Option<&'static str>,
        code: Option<&'static str>,
        message: impl Into<String>,
    ) -> Self {
        Self { status: 400, message: message.into(), kind: "invalid_request_error", param, code }
    }

    pub(crate) fn model_not_found(model: &str) -> Self {
        let message =
            format!("The model `{model}` does not exist or you do not have access to it.");
        Self { status: 404, ..Self::invalid(None, Some("model_not_found"), message) }
    }

    pub(crate) fn server(status: u16, message: &str) -> Self {
        let message = message.to_owned();
        Self { status, message, kind: "server_error", param: None, code: None }
    }

    pub(crate) fn json(&self) -> Value {
        json!({ "error": {
            "message": self.message, "type": self.kind, "param": self.param, "code": self.code,
        } })
    }
}

impl From<ApiError> for Response {
    fn from(error: ApiError) -> Self {
        Self::json(error.status, &error.json())
    }
}

impl Response {
    pub(crate) fn json(status: u16, body: &Value) -> Self {
        Self {
            status,
            content_type: "application/json",
            headers: String::new(),
            body: body.to_string(),
        }
    }

    /// Nothing is served under this path or with this method.
    pub(crate) fn not_served(status: u16, message: &str) -> Self {
        ApiError { status, ..ApiError::invalid(None, None, message) }.into()
    }

    pub(crate) fn with_header(mut self, name: &str, value: &str) -> Self {
        let _ = write!(self.headers, "{name}: {value}\r\n");
        self
    }

    /// The answer's bytes; a HEAD request gets the same headers without a body.
    pub(crate) fn bytes(&self, head_only: bool, close: bool) -> Vec<u8> {
        let mut text = head(self.status);
        if self.status != 204 {
            let length = self.body.len();
            let _ = write!(text, "content-type: {}\r\n", self.content_type);
            let _ = write!(text, "content-length: {length}\r\n");
        }
        text.push_str(&self.headers);
        text.push_str(if close { "connection: close\r\n\r\n" } else { "\r\n" });
        if !head_only {
            text.push_str(&self.body);
        }
        text.into_bytes()
    }
}

/// The head of a streamed answer; without chunks it ends with the connection.
pub(crate) fn stream_head(sequence: u64, framing: Framing) -> Vec<u8> {
    let mut text = head(200);
    text.push_str("content-type: text/event-stream; charset=utf-8\r\ncache-control: no-cache\r\n");
    let _ = write!(text, "x-request-id: sim-{sequence}\r\n");
    if framing.chunked {
        text.push_str("transfer-encoding: chunked\r\n");
    }
    text.push_str(if framing.close { "connection: close\r\n\r\n" } else { "\r\n" });
    text.into_bytes()
}

fn head(status: u16) -> String {
    let reason = match status {
        200 => "OK",
        204 => "No Content",
        400 => "Bad Request",
        401 => "Unauthorized",
        404 => "Not Found",
        405 => "Method Not Allowed",
        413 => "Content Too Large",
        422 => "Unprocessable Content",
        429 => "Too Many Requests",
        431 => "Request Header Fields Too Large",
        500 => "Internal Server Error",
        _ => "Service Unavailable",
    };
    format!("HTTP/1.1 {status} {reason}\r\n")
}
