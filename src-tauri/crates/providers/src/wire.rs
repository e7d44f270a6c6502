//! Writing requests and reading responses, independent of the dialect.

pub(crate) mod address;
pub(crate) mod body;
pub(crate) mod carried_key;
pub(crate) mod decoder;
pub(crate) mod ending;
pub(crate) mod exchange;
pub(crate) mod follow;
pub(crate) mod foreign;
pub(crate) mod headers;
pub(crate) mod http_request;
pub(crate) mod json_size;
pub(crate) mod key_in_text;
pub(crate) mod known_settings;
pub(crate) mod pasted_words;
pub(crate) mod prediction;
pub(crate) mod rate_limits;
pub(crate) mod recorded;
pub(crate) mod redact;
pub(crate) mod response;
pub(crate) mod shown_request;
pub(crate) mod sse;
pub(crate) mod stream;
pub(crate) mod think_tags;
pub(crate) mod unsendable;
pub(crate) mod untrusted;
pub(crate) mod written_body;

#[cfg(all(test, target_os = "linux"))]
pub(crate) mod linear_tests;
#[cfg(test)]
mod plain_bodies_tests;
