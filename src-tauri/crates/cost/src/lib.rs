//! Token counting and pricing.
//!
//! **Invariant:** pure. It reads no clock, file or network and starts no task. The same text and price always give the
//! same number, so that a run can be priced again later.
//!
//! **Invariant:** money is whole pico-dollars (10⁻¹² USD). A price in micro-dollars per million tokens is
//! the same number in pico-dollars per token, so a cost is a sum of integer products and never rounds.
//!
//! **Invariant:** unknown is absent, never zero. A count names its counter; a price has a date and a source.

mod book;
mod charge;
mod litellm;
mod parts;
mod price;
mod prices;
mod row;
mod service;
mod service_tier;
pub mod tokens;
mod usage;

pub use book::Book;
pub use charge::{ChargeContext, Cost, CostSource, most, of};
pub use price::{MicroUsdPerMillion, MinuteOfWeek, OffPeak, Price, Rates, ServicePrice, Tier};
pub use prices::{OwnPrice, OwnPriceError, OwnPriceRow, Prices};
pub use row::{BookError, LARGEST_BOOK};
pub use service_tier::{ServiceTier, is_same_tier};
pub use usage::{BillableTokens, TokenSource};
