//! Counts tokens and prices them.
//!
//! **Invariant:** pure. Nothing here reads a clock, a file or the network, or starts a task: the same
//! text and the same price always give the same number, so that a run made today can be priced again later.
//!
//! **Invariant:** money is whole pico-dollars (10⁻¹² USD). A price in micro-dollars per million tokens is
//! the same number in pico-dollars per token, so a cost is a sum of integer products and never rounds.
//!
//! **Invariant:** unknown is absent, never zero. A count says who counted; a price says when and from where.

mod book;
mod charge;
mod litellm;
mod price;
mod prices;
mod row;
mod service;
pub mod tokens;
mod usage;

pub use book::Book;
pub use charge::{Circumstances, Cost, CostSource, most, of};
pub use price::{MicroUsdPerMillion, MinuteOfWeek, OffPeak, Price, Rates, Tier};
pub use prices::{OwnPrice, OwnPriceError, OwnPriceRow, Prices};
pub use row::BookError;
pub use service::{ServicePrice, ServiceTier};
pub use usage::{TokenSource, Usage};
