//! The simulator from outside, over loopback sockets.

mod client;
mod faults;
mod http;
mod timing;
