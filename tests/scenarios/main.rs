//! The engine, from outside: whole races over loopback sockets.
