//! macOS Keychain and Windows Credential Manager. They are part of the system and therefore always present unless
//! broken.

use crate::{KeyringFault, KeyringState, SystemKeyring};

#[cfg(target_os = "macos")]
const BACKEND: SystemKeyring = SystemKeyring::MacOs;
#[cfg(windows)]
const BACKEND: SystemKeyring = SystemKeyring::Windows;

/// The state of the keyring. No key is read, so the system does not ask the user.
pub(crate) fn state() -> KeyringState {
    match keyring::Entry::store_status() {
        Ok(()) => KeyringState::Ready { backend: BACKEND.name().to_owned() },
        Err(error) => KeyringState::Missing(KeyringFault::System {
            backend: BACKEND,
            error: Some(error.to_string()),
        }),
    }
}

/// The state of a keyring that does not answer.
pub(crate) fn silent() -> KeyringState {
    KeyringState::Locked(KeyringFault::System { backend: BACKEND, error: None })
}
