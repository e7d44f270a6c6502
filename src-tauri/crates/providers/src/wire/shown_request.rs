//! A request as it is sent, shown to its author before anything is sent.

use std::fmt::Write as _;

use hyper::header::{CONTENT_LENGTH, HOST, HeaderMap};
use secrecy::SecretString;

use crate::catalogue::Provider;
use crate::error::fault::Fault;
use crate::request::Request;
use crate::wire::http_request::{Addressee, unusable};
use crate::wire::redact::Redaction;

/// What stands in the place of a key.
const MASKED: &str = "********";

/// What stands in the place of each digit of a number that makes a prompt unique.
const NUMBER_MARK: &str = "#";

/// The longest body that is a word of the `curl` line. Linux starts no program with a word of 128 KiB or more; `printf` is the shell's own.
const LONGEST_WORD: usize = 100_000;

/// A request as it is sent, byte for byte but for its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownRequest {
    /// The request line and the headers, each on a line of its own, with asterisks in the place of the key.
    pub head: String,
    /// The body.
    pub body: String,
    /// What stands in the place of a number that every request has another one of, because its prompt is unique; absent if the
    /// body is sent as it stands.
    pub number: Option<String>,
    /// The line of [`Self::curl_line`] up to its body, which whoever has the body already adds: it may be megabytes.
    pub curl: String,
    /// The same line behind its body.
    pub curl_end: String,
}

impl ShownRequest {
    /// The same with a mark of the same length in the place of this number, which the request alone has.
    #[must_use]
    pub fn with_number_marked(self, number: &str) -> Self {
        let mark = NUMBER_MARK.repeat(number.len());
        let body = self.body.replacen(number, &mark, 1);
        Self { body, number: Some(mark), ..self }
    }

    /// The same as a `curl` line for a POSIX shell, with a variable in the place of the key.
    #[must_use]
    pub fn curl_line(&self) -> String {
        format!("{}{}{}", self.curl, shell_words::quote(&self.body), self.curl_end)
    }
}

impl Request {
    /// The request as its first attempt sends it. `has_key` says whether a key is sent with it.
    ///
    /// # Errors
    /// A [`Fault`] if its address cannot be used, or a key must not go there.
    pub fn shown(&self, has_key: bool) -> Result<ShownRequest, Fault> {
        let redaction = Redaction::of(None);
        let url = self.url().map_err(|error| unusable(&error.to_string()).redacted(&redaction))?;
        let masked = has_key.then(|| SecretString::from(MASKED));
        let addressee = Addressee { provider: &self.provider, key: masked.as_ref(), via: None };
        let bytes = self.write().bytes();
        let body = String::from_utf8_lossy(&bytes).into_owned();
        let mut message =
            addressee.post(&url, bytes).map_err(|fault| fault.redacted(&redaction))?;
        self.add_headers(message.headers_mut());
        let mut head = format!("POST {} HTTP/1.1\r\n", message.uri());
        for (name, value) in readable(message.headers()) {
            let _infallible = write!(head, "{name}: {value}\r\n");
        }
        let _infallible = write!(head, "{CONTENT_LENGTH}: {}\r\n", body.len());
        let line = curl(url.as_str(), message.headers(), &self.provider);
        let (curl, curl_end) = if body.len() > LONGEST_WORD {
            ("printf '%s' ".to_owned(), format!(" |\n  {line} \\\n  --data-binary @-"))
        } else {
            // A body that begins with `@` would be read as a file's name, and this one begins with `{`.
            (line + " \\\n  --data-raw ", String::new())
        };
        Ok(ShownRequest { head, body, number: None, curl, curl_end })
    }
}

fn readable(headers: &HeaderMap) -> impl Iterator<Item = (&str, String)> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    headers.iter().map(move |(name, value)| (name.as_str(), text(value.as_bytes())))
}

fn curl(url: &str, headers: &HeaderMap, provider: &Provider) -> String {
    let variable = provider.key_variables.first().map_or("API_KEY", String::as_str);
    let mut line = format!("curl --no-buffer --http1.1 {}", shell_words::quote(url));
    for ((name, text), value) in readable(headers).zip(headers.values()) {
        if name == HOST.as_str() {
            continue;
        }
        // The key is known by its mark: what a header says is somebody else's, and might end like one.
        let before = text.strip_suffix(MASKED).filter(|_| value.is_sensitive());
        line += " \\\n  -H ";
        line += &shell_words::quote(&format!("{name}: {}", before.unwrap_or(&text)));
        if before.is_some() {
            // In double quotes, so that the shell puts the key there.
            let _infallible = write!(line, "\"${variable}\"");
        }
    }
    line
}
