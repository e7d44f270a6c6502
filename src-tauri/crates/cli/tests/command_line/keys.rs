//! A key goes into a request header and nowhere else.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use simulator::Simulator;
use tempfile::tempdir;

use crate::{at, data, document, done, lane, paceline, status, text};

/// Its beginning, middle and end are searched for separately: a server may echo any of them. Only its last four
/// characters may be shown, to distinguish keys.
const KEY: &str = "sk-FIRSTMARK-00-MIDDLEMARK-00-ENDMARK";
const PARTS: [&str; 3] = ["FIRSTM", "MIDDLE", "DMARK"];

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            found.extend(files(&entry.path()));
        } else {
            found.push(entry.path());
        }
    }
    found
}

fn assert_no_key(output: &Output, home: &Path) {
    let mut places = vec![("standard output".to_owned(), output.stdout.clone())];
    places.push(("standard error".to_owned(), output.stderr.clone()));
    for file in files(home) {
        places.push((file.display().to_string(), fs::read(&file).expect("readable")));
    }
    for (place, bytes) in places {
        for part in PARTS {
            let found = bytes.windows(part.len()).any(|window| window == part.as_bytes());
            assert!(!found, "{place} holds {part}, a part of the key");
        }
    }
}

#[test]
fn a_key_from_a_variable_is_sent_and_written_nowhere_even_when_the_server_echoes_it() {
    for format in [["--json"].as_slice(), &[]] {
        let home = tempdir().expect("a folder");
        let simulator = Simulator::start(None).expect("a free port");
        let (refused, fine) =
            (lane(&simulator, "scripted?fault=401"), lane(&simulator, "scripted?tokens=5"));
        let arguments = [
            "race",
            "--prompt",
            "Hi",
            "--lane",
            &refused,
            "--lane",
            &fine,
            "--key-env",
            "custom=A_KEY",
        ];
        let output = paceline(home.path(), &[arguments.as_slice(), format].concat())
            .env("A_KEY", KEY)
            .output()
            .expect("it runs");
        assert_eq!(status(&output), 1, "one lane was refused: {}", text(&output.stderr));
        let said = text(&output.stdout);
        assert!(
            said.contains("Incorrect API key"),
            "the server got the key, and echoed it: {said}"
        );
        assert!(files(home.path()).len() > 1, "the run was kept");
        assert_no_key(&output, home.path());
    }
}

#[test]
fn without_a_variable_named_for_it_an_address_gets_no_key() {
    let home = tempdir().expect("a folder");
    let simulator = Simulator::start(None).expect("a free port");
    let refused = lane(&simulator, "scripted?fault=401");
    let output = paceline(home.path(), &["race", "--json", "--prompt", "Hi", "--lane", &refused])
        .env("OPENAI_API_KEY", KEY)
        .output()
        .expect("it runs");
    let run = document(&output);
    let message = at(&run, "/lanes/0/samples/0/error/message").as_str().unwrap_or_default();
    assert!(message.contains("didn't provide"), "the server says that none came: {message}");
}

#[test]
fn a_variable_that_gives_no_key_stops_the_race_by_its_name() {
    let home = tempdir().expect("a folder");
    let simulator = Simulator::start(None).expect("a free port");
    let lane = lane(&simulator, "scripted?tokens=5");
    for (value, says) in [(None, "NO_KEY_HERE is not set"), (Some(" "), "NO_KEY_HERE is empty")] {
        let arguments = [
            "race",
            "--json",
            "--prompt",
            "Hi",
            "--lane",
            &lane,
            "--key-env",
            "custom=NO_KEY_HERE",
        ];
        let mut command = paceline(home.path(), &arguments);
        if let Some(value) = value {
            command.env("NO_KEY_HERE", value);
        }
        let output = command.output().expect("it runs");
        assert_eq!(status(&output), 2, "it did not start");
        assert_eq!(text(&output.stdout), "", "so there is no document");
        assert!(text(&output.stderr).contains(says), "{}", text(&output.stderr));
    }
    assert_eq!(simulator.truth(), [], "nothing was sent without the key that was asked for");
}

