//! The keys in a real Secret Service. `tests/keyring/run` starts its own service and runs these;
//! otherwise they are ignored, because they write to whatever keyring they find.
#![cfg(all(unix, not(target_os = "macos")))]

use std::time::Duration;

use keys::{KeyError, KeyLocation, KeyOwner, KeyringState, Keys, StoredKey};
use secrecy::{ExposeSecret, SecretString};

const MARKER: &str = "sk-MARKER-0123456789-";

/// The owner of a test's key.
fn at(id: &str) -> KeyOwner {
    KeyOwner::at(id, "https://api.example")
}

fn keys() -> Keys {
    assert!(std::env::var_os("PACELINE_TEST_KEYRING").is_some(), "run tests/keyring/run instead");
    Keys::open()
}

fn key(tail: &str) -> SecretString {
    SecretString::from(format!("{MARKER}{tail}"))
}

fn kept(provider: &str, tail: &str) -> StoredKey {
    let (kept, tail) = (KeyLocation::Keyring, Some(tail.into()));
    StoredKey { provider: provider.into(), kept, tail, left_at: None }
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
    assert_eq!(keys.has(&at("test-a")), Ok(None), "the keyring is new");

    let padded = SecretString::from(format!("\t{MARKER}aaaa\n"));
    assert_eq!(keys.set(&at("test-a"), &padded), Ok(kept("test-a", "aaaa")), "kept in the keyring");
    assert_eq!(keys.set(&at("test-a"), &key("bbbb")), Ok(kept("test-a", "bbbb")), "one entry each");
    keys.set(&at("test-b"), &key("cccc")).expect("a second provider has its own");
    let listed = keys.list(&[at("test-c"), at("test-b"), at("test-a")]);
    let expected = vec![kept("test-b", "cccc"), kept("test-a", "bbbb")];
    assert_eq!(listed, Ok(expected), "those that have one, in the order asked");

    let elsewhere = Keys::open().take(&at("test-a")).expect("another process would find it");
    let elsewhere = elsewhere.expect("it was kept");
    assert_eq!(elsewhere.expose_secret(), format!("{MARKER}bbbb"), "the whole key, the second one");
    assert!(
        !format!("{elsewhere:?} {:?}", keys.has(&at("test-a"))).contains("MARKER"),
        "never printed"
    );

    keys.set_for_session(&at("test-a"), &key("dddd")).expect("memory is always there");
    let session = keys.take(&at("test-a")).expect("in memory").expect("just set");
    assert_eq!(session.expose_secret(), format!("{MARKER}dddd"), "the session's key is in use");
    keys.set(&at("test-a"), &key("eeee")).expect("the keyring is open");
    assert_eq!(
        keys.has(&at("test-a")),
        Ok(Some(kept("test-a", "eeee"))),
        "keeping one ends the session's"
    );

    for provider in ["test-a", "test-b"] {
        assert_eq!(keys.forget(&at(provider)), Ok(true), "{provider} had one");
        assert_eq!(keys.forget(&at(provider)), Ok(false), "{provider} has none any more");
        assert!(keys.take(&at(provider)).is_ok_and(|key| key.is_none()), "{provider}'s is gone");
    }
}

#[test]
#[ignore = "needs a Secret Service of its own: tests/keyring/run"]
fn a_locked_keyring_says_so_and_blocks_nothing() {
    let keys = keys().with_patience(Duration::from_secs(2));
    keys.set(&at("test-locked"), &key("ffff")).expect("the keyring is open");
    lock();

    let state = keys.state();
    assert!(matches!(state, KeyringState::Locked(_)), "{state:?} must say that it is locked");
    let unseen = keys.has(&at("test-locked"));
    assert!(matches!(unseen, Err(KeyError::Locked(_))), "{unseen:?}: it cannot be told");
    assert_eq!(keys.list(&[at("test-locked")]), Ok(vec![]), "listing asks nobody to unlock");

    // Taking a key makes the service ask the user. Here there is nobody to answer.
    let refused = keys.take(&at("test-locked")).expect_err("nobody unlocked it");
    assert!(matches!(refused, KeyError::Locked(_) | KeyError::Waiting), "{refused}");
    assert!(!format!("{refused} {refused:?}").contains("MARKER"), "no key in the refusal");
    keys.set_for_session(&at("test-locked"), &key("gggg")).expect("memory is always there");
    assert!(
        keys.take(&at("test-locked")).is_ok_and(|key| key.is_some()),
        "a session's key needs no unlocking"
    );
}

#[test]
#[ignore = "needs a Secret Service of its own: tests/keyring/run"]
#[expect(clippy::disallowed_methods, reason = "the test looks whether the key is whole")]
fn a_key_belongs_to_an_origin_and_an_earlier_entry_to_the_catalogues_alone() {
    let keys = keys();
    let home = KeyOwner::at_home("test-origin", "https://api.example");
    let moved = KeyOwner::at("test-origin", "https://evil.example");
    keys.set(&KeyOwner::anywhere("test-origin"), &key("hhhh")).expect("as an earlier version did");
    assert_eq!(keys.has(&moved), Ok(None), "a moved address has no key");
    let taken = keys.take(&home).expect("the keyring is open").expect("it is taken over");
    assert_eq!(taken.expose_secret(), format!("{MARKER}hhhh"), "the whole key");
    assert_eq!(keys.has(&KeyOwner::anywhere("test-origin")), Ok(None), "the earlier entry is gone");
    assert_eq!(keys.has(&home), Ok(Some(kept("test-origin", "hhhh"))), "it has its origin now");
    assert_eq!(keys.has(&moved), Ok(None), "and the moved address still has none");
    assert_eq!(keys.forget(&home), Ok(true), "there was one");
}
