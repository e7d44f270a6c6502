//! Speaks each provider's streaming protocol: a prompt out, timed pieces of text in.
//!
//! **Invariant:** the clock is read here and nowhere else, once per network read, before a byte of it is parsed.
//! Nothing stands between the socket and the clock: the stamp is taken below TLS and HTTP.
//! **Invariant:** a key leaves only inside a request header, to the address it belongs to, and no text that comes back
//! carries it further.
//! **Invariant:** nothing is retried in hiding.

mod address;
mod agent;
mod catalogue;
mod client;
mod clock;
mod dialect;
mod dialects;
mod discover;
mod ending;
mod endpoint;
mod exchange;
mod family;
mod fault;
mod fetch;
mod follow;
mod foreign;
mod headers;
mod limits;
mod link;
mod listing;
mod message;
mod models;
mod network;
mod own_wakes;
mod patience;
mod prediction;
mod probe;
mod proxy;
mod reader;
mod recognise;
mod recorded;
mod redact;
mod refusal;
mod reply;
mod request;
mod roster;
mod silence;
mod socket;
mod sse;
mod stream;
mod terms;
mod think;
mod trust;

pub use catalogue::{KeyNeed, Proven, Provider, catalogue, custom, provider};
pub use clock::Clock;
pub use dialect::Dialect;
pub use discover::{LocalServer, discover};
pub use ending::Ending;
pub use endpoint::{EndpointError, checked_base_url};
pub use fault::{Fault, FaultClass};
pub use fetch::fetch_text;
pub use link::Link;
pub use models::models;
pub use network::{Network, NetworkError, PROXY_LOGIN, Proxy, Route, is_loopback};
pub use patience::Patience;
pub use proxy::system_proxy;
pub use recognise::recognise;
pub use recorded::read_recorded;
pub use reply::{Reply, ServerReport, Usage};
pub use request::{Effort, Request};
pub use roster::Roster;
pub use stream::stream;
pub use terms::Adjustment;
pub use trust::CaFileError;