#[test]
fn a_key_written_where_a_name_belongs_is_not_repeated() {
    let home = tempdir().expect("a folder");
    let named = format!("groq={KEY}");
    let output =
        done(home.path(), &["race", "--prompt", "Hi", "--lane", "groq/m", "--key-env", &named]);
    assert_eq!(status(&output), 2, "it is not the name of a variable");
    assert_no_key(&output, home.path());
}

#[test]
fn a_key_that_cannot_be_kept_is_not_written_anywhere_else() {
    let home = tempdir().expect("a folder");
    let mut command = paceline(home.path(), &["keys", "set", "groq"]);
    // There is no keyring in this environment on Linux; on other systems the user's own must not be written to.
    if cfg!(not(target_os = "linux")) {
        return;
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    child.stdin.take().expect("piped").write_all(KEY.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(status(&output), 1, "there is no keyring: {}", text(&output.stdout));
    assert!(!text(&output.stderr).is_empty(), "it says why");
    assert_no_key(&output, home.path());
}

#[test]
fn a_key_for_nobody_is_refused() {
    let home = tempdir().expect("a folder");
    for (provider, says) in
        [("nobody", "no provider"), ("custom", "--key-env custom"), ("simulated", "takes no key")]
    {
        for verb in ["set", "remove"] {
            let output = done(home.path(), &["keys", verb, provider]);
            assert_eq!(status(&output), 2, "keys {verb} {provider} cannot be done");
            assert!(text(&output.stderr).contains(says), "{}", text(&output.stderr));
        }
    }
    assert!(!data(home.path()).exists(), "asking about keys makes no history");
}

#[test]
fn a_key_from_the_environment_is_offered_by_name_and_never_shown() {
    let home = tempdir().expect("a folder");
    let mut command = paceline(home.path(), &["keys", "import"]);
    for set in std::env::vars_os().map(|(name, _)| name) {
        if set.to_string_lossy().ends_with("_KEY") {
            command.env_remove(set);
        }
    }
    let output = command.env("GROQ_API_KEY", KEY).output().expect("it runs");
    assert_eq!(status(&output), 0, "listing needs no keyring");
    assert!(text(&output.stdout).contains("GROQ_API_KEY  groq"), "by its name and for whom");
    assert_no_key(&output, home.path());
    let unset = done(home.path(), &["keys", "import", "inception"]);
    assert_eq!(status(&unset), 2, "there is nothing to copy");
    assert!(text(&unset.stderr).contains("INCEPTION_API_KEY"), "and it says which variable it is");
}

#[test]
fn a_variable_is_not_copied_for_an_address_that_it_was_not_set_for() {
    let home = tempdir().expect("a folder");
    let moved = done(home.path(), &["providers", "at", "groq", "https://elsewhere.example/v1"]);
    assert_eq!(status(&moved), 0, "{}", text(&moved.stderr));
    let output = paceline(home.path(), &["keys", "import", "groq"])
        .env("GROQ_API_KEY", KEY)
        .output()
        .expect("it runs");
    assert_eq!(status(&output), 2, "the key was made for groq's own address");
    let said = text(&output.stderr);
    assert!(said.contains("https://elsewhere.example"), "it says where it would go: {said}");
    assert!(said.contains("paceline keys set groq"), "and how to give one for there: {said}");
    assert_no_key(&output, home.path());
}

#[test]
fn a_key_without_a_name_is_kept_only_where_it_tells_whose_it_is() {
    let home = tempdir().expect("a folder");
    for (key, said) in [(KEY, "openai, "), ("FIRSTMARK-unknown-ENDMARK", "Nothing in the key")] {
        let mut command = paceline(home.path(), &["keys", "set"]);
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().expect("it runs");
        child.stdin.take().expect("piped").write_all(key.as_bytes()).expect("it reads");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(status(&output), 2, "a key is not kept for somebody whose it may not be");
        assert!(text(&output.stderr).contains(said), "{}", text(&output.stderr));
        assert_no_key(&output, home.path());
    }
}
