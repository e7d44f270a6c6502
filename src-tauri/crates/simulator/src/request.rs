//! Parses one HTTP/1 request from the bytes received so far.

use std::str;

use httparse::{EMPTY_HEADER, Status};

const MOST_HEAD_BYTES: usize = 64 * 1_024;
const MOST_BODY_BYTES: usize = 8 * 1_024 * 1_024;
const MOST_HEADERS: usize = 100;

/// A complete request. It may contain a key, so it cannot be printed and is dropped once it is answered.
pub(crate) struct Request {
    pub(crate) method: String,
    /// Without the query.
    pub(crate) path: String,
    pub(crate) authorization: Option<String>,
    pub(crate) body: Vec<u8>,
    /// Whether the client wants the connection closed after the response.
    pub(crate) close: bool,
    /// Whether the client understands a chunked answer (HTTP/1.1).
    pub(crate) chunks: bool,
}

/// The result of parsing the bytes so far.
pub(crate) enum ParseState {
    /// Incomplete; `expects_continue` if the client waits for `100 Continue`.
    Partial { expects_continue: bool },
    /// A complete request, and its length in bytes.
    Whole { request: Box<Request>, used: usize },
    /// Not a valid request; the connection cannot be used further.
    Bad { status: u16, message: &'static str },
}

/// How the end of the body is determined.
enum Body {
    Length(usize),
    Chunked,
}

/// Reads the first request in `bytes`.
pub(crate) fn read(bytes: &[u8]) -> ParseState {
    let mut headers = [EMPTY_HEADER; MOST_HEADERS];
    let mut head = httparse::Request::new(&mut headers);
    let head_length = match head.parse(bytes) {
        Ok(Status::Complete(length)) if length <= MOST_HEAD_BYTES => length,
        Ok(Status::Partial) if bytes.len() <= MOST_HEAD_BYTES => {
            return ParseState::Partial { expects_continue: false };
        }
        Ok(_) | Err(httparse::Error::TooManyHeaders) => {
            return ParseState::Bad {
                status: 431,
                message: "The request's headers are too large.",
            };
        }
        Err(_) => {
            return ParseState::Bad { status: 400, message: "This is not an HTTP/1 request." };
        }
    };
    let body = match body_of(&head) {
        Ok(body) => body,
        Err(message) => return ParseState::Bad { status: 400, message },
    };
    let rest = bytes.get(head_length..).unwrap_or_default();
    let taken = match body {
        Body::Length(length) if length > MOST_BODY_BYTES => Err("The request's body is too large."),
        Body::Length(length) => Ok(rest.get(..length).map(|body| (body.to_vec(), length))),
        Body::Chunked => dechunked(rest),
    };
    match taken {
        Err(message) => ParseState::Bad { status: 413, message },
        Ok(None) => {
            let expects = header(&head, "expect");
            let waits = expects.is_some_and(|value| value.eq_ignore_ascii_case("100-continue"));
            ParseState::Partial { expects_continue: waits && rest.is_empty() }
        }
        Ok(Some((body, length))) => ParseState::Whole {
            request: Box::new(complete_request(&head, body)),
            used: head_length + length,
        },
    }
}

fn header<'h>(head: &httparse::Request<'h, '_>, name: &str) -> Option<&'h str> {
    let found = head.headers.iter().find(|header| header.name.eq_ignore_ascii_case(name))?;
    str::from_utf8(found.value).ok().map(str::trim)
}

fn body_of(head: &httparse::Request<'_, '_>) -> Result<Body, &'static str> {
    match (header(head, "transfer-encoding"), header(head, "content-length")) {
        (Some(coding), None) if coding.eq_ignore_ascii_case("chunked") => Ok(Body::Chunked),
        // With both, two parsers could disagree on where the request ends.
        (Some(_), _) => Err("The request's transfer coding is not understood."),
        (None, None) => Ok(Body::Length(0)),
        (None, Some(length)) => {
            length.parse().map(Body::Length).map_err(|_| "The Content-Length is not a number.")
        }
    }
}

fn complete_request(head: &httparse::Request<'_, '_>, body: Vec<u8>) -> Request {
    let path = head.path.unwrap_or("/");
    let connection = header(head, "connection").unwrap_or_default().to_ascii_lowercase();
    let chunks = head.version == Some(1);
    let says = |word: &str| connection.split(',').any(|token| token.trim() == word);
    Request {
        method: head.method.unwrap_or_default().to_owned(),
        path: path.split_once('?').map_or(path, |(path, _)| path).to_owned(),
        authorization: header(head, "authorization").map(str::to_owned),
        body,
        close: says("close") || (!chunks && !says("keep-alive")),
        chunks,
    }
}

