//! The Secret Service on a D-Bus session bus (GNOME Keyring, `KWallet`, `KeePassXC`): its state.
//!
//! Only `ReadAlias` and the property `Locked` are used, neither of which makes the service ask the user (Secret Service
//! API 0.2, "org.freedesktop.Secret.Service" and "…Collection").

use std::env;
use std::time::Duration;

use zbus::blocking::Connection;
use zbus::blocking::connection::Builder;
use zbus::zvariant::{OwnedObjectPath, OwnedValue};

use crate::KeyringState;

const BACKEND: &str = "Secret Service";
const SERVICE: &str = "org.freedesktop.secrets";
/// The bus may have to start the service first, but a stuck service must not block us.
const CALL_TIMEOUT: Duration = Duration::from_secs(4);

const HEADLESS: &str = "run `dbus-run-session -- bash`, in that shell \
    `echo PASSWORD | gnome-keyring-daemon --unlock --components=secrets` with a password of your own \
    (not an empty one), and Paceline from the same shell";

/// How much of the Secret Service was found.
#[derive(Debug)]
enum ServiceState {
    NoBus { address: Option<String>, error: String },
    NoService { error: String },
    NoCollection,
    Locked,
    Unlocked,
}

/// The state of the keyring, without making it ask the user.
pub(crate) fn state() -> KeyringState {
    explain(look())
}

/// The state of a keyring that does not answer.
pub(crate) fn silent() -> KeyringState {
    KeyringState::Locked {
        why: "The Secret Service is there but does not answer.".to_owned(),
        fix:
            "Look for a system dialog that waits for an answer. If there is none, end the keyring \
              (`gnome-keyring-daemon --replace --components=secrets`) and start Paceline again."
                .to_owned(),
    }
}

fn look() -> ServiceState {
    let bus = match Builder::session().and_then(|bus| bus.method_timeout(CALL_TIMEOUT).build()) {
        Ok(bus) => bus,
        Err(error) => {
            let address = env::var("DBUS_SESSION_BUS_ADDRESS").ok();
            return ServiceState::NoBus { address, error: error.to_string() };
        }
    };
    match default_collection(&bus) {
        Err(error) => ServiceState::NoService { error: error.to_string() },
        Ok(path) if path.as_str() == "/" => ServiceState::NoCollection,
        Ok(path) => match is_locked(&bus, &path) {
            Err(error) => ServiceState::NoService { error: error.to_string() },
            Ok(true) => ServiceState::Locked,
            Ok(false) => ServiceState::Unlocked,
        },
    }
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

fn explain(found: ServiceState) -> KeyringState {
    match found {
        ServiceState::Unlocked => KeyringState::Ready { backend: BACKEND.to_owned() },
        ServiceState::Locked => KeyringState::Locked {
            why: "The keyring is locked.".to_owned(),
            fix: "Unlock it when the system asks, or in Passwords and Keys. Without a desktop: \
                  `echo PASSWORD | gnome-keyring-daemon --replace --unlock --components=secrets`."
                .to_owned(),
        },
        ServiceState::NoCollection => KeyringState::Missing {
            why: "A Secret Service is running, but it has no default keyring to keep a key in."
                .to_owned(),
            fix: format!(
                "Create one in Passwords and Keys, and make it the default. Without a desktop: {HEADLESS}."
            ),
        },
        ServiceState::NoService { error } => KeyringState::Missing {
            why: format!("No Secret Service answers on this session's bus ({error})."),
            fix: format!(
                "Install one (`sudo apt install gnome-keyring`, or turn it on in KWallet or KeePassXC) and \
                 log in again. Without a desktop: {HEADLESS}."
            ),
        },
        ServiceState::NoBus { address: None, error } => KeyringState::Missing {
            why: format!(
                "There is no session bus, over which the keyring is reached: DBUS_SESSION_BUS_ADDRESS is \
                 not set ({error})."
            ),
            fix: format!(
                "Start Paceline from a desktop session, or install a keyring \
                 (`sudo apt install gnome-keyring dbus`) and {HEADLESS}."
            ),
        },
        ServiceState::NoBus { address: Some(address), error } => KeyringState::Missing {
            why: format!(
                "The session bus, over which the keyring is reached, does not answer at \
                 DBUS_SESSION_BUS_ADDRESS={address} ({error})."
            ),
            fix: format!("Start Paceline from a session whose bus is running, or {HEADLESS}."),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{HEADLESS, ServiceState, explain};
    use crate::KeyringState;

    #[test]
    fn every_cause_has_words_of_its_own_and_a_way_out() {
        let error = || "told by the bus".to_owned();
        let missing = [
            (ServiceState::NoBus { address: None, error: error() }, "is not set"),
            (
                ServiceState::NoBus { address: Some("unix:path=/gone".into()), error: error() },
                "unix:path=/gone",
            ),
            (ServiceState::NoService { error: error() }, "No Secret Service"),
            (ServiceState::NoCollection, "no default keyring"),
        ];
        for (found, cause) in missing {
            let KeyringState::Missing { why, fix } = explain(found) else {
                panic!("without {cause:?} there is no keyring");
            };
            assert!(why.contains(cause), "{why} must say {cause:?}");
            assert!(fix.contains(HEADLESS), "{fix} must help on a server too");
        }
        let KeyringState::Locked { fix, .. } = explain(ServiceState::Locked) else {
            panic!("a locked keyring is there");
        };
        assert!(fix.contains("--unlock"), "{fix} must say how to unlock without a desktop");
        let ready = KeyringState::Ready { backend: "Secret Service".into() };
        assert_eq!(explain(ServiceState::Unlocked), ready, "an unlocked keyring is named");
    }
}
