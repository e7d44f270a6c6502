//! Bodies that are not framed as HTTP/1.1 has it.

use std::io::{Error, ErrorKind};

/// Whether a body's chunks, or the trailers after them, broke the rules. A broken record of TLS is not meant, whose error holds another.
pub(crate) fn is_badly_framed(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::InvalidData)
        && error.get_ref().is_some_and(|cause| !cause.is::<rustls::Error>())
}
