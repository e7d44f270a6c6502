//! The Secret Service on a D-Bus session bus (GNOME Keyring, `KWallet`, `KeePassXC`): its state.
//!
//! Only `ReadAlias` and the property `Locked` are used, neither of which makes the service ask the user (Secret Service
//! API 0.2, "org.freedesktop.Secret.Service" and "…Collection").

use std::env;
use std::time::Duration;

use zbus::blocking::Connection;
use zbus::blocking::connection::Builder;
use zbus::zvariant::{OwnedObjectPath, OwnedValue};

use crate::{KeyringFault, KeyringState};

const BACKEND: &str = "Secret Service";
const SERVICE: &str = "org.freedesktop.secrets";
/// The bus may have to start the service first, but a stuck service must not block us.
const CALL_TIMEOUT: Duration = Duration::from_secs(4);

/// The state of the keyring, without making it ask the user.
pub(crate) fn state() -> KeyringState {
    let bus = match Builder::session().and_then(|bus| bus.method_timeout(CALL_TIMEOUT).build()) {
        Ok(bus) => bus,
        Err(error) => {
            let error = error.to_string();
            return KeyringState::Missing(match env::var("DBUS_SESSION_BUS_ADDRESS") {
                Ok(address) => KeyringFault::SilentBus { address, error },
                Err(_) => KeyringFault::NoBus { error },
            });
        }
    };
    let unanswered = |error: zbus::Error| {
        KeyringState::Missing(KeyringFault::NoService { error: error.to_string() })
    };
    match default_collection(&bus) {
        Err(error) => unanswered(error),
        Ok(path) if path.as_str() == "/" => KeyringState::Missing(KeyringFault::NoCollection),
        Ok(path) => match is_locked(&bus, &path) {
            Err(error) => unanswered(error),
            Ok(true) => KeyringState::Locked(KeyringFault::Locked),
            Ok(false) => KeyringState::Ready { backend: BACKEND.to_owned() },
        },
    }
}

/// The state of a keyring that does not answer.
pub(crate) fn silent() -> KeyringState {
    KeyringState::Locked(KeyringFault::SilentService)
}

fn default_collection(bus: &Connection) -> zbus::Result<OwnedObjectPath> {
    let interface = Some("org.freedesktop.Secret.Service");
    let path = "/org/freedesktop/secrets";
    bus.call_method(Some(SERVICE), path, interface, "ReadAlias", &"default")?.body().deserialize()
}

fn is_locked(bus: &Connection, collection: &OwnedObjectPath) -> zbus::Result<bool> {
    let interface = Some("org.freedesktop.DBus.Properties");
    let property = ("org.freedesktop.Secret.Collection", "Locked");
    let reply = bus.call_method(Some(SERVICE), collection, interface, "Get", &property)?;
    let value: OwnedValue = reply.body().deserialize()?;
    Ok(value.try_into()?)
}
