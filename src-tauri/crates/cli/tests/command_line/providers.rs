//! The providers a lane can name, and their addresses.

use std::io::{Read, Write};
use std::net::TcpListener;

use tempfile::tempdir;

use crate::{at, document, done, paceline, status, text};

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
    let rows = at(&rows, "/providers").as_array().expect("a list");
    for row in rows {
        for field in ["id", "label", "dialect", "key", "proven"] {
            assert!(row.get(field).is_some(), "{field} is told of {row}");
        }
    }
    let dialects: std::collections::BTreeSet<_> =
        rows.iter().filter_map(|row| at(row, "/dialect").as_str()).collect();
    assert_eq!(dialects.len(), 8, "every dialect is spoken by somebody: {dialects:?}");
}

/// A provider that lists these models but knows none of them when requested, until the test ends; its
/// address.
fn provider_that_lists(models: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = format!("http://{}/v1", listener.local_addr().expect("bound"));
    std::thread::spawn(move || {
        for socket in listener.incoming() {
            let mut socket = socket.expect("a connection");
            let mut request = [0; 16 * 1024];
            let _closed_early = socket.read(&mut request);
            let (status, body) = if request.starts_with(b"GET /v1/models ") {
                ("200 OK", models)
            } else {
                (
                    "404 Not Found",
                    r#"{"error":{"message":"The model does not exist","code":"model_not_found"}}"#,
                )
            };
            let length = body.len();
            let head = format!(
                "HTTP/1.1 {status}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
            );
            let _gone = socket.write_all((head + body).as_bytes());
        }
    });
    address
}

#[test]
fn listed_models_show_their_end_and_help_with_typos() {
    let home = tempdir().expect("a folder");
    let address = provider_that_lists(r#"{"data":[{"id":"o3-mini"},{"id":"house-model-7b"}]}"#);
    let ends = cost::Book::shipped().deprecation("openai", "o3-mini").expect("it is to end");
    assert_eq!(status(&done(home.path(), &["providers", "at", "openai", &address])), 0, "moved");
    let with_key = |arguments: &[&str]| {
        let key = ["--key-env", "openai=A_KEY"];
        let mut command = paceline(home.path(), &[arguments, &key].concat());
        command.env("A_KEY", "a-key-of-the-test").output().expect("it runs")
    };
    let listed = with_key(&["models", "openai"]);
    assert_eq!(
        text(&listed.stdout),
        "house-model-7b\no3-mini  was shut 23 Oct 2026\n",
        "people see which will be gone, {}",
        text(&listed.stderr)
    );
    let listed = document(&with_key(&["models", "openai", "--json"]));
    assert_eq!(at(&listed, "/models/1/deprecated"), ends, "and so do scripts");
    assert_eq!(listed.pointer("/0/deprecated"), None, "one that nobody ends is not marked");

    let run = document(&with_key(&[
        "race",
        "--json",
        "--prompt",
        "Hi",
        "--lane",
        "openai/house-modl-7b",
    ]));
    let advice = at(&run, "/lanes/0/samples/0/error/advice").as_str().expect("a text");
    assert!(advice.contains("`house-model-7b`"), "the list is remembered: {advice}");
}

#[test]
fn where_nothing_lists_the_models_the_suggestions_say_what_they_are() {
    let home = tempdir().expect("a folder");
    let vertex = done(home.path(), &["models", "vertex"]);
    assert_eq!(status(&vertex), 0, "no key is needed for it: {}", text(&vertex.stderr));
    assert!(text(&vertex.stdout).contains("gemini-3.8-flash"), "names to begin with");
    assert!(text(&vertex.stderr).contains("suggestions"), "which are not the account's own");
    let nowhere = done(home.path(), &["models", "lambda"]);
    assert_eq!(status(&nowhere), 1, "there is nobody to ask");
    let said = text(&nowhere.stderr);
    assert!(said.contains("paceline providers at lambda ADDRESS"), "it says what to do: {said}");
}
