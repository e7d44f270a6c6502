//! The result of a gate as other programs read it.

mod badge;
mod github;
mod junit;
mod markdown;
mod numbers;

pub use badge::badge;
pub use github::github;
pub use junit::junit;
pub use markdown::markdown;
pub use numbers::{bencher, smaller_is_better};

#[cfg(test)]
mod tests;
