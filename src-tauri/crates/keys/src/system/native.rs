//! macOS Keychain and Windows Credential Manager. They are part of the system and therefore always present unless
//! broken.

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

/// The state of the keyring. No key is read, so the system does not ask the user.
pub(crate) fn state() -> KeyringState {
    match keyring::Entry::store_status() {
        Ok(()) => KeyringState::Ready { backend: BACKEND.to_owned() },
        Err(error) => KeyringState::Missing {
            why: format!("{BACKEND} cannot be used: {error}."),
            fix: FIX.to_owned(),
        },
    }
}

/// The state of a keyring that does not answer.
pub(crate) fn silent() -> KeyringState {
    KeyringState::Locked { why: format!("{BACKEND} does not answer."), fix: FIX.to_owned() }
}
