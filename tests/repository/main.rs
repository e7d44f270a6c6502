//! The rules of the repository, as tests: which crate may depend on which, and what may be
//! committed.
//!
//! They read the sources and ask cargo and git; they start no part of the product.

mod circles;
mod layers;
mod modules;
mod reach;
mod tree;

use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The standard output of a program run at the root.
fn output_of(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(root())
        .output()
        .unwrap_or_else(|error| panic!("{program} could not be started: {error}"));
    assert!(
        output.status.success(),
        "{program} {} failed:\n{}",
        arguments.join(" "),
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("the tools asked here write UTF-8")
}

/// The same, from the cargo that runs these tests.
fn cargo(arguments: &[&str]) -> String {
    output_of(&std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()), arguments)
}
