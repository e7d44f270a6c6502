//! The most that requests can cost.

use cost::{Cost, Price};
use providers::Request;

/// The most that `requests` like this one can cost, each with so many tokens of text as its input. `None` without a price or
/// a limit, and if only the provider knows what its input comes to, as with images.
pub fn most_cost(
    request: &Request,
    price: Option<&Price>,
    input: u64,
    requests: u32,
) -> Option<Cost> {
    if request.payload.uncounted().is_some() {
        return None;
    }
    let limit = request.most_tokens().map(u64::from);
    cost::most(price, request.provider.service_tier(), input, limit, requests)
}
