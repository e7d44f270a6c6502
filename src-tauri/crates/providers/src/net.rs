//! From an address to a connection with timestamped reads: DNS, proxies, TLS, trust, the clock.

pub(crate) mod address;
pub(crate) mod client;
pub(crate) mod clock;
pub(crate) mod coalescing_waker;
pub(crate) mod connection;
mod dial;
pub(crate) mod fetch;
pub(crate) mod framing;
pub(crate) mod idle_timer;
mod kernel_rtt;
pub(crate) mod network;
pub(crate) mod post;
pub(crate) mod proxy;
mod proxy_faults;
pub(crate) mod route;
pub(crate) mod socket;
pub(crate) mod text_endpoint;
pub(crate) mod timeouts;
pub(crate) mod trust;
pub(crate) mod user_agent;
