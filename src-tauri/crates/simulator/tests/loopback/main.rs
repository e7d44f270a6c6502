//! The simulator from outside, over loopback sockets.

mod carried;
mod client;
mod faults;
mod http;
mod timing;
