//! Loopback providers whose timing is known.
