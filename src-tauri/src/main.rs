//! The window around the engine. Everything that knows Tauri is in this folder.

fn main() {}
