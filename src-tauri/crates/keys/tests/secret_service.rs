//! The keys in a real Secret Service. `tests/keyring/run` starts one of its own and runs these; they
//! are ignored otherwise, because they write to whatever keyring they find.
#![cfg(all(unix, not(target_os = "macos")))]

use std::time::Duration;

use keys::{KeyError, KeyLocation, KeyringState, Keys, StoredKey};
use secrecy::{ExposeSecret, SecretString};

const MARKER: &str = "sk-MARKER-0123456789-";

/// The keys of the keyring that the script started, never those of a person's own.
fn keys() -> Keys {
    assert!(std::env::var_os("PACELINE_TEST_KEYRING").is_some(), "run tests/keyring/run instead");
    Keys::open()
}

fn key(tail: &str) -> SecretString {
    SecretString::from(format!("{MARKER}{tail}"))
}

fn kept(provider: &str, tail: &str) -> StoredKey {
    StoredKey { provider: provider.into(), kept: KeyLocation::Keyring, tail: Some(tail.into()) }
}

/// Locks the keyring, as a screen saver may.
fn lock() {
    let login = zbus::zvariant::ObjectPath::from_static_str_unchecked(
        "/org/freedesktop/secrets/collection/login",
    );
    zbus::blocking::Connection::session()
        .expect("the script started a bus")
        .call_method(
            Some("org.freedesktop.secrets"),
            "/org/freedesktop/secrets",
            Some("org.freedesktop.Secret.Service"),
            "Lock",
            &[login].as_slice(),
        )
        .expect("locking asks nobody");
}

#[test]
#[ignore = "needs a Secret Service of its own: tests/keyring/run"]
#[expect(clippy::disallowed_methods, reason = "the test looks whether the key is whole")]
fn a_key_is_kept_replaced_shown_taken_and_forgotten() {
    let keys = keys();
    let ready = KeyringState::Ready { backend: "Secret Service".into() };
    assert_eq!(keys.state(), ready, "the script unlocked it");
    assert_eq!(keys.has("test-a"), Ok(None), "the keyring is new");

    let padded = SecretString::from(format!("\t{MARKER}aaaa\n"));
    assert_eq!(keys.set("test-a", &padded), Ok(kept("test-a", "aaaa")), "kept in the keyring");
    assert_eq!(keys.set("test-a", &key("bbbb")), Ok(kept("test-a", "bbbb")), "one entry each");
    keys.set("test-b", &key("cccc")).expect("a second provider has its own");
    let listed = keys.list(["test-c", "test-b", "test-a"]);
    let expected = vec![kept("test-b", "cccc"), kept("test-a", "bbbb")];
    assert_eq!(listed, Ok(expected), "those that have one, in the order asked");

    let elsewhere = Keys::open().take("test-a").expect("another process would find it");
    let elsewhere = elsewhere.expect("it was kept");
    assert_eq!(elsewhere.expose_secret(), format!("{MARKER}bbbb"), "the whole key, the second one");
    assert!(!format!("{elsewhere:?} {:?}", keys.has("test-a")).contains("MARKER"), "never printed");

    keys.set_for_session("test-a", &key("dddd")).expect("memory is always there");
    let session = keys.take("test-a").expect("in memory").expect("just set");
    assert_eq!(session.expose_secret(), format!("{MARKER}dddd"), "the session's key is in use");
    keys.set("test-a", &key("eeee")).expect("the keyring is open");
    assert_eq!(
        keys.has("test-a"),
        Ok(Some(kept("test-a", "eeee"))),
        "keeping one ends the session's"
    );

    for provider in ["test-a", "test-b"] {
        assert_eq!(keys.forget(provider), Ok(true), "{provider} had one");
        assert_eq!(keys.forget(provider), Ok(false), "{provider} has none any more");
        assert!(keys.take(provider).is_ok_and(|key| key.is_none()), "{provider}'s is gone");
    }
}

#[test]
#[ignore = "needs a Secret Service of its own: tests/keyring/run"]
fn a_locked_keyring_says_so_and_holds_nobody_up() {
    let keys = keys().with_patience(Duration::from_secs(2));
    keys.set("test-locked", &key("ffff")).expect("the keyring is open");
    lock();

    let state = keys.state();
    assert!(matches!(state, KeyringState::Locked { .. }), "{state:?} must say that it is locked");
    let unseen = keys.has("test-locked");
    assert!(matches!(unseen, Err(KeyError::Locked { .. })), "{unseen:?}: it cannot be told");
    assert_eq!(keys.list(["test-locked"]), Ok(vec![]), "listing asks nobody to unlock");

    // Taking makes the service ask the person. Here nobody is there to answer.
    let refused = keys.take("test-locked").expect_err("nobody unlocked it");
    assert!(matches!(refused, KeyError::Locked { .. } | KeyError::Waiting), "{refused}");
    assert!(!format!("{refused} {refused:?}").contains("MARKER"), "no key in the refusal");
    keys.set_for_session("test-locked", &key("gggg")).expect("memory is always there");
    assert!(
        keys.take("test-locked").is_ok_and(|key| key.is_some()),
        "a session's key needs no unlocking"
    );
}
