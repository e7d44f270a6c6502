//! The engine, from outside: whole races over loopback sockets.

mod arena;
mod chains;
mod compatibility;
mod costs;
mod counts;
mod failures;
mod few_tokens;
mod framing;
mod kept;
mod kept_sweeps;
mod network;
mod overload;
mod predictions;
mod proxies;
mod raw;
#[cfg(target_os = "linux")]
mod reading_threads;
mod reasoning;
mod right_answers;
mod rounds;
mod secrets;
mod shapes;
mod stale;
mod starting;
mod stopping;
mod suggestions;
mod sweeps;
mod timing;
mod tls;
mod whole_requests;
mod wire;
