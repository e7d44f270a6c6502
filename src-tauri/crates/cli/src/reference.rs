//! `docs/cli.md`: the reference of the command line, generated from its definition so that they cannot differ.

use std::fs;
use std::path::Path;

use crate::arguments::Arguments;

/// If set, the reference is written instead of compared.
const UPDATE: &str = "UPDATE_CLI_DOCS";

#[test]
fn the_reference_says_what_the_command_line_takes() {
    let options = clap_markdown::MarkdownOptions::new()
        .title("The command line".to_owned())
        .show_footer(false);
    let wanted = clap_markdown::help_markdown_custom::<Arguments>(&options);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/cli.md");
    if std::env::var_os(UPDATE).is_some() {
        fs::write(&file, &wanted).expect("docs/ can be written");
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == wanted, "docs/cli.md is stale: run ./dev cli-docs");
}
