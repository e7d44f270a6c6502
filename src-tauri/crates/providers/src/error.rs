//! Errors, with advice on what to do.

pub(crate) mod advice;
pub(crate) mod endpoint;
pub(crate) mod fault;
pub(crate) mod happened;
pub(crate) mod mid_stream;
pub(crate) mod raw_fault;
pub(crate) mod refusal;
pub(crate) mod server_message;
pub(crate) mod web_page;