/// The body and how many bytes it took, or nothing until its last chunk has arrived.
fn dechunked(bytes: &[u8]) -> Result<Option<(Vec<u8>, usize)>, &'static str> {
    const BROKEN: &str = "The request's body is not chunked as it says.";

    let mut body = Vec::new();
    let mut at = 0;
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        let (start, size) = match httparse::parse_chunk_size(rest) {
            Ok(Status::Complete(found)) => found,
            Ok(Status::Partial) => return Ok(None),
            Err(_) => return Err(BROKEN),
        };
        at += start;
        if size == 0 {
            return Ok(trailer_end(bytes.get(at..).unwrap_or_default()).map(|end| (body, at + end)));
        }
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        if size > MOST_BODY_BYTES - body.len() {
            return Err("The request's body is too large.");
        }
        let (Some(data), Some(line_end)) =
            (bytes.get(at..at + size), bytes.get(at + size..at + size + 2))
        else {
            return Ok(None);
        };
        if line_end != b"\r\n" {
            return Err(BROKEN);
        }
        body.extend_from_slice(data);
        at += size + 2;
    }
}

/// Where the trailers and the empty line after them end; trailers are not used.
fn trailer_end(bytes: &[u8]) -> Option<usize> {
    if bytes.starts_with(b"\r\n") {
        return Some(2);
    }
    bytes.windows(4).position(|window| window == b"\r\n\r\n").map(|start| start + 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    const POST: &[u8] = b"POST /v1/x?y=1 HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello";
    const CHUNKED: &[u8] =
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2;x=1\r\nlo\r\n0\r\n\r\n";

    fn request(bytes: &[u8]) -> (Request, usize) {
        match read(bytes) {
            ParseState::Whole { request, used } => (*request, used),
            _ => panic!("the request is whole"),
        }
    }

    fn status(bytes: &[u8]) -> u16 {
        match read(bytes) {
            ParseState::Bad { status, .. } => status,
            _ => panic!("the request cannot be served"),
        }
    }

    #[test]
    fn a_request_is_read_only_when_it_is_whole() {
        for bytes in [POST, CHUNKED] {
            for end in 0..bytes.len() {
                let reading = read(&bytes[..end]);
                assert!(
                    matches!(reading, ParseState::Partial { .. }),
                    "{end} of {} bytes are no request",
                    bytes.len()
                );
            }
            let (request, used) = request(bytes);
            assert_eq!(request.body, b"hello", "the body is put together");
            assert_eq!(used, bytes.len(), "and nothing is left over");
        }
    }

    #[test]
    fn what_follows_a_request_is_left_for_the_next() {
        let (request, used) = request(&[POST, POST].concat());
        assert_eq!(used, POST.len(), "a pipelined request is not swallowed");
        assert_eq!(request.path, "/v1/x", "the query is no part of the path");
    }

    #[test]
    fn a_client_that_waits_to_be_told_is_noticed() {
        let head = b"POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n";
        assert!(
            matches!(read(head), ParseState::Partial { expects_continue: true }),
            "nothing would come otherwise"
        );
        let begun = [head.as_slice(), b"{"].concat();
        assert!(
            matches!(read(&begun), ParseState::Partial { expects_continue: false }),
            "a body that has begun needs no leave"
        );
    }

    #[test]
    fn what_cannot_be_served_says_why() {
        let long = [b"GET / HTTP/1.1\r\na: ".as_slice(), &vec![b'x'; 70_000]].concat();
        assert_eq!(status(&long), 431, "a head without end");
        assert_eq!(status(b"\x16\x03\x01\x02\x00\x01\x00"), 400, "TLS on a plain port");
        assert_eq!(
            status(b"POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n"),
            413,
            "a body larger than any prompt"
        );
        assert_eq!(
            status(b"POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"),
            400,
            "two lengths that may disagree"
        );
    }

    #[test]
    fn the_connection_is_kept_as_the_version_says() {
        let close = |text: &str| request(text.as_bytes()).0.close;
        assert!(!close("GET / HTTP/1.1\r\n\r\n"), "HTTP/1.1 keeps it");
        assert!(close("GET / HTTP/1.1\r\nConnection: x, Close\r\n\r\n"), "unless told");
        assert!(close("GET / HTTP/1.0\r\n\r\n"), "HTTP/1.0 does not");
        assert!(!close("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"), "unless told");
    }
}
