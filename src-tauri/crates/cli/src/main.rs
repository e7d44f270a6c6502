//! `paceline`: the same engine with no window.

fn main() {}
