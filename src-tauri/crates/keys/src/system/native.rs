//! macOS Keychain and Windows Credential Manager: part of the system, so there unless it is broken.

use crate::KeyringState;

#[cfg(target_os = "macos")]
const BACKEND: &str = "macOS Keychain";
#[cfg(windows)]
const BACKEND: &str = "Windows Credential Manager";

#[cfg(target_os = "macos")]
const FIX: &str = "Open Keychain Access, see that the login keychain is there and unlocked, and start \
                   Paceline again.";
#[cfg(windows)]
const FIX: &str = "Start the Credential Manager service (services.msc) in your own session, and start \
                   Paceline again.";

/// How the keyring is. It is not asked for a key, so the system asks the person nothing.
pub(crate) fn state() -> KeyringState {
    match keyring::Entry::store_status() {
        Ok(()) => KeyringState::Ready { backend: BACKEND.to_owned() },
        Err(error) => KeyringState::Missing {
            why: format!("{BACKEND} cannot be used: {error}."),
            fix: FIX.to_owned(),
        },
    }
}

/// How the keyring is when it does not answer.
pub(crate) fn silent() -> KeyringState {
    KeyringState::Locked { why: format!("{BACKEND} does not answer."), fix: FIX.to_owned() }
}
