//! The engine, from outside: whole races over loopback sockets.

mod arena;
mod compatibility;
mod costs;
mod counts;
mod failures;
mod kept;
mod kept_sweeps;
mod network;
mod overload;
mod predictions;
mod proxies;
mod raw;
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
