//! A key's way from standard input through a real Secret Service into a request header, and nowhere else.
//! `tests/keyring/run` starts its own Secret Service and runs this; otherwise it is ignored, because it writes to
//! whatever keyring it finds.
#![cfg(all(unix, not(target_os = "macos")))]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use simulator::Simulator;
use store::History;
use tempfile::tempdir;

const KEY: &str = "gsk_BEGINMARK0123456789MIDDLEMARKwxyz";
/// The parts to search for: anything but the last four characters is too much.
const PARTS: [&str; 3] = ["BEGINMARK", "0123456789", "MIDDLEMARK"];

fn paceline(home: &Path, arguments: &[&str]) -> Command {
    assert!(std::env::var_os("PACELINE_TEST_KEYRING").is_some(), "run tests/keyring/run instead");
    let mut command = Command::new(env!("CARGO_BIN_EXE_paceline"));
    command.args(arguments).env("PACELINE_DATA_DIR", home).env("HOME", home);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs it with `input` on standard input and returns everything it wrote, none of which may contain the key.
fn said(home: &Path, arguments: &[&str], input: &str) -> (Option<i32>, String) {
    let mut child = paceline(home, arguments).spawn().expect("it runs");
    let mut stdin = child.stdin.take().expect("piped");
    // A command that reads nothing may have ended before it could be written to.
    let _unread = stdin.write_all(input.as_bytes());
    drop(stdin);
    let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
    let all = String::from_utf8([stdout, stderr].concat()).expect("it writes UTF-8");
    assert!(PARTS.iter().all(|part| !all.contains(part)), "{arguments:?} prints the key: {all}");
    (status.code(), all)
}

fn files(folder: &Path) -> Vec<Vec<u8>> {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let here = files.iter().map(|file| std::fs::read(file).expect("readable"));
    here.chain(folders.iter().flat_map(|folder| self::files(folder))).collect()
}

#[test]
#[ignore = "needs a Secret Service of its own: tests/keyring/run"]
fn a_key_goes_from_standard_input_through_the_keyring_into_a_header_and_nowhere_else() {
    let home = tempdir().expect("a folder");
    let home = home.path();
    let simulator = Simulator::start(None).expect("a free port");
    // The catalogue's provider, at the user's own address.
    let history = History::open(home).expect("a history");
    history.put_address("groq", simulator.base_url()).expect("kept");
    drop(history);

    let race = ["race", "--prompt", "Hi", "--lane", "groq/scripted?fault=401", "--json"];
    let (status, told) = said(home, &race, "");
    assert_eq!(status, Some(2), "there is no key yet");
    assert!(told.contains("paceline keys set groq"), "it says how to give one: {told}");

    let (status, told) = said(home, &["keys", "set", "groq"], &format!("{KEY}\n"));
    assert_eq!(status, Some(0), "{told}");
    assert!(told.contains("wxyz"), "the last four characters identify it: {told}");
    let (status, told) = said(home, &["keys", "list"], "");
    assert_eq!(status, Some(0), "{told}");
    assert!(told.contains("groq") && told.contains("…wxyz"), "it is listed: {told}");

    let (status, told) = said(home, &race, "");
    assert_eq!(status, Some(1), "the server refused it");
    assert!(told.contains("Incorrect API key"), "so it was sent, and echoed: {told}");
    let (status, told) = said(home, &["models", "groq"], "");
    assert_eq!(status, Some(0), "{told}");
    assert!(told.contains("wafer-scale"), "the provider at that address was asked: {told}");

    let (status, told) = said(home, &["keys", "remove", "groq"], "");
    assert_eq!((status, told.contains("forgotten")), (Some(0), true), "{told}");
    assert_eq!(said(home, &race, "").0, Some(2), "there is no key any more");

    let files = files(home);
    assert!(!files.is_empty(), "the run was kept");
    for part in PARTS {
        let found =
            files.iter().any(|file| file.windows(part.len()).any(|bytes| bytes == part.as_bytes()));
        assert!(!found, "{part} was written to the disk");
    }
}

#[test]
#[ignore = "needs a Secret Service of its own: tests/keyring/run"]
fn a_key_that_is_taken_along_stays_at_no_address_that_was_left_and_is_forgotten_whole() {
    let home = tempdir().expect("a folder");
    let home = home.path();
    let run = |arguments: &[&str], input: &str| {
        let (status, told) = said(home, arguments, input);
        assert_eq!(status, Some(0), "{arguments:?}: {told}");
        told
    };
    let [first, second] = ["http://127.0.0.1:8099/v1", "http://127.0.0.1:8098/v1"];
    run(&["keys", "set", "groq"], &format!("{KEY}\n"));
    run(&["providers", "at", "groq", first, "--with-key"], "");
    run(&["providers", "at", "groq", second, "--with-key"], "");
    let told = run(&["keys", "remove", "groq"], "");
    assert!(told.contains("forgotten"), "{told}");
    for address in [first, "https://api.groq.com/openai/v1"] {
        run(&["providers", "at", "groq", address], "");
        let told = run(&["keys", "list"], "");
        assert!(!told.contains("wxyz"), "nothing is left for {address}: {told}");
    }
}

#[test]
#[ignore = "needs a Secret Service of its own: tests/keyring/run"]
fn a_key_at_an_address_that_was_left_without_it_is_listed_and_forgotten_with_the_others() {
    let home = tempdir().expect("a folder");
    let home = home.path();
    let run = |arguments: &[&str], input: &str| {
        let (status, told) = said(home, arguments, input);
        assert_eq!(status, Some(0), "{arguments:?}: {told}");
        told
    };
    let key = format!("{KEY}\n");
    let [first, second] = ["https://first.corp.example/v1", "https://second.corp.example/v1"];
    run(&["keys", "set", "groq"], &key);
    for address in [first, second] {
        run(&["providers", "at", "groq", address], "");
        run(&["keys", "set", "groq"], &key);
    }
    run(&["providers", "at", "groq", "https://third.corp.example/v1"], "");
    let told = run(&["keys", "list"], "");
    for left in
        ["https://first.corp.example", "https://second.corp.example", "https://api.groq.com"]
    {
        assert!(told.contains(left), "a key that is not used is shown with its address: {told}");
    }
    run(&["keys", "remove", "groq"], "");
    for address in [first, second, "https://api.groq.com/openai/v1"] {
        run(&["providers", "at", "groq", address], "");
        let told = run(&["keys", "list"], "");
        assert!(!told.contains("wxyz"), "nothing is left for {address}: {told}");
    }
    let told = run(&["keys", "remove", "groq"], "");
    assert!(told.contains("was not there"), "and nothing is left to forget: {told}");
}
