//! Whom a lane can name, and where they are.

use tempfile::tempdir;

use crate::{at, document, done, status, text};

#[test]
fn a_provider_without_an_address_is_raced_once_it_has_one() {
    let home = tempdir().expect("a folder");
    let race = ["race", "--prompt", "Hi", "--lane", "lambda/m", "--json"];
    let nowhere = done(home.path(), &race);
    assert_eq!(status(&nowhere), 2, "there is nowhere to go");
    let said = text(&nowhere.stderr);
    assert!(said.contains("paceline providers at lambda ADDRESS"), "it says what to do: {said}");

    let bad = done(home.path(), &["providers", "at", "lambda", "nonsense"]);
    assert_eq!(status(&bad), 2, "what is no address is not kept");
    let good = done(home.path(), &["providers", "at", "lambda", "http://127.0.0.1:9/v1/"]);
    assert_eq!(
        text(&good.stdout),
        "Lambda (vLLM) is at http://127.0.0.1:9/v1.\n",
        "in its stored form"
    );
    let run = document(&done(home.path(), &race));
    assert_eq!(at(&run, "/lanes/0/base_url"), "http://127.0.0.1:9/v1", "the race goes there");

    let back = done(home.path(), &["providers", "at", "lambda", "default"]);
    assert_eq!(text(&back.stdout), "Lambda (vLLM) has no address.\n", "and back again");
}

#[test]
fn every_provider_says_what_it_speaks_and_what_its_row_rests_on() {
    let home = tempdir().expect("a folder");
    let rows = document(&done(home.path(), &["providers", "--json"]));
    let rows = rows.as_array().expect("a list");
    for row in rows {
        for field in ["id", "label", "dialect", "key", "proven"] {
            assert!(row.get(field).is_some(), "{field} is told of {row}");
        }
    }
    let dialects: std::collections::BTreeSet<_> =
        rows.iter().filter_map(|row| at(row, "/dialect").as_str()).collect();
    assert_eq!(dialects.len(), 7, "every dialect is spoken by somebody: {dialects:?}");
}
