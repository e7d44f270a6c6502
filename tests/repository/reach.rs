//! How far an addition reaches: how many files contain a list that it must join. The table in ARCHITECTURE.md states
//! the same numbers.

use std::fs;

use measure::Metric;
use providers::Dialect;

use crate::root;
use crate::tree::{SourceFile, kept};

/// Every source file of the product, without tests and recordings.
fn product() -> Vec<SourceFile> {
    let mut files = kept();
    files.retain(|file| {
        let path = file.path.as_str();
        let is_code = [".rs", ".ts", ".tsx"].iter().any(|end| path.ends_with(end));
        let is_product = path.starts_with("src-tauri/") || path.starts_with("ui/src/");
        is_code && is_product && !path.contains("test")
    });
    files
}

/// The files that contain each of these words, and must therefore be edited when another one is added.
fn lists_of(words: &[String]) -> Vec<String> {
    let holds = |file: &SourceFile| words.iter().all(|word| file.text.contains(word.as_str()));
    let mut lists: Vec<String> =
        product().into_iter().filter(holds).map(|file| file.path).collect();
    lists.sort();
    lists
}

/// The words between `start` and `end` in a file of the product that match `pattern`.
fn text_between(path: &str, start: &str, end: &str) -> String {
    let files = product();
    let file = files.iter().find(|file| file.path == path).expect("the file is there");
    let (_, rest) = file.text.split_once(start).expect("the list is there");
    rest.split_once(end).expect("it ends").0.to_owned()
}

#[test]
fn a_metric_joins_the_catalogue_its_value_and_the_generated_bindings() {
    let ids: Vec<String> =
        Metric::ALL.iter().map(|metric| format!("\"{}\"", metric.id())).collect();
    assert_eq!(
        lists_of(&ids),
        ["src-tauri/crates/measure/src/metric.rs", "ui/src/backend/bindings.ts"],
        "`./dev bindings` after a new metric. Every surface iterates the catalogue: with speed.rs, values.rs and DEF_VERSION it is five files"
    );
    let variants: Vec<String> = Metric::ALL.iter().map(|metric| format!("{metric:?}")).collect();
    assert_eq!(
        lists_of(&variants),
        ["src-tauri/crates/measure/src/metric.rs", "src-tauri/crates/race/src/result/values.rs"],
        "one exhaustive place fills the values"
    );
}

#[test]
fn a_dialect_joins_two_lists_and_the_generated_bindings() {
    let variants: Vec<String> =
        Dialect::ALL.iter().map(|dialect| format!("::{dialect:?}")).collect();
    assert_eq!(
        lists_of(&variants),
        [
            "src-tauri/crates/providers/src/dialects.rs",
            "src-tauri/crates/providers/src/dialects/dialect.rs"
        ],
        "with its own two files and the bindings it is five"
    );
    let names: Vec<String> =
        Dialect::ALL.iter().map(|dialect| format!("\"{}\"", dialect.name())).collect();
    assert_eq!(
        lists_of(&names),
        ["src-tauri/crates/providers/src/dialects/dialect.rs", "ui/src/backend/bindings.ts"],
        "`./dev bindings` after a new dialect. Forms and tags take its title from the engine"
    );
}

#[test]
fn every_dialect_has_a_recorded_stream() {
    let wire = fs::read_dir(root().join("tests/wire")).expect("recorded streams");
    let files: Vec<String> = wire
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    for dialect in Dialect::ALL {
        let start = dialect.name().replace('-', "_");
        let is_stream = |file: &String| {
            file.starts_with(&start) && [".sse", ".ndjson"].iter().any(|end| file.ends_with(end))
        };
        assert!(
            files.iter().any(is_stream),
            "record a stream of {dialect:?} as tests/wire/{start}_….sse, and read it in the dialect's tests"
        );
    }
}

#[test]
fn a_command_joins_one_list_and_the_generated_bindings() {
    let list = text_between("src-tauri/src/bindings.rs", "collect_commands![", "])");
    let names: Vec<String> = list
        .split(',')
        .filter_map(|path| path.trim().rsplit("::").next())
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect();
    assert!(names.len() > 50, "the list was read: {names:?}");
    let called: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    assert_eq!(lists_of(&called), ["ui/src/backend/bindings.ts"], "the port is derived from it");
    assert_eq!(lists_of(&names), ["src-tauri/src/bindings.rs", "ui/src/backend/bindings.ts"]);
}

#[test]
fn a_setting_joins_its_struct_and_the_generated_bindings() {
    let path = "src-tauri/crates/app/src/preferences.rs";
    let fields = text_between(path, "pub struct Preferences {", "\n}");
    let names: Vec<String> = fields
        .lines()
        .filter_map(|line| line.trim().strip_prefix("pub ")?.split_once(':'))
        .map(|(name, _)| format!("{name}:"))
        .collect();
    assert!(names.len() > 5, "the fields were read: {names:?}");
    assert_eq!(
        lists_of(&names),
        [path, "ui/src/backend/bindings.ts"],
        "the store keeps bytes; with its row and its words in ui it is four files"
    );
}
