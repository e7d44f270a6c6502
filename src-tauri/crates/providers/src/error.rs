//! What can go wrong, in words that say what to do.

pub(crate) mod endpoint;
pub(crate) mod fault;
pub(crate) mod refusal;
