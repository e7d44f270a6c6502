//! The providers' streaming protocols: sends a prompt and receives timed pieces of text.
//!
//! **Invariant:** the clock is read here and nowhere else, once per network read, before a byte is parsed and below TLS
//! and HTTP. **Invariant:** a key leaves only in a request header, to the address that it belongs to, and is removed
//! from every text that is returned. **Invariant:** no retry is hidden.

mod capture;
mod catalogue;
mod dialects;
mod error;
mod limits;
mod net;
mod wire;

mod difference;
mod effort;
mod extra;
mod request;
mod terms;

/// The templates of this crate's phrases, module by module.
pub const PHRASES: &[&[measure::Template]] = &[
    error::advice::PHRASES,
    error::refusal::advice::PHRASES,
    error::happened::PHRASES,
    capture::notes::PHRASES,
    capture::unread::PHRASES,
    difference::PHRASES,
    request::place::PHRASES,
    request::uncarried::PHRASES,
    request::uncounted::PHRASES,
];

pub use capture::fields::{CaptureError, Captured};
pub use capture::{read_capture, read_capture_anew};
pub use catalogue::discover::{LocalServer, discover};
pub use catalogue::inputs::Inputs;
pub use catalogue::models::models;
pub use catalogue::recognise::recognise;
pub use catalogue::roster::Roster;
pub use catalogue::{Evidence, KeyNeed, Kind, Provider, catalogue, custom, provider};
pub use dialects::dialect::{Dialect, DialectDefinition};
pub use difference::Adjustment;
pub use effort::Effort;
pub use error::endpoint::{EndpointError, checked_base_url};
pub use error::fault::{Fault, FaultClass};
pub use limits::{LARGEST_LANE, LARGEST_LEVEL, LARGEST_STEP};
pub use net::address::{is_loopback, remote_host};
pub use net::clock::Clock;
pub use net::connection::Connection;
pub use net::fetch::fetch_text;
pub use net::network::{Network, NetworkError, PROXY_LOGIN};
pub use net::post::{post_json, webhook_origin};
pub use net::proxy::system_proxy;
pub use net::route::{Proxy, Route};
pub use net::text_endpoint::{EndpointText, TextEndpoint};
pub use net::timeouts::Timeouts;
pub use net::trust::CaFileError;
pub use request::as_pasted::AsPasted;
pub use request::payload::Payload;
pub use request::refusal::Refusal;
pub use request::response_format::{ResponseFormat, SchemaFormat};
pub use request::shared_payload::SharedPayload;
pub use request::tool::{Function, Tool, ToolChoice};
pub use request::turn::{BY_HASH, CacheMark, Content, Part, Role, Source, Turn};
pub use request::{Request, input_text};
pub use wire::decoder::are_kept_usage_reports;
pub use wire::ending::Ending;
pub use wire::json_size::takes_more;
pub use wire::recorded::read_recorded;
pub use wire::redact::{SafeText, Secrets};
pub use wire::response::{Reply, ServerReport, Usage};
pub use wire::shown_request::ShownRequest;
pub use wire::stream::stream;
pub use wire::written_body::WrittenBody;
