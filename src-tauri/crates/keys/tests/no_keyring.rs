//! Behaviour without a keyring. A test cannot change its own environment, so each rule is tested in
//! a second run of this program, with a session bus that does not exist.
#![cfg(all(unix, not(target_os = "macos")))]

use std::io::Write as _;
use std::process::Command;

use keys::{KeyError, KeyLocation, KeyOwner, KeyringState, Keys, StoredKey};
use secrecy::{ExposeSecret, SecretString};

/// The owner of a test's key.
fn at(id: &str) -> KeyOwner {
    KeyOwner::at(id, "https://api.example")
}

const MARKER: &str = "sk-MARKER-0123456789-wxyz";

/// Runs one of the ignored tests below in its own process, and returns everything it printed.
fn run_without_a_bus(test: &str, address: Option<&str>) -> String {
    let program = std::env::current_exe().expect("a running test has a program");
    let mut run = Command::new(program);
    run.args([test, "--exact", "--ignored", "--nocapture"]).env_remove("DBUS_SESSION_BUS_ADDRESS");
    run.env("XDG_RUNTIME_DIR", "/nonexistent");
    if let Some(address) = address {
        run.env("DBUS_SESSION_BUS_ADDRESS", address);
    }
    let output = run.output().expect("the test's own program runs");
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8_lossy(&printed).into_owned();
    assert!(output.status.success(), "{test} failed:\n{printed}");
    assert!(printed.contains("1 passed"), "{test} must exist and run:\n{printed}");
    printed
}

#[test]
fn without_a_bus_the_state_says_exactly_why() {
    let unset = run_without_a_bus("tells_the_state", None);
    assert!(unset.contains("NoBus"), "the cause: {unset}");
    let gone = run_without_a_bus("tells_the_state", Some("unix:path=/nonexistent/bus"));
    assert!(gone.contains("SilentBus { address: \"unix:path=/nonexistent/bus\""), "{gone}");
}

#[test]
fn without_a_keyring_a_key_is_kept_for_the_session_only() {
    let printed =
        run_without_a_bus("keeps_a_key_for_the_session", Some("unix:path=/nonexistent/bus"));
    assert!(!printed.contains("MARKER"), "nothing that was printed holds the key");
}

#[test]
#[ignore = "run by without_a_bus_the_state_says_exactly_why, without a bus"]
fn tells_the_state() {
    let state = Keys::open().state();
    let KeyringState::Missing(fault) = state else {
        panic!("there is no keyring here, yet it is {state:?}");
    };
    // The outer test reads this through --nocapture; a passing test prints nothing else.
    writeln!(std::io::stdout(), "{fault:?}").expect("standard output is open");
}

#[test]
#[ignore = "run by without_a_keyring_a_key_is_kept_for_the_session_only, without a bus"]
#[expect(clippy::disallowed_methods, reason = "the test looks whether the key is whole")]
fn keeps_a_key_for_the_session() {
    let keys = Keys::open();
    let key = SecretString::from(format!("  {MARKER}\n"));

    let refused = keys.set(&at("groq"), &key).expect_err("there is no keyring to keep it in");
    assert!(matches!(refused, KeyError::NoKeyring(_)), "{refused} must say there is none");
    assert_eq!(keys.list(&[at("groq")]), Ok(vec![]), "a key that was refused is kept nowhere");
    let unknown = keys.take(&at("groq")).expect_err("without a keyring nobody knows");
    assert!(matches!(unknown, KeyError::NoKeyring(_)), "that is not the same as no key");

    let stored = keys.set_for_session(&at("groq"), &key).expect("memory is always there");
    let expected = StoredKey {
        provider: "groq".into(),
        kept: KeyLocation::Session,
        tail: Some("wxyz".into()),
        left_at: None,
    };
    assert_eq!(stored, expected, "it says that the key is for this session only");
    assert_eq!(keys.has(&at("groq")), Ok(Some(expected.clone())), "it is there");
    assert_eq!(keys.list(&[at("openai"), at("groq")]), Ok(vec![expected]), "and listed alone");
    let taken = keys.take(&at("groq")).expect("it is in memory").expect("it was just set");
    assert_eq!(taken.expose_secret(), MARKER, "the engine gets all of it but the white space");

    for shown in [format!("{refused:?} {refused}"), format!("{stored:?}"), format!("{taken:?}")] {
        assert!(!shown.contains("MARKER"), "{shown} must not hold the key");
    }

    assert_eq!(keys.forget(&at("groq")), Ok(true), "there was one");
    assert_eq!(keys.forget(&at("groq")), Ok(false), "now there is none");
    assert_eq!(keys.list(&[at("groq")]), Ok(vec![]), "it is gone");
    assert_eq!(
        keys.set_for_session(&at(""), &key),
        Err(KeyError::NoProvider),
        "a key is somebody's"
    );
}
